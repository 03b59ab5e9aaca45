//! Checkers: draughts on 8x8 squares, and on 10x10.
//!
//! ```
//! use kibitzer::games::{Game, checkers::Checkers};
//!
//! let board = Checkers.from_notation("W:W3,K22:B18")?;
//! assert_eq!(Checkers.cell_name(&board, 0, 5), "3");
//! let violations = Checkers.violations(&board);
//! assert_eq!((violations[0].rule, &violations[0].cells), ("uncrowned-man", &vec![(0, 5)]));
//! # Ok::<(), kibitzer::games::NotationError>(())
//! ```

mod classes;
mod decode;
mod draw;
mod notation;
pub mod rules;
mod violations;

use super::{
    CellClass, CellGrid, CellProbs, Decoded, Evidence, Game, GameId, NotationError, Violation,
    colors,
};
use crate::geometry::GridSpec;
use ndarray::Array3;
pub use notation::board_from_pdn;

/// Draughts on 8x8 squares, and on 10x10.
#[derive(Clone, Copy, Debug)]
pub struct Checkers;

impl Game for Checkers {
    fn id(&self) -> GameId {
        GameId::Checkers
    }

    fn grids(&self) -> &'static [GridSpec] {
        const GRIDS: &[GridSpec] = &[GridSpec::squares(8), GridSpec::squares(10)];
        GRIDS
    }

    fn classes(&self) -> &'static [CellClass] {
        &classes::CLASSES
    }

    fn alike(&self, class: u8) -> Option<u8> {
        classes::alike(class)
    }

    fn settle_colors(&self, probs: CellProbs, colors: &dyn Fn() -> Array3<f32>) -> CellProbs {
        colors::settle(probs, &colors(), self.color_swaps())
    }

    fn decode(&self, evidence: &Evidence) -> Decoded {
        decode::decode(evidence)
    }

    fn violations(&self, board: &CellGrid) -> Vec<Violation> {
        violations::violations(board)
    }

    fn to_notation(&self, board: &CellGrid) -> String {
        notation::to_pdn(board)
    }

    fn from_notation(&self, text: &str) -> Result<CellGrid, NotationError> {
        notation::from_pdn(text)
    }

    fn cell_name(&self, board: &CellGrid, row: usize, col: usize) -> String {
        notation::cell_name(board, row, col)
    }

    fn draw(&self, board: &CellGrid, color: bool) -> String {
        draw::draw(board, color)
    }

    fn color_swaps(&self) -> &'static [(u8, u8)] {
        &[(1, 2), (3, 4)]
    }
}
