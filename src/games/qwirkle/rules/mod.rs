//! The rules of Qwirkle: legality, scores, bonus squares and hints; with the board of Qwirkle
//! Connect or without one.

mod bonus;
mod game;
mod hints;
mod legality;
mod output;
mod score;
mod table;

pub use bonus::{BonusSquares, NoStart};
pub use game::{HAND, QwirkleGame, Refusal, Turn};
pub use hints::{Hint, hints};
pub use legality::{Fault, Play, Rules, check};
pub use output::course_lines;
pub use score::{END_BONUS, Line, Score, score};
pub use table::{Cell, Table};
