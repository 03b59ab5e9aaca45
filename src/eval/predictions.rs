//! Prediction files: what some system read, a line a photo.

use super::{
    metrics::{Reading, SelfAssessment},
    sample::{EvalData, Sample},
};
use crate::{
    dataset::manifest::{LabelError, fault_in_line, format_cells, parse_cells},
    games::Game,
    geometry::Point,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// A line of a prediction file, in the label format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PredictionLine {
    /// The photo, as its label names it.
    pub image: String,
    /// The label's manifest, needed only where two manifests name the same photo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifest: Option<String>,
    /// Corners in photo pixels, the first at row 0, column 0 of `cells`; null where no board was
    /// found.
    #[serde(default)]
    pub corners: Option<[Point; 4]>,
    /// Rows of cell codes.
    #[serde(default)]
    pub cells: Option<Vec<String>>,
    /// Cells that something hides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<(usize, usize)>,
    /// What the reader thinks of its board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_assessment: Option<SelfAssessment>,
}

impl PredictionLine {
    /// What was read from a photo. Corners are rounded to a hundredth of a pixel.
    pub fn new(sample: &Sample, manifest: Option<&Path>, reading: &Reading) -> Self {
        let round = |v: f64| (v * 100.0).round() / 100.0;
        Self {
            image: sample.label.image.clone(),
            manifest: manifest.map(|path| path.display().to_string()),
            corners: reading.corners.map(|c| c.map(|p| Point::new(round(p.x), round(p.y)))),
            cells: reading.board.as_ref().map(|board| format_cells(sample.truth.game, board)),
            covered: reading.covered.clone(),
            self_assessment: reading.self_assessment,
        }
    }

    fn reading(&self, game: &dyn Game) -> Result<Reading, LabelError> {
        let board = self.cells.as_ref().map(|rows| parse_cells(game, rows)).transpose()?;
        let (covered, self_assessment) = (self.covered.clone(), self.self_assessment);
        Ok(Reading { corners: self.corners, board, probs: None, covered, self_assessment })
    }
}

/// A prediction file, by photo.
#[derive(Clone, Debug, Default)]
pub struct Predictions {
    path: PathBuf,
    lines: BTreeMap<(Option<String>, String), Line>,
}

/// A prediction and the line, from 1, on which it stands.
type Line = (usize, PredictionLine);

/// A prediction file that cannot be scored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PredictionError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// A line is not a prediction.
    #[error(
        "{path}:{line}: not a prediction: {message}; a line is {{\"image\", \"corners\", \
        \"cells\"}} in the label format"
    )]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// Two lines are of the same photo.
    #[error("{path}:{line}: a second prediction of {image}, already on line {first}: keep one")]
    Twice {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The photo.
        image: String,
        /// The line of the first one.
        first: usize,
    },
    /// Two manifests name the same photo, and the prediction does not say which is meant.
    #[error(
        "{path}: {image} is in two manifests: score them one by one, or add \"manifest\" to each \
        line"
    )]
    Ambiguous {
        /// The file.
        path: String,
        /// The photo.
        image: String,
    },
}

impl Predictions {
    /// Reads a prediction file; empty lines are skipped.
    ///
    /// # Errors
    /// When it cannot be read, a line is not a prediction, or a photo has two.
    pub fn read(path: &Path) -> Result<Self, PredictionError> {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path)
            .map_err(|source| PredictionError::Io { path: name(), source })?;
        let mut lines = BTreeMap::new();
        for (i, line) in text
            .trim_start_matches('\u{feff}')
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            let bad = |e: serde_json::Error| PredictionError::Line {
                path: name(),
                line: i + 1,
                message: fault_in_line(&e),
            };
            let parsed: PredictionLine = serde_json::from_str(line).map_err(bad)?;
            let image = parsed.image.clone();
            if let Some((first, _)) =
                lines.insert((parsed.manifest.clone(), image.clone()), (i + 1, parsed))
            {
                return Err(PredictionError::Twice { path: name(), line: i + 1, image, first });
            }
        }
        Ok(Self { path: path.to_owned(), lines })
    }

    /// The reading of every sample of `data`, in order; an empty one where the file has no line for
    /// it.
    ///
    /// # Errors
    /// When a line's cells are no board of the photo's game, or a photo is ambiguous.
    pub fn readings(&self, data: &EvalData) -> Result<Vec<Reading>, PredictionError> {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for sample in &data.samples {
            *seen.entry(&sample.label.image).or_default() += 1;
        }
        data.samples
            .iter()
            .map(|sample| self.reading(data, sample, seen[sample.label.image.as_str()] > 1))
            .collect()
    }

    /// How many samples of `data` the file has no line for.
    pub fn missing(&self, data: &EvalData) -> usize {
        data.samples.iter().filter(|sample| self.lines_of(data, sample) == (None, None)).count()
    }

    /// The line that names the sample's photo and its manifest, and the one that names the photo
    /// only.
    fn lines_of(&self, data: &EvalData, sample: &Sample) -> (Option<&Line>, Option<&Line>) {
        let line = |manifest| self.lines.get(&(manifest, sample.label.image.clone()));
        (line(Some(data.manifests[sample.manifest].0.display().to_string())), line(None))
    }

    fn reading(
        &self,
        data: &EvalData,
        sample: &Sample,
        shared_name: bool,
    ) -> Result<Reading, PredictionError> {
        let image = &sample.label.image;
        let found = match self.lines_of(data, sample) {
            (None, Some(_)) if shared_name => {
                return Err(PredictionError::Ambiguous {
                    path: self.path.display().to_string(),
                    image: image.clone(),
                });
            }
            (own, plain) => own.or(plain),
        };
        let Some((line, prediction)) = found else { return Ok(Reading::default()) };
        prediction.reading(sample.truth.game).map_err(|e| PredictionError::Line {
            path: self.path.display().to_string(),
            line: *line,
            message: e.to_string(),
        })
    }
}
