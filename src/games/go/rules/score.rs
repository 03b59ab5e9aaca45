//! The result of a finished game.

use super::territory::{Owner, Territory};
use crate::games::go::classes::{BLACK, WHITE};
use serde::Serialize;
use std::{fmt, str::FromStr};

/// How a game is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruleset {
    /// Territory and prisoners; areas in seki do not count. The usual komi is 6.5 points.
    #[default]
    Japanese,
    /// Stones and territory, neutral points shared; komi in stones (3.75), and half the number of handicap stones, are taken
    /// from black and given to white.
    Chinese,
    /// Stones and territory; komi 7.5 points, and a point less than the number of handicap stones, for white.
    Aga,
}

impl Ruleset {
    /// The usual komi: in points, or in stones by Chinese rules.
    pub const fn usual_komi(self) -> f64 {
        match self {
            Self::Japanese => 6.5,
            Self::Chinese => 3.75,
            Self::Aga => 7.5,
        }
    }
}

/// The name is not one of the rule sets.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules '{0}': use japanese, chinese or aga")]
pub struct UnknownRuleset(pub String);

impl FromStr for Ruleset {
    type Err = UnknownRuleset;

    fn from_str(name: &str) -> Result<Self, UnknownRuleset> {
        match name {
            "japanese" => Ok(Self::Japanese),
            "chinese" => Ok(Self::Chinese),
            "aga" => Ok(Self::Aga),
            _ => Err(UnknownRuleset(name.to_owned())),
        }
    }
}

/// What a photo does not show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreOptions {
    /// How the game is counted.
    pub rules: Ruleset,
    /// Komi: points for white, or stones by Chinese rules.
    pub komi: f64,
    /// Handicap stones; 0 or 1 for none.
    pub handicap: u32,
    /// Stones captured during the game by black and by white (Japanese rules).
    pub prisoners: (u32, u32),
}

impl ScoreOptions {
    /// A rule set with its usual komi, no handicap and no prisoners.
    pub const fn new(rules: Ruleset) -> Self {
        Self { rules, komi: rules.usual_komi(), handicap: 0, prisoners: (0, 0) }
    }
}

/// Both sides' points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Black's points.
    pub black: f64,
    /// White's points, komi included.
    pub white: f64,
}

impl Score {
    /// By how much black wins; negative when white does.
    pub fn margin(&self) -> f64 {
        self.black - self.white
    }
}

impl fmt::Display for Score {
    /// `B+3.5`, `W+0.5` or `0`, as in an SGF's `RE`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.margin() {
            margin if margin > 0.0 => write!(f, "B+{margin}"),
            margin if margin < 0.0 => write!(f, "W+{}", -margin),
            _ => f.write_str("0"),
        }
    }
}

/// Counts a finished game.
pub fn score(territory: &Territory, options: &ScoreOptions) -> Score {
    let count = |owner| f64::from(territory.count(owner));
    let area = |color| count(Owner::Stone(color)) + count(Owner::Area(color));
    let neutral = count(Owner::Neutral) / 2.0;
    let handicap = f64::from(options.handicap.saturating_sub(1));
    let (black, white) = match options.rules {
        Ruleset::Japanese => {
            let (black, white) = japanese(territory, options);
            (black, white + options.komi)
        }
        Ruleset::Chinese => {
            let given = options.komi + if options.handicap > 1 { f64::from(options.handicap) / 2.0 } else { 0.0 };
            (area(BLACK) + neutral - given, area(WHITE) + neutral + given)
        }
        Ruleset::Aga => (area(BLACK), area(WHITE) + options.komi + handicap),
    };
    Score { black, white }
}

/// Territory outside seki, dead stones of the other side and prisoners.
fn japanese(territory: &Territory, options: &ScoreOptions) -> (f64, f64) {
    let cols = territory.board.cols();
    let in_seki = |i: usize| territory.seki.contains(&(i / cols, i % cols));
    let points = |color| {
        let own = territory.owners.iter().enumerate().filter(|&(i, &owner)| owner == Owner::Area(color) && !in_seki(i));
        own.count() as f64
    };
    let [black_dead, white_dead] = territory.dead;
    let black = points(BLACK) + f64::from(white_dead + options.prisoners.0);
    let white = points(WHITE) + f64::from(black_dead + options.prisoners.1);
    (black, white)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CellGrid, Game, go::Go, go::rules::territory};

    /// The Chinese document's example (its section 2.1); its program counts 191 for black, 170 for white, 0 neutral.
    const EXAMPLE: &str = include_str!("../../../../tests/games/go_chinese_example.txt");

    fn example() -> CellGrid {
        let cells = EXAMPLE.split_whitespace().flat_map(str::bytes).map(|digit| digit - b'0').collect();
        CellGrid::from_cells(19, 19, cells).expect("19 rows of 19")
    }

    #[test]
    fn the_chinese_documents_example() {
        let counted = territory(&example(), &[]);
        let of = |values: [u8; 2]| counted.owners.iter().filter(|owner| values.contains(&owner.value())).count();
        assert_eq!([of([1, 3]), of([2, 4]), of([9, 9])], [191, 170, 0]);
        let result = score(&counted, &ScoreOptions::new(Ruleset::Chinese));
        assert_eq!((result.black, result.white, result.to_string()), (187.25, 173.75, "B+13.5".into()));
    }

    #[test]
    fn japanese_and_aga_counts_of_two_walls() {
        let board = Go.from_notation("(;SZ[9]AB[ea:ei]AW[fa:fi][bb])").expect("an SGF");
        let counted = territory(&board, &[(1, 1)]);
        let japanese = ScoreOptions { prisoners: (2, 5), ..ScoreOptions::new(Ruleset::Japanese) };
        assert_eq!(score(&counted, &japanese), Score { black: 36.0 + 1.0 + 2.0, white: 27.0 + 5.0 + 6.5 });
        let aga = ScoreOptions { handicap: 3, ..ScoreOptions::new(Ruleset::Aga) };
        assert_eq!(score(&counted, &aga), Score { black: 45.0, white: 36.0 + 7.5 + 2.0 });
    }
}
