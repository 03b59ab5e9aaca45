//! The JSON of `kibitzer judge`: whether a change from one board to another is a legal move.
//!
//! ```
//! use kibitzer::{
//!     games::{Game, GameId, rules::Known}, messages::Language, report::verdict::Verdict,
//! };
//!
//! let (game, rules) = (GameId::Go.game(), GameId::Go.rules());
//! let state = rules.read("(;SZ[9])", &Known::default())?;
//! let after = game.from_notation("(;SZ[9]AB[ee])")?;
//! let judged = state.judge(&after);
//! let verdict = Verdict::new(game, &*state, &after, &judged, Vec::new(), Language::English);
//! let json = serde_json::to_value(&verdict)?;
//! assert_eq!((&json["verdict"], &json["move"]), (&"legal".into(), &"E5".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod details;

use super::photo::PhotoNote;
use crate::{
    games::{
        CellGrid, Game, GameId,
        rules::{Cell, Change, GameState, Judgement, Wrong},
    },
    messages::Language,
};
pub use details::{
    CheckersDetails, ChessDetails, Details, GoDetails, PieceCounts, Pieces, QwirkleDetails,
    QwirkleLine, QwirkleScore, Tile,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A verdict on the change from one board to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// Version of this format.
    pub schema: u32,
    /// `judged`.
    pub status: String,
    /// The game.
    pub game: GameId,
    /// What the change is.
    pub verdict: Kind,
    /// False for a wrong move.
    pub legal: bool,
    /// The language of the messages, by its ISO 639-1 code.
    pub language: String,
    /// What is said.
    pub message: String,
    /// Why a move is illegal.
    pub reasons: Vec<Reason>,
    /// Row and column of the cells of the move, or of those where something is wrong.
    pub cells: Vec<(usize, usize)>,
    /// The names of these cells.
    pub names: Vec<String>,
    /// The board before, as a notation.
    pub before: String,
    /// The board after.
    pub after: String,
    /// What only this game has to say.
    #[serde(flatten)]
    pub details: Details,
    /// How sure the boards are that were read from photos.
    #[serde(default)]
    pub readings: Vec<PhotoNote>,
}

/// What a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing has moved.
    Unchanged,
    /// A legal move.
    Legal,
    /// Checkers: a capture that had to go on.
    Unfinished,
    /// Checkers: a move without a capture where one was possible.
    MissedCapture,
    /// No legal move.
    Illegal,
}

impl From<Change> for Kind {
    fn from(change: Change) -> Self {
        match change {
            Change::Unchanged => Self::Unchanged,
            Change::Legal => Self::Legal,
            Change::Unfinished => Self::Unfinished,
            Change::MissedCapture => Self::MissedCapture,
            Change::Illegal => Self::Illegal,
        }
    }
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// A machine-readable name: `chess-reason-out-of-reach`.
    pub reason: String,
    /// What is wrong, as a clause.
    pub message: String,
    /// Row and column of the cells concerned.
    pub cells: Vec<(usize, usize)>,
    /// The names of these cells.
    pub names: Vec<String>,
}

impl Reason {
    /// A reason in a language.
    pub fn new(wrong: &Wrong, name: &dyn Fn(Cell) -> String, language: Language) -> Self {
        Self {
            reason: wrong.reason.key().to_owned(),
            message: wrong.reason.in_language(language),
            cells: wrong.cells.clone(),
            names: wrong.cells.iter().map(|&cell| name(cell)).collect(),
        }
    }
}

impl Verdict {
    /// The verdict on the change from a state to a board, with how sure the photos of both are.
    pub fn new(
        game: &dyn Game,
        before: &dyn GameState,
        after: &CellGrid,
        judged: &Judgement,
        readings: Vec<PhotoNote>,
        language: Language,
    ) -> Self {
        let name = |cell| before.cell_name(cell);
        Self {
            schema: 1,
            status: "judged".to_owned(),
            game: game.id(),
            verdict: judged.change.into(),
            legal: !judged.change.is_wrong(),
            language: language.code().to_owned(),
            message: language.paragraph(&said(before, judged, &readings, language)),
            reasons: judged.wrong.iter().map(|w| Reason::new(w, &name, language)).collect(),
            cells: judged.cells.clone(),
            names: judged.cells.iter().map(|&cell| name(cell)).collect(),
            before: game.to_notation(before.board()),
            after: game.to_notation(after),
            details: Details::new(judged, &name),
            readings,
        }
    }
}

/// Everything that is said of a verdict, a text each: how sure the photos are comes last.
pub fn said(
    before: &dyn GameState,
    judged: &Judgement,
    readings: &[PhotoNote],
    language: Language,
) -> Vec<String> {
    let doubts = readings.iter().flat_map(PhotoNote::sentences);
    let doubts = doubts.map(|message| message.in_language(language));
    judged.said(&|cell| before.cell_name(cell), language).into_iter().chain(doubts).collect()
}
