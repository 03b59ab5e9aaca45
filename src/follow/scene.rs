//! Frames that show the same are one scene: seeing it longer makes it surer, but its mistakes stay.

use super::cover::Cover;
use crate::games::{CellGrid, CellProbs, rotate_index, rules::Cell};
use ndarray::{Array2, Array3, Axis};

/// A cell differs from what it was where its class probabilities are further apart.
const DIFFERS: f32 = 0.5;

/// Frames of one scene that count; the others say the same again.
const COUNTED: usize = 4;

/// When something was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The frame, from 1.
    pub frame: usize,
    /// When it was taken, in seconds, where that is known: from the first one, or since 1970.
    pub time_s: Option<f64>,
}

/// Frames that show the same, one after the other.
#[derive(Clone, Debug)]
pub struct Scene {
    /// When it was first seen: scenes are called by their first frame.
    pub begun: Moment,
    /// Cells that something hides in all of its frames.
    pub hidden: Vec<Cell>,
    /// Frames so far.
    pub frames: usize,
    /// Frames that make it a settled one.
    pub steady: usize,
    /// Which cells pieces hide from the camera.
    pub cover: Cover,
    sum: Array3<f32>,
}

impl Scene {
    /// The scene that a frame begins.
    pub fn new(begun: Moment, probs: &CellProbs, hidden: Vec<Cell>, steady: usize) -> Self {
        let cover = Cover::default();
        Self { begun, hidden, frames: 1, steady, cover, sum: probs.array().clone() }
    }

    /// The same seen from where pieces hide what is behind them.
    #[must_use]
    pub fn covered(self, cover: Cover) -> Self {
        Self { cover, ..self }
    }

    /// The cells that tell nothing of how pieces look where a board is seen: the hidden ones, and
    /// the empty ones behind its pieces.
    pub fn untold(&self, board: &CellGrid) -> Vec<Cell> {
        [&self.hidden[..], &self.cover.hidden_empty(board)].concat()
    }

    /// Mean class probabilities of its frames.
    pub fn probs(&self) -> CellProbs {
        CellProbs::new(&self.sum / self.frames as f32)
    }

    /// Whether a frame shows this scene.
    pub fn shows(&self, probs: &CellProbs, hidden: &[Cell]) -> bool {
        let mean = self.probs();
        let hidden = [hidden, &self.hidden].concat();
        mean.dim() == probs.dim() && different(&mean, probs, &hidden).is_empty()
    }

    /// The cells that look otherwise than in a scene before, and are hidden in neither.
    pub fn changed_since(&self, before: &Self) -> Vec<Cell> {
        let (probs, was) = (self.probs(), before.probs());
        match probs.dim() == was.dim() {
            true => different(&probs, &was, &[&self.hidden[..], &before.hidden].concat()),
            false => Vec::new(),
        }
    }

    /// One more frame that shows it.
    pub fn add(&mut self, probs: &CellProbs, hidden: &[Cell]) {
        self.sum += probs.array();
        self.frames += 1;
        self.hidden.retain(|cell| hidden.contains(cell));
    }

    /// The same scene with the board turned by quarter turns.
    #[must_use]
    pub fn turned(&self, turns: usize) -> Self {
        let (rows, cols, _) = self.sum.dim();
        Self {
            hidden: turned(&self.hidden, rows, cols, turns),
            cover: self.cover.turned(turns),
            sum: CellProbs::new(self.sum.clone()).rotated(turns).into_array(),
            ..*self
        }
    }

    /// How many looks it is worth: those of one scene are much alike.
    pub fn weight(&self) -> f64 {
        (self.frames.min(COUNTED) as f64).sqrt()
    }

    /// Whether it was seen for so long that nothing is moving.
    pub const fn is_steady(&self) -> bool {
        self.frames >= self.steady
    }

    /// Whether it was seen for longer than a move needs to be believed.
    pub const fn is_settled(&self) -> bool {
        self.frames > self.steady
    }

    /// Whether what it shows has all the weight that it can have: of a moving picture, more frames
    /// tell the same again; of photos there may be none.
    pub const fn is_told(&self) -> bool {
        self.steady == 1 || self.frames >= COUNTED
    }

    /// Whether more frames can tell more.
    pub const fn is_complete(&self) -> bool {
        self.frames > self.steady + COUNTED
    }
}

/// The cells that differ and are not hidden.
fn different(one: &CellProbs, other: &CellProbs, hidden: &[Cell]) -> Vec<Cell> {
    let apart = difference(one, other);
    let cells = apart.indexed_iter().filter(|&(cell, &d)| d > DIFFERS && !hidden.contains(&cell));
    cells.map(|(cell, _)| cell).collect()
}

/// How far apart the class probabilities of each cell are: their total variation distance, from 0 to
/// 1.
pub fn difference(one: &CellProbs, other: &CellProbs) -> Array2<f32> {
    (one.array() - other.array()).mapv(f32::abs).sum_axis(Axis(2)) / 2.0
}

/// Cells of a board after quarter turns.
pub fn turned(
    cells: &[(usize, usize)],
    rows: usize,
    cols: usize,
    turns: usize,
) -> Vec<(usize, usize)> {
    let (rows, cols) = if turns.is_multiple_of(2) { (rows, cols) } else { (cols, rows) };
    let back = (4 - turns % 4) % 4;
    cells.iter().map(|&cell| rotate_index(cell, (rows, cols), back)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probs(first: f32) -> CellProbs {
        CellProbs::new(Array3::from_shape_fn((2, 2, 2), |(row, col, class)| {
            let p = if (row, col) == (0, 0) { first } else { 1.0 };
            if class == 0 { p } else { 1.0 - p }
        }))
    }

    #[test]
    fn a_scene_lasts_until_a_cell_that_is_seen_differs() {
        let begun = Moment { frame: 1, time_s: None };
        let mut scene = Scene::new(begun, &probs(0.9), Vec::new(), 2);
        assert!(!scene.is_steady() && scene.shows(&probs(0.6), &[]));
        scene.add(&probs(0.7), &[]);
        assert!(scene.is_steady() && !scene.is_settled());
        assert!((scene.probs().array()[[0, 0, 0]] - 0.8).abs() < 1e-6);
        assert!((scene.weight() - 2.0_f64.sqrt()).abs() < 1e-9);
        assert!(!scene.shows(&probs(0.1), &[]));
        assert!(scene.shows(&probs(0.1), &[(0, 0)]), "what is hidden does not count");
    }
}
