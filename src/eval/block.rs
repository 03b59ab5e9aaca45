//! Scores of many photos summed up.

use super::{
    bootstrap,
    metrics::{CellScore, Score, SelfAssessment},
    rate::{Rate, Rates, by_set},
};
use serde::{Deserialize, Serialize};

/// Equal-width bins of the expected calibration error (Guo et al. 2017, *On Calibration of Modern
/// Neural Networks*).
const CALIBRATION_BINS: usize = 15;

/// Figures over a set of photos. Rates are fractions of 1; one without a denominator is `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Number of photos.
    pub photos: usize,
    /// The rates, each with its own number.
    #[serde(flatten)]
    pub rates: Rates,
    /// Distances of single corners, in cell pitches, over the photos that count for corners where
    /// some were predicted.
    pub corner_error_pitch: CornerErrors,
    /// Number of cells that count.
    pub cells: usize,
    /// Checkers: cells off the playing squares that were wrongly read as occupied, in all boards
    /// that were found and have the label's size; `None` without such boards.
    pub off_square_errors: Option<usize>,
    /// Mean distance between confidence and accuracy of the cells, in 15 bins; `None` without
    /// probabilities.
    pub expected_calibration_error: Option<f64>,
    /// Expected calibration error of the probability that a whole board is right.
    #[serde(default)]
    pub board_calibration_error: Option<f64>,
    /// Time a photo took to decode and read.
    pub seconds_per_photo: Seconds,
    /// 95 % intervals of some rates.
    pub ci95: Intervals,
    /// What was drawn anew for `ci95`: `set` (in schema 1 `group` or `photo`).
    pub ci_unit: String,
    /// Boards on which nothing stands, by themselves; `None` where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty_boards: Option<Box<Self>>,
    /// The mean over physical sets; `None` in the blocks of single groups, which show one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_set: Option<BySet>,
}

/// The mean over physical sets of each rate: a set of two hundred photos says no more about the
/// next stranger's set than one of three.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BySet {
    /// Number of sets.
    pub sets: usize,
    /// Means of the sets' rates, each with the number of sets that have one.
    #[serde(flatten)]
    pub rates: Rates,
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

/// 95 % bootstrap intervals over physical sets, `[low, high]`; `None` where fewer than two sets
/// have a denominator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Intervals {
    /// Of `cell_accuracy`.
    pub cell_accuracy: Option<[f64; 2]>,
    /// Of `occupied_accuracy`.
    pub occupied_accuracy: Option<[f64; 2]>,
    /// Of `boards_exact`.
    pub boards_exact: Option<[f64; 2]>,
    /// Of `occupied_boards_exact`.
    pub occupied_boards_exact: Option<[f64; 2]>,
    /// Of `corners_ok`.
    pub corners_ok: Option<[f64; 2]>,
}

/// One scored photo as [`Block`] sees it.
#[derive(Clone, Copy, Debug)]
pub struct Photo<'a> {
    /// Its score.
    pub score: &'a Score,
    /// The physical set, unique over games.
    pub set: &'a str,
    /// How long it took.
    pub seconds: Option<f64>,
    /// What the reader thinks of its board, where it says.
    pub own: Option<SelfAssessment>,
    /// Whether the game that the reader found out is the label's; `None` where it was told it, or
    /// read no board.
    pub game: Option<bool>,
    /// Whether the reader says that there is no board; `None` where it had none to find.
    pub lost: Option<bool>,
}

impl Block {
    /// Sums up photos.
    pub fn of(photos: &[Photo]) -> Self {
        let is_empty = |p: &&Photo| p.score.cells.as_ref().is_some_and(CellScore::is_empty_board);
        let empty: Vec<Photo> = photos.iter().filter(is_empty).copied().collect();
        Self {
            empty_boards: (!empty.is_empty()).then(|| Box::new(Self::plain(&empty))),
            ..Self::plain(photos)
        }
    }

    /// The rate of empty boards that are read without a mistake.
    pub fn empty_boards_exact(&self) -> Rate {
        self.empty_boards.as_ref().map(|empty| empty.rates.boards_exact).unwrap_or_default()
    }

    /// Sums up photos, and the means over their sets.
    pub fn over_sets(photos: &[Photo]) -> Self {
        let rates = Rates::mean_of_sets(photos);
        Self { by_set: Some(BySet { sets: by_set(photos).len(), rates }), ..Self::of(photos) }
    }

    fn plain(photos: &[Photo]) -> Self {
        let cells = || photos.iter().filter_map(|p| p.score.cells.as_ref());
        Self {
            photos: photos.len(),
            rates: Rates::of(photos),
            corner_error_pitch: CornerErrors::of(photos),
            cells: cells().map(|c| c.counted().count()).sum(),
            off_square_errors: sum_some(cells().map(|c| c.off_square_errors)),
            expected_calibration_error: expected_calibration_error(&confidences(photos)),
            board_calibration_error: expected_calibration_error(&board_confidences(photos)),
            seconds_per_photo: Seconds::of(photos),
            ci95: bootstrap::intervals(photos),
            ci_unit: "set".to_owned(),
            empty_boards: None,
            by_set: None,
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

/// The sum of what there is; `None` where there is nothing.
fn sum_some(values: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    values.flatten().fold(None, |sum, v| Some(sum.unwrap_or(0) + v))
}

fn confidences(photos: &[Photo]) -> Vec<(f32, bool)> {
    let cells = photos.iter().filter_map(|p| p.score.cells.as_ref()).flat_map(|c| c.counted());
    cells.filter_map(|c| Some((c.confidence?, c.correct()))).collect()
}

/// How probably each board is right, as the reader says, and whether it is.
fn board_confidences(photos: &[Photo]) -> Vec<(f32, bool)> {
    let board = |p: &Photo| Some((p.own?.confidence, p.score.cells.as_ref()?.wrong() == 0));
    photos.iter().filter_map(board).collect()
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
        let block = Block::over_sets(&[]);
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
            let nothing = serde_json::json!({"rate": null, "n": 0});
            assert_eq!((&json[rate], &json["by_set"][rate]), (&nothing, &nothing), "{rate}");
        }
        assert!(
            json["corner_error_pitch"]["max"].is_null() && json["ci95"]["corners_ok"].is_null()
        );
        assert!(json["empty_boards"].is_null() && json["by_set"]["sets"] == 0);
        assert_eq!(serde_json::from_value::<Block>(json).expect("a block"), block);
    }
}
