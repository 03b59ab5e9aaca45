//! The FEN of Portable Draughts Notation: `W:W21,22,K31:B1,2`.
//!
//! Squares are numbered as in English draughts. With white at the bottom, square 1 is the dark
//! square nearest the upper left corner (row 0, column 1), numbers run to the right and then down,
//! and square 32 is the last one of the bottom row: black starts on 1 to 12, white on 21 to 32. The
//! dark square at the lower left is 29. On 10x10 squares numbers run to 50 in the same way, and 46
//! is at the lower left.
//!
//! A man that lies on a light square has no number; it is written by the chess name of its square
//! (`Wb1`), which other programs do not read: such a board is no position of the game. Dark squares
//! are read by either name, as Russian and Brazilian games give them (`Wc3`).

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
    if is_dark(row, col) {
        (row * board.cols() / 2 + col / 2 + 1).to_string()
    } else {
        algebraic(board.rows(), row, col)
    }
}

/// The board as PDN FEN; white is written as the side to move, for a photo does not show it.
pub fn to_pdn(board: &CellGrid) -> String {
    to_pdn_of(board, true)
}

/// The board as PDN FEN with the side to move.
pub fn to_pdn_of(board: &CellGrid, white_to_move: bool) -> String {
    let turn = if white_to_move { 'W' } else { 'B' };
    format!(
        "{turn}:W{}:B{}",
        pieces(board, WHITE_MAN, WHITE_KING),
        pieces(board, BLACK_MAN, BLACK_KING)
    )
}

fn pieces(board: &CellGrid, man: u8, king: u8) -> String {
    let all =
        board.cells().iter().enumerate().filter(|(_, class)| **class == man || **class == king);
    let names = all.map(|(i, &class)| {
        let name = cell_name(board, i / board.cols(), i % board.cols());
        if class == king { format!("K{name}") } else { name }
    });
    names.collect::<Vec<_>>().join(",")
}

/// A board and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The pieces.
    pub board: CellGrid,
    /// Whether it is white's turn; also where the text leaves it open (`?`).
    pub white_to_move: bool,
}

/// The board of a PDN FEN, bare or as a `[FEN "..."]` tag. Ranges (`21-32`), a final full stop,
/// white space between the parts and small letters are read too. A FEN does not say how large its board is: it is one of 10x10 squares where it
/// names some that one of 8x8 does not have.
///
/// # Errors
/// When a side, a square or a separator is missing, wrong or given twice.
pub fn from_pdn(text: &str) -> Result<CellGrid, NotationError> {
    board_from_pdn(text, 8).or_else(|error| board_from_pdn(text, 10).map_err(|_| error))
}

/// The board of `size` rows, 8 or 10, of a PDN FEN, bare or as a `[FEN "..."]` tag.
///
/// # Errors
/// When a side, a square or a separator is missing, wrong or given twice.
pub fn board_from_pdn(text: &str, size: usize) -> Result<CellGrid, NotationError> {
    read_fen(text, size).map(|fen| fen.board)
}

/// As [`board_from_pdn`], with the side to move.
///
/// # Errors
/// As for [`from_pdn`].
pub fn read_fen(text: &str, size: usize) -> Result<Fen, NotationError> {
    let mut scanner = Scanner::new(text);
    let tag = open_tag(&mut scanner)?;
    scanner.skip_space();
    let at = scanner.position();
    let white_to_move = match scanner.next() {
        Some('W' | 'w' | '?') => true,
        Some('B' | 'b') => false,
        _ => {
            return Err(
                scanner.error_at(at, "expected the side to move, W or B, as in W:W21,22,K31:B1,2")
            );
        }
    };
    let board = read_sides(&mut scanner, size)?;
    close(&mut scanner, tag)?;
    Ok(Fen { board, white_to_move })
}

/// The pieces of both sides, in either order, and after them the counts that some programs add
/// (`:H0:F1`).
fn read_sides(scanner: &mut Scanner<'_>, size: usize) -> Result<CellGrid, NotationError> {
    let mut board = CellGrid::empty(size, size);
    let mut sides = Vec::new();
    while eat_spaced(scanner, ':') {
        scanner.skip_space();
        let at = scanner.position();
        match scanner.next().map_or(' ', |c| c.to_ascii_uppercase()) {
            side @ ('W' | 'B') if !sides.contains(&side) => {
                sides.push(side);
                read_side(scanner, side == 'W', &mut board)?;
            }
            'H' | 'F' if sides.len() == 2 => _ = scanner.take_while(|c| c.is_ascii_digit()),
            _ => return Err(scanner.error_at(at, "expected the pieces of W and of B, each once")),
        }
    }
    if sides.len() == 2 {
        Ok(board)
    } else {
        Err(scanner.error("expected the pieces of both sides, as in W:W21,22:B1,2"))
    }
}

/// Takes a separator, with the white space before it.
fn eat_spaced(scanner: &mut Scanner<'_>, separator: char) -> bool {
    scanner.skip_space();
    scanner.eat(separator)
}

fn open_tag(scanner: &mut Scanner<'_>) -> Result<bool, NotationError> {
    scanner.skip_space();
    if !scanner.eat('[') {
        return Ok(false);
    }
    scanner.skip_space();
    let name = scanner.take_while(char::is_alphabetic);
    scanner.skip_space();
    if name.eq_ignore_ascii_case("FEN") && scanner.eat('"') {
        Ok(true)
    } else {
        Err(scanner.error("expected [FEN \"...\"]"))
    }
}

fn close(scanner: &mut Scanner<'_>, tag: bool) -> Result<(), NotationError> {
    eat_spaced(scanner, '.');
    if tag && !(eat_spaced(scanner, '"') && eat_spaced(scanner, ']')) {
        return Err(scanner.error(format!("expected \"] at the end, found {}", scanner.found())));
    }
    scanner.skip_space();
    match scanner.peek() {
        None => Ok(()),
        Some(_) => Err(scanner
            .error(format!("expected a comma, a colon or the end, found {}", scanner.found()))),
    }
}

fn read_side(
    scanner: &mut Scanner<'_>,
    white: bool,
    board: &mut CellGrid,
) -> Result<(), NotationError> {
    scanner.skip_space();
    if matches!(scanner.peek(), None | Some(':' | '.' | '"')) {
        return Ok(());
    }
    loop {
        scanner.skip_space();
        read_piece(scanner, white, board)?;
        if !eat_spaced(scanner, ',') {
            return Ok(());
        }
    }
}

fn read_piece(
    scanner: &mut Scanner<'_>,
    white: bool,
    board: &mut CellGrid,
) -> Result<(), NotationError> {
    let at = scanner.position();
    let king = scanner.eat('K') || scanner.eat('k');
    scanner.skip_space();
    let class = match (king, white) {
        (false, true) => WHITE_MAN,
        (false, false) => BLACK_MAN,
        (true, true) => WHITE_KING,
        (true, false) => BLACK_KING,
    };
    let size = board.rows();
    let first = read_square(scanner, size)?;
    let last = if eat_spaced(scanner, '-') {
        scanner.skip_space();
        read_square(scanner, size)?
    } else {
        first
    };
    let all: Vec<(usize, usize)> = match (first, last) {
        (Square::Number(a), Square::Number(b)) if a <= b => {
            (a..=b).map(|number| place(size, number - 1)).collect()
        }
        (Square::Named(row, col), Square::Named(r, c)) if (row, col) == (r, c) => vec![(row, col)],
        _ => {
            return Err(
                scanner.error_at(at, "a range runs from a smaller to a larger number, as in 21-32")
            );
        }
    };
    for (row, col) in all {
        if board.get(row, col) != 0 {
            return Err(scanner
                .error_at(at, format!("square {} is given twice", cell_name(board, row, col))));
        }
        board.set(row, col, class);
    }
    Ok(())
}

/// A square as it was given.
#[derive(Clone, Copy)]
enum Square {
    Number(usize),
    Named(usize, usize),
}

fn read_square(scanner: &mut Scanner<'_>, size: usize) -> Result<Square, NotationError> {
    let at = scanner.position();
    let letter = scanner.take_while(|c| c.is_ascii_alphabetic()).to_ascii_lowercase();
    let digits = scanner.take_while(|c| c.is_ascii_digit());
    let number: usize = digits.parse().unwrap_or(0);
    match (letter.as_bytes(), number) {
        ([], 1..) if number <= size * size / 2 => Ok(Square::Number(number)),
        ([file @ b'a'..=b'j'], 1..) if number <= size && usize::from(file - b'a') < size => {
            Ok(Square::Named(size - number, usize::from(file - b'a')))
        }
        _ => Err(scanner.error_at(
            at,
            format!("expected a square from 1 to {}, found '{letter}{digits}'", size * size / 2),
        )),
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
        assert_eq!(
            to_pdn(&board),
            "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
        );
    }

    #[test]
    fn tags_orders_and_kings() {
        let board = from_pdn("[FEN \"W:B1,K2:WK31,32\"]\n").expect("a PDN FEN");
        assert_eq!(to_pdn(&board), "W:WK31,32:B1,K2");
        assert_eq!(from_pdn("W:W:B").map(|b| to_pdn(&b)), Ok("W:W:B".into()));
        assert_eq!(from_pdn("B:Wc1,Ke3:Bb8:H0:F12").map(|b| to_pdn(&b)), Ok("W:WK23,30:B1".into()));
        let spaced = "[ Fen \"w: W 31, K 32 :b 1 - 3 ,k4 . \" ]";
        assert_eq!(from_pdn(spaced).map(|b| to_pdn(&b)), Ok("W:W31,K32:B1,2,3,K4".into()));
        assert!(!read_fen("[FEN \"B:W1:B2\"]", 8).expect("a PDN FEN").white_to_move);
    }

    #[test]
    fn faults_have_a_place() {
        let place = |pdn: &str| board_from_pdn(pdn, 8).map_err(|e| (e.line, e.column)).err();
        assert_eq!(place(""), Some((1, 1)));
        assert_eq!(place("W:W33:B1"), Some((1, 4)));
        assert_eq!(place("W:W1,:B1"), Some((1, 6)));
        assert_eq!(place("W:W1:W2"), Some((1, 6)));
        assert_eq!(place("W:W1"), Some((1, 5)));
        assert_eq!(place("W:W1:F2:B3"), Some((1, 6)));
        assert_eq!(place("W"), Some((1, 2)));
        assert_eq!(place("W:W1:B1"), Some((1, 7)));
        assert_eq!(place("W:W5-2"), Some((1, 4)));
        assert_eq!(place("W:W1,\n2x:B3"), Some((2, 2)));
        assert_eq!(place("[FEN \"W:W1:B2"), Some((1, 14)));
    }

    proptest! {
        #[test]
        fn a_printed_board_reads_back(size in prop::sample::select(vec![8, 10]),
        cells in proptest::collection::vec(0u8..5, 100), white_to_move: bool) {
            let board = CellGrid::from_cells(size, size,
            cells[..size * size].to_vec()).expect("the cells of a board");
            prop_assert_eq!(read_fen(&to_pdn_of(&board, white_to_move), size), Ok(Fen { board,
            white_to_move }));
        }

        #[test]
        fn no_text_panics(text in "[WB]:[WBK0-9,:a-h.-]{0,60}", any in any::<String>()) {
            for size in [8, 10] {
                let _ = read_fen(&text, size);
                let _ = read_fen(&any, size);
            }
        }
    }
}
