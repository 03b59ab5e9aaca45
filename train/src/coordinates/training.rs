//! Training the model of coordinates.

use super::{glyphs::Alphabet, model::CoordinateNet, views::random_view};
use crate::{
    burn_model::{BurnModel, values},
    config::{Config, Network},
    experiment::{Batch, Experiment},
    loss::{Truth, cross_entropy, only, possible},
    run_folder::RunFolder,
    sheet,
};
use anyhow::{Result, bail};
use burn::prelude::*;
use image::{DynamicImage, GrayImage, RgbImage};
use kibitzer::{
    inference::{CoordinateTask, Model, Task, TrainingData},
    recognition::coordinates::to_input,
};
use ndarray::{Array4, Axis};
use rand::{SeedableRng, rngs::StdRng};
use rayon::prelude::*;

/// Pictures that are watched and never trained on, and the seed of the first.
const WATCHED: u64 = 2000;
const WATCHED_FROM: u64 = u64::MAX / 2;

/// A model of coordinates and the fonts it is trained on.
pub struct CoordinateExperiment {
    task: CoordinateTask,
    width: usize,
    alphabet: Alphabet,
    sources: Vec<TrainingData>,
}

impl CoordinateExperiment {
    /// Loads what a configuration names.
    pub fn load(config: &Config) -> Result<Self> {
        let Network::Coordinates { game, size, width, inside, outside } = config.network else {
            bail!("this configuration is not one of coordinates: use the command of its network");
        };
        let mut sources = Vec::new();
        let alphabet = Alphabet::load(&config.data.fonts, &mut sources)?;
        let task = CoordinateTask { game, size, inside, outside, temperature: 1.0 };
        Ok(Self { task, width, alphabet, sources })
    }

    fn view(&self, seed: u64) -> (RgbImage, u8) {
        let mut rng = StdRng::seed_from_u64(seed);
        let (picture, class): (GrayImage, u8) = random_view(&self.alphabet, &self.task, &mut rng);
        (DynamicImage::ImageLuma8(picture).into_rgb8(), class)
    }

    /// Pictures of these seeds as the network takes them, and their classes.
    fn views(&self, seeds: std::ops::Range<u64>) -> (Array4<f32>, Vec<u8>) {
        let views: Vec<(RgbImage, u8)> =
            seeds.into_par_iter().map(|seed| self.view(seed)).collect();
        let side = self.task.size;
        let mut input = Array4::zeros((views.len(), 1, side, side));
        for ((picture, _), mut out) in views.iter().zip(input.axis_iter_mut(Axis(0))) {
            to_input(picture, out.index_axis_mut(Axis(0), 0));
        }
        (input, views.into_iter().map(|(_, class)| class).collect())
    }

    fn batch(&self, seed: u64, size: usize) -> Batch {
        let first = seed.wrapping_mul(4096);
        let (input, classes) = self.views(first..first.saturating_add(size as u64));
        let truths: Vec<Truth> = classes.into_iter().map(only).collect();
        let shape: [usize; 4] = std::array::from_fn(|i| input.shape()[i]);
        Batch {
            input: (input.into_raw_vec_and_offset().0, shape),
            target: possible(&truths, CoordinateTask::CLASSES),
        }
    }
}

impl Experiment for CoordinateExperiment {
    type Net = CoordinateNet;

    fn card_task(&self) -> Task {
        Task::Coordinates(self.task.clone())
    }

    fn sources(&self) -> &[TrainingData] {
        &self.sources
    }

    fn network(&self, device: &Device) -> CoordinateNet {
        CoordinateNet::new(self.task.size, self.width, device)
    }

    fn batches(&self, seed: u64, size: usize, count: usize) -> impl Iterator<Item = Batch> {
        (0..count as u64).map(move |i| self.batch(seed.wrapping_add(i), size))
    }

    fn loss(&self, net: &CoordinateNet, input: Tensor<4>, target: Vec<f32>) -> Tensor<1> {
        cross_entropy(net.forward(input), target)
    }

    fn validate(&self, net: &CoordinateNet, device: &Device) -> Result<Vec<(String, f64)>> {
        let net = net.clone();
        let side = (self.task.size, self.task.size);
        let model = BurnModel::new(move |input| values(net.forward(input)), side, device.clone());
        let (input, classes) = self.views(WATCHED_FROM..WATCHED_FROM + WATCHED);
        let logits = model.run(input.view())?;
        let right = logits.outer_iter().zip(&classes).filter(|(row, class)| {
            let best = row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
            best.is_some_and(|(best, _)| best == usize::from(**class))
        });
        Ok(vec![("drawn_signs".to_owned(), right.count() as f64 / classes.len() as f64)])
    }

    fn preview(&self, folder: &RunFolder) -> Result<()> {
        let pictures: Vec<RgbImage> = (0..144).map(|seed| self.view(seed).0).collect();
        Ok(sheet::contact_sheet(&pictures, 16).save(folder.file("batch.png"))?)
    }
}
