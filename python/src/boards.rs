//! Moves and scores, of boards that Python has as notations or as readings.

use crate::{errors, options, reading};
use kibitzer::{
    games::{GameId, qwirkle::Qwirkle},
    messages::Language,
    report::{
        photo::{PhotoNote, Which},
        score::GoScore,
    },
    request::{Given, JudgeMove, Named, RequestError, ScoreGo, ScoreQwirkle, qwirkle_moves},
};
use numpy::PyReadonlyArray3;
use pyo3::prelude::*;
use std::path::PathBuf;

/// A board as Python has it: its name, and what a file of that name holds, or the JSON of a reading
/// and its probabilities; nothing more of a name that is a notation itself.
#[derive(FromPyObject)]
pub struct Board<'py>(String, Option<String>, Option<PyReadonlyArray3<'py, f32>>);

impl Board<'_> {
    /// The board, for a game.
    fn given(&self, game: GameId, rows: Option<usize>) -> PyResult<Given> {
        let Self(name, text, probabilities) = self;
        let given = match (text, probabilities) {
            (Some(reading), Some(probabilities)) => {
                let found = reading::found(reading, probabilities.as_array().to_owned())?;
                if found.game != game {
                    let other = found.game;
                    let wrong = format!("{name} is a board of {other}, not of {game}");
                    return Err(errors::board(wrong));
                }
                return Ok(Given::photo(found));
            }
            (Some(text), None) => Given::from_file(game.game(), rows, name, text),
            (None, _) => Given::from_name(game.game(), rows, name),
        };
        given.map_err(|error| errors::board(in_words(&error)))
    }
}

/// A request that cannot be answered, as Python's exception.
struct Refused(PyErr);

impl From<RequestError> for Refused {
    fn from(error: RequestError) -> Self {
        Self(refused(error))
    }
}

fn refused(error: RequestError) -> PyErr {
    match &error {
        RequestError::Option { .. } | RequestError::NoScore(_) | RequestError::TooFewBoards => {
            errors::option(error)
        }
        _ => errors::board(in_words(&error)),
    }
}

/// An error and its causes.
fn in_words(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !said.contains(&more) {
            said = format!("{said}: {more}");
        }
        cause = error.source();
    }
    said
}

/// Judges the change from one board to another: the JSON of the verdict.
#[expect(clippy::too_many_arguments, reason = "an argument each, so that Python names a wrong one")]
#[pyfunction]
#[pyo3(signature = (before, after, game, *, side, rules, history, start, white_is_known, lang))]
pub fn judge(
    before: Board<'_>,
    after: Board<'_>,
    game: &str,
    side: Option<&str>,
    rules: Option<&str>,
    history: Vec<Board<'_>>,
    start: Option<Board<'_>>,
    white_is_known: bool,
    lang: &str,
) -> PyResult<String> {
    let game = options::one_game(game)?;
    let language = options::language(lang)?;
    let name = |board: &Board| board.0.clone();
    let request = JudgeMove {
        white_to_move: options::white_to_move(side)?,
        rules: options::rules(rules)?,
        history: history.iter().map(name).collect(),
        start: start.as_ref().map(name),
        white_is_known,
        language,
        ..JudgeMove::new(game, name(&before), name(&after))
    };
    let boards: Vec<&Board> = [&before, &after].into_iter().chain(&history).chain(&start).collect();
    let get = |name: &str| {
        let board = boards.iter().find(|board| board.0 == name);
        let board =
            board.ok_or_else(|| Refused(errors::board(format!("there is no board {name}"))))?;
        board.given(game, request.rows()).map_err(Refused)
    };
    let judged = request.judge(get).map_err(|Refused(error)| error)?;
    reading::json(&judged.verdict(language))
}

/// Counts a finished game of Go: the JSON of the count.
#[expect(clippy::too_many_arguments, reason = "an argument each, so that Python names a wrong one")]
#[pyfunction]
#[pyo3(signature = (board, *, rules, komi, handicap, prisoners, dead, alive, lang))]
pub fn score_go(
    py: Python<'_>,
    board: Board<'_>,
    rules: Option<&str>,
    komi: Option<f64>,
    handicap: Option<u32>,
    prisoners: Option<(u32, u32)>,
    dead: Vec<String>,
    alive: Vec<String>,
    lang: &str,
) -> PyResult<String> {
    let language = options::language(lang)?;
    let request = ScoreGo { rules: options::rules(rules)?, komi, handicap, prisoners, dead, alive };
    let (name, given) = (board.0.clone(), board.given(GameId::Go, None)?);
    let counted = py.detach(|| request.count(&name, given, language)).map_err(refused)?;
    reading::json(&GoScore::new(&counted, language))
}

/// Scores the moves between boards of a game of Qwirkle, the start first: the JSON of each move.
#[pyfunction]
#[pyo3(signature = (boards, *, rules, finished, lang))]
pub fn score_qwirkle(
    boards: Vec<Board<'_>>,
    rules: Option<&str>,
    finished: bool,
    lang: &str,
) -> PyResult<Vec<String>> {
    let language = options::language(lang)?;
    let request = ScoreQwirkle { rules: options::rules(rules)?, finished };
    let (mut tables, mut notes) = (Vec::new(), Vec::new());
    for board in &boards {
        let given = board.given(GameId::Qwirkle, None)?;
        notes.push(note(&given, &board.0, language));
        tables.push((board.0.clone(), given.board));
    }
    let moves = request.moves(&tables).map_err(refused)?;
    qwirkle_moves(&moves, &notes, language).iter().map(reading::json).collect()
}

fn note(given: &Given, name: &str, language: Language) -> Option<PhotoNote> {
    given.note(Which::Board, name, &Qwirkle, language)
}

/// What a name of a board stands for: `photo`, `file` with its text, or `text`, the board itself.
#[pyfunction]
pub fn named(name: PathBuf, game: &str) -> PyResult<(&'static str, Option<String>)> {
    let named = Named::of(&name, options::one_game(game)?);
    Ok(match named.map_err(|error| errors::board(in_words(&error)))? {
        Named::Photo => ("photo", None),
        Named::File(text) => ("file", Some(text)),
        Named::Text => ("text", None),
    })
}
