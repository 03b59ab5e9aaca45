//! `kibitzer dataset render-game`.

use crate::{
    args::Common,
    output::{self, Status},
};
use clap::Args;
use indicatif::ProgressBar;
use kibitzer::{
    dataset::render_game::{Course, GameJob, GameJobError, render_game},
    games::GameId,
    request::read_notation,
};
use rayon::ThreadPoolBuilder;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "DIR gets frames/0001.jpg and so on; frames.jsonl, a label a frame with time_s, \
    ply, busy and illegal; moves.jsonl, a line for each move and each wrong one; the record \
    (game.pgn, game.pdn, game.sgf, or the folder record/ of Qwirkle's files); simulation.json, the \
    options. An interrupted run goes on where it was when it is started again."
)]
pub struct RenderGameArgs {
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// The game's record: PGN, PDN or SGF; of several games the first [default: a game of random
    /// legal moves, which is all that there is for Qwirkle]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The same seed gives the same frames, on any number of threads: scene, set, camera, and what
    /// happens
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Longer side of a frame in pixels, 64 to 4096
    #[arg(long, value_name = "PIXELS", default_value_t = 640)]
    size: u32,
    /// Plies to play at most [default: all of a record; 40 random ones]
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Rows of the board of a random game: 9, 13 or 19 (Go), 8 or 10 (checkers) [default: 19, 8]
    #[arg(long, value_name = "N")]
    rows: Option<usize>,
    /// Board and pieces are those of this seed (chess, checkers) [default: those of --seed]
    #[arg(long, value_name = "N")]
    set_seed: Option<u64>,
    #[command(flatten)]
    course: CourseArgs,
}

/// What happens from move to move, and how often.
#[derive(Args)]
struct CourseArgs {
    /// Still frames after each move
    #[arg(long, value_name = "N", default_value_t = Course::default().still)]
    still: usize,
    /// Frames with a hand over the board for each move
    #[arg(long, value_name = "N", default_value_t = Course::default().hands)]
    hands: usize,
    /// Share of the moves at which a piece nearby is knocked off its place, or over
    #[arg(long, value_name = "SHARE", default_value_t = Course::default().knocks)]
    knocks: f64,
    /// How much the light drifts in brightness and color, 0 to 1
    #[arg(long, value_name = "STRENGTH", default_value_t = Course::default().light)]
    light: f64,
    /// Share of the moves at which the light changes suddenly
    #[arg(long, value_name = "SHARE", default_value_t = Course::default().light_jumps)]
    light_jumps: f64,
    /// Share of the moves at which the camera or the board is bumped
    #[arg(long, value_name = "SHARE", default_value_t = Course::default().bumps)]
    bumps: f64,
    /// Share of the moves whose still frames are missing, so that two moves are seen at once
    #[arg(long, value_name = "SHARE", default_value_t = Course::default().missing)]
    missing: f64,
    /// Share of the moves before which a wrong one is made, stands for a while and is put right
    #[arg(long, value_name = "SHARE", default_value_t = Course::default().illegal)]
    illegal: f64,
    /// Frames in a second
    #[arg(long, value_name = "N", default_value_t = Course::default().fps)]
    fps: f64,
}

impl CourseArgs {
    const fn course(&self) -> Course {
        Course {
            still: self.still,
            hands: self.hands,
            knocks: self.knocks,
            light: self.light,
            light_jumps: self.light_jumps,
            bumps: self.bumps,
            missing: self.missing,
            illegal: self.illegal,
            fps: self.fps,
        }
    }
}

pub fn run(args: &RenderGameArgs, common: &Common) -> anyhow::Result<Status> {
    let record = args.record.as_ref().map(|path| read_notation(path, args.game)).transpose()?;
    let job = GameJob {
        game: args.game,
        record,
        plies: args.plies,
        seed: args.seed,
        long_side: args.size,
        rows: args.rows,
        set: args.set_seed,
        course: args.course.course(),
        out: args.out.clone(),
    };
    let pool = ThreadPoolBuilder::new().num_threads(common.threads).build()?;
    let mut bar: Option<ProgressBar> = None;
    let step = |done: usize, all: usize| {
        bar.get_or_insert_with(|| output::progress(all)).set_position(done as u64);
    };
    let drawn = pool.install(|| render_game(&job, step)).map_err(|error| named(error, args))?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    output::print(&format!("{drawn} frames with the truth in {}\n", args.out.display()));
    Ok(Status::Done)
}

/// The error, with the record's name where that is what is wrong.
fn named(error: GameJobError, args: &RenderGameArgs) -> anyhow::Error {
    use GameJobError::{Illegal, NoMoves, NoRecord, Record, RecordAndRows};
    match (&error, &args.record) {
        (Illegal { .. } | NoMoves | NoRecord(_) | Record { .. } | RecordAndRows, Some(record)) => {
            let name = record.display().to_string();
            anyhow::Error::from(error).context(name)
        }
        _ => error.into(),
    }
}
