//! A reading for tests.

use super::{Corners, Recognition, Timings};
use crate::{
    games::{CellGrid, CellProbs, GameId},
    geometry::{GridSpec, Quad},
    inference::Calibration,
};

/// An empty 9x9 board whose cells are certain, but for some, which are empty with the probability
/// given, else hold the first piece.
pub(crate) fn recognition(doubtful: &[((usize, usize), f32)]) -> Recognition {
    let game = GameId::Go;
    let mut probs = ndarray::Array3::zeros((9, 9, game.game().classes().len()));
    probs.slice_mut(ndarray::s![.., .., 0]).fill(1.0);
    for &((row, col), p) in doubtful {
        (probs[[row, col, 0]], probs[[row, col, 1]]) = (p, 1.0 - p);
    }
    let log_likelihood = doubtful.iter().map(|&(_, p)| f64::from(p).ln()).sum::<f64>();
    Recognition {
        game,
        corners: Corners {
            quad: Quad::rectangle(80.0, 80.0),
            confidence: 1.0,
            kinds: Vec::new(),
            occlusion: None,
            others: Vec::new(),
        },
        grid: GridSpec::intersections(9),
        presence: None,
        others: Vec::new(),
        orientation: None,
        game_choice: None,
        board: CellGrid::empty(9, 9),
        probs: CellProbs::new(probs),
        spread: 0.0,
        log_likelihood,
        confidence: log_likelihood.exp() as f32,
        check_below: Calibration::CHECK_BELOW,
        violations: Vec::new(),
        covered: Vec::new(),
        left_out: Vec::new(),
        timings: Timings::default(),
    }
}
