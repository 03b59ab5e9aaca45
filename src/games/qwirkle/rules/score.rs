//! What a move scores, item by item.

use super::{
    bonus::BonusSquares,
    table::{Cell, Table},
};
use crate::games::qwirkle::violations::QWIRKLE;
use serde::Serialize;

/// What who plays the last tile of the game gets besides.
pub const END_BONUS: u32 = 6;

/// A line that a move made or lengthened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its cells, first to last.
    pub cells: Vec<Cell>,
    /// Its length, and six more when it is a Qwirkle.
    pub points: u32,
}

/// The score of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Every line of two or more tiles with a new one: rows first.
    pub lines: Vec<Line>,
    /// New tiles on bonus squares and their points.
    pub bonuses: Vec<(Cell, u32)>,
    /// Points for tiles that form no line at all: one each.
    pub loose: u32,
    /// The sum.
    pub total: u32,
}

/// Scores the new tiles `new` of `table`, which lie on it already.
pub fn score(table: &Table, new: &[Cell], bonus: &BonusSquares) -> Score {
    let mut lines: Vec<Line> = Vec::new();
    for along_row in [true, false] {
        for &cell in new {
            let cells = table.run(cell, along_row);
            if cells.len() > 1 && lines.iter().all(|line| line.cells != cells) {
                let qwirkle = if cells.len() == QWIRKLE { QWIRKLE } else { 0 };
                lines.push(Line { points: (cells.len() + qwirkle) as u32, cells });
            }
        }
    }
    let bonuses: Vec<(Cell, u32)> =
        new.iter().map(|&cell| (cell, bonus.get(cell).into())).filter(|b| b.1 > 0).collect();
    let loose = if lines.is_empty() { new.len() as u32 } else { 0 };
    let total =
        lines.iter().map(|line| line.points).chain(bonuses.iter().map(|b| b.1)).sum::<u32>()
            + loose;
    Score { lines, bonuses, loose, total }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(tiles: &[u8]) -> Table {
        let mut table = Table::default();
        tiles.iter().enumerate().for_each(|(col, &tile)| table.put((0, col as i32), tile));
        table
    }

    #[test]
    fn a_qwirkle_scores_twelve() {
        let table = row(&[1, 2, 3, 4, 5, 6]);
        let found = score(&table, &[(0, 5)], &BonusSquares::NONE);
        assert_eq!((found.total, found.lines.len()), (12, 1));
    }

    #[test]
    fn a_tile_in_two_lines_counts_in_both() {
        let mut table = row(&[1, 2, 3]);
        table.put((1, 2), 9);
        assert_eq!(score(&table, &[(0, 2)], &BonusSquares::NONE).total, 5);
    }

    #[test]
    fn a_line_counts_once_and_a_loose_tile_one() {
        let table = row(&[1, 2, 3]);
        assert_eq!(score(&table, &[(0, 1), (0, 2)], &BonusSquares::NONE).total, 3);
        let alone = score(&row(&[1]), &[(0, 0)], &BonusSquares::NONE);
        assert_eq!((alone.total, alone.loose), (1, 1));
    }
}
