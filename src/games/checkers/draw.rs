//! The board drawn for a terminal.

use super::{
    classes::{BLACK_KING, BLACK_MAN, CLASSES, WHITE_KING, WHITE_MAN, is_dark, is_white},
    notation::cell_name,
};
use crate::games::CellGrid;
use std::fmt::Write;

/// Eight rows, each between the numbers of its first and its last playing square: `w b` men, `W B`
/// kings, `.` an empty dark square; or disks and crowns on colored squares.
pub fn draw(board: &CellGrid, color: bool) -> String {
    let mut out = String::new();
    for (row, cells) in board.cells().chunks(board.cols()).enumerate() {
        let dark: Vec<usize> = (0..board.cols()).filter(|&col| is_dark(row, col)).collect();
        let end =
            |col: Option<&usize>| col.map_or_else(String::new, |&col| cell_name(board, row, col));
        let _ = write!(out, "{:>2} ", end(dark.first()));
        for (col, &class) in cells.iter().enumerate() {
            out.push_str(&if color {
                colored(class, is_dark(row, col))
            } else {
                plain(class, is_dark(row, col))
            });
        }
        let _ = writeln!(out, "{}  {:>2}", if color { "\x1b[0m" } else { "" }, end(dark.last()));
    }
    out
}

fn plain(class: u8, dark: bool) -> String {
    let code = if class == 0 && !dark { " " } else { CLASSES[usize::from(class)].code };
    format!(" {code}")
}

fn colored(class: u8, dark: bool) -> String {
    let square = if dark { 65 } else { 187 };
    let figure = match class {
        WHITE_MAN | BLACK_MAN => '⛂',
        WHITE_KING | BLACK_KING => '⛃',
        _ => ' ',
    };
    let piece = if is_white(class) == Some(false) { 16 } else { 231 };
    format!("\x1b[48;5;{square};38;5;{piece}m {figure} ")
}

#[cfg(test)]
mod tests {
    use crate::games::{Game, checkers::Checkers};

    const PICTURE: &str = "
 1    b   b   b   .   4
 5  b   b   b   b     8
 9    b   b   b   b  12
13  .   .   .   .    16
17    .   .   .   .  20
21  w   w   w   w    24
25    w   w   w   w  28
29  W   w   w   w    32
";

    #[test]
    fn plain_letters() {
        let board = Checkers.from_notation("W:W21-28,K29,30-32:B1-3,5-12").expect("a PDN FEN");
        assert_eq!(Checkers.draw(&board, false), PICTURE[1..]);
    }

    #[test]
    fn colors_end_with_the_line() {
        let board = Checkers.from_notation("W:W21-32:BK1").expect("a PDN FEN");
        let picture = Checkers.draw(&board, true);
        assert!(picture.lines().all(|line| line.contains("\x1b[0m  ")));
        assert_eq!((picture.matches('⛂').count(), picture.matches('⛃').count()), (12, 1));
    }
}
