//! Kibitzer reads the state of a board game (checkers, chess, Go, Qwirkle) from an ordinary photo.
//!
//! ```text
//! photo -> corners -> rectify -> cells -> classify -> decode -> rules
//! ```
//!
//! Each arrow is a file of [`recognition`], and its result is public. In one go:
//!
//! ```no_run
//! use kibitzer::{games::GameId, inference::ModelStore, recognition::{RecognizeOptions, Recognizer}};
//! use kibitzer::vision::{PhotoLimits, open_photo};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let recognizer = Recognizer::load(&ModelStore::find()?, GameId::Go)?;
//! let photo = open_photo("photo.jpg".as_ref(), &PhotoLimits::default())?;
//! let found = recognizer.recognize(&photo, &RecognizeOptions::default())?;
//! println!("{}", GameId::Go.game().to_notation(&found.board));
//! for violation in &found.violations {
//!     println!("{}", violation.message);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! | Feature | Default | What it adds |
//! |---|---|---|
//! | `cli` | yes | the program `kibitzer`, and the tables and reports of [`eval`]: `clap`, `indicatif`, `polars` |

#![warn(missing_docs)]

pub mod chess_play;
pub mod commit;
pub mod dataset;
pub mod error;
pub mod eval;
pub mod files;
pub mod games;
pub mod geometry;
pub mod inference;
pub mod messages;
pub mod recognition;
pub mod report;
pub mod vision;

/// The program of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
