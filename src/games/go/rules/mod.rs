//! The rules of Go: moves, life and death at the end of a game, territory and scores.
//!
//! ```
//! use kibitzer::games::{
//!     Game, go::{Go, rules::{GoGame, Overrides, Ruleset, ScoreOptions, count}},
//! };
//!
//! let mut game = GoGame::new(Go.from_notation("(;SZ[9]AB[ab]AW[aa])")?, true);
//! game.play((0, 1))?;
//! assert_eq!((game.board().get(0, 0), game.prisoners()), (0, (1, 0)));
//!
//! let walls = Go.from_notation("(;SZ[9]AB[ea:ei]AW[fa:fi][bb])")?;
//! let counted = count(&walls, &Overrides::default(), &ScoreOptions::new(Ruleset::Japanese));
//! assert_eq!(counted.judged.dead, [(1, 1)]);
//! assert_eq!(counted.score.to_string(), "B+3.5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arena;
mod benson;
mod count;
mod dead;
mod enclosed;
mod finished;
mod finnish;
mod judge;
mod play;
mod playout;
mod replies;
mod score;
mod state;
mod territory;

pub use super::groups::{Group, group_at, groups};
pub use benson::{Safe, unconditional_life};
pub use count::{Count, count};
pub use dead::{Judged, Overrides, judge_groups};
pub use finnish::finnish_dead;
pub use judge::{Reason, Verdict, judge};
pub use play::{GoGame, IllegalMove, MoveRules, Repetition};
pub use playout::{PLAYOUTS, ownership};
pub use score::{
    LARGEST_KOMI, MOST_HANDICAP_STONES, Points, Ruleset, Score, ScoreOptions, UnknownRuleset, score,
};
pub use state::{ChangeDetails, GoRules};
pub use territory::{Owner, Territory, territory};

/// Row and column of an intersection.
pub type Point = (usize, usize);
