//! The FEN of Portable Draughts Notation: `W:W21,22,K31:B1,2`.
//!
//! Squares are numbered as in English draughts. With white at the bottom, square 1 is the dark square nearest the upper left
//! corner (row 0, column 1), numbers run to the right and then down, and square 32 is the last one of the bottom row: black
//! starts on 1 to 12, white on 21 to 32. The dark square at the lower left is 29.
//!
//! A man that lies on a light square has no number; it is written by the chess name of its square (`Wb1`), which other
//! programs do not read: such a board is no position of the game.

use super::{
    classes::{BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN, is_dark},
    rules::place,
};
use crate::games::{
    CellGrid, NotationError,
    text::{Scanner, algebraic},
};

/// The number of a dark square, the chess name of a light one.
pub fn cell_name(board: &CellGrid, row: usize, col: usize) -> String {
    if is_dark(row, col) { (row * board.cols() / 2 + col / 2 + 1).to_string() } else { algebraic(board.rows(), row, col) }
}

/// The board as PDN FEN; white is written as the side to move, for a photo does not show it.
pub fn to_pdn(board: &CellGrid) -> String {
    to_pdn_of(board, true)
}

/// The board as PDN FEN with the side to move.
pub fn to_pdn_of(board: &CellGrid, white_to_move: bool) -> String {
    let turn = if white_to_move { 'W' } else { 'B' };
    format!("{turn}:W{}:B{}", pieces(board, WHITE_MAN, WHITE_KING), pieces(board, BLACK_MAN, BLACK_KING))
}

fn pieces(board: &CellGrid, man: u8, king: u8) -> String {
    let all = board.cells().iter().enumerate().filter(|(_, class)| **class == man || **class == king);
    let names = all.map(|(i, &class)| {
        let name = cell_name(board, i / board.cols(), i % board.cols());
        if class == king { format!("K{name}") } else { name }
    });
    names.collect::<Vec<_>>().join(",")
}

/// The board of a PDN FEN, bare or as a `[FEN "..."]` tag. Ranges (`21-32`) and a final full stop are read too.
///
/// # Errors
/// When a side, a square or a separator is missing, wrong or given twice.
pub fn from_pdn(text: &str) -> Result<CellGrid, NotationError> {
    from_pdn_sized(text, 8)
}

/// Whether it is white's turn in a PDN FEN that [`from_pdn`] reads.
pub fn side_to_move(text: &str) -> bool {
    let side = text.split_once(':').map_or(text, |(side, _)| side);
    !side.ends_with(['B', 'b'])
}

/// As [`from_pdn`], for a board of `size` rows: 8 or 10.
///
/// # Errors
/// As for [`from_pdn`].
pub fn from_pdn_sized(text: &str, size: usize) -> Result<CellGrid, NotationError> {
    let mut scanner = Scanner::new(text);
    let tag = open_tag(&mut scanner)?;
    match scanner.next() {
        Some('W' | 'B' | 'w' | 'b' | '?') => {}
        _ => return Err(scanner.error_at(0, "expected the side to move, W or B, as in W:W21,22,K31:B1,2")),
    }
    let mut board = CellGrid::empty(size, size);
    let mut sides = Vec::new();
    while scanner.eat(':') {
        let at = scanner.position();
        let side = scanner.next().map_or(' ', |c| c.to_ascii_uppercase());
        if !matches!(side, 'W' | 'B') || sides.contains(&side) {
            return Err(scanner.error_at(at, "expected the pieces of W and of B, each once"));
        }
        sides.push(side);
        read_side(&mut scanner, side == 'W', &mut board)?;
    }
    close(&mut scanner, tag)?;
    Ok(board)
}

fn open_tag(scanner: &mut Scanner<'_>) -> Result<bool, NotationError> {
    scanner.skip_space();
    if !scanner.eat('[') {
        return Ok(false);
    }
    let name = scanner.take_while(char::is_alphabetic);
    scanner.skip_space();
    if name == "FEN" && scanner.eat('"') { Ok(true) } else { Err(scanner.error("expected [FEN \"...\"]")) }
}

fn close(scanner: &mut Scanner<'_>, tag: bool) -> Result<(), NotationError> {
    scanner.eat('.');
    if tag && !(scanner.eat('"') && scanner.eat(']')) {
        return Err(scanner.error(format!("expected \"] at the end, found {}", scanner.found())));
    }
    scanner.skip_space();
    match scanner.peek() {
        None => Ok(()),
        Some(_) => Err(scanner.error(format!("expected a comma, a colon or the end, found {}", scanner.found()))),
    }
}

fn read_side(scanner: &mut Scanner<'_>, white: bool, board: &mut CellGrid) -> Result<(), NotationError> {
    if matches!(scanner.peek(), None | Some(':' | '.' | '"')) || scanner.peek().is_some_and(char::is_whitespace) {
        return Ok(());
    }
    loop {
        read_piece(scanner, white, board)?;
        if !scanner.eat(',') {
            return Ok(());
        }
        scanner.skip_space();
    }
}

fn read_piece(scanner: &mut Scanner<'_>, white: bool, board: &mut CellGrid) -> Result<(), NotationError> {
    let at = scanner.position();
    let class = match (scanner.eat('K'), white) {
        (false, true) => WHITE_MAN,
        (false, false) => BLACK_MAN,
        (true, true) => WHITE_KING,
        (true, false) => BLACK_KING,
    };
    let size = board.rows();
    let first = read_square(scanner, size)?;
    let last = if scanner.eat('-') { read_square(scanner, size)? } else { first };
    let all: Vec<(usize, usize)> = match (first, last) {
        (Square::Number(a), Square::Number(b)) if a <= b => (a..=b).map(|number| place(size, number - 1)).collect(),
        (Square::Light(row, col), Square::Light(r, c)) if (row, col) == (r, c) => vec![(row, col)],
        _ => return Err(scanner.error_at(at, "a range runs from a smaller to a larger number, as in 21-32")),
    };
    for (row, col) in all {
        if board.get(row, col) != 0 {
            return Err(scanner.error_at(at, format!("square {} is given twice", cell_name(board, row, col))));
        }
        board.set(row, col, class);
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Square {
    Number(usize),
    Light(usize, usize),
}

fn light_square(row: usize, col: usize) -> Option<Square> {
    (!is_dark(row, col)).then_some(Square::Light(row, col))
}

fn read_square(scanner: &mut Scanner<'_>, size: usize) -> Result<Square, NotationError> {
    let at = scanner.position();
    let letter = scanner.take_while(|c| c.is_ascii_lowercase());
    let digits = scanner.take_while(|c| c.is_ascii_digit());
    let number: usize = digits.parse().unwrap_or(0);
    match (letter.as_bytes(), number) {
        ([], 1..) if number <= size * size / 2 => Ok(Square::Number(number)),
        ([file @ b'a'..=b'j'], 1..) if number <= size && usize::from(file - b'a') < size => {
            light_square(size - number, usize::from(file - b'a'))
                .ok_or_else(|| scanner.error_at(at, format!("'{letter}{digits}' is a dark square: give its number")))
        }
        _ => Err(scanner.error_at(at, format!("expected a square from 1 to {}, found '{letter}{digits}'", size * size / 2))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_initial_position() {
        let board = from_pdn("B:W21-32:B1-12.").expect("a PDN FEN");
        let rows: Vec<&[u8]> = board.cells().chunks(8).collect();
        assert_eq!(rows[0], [0, 2, 0, 2, 0, 2, 0, 2]);
        assert_eq!(rows[2], [0, 2, 0, 2, 0, 2, 0, 2]);
        assert_eq!(rows[5], [1, 0, 1, 0, 1, 0, 1, 0]);
        assert_eq!(rows[7], [1, 0, 1, 0, 1, 0, 1, 0]);
        assert_eq!(to_pdn(&board), "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    }

    #[test]
    fn tags_orders_and_kings() {
        let board = from_pdn("[FEN \"W:B1,K2:WK31,32\"]\n").expect("a PDN FEN");
        assert_eq!(to_pdn(&board), "W:WK31,32:B1,K2");
        assert_eq!(from_pdn("W:W:B").map(|b| to_pdn(&b)), Ok("W:W:B".into()));
    }

    #[test]
    fn faults_have_a_place() {
        let place = |pdn: &str| from_pdn(pdn).map_err(|e| (e.line, e.column)).err();
        assert_eq!(place(""), Some((1, 1)));
        assert_eq!(place("W:W33:B1"), Some((1, 4)));
        assert_eq!(place("W:W1,:B1"), Some((1, 6)));
        assert_eq!(place("W:W1:W2"), Some((1, 6)));
        assert_eq!(place("W:W1:B1"), Some((1, 7)));
        assert_eq!(place("W:W5-2"), Some((1, 4)));
        assert_eq!(place("W:W1,\n2x:B3"), Some((2, 2)));
        assert_eq!(place("[FEN \"W:W1:B2"), Some((1, 14)));
    }

    proptest! {
        #[test]
        fn a_printed_board_reads_back(cells in proptest::collection::vec(0u8..5, 64)) {
            let board = CellGrid::from_cells(8, 8, cells).expect("64 cells");
            prop_assert_eq!(from_pdn(&to_pdn(&board)), Ok(board));
        }

        #[test]
        fn no_text_panics(text in "[WB]:[WBK0-9,:a-h.-]{0,60}", any in any::<String>()) {
            let _ = from_pdn(&text);
            let _ = from_pdn(&any);
        }
    }
}
