//! The temperature that makes a classifier's probabilities honest, from an evaluation of photos it was not trained on.

use super::tables::TableError;
use polars::prelude::*;
use std::{collections::HashSet, fs::File, path::Path};

/// Bounds of the temperature, and how exactly it is found.
const RANGE: (f64, f64) = (0.2, 5.0);
const PRECISION: f64 = 1e-3;

/// A probability below this one counts as this one: where another class is certain in single precision.
const FLOOR: f64 = 1e-7;

/// What a classifier said of one cell: the natural logarithms of its probabilities, and which class was true.
#[derive(Clone, Debug, PartialEq)]
pub struct CellPrediction {
    /// A value a class.
    pub log_probs: Vec<f64>,
    /// The index of the true class.
    pub truth: usize,
}

impl CellPrediction {
    fn new(probs: impl IntoIterator<Item = f32>, truth: usize) -> Self {
        Self { log_probs: probs.into_iter().map(|p| f64::from(p).max(FLOOR).ln()).collect(), truth }
    }

    /// Minus the logarithm of the true class's probability with the logits divided by a further `factor`.
    fn loss(&self, factor: f64) -> f64 {
        let scaled = || self.log_probs.iter().map(|l| l / factor);
        let top = scaled().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = scaled().map(|l| (l - top).exp()).sum();
        top + sum.ln() - self.log_probs[self.truth] / factor
    }
}

/// The mean loss, in nats a cell, with the logits divided by a further `factor`.
pub fn mean_loss(cells: &[CellPrediction], factor: f64) -> f64 {
    cells.iter().map(|cell| cell.loss(factor)).sum::<f64>() / cells.len().max(1) as f64
}

/// By what a model's temperature is to be multiplied so that the mean loss is least (temperature scaling: Guo et al. 2017, *On
/// Calibration of Modern Neural Networks*), between 0.2 and 5; by golden-section search, since the loss is convex in the inverse.
pub fn temperature_factor(cells: &[CellPrediction]) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let loss = |inverse: f64| mean_loss(cells, 1.0 / inverse);
    let (mut low, mut high) = (1.0 / RANGE.1, 1.0 / RANGE.0);
    while high - low > PRECISION {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    2.0 / (low + high)
}

/// The cells of an evaluation folder that were compared with a label, as one classifier with these classes saw them. Photos
/// whose board was read turned are left out, and cells where a label does not tell between classes (unmarked kings).
///
/// # Errors
/// When the folder's tables cannot be read, or are of other classes.
pub fn predictions(folder: &Path, game: &str, classes: &[String]) -> Result<Vec<CellPrediction>, TableError> {
    let turned = turned_photos(&folder.join("photos.parquet"))?;
    let table = read(&folder.join("cells.parquet"))?;
    let texts = |name: &str| Ok::<_, PolarsError>(table.column(name)?.str()?.clone());
    let (manifest, image, of, truth, was_read) =
        (texts("manifest")?, texts("image")?, texts("game")?, texts("truth")?, texts("read")?);
    let counted = table.column("counted")?.bool()?.clone();
    let confidence = table.column("confidence")?.f64()?.clone();
    let probs = table.column("probabilities")?.list()?.clone();
    let class = |code: Option<&str>| classes.iter().position(|c| Some(c.as_str()) == code);
    let mut cells = Vec::new();
    for i in 0..table.height() {
        let photo = (manifest.get(i).unwrap_or_default().to_owned(), image.get(i).unwrap_or_default().to_owned());
        if of.get(i) != Some(game) || counted.get(i) != Some(true) || turned.contains(&photo) {
            continue;
        }
        let (Some(values), Some(truth), Some(seen)) = (probs.get_as_series(i), class(truth.get(i)), class(was_read.get(i)))
        else {
            continue;
        };
        let values: Vec<f32> = values.f32()?.into_no_null_iter().collect();
        let told_apart = confidence.get(i).zip(values.get(seen)).is_some_and(|(c, p)| (c - f64::from(*p)).abs() < 1e-5);
        if values.len() == classes.len() && told_apart {
            cells.push(CellPrediction::new(values, truth));
        }
    }
    Ok(cells)
}

fn turned_photos(path: &Path) -> Result<HashSet<(String, String)>, TableError> {
    let table = read(path)?;
    let (manifest, image) = (table.column("manifest")?.str()?.clone(), table.column("image")?.str()?.clone());
    let right = table.column("orientation_correct")?.bool()?.clone();
    let turned = (0..table.height()).filter(|&i| right.get(i) == Some(false));
    let text = |column: &StringChunked, i| column.get(i).unwrap_or_default().to_owned();
    Ok(turned.map(|i| (text(&manifest, i), text(&image, i))).collect())
}

fn read(path: &Path) -> Result<DataFrame, TableError> {
    let file = File::open(path).map_err(|source| TableError::Read { path: path.display().to_string(), source })?;
    Ok(ParquetReader::new(file).finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `n` cells of two classes, said to be of the first with probability `said`, of which `share` are.
    fn cells(said: f32, share: f64, n: usize) -> Vec<CellPrediction> {
        let right = (share * n as f64).round() as usize;
        (0..n).map(|i| CellPrediction::new([said, 1.0 - said], usize::from(i >= right))).collect()
    }

    #[test]
    fn one_that_is_too_sure_is_softened_to_its_share() {
        // Logit ln 99 said, ln 9 true: the temperature is their ratio.
        let factor = temperature_factor(&cells(0.99, 0.9, 1000));
        assert!((factor - 99f64.ln() / 9f64.ln()).abs() < 0.01, "{factor}");
        assert!(mean_loss(&cells(0.99, 0.9, 1000), factor) < mean_loss(&cells(0.99, 0.9, 1000), 1.0));
    }

    #[test]
    fn an_honest_one_stays_and_a_timid_one_is_sharpened() {
        assert!((temperature_factor(&cells(0.9, 0.9, 1000)) - 1.0).abs() < 0.01);
        assert!((temperature_factor(&cells(0.7, 0.9, 1000)) - (7f64 / 3.0).ln() / 9f64.ln()).abs() < 0.01);
    }

    #[test]
    fn what_never_errs_is_sharpened_to_the_bound_only() {
        assert!((temperature_factor(&cells(0.9, 1.0, 100)) - RANGE.0).abs() < 0.01);
    }
}
