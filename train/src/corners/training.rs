//! Training the corner detector.

use super::{
    batch::{UNKNOWN, View, ViewSpec, random_view},
    model::{CornerNet, STRIDE},
};
use crate::{
    burn_model::{BurnModel, values},
    config::{Config, Network},
    data::{Sample, TrainingSet, load_photos},
    experiment::{Batch, Experiment},
    run_folder::RunFolder,
    sheet,
};
use anyhow::{Result, bail};
use burn::{prelude::*, tensor::activation::relu};
use image::{RgbImage, imageops};
use kibitzer::{
    dataset::Label,
    error::Error,
    games::GameId,
    inference::{CornerTask, Task, TrainingData},
    recognition::{Deadline, corners::CornerDetector, kind_name, lattice},
    vision::{BoardStats, Normalization, image_to_tensor},
};
use ndarray::{Array3, Array4, Axis};
use rand::{SeedableRng, rngs::StdRng};
use rayon::prelude::*;

/// How much more a pixel under a corner's bump counts than one of the background.
const CORNER_WEIGHT: f32 = 20.0;

/// The corner detector, its training set and the groups it is watched on.
pub struct CornerExperiment {
    task: CornerTask,
    width: usize,
    set: TrainingSet,
    watched: Vec<Sample>,
}

impl CornerExperiment {
    /// Loads what a configuration names. The validation split is watched, never trained on.
    pub fn load(config: &Config) -> Result<Self> {
        let Network::Corners { size, width, margin, threshold } = config.network else {
            bail!("this configuration is not a corner detector's: use `kibitzer-train cells`");
        };
        let task = corner_task(size, margin, threshold);
        let set = TrainingSet::load(&config.data, |label| !label.rectified)?;
        let val = |label: &Label| !label.rectified && label.split.as_deref() == Some("val");
        let watched = load_photos(&config.data, &val, &mut Vec::new())?;
        Ok(Self { task, width, set, watched })
    }

    /// The training set.
    pub fn set(&self) -> &TrainingSet {
        &self.set
    }

    fn batch(&self, seed: u64, size: usize) -> Batch {
        let views: Vec<View> = (0..size as u64)
            .into_par_iter()
            .map(|i| self.view(seed.wrapping_mul(4096).wrapping_add(i)))
            .collect();
        let side = self.task.size;
        let mut input = Array4::zeros((size, 3, side, side));
        for (view, out) in views.iter().zip(input.axis_iter_mut(Axis(0))) {
            image_to_tensor(
                &view.picture,
                (0, 0),
                &BoardStats::for_board(self.task.normalization, &view.picture),
                out,
            );
        }
        let target = views.iter().flat_map(|v| v.target.iter().copied()).collect();
        Batch { input: (input.into_raw_vec_and_offset().0, [size, 3, side, side]), target }
    }

    fn spec(&self) -> ViewSpec<'_> {
        ViewSpec {
            size: self.task.size,
            stride: self.task.stride,
            margin: self.task.margin,
            kinds: &self.task.kinds,
        }
    }

    fn view(&self, seed: u64) -> View {
        let mut rng = StdRng::seed_from_u64(seed);
        let (sample, other) = (self.set.draw(&mut rng), self.set.draw(&mut rng));
        random_view(sample, other, &self.spec(), &mut rng)
    }

    /// Reads the corners of samples as `kibitzer read` does: shares of boards found and right, and
    /// the mean error in pitches.
    fn read(&self, detector: &CornerDetector, samples: &[Sample]) -> Result<[f64; 3]> {
        let (mut found, mut right, mut errors) = (0, 0, 0.0);
        for sample in samples {
            let kinds: Vec<String> = sample.game.game().grids().iter().map(kind_name).collect();
            let read = detector.find(&sample.photo, &kinds, &Deadline::default());
            let error = match read {
                Ok(corners) => corner_error(
                    sample,
                    lattice::fit(&sample.photo, &corners.quad, &sample.grid).quad.corners(),
                ),
                Err(Error::NoBoard { .. }) => f64::INFINITY,
                Err(other) => return Err(other.into()),
            };
            found += usize::from(error <= 0.5);
            right += usize::from(error <= 0.25);
            errors += error.min(1.0);
        }
        let n = samples.len().max(1) as f64;
        Ok([right as f64 / n, found as f64 / n, errors / n])
    }
}

/// The card's description of a corner detector.
pub fn corner_task(size: usize, margin: f64, threshold: f32) -> CornerTask {
    let mut kinds: Vec<String> =
        GameId::ALL.iter().flat_map(|g| g.game().grids()).map(kind_name).collect();
    kinds.sort();
    kinds.dedup();
    CornerTask {
        size,
        stride: STRIDE,
        normalization: Normalization::Fixed,
        margin,
        kinds,
        covered: true,
        temperature: 1.0,
        threshold,
    }
}

/// The largest corner error in cell pitches, after the cyclic shift that fits best.
fn corner_error(sample: &Sample, corners: &[kibitzer::geometry::Point; 4]) -> f64 {
    let largest = |turns| {
        let truth = sample.quad.rotated(turns);
        (0..4).map(|i| truth.corners()[i].distance(corners[i])).fold(0.0, f64::max)
    };
    (0..4).map(largest).fold(f64::INFINITY, f64::min) / sample.grid.pitch(&sample.quad)
}

/// Binary cross entropy of logits, pixel by pixel: `max(x, 0) - x t + ln(1 + exp(-|x|))`.
fn cross_entropy(logits: Tensor<4>, target: Tensor<4>) -> Tensor<4> {
    relu(logits.clone()) - logits.clone() * target + (-logits.abs()).exp().add_scalar(1.0).log()
}

impl Experiment for CornerExperiment {
    type Net = CornerNet;

    fn card_task(&self) -> Task {
        Task::Corners(self.task.clone())
    }

    fn sources(&self) -> &[TrainingData] {
        &self.set.sources
    }

    fn network(&self, device: &Device) -> CornerNet {
        CornerNet::new(self.width, self.task.channels(), device)
    }

    fn batches(&self, seed: u64, size: usize, count: usize) -> impl Iterator<Item = Batch> {
        (0..count as u64).map(move |i| self.batch(seed.wrapping_add(i), size))
    }

    fn loss(&self, net: &CornerNet, input: Tensor<4>, target: Vec<f32>) -> Tensor<1> {
        let [batch, ..] = input.dims();
        let side = self.task.size / self.task.stride;
        let kinds = self.task.kinds.len();
        let channels = self.task.channels();
        let target = Tensor::<4>::from_data(
            TensorData::new(target, [batch, channels, side, side]),
            &input.device(),
        );
        let losses = cross_entropy(net.forward(input), target.clone());
        let all = [0..batch, 0..1, 0..side, 0..side];
        let bumps = target.clone().slice(all.clone());
        let corners = losses.clone().slice(all) * (bumps.clone() * CORNER_WEIGHT).add_scalar(1.0);
        let masks = losses.clone().slice([0..batch, 1..1 + kinds, 0..side, 0..side]);
        let last = [0..batch, 1 + kinds..channels, 0..side, 0..side];
        let known = target.slice(last.clone()).greater_equal_elem(UNKNOWN / 2.0).float();
        let hidden = (losses.slice(last) * known.clone()).sum() / known.sum().add_scalar(1.0);
        corners.sum() / bumps.sum().add_scalar(1.0) * 0.2 + masks.mean() * kinds as f32 + hidden
    }

    fn validate(&self, net: &CornerNet, device: &Device) -> Result<Vec<(String, f64)>> {
        let net = net.clone();
        let side = (self.task.size, self.task.size);
        let model = BurnModel::new(move |input| values(net.forward(input)), side, device.clone());
        let detector = CornerDetector::new(self.task.clone(), Box::new(model));
        let mut figures = Vec::new();
        for (name, samples) in [("dev", &self.set.dev), ("val", &self.watched)] {
            if !samples.is_empty() {
                let [right, found, error] = self.read(&detector, samples)?;
                figures.extend([
                    (format!("{name}_corners_ok"), right),
                    (format!("{name}_found"), found),
                    (format!("{name}_error"), error),
                ]);
            }
        }
        Ok(figures)
    }

    fn preview(&self, folder: &RunFolder) -> Result<()> {
        let pictures: Vec<RgbImage> =
            (0..24u64).into_par_iter().map(|i| shown(&self.view(i), self.task.stride)).collect();
        Ok(sheet::contact_sheet(&pictures, 6).save(folder.file("batch.png"))?)
    }
}

/// A view with its target laid over it: corners in red, the playing field in green, what hides it
/// in blue.
fn shown(view: &View, stride: usize) -> RgbImage {
    let mut out = view.picture.clone();
    let heat: &Array3<f32> = &view.target;
    for (x, y, pixel) in out.enumerate_pixels_mut() {
        let (row, col) = (y as usize / stride, x as usize / stride);
        let last = heat.len_of(Axis(0)) - 1;
        let field = (1..last).map(|k| heat[[k, row, col]]).sum::<f32>();
        pixel[0] = pixel[0].saturating_add((heat[[0, row, col]] * 200.0) as u8);
        pixel[1] = pixel[1].saturating_add((field * 30.0) as u8);
        pixel[2] = pixel[2].saturating_add((heat[[last, row, col]] * 120.0) as u8);
    }
    imageops::resize(&out, 192, 192, imageops::FilterType::Triangle)
}
