//! What a training run leaves behind: configuration, figures per epoch, curves, weights, pictures.

use crate::{config::Config, start::Start, tensorboard};
use anyhow::{Context, Result, bail};
use kibitzer::{commit::commit, inference::TrainingData};
use serde::{Deserialize, Serialize};
use std::{
    fmt::Write as _,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    time::Duration,
};

/// The folder of one run.
pub struct RunFolder {
    dir: PathBuf,
    progress: Progress,
    config: Config,
    origin: Origin,
}

/// Where a run stands; `progress.json`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Progress {
    step: usize,
    best: Option<f64>,
    best_step: usize,
    epochs_since_best: usize,
    /// How long it was trained.
    #[serde(default)]
    seconds: f64,
    /// Losses of the epoch that is going on.
    #[serde(default)]
    losses: Vec<f64>,
}

/// What a run is made from, and how long it is to go on; `run.json`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The commit of the program, where it is known.
    #[serde(default)]
    pub commit: Option<String>,
    /// The program's version.
    #[serde(default)]
    pub version: String,
    /// The file of the configuration, as it was named.
    #[serde(default)]
    pub config: Option<String>,
    /// The weights that it started from.
    #[serde(default)]
    pub start: Option<Start>,
    /// What it is trained on.
    #[serde(default)]
    pub data: Vec<TrainingData>,
    /// Minutes after which it is to end.
    #[serde(default)]
    pub minutes: Option<f64>,
    /// Batches after which it is to end, where that is not what the configuration says.
    #[serde(default)]
    pub steps: Option<usize>,
}

/// A moment that a run can go on from: the end of an epoch, or within one.
pub struct Checkpoint {
    /// Batches that the run was trained on until then.
    pub step: usize,
    /// How long it was trained until then.
    pub time: Duration,
    /// What chooses the best weights; `None` within an epoch, and where no set is held out.
    pub score: Option<f64>,
    /// Losses of the epoch that is going on; none at its end.
    pub losses: Vec<f64>,
}

impl Progress {
    /// Where the run stands at a checkpoint.
    fn at(&self, checkpoint: &Checkpoint) -> Self {
        let &Checkpoint { step, time, score, ref losses } = checkpoint;
        let (seconds, losses) = (time.as_secs_f64(), losses.clone());
        let progress = Self { step, seconds, losses, ..self.clone() };
        if self.is_best(score) {
            Self { best: score, best_step: step, epochs_since_best: 0, ..progress }
        } else if score.is_some() {
            Self { epochs_since_best: self.epochs_since_best + 1, ..progress }
        } else {
            progress
        }
    }

    fn is_best(&self, score: Option<f64>) -> bool {
        score.is_some_and(|score| self.best.is_none_or(|best| score > best))
    }
}

impl Origin {
    /// That of a run trained on this, by this program.
    pub fn new(data: &[TrainingData]) -> Self {
        Self {
            commit: commit().map(str::to_owned),
            version: env!("CARGO_PKG_VERSION").into(),
            data: data.to_vec(),
            ..Self::default()
        }
    }

    /// What a run's folder says; `None` where it says nothing.
    ///
    /// # Errors
    /// When its file cannot be understood.
    pub fn of_run(dir: &Path) -> Result<Option<Self>> {
        let path = dir.join("run.json");
        let Ok(text) = fs::read(&path) else { return Ok(None) };
        serde_json::from_slice(&text).map(Some).with_context(|| format!("bad {}", path.display()))
    }

    /// All that the weights have seen: what those at the start had, and the run's own data.
    pub fn all_data(&self) -> Vec<TrainingData> {
        let mut all: Vec<TrainingData> =
            self.start.iter().flat_map(|start| start.data.clone()).collect();
        for data in &self.data {
            if !all.contains(data) {
                all.push(data.clone());
            }
        }
        all
    }

    /// The same for a run that goes on: what it started from stays, and what it is not told anew.
    fn going_on_from(self, before: Self) -> Self {
        Self {
            start: before.start,
            config: self.config.or(before.config),
            minutes: self.minutes.or(before.minutes),
            steps: self.steps.or(before.steps),
            ..self
        }
    }
}

impl RunFolder {
    /// A new folder, or with `resume` the one that is there: it is unfinished from then on.
    ///
    /// # Errors
    /// When there is a run already, or with `resume` none, or one of other data.
    pub fn open(dir: &Path, config: &Config, origin: Origin, resume: bool) -> Result<Self> {
        let old = dir.join("progress.json");
        let (mut origin, mut progress) = (origin, Progress::default());
        if resume && !old.is_file() {
            bail!("{} holds no run to go on with: leave out --resume", dir.display());
        }
        if old.is_file() {
            if !resume {
                bail!(
                    "{} holds a run already: go on with --resume, or name another folder with \
                    --out",
                    dir.display()
                );
            }
            progress = serde_json::from_slice(&fs::read(&old)?)
                .with_context(|| format!("bad {}", old.display()))?;
            if let Some(before) = Origin::of_run(dir)? {
                if before.data != origin.data {
                    bail!(
                        "{} was trained on other data: name the same ones, or another folder with \
                        --out",
                        dir.display()
                    );
                }
                origin = origin.going_on_from(before);
            }
            for finished in ["final.bpk", "report.html"] {
                remove(&dir.join(finished))?;
            }
        }
        let mut config = config.clone();
        if let Some(steps) = origin.steps {
            config.schedule.steps = steps;
        }
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        drop_rows_beyond(progress.step, &dir.join("metrics.csv"))?;
        tensorboard::drop_beyond(progress.step, &dir.join(tensorboard::EVENTS))?;
        fs::write(dir.join("config.toml"), toml::to_string(&config)?)?;
        fs::write(dir.join("run.json"), serde_json::to_vec_pretty(&origin)?)?;
        Ok(Self { dir: dir.to_owned(), progress, config, origin })
    }

    /// The run's configuration, with as many batches as it is to have.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// What the run is made from.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// A file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// The weights of the last checkpoint.
    pub fn last_weights(&self) -> PathBuf {
        self.file("last.bpk")
    }

    /// The best weights by the held-out groups.
    pub fn best_weights(&self) -> PathBuf {
        self.file("best.bpk")
    }

    /// Whether there is a checkpoint to go on from.
    pub fn has_checkpoint(&self) -> bool {
        self.last_weights().is_file()
            && self.file("optimizer.bpk").is_file()
            && self.progress.step > 0
    }

    /// How long the run was trained until its checkpoint.
    pub fn trained_for(&self) -> Duration {
        Duration::from_secs_f64(self.progress.seconds)
    }

    /// The losses of the epoch within which the checkpoint is.
    pub fn losses(&self) -> Vec<f64> {
        self.progress.losses.clone()
    }

    /// The step of the checkpoint.
    pub fn checkpoint_step(&self) -> Result<usize> {
        Ok(self.progress.step)
    }

    /// Puts the weights written as `last.next` and `optimizer.next` in place, those of the best epoch
    /// as `best.next` before them, and says last how far the run is: one that is killed before that
    /// goes on from the checkpoint before.
    pub fn commit_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<()> {
        if self.is_best(checkpoint.score) {
            self.put_in_place("best")?;
        }
        self.put_in_place("last")?;
        self.put_in_place("optimizer")?;
        self.progress = self.progress.at(checkpoint);
        self.write_progress(&self.progress)
    }

    /// Makes `NAME.next` the file `NAME.bpk`.
    fn put_in_place(&self, name: &str) -> Result<()> {
        let written = [format!("{name}.next"), format!("{name}.next.bpk")];
        let next = written.iter().map(|n| self.file(n)).find(|p| p.is_file());
        let next = next.context("the checkpoint was not written")?;
        Ok(fs::rename(next, self.file(&format!("{name}.bpk")))?)
    }

    fn write_progress(&self, progress: &Progress) -> Result<()> {
        fs::write(self.file("progress.next"), serde_json::to_vec(progress)?)?;
        Ok(fs::rename(self.file("progress.next"), self.file("progress.json"))?)
    }

    /// Whether an epoch with this score is the best so far.
    pub fn is_best(&self, score: Option<f64>) -> bool {
        self.progress.is_best(score)
    }

    /// Epochs since the best one.
    pub fn epochs_without_improvement(&self) -> usize {
        self.progress.epochs_since_best
    }

    /// Appends an epoch to `metrics.csv` and TensorBoard's events, redraws `curves.svg`, and returns the line for people.
    pub fn log(
        &self,
        step: usize,
        loss: f64,
        rate: f64,
        time: Duration,
        figures: &[(String, f64)],
    ) -> Result<String> {
        let path = self.file("metrics.csv");
        let mut table = fs::read_to_string(&path).unwrap_or_default();
        if table.is_empty() {
            let names: String = figures.iter().map(|(name, _)| format!(",{name}")).collect();
            writeln!(table, "step,seconds,learning_rate,loss{names}")?;
        }
        let values: String = figures.iter().map(|(_, v)| format!(",{v:.6}")).collect();
        writeln!(table, "{step},{:.0},{rate:.2e},{loss:.6}{values}", time.as_secs_f64())?;
        fs::write(&path, &table)?;
        fs::write(self.file("curves.svg"), crate::curves::draw(&table))?;
        let always = [("loss", loss), ("learning_rate", rate)].into_iter();
        let scalars: Vec<(&str, f64)> =
            always.chain(figures.iter().map(|(name, v)| (name.as_str(), *v))).collect();
        tensorboard::append(&self.file(tensorboard::EVENTS), step, &scalars)?;
        let shown: String = figures.iter().map(|(name, v)| format!(" {name} {v:.4}")).collect();
        Ok(format!("step {step} after {:.0} s: loss {loss:.5}{shown}", time.as_secs_f64()))
    }
}

/// Takes the epochs beyond a step out of a table of figures: a run that was killed at their end is
/// trained on them once more.
fn drop_rows_beyond(step: usize, table: &Path) -> Result<()> {
    let Ok(text) = fs::read_to_string(table) else { return Ok(()) };
    let step_of = |row: &str| row.split(',').next().and_then(|step| step.parse::<usize>().ok());
    let is_past = |row: &&str| step_of(row).is_some_and(|of_row| of_row <= step);
    let rows: Vec<&str> = text.lines().skip(1).filter(is_past).collect();
    if rows.is_empty() {
        return remove(table);
    }
    let lines = text.lines().take(1).chain(rows);
    let kept: String = lines.map(|line| format!("{line}\n")).collect();
    fs::write(table, kept).with_context(|| format!("cannot write {}", table.display()))
}

/// Removes a file, where it is there.
fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(source: &str) -> TrainingData {
        TrainingData { source: source.into(), sha256: "00".into(), photos: 1, corrections: None }
    }

    #[test]
    fn a_run_that_goes_on_is_unfinished_and_keeps_what_it_was_begun_with() {
        let dir = tempfile::tempdir().expect("a folder");
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/smoke-cells.toml");
        let config = Config::read(config.as_ref()).expect("a configuration");
        let start = Start {
            path: "models/go-cells".into(),
            sha256: "11".into(),
            model: Some("go-cells".into()),
            calibration: None,
            data: vec![data("theirs"), data("ours")],
        };
        let begun = Origin {
            start: Some(start),
            minutes: Some(10.0),
            steps: Some(7),
            ..Origin::new(&[data("ours")])
        };
        let run = RunFolder::open(dir.path(), &config, begun.clone(), false).expect("a run");
        assert_eq!(run.config().schedule.steps, 7);
        run.write_progress(&Progress::default()).expect("written");
        for name in ["final.bpk", "report.html", "last.bpk"] {
            fs::write(run.file(name), "").expect("written");
        }
        assert!(RunFolder::open(dir.path(), &config, begun, false).is_err(), "it is there");
        let other = Origin::new(&[data("other")]);
        assert!(RunFolder::open(dir.path(), &config, other, true).is_err(), "of other data");
        assert!(run.file("final.bpk").exists(), "nothing was changed by these");
        let longer = Origin { minutes: Some(60.0), ..Origin::new(&[data("ours")]) };
        let run = RunFolder::open(dir.path(), &config, longer, true).expect("the same run");
        assert!(!run.file("final.bpk").exists() && !run.file("report.html").exists());
        assert!(run.file("last.bpk").exists());
        assert_eq!((run.origin().minutes, run.origin().steps), (Some(60.0), Some(7)));
        assert_eq!(run.origin().all_data(), [data("theirs"), data("ours")]);
    }

    /// The run's folder as a run that was killed has left it, opened once more.
    fn reopened(dir: &Path, resume: bool) -> RunFolder {
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/smoke-cells.toml");
        let config = Config::read(config.as_ref()).expect("a configuration");
        RunFolder::open(dir, &config, Origin::default(), resume).expect("a run")
    }

    #[test]
    fn what_says_how_far_a_run_is_comes_after_its_weights() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut run = reopened(dir.path(), false);
        let epoch = |step: usize, score: f64| Checkpoint {
            step,
            time: Duration::from_secs(step as u64),
            score: Some(score),
            losses: Vec::new(),
        };
        let write = |names: &[&str], text: &str| {
            for name in names {
                fs::write(dir.path().join(format!("{name}.next")), text).expect("written");
            }
        };
        write(&["best", "last", "optimizer"], "10");
        run.commit_checkpoint(&epoch(10, 0.5)).expect("an epoch");
        write(&["last", "optimizer"], "20");
        assert!(run.commit_checkpoint(&epoch(20, 0.75)).is_err(), "no weights of the best epoch");
        let killed = reopened(dir.path(), true);
        assert_eq!((killed.progress.step, killed.progress.best), (10, Some(0.5)));
        let weights = |name: &str| fs::read_to_string(dir.path().join(name)).expect("weights");
        assert_eq!([weights("best.bpk"), weights("last.bpk")], ["10", "10"]);
        run.commit_checkpoint(&epoch(20, 0.5)).expect("no better epoch needs no best weights");
        let killed = reopened(dir.path(), true);
        assert_eq!((killed.progress.step, killed.progress.best_step), (20, 10));
        assert_eq!(killed.epochs_without_improvement(), 1);
        assert_eq!([weights("best.bpk"), weights("last.bpk")], ["10", "20"]);
    }

    #[test]
    fn figures_of_epochs_that_are_trained_once_more_are_not_there_twice() {
        let dir = tempfile::tempdir().expect("a folder");
        let steps = || -> Vec<String> {
            let table = fs::read_to_string(dir.path().join("metrics.csv")).unwrap_or_default();
            let step = |row: &str| row.split(',').next().unwrap_or_default().to_owned();
            table.lines().map(step).collect()
        };
        let log = |run: &RunFolder, step| {
            run.log(step, 0.5, 1e-3, Duration::ZERO, &[]).expect("written");
        };
        // Killed before the first checkpoint: this is a new run.
        log(&reopened(dir.path(), false), 10);
        let run = reopened(dir.path(), false);
        assert!(steps().is_empty(), "{:?}", steps());
        log(&run, 10);
        run.write_progress(&Progress { step: 10, ..Progress::default() }).expect("written");
        log(&run, 20);
        log(&reopened(dir.path(), true), 20);
        assert_eq!(steps(), ["step", "10", "20"]);
        let events = fs::read(dir.path().join(tensorboard::EVENTS)).expect("events");
        let events = tensorboard::testing::records(&events);
        let steps: Vec<u8> = events.iter().map(|event| event[10]).collect();
        assert_eq!(steps, [0, 10, 20], "for TensorBoard, too");
    }
}
