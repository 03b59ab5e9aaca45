//! What a classifier says of single cells.

use crate::data::Sample;
use anyhow::Result;
use kibitzer::{
    eval::calibration::{BoardPrediction, CellPrediction},
    games::CellGrid,
    recognition::{classify::CellClassifier, rectify},
};
use ndarray::{Array4, ArrayView1, ArrayView2, Axis};

/// Cells of a sample as a classifier sees them.
pub struct Predicted<'a> {
    /// The sample.
    pub sample: &'a Sample,
    /// The cells, counted row by row.
    pub cells: Vec<usize>,
    /// What is said of them, in that order, and whether all are right; without the card's
    /// temperature. What the label leaves open counts as right: where kings are not marked, a king
    /// is told as a man, and where its sides are a guess, the true ones are those with fewer wrong
    /// cells.
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
        let cells: Vec<usize> =
            (0..sample.grid.len()).filter(|&cell| sample.is_known(cell) && counts(cell)).collect();
        let probs = classifier.classify_crops(crops_of(classifier, sample, &cells).view())?;
        let board = compared(sample, &cells, probs.view());
        Ok(Self { sample, cells, board })
    }

    /// Cells, and of them those that are right.
    pub fn count(&self) -> (usize, usize) {
        let cells = &self.board.cells;
        (cells.len(), cells.iter().filter(|cell| cell.truth == Some(cell.read)).count())
    }
}

/// The probabilities `[cells, classes]` of some cells, compared with what the sample says of them.
fn compared(sample: &Sample, cells: &[usize], probs: ArrayView2<f32>) -> BoardPrediction {
    let read: Vec<usize> =
        probs.rows().into_iter().map(|row| told(sample, likeliest(row))).collect();
    let truths = truths(sample, cells, &read);
    let said = |((row, &read), &truth): ((ArrayView1<f32>, &usize), &usize)| {
        CellPrediction::new(told_probs(sample, row), read, Some(truth))
    };
    let cells = probs.rows().into_iter().zip(&read).zip(&truths).map(said).collect();
    BoardPrediction { cells, exact: read == truths }
}

/// The first of the most probable classes.
fn likeliest(probs: ArrayView1<f32>) -> usize {
    (0..probs.len()).fold(0, |best, i| if probs[i] > probs[best] { i } else { best })
}

/// The class that a class is told as.
fn told(sample: &Sample, class: usize) -> usize {
    sample.told_as[class].into()
}

/// The probabilities of the classes as they are told: of those that are told as one, their sum.
fn told_probs(sample: &Sample, probs: ArrayView1<f32>) -> Vec<f32> {
    let mut sums = vec![0.0; probs.len()];
    probs.iter().enumerate().for_each(|(class, p)| sums[told(sample, class)] += p);
    sums
}

/// What is on cells, as it is told. Where the label's sides are a guess, they are exchanged if what
/// was read has fewer wrong cells then.
fn truths(sample: &Sample, cells: &[usize], read: &[usize]) -> Vec<usize> {
    let board = sample.board.as_ref().expect("only labels with cells were loaded");
    let told_of = |board: &CellGrid| -> Vec<usize> {
        cells.iter().map(|&cell| told(sample, board.cells()[cell].into())).collect()
    };
    let labeled = told_of(board);
    if !sample.arbitrary_colors {
        return labeled;
    }
    let exchanged = told_of(&board.map(|class| sample.game.game().with_colors_swapped(class)));
    let wrong = |truths: &[usize]| truths.iter().zip(read).filter(|(is, read)| is != read).count();
    if wrong(&exchanged) < wrong(&labeled) { exchanged } else { labeled }
}

/// The crops `[cells, 3, height, width]` of some cells, as the label's corners have them.
pub fn crops_of(classifier: &CellClassifier, sample: &Sample, cells: &[usize]) -> Array4<f32> {
    let view = rectify(&sample.photo, &sample.quad, &sample.grid, classifier.task());
    view.crop_cells(&sample.photo).select(Axis(0), cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::testing::empty_board;
    use image::RgbImage;
    use kibitzer::{
        dataset::manifest::compared_as, eval::calibration::mean_loss, games::GameId, geometry::Quad,
    };
    use ndarray::Array2;

    fn class(code: &str) -> u8 {
        GameId::Checkers.game().class_of(code).expect("a class")
    }

    /// A photo of checkers with these men in its first cells.
    fn sample(codes: &[&str]) -> Sample {
        let mut board = CellGrid::empty(8, 8);
        codes.iter().enumerate().for_each(|(col, code)| board.set(0, col, class(code)));
        Sample {
            game: GameId::Checkers,
            board: Some(board),
            told_as: compared_as(GameId::Checkers.game(), true),
            ..empty_board(RgbImage::new(8, 8), Quad::rectangle(8.0, 8.0))
        }
    }

    /// What is said of the first cells where these are read with 0.8.
    fn read(sample: &Sample, codes: &[&str]) -> BoardPrediction {
        let probs = Array2::from_shape_fn((codes.len(), sample.told_as.len()), |(cell, of)| {
            if of == usize::from(class(codes[cell])) { 0.8 } else { 0.05 }
        });
        let cells: Vec<usize> = (0..codes.len()).collect();
        compared(sample, &cells, probs.view())
    }

    fn right(board: &BoardPrediction) -> usize {
        board.cells.iter().filter(|cell| cell.truth == Some(cell.read)).count()
    }

    #[test]
    fn sides_that_are_a_guess_may_all_be_exchanged() {
        let known = sample(&["w", "w", "b", "."]);
        let exchanged = read(&known, &["b", "b", "w", "."]);
        assert_eq!((right(&exchanged), exchanged.exact), (1, false));
        let guessed = Sample { arbitrary_colors: true, ..known };
        let exchanged = read(&guessed, &["b", "b", "w", "."]);
        assert_eq!((right(&exchanged), exchanged.exact), (4, true));
        assert_eq!(exchanged.cells[0].truth, Some(class("b").into()));
        let labeled = read(&guessed, &["w", "w", "b", "."]);
        assert_eq!((right(&labeled), labeled.exact), (4, true));
        // All of them or none: not each by itself.
        let mixed = read(&guessed, &["b", "b", "b", "."]);
        assert_eq!((right(&mixed), mixed.exact), (3, false));
    }

    #[test]
    fn a_king_is_as_right_as_a_man_where_kings_are_not_marked() {
        let marked = sample(&["w", "b", "."]);
        let kings = read(&marked, &["W", "B", "."]);
        assert_eq!((right(&kings), kings.exact), (1, false));
        let told_as = compared_as(GameId::Checkers.game(), false);
        let unmarked = Sample { told_as, ..marked };
        let kings = read(&unmarked, &["W", "B", "."]);
        assert_eq!((right(&kings), kings.exact), (3, true));
        assert_eq!(kings.cells[0].read, usize::from(class("w")));
        // A man, or a king, or either: 0.8 and 0.05.
        let men = read(&unmarked, &["w", "b"]);
        for board in [men, read(&unmarked, &["W", "B"])] {
            assert!((mean_loss(&[board], 1.0) + 0.85f64.ln()).abs() < 1e-3);
        }
        let others = read(&unmarked, &["B", "W", "."]);
        assert_eq!((right(&others), others.exact), (1, false));
    }
}
