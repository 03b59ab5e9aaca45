//! Smart Game Format: a position as `(;FF[4]GM[1]SZ[19]AB[...]AW[...])`.

use super::{
    classes::{BLACK, EMPTY, WHITE, opponent},
    groups::{group_at, neighbors},
};
use crate::games::{CellGrid, NotationError, text::Scanner};

/// Column letter without I, then the row's number from the bottom.
pub fn cell_name(board: &CellGrid, row: usize, col: usize) -> String {
    format!("{}{}", column_letter(col), board.rows() - row)
}

/// The letter of a column, from `A`; there is no I.
pub fn column_letter(col: usize) -> char {
    let skip = u8::from(col >= 8);
    char::from(b'A' + col as u8 + skip)
}

/// The board as SGF, points in reading order.
pub fn to_sgf(board: &CellGrid) -> String {
    let stones = |name: &str, class: u8| {
        let cells = board.cells().iter().enumerate().filter(|(_, c)| **c == class);
        let points: String = cells.map(|(i, _)| format!("[{}]", point_name(i / board.cols(), i % board.cols()))).collect();
        if points.is_empty() { points } else { format!("{name}{points}") }
    };
    format!("(;FF[4]GM[1]CA[UTF-8]SZ[{}]{}{})", board.rows(), stones("AB", BLACK), stones("AW", WHITE))
}

fn point_name(row: usize, col: usize) -> String {
    [col, row].map(|i| char::from(b'a' + i as u8)).iter().collect()
}

/// The board at the end of an SGF game's main line: set-up stones (`AB`, `AW`, `AE`, rectangles too) and moves (`B`, `W`)
/// with what they capture. Other properties are skipped; the board is 19x19 unless `SZ` says 13 or 9.
///
/// # Errors
/// When the text is no SGF, the size is none of the three, or a point is not on the board.
pub fn from_sgf(text: &str) -> Result<CellGrid, NotationError> {
    let mut scanner = Scanner::new(text);
    scanner.take_while(|c| c.is_whitespace() || c == '\u{feff}');
    if !scanner.eat('(') {
        return Err(scanner.error(format!("expected '(;' at the start of an SGF, found {}", scanner.found())));
    }
    let mut board = CellGrid::empty(19, 19);
    let mut nodes = 0;
    loop {
        scanner.skip_space();
        match scanner.peek() {
            // The main line is the first variation of each branch, down to the first ')'.
            Some('(') if nodes > 0 => {}
            Some(';') => nodes += 1,
            Some(c) if c.is_ascii_alphabetic() && nodes > 0 => {
                read_property(&mut scanner, &mut board)?;
                continue;
            }
            Some(')') if nodes > 0 => return Ok(board),
            _ => return Err(scanner.error(format!("expected a node ';', a property or ')', found {}", scanner.found()))),
        }
        scanner.next();
    }
}

fn read_property(scanner: &mut Scanner<'_>, board: &mut CellGrid) -> Result<(), NotationError> {
    // Old files spell names out ("AddBlack"): only the capitals count.
    let name: String = scanner.take_while(|c| c.is_ascii_alphabetic()).chars().filter(char::is_ascii_uppercase).collect();
    scanner.skip_space();
    if scanner.peek() != Some('[') {
        return Err(scanner.error(format!("expected '[' after {name}, found {}", scanner.found())));
    }
    while scanner.eat('[') {
        let at = scanner.position();
        let value = read_value(scanner)?;
        apply(&name, value.trim(), board).map_err(|message| scanner.error_at(at, message))?;
        scanner.skip_space();
    }
    Ok(())
}

/// The text up to the closing bracket, which is taken; a backslash keeps a bracket from closing.
fn read_value<'a>(scanner: &mut Scanner<'a>) -> Result<&'a str, NotationError> {
    let rest = scanner.rest();
    let start = scanner.position();
    loop {
        let here = scanner.position() - start;
        match scanner.next() {
            Some(']') => return Ok(&rest[..here]),
            Some('\\') => _ = scanner.next(),
            Some(_) => {}
            None => return Err(scanner.error("a value has no closing ']'")),
        }
    }
}

fn apply(name: &str, value: &str, board: &mut CellGrid) -> Result<(), String> {
    match name {
        "SZ" => set_size(value, board),
        "AB" => set_up(value, BLACK, board),
        "AW" => set_up(value, WHITE, board),
        "AE" => set_up(value, EMPTY, board),
        "B" => play(value, BLACK, board),
        "W" => play(value, WHITE, board),
        "GM" if value != "1" => Err(format!("GM[{value}] is another game, Go is GM[1]")),
        _ => Ok(()),
    }
}

fn set_size(value: &str, board: &mut CellGrid) -> Result<(), String> {
    let size = match value {
        "19" | "19:19" => 19,
        "13" | "13:13" => 13,
        "9" | "9:9" => 9,
        _ => return Err(format!("a board of size '{value}' is not supported, use 19, 13 or 9")),
    };
    if board.cells().iter().any(|&class| class != EMPTY) {
        return Err("SZ has to stand before the stones".to_owned());
    }
    *board = CellGrid::empty(size, size);
    Ok(())
}

fn set_up(value: &str, class: u8, board: &mut CellGrid) -> Result<(), String> {
    let (first, last) = value.split_once(':').unwrap_or((value, value));
    let (top, left) = point(first, board)?;
    let (bottom, right) = point(last, board)?;
    for row in top..=bottom {
        for col in left..=right {
            board.set(row, col, class);
        }
    }
    Ok(())
}

fn point(value: &str, board: &CellGrid) -> Result<(usize, usize), String> {
    let index = |c: &u8| usize::from(c.wrapping_sub(b'a'));
    match value.as_bytes() {
        [col, row] if index(col) < board.cols() && index(row) < board.rows() => Ok((index(row), index(col))),
        _ => Err(format!("'{value}' is no point of a {0}x{0} board", board.rows())),
    }
}

/// Plays a move: a pass (empty, or `tt`), or a stone that takes off the other color's groups it leaves without liberties,
/// then its own when it has none itself.
fn play(value: &str, class: u8, board: &mut CellGrid) -> Result<(), String> {
    if value.is_empty() || value == "tt" {
        return Ok(());
    }
    let at = point(value, board)?;
    board.set(at.0, at.1, class);
    let beside: Vec<_> = neighbors(board, at).collect();
    for next in beside {
        if board.get(next.0, next.1) == opponent(class) {
            remove_captured(board, next);
        }
    }
    remove_captured(board, at);
    Ok(())
}

fn remove_captured(board: &mut CellGrid, at: (usize, usize)) {
    let group = group_at(board, at);
    if group.is_captured(board) {
        group.points.iter().for_each(|&(row, col)| board.set(row, col, EMPTY));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn points_are_column_then_row_from_the_top() {
        let board = from_sgf("(;SZ[19]AB[dp]AW[qd])").expect("an SGF");
        assert_eq!((board.get(15, 3), board.get(3, 16)), (BLACK, WHITE));
        assert_eq!((cell_name(&board, 15, 3), cell_name(&board, 3, 16)), ("D4".into(), "R16".into()));
        assert_eq!(to_sgf(&board), "(;FF[4]GM[1]CA[UTF-8]SZ[19]AB[dp]AW[qd])");
    }

    #[test]
    fn moves_capture_and_variations_are_skipped() {
        let text = "(;GM[1]SZ[9]C[a \\] b]AddBlack[aa:ba];W[ab];B[];W[bb](;W[ca];B[ee])(;W[ff]))";
        let board = from_sgf(text).expect("an SGF");
        let stones: Vec<_> = (0..81).filter(|&i| board.cells()[i] != EMPTY).map(|i| (i / 9, i % 9)).collect();
        assert_eq!(stones, [(0, 2), (1, 0), (1, 1), (4, 4)]);
    }

    #[test]
    fn faults_have_a_place() {
        let place = |sgf: &str| from_sgf(sgf).map_err(|e| (e.line, e.column)).err();
        assert_eq!(place(""), Some((1, 1)));
        assert_eq!(place("(;SZ[19]"), Some((1, 9)));
        assert_eq!(place("(;SZ[18])"), Some((1, 6)));
        assert_eq!(place("(;SZ[9]\nAB[jj])"), Some((2, 4)));
        assert_eq!(place("(;AB[aa"), Some((1, 8)));
        assert_eq!(place("(;AB)"), Some((1, 5)));
        assert_eq!(place("(;GM[2])"), Some((1, 6)));
    }

    proptest! {
        #[test]
        fn a_printed_board_reads_back(size in prop::sample::select(vec![9usize, 13, 19]), cells in proptest::collection::vec(0u8..3, 361)) {
            let board = CellGrid::from_cells(size, size, cells[..size * size].to_vec()).expect("sizes agree");
            prop_assert_eq!(from_sgf(&to_sgf(&board)), Ok(board));
        }

        #[test]
        fn no_text_panics(text in "\\(;[();ABWESZ\\[\\]a-u:0-9\\\\]{0,60}", any in any::<String>()) {
            let _ = from_sgf(&text);
            let _ = from_sgf(&any);
        }
    }
}
