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

    /// The step of the checkpoint.
    pub fn checkpoint_step(&self) -> Result<usize> {
        Ok(self.progress.step)
    }

    /// Puts the checkpoint written as `last.next` and `optimizer.next` in place; with how long the
    /// run was trained until then.
    pub fn commit_checkpoint(&mut self, step: usize, time: Duration) -> Result<()> {
        for (from, to) in [("last", "last.bpk"), ("optimizer", "optimizer.bpk")] {
            let written = [format!("{from}.next"), format!("{from}.next.bpk")];
            let next = written.iter().map(|n| self.file(n)).find(|p| p.is_file());
            fs::rename(next.context("the checkpoint was not written")?, self.file(to))?;
        }
        self.progress = Progress { step, seconds: time.as_secs_f64(), ..self.progress.clone() };
        self.write_progress(&self.progress)
    }

    fn write_progress(&self, progress: &Progress) -> Result<()> {
        fs::write(self.file("progress.next"), serde_json::to_vec(progress)?)?;
        Ok(fs::rename(self.file("progress.next"), self.file("progress.json"))?)
    }

    /// Notes an epoch's score; true when it is the best so far.
    pub fn note_score(&mut self, step: usize, score: Option<f64>) -> Result<bool> {
        self.progress.step = step;
        let better = score.is_some_and(|s| self.progress.best.is_none_or(|b| s > b));
        if better {
            let (best_step, epochs_since_best) = (step, 0);
            let seconds = self.progress.seconds;
            self.progress = Progress { step, best: score, best_step, epochs_since_best, seconds };
        } else if score.is_some() {
            self.progress.epochs_since_best += 1;
        }
        self.write_progress(&self.progress)?;
        Ok(better)
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
}
