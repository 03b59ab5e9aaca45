//! Smart Game Format: a position as `(;FF[4]GM[1]SZ[19]AB[...]AW[...])`.

use super::{
    classes::{BLACK, WHITE},
    sgf::Record,
};
use crate::games::{CellGrid, NotationError};

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
        let points: String = cells
            .map(|(i, _)| format!("[{}]", point_name(i / board.cols(), i % board.cols())))
            .collect();
        if points.is_empty() { points } else { format!("{name}{points}") }
    };
    format!(
        "(;FF[4]GM[1]CA[UTF-8]SZ[{}]{}{})",
        board.rows(),
        stones("AB", BLACK),
        stones("AW", WHITE)
    )
}

fn point_name(row: usize, col: usize) -> String {
    [col, row].map(|i| char::from(b'a' + i as u8)).iter().collect()
}

/// The board at the end of an SGF game's main line: set-up stones (`AB`, `AW`, `AE`, rectangles
/// too) and moves (`B`, `W`) with what they capture. Other properties are skipped; the board is
/// 19x19 unless `SZ` says 13 or 9.
///
/// # Errors
/// When the text is no SGF or holds more than one game, the size is none of the three, or a point
/// is not on the board.
pub fn from_sgf(text: &str) -> Result<CellGrid, NotationError> {
    Ok(Record::read(text)?.replay().game.board().clone())
}

/// The point that a name such as `D4` stands for, on a board of `size` rows: `(row, column)`.
/// Letters may be small.
pub fn point_named(name: &str, size: usize) -> Option<(usize, usize)> {
    let (letter, number) = name.split_at_checked(1)?;
    let col =
        (0..size).find(|&col| letter.eq_ignore_ascii_case(&column_letter(col).to_string()))?;
    let row: usize = number.parse().ok()?;
    (1..=size).contains(&row).then(|| (size - row, col))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::classes::EMPTY;
    use proptest::prelude::*;

    #[test]
    fn points_are_column_then_row_from_the_top() {
        let board = from_sgf("(;SZ[19]AB[dp]AW[qd])").expect("an SGF");
        assert_eq!((board.get(15, 3), board.get(3, 16)), (BLACK, WHITE));
        assert_eq!(
            (cell_name(&board, 15, 3), cell_name(&board, 3, 16)),
            ("D4".into(), "R16".into())
        );
        assert_eq!(to_sgf(&board), "(;FF[4]GM[1]CA[UTF-8]SZ[19]AB[dp]AW[qd])");
    }

    #[test]
    fn moves_capture_and_variations_are_skipped() {
        let text = "(;GM[1]SZ[9]C[a \\] b]AddBlack[aa:ba];W[ab];B[];W[bb](;W[ca];B[ee])(;W[ff]))";
        let board = from_sgf(text).expect("an SGF");
        let stones: Vec<_> =
            (0..81).filter(|&i| board.cells()[i] != EMPTY).map(|i| (i / 9, i % 9)).collect();
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
        assert_eq!(place("(;AB[aa]);B[bb])"), Some((1, 10)));
        assert_eq!(place("(;GM[2])"), Some((1, 6)));
        assert_eq!(place("(;SZ[9])\n(;SZ[9])"), Some((2, 1)));
    }

    #[test]
    fn points_have_names() {
        for size in [9, 13, 19] {
            let board = CellGrid::empty(size, size);
            for (row, col) in (0..size).flat_map(|row| (0..size).map(move |col| (row, col))) {
                let name = cell_name(&board, row, col);
                assert_eq!(point_named(&name, size), Some((row, col)));
                assert_eq!(point_named(&name.to_lowercase(), size), Some((row, col)));
            }
        }
        for name in ["", "i5", "c0", "k9", "c10", "c", "c-1", "é4", "cc4"] {
            assert_eq!(point_named(name, 9), None, "{name}");
        }
    }

    proptest! {
        #[test]
        fn a_printed_board_reads_back(size in prop::sample::select(vec![9usize, 13, 19]),
        cells in proptest::collection::vec(0u8..3, 361)) {
            let board = CellGrid::from_cells(size, size,
            cells[..size * size].to_vec()).expect("sizes agree");
            prop_assert_eq!(from_sgf(&to_sgf(&board)), Ok(board));
        }

        #[test]
        fn no_text_panics(text in "\\(;[();ABWESZ\\[\\]a-u:0-9\\\\]{0,60}",
        any in any::<String>()) {
            let _ = from_sgf(&text);
            let _ = from_sgf(&any);
        }
    }
}
