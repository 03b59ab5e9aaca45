//! The board drawn for a terminal.

use super::classes::{BLACK, CLASSES, kind_of, side_of};
use crate::games::CellGrid;
use std::fmt::Write;

/// Figures by kind, from the pawn on; filled, since the color tells the side.
const FIGURES: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];

/// Eight ranks with their numbers and the files' letters below: FEN letters, or figures on colored
/// squares.
pub fn draw(board: &CellGrid, color: bool) -> String {
    let mut out = String::new();
    for (row, rank) in board.cells().chunks(board.cols()).enumerate() {
        let _ = write!(out, "{} ", board.rows() - row);
        for (col, &class) in rank.iter().enumerate() {
            out.push_str(&if color { colored(class, (row + col) % 2 == 0) } else { plain(class) });
        }
        out.push_str(if color { "\x1b[0m\n" } else { "\n" });
    }
    let files: Vec<String> =
        (0..board.cols()).map(|col| char::from(b'a' + col as u8).to_string()).collect();
    let (indent, gap) = if color { ("   ", "  ") } else { ("   ", " ") };
    out + indent + &files.join(gap) + "\n"
}

fn plain(class: u8) -> String {
    format!(" {}", CLASSES[usize::from(class)].code)
}

fn colored(class: u8, light: bool) -> String {
    let square = if light { 180 } else { 137 };
    let figure = class.checked_sub(1).map_or(' ', |_| FIGURES[usize::from(kind_of(class) - 1)]);
    let man = if side_of(class) == Some(BLACK) { 16 } else { 231 };
    format!("\x1b[48;5;{square};38;5;{man}m {figure} ")
}

#[cfg(test)]
mod tests {
    use crate::games::{Game, chess::Chess};

    const PICTURE: &str = "\
8  r n b q k b n r
7  p p p p p p p p
6  . . . . . . . .
5  . . . . . . . .
4  . . . . P . . .
3  . . . . . . . .
2  P P P P . P P P
1  R N B Q K B N R
   a b c d e f g h
";

    #[test]
    fn plain_letters() {
        let board =
            Chess.from_notation("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b").expect("a FEN");
        assert_eq!(Chess.draw(&board, false), PICTURE);
    }

    #[test]
    fn colors_end_with_the_line() {
        let board = Chess.from_notation("k7/8/8/8/8/8/8/K7").expect("a FEN");
        let picture = Chess.draw(&board, true);
        assert!(picture.lines().take(8).all(|line| line.ends_with("\x1b[0m")));
        assert_eq!(picture.matches('♚').count(), 2);
    }
}
