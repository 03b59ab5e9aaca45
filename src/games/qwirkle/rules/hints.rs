//! Every move that a hand of tiles allows.
//!
//! A move's tiles can be laid one after the other from any of them outward, each time next to the
//! line, and each step is legal when the move is: parts of a good line are good lines.

use super::{
    bonus::BonusSquares,
    legality::{Play, Rules},
    score::score,
    table::{Cell, Table},
};
use crate::games::qwirkle::violations::{COPIES, line_fault};
use std::collections::BTreeMap;

/// A move and what it scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub play: Play,
    /// Its score.
    pub points: u32,
}

/// Every legal move with tiles of `hand`, best first. On an empty table without a board the first
/// tile lies at (0, 0).
pub fn hints(table: &Table, hand: &[u8], rules: &Rules, bonus: &BonusSquares) -> Vec<Hint> {
    let found = search(table, hand, rules, bonus, &|_, _| true);
    let hint = |(tiles, points)| Hint { play: Play { tiles }, points };
    let mut hints: Vec<Hint> = found.into_iter().map(hint).collect();
    hints.sort_by_key(|hint| std::cmp::Reverse(hint.points));
    hints
}

/// Every legal move with those tiles of `hand`, by cell, that `seen` accepts.
pub(super) fn plays(
    table: &Table,
    hand: &[u8],
    rules: &Rules,
    seen: &dyn Fn(Cell, u8) -> bool,
) -> Vec<Play> {
    let found = search(table, hand, rules, &BonusSquares::NONE, seen);
    found.into_keys().map(|tiles| Play { tiles }).collect()
}

/// Legal moves and what they score.
fn search(
    table: &Table,
    hand: &[u8],
    rules: &Rules,
    bonus: &BonusSquares,
    seen: &dyn Fn(Cell, u8) -> bool,
) -> BTreeMap<Vec<(Cell, u8)>, u32> {
    let mut search = Search { rules, bonus, seen, found: BTreeMap::new() };
    for start in starts(table, rules) {
        for along_row in [true, false] {
            search.extend(&mut table.clone(), hand, start, &[], along_row);
        }
    }
    search.found
}

/// The empty cells where a move may begin: beside tiles, or anywhere on a board where moves need
/// not touch any.
fn starts(table: &Table, rules: &Rules) -> Vec<Cell> {
    let mut cells: Vec<Cell> = match rules.size {
        Some((rows, cols)) if !rules.must_touch => {
            (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).collect()
        }
        _ if table.is_empty() => vec![(0, 0)],
        _ => table.iter().flat_map(|(cell, _)| Table::around(cell)).collect(),
    };
    cells.retain(|&cell| table.get(cell).is_none() && rules.has(cell));
    cells.sort_unstable();
    cells.dedup();
    cells
}

struct Search<'a> {
    rules: &'a Rules,
    bonus: &'a BonusSquares,
    seen: &'a dyn Fn(Cell, u8) -> bool,
    found: BTreeMap<Vec<(Cell, u8)>, u32>,
}

impl Search<'_> {
    /// Lays each tile of `hand` on `cell`, then goes on at either end of the line through the first
    /// of `laid`.
    fn extend(
        &mut self,
        table: &mut Table,
        hand: &[u8],
        cell: Cell,
        laid: &[(Cell, u8)],
        along_row: bool,
    ) {
        for (i, &tile) in hand.iter().enumerate() {
            if hand[..i].contains(&tile) || !(self.seen)(cell, tile) {
                continue;
            }
            table.put(cell, tile);
            if fits(table, cell, tile) {
                let laid = [laid, &[(cell, tile)]].concat();
                self.keep(table, &laid);
                let rest = [&hand[..i], &hand[i + 1..]].concat();
                for end in ends(table, laid[0].0, along_row) {
                    if self.rules.has(end) {
                        self.extend(table, &rest, end, &laid, along_row);
                    }
                }
            }
            table.remove(cell);
        }
    }

    fn keep(&mut self, table: &Table, laid: &[(Cell, u8)]) {
        let mut tiles = laid.to_vec();
        tiles.sort_unstable();
        let cells: Vec<Cell> = tiles.iter().map(|tile| tile.0).collect();
        self.found.entry(tiles).or_insert_with(|| score(table, &cells, self.bonus).total);
    }
}

/// Whether the lines through the cell of a new tile are good, and there are enough copies of it.
fn fits(table: &Table, cell: Cell, tile: u8) -> bool {
    let good = |along_row| {
        let tiles: Vec<u8> =
            table.run(cell, along_row).into_iter().filter_map(|cell| table.get(cell)).collect();
        line_fault(&tiles).is_none()
    };
    good(true) && good(false) && table.iter().filter(|&(_, other)| other == tile).count() <= COPIES
}

/// The empty cells before and behind the line through a cell.
fn ends(table: &Table, cell: Cell, along_row: bool) -> [Cell; 2] {
    let run = table.run(cell, along_row);
    let ((first_row, first_col), (last_row, last_col)) = (run[0], run[run.len() - 1]);
    if along_row {
        [(first_row, first_col - 1), (last_row, last_col + 1)]
    } else {
        [(first_row - 1, first_col), (last_row + 1, last_col)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, qwirkle::Qwirkle};

    fn tile(code: &str) -> u8 {
        Qwirkle.class_of(code).expect("a tile")
    }

    #[test]
    fn the_first_move_is_the_longest_line() {
        let hand = ["1R", "2R", "3R", "4B", "5Y"].map(tile);
        let all = hints(&Table::default(), &hand, &Rules::CLASSIC, &BonusSquares::NONE);
        assert_eq!((all[0].points, all[0].play.tiles.len()), (3, 3));
        assert_eq!(all.iter().filter(|hint| hint.points == 1).count(), 5);
    }

    #[test]
    fn a_single_tile_beside_another() {
        let mut table = Table::default();
        table.put((0, 0), tile("1R"));
        let places =
            |code| hints(&table, &[tile(code)], &Rules::CLASSIC, &BonusSquares::NONE).len();
        assert_eq!([places("2R"), places("1O"), places("2O"), places("1R")], [4, 4, 0, 0]);
    }

    #[test]
    fn a_qwirkle_is_found_around_older_tiles() {
        let mut table = Table::default();
        for (col, code) in ["2R", "3R", "4R", "5R"].iter().enumerate() {
            table.put((0, col as i32), tile(code));
        }
        let best =
            &hints(&table, &["1R", "6R", "2B"].map(tile), &Rules::CLASSIC, &BonusSquares::NONE)[0];
        assert_eq!((best.points, best.play.cells().len()), (12, 2));
    }
}
