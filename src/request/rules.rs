//! The rules that a game is played or counted by, by name.

use super::RequestError;
use crate::games::{
    GameId,
    checkers::rules::{CheckersRules, Color, Variant},
    go::rules::Ruleset,
    qwirkle::rules::QwirkleRules,
    rules::Rules,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Rules of a game that is played, or counted, by several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RulesName {
    /// Checkers, English draughts: white begins
    English,
    /// Checkers, World Checkers and Draughts Federation: English draughts, black begins
    Wcdf,
    /// Checkers: Russian draughts
    Russian,
    /// Checkers: Brazilian draughts
    Brazilian,
    /// Checkers: international draughts on 10x10 squares
    International,
    /// Go: territory and prisoners
    Japanese,
    /// Go: stones and territory, neutral points shared, komi in stones
    Chinese,
    /// Go: stones and territory, a point for each handicap stone but one
    Aga,
    /// Go: stones and territory, New Zealand and Tromp-Taylor
    Nz,
    /// Go: stones and territory, Ing (GOE)
    Ing,
    /// Qwirkle Connect, with its board
    Connect,
    /// Qwirkle on a bare table
    Classic,
}

/// A name that is no rules'.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no rules called '{0}': use one of {names}", names = names(&RulesName::ALL))]
pub struct UnknownRules(pub String);

impl RulesName {
    /// All of them, game by game.
    pub const ALL: [Self; 12] = [
        Self::English,
        Self::Wcdf,
        Self::Russian,
        Self::Brazilian,
        Self::International,
        Self::Japanese,
        Self::Chinese,
        Self::Aga,
        Self::Nz,
        Self::Ing,
        Self::Connect,
        Self::Classic,
    ];

    /// The name, as a user gives it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "english",
            Self::Wcdf => "wcdf",
            Self::Russian => "russian",
            Self::Brazilian => "brazilian",
            Self::International => "international",
            Self::Japanese => "japanese",
            Self::Chinese => "chinese",
            Self::Aga => "aga",
            Self::Nz => "nz",
            Self::Ing => "ing",
            Self::Connect => "connect",
            Self::Classic => "classic",
        }
    }

    /// What they are, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::English => "Checkers, English draughts: white begins",
            Self::Wcdf => {
                "Checkers, World Checkers and Draughts Federation: English draughts, black begins"
            }
            Self::Russian => "Checkers: Russian draughts",
            Self::Brazilian => "Checkers: Brazilian draughts",
            Self::International => "Checkers: international draughts on 10x10 squares",
            Self::Japanese => "Go: territory and prisoners",
            Self::Chinese => "Go: stones and territory, neutral points shared, komi in stones",
            Self::Aga => "Go: stones and territory, a point for each handicap stone but one",
            Self::Nz => "Go: stones and territory, New Zealand and Tromp-Taylor",
            Self::Ing => "Go: stones and territory, Ing (GOE)",
            Self::Connect => "Qwirkle Connect, with its board",
            Self::Classic => "Qwirkle on a bare table",
        }
    }

    /// The game that they are of.
    pub const fn game(self) -> GameId {
        match self {
            Self::English | Self::Wcdf | Self::Russian | Self::Brazilian | Self::International => {
                GameId::Checkers
            }
            Self::Japanese | Self::Chinese | Self::Aga | Self::Nz | Self::Ing => GameId::Go,
            Self::Connect | Self::Classic => GameId::Qwirkle,
        }
    }

    /// Those of a game.
    pub fn of(game: GameId) -> Vec<Self> {
        Self::ALL.into_iter().filter(|rules| rules.game() == game).collect()
    }

    /// The rules of a game of Go; `None` for other games.
    pub const fn go(self) -> Option<Ruleset> {
        match self {
            Self::Japanese => Some(Ruleset::Japanese),
            Self::Chinese => Some(Ruleset::Chinese),
            Self::Aga => Some(Ruleset::Aga),
            Self::Nz => Some(Ruleset::NewZealand),
            Self::Ing => Some(Ruleset::Ing),
            _ => None,
        }
    }

    /// The rules that a move is judged by; `None` for those that only count.
    pub fn rules(self) -> Option<&'static dyn Rules> {
        const BOARD: CheckersRules = CheckersRules::BOARD;
        const WCDF: CheckersRules = CheckersRules { beginner: Color::Black, ..BOARD };
        const RUSSIAN: CheckersRules = CheckersRules { variant: Variant::RUSSIAN, ..BOARD };
        const BRAZILIAN: CheckersRules = CheckersRules { variant: Variant::BRAZILIAN, ..BOARD };
        const INTERNATIONAL: CheckersRules =
            CheckersRules { variant: Variant::INTERNATIONAL, ..BOARD };
        Some(match self {
            Self::English => &BOARD,
            Self::Wcdf => &WCDF,
            Self::Russian => &RUSSIAN,
            Self::Brazilian => &BRAZILIAN,
            Self::International => &INTERNATIONAL,
            Self::Connect => &QwirkleRules::CONNECT,
            Self::Classic => &QwirkleRules::CLASSIC,
            Self::Japanese | Self::Chinese | Self::Aga | Self::Nz | Self::Ing => return None,
        })
    }
}

impl RulesName {
    /// The rules that moves of a game are judged by: those that are named, or the game's usual
    /// ones.
    ///
    /// # Errors
    /// When they are another game's, or only count.
    pub fn played(named: Option<Self>, game: GameId) -> Result<&'static dyn Rules, RequestError> {
        let Some(rules) = named else { return Ok(game.rules()) };
        if let Some(rules) = rules.rules().filter(|_| rules.game() == game) {
            return Ok(rules);
        }
        let own = Self::of(game).into_iter().filter(|rules| rules.rules().is_some());
        let own: Vec<Self> = own.collect();
        Err(RequestError::option(
            "rules",
            match own.is_empty() {
                true => format!("is not for judging {game}: leave it out"),
                false => format!("does not name rules of {game}: use one of {}", names(&own)),
            },
        ))
    }

    /// Rows of the board, where the rules say them: those of checkers.
    pub fn rows(named: Option<Self>, game: GameId) -> Option<usize> {
        let ten = named == Some(Self::International);
        (game == GameId::Checkers).then_some(if ten { 10 } else { 8 })
    }
}

impl FromStr for RulesName {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<Self, UnknownRules> {
        let named = Self::ALL.into_iter().find(|rules| rules.name() == text);
        named.ok_or_else(|| UnknownRules(text.to_owned()))
    }
}

/// The names of rules, for a sentence.
pub fn names(rules: &[RulesName]) -> String {
    rules.iter().map(|rules| rules.name()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_known_by_their_names() {
        for rules in RulesName::ALL {
            assert_eq!(rules.name().parse(), Ok(rules));
            assert_eq!(serde_json::to_value(rules).expect("a name"), rules.name());
        }
        let error = "club".parse::<RulesName>().expect_err("unknown");
        assert!(error.to_string().contains("english, wcdf"), "{error}");
    }
}
