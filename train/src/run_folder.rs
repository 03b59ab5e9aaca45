//! What a training run leaves behind: configuration, figures per epoch, curves, weights, pictures.

use crate::{config::Config, tensorboard};
use anyhow::{Context, Result, bail};
use kibitzer::{commit::commit, inference::TrainingData};
use serde::{Deserialize, Serialize};
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

/// The folder of one run.
pub struct RunFolder {
    dir: PathBuf,
    progress: Progress,
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

/// What a run was made from; `run.json`.
#[derive(Serialize)]
struct Origin<'a> {
    commit: Option<String>,
    version: &'static str,
    data: &'a [TrainingData],
}

impl RunFolder {
    /// A new folder, or with `resume` the one that is there.
    pub fn open(dir: &Path, config: &Config, data: &[TrainingData], resume: bool) -> Result<Self> {
        let old = dir.join("progress.json");
        let mut progress = Progress::default();
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
            if trained_on(dir).is_some_and(|before| before != data) {
                bail!(
                    "{} was trained on other data: name the same ones, or another folder with --out",
                    dir.display()
                );
            }
        }
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        fs::write(dir.join("config.toml"), toml::to_string(config)?)?;
        let origin = Origin {
            commit: commit().map(str::to_owned),
            version: env!("CARGO_PKG_VERSION"),
            data,
        };
        fs::write(dir.join("run.json"), serde_json::to_vec_pretty(&origin)?)?;
        Ok(Self { dir: dir.to_owned(), progress })
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

/// What the run says it was trained on.
pub fn trained_on(run: &Path) -> Option<Vec<TrainingData>> {
    let origin: serde_json::Value =
        serde_json::from_slice(&fs::read(run.join("run.json")).ok()?).ok()?;
    serde_json::from_value(origin.get("data")?.clone()).ok()
}
