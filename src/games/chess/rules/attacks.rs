//! Which squares men attack and reach, on boards that need not be legal positions.

use super::position::cell;
use crate::games::{
    CellGrid,
    chess::classes::{BLACK, KING, kind_of},
};
use cozy_chess::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

/// The squares whose class `wanted` accepts.
fn squares(board: &CellGrid, wanted: impl Fn(u8) -> bool) -> BitBoard {
    let wanted = |square: &Square| {
        let (row, col) = cell(*square);
        wanted(board.get(row, col))
    };
    Square::ALL.into_iter().filter(wanted).collect()
}

/// Whether a king of that color stands on a square which the other side attacks.
pub(super) fn king_is_attacked(board: &CellGrid, king: Color) -> bool {
    let (own, other) = if king == Color::White { (0, BLACK) } else { (BLACK, 0) };
    let occupied = squares(board, |class| class != 0);
    let men = |piece: Piece| squares(board, |class| class == piece as u8 + 1 + other);
    let lines = men(Piece::Rook) | men(Piece::Queen);
    let diagonals = men(Piece::Bishop) | men(Piece::Queen);
    squares(board, |class| class == KING + own).into_iter().any(|square| {
        let attackers = (get_rook_moves(square, occupied) & lines)
            | (get_bishop_moves(square, occupied) & diagonals)
            | (get_knight_moves(square) & men(Piece::Knight))
            | (get_king_moves(square) & men(Piece::King))
            | (get_pawn_attacks(square, king) & men(Piece::Pawn));
        !attackers.is_empty()
    })
}

/// Whose turn it is, as far as a board tells: black's where its king alone is in check, since nobody
/// moves into check; else white's, as nobody knows.
pub fn white_to_move(board: &CellGrid) -> bool {
    king_is_attacked(board, Color::White) || !king_is_attacked(board, Color::Black)
}

/// Whether the man on `from` could go to `to` if its king's safety did not matter; castling and en
/// passant left out.
pub(super) fn reaches(board: &CellGrid, from: Square, to: Square) -> bool {
    let class = |square| {
        let (row, col) = cell(square);
        board.get(row, col)
    };
    let occupied = squares(board, |class| class != 0);
    let color = if class(from) > BLACK { Color::Black } else { Color::White };
    let own = squares(board, |other| other != 0 && (other > BLACK) == (color == Color::Black));
    let reached = match Piece::try_index(usize::from(kind_of(class(from))).wrapping_sub(1)) {
        Some(Piece::Pawn) => {
            (get_pawn_attacks(from, color) & occupied) | get_pawn_quiets(from, color, occupied)
        }
        Some(Piece::Knight) => get_knight_moves(from),
        Some(Piece::Bishop) => get_bishop_moves(from, occupied),
        Some(Piece::Rook) => get_rook_moves(from, occupied),
        Some(Piece::Queen) => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Some(Piece::King) => get_king_moves(from),
        None => BitBoard::EMPTY,
    };
    (reached & !own).has(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::rules::Position;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// Checks are those of `cozy-chess`, and its moves are those that reach their square and
        /// leave the king safe.
        #[test]
        fn attacks_agree_with_the_generator(picks in proptest::collection::vec(any::<prop::sample::Index>(), 1..80)) {
            let mut position = Position::default();
            for pick in picks {
                let board = position.to_board();
                let color = position.board.side_to_move();
                prop_assert_eq!(king_is_attacked(&board, color), position.in_check());
                prop_assert!(!king_is_attacked(&board, !color));
                let moves = position.legal_moves();
                for from in position.board.colors(color) {
                    for to in Square::ALL.into_iter().filter(|&to| reaches(&board, from, to)) {
                        let mut after = board.clone();
                        after.set(cell(to).0, cell(to).1, board.get(cell(from).0, cell(from).1));
                        after.set(cell(from).0, cell(from).1, 0);
                        let legal = moves.iter().any(|mv| (mv.0.from, mv.0.to) == (from, to));
                        prop_assert_eq!(legal, !king_is_attacked(&after, color), "{} {}{}",
                        position.to_fen(), from, to);
                    }
                }
                if moves.is_empty() { break }
                position = position.after(*pick.get(&moves));
            }
        }
    }
}
