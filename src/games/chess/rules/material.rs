//! Which men are enough to mate, whatever the other side does to help.

use super::position::Position;
use cozy_chess::{BitBoard, Board, Color, Piece};
use std::collections::HashSet;

/// So many positions are looked at, at most, to see whether any is a mate. Where pawns wall up the
/// board there are a few thousand.
const MOST_POSITIONS: usize = 10_000;

/// Whether neither side has the men to mate.
pub(super) fn is_dead(position: &Position) -> bool {
    Color::ALL.into_iter().all(|side| !can_mate(&position.board, side))
}

impl Position {
    /// Whether a side has the men to mate in some series of moves. Only men count: what pawns wall
    /// up is not seen; see [`Position::may_mate`].
    pub fn can_mate(&self, white: bool) -> bool {
        can_mate(&self.board, if white { Color::White } else { Color::Black })
    }

    /// Whether a side can mate in some series of moves. Where it cannot, the other side loses
    /// neither by time (FIDE Laws of Chess, article 6.9) nor by resigning (5.1.2). Men too few and
    /// walls of pawns are seen; of other positions it is taken that they may lead to mate.
    pub fn may_mate(&self, white: bool) -> bool {
        self.can_mate(white) && self.may_be_mated(if white { Color::Black } else { Color::White })
    }

    /// Whether a side is mated in any position that can come about, or there are too many.
    fn may_be_mated(&self, side: Color) -> bool {
        let (mut seen, mut open) = (HashSet::new(), vec![self.clone()]);
        while let Some(position) = open.pop() {
            let moves = position.legal_moves();
            let mated = moves.is_empty() && position.in_check();
            if mated && position.board.side_to_move() == side {
                return true;
            }
            let after = moves.into_iter().map(|mv| position.after(mv));
            open.extend(after.filter(|next| seen.insert(next.board.hash())));
            if seen.len() > MOST_POSITIONS {
                return true;
            }
        }
        false
    }
}

fn can_mate(board: &Board, side: Color) -> bool {
    let own = |piece| board.colored_pieces(side, piece);
    let other = |piece| board.colored_pieces(!side, piece);
    if !(own(Piece::Pawn) | own(Piece::Rook) | own(Piece::Queen)).is_empty() {
        return true;
    }
    let blockers = other(Piece::Pawn) | other(Piece::Knight);
    if own(Piece::Knight).is_empty() {
        // The corner's other color has to be closed by a man of the other side, or covered by a
        // bishop.
        let hopeless = blockers.is_empty() && on_one_color(board.pieces(Piece::Bishop));
        return !(hopeless || own(Piece::Bishop).is_empty());
    }
    let one_knight_only = own(Piece::Knight).len() == 1 && own(Piece::Bishop).is_empty();
    // A single knight needs a man beside the other king; a queen there would always cover the mate.
    !one_knight_only || !(blockers | other(Piece::Bishop) | other(Piece::Rook)).is_empty()
}

fn on_one_color(bishops: BitBoard) -> bool {
    [BitBoard::DARK_SQUARES, BitBoard::LIGHT_SQUARES]
        .into_iter()
        .any(|color| bishops.is_subset(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_can_mate() {
        let can = |fen: &str| {
            let position = Position::from_fen(fen).expect("a FEN");
            [true, false].map(|white| position.may_mate(white))
        };
        assert_eq!(can("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), [true, false]);
        assert_eq!(can("4kn2/8/8/8/8/8/8/Q3K3 w - - 0 1"), [true, false]);
        assert_eq!(can("4kn2/8/8/8/8/8/8/R3K3 w - - 0 1"), [true, true]);
        // Walls of pawns that attack every way through.
        assert_eq!(can("8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1"), [false, false]);
        assert_eq!(can("8/8/4k3/p1p1p3/P1P1P3/4K3/8/8 w - - 0 1"), [true, true]);
    }
}
