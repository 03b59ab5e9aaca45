//! Training a position model.

use super::{
    boards::{Games, set_up},
    model::{PositionNet, PositionNetShape},
    noise::seen,
};
use crate::{
    burn_model::{BurnModel, values},
    config::{Config, Network},
    data::{manifests, source_of},
    experiment::{Batch, Experiment},
    run_folder::RunFolder,
};
use anyhow::{Context, Result, bail};
use burn::{prelude::*, tensor::activation::log_softmax};
use kibitzer::{
    games::{CellGrid, CellProbs, Game},
    inference::{PositionTask, TrainingData},
    recognition::positions::{PositionReader, log_probs},
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use rayon::prelude::*;
use std::fs;

/// One game in so many is not trained on.
const HELD_OUT: usize = 20;

/// Boards that training is watched on, of either kind.
const WATCHED: usize = 300;

/// Boards shown before a run.
const SHOWN: usize = 12;

/// A position model and the games it learns from.
pub struct PositionExperiment {
    task: PositionTask,
    shape: PositionNetShape,
    set_up_share: f64,
    games: Games,
    held_out: Games,
    whole_set: Vec<u8>,
    sources: Vec<TrainingData>,
}

/// A board and what a classifier might say of it.
struct Sample {
    board: CellGrid,
    probs: CellProbs,
}

impl PositionExperiment {
    /// Loads what a configuration names.
    pub fn load(config: &Config) -> Result<Self> {
        let Network::Positions { game, width, blocks, least_probability, set_up_share } = config.network.clone() else {
            bail!("this configuration is not a position model's: use `kibitzer-train corners` or `cells`");
        };
        let game = game.game();
        let [path] = config.data.games.as_slice() else {
            bail!("'games' of the configuration has to name one file of positions")
        };
        let path = manifests(path)?.remove(0);
        let games = Games::read(&path, game)?;
        let sources = vec![source_of(&path, games.len())?];
        let whole_set = games.whole_set();
        let (held_out, games) = games.split(HELD_OUT);
        if games.len() == 0 {
            bail!("{} holds one game only: it takes more to learn from", path.display());
        }
        let classes: Vec<String> = game.classes().iter().map(|class| class.code.to_owned()).collect();
        let grid = game.grids()[0];
        let shape = PositionNetShape { board: [grid.rows, grid.cols], classes: classes.len(), width, blocks };
        let task = PositionTask { game: game.id(), classes, least_probability, most_men: whole_set.len() };
        Ok(Self { task, shape, set_up_share, games, held_out, whole_set, sources })
    }

    /// The card of the network.
    pub fn task(&self) -> &PositionTask {
        &self.task
    }

    /// What it is trained on.
    pub fn sources(&self) -> &[TrainingData] {
        &self.sources
    }

    /// Number of positions trained on.
    pub fn positions(&self) -> usize {
        self.games.len()
    }

    fn game(&self) -> &'static dyn Game {
        self.task.game.game()
    }

    /// A board of a game, or one that was set up.
    fn sample(&self, games: &Games, set: bool, rng: &mut StdRng) -> Sample {
        let swaps = self.game().color_swaps();
        let position = games.draw(swaps, rng);
        let board = if set { set_up(&position, &self.whole_set, rng) } else { position };
        let probs = seen(&board, self.shape.classes, swaps, rng);
        Sample { board, probs }
    }

    /// Shares of the men that are read right square by square, and given the whole board.
    fn read(&self, reader: &PositionReader, set: bool) -> Result<[f64; 2]> {
        let (mut alone, mut together, mut men) = (0, 0, 0);
        for seed in 0..WATCHED as u64 {
            let sample = self.sample(&self.held_out, set, &mut StdRng::seed_from_u64(seed));
            let right = |read: &CellGrid| {
                let cells = sample.board.cells().iter().zip(read.cells());
                cells.filter(|(truth, read)| **truth != 0 && truth == read).count()
            };
            alone += right(&sample.probs.argmax());
            together += right(&reader.in_context(&sample.probs)?.argmax());
            men += sample.board.cells().iter().filter(|&&class| class != 0).count();
        }
        Ok([alone, together].map(|right| right as f64 / men.max(1) as f64))
    }
}

impl Experiment for PositionExperiment {
    type Net = PositionNet;

    fn network(&self, device: &Device) -> PositionNet {
        PositionNet::new(&self.shape, device)
    }

    fn batches(&self, seed: u64, size: usize, count: usize) -> impl Iterator<Item = Batch> {
        let samples: Vec<Sample> = (0..(size * count) as u64)
            .into_par_iter()
            .map(|i| {
                let mut rng = StdRng::seed_from_u64(seed.wrapping_mul(1 << 20).wrapping_add(i));
                let set = rng.random_bool(self.set_up_share);
                self.sample(&self.games, set, &mut rng)
            })
            .collect();
        let [rows, cols] = self.shape.board;
        let (least, classes) = (self.task.least_probability, self.shape.classes);
        let batches: Vec<Batch> = samples
            .chunks_exact(size)
            .map(|samples| Batch {
                input: (samples.iter().flat_map(|s| log_probs(&s.probs, least)).collect(), [size, classes, rows, cols]),
                target: samples.iter().flat_map(|s| s.board.cells().iter().map(|&class| f32::from(class))).collect(),
            })
            .collect();
        batches.into_iter()
    }

    fn loss(&self, net: &PositionNet, input: Tensor<4>, target: Vec<f32>) -> Tensor<1> {
        let [batch, _, rows, cols] = input.dims();
        let device = input.device();
        let log_probs = log_softmax(net.forward(input), 1);
        let classes: Vec<i32> = target.into_iter().map(|class| class as i32).collect();
        let truth = Tensor::<4, Int>::from_data(TensorData::new(classes, [batch, 1, rows, cols]), &device);
        -log_probs.gather(1, truth).mean()
    }

    fn validate(&self, net: &PositionNet, device: &Device) -> Result<Vec<(String, f64)>> {
        let net = net.clone();
        let [rows, cols] = self.shape.board;
        let model = BurnModel::new(move |input| values(net.forward(input)), (cols, rows), device.clone());
        let reader = PositionReader::new(self.task.clone(), Box::new(model));
        let mut figures = Vec::new();
        for (name, set) in [("games", false), ("set_up", true)] {
            let [alone, together] = self.read(&reader, set)?;
            figures.extend([(format!("{name}_men"), together), (format!("{name}_men_alone"), alone)]);
        }
        Ok(figures)
    }

    /// Boards as they stand and as a classifier might read them.
    fn preview(&self, folder: &RunFolder) -> Result<()> {
        let mut rng = StdRng::seed_from_u64(1);
        let game = self.game();
        let mut text = String::new();
        for i in 0..SHOWN {
            let sample = self.sample(&self.games, i % 3 == 2, &mut rng);
            text += &format!("{}\nread as\n{}\n", game.draw(&sample.board, false), game.draw(&sample.probs.argmax(), false));
        }
        let path = folder.file("boards.txt");
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }
}
