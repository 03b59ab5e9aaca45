//! Qwirkle rows: sixteen lines of sixteen codes, `..` for an empty cell.

use super::classes::CLASSES;
use crate::games::{CellGrid, NotationError, text::Scanner};

const SIZE: usize = 16;

/// Row number from the top, then the column's letter: `8G`.
pub fn cell_name(row: usize, col: usize) -> String {
    format!("{}{}", row + 1, char::from(b'A' + col as u8))
}

/// The cell of a name such as `8G`, on the board.
pub fn cell_named(name: &str) -> Option<(usize, usize)> {
    let (row, letter) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let col = usize::from(letter.as_bytes()[0].checked_sub(b'A')?);
    let row: usize = row.parse().ok()?;
    ((1..=SIZE).contains(&row) && col < SIZE).then(|| (row - 1, col))
}

/// The rows of codes, each ending in a line break.
pub fn to_rows(board: &CellGrid) -> String {
    let row = |cells: &[u8]| {
        cells.iter().map(|&class| CLASSES[usize::from(class)].code).collect::<Vec<_>>().join(" ")
            + "\n"
    };
    board.cells().chunks(board.cols()).map(row).collect()
}

/// The board of rows of codes; letters may be small, `.` may stand for `..`, and empty lines are
/// skipped.
///
/// # Errors
/// When there are not sixteen rows of sixteen codes.
pub fn from_rows(text: &str) -> Result<CellGrid, NotationError> {
    let mut scanner = Scanner::new(text);
    let mut board = CellGrid::empty(SIZE, SIZE);
    for row in 0..SIZE {
        scanner.skip_space();
        for col in 0..SIZE {
            scanner.take_while(is_blank);
            board.set(row, col, read_code(&mut scanner, row, col)?);
        }
        scanner.take_while(is_blank);
        if !matches!(scanner.peek(), None | Some('\n' | '\r')) {
            return Err(scanner.error(format!("row {} has more than {SIZE} cells", row + 1)));
        }
    }
    scanner.skip_space();
    scanner
        .peek()
        .map_or(Ok(board), |_| Err(scanner.error(format!("expected the end after {SIZE} rows"))))
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

fn read_code(scanner: &mut Scanner<'_>, row: usize, col: usize) -> Result<u8, NotationError> {
    let at = scanner.position();
    let code = scanner.take_while(|c| !c.is_whitespace()).to_ascii_uppercase();
    match CLASSES.iter().position(|c| c.code == code) {
        Some(class) => Ok(class as u8),
        None if code == "." => Ok(0),
        None if code.is_empty() => Err(scanner.error_at(
            at,
            format!("row {} has {col} cells, expected {SIZE} codes like 3R or ..", row + 1),
        )),
        None => Err(scanner.error_at(
            at,
            format!("'{code}' is no cell: write .. or shape 1-6 and color R O Y G B W, as in 3R"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn faults_have_a_place() {
        let empty = to_rows(&CellGrid::empty(16, 16));
        let place = |text: &str| from_rows(text).map_err(|e| (e.line, e.column)).err();
        assert_eq!(place(&empty), None);
        assert_eq!(place(&empty.replace("..", ".")), None);
        assert_eq!(place(""), Some((1, 1)));
        assert_eq!(place(&empty.replacen("..", "7R", 1)), Some((1, 1)));
        assert_eq!(place(&empty.replacen(".. ..\n", "..\n", 1)), Some((1, 45)));
        assert_eq!(place(&empty.replacen("\n", " ..\n", 1)), Some((1, 49)));
        assert_eq!(place(&format!("{empty}x")), Some((17, 1)));
    }

    proptest! {
        #[test]
        fn a_printed_board_reads_back(cells in proptest::collection::vec(0u8..37, 256)) {
            let board = CellGrid::from_cells(16, 16, cells).expect("256 cells");
            prop_assert_eq!(from_rows(&to_rows(&board)), Ok(board));
        }

        #[test]
        fn no_text_panics(text in "[ .\n1-6ROYGBW]{0,80}", any in any::<String>()) {
            let _ = from_rows(&text);
            let _ = from_rows(&any);
        }
    }
}
