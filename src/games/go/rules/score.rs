//! The result of a finished game.

use super::territory::{Owner, Territory};
use crate::games::go::classes::{BLACK, WHITE};
use serde::Serialize;
use std::{fmt, str::FromStr};

/// How a game is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruleset {
    /// Territory and prisoners; areas in seki, and points that still have to be filled, do not
    /// count. The usual komi is 6.5 points.
    #[default]
    Japanese,
    /// Stones and territory, neutral points shared; komi in stones (3.75), and half the number of
    /// handicap stones, are taken from black and given to white.
    Chinese,
    /// Stones and territory; komi 7.5 points, and a point less than the number of handicap stones,
    /// for white.
    Aga,
    /// New Zealand, also Tromp-Taylor: stones and territory, nothing for handicap stones; the usual
    /// komi is 7 points.
    #[serde(rename = "nz")]
    NewZealand,
    /// Ing, called GOE in SGF: stones and territory; the usual komi is 8 points.
    Ing,
}

impl Ruleset {
    /// The name used in options: `japanese`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Japanese => "japanese",
            Self::Chinese => "chinese",
            Self::Aga => "aga",
            Self::NewZealand => "nz",
            Self::Ing => "ing",
        }
    }

    /// The usual komi with so many handicap stones: in points, or in stones by Chinese rules. From
    /// two stones on there is none by Chinese and New Zealand rules, and by the others half a point,
    /// so that nobody draws.
    pub const fn usual_komi(self, handicap: u32) -> f64 {
        match self {
            Self::Chinese | Self::NewZealand if handicap >= 2 => 0.0,
            _ if handicap >= 2 => 0.5,
            Self::Japanese => 6.5,
            Self::Chinese => 3.75,
            Self::Aga => 7.5,
            Self::NewZealand => 7.0,
            Self::Ing => 8.0,
        }
    }
}

/// No game has a komi of more points, either way.
pub const LARGEST_KOMI: f64 = 100.0;
/// No game has more handicap stones.
pub const MOST_HANDICAP_STONES: u32 = 25;

/// The name is not one of the rule sets.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules '{0}': use japanese, chinese, aga, nz or ing")]
pub struct UnknownRuleset(pub String);

impl FromStr for Ruleset {
    type Err = UnknownRuleset;

    fn from_str(name: &str) -> Result<Self, UnknownRuleset> {
        let all = [Self::Japanese, Self::Chinese, Self::Aga, Self::NewZealand, Self::Ing];
        all.into_iter()
            .find(|rules| rules.name() == name)
            .ok_or_else(|| UnknownRuleset(name.to_owned()))
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
        Self { rules, komi: rules.usual_komi(0), handicap: 0, prisoners: (0, 0) }
    }
}

/// A side's points, item by item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Points {
    /// Stones on the board (Chinese, AGA).
    pub stones: f64,
    /// Empty points that are its own; by Japanese rules without those in seki.
    pub territory: f64,
    /// Stones of the other side that are dead or were captured during the game (Japanese).
    pub prisoners: f64,
    /// Half of the points that are nobody's (Chinese).
    pub neutral: f64,
    /// For handicap stones (Chinese, AGA).
    pub handicap: f64,
    /// Komi, taken from black by Chinese rules.
    pub komi: f64,
}

impl Points {
    /// The sum.
    pub const fn total(&self) -> f64 {
        self.stones + self.territory + self.prisoners + self.neutral + self.handicap + self.komi
    }
}

/// Both sides' points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Black's points.
    pub black: Points,
    /// White's points.
    pub white: Points,
}

impl Score {
    /// By how much black wins; negative when white does.
    pub const fn margin(&self) -> f64 {
        self.black.total() - self.white.total()
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
    let [mut black, mut white] = match options.rules {
        Ruleset::Japanese => japanese(territory, options.prisoners),
        _ => area(territory),
    };
    let stones = if options.handicap > 1 { f64::from(options.handicap) } else { 0.0 };
    // Adding to 0, for its negative is written as -0.
    white.komi = 0.0 + options.komi;
    match options.rules {
        Ruleset::Japanese | Ruleset::NewZealand | Ruleset::Ing => {}
        Ruleset::Chinese => {
            let neutral = f64::from(territory.count(Owner::Neutral)) / 2.0;
            (black.neutral, white.neutral) = (neutral, neutral);
            (black.handicap, white.handicap) = (0.0 - stones / 2.0, stones / 2.0);
            black.komi = 0.0 - options.komi;
        }
        Ruleset::Aga => white.handicap = (stones - 1.0).max(0.0),
    }
    Score { black, white }
}

/// Stones and territory.
fn area(territory: &Territory) -> [Points; 2] {
    let count = |owner| f64::from(territory.count(owner));
    [BLACK, WHITE].map(|color| Points {
        stones: count(Owner::Stone(color)),
        territory: count(Owner::Area(color)),
        ..Points::default()
    })
}

/// Territory outside seki, dead stones of the other side and prisoners.
fn japanese(territory: &Territory, prisoners: (u32, u32)) -> [Points; 2] {
    let cols = territory.board.cols();
    let counts = |i: usize| {
        let point = (i / cols, i % cols);
        !territory.seki.contains(&point) && !territory.to_fill.contains(&point)
    };
    let points = |color, prisoners: u32| {
        let own = territory
            .owners
            .iter()
            .enumerate()
            .filter(|&(i, &owner)| owner == Owner::Area(color) && counts(i));
        Points {
            territory: own.count() as f64,
            prisoners: f64::from(prisoners),
            ..Points::default()
        }
    };
    let [black_dead, white_dead] = territory.dead;
    [
        points(BLACK, white_dead.saturating_add(prisoners.0)),
        points(WHITE, black_dead.saturating_add(prisoners.1)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CellGrid, Game, go::Go, go::rules::territory};

    /// The Chinese document's example (its section 2.1); its program counts 191 for black, 170 for
    /// white, 0 neutral.
    const EXAMPLE: &str = include_str!("../../../../tests/games/go_chinese_example.txt");

    fn example() -> CellGrid {
        let cells =
            EXAMPLE.split_whitespace().flat_map(str::bytes).map(|digit| digit - b'0').collect();
        CellGrid::from_cells(19, 19, cells).expect("19 rows of 19")
    }

    #[test]
    fn the_chinese_documents_example() {
        let counted = territory(&example(), &[]);
        let of = |values: [u8; 2]| {
            counted.owners.iter().filter(|owner| values.contains(&owner.value())).count()
        };
        assert_eq!([of([1, 3]), of([2, 4]), of([9, 9])], [191, 170, 0]);
        let result = score(&counted, &ScoreOptions::new(Ruleset::Chinese));
        assert_eq!((result.black.total(), result.white.total()), (187.25, 173.75));
        assert_eq!(result.to_string(), "B+13.5");
    }

    /// New Zealand rules: "In a handicap game, white passes the first n - 1 moves where n is the
    /// size of the handicap. There is no komi."
    #[test]
    fn the_usual_komi() {
        let komi = |rules: Ruleset| [0, 1, 2, 9].map(|stones| rules.usual_komi(stones));
        assert_eq!(komi(Ruleset::NewZealand), [7.0, 7.0, 0.0, 0.0]);
        assert_eq!(komi(Ruleset::Chinese), [3.75, 3.75, 0.0, 0.0]);
        assert_eq!(komi(Ruleset::Aga), [7.5, 7.5, 0.5, 0.5]);
        assert_eq!(komi(Ruleset::Japanese), [6.5, 6.5, 0.5, 0.5]);
    }

    #[test]
    fn neutral_points_are_shared_by_chinese_rules() {
        // Columns of black and white with one neutral column between them, and a handicap of four
        // stones.
        let board = Go.from_notation("(;SZ[9]AB[da:di]AW[fa:fi])").expect("an SGF");
        let options = ScoreOptions { handicap: 4, ..ScoreOptions::new(Ruleset::Chinese) };
        let Score { black, white } = score(&territory(&board, &[]), &options);
        assert_eq!((black.stones, black.territory, black.neutral), (9.0, 27.0, 4.5));
        assert_eq!((black.total(), white.total()), (40.5 - 2.0 - 3.75, 40.5 + 2.0 + 3.75));
    }

    #[test]
    fn japanese_and_aga_counts_of_two_walls() {
        let board = Go.from_notation("(;SZ[9]AB[ea:ei]AW[fa:fi][bb])").expect("an SGF");
        let counted = territory(&board, &[(1, 1)]);
        let japanese = ScoreOptions { prisoners: (2, 5), ..ScoreOptions::new(Ruleset::Japanese) };
        let result = score(&counted, &japanese);
        assert_eq!(
            (result.black.territory, result.black.prisoners, result.black.total()),
            (36.0, 3.0, 39.0)
        );
        assert_eq!((result.white.total(), result.to_string()), (27.0 + 5.0 + 6.5, "B+0.5".into()));
        let aga = ScoreOptions { handicap: 3, ..ScoreOptions::new(Ruleset::Aga) };
        let result = score(&counted, &aga);
        assert_eq!((result.black.total(), result.white.total()), (45.0, 36.0 + 7.5 + 2.0));
    }
}
