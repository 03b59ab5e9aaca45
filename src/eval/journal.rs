//! What an evaluation has read so far, on disk, so that an interrupted one can go on.

use super::{
    boardless::Glance,
    metrics::{Reading, SelfAssessment, score},
    predictions::refusal_or_hidden,
    runner::Outcome,
    sample::Sample,
};
use crate::{
    error::Refusal,
    games::{CellGrid, CellProbs, GameId},
    geometry::Point,
};
use ndarray::Array3;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Seek, Write},
    path::{Path, PathBuf},
};

/// What must be the same for a reading to be taken over: models, manifests, options.
pub type Identity = serde_json::Value;

/// Readings by pass (the photos as they are, or under a stress) and place of the photo in the data,
/// one line of JSON each behind a line that says of what.
#[derive(Debug, Default)]
pub struct Journal {
    file: Option<(PathBuf, File)>,
    known: BTreeMap<(String, usize), Entry>,
}

/// A journal that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It is of another evaluation.
    #[error(
        "{0} was begun with other models, photos or options: give those again, or delete it to \
        begin anew"
    )]
    Other(String),
    /// The system refuses.
    #[error("cannot write {path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        source: io::Error,
    },
}

/// A line.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    pass: String,
    sample: usize,
    width: Option<u32>,
    #[serde(default)]
    game: Option<GameId>,
    corners: Option<[Point; 4]>,
    rows: usize,
    cells: Option<Vec<u8>>,
    probs: Option<Vec<f32>>,
    #[serde(default)]
    covered: Vec<(usize, usize)>,
    #[serde(default)]
    self_assessment: Option<SelfAssessment>,
    #[serde(default, alias = "hidden", deserialize_with = "refusal_or_hidden")]
    refusal: Option<Refusal>,
    confidence: Option<f32>,
    seconds: Option<f64>,
    problem: Option<String>,
}

impl Journal {
    /// One that remembers nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// Opens the journal at `path`, or begins one where there is none. A last line that was cut off
    /// is forgotten.
    ///
    /// # Errors
    /// When it is of another evaluation, or the system refuses.
    pub fn open(path: &Path, identity: &Identity) -> Result<Self, JournalError> {
        let refused = |source| JournalError::Io { path: path.display().to_string(), source };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(refused)?;
        let mut lines = Lines { reader: BufReader::new(&file), whole: 0 };
        let mut known = BTreeMap::new();
        match lines.next::<Identity>().map_err(refused)? {
            Some(found) if found != *identity => {
                return Err(JournalError::Other(place_of(path).display().to_string()));
            }
            Some(_) => {
                while let Some(entry) = lines.next::<Entry>().map_err(refused)? {
                    known.insert((entry.pass.clone(), entry.sample), entry);
                }
            }
            None => {}
        }
        let whole = lines.whole;
        file.set_len(whole).and_then(|()| file.seek(io::SeekFrom::End(0))).map_err(refused)?;
        if whole == 0 {
            write_line(&mut file, identity).map_err(refused)?;
        }
        Ok(Self { file: Some((path.to_owned(), file)), known })
    }

    /// Number of photos it knows, over all passes.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// What was read from the photo at `index` in this pass, scored again.
    pub(super) fn outcome(&mut self, pass: &str, index: usize, sample: &Sample) -> Option<Outcome> {
        let entry = self.known.remove(&(pass.to_owned(), index))?;
        entry.fits(sample.truth.game.classes().len()).then(|| entry.outcome(sample))
    }

    /// Notes what was read from the photo at `index`.
    pub(super) fn note(
        &mut self,
        pass: &str,
        index: usize,
        outcome: &Outcome,
    ) -> Result<(), JournalError> {
        self.write(&Entry {
            width: outcome.photo_width,
            confidence: outcome.confidence,
            seconds: outcome.seconds,
            problem: outcome.problem.clone(),
            ..Entry::new(pass, index, &outcome.reading)
        })
    }

    /// What was seen in the photo without a board at `index`.
    pub(super) fn glance(&mut self, pass: &str, index: usize) -> Option<Glance> {
        let entry = self.known.remove(&(pass.to_owned(), index))?;
        let classes = entry.game.map_or(0, |game| game.game().classes().len());
        entry.fits(classes).then(|| Glance {
            confidence: entry.confidence,
            seconds: entry.seconds,
            problem: entry.problem.clone(),
            reading: entry.reading(),
        })
    }

    /// Notes what was seen in the photo without a board at `index`.
    pub(super) fn note_glance(
        &mut self,
        pass: &str,
        index: usize,
        glance: &Glance,
    ) -> Result<(), JournalError> {
        self.write(&Entry {
            confidence: glance.confidence,
            seconds: glance.seconds,
            problem: glance.problem.clone(),
            ..Entry::new(pass, index, &glance.reading)
        })
    }

    fn write(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let refused = |source| JournalError::Io { path: path.display().to_string(), source };
        write_line(file, entry).map_err(refused)
    }
}

/// The folder that a journal is in.
fn place_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(path).to_owned()
}

fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    file.write_all(&bytes)
}

/// Whole lines of JSON, and how many bytes they take.
struct Lines<R> {
    reader: R,
    whole: u64,
}

impl<R: BufRead> Lines<R> {
    /// The next line; `None` at the end, and where a line is no such thing, as one is that was cut
    /// off.
    fn next<T: for<'de> Deserialize<'de>>(&mut self) -> io::Result<Option<T>> {
        let mut line = Vec::new();
        self.reader.read_until(b'\n', &mut line)?;
        let parsed = line.ends_with(b"\n").then(|| serde_json::from_slice(&line).ok()).flatten();
        self.whole += if parsed.is_some() { line.len() as u64 } else { 0 };
        Ok(parsed)
    }
}

impl Entry {
    fn new(pass: &str, sample: usize, reading: &Reading) -> Self {
        let board = reading.board.as_ref();
        Self {
            pass: pass.to_owned(),
            sample,
            width: None,
            game: reading.game,
            corners: reading.corners,
            rows: board.map_or(0, |board| board.rows()),
            cells: board.map(|board| board.cells().to_vec()),
            probs: reading.probs.as_ref().map(|probs| probs.array().iter().copied().collect()),
            covered: reading.covered.clone(),
            self_assessment: reading.self_assessment,
            refusal: reading.refusal,
            confidence: None,
            seconds: None,
            problem: None,
        }
    }

    /// Whether its cells are of a game with so many classes; somebody may have changed the file.
    fn fits(&self, classes: usize) -> bool {
        self.cells.iter().flatten().all(|&class| usize::from(class) < classes)
    }

    fn reading(self) -> Reading {
        let board = self.cells.and_then(|cells| {
            let cols = cells.len().checked_div(self.rows)?;
            CellGrid::from_cells(self.rows, cols, cells)
        });
        let probs = self.probs.zip(board.as_ref()).and_then(|(probs, board)| {
            let classes = probs.len().checked_div(board.rows() * board.cols())?;
            Array3::from_shape_vec((board.rows(), board.cols(), classes), probs)
                .ok()
                .map(CellProbs::new)
        });
        Reading {
            game: self.game,
            corners: self.corners,
            board,
            probs,
            covered: self.covered,
            self_assessment: self.self_assessment,
            refusal: self.refusal,
        }
    }

    fn outcome(self, sample: &Sample) -> Outcome {
        let (width, confidence) = (self.width, self.confidence);
        let (seconds, problem) = (self.seconds, self.problem.clone());
        let again = Outcome::of_reading(sample, self.reading());
        let score =
            width.map_or(again.score.clone(), |width| score(&sample.truth, &again.reading, width));
        Outcome { score, photo_width: width, confidence, seconds, problem, ..again }
    }
}
