//! The boards of a request.

use super::{RequestError, shortened};
use crate::{
    games::{
        CellGrid, Game, GameId, NotationError,
        checkers::board_from_pdn,
        rules::{GameState, Known, Rules},
        turns_to,
    },
    messages::Language,
    recognition::Recognition,
    report::photo::{PhotoNote, Which},
};

/// A board and where it came from.
#[derive(Debug)]
pub struct Given {
    /// The board.
    pub board: CellGrid,
    /// How it was given.
    pub source: Source,
}

/// How a board was given.
#[derive(Debug)]
pub enum Source {
    /// A photo, and how it was read.
    Photo(Box<Recognition>),
    /// A notation.
    Notation(String),
}

/// A text that is no board of a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidBoard {
    /// It is a whole game.
    #[error("it holds a whole game, and one board is wanted: give the position as a {0}")]
    WholeGame(&'static str),
    /// It has tags and no position.
    #[error("it has tags, and no FEN tag among them: give the position as a {0}, or in such a tag")]
    NoFen(&'static str),
    /// It is not in the game's notation.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

impl Given {
    /// A board that was read from a photo.
    pub fn photo(found: Recognition) -> Self {
        Self { board: found.board.clone(), source: Source::Photo(Box::new(found)) }
    }

    /// A board in a game's notation: see [`board_from_notation`].
    ///
    /// # Errors
    /// When the text is no board of the game.
    pub fn from_notation(
        game: &dyn Game,
        rows: Option<usize>,
        text: &str,
    ) -> Result<Self, InvalidBoard> {
        let text = untagged(game.id(), text)?;
        let board = board_from_notation(game, rows, text)?;
        Ok(Self { board, source: Source::Notation(text.to_owned()) })
    }

    /// Turns a board from a photo to where it differs least from another one, which tells which way
    /// round it lies; a notation stays as it is.
    #[must_use]
    pub fn aligned_to(self, game: GameId, other: &CellGrid) -> Self {
        match self.source {
            Source::Photo(found) => {
                let turns = turns_to(game, other, &self.board, found.orientation);
                Self::photo(found.turned(turns))
            }
            source @ Source::Notation(_) => Self { source, ..self },
        }
    }

    /// The notation, where it was given so.
    pub fn notation(&self) -> Option<&str> {
        match &self.source {
            Source::Notation(text) => Some(text),
            Source::Photo(_) => None,
        }
    }

    /// The state of a board of that `name`: what a notation says besides the board counts, too.
    ///
    /// # Errors
    /// When it is no position of the game, or what is `known` does not fit it.
    pub fn state(
        &self,
        name: &str,
        game: GameId,
        rules: &dyn Rules,
        known: &Known,
    ) -> Result<Box<dyn GameState>, RequestError> {
        match self.notation() {
            Some(text) => rules.read(text, known).map_err(|source| RequestError::Position {
                board: shortened(name),
                game,
                source,
            }),
            None => Ok(rules.position(&self.board, known)?),
        }
    }

    /// How sure the photo is, where it was given by the photo of that `name`.
    pub fn note(
        &self,
        which: Which,
        name: &str,
        game: &dyn Game,
        language: Language,
    ) -> Option<PhotoNote> {
        match &self.source {
            Source::Photo(found) => Some(PhotoNote::new(which, name, game, found, language)),
            Source::Notation(_) => None,
        }
    }
}

/// The board of a notation: FEN or PDN FEN, also in its tag, with other tags beside it, SGF, Qwirkle
/// rows. `rows` says which
/// board of checkers is meant, 8 or 10; without it, the one that fits.
///
/// ```
/// use kibitzer::{games::GameId, request::board_from_notation};
///
/// let game = GameId::Chess.game();
/// assert_eq!(board_from_notation(game, None, "8/8/8/8/8/8/8/K6k w - - 0 1")?.get(7, 0), 6);
/// let error = board_from_notation(game, None, "1. e4 e5").unwrap_err();
/// assert!(error.to_string().contains("a whole game"));
/// # Ok::<(), kibitzer::request::InvalidBoard>(())
/// ```
///
/// # Errors
/// When the text is no board of the game.
pub fn board_from_notation(
    game: &dyn Game,
    rows: Option<usize>,
    text: &str,
) -> Result<CellGrid, InvalidBoard> {
    let text = untagged(game.id(), text)?;
    let board = match (game.id(), rows) {
        (GameId::Checkers, Some(rows)) => board_from_pdn(text, rows),
        _ => game.from_notation(text),
    };
    board.map_err(|error| match fen_of(game.id()) {
        Some(fen) if is_game(text) => InvalidBoard::WholeGame(fen),
        _ => error.into(),
    })
}

/// What a position of a game is called, where it may stand in a tag.
const fn fen_of(game: GameId) -> Option<&'static str> {
    match game {
        GameId::Chess => Some("FEN"),
        GameId::Checkers => Some("PDN FEN"),
        GameId::Go | GameId::Qwirkle => None,
    }
}

/// Whether a text looks like a game in PGN or PDN: it has a tag that is not a board, or a first
/// move.
fn is_game(text: &str) -> bool {
    text.lines()
        .map(str::trim_start)
        .any(|line| (line.starts_with('[') && !is_fen_tag(line)) || line.starts_with("1."))
}

fn is_fen_tag(line: &str) -> bool {
    let name = line.trim_start_matches('[').trim_start().get(..3);
    name.is_some_and(|name| name.eq_ignore_ascii_case("FEN"))
}

/// What stands behind the tags of a game without moves: nothing, or a result.
const NO_MOVES: [&str; 9] = ["", "*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"];

/// The position of a text that has tags and no move: what its FEN tag says. Any other text as it is.
fn untagged(game: GameId, text: &str) -> Result<&str, InvalidBoard> {
    let Some(fen) = fen_of(game) else { return Ok(text) };
    let (mut rest, mut position, mut has_tags) = (text, None, false);
    while let Some((name, value, behind)) = tag(rest) {
        has_tags = true;
        position = position.or_else(|| name.eq_ignore_ascii_case("FEN").then_some(value));
        rest = behind;
    }
    if has_tags && NO_MOVES.contains(&rest.trim()) {
        position.ok_or(InvalidBoard::NoFen(fen))
    } else {
        Ok(text)
    }
}

/// The name and the value of the tag that a text begins with, and what comes behind it.
fn tag(text: &str) -> Option<(&str, &str, &str)> {
    let inner = text.trim_start().strip_prefix('[')?.trim_start();
    let (name, value) = inner.split_once('"')?;
    let mut ends = value.match_indices('"');
    ends.find_map(|(at, _)| {
        let behind = value[at + 1..].trim_start().strip_prefix(']')?;
        Some((name.trim_end(), &value[..at], behind))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_may_have_other_tags_beside_its_fen() {
        for (game, fen) in
            [(GameId::Checkers, "W:W31,32:B1,2"), (GameId::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")]
        {
            let of = |text: &str| Given::from_notation(game.game(), None, text);
            let bare = of(fen).expect("a position").board;
            for tags in [
                format!("[FEN \"{fen}\"]"),
                format!("[SetUp \"1\"][FEN \"{fen}\"]"),
                format!("[GameType \"20\"]\n[Fen \"{fen}\"]\n\n*\n"),
                format!("[ FEN \"{fen}\" ]\n[Event \"The \\\"Open\\\"\"]"),
            ] {
                let given = of(&tags).expect("a position");
                assert_eq!((&given.board, given.notation()), (&bare, Some(fen)), "{tags}");
                let board = board_from_notation(game.game(), None, &tags);
                assert_eq!(board.expect("a position"), bare);
            }
            let fault = |text: &str| of(text).expect_err("no position").to_string();
            assert!(fault("[Event \"x\"]\n*").contains("no FEN tag among them"));
            let moves = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. 22-18 *");
            assert!(fault(&moves).contains("it holds a whole game"));
        }
    }
}
