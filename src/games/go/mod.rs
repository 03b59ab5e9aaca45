//! Go on 19x19, 13x13 and 9x9.
//!
//! ```
//! use kibitzer::games::{Game, go::{Go, point_named}};
//!
//! let board = Go.from_notation("(;SZ[9]AB[ee]AW[cc])")?;
//! let (row, col) = point_named("E5", board.rows()).expect("a point of the board");
//! assert_eq!(Go.classes()[usize::from(board.get(row, col))].name, "black stone");
//! assert!(Go.violations(&board).is_empty());
//! # Ok::<(), kibitzer::games::NotationError>(())
//! ```

mod classes;
mod decode;
mod draw;
mod groups;
mod notation;
pub mod rules;
pub mod sgf;
mod violations;

use super::{
    CellClass, CellGrid, CellProbs, Decoded, Evidence, Game, GameId, NotationError, Violation,
    colors,
};
use crate::geometry::GridSpec;
pub use draw::draw_owners;
use ndarray::Array3;
pub use notation::point_named;

/// Go on 19x19, 13x13 and 9x9.
#[derive(Clone, Copy, Debug)]
pub struct Go;

impl Game for Go {
    fn id(&self) -> GameId {
        GameId::Go
    }

    fn grids(&self) -> &'static [GridSpec] {
        const GRIDS: &[GridSpec] =
            &[GridSpec::intersections(19), GridSpec::intersections(13), GridSpec::intersections(9)];
        GRIDS
    }

    fn classes(&self) -> &'static [CellClass] {
        &classes::CLASSES
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
        notation::to_sgf(board)
    }

    fn text_of(&self, bytes: &[u8]) -> String {
        sgf::decode(bytes)
    }

    fn from_notation(&self, text: &str) -> Result<CellGrid, NotationError> {
        notation::from_sgf(text)
    }

    fn cell_name(&self, board: &CellGrid, row: usize, col: usize) -> String {
        notation::cell_name(board, row, col)
    }

    fn draw(&self, board: &CellGrid, color: bool) -> String {
        draw::draw(board, color)
    }

    fn color_swaps(&self) -> &'static [(u8, u8)] {
        &[(1, 2)]
    }
}
