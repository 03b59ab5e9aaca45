//! Prediction files: what some system read, a line a photo.

use super::{
    boardless::{Boardless, Glance},
    metrics::{Reading, SelfAssessment},
    sample::{EvalData, Sample, same_file},
};
use crate::{
    dataset::manifest::{LabelError, fault_in_line, format_cells, parse_cells},
    error::Refusal,
    games::{CellGrid, CellProbs, Game, GameId},
    geometry::Point,
};
use ndarray::{Array3, ArrayView2, Axis};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

/// The sum of a cell's probabilities may be so far from 1, as they are written rounded.
const SUM_OFF: f32 = 0.02;

/// A line of a prediction file, in the label format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PredictionLine {
    /// The photo, as its label names it.
    pub image: String,
    /// A path of the label's manifest, needed only where two manifests name the same photo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifest: Option<String>,
    /// The game, where the reader had to find it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// Corners in photo pixels, the first at row 0, column 0 of `cells`; null where no board was
    /// found.
    #[serde(default)]
    pub corners: Option<[Point; 4]>,
    /// Rows of cell codes.
    #[serde(default)]
    pub cells: Option<Vec<String>>,
    /// Rows of cells of the probabilities of all classes, in the order of the game's classes, as
    /// `kibitzer read --json --probabilities all` writes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class_probabilities: Option<Vec<Vec<Vec<f32>>>>,
    /// Cells that something hides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<(usize, usize)>,
    /// What the reader thinks of its board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_assessment: Option<SelfAssessment>,
    /// Why the reader read no board. A board that is `hidden` is there: the photo is then not
    /// refused. Lines written before there were other reasons say `"hidden": true`.
    #[serde(
        default,
        alias = "hidden",
        deserialize_with = "refusal_or_hidden",
        skip_serializing_if = "Option::is_none"
    )]
    pub refusal: Option<Refusal>,
}

/// A reason why no board was read, or whether that is that something hides it.
pub(super) fn refusal_or_hidden<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Refusal>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Bool(hidden) => Ok(hidden.then_some(Refusal::Hidden)),
        stored => Option::deserialize(stored)
            .map_err(|e| D::Error::custom(format_args!("bad \"refusal\": {e}"))),
    }
}

impl PredictionLine {
    /// What was read from a photo of a board. Corners are rounded to a hundredth of a pixel,
    /// probabilities to four decimals.
    pub fn new(sample: &Sample, manifest: Option<&Path>, reading: &Reading) -> Self {
        Self {
            game: reading.game,
            cells: reading.board.as_ref().map(|board| format_cells(sample.truth.game, board)),
            class_probabilities: reading.probs.as_ref().map(rounded),
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
            class_probabilities: None,
            covered: reading.covered.clone(),
            self_assessment: reading.self_assessment,
            refusal: reading.refusal,
        }
    }

    /// What it says of a photo without a board; cells of a game that it does not name are none.
    fn glance(&self) -> Result<Glance, LineError> {
        let reading = match self.game {
            Some(game) => self.reading(game.game())?,
            None => Reading {
                corners: self.corners,
                self_assessment: self.self_assessment()?,
                refusal: self.refusal,
                ..Reading::default()
            },
        };
        Ok(Glance { reading: Reading { game: self.game, ..reading }, ..Glance::default() })
    }

    /// What it says of a photo with a board of `game`, or of the game that it names.
    fn of_board(&self, game: GameId) -> Result<Reading, LineError> {
        let reading = self.reading(self.game.unwrap_or(game).game())?;
        Ok(Reading { game: self.game, ..reading }.as_of(game))
    }

    fn reading(&self, game: &dyn Game) -> Result<Reading, LineError> {
        let board = self.cells.as_ref().map(|rows| parse_cells(game, rows)).transpose()?;
        let probs = self.probs(game, board.as_ref())?;
        Ok(Reading {
            game: None,
            corners: self.corners,
            board,
            probs,
            covered: self.covered.clone(),
            self_assessment: self.self_assessment()?,
            refusal: self.refusal,
        })
    }

    fn self_assessment(&self) -> Result<Option<SelfAssessment>, LineError> {
        match self.self_assessment {
            Some(own) if !(0.0..=1.0).contains(&own.confidence) => {
                Err(LineError::Confidence(own.confidence))
            }
            own => Ok(own),
        }
    }

    fn probs(
        &self,
        game: &dyn Game,
        board: Option<&CellGrid>,
    ) -> Result<Option<CellProbs>, LineError> {
        let Some(cells) = &self.class_probabilities else { return Ok(None) };
        let board = board.ok_or(LineError::NoCells)?;
        let (rows, cols, classes) = (board.rows(), board.cols(), game.classes().len());
        let is_whole = cells.len() == rows
            && cells.iter().all(|row| row.len() == cols)
            && cells.iter().flatten().all(|cell| cell.len() == classes);
        let all: Vec<f32> = cells.iter().flatten().flatten().copied().collect();
        let probs = Array3::from_shape_vec((rows, cols, classes), all).ok();
        let probs = probs
            .filter(|all| is_whole && all.iter().all(|p| (0.0..=1.0).contains(p)))
            .ok_or(LineError::Probabilities { rows, cols, classes })?;
        let sums = probs.sum_axis(Axis(2));
        match sums.indexed_iter().find(|(_, sum)| (*sum - 1.0).abs() > SUM_OFF) {
            Some(((row, col), &sum)) => Err(LineError::Sum { row, col, sum }),
            None => Ok(Some(CellProbs::new(probs))),
        }
    }
}

/// Probabilities as they are written: rows of cells of classes.
fn rounded(probs: &CellProbs) -> Vec<Vec<Vec<f32>>> {
    let round = |p: &f32| (p * 1e4).round() / 1e4;
    let of_row = |row: ArrayView2<f32>| {
        row.outer_iter().map(|cell| cell.iter().map(round).collect()).collect()
    };
    probs.array().outer_iter().map(of_row).collect()
}

/// What is wrong with a prediction.
#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error(transparent)]
    Cells(#[from] LabelError),
    #[error("\"class_probabilities\" are of cells, and there are no \"cells\"")]
    NoCells,
    #[error(
        "\"class_probabilities\" are not {rows} rows of {cols} cells of {classes} numbers from 0 \
        to 1, one for each class"
    )]
    Probabilities { rows: usize, cols: usize, classes: usize },
    #[error(
        "\"class_probabilities\" of the cell in row {row} and column {col}, from 0, sum to {sum:.2}: \
        give probabilities, which sum to 1"
    )]
    Sum { row: usize, col: usize, sum: f32 },
    #[error("the \"confidence\" of \"self_assessment\" is {0}: give a probability, from 0 to 1")]
    Confidence(f32),
}

/// A prediction file, by photo.
#[derive(Clone, Debug, Default)]
pub struct Predictions {
    path: PathBuf,
    lines: BTreeMap<String, Vec<Line>>,
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
        let mut lines: BTreeMap<String, Vec<Line>> = BTreeMap::new();
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
            let of_photo = lines.entry(parsed.image.clone()).or_default();
            if let Some((first, _)) = of_photo.iter().find(|l| l.1.manifest == parsed.manifest) {
                return Err(twice(path, *first, &(i + 1, parsed)));
            }
            of_photo.push((i + 1, parsed));
        }
        Ok(Self { path: path.to_owned(), lines })
    }

    /// The reading of every sample of `data`, in order; an empty one where the file has no line for
    /// it.
    ///
    /// # Errors
    /// When a line's cells are no board of the photo's game, or a photo is ambiguous or has two
    /// lines.
    pub fn readings(&self, data: &EvalData) -> Result<Vec<Reading>, PredictionError> {
        let search = Search::new(self, data);
        let reading = |sample: &Sample| {
            let line = search.line(sample.manifest, &sample.label.image)?;
            line.map_or(Ok(Reading::default()), |line| {
                line.1.of_board(sample.game()).map_err(|e| self.bad_line(line, &e))
            })
        };
        data.samples.iter().map(reading).collect()
    }

    /// What the file says of every photo of `data` without a board, in order; nothing, which is
    /// right, where it has no line for it.
    ///
    /// # Errors
    /// When a line's cells are no board of the game that it names, or a photo is ambiguous or has
    /// two lines.
    pub fn glances(&self, data: &EvalData) -> Result<Vec<Glance>, PredictionError> {
        let search = Search::new(self, data);
        let glance = |photo: &Boardless| {
            let line = search.line(photo.manifest, &photo.label.image)?;
            line.map_or(Ok(Glance::default()), |line| {
                line.1.glance().map_err(|e| self.bad_line(line, &e))
            })
        };
        data.boardless.iter().map(glance).collect()
    }

    /// How many photos of `data` the file has no line for.
    pub fn missing(&self, data: &EvalData) -> usize {
        let search = Search::new(self, data);
        places(data).filter(|(manifest, image)| search.misses(*manifest, image)).count()
    }

    /// How many of these it has lines for that name a manifest which is none of `data`'s.
    pub fn misnamed(&self, data: &EvalData) -> usize {
        let search = Search::new(self, data);
        let misnamed = |(manifest, image): &(usize, &str)| {
            search.misses(*manifest, image)
                && self.lines_of(image).iter().any(|line| search.is_misnamed(line))
        };
        places(data).filter(misnamed).count()
    }

    /// The lines that name a photo.
    fn lines_of(&self, image: &str) -> &[Line] {
        self.lines.get(image).map_or(&[], Vec::as_slice)
    }

    fn bad_line(&self, (line, _): &Line, error: &LineError) -> PredictionError {
        PredictionError::Line {
            path: self.path.display().to_string(),
            line: *line,
            message: error.to_string(),
        }
    }
}

/// Finds the lines of photos.
struct Search<'a> {
    predictions: &'a Predictions,
    /// The place of each manifest that lines name, by the name; manifests that are not evaluated
    /// are not among them.
    manifests: BTreeMap<&'a str, usize>,
    /// How many photos have a name: one in each manifest.
    photos: BTreeMap<&'a str, usize>,
}

impl<'a> Search<'a> {
    fn new(predictions: &'a Predictions, data: &'a EvalData) -> Self {
        let mut photos: BTreeMap<&str, usize> = BTreeMap::new();
        places(data).for_each(|(_, image)| *photos.entry(image).or_default() += 1);
        let lines = predictions.lines.values().flatten();
        let names: BTreeSet<&str> =
            lines.filter_map(|(_, line)| line.manifest.as_deref()).collect();
        let is = |path: &Path, name: &str| {
            path.display().to_string() == name || same_file(path, Path::new(name))
        };
        let place = |name: &'a str| {
            Some((name, data.manifests.iter().position(|(path, ..)| is(path, name))?))
        };
        Self { predictions, manifests: names.into_iter().filter_map(place).collect(), photos }
    }

    /// The line of a photo: one that names its manifest, or else one that names none. Where just
    /// one photo has that name and one line names it, a manifest that is not evaluated is taken
    /// for its own, as it was named elsewhere.
    fn line(&self, manifest: usize, image: &str) -> Result<Option<&'a Line>, PredictionError> {
        let lines = self.predictions.lines_of(image);
        let own: Vec<&Line> =
            lines.iter().filter(|line| self.manifest_of(line) == Some(manifest)).collect();
        match own[..] {
            [] => {}
            [line] => return Ok(Some(line)),
            [first, second, ..] => return Err(twice(&self.predictions.path, first.0, second)),
        }
        let plain = lines.iter().find(|(_, line)| line.manifest.is_none());
        match (plain, lines) {
            (Some(_), _) if self.is_in_several(image) => Err(PredictionError::Ambiguous {
                path: self.predictions.path.display().to_string(),
                image: image.to_owned(),
            }),
            (None, [line]) if self.is_misnamed(line) && !self.is_in_several(image) => {
                Ok(Some(line))
            }
            _ => Ok(plain),
        }
    }

    /// Whether a photo has no line.
    fn misses(&self, manifest: usize, image: &str) -> bool {
        matches!(self.line(manifest, image), Ok(None))
    }

    /// The place of the manifest that a line names.
    fn manifest_of(&self, (_, line): &Line) -> Option<usize> {
        self.manifests.get(line.manifest.as_deref()?).copied()
    }

    /// Whether a line names a manifest that is not evaluated.
    fn is_misnamed(&self, line: &Line) -> bool {
        line.1.manifest.is_some() && self.manifest_of(line).is_none()
    }

    /// Whether several manifests name a photo of this name.
    fn is_in_several(&self, image: &str) -> bool {
        self.photos.get(image).is_some_and(|n| *n > 1)
    }
}

/// The error that a second line is of a photo.
fn twice(path: &Path, first: usize, (line, second): &Line) -> PredictionError {
    PredictionError::Twice {
        path: path.display().to_string(),
        line: *line,
        image: second.image.clone(),
        first,
    }
}

/// The manifest and the image of every photo.
fn places(data: &EvalData) -> impl Iterator<Item = (usize, &str)> {
    let boards = data.samples.iter().map(|s| (s.manifest, s.label.image.as_str()));
    boards.chain(data.boardless.iter().map(|b| (b.manifest, b.label.image.as_str())))
}
