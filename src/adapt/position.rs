//! What a reference is said to show.

use super::AdaptError;
use crate::{
    games::{CellGrid, GameId},
    request::board_from_notation,
};

/// The position of a board on which nothing stands.
const EMPTY: &str = "empty";

/// The board that a reference is said to show: a notation, `empty`, or, without a word, the game's
/// initial position.
///
/// ```
/// use kibitzer::{adapt::position_of, games::GameId};
///
/// let start = position_of(GameId::Chess, None, "start.jpg")?;
/// assert_eq!(start.cells().iter().filter(|class| **class != 0).count(), 32);
/// assert!(position_of(GameId::Go, None, "start.jpg").is_err(), "nothing stands there at first");
/// assert_eq!(position_of(GameId::Go, Some("(;SZ[9])"), "nine.jpg")?.rows(), 9);
/// # Ok::<(), kibitzer::adapt::AdaptError>(())
/// ```
///
/// # Errors
/// When nothing stands on the game's initial position, or the text is no board of the game. `photo`
/// is what the reference is called there.
pub fn position_of(game: GameId, said: Option<&str>, photo: &str) -> Result<CellGrid, AdaptError> {
    let photo = || photo.to_owned();
    let Some(text) = said else {
        let board = game.rules().initial().map(|state| state.board().clone());
        let has_pieces = |board: &CellGrid| board.cells().iter().any(|class| *class != 0);
        return board
            .filter(has_pieces)
            .ok_or_else(|| AdaptError::NoInitialPosition { photo: photo(), game });
    };
    if text == EMPTY {
        let grid = game.game().grids()[0];
        return Ok(CellGrid::empty(grid.rows, grid.cols));
    }
    board_from_notation(game.game(), None, text)
        .map_err(|source| AdaptError::Position { photo: photo(), source })
}
