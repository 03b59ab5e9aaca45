//! `kibitzer dataset render`.

use crate::{
    args::{Common, PhotoOptions},
    commands::boards::Boards,
    output::{self, Status},
};
use anyhow::bail;
use clap::{Args, ValueEnum};
#[cfg(feature = "meshes")]
use kibitzer::dataset::sets3d::read_designs;
use kibitzer::{
    dataset::{
        Manifest,
        render::{RenderJob, render_dataset, shows_design},
    },
    games::{CellGrid, GameId},
    synth::Modeled,
};
use rayon::ThreadPoolBuilder;
use std::path::PathBuf;
#[cfg(feature = "meshes")]
use std::sync::Arc;

/// A game to render, each of them in turn, or none: photos without a board.
#[derive(Clone, Copy, ValueEnum)]
enum Games {
    All,
    Checkers,
    Chess,
    Go,
    Qwirkle,
    None,
}

impl Games {
    fn list(self) -> Vec<Option<GameId>> {
        match self {
            Self::All => GameId::ALL.map(Some).to_vec(),
            Self::Checkers => vec![Some(GameId::Checkers)],
            Self::Chess => vec![Some(GameId::Chess)],
            Self::Go => vec![Some(GameId::Go)],
            Self::Qwirkle => vec![Some(GameId::Qwirkle)],
            Self::None => vec![None],
        }
    }
}

#[derive(Args)]
pub struct RenderArgs {
    /// The game, all of them in turn, or none: puzzles, patterns, pages, boards of other games
    #[arg(long, value_enum)]
    game: Games,
    /// Number of photos
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// The same seed gives the same photos, on any number of threads. The photos have seeds of
    /// their own from this one on: the seeds of sets that are to have no photo in common must lie
    /// as far apart as the photos are many
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Longer side of a photo in pixels, 64 to 4096
    #[arg(long, value_name = "PIXELS", default_value_t = 640)]
    size: u32,
    /// Rows of the boards: 9, 13 or 19 (Go), 8 or 10 (checkers) [default: as it comes]
    #[arg(long, value_name = "N")]
    rows: Option<usize>,
    /// Every chessman is of a set of its own, in the colors of its side, and they stand anywhere: a
    /// photo then shows as many sets as it has men, which is what a classifier of single squares
    /// learns from (chess alone)
    #[arg(long)]
    mixed_sets: bool,
    /// Every photo shows the same board and pieces, those of this seed (chess, checkers) [default: a
    /// set a photo]
    #[arg(long, value_name = "N")]
    set_seed: Option<u64>,
    /// Modeled chess sets, a folder of NAME/set.glb, that some of the boards show; docs/retraining.md
    /// says what the files are [default: our own shapes]
    #[cfg(feature = "meshes")]
    #[arg(long, value_name = "DIR")]
    sets3d: Option<PathBuf>,
    /// How many boards of a hundred show a modeled set, or how many men with --mixed-sets
    #[cfg(feature = "meshes")]
    #[arg(long, value_name = "PERCENT", default_value_t = 50, requires = "sets3d",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    sets3d_share: u8,
    /// How many boards of a hundred are hard to see: in low sun, patches of sun, light of one color or
    /// under a ring lamp; from almost the side; with things at the corners; boards full of stones or thick as a block;
    /// men off center, shiny, tall, flat as paper, or on the light squares; spots in place of squares
    #[arg(long, value_name = "PERCENT", default_value_t = 0,
        value_parser = clap::value_parser!(u8).range(0..=100))]
    hard: u8,
    /// What stands on every board: a notation (FEN, PDN FEN, SGF, Qwirkle rows), or a file or a
    /// photo of it; of one game [default: random positions]
    #[arg(long, value_name = "BOARD")]
    position: Option<String>,
    /// The folder to write images/ and labels.jsonl to; photos that are there already are kept
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub fn run(args: &RenderArgs, common: &Common) -> anyhow::Result<Status> {
    let job = RenderJob {
        games: args.game.list(),
        count: args.count,
        seed: args.seed,
        long_side: args.size,
        rows: args.rows,
        mixed_sets: args.mixed_sets,
        set: args.set_seed,
        modeled: modeled(args)?,
        hard: args.hard,
        position: position(args, common)?,
        out: args.out.clone(),
    };
    let bar = output::progress(args.count);
    let pool = ThreadPoolBuilder::new().num_threads(common.threads).build()?;
    let step = |done: usize, _: usize| bar.set_position(done as u64);
    pool.install(|| render_dataset(&job, step))?;
    bar.finish_and_clear();
    output::print(&format!("{} photos with labels in {}\n", args.count, args.out.display()));
    if job.modeled.is_some() {
        output::print(&shares(&Manifest::read(&args.out.join("labels.jsonl"))?));
    }
    Ok(Status::Done)
}

/// The modeled sets that are asked for.
#[cfg(feature = "meshes")]
fn modeled(args: &RenderArgs) -> anyhow::Result<Option<Modeled>> {
    let Some(folder) = &args.sets3d else { return Ok(None) };
    let designs = Arc::new(read_designs(folder)?);
    Ok(Some(Modeled { designs, percent: args.sets3d_share }))
}

#[cfg(not(feature = "meshes"))]
#[expect(clippy::unnecessary_wraps, reason = "as with the feature")]
const fn modeled(_: &RenderArgs) -> anyhow::Result<Option<Modeled>> {
    Ok(None)
}

/// How many chess boards of a folder show modeled sets, and how many our own shapes.
fn shares(manifest: &Manifest) -> String {
    let labels = manifest.labels.iter().map(|(_, label)| label);
    let chess: Vec<_> = labels.filter(|label| label.game == Some(GameId::Chess)).collect();
    let modeled = chess.iter().filter(|label| shows_design(label)).count();
    format!("Chess: {modeled} show modeled sets, {} our own shapes\n", chess.len() - modeled)
}

/// The position that the photos are to show.
fn position(args: &RenderArgs, common: &Common) -> anyhow::Result<Option<CellGrid>> {
    let Some(name) = &args.position else { return Ok(None) };
    let [Some(game)] = args.game.list()[..] else {
        bail!("a position is one game's: name that game with --game, or leave out --position");
    };
    let photo = PhotoOptions { size: args.rows, ..PhotoOptions::default() };
    let mut boards = Boards::new(game.game(), common, &photo, args.rows);
    Ok(Some(boards.get(name)?.board))
}
