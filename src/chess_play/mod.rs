//! A game of chess as it is played: whose turn it is, the clock, how it ends, a file that survives
//! every interruption, and the [`engine`] to play against. The game itself knows no process, no
//! terminal and no time of its own: the caller says how long a move took.
//!
//! ```
//! use kibitzer::{chess_play::{Session, Setup}, games::chess::rules::{PgnResult, TimeControl}};
//! use std::time::Duration;
//!
//! let time = Some(TimeControl::new(5.0, 2.0)?);
//! let mut session = Session::new(Setup { time, ..Setup::default() });
//! for text in ["f3", "e5", "g4"] {
//!     session.play(session.read(text)?, Duration::from_secs(10))?;
//! }
//! assert_eq!(session.time_left(), Some(Duration::from_secs(292)));
//! assert!(session.read("Qh5").is_err(), "a pawn is in the way of h5");
//! session.play(session.read("Qh4")?, Duration::from_secs(10))?;
//! assert_eq!(session.game().result, PgnResult::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ending;
pub mod engine;
mod file;
mod session;
mod setup;
mod tags;

pub use ending::Ending;
pub use file::{GameFile, GameFileError};
pub use session::{DrawAnswer, Refusal, Session};
pub use setup::{Player, Setup};
