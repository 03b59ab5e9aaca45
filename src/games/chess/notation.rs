//! Forsyth-Edwards notation.
//!
//! A photo shows where the men stand and nothing else, so the other fields are written as `w - - 0
//! 1`, or `b - - 0 1` where black's king alone is in check, and not interpreted when read.

use super::{classes::CLASSES, rules::white_to_move};
use crate::games::{CellGrid, NotationError, text::Scanner};

/// The board as FEN.
pub fn to_fen(board: &CellGrid) -> String {
    let side = if white_to_move(board) { 'w' } else { 'b' };
    format!("{} {side} - - 0 1", board_field(board))
}

/// The first field of a FEN.
pub(super) fn board_field(board: &CellGrid) -> String {
    let ranks: Vec<String> = board.cells().chunks(board.cols()).map(rank_to_fen).collect();
    ranks.join("/")
}

fn rank_to_fen(rank: &[u8]) -> String {
    let mut out = String::new();
    for run in rank.chunk_by(|a, b| *a == 0 && *b == 0) {
        match run {
            [0, ..] => out.push_str(&run.len().to_string()),
            men => out.extend(men.iter().map(|&class| CLASSES[usize::from(class)].code)),
        }
    }
    out
}

/// The board of a FEN; the fields after the board may be missing.
///
/// # Errors
/// When the board is not eight ranks of eight squares, or the side to move is neither `w` nor `b`.
pub fn from_fen(text: &str) -> Result<CellGrid, NotationError> {
    let mut scanner = Scanner::new(text);
    let board = read_board(&mut scanner)?;
    read_side(&mut scanner)?;
    Ok(board)
}

/// The first field of a FEN: eight ranks from the eighth to the first.
pub(super) fn read_board(scanner: &mut Scanner<'_>) -> Result<CellGrid, NotationError> {
    let mut board = CellGrid::empty(8, 8);
    scanner.skip_space();
    for row in 0..8 {
        if row > 0 && !scanner.eat('/') {
            return Err(scanner.error(format!(
                "expected '/' after 8 squares of rank {}, found {}",
                9 - row,
                scanner.found()
            )));
        }
        read_rank(scanner, &mut board, row)?;
    }
    Ok(board)
}

fn read_rank(
    scanner: &mut Scanner<'_>,
    board: &mut CellGrid,
    row: usize,
) -> Result<(), NotationError> {
    let mut col = 0;
    while col < 8 {
        let found = scanner.peek().unwrap_or(' ');
        let class = CLASSES.iter().skip(1).position(|c| c.code.starts_with(found));
        match (found.to_digit(10), class) {
            (Some(n @ 1..=8), _) if col + n as usize <= 8 => col += n as usize,
            (Some(_), _) => {
                return Err(scanner.error(format!("rank {} has more than 8 squares", 8 - row)));
            }
            (None, Some(class)) => {
                board.set(row, col, class as u8 + 1);
                col += 1;
            }
            (None, None) => {
                let message =
                    format!("rank {} has {col} squares of 8, then {}", 8 - row, scanner.found());
                return Err(scanner.error(message));
            }
        }
        scanner.next();
    }
    Ok(())
}

fn read_side(scanner: &mut Scanner<'_>) -> Result<(), NotationError> {
    let at = scanner.position();
    let space = scanner.take_while(char::is_whitespace);
    let side = scanner.take_while(|c| !c.is_whitespace());
    match (space, side) {
        (_, "") => Ok(()),
        ("", _) => {
            Err(scanner.error_at(at, "expected the end of the board after 8 squares of rank 1"))
        }
        (_, "w" | "b") => Ok(()),
        _ => Err(scanner
            .error_at(at + space.len(), format!("the side to move is '{side}', expected w or b"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_initial_position() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let board = from_fen(fen).expect("a FEN");
        assert_eq!((board.get(0, 4), board.get(7, 3), board.get(4, 4)), (12, 5, 0));
        assert_eq!(to_fen(&board), fen.replace("KQkq", "-"));
        assert_eq!(from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n").as_ref(), Ok(&board));
        assert_eq!(from_fen("rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR b"), Ok(board));
    }

    #[test]
    fn a_side_whose_king_is_in_check_is_to_move() {
        for (field, side) in [("1Q2k3/8/8/8/8/8/8/4K3", 'b'), ("4k3/8/8/8/8/8/8/1q2K3", 'w')] {
            let board = from_fen(field).expect("a board");
            assert_eq!(to_fen(&board), format!("{field} {side} - - 0 1"));
        }
        // Both kings cannot be in check: nobody knows.
        let board = from_fen("1Q2k3/8/8/8/8/8/8/1q2K3").expect("a board");
        assert!(to_fen(&board).contains(" w "));
    }

    #[test]
    fn faults_have_a_place() {
        let place = |fen: &str| from_fen(fen).map_err(|e| (e.line, e.column)).err();
        assert_eq!(place(""), Some((1, 1)));
        assert_eq!(place("8/8/8/8/8/8/8"), Some((1, 14)));
        assert_eq!(place("9/8/8/8/8/8/8/8"), Some((1, 1)));
        assert_eq!(place("7P1/8/8/8/8/8/8/8"), Some((1, 3)));
        assert_eq!(place("7x/8/8/8/8/8/8/8"), Some((1, 2)));
        assert_eq!(place("8/8/8/8/8/8/8/8/8"), Some((1, 16)));
        assert_eq!(place("\n 8/8/8/8/8/8/8/8 x"), Some((2, 18)));
    }

    proptest! {
        #[test]
        fn a_printed_board_reads_back(cells in proptest::collection::vec(0u8..13, 64)) {
            let board = CellGrid::from_cells(8, 8, cells).expect("64 cells");
            prop_assert_eq!(from_fen(&to_fen(&board)), Ok(board));
        }

        #[test]
        fn no_text_panics(text in "[ -~\n1-8/pnbrqkPNBRQK]{0,80}", any in any::<String>()) {
            let _ = from_fen(&text);
            let _ = from_fen(&any);
        }
    }
}
