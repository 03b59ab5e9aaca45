//! How a game goes from board to board, behind one trait that needs no pixels.
//!
//! [`Rules`] makes a [`GameState`] of a board and of what is known besides; the state knows every
//! legal move and the board after it, judges the change to another board, and goes on by a
//! [`Step`]. Whoever watches a game needs no more: candidates for what happened are the
//! successors of a state, their successors (a move was missed), the state before (a move was taken
//! back), and the state itself.
//!
//! ```
//! use kibitzer::games::{Game, GameId, rules::{Change, Known}};
//!
//! let (chess, rules) = (GameId::Chess.game(), GameId::Chess.rules());
//! let before = chess.from_notation("4k3/8/8/8/8/8/8/4K2R")?;
//! let after = chess.from_notation("4k3/8/8/8/8/8/8/5RK1")?;
//! let state = rules.position(&before, &Known::default())?;
//! let judged = state.judge(&after);
//! assert_eq!(judged.change, Change::Legal);
//! let step = judged.step.expect("a legal move");
//! assert_eq!(step.notation, "O-O");
//! assert_eq!(state.apply(&step)?.board(), &after);
//! assert!(state.successors().iter().any(|next| next.step == step && next.board == after));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod details;
#[cfg(test)]
mod fake;
#[cfg(test)]
mod tests;

use super::{CellGrid, GameId, NotationError, checkers, chess, go, qwirkle};
use crate::messages::{Language, Message};
pub use details::Details;
use std::fmt;

/// Row and column of a cell.
pub type Cell = (usize, usize);

/// What is known of a position besides its board. Each game heeds what concerns it; what nobody
/// knows is taken in favor of the player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Whether white is to move; where nobody knows, either side may have moved.
    pub white_to_move: Option<bool>,
    /// Chess: who may still castle; where nobody knows, whoever has king and rook at home.
    pub castling: Option<chess::rules::Castling>,
    /// Go: earlier boards of the game, which must not come again.
    pub history: Vec<CellGrid>,
    /// Qwirkle: the board at the start of the game, which shows the bonus squares.
    pub start: Option<CellGrid>,
    /// Qwirkle: the tiles of the player to move; where nobody knows, any that are not on the table.
    pub tiles: Option<Vec<u8>>,
}

/// The rules of a game, or of one of its variants.
pub trait Rules: Send + Sync {
    /// The state at the start of a game; `None` where the start differs from game to game.
    fn initial(&self) -> Option<Box<dyn GameState>>;

    /// The state of a board that was read from a photo. The board may be an impossible one: then
    /// it has no successors, and every change is illegal.
    ///
    /// # Errors
    /// When what is known does not fit the board.
    fn position(
        &self,
        board: &CellGrid,
        known: &Known,
    ) -> Result<Box<dyn GameState>, Contradiction>;

    /// The state of a board in the game's notation, with what the notation says besides the board:
    /// castling rights of a FEN, the moves of an SGF. What is `known` counts more than that.
    ///
    /// # Errors
    /// When the text is not in the notation, or the position is not one of the game.
    fn read(&self, notation: &str, known: &Known) -> Result<Box<dyn GameState>, NotationError>;

    /// The game of `moves` from a state in the game's format: PGN, PDN, SGF, or the course's files
    /// of Qwirkle, which have no place for comments.
    ///
    /// # Errors
    /// When a step is not legal after those before it, by the format's idea of whose turn it is.
    fn record(
        &self,
        start: &dyn GameState,
        moves: &[Noted],
    ) -> Result<Vec<RecordFile>, IllegalStep>;

    /// The start and the moves of the first game of a record.
    ///
    /// # Errors
    /// When the text is no record of the game, or the format does not tell the boards, as that of
    /// Qwirkle's files, which leave out the start.
    fn read_record(&self, text: &str) -> Result<(Box<dyn GameState>, Vec<Noted>), NotationError>;

    /// The text of a record with what somebody has written into an `earlier` one of the same game
    /// besides moves and the comments behind them: names, signs. A format without a place for these
    /// stays as it is.
    fn keep(&self, earlier: &str, text: String) -> String {
        let _ = earlier;
        text
    }
}

/// A game at some point of it: a board, and what is known besides.
pub trait GameState: fmt::Debug + Send + Sync {
    /// The board.
    fn board(&self) -> &CellGrid;

    /// Whether white is to move; `None` where nobody knows it or it does not matter.
    fn white_to_move(&self) -> Option<bool>;

    /// The board in the game's notation, with what else is known as far as the notation has words
    /// for it.
    fn notation(&self) -> String;

    /// The name of a cell where these rules are played.
    fn cell_name(&self, cell: Cell) -> String;

    /// Every legal move whose changes `seen` accepts: it is asked about cells that the move changes
    /// and the classes that they have after it.
    ///
    /// Where the player's tiles are not known there are millions of moves in Qwirkle: ask for what
    /// can have been seen there.
    fn successors_where(&self, seen: &dyn Fn(Cell, u8) -> bool) -> Vec<Successor>;

    /// Every legal move.
    fn successors(&self) -> Vec<Successor> {
        self.successors_where(&|_, _| true)
    }

    /// Judges the change to another board.
    fn judge(&self, after: &CellGrid) -> Judgement;

    /// The state after a legal move, or after a pass where the game has one (`pass`).
    ///
    /// # Errors
    /// When the step is no legal move.
    fn apply(&self, step: &Step) -> Result<Box<dyn GameState>, IllegalStep>;

    /// How the game stands.
    fn standing(&self) -> Standing;
}

/// A move as text: what a record keeps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Whether white made it; `None` in games without white and black.
    pub white: Option<bool>,
    /// The move in the game's notation: SAN, PDN with every square of a capture, a point, tiles
    /// (`8G 3R, 8H 3B`).
    pub notation: String,
}

/// A move of a record, with what is written beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The move.
    pub step: Step,
    /// The comment behind it: words with single spaces between them, without braces.
    pub comment: Option<String>,
}

impl From<Step> for Noted {
    fn from(step: Step) -> Self {
        Self { step, comment: None }
    }
}

/// How a turn without a move is written.
pub const PASS: &str = "pass";

/// A legal move and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The move.
    pub step: Step,
    /// The board after it.
    pub board: CellGrid,
}

/// What the change from one board to another is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// None.
    Unchanged,
    /// A legal move.
    Legal,
    /// Checkers: a capture that had to go on.
    Unfinished,
    /// Checkers: a move without a capture where one was possible.
    MissedCapture,
    /// No legal move.
    Illegal,
}

impl Change {
    /// Whether the board has to go back to what it was.
    pub const fn is_wrong(self) -> bool {
        !matches!(self, Self::Unchanged | Self::Legal)
    }
}

/// A judged change.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// What it is.
    pub change: Change,
    /// The move; of an unfinished one, as far as it went.
    pub step: Option<Step>,
    /// What is to be said, in order; of an illegal move without its reasons.
    pub sentences: Vec<Message>,
    /// Why the move is illegal.
    pub wrong: Vec<Wrong>,
    /// The cells of the move, or those where something is wrong.
    pub cells: Vec<Cell>,
    /// Whether the board before can be one of the game; if not, nobody knows the last correct
    /// board.
    pub before_possible: bool,
    /// What else the game has to say.
    pub details: Details,
}

impl Judgement {
    /// Everything to be said, a text each: the reasons with their cells, then the sentences.
    pub fn said(&self, name: &dyn Fn(Cell) -> String, language: Language) -> Vec<String> {
        let reasons = self.wrong.iter().map(|wrong| wrong.sentence(name, language));
        reasons.chain(self.sentences.iter().map(|message| message.in_language(language))).collect()
    }
}

/// Something wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// What is wrong, as a clause.
    pub reason: Message,
    /// The cells concerned.
    pub cells: Vec<Cell>,
}

impl Wrong {
    /// The reason with the cells concerned.
    pub fn sentence(&self, name: &dyn Fn(Cell) -> String, language: Language) -> String {
        let sentence =
            Message::new("illegal").message("reason", self.reason.clone()).in_language(language);
        if self.cells.is_empty() {
            return sentence;
        }
        let cells = self.cells.iter().map(|&cell| name(cell));
        let look = Message::new("concerned").all("cells", cells).in_language(language);
        language.paragraph(&[sentence, look])
    }
}

/// How a game stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Whether it is over.
    pub over: bool,
    /// Whether white has won, or black.
    pub winner: Option<bool>,
    /// How it ended, or what may be claimed, as a sentence.
    pub message: Option<Message>,
}

/// A file of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFile {
    /// How it is usually called: `game.pgn`, `1_01.txt`.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// A text that is no legal move of the state.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("'{notation}' cannot be played: {why}")]
pub struct IllegalStep {
    /// The text.
    pub notation: String,
    /// Why not, as a clause.
    pub why: Message,
}

impl IllegalStep {
    /// A refused step.
    pub fn new(step: &Step, why: Message) -> Self {
        Self { notation: step.notation.clone(), why }
    }

    /// A step that is no legal move, for a reason that the game does not tell.
    pub fn unknown(step: &Step) -> Self {
        Self::new(step, Message::new("no-legal-move"))
    }
}

/// What is said to be known of a board cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Contradiction(pub String);

impl GameId {
    /// The game's usual rules: English draughts without a record of turns, chess, Go, Qwirkle
    /// Connect. The games' own modules have the others.
    pub fn rules(self) -> &'static dyn Rules {
        match self {
            Self::Checkers => &checkers::rules::CheckersRules::BOARD,
            Self::Chess => &chess::rules::ChessRules,
            Self::Go => &go::rules::GoRules,
            Self::Qwirkle => &qwirkle::rules::QwirkleRules::CONNECT,
        }
    }
}

/// The cells that differ, row by row; none where the boards are not of one size.
pub(super) fn changed(before: &CellGrid, after: &CellGrid) -> Vec<Cell> {
    let cells = before.cells().iter().zip(after.cells()).enumerate();
    let same_size = (before.rows(), before.cols()) == (after.rows(), after.cols());
    cells
        .filter(|(_, (old, new))| same_size && old != new)
        .map(|(i, _)| (i / before.cols(), i % before.cols()))
        .collect()
}

/// Whether `seen` accepts everything that a move from `before` to `after` changes.
pub(super) fn accepted(
    before: &CellGrid,
    after: &CellGrid,
    seen: &dyn Fn(Cell, u8) -> bool,
) -> bool {
    changed(before, after).into_iter().all(|cell| seen(cell, after.get(cell.0, cell.1)))
}
