//! What only one game's verdicts hold.

use crate::games::{
    checkers,
    checkers::rules::Color,
    chess,
    chess::rules::Outcome,
    go, qwirkle,
    qwirkle::rules::{Score, named, tile_code},
    rules::{self, Cell, Judgement},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What only one game's verdicts hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Details {
    /// Checkers.
    Checkers(CheckersDetails),
    /// Go.
    Go(GoDetails),
    /// Qwirkle.
    Qwirkle(QwirkleDetails),
    /// Chess, and games with nothing of their own to say. Nothing of it is always there: it is the
    /// last one tried.
    Chess(ChessDetails),
}

/// Checkers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckersDetails {
    /// 1 legal, 2 unfinished, 3 missed capture, 4 illegal, 0 unchanged.
    pub code: u8,
    /// `white` or `black`; null where nobody moved.
    pub mover: Option<String>,
    /// The move in PDN.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The captures that were possible.
    pub missed: Vec<String>,
    /// Who has won.
    pub winner: Option<String>,
    /// Both sides' pieces after the move.
    pub pieces: PieceCounts,
}

/// Both sides' pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PieceCounts {
    /// White's.
    pub white: Pieces,
    /// Black's.
    pub black: Pieces,
}

/// A side's pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pieces {
    /// Men.
    pub men: usize,
    /// Kings.
    pub kings: usize,
}

/// Chess.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChessDetails {
    /// `white` or `black`; null where nobody made a legal move.
    pub mover: Option<String>,
    /// The move in standard algebraic notation.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// Whether the side to move is in check after it.
    pub check: Option<bool>,
    /// How the game ended, or what may be claimed: `chess-won`, `chess-stalemate`.
    pub end: Option<String>,
    /// Who has won.
    pub winner: Option<String>,
    /// The position after the move.
    pub fen: Option<String>,
}

/// Go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GoDetails {
    /// `white` or `black`; null where nobody made a legal move.
    pub mover: Option<String>,
    /// The point.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The points of the stones captured.
    pub captured: Vec<String>,
}

/// Qwirkle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QwirkleDetails {
    /// The new tiles of a legal move.
    pub tiles: Vec<Tile>,
    /// What they score; null of anything but a legal move.
    pub score: Option<QwirkleScore>,
    /// Whether the bonus squares were known.
    pub bonus_squares: bool,
}

/// A tile and where it lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tile {
    /// The name of the cell: `8G`.
    pub cell: String,
    /// The code of the tile: `3R`.
    pub tile: String,
}

/// The score of a move of Qwirkle; cells are row and column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QwirkleScore {
    /// Lines made or lengthened.
    pub lines: Vec<QwirkleLine>,
    /// New tiles on bonus squares, and the points of each.
    pub bonuses: Vec<((i32, i32), u32)>,
    /// Points for tiles that form no line.
    pub loose: u32,
    /// The sum.
    pub total: u32,
}

/// A line of tiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QwirkleLine {
    /// Its cells, first to last.
    pub cells: Vec<(i32, i32)>,
    /// Its points.
    pub points: u32,
}

fn side(white: bool) -> String {
    if white { "white" } else { "black" }.to_owned()
}

impl Details {
    /// What is to be told of a judged change.
    pub(super) fn new(judged: &Judgement, name: &dyn Fn(Cell) -> String) -> Self {
        let step = judged.step.as_ref();
        let mover = step.and_then(|step| step.white).map(side);
        let played = step.map(|step| step.notation.clone());
        match &judged.details {
            rules::Details::Checkers(details) => {
                Self::Checkers(CheckersDetails::new(mover, played, details))
            }
            rules::Details::Go(go::rules::ChangeDetails { captured }) => {
                let captured = captured.iter().map(|&point| name(point)).collect();
                Self::Go(GoDetails { mover, played, captured })
            }
            rules::Details::Qwirkle(details) => Self::Qwirkle(QwirkleDetails::new(details)),
            rules::Details::Chess(details) => {
                Self::Chess(ChessDetails::new(mover, played, details))
            }
            rules::Details::None => Self::Chess(ChessDetails::new(
                mover,
                played,
                &chess::rules::ChangeDetails::default(),
            )),
        }
    }
}

impl CheckersDetails {
    fn new(
        mover: Option<String>,
        played: Option<String>,
        details: &checkers::rules::ChangeDetails,
    ) -> Self {
        let [white, black] =
            details.pieces.map(|pieces| Pieces { men: pieces.men, kings: pieces.kings });
        Self {
            code: details.code,
            mover,
            played,
            missed: details.missed.clone(),
            winner: details.winner.map(|winner| side(winner == Color::White)),
            pieces: PieceCounts { white, black },
        }
    }
}

impl ChessDetails {
    fn new(
        mover: Option<String>,
        played: Option<String>,
        details: &chess::rules::ChangeDetails,
    ) -> Self {
        let won = |end| if let Outcome::Won { white } = end { Some(side(white)) } else { None };
        Self {
            mover,
            played,
            check: details.check,
            end: details.end.and_then(Outcome::message).map(|message| message.key().to_owned()),
            winner: details.end.and_then(won),
            fen: details.fen.clone(),
        }
    }
}

impl QwirkleDetails {
    fn new(details: &qwirkle::rules::ChangeDetails) -> Self {
        let legal = details.score.as_ref().map(|_| Tile::all(&details.play.tiles));
        Self {
            tiles: legal.unwrap_or_default(),
            score: details.score.as_ref().map(QwirkleScore::new),
            bonus_squares: details.bonus_known,
        }
    }
}

impl QwirkleScore {
    fn new(score: &Score) -> Self {
        let line = |line: &qwirkle::rules::Line| QwirkleLine {
            cells: line.cells.clone(),
            points: line.points,
        };
        Self {
            lines: score.lines.iter().map(line).collect(),
            bonuses: score.bonuses.clone(),
            loose: score.loose,
            total: score.total,
        }
    }
}

impl Tile {
    /// Tiles by their names.
    pub fn all(tiles: &[(qwirkle::rules::Cell, u8)]) -> Vec<Self> {
        let tile = |&(cell, tile)| Self { cell: named(cell), tile: tile_code(tile).to_owned() };
        tiles.iter().map(tile).collect()
    }
}
