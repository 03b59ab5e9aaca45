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

    /// Whether anything is captured.
    pub const fn is_capture(&self) -> bool {
        self.captured != 0
    }
}

/// Every legal move of the side to move. Captures are mandatory. Captures of the same pieces by different routes are
/// different moves.
pub fn legal_moves(variant: &Variant, position: &Position) -> Vec<Move> {
    let found = captures(variant, position);
    if found.is_empty() { plain_moves(variant, position) } else { found }
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
            for to in geometry.ray(from, direction).take(reach).take_while(|&to| occupied & bit(to) == 0) {
                moves.push(Move { from, path: vec![to], captured: 0, promotes: !king && promotion & bit(to) != 0 });
            }
        }
    }
    moves
}

/// How many sequences of `depth` legal moves there are: the usual check of a move generator.
pub fn perft(variant: &Variant, position: &Position, depth: u32) -> u64 {
    let moves = legal_moves(variant, position);
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|mv| perft(variant, &position.after(mv), depth - 1)).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Published node counts (for English draughts also in A. Bik, "Computing deep perft and divide numbers for checkers", ICGA
    // Journal 35, 2012). Captures of the same pieces by different routes are counted separately.
    const ENGLISH: [u64; 9] = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680];
    const RUSSIAN: [u64; 8] = [7, 49, 302, 1469, 7482, 37986, 190_146, 929_905];
    const INTERNATIONAL: [u64; 7] = [9, 81, 658, 4265, 27117, 167_140, 1_049_442];

    fn check(variant: &Variant, turn: Color, published: &[u64]) {
        let position = Position::initial(variant, turn);
        for (depth, &nodes) in (1..).zip(published) {
            assert_eq!(perft(variant, &position, depth), nodes, "depth {depth}");
        }
    }

    #[test]
    fn perft_english() {
        check(&Variant::ENGLISH, Color::White, &ENGLISH);
        check(&Variant::ENGLISH, Color::Black, &ENGLISH[..7]);
    }

    #[test]
    #[ignore = "slow: 108 million nodes"]
    fn perft_english_deep() {
        let position = Position::initial(&Variant::ENGLISH, Color::Black);
        assert_eq!(perft(&Variant::ENGLISH, &position, 10), 18_391_564);
        assert_eq!(perft(&Variant::ENGLISH, &position, 11), 85_242_128);
    }

    #[test]
    fn perft_russian() {
        check(&Variant::RUSSIAN, Color::White, &RUSSIAN);
    }

    #[test]
    fn perft_international() {
        check(&Variant::INTERNATIONAL, Color::White, &INTERNATIONAL);
    }

    #[test]
    #[ignore = "slow: 6 million nodes"]
    fn perft_international_deep() {
        check(&Variant::INTERNATIONAL, Color::White, &[&INTERNATIONAL[..], &[6_483_971]].concat());
    }
}
