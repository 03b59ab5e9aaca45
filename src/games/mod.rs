//! What a game is: its board, its cell classes, the boards its rules allow, its notation. No
//! pixels, no models.
//!
//! ```
//! use kibitzer::games::{Game, GameId};
//!
//! let chess = GameId::Chess.game();
//! let board = chess.from_notation("4k3/8/8/8/8/8/8/P3K3")?;
//! assert_eq!(chess.classes()[usize::from(board.get(0, 4))].name, "black king");
//! assert_eq!(chess.cell_name(&board, 0, 4), "e8");
//! let violations = chess.violations(&board);
//! assert_eq!((violations[0].rule, &violations[0].cells), ("pawn-on-edge", &vec![(7, 0)]));
//! # Ok::<(), kibitzer::games::NotationError>(())
//! ```

mod assign;
mod board;
pub mod checkers;
pub mod chess;
mod codes;
mod colors;
pub mod go;
mod mixture;
pub mod qwirkle;
pub mod rules;
mod text;
mod turn;

use crate::{geometry::GridSpec, messages::Message};
pub use board::{CellGrid, CellProbs, rotate_index};
pub(crate) use codes::code_width;
pub use codes::format_cells;
use ndarray::Array3;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
pub use text::decode;
pub use turn::{Orientation, turns_to};

/// A supported game.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum GameId {
    /// English draughts and its relatives.
    Checkers,
    /// Chess.
    Chess,
    /// Go on 19x19, 13x13 or 9x9.
    Go,
    /// Qwirkle on the 16x16 board of Qwirkle Connect.
    Qwirkle,
}

impl GameId {
    /// Every game, in alphabetical order.
    pub const ALL: [GameId; 4] = [Self::Checkers, Self::Chess, Self::Go, Self::Qwirkle];

    /// The name used in labels, options and folders.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkers => "checkers",
            Self::Chess => "chess",
            Self::Go => "go",
            Self::Qwirkle => "qwirkle",
        }
    }

    /// Whether white and black sit opposite each other, so that it matters where white sits.
    pub const fn has_seats(self) -> bool {
        matches!(self, Self::Checkers | Self::Chess)
    }

    /// The game itself.
    pub fn game(self) -> &'static dyn Game {
        match self {
            Self::Checkers => &checkers::Checkers,
            Self::Chess => &chess::Chess,
            Self::Go => &go::Go,
            Self::Qwirkle => &qwirkle::Qwirkle,
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name is not one of the four games.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown game '{0}': use checkers, chess, go or qwirkle")]
pub struct UnknownGame(pub String);

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(s: &str) -> Result<Self, UnknownGame> {
        Self::ALL.into_iter().find(|g| g.name() == s).ok_or_else(|| UnknownGame(s.to_owned()))
    }
}

/// One thing a cell can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellClass {
    /// The code used in label files: `.`, `K`, `w`, `3R`.
    pub code: &'static str,
    /// The name shown to people: "white king".
    pub name: &'static str,
}

/// Where the player of the white pieces sits, as seen in the photo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// At the bottom of the photo.
    Bottom,
    /// At the left.
    Left,
    /// At the top.
    Top,
    /// At the right.
    Right,
}

/// What a photo says about a board: everything [`Game::decode`] may use.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Class probabilities, rows and columns as seen in the photo.
    pub probs: CellProbs,
    /// Mean brightness of the cells with even `row + col` less that of the others, as seen in the
    /// photo, in units of the board's brightness range; `None` where the board has no checkered
    /// pattern.
    pub even_cells_lighter: Option<f32>,
    /// Where white sits, if the user said so.
    pub white: Option<Side>,
    /// How much coordinates at the board's edge speak for each number of quarter turns from the
    /// photo's orientation to the board's own, as logarithms of probabilities; all 0 where there are
    /// none.
    pub coordinates: [f64; 4],
    /// Whether the probabilities already say how usual it is that men stand where they do, as those
    /// of a position model.
    pub usual_squares_counted: bool,
}

impl Evidence {
    /// Evidence from probabilities alone.
    pub const fn from_probs(probs: CellProbs) -> Self {
        Self {
            probs,
            even_cells_lighter: None,
            white: None,
            coordinates: [0.0; 4],
            usual_squares_counted: false,
        }
    }
}

/// The most probable board that the game's hard limits allow.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The board, in its own orientation (chess: row 0 is rank 8).
    pub board: CellGrid,
    /// Quarter turns from the photo's orientation to the board's own; see [`CellGrid::rotated`].
    pub turns: usize,
    /// Sum of the natural logarithms of the chosen classes' probabilities.
    pub log_likelihood: f64,
    /// How well the best board of each number of quarter turns explains the photo, as a natural
    /// logarithm up to a constant; `None` where the board has no side of its own, or it is known.
    pub turn_scores: Option<[f64; 4]>,
}

impl Decoded {
    /// Where white sits, as seen in the photo.
    pub fn white(&self) -> Side {
        turn::side_of(self.turns)
    }
}

/// Something impossible about a board, with the cells concerned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Violation {
    /// A machine-readable name in kebab-case: `two-kings`.
    pub rule: &'static str,
    /// A clause that names the cells in the game's own way.
    pub message: Message,
    /// `(row, column)` of every cell concerned.
    pub cells: Vec<(usize, usize)>,
    /// How many pieces there are too many, without those that another rule has counted; 1 where it
    /// is not a matter of numbers.
    #[serde(skip)]
    pub excess: usize,
}

/// Text that is not a board in the game's notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} (line {line}, column {column})")]
pub struct NotationError {
    /// What is wrong and what was expected.
    pub message: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A board game as a reader of boards sees it.
pub trait Game: Sync {
    /// Which game it is.
    fn id(&self) -> GameId;

    /// The boards it is played on, the usual one first.
    fn grids(&self) -> &'static [GridSpec];

    /// What a cell can hold, in the order of the classifier's logits; class 0 is the empty cell.
    fn classes(&self) -> &'static [CellClass];

    /// Probabilities that also say what the colors of all cells together tell of each; `colors`
    /// measures those of the cells' middles, `[rows, cols, 3]` in [0, 1], both as seen in the
    /// photo. As they are, and unmeasured, unless the game's pieces lie flat.
    fn settle_colors(&self, probs: CellProbs, _colors: &dyn Fn() -> Array3<f32>) -> CellProbs {
        probs
    }

    /// The most probable board under the game's hard limits, and the orientation that fits it best.
    fn decode(&self, evidence: &Evidence) -> Decoded;

    /// The class that looks like another one but for what seldom differs between sets; `None` where
    /// there is none.
    fn alike(&self, _class: u8) -> Option<u8> {
        None
    }

    /// Whether the places of its pieces tell this game from others on the same board.
    fn has_telling_places(&self) -> bool {
        false
    }

    /// How much the places of the pieces speak for this game, in nats, and not for another one that
    /// is played on the same board; 0 where nothing tells.
    fn told_by_places(&self, _probs: &CellProbs) -> f64 {
        0.0
    }

    /// Everything impossible about a board, cell by cell; an empty list for a possible one.
    fn violations(&self, board: &CellGrid) -> Vec<Violation>;

    /// The board in the game's notation: FEN, PDN FEN, SGF, Qwirkle rows.
    fn to_notation(&self, board: &CellGrid) -> String;

    /// The text of a file with the game's notation, in whatever encoding it is.
    fn text_of(&self, bytes: &[u8]) -> String {
        decode(bytes)
    }

    /// A board from the game's notation.
    ///
    /// # Errors
    /// When the text is not in the notation, with the line and column of the first fault.
    #[expect(
        clippy::wrong_self_convention,
        reason = "a game is a value here, and reads its own notation"
    )]
    fn from_notation(&self, text: &str) -> Result<CellGrid, NotationError>;

    /// The name of a cell in the game's own way: `e4`, `22`, `Q16`, `8G`.
    fn cell_name(&self, board: &CellGrid, row: usize, col: usize) -> String;

    /// The board drawn for a terminal, lines ending in `\n`, with coordinates; color by ANSI
    /// escapes when `color`.
    fn draw(&self, board: &CellGrid, color: bool) -> String;

    /// The class whose label code is `code`.
    fn class_of(&self, code: &str) -> Option<u8> {
        self.classes().iter().position(|c| c.code == code).map(|i| i as u8)
    }

    /// The classes that swap when the two sides' colors do, as pairs of indices; empty where colors
    /// have no sides.
    fn color_swaps(&self) -> &'static [(u8, u8)] {
        &[]
    }

    /// The class that a class becomes when the two sides' colors swap.
    fn with_colors_swapped(&self, class: u8) -> u8 {
        let other = self.color_swaps().iter().find_map(|&(a, b)| match class {
            c if c == a => Some(b),
            c if c == b => Some(a),
            _ => None,
        });
        other.unwrap_or(class)
    }
}
