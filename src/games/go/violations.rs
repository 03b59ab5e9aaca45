//! What cannot lie on a Go board after a move.

use super::{classes::WHITE, groups::groups, notation::cell_name};
use crate::{
    games::{CellGrid, Violation},
    messages::Message,
};

/// Every group without a liberty: it would have been taken off.
pub fn violations(board: &CellGrid) -> Vec<Violation> {
    let captured = groups(board).into_iter().filter(|group| group.is_captured(board));
    let violation = |cells: Vec<(usize, usize)>, class: u8| {
        let names = cells.iter().map(|&(row, col)| cell_name(board, row, col));
        let message = Message::new("go-no-liberty")
            .side("side", class == WHITE)
            .count("count", cells.len())
            .all("points", names);
        Violation { rule: "no-liberty", message, cells, excess: 1 }
    };
    captured.map(|group| violation(group.points, group.class)).collect()
}

#[cfg(test)]
mod tests {
    use crate::games::{Game, go::Go};

    #[test]
    fn a_group_without_liberties_is_named() {
        let board = Go.from_notation("(;SZ[9]AB[aa][ba]AW[ab][bb][ca])").expect("an SGF");
        let found = Go.violations(&board);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].rule, &found[0].cells[..]), ("no-liberty", &[(0, 0), (0, 1)][..]));
        assert_eq!(
            found[0].message.to_string(),
            "no liberty is left for the black stones A9 and B9"
        );
    }

    #[test]
    fn two_groups_that_hold_each_other_are_two() {
        let mut board = crate::games::CellGrid::empty(9, 9);
        for i in 0..81 {
            board.set(i / 9, i % 9, if i < 36 { 1 } else { 2 });
        }
        assert_eq!(Go.violations(&board).len(), 2);
    }
}
