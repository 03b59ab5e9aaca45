//! Board grids in board coordinates.
//!
//! Board coordinates put the corners of the [`Quad`](super::Quad) at `(0, 0)`, `(steps_x, 0)`,
//! `(steps_x, steps_y)` and `(0, steps_y)`: one unit is one cell pitch.

use super::{Homography, Point, Quad};
use serde::{Deserialize, Serialize};

/// What the cells of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lattice {
    /// Cells are squares; the quad runs around their outer edge (chess, checkers, Qwirkle).
    Squares,
    /// Cells are line intersections; the quad runs through the outermost ones (Go).
    Intersections,
}

/// Rows and columns of a board and what its cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GridSpec {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Squares or intersections.
    pub lattice: Lattice,
}

impl GridSpec {
    /// A square grid of `n` x `n` squares.
    pub const fn squares(n: usize) -> Self {
        Self { rows: n, cols: n, lattice: Lattice::Squares }
    }

    /// A square grid of `n` x `n` intersections.
    pub const fn intersections(n: usize) -> Self {
        Self { rows: n, cols: n, lattice: Lattice::Intersections }
    }

    /// Number of cells.
    pub const fn len(&self) -> usize {
        self.rows * self.cols
    }

    /// Whether the grid has no cell.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Cell pitches along the top side and along the left side of the quad: 8x8 squares have 8, a
    /// 19x19 Go board 18.
    pub fn steps(&self) -> (f64, f64) {
        let less = match self.lattice {
            Lattice::Squares => 0,
            Lattice::Intersections => 1,
        };
        ((self.cols - less) as f64, (self.rows - less) as f64)
    }

    /// Center of the cell in board coordinates.
    pub fn center(&self, row: usize, col: usize) -> Point {
        let shift = match self.lattice {
            Lattice::Squares => 0.5,
            Lattice::Intersections => 0.0,
        };
        Point::new(col as f64 + shift, row as f64 + shift)
    }

    /// The board's outline in board coordinates.
    pub fn outline(&self) -> Quad {
        let (w, h) = self.steps();
        Quad::rectangle(w, h)
    }

    /// The homography from board coordinates to the photo in which the board's corners are
    /// `corners`.
    pub fn to_photo(&self, corners: &Quad) -> Homography {
        Homography::from_quads(&self.outline(), corners)
    }

    /// Mean cell pitch in photo pixels of a board with these corners: each side over its number of
    /// steps, averaged.
    pub fn pitch(&self, corners: &Quad) -> f64 {
        let (w, h) = self.steps();
        let c = corners.corners();
        (0..4).map(|i| c[i].distance(c[(i + 1) % 4]) / if i % 2 == 0 { w } else { h }).sum::<f64>()
            / 4.0
    }
}
