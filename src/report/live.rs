//! How a game that is followed stands: what its events add up to.
//!
//! ```
//! use kibitzer::report::live::{Live, Standing};
//!
//! let json = r#"{"schema": 1, "game": "chess", "standing": "wrong", "message": "Put it back.",
//!     "moves": [{"number": 1, "side": "white", "move": "e4", "seen_s": 3.5}],
//!     "wrong": [[1, 4], [4, 4]], "frames": 42}"#;
//! let live: Live = serde_json::from_str(json)?;
//! assert_eq!((live.standing, live.wrong), (Standing::Wrong, vec![(1, 4), (4, 4)]));
//! assert_eq!(live.moves[0].notation, "e4");
//! # Ok::<(), serde_json::Error>(())
//! ```

use super::event::Color;
use crate::games::{GameId, rules::Cell};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};

/// A game that is followed, as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Live {
    /// Version of this format.
    pub schema: u32,
    /// The game.
    pub game: GameId,
    /// What is going on.
    pub standing: Standing,
    /// Whether the game has ended, by its rules or because somebody said so, whatever is going on at
    /// the board since; no longer once it goes on: with a stone after both sides have passed, or
    /// with a frame after it was said to be finished.
    #[serde(default)]
    pub over: bool,
    /// What was said last.
    pub message: String,
    /// The board after the last certain move; absent until one was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The moves of the part that goes on.
    pub moves: Vec<MoveMade>,
    /// What both sides used in the parts before, where there are any: the clocks go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Earlier>,
    /// While a wrong move stands: row and column of its cells.
    pub wrong: Vec<Cell>,
    /// When its first board was seen, in seconds, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun_s: Option<f64>,
    /// When this was said, in seconds since 1970.
    #[serde(default)]
    pub now_s: f64,
    /// Frames so far.
    pub frames: usize,
}

impl Live {
    /// The same, said now.
    #[must_use]
    pub fn said_now(self) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Self { now_s: now.map_or(0.0, |now| now.as_secs_f64()), ..self }
    }
}

/// What is going on in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// No board was seen yet.
    Waiting,
    /// The board is in sight.
    Going,
    /// Something is over it.
    Busy,
    /// It is not seen.
    Lost,
    /// It shows something that is not understood, or not yet.
    Unclear,
    /// A wrong move stands on it.
    Wrong,
    /// The game is over.
    Over,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// As a notation.
    pub notation: String,
    /// What is on its cells: rows of label codes.
    pub cells: Vec<String>,
    /// The side to move, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Color>,
}

/// What both sides used in the parts of a game before the one that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Earlier {
    /// White.
    pub white: Spent,
    /// Black.
    pub black: Spent,
}

/// What a side used.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spent {
    /// Its moves whose time is known.
    pub moves: usize,
    /// The seconds that they took.
    pub used_s: f64,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoveMade {
    /// Its number, from 1.
    pub number: usize,
    /// The side that made it, where the game has sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Color>,
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub notation: String,
    /// When it was first seen, in seconds, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_s: Option<f64>,
    /// The seconds since the move before it, or since the game began, where they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_s: Option<f64>,
}
