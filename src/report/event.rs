//! The JSON of `kibitzer follow`: an event a line.
//!
//! ```
//! use kibitzer::report::event::{Event, What};
//!
//! let line = r#"{"schema": 1, "game": "chess", "frame": 9, "event": "move", "number": 1,
//!     "side": "white", "move": "e4", "seen": 8,
//!     "board": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"}"#;
//! let event: Event = serde_json::from_str(line)?;
//! assert!(event.what.changes_the_game());
//! assert!(matches!(&event.what, What::Move { notation, .. } if notation == "e4"));
//! # Ok::<(), serde_json::Error>(())
//! ```

use super::verdict::Verdict;
use crate::{
    games::{GameId, rules::Cell},
    messages::{Language, Message},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened in a game that is followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// Version of this format.
    pub schema: u32,
    /// The game.
    pub game: GameId,
    /// The frame that told it, from 1.
    pub frame: usize,
    /// The photo, as it is named; frames of a camera have no names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub photo: Option<String>,
    /// When the frame was taken, in seconds, where that is known: from the first one, or since 1970
    /// where the source says the time of day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_s: Option<f64>,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum What {
    /// The game begins, or goes on: from its record, or from a board that does not follow from the
    /// last one.
    Position {
        /// The board, as a notation.
        board: String,
        /// The side to move, where it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_move: Option<Color>,
        /// The board's corners in pixels, the first its own top-left; only at the beginning.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        corners: Option<[[f64; 2]; 4]>,
        /// Whether the game goes on: it was begun before, or what was seen is not understood or was
        /// accepted.
        resumed: bool,
    },
    /// A move was made, and is certain.
    Move {
        /// Its number in the game, from 1.
        number: usize,
        /// The side that made it, where the game has sides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Color>,
        /// The move, in the game's notation.
        #[serde(rename = "move")]
        notation: String,
        /// The board after it, as a notation.
        board: String,
        /// The frame that first showed it.
        seen: usize,
        /// When that was, in seconds, where it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen_s: Option<f64>,
        /// What is to be said of it: check, captures, points, how many pieces are left.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        said: Vec<String>,
    },
    /// Moves were taken back.
    TakenBack {
        /// Their number.
        moves: usize,
        /// The board that was returned to.
        board: String,
        /// What is said.
        message: String,
    },
    /// The board was changed in a way that is no legal move. The last correct board stays.
    Verdict {
        /// The verdict, as `kibitzer judge` gives it.
        verdict: Box<Verdict>,
        /// Whether another wrong change stood before.
        again: bool,
        /// What is said: what is wrong, and to put it back.
        message: String,
    },
    /// What was wrong was put right.
    AllRight {
        /// The board.
        board: String,
        /// What is said.
        message: String,
    },
    /// What is seen cannot be explained, or not yet: nothing is concluded.
    Unclear,
    /// Something is over the board: nothing is concluded.
    Busy {
        /// Row and column of the cells that it hides.
        cells: Vec<Cell>,
    },
    /// No board is seen.
    BoardLost {
        /// Why not.
        message: String,
    },
    /// A frame is damaged or no picture, or its board is none that the game can begin from: it is
    /// passed over.
    Unreadable {
        /// What is wrong with it.
        message: String,
    },
    /// The game is over.
    GameOver {
        /// The winner, where there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Color>,
        /// How it ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
}

impl What {
    /// Whether the record of the game is another one afterwards.
    pub const fn changes_the_game(&self) -> bool {
        matches!(self, Self::Position { .. } | Self::Move { .. } | Self::TakenBack { .. })
    }

    /// What is said of it to people, in the language that its own messages are in.
    pub fn sentence(&self, language: Language) -> String {
        let say = |key| Message::new(key).in_language(language);
        match self {
            Self::Position { resumed: false, .. } => say("follow-begins"),
            Self::Position { .. } => say("follow-resumed"),
            Self::Move { number, notation, said, .. } if said.is_empty() => {
                format!("{number}. {notation}")
            }
            Self::Move { number, said, .. } => format!("{number}. {}", language.paragraph(said)),
            Self::TakenBack { message, .. }
            | Self::AllRight { message, .. }
            | Self::BoardLost { message }
            | Self::Unreadable { message } => message.clone(),
            Self::Verdict { message, again: false, .. } => message.clone(),
            Self::Verdict { message, .. } => format!("{} {message}", say("follow-again")),
            Self::Unclear => say("follow-unclear"),
            Self::Busy { .. } => say("follow-busy"),
            Self::GameOver { winner, message } => {
                message.clone().unwrap_or_else(|| result(*winner).to_owned())
            }
        }
    }
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// White.
    White,
    /// Black.
    Black,
}

/// The result of a game as every record has it.
const fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

impl Color {
    /// White, when true.
    pub const fn of_white(white: bool) -> Self {
        if white { Self::White } else { Self::Black }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_move_is_sentences() {
        let said = ["Score: 2 points.", "line 11H to 12H: 2 points"].map(String::from).to_vec();
        let (notation, board) = ("11H".to_owned(), String::new());
        let made =
            What::Move { number: 2, side: None, notation, board, seen: 1, seen_s: None, said };
        assert_eq!(
            made.sentence(Language::English),
            "2. Score: 2 points. Line 11H to 12H: 2 points."
        );
    }

    #[test]
    fn that_no_board_is_seen_is_said_once() {
        let message = "Lautaa ei löytynyt.".to_owned();
        let lost = What::BoardLost { message: message.clone() };
        assert_eq!(lost.sentence(Language::Finnish), message);
    }
}
