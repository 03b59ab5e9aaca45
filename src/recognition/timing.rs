//! How long each stage took.

use std::time::{Duration, Instant};

/// Stages in the order they ran, and the time each took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timings(pub Vec<(&'static str, Duration)>);

impl Timings {
    /// Runs a stage and notes its time.
    pub fn time<T>(&mut self, stage: &'static str, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let out = run();
        let time = start.elapsed();
        match self.0.iter_mut().find(|(name, _)| *name == stage) {
            Some((_, sum)) => *sum += time,
            None => self.0.push((stage, time)),
        }
        out
    }

    /// The time of all stages together.
    pub fn total(&self) -> Duration {
        self.0.iter().map(|(_, time)| *time).sum()
    }
}
