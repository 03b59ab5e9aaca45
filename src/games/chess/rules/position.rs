//! A legal position: a board with the side to move, castling rights and the en passant square.

use crate::games::{
    CellGrid,
    chess::classes::{BLACK, kind_of},
};
use cozy_chess::{Board, BoardBuilder, Color, File, Move, Piece, Rank, Square};

/// A position of a game; the default is the initial one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position(pub(super) Board);

/// No game of chess leads to this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no legal position: {0}")]
pub struct NotAPosition(String);

impl Position {
    /// The position of a FEN with all its fields.
    ///
    /// # Errors
    /// When the text is no FEN or the position is not legal.
    pub fn from_fen(fen: &str) -> Result<Self, NotAPosition> {
        Board::from_fen(fen, false).map(Self).map_err(|error| NotAPosition(error.to_string()))
    }

    /// The position of a board that was read from a photo. A king and a rook on their home squares may still castle, and no
    /// pawn can be taken en passant unless `en_passant` names its column, from 0.
    ///
    /// # Errors
    /// When the position is not legal: a missing king, a pawn on the last rank, the side not to move in check.
    pub fn from_board(board: &CellGrid, white_to_move: bool, en_passant: Option<usize>) -> Result<Self, NotAPosition> {
        if (board.rows(), board.cols()) != (8, 8) {
            return Err(NotAPosition("the board has not 8x8 squares".to_owned()));
        }
        let mut builder = BoardBuilder::empty();
        for square in Square::ALL {
            let (row, col) = cell(square);
            *builder.square_mut(square) = piece_of(board.get(row, col));
        }
        builder.side_to_move = if white_to_move { Color::White } else { Color::Black };
        for color in Color::ALL {
            let home = Rank::First.relative_to(color);
            let stands = |file, piece| builder.square(Square::new(file, home)) == Some((piece, color));
            let right = |file| (stands(File::E, Piece::King) && stands(file, Piece::Rook)).then_some(file);
            let (short, long) = (right(File::H), right(File::A));
            let rights = builder.castle_rights_mut(color);
            (rights.short, rights.long) = (short, long);
        }
        let target = |file| Square::new(File::index(file), Rank::Third.relative_to(!builder.side_to_move));
        builder.en_passant = en_passant.filter(|&file| file < 8).map(target);
        builder.build().map(Self).map_err(|error| NotAPosition(error.to_string()))
    }

    /// The board of the position.
    pub fn to_board(&self) -> CellGrid {
        let mut board = CellGrid::empty(8, 8);
        for square in Square::ALL {
            let (row, col) = cell(square);
            board.set(row, col, class_of(&self.0, square));
        }
        board
    }

    /// Whether it is white's turn.
    pub fn white_to_move(&self) -> bool {
        self.0.side_to_move() == Color::White
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        !self.0.checkers().is_empty()
    }

    /// Every legal move. Castling is written as the king taking its own rook.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.0.generate_moves(|piece_moves| {
            moves.extend(piece_moves);
            false
        });
        moves
    }

    /// The position after a legal move.
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.0.clone();
        next.play_unchecked(mv);
        Self(next)
    }

    /// The FEN with all its fields.
    pub fn to_fen(&self) -> String {
        self.0.to_string()
    }
}

/// `(row, column)` of a square, row 0 being rank 8.
pub(super) const fn cell(square: Square) -> (usize, usize) {
    (7 - square as usize / 8, square as usize % 8)
}

fn piece_of(class: u8) -> Option<(Piece, Color)> {
    let kind = usize::from(kind_of(class).checked_sub(1)?);
    Some((Piece::index(kind), if class > BLACK { Color::Black } else { Color::White }))
}

fn class_of(board: &Board, square: Square) -> u8 {
    match (board.piece_on(square), board.color_on(square)) {
        (Some(piece), Some(color)) => piece as u8 + 1 + if color == Color::Black { BLACK } else { 0 },
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft(position: &Position, depth: u32) -> u64 {
        let moves = position.legal_moves();
        if depth == 1 { moves.len() as u64 } else { moves.into_iter().map(|mv| perft(&position.after(mv), depth - 1)).sum() }
    }

    /// The six positions of the Chess Programming Wiki's "Perft Results", read through boards where rights allow.
    #[test]
    fn perft_of_the_six_standard_positions() {
        let published = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
            ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
        ];
        for (fen, depth, nodes) in published {
            let position = Position::from_fen(fen).expect("a FEN");
            assert_eq!(perft(&position, depth), nodes, "{fen}");
            let read = Position::from_board(&position.to_board(), true, None).expect("a position");
            assert_eq!(read.legal_moves().len(), position.legal_moves().len());
        }
    }
}
