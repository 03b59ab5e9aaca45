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

use super::reading::{About, ConcernNote, concerns};
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
    /// Why, as in a reading.
    #[serde(default)]
    pub concerns: Vec<ConcernNote>,
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
            concerns: concerns(game, found, language),
            which_way: found.concerns().contains(&Concern::Orientation),
        }
    }

    /// What a person has to know before relying on what is said of the board, a sentence for each
    /// concern; nothing where the reading is sure.
    pub fn sentences(&self) -> Vec<Message> {
        self.concerns.iter().map(|concern| self.sentence(concern.about)).collect()
    }

    /// A concern in a sentence that names the photo.
    fn sentence(&self, concern: About) -> Message {
        let about = |key| Message::new(key).text("photo", self.photo.as_str());
        match concern {
            About::Presence => about("photo-presence"),
            About::Game => about("photo-game"),
            About::Orientation => about("photo-which-way"),
            About::Impossible => {
                let reasons: Vec<&str> =
                    self.violations.iter().map(|v| v.message.as_str()).collect();
                about("photo-impossible").text("reasons", reasons.join("; "))
            }
            About::Covered => about("photo-covered").all("cells", self.covered.iter().cloned()),
            About::Uncertain => {
                let percent = (f64::from(self.confidence) * 100.0).floor();
                about("photo-unsure").number("percent", percent)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{GameId, Orientation},
        recognition::{Presence, testing::recognition},
    };

    /// What is said of a reading of a photo.
    fn said(found: &Recognition) -> (PhotoNote, Vec<String>) {
        let (language, game) = (Language::English, found.game.game());
        let note = PhotoNote::new(Which::After, "a.jpg", game, found, language);
        let said = note.sentences().iter().map(|message| message.in_language(language)).collect();
        (note, said)
    }

    #[test]
    fn a_doubt_is_said_where_there_is_one_and_no_other() {
        let sure = recognition(&[]);
        assert!(!said(&sure).0.check && said(&sure).1.is_empty());
        let presence = Some(Presence { board: 0.4, part: 0.1, none: 0.5 });
        let (note, sentences) = said(&Recognition { presence, ..sure.clone() });
        assert_eq!(note.concerns.len(), 1);
        assert_eq!(sentences, ["What a.jpg shows may be no whole board."]);
        let unsure = recognition(&[((0, 0), 0.5)]);
        let (_, sentences) = said(&unsure);
        assert!(sentences.len() == 1 && sentences[0].contains("of 50 %"), "{sentences:?}");
        let (_, sentences) = said(&Recognition { covered: vec![(0, 0)], ..sure });
        assert_eq!(sentences, ["Something hides the board in a.jpg at A9."]);
    }

    #[test]
    fn a_sure_board_whose_side_is_not_known_is_not_called_doubtful() {
        let chess = GameId::Chess.game();
        let board = chess.from_notation("8/8/8/3k4/8/3K4/8/8").expect("a board");
        let orientation = Some(Orientation::from_turn_scores(&[0.2, -9.0, 0.0, -9.0], 1.0));
        let found = Recognition { game: GameId::Chess, board, orientation, ..recognition(&[]) };
        let (note, sentences) = said(&found);
        assert!(note.which_way && note.check);
        assert_eq!(
            sentences,
            ["It is not known which side is white's in a.jpg: say where white sits."]
        );
    }
}
