//! What a caller of the [`Readers`](crate::recognition::Readers) can meet.
//!
//! ```
//! use kibitzer::{error::Error, games::GameId, recognition::RecognizeOptions};
//!
//! let options = RecognizeOptions { size: Some(10), ..RecognizeOptions::default() };
//! let error = options.check(Some(GameId::Chess)).unwrap_err();
//! assert!(matches!(&error, Error::Size { sizes, .. } if sizes == &[8]));
//! assert!(!error.is_no_board(), "nobody has looked at a photo yet");
//! ```

use crate::{
    games::GameId,
    geometry::Edge,
    inference::{ModelError, StoreError},
    messages::Message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A photo that was not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no board in the photo, or none that can be told with confidence.
    #[error("no board found (confidence {confidence:.2}): have the whole board in the picture")]
    NoBoard {
        /// Confidence of the best guess, in [0, 1].
        confidence: f32,
    },
    /// What has corners in the photo is no board.
    #[error(
        "no board found: what looks most like one is none{}{}: have the whole board in the picture",
        but_a(*pattern),
        so_surely(*probability)
    )]
    NotABoard {
        /// Probability that it is none; `None` where its pattern tells.
        probability: Option<f32>,
        /// The pattern that it is, where it is one.
        pattern: Option<Pattern>,
    },
    /// There is a board, but not the whole of it.
    #[error(
        "no whole board found: only a part of one{} is in the picture (probability \
        {probability:.2}): have the whole board in it",
        beyond(edges)
    )]
    PartOfBoard {
        /// Probability that it is a part of a board.
        probability: f32,
        /// The edges of the photo that it runs into.
        edges: Vec<Edge>,
    },
    /// There is a board, but something lies over much of it.
    #[error(
        "{hidden} of {cells} cells are hidden: take the photo again when nothing is over the board"
    )]
    Hidden {
        /// How many cells are hidden.
        hidden: usize,
        /// How many it has.
        cells: usize,
    },
    /// There is a board, but not one that the game is played on.
    #[error(
        "no {game} board found: the photo shows a {rows}x{rows} board of {}",
        joined(games, " or ")
    )]
    OtherBoard {
        /// The game that was asked for.
        game: GameId,
        /// Rows of the board that is seen.
        rows: usize,
        /// The games that are played on it.
        games: Vec<GameId>,
    },
    /// There is a board, but what stands on it is of another game.
    #[error(
        "no {game} board found: it can hardly be read as one (right with probability \
        {confidence:.2}), but well as one of {other}"
    )]
    OtherGame {
        /// The game that was asked for.
        game: GameId,
        /// Probability that the board is right when it is read as one of that game.
        confidence: f32,
        /// The game that it is of.
        other: GameId,
    },
    /// The game is not played on a board of this size.
    #[error(
        "{} played on {size}x{size}: use {}", subject(*game), any_of(sizes)
    )]
    Size {
        /// The game; `None` for all of them.
        game: Option<GameId>,
        /// What was asked for.
        size: usize,
        /// What there is.
        sizes: Vec<usize>,
    },
    /// Nobody sits opposite white in this game.
    #[error("in {game} nobody sits opposite white")]
    WhiteSide {
        /// The game.
        game: GameId,
    },
    /// A given corner is not in the photo.
    #[error(
        "the corner {x},{y} lies outside the photo ({width} x {height}): give pixels of this photo"
    )]
    CornerOutside {
        /// From the left, in pixels.
        x: f64,
        /// From the top, in pixels.
        y: f64,
        /// Of the photo, in pixels.
        width: u32,
        /// Of the photo, in pixels.
        height: u32,
    },
    /// A model is missing or wrong.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A model cannot be run.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A model's output is not of the shape its card says.
    #[error(
        "the {model} model gave an output of shape {found:?}, which its card does not describe: \
        export it again"
    )]
    Output {
        /// Which model.
        model: &'static str,
        /// The shape.
        found: Vec<usize>,
    },
    /// A model takes or gives other numbers than its card says.
    #[error(
        "{model}: the model takes {found}, where its card says {card}: they do not belong together"
    )]
    Contradicts {
        /// Which model.
        model: String,
        /// What it takes and gives.
        found: String,
        /// What the card says.
        card: String,
    },
    /// A model gives what is no number.
    #[error("{model}: the model gives what is no number, for a picture as any: export it again")]
    NoNumbers {
        /// Which model.
        model: String,
    },
    /// A model gives no features, on which a correction for a set of pieces stands.
    #[error(
        "the {game} model gives no features, which a reference needs: use the models that come \
        with Kibitzer, not another server's, or export yours again"
    )]
    NoFeatures {
        /// The game.
        game: GameId,
    },
    /// A correction for a set of pieces is of other features than the model gives.
    #[error(
        "the {game} set is of {found} features, where the model gives {given}: make the set again \
        from its photos"
    )]
    OtherFeatures {
        /// The game.
        game: GameId,
        /// How many features the correction is of.
        found: usize,
        /// How many the model gives.
        given: usize,
    },
    /// A card names a kind of board that no game is played on.
    #[error("the card of the corner detector names a kind of board that there is not: {kind}")]
    UnknownKind {
        /// The kind.
        kind: String,
    },
}

impl Error {
    /// Whether it says that the photo has no board to read, not that something went wrong.
    pub const fn is_no_board(&self) -> bool {
        Refusal::of(self).is_some()
    }

    /// Why there is no board to read, in a sentence for people in every language; `None` where it is
    /// not that there is none.
    pub fn refusal(&self) -> Option<Message> {
        Some(match self {
            Self::NoBoard { .. } => Message::new("refusal-nothing-found"),
            Self::NotABoard { pattern: None, .. } => Message::new("refusal-not-a-board"),
            Self::NotABoard { pattern: Some(pattern), .. } => pattern.message(),
            Self::PartOfBoard { edges, .. } if edges.is_empty() => {
                Message::new("refusal-part-of-board")
            }
            Self::PartOfBoard { edges, .. } => Message::new("refusal-part-of-board-cut")
                .all_said("edges", edges.iter().map(|&edge| edge_name(edge)))
                .count("count", edges.len()),
            Self::Hidden { hidden, cells } => {
                Message::new("refusal-hidden").count("hidden", *hidden).count("cells", *cells)
            }
            Self::OtherBoard { game, rows, games } => Message::new("refusal-other-board")
                .message("game", game_name(*game))
                .count("rows", *rows)
                .any_said("games", games.iter().map(|&game| game_name(game))),
            Self::OtherGame { game, other, .. } => Message::new("refusal-other-game")
                .message("game", game_name(*game))
                .message("other", game_name(*other)),
            _ => return None,
        })
    }

    /// How sure the detector was of its best guess at a board of the game, in [0, 1]; 0 where it
    /// saw another board, or that is not what went wrong.
    pub const fn confidence(&self) -> f32 {
        if let Self::NoBoard { confidence } = self { *confidence } else { 0.0 }
    }
}

/// Why there is no board to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// Nothing in the photo has the corners of a board.
    NothingFound,
    /// What has corners is no board.
    NotABoard,
    /// A part of the board is outside the picture.
    PartOfBoard,
    /// Something lies over much of the board.
    Hidden,
    /// There is a board that the game is not played on.
    OtherBoard,
    /// There is a board with another game on it.
    OtherGame,
}

impl Refusal {
    /// The reason that an error gives; `None` where it is not that there is no board.
    pub const fn of(error: &Error) -> Option<Self> {
        match error {
            Error::NoBoard { .. } => Some(Self::NothingFound),
            Error::NotABoard { .. } => Some(Self::NotABoard),
            Error::PartOfBoard { .. } => Some(Self::PartOfBoard),
            Error::Hidden { .. } => Some(Self::Hidden),
            Error::OtherBoard { .. } => Some(Self::OtherBoard),
            Error::OtherGame { .. } => Some(Self::OtherGame),
            _ => None,
        }
    }

    /// Its name, as programs read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NothingFound => "nothing_found",
            Self::NotABoard => "not_a_board",
            Self::PartOfBoard => "part_of_board",
            Self::Hidden => "hidden",
            Self::OtherBoard => "other_board",
            Self::OtherGame => "other_game",
        }
    }
}

fn subject(game: Option<GameId>) -> String {
    game.map_or_else(|| "no game is".to_owned(), |game| format!("{game} is not"))
}

/// A pattern of squares that no game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Pattern {
    /// Squares in turn light and dark, such as cameras are calibrated with.
    #[error("checkered pattern of {rows}x{cols} squares")]
    Checkered {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// Squares between lines, such as a sudoku has.
    #[error("grid of {rows}x{cols} squares, as puzzles have")]
    Grid {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
}

impl Pattern {
    /// That a photo shows it and no board.
    fn message(self) -> Message {
        let (key, rows, cols) = match self {
            Self::Checkered { rows, cols } => ("refusal-checkered", rows, cols),
            Self::Grid { rows, cols } => ("refusal-grid", rows, cols),
        };
        Message::new(key).count("rows", rows).count("columns", cols)
    }
}

/// A game inside a sentence.
const fn game_name(game: GameId) -> Message {
    Message::new(match game {
        GameId::Checkers => "game-checkers",
        GameId::Chess => "game-chess",
        GameId::Go => "game-go",
        GameId::Qwirkle => "game-qwirkle",
    })
}

/// An edge of a picture inside a sentence.
const fn edge_name(edge: Edge) -> Message {
    Message::new(match edge {
        Edge::Left => "edge-left",
        Edge::Top => "edge-top",
        Edge::Right => "edge-right",
        Edge::Bottom => "edge-bottom",
    })
}

/// What a part of a board is cut by.
fn beyond(edges: &[Edge]) -> String {
    if edges.is_empty() {
        return String::new();
    }
    format!(", cut by the {} edge,", joined(edges, " and "))
}

fn but_a(pattern: Option<Pattern>) -> String {
    pattern.map_or_else(String::new, |pattern| format!(", but a {pattern}"))
}

fn so_surely(probability: Option<f32>) -> String {
    probability.map_or_else(String::new, |p| format!(" (probability {p:.2})"))
}

fn any_of<T: std::fmt::Display>(items: &[T]) -> String {
    match items {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", joined(all, ", ")),
        _ => joined(items, ""),
    }
}

fn joined<T: std::fmt::Display>(items: &[T], between: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;

    fn refusals() -> Vec<Error> {
        let (probability, confidence) = (0.9, 0.06);
        let not_a_board = |pattern| Error::NotABoard { probability: None, pattern };
        let part = |edges: &[Edge]| Error::PartOfBoard { probability, edges: edges.to_vec() };
        vec![
            Error::NoBoard { confidence },
            not_a_board(None),
            not_a_board(Some(Pattern::Checkered { rows: 7, cols: 9 })),
            not_a_board(Some(Pattern::Grid { rows: 9, cols: 9 })),
            part(&[]),
            part(&[Edge::Left]),
            part(&[Edge::Left, Edge::Top, Edge::Right, Edge::Bottom]),
            Error::Hidden { hidden: 26, cells: 64 },
            Error::OtherBoard {
                game: GameId::Go,
                rows: 8,
                games: vec![GameId::Chess, GameId::Checkers],
            },
            Error::OtherGame { game: GameId::Chess, confidence, other: GameId::Qwirkle },
        ]
    }

    #[test]
    fn every_refusal_is_said_in_every_language_as_whole_sentences() {
        let mut all = std::collections::BTreeSet::new();
        for error in refusals() {
            let message = error.refusal().expect("it is one");
            for language in Language::ALL {
                let said = message.in_language(language);
                // A sentence stays as it is.
                assert_eq!(language.paragraph(std::slice::from_ref(&said)), said, "{language}");
                assert!(!said.contains("0."), "{said}");
                assert!(all.insert(said.clone()), "{language}: {said}");
            }
        }
    }

    #[test]
    fn a_refusal_names_what_it_is_about() {
        let said: Vec<_> = refusals().iter().filter_map(Error::refusal).collect();
        assert_eq!(
            said[8].to_string(),
            "The photo does not show a board of Go, but one of 8x8, as for chess or checkers: name \
            the game that is played on it."
        );
        let finnish = said[5].in_language(Language::Finnish);
        assert!(finnish.contains("vasen reuna leikkaa"), "{finnish}");
        let polish = said[6].in_language(Language::Polish);
        assert!(polish.contains("lewa, górna, prawa i dolna"), "{polish}");
        let outside = Error::CornerOutside { x: 9.0, y: 9.0, width: 8, height: 8 };
        assert_eq!(outside.refusal(), None);
    }
}
