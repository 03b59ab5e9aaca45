//! What is said about a move.

use super::{
    legality::Play,
    score::{Line, Score},
    table::Cell,
};
use crate::{
    games::qwirkle::{classes::CLASSES, notation::cell_name, violations::QWIRKLE},
    messages::Message,
};

/// Cells of a table that lie on a board, as rows and columns.
pub fn places(cells: &[Cell]) -> Vec<(usize, usize)> {
    cells
        .iter()
        .filter_map(|&(row, col)| Some((usize::try_from(row).ok()?, usize::try_from(col).ok()?)))
        .collect()
}

/// The name of a cell that lies on a board; nothing for others.
pub fn named(cell: Cell) -> String {
    places(&[cell]).first().map_or_else(String::new, |&(row, col)| cell_name(row, col))
}

/// The code of a tile: `3R`.
pub fn tile_code(tile: u8) -> &'static str {
    CLASSES[usize::from(tile)].code
}

/// A tile and where it lies: `8G 3R`.
pub(super) fn tile_name(&(cell, tile): &(Cell, u8)) -> String {
    format!("{} {}", named(cell), tile_code(tile))
}

/// The verdict on a legal move, its score, and the score's items.
pub fn score_sentences(play: &Play, score: &Score, bonus_known: bool) -> Vec<Message> {
    let tiles = play.tiles.iter().map(tile_name);
    let legal = Message::new("qwirkle-legal").count("count", play.tiles.len()).all("tiles", tiles);
    let total = Message::new("qwirkle-points").number("points", score.total);
    let unknown = (!bonus_known).then(|| Message::new("qwirkle-no-bonus-squares"));
    [legal, total].into_iter().chain(score_items(score)).chain(unknown).collect()
}

/// The items of a score: lines, bonus squares, loose tiles.
pub fn score_items(score: &Score) -> Vec<Message> {
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
