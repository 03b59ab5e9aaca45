//! Boards as grids of cell classes, and the probabilities they are read from.

use ndarray::Array3;

/// A board: a class index (into [`Game::classes`](super::Game::classes)) a cell, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellGrid {
    rows: usize,
    cols: usize,
    cells: Vec<u8>,
}

impl CellGrid {
    /// A board of `rows` x `cols` cells of class 0, the empty cell.
    pub fn empty(rows: usize, cols: usize) -> Self {
        Self { rows, cols, cells: vec![0; rows * cols] }
    }

    /// A board from its cells, row by row; `None` when their number is not `rows * cols`.
    pub fn from_cells(rows: usize, cols: usize, cells: Vec<u8>) -> Option<Self> {
        (cells.len() == rows * cols).then_some(Self { rows, cols, cells })
    }

    /// Number of rows.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub const fn cols(&self) -> usize {
        self.cols
    }

    /// The class index of every cell, row by row.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The class index of a cell.
    ///
    /// # Panics
    /// When the cell is outside the board.
    pub fn get(&self, row: usize, col: usize) -> u8 {
        assert!(col < self.cols, "column {col} is outside a board of {} columns", self.cols);
        self.cells[row * self.cols + col]
    }

    /// Sets the class index of a cell.
    ///
    /// # Panics
    /// When the cell is outside the board.
    pub fn set(&mut self, row: usize, col: usize, class: u8) {
        assert!(col < self.cols, "column {col} is outside a board of {} columns", self.cols);
        self.cells[row * self.cols + col] = class;
    }

    /// The same board with other classes: each cell has what `class` makes of its own.
    pub fn map(&self, class: impl Fn(u8) -> u8) -> Self {
        let cells = self.cells.iter().map(|&cell| class(cell)).collect();
        Self { cells, ..*self }
    }

    /// The board seen after `turns` quarter turns: the cell at row 0, column 0 becomes the one that
    /// was at the end of row 0 (one turn), at the opposite corner (two), or at the start of the
    /// last row (three). Matches [`Quad::rotated`](crate::geometry::Quad::rotated).
    pub fn rotated(&self, turns: usize) -> Self {
        let (rows, cols) =
            if turns.is_multiple_of(2) { (self.rows, self.cols) } else { (self.cols, self.rows) };
        let mut out = Self::empty(rows, cols);
        for row in 0..rows {
            for col in 0..cols {
                let (r, c) = rotate_index((row, col), (self.rows, self.cols), turns);
                out.set(row, col, self.get(r, c));
            }
        }
        out
    }
}

/// Where the cell `(row, col)` of a board turned by `turns` lies on the unturned board of `size =
/// (rows, cols)`.
pub const fn rotate_index(
    (row, col): (usize, usize),
    (rows, cols): (usize, usize),
    turns: usize,
) -> (usize, usize) {
    match turns % 4 {
        0 => (row, col),
        1 => (col, cols - 1 - row),
        2 => (rows - 1 - row, cols - 1 - col),
        _ => (rows - 1 - col, row),
    }
}

/// Probability of each class at each cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellProbs(Array3<f32>);

impl CellProbs {
    /// Probabilities of shape `[rows, cols, classes]`, each cell summing to 1.
    pub const fn new(probs: Array3<f32>) -> Self {
        Self(probs)
    }

    /// The array, `[rows, cols, classes]`.
    pub const fn array(&self) -> &Array3<f32> {
        &self.0
    }

    /// The array itself.
    pub fn into_array(self) -> Array3<f32> {
        self.0
    }

    /// `(rows, cols, classes)`.
    pub fn dim(&self) -> (usize, usize, usize) {
        self.0.dim()
    }

    /// Natural logarithm of a class's probability at a cell, never below ln(1e-9).
    pub fn log(&self, row: usize, col: usize, class: usize) -> f64 {
        f64::from(self.0[[row, col, class]]).max(1e-9).ln()
    }

    /// How many cells are to be expected not to be empty (class 0).
    pub fn pieces(&self) -> f32 {
        self.0.rows().into_iter().map(|p| 1.0 - p[0]).sum()
    }

    /// The most probable class of every cell, taken one by one.
    pub fn argmax(&self) -> CellGrid {
        let (rows, cols, _) = self.dim();
        let best = self.0.rows().into_iter().map(|p| {
            let top = p.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
            top.map_or(0, |(class, _)| class as u8)
        });
        CellGrid { rows, cols, cells: best.collect() }
    }

    /// The probabilities of the board seen after `turns` quarter turns; see [`CellGrid::rotated`].
    pub fn rotated(&self, turns: usize) -> Self {
        let (rows, cols, classes) = self.dim();
        let (r, c) = if turns.is_multiple_of(2) { (rows, cols) } else { (cols, rows) };
        Self(Array3::from_shape_fn((r, c, classes), |(row, col, k)| {
            let (row, col) = rotate_index((row, col), (rows, cols), turns);
            self.0[[row, col, k]]
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn four_quarter_turns_are_none(rows in 1usize..6, cols in 1usize..6, seed in any::<u64>()) {
            let cells = (0..rows * cols).map(|i| (seed.rotate_left(i as u32) & 7) as u8).collect();
            let board = CellGrid::from_cells(rows, cols, cells).expect("sizes agree");
            let mut turned = board.clone();
            for turns in 1..=4 {
                turned = turned.rotated(1);
                prop_assert_eq!(&turned, &board.rotated(turns));
            }
            prop_assert_eq!(turned, board);
        }
    }

    #[test]
    fn one_turn_starts_at_the_end_of_the_first_row() {
        let board = CellGrid::from_cells(2, 2, vec![1, 2, 3, 4]).expect("sizes agree");
        assert_eq!(board.rotated(1).cells(), [2, 4, 1, 3]);
    }
}
