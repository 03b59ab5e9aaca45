//! What was read in a photo: the contract of `kibitzer read --json`, described in `docs/json.md`.
//!
//! ```
//! use kibitzer::report::{Reading, Refusal, reading::Status};
//!
//! let json = r#"{"schema": 1, "photo": "a.jpg", "game": "go", "status": "no_board",
//!     "message": "only a part of a board is in the picture", "refusal": "part_of_board"}"#;
//! let reading: Reading = serde_json::from_str(json)?;
//! assert_eq!((reading.status, reading.refusal), (Status::NoBoard, Some(Refusal::PartOfBoard)));
//! assert!(reading.board.is_none());
//! # Ok::<(), serde_json::Error>(())
//! ```

use super::photo::Impossible;
pub use crate::error::Refusal;
use crate::{
    error::Error,
    games::{CellGrid, Game, GameId, Orientation as WayRound, Side, Violation, format_cells},
    geometry::Quad,
    messages::{Language, Message},
    recognition::{CERTAIN, Concern, Doubt, GameChoice, Recognition, Why},
};
use ndarray::{ArrayView1, s};
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
    /// There is a board, but something lies over much of it: a hand, while somebody moves.
    Busy,
    /// The photo could not be read.
    Error,
}

impl Status {
    /// How reading went that ended with an error.
    pub const fn of(error: &Error) -> Self {
        match Refusal::of(error) {
            Some(Refusal::Hidden) => Self::Busy,
            Some(_) => Self::NoBoard,
            None => Self::Error,
        }
    }

    /// Its name, as programs read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::NoBoard => "no_board",
            Self::Busy => "busy",
            Self::Error => "error",
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
    /// How probably it is this game; only where another one is played on the same board, the
    /// places of the pieces do not tell, and nobody said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub which_game: Option<WhichGame>,
    /// Which way round the board lies; only of boards that have sides, and where nobody said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Orientation>,
    /// The corners of all boards in the photo, this one first; only where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<[[f64; 2]; 4]>>,
    /// Whether a person should look: `concerns` say why.
    pub check: bool,
    /// Why a person should look at the board: it may be none, show another game, lie another way
    /// round, it is impossible, partly hidden, or less probable to be right than the classifier's card wants it to be.
    #[serde(default)]
    pub concerns: Vec<ConcernNote>,
    /// Steps for which there was no time: more parts of the photo to find the board in (`parts`),
    /// fitting the corners to hardly seen lines from elsewhere (`lattice`) or by reading
    /// (`refinement`), test-time augmentation of doubtful cells (`augmentation`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
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

/// Which way round a board lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Orientation {
    /// Where white sits, as seen in the photo.
    pub white: Side,
    /// How probable that is.
    pub probability: f32,
    /// Where white sits otherwise, most probably.
    pub runner_up: RunnerUp,
}

/// Where white sits otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunnerUp {
    /// Where white sits, as seen in the photo.
    pub white: Side,
    /// How probable that is.
    pub probability: f32,
}

impl From<WayRound> for Orientation {
    fn from(found: WayRound) -> Self {
        let (white, probability) = found.runner_up();
        Self {
            white: found.white(),
            probability: found.probability(),
            runner_up: RunnerUp { white, probability },
        }
    }
}

/// How probably a board shows the game that it was read as.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WhichGame {
    /// How probable that is.
    pub probability: f32,
    /// Which game it is otherwise, most probably.
    pub runner_up: OtherGame,
}

/// Which game a board shows otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OtherGame {
    /// The game.
    pub game: GameId,
    /// How probable that is.
    pub probability: f32,
}

impl From<GameChoice> for WhichGame {
    fn from(found: GameChoice) -> Self {
        let runner_up =
            OtherGame { game: found.runner_up, probability: found.runner_up_probability };
        Self { probability: found.probability, runner_up }
    }
}

/// Why a person should look at a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConcernNote {
    /// What it is about.
    pub about: About,
    /// The same as a sentence or a question.
    pub message: String,
}

/// What about a board is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum About {
    /// Whether there is a whole board.
    Presence,
    /// Which game it shows.
    Game,
    /// Which way round it lies.
    Orientation,
    /// What is impossible about it.
    Impossible,
    /// What is hidden.
    Covered,
    /// What may be read wrong.
    Uncertain,
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
    /// The probability that nothing is there.
    #[serde(default)]
    pub empty: f32,
    /// The probability that it is this kind of piece, if it is of this color; only of pieces of two
    /// sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind_given_color: Option<f32>,
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
        if Status::of(error) == Status::Error {
            return Self::error(photo, game, message);
        }
        Self {
            refusal: Refusal::of(error),
            corner_confidence: Some(error.confidence()),
            ..Self::without_board(photo.into(), game, Status::of(error), Some(message))
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
            corners: points(&found.corners.quad),
            rows: found.board.rows(),
            columns: found.board.cols(),
            cells: format_cells(game, &found.board),
            notation: game.to_notation(&found.board),
            confidence: found.confidence,
            presence: found.presence.map(|presence| presence.board),
            which_game: found.game_choice.map(WhichGame::from),
            orientation: found.orientation.map(Orientation::from),
            boards: boards(found),
            check: found.is_doubtful(),
            concerns: concerns(game, found, options.language),
            left_out: found.left_out.iter().map(|&step| step.to_owned()).collect(),
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

fn points(quad: &Quad) -> [[f64; 2]; 4] {
    quad.corners().map(<[f64; 2]>::from)
}

/// The corners of all boards, where there are several.
fn boards(found: &Recognition) -> Option<Vec<[[f64; 2]; 4]>> {
    let all = [&found.corners.quad].into_iter().chain(&found.others);
    (!found.others.is_empty()).then(|| all.map(points).collect())
}

/// Why a person should look at a board, in a language.
pub(super) fn concerns(
    game: &dyn Game,
    found: &Recognition,
    language: Language,
) -> Vec<ConcernNote> {
    let note = |concern: Concern| {
        let (about, message) = match concern {
            Concern::Presence => (About::Presence, Message::new("concern-presence")),
            Concern::Game => (About::Game, Message::new("concern-game")),
            Concern::Orientation => (About::Orientation, Message::new("concern-orientation")),
            Concern::Impossible => {
                let said = |violation: &Violation| violation.message.in_language(language);
                let reasons: Vec<_> = found.violations.iter().map(said).collect();
                let message = Message::new("concern-impossible");
                (About::Impossible, message.text("reasons", reasons.join("; ")))
            }
            Concern::Covered => {
                let message = Message::new("concern-covered");
                (About::Covered, message.all("cells", covered(game, found)))
            }
            Concern::Uncertain => {
                let percent = (f64::from(found.confidence) * 100.0).floor();
                let message = Message::new("concern-uncertain").number("percent", percent);
                (About::Uncertain, message)
            }
        };
        ConcernNote { about, message: message.in_language(language) }
    };
    found.concerns().into_iter().map(note).collect()
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
        empty: probabilities[[row, column, 0]],
        kind_given_color: kind_given_color(game, probabilities.slice(s![row, column, ..]), read),
        alternatives: others.into_iter().map(alternative).collect(),
        overruled: overruled(game, found, cell).map(|why| why.in_language(language)),
    }
}

/// The probability of a class among those of its color; `None` where that has none.
fn kind_given_color(game: &dyn Game, probs: ArrayView1<f32>, read: usize) -> Option<f32> {
    let swaps = game.color_swaps();
    let is = |class: &u8| usize::from(*class) == read;
    let white = swaps.iter().any(|(white, _)| is(white));
    if !white && !swaps.iter().any(|(_, black)| is(black)) {
        return None;
    }
    let of_color = |(first, second): &(u8, u8)| usize::from(if white { *first } else { *second });
    let color: f32 = swaps.iter().map(|pair| probs[of_color(pair)]).sum();
    (color > 0.0).then(|| probs[read] / color)
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
    fn a_kind_is_told_apart_from_a_color() {
        let chess = GameId::Chess.game();
        let mut probs = ndarray::Array1::zeros(13);
        // A white pawn, a white bishop, a black pawn.
        (probs[1], probs[3], probs[7], probs[0]) = (0.6, 0.2, 0.15, 0.05);
        let given = |read| kind_given_color(chess, probs.view(), read);
        assert!((given(1).expect("white") - 0.75).abs() < 1e-6);
        assert_eq!((given(7), given(0)), (Some(1.0), None));
        let qwirkle = ndarray::Array1::from_elem(37, 1.0 / 37.0);
        assert_eq!(kind_given_color(GameId::Qwirkle.game(), qwirkle.view(), 5), None);
    }

    #[test]
    fn a_reading_reads_back() {
        let found = recognition(&[((0, 0), 0.3)]);
        let reading = Reading::read("a.jpg", &found, Options::default());
        let text = serde_json::to_string(&reading).expect("plain data");
        assert_eq!(serde_json::from_str::<Reading>(&text).expect("the same type"), reading);
    }
}
