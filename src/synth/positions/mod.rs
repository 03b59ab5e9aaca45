//! Positions to show: boards as they occur in play, and rarer ones.

mod checkers;
mod chess;
mod go;
mod qwirkle;

pub use checkers::checkers;
pub use chess::{chess, crowded_chess};
pub use go::go;
pub use qwirkle::qwirkle;
