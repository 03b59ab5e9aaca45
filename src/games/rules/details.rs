//! What only one game has to say of a change.

use crate::games::{checkers, chess, go, qwirkle};

/// What only one game has to say of a change.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Details {
    /// Nothing.
    None,
    /// Checkers: captures that were missed, the pieces left, the winner.
    Checkers(checkers::rules::ChangeDetails),
    /// Chess: check, the end of the game, the position after the move.
    Chess(chess::rules::ChangeDetails),
    /// Go: captured stones.
    Go(go::rules::ChangeDetails),
    /// Qwirkle: tiles and their score.
    Qwirkle(qwirkle::rules::ChangeDetails),
}
