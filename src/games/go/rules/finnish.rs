//! The Finnish phone tool's rule of thumb for dead stones: the floor that
//! [`judge_groups`](super::judge_groups) has to beat.

use super::Point;
use crate::games::{
    CellGrid,
    go::{
        classes::{BLACK, EMPTY, WHITE},
        groups::{Group, groups},
    },
};

/// Empty areas of at most this many points stay neutral in the third step.
const SMALLEST: usize = 2;

/// The stones that the tool takes off.
///
/// 1. Groups with a single liberty are dead.
/// 2. Areas with stones of one color around them are that color's.
/// 3. Of the other empty areas, all but the smallest belong to the color with more stones around
///    them.
/// 4. Where a stone has areas of both colors beside it, the smaller one goes over to the larger
///    one's color.
/// 5. Groups without an area of their color beside them are dead.
///
/// Its sixth step, marking areas again, is [`territory`](super::territory).
pub fn finnish_dead(board: &CellGrid) -> Vec<Point> {
    let mut left = board.clone();
    let atari = groups(board)
        .into_iter()
        .filter(|group| group.class != EMPTY && group.liberties(board).count() == 1);
    atari.for_each(|group| remove(&mut left, &group));
    let areas: Vec<Group> =
        groups(&left).into_iter().filter(|group| group.class == EMPTY).collect();
    let mut owners: Vec<u8> = areas.iter().map(|area| owner(&left, area)).collect();
    settle(&left, &areas, &mut owners);
    let marks = mark(&left, &areas, &owners);
    for group in groups(&left.clone()).into_iter().filter(|group| group.class != EMPTY) {
        let home = group.liberties(&left).any(|(row, col)| marks.get(row, col) == group.class);
        if !home {
            remove(&mut left, &group);
        }
    }
    let points = (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row, col)));
    points.filter(|&(row, col)| board.get(row, col) != left.get(row, col)).collect()
}

fn remove(board: &mut CellGrid, group: &Group) {
    group.points.iter().for_each(|&(row, col)| board.set(row, col, EMPTY));
}

/// Steps 2 and 3.
fn owner(board: &CellGrid, area: &Group) -> u8 {
    let count =
        |color| area.border.iter().filter(|&&(row, col)| board.get(row, col) == color).count();
    match (count(BLACK), count(WHITE)) {
        (1.., 0) => BLACK,
        (0, 1..) => WHITE,
        (black, white) if area.points.len() > SMALLEST && black != white => {
            if black > white {
                BLACK
            } else {
                WHITE
            }
        }
        _ => EMPTY,
    }
}

/// Step 4, area by area from the largest.
fn settle(board: &CellGrid, areas: &[Group], owners: &mut [u8]) {
    let mut order: Vec<usize> = (0..areas.len()).filter(|&i| owners[i] != EMPTY).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(areas[i].points.len()));
    for (rank, &large) in order.iter().enumerate() {
        for &small in &order[rank + 1..] {
            let shared = areas[large]
                .border
                .iter()
                .any(|p| board.get(p.0, p.1) != EMPTY && areas[small].border.contains(p));
            if shared && owners[large] != owners[small] {
                owners[small] = owners[large];
            }
        }
    }
}

/// A board with each area's owner on its points.
fn mark(board: &CellGrid, areas: &[Group], owners: &[u8]) -> CellGrid {
    let mut marks = CellGrid::empty(board.rows(), board.cols());
    for (area, &owner) in areas.iter().zip(owners) {
        area.points.iter().for_each(|&(row, col)| marks.set(row, col, owner));
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, go::Go};

    #[test]
    fn a_stone_in_atari_and_one_in_the_others_area_are_dead() {
        // Black wall on the left half, white wall on the right; a lone white stone in black's area,
        // a black one in atari.
        let mut board = CellGrid::empty(9, 9);
        for row in 0..9 {
            board.set(row, 4, 1);
            board.set(row, 5, 2);
        }
        board.set(4, 1, 2);
        board.set(0, 8, 1);
        board.set(0, 7, 2);
        assert_eq!(finnish_dead(&board), [(0, 8), (4, 1)]);
    }

    #[test]
    fn a_board_without_dead_stones_keeps_all() {
        let board = Go.from_notation("(;SZ[9]AB[ea:ei]AW[fa:fi])").expect("an SGF");
        assert_eq!(finnish_dead(&board), []);
    }
}
