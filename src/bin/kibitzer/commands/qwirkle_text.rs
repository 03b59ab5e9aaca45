//! What is said about a move of Qwirkle.

use super::wrong::Wrong;
use kibitzer::{
    games::{
        CellGrid, GameId,
        qwirkle::rules::{Cell, Fault, Line, Play, Score},
    },
    messages::Message,
};

/// The length of a Qwirkle.
const QWIRKLE: usize = 6;

/// The name of a square of the board.
pub fn name((row, col): (usize, usize)) -> String {
    GameId::Qwirkle.game().cell_name(&CellGrid::empty(16, 16), row, col)
}

/// Cells of a table that lie on the board.
pub fn places(cells: &[Cell]) -> Vec<(usize, usize)> {
    cells
        .iter()
        .filter_map(|&(row, col)| Some((usize::try_from(row).ok()?, usize::try_from(col).ok()?)))
        .collect()
}

/// A fault and where it is.
pub fn wrong(fault: &Fault) -> Wrong {
    Wrong { reason: fault.message(), cells: places(fault.cells()) }
}

/// The verdict, the score, and its items.
pub fn sentences(play: &Play, score: &Score, bonus_known: bool) -> Vec<Message> {
    let tiles = play.tiles.iter().map(|&(cell, tile)| format!("{} {}", named(cell), code(tile)));
    let legal = Message::new("qwirkle-legal").count("count", play.tiles.len()).all("tiles", tiles);
    let total = Message::new("qwirkle-points").number("points", score.total);
    let unknown = (!bonus_known).then(|| Message::new("qwirkle-no-bonus-squares"));
    [legal, total].into_iter().chain(items(score)).chain(unknown).collect()
}

/// The items of a score: lines, bonus squares, loose tiles.
pub fn items(score: &Score) -> Vec<Message> {
    let line = |line: &Line| {
        let key = if line.cells.len() == QWIRKLE { "qwirkle-qwirkle-line" } else { "qwirkle-line" };
        let (first, last) = (line.cells[0], line.cells[line.cells.len() - 1]);
        Message::new(key)
            .text("first", named(first))
            .text("last", named(last))
            .number("points", line.points)
    };
    let bonus = |&(cell, points): &(Cell, u32)| {
        Message::new("qwirkle-bonus").text("cell", named(cell)).number("points", points)
    };
    let loose =
        (score.loose > 0).then(|| Message::new("qwirkle-loose").number("points", score.loose));
    score.lines.iter().map(line).chain(score.bonuses.iter().map(bonus)).chain(loose).collect()
}

/// The name of a cell that lies on the board; nothing for others.
pub fn named(cell: Cell) -> String {
    places(&[cell]).first().map_or_else(String::new, |&place| name(place))
}

/// The code of a tile: `3R`.
pub fn code(tile: u8) -> &'static str {
    GameId::Qwirkle.game().classes()[usize::from(tile)].code
}
