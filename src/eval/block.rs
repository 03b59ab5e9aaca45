//! Scores of many photos summed up.

use super::{bootstrap, metrics::Score};
use serde::{Deserialize, Serialize};

/// Equal-width bins of the expected calibration error (Guo et al. 2017, *On Calibration of Modern
/// Neural Networks*).
const CALIBRATION_BINS: usize = 15;

/// Figures over a set of photos. Rates are fractions of 1; one without a denominator is `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Number of photos.
    pub photos: usize,
    /// Rate of boards found, over the photos that count for corners.
    pub boards_found: Option<f64>,
    /// Rate of boards with every corner within a quarter pitch, over the same photos.
    pub corners_ok: Option<f64>,
    /// Rate of boards with every corner within 10 pixels at a width of 1200, over the same photos.
    pub within_10px_at_1200: Option<f64>,
    /// Distances of single corners, in cell pitches, over the photos of these where corners were
    /// predicted.
    pub corner_error_pitch: CornerErrors,
    /// Number of cells that count.
    pub cells: usize,
    /// Rate of right cells.
    pub cell_accuracy: Option<f64>,
    /// Rate of right cells, over the photos whose corners are right (`corners_ok`) or given
    /// (rectified photos).
    pub cell_accuracy_given_corners: Option<f64>,
    /// Rate of right cells among those that are truly not empty.
    pub occupied_accuracy: Option<f64>,
    /// Rate of boards without a wrong cell, over the photos that have cells.
    pub boards_exact: Option<f64>,
    /// Rate of boards with one wrong cell or none.
    pub boards_at_most_1_wrong: Option<f64>,
    /// Rate of boards without a wrong cell, over the photos whose corners are right or given.
    pub boards_exact_given_corners: Option<f64>,
    /// Rate of boards read the right way round, over the photos whose orientation is known and
    /// visible.
    pub orientation_correct: Option<f64>,
    /// Rate of right cells after the quarter turn that fits each photo best.
    pub cell_accuracy_best_rotation: Option<f64>,
    /// Checkers: cells read as occupied off the playing squares, in all boards found; `None`
    /// without such boards.
    pub off_square_errors: Option<usize>,
    /// Mean distance between confidence and accuracy of the cells, in 15 bins; `None` without
    /// probabilities.
    pub expected_calibration_error: Option<f64>,
    /// Of the boards read with a wrong cell, or in the wrong place, the rate that the reader says
    /// to check; of photos where it says so or not.
    #[serde(default)]
    pub wrong_boards_flagged: Option<f64>,
    /// Of the boards read without one, the rate that it says to check all the same.
    #[serde(default)]
    pub right_boards_flagged: Option<f64>,
    /// Time a photo took to decode and read.
    pub seconds_per_photo: Seconds,
    /// 95 % intervals of three rates.
    pub ci95: Intervals,
    /// What was drawn anew for `ci95`: `group` or `photo`.
    pub ci_unit: String,
}

/// Corner errors in cell pitches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CornerErrors {
    /// Mean.
    pub mean: Option<f64>,
    /// Median.
    pub p50: Option<f64>,
    /// 95th percentile.
    pub p95: Option<f64>,
    /// Largest.
    pub max: Option<f64>,
}

/// Times in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// Median.
    pub p50: Option<f64>,
    /// 95th percentile.
    pub p95: Option<f64>,
}

/// 95 % bootstrap intervals, `[low, high]`; `None` where fewer than two units have a denominator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Intervals {
    /// Of `cell_accuracy`.
    pub cell_accuracy: Option<[f64; 2]>,
    /// Of `boards_exact`.
    pub boards_exact: Option<[f64; 2]>,
    /// Of `corners_ok`.
    pub corners_ok: Option<[f64; 2]>,
}

/// One scored photo as [`Block`] sees it.
#[derive(Clone, Copy, Debug)]
pub struct Photo<'a> {
    /// Its score.
    pub score: &'a Score,
    /// Its group, unique over games.
    pub group: &'a str,
    /// How long it took.
    pub seconds: Option<f64>,
    /// Whether the reader says to check the board, where it says so or not.
    pub check: Option<bool>,
}

/// A numerator and a denominator.
pub(super) type Ratio = (f64, f64);

impl Block {
    /// Sums up photos.
    pub fn of(photos: &[Photo]) -> Self {
        let rate = |part: &dyn Fn(&Score) -> Ratio| ratio(photos.iter().map(|p| part(p.score)));
        let (ci95, ci_unit) = bootstrap::intervals(photos);
        Self {
            photos: photos.len(),
            boards_found: rate(&|s| board(s.corners.map(|c| c.found()))),
            corners_ok: rate(&corners_ok),
            within_10px_at_1200: rate(&|s| board(s.corners.map(|c| c.within_10px()))),
            corner_error_pitch: CornerErrors::of(photos),
            cells: photos
                .iter()
                .filter_map(|p| p.score.cells.as_ref())
                .map(|c| c.counted().count())
                .sum(),
            cell_accuracy: rate(&cell_accuracy),
            cell_accuracy_given_corners: rate(&|s| {
                if given_corners(s) { cell_accuracy(s) } else { (0.0, 0.0) }
            }),
            occupied_accuracy: rate(&occupied_accuracy),
            boards_exact: rate(&boards_exact),
            boards_at_most_1_wrong: rate(&|s| board(s.cells.as_ref().map(|c| c.wrong() <= 1))),
            boards_exact_given_corners: rate(&|s| {
                if given_corners(s) { boards_exact(s) } else { (0.0, 0.0) }
            }),
            orientation_correct: rate(&|s| {
                board(s.cells.as_ref().and_then(|c| c.orientation_correct))
            }),
            cell_accuracy_best_rotation: rate(&best_rotation),
            off_square_errors: sum_some(
                photos.iter().filter_map(|p| p.score.cells.as_ref()).map(|c| c.off_square_errors),
            ),
            expected_calibration_error: expected_calibration_error(&confidences(photos)),
            wrong_boards_flagged: flagged(photos, false),
            right_boards_flagged: flagged(photos, true),
            seconds_per_photo: Seconds::of(photos),
            ci95,
            ci_unit,
        }
    }
}

impl CornerErrors {
    fn of(photos: &[Photo]) -> Self {
        let errors: Vec<f64> =
            photos.iter().filter_map(|p| p.score.corners?.errors).flatten().collect();
        let n = errors.len() as f64;
        Self {
            mean: (n > 0.0).then(|| errors.iter().sum::<f64>() / n),
            p50: quantile(&errors, 0.5),
            p95: quantile(&errors, 0.95),
            max: errors.iter().copied().reduce(f64::max),
        }
    }
}

impl Seconds {
    fn of(photos: &[Photo]) -> Self {
        let seconds: Vec<f64> = photos.iter().filter_map(|p| p.seconds).collect();
        Self { p50: quantile(&seconds, 0.5), p95: quantile(&seconds, 0.95) }
    }
}

fn ratio(parts: impl Iterator<Item = Ratio>) -> Option<f64> {
    let (n, d) = parts.fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
    (d > 0.0).then(|| n / d)
}

fn board(right: Option<bool>) -> Ratio {
    right.map_or((0.0, 0.0), |right| (f64::from(u8::from(right)), 1.0))
}

/// The rate of boards that the reader says to check, of those read without a wrong cell (`exact`)
/// or with one.
fn flagged(photos: &[Photo], exact: bool) -> Option<f64> {
    let such =
        |p: &&Photo| p.score.cells.as_ref().is_some_and(|cells| (cells.wrong() == 0) == exact);
    ratio(photos.iter().filter(such).map(|p| board(p.check)))
}

fn given_corners(score: &Score) -> bool {
    score.cells.as_ref().is_some_and(|c| c.given_corners)
}

pub(super) fn corners_ok(score: &Score) -> Ratio {
    board(score.corners.map(|c| c.ok()))
}

pub(super) fn boards_exact(score: &Score) -> Ratio {
    board(score.cells.as_ref().map(|c| c.wrong() == 0))
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

fn occupied_accuracy(score: &Score) -> Ratio {
    let Some(cells) = &score.cells else { return (0.0, 0.0) };
    let occupied = || cells.counted().filter(|c| c.truth != 0);
    (occupied().filter(|c| c.correct()).count() as f64, occupied().count() as f64)
}

/// The sum of what there is; `None` where there is nothing.
fn sum_some(values: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    values.flatten().fold(None, |sum, v| Some(sum.unwrap_or(0) + v))
}

fn confidences(photos: &[Photo]) -> Vec<(f32, bool)> {
    let cells = photos.iter().filter_map(|p| p.score.cells.as_ref()).flat_map(|c| c.counted());
    cells.filter_map(|c| Some((c.confidence?, c.correct()))).collect()
}

/// A quantile in [0, 1], linear between neighbors (numpy's default); `None` without values.
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let at = q * last as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    Some(if low == high { low } else { low + (high - low) * at.fract() })
}

/// The expected calibration error of predictions, each a confidence in [0, 1] and whether it was
/// right: the mean over 15 equal-width bins of |accuracy - mean confidence|, weighted by the bins'
/// sizes. `None` without predictions.
pub fn expected_calibration_error(predictions: &[(f32, bool)]) -> Option<f64> {
    let gap = |bin: &(f64, f64, usize)| (bin.0 - bin.1).abs();
    (!predictions.is_empty()).then(|| {
        calibration_bins(predictions).iter().map(gap).sum::<f64>() / predictions.len() as f64
    })
}

/// For each bin of confidence the sum of confidences, the number of right predictions, and the
/// number of predictions.
pub(super) fn calibration_bins(predictions: &[(f32, bool)]) -> Vec<(f64, f64, usize)> {
    let mut bins = vec![(0.0, 0.0, 0); CALIBRATION_BINS];
    for &(confidence, right) in predictions {
        let bin =
            ((f64::from(confidence) * CALIBRATION_BINS as f64) as usize).min(CALIBRATION_BINS - 1);
        bins[bin].0 += f64::from(confidence);
        bins[bin].1 += f64::from(u8::from(right));
        bins[bin].2 += 1;
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_numpy() {
        // numpy.quantile([1, 2, 3, 10], [0.5, 0.95]) = [2.5, 8.95]
        let values = [10.0, 1.0, 3.0, 2.0];
        assert_eq!(quantile(&values, 0.5), Some(2.5));
        assert!((quantile(&values, 0.95).expect("values") - 8.95).abs() < 1e-12);
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[7.0], 0.95), Some(7.0));
    }

    #[test]
    fn calibration_error_by_hand() {
        // Bin 14: confidences 1.0, 1.0, one right: |1 - 2| / 4. Bin 7: 0.5 right, 0.5 right: |2 -
        // 1| / 4.
        let predictions = [(1.0, true), (1.0, false), (0.5, true), (0.5, true)];
        assert_eq!(expected_calibration_error(&predictions), Some(0.5));
        assert_eq!(expected_calibration_error(&[]), None);
    }

    #[test]
    fn opposite_gaps_in_different_bins_do_not_cancel() {
        let predictions = [(0.9, false), (0.1, true)];
        let error = expected_calibration_error(&predictions).expect("predictions");
        assert!((error - 0.9).abs() < 1e-6);
    }

    #[test]
    fn nothing_has_no_rates() {
        let block = Block::of(&[]);
        assert_eq!((block.photos, block.cells), (0, 0));
        let json = serde_json::to_value(&block).expect("plain data");
        for rate in [
            "boards_found",
            "corners_ok",
            "cell_accuracy",
            "boards_exact",
            "orientation_correct",
            "occupied_accuracy",
        ] {
            assert!(json[rate].is_null(), "{rate}");
        }
        assert!(
            json["corner_error_pitch"]["max"].is_null() && json["ci95"]["corners_ok"].is_null()
        );
    }
}
