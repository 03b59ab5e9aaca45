//! Chess.
//!
//! ```
//! use kibitzer::games::{Game, chess::Chess};
//!
//! let board = Chess.from_notation("4k3/8/8/8/8/8/8/4K1NR")?;
//! assert_eq!(Chess.class_of("N"), Some(board.get(7, 6)));
//! assert_eq!(Chess.cell_name(&board, 7, 6), "g1");
//! assert!(Chess.violations(&board).is_empty());
//! # Ok::<(), kibitzer::games::NotationError>(())
//! ```

mod classes;
mod decode;
mod draw;
mod notation;
mod places;
pub mod rules;
mod squares;
pub mod uci;
mod violations;

use super::{
    CellClass, CellGrid, CellProbs, Decoded, Evidence, Game, GameId, NotationError, Violation, text,
};
use crate::geometry::GridSpec;

/// Chess.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Game for Chess {
    fn id(&self) -> GameId {
        GameId::Chess
    }

    fn grids(&self) -> &'static [GridSpec] {
        const GRIDS: &[GridSpec] = &[GridSpec::squares(8)];
        GRIDS
    }

    fn classes(&self) -> &'static [CellClass] {
        &classes::CLASSES
    }

    fn decode(&self, evidence: &Evidence) -> Decoded {
        decode::decode(evidence)
    }

    fn violations(&self, board: &CellGrid) -> Vec<Violation> {
        violations::violations(board)
    }

    fn has_telling_places(&self) -> bool {
        true
    }

    fn told_by_places(&self, probs: &CellProbs) -> f64 {
        places::told_by_places(probs)
    }

    fn to_notation(&self, board: &CellGrid) -> String {
        notation::to_fen(board)
    }

    fn from_notation(&self, text: &str) -> Result<CellGrid, NotationError> {
        notation::from_fen(text)
    }

    fn cell_name(&self, board: &CellGrid, row: usize, col: usize) -> String {
        text::algebraic(board.rows(), row, col)
    }

    fn draw(&self, board: &CellGrid, color: bool) -> String {
        draw::draw(board, color)
    }

    fn color_swaps(&self) -> &'static [(u8, u8)] {
        &[(1, 7), (2, 8), (3, 9), (4, 10), (5, 11), (6, 12)]
    }
}
