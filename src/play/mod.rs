//! A game of chess as it is played: whose turn it is, the clock, how it ends, and a file that
//! survives every interruption. No process, no terminal, no time of its own: the caller says how
//! long a move took.

mod ending;
mod file;
mod session;
mod setup;
mod tags;

pub use ending::Ending;
pub use file::{GameFile, GameFileError};
pub use session::{DrawAnswer, Refusal, Session};
pub use setup::{InvalidTime, Player, Setup, TimeControl};
