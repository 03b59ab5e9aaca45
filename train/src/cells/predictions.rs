//! What a classifier says of single cells.

use crate::data::Sample;
use anyhow::Result;
use kibitzer::{
    eval::calibration::{BoardPrediction, CellPrediction},
    recognition::{classify::CellClassifier, rectify},
};
use ndarray::{Array4, Axis};

/// Cells of a sample as a classifier sees them.
pub struct Predicted<'a> {
    /// The sample.
    pub sample: &'a Sample,
    /// The cells, counted row by row.
    pub cells: Vec<usize>,
    /// What is said of them, in that order, and whether all are right; without the card's
    /// temperature.
    pub board: BoardPrediction,
}

impl<'a> Predicted<'a> {
    /// Reads the cells of a sample that count and that somebody can tell, with the label's corners.
    ///
    /// # Errors
    /// When the classifier cannot be run.
    pub fn new(
        classifier: &CellClassifier,
        sample: &'a Sample,
        counts: impl Fn(usize) -> bool,
    ) -> Result<Self> {
        let truth = sample.board.as_ref().expect("only labels with cells were loaded");
        let cells: Vec<usize> =
            (0..sample.grid.len()).filter(|&cell| sample.is_known(cell) && counts(cell)).collect();
        let probs = classifier.classify_crops(crops_of(classifier, sample, &cells).view())?;
        let said = |(&cell, row): (&usize, ndarray::ArrayView1<f32>)| {
            let read = (0..row.len()).fold(0, |best, i| if row[i] > row[best] { i } else { best });
            CellPrediction::new(row.iter().copied(), read, Some(truth.cells()[cell].into()))
        };
        let said: Vec<CellPrediction> = cells.iter().zip(probs.rows()).map(said).collect();
        let exact = said.iter().all(|cell| cell.truth == Some(cell.read));
        Ok(Self { sample, cells, board: BoardPrediction { cells: said, exact } })
    }

    /// Cells, and of them those that are right.
    pub fn count(&self) -> (usize, usize) {
        let cells = &self.board.cells;
        (cells.len(), cells.iter().filter(|cell| cell.truth == Some(cell.read)).count())
    }
}

/// The crops `[cells, 3, height, width]` of some cells, as the label's corners have them.
pub fn crops_of(classifier: &CellClassifier, sample: &Sample, cells: &[usize]) -> Array4<f32> {
    let view = rectify(&sample.photo, &sample.quad, &sample.grid, classifier.task());
    view.crop_cells(&sample.photo).select(Axis(0), cells)
}
