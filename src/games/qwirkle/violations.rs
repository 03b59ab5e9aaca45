//! What cannot lie on a Qwirkle board.

use super::{classes::CLASSES, notation::cell_name};
use crate::{
    games::{CellGrid, Violation},
    messages::Message,
};

/// How many copies of each tile there are.
pub const COPIES: usize = 3;
/// The longest line: a Qwirkle.
pub const QWIRKLE: usize = 6;

/// A tile's shape, from 0 for the circle; `None` for the empty cell.
pub const fn shape(class: u8) -> Option<u8> {
    if class == 0 { None } else { Some((class - 1) / 6) }
}

/// A tile's color, from 0 for red; `None` for the empty cell.
pub const fn color(class: u8) -> Option<u8> {
    if class == 0 { None } else { Some((class - 1) % 6) }
}

/// Everything impossible about a board.
pub fn violations(board: &CellGrid) -> Vec<Violation> {
    let mut found: Vec<Violation> =
        lines(board).iter().filter_map(|line| line_violation(board, line)).collect();
    for tile in 1..37u8 {
        let cells = cells(board, tile);
        if cells.len() > COPIES {
            let message = Message::new("qwirkle-too-many-copies")
                .message("tile", tile_message(tile))
                .count("count", cells.len())
                .all("cells", names(&cells));
            let excess = cells.len() - COPIES;
            found.push(Violation { rule: "too-many-copies", message, cells, excess });
        }
    }
    found
}

/// Every largest run of two or more tiles in a row, then in a column.
pub fn lines(board: &CellGrid) -> Vec<Vec<(usize, usize)>> {
    let rows = (0..board.rows())
        .map(|row| (0..board.cols()).map(move |col| (row, col)).collect::<Vec<_>>());
    let cols = (0..board.cols())
        .map(|col| (0..board.rows()).map(move |row| (row, col)).collect::<Vec<_>>());
    let full = |cell: &(usize, usize)| board.get(cell.0, cell.1) != 0;
    rows.chain(cols)
        .flat_map(|line| {
            line.chunk_by(|a, b| full(a) && full(b)).map(<[_]>::to_vec).collect::<Vec<_>>()
        })
        .filter(|run| run.len() > 1)
        .collect()
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// More than six tiles.
    TooLong,
    /// The same tile more than once.
    EqualTiles,
    /// Neither one color nor one shape.
    Mixed,
}

/// What is wrong with a line of tiles, the gravest first.
pub fn line_fault(tiles: &[u8]) -> Option<LineFault> {
    let same = |part: fn(u8) -> Option<u8>| tiles.iter().all(|&tile| part(tile) == part(tiles[0]));
    if tiles.len() > QWIRKLE {
        Some(LineFault::TooLong)
    } else if !same(shape) && !same(color) {
        Some(LineFault::Mixed)
    } else if (1..tiles.len()).any(|i| tiles[..i].contains(&tiles[i])) {
        Some(LineFault::EqualTiles)
    } else {
        None
    }
}

fn line_violation(board: &CellGrid, line: &[(usize, usize)]) -> Option<Violation> {
    let tiles: Vec<u8> = line.iter().map(|&(row, col)| board.get(row, col)).collect();
    let name = |(row, col): (usize, usize)| cell_name(row, col);
    let about = |key| {
        Message::new(key).text("first", name(line[0])).text("last", name(line[line.len() - 1]))
    };
    let all = line.to_vec();
    let (rule, message, cells) = match line_fault(&tiles)? {
        LineFault::TooLong => {
            ("line-too-long", about("qwirkle-line-too-long").count("count", line.len()), all)
        }
        LineFault::Mixed => ("mixed-line", about("qwirkle-mixed-line"), all),
        LineFault::EqualTiles => {
            let cells = equal_tiles(line, &tiles)?;
            let tile = tile_message(board.get(cells[0].0, cells[0].1));
            (
                "equal-tiles",
                about("qwirkle-equal-tiles").message("tile", tile).all("cells", names(&cells)),
                cells,
            )
        }
    };
    Some(Violation { rule, message, cells, excess: 1 })
}

/// The cells of the first tile of a line that occurs in it again.
fn equal_tiles(line: &[(usize, usize)], tiles: &[u8]) -> Option<Vec<(usize, usize)>> {
    let cells_of = |tile: u8| {
        (0..line.len()).filter(|&i| tiles[i] == tile).map(|i| line[i]).collect::<Vec<_>>()
    };
    tiles.iter().map(|&tile| cells_of(tile)).find(|cells| cells.len() > 1)
}

fn cells(board: &CellGrid, tile: u8) -> Vec<(usize, usize)> {
    let all = board.cells().iter().enumerate();
    all.filter(|(_, class)| **class == tile)
        .map(|(i, _)| (i / board.cols(), i % board.cols()))
        .collect()
}

/// The name of a tile: "red circle".
pub fn tile_message(tile: u8) -> Message {
    let (color, shape) = CLASSES[usize::from(tile)].name.split_once(' ').unwrap_or_default();
    Message::new("qwirkle-tile").text("color", color).text("shape", shape.replace(' ', "-"))
}

fn names(cells: &[(usize, usize)]) -> Vec<String> {
    cells.iter().map(|&(row, col)| cell_name(row, col)).collect()
}

#[cfg(test)]
mod tests {
    use crate::games::{CellGrid, Game, qwirkle::Qwirkle};

    /// What is wrong with a board that has these tiles in row 1.
    fn found(tiles: &str) -> Vec<(&'static str, String)> {
        let mut board = CellGrid::empty(16, 16);
        for (col, code) in tiles.split(' ').enumerate() {
            board.set(0, col, Qwirkle.class_of(code).expect("a tile"));
        }
        Qwirkle.violations(&board).into_iter().map(|v| (v.rule, v.message.to_string())).collect()
    }

    #[test]
    fn possible_lines() {
        assert_eq!(found(".."), []);
        assert_eq!(found("1R 2R 3R 4R 5R 6R"), []);
        assert_eq!(found("6R 6O 6Y .. 1G 1B"), []);
    }

    #[test]
    fn each_rule_is_reported() {
        assert_eq!(
            found("1R 2R 1R"),
            [("equal-tiles", "the line 1A to 1C has more than one red circle: 1A and 1C".into())]
        );
        assert_eq!(
            found("1R 2G"),
            [("mixed-line", "the line 1A to 1B has neither one color nor one shape".into())]
        );
        assert_eq!(
            found("1R .. 1R .. 1R .. 1R"),
            [(
                "too-many-copies",
                "the red circle lies there 4 times, it exists only 3 times: 1A, 1C, 1E and 1G"
                    .into()
            )]
        );
        assert_eq!(
            found("1R 2R 3R 4R 5R 6R 1R"),
            [("line-too-long", "the line 1A to 1G has 7 tiles, 6 at most are possible".into())]
        );
    }

    #[test]
    fn columns_are_lines_too_and_diagonals_are_not() {
        let mut board = CellGrid::empty(16, 16);
        board.set(0, 0, 1);
        board.set(1, 1, 8);
        assert_eq!(Qwirkle.violations(&board), []);
        board.set(1, 0, 9);
        assert_eq!(
            Qwirkle.violations(&board).iter().map(|v| v.rule).collect::<Vec<_>>(),
            ["mixed-line"]
        );
    }
}
