//! Bonus squares of the Qwirkle Connect board, which its start tiles give away.

use super::table::Cell;
use crate::games::CellGrid;

/// Rows and columns of a module; the board has two by two.
const MODULE: usize = 8;

/// Tiles on a diagonal from which on it counts as a start: of six, some may not have been read.
const CERTAIN: usize = 4;

/// Squares worth one point in a module whose start squares run from its lower left to its upper
/// right, counted from 0. The squares of the other kind of module are their mirror image. Source:
/// the course's documentation of the board.
const ONE_POINT: [(usize, usize); 10] =
    [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (2, 6), (3, 5), (4, 4), (5, 3), (6, 2)];
/// Squares worth two points, likewise.
const TWO_POINTS: [(usize, usize); 2] = [(1, 1), (6, 6)];

/// Points of each square of the 16x16 board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BonusSquares([[u8; 2 * MODULE]; 2 * MODULE]);

/// The board does not show which way a module lies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "module {module} (1 upper left, 2 upper right, 3 lower left, 4 lower right) shows no start \
    tiles on a diagonal"
)]
pub struct NoStart {
    /// The first such module, from 1.
    pub module: usize,
}

impl BonusSquares {
    /// A table without bonus squares.
    pub const NONE: Self = Self([[0; 2 * MODULE]; 2 * MODULE]);

    /// The squares of the board whose start position is `board`: each module lies the way most of
    /// its diagonals' tiles say.
    ///
    /// # Errors
    /// When a module has less than four tiles on both diagonals, or as many on the one as on the
    /// other.
    pub fn from_start(board: &CellGrid) -> Result<Self, NoStart> {
        let mut squares = Self::NONE;
        for module in 0..4 {
            let (top, left) = (module / 2 * MODULE, module % 2 * MODULE);
            let full = |row: usize, col: usize| {
                let (row, col) = (top + row, left + col);
                row < board.rows() && col < board.cols() && board.get(row, col) != 0
            };
            let main = (1..MODULE - 1).filter(|&i| full(i, i)).count();
            let anti = (1..MODULE - 1).filter(|&i| full(i, MODULE - 1 - i)).count();
            if main.max(anti) < CERTAIN || main == anti {
                return Err(NoStart { module: module + 1 });
            }
            squares.set_module(top, left, main > anti);
        }
        Ok(squares)
    }

    fn set_module(&mut self, top: usize, left: usize, mirrored: bool) {
        for (points, cells) in [(1, &ONE_POINT[..]), (2, &TWO_POINTS[..])] {
            for &(row, col) in cells {
                let col = if mirrored { MODULE - 1 - col } else { col };
                self.0[top + row][left + col] = points;
            }
        }
    }

    /// The points of a square; 0 off the board.
    pub fn get(&self, (row, col): Cell) -> u8 {
        let index = |i: i32| usize::try_from(i).unwrap_or(usize::MAX);
        self.0.get(index(row)).and_then(|r| r.get(index(col))).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Squares = Vec<(i32, i32)>;

    /// Rows and columns 1 to 8 within the module, as the task's text lists them: one point, two
    /// points.
    fn squares_of(start_on_main: bool) -> (Squares, Squares) {
        let mut board = CellGrid::empty(16, 16);
        for module in [(0, 0), (0, 8), (8, 0), (8, 8)] {
            for i in 1..7 {
                board.set(module.0 + i, module.1 + if start_on_main { i } else { 7 - i }, 1);
            }
        }
        let bonus = BonusSquares::from_start(&board).expect("a start position");
        let of = |points| {
            let all = (1..=8).flat_map(|row| (1..=8).map(move |col| (row, col)));
            all.filter(|&(row, col)| bonus.get((row + 7, col + 7)) == points).collect()
        };
        (of(1), of(2))
    }

    #[test]
    fn both_kinds_of_modules_have_the_published_squares() {
        let mut ones =
            [(2, 6), (3, 5), (4, 4), (5, 3), (6, 2), (3, 7), (4, 6), (5, 5), (6, 4), (7, 3)];
        ones.sort_unstable();
        assert_eq!(squares_of(false), (ones.to_vec(), vec![(2, 2), (7, 7)]));
        let mut ones =
            [(2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)];
        ones.sort_unstable();
        assert_eq!(squares_of(true), (ones.to_vec(), vec![(2, 7), (7, 2)]));
    }

    #[test]
    fn a_start_with_unread_tiles_is_one() {
        let mut board = CellGrid::empty(16, 16);
        for (top, left, missing) in [(0, 0, 1), (0, 8, 6), (8, 0, 3), (8, 8, 2)] {
            (1..7).filter(|&i| i != missing).for_each(|i| board.set(top + i, left + i, 1));
        }
        assert!(BonusSquares::from_start(&board).is_ok());
        (9..12).for_each(|i| board.set(i, i, 0));
        assert_eq!(BonusSquares::from_start(&board), Err(NoStart { module: 4 }));
    }

    #[test]
    fn an_empty_module_is_named() {
        assert_eq!(BonusSquares::from_start(&CellGrid::empty(16, 16)), Err(NoStart { module: 1 }));
    }
}
