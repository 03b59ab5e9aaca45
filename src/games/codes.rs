//! Boards as rows of label codes, as labels and readings have them.

use super::{CellGrid, Game};

/// The rows of label codes that describe a board: codes of one character side by side, longer ones
/// with a space between them.
///
/// ```
/// use kibitzer::games::{CellGrid, GameId, format_cells};
///
/// let rows = format_cells(GameId::Go.game(), &CellGrid::empty(9, 9));
/// assert_eq!((rows.len(), rows[0].as_str()), (9, "........."));
/// ```
pub fn format_cells(game: &dyn Game, board: &CellGrid) -> Vec<String> {
    let separator = if code_width(game) == 1 { "" } else { " " };
    let code = |class: &u8| game.classes()[usize::from(*class)].code;
    board
        .cells()
        .chunks(board.cols())
        .map(|row| row.iter().map(code).collect::<Vec<_>>().join(separator))
        .collect()
}

/// Characters of a code of the game; all have as many.
pub(crate) fn code_width(game: &dyn Game) -> usize {
    game.classes()[0].code.len()
}
