//! The rules of Qwirkle: legality, scores, bonus squares and hints; with the board of Qwirkle
//! Connect or without one.

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
