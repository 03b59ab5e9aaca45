//! `kibitzer eval`.

use crate::{
    args::{Common, EvalArgs, GivenCorners},
    commands::dataset::labels_file,
    output::{self, Status},
};
use kibitzer::{
    eval::{
        Block, EvalData, Filter, Identity, Journal, ModelUsed, Outcome, OutputFolder, Pass, PredictionLine, Predictions, Reading,
        RecognizerReader, Sample, Stress, StressReport, Summary, cells_table, photos_table, report, run as run_eval,
        run_stressed, write_csv, write_parquet,
    },
    inference::ModelStore,
};
use sha2::{Digest, Sha256};
use std::{
    env,
    fs::{self, File},
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    process::Command,
};

pub fn run(args: &EvalArgs, common: &Common) -> anyhow::Result<Status> {
    let filter = Filter { game: args.game, split: args.split.clone(), limit: args.limit };
    let manifests = args.data.iter().map(|path| labels_file(path)).collect::<Result<Vec<_>, _>>()?;
    let data = EvalData::read(&manifests, &filter)?;
    let summed_up = |outcomes: &[Outcome], models| Summary::new(&data, outcomes, models, command_line(), commit());
    let summary = match &args.predictions {
        Some(file) => {
            // Read before anything is written: it may lie where the output goes.
            let readings = readings_of(&data, file)?;
            let folder = OutputFolder::create(&args.out, args.resume)?;
            let outcomes = score_predictions(&data, readings, &folder)?;
            let summary = summed_up(&outcomes, Vec::new());
            write(&data, &outcomes, &summary, &folder)?;
            folder.finish()?;
            summary
        }
        None => {
            let store = common.store()?;
            let mut reader = RecognizerReader::new(store.clone());
            reader.prepare(data.samples.iter().map(Sample::game))?;
            let models = models_used(&store, &reader)?;
            let folder = OutputFolder::create(&args.out, args.resume)?;
            let mut journal = Journal::open(&folder.journal(), &identity(&data, args, &models)?)?;
            if !journal.is_empty() {
                output::error(&format_args!("going on: {} readings are taken over", journal.len()));
            }
            let outcomes = read_photos(&data, args, &mut reader, &folder, &mut journal)?;
            let summary = summed_up(&outcomes, models);
            write(&data, &outcomes, &summary, &folder)?;
            if args.stress {
                let report = read_stressed(&data, args, &mut reader, &mut journal, &summary)?;
                folder.write("stress.json", serde_json::to_string_pretty(&report)? + "\n")?;
                if !args.json {
                    output::print(&(stress_table(&report) + "\n"));
                }
            }
            folder.finish()?;
            summary
        }
    };
    let json = || Ok::<_, serde_json::Error>(serde_json::to_string_pretty(&summary)? + "\n");
    output::print(&if args.json { json()? } else { overview(&summary, &args.out) });
    Ok(Status::Done)
}

/// What readings depend on: the program, the models, the photos' manifests and the options.
fn identity(data: &EvalData, args: &EvalArgs, models: &[ModelUsed]) -> anyhow::Result<Identity> {
    let manifests: Vec<_> = data.manifests.iter().map(|(path, sha256, _)| (path, sha256)).collect();
    let game = args.game.map(|game| game.to_string());
    Ok(serde_json::json!({
        "program": Sha256::digest(fs::read(env::current_exe()?)?).to_vec(), "models": models, "manifests": manifests,
        "game": game, "split": args.split, "limit": args.limit, "true_corners": args.corners.is_some(),
    }))
}

/// Reads every photo; what was read is on disk at once, so an interrupted run leaves it in `DIR.partial`.
fn read_photos(
    data: &EvalData,
    args: &EvalArgs,
    reader: &mut RecognizerReader,
    folder: &OutputFolder,
    journal: &mut Journal,
) -> anyhow::Result<Vec<Outcome>> {
    let mut lines = PredictionWriter::create(data, folder)?;
    let bar = output::progress(data.samples.len());
    let pass = Pass { data, true_corners: args.corners == Some(GivenCorners::Truth), journal, name: "plain".into() };
    let outcomes = run_eval(pass, reader, |sample, outcome| {
        if let Some(problem) = &outcome.problem {
            bar.suspend(|| output::error(&format_args!("{problem} (counts as not found)")));
        }
        bar.inc(1);
        lines.write(sample, outcome)
    })?;
    bar.finish_and_clear();
    Ok(outcomes)
}

/// Reads every photo again under every stress.
fn read_stressed(
    data: &EvalData,
    args: &EvalArgs,
    reader: &mut RecognizerReader,
    journal: &mut Journal,
    plain: &Summary,
) -> anyhow::Result<StressReport> {
    let bar = output::progress(data.samples.len() * Stress::ALL.len());
    let true_corners = args.corners == Some(GivenCorners::Truth);
    let report = run_stressed(data, reader, true_corners, journal, &plain.games, |_, _| {
        bar.inc(1);
        Ok::<_, anyhow::Error>(())
    });
    bar.finish_and_clear();
    report
}

/// The share of right cells under each stress, and how much less that is than without, in points; a column a game.
fn stress_table(report: &StressReport) -> String {
    let games: Vec<&String> = report.stresses.first().into_iter().flat_map(|s| s.games.keys()).collect();
    let head = std::iter::once("cells right (points lost)".to_owned()).chain(games.iter().map(|game| (*game).clone()));
    let mut rows = vec![head.collect::<Vec<_>>()];
    for stress in &report.stresses {
        let cell = |game: &&String| {
            let accuracy = stress.games.get(*game).and_then(|block| block.cell_accuracy);
            let lost = stress.cell_accuracy_lost.get(*game).copied().flatten();
            accuracy.zip(lost).map_or("-".to_owned(), |(a, lost)| format!("{:.2} % ({:.2})", 100.0 * a, 100.0 * lost))
        };
        rows.push(std::iter::once(stress.stress.clone()).chain(games.iter().map(cell)).collect());
    }
    output::table(&rows)
}

/// What a file predicts for each photo; says what of it cannot count.
fn readings_of(data: &EvalData, file: &Path) -> anyhow::Result<Vec<Reading>> {
    let predictions = Predictions::read(file)?;
    let readings = predictions.readings(data)?;
    let (shown, photos, missing) = (file.display(), readings.len(), predictions.missing(data));
    if missing > 0 {
        output::error(&format_args!(
            "{shown} has no line for {missing} of {photos} photos, which count as not found; \"image\" has to be what the labels call it"
        ));
    }
    let has_corners = |sample: &&Sample| sample.label.corners.is_some() && !sample.label.rectified;
    let read = data.samples.iter().zip(&readings).filter(|(sample, _)| has_corners(sample));
    let without = read.filter(|(_, reading)| reading.board.is_some() && reading.corners.is_none()).count();
    if without > 0 {
        output::error(&format_args!(
            "{without} predictions have cells but no corners, though the label has; they count as not found"
        ));
    }
    Ok(readings)
}

fn score_predictions(data: &EvalData, readings: Vec<Reading>, folder: &OutputFolder) -> anyhow::Result<Vec<Outcome>> {
    let mut lines = PredictionWriter::create(data, folder)?;
    let scored = data.samples.iter().zip(readings).map(|(sample, reading)| {
        let outcome = Outcome::of_reading(sample, reading);
        lines.write(sample, &outcome)?;
        Ok(outcome)
    });
    scored.collect()
}

/// Writes `predictions.jsonl`, line by line.
struct PredictionWriter<'a> {
    file: BufWriter<File>,
    /// Named in each line where two manifests may name the same photo.
    manifests: Option<&'a EvalData>,
}

impl<'a> PredictionWriter<'a> {
    fn create(data: &'a EvalData, folder: &OutputFolder) -> anyhow::Result<Self> {
        let file = BufWriter::new(File::create(folder.predictions())?);
        Ok(Self { file, manifests: (data.manifests.len() > 1).then_some(data) })
    }

    fn write(&mut self, sample: &Sample, outcome: &Outcome) -> anyhow::Result<()> {
        let manifest = self.manifests.map(|data| data.manifests[sample.manifest].0.as_path());
        serde_json::to_writer(&mut self.file, &PredictionLine::new(sample, manifest, &outcome.reading))?;
        self.file.write_all(b"\n")?;
        Ok(self.file.flush()?)
    }
}

fn models_used(store: &ModelStore, reader: &RecognizerReader) -> anyhow::Result<Vec<ModelUsed>> {
    let names = reader.games().map(ModelStore::cells_name);
    let used = |name: String| Ok(ModelUsed { sha256: store.card(&name)?.sha256, task: name });
    ["corners".to_owned()].into_iter().chain(names).map(used).collect()
}

fn write(data: &EvalData, outcomes: &[Outcome], summary: &Summary, folder: &OutputFolder) -> anyhow::Result<()> {
    let mut photos = photos_table(data, outcomes)?;
    write_parquet(&folder.path().join("photos.parquet"), &mut photos)?;
    write_csv(&folder.path().join("photos.csv"), &mut photos)?;
    write_parquet(&folder.path().join("cells.parquet"), &mut cells_table(data, outcomes)?)?;
    folder.write("report.html", report(data, outcomes, summary))?;
    Ok(folder.write("summary.json", serde_json::to_string_pretty(summary)? + "\n")?)
}

/// The figures that matter most, a row a game.
fn overview(summary: &Summary, out: &Path) -> String {
    let head = ["", "photos", "found", "corners ok", "cells right", "given corners", "exact", "<= 1 wrong", "s/photo"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(summary.games.iter().map(|(name, block)| row(name, block)));
    if summary.games.len() > 1 {
        rows.push(row("all", &summary.overall));
    }
    let report = out.join("report.html");
    format!("{}\nA picture of it: {}\n", output::table(&rows), report.display())
}

fn row(name: &str, b: &Block) -> Vec<String> {
    let percent = |rate: Option<f64>| rate.map_or("-".to_owned(), |r| format!("{:.2} %", 100.0 * r));
    vec![
        name.to_owned(),
        b.photos.to_string(),
        percent(b.boards_found),
        percent(b.corners_ok),
        percent(b.cell_accuracy),
        percent(b.cell_accuracy_given_corners),
        percent(b.boards_exact),
        percent(b.boards_at_most_1_wrong),
        b.seconds_per_photo.p50.map_or("-".to_owned(), |s| format!("{s:.3}")),
    ]
}

fn command_line() -> String {
    let quote = |arg: String| match arg.contains([' ', '\'', '"', '*', '$']) {
        true => format!("'{}'", arg.replace('\'', "'\\''")),
        false => arg,
    };
    let args = env::args_os().skip(1).map(|arg| quote(arg.to_string_lossy().into_owned()));
    ["kibitzer".to_owned()].into_iter().chain(args).collect::<Vec<_>>().join(" ")
}

/// The commit of the repository that the program was built in, or of the working folder's.
fn commit() -> Option<String> {
    let built = env::current_exe().ok().and_then(|path| path.parent().map(Path::to_owned));
    built.into_iter().chain([PathBuf::from(".")]).find_map(|folder| {
        let out = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(folder).output().ok()?;
        let text = String::from_utf8(out.stdout).ok()?;
        out.status.success().then(|| text.trim().to_owned()).filter(|commit| !commit.is_empty())
    })
}
