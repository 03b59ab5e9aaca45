//! The context model: what is on each cell, given what all cells of the board look like.
//!
//! Sets of pieces differ more from each other than their kinds do, and a classifier sees one cell
//! at a time. Where the other men stand, and how many of a kind there seem to be, tells a king from
//! a queen that it hardly knows.
//!
//! ```
//! use kibitzer::{games::CellProbs, recognition::context::log_probs};
//! use ndarray::Array3;
//!
//! let mut probs = Array3::zeros((8, 8, 13));
//! probs.slice_mut(ndarray::s![.., .., 0]).fill(1.0);
//! let input = log_probs(&CellProbs::new(probs), 0.001);
//! assert_eq!(input.dim(), (13, 8, 8), "classes come first");
//! assert_eq!((input[[0, 4, 4]], input[[1, 4, 4]]), (0.0, 0.001f32.ln()));
//! ```

use super::classify::softmax;
use crate::{
    error::Error,
    games::{CellGrid, CellProbs},
    inference::{ContextTask, Model},
};
use ndarray::{Array3, Axis};

/// Reads the cells of a board together.
pub struct ContextModel {
    task: ContextTask,
    model: Box<dyn Model>,
}

impl ContextModel {
    /// A reader from its card and its model.
    pub fn new(task: ContextTask, model: Box<dyn Model>) -> Self {
        Self { task, model }
    }

    /// Whether a board, as it was read cell by cell, may be of a game, and is of the size that the
    /// model knows.
    pub fn knows(&self, board: &CellGrid) -> bool {
        let [_, _, rows, cols] = self.model.input_shape();
        let is = |known: Option<usize>, size: usize| known.is_none_or(|known| known == size);
        let men = board.cells().iter().filter(|&&class| class != 0).count();
        is(rows, board.rows()) && is(cols, board.cols()) && men <= self.task.most_men
    }

    /// The probabilities of all cells, in the board's own orientation, given what a classifier says
    /// of each.
    ///
    /// # Errors
    /// When the model fails or its output has not the shape of its input.
    pub fn in_context(&self, probs: &CellProbs) -> Result<CellProbs, Error> {
        let input = log_probs(probs, self.task.least_probability).insert_axis(Axis(0));
        let logits = self.model.run(input.view())?;
        if logits.shape() != input.shape() {
            return Err(Error::Output { model: "position", found: logits.shape().to_vec() });
        }
        let logits = logits
            .into_shape_with_order(input.dim())
            .expect("as its input")
            .index_axis_move(Axis(0), 0);
        // The softmax is that of the last axis, which is that of the classes again.
        Ok(CellProbs::new(softmax(
            logits.permuted_axes([1, 2, 0]).as_standard_layout().into_owned(),
        )))
    }
}

/// What a position model is given: natural logarithms `[classes, rows, cols]` of probabilities, of
/// which none is smaller than `least`.
pub fn log_probs(probs: &CellProbs, least: f32) -> Array3<f32> {
    let logs = probs.array().mapv(|p| p.max(least).ln());
    logs.permuted_axes([2, 0, 1]).as_standard_layout().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{games::GameId, inference::ModelError};
    use ndarray::{ArrayD, ArrayView4};

    /// Adds the mean of all cells to each: what is seen often is likelier everywhere.
    struct Mean;

    impl Model for Mean {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None, Some(2), Some(1), Some(3)]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            let mean = input.mean_axis(Axis(3)).expect("cells").insert_axis(Axis(3));
            Ok((&input + &mean).into_dyn())
        }
    }

    fn reader(model: impl Model + 'static) -> ContextModel {
        let task = ContextTask {
            game: GameId::Go,
            classes: vec![".".into(), "b".into()],
            least_probability: 0.01,
            most_men: 2,
        };
        ContextModel::new(task, Box::new(model))
    }

    fn probs(of_first: [f32; 3]) -> CellProbs {
        CellProbs::new(Array3::from_shape_fn((1, 3, 2), |(_, col, class)| {
            if class == 0 { of_first[col] } else { 1.0 - of_first[col] }
        }))
    }

    #[test]
    fn classes_come_first_and_nothing_is_impossible() {
        let logs = log_probs(&probs([1.0, 0.5, 0.0]), 0.01);
        assert_eq!(logs.dim(), (2, 1, 3));
        let seen: Vec<f32> = logs.iter().map(|v| v.exp()).collect();
        assert!(
            seen.iter().zip([1.0, 0.5, 0.01, 0.01, 0.5, 1.0]).all(|(a, b)| (a - b).abs() < 1e-6),
            "{seen:?}"
        );
    }

    #[test]
    fn a_cell_in_doubt_is_what_the_others_speak_for() {
        let read = reader(Mean).in_context(&probs([0.9, 0.5, 0.8])).expect("runs");
        assert!(read.array()[[0, 1, 0]] > 0.6, "{read:?}");
        assert!(read.array().rows().into_iter().all(|cell| (cell.sum() - 1.0).abs() < 1e-6));
    }

    #[test]
    fn a_board_with_more_men_than_a_game_has_or_of_another_size_is_not_known() {
        let knows = |cells: &[u8]| {
            reader(Mean)
                .knows(&CellGrid::from_cells(1, cells.len(), cells.to_vec()).expect("a row"))
        };
        assert!(knows(&[0, 1, 1]) && !knows(&[1, 1, 1]) && !knows(&[0, 1, 1, 0]));
    }

    /// Another shape than its input's.
    struct Flat;

    impl Model for Flat {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None, None, None, None]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            Ok(ArrayD::zeros(vec![input.len()]))
        }
    }

    #[test]
    fn an_output_of_another_shape_is_an_error() {
        assert!(matches!(
            reader(Flat).in_context(&probs([0.5; 3])),
            Err(Error::Output { model: "position", .. })
        ));
    }
}
