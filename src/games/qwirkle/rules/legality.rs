//! Is that a move? Two tables are compared.

use super::table::{Cell, Table};
use crate::{
    games::qwirkle::violations::{COPIES, LineFault, line_fault, tile_message},
    messages::Message,
};

/// What differs between Qwirkle Connect and the game without a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// New tiles have to touch older ones, unless there are none.
    pub must_touch: bool,
    /// Rows and columns of the board, if there is one.
    pub size: Option<(i32, i32)>,
}

impl Rules {
    /// Qwirkle Connect: a board of 16x16 squares with start tiles; a single tile may lie apart.
    pub const CONNECT: Self = Self { must_touch: false, size: Some((16, 16)) };
    /// Qwirkle on a bare table.
    pub const CLASSIC: Self = Self { must_touch: true, size: None };

    /// Whether there is such a cell.
    pub fn has(&self, (row, col): Cell) -> bool {
        self.size.is_none_or(|(rows, cols)| (0..rows).contains(&row) && (0..cols).contains(&col))
    }
}

/// A legal move: the new tiles by row and then column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// Cells and tiles.
    pub tiles: Vec<(Cell, u8)>,
}

impl Play {
    /// The tiles that lie on a table where nothing lay on another, whether or not that is a legal
    /// move.
    pub fn between(before: &Table, after: &Table) -> Self {
        Self { tiles: after.iter().filter(|&(cell, _)| before.get(cell).is_none()).collect() }
    }

    /// The cells of the new tiles.
    pub fn cells(&self) -> Vec<Cell> {
        self.tiles.iter().map(|tile| tile.0).collect()
    }
}

/// Why a change is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// No new tile.
    Nothing,
    /// Tiles that lay there before are gone or are others.
    Moved(Vec<Cell>),
    /// New tiles outside the board.
    Outside(Vec<Cell>),
    /// The new tiles lie neither in one row nor in one column.
    NotInLine(Vec<Cell>),
    /// Empty cells between the new tiles.
    Gap(Vec<Cell>),
    /// The new tiles touch no older one.
    Apart(Vec<Cell>),
    /// A line has two equal tiles.
    EqualTiles(Vec<Cell>),
    /// A line has neither one color nor one shape.
    Mixed(Vec<Cell>),
    /// A line is longer than six.
    TooLong(Vec<Cell>),
    /// There are only three of this tile.
    TooMany(u8, Vec<Cell>),
}

impl Fault {
    /// The cells concerned.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::Nothing => &[],
            Self::Moved(cells)
            | Self::Outside(cells)
            | Self::NotInLine(cells)
            | Self::Gap(cells)
            | Self::Apart(cells)
            | Self::EqualTiles(cells)
            | Self::Mixed(cells)
            | Self::TooLong(cells)
            | Self::TooMany(_, cells) => cells,
        }
    }

    /// What is wrong, as a clause.
    pub fn message(&self) -> Message {
        Message::new(match self {
            Self::Nothing => "qwirkle-fault-nothing",
            Self::Moved(_) => "qwirkle-fault-moved",
            Self::Outside(_) => "qwirkle-fault-outside",
            Self::NotInLine(_) => "qwirkle-fault-not-in-line",
            Self::Gap(_) => "qwirkle-fault-gap",
            Self::Apart(_) => "qwirkle-fault-apart",
            Self::EqualTiles(_) => "qwirkle-fault-equal-tiles",
            Self::Mixed(_) => "qwirkle-fault-mixed",
            Self::TooLong(_) => "qwirkle-fault-too-long",
            Self::TooMany(tile, _) => {
                return Message::new("qwirkle-fault-too-many").message("tile", tile_message(*tile));
            }
        })
    }
}

/// The move between two tables.
///
/// # Errors
/// Every reason why there is no legal one.
pub fn check(before: &Table, after: &Table, rules: &Rules) -> Result<Play, Vec<Fault>> {
    let mut faults = Vec::new();
    let moved: Vec<Cell> =
        before.iter().filter(|&(cell, tile)| after.get(cell) != Some(tile)).map(|t| t.0).collect();
    if !moved.is_empty() {
        faults.push(Fault::Moved(moved));
    }
    let play = Play::between(before, after);
    let cells = play.cells();
    placement(before, after, &cells, rules, &mut faults);
    lines(after, &cells, &mut faults);
    copies(after, &play, &mut faults);
    if faults.is_empty() { Ok(play) } else { Err(faults) }
}

fn placement(before: &Table, after: &Table, new: &[Cell], rules: &Rules, faults: &mut Vec<Fault>) {
    let Some(&first) = new.first() else {
        faults.push(Fault::Nothing);
        return;
    };
    let outside: Vec<Cell> = new.iter().copied().filter(|&cell| !rules.has(cell)).collect();
    if !outside.is_empty() {
        faults.push(Fault::Outside(outside));
    }
    let one_row = new.iter().all(|cell| cell.0 == first.0);
    let one_col = new.iter().all(|cell| cell.1 == first.1);
    if !one_row && !one_col {
        faults.push(Fault::NotInLine(new.to_vec()));
    } else if !new.iter().all(|cell| after.run(first, one_row).contains(cell)) {
        faults.push(Fault::Gap(new.to_vec()));
    }
    let touches = |cell: &Cell| Table::around(*cell).iter().any(|&next| before.get(next).is_some());
    if rules.must_touch && !before.is_empty() && !new.iter().any(touches) {
        faults.push(Fault::Apart(new.to_vec()));
    }
}

/// The faults of the lines with a new tile, each line once.
fn lines(after: &Table, new: &[Cell], faults: &mut Vec<Fault>) {
    let mut runs: Vec<Vec<Cell>> = Vec::new();
    for along_row in [true, false] {
        for &cell in new {
            let run = after.run(cell, along_row);
            if run.len() > 1 && !runs.contains(&run) {
                runs.push(run);
            }
        }
    }
    for run in runs {
        let tiles: Vec<u8> = run.iter().filter_map(|&cell| after.get(cell)).collect();
        faults.extend(line_fault(&tiles).map(|fault| match fault {
            LineFault::TooLong => Fault::TooLong(run),
            LineFault::EqualTiles => Fault::EqualTiles(run),
            LineFault::Mixed => Fault::Mixed(run),
        }));
    }
}

fn copies(after: &Table, play: &Play, faults: &mut Vec<Fault>) {
    let mut new: Vec<u8> = play.tiles.iter().map(|tile| tile.1).collect();
    new.sort_unstable();
    new.dedup();
    let cells = |tile: u8| {
        after.iter().filter(|&(_, other)| other == tile).map(|(cell, _)| cell).collect::<Vec<_>>()
    };
    let all = new.into_iter().map(|tile| (tile, cells(tile)));
    faults.extend(
        all.filter(|(_, cells)| cells.len() > COPIES)
            .map(|(tile, cells)| Fault::TooMany(tile, cells)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, qwirkle::Qwirkle};

    fn table(tiles: &[(Cell, &str)]) -> Table {
        let mut table = Table::default();
        tiles
            .iter()
            .for_each(|&(cell, code)| table.put(cell, Qwirkle.class_of(code).expect("a tile")));
        table
    }

    /// The faults of laying `new` beside a red circle at (5, 5) and a red square at (5, 6).
    fn faults(new: &[(Cell, &str)], rules: Rules) -> Vec<Fault> {
        let old = [((5, 5), "1R"), ((5, 6), "4R")];
        check(&table(&old), &table(&[&old[..], new].concat()), &rules).err().unwrap_or_default()
    }

    #[test]
    fn legal_moves() {
        assert_eq!(faults(&[((5, 7), "2R")], Rules::CLASSIC), []);
        assert_eq!(faults(&[((5, 4), "2R"), ((5, 7), "3R")], Rules::CLASSIC), []);
        assert_eq!(faults(&[((6, 5), "1O"), ((7, 5), "1Y")], Rules::CLASSIC), []);
        assert_eq!(faults(&[((9, 9), "2B")], Rules::CONNECT), []);
    }

    #[test]
    fn each_fault_is_found() {
        let both = |new: &[(Cell, &str)]| faults(new, Rules::CONNECT);
        assert_eq!(both(&[]), [Fault::Nothing]);
        assert_eq!(both(&[((5, 7), "1R")]), [Fault::EqualTiles(vec![(5, 5), (5, 6), (5, 7)])]);
        assert_eq!(both(&[((5, 7), "1O")]), [Fault::Mixed(vec![(5, 5), (5, 6), (5, 7)])]);
        assert_eq!(
            both(&[((4, 5), "1O"), ((6, 6), "4O")]),
            [Fault::NotInLine(vec![(4, 5), (6, 6)])]
        );
        assert_eq!(both(&[((5, 7), "2R"), ((5, 9), "3R")]), [Fault::Gap(vec![(5, 7), (5, 9)])]);
        assert_eq!(both(&[((16, 0), "2R")]), [Fault::Outside(vec![(16, 0)])]);
        assert_eq!(faults(&[((9, 9), "2B")], Rules::CLASSIC), [Fault::Apart(vec![(9, 9)])]);
        let old = table(&[((5, 5), "1R")]);
        assert_eq!(
            check(&old, &table(&[((5, 5), "1O"), ((5, 6), "2O")]), &Rules::CLASSIC),
            Err(vec![Fault::Moved(vec![(5, 5)])])
        );
    }

    #[test]
    fn a_fourth_copy_and_a_seventh_tile() {
        let three = [((0, 0), "1R"), ((2, 0), "1R"), ((4, 0), "1R")];
        let four = [&three[..], &[((6, 0), "1R")]].concat();
        let found = check(&table(&three), &table(&four), &Rules::CONNECT);
        assert_eq!(found, Err(vec![Fault::TooMany(1, vec![(0, 0), (2, 0), (4, 0), (6, 0)])]));
        let six: Vec<(Cell, String)> = (0..6).map(|i| ((0, i), format!("{}R", i + 1))).collect();
        let six: Vec<(Cell, &str)> =
            six.iter().map(|(cell, code)| (*cell, code.as_str())).collect();
        let seven = [&six[..], &[((0, 6), "1R")]].concat();
        let found = check(&table(&six), &table(&seven), &Rules::CONNECT).expect_err("seven tiles");
        assert!(matches!(found[..], [Fault::TooLong(_)]));
    }
}
