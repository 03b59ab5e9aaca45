//! Why a game is over.

use crate::{
    games::chess::rules::{Outcome, PgnResult},
    messages::Message,
};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Mate, stalemate, or another end that the rules make by themselves.
    Rules(Outcome),
    /// A player claimed the draw of the third repetition or of fifty quiet moves.
    Claimed(Outcome),
    /// The players agreed on a draw.
    Agreed,
    /// A side resigned.
    Resigned {
        /// Whether it was white.
        white: bool,
        /// Whether the other side has the men to mate, and so wins (FIDE Laws of Chess, article
        /// 5.1.2).
        won: bool,
    },
    /// A side's time is over.
    TimeOver {
        /// Whether it was white's.
        white: bool,
        /// Whether the other side has the men to mate, and so wins.
        won: bool,
    },
}

impl Ending {
    /// The result it makes.
    pub const fn result(self) -> PgnResult {
        match self {
            Self::Rules(Outcome::Won { white }) => win(white),
            Self::Resigned { white, won: true } | Self::TimeOver { white, won: true } => {
                win(!white)
            }
            Self::Rules(_)
            | Self::Claimed(_)
            | Self::Agreed
            | Self::Resigned { .. }
            | Self::TimeOver { .. } => PgnResult::Draw,
        }
    }

    /// What happened, as a sentence.
    pub fn message(self) -> Message {
        let (key, white) = match self {
            Self::Rules(outcome) => {
                return outcome.message().unwrap_or_else(|| Message::new("play-refused-over"));
            }
            Self::Claimed(Outcome::FiftyMoves) => return Message::new("play-claimed-fifty-moves"),
            Self::Claimed(_) => return Message::new("play-claimed-threefold"),
            Self::Agreed => return Message::new("play-agreed"),
            Self::Resigned { white, won: true } => ("play-resigned", white),
            Self::Resigned { white, won: false } => ("play-resigned-drawn", white),
            Self::TimeOver { white, won: true } => ("play-time-over", white),
            Self::TimeOver { white, won: false } => ("play-time-over-drawn", white),
        };
        Message::new(key).side("side", white)
    }

    /// A name in kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agreed => "agreed",
            Self::Resigned { won: true, .. } => "resigned",
            Self::Resigned { .. } => "resigned-without-men-to-mate",
            Self::TimeOver { won: true, .. } => "time",
            Self::TimeOver { .. } => "time-without-men-to-mate",
            Self::Rules(outcome) | Self::Claimed(outcome) => match outcome {
                Outcome::Won { .. } => "checkmate",
                Outcome::Stalemate => "stalemate",
                Outcome::DeadPosition => "dead-position",
                Outcome::Threefold => "threefold-repetition",
                Outcome::Fivefold => "fivefold-repetition",
                Outcome::FiftyMoves => "fifty-moves",
                Outcome::SeventyFiveMoves => "seventy-five-moves",
                Outcome::Open => "open",
            },
        }
    }

    /// The value of PGN's tag `Termination`.
    pub(super) const fn termination(self) -> &'static str {
        if matches!(self, Self::TimeOver { .. }) { "time forfeit" } else { "normal" }
    }
}

const fn win(white: bool) -> PgnResult {
    if white { PgnResult::White } else { PgnResult::Black }
}
