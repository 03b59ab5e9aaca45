//! What was read in a photo: the contract of `kibitzer read --json`, described in the README.

use super::photo::Impossible;
use crate::{
    error::Error,
    games::{CellGrid, Game, GameId, Violation, format_cells},
    messages::{Language, Message},
    recognition::{CERTAIN, Doubt, Recognition, Why},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// At most this many uncertain cells are listed.
const LISTED: usize = 5;
/// Alternatives below this probability are not worth a word.
const NEGLIGIBLE: f32 = 0.01;
/// At most this many alternatives of a cell are listed.
const ALTERNATIVES: usize = 3;

/// What may be chosen about a reading that is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The language of messages.
    pub language: Language,
    /// Whether the probabilities of all classes are written.
    pub all_probabilities: bool,
}

/// One photo.
///
/// ```
/// use kibitzer::{games::GameId, report::Reading};
///
/// let reading = Reading::error("a.jpg", Some(GameId::Go), "cannot read a.jpg".to_owned());
/// let json = serde_json::to_value(&reading).expect("plain data");
/// assert_eq!((&json["status"], &json["game"]), (&"error".into(), &"go".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// Version of this format: 1.
    pub schema: u32,
    /// The photo, as it was named.
    pub photo: String,
    /// Null where the game was to be found out, and nothing was read.
    pub game: Option<GameId>,
    /// How it went.
    pub status: Status,
    /// Why there is no board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What kind of reason that is, where there is no board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// How sure the detector is of the board and its corners, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corner_confidence: Option<f32>,
    /// What was read.
    #[serde(flatten)]
    pub board: Option<Board>,
}

/// How reading a photo went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A board was read.
    Read,
    /// There is no board, or none that the game is played on.
    NoBoard,
    /// The photo could not be read.
    Error,
}

/// Why there is no board to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// Nothing in the photo has the corners of a board.
    NothingFound,
    /// What has corners is no board.
    NotABoard,
    /// A part of the board is outside the picture.
    PartOfBoard,
    /// There is a board that the game is not played on.
    OtherBoard,
    /// There is a board with another game on it.
    OtherGame,
}

impl Refusal {
    /// The reason that an error gives; `None` where it is not that there is no board.
    pub const fn of(error: &Error) -> Option<Self> {
        match error {
            Error::NoBoard { .. } => Some(Self::NothingFound),
            Error::NotABoard { .. } => Some(Self::NotABoard),
            Error::PartOfBoard { .. } => Some(Self::PartOfBoard),
            Error::OtherBoard { .. } => Some(Self::OtherBoard),
            Error::OtherGame { .. } => Some(Self::OtherGame),
            _ => None,
        }
    }
}

/// A board that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// Four `[x, y]` in photo pixels, clockwise, the first at row 0, column 0 of the cells.
    pub corners: [[f64; 2]; 4],
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// The board in its own orientation, as rows of label codes.
    pub cells: Vec<String>,
    /// FEN, PDN FEN, SGF or Qwirkle rows.
    pub notation: String,
    /// Probability that every cell is right.
    pub confidence: f32,
    /// Probability that there is a whole board at all, where that was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence: Option<f32>,
    /// Whether a person should look: `confidence` is below 0.8, `presence` below 0.5, or the board
    /// is impossible or partly hidden.
    pub check: bool,
    /// Which cells to look at then, the one that settles most first.
    #[serde(default)]
    pub look_at: Vec<Look>,
    /// Logarithm of the product of the probabilities of what was read in each cell.
    pub log_likelihood: f64,
    /// Rows of the probability of what was read in each cell.
    pub probabilities: Vec<Vec<f32>>,
    /// The codes of all classes, in the order of `class_probabilities`, where those were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<String>>,
    /// Rows of cells of the probabilities of all classes, where those were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class_probabilities: Option<Vec<Vec<Vec<f32>>>>,
    /// The least certain cells, the worst first.
    pub uncertain: Vec<CellReading>,
    /// What is impossible about the board.
    pub violations: Vec<Impossible>,
    /// Names of the cells that something hides.
    pub covered: Vec<String>,
    /// Time of each stage.
    pub milliseconds: BTreeMap<String, f64>,
}

/// A cell to look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Look {
    /// The cell.
    #[serde(flatten)]
    pub cell: CellReading,
    /// Why it is worth a look.
    pub why: Reason,
    /// Probability that the whole board is right after a look at this cell and all before it.
    pub then: f32,
}

/// Why a cell is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// It is part of something impossible.
    Impossible,
    /// Something hides it.
    Covered,
    /// What it looks like cannot be, or hardly ever is, on a board like this.
    Overruled,
    /// It may be something else.
    Uncertain,
}

impl From<Why> for Reason {
    fn from(why: Why) -> Self {
        match why {
            Why::Impossible => Self::Impossible,
            Why::Covered => Self::Covered,
            Why::Overruled => Self::Overruled,
            Why::Uncertain => Self::Uncertain,
        }
    }
}

/// What was read in a cell, and what it may hold instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CellReading {
    /// Its name: `e4`.
    pub cell: String,
    /// Its row, from 0.
    pub row: usize,
    /// Its column, from 0.
    pub column: usize,
    /// The code of what was read.
    pub read: String,
    /// The probability of that.
    pub probability: f32,
    /// Other classes, the most probable first.
    pub alternatives: Vec<Alternative>,
    /// Why the most probable class was not read, where it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overruled: Option<String>,
}

/// What a cell may hold instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Alternative {
    /// Its code.
    pub code: String,
    /// Its name: "white king".
    pub name: String,
    /// Its probability.
    pub probability: f32,
}

impl Reading {
    /// A photo that was read.
    pub fn read(photo: impl Into<String>, found: &Recognition, options: Options) -> Self {
        Self {
            corner_confidence: Some(found.corners.confidence),
            board: Some(Board::new(found, options)),
            ..Self::without_board(photo.into(), Some(found.game), Status::Read, None)
        }
    }

    /// A photo that was not read, and what is said of it.
    pub fn failed(
        photo: impl Into<String>,
        game: Option<GameId>,
        error: &Error,
        message: String,
    ) -> Self {
        if !error.is_no_board() {
            return Self::error(photo, game, message);
        }
        Self {
            refusal: Refusal::of(error),
            corner_confidence: Some(error.confidence()),
            ..Self::without_board(photo.into(), game, Status::NoBoard, Some(message))
        }
    }

    /// A photo that cannot be opened, or that the options do not fit.
    pub fn error(photo: impl Into<String>, game: Option<GameId>, message: String) -> Self {
        Self::without_board(photo.into(), game, Status::Error, Some(message))
    }

    fn without_board(
        photo: String,
        game: Option<GameId>,
        status: Status,
        message: Option<String>,
    ) -> Self {
        Self {
            schema: 1,
            photo,
            game,
            status,
            message,
            refusal: None,
            corner_confidence: None,
            board: None,
        }
    }
}

impl Board {
    /// The board of a reading.
    pub fn new(found: &Recognition, options: Options) -> Self {
        let game = found.game.game();
        let rows = |of: &dyn Fn((usize, usize)) -> f32| -> Vec<Vec<f32>> {
            let (rows, cols) = (found.board.rows(), found.board.cols());
            (0..rows).map(|row| (0..cols).map(|col| of((row, col))).collect()).collect()
        };
        let ms = |(stage, time): &(&str, std::time::Duration)| {
            ((*stage).to_owned(), time.as_secs_f64() * 1e3)
        };
        let of_violation = |violation| Impossible::new(violation, options.language);
        Self {
            corners: found.corners.quad.corners().map(<[f64; 2]>::from),
            rows: found.board.rows(),
            columns: found.board.cols(),
            cells: format_cells(game, &found.board),
            notation: game.to_notation(&found.board),
            confidence: found.confidence,
            presence: found.presence.map(|presence| presence.board),
            check: found.is_doubtful(),
            look_at: looks(game, found, options.language),
            log_likelihood: found.log_likelihood,
            probabilities: rows(&|cell| found.probability(cell)),
            classes: options.all_probabilities.then(|| codes(game)),
            class_probabilities: options.all_probabilities.then(|| all_probabilities(found)),
            uncertain: uncertain_cells(game, found, options.language),
            violations: found.violations.iter().map(of_violation).collect(),
            covered: covered(game, found),
            milliseconds: found.timings.0.iter().map(ms).collect(),
        }
    }
}

fn codes(game: &dyn Game) -> Vec<String> {
    game.classes().iter().map(|class| class.code.to_owned()).collect()
}

fn all_probabilities(found: &Recognition) -> Vec<Vec<Vec<f32>>> {
    let of_row =
        |row: ndarray::ArrayView2<f32>| row.outer_iter().map(|cell| cell.to_vec()).collect();
    found.probs.array().outer_iter().map(of_row).collect()
}

fn looks(game: &dyn Game, found: &Recognition, language: Language) -> Vec<Look> {
    let look = |doubt: Doubt| Look {
        cell: cell_reading(game, found, (doubt.row, doubt.col), language),
        why: doubt.why.into(),
        then: doubt.then,
    };
    found.doubts().into_iter().map(look).collect()
}

/// The names of the cells that something hides.
fn covered(game: &dyn Game, found: &Recognition) -> Vec<String> {
    found.covered.iter().map(|&(row, col)| game.cell_name(&found.board, row, col)).collect()
}

/// The least certain cells, the worst first.
fn uncertain_cells(game: &dyn Game, found: &Recognition, language: Language) -> Vec<CellReading> {
    let mut cells: Vec<CellReading> = found
        .cells()
        .filter(|&cell| found.probability(cell) < CERTAIN)
        .map(|cell| cell_reading(game, found, cell, language))
        .filter(|cell| !cell.alternatives.is_empty())
        .collect();
    cells.sort_by(|a, b| a.probability.total_cmp(&b.probability));
    cells.truncate(LISTED);
    cells
}

fn cell_reading(
    game: &dyn Game,
    found: &Recognition,
    cell: (usize, usize),
    language: Language,
) -> CellReading {
    let (row, column) = cell;
    let read = usize::from(found.board.get(row, column));
    let alternative = |(class, probability): (usize, f32)| Alternative {
        code: game.classes()[class].code.to_owned(),
        name: game.classes()[class].name.to_owned(),
        probability,
    };
    let probabilities = found.probs.array();
    let others = (0..game.classes().len())
        .filter(|&class| class != read)
        .map(|class| (class, probabilities[[row, column, class]]));
    let mut others: Vec<(usize, f32)> = others.filter(|(_, p)| *p >= NEGLIGIBLE).collect();
    others.sort_by(|a, b| b.1.total_cmp(&a.1));
    others.truncate(ALTERNATIVES);
    CellReading {
        cell: game.cell_name(&found.board, row, column),
        row,
        column,
        read: game.classes()[read].code.to_owned(),
        probability: found.probability(cell),
        alternatives: others.into_iter().map(alternative).collect(),
        overruled: overruled(game, found, cell).map(|why| why.in_language(language)),
    }
}

/// Why what a cell looks like was not read: it would be impossible, or is hardly ever so.
fn overruled(game: &dyn Game, found: &Recognition, cell: (usize, usize)) -> Option<Message> {
    let seen = found.seen(cell);
    if seen == found.board.get(cell.0, cell.1) {
        return None;
    }
    let mut board: CellGrid = found.board.clone();
    board.set(cell.0, cell.1, seen);
    let known = |violation: &Violation| found.violations.contains(violation);
    let new = game.violations(&board).into_iter().find(|violation| !known(violation));
    Some(match new {
        Some(violation) => Message::new("overruled").message("reason", violation.message),
        None => Message::new("overruled-unusual"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognition::testing::recognition;

    fn board(options: Options) -> Board {
        Board::new(&recognition(&[((0, 0), 0.3), ((4, 4), 0.9)]), options)
    }

    #[test]
    fn what_was_overruled_says_why() {
        let first = &board(Options::default()).uncertain[0];
        assert_eq!((first.cell.as_str(), first.alternatives[0].code.as_str()), ("A9", "b"));
        assert!(first.overruled.as_ref().is_some_and(|why| why.starts_with("overruled")));
        let polish = Options { language: Language::Polish, ..Options::default() };
        assert_ne!(board(polish).uncertain[0].overruled, first.overruled);
        assert_eq!(board(polish).uncertain[1].overruled, None, "0.9 is the most probable");
    }

    #[test]
    fn all_probabilities_are_written_where_they_are_asked_for() {
        let all = board(Options { all_probabilities: true, ..Options::default() });
        assert_eq!(all.classes, Some(vec![".".to_owned(), "b".to_owned(), "w".to_owned()]));
        let cells = all.class_probabilities.expect("asked for");
        assert_eq!((cells.len(), cells[0].len(), cells[0][0].len()), (9, 9, 3));
        assert!((cells[0][0][1] - 0.7).abs() < 1e-6);
        assert_eq!(board(Options::default()).class_probabilities, None);
    }

    #[test]
    fn a_reading_reads_back() {
        let found = recognition(&[((0, 0), 0.3)]);
        let reading = Reading::read("a.jpg", &found, Options::default());
        let text = serde_json::to_string(&reading).expect("plain data");
        assert_eq!(serde_json::from_str::<Reading>(&text).expect("the same type"), reading);
    }
}
