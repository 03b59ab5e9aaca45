//! What stands on boards: the shapes and colors of sets of every game.

mod checkers;
mod chess;
mod go;
mod qwirkle;

pub use checkers::{CheckersSet, KingStyle};
pub use chess::{PieceShapes, SetColors};
pub use go::GoSet;
pub use qwirkle::QwirkleSet;
