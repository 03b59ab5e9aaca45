//! `kibitzer bench`.

use super::inputs;
use crate::{
    args::Common,
    output::{self, Status},
};
use clap::Args;
use kibitzer::{
    eval::quantile,
    games::GameId,
    inference::ModelStore,
    recognition::{Readers, RecognizeOptions},
    vision::{PhotoLimits, open_photo},
};
use serde::Serialize;
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

#[derive(Args)]
pub struct BenchArgs {
    /// Photos, folders of photos, or patterns
    #[arg(required = true, value_name = "PHOTO")]
    pub photos: Vec<PathBuf>,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    pub game: GameId,
    /// Measure the models of this folder, such as those of the last release, in turn with these
    #[arg(long, value_name = "DIR")]
    pub against: Option<PathBuf>,
    /// How often each photo is read
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// Measure also how long N readings at a time take, on a thread each, as a server reads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=512))]
    pub at_once: Option<u16>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// What was measured; times in milliseconds.
#[derive(Serialize)]
struct Bench {
    game: &'static str,
    photos: usize,
    readings: usize,
    threads: usize,
    photos_per_second: f64,
    stages: Vec<Stage>,
    models: Vec<Model>,
    against: Option<Against>,
    at_once: Option<AtOnce>,
}

/// Several readings of a photo at a time, measured in turn with one.
#[derive(Serialize)]
struct AtOnce {
    readings: usize,
    /// Median time of all of them over that of one.
    ratio_p50: f64,
}

/// The other models, measured in turn with these.
#[derive(Serialize)]
struct Against {
    stages: Vec<Stage>,
    models: Vec<Model>,
    /// Median time of a reading with these models over that with the others.
    ratio_p50: f64,
}

#[derive(Serialize)]
struct Stage {
    stage: String,
    p50_ms: f64,
    p95_ms: f64,
}

#[derive(Serialize)]
struct Model {
    name: String,
    bytes: u64,
    parameters: usize,
}

pub fn run(args: &BenchArgs, common: &Common) -> anyhow::Result<Status> {
    common.check_sets(Some(args.game))?;
    let paths = inputs::expand(&args.photos)?;
    let store = common.store()?;
    let at = |dir| ModelStore::at(dir).with_threads(common.threads);
    let other = args.against.as_ref().map(at);
    let mut measured = Vec::new();
    for store in [Some(&store), other.as_ref()].into_iter().flatten() {
        measured.push((common.readers_of(store.clone())?, Times::default()));
    }
    measure(&mut measured, &paths, args)?;
    let times = &measured[0].1;
    let readings = paths.len() * args.repeat as usize;
    let bench = Bench {
        game: args.game.name(),
        photos: paths.len(),
        readings,
        threads: threads(common),
        photos_per_second: readings as f64 / times.sum(ALL),
        stages: times.stages(),
        models: models(&store, args)?,
        against: match (&other, measured.get(1)) {
            (Some(store), Some((_, others))) => Some(Against {
                stages: others.stages(),
                models: models(store, args)?,
                ratio_p50: times.p50(ALL) / others.p50(ALL),
            }),
            _ => None,
        },
        at_once: match args.at_once {
            Some(readings) => Some(at_once(&measured[0].0, &paths, usize::from(readings), args)?),
            None => None,
        },
    };
    output::print(&if args.json {
        serde_json::to_string_pretty(&bench)? + "\n"
    } else {
        text(&bench)
    });
    Ok(Status::Done)
}

/// The time of a whole reading.
const ALL: &str = "all";

/// Decodes and reads every photo once to warm up, then `repeat` times; the readers take turns,
/// so that what else the machine does falls on all alike.
fn measure(
    measured: &mut [(Readers, Times)],
    paths: &[PathBuf],
    args: &BenchArgs,
) -> anyhow::Result<()> {
    for (path, (readers, _)) in
        paths.iter().flat_map(|path| measured.iter().map(move |m| (path, m)))
    {
        read(readers, path, args.game, &mut Times::default())?;
    }
    let bar = output::progress(paths.len() * args.repeat as usize);
    for path in (0..args.repeat).flat_map(|_| paths) {
        measured
            .iter_mut()
            .try_for_each(|(readers, times)| read(readers, path, args.game, times))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Reads each photo once, then so many times at once, `repeat` times.
fn at_once(
    readers: &Readers,
    paths: &[PathBuf],
    readings: usize,
    args: &BenchArgs,
) -> anyhow::Result<AtOnce> {
    let mut times = Times::default();
    let one = |path: &Path| read(readers, path, args.game, &mut Times::default());
    let several = |path: &Path| {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..readings).map(|_| scope.spawn(|| one(path))).collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().expect("reading does not panic"))
        })
    };
    // Each thread gets sessions of its own, which are made when they are first needed.
    paths.iter().try_for_each(|path| several(path))?;
    for path in (0..args.repeat).flat_map(|_| paths) {
        times.time("one", || one(path))?;
        times.time("several", || several(path))?;
    }
    Ok(AtOnce { readings, ratio_p50: times.p50("several") / times.p50("one") })
}

fn read(readers: &Readers, path: &Path, game: GameId, times: &mut Times) -> anyhow::Result<()> {
    let start = Instant::now();
    let photo = times.time("decode file", || open_photo(path, &PhotoLimits::default()))?;
    let found = readers.read(&photo, Some(game), &RecognizeOptions::default());
    let found = found.map_err(|e| {
        anyhow::anyhow!("{}: {e}; bench needs photos that can be read", path.display())
    })?;
    found.timings.0.iter().for_each(|(stage, time)| times.add(stage, time.as_secs_f64()));
    times.add(ALL, start.elapsed().as_secs_f64());
    Ok(())
}

/// Times in seconds by stage, in the order the stages first came.
#[derive(Default)]
struct Times(Vec<(String, Vec<f64>)>);

impl Times {
    fn add(&mut self, stage: &str, seconds: f64) {
        match self.0.iter_mut().find(|(name, _)| name == stage) {
            Some((_, times)) => times.push(seconds),
            None => self.0.push((stage.to_owned(), vec![seconds])),
        }
    }

    fn time<T>(&mut self, stage: &str, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let out = run();
        self.add(stage, start.elapsed().as_secs_f64());
        out
    }

    fn of(&self, stage: &str) -> &[f64] {
        self.0.iter().find(|(name, _)| name == stage).map_or(&[], |(_, times)| times)
    }

    fn sum(&self, stage: &str) -> f64 {
        self.of(stage).iter().sum()
    }

    fn p50(&self, stage: &str) -> f64 {
        quantile(self.of(stage), 0.5).unwrap_or(0.0)
    }

    fn stages(&self) -> Vec<Stage> {
        let ms = |times: &[f64], q: f64| quantile(times, q).unwrap_or(0.0) * 1e3;
        let stage = |(name, times): &(String, Vec<f64>)| Stage {
            stage: name.clone(),
            p50_ms: ms(times, 0.5),
            p95_ms: ms(times, 0.95),
        };
        self.0.iter().map(stage).collect()
    }
}

fn threads(common: &Common) -> usize {
    if common.threads > 0 {
        common.threads
    } else {
        std::thread::available_parallelism().map_or(1, usize::from)
    }
}

fn models(store: &ModelStore, args: &BenchArgs) -> anyhow::Result<Vec<Model>> {
    let model = |name: String| {
        Ok(Model { bytes: store.size(&name)?, parameters: store.card(&name)?.parameters, name })
    };
    store.names_for(args.game).into_iter().map(model).collect()
}

fn text(bench: &Bench) -> String {
    let head = format!(
        "{}: {:.1} photos/s ({} readings of {} photos, {} threads)\n\n{}",
        bench.game,
        bench.photos_per_second,
        bench.readings,
        bench.photos,
        bench.threads,
        tables(&bench.stages, &bench.models)
    );
    let several = bench.at_once.as_ref().map(|several| {
        format!(
            "\n{} readings at a time take {:.2} times as long as one, by the medians.\n",
            several.readings, several.ratio_p50
        )
    });
    let head = head + &several.unwrap_or_default();
    let Some(against) = &bench.against else { return head };
    format!(
        "{head}\nThe others, in turn with these (these take {:.2} times as long, by the \
        medians):\n\n{}",
        against.ratio_p50,
        tables(&against.stages, &against.models)
    )
}

fn tables(stages: &[Stage], models: &[Model]) -> String {
    let mut rows = vec![["stage", "p50 ms", "p95 ms"].map(str::to_owned).to_vec()];
    rows.extend(
        stages
            .iter()
            .map(|s| vec![s.stage.clone(), format!("{:.1}", s.p50_ms), format!("{:.1}", s.p95_ms)]),
    );
    let mut sizes = vec![["model", "kB", "parameters"].map(str::to_owned).to_vec()];
    sizes.extend(
        models
            .iter()
            .map(|m| vec![m.name.clone(), (m.bytes / 1000).to_string(), m.parameters.to_string()]),
    );
    format!("{}\n{}", output::table(&rows), output::table(&sizes))
}
