//! Connected points of one class and what they touch.

use super::classes::EMPTY;
use crate::games::CellGrid;

/// A largest set of connected points of one class: a group of stones or an empty area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The class of all its points.
    pub class: u8,
    /// Its points, `(row, column)`, in reading order.
    pub points: Vec<(usize, usize)>,
    /// The points of other classes beside it, each once, in reading order.
    pub border: Vec<(usize, usize)>,
}

impl Group {
    /// The empty points beside it.
    pub fn liberties<'a>(
        &'a self,
        board: &'a CellGrid,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.border.iter().copied().filter(|&(row, col)| board.get(row, col) == EMPTY)
    }

    /// Whether it is a group of stones that touches no empty point.
    pub fn is_captured(&self, board: &CellGrid) -> bool {
        self.class != EMPTY && self.liberties(board).next().is_none()
    }
}

/// The two to four points beside one, on the board.
pub fn neighbors(
    board: &CellGrid,
    (row, col): (usize, usize),
) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (rows, cols) = (board.rows(), board.cols());
    let steps =
        [(row.wrapping_sub(1), col), (row, col.wrapping_sub(1)), (row, col + 1), (row + 1, col)];
    steps.into_iter().filter(move |&(r, c)| r < rows && c < cols)
}

/// The group that holds a point.
pub fn group_at(board: &CellGrid, start: (usize, usize)) -> Group {
    let class = board.get(start.0, start.1);
    let mut seen = vec![false; board.rows() * board.cols()];
    let (mut points, mut border, mut open) = (Vec::new(), Vec::new(), vec![start]);
    seen[start.0 * board.cols() + start.1] = true;
    while let Some(point) = open.pop() {
        if board.get(point.0, point.1) != class {
            border.push(point);
            continue;
        }
        points.push(point);
        for next in neighbors(board, point) {
            if !std::mem::replace(&mut seen[next.0 * board.cols() + next.1], true) {
                open.push(next);
            }
        }
    }
    points.sort_unstable();
    border.sort_unstable();
    Group { class, points, border }
}

/// Every group and every empty area, in the reading order of their first points.
pub fn groups(board: &CellGrid) -> Vec<Group> {
    let mut seen = vec![false; board.rows() * board.cols()];
    let mut found = Vec::new();
    for start in 0..seen.len() {
        if !seen[start] {
            let group = group_at(board, (start / board.cols(), start % board.cols()));
            group.points.iter().for_each(|(row, col)| seen[row * board.cols() + col] = true);
            found.push(group);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::classes::{BLACK, WHITE};

    #[test]
    fn a_corner_stone_and_what_surrounds_it() {
        let mut board = CellGrid::empty(9, 9);
        board.set(0, 0, BLACK);
        board.set(0, 1, WHITE);
        let group = group_at(&board, (0, 0));
        assert_eq!(
            (group.points.clone(), group.border.clone()),
            (vec![(0, 0)], vec![(0, 1), (1, 0)])
        );
        assert_eq!(group.liberties(&board).collect::<Vec<_>>(), [(1, 0)]);
        board.set(1, 0, WHITE);
        assert!(group_at(&board, (0, 0)).is_captured(&board));
        assert_eq!(
            groups(&board).iter().map(|g| g.points.len()).collect::<Vec<_>>(),
            [1, 1, 78, 1]
        );
    }
}
