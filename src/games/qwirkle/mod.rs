//! Qwirkle on the 16x16 board of Qwirkle Connect.
//!
//! ```
//! use kibitzer::games::{CellGrid, Game, qwirkle::Qwirkle};
//!
//! let mut board = CellGrid::empty(16, 16);
//! board.set(7, 6, Qwirkle.class_of("3R").expect("a tile"));
//! assert_eq!(Qwirkle.cell_name(&board, 7, 6), "8G");
//! assert_eq!(Qwirkle.from_notation(&Qwirkle.to_notation(&board))?, board);
//! # Ok::<(), kibitzer::games::NotationError>(())
//! ```

mod classes;
mod decode;
mod draw;
mod notation;
pub mod rules;
mod violations;

use super::{CellClass, CellGrid, Decoded, Evidence, Game, GameId, NotationError, Violation};
use crate::geometry::GridSpec;

/// Qwirkle on the 16x16 board of Qwirkle Connect.
#[derive(Clone, Copy, Debug)]
pub struct Qwirkle;

impl Game for Qwirkle {
    fn id(&self) -> GameId {
        GameId::Qwirkle
    }

    fn grids(&self) -> &'static [GridSpec] {
        const GRIDS: &[GridSpec] = &[GridSpec::squares(16)];
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

    fn to_notation(&self, board: &CellGrid) -> String {
        notation::to_rows(board)
    }

    fn from_notation(&self, text: &str) -> Result<CellGrid, NotationError> {
        notation::from_rows(text)
    }

    fn cell_name(&self, _board: &CellGrid, row: usize, col: usize) -> String {
        notation::cell_name(row, col)
    }

    fn draw(&self, board: &CellGrid, color: bool) -> String {
        draw::draw(board, color)
    }
}
