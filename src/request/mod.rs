//! What is asked of the rules: to judge a move, to score a game, with boards given as photos or as
//! notations. The program and the server ask the same, and differ in where a board comes from.
//!
//! Who asks hands over a function that gets the board that a name stands for: nothing here opens a
//! file, but for [`Named`], which tells photos, files and notations apart.
//!
//! ```
//! use kibitzer::{games::GameId, messages::Language, request::{Given, JudgeMove, RequestError}};
//! use std::collections::HashMap;
//!
//! let boards = HashMap::from([
//!     ("before", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
//!     ("after", "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKB1R"),
//! ]);
//! let request = JudgeMove::new(GameId::Chess, "before", "after");
//! let board = |name: &str| Given::from_notation(request.game.game(), None, boards[name]);
//! let judged = request.judge(|name| board(name).map_err(Box::<dyn std::error::Error>::from))?;
//! let verdict = judged.verdict(Language::English);
//! assert!(!verdict.legal, "a knight is gone: {}", verdict.message);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod go;
mod judge;
mod named;
mod qwirkle;
mod rules;
mod unseen;

pub use board::{Given, InvalidBoard, Source, board_from_notation};
pub use go::{ScoreGo, parse_komi, parse_prisoners};
pub use judge::{JudgeMove, Judged};
pub use named::{Named, NoBoard, is_photo, read_notation};
pub use qwirkle::{ScoreQwirkle, qwirkle_moves, square_name};
pub use rules::{RulesName, UnknownRules};
pub use unseen::Unseen;

use crate::games::{NotationError, rules::Contradiction};

/// A request that cannot be answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// An option does not fit the others, or the board.
    #[error("{option} {problem}")]
    Option {
        /// The option, as the server's parameters and, after two dashes, the program's options are
        /// called.
        option: &'static str,
        /// What is wrong with it and what to do, as the rest of a sentence that starts with its
        /// name.
        problem: String,
    },
    /// The game has no score.
    #[error("{0} has no score: use go or qwirkle")]
    NoScore(crate::games::GameId),
    /// A game of Qwirkle is scored from two boards or more.
    #[error(
        "a score needs two boards or more: the start of the game, then the board after each move"
    )]
    TooFewBoards,
    /// A board of Qwirkle that was given as the start of a game is none.
    #[error("{board} is no start of a game")]
    NoStart {
        /// The board, as it was named.
        board: String,
        /// Why not.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A notation is no position of the game.
    #[error("{board} is no position of {game}")]
    Position {
        /// The board, as it was named.
        board: String,
        /// The game.
        game: crate::games::GameId,
        /// Why not.
        source: NotationError,
    },
    /// What is known does not fit the board.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
}

impl RequestError {
    fn option(option: &'static str, problem: impl Into<String>) -> Self {
        Self::Option { option, problem: problem.into() }
    }
}

/// The start of a text, for a message.
#[must_use]
pub fn shortened(text: &str) -> String {
    let line: String = text.chars().take_while(|c| *c != '\n').take(40).collect();
    if line.len() < text.len() { line + "..." } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_shortened() {
        assert_eq!(shortened("W:W1:B2"), "W:W1:B2");
        assert_eq!(shortened(&"x".repeat(100)).len(), 43);
        assert_eq!(shortened("a\nb"), "a...");
    }
}
