//! How sure a board is that was read from a photo.
//!
//! ```
//! use kibitzer::{games::GameId, messages::Language, report::photo::Impossible};
//!
//! let chess = GameId::Chess.game();
//! let board = chess.from_notation("4k3/8/8/8/8/8/8/P3K3")?;
//! let all: Vec<Impossible> =
//!     chess.violations(&board).iter().map(|v| Impossible::new(v, Language::Finnish)).collect();
//! assert_eq!((all[0].rule.as_str(), all[0].cells[0]), ("pawn-on-edge", (7, 0)));
//! # Ok::<(), kibitzer::games::NotationError>(())
//! ```

use crate::{
    games::{Game, Violation},
    messages::{Language, Message},
    recognition::{Concern, Recognition},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What stands or falls with a photo: how sure one of the boards of a verdict or a score is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PhotoNote {
    /// Which board it is.
    pub board: Which,
    /// The photo, as it was named.
    pub photo: String,
    /// Probability that every cell is right.
    pub confidence: f32,
    /// Whether a person should look at the board.
    pub check: bool,
    /// What is impossible about the board.
    pub violations: Vec<Impossible>,
    /// Names of the cells that something hides.
    pub covered: Vec<String>,
    /// Whether it is not known which way round the board lies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub which_way: bool,
}

/// Which board of a verdict or a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Which {
    /// The one before the move.
    Before,
    /// The one after it.
    After,
    /// An earlier one of the game.
    History,
    /// The one at the start of the game.
    Start,
    /// The one that is counted.
    Board,
}

/// Something impossible about a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Impossible {
    /// A machine-readable name: `two-kings`.
    pub rule: String,
    /// What is impossible.
    pub message: String,
    /// Row and column of every cell concerned.
    pub cells: Vec<(usize, usize)>,
}

impl Impossible {
    /// A violation in a language.
    pub fn new(violation: &Violation, language: Language) -> Self {
        Self {
            rule: violation.rule.to_owned(),
            message: violation.message.in_language(language),
            cells: violation.cells.clone(),
        }
    }
}

impl PhotoNote {
    /// How sure the reading of a photo is that gave one of the boards.
    pub fn new(
        board: Which,
        photo: &str,
        game: &dyn Game,
        found: &Recognition,
        language: Language,
    ) -> Self {
        let name = |&(row, col): &(usize, usize)| game.cell_name(&found.board, row, col);
        Self {
            board,
            photo: photo.to_owned(),
            confidence: found.confidence,
            check: found.is_doubtful(),
            violations: found.violations.iter().map(|v| Impossible::new(v, language)).collect(),
            covered: found.covered.iter().map(name).collect(),
            which_way: found.concerns().contains(&Concern::Orientation),
        }
    }

    /// What a person has to know before relying on what is said of the board; nothing where the
    /// reading is sure.
    pub fn sentences(&self) -> Vec<Message> {
        if !self.check {
            return Vec::new();
        }
        let about = |key| Message::new(key).text("photo", self.photo.as_str());
        let percent = (f64::from(self.confidence) * 100.0).floor();
        let unsure = about("photo-unsure").number("percent", percent);
        let reasons: Vec<&str> = self.violations.iter().map(|v| v.message.as_str()).collect();
        let impossible = (!reasons.is_empty())
            .then(|| about("photo-impossible").text("reasons", reasons.join("; ")));
        let covered = (!self.covered.is_empty())
            .then(|| about("photo-covered").all("cells", self.covered.iter().cloned()));
        let which_way = self.which_way.then(|| about("photo-which-way"));
        [unsure].into_iter().chain(impossible).chain(covered).chain(which_way).collect()
    }
}
