//! Training the model that tells boards from what is none.

use super::{
    model::PresenceNet,
    places::{Boardless, load_boardless},
    views::{beside_board, no_board, part_of_board, whole_board},
};
use crate::{
    burn_model::{BurnModel, values},
    config::{Config, Network},
    data::{Pool, Sample, check_held_out, held_out, load_photos, load_renders},
    experiment::{Batch, Experiment},
    loss::{Truth, cross_entropy, only, possible},
    run_folder::RunFolder,
    sheet,
};
use anyhow::{Result, bail};
use burn::prelude::*;
use image::RgbImage;
use kibitzer::{
    dataset::{Label, manifest::Kind},
    inference::{ModelStore, PresenceTask, Task, TrainingData},
    recognition::{
        corners::CornerDetector,
        presence::{PresenceModel, input},
    },
    vision::Normalization,
};
use ndarray::{Array4, Axis, concatenate};
use rand::{Rng, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use rayon::prelude::*;
use std::{collections::BTreeMap, fmt};

/// What the corner detector's confidence counts: set on readings of training photos and parts of
/// them; a quarter of their groups the network had not seen (train/LOG.md).
const CONFIDENCE_WEIGHT: f32 = 2.0;
const EVEN_CONFIDENCE: f32 = 0.85;

/// Classes of the network, in the order of [`PresenceTask::CLASSES`].
const BOARD: u8 = 0;
const PART: u8 = 1;
const NONE: u8 = 2;

/// Shares of the views that show a whole board and a part of one; the others show none.
const BOARDS: f64 = 0.42;
const PARTS: f64 = 0.18;
/// Share of the views without a board that show what is beside one.
const BESIDE: f64 = 0.15;

/// A presence model, its training set and the groups it is watched on.
pub struct PresenceExperiment {
    task: PresenceTask,
    width: usize,
    render_share: f64,
    photos: Pool,
    renders: Pool,
    photos_without: Groups,
    renders_without: Groups,
    dev: Vec<Sample>,
    dev_without: Vec<Boardless>,
    sources: Vec<TrainingData>,
}

/// Photos without a board, drawn evenly over their groups.
#[derive(Default)]
struct Groups(Vec<Vec<Boardless>>);

impl Groups {
    fn new(all: Vec<Boardless>) -> Self {
        let mut groups: BTreeMap<String, Vec<Boardless>> = BTreeMap::new();
        for photo in all {
            groups.entry(photo.group.clone()).or_default().push(photo);
        }
        Self(groups.into_values().collect())
    }

    fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// A random one; a group by the square root of its number.
    fn draw(&self, rng: &mut StdRng) -> Option<&Boardless> {
        self.0.choose_weighted(rng, |group| (group.len() as f64).sqrt()).ok()?.choose(rng)
    }
}

impl PresenceExperiment {
    /// Loads what a configuration names.
    pub fn load(config: &Config) -> Result<Self> {
        let Network::Presence { size, width, margin, threshold, detector } = config.network.clone()
        else {
            bail!("this configuration is not a presence model's: use `kibitzer-train corners`");
        };
        let task = PresenceTask {
            size,
            margin,
            normalization: Normalization::Fixed,
            temperature: 1.0,
            threshold,
            confidence_weight: CONFIDENCE_WEIGHT,
            even_confidence: EVEN_CONFIDENCE,
        };
        let detector = CornerDetector::load(&ModelStore::at(detector))?;
        let train = |label: &Label| label.side() == "train";
        let (data, mut sources) = (&config.data, Vec::new());
        let photographed = |label: &Label| train(label) && label.kind != Kind::Screenshot;
        let photos = load_photos(data, &photographed, &mut sources)?;
        let renders = load_renders(data, &train, &mut sources)?;
        let mut without = load_boardless(&data.photos, &detector, &train, &mut sources)?;
        without.extend(load_boardless(&data.renders, &detector, &train, &mut sources)?);
        if photos.len() + renders.len() == 0 || without.is_empty() {
            bail!(
                "photos with a board and without one are both needed: check 'photos' and \
                'renders' of the configuration"
            );
        }
        let (dev, photos): (Vec<_>, Vec<_>) =
            photos.into_iter().partition(|sample| held_out(&sample.set, data.dev_share));
        let (dev_without, without): (Vec<_>, Vec<_>) =
            without.into_iter().partition(|photo| held_out(&photo.group, data.dev_share));
        let with_board = photos.len() + renders.len();
        check_held_out(data.dev_share, "photos with a board", dev.len(), with_board)?;
        let dev_count = dev_without.len();
        check_held_out(data.dev_share, "photos without a board", dev_count, without.len())?;
        let (renders_without, photos_without) = without.into_iter().partition(|photo| photo.render);
        Ok(Self {
            task,
            width,
            render_share: data.render_share,
            photos: Pool::new(photos),
            renders: Pool::new(renders),
            photos_without: Groups::new(photos_without),
            renders_without: Groups::new(renders_without),
            dev,
            dev_without,
            sources,
        })
    }

    fn sample(&self, rng: &mut StdRng) -> Option<&Sample> {
        let pools = [&self.photos, &self.renders];
        let [first, second] = match rng.random_bool(self.render_share) {
            true => [pools[1], pools[0]],
            false => pools,
        };
        first.draw(rng).or_else(|| second.draw(rng))
    }

    fn boardless(&self, rng: &mut StdRng) -> Option<&Boardless> {
        let all = [&self.photos_without, &self.renders_without];
        let [first, second] = match rng.random_bool(self.render_share) {
            true => [all[1], all[0]],
            false => all,
        };
        first.draw(rng).or_else(|| second.draw(rng))
    }

    /// A random view and its class; `None` where nothing fit.
    fn drawn(&self, rng: &mut StdRng) -> Option<(RgbImage, u8)> {
        let kind: f64 = rng.random();
        if kind < BOARDS {
            return Some((whole_board(self.sample(rng)?, &self.task, rng), BOARD));
        }
        if kind < BOARDS + PARTS {
            return Some((part_of_board(self.sample(rng)?, &self.task, rng), PART));
        }
        if rng.random_bool(BESIDE) {
            return Some((beside_board(self.sample(rng)?, &self.task, rng)?, NONE));
        }
        let photo = self.boardless(rng)?;
        let class = if photo.part { PART } else { NONE };
        Some((no_board(photo, &self.task, rng)?, class))
    }

    fn view(&self, seed: u64) -> (RgbImage, u8) {
        let mut rng = StdRng::seed_from_u64(seed);
        std::iter::repeat_with(|| self.drawn(&mut rng))
            .flatten()
            .next()
            .expect("an endless row of attempts")
    }

    fn batch(&self, seed: u64, size: usize) -> Batch {
        let views: Vec<(Array4<f32>, u8)> = (0..size as u64)
            .into_par_iter()
            .map(|i| self.view(seed.wrapping_mul(4096).wrapping_add(i)))
            .map(|(picture, class)| (input(&picture, &self.task), class))
            .collect();
        let inputs: Vec<_> = views.iter().map(|(input, _)| input.view()).collect();
        let all = concatenate(Axis(0), &inputs).expect("pictures are of one size");
        let truths: Vec<Truth> = views.iter().map(|(_, class)| only(*class)).collect();
        let side = self.task.size;
        Batch {
            input: (all.into_raw_vec_and_offset().0, [size, 3, side, side]),
            target: possible(&truths, PresenceTask::CLASSES.len()),
        }
    }

    /// Of the held-out groups, the share of the boards that are kept, and of what the detector
    /// mistakes for boards the share that is refused.
    fn read(&self, model: &PresenceModel) -> Result<[f64; 2]> {
        let is_board = |photo, quad| -> Result<bool> {
            Ok(model.of(photo, quad)?.board >= self.task.threshold)
        };
        let (mut kept, mut refused, mut mistaken) = (0, 0, 0);
        for sample in &self.dev {
            kept += usize::from(is_board(&sample.photo, &sample.quad)?);
        }
        for photo in &self.dev_without {
            for quad in &photo.mistaken {
                refused += usize::from(!is_board(&photo.photo, quad)?);
                mistaken += 1;
            }
        }
        let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
        Ok([share(kept, self.dev.len()), share(refused, mistaken)])
    }
}

/// Number of photos and of renders.
impl fmt::Display for PresenceExperiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} photos and {} renders with a board, {} and {} without one",
            self.photos.samples().len(),
            self.renders.samples().len(),
            self.photos_without.len(),
            self.renders_without.len(),
        )
    }
}

impl Experiment for PresenceExperiment {
    type Net = PresenceNet;

    fn card_task(&self) -> Task {
        Task::Presence(self.task.clone())
    }

    fn sources(&self) -> &[TrainingData] {
        &self.sources
    }

    fn network(&self, device: &Device) -> PresenceNet {
        PresenceNet::new(self.task.size, self.width, PresenceTask::CLASSES.len(), device)
    }

    fn batches(&self, seed: u64, size: usize, count: usize) -> impl Iterator<Item = Batch> {
        (0..count as u64).map(move |i| self.batch(seed.wrapping_add(i), size))
    }

    fn loss(&self, net: &PresenceNet, input: Tensor<4>, target: Vec<f32>) -> Tensor<1> {
        cross_entropy(net.forward(input), target)
    }

    fn validate(&self, net: &PresenceNet, device: &Device) -> Result<Vec<(String, f64)>> {
        if self.dev.is_empty() || self.dev_without.is_empty() {
            return Ok(Vec::new());
        }
        let net = net.clone();
        let model = BurnModel::new(
            move |input| values(net.forward(input)),
            (self.task.size, self.task.size),
            device.clone(),
        );
        let [kept, refused] = self.read(&PresenceModel::new(self.task.clone(), Box::new(model)))?;
        let named =
            [("dev_right", 0.5 * (kept + refused)), ("dev_kept", kept), ("dev_refused", refused)];
        Ok(named.map(|(name, value)| (name.to_owned(), value)).to_vec())
    }

    fn preview(&self, folder: &RunFolder) -> Result<()> {
        let of = |class: u8| {
            let views = (0..).map(|seed| self.view(seed)).filter(move |(_, of)| *of == class);
            views.take(48).map(|(picture, _)| picture)
        };
        let pictures: Vec<RgbImage> = [BOARD, PART, NONE].into_iter().flat_map(of).collect();
        Ok(sheet::contact_sheet(&pictures, 16).save(folder.file("batch.png"))?)
    }
}
