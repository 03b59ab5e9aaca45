//! Rates, each with the number of things that it is a rate of.

use super::{
    block::Photo,
    metrics::{CellScore, Score},
};
use serde::{Deserialize, Deserializer, Serialize};
use std::{collections::BTreeMap, fmt};

/// A fraction of 1 and of how many things it is one. As text: `98.5 % of 129`, or a dash where
/// there is none.
///
/// ```
/// use kibitzer::eval::Rate;
///
/// let rate = Rate::of([(1.0, 2.0), (0.0, 1.0), (1.0, 1.0)]);
/// assert_eq!((rate.rate, rate.n), (Some(0.5), Some(4)));
/// assert_eq!(rate.to_string(), "50.0 % of 4");
/// assert_eq!(Rate::of([(0.0, 0.0)]).to_string(), "–");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rate {
    /// The fraction; `None` where it is one of nothing.
    pub rate: Option<f64>,
    /// Of how many photos, boards, cells or sets; `None` in summaries of schema 1, which do not
    /// say.
    pub n: Option<usize>,
}

/// A numerator and a denominator.
pub(super) type Ratio = (f64, f64);

/// Rates of fewer than so many are shown with one decimal: more would say what they cannot.
const MANY: usize = 1000;

impl Rate {
    /// The ratio of the sums of numerators and denominators.
    pub fn of(parts: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let (n, d) = parts.into_iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
        Self { rate: (d > 0.0).then(|| n / d), n: Some(d as usize) }
    }

    /// The mean of these, each counting as one; those that are of nothing do not count.
    pub fn mean(rates: impl IntoIterator<Item = Self>) -> Self {
        Self::of(rates.into_iter().filter_map(|rate| Some((rate.rate?, 1.0))))
    }

    /// The fraction in percent, without the number: `98.5 %`, or a dash.
    pub fn percent(&self) -> String {
        let decimals = if self.n.is_some_and(|n| n < MANY) { 1 } else { 2 };
        self.rate.map_or("–".to_owned(), |rate| format!("{:.decimals$} %", 100.0 * rate))
    }

    /// How many of them, where a rate counts whole things.
    pub fn count(&self) -> Option<usize> {
        Some((self.rate? * self.n? as f64).round() as usize)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rate, self.n) {
            (Some(_), Some(n)) => write!(f, "{} of {}", self.percent(), thousands(n)),
            _ => f.write_str(&self.percent()),
        }
    }
}

/// An interval of rates in percent: `91.0–97.5 %`.
pub fn percent_between([low, high]: [f64; 2]) -> String {
    format!("{:.1}–{:.1} %", 100.0 * low, 100.0 * high)
}

/// A number with a comma before every three digits.
pub fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
    groups.join(",")
}

/// Summaries of schema 1 have the bare fraction.
impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Stored {
            Counted { rate: Option<f64>, n: Option<usize> },
            Bare(Option<f64>),
        }
        Ok(match Stored::deserialize(deserializer)? {
            Stored::Counted { rate, n } => Self { rate, n },
            Stored::Bare(rate) => Self { rate, n: None },
        })
    }
}

/// The rates of a set of photos.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rates {
    /// Boards found, of the photos that count for corners.
    pub boards_found: Rate,
    /// Boards read as of their own game, of those whose game the reader had to find out.
    pub game_correct: Rate,
    /// Boards with every corner within a quarter pitch, of the photos that count for corners.
    pub corners_ok: Rate,
    /// Boards with every corner within 10 pixels at a width of 1200, of the same photos.
    pub within_10px_at_1200: Rate,
    /// Photos in which the reader says that there is no board, of those that show a board which it
    /// had to find.
    pub lost: Rate,
    /// Right cells, of those that count.
    pub cell_accuracy: Rate,
    /// Right cells, of the photos whose corners are right (`corners_ok`) or given (rectified
    /// photos).
    pub cell_accuracy_given_corners: Rate,
    /// Right cells, of those that are truly not empty: pieces right.
    pub occupied_accuracy: Rate,
    /// Boards without a wrong cell, of the photos that have cells.
    pub boards_exact: Rate,
    /// Boards with one wrong cell or none, of the same photos.
    pub boards_at_most_1_wrong: Rate,
    /// Boards without a wrong cell, of those on which something stands.
    pub occupied_boards_exact: Rate,
    /// Boards with one wrong cell or none, of the same boards.
    pub occupied_boards_at_most_1_wrong: Rate,
    /// Boards without a wrong cell, of the photos whose corners are right or given.
    pub boards_exact_given_corners: Rate,
    /// Boards read the right way round, of the photos whose orientation is known and visible.
    pub orientation_correct: Rate,
    /// Right cells after the quarter turn that fits each photo best.
    pub cell_accuracy_best_rotation: Rate,
    /// Of the boards read with a wrong cell, or in the wrong place, those that the reader says to
    /// check; of photos where it says so or not.
    pub wrong_boards_flagged: Rate,
    /// Of the boards read without one, those that it says to check all the same.
    pub right_boards_flagged: Rate,
    /// Of the boards read the wrong way round, those of which it says to check just that.
    pub turned_boards_flagged: Rate,
}

impl Rates {
    /// Over all photos together.
    pub(super) fn of(photos: &[Photo]) -> Self {
        Self::each(|part| Rate::of(photos.iter().map(part)))
    }

    /// The mean over physical sets of each set's rates, with the number of sets that have one.
    pub(super) fn mean_of_sets(photos: &[Photo]) -> Self {
        let sets = by_set(photos);
        Self::each(|part| Rate::mean(sets.values().map(|set| Rate::of(set.iter().map(part)))))
    }

    /// Every rate, as `sum` makes it from the part of each photo.
    fn each(sum: impl Fn(fn(&Photo) -> Ratio) -> Rate) -> Self {
        Self {
            boards_found: sum(|p| board(p.score.corners.map(|c| c.found()))),
            game_correct: sum(|p| board(p.game)),
            corners_ok: sum(|p| corners_ok(p.score)),
            within_10px_at_1200: sum(|p| board(p.score.corners.map(|c| c.within_10px()))),
            lost: sum(|p| board(p.lost)),
            cell_accuracy: sum(|p| cell_accuracy(p.score)),
            cell_accuracy_given_corners: sum(|p| if_given(p.score, cell_accuracy)),
            occupied_accuracy: sum(|p| occupied_accuracy(p.score)),
            boards_exact: sum(|p| boards_exact(p.score)),
            boards_at_most_1_wrong: sum(|p| at_most_1_wrong(p.score)),
            occupied_boards_exact: sum(|p| if_occupied(p.score, boards_exact)),
            occupied_boards_at_most_1_wrong: sum(|p| if_occupied(p.score, at_most_1_wrong)),
            boards_exact_given_corners: sum(|p| if_given(p.score, boards_exact)),
            orientation_correct: sum(|p| {
                board(p.score.cells.as_ref().and_then(|c| c.orientation_correct))
            }),
            cell_accuracy_best_rotation: sum(|p| best_rotation(p.score)),
            wrong_boards_flagged: sum(|p| flagged(p, false)),
            right_boards_flagged: sum(|p| flagged(p, true)),
            turned_boards_flagged: sum(turned_flagged),
        }
    }
}

/// Photos by their physical set.
pub(super) fn by_set<'a>(photos: &[Photo<'a>]) -> BTreeMap<&'a str, Vec<Photo<'a>>> {
    let mut sets: BTreeMap<&str, Vec<Photo>> = BTreeMap::new();
    photos.iter().for_each(|photo| sets.entry(photo.set).or_default().push(*photo));
    sets
}

fn board(right: Option<bool>) -> Ratio {
    right.map_or((0.0, 0.0), |right| (f64::from(u8::from(right)), 1.0))
}

/// Whether the reader says to check the board, of those read without a wrong cell (`exact`) or with
/// one.
fn flagged(photo: &Photo, exact: bool) -> Ratio {
    let such = photo.score.cells.as_ref().is_some_and(|cells| (cells.wrong() == 0) == exact);
    board(photo.own.map(|own| own.check).filter(|_| such))
}

/// Whether the reader says to check which way round the board lies, of those read the wrong way
/// round.
fn turned_flagged(photo: &Photo) -> Ratio {
    let cells = photo.score.cells.as_ref();
    let turned = cells.is_some_and(|cells| cells.orientation_correct == Some(false));
    board(photo.own.map(|own| own.check_orientation).filter(|_| turned))
}

fn if_given(score: &Score, part: fn(&Score) -> Ratio) -> Ratio {
    if score.cells.as_ref().is_some_and(|c| c.given_corners) { part(score) } else { (0.0, 0.0) }
}

pub(super) fn if_occupied(score: &Score, part: fn(&Score) -> Ratio) -> Ratio {
    let empty = score.cells.as_ref().is_none_or(CellScore::is_empty_board);
    if empty { (0.0, 0.0) } else { part(score) }
}

pub(super) fn corners_ok(score: &Score) -> Ratio {
    board(score.corners.map(|c| c.ok()))
}

pub(super) fn boards_exact(score: &Score) -> Ratio {
    board(score.cells.as_ref().and_then(|c| c.at_most_wrong(0)))
}

fn at_most_1_wrong(score: &Score) -> Ratio {
    board(score.cells.as_ref().and_then(|c| c.at_most_wrong(1)))
}

pub(super) fn cell_accuracy(score: &Score) -> Ratio {
    let Some(cells) = &score.cells else { return (0.0, 0.0) };
    let counted = cells.counted().count() as f64;
    (counted - cells.wrong() as f64, counted)
}

fn best_rotation(score: &Score) -> Ratio {
    let Some(cells) = &score.cells else { return (0.0, 0.0) };
    let counted = cells.counted().count() as f64;
    (counted - cells.wrong_best_rotation as f64, counted)
}

pub(super) fn occupied_accuracy(score: &Score) -> Ratio {
    let Some(cells) = &score.cells else { return (0.0, 0.0) };
    let occupied = || cells.counted().filter(|c| c.truth != 0);
    (occupied().filter(|c| c.correct()).count() as f64, occupied().count() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_of_schema_1_have_no_number() {
        let rates: Rates = serde_json::from_str(
            r#"{"boards_found": 0.5, "boards_exact": null,
                "corners_ok": {"rate": 0.25, "n": 4}, "lost": {"rate": null, "n": 0}}"#,
        )
        .expect("rates");
        assert_eq!(rates.boards_found, Rate { rate: Some(0.5), n: None });
        assert_eq!(rates.boards_exact, Rate::default());
        assert_eq!(rates.corners_ok, Rate { rate: Some(0.25), n: Some(4) });
        assert_eq!(rates.lost, Rate { rate: None, n: Some(0) });
        assert_eq!(rates.boards_found.to_string(), "50.00 %");
    }

    #[test]
    fn small_numbers_have_no_needless_decimals() {
        let text = |rate, n| Rate { rate: Some(rate), n: Some(n) }.to_string();
        assert_eq!(text(2.0 / 3.0, 3), "66.7 % of 3");
        assert_eq!(text(0.88812, 15_040), "88.81 % of 15,040");
        assert_eq!(thousands(1_234_567), "1,234,567");
    }

    #[test]
    fn a_set_of_many_photos_counts_as_one_of_few() {
        let rates = [Rate::of([(1.0, 200.0)]), Rate::of([(3.0, 3.0)]), Rate::of([])];
        let mean = Rate::mean(rates);
        assert_eq!((mean.rate, mean.n), (Some((0.005 + 1.0) / 2.0), Some(2)));
    }
}
