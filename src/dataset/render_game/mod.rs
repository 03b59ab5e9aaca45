//! Simulated games: a record, or a game of random moves, as frames of one scene with the truth
//! beside them.
//!
//! `played` is the game, `script` what happens in which frame, `folder` what is written.
//!
//! ```
//! use kibitzer::{dataset::render_game::{Course, GameJob, render_game}, games::GameId};
//! # let folder = tempfile::tempdir()?;
//!
//! let job = GameJob {
//!     game: GameId::Go, record: Some("(;SZ[9];B[ee])".to_owned()),
//!     plies: None, seed: 1, long_side: 64, rows: None, set: None,
//!     course: Course { still: 1, hands: 0, missing: 0.0, illegal: 0.0, ..Course::default() },
//!     out: folder.path().join("game"),
//! };
//! let frames = render_game(&job, |done, all| println!("{done} of {all}"))?;
//! assert!(frames >= 2, "the empty board, and the board with a stone");
//! assert!(job.out.join("frames.jsonl").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod folder;
mod light;
mod played;
mod script;
#[cfg(test)]
mod tests;
mod truth;
mod wrong;

use super::render::encode_jpeg;
use crate::{
    files::{WriteError, write_atomically},
    games::{GameId, NotationError, rules::IllegalStep},
    synth::{RenderError, RenderSpec, Stage},
};
use folder::Folder;
use played::Played;
use rayon::prelude::*;
use script::{Script, Shot};
use serde::Serialize;
use std::path::PathBuf;

/// What happens on the way from move to move, and how often.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Course {
    /// Still frames after each move, 1 to 1000.
    pub still: usize,
    /// Frames with a hand over the board for each move, at most 1000.
    pub hands: usize,
    /// Probability, for each move, that a piece is knocked off its place.
    pub knocks: f64,
    /// How much the light drifts, from 0 (not at all) to 1.
    pub light: f64,
    /// Probability, for each move, of a sudden change of the light.
    pub light_jumps: f64,
    /// Probability, for each move, that the board or the camera is bumped.
    pub bumps: f64,
    /// Probability, for each move, that its still frames are missing.
    pub missing: f64,
    /// Probability, for each move, that a wrong one is made first and put right.
    pub illegal: f64,
    /// Frames in a second.
    pub fps: f64,
}

impl Default for Course {
    fn default() -> Self {
        Self {
            still: 3,
            hands: 2,
            knocks: 0.05,
            light: 0.5,
            light_jumps: 0.03,
            bumps: 0.03,
            missing: 0.03,
            illegal: 0.02,
            fps: 10.0,
        }
    }
}

/// Which game to simulate, and where to.
#[derive(Clone, Debug)]
pub struct GameJob {
    /// The game.
    pub game: GameId,
    /// Its record (PGN, PDN, SGF); `None` for random moves, in Qwirkle the only way.
    pub record: Option<String>,
    /// Plies to play at most; `None` for all of a record, or [`RANDOM_PLIES`].
    pub plies: Option<usize>,
    /// Everything else follows from it.
    pub seed: u64,
    /// Longer side of a frame in pixels, within [`SIZES`](crate::synth::SIZES).
    pub long_side: u32,
    /// Rows of the board of a random game; `None` for the game's usual ones.
    pub rows: Option<usize>,
    /// The seed of board and pieces of chess or checkers; `None` for those that `seed` gives.
    pub set: Option<u64>,
    /// What happens.
    pub course: Course,
    /// The folder that gets the frames and the truth.
    pub out: PathBuf,
}

/// Plies of a random game where nobody says how many.
pub const RANDOM_PLIES: usize = 40;

/// A game that cannot be simulated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameJobError {
    /// A frame cannot be drawn.
    #[error(transparent)]
    Draw(#[from] RenderError),
    /// The text is no record of the game.
    #[error("this is no record of {game}: {source}")]
    Record {
        /// The game.
        game: GameId,
        /// What is wrong with it.
        source: NotationError,
    },
    /// The record has no move.
    #[error("the record has no moves: give one of a game that was played")]
    NoMoves,
    /// A move of the record is illegal.
    #[error(
        "ply {ply} of the record is not legal: {source}; correct the record, or play fewer plies"
    )]
    Illegal {
        /// The ply, from 1.
        ply: usize,
        /// What is wrong with it.
        source: IllegalStep,
    },
    /// Records of Qwirkle do not tell the start.
    #[error("no record tells how a game of {0} began: leave it out, for a game of random moves")]
    NoRecord(GameId),
    /// Both a record and rows are given.
    #[error("the record says how large the board is: leave out the rows")]
    RecordAndRows,
    /// There is nothing to play.
    #[error("a game of 0 plies shows nothing: ask for 1 or more")]
    NoPlies,
    /// One set is asked for in a game without sets.
    #[error("sets are of chess and checkers, not of {0}: leave out the set's seed")]
    OneSet(GameId),
    /// Something is to happen impossibly often.
    #[error("{what} must be {range}, and {value} is not")]
    Course {
        /// What.
        what: &'static str,
        /// What it may be.
        range: &'static str,
        /// What it is.
        value: f64,
    },
    /// The folder has something else in it.
    #[error(
        "{} is of another sequence, or of one with other options: give the options that it was \
        drawn with, or another folder", .0.display()
    )]
    OtherSequence(PathBuf),
    /// A file cannot be read or written.
    #[error(
        "cannot write {}: {source}; check the folder's permissions and free space, then run again \
        to go on", path.display()
    )]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A frame cannot be encoded.
    #[error("cannot encode {}: {source}", path.display())]
    Encode {
        /// The frame.
        path: PathBuf,
        /// What the encoder said.
        source: image::ImageError,
    },
}

impl Course {
    fn check(&self) -> Result<(), GameJobError> {
        let shares = [
            ("the share of knocked pieces", self.knocks),
            ("the drift of the light", self.light),
            ("the share of sudden changes of the light", self.light_jumps),
            ("the share of bumps", self.bumps),
            ("the share of missing frames", self.missing),
            ("the share of illegal moves", self.illegal),
        ];
        let share = |(what, value): (&'static str, f64)| {
            (what, "from 0 to 1", value, (0.0..=1.0).contains(&value))
        };
        let count = |n: usize, least: usize| (n as f64, (least..=1000).contains(&n));
        let (still, still_fits) = count(self.still, 1);
        let (hands, hands_fit) = count(self.hands, 0);
        let checks = shares.map(share).into_iter().chain([
            ("the number of still frames", "from 1 to 1000", still, still_fits),
            ("the number of frames with a hand", "from 0 to 1000", hands, hands_fit),
            (
                "frames in a second",
                "from 0.001 to 1000",
                self.fps,
                (0.001..=1000.0).contains(&self.fps),
            ),
        ]);
        for (what, range, value, fits) in checks {
            if !fits {
                return Err(GameJobError::Course { what, range, value });
            }
        }
        Ok(())
    }
}

impl GameJob {
    fn check(&self) -> Result<(), GameJobError> {
        self.course.check()?;
        if self.plies == Some(0) {
            return Err(GameJobError::NoPlies);
        }
        if self.set.is_some() && !self.game.has_seats() {
            return Err(GameJobError::OneSet(self.game));
        }
        if self.record.is_some() && self.rows.is_some() {
            return Err(GameJobError::RecordAndRows);
        }
        Ok(RenderSpec { position: None, ..self.spec() }.check()?)
    }

    /// The scene, before the board of the game is known.
    fn spec(&self) -> RenderSpec {
        RenderSpec {
            game: self.game,
            seed: self.seed,
            long_side: self.long_side,
            rows: self.rows,
            mixed_sets: false,
            set: self.set,
            modeled: None,
            hard: 0,
            position: None,
        }
    }
}

/// Draws what of a game is not there yet, and gives the number of its frames; `on_progress` gets
/// the number of frames done and of all. Every frame is written whole before its label is, and its
/// label whole before the next.
///
/// # Errors
/// When the game is impossible, the folder has another sequence, or a file cannot be written; what
/// was finished stays.
pub fn render_game(
    job: &GameJob,
    mut on_progress: impl FnMut(usize, usize),
) -> Result<usize, GameJobError> {
    job.check()?;
    let played = Played::of(job)?;
    let spec = RenderSpec { position: Some(played.start.board().clone()), ..job.spec() };
    spec.check()?;
    let script = Script::write(&played, &job.course, job.seed);
    let files = truth::files(job, &played, &script)?;
    let mut folder = Folder::open(&job.out, files)?;
    let (mut done, all) = (folder.done(), script.shots.len());
    on_progress(done, all);
    if done >= all {
        return Ok(all);
    }
    let stage = Stage::new(&spec)?;
    let stills: Vec<&[Shot]> =
        script.shots[done..].chunk_by(|a, b| a.frame.is_still(&b.frame)).collect();
    for block in stills.chunks(rayon::current_num_threads() * 2) {
        let starts = block.iter().scan(done, |next, still| {
            let start = *next;
            *next += still.len();
            Some(start)
        });
        let numbered: Vec<(usize, &[Shot])> = starts.zip(block.iter().copied()).collect();
        let drawn: Vec<_> = numbered
            .into_par_iter()
            .map(|(start, still)| finish(job, &spec, &stage, still, start))
            .collect();
        for (labels, still) in drawn.into_iter().zip(block) {
            folder.append(&labels?)?;
            done += still.len();
            on_progress(done, all);
        }
    }
    Ok(all)
}

/// Draws and writes frames between which nothing moves, the first of them frame `start` of the
/// game, and gives their labels' lines.
fn finish(
    job: &GameJob,
    spec: &RenderSpec,
    stage: &Stage,
    still: &[Shot],
    start: usize,
) -> Result<String, GameJobError> {
    let Some((first, others)) = still.split_first() else { return Ok(String::new()) };
    let noises: Vec<u64> = others.iter().map(|shot| shot.frame.noise).collect();
    let (rendered, further) = stage.draw_still(&first.frame, &noises)?;
    let mut labels = Vec::with_capacity(still.len());
    for (i, (shot, image)) in
        still.iter().zip([&rendered.image].into_iter().chain(&further)).enumerate()
    {
        let label = truth::label(job, spec, shot, &rendered, start + i);
        let path = job.out.join(&label.image);
        let bytes = encode_jpeg(image, rendered.quality)
            .map_err(|source| GameJobError::Encode { path: path.clone(), source })?;
        write_atomically(&path, &bytes)?;
        labels.push(label);
    }
    Ok(super::manifest::to_lines(&labels))
}
