//! The rules of draughts: English, and Russian, Brazilian and international draughts as variants.
//!
//! A board that was read from a photo is a [`CellGrid`](crate::games::CellGrid) and may be
//! anything; a [`Position`] knows whose turn it is and has its pieces on playing squares. [`judge`]
//! compares two boards of a game.
//!
//! ```
//! use kibitzer::games::checkers::rules::{
//!     Color, Outcome, Position, Progress, Variant, legal_moves,
//! };
//!
//! let english = Variant::ENGLISH;
//! let start = Position::initial(&english, Color::Black);
//! assert_eq!(legal_moves(&english, &start).len(), 7);
//!
//! let position = Position::from_fen(&english, "W:W22:B18")?;
//! let moves = legal_moves(&english, &position);
//! assert_eq!((moves.len(), moves[0].to_pdn(&english).as_str()), (1, "22x15"));
//! let mut game = Progress::new(english, position);
//! game.play(&moves[0]);
//! assert_eq!(game.outcome(), Outcome::Won(Color::White));
//! # Ok::<(), kibitzer::games::NotationError>(())
//! ```

mod captures;
mod draws;
mod geometry;
mod judge;
mod moves;
mod pdn;
mod perft;
mod position;
mod progress;
mod state;
mod variant;

pub use draws::DrawRules;
pub(super) use geometry::place;
pub use judge::{Reason, Verdict, judge};
pub use moves::{Move, distinct_moves, legal_moves};
pub use pdn::{PdnGame, PdnResult, read_first_pdn, read_pdn, write_pdn};
pub use perft::perft;
pub use position::{Color, OffBoard, Position, Undo};
pub use progress::{Outcome, Progress};
pub use state::{ChangeDetails, CheckersRules, Pieces};
pub use variant::{Promotion, Variant};
