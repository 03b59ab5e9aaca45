//! The board drawn for a terminal: lines by box-drawing characters, `●` black and `○` white stones.

use super::{
    classes::{BLACK, WHITE},
    notation::column_letter,
    rules::{Owner, Territory},
};
use crate::games::CellGrid;
use std::fmt::Write;

/// The board with its coordinates; in color, black lines on a yellow board.
pub fn draw(board: &CellGrid, color: bool) -> String {
    draw_points(board, color, |row, col| stone(board.get(row, col)))
}

/// A finished game: stones that stay, `▪` and `▫` on black's and white's points, `☆` on neutral
/// ones.
pub fn draw_owners(territory: &Territory, color: bool) -> String {
    let board = &territory.board;
    draw_points(board, color, |row, col| match territory.owners[row * board.cols() + col] {
        Owner::Stone(class) => stone(class),
        Owner::Area(BLACK) => Some('▪'),
        Owner::Area(_) => Some('▫'),
        Owner::Neutral => Some('☆'),
    })
}

const fn stone(class: u8) -> Option<char> {
    match class {
        BLACK => Some('●'),
        WHITE => Some('○'),
        _ => None,
    }
}

/// The board with what lies on each point, and the lines where nothing does.
fn draw_points(
    board: &CellGrid,
    color: bool,
    mark: impl Fn(usize, usize) -> Option<char>,
) -> String {
    let mut out = letters(board);
    let (open, close) = if color { ("\x1b[0;30;43m", "\x1b[0m") } else { ("", "") };
    for row in 0..board.rows() {
        let number = board.rows() - row;
        let points: String =
            (0..board.cols()).map(|col| cell(board, row, col, mark(row, col))).collect();
        let _ = writeln!(out, "{number:>2} {open}{points}{close} {number}");
    }
    out + &letters(board)
}

fn letters(board: &CellGrid) -> String {
    let letters: Vec<String> =
        (0..board.cols()).map(|col| column_letter(col).to_string()).collect();
    format!("   {}\n", letters.join(" "))
}

/// A point and the line to the next one.
fn cell(board: &CellGrid, row: usize, col: usize, mark: Option<char>) -> String {
    let point = mark.unwrap_or_else(|| crossing(board, row, col));
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
    (on(row) && on(col))
        || (middle(row) && middle(col))
        || (n == 19 && (on(row) || middle(row)) && (on(col) || middle(col)))
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
    fn a_finished_game() {
        let board = Go.from_notation("(;SZ[9]AB[da:di]AW[fa:fi][aa])").expect("an SGF");
        let picture =
            super::draw_owners(&crate::games::go::rules::territory(&board, &[(0, 0)]), false);
        assert_eq!(picture.lines().nth(1), Some(" 9 ▪─▪─▪─●─☆─○─▫─▫─▫ 9"));
    }

    #[test]
    fn star_points() {
        let stars = |n| Go.draw(&CellGrid::empty(n, n), false).matches('╋').count();
        assert_eq!([stars(9), stars(13), stars(19)], [5, 5, 9]);
    }
}
