//! The rules of Qwirkle: legality, scores, bonus squares and hints; with the board of Qwirkle
//! Connect or without one.
//!
//! ```
//! use kibitzer::games::{
//!     Game, qwirkle::{Qwirkle, rules::{BonusSquares, Rules, Table, check, hints, score}},
//! };
//!
//! let tile = |code: &str| Qwirkle.class_of(code).expect("a tile");
//! let mut before = Table::default();
//! before.put((0, 0), tile("1R"));
//! let best = &hints(&before, &["2R", "3R"].map(tile), &Rules::CLASSIC, &BonusSquares::NONE)[0];
//! assert_eq!(best.points, 4, "two lines of two tiles each");
//! let mut after = before.clone();
//! best.play.tiles.iter().for_each(|&(cell, tile)| after.put(cell, tile));
//! let play = check(&before, &after, &Rules::CLASSIC).expect("a legal move");
//! assert_eq!(score(&after, &play.cells(), &BonusSquares::NONE).total, 4);
//! ```

mod bonus;
mod game;
mod hints;
mod legality;
mod output;
mod say;
mod score;
mod state;
mod table;

pub use bonus::{BonusSquares, NoStart};
pub use game::{HAND, QwirkleGame, Refusal, Turn};
pub use hints::{Hint, hints};
pub use legality::{Fault, Play, Rules, check};
pub use output::course_lines;
pub use say::{named, places, score_items, score_sentences, tile_code};
pub use score::{END_BONUS, Line, Score, score};
pub use state::{ChangeDetails, QwirkleRules};
pub use table::{Cell, Table};
