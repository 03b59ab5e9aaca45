//! Kibitzer reads the state of a board game (checkers, chess, Go, Qwirkle) from an ordinary photo.
//!
//! ```text
//! photo -> corners -> lattice -> rectify -> cells -> classify -> augmentation -> (decode) -> (violations)
//!             |          ^                                            |            ^  |
//!          presence      '---------------- refinement ----------------'  coordinates  context
//! ```
//!
//! Each step is a file of [`recognition`], those in parentheses files of each game in [`games`]. All
//! in one go:
//!
//! ```
//! use kibitzer::{games::GameId, inference::ModelStore, vision::{PhotoLimits, open_photo}};
//! use kibitzer::recognition::{Readers, RecognizeOptions};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let readers = Readers::new(ModelStore::find()?);
//! let photo = "datasets/demo/images/go-end.jpg";
//! let photo = open_photo(photo.as_ref(), &PhotoLimits::default())?;
//! let found = readers.read(&photo, Some(GameId::Go), &RecognizeOptions::default())?;
//! println!("{}", GameId::Go.game().to_notation(&found.board));
//! assert_eq!(found.board.rows(), 9);
//! for violation in &found.violations {
//!     println!("{}", violation.message);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! | Feature | Default | What it adds |
//! |---|---|---|
//! | `cli` | yes | the program `kibitzer`: `clap`, `indicatif` |
//! | `tables` | yes | tables and reports of [`eval`] and [`dataset`]: `polars` |
//! | `remote` | yes | models that another server runs: `ureq` |
//! | `server` | yes | the HTTP server: `axum` and what it stands on |
//! | `meshes` | yes | renders of chess sets that somebody has modeled: `gltf` |
//! | `embedded-models` | yes | the released models as a part of the library, 7 MB |

#![warn(missing_docs)]

pub mod adapt;
pub mod chess_play;
pub mod commit;
pub mod dataset;
pub mod error;
pub mod eval;
pub mod files;
pub mod follow;
pub mod games;
pub mod geometry;
pub mod inference;
pub mod messages;
pub mod recognition;
pub mod report;
pub mod request;
#[cfg(feature = "server")]
pub mod server;
pub mod synth;
pub mod vision;

/// The programs of the book compile.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Book;
