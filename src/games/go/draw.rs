//! The board drawn for a terminal: lines by box-drawing characters, `●` black and `○` white stones.

use super::{
    classes::{BLACK, WHITE},
    notation::column_letter,
};
use crate::games::CellGrid;
use std::fmt::Write;

/// The board with its coordinates; in color, black lines on a yellow board.
pub fn draw(board: &CellGrid, color: bool) -> String {
    let mut out = letters(board);
    let (open, close) = if color { ("\x1b[0;30;43m", "\x1b[0m") } else { ("", "") };
    for row in 0..board.rows() {
        let number = board.rows() - row;
        let points: String = (0..board.cols()).map(|col| cell(board, row, col)).collect();
        let _ = writeln!(out, "{number:>2} {open}{points}{close} {number}");
    }
    out + &letters(board)
}

fn letters(board: &CellGrid) -> String {
    let letters: Vec<String> = (0..board.cols()).map(|col| column_letter(col).to_string()).collect();
    format!("   {}\n", letters.join(" "))
}

/// A point and the line to the next one.
fn cell(board: &CellGrid, row: usize, col: usize) -> String {
    let point = match board.get(row, col) {
        BLACK => '●',
        WHITE => '○',
        _ => crossing(board, row, col),
    };
    let line = if col + 1 < board.cols() { "─" } else { "" };
    format!("{point}{line}")
}

fn crossing(board: &CellGrid, row: usize, col: usize) -> char {
    let place = |i: usize, n: usize| if i == 0 { 0 } else { 1 + usize::from(i + 1 == n) };
    const LINES: [[char; 3]; 3] = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
    match is_star(board, row, col) {
        true => '╋',
        false => LINES[place(row, board.rows())][place(col, board.cols())],
    }
}

/// Whether a star point is printed here: 19x19 has nine, 13x13 and 9x9 five.
fn is_star(board: &CellGrid, row: usize, col: usize) -> bool {
    let (n, edge) = (board.rows(), if board.rows() > 9 { 3 } else { 2 });
    let on = |i: usize| i == edge || i + 1 + edge == n;
    let middle = |i: usize| 2 * i + 1 == n;
    (on(row) && on(col)) || (middle(row) && middle(col)) || (n == 19 && (on(row) || middle(row)) && (on(col) || middle(col)))
}

#[cfg(test)]
mod tests {
    use crate::games::{CellGrid, Game, go::Go};

    const PICTURE: &str = "
   A B C D E F G H J
 9 ┌─┬─┬─┬─┬─┬─┬─┬─● 9
 8 ├─┼─┼─┼─┼─┼─┼─┼─┤ 8
 7 ├─┼─╋─┼─┼─┼─╋─┼─┤ 7
 6 ├─┼─┼─┼─┼─┼─┼─┼─┤ 6
 5 ├─┼─┼─┼─●─○─┼─┼─┤ 5
 4 ├─┼─┼─┼─┼─┼─┼─┼─┤ 4
 3 ├─┼─╋─┼─┼─┼─╋─┼─┤ 3
 2 ├─┼─┼─┼─┼─┼─┼─┼─┤ 2
 1 ○─┴─┴─┴─┴─┴─┴─┴─┘ 1
   A B C D E F G H J
";

    #[test]
    fn lines_and_stones() {
        let board = Go.from_notation("(;SZ[9]AB[ee][ia]AW[fe][ai])").expect("an SGF");
        assert_eq!(Go.draw(&board, false), PICTURE[1..]);
        assert_eq!(Go.draw(&board, true).matches("\x1b[0;30;43m").count(), 9);
    }

    #[test]
    fn star_points() {
        let stars = |n| Go.draw(&CellGrid::empty(n, n), false).matches('╋').count();
        assert_eq!([stars(9), stars(13), stars(19)], [5, 5, 9]);
    }
}
