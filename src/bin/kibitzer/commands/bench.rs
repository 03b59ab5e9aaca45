//! `kibitzer bench`.

use super::inputs;
use crate::{
    args::{BenchArgs, Common},
    output::{self, Status},
};
use kibitzer::{
    eval::quantile,
    inference::ModelStore,
    recognition::{RecognizeOptions, Recognizer},
    vision::{PhotoLimits, open_photo},
};
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

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
    let paths = inputs::expand(&args.photos)?;
    let store = common.store()?;
    let recognizer = Recognizer::load(&store, args.game)?;
    let mut times = Times::default();
    let seconds = measure(&recognizer, &paths, args.repeat, &mut times)?;
    let readings = paths.len() * args.repeat as usize;
    let bench = Bench {
        game: args.game.name(),
        photos: paths.len(),
        readings,
        threads: threads(common),
        photos_per_second: readings as f64 / seconds,
        stages: times.stages(),
        models: models(&store, args)?,
    };
    output::print(&if args.json { serde_json::to_string_pretty(&bench)? + "\n" } else { text(&bench) });
    Ok(Status::Done)
}

/// Decodes and reads every photo once to warm up, then `repeat` times; the seconds of the latter.
fn measure(recognizer: &Recognizer, paths: &[PathBuf], repeat: u32, times: &mut Times) -> anyhow::Result<f64> {
    for path in paths {
        read(recognizer, path, &mut Times::default())?;
    }
    let bar = output::progress(paths.len() * repeat as usize);
    let start = Instant::now();
    for path in (0..repeat).flat_map(|_| paths) {
        read(recognizer, path, times)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(start.elapsed().as_secs_f64())
}

fn read(recognizer: &Recognizer, path: &Path, times: &mut Times) -> anyhow::Result<()> {
    let start = Instant::now();
    let photo = times.time("decode file", || open_photo(path, &PhotoLimits::default()))?;
    let found = recognizer.recognize(&photo, &RecognizeOptions::default());
    let found = found.map_err(|e| anyhow::anyhow!("{}: {e}; bench needs photos that can be read", path.display()))?;
    found.timings.0.iter().for_each(|(stage, time)| times.add(stage, time.as_secs_f64()));
    times.add("all", start.elapsed().as_secs_f64());
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

    fn stages(&self) -> Vec<Stage> {
        let ms = |times: &[f64], q: f64| quantile(times, q).unwrap_or(0.0) * 1e3;
        let stage =
            |(name, times): &(String, Vec<f64>)| Stage { stage: name.clone(), p50_ms: ms(times, 0.5), p95_ms: ms(times, 0.95) };
        self.0.iter().map(stage).collect()
    }
}

fn threads(common: &Common) -> usize {
    if common.threads > 0 { common.threads } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

fn models(store: &ModelStore, args: &BenchArgs) -> anyhow::Result<Vec<Model>> {
    let model = |name: String| {
        let bytes = fs::metadata(store.dir().join(&name).join("model.onnx"))?.len();
        Ok(Model { bytes, parameters: store.card(&name)?.parameters, name })
    };
    ["corners".to_owned(), ModelStore::cells_name(args.game)].into_iter().map(model).collect()
}

fn text(bench: &Bench) -> String {
    let mut rows = vec![["stage", "p50 ms", "p95 ms"].map(str::to_owned).to_vec()];
    rows.extend(bench.stages.iter().map(|s| vec![s.stage.clone(), format!("{:.1}", s.p50_ms), format!("{:.1}", s.p95_ms)]));
    let mut models = vec![["model", "kB", "parameters"].map(str::to_owned).to_vec()];
    models.extend(bench.models.iter().map(|m| vec![m.name.clone(), (m.bytes / 1000).to_string(), m.parameters.to_string()]));
    format!(
        "{}: {:.1} photos/s ({} readings of {} photos, {} threads)\n\n{}\n{}",
        bench.game,
        bench.photos_per_second,
        bench.readings,
        bench.photos,
        bench.threads,
        output::table(&rows),
        output::table(&models)
    )
}
