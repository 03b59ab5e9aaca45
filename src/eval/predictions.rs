//! Prediction files: what some system read, a line a photo.

use super::{
    boardless::{Boardless, Glance},
    metrics::{Reading, SelfAssessment},
    sample::{EvalData, Sample},
};
use crate::{
    dataset::manifest::{LabelError, fault_in_line, format_cells, parse_cells},
    games::{Game, GameId},
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
    /// The game, in lines of photos without a board where one was read all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
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
        Self {
            cells: reading.board.as_ref().map(|board| format_cells(sample.truth.game, board)),
            ..Self::without_cells(&sample.label.image, manifest, reading)
        }
    }

    /// What was read from a photo that shows no board.
    pub fn of_boardless(photo: &Boardless, manifest: Option<&Path>, reading: &Reading) -> Self {
        let cells = reading.board.as_ref().zip(reading.game);
        Self {
            game: reading.game,
            cells: cells.map(|(board, game)| format_cells(game.game(), board)),
            ..Self::without_cells(&photo.label.image, manifest, reading)
        }
    }

    fn without_cells(image: &str, manifest: Option<&Path>, reading: &Reading) -> Self {
        let round = |v: f64| (v * 100.0).round() / 100.0;
        Self {
            image: image.to_owned(),
            manifest: manifest.map(|path| path.display().to_string()),
            game: None,
            corners: reading.corners.map(|c| c.map(|p| Point::new(round(p.x), round(p.y)))),
            cells: None,
            covered: reading.covered.clone(),
            self_assessment: reading.self_assessment,
        }
    }

    /// What it says of a photo without a board; cells of a game that it does not name are none.
    fn glance(&self) -> Result<Glance, LabelError> {
        let nothing = || Reading {
            game: self.game,
            corners: self.corners,
            self_assessment: self.self_assessment,
            ..Reading::default()
        };
        let reading = match self.game {
            Some(game) => self.reading(game.game())?,
            None => nothing(),
        };
        Ok(Glance { reading: Reading { game: self.game, ..reading }, ..Glance::default() })
    }

    fn reading(&self, game: &dyn Game) -> Result<Reading, LabelError> {
        let board = self.cells.as_ref().map(|rows| parse_cells(game, rows)).transpose()?;
        let (covered, self_assessment) = (self.covered.clone(), self.self_assessment);
        let corners = self.corners;
        Ok(Reading { game: None, corners, board, probs: None, covered, self_assessment })
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
    /// A manifest names the same photo twice.
    #[error("{manifest}: {image} is labeled twice: keep one of the lines")]
    LabeledTwice {
        /// The manifest.
        manifest: String,
        /// The photo.
        image: String,
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
        let names = names(data);
        let reading = |sample: &Sample| {
            let line = self.line(data, sample.manifest, &sample.label.image, &names)?;
            line.map_or(Ok(Reading::default()), |line| {
                line.1.reading(sample.truth.game).map_err(|e| self.bad_line(line, &e))
            })
        };
        data.samples.iter().map(reading).collect()
    }

    /// What the file says of every photo of `data` without a board, in order; nothing, which is
    /// right, where it has no line for it.
    ///
    /// # Errors
    /// When a line's cells are no board of the game that it names, or a photo is ambiguous.
    pub fn glances(&self, data: &EvalData) -> Result<Vec<Glance>, PredictionError> {
        let names = names(data);
        let glance = |photo: &Boardless| {
            let line = self.line(data, photo.manifest, &photo.label.image, &names)?;
            line.map_or(Ok(Glance::default()), |line| {
                line.1.glance().map_err(|e| self.bad_line(line, &e))
            })
        };
        data.boardless.iter().map(glance).collect()
    }

    /// How many photos of `data` the file has no line for.
    pub fn missing(&self, data: &EvalData) -> usize {
        places(data)
            .filter(|(manifest, image)| self.lines_of(data, *manifest, image) == (None, None))
            .count()
    }

    /// The line that names a photo and its manifest, and the one that names the photo only.
    fn lines_of(
        &self,
        data: &EvalData,
        manifest: usize,
        image: &str,
    ) -> (Option<&Line>, Option<&Line>) {
        let line = |manifest| self.lines.get(&(manifest, image.to_owned()));
        (line(Some(data.manifests[manifest].0.display().to_string())), line(None))
    }

    /// The line of a photo.
    fn line(
        &self,
        data: &EvalData,
        manifest: usize,
        image: &str,
        names: &BTreeMap<&str, Vec<usize>>,
    ) -> Result<Option<&Line>, PredictionError> {
        match self.lines_of(data, manifest, image) {
            (None, Some(_)) if names.get(image).is_some_and(|of| of.len() > 1) => {
                let of = &names[image];
                let image = image.to_owned();
                Err(if of.iter().all(|other| *other == manifest) {
                    let manifest = data.manifests[manifest].0.display().to_string();
                    PredictionError::LabeledTwice { manifest, image }
                } else {
                    PredictionError::Ambiguous { path: self.path.display().to_string(), image }
                })
            }
            (own, plain) => Ok(own.or(plain)),
        }
    }

    fn bad_line(&self, (line, _): &Line, error: &LabelError) -> PredictionError {
        PredictionError::Line {
            path: self.path.display().to_string(),
            line: *line,
            message: error.to_string(),
        }
    }
}

/// The manifest and the image of every photo.
fn places(data: &EvalData) -> impl Iterator<Item = (usize, &str)> {
    let boards = data.samples.iter().map(|s| (s.manifest, s.label.image.as_str()));
    boards.chain(data.boardless.iter().map(|b| (b.manifest, b.label.image.as_str())))
}

/// The manifests of the photos of each name.
fn names(data: &EvalData) -> BTreeMap<&str, Vec<usize>> {
    let mut names: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    places(data).for_each(|(manifest, image)| names.entry(image).or_default().push(manifest));
    names
}
