//! A legal position: a board with the side to move, castling rights and the en passant square.

use super::{castling::Castling, fen, moves::Move};
use crate::games::{
    CellGrid, NotationError,
    chess::{
        classes::{BLACK, KING, kind_of},
        violations::violations,
    },
};
use cozy_chess::{Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square};

/// A position of a game; the default is the initial one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    /// Moves of either side since the last capture or pawn's move. `cozy-chess` counts to 100 only,
    /// the 75-move rule needs 150.
    quiet: u16,
}

/// No game of chess leads to this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no legal position: {0}")]
pub struct NotAPosition(String);

impl Position {
    /// The position of a FEN with all its fields, of which the last two may be missing.
    ///
    /// # Errors
    /// When the text is no FEN or the position is not legal, with the place of what is wrong.
    pub fn from_fen(fen: &str) -> Result<Self, NotationError> {
        fen::read(fen)
    }

    /// The position of a board that was read from a photo. A king and a rook on their home squares
    /// may still castle, and no pawn can be taken en passant unless `en_passant` names its column,
    /// from 0.
    ///
    /// # Errors
    /// When the position is not legal: a missing king, a pawn on the last rank, the side not to
    /// move in check.
    pub fn from_board(
        board: &CellGrid,
        white_to_move: bool,
        en_passant: Option<usize>,
    ) -> Result<Self, NotAPosition> {
        Self::of_board(board, white_to_move, en_passant, None)
    }

    /// As [`Position::from_board`], with the castling rights where they are known.
    fn of_board(
        board: &CellGrid,
        white_to_move: bool,
        en_passant: Option<usize>,
        castling: Option<Castling>,
    ) -> Result<Self, NotAPosition> {
        let mut builder = builder(board)?;
        builder.side_to_move = if white_to_move { Color::White } else { Color::Black };
        castling.unwrap_or(Castling::ALL).grant(&mut builder);
        let target =
            |file| Square::new(File::index(file), Rank::Third.relative_to(!builder.side_to_move));
        builder.en_passant = en_passant.filter(|&file| file < 8).map(target);
        Self::build(&builder, 0)
    }

    /// Every position that a board can be when a side is to move: without an en passant square
    /// first, then with each that there can be. None where the board is no legal position.
    pub(super) fn all_of_board(
        board: &CellGrid,
        white_to_move: bool,
        castling: Option<Castling>,
    ) -> Vec<Self> {
        let squares = std::iter::once(None).chain((0..8).map(Some));
        squares
            .filter_map(|square| Self::of_board(board, white_to_move, square, castling).ok())
            .collect()
    }

    /// The position of a builder, `quiet` moves after the last capture or pawn's move.
    pub(super) fn build(builder: &BoardBuilder, quiet: u16) -> Result<Self, NotAPosition> {
        let mut board = builder.build().map_err(|error| NotAPosition(why(builder, &error)))?;
        if board.checkers().len() > 2 {
            return Err(NotAPosition("more than two men give check".to_owned()));
        }
        board.set_halfmove_clock(quiet.min(100) as u8);
        Ok(Self { board, quiet })
    }

    /// The board of the position.
    pub fn to_board(&self) -> CellGrid {
        let mut board = CellGrid::empty(8, 8);
        for square in Square::ALL {
            let (row, col) = cell(square);
            board.set(row, col, class_of(&self.board, square));
        }
        board
    }

    /// Whether it is white's turn.
    pub fn white_to_move(&self) -> bool {
        self.board.side_to_move() == Color::White
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Moves of either side since the last capture or pawn's move.
    pub const fn quiet_moves(&self) -> u16 {
        self.quiet
    }

    /// The number of the move, from 1; it grows after black's.
    pub fn move_number(&self) -> u16 {
        self.board.fullmove_number()
    }

    /// Every legal move. Castling is written as the king taking its own rook.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.board.generate_moves(|piece_moves| {
            moves.extend(piece_moves.into_iter().map(Move));
            false
        });
        moves
    }

    /// The position after a legal move.
    pub fn after(&self, mv: Move) -> Self {
        let mut board = self.board.clone();
        board.play_unchecked(mv.0);
        let quiet = if board.halfmove_clock() == 0 { 0 } else { self.quiet.saturating_add(1) };
        Self { board, quiet }
    }

    /// The FEN with all its fields.
    pub fn to_fen(&self) -> String {
        fen::write(self)
    }
}

/// A builder with the men of a board and nothing else.
pub(super) fn builder(board: &CellGrid) -> Result<BoardBuilder, NotAPosition> {
    if (board.rows(), board.cols()) != (8, 8) {
        return Err(NotAPosition("the board has not 8x8 squares".to_owned()));
    }
    let mut builder = BoardBuilder::empty();
    for square in Square::ALL {
        let (row, col) = cell(square);
        *builder.square_mut(square) = piece_of(board.get(row, col));
    }
    Ok(builder)
}

/// Whether the king and the rook of that column stand on their home squares.
pub(super) fn may_castle(builder: &BoardBuilder, color: Color, rook: File) -> bool {
    let stands = |file, piece| {
        builder.square(Square::new(file, Rank::First.relative_to(color))) == Some((piece, color))
    };
    stands(File::E, Piece::King) && stands(rook, Piece::Rook)
}

/// Why a builder makes no position.
fn why(builder: &BoardBuilder, error: &BoardBuilderError) -> String {
    if matches!(error, BoardBuilderError::InvalidEnPassant) {
        return "no pawn can have passed the en passant square just now".to_owned();
    }
    let mut board = CellGrid::empty(8, 8);
    for (row, col, square) in Square::ALL.map(|square| (cell(square).0, cell(square).1, square)) {
        board.set(row, col, builder.square(square).map_or(0, |(piece, color)| class(piece, color)));
    }
    let has_kings = board.cells().iter().any(|&class| kind_of(class) == KING);
    match violations(&board).into_iter().find(|violation| violation.rule != "too-many-promoted") {
        Some(violation) => violation.message.to_string(),
        None if has_kings => "the side that is not to move is in check".to_owned(),
        None => "there are no kings".to_owned(),
    }
}

/// `(row, column)` of a square, row 0 being rank 8.
pub(super) const fn cell(square: Square) -> (usize, usize) {
    (7 - square as usize / 8, square as usize % 8)
}

fn piece_of(class: u8) -> Option<(Piece, Color)> {
    let piece = Piece::try_index(usize::from(kind_of(class).checked_sub(1)?))?;
    Some((piece, if class > BLACK { Color::Black } else { Color::White }))
}

/// The class index of a man.
pub(super) const fn class(piece: Piece, color: Color) -> u8 {
    piece as u8 + 1 + if matches!(color, Color::Black) { BLACK } else { 0 }
}

fn class_of(board: &Board, square: Square) -> u8 {
    board
        .piece_on(square)
        .zip(board.color_on(square))
        .map_or(0, |(piece, color)| class(piece, color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, chess::Chess};

    fn perft(position: &Position, depth: u32) -> u64 {
        let moves = position.legal_moves();
        if depth == 1 {
            moves.len() as u64
        } else {
            moves.into_iter().map(|mv| perft(&position.after(mv), depth - 1)).sum()
        }
    }

    /// The six positions of the Chess Programming Wiki's "Perft Results" with their counts from 1
    /// ply to 5.
    const PERFT: [(&str, [u64; 5]); 6] = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            [20, 400, 8_902, 197_281, 4_865_609],
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            [48, 2_039, 97_862, 4_085_603, 193_690_690],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2_812, 43_238, 674_624]),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            [6, 264, 9_467, 422_333, 15_833_292],
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            [44, 1_486, 62_379, 2_103_487, 89_941_194],
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            [46, 2_079, 89_890, 3_894_594, 164_075_551],
        ),
    ];

    fn perft_where(wanted: impl Fn(u64) -> bool) {
        for (fen, published) in PERFT {
            let position = Position::from_fen(fen).expect("a FEN");
            for (depth, nodes) in (1..).zip(published).filter(|(_, nodes)| wanted(*nodes)) {
                assert_eq!(perft(&position, depth), nodes, "{fen} to {depth} plies");
            }
        }
    }

    #[test]
    fn perft_of_the_six_standard_positions() {
        perft_where(|nodes| nodes < 500_000);
    }

    #[test]
    #[ignore = "slow: make test-slow"]
    fn deep_perft_of_the_six_standard_positions() {
        perft_where(|nodes| nodes >= 500_000);
    }

    #[test]
    fn a_board_that_was_read_has_the_moves_of_its_position() {
        for (fen, published) in PERFT {
            let position = Position::from_fen(fen).expect("a FEN");
            let read = Position::from_board(&position.to_board(), true, None).expect("a position");
            assert_eq!(read.legal_moves().len() as u64, published[0], "{fen}");
        }
    }

    #[test]
    fn what_is_no_position_says_why() {
        let why = |fen: &str| {
            let board = Chess.from_notation(fen).expect("a board");
            Position::from_board(&board, true, None).expect_err(fen).to_string()
        };
        assert_eq!(why("8/8/8/8/8/8/8/8"), "no legal position: there are no kings");
        assert_eq!(why("4k3/8/8/8/8/8/8/8"), "no legal position: white has no king");
        assert_eq!(why("4k3/8/8/8/8/8/8/K6K"), "no legal position: white has 2 kings: a1 and h1");
        assert_eq!(
            why("4k3/8/8/8/8/8/4R3/4K3"),
            "no legal position: the side that is not to move is in check"
        );
        assert_eq!(
            why("4k3/8/8/8/1b5b/8/4r3/4K3"),
            "no legal position: more than two men give check"
        );
        assert!(why("P3k3/8/8/8/8/8/8/4K3").contains("a8"));
    }
}
