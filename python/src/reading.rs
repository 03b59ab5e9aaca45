//! What was read in a photo: as JSON and an array for Python, and back again.

use crate::{errors, options, photo::Photo};
use kibitzer::{
    dataset::manifest::parse_cells,
    games::{CellProbs, Orientation, Side},
    geometry::{Point, Quad},
    inference::Calibration,
    recognition::{self, Corners, GameChoice, Presence, Recognition, Timings},
    report::{
        self, Reading,
        reading::{self, About, Board, WhichGame},
    },
};
use ndarray::Array3;
use numpy::{IntoPyArray, PyArray3, PyReadonlyArray3};
use pyo3::prelude::*;

/// A reading as Python keeps it: its JSON, and the probabilities `[rows, columns, classes]` of all
/// classes.
pub type Plain<'py> = (String, Bound<'py, PyArray3<f32>>);

/// The JSON of what is said to other programs.
pub fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(errors::board)
}

/// A reading for Python.
pub fn plain<'py>(
    py: Python<'py>,
    photo: &str,
    found: Recognition,
    language: &str,
) -> PyResult<Plain<'py>> {
    let options =
        report::Options { language: options::language(language)?, all_probabilities: false };
    let reading = Reading::read(photo, &found, options);
    Ok((json(&reading)?, found.probs.into_array().into_pyarray(py)))
}

/// What was read, from its JSON and the probabilities of all classes: all that is said of it, but
/// not how it was found.
pub fn found(json: &str, probabilities: Array3<f32>) -> PyResult<Recognition> {
    let reading: Reading = serde_json::from_str(json).map_err(errors::board)?;
    let (Some(game), Some(board)) = (reading.game, &reading.board) else {
        return Err(errors::board("the reading has no board: read the photo again"));
    };
    let cells = parse_cells(game.game(), &board.cells).map_err(errors::board)?;
    let quad = quad(&board.corners)?;
    let others = board.boards.iter().flatten().skip(1).map(self::quad);
    let grids = game.game().grids().iter();
    let grid = grids.copied().find(|grid| (grid.rows, grid.cols) == (cells.rows(), cells.cols()));
    let shape = (cells.rows(), cells.cols(), game.game().classes().len());
    let Some(grid) = grid.filter(|_| probabilities.dim() == shape) else {
        return Err(errors::board("the probabilities are not those of the board"));
    };
    let name = |&(row, col): &(usize, usize)| game.game().cell_name(&cells, row, col);
    let all = (0..cells.rows()).flat_map(|row| (0..cells.cols()).map(move |col| (row, col)));
    let covered = all.filter(|cell| board.covered.contains(&name(cell))).collect();
    Ok(Recognition {
        game,
        corners: Corners {
            quad,
            confidence: reading.corner_confidence.unwrap_or_default(),
            kinds: Vec::new(),
            occlusion: None,
            others: Vec::new(),
        },
        grid,
        presence: board.presence.map(|p| Presence { board: p, part: 0.0, none: 1.0 - p }),
        others: others.collect::<PyResult<_>>()?,
        game_choice: board.which_game.as_ref().map(game_choice),
        orientation: board.orientation.as_ref().map(orientation),
        violations: game.game().violations(&cells),
        covered,
        board: cells,
        probs: CellProbs::new(probabilities),
        // A reading does not tell.
        spread: 0.0,
        log_likelihood: board.log_likelihood,
        confidence: board.confidence,
        check_below: check_below(board),
        left_out: Vec::new(),
        timings: Timings::default(),
    })
}

/// The limit of the card, as far as a reading tells: it says on which side of it the board is.
fn check_below(board: &Board) -> f32 {
    let is_below = board.concerns.iter().any(|concern| concern.about == About::Uncertain);
    match is_below {
        true => Calibration::CHECK_BELOW.max(board.confidence.next_up()),
        false => Calibration::CHECK_BELOW.min(board.confidence),
    }
}

fn quad(corners: &[[f64; 2]; 4]) -> PyResult<Quad> {
    Quad::new(corners.map(Point::from)).map_err(errors::board)
}

fn game_choice(told: &WhichGame) -> GameChoice {
    GameChoice {
        probability: told.probability,
        runner_up: told.runner_up.game,
        runner_up_probability: told.runner_up.probability,
    }
}

/// Which way round a board lies: what the two sides that are told of do not have, the other two
/// share.
fn orientation(told: &reading::Orientation) -> Orientation {
    let rest = (1.0 - told.probability - told.runner_up.probability).max(0.0) / 2.0;
    let probability = |side: Side| match side {
        side if side == told.white => told.probability,
        side if side == told.runner_up.white => told.runner_up.probability,
        _ => rest,
    };
    // The sides in the order of quarter turns.
    let sides = [Side::Bottom, Side::Left, Side::Top, Side::Right];
    let scores = sides.map(|side| f64::from(probability(side)).max(f64::MIN_POSITIVE).ln());
    Orientation::from_turn_scores(&scores, 1.0)
}

/// The photo with what was read drawn on it, `[height, width, 3]`.
#[pyfunction]
pub fn overlay<'py>(
    py: Python<'py>,
    photo: Photo<'py>,
    reading: &str,
    probabilities: PyReadonlyArray3<'py, f32>,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let found = found(reading, probabilities.as_array().to_owned())?;
    let photo = photo.open(py)?;
    let picture = py.detach(|| recognition::overlay(&photo, &found, found.game.game()));
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let pixels = Array3::from_shape_vec((height, width, 3), picture.into_raw());
    Ok(pixels.map_err(errors::board)?.into_pyarray(py))
}

/// The board drawn with letters and coordinates, as the program prints it.
#[pyfunction]
pub fn text(game: &str, cells: Vec<String>) -> PyResult<String> {
    let game = options::one_game(game)?.game();
    Ok(game.draw(&parse_cells(game, &cells).map_err(errors::board)?, false))
}
