//! The JSON of `kibitzer score`: a counted board of Go, a move of Qwirkle.
//!
//! ```
//! use kibitzer::{
//!     games::GameId, messages::Language, report::score::GoScore, request::{Given, ScoreGo},
//! };
//!
//! let given = Given::from_notation(GameId::Go.game(), None, "(;SZ[9]AB[ea:ei]AW[fa:fi])")?;
//! let counted = ScoreGo::default().count("walls.sgf", given, Language::English)?;
//! let score = GoScore::new(&counted, Language::English);
//! assert_eq!((score.result.as_str(), score.komi), ("B+2.5", 6.5));
//! let json = serde_json::to_value(&score)?;
//! assert_eq!(json["black"]["territory"], 36.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod go;
mod qwirkle;

pub use go::{Counted, GoScore, Prisoners, SidePoints, WrongMove};
pub use qwirkle::{Line, QwirkleMove, ScoredMove, ScoredSquare};
