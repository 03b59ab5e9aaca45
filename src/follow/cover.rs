//! Which cells pieces hide from a low camera.
//!
//! Seen from the side, what stands on a cell hides those behind it: an empty one looks as if a piece
//! stood there, the one in front of it, and a piece that leaves one is not missed.

use super::scene::turned;
use crate::{
    games::{CellGrid, rules::Cell},
    geometry::{BoardCamera, GridSpec, Point, Quad},
};

/// How high a piece is, and where the middle of one is that it hides, in pitches.
const HEIGHT: f64 = 1.2;
const MIDDLE: f64 = 0.5;

/// How far beside a piece's middle it hides something, in pitches.
const HALF_WIDTH: f64 = 0.4;

/// Pieces that are no more than this many cells in front of a cell are looked for.
const FARTHEST: usize = 3;

/// For each cell of a board those that are in front of it: a piece there hides it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// Row by row; none at all where nothing hides anything.
    in_front: Vec<Vec<Cell>>,
    rows: usize,
    cols: usize,
}

impl Cover {
    /// That of standing pieces on a board with the given corners, in a photo of `size` (width and
    /// height) pixels; rows and columns as the corners have them.
    pub fn of_standing(size: (u32, u32), corners: &Quad, grid: &GridSpec) -> Self {
        let size = (f64::from(size.0), f64::from(size.1));
        let (rows, cols) = (grid.rows, grid.cols);
        let camera =
            BoardCamera::new(&grid.to_photo(corners), size, grid.center(rows / 2, cols / 2));
        let hides = |front: Cell, behind: Cell| {
            let [front, behind] = [front, behind].map(|(row, col)| grid.center(row, col));
            let from_foot = |p: Point, height: f64| {
                let (foot, seen) = (camera.project(front, 0.0), camera.project(p, height));
                (seen.x - foot.x, seen.y - foot.y)
            };
            let (up, foot, middle) =
                (from_foot(front, HEIGHT), from_foot(behind, 0.0), from_foot(behind, MIDDLE));
            let across = [(1.0, 0.0), (0.0, 1.0)]
                .map(|(x, y)| from_foot(Point::new(front.x + x, front.y + y), 0.0))
                .map(|(x, y)| x.hypot(y));
            let height = up.0.hypot(up.1);
            let above = |(x, y): (f64, f64)| (x * up.0 + y * up.1) / height;
            let beside = (middle.0 * up.1 - middle.1 * up.0).abs() / height;
            above(foot) > 0.0
                && above(middle) <= height
                && beside <= HALF_WIDTH * across[0].max(across[1])
        };
        let cells = || (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)));
        let near = |a: Cell, b: Cell| {
            a != b && a.0.abs_diff(b.0) <= FARTHEST && a.1.abs_diff(b.1) <= FARTHEST
        };
        let before =
            |cell: Cell| cells().filter(|&other| near(cell, other) && hides(other, cell)).collect();
        let in_front: Vec<Vec<Cell>> = cells().map(before).collect();
        match in_front.iter().all(Vec::is_empty) {
            true => Self::default(),
            false => Self { in_front, rows, cols },
        }
    }

    /// The same of the board after quarter turns.
    #[must_use]
    pub fn turned(&self, turns: usize) -> Self {
        let (rows, cols) = match turns.is_multiple_of(2) {
            true => (self.rows, self.cols),
            false => (self.cols, self.rows),
        };
        let own = |cells: &[Cell]| turned(cells, self.rows, self.cols, turns);
        let mut in_front = vec![Vec::new(); self.in_front.len()];
        for (i, before) in self.in_front.iter().enumerate() {
            for (row, col) in own(&[(i / self.cols, i % self.cols)]) {
                in_front[row * cols + col] = own(before);
            }
        }
        Self { in_front, rows, cols }
    }

    /// Whether nothing hides anything.
    pub const fn is_none(&self) -> bool {
        self.in_front.is_empty()
    }

    /// The pieces of a board that hide a cell.
    pub fn in_front<'a>(
        &'a self,
        (row, col): Cell,
        board: &'a CellGrid,
    ) -> impl Iterator<Item = u8> + 'a {
        let cells = self.in_front.get(row * self.cols + col);
        let classes = cells.into_iter().flatten().map(|&(row, col)| board.get(row, col));
        classes.filter(|&class| class != 0)
    }

    /// The empty cells of a board that its pieces hide.
    pub fn hidden_empty(&self, board: &CellGrid) -> Vec<Cell> {
        if self.is_none() {
            return Vec::new();
        }
        let cells = (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row, col)));
        cells
            .filter(|&cell| {
                board.get(cell.0, cell.1) == 0 && self.in_front(cell, board).next().is_some()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameId;

    const SIZE: (u32, u32) = (640, 193);

    /// A board seen from low over its last row.
    fn low() -> Quad {
        "170,50 470,50 607,178 36,177".parse().expect("convex")
    }

    fn cover(corners: &Quad) -> Cover {
        Cover::of_standing(SIZE, corners, &GridSpec::squares(8))
    }

    #[test]
    fn from_low_a_piece_hides_what_is_behind_it() {
        let cover = cover(&low());
        let mut board = CellGrid::empty(8, 8);
        board.set(4, 3, 1);
        let is_hidden = |cell| cover.in_front(cell, &board).next() == Some(1);
        assert!(is_hidden((3, 3)));
        for cell in [(5, 3), (4, 3), (4, 2), (4, 4)] {
            assert!(!is_hidden(cell), "{cell:?}");
        }
        assert!(cover.hidden_empty(&board).contains(&(3, 3)));
        assert!(cover.hidden_empty(&CellGrid::empty(8, 8)).is_empty());
    }

    #[test]
    fn from_above_it_hides_nothing() {
        let straight = "100,10 270,10 270,180 100,180".parse().expect("convex");
        assert!(cover(&straight).is_none());
        let usual = "190,80 450,80 500,380 140,380".parse().expect("convex");
        assert!(Cover::of_standing((640, 480), &usual, &GridSpec::squares(8)).is_none());
    }

    #[test]
    fn it_turns_as_the_board_does() {
        let board = GameId::Chess.game().from_notation("8/8/8/3Q4/8/8/8/N7").expect("a board");
        for turns in 0..4 {
            let turned = cover(&low()).turned(turns);
            let seen_so = Cover::of_standing(SIZE, &low().rotated(turns), &GridSpec::squares(8));
            assert_eq!(turned.hidden_empty(&board), seen_so.hidden_empty(&board), "{turns}");
        }
    }
}
