//! Tiles on a table: with a board or without one.

use crate::games::CellGrid;
use std::collections::BTreeMap;

/// Row, counted downward, and column; on a board from 0 at the upper left, on a bare table from any
/// tile.
pub type Cell = (i32, i32);

/// Tiles (class indices from 1) by cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table(BTreeMap<Cell, u8>);

impl Table {
    /// The tiles of a board.
    pub fn from_board(board: &CellGrid) -> Self {
        let cols = board.cols();
        let cells = board.cells().iter().enumerate().filter(|(_, class)| **class != 0);
        Self(cells.map(|(i, &class)| (((i / cols) as i32, (i % cols) as i32), class)).collect())
    }

    /// The tile of a cell.
    pub fn get(&self, cell: Cell) -> Option<u8> {
        self.0.get(&cell).copied()
    }

    /// Lays a tile on a cell.
    pub fn put(&mut self, cell: Cell, tile: u8) {
        self.0.insert(cell, tile);
    }

    /// Takes a cell's tile away.
    pub fn remove(&mut self, cell: Cell) {
        self.0.remove(&cell);
    }

    /// Every tile, by row and then column.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, u8)> + '_ {
        self.0.iter().map(|(&cell, &tile)| (cell, tile))
    }

    /// Whether nothing lies on the table.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The four cells around one, whether or not a board has them.
    pub const fn around((row, col): Cell) -> [Cell; 4] {
        [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
    }

    /// The run of tiles through a cell, along its row or its column, first to last.
    pub fn run(&self, (row, col): Cell, along_row: bool) -> Vec<Cell> {
        let step = |n: i32| if along_row { (row, col + n) } else { (row + n, col) };
        let reach =
            |sign: i32| (1..).take_while(|n| self.get(step(sign * n)).is_some()).count() as i32;
        (-reach(-1)..=reach(1)).map(step).collect()
    }
}
