//! A position: pieces on playing squares and the side to move.

use super::{
    geometry::{Geometry, bit, place, squares},
    moves::Move,
    variant::Variant,
};
use crate::games::{
    CellGrid,
    checkers::classes::{BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN, is_dark},
};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// At the bottom of the board, moving up.
    White,
    /// At the top, moving down.
    Black,
}

impl Color {
    /// The other side.
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The side of the white pieces, or the other one.
    pub const fn of_white(white: bool) -> Self {
        if white { Self::White } else { Self::Black }
    }

    /// "white" or "black".
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

/// A board that is no position: pieces off the playing squares, or no board of the variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OffBoard {
    /// Pieces on light squares, `(row, column)`.
    #[error("{} piece(s) on light squares", .0.len())]
    LightSquares(Vec<(usize, usize)>),
    /// The board has another size.
    #[error("a board of {rows}x{cols} squares; this game is played on {size}x{size}")]
    Size {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
        /// Rows and columns of the variant's board.
        size: usize,
    },
}

/// Pieces on playing squares (bit 0 is square 1) and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// White's pieces.
    pub white: u64,
    /// Black's pieces.
    pub black: u64,
    /// The kings of both.
    pub kings: u64,
    /// The side to move.
    pub turn: Color,
}

impl Position {
    /// No pieces at all; white to move.
    pub const EMPTY: Self = Self { white: 0, black: 0, kings: 0, turn: Color::White };

    /// The initial position: both sides fill their rows but for the two in the middle. White begins
    /// in the user's rules and in most variants, black in those of the World Checkers and Draughts
    /// Federation.
    pub const fn initial(variant: &Variant, turn: Color) -> Self {
        let men = (variant.size / 2 - 1) * variant.size / 2;
        let black = (1 << men) - 1;
        Self { white: black << (variant.squares() - men), black, kings: 0, turn }
    }

    /// The position of a board.
    ///
    /// # Errors
    /// When the board has another size or pieces on light squares.
    pub fn from_board(variant: &Variant, board: &CellGrid, turn: Color) -> Result<Self, OffBoard> {
        let (rows, cols, size) = (board.rows(), board.cols(), variant.size);
        if (rows, cols) != (size, size) {
            return Err(OffBoard::Size { rows, cols, size });
        }
        let full =
            (0..size * size).map(|i| (i / size, i % size)).filter(|&(r, c)| board.get(r, c) != 0);
        let off: Vec<_> = full.filter(|&(r, c)| !is_dark(r, c)).collect();
        if !off.is_empty() {
            return Err(OffBoard::LightSquares(off));
        }
        let mut position = Self { white: 0, black: 0, kings: 0, turn };
        for square in 0..variant.squares() {
            let (row, col) = place(size, square);
            position.put(square as u8, board.get(row, col));
        }
        Ok(position)
    }

    fn put(&mut self, square: u8, class: u8) {
        match class {
            WHITE_MAN | WHITE_KING => self.white |= bit(square),
            BLACK_MAN | BLACK_KING => self.black |= bit(square),
            _ => {}
        }
        if class == WHITE_KING || class == BLACK_KING {
            self.kings |= bit(square);
        }
    }

    /// The board of the position.
    pub fn to_board(&self, variant: &Variant) -> CellGrid {
        let mut board = CellGrid::empty(variant.size, variant.size);
        for square in squares(self.white | self.black) {
            let (row, col) = Geometry::of(variant).place(square);
            board.set(row, col, self.class_at(square));
        }
        board
    }

    /// The class of a square.
    pub const fn class_at(&self, square: u8) -> u8 {
        let (white, black, king) = (
            self.white & bit(square) != 0,
            self.black & bit(square) != 0,
            self.kings & bit(square) != 0,
        );
        match (white, black, king) {
            (true, _, false) => WHITE_MAN,
            (true, _, true) => WHITE_KING,
            (_, true, false) => BLACK_MAN,
            (_, true, true) => BLACK_KING,
            _ => 0,
        }
    }

    /// A side's pieces.
    pub const fn pieces(&self, color: Color) -> u64 {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// How many pieces white and black have.
    pub const fn counts(&self) -> (u32, u32) {
        (self.white.count_ones(), self.black.count_ones())
    }

    /// Plays a move of the side to move; returns what [`Position::unmake`] needs.
    pub fn make(&mut self, mv: &Move) -> Undo {
        let undo = Undo { kings: self.kings };
        let (from, to) = (bit(mv.from), bit(mv.to()));
        let king = self.kings & from != 0 || mv.promotes;
        self.kings = (self.kings & !from & !mv.captured) | if king { to } else { 0 };
        let (own, theirs) = self.sides();
        // A capture may end on the square where it began.
        *own = (*own & !from) | to;
        *theirs &= !mv.captured;
        self.turn = self.turn.other();
        undo
    }

    /// Takes back the move that was made last.
    pub fn unmake(&mut self, mv: &Move, undo: Undo) {
        self.turn = self.turn.other();
        let (own, theirs) = self.sides();
        *own = (*own & !bit(mv.to())) | bit(mv.from);
        *theirs |= mv.captured;
        self.kings = undo.kings;
    }

    /// The pieces of the side to move and of the other one.
    const fn sides(&mut self) -> (&mut u64, &mut u64) {
        match self.turn {
            Color::White => (&mut self.white, &mut self.black),
            Color::Black => (&mut self.black, &mut self.white),
        }
    }

    /// The position after a move of the side to move.
    pub fn after(&self, mv: &Move) -> Self {
        let mut next = *self;
        next.make(mv);
        next
    }
}

/// What a move does not tell about the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    kings: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::checkers::rules::legal_moves;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Every move leaves a consistent position and can be taken back.
        #[test]
        fn positions_stay_consistent(picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..120), kind in 0usize..4) {
            let variant = Variant::ALL[kind];
            let mut position = Position::initial(&variant, Color::White);
            for pick in picks {
                let legal = legal_moves(&variant, &position);
                if legal.is_empty() { break }
                let mv = pick.get(&legal);
                let next = position.after(mv);
                let mut back = position;
                let undo = back.make(mv);
                prop_assert_eq!(back, next);
                back.unmake(mv, undo);
                prop_assert_eq!(back, position);
                prop_assert_eq!(next.white & next.black, 0);
                prop_assert_eq!(next.kings & !(next.white | next.black), 0);
                let pieces = |p: &Position| p.counts().0 + p.counts().1;
                prop_assert_eq!(pieces(&next) + mv.captured.count_ones(), pieces(&position));
                let geometry = Geometry::of(&variant);
                let men_home = (next.white & !next.kings & geometry.promotion_row(true)) |
                (next.black & !next.kings & geometry.promotion_row(false));
                prop_assert_eq!(men_home, 0);
                let board = next.to_board(&variant);
                prop_assert_eq!(Position::from_board(&variant, &board, next.turn), Ok(next));
                position = next;
            }
        }
    }
}
