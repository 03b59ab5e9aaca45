//! `kibitzer eval`.

mod files;
mod tables;

use super::models_used;
use crate::{
    args::Common,
    output::{self, Status},
};
use anyhow::Context;
use clap::{Args, ValueEnum};
use kibitzer::{
    adapt::NamedSet,
    commit::commit,
    dataset::{Corrections, manifest::labels_file, sets::Sets},
    eval::{
        EvalData, Filter, Glance, Identity, Journal, ModelUsed, Outcome, OutputFolder, Pass,
        Stress, StressReport, Summary, Told, run as run_eval, run_boardless, run_stressed,
    },
    games::GameId,
    inference::ModelStore,
    recognition::Readers,
};
use sha2::{Digest, Sha256};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

#[derive(Args)]
pub struct EvalArgs {
    /// A labels file (JSON Lines, datasets/schema.json), or a folder with one; may be given several
    /// times
    #[arg(long, required = true, value_name = "LABELS.jsonl")]
    pub data: Vec<PathBuf>,
    /// Read labels as this file corrects them (JSON Lines, datasets/README.md)
    #[arg(long, value_name = "FILE.jsonl")]
    pub corrections: Option<PathBuf>,
    /// Only the labels of this game, and the photos read as `kibitzer read --game` does; else the
    /// reader finds out the game, as `kibitzer read` does without
    #[arg(long, short)]
    pub game: Option<GameId>,
    /// Only the labels of this split: train, val or test
    #[arg(long, value_name = "NAME")]
    pub split: Option<String>,
    /// Groups of one physical set, where labels have no `set`: a JSON file like {"chess": [["game2",
    /// "game4"]]}; means and intervals are over sets
    #[arg(long, value_name = "SETS.json")]
    pub together: Option<PathBuf>,
    /// `truth`: give the reader the label's corners
    #[arg(long, value_name = "WHOSE", conflicts_with = "predictions")]
    pub corners: Option<GivenCorners>,
    /// Read each photo also under exposure of -2 to +2 stops, color casts, a hard shadow, blur,
    /// JPEG 30 and at half its size, and write stress.json
    #[arg(long, conflicts_with = "predictions")]
    pub stress: bool,
    /// Score these predictions of another system instead of reading the photos
    #[arg(long, value_name = "FILE.jsonl")]
    pub predictions: Option<PathBuf>,
    /// Stop after this many photos
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Go on with an interrupted evaluation of the same photos by the same models, if DIR.partial
    /// holds one
    #[arg(long, conflicts_with = "predictions")]
    pub resume: bool,
    /// Folder to write; an earlier evaluation there is replaced
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Print summary.json instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Corners that are given to the reader.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GivenCorners {
    /// Those of the labels
    Truth,
}

impl EvalArgs {
    /// What the reader is told of a photo.
    fn told(&self) -> Told {
        Told { game: self.game.is_some(), corners: self.corners == Some(GivenCorners::Truth) }
    }
}

pub fn run(args: &EvalArgs, common: &Common) -> anyhow::Result<Status> {
    let filter = Filter { game: args.game, split: args.split.clone(), limit: args.limit };
    let manifests =
        args.data.iter().map(|path| labels_file(path)).collect::<Result<Vec<_>, _>>()?;
    let corrections = args.corrections.as_deref().map(Corrections::read).transpose()?;
    let sets = args.together.as_deref().map(Sets::read).transpose()?.unwrap_or_default();
    let data = EvalData::read(&manifests, corrections.as_ref(), &filter, &sets)?;
    if let Some(said) = data.unchecked() {
        output::warning(&said);
    }
    let summed_up = |outcomes: &[Outcome], glances: &[Glance], models| {
        let commit = commit().map(str::to_owned);
        Summary::new(&data, outcomes, glances, models, command_line(), commit)
    };
    let summary = match &args.predictions {
        Some(file) => {
            // Read before anything is written: it may lie where the output goes.
            let (readings, glances) = files::readings_of(&data, file)?;
            let folder = OutputFolder::create(&args.out, args.resume)?;
            let outcomes = files::score_predictions(&data, readings, &glances, &folder)?;
            let summary = summed_up(&outcomes, &glances, Vec::new());
            files::write_all(&data, &outcomes, &glances, &summary, &folder)?;
            folder.finish()?;
            summary
        }
        None => {
            let store = common.store()?;
            let readers = common.readers_of(store.clone())?;
            load(&readers, args.game)?;
            let models = models_used::models_used(&readers)?;
            let folder = OutputFolder::create(&args.out, args.resume)?;
            let mut journal = Journal::open(
                &folder.journal(),
                &identity(&data, args, &store, &models, &common.named_sets()?)?,
            )?;
            if !journal.is_empty() {
                output::error(&format_args!("going on: {} readings are taken over", journal.len()));
            }
            let (outcomes, glances) = read_photos(&data, args, &readers, &folder, &mut journal)?;
            let summary = summed_up(&outcomes, &glances, models);
            files::write_all(&data, &outcomes, &glances, &summary, &folder)?;
            if args.stress {
                let report = read_stressed(&data, args, &readers, &mut journal, &summary)?;
                folder.write("stress.json", serde_json::to_string_pretty(&report)? + "\n")?;
                if !args.json {
                    output::print(&(tables::stress_table(&report) + "\n"));
                }
            }
            folder.finish()?;
            summary
        }
    };
    let json = || Ok::<_, serde_json::Error>(serde_json::to_string_pretty(&summary)? + "\n");
    output::print(&if args.json { json()? } else { tables::overview(&summary, &args.out) });
    Ok(Status::Done)
}

/// Loads the models that are needed, so that what is wrong with one shows before the first.
fn load(readers: &Readers, game: Option<GameId>) -> anyhow::Result<()> {
    match game {
        Some(game) => Ok(readers.load(game)?),
        None => GameId::ALL
            .into_iter()
            .try_for_each(|game| readers.load(game))
            .context("without --game the models of every game are needed"),
    }
}

/// What readings depend on: the program, the models and what their cards say of input and output,
/// the photos' manifests and the options.
fn identity(
    data: &EvalData,
    args: &EvalArgs,
    store: &ModelStore,
    models: &[ModelUsed],
    sets: &[NamedSet],
) -> anyhow::Result<Identity> {
    let tasks = models
        .iter()
        .map(|model| Ok(store.card(&model.task)?.task))
        .collect::<anyhow::Result<Vec<_>>>()?;
    // As bytes: not every path is text.
    let manifests = data.manifests.iter();
    let manifests: Vec<_> =
        manifests.map(|(path, sha256, _)| (path.as_os_str().as_encoded_bytes(), sha256)).collect();
    let game = args.game.map(|game| game.to_string());
    Ok(serde_json::json!({
        "program": Sha256::digest(fs::read(env::current_exe()?)?).to_vec(), "models": models,
        "tasks": serde_json::to_string(&tasks)?, "manifests": manifests,
        "photos": state_of_photos(data), "game": game, "split": args.split, "limit": args.limit,
        "corners_told": args.corners.is_some(), "corrections": data.corrections,
        "sets": sets,
    }))
}

/// Size and time of change of every photo, in short: one that changed is read again.
fn state_of_photos(data: &EvalData) -> Vec<u8> {
    let state = |path: &Path| {
        let file = fs::metadata(path).ok();
        (file.as_ref().map(fs::Metadata::len), file.and_then(|file| file.modified().ok()))
    };
    let paths = data.samples.iter().map(|sample| &sample.path);
    paths
        .chain(data.boardless.iter().map(|photo| &photo.path))
        .fold(Sha256::new(), |hash, path| hash.chain_update(format!("{:?}", state(path))))
        .finalize()
        .to_vec()
}

/// Reads every photo; what was read is on disk at once, so an interrupted run leaves it in
/// `DIR.partial`.
fn read_photos(
    data: &EvalData,
    args: &EvalArgs,
    mut reader: &Readers,
    folder: &OutputFolder,
    journal: &mut Journal,
) -> anyhow::Result<(Vec<Outcome>, Vec<Glance>)> {
    let mut lines = files::PredictionWriter::create(data, folder)?;
    let bar = output::progress(data.photos());
    let say = |problem: &Option<String>, counts_as: &str| {
        if let Some(problem) = problem {
            bar.suspend(|| output::error(&format_args!("{problem} (counts as {counts_as})")));
        }
        bar.inc(1);
    };
    let mut pass = Pass { data, told: args.told(), journal, name: "plain".into() };
    let outcomes = run_eval(pass.again(), &mut reader, |sample, outcome| {
        say(&outcome.problem, "not found");
        lines.write(sample, outcome)
    })?;
    let glances = run_boardless(pass.again(), &mut reader, |photo, glance| {
        say(&glance.problem, "not refused");
        lines.write_boardless(photo, glance)
    })?;
    bar.finish_and_clear();
    Ok((outcomes, glances))
}

/// Reads every photo again under every stress.
fn read_stressed(
    data: &EvalData,
    args: &EvalArgs,
    mut reader: &Readers,
    journal: &mut Journal,
    plain: &Summary,
) -> anyhow::Result<StressReport> {
    let bar = output::progress(data.samples.len() * Stress::ALL.len());
    let report = run_stressed(data, &mut reader, args.told(), journal, plain, |_, _| {
        bar.inc(1);
        Ok::<_, anyhow::Error>(())
    });
    bar.finish_and_clear();
    report
}

fn command_line() -> String {
    let args = env::args_os().skip(1).map(|arg| output::quoted(&arg.to_string_lossy()));
    ["kibitzer".to_owned()].into_iter().chain(args).collect::<Vec<_>>().join(" ")
}
