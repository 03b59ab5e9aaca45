//! What a reference is said to show.

use super::AdaptError;
use crate::{
    games::{CellGrid, GameId},
    request::board_from_notation,
};

/// The position of a board on which nothing stands.
const EMPTY: &str = "empty";

/// What a reference is said to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board.
    pub board: CellGrid,
    /// Whether the photo may as well show one of another size: nothing stands on it.
    pub any_size: bool,
}

impl From<CellGrid> for Position {
    /// This very board.
    fn from(board: CellGrid) -> Self {
        Self { board, any_size: false }
    }
}

/// What a reference is said to show: a notation, `empty`, which is a board of any size, or, without a
/// word, the game's initial position.
///
/// ```
/// use kibitzer::{adapt::position_of, games::GameId};
///
/// let start = position_of(GameId::Chess, None, "start.jpg")?.board;
/// assert_eq!(start.cells().iter().filter(|class| **class != 0).count(), 32);
/// assert!(position_of(GameId::Go, None, "start.jpg").is_err(), "nothing stands there at first");
/// assert_eq!(position_of(GameId::Go, Some("(;SZ[9])"), "nine.jpg")?.board.rows(), 9);
/// assert!(position_of(GameId::Go, Some("empty"), "empty.jpg")?.any_size);
/// # Ok::<(), kibitzer::adapt::AdaptError>(())
/// ```
///
/// # Errors
/// When nothing stands on the game's initial position, or the text is no board of the game. `photo`
/// is what the reference is called there.
pub fn position_of(game: GameId, said: Option<&str>, photo: &str) -> Result<Position, AdaptError> {
    let photo = || photo.to_owned();
    let Some(text) = said else {
        let board = game.rules().initial().map(|state| state.board().clone());
        let has_pieces = |board: &CellGrid| board.cells().iter().any(|class| *class != 0);
        return board
            .filter(has_pieces)
            .map(Position::from)
            .ok_or_else(|| AdaptError::NoInitialPosition { photo: photo(), game });
    };
    if text == EMPTY {
        let grid = game.game().grids()[0];
        return Ok(Position { board: CellGrid::empty(grid.rows, grid.cols), any_size: true });
    }
    board_from_notation(game.game(), None, text)
        .map(Position::from)
        .map_err(|source| AdaptError::Position { photo: photo(), source })
}
