//! The course's output for a move.

use super::legality::Play;
use crate::games::qwirkle::{classes::CLASSES, notation::cell_name};
use std::fmt::Write;

/// A line `<row><column> <shape><color>` for each new tile, by row and then column, and the score
/// on the last line, without a line break behind it.
pub fn course_lines(play: &Play, score: u32) -> String {
    let mut tiles = play.tiles.clone();
    tiles.sort_unstable();
    let mut out = String::new();
    for ((row, col), tile) in tiles {
        let name = cell_name(row.unsigned_abs() as usize, col.unsigned_abs() as usize);
        let _ = writeln!(out, "{name} {}", CLASSES[usize::from(tile)].code);
    }
    out + &score.to_string()
}
