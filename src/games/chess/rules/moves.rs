//! A move of a piece.

use super::position::cell;
use std::fmt;

/// A move of a piece; castling is the king taking its own rook. Positions say which are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(super) cozy_chess::Move);

impl Move {
    /// Where the piece stood, `(row, column)`, row 0 being rank 8.
    pub const fn from(self) -> (usize, usize) {
        cell(self.0.from)
    }

    /// Where it goes.
    pub const fn to(self) -> (usize, usize) {
        cell(self.0.to)
    }
}

/// The squares, and the piece that a pawn becomes: `e2e4`, `e7e8q`; castling as `e1h1`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
