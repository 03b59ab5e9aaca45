//! A game of chess as it is played: whose turn it is, the clock, how it ends, a file that survives
//! every interruption, and the [`engine`] to play against. The game itself knows no process, no
//! terminal and no time of its own: the caller says how long a move took.

mod ending;
pub mod engine;
mod file;
mod session;
mod setup;
mod tags;

pub use ending::Ending;
pub use file::{GameFile, GameFileError};
pub use session::{DrawAnswer, Refusal, Session};
pub use setup::{InvalidTime, Player, Setup, TimeControl};
