//! What a photo of chess does not show.

use super::RequestError;
use crate::{
    games::{
        CellGrid, GameId,
        chess::rules::{Castling, fen_with, white_to_move},
    },
    recognition::Recognition,
    report::Reading,
};

/// What somebody says of a position that a photo of it does not show: whose turn it is, and what
/// castling is left.
///
/// ```
/// use kibitzer::{games::GameId, request::Unseen};
///
/// let board = GameId::Chess.game().from_notation("4k3/8/8/8/8/8/8/4K2R").expect("a board");
/// let unseen = Unseen { white_to_move: Some(false), castling: Some("K".parse().expect("rights")) };
/// assert_eq!(unseen.notation(GameId::Chess, &board)?, "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
/// assert!(unseen.check(GameId::Go).is_err());
/// # Ok::<(), kibitzer::request::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unseen {
    /// Whether white is to move; `None` where nobody says: then as far as the board tells.
    pub white_to_move: Option<bool>,
    /// The castling rights; `None` where nobody says.
    pub castling: Option<Castling>,
}

impl Unseen {
    /// Whether anything is said.
    #[must_use]
    pub const fn is_said(&self) -> bool {
        self.white_to_move.is_some() || self.castling.is_some()
    }

    /// Whether it can be said of a game.
    ///
    /// # Errors
    /// [`RequestError::Option`] where something is said of another game than chess.
    pub fn check(&self, game: GameId) -> Result<(), RequestError> {
        if game == GameId::Chess || !self.is_said() {
            return Ok(());
        }
        let option = if self.white_to_move.is_some() { "side" } else { "castling" };
        Err(RequestError::option(
            option,
            format!("is for the FEN of chess: leave it out for {game}"),
        ))
    }

    /// The notation of a board: of chess, where anything is said, a whole FEN.
    ///
    /// # Errors
    /// [`RequestError::Option`] where king and rook do not stand where the castling rights need
    /// them.
    pub fn notation(&self, game: GameId, board: &CellGrid) -> Result<String, RequestError> {
        if game != GameId::Chess || !self.is_said() {
            return Ok(game.game().to_notation(board));
        }
        let white = self.white_to_move.unwrap_or_else(|| white_to_move(board));
        fen_with(board, white, self.castling.unwrap_or_default())
            .map_err(|error| RequestError::option("castling", format!("cannot be: {error}")))
    }

    /// What was read, with a notation that says so, too.
    ///
    /// # Errors
    /// As of [`Unseen::notation`].
    pub fn told(&self, mut reading: Reading, found: &Recognition) -> Result<Reading, RequestError> {
        if let Some(board) = &mut reading.board {
            board.notation = self.notation(found.game, &found.board)?;
        }
        Ok(reading)
    }
}
