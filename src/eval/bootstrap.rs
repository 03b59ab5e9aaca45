//! Bootstrap intervals.

use super::{
    block::{Intervals, Photo, quantile},
    metrics::Score,
    rate::{
        Ratio, boards_exact, by_set, cell_accuracy, corners_ok, if_occupied, occupied_accuracy,
    },
};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// How often the units are drawn anew.
const DRAWS: usize = 2000;
/// Seed of the draws, so that the same photos give the same interval.
const SEED: u64 = 20_260;

/// 95 % intervals by the percentile bootstrap over physical sets; photos of one set are no
/// independent witnesses, so that one set has no interval.
pub fn intervals(photos: &[Photo]) -> Intervals {
    let sets = by_set(photos);
    let of = |part: fn(&Score) -> Ratio| {
        interval(&sets.values().map(|set| sum(set, part)).collect::<Vec<_>>())
    };
    Intervals {
        cell_accuracy: of(cell_accuracy),
        occupied_accuracy: of(occupied_accuracy),
        boards_exact: of(boards_exact),
        occupied_boards_exact: of(|score| if_occupied(score, boards_exact)),
        corners_ok: of(corners_ok),
    }
}

fn sum(set: &[Photo], part: fn(&Score) -> Ratio) -> Ratio {
    set.iter().map(|photo| part(photo.score)).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1))
}

/// The interval of the ratio of sums; `None` where fewer than two units have a denominator.
pub(super) fn interval(units: &[Ratio]) -> Option<[f64; 2]> {
    let units: Vec<Ratio> = units.iter().copied().filter(|unit| unit.1 > 0.0).collect();
    if units.len() < 2 {
        return None;
    }
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut draw = || {
        let drawn = (0..units.len()).map(|_| units[rng.random_range(0..units.len())]);
        let (n, d) = drawn.fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        n / d
    };
    let rates: Vec<f64> = (0..DRAWS).map(|_| draw()).collect();
    Some([quantile(&rates, 0.025)?, quantile(&rates, 0.975)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_many_photos_is_that_of_the_binomial() {
        // 80 of 100 right: standard error sqrt(0.8 * 0.2 / 100) = 0.04, so the interval is about
        // 0.8 +- 0.078.
        let units: Vec<Ratio> = (0..100).map(|i| (f64::from(u8::from(i < 80)), 1.0)).collect();
        let [low, high] = interval(&units).expect("many units");
        assert!((low - 0.722).abs() < 0.015 && (high - 0.878).abs() < 0.015, "{low} {high}");
        assert_eq!(interval(&units), Some([low, high]), "the seed is fixed");
    }

    #[test]
    fn one_unit_has_no_interval() {
        assert_eq!(interval(&[(3.0, 4.0)]), None);
        assert_eq!(interval(&[(3.0, 4.0), (0.0, 0.0)]), None);
        assert_eq!(interval(&[]), None);
    }

    #[test]
    fn two_units_span_from_the_worse_to_the_better() {
        // Both units drawn twice happens a quarter of the time each, far more often than 2.5 %.
        assert_eq!(interval(&[(1.0, 4.0), (3.0, 4.0)]), Some([0.25, 0.75]));
    }
}
