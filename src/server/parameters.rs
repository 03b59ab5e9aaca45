//! The parameters of requests: what may be said of a photo, a move, a game.

use super::problem::{Kind, Problem};
use crate::{
    follow::FollowGame,
    games::{GameId, Side, chess::rules::TimeControl},
    messages::Language,
    recognition::RecognizeOptions,
    report,
    request::{JudgeMove, RulesName, ScoreGo, ScoreQwirkle, Unseen},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A game, or that it is to be found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameChoice {
    /// It is found out.
    #[default]
    Auto,
    /// Checkers.
    Checkers,
    /// Chess.
    Chess,
    /// Go.
    Go,
    /// Qwirkle.
    Qwirkle,
}

impl GameChoice {
    /// The game; `None` where it is to be found out.
    pub const fn game(self) -> Option<GameId> {
        match self {
            Self::Auto => None,
            Self::Checkers => Some(GameId::Checkers),
            Self::Chess => Some(GameId::Chess),
            Self::Go => Some(GameId::Go),
            Self::Qwirkle => Some(GameId::Qwirkle),
        }
    }
}

/// A side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mover {
    /// White.
    White,
    /// Black.
    Black,
}

/// Which probabilities are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Probabilities {
    /// Those of all classes of each cell.
    All,
}

/// What may be said of a photo.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadParameters {
    /// The game; auto finds it out.
    #[serde(default)]
    pub game: GameChoice,
    /// Rows of the board: 9, 13 or 19 (Go), 8 or 10 (checkers); without it, as seen.
    pub size: Option<usize>,
    /// The board's corners in pixels of the upright photo, clockwise: `x,y x,y x,y x,y`.
    pub corners: Option<String>,
    /// Where white sits in the photo (chess, checkers); without it, as fits the pieces best.
    pub white: Option<Side>,
    /// Whether what is found is read even where it does not look like a whole board.
    #[serde(default)]
    pub anyway: bool,
    /// A set of pieces that was shown (`POST /v1/references`): its id.
    pub set: Option<String>,
    /// Chess: the side to move, for the FEN.
    pub side: Option<Mover>,
    /// Chess: castling rights for the FEN, as KQkq or -.
    pub castling: Option<String>,
    /// Whether every board of a photo that shows several is read, too.
    #[serde(default)]
    pub all: bool,
    /// Milliseconds that reading may take: steps that only make it better are then left out.
    pub deadline: Option<u64>,
    /// The language of messages.
    #[serde(default)]
    pub lang: Language,
    /// Whether the probabilities of all classes are answered, too.
    pub probabilities: Option<Probabilities>,
}

/// What a set's photos show.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReferenceParameters {
    /// The game.
    pub game: GameId,
    /// What they show: FEN, PDN FEN, SGF or Qwirkle rows, or `empty`, a board of any size; without it,
    /// the game's initial position, either way round.
    pub position: Option<String>,
}

/// What is said that a photo of chess does not show.
///
/// # Errors
/// When the castling rights are none.
pub fn unseen(side: Option<Mover>, castling: Option<&str>) -> Result<Unseen, Problem> {
    let castling = castling.map(str::parse).transpose();
    let castling =
        castling.map_err(|error| Kind::InvalidOption.problem(format!("castling: {error}")))?;
    Ok(Unseen { white_to_move: side.map(|side| side == Mover::White), castling })
}

/// What is said of the photos of a move or a game.
fn photo_options(
    size: Option<usize>,
    corners: Option<&str>,
    white: Option<Side>,
) -> Result<RecognizeOptions, Problem> {
    let quad = |text: &str| {
        let wrong = |e| Kind::InvalidOption.problem(format!("corners: {e}"));
        text.parse().map_err(wrong)
    };
    Ok(RecognizeOptions {
        size,
        white,
        corners: corners.map(quad).transpose()?,
        ..RecognizeOptions::default()
    })
}

impl ReadParameters {
    /// What the reader is told.
    ///
    /// # Errors
    /// When the game has no such board.
    pub fn options(&self) -> Result<RecognizeOptions, Problem> {
        let options = photo_options(self.size, self.corners.as_deref(), self.white)?;
        options.check(self.game.game())?;
        let time = self.deadline.map(Duration::from_millis);
        Ok(RecognizeOptions { anyway: self.anyway, time, ..options })
    }

    /// What is said that a photo of chess does not show.
    ///
    /// # Errors
    /// When it is nothing that can be said of the game.
    pub fn unseen(&self) -> Result<Unseen, Problem> {
        let unseen = unseen(self.side, self.castling.as_deref())?;
        self.game.game().map_or(Ok(()), |game| unseen.check(game))?;
        Ok(unseen)
    }

    /// What is written.
    pub fn report(&self) -> report::Options {
        let all_probabilities = self.probabilities == Some(Probabilities::All);
        report::Options { language: self.lang, all_probabilities }
    }
}

/// A game that is to be followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameParameters {
    /// The game.
    pub game: GameId,
    /// The rules of checkers or Qwirkle; without it, english and connect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesName>,
    /// The board that it begins from, as a notation; without it, the initial position or, where
    /// that is not seen, what is seen first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Frames in a row that have to show the same before it is believed: 2 of a camera, 1 of photos
    /// that somebody takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub steady: Option<usize>,
    /// Whether five of the last eight readings have to be alike, as in the course's program, instead
    /// of moves being weighed by what is seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vote: bool,
    /// Minutes on each player's clock; without it, there are no clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// Seconds that each move adds to its clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<f64>,
    /// Rows of the board: 9, 13 or 19 (Go).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// The board's corners in all frames, as of reading; without it, they are found and kept in
    /// sight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corners: Option<String>,
    /// Where white sits in the frames (chess, checkers).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Side>,
    /// A set of pieces that was shown (`POST /v1/references`): its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// The language of what is said.
    #[serde(default)]
    pub lang: Language,
}

/// Frames of a camera in a row that have to agree, where nothing else is said.
const STEADY: usize = 2;

/// More frames would never agree.
const MOST_STEADY: usize = 100;

impl GameParameters {
    /// The game as it is asked for.
    ///
    /// # Errors
    /// When a parameter is not what it has to be.
    pub fn request(&self) -> Result<FollowGame, Problem> {
        let steady = self.steady.unwrap_or(STEADY);
        if !(1..=MOST_STEADY).contains(&steady) {
            let wrong = format!("steady: {steady} is not from 1 to {MOST_STEADY}");
            return Err(Kind::InvalidOption.problem(wrong));
        }
        Ok(FollowGame {
            game: self.game,
            rules: self.rules,
            start: self.start.clone(),
            steady,
            clock: self.time_control()?,
            vote: self.vote,
            photos: photo_options(self.size, self.corners.as_deref(), self.white)?,
        })
    }

    fn time_control(&self) -> Result<Option<TimeControl>, Problem> {
        let invalid = |problem: String| Kind::InvalidOption.problem(problem);
        let Some(minutes) = self.clock else {
            let alone = "increment: belongs to a clock: give clock, too, or leave it out";
            return self.increment.map_or(Ok(None), |_| Err(invalid(alone.to_owned())));
        };
        let control = TimeControl::new(minutes, self.increment.unwrap_or(0.0));
        control.map(Some).map_err(|error| invalid(format!("clock: {error}")))
    }
}

/// What may be said of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrameParameters {
    /// When it was taken, in seconds since 1970; without it, now.
    pub time_s: Option<f64>,
}

impl FrameParameters {
    /// When the frame was taken, where that is said.
    ///
    /// # Errors
    /// When it is no time.
    pub fn time_s(&self) -> Result<Option<f64>, Problem> {
        match self.time_s {
            Some(time) if !time.is_finite() => Err(Kind::InvalidOption
                .problem(format!("time_s: {time} is no time: give seconds since 1970"))),
            time => Ok(time),
        }
    }
}

/// Which events are listened for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventParameters {
    /// The number of the last event that was heard, as the header `Last-Event-ID` says it; without
    /// it, only what comes is told.
    pub after: Option<u64>,
}

/// A move to be judged. The boards are photos, which a form has as files, or notations.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgeParameters {
    /// The game.
    pub game: GameId,
    /// Whose turn it is; without it, as the boards tell.
    pub side: Option<Mover>,
    /// The rules of checkers or Qwirkle; without it, english and connect.
    pub rules: Option<RulesName>,
    /// The language of the verdict.
    #[serde(default)]
    pub lang: Language,
    /// Rows of the board in the photos.
    pub size: Option<usize>,
    /// The board's corners in the photos, as of reading.
    pub corners: Option<String>,
    /// Where white sits in the photos.
    pub white: Option<Side>,
}

impl JudgeParameters {
    /// The request with boards of these names.
    pub fn request(&self, boards: BoardNames) -> JudgeMove {
        JudgeMove {
            white_to_move: self.side.map(|side| side == Mover::White),
            rules: self.rules,
            history: boards.history,
            start: boards.start,
            white_is_known: self.white.is_some(),
            language: self.lang,
            ..JudgeMove::new(self.game, boards.before, boards.after)
        }
    }

    /// What the reader is told.
    ///
    /// # Errors
    /// When the game has no such board.
    pub fn options(&self, rows: Option<usize>) -> Result<RecognizeOptions, Problem> {
        let options = photo_options(self.size.or(rows), self.corners.as_deref(), self.white)?;
        options.check(Some(self.game))?;
        Ok(options)
    }
}

/// What the boards of a move are called.
#[derive(Clone, Debug, Default)]
pub struct BoardNames {
    /// The board before it.
    pub before: String,
    /// The board after it.
    pub after: String,
    /// Earlier boards.
    pub history: Vec<String>,
    /// The start of the game.
    pub start: Option<String>,
}

/// A game to be scored. The boards are photos, which a form has as files, or notations.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreParameters {
    /// The game: go or qwirkle.
    pub game: GameId,
    /// The rules; without it, as the SGF says, else japanese; connect.
    pub rules: Option<RulesName>,
    /// Go: points for white, by Chinese rules in stones.
    pub komi: Option<f64>,
    /// Go: handicap stones.
    pub handicap: Option<u32>,
    /// Go: stones that black and white captured during the game: `3,5`.
    pub prisoners: Option<String>,
    /// Go: groups that are dead, each named by one of its points: `c3,d4`.
    #[serde(default)]
    pub dead: Vec<String>,
    /// Go: groups that are alive.
    #[serde(default)]
    pub alive: Vec<String>,
    /// Qwirkle: whether the last move ended the game.
    #[serde(default)]
    pub finished: bool,
    /// The language of what is said.
    #[serde(default)]
    pub lang: Language,
    /// Rows of the board in the photos.
    pub size: Option<usize>,
    /// The board's corners in the photos, as of reading.
    pub corners: Option<String>,
}

impl ScoreParameters {
    /// How a game of Go is counted.
    ///
    /// # Errors
    /// When the prisoners are not two numbers.
    pub fn go(&self) -> Result<ScoreGo, Problem> {
        let prisoners = self.prisoners.as_deref().map(prisoners).transpose()?;
        let points = |lists: &[String]| {
            let points = lists.iter().flat_map(|list| list.split(','));
            points.map(|point| point.trim().to_owned()).filter(|point| !point.is_empty()).collect()
        };
        Ok(ScoreGo {
            rules: self.rules,
            komi: self.komi,
            handicap: self.handicap,
            prisoners,
            dead: points(&self.dead),
            alive: points(&self.alive),
        })
    }

    /// How a game of Qwirkle is scored.
    pub const fn qwirkle(&self) -> ScoreQwirkle {
        ScoreQwirkle { rules: self.rules, finished: self.finished }
    }

    /// What the reader is told.
    ///
    /// # Errors
    /// When the game has no such board.
    pub fn options(&self) -> Result<RecognizeOptions, Problem> {
        let options = photo_options(self.size, self.corners.as_deref(), None)?;
        options.check(Some(self.game))?;
        Ok(options)
    }
}

fn prisoners(text: &str) -> Result<(u32, u32), Problem> {
    crate::request::parse_prisoners(text)
        .map_err(|why| Kind::InvalidOption.problem(format!("prisoners: {why}")))
}

/// A board whose notation is wanted.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotationParameters {
    /// The game.
    pub game: GameId,
    /// What is on the board: rows of label codes.
    pub cells: Vec<String>,
    /// Chess: the side to move.
    pub side: Option<Mover>,
    /// Chess: castling rights, as KQkq or -.
    pub castling: Option<String>,
    /// The language of messages.
    #[serde(default)]
    pub lang: Language,
}
