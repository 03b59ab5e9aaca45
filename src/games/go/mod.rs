//! Go on 19x19, 13x13 and 9x9.

mod classes;

use super::{CellClass, CellGrid, Decoded, Evidence, Game, GameId, NotationError, Violation};
use crate::geometry::GridSpec;

/// Go on 19x19, 13x13 and 9x9.
#[derive(Clone, Copy, Debug)]
pub struct Go;

impl Game for Go {
    fn id(&self) -> GameId {
        GameId::Go
    }

    fn grids(&self) -> &'static [GridSpec] {
        const GRIDS: &[GridSpec] = &[GridSpec::intersections(19), GridSpec::intersections(13), GridSpec::intersections(9)];
        GRIDS
    }

    fn classes(&self) -> &'static [CellClass] {
        &classes::CLASSES
    }

    fn decode(&self, evidence: &Evidence) -> Decoded {
        let board = evidence.probs.argmax();
        Decoded { board, turns: 0, log_likelihood: 0.0 }
    }

    fn violations(&self, _board: &CellGrid) -> Vec<Violation> {
        Vec::new()
    }

    fn to_notation(&self, _board: &CellGrid) -> String {
        String::new()
    }

    fn from_notation(&self, _text: &str) -> Result<CellGrid, NotationError> {
        Err(NotationError { message: "not written yet".into(), line: 1, column: 1 })
    }

    fn cell_name(&self, _board: &CellGrid, _row: usize, _col: usize) -> String {
        String::new()
    }

    fn draw(&self, _board: &CellGrid, _color: bool) -> String {
        String::new()
    }

    fn color_swaps(&self) -> &'static [(u8, u8)] {
        &[(1, 2)]
    }
}
