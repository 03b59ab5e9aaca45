//! Why a side may not castle.

use super::{judge::Reason, position::Position};
use cozy_chess::{File, Rank, Square, get_between_rays};

/// The condition that fails for a castling that is not legal, to the king's side when `short`.
pub(super) fn why_not(position: &Position, short: bool) -> Reason {
    let board = &position.board;
    let own = board.side_to_move();
    let square = |file| Square::new(file, Rank::First.relative_to(own));
    let rights = board.castle_rights(own);
    let (right, rook) = if short { (rights.short, File::H) } else { (rights.long, File::A) };
    if right.is_none() {
        Reason::CastlingLost
    } else if !(get_between_rays(square(File::E), square(rook)) & board.occupied()).is_empty() {
        Reason::CastlingBlocked
    } else {
        Reason::CastlingThroughCheck
    }
}
