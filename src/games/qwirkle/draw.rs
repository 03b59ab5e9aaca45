//! The board drawn for a terminal.

use super::{
    classes::CLASSES,
    violations::{color as color_of, shape as shape_of},
};
use crate::games::CellGrid;
use std::fmt::Write;

/// Circle, clover, diamond, square, four-pointed and eight-pointed star.
const FIGURES: [char; 6] = ['●', '♣', '◆', '■', '✦', '✸'];
/// Red, orange, yellow, green, blue and white of the 256-color palette.
const COLORS: [u8; 6] = [196, 208, 226, 40, 33, 231];

/// Sixteen rows with their numbers below the columns' letters: the label codes, or a figure and the
/// color's letter in color.
pub fn draw(board: &CellGrid, color: bool) -> String {
    let letters: Vec<String> =
        (0..board.cols()).map(|col| char::from(b'A' + col as u8).to_string()).collect();
    let mut out = format!("   {}\n", letters.join("  "));
    for (row, cells) in board.cells().chunks(board.cols()).enumerate() {
        let cells: Vec<String> = cells.iter().map(|&class| cell(class, color)).collect();
        let _ = writeln!(out, "{:>2} {}", row + 1, cells.join(" "));
    }
    out
}

fn cell(class: u8, color: bool) -> String {
    let code = CLASSES[usize::from(class)].code;
    match (color_of(class), shape_of(class)) {
        (Some(tint), Some(shape)) if color => {
            format!(
                "\x1b[38;5;{}m{}{}\x1b[0m",
                COLORS[usize::from(tint)],
                FIGURES[usize::from(shape)],
                &code[1..]
            )
        }
        _ => code.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{CellGrid, Game, qwirkle::Qwirkle};

    #[test]
    fn codes_and_coordinates() {
        let mut board = CellGrid::empty(16, 16);
        board.set(15, 15, Qwirkle.class_of("5B").expect("a tile"));
        let plain = Qwirkle.draw(&board, false);
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines[0], "   A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P");
        assert_eq!(lines[1], format!(" 1{}", " ..".repeat(16)));
        assert_eq!(lines[16], format!("16{} 5B", " ..".repeat(15)));
        assert!(Qwirkle.draw(&board, true).contains("\x1b[38;5;33m✦B\x1b[0m"));
    }
}
