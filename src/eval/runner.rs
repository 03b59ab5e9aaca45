//! Reading and scoring the photos of a data set.

use super::{
    boardless::{Boardless, Glance},
    journal::{Journal, JournalError},
    metrics::{Reading, Score, SelfAssessment, score},
    sample::{EvalData, Sample},
};
use crate::{
    error::{Error, Refusal},
    games::GameId,
    geometry::Quad,
    recognition::{Concern, Readers, Recognition, RecognizeOptions},
    vision::{PhotoLimits, open_photo},
};
use image::RgbImage;
use std::time::Instant;

/// Whatever reads a board from a photo.
pub trait Reader {
    /// Reads a photo; `corners` are those to take instead of looking for them, in photo pixels.
    /// Without a game the reader finds out which it is. An empty reading and a confidence where
    /// there is no board.
    ///
    /// # Errors
    /// When the reader itself fails: its models are missing or cannot be run.
    fn read(
        &mut self,
        game: Option<GameId>,
        photo: &RgbImage,
        corners: Option<Quad>,
    ) -> Result<(Reading, f32), Error>;
}

/// Reads as `kibitzer read` does.
impl Reader for &Readers {
    fn read(
        &mut self,
        game: Option<GameId>,
        photo: &RgbImage,
        corners: Option<Quad>,
    ) -> Result<(Reading, f32), Error> {
        let options = RecognizeOptions { corners, ..RecognizeOptions::default() };
        match Readers::read(self, photo, game, &options) {
            Ok(found) => {
                let confidence = found.corners.confidence;
                Ok((reading_of(found), confidence))
            }
            Err(error) if error.is_no_board() => {
                let refusal = Refusal::of(&error);
                Ok((Reading { refusal, ..Reading::default() }, error.confidence()))
            }
            Err(error) => Err(error),
        }
    }
}

fn reading_of(found: Recognition) -> Reading {
    let concerns = found.concerns();
    let self_assessment = Some(SelfAssessment {
        confidence: found.confidence,
        check: !concerns.is_empty(),
        orientation: found.orientation.map(|orientation| orientation.probability()),
        check_orientation: concerns.contains(&Concern::Orientation),
    });
    Reading {
        game: Some(found.game),
        corners: Some(*found.corners.quad.corners()),
        board: Some(found.board),
        probs: Some(found.probs),
        covered: found.covered,
        self_assessment,
        refusal: None,
    }
}

/// What came of one sample.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was read.
    pub reading: Reading,
    /// How right that is.
    pub score: Score,
    /// Width of the photo in pixels, where it could be read.
    pub photo_width: Option<u32>,
    /// The corners' confidence, where the reader gives one.
    pub confidence: Option<f32>,
    /// Time to decode and read the photo, in seconds.
    pub seconds: Option<f64>,
    /// Why the photo could not be read; it then counts as not found.
    pub problem: Option<String>,
}

impl Outcome {
    /// The outcome of a reading that came from elsewhere.
    pub fn of_reading(sample: &Sample, reading: Reading) -> Self {
        let score = score(&sample.truth, &reading, photo_width(sample));
        Self { score, reading, photo_width: None, confidence: None, seconds: None, problem: None }
    }
}

/// What a reader is told of a photo with a board, as its label has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The game; else the reader finds it out.
    pub game: bool,
    /// The corners; those of rectified photos in any case.
    pub corners: bool,
}

/// Which photos are read, how, and what is known of them already.
pub struct Pass<'a> {
    /// The photos.
    pub data: &'a EvalData,
    /// What the reader is told.
    pub told: Told,
    /// What an interrupted evaluation has read; what is read goes there, too.
    pub journal: &'a mut Journal,
    /// The pass's name in the journal.
    pub name: String,
}

impl Pass<'_> {
    /// The same once more, for other photos of the data.
    pub fn again(&mut self) -> Pass<'_> {
        Pass {
            data: self.data,
            told: self.told,
            journal: &mut *self.journal,
            name: self.name.clone(),
        }
    }
}

/// Reads and scores every sample in order, one at a time so that times are honest, and calls `done`
/// after each.
///
/// # Errors
/// When the reader, the journal or `done` fails. A photo that cannot be read is no error: it counts
/// as not found.
pub fn run<E: From<Error> + From<JournalError>>(
    pass: Pass,
    reader: &mut dyn Reader,
    mut done: impl FnMut(&Sample, &Outcome) -> Result<(), E>,
) -> Result<Vec<Outcome>, E> {
    let samples = &pass.data.samples;
    let mut outcomes = Vec::with_capacity(samples.len());
    for (index, sample) in samples.iter().enumerate() {
        let outcome = match pass.journal.outcome(&pass.name, index, sample) {
            Some(outcome) => outcome,
            None => {
                let outcome = read_sample(sample, reader, pass.told)?;
                pass.journal.note(&pass.name, index, &outcome)?;
                outcome
            }
        };
        done(sample, &outcome)?;
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

/// Reads and scores one sample. Where corners that the reader is told lie far outside the photo, it
/// counts as one that cannot be read.
///
/// # Errors
/// When the reader fails.
pub fn read_sample(sample: &Sample, reader: &mut dyn Reader, told: Told) -> Result<Outcome, Error> {
    let start = Instant::now();
    let photo = match open_photo(&sample.path, &PhotoLimits::default()) {
        Ok(photo) => photo,
        Err(problem) => return Ok(unread(sample, problem.to_string())),
    };
    let corners = given_corners(sample, &photo, told.corners);
    let game = told.game.then(|| sample.game());
    let (reading, confidence) = match reader.read(game, &photo, corners) {
        Ok(read) => read,
        Err(problem @ Error::CornerOutside { .. }) => {
            return Ok(unread(sample, format!("{}: {problem}", sample.path.display())));
        }
        Err(error) => return Err(error),
    };
    let seconds = Some(start.elapsed().as_secs_f64());
    let found_out = reading.game.filter(|_| !told.game);
    let reading = Reading { game: found_out, ..reading.as_of(sample.game()) };
    let score = score(&sample.truth, &reading, photo.width());
    Ok(Outcome {
        reading,
        score,
        photo_width: Some(photo.width()),
        confidence: Some(confidence),
        seconds,
        problem: None,
    })
}

/// The outcome of a photo that cannot be read.
fn unread(sample: &Sample, problem: String) -> Outcome {
    Outcome { problem: Some(problem), ..Outcome::of_reading(sample, Reading::default()) }
}

/// Reads the photos that show no board, as [`run`] does the others.
///
/// # Errors
/// When the reader, the journal or `done` fails.
pub fn run_boardless<E: From<Error> + From<JournalError>>(
    pass: Pass,
    reader: &mut dyn Reader,
    mut done: impl FnMut(&Boardless, &Glance) -> Result<(), E>,
) -> Result<Vec<Glance>, E> {
    let name = format!("{}-boardless", pass.name);
    let mut glances = Vec::with_capacity(pass.data.boardless.len());
    for (index, photo) in pass.data.boardless.iter().enumerate() {
        let glance = match pass.journal.glance(&name, index) {
            Some(glance) => glance,
            None => {
                let glance = glance_at(photo, pass.data.game, reader)?;
                pass.journal.note_glance(&name, index, &glance)?;
                glance
            }
        };
        done(photo, &glance)?;
        glances.push(glance);
    }
    Ok(glances)
}

fn glance_at(
    photo: &Boardless,
    game: Option<GameId>,
    reader: &mut dyn Reader,
) -> Result<Glance, Error> {
    let start = Instant::now();
    let picture = match open_photo(&photo.path, &PhotoLimits::default()) {
        Ok(picture) => picture,
        Err(problem) => {
            return Ok(Glance { problem: Some(problem.to_string()), ..Glance::default() });
        }
    };
    let (reading, confidence) = reader.read(game, &picture, None)?;
    let seconds = Some(start.elapsed().as_secs_f64());
    Ok(Glance { reading, confidence: Some(confidence), seconds, problem: None })
}

/// The corners that the reader is given: none, the label's, or the whole picture of a rectified
/// photo without any.
fn given_corners(sample: &Sample, photo: &RgbImage, true_corners: bool) -> Option<Quad> {
    if sample.truth.rectified {
        let whole = || Quad::rectangle(f64::from(photo.width()), f64::from(photo.height()));
        return Some(sample.truth.corners.unwrap_or_else(whole));
    }
    sample.truth.corners.filter(|_| true_corners)
}

/// The photo's width in pixels as the label says, or as its file does; 1200, which scales nothing,
/// where neither can be told.
fn photo_width(sample: &Sample) -> u32 {
    let of_file =
        || open_photo(&sample.path, &PhotoLimits::default()).ok().map(|photo| photo.width());
    sample.label.width.or_else(of_file).unwrap_or(1200)
}
