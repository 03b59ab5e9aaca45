//! Which men are enough to mate, whatever the other side does to help.

use super::position::Position;
use cozy_chess::{BitBoard, Board, Color, Piece};

/// Whether neither side has the men to mate.
pub(super) fn is_dead(position: &Position) -> bool {
    Color::ALL.into_iter().all(|side| !can_mate(&position.board, side))
}

impl Position {
    /// Whether a side has the men to mate in some series of moves. Where it has not, the other side
    /// cannot lose by time (FIDE Laws of Chess, article 6.9). Only men count: what pawns wall up is
    /// not seen.
    pub fn can_mate(&self, white: bool) -> bool {
        can_mate(&self.board, if white { Color::White } else { Color::Black })
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
