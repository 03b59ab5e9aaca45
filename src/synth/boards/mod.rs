//! The boards of every game, and what is printed on them.

mod checkered;
mod font;
mod go;
mod lookalikes;
mod prints;
mod qwirkle;

pub use checkered::{Checkered, Spots};
pub use go::GoBoard;
pub use lookalikes::Lookalike;
pub use prints::Prints;
pub use qwirkle::QwirkleBoard;
