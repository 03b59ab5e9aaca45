//! The JSON of `kibitzer score`: a counted board of Go, a move of Qwirkle.

mod go;
mod qwirkle;

pub use go::{Counted, GoScore, Prisoners, SidePoints, WrongMove};
pub use qwirkle::{Line, QwirkleMove, ScoredMove, ScoredSquare};
