//! The one training loop, for whatever an [`Experiment`] trains.

use crate::{
    burn_model::values,
    config::{Config, Schedule},
    run_folder::{Checkpoint, RunFolder},
    start::with_weights,
};
use anyhow::{Result, bail};
use burn::{
    module::Module,
    optim::{AdamWConfig, GradientsParams, ModuleOptimizer},
    prelude::*,
    store::ModuleRecord,
};
use indicatif::{ProgressBar, ProgressStyle};
use kibitzer::inference::{Task, TrainingData};
use ndarray::Array4;
use std::{
    path::Path,
    sync::mpsc::{Receiver, sync_channel},
    time::{Duration, Instant},
};

/// Batches that are drawn together, and how many are made ahead of the one being trained on.
const TOGETHER: usize = 16;
const AHEAD: usize = TOGETHER + 6;

/// How often a run without a terminal says how far it is.
const REPORT_EVERY: Duration = Duration::from_secs(30);

/// Longest time that a run which is interrupted may lose.
pub const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// A batch on its way to the device: input `[batch, channels, h, w]` and a target whose meaning is
/// the experiment's.
pub struct Batch {
    /// The input's values and shape.
    pub input: (Vec<f32>, [usize; 4]),
    /// The target's values.
    pub target: Vec<f32>,
}

/// Something to train.
pub trait Experiment: Sync {
    /// The network.
    type Net: Module + Send;

    /// What the network is for, as its model's card says.
    fn card_task(&self) -> Task;

    /// What it is trained on.
    fn sources(&self) -> &[TrainingData];

    /// A network with random weights.
    fn network(&self, device: &Device) -> Self::Net;

    /// So many batches of random samples; the same seed gives the same ones. Samples that have
    /// something in common are spread over all of them.
    fn batches(&self, seed: u64, size: usize, count: usize) -> impl Iterator<Item = Batch>;

    /// So many inputs that the exported network is compared on.
    fn inputs(&self, count: usize) -> Array4<f32> {
        let batch = self.batches(0, count, 1).next().expect("a batch was asked for");
        Array4::from_shape_vec(batch.input.1, batch.input.0).expect("the batch has its shape")
    }

    /// The loss of a batch.
    fn loss(&self, net: &Self::Net, input: Tensor<4>, target: Vec<f32>) -> Tensor<1>;

    /// Figures on samples that are not trained on: name and value, the first one (higher is better)
    /// that is not of validation photos (`val_`) chooses the best weights. Empty where there are no such samples.
    fn validate(&self, net: &Self::Net, device: &Device) -> Result<Vec<(String, f64)>>;

    /// What the network mistakes for what on samples that are not trained on, as a part of the run's
    /// report; nothing where there is nothing to tell.
    fn errors(&self, _net: &Self::Net, _device: &Device) -> Result<String> {
        Ok(String::new())
    }

    /// Writes pictures of augmented samples, for people to look at.
    fn preview(&self, folder: &RunFolder) -> Result<()>;
}

/// What can end a run early, and how much may be lost then.
pub struct Limits {
    /// Longest time to train for, what was trained before an interruption included.
    pub time: Option<Duration>,
    /// Whether to go on from the run folder's checkpoint.
    pub resume: bool,
    /// After how long there is a checkpoint within an epoch.
    pub checkpoint_every: Duration,
}

/// Trains, with a line of figures every epoch, and a checkpoint then and as often as the limits say;
/// returns the network to keep. A new run starts from the weights at `from`, or from random ones.
pub fn train<E: Experiment>(
    experiment: &E,
    config: &Config,
    folder: &mut RunFolder,
    limits: &Limits,
    from: Option<&Path>,
    device: &Device,
) -> Result<E::Net> {
    let schedule = &config.schedule;
    let training_device = device.clone().autodiff();
    device.seed(schedule.seed);
    let mut net = experiment.network(&training_device).train();
    let mut optimizer = AdamWConfig::new().with_weight_decay(schedule.weight_decay).init();
    let (mut start, mut losses) = (0, Vec::new());
    if limits.resume && folder.has_checkpoint() {
        (net, optimizer, start) = load_checkpoint(folder, net, optimizer)?;
        losses = folder.losses();
    } else {
        if let Some(from) = from {
            net = with_weights(net, from)?;
        }
        experiment.preview(folder)?;
    }
    let (began, before) = (Instant::now(), folder.trained_for());
    let elapsed = || before + began.elapsed();
    let done = |step: usize, elapsed: Duration| {
        let of_time = limits.time.map_or(0.0, |t| elapsed.as_secs_f64() / t.as_secs_f64());
        (step as f64 / schedule.steps as f64).max(of_time)
    };
    let progress = progress_bar(schedule.steps, start);
    let net = std::thread::scope(|scope| -> Result<E::Net> {
        let mut net = net;
        let batches = spawn_loader(scope, experiment, schedule, start);
        let (mut reported, mut saved) = (Instant::now(), Instant::now());
        let mut waited = Duration::ZERO;
        for step in start..schedule.steps {
            let asked = Instant::now();
            let Ok(batch) = batches.recv() else { bail!("the loader stopped") };
            waited += asked.elapsed();
            let input = Tensor::<4>::from_data(
                TensorData::new(batch.input.0, batch.input.1),
                &training_device,
            );
            let loss = experiment.loss(&net, input, batch.target);
            if step % 10 == 0 || losses.is_empty() {
                losses.push(f64::from(values(loss.clone()).0[0]));
            }
            let gradients = GradientsParams::from_grads(loss.backward(), &net);
            let rate = learning_rate(schedule, done(step, elapsed()));
            net = optimizer.step(rate, net, gradients);
            progress.inc(1);
            if progress.is_hidden() && reported.elapsed() > REPORT_EVERY {
                let speed = (step + 1 - start) as f64 / began.elapsed().as_secs_f64();
                let left = (schedule.steps - step) as f64 / speed;
                let left = limits
                    .time
                    .map_or(left, |t| left.min(t.saturating_sub(elapsed()).as_secs_f64()))
                    / 60.0;
                let waiting = 100.0 * waited.as_secs_f64() / began.elapsed().as_secs_f64();
                eprintln!(
                    "batch {}, {speed:.1}/s ({waiting:.0} % of the time waiting for the loader), \
                    {left:.1} min left at most",
                    step + 1
                );
                reported = Instant::now();
            }
            let last = step + 1 == schedule.steps;
            let out_of_time = limits.time.is_some_and(|t| elapsed() > t);
            if (step + 1) % schedule.epoch == 0 || last || out_of_time {
                let loss = losses.iter().sum::<f64>() / losses.len().max(1) as f64;
                losses.clear();
                let figures = experiment.validate(&net.valid(), device)?;
                let line = folder.log(step + 1, loss, rate, elapsed(), &figures)?;
                if progress.is_hidden() {
                    eprintln!("{line}");
                }
                progress.println(line);
                // Validation photos are looked at, and choose nothing.
                let score = figures.iter().find(|(name, _)| !name.starts_with("val_"));
                let score = score.map(|(_, value)| *value);
                let end = Checkpoint { step: step + 1, time: elapsed(), score, losses: Vec::new() };
                save_checkpoint(folder, &net, &optimizer, &end)?;
                saved = Instant::now();
                if folder.epochs_without_improvement() > schedule.patience || out_of_time {
                    break;
                }
            } else if saved.elapsed() >= limits.checkpoint_every {
                let losses = losses.clone();
                let within = Checkpoint { step: step + 1, time: elapsed(), score: None, losses };
                save_checkpoint(folder, &net, &optimizer, &within)?;
                saved = Instant::now();
            }
        }
        Ok(net)
    })?;
    progress.finish_and_clear();
    if config.data.dev_share > 0.0 && folder.best_weights().is_file() {
        return Ok(experiment
            .network(device)
            .load_record(ModuleRecord::load(folder.best_weights())?));
    }
    Ok(net.valid())
}

fn progress_bar(steps: usize, start: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} batches, {per_sec}, {eta} left");
    let bar = ProgressBar::new(steps as u64).with_position(start as u64);
    if let Ok(style) = style { bar.with_style(style) } else { bar }
}

fn spawn_loader<'scope, 'env, E: Experiment>(
    scope: &'scope std::thread::Scope<'scope, 'env>,
    experiment: &'env E,
    schedule: &'env Schedule,
    start: usize,
) -> Receiver<Batch> {
    let (sender, receiver) = sync_channel(AHEAD);
    scope.spawn(move || {
        for batch in batches_from(experiment, schedule, start) {
            if sender.send(batch).is_err() {
                break;
            }
        }
    });
    receiver
}

/// The batches of a run from a step on: the same ones, whether it was interrupted before or not.
pub fn batches_from<E: Experiment>(
    experiment: &E,
    schedule: &Schedule,
    start: usize,
) -> impl Iterator<Item = Batch> {
    let rounds = (start - start % TOGETHER..schedule.steps).step_by(TOGETHER);
    let batches = rounds.flat_map(move |first| {
        let seed = schedule.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(first as u64);
        // The round in which a run was interrupted is drawn again, without the batches that it has
        // been trained on.
        let seen = start.saturating_sub(first);
        experiment.batches(seed, schedule.batch, TOGETHER).skip(seen)
    });
    batches.take(schedule.steps.saturating_sub(start))
}

/// A linear warm-up over the first 3 % of the run, then half a cosine down to 0; `done` is the
/// share of the steps, or of the time allowed, that has passed.
fn learning_rate(schedule: &Schedule, done: f64) -> f64 {
    const WARM_UP: f64 = 0.03;
    if done < WARM_UP {
        return schedule.learning_rate * (done / WARM_UP).max(0.01);
    }
    let cooled = ((done - WARM_UP) / (1.0 - WARM_UP)).min(1.0);
    schedule.learning_rate * 0.5 * (1.0 + (std::f64::consts::PI * cooled).cos()) + 1e-7
}

fn save_checkpoint<M: Module>(
    folder: &mut RunFolder,
    net: &M,
    optimizer: &ModuleOptimizer,
    checkpoint: &Checkpoint,
) -> Result<()> {
    if folder.is_best(checkpoint.score) {
        net.clone().into_record().save(folder.file("best.next"))?;
    }
    net.clone().into_record().save(folder.file("last.next"))?;
    optimizer.save(folder.file("optimizer.next"))?;
    folder.commit_checkpoint(checkpoint)
}

fn load_checkpoint<M: Module>(
    folder: &RunFolder,
    net: M,
    optimizer: ModuleOptimizer,
) -> Result<(M, ModuleOptimizer, usize)> {
    let step = folder.checkpoint_step()?;
    let net = net.load_record(ModuleRecord::load(folder.last_weights())?);
    Ok((net, optimizer.load(folder.file("optimizer.bpk"))?, step))
}

#[cfg(all(test, feature = "flex"))]
mod tests {
    use super::*;
    use crate::run_folder::Origin;
    use burn::nn::{Initializer, Linear, LinearConfig};
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn the_learning_rate_rises_then_falls_to_nothing() {
        let schedule = Schedule {
            seed: 1,
            batch: 1,
            steps: 1000,
            epoch: 100,
            learning_rate: 1e-3,
            weight_decay: 0.0,
            patience: 1,
        };
        assert!(learning_rate(&schedule, 0.0) < 1e-4);
        assert!((learning_rate(&schedule, 0.03) - 1e-3).abs() < 1e-5);
        assert!(learning_rate(&schedule, 1.0) < 1e-6);
        assert!((3..100).all(|s| learning_rate(&schedule, s as f64 / 100.0)
            >= learning_rate(&schedule, (s + 1) as f64 / 100.0)));
    }

    /// Learns what a line through points is, and has only so many batches left to give.
    struct Line(AtomicUsize);

    impl Experiment for Line {
        type Net = Linear;

        fn card_task(&self) -> Task {
            unreachable!("it is not exported")
        }

        fn sources(&self) -> &[TrainingData] {
            &[]
        }

        fn network(&self, device: &Device) -> Linear {
            LinearConfig::new(1, 1).with_initializer(Initializer::Zeros).init(device)
        }

        fn batches(&self, seed: u64, size: usize, count: usize) -> impl Iterator<Item = Batch> {
            let one = move |i: usize| {
                let x = |j: usize| ((seed % 97) as usize + 7 * i + j) as f32 / 100.0;
                let input: Vec<f32> = (0..size).map(x).collect();
                let target = input.iter().map(|x| 2.0 * x + 1.0).collect();
                Batch { input: (input, [1, 1, size, 1]), target }
            };
            let some = |_: &usize| {
                let one_less = |left: usize| left.checked_sub(1);
                self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok()
            };
            (0..count).take_while(some).map(one)
        }

        fn loss(&self, net: &Linear, input: Tensor<4>, target: Vec<f32>) -> Tensor<1> {
            let shape = input.dims();
            let said = net.forward(input);
            let wanted = Tensor::<4>::from_data(TensorData::new(target, shape), &said.device());
            (said - wanted).square().mean()
        }

        fn validate(&self, net: &Linear, _: &Device) -> Result<Vec<(String, f64)>> {
            Ok(vec![("slope".to_owned(), f64::from(values(net.weight.val()).0[0]))])
        }

        fn preview(&self, _: &RunFolder) -> Result<()> {
            Ok(())
        }
    }

    /// Trains on so many batches, of 32 in an epoch and 64 in all; the figures of its epochs.
    fn trained(dir: &Path, batches: usize, resume: bool) -> Result<Vec<Vec<String>>> {
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/smoke-cells.toml");
        let mut config = Config::read(config.as_ref())?;
        config.schedule = Schedule { batch: 4, steps: 64, epoch: 32, ..config.schedule };
        let mut folder = RunFolder::open(dir, &config, Origin::default(), resume)?;
        let limits = Limits { time: None, resume, checkpoint_every: Duration::ZERO };
        let device = crate::device::by_name("flex")?;
        train(&Line(batches.into()), &config, &mut folder, &limits, None, &device)?;
        let table = std::fs::read_to_string(dir.join("metrics.csv"))?;
        // How long it took is no figure.
        let without_seconds = |row: &str| -> Vec<String> {
            let cells = row.split(',').enumerate().filter(|(column, _)| *column != 1);
            cells.map(|(_, cell)| cell.to_owned()).collect()
        };
        Ok(table.lines().map(without_seconds).collect())
    }

    #[test]
    fn a_run_goes_on_within_an_epoch_as_if_it_was_not_interrupted() {
        let dirs = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let [whole, cut] = dirs.each_ref().map(|dir| dir.path());
        let figures = trained(whole, 100, false).expect("trained");
        assert_eq!(figures.len(), 3, "{figures:?}");
        // Cut short in the first epoch, and in the second.
        assert!(trained(cut, 25, false).is_err());
        let progress = || std::fs::read_to_string(cut.join("progress.json")).expect("progress");
        assert!(progress().contains("\"step\":25"), "{}", progress());
        // The round of 16 is drawn anew.
        assert!(trained(cut, 9 + 15, true).is_err());
        assert!(progress().contains("\"step\":40"), "{}", progress());
        assert_eq!(trained(cut, 100, true).expect("trained"), figures);
    }
}
