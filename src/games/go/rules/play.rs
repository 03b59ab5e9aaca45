//! Moves: captures, suicide and positional superko.

use super::Point;
use crate::{
    games::{
        CellGrid,
        go::{
            classes::{BLACK, EMPTY, WHITE, opponent},
            groups::{group_at, neighbors},
        },
    },
    messages::Message,
};
use std::collections::HashSet;

/// Why a stone cannot be laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum IllegalMove {
    /// The point is not on the board.
    Outside,
    /// A stone lies there.
    Occupied,
    /// The stone would have no liberty and captures nothing.
    Suicide,
    /// The board would be as it was before (positional superko).
    Superko,
}

impl IllegalMove {
    /// What is wrong, as a clause.
    pub const fn message(self) -> Message {
        Message::new(match self {
            Self::Outside => "go-reason-outside",
            Self::Occupied => "go-reason-occupied",
            Self::Suicide => "go-reason-suicide",
            Self::Superko => "go-reason-superko",
        })
    }
}

/// A game: the board, every board before it, and the prisoners.
#[derive(Clone, Debug)]
pub struct GoGame {
    board: CellGrid,
    seen: HashSet<CellGrid>,
    black_to_move: bool,
    prisoners: [u32; 2],
}

impl GoGame {
    /// A game that starts at a board.
    pub fn new(board: CellGrid, black_to_move: bool) -> Self {
        Self { seen: HashSet::from([board.clone()]), board, black_to_move, prisoners: [0; 2] }
    }

    /// The board now.
    pub const fn board(&self) -> &CellGrid {
        &self.board
    }

    /// Whether black moves next.
    pub const fn black_to_move(&self) -> bool {
        self.black_to_move
    }

    /// Stones that black and that white have captured.
    pub const fn prisoners(&self) -> (u32, u32) {
        (self.prisoners[0], self.prisoners[1])
    }

    /// Says who moves next.
    pub const fn set_to_move(&mut self, black: bool) {
        self.black_to_move = black;
    }

    /// Lays out another board; what lay there before may come again.
    pub fn set_up(&mut self, board: CellGrid) {
        self.seen = HashSet::from([board.clone()]);
        self.board = board;
    }

    /// Says that a board was there before, so that it must not come again.
    pub(super) fn remember(&mut self, board: CellGrid) {
        self.seen.insert(board);
    }

    /// Passes.
    pub const fn pass(&mut self) {
        self.black_to_move = !self.black_to_move;
    }

    /// Lays a stone of the side to move whatever the rules say, as programs do that show a game
    /// record: what lies there is replaced, captured groups are taken off, and then the stone's own
    /// group when it has no liberty.
    ///
    /// # Panics
    /// When the point is not on the board.
    pub fn force(&mut self, point: Point) {
        let (mover, color) = if self.black_to_move { (0, BLACK) } else { (1, WHITE) };
        self.board.set(point.0, point.1, color);
        self.prisoners[mover] += capture(&mut self.board, point, opponent(color));
        let own = group_at(&self.board, point);
        if own.is_captured(&self.board) {
            own.points.iter().for_each(|&(row, col)| self.board.set(row, col, EMPTY));
            self.prisoners[1 - mover] += own.points.len() as u32;
        }
        self.seen.insert(self.board.clone());
        self.black_to_move = !self.black_to_move;
    }

    /// Lays a stone of the side to move; groups of the other side that it leaves without a liberty
    /// are taken off.
    ///
    /// # Errors
    /// When the rules forbid it; the game is unchanged then.
    pub fn play(&mut self, point: Point) -> Result<(), IllegalMove> {
        let (next, taken) = self.after(point)?;
        self.seen.insert(next.clone());
        self.board = next;
        self.prisoners[usize::from(!self.black_to_move)] += taken;
        self.black_to_move = !self.black_to_move;
        Ok(())
    }

    /// Whether the side to move may lay a stone there.
    ///
    /// # Errors
    /// When the rules forbid it.
    pub fn check(&self, point: Point) -> Result<(), IllegalMove> {
        self.after(point).map(drop)
    }

    /// The board after a stone of the side to move.
    ///
    /// # Errors
    /// When the rules forbid it.
    pub fn board_after(&self, point: Point) -> Result<CellGrid, IllegalMove> {
        self.after(point).map(|(board, _)| board)
    }

    /// The board after a stone of the side to move, and how many stones it captured.
    fn after(&self, (row, col): Point) -> Result<(CellGrid, u32), IllegalMove> {
        if row >= self.board.rows() || col >= self.board.cols() {
            return Err(IllegalMove::Outside);
        }
        if self.board.get(row, col) != EMPTY {
            return Err(IllegalMove::Occupied);
        }
        let color = if self.black_to_move { BLACK } else { WHITE };
        let mut next = self.board.clone();
        next.set(row, col, color);
        let taken = capture(&mut next, (row, col), opponent(color));
        if group_at(&next, (row, col)).is_captured(&next) {
            Err(IllegalMove::Suicide)
        } else if self.seen.contains(&next) {
            Err(IllegalMove::Superko)
        } else {
            Ok((next, taken))
        }
    }
}

/// Takes off the groups of a color beside a point that have no liberty; says how many stones that
/// were.
fn capture(board: &mut CellGrid, point: Point, color: u8) -> u32 {
    let mut taken = 0;
    for next in neighbors(board, point) {
        if board.get(next.0, next.1) == color {
            let group = group_at(board, next);
            if group.is_captured(board) {
                group.points.iter().for_each(|&(row, col)| board.set(row, col, EMPTY));
                taken += group.points.len() as u32;
            }
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, go::Go};

    fn game(sgf: &str) -> GoGame {
        GoGame::new(Go.from_notation(sgf).expect("an SGF"), true)
    }

    #[test]
    fn a_ko_cannot_be_taken_back_at_once() {
        // Black takes the ko at c2 (row 1, column 2); white's stone in the mouth is at b2.
        let mut ko = game("(;SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc])");
        assert_eq!(ko.play((1, 2)), Ok(()));
        assert_eq!(ko.prisoners(), (1, 0));
        assert_eq!(ko.play((1, 1)), Err(IllegalMove::Superko));
        assert_eq!(ko.play((8, 8)), Ok(()));
        assert_eq!(ko.play((7, 7)), Ok(()));
        assert_eq!(ko.play((1, 1)), Ok(()));
        assert_eq!(ko.prisoners(), (1, 1));
    }

    #[test]
    fn suicide_and_occupied_points() {
        let mut eye = game("(;SZ[9]AW[ba][ab])");
        assert_eq!(eye.play((0, 0)), Err(IllegalMove::Suicide));
        assert_eq!(eye.play((0, 1)), Err(IllegalMove::Occupied));
        assert_eq!(eye.play((9, 0)), Err(IllegalMove::Outside));
        assert!(eye.black_to_move());
    }
}
