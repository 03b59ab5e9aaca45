//! Moves and how they are found.

use super::{
    captures::captures,
    geometry::{DIRECTIONS, Geometry, bit, squares},
    position::{Color, Position},
    variant::Variant,
};

/// A move of one piece; squares are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stood.
    pub from: u8,
    /// Where it came down, one square a jump; a plain move has one.
    pub path: Vec<u8>,
    /// The squares of the pieces captured, as a set.
    pub captured: u64,
    /// Whether a man became a king.
    pub promotes: bool,
}

impl Move {
    /// Where the piece stands in the end.
    pub fn to(&self) -> u8 {
        self.path.last().copied().unwrap_or(self.from)
    }

    /// Every square concerned, as a set: where the piece stood and came down, and what it captured.
    pub fn squares(&self) -> u64 {
        self.path.iter().fold(bit(self.from) | self.captured, |set, &square| set | bit(square))
    }

    /// Whether the move begins as another one does, and may go on.
    pub(super) fn goes_on_from(&self, other: &Self) -> bool {
        self.from == other.from && self.path.starts_with(&other.path)
    }

    /// Whether anything is captured.
    pub const fn is_capture(&self) -> bool {
        self.captured != 0
    }
}

/// Every legal move of the side to move. Captures are mandatory. Captures of the same pieces by
/// different routes are different moves.
pub fn legal_moves(variant: &Variant, position: &Position) -> Vec<Move> {
    let found = captures(variant, position);
    if found.is_empty() { plain_moves(variant, position) } else { found }
}

/// The legal moves, one for each position that they lead to: captures of the same pieces by
/// different routes count once, by the first of them.
pub fn distinct_moves(variant: &Variant, position: &Position) -> Vec<Move> {
    let mut moves = legal_moves(variant, position);
    if moves.first().is_some_and(Move::is_capture) {
        let result = |mv: &Move| (mv.from, mv.to(), mv.captured, mv.promotes);
        moves.sort_by_key(result);
        moves.dedup_by_key(|mv| result(mv));
    }
    moves
}

/// The directions in which a man moves.
pub(super) const fn forward(color: Color) -> [usize; 2] {
    match color {
        Color::White => [0, 1],
        Color::Black => [2, 3],
    }
}

/// Every move without a capture, whether or not a capture is possible.
pub(super) fn plain_moves(variant: &Variant, position: &Position) -> Vec<Move> {
    let geometry = Geometry::of(variant);
    let occupied = position.white | position.black;
    let promotion = geometry.promotion_row(position.turn == Color::White);
    let mut moves = Vec::new();
    for from in squares(position.pieces(position.turn)) {
        let king = position.kings & bit(from) != 0;
        let forward = forward(position.turn);
        let directions: &[usize] = if king { &DIRECTIONS } else { &forward };
        for &direction in directions {
            let reach = if king && variant.flying_kings { usize::MAX } else { 1 };
            for to in
                geometry.ray(from, direction).take(reach).take_while(|&to| occupied & bit(to) == 0)
            {
                moves.push(Move {
                    from,
                    path: vec![to],
                    captured: 0,
                    promotes: !king && promotion & bit(to) != 0,
                });
            }
        }
    }
    moves
}
