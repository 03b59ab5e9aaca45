//! Training on from a released classifier: the user's photos in turn with renders of other sets.

use super::replay::Replay;
use crate::{
    cells::{CellExperiment, Predicted, model::CellNet},
    config::Network,
    data::{Sample, TrainingSet},
    experiment::{Batch, Experiment},
    run_folder::RunFolder,
};
use anyhow::Result;
use burn::prelude::*;
use kibitzer::{
    eval::calibration::{BoardPrediction, mean_loss, temperature_factor},
    inference::{CellTask, Task, TrainingData},
    recognition::classify::CellClassifier,
};
use serde::Serialize;

/// So many of the cells of other sets may be lost, and the one-sided 5 % of a standard normal.
const FORGOTTEN: f64 = 0.002;
const ONE_SIDED: f64 = 1.645;

/// Share of the crops that are of renders.
const REPLAY_SHARE: f64 = 0.5;

/// A classifier that is trained on.
pub struct AdaptExperiment(CellExperiment);

/// What a classifier says of cells that it was not trained on.
pub struct Watched {
    /// The user's photos, of each the cells that are held out.
    pub own: Vec<BoardPrediction>,
    /// The renders that are only watched.
    pub replay: Vec<BoardPrediction>,
}

/// How many cells are right, and how surely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Cells.
    pub cells: usize,
    /// Of them those whose most probable class is the true one.
    pub right: usize,
    /// The mean of the negative logarithms of the true classes' probabilities, in nats.
    pub loss: f64,
}

impl Figures {
    fn of(boards: &[BoardPrediction]) -> Self {
        let cells = || boards.iter().flat_map(|board| &board.cells);
        Self {
            cells: cells().count(),
            right: cells().filter(|cell| cell.truth == Some(cell.read)).count(),
            loss: mean_loss(boards, 1.0),
        }
    }
}

impl Watched {
    /// Of the user's photos.
    pub fn own(&self) -> Figures {
        Figures::of(&self.own)
    }

    /// Of the renders.
    pub fn replay(&self) -> Figures {
        Figures::of(&self.replay)
    }

    /// How well all of it is read: the weights are chosen by it.
    pub fn score(&self) -> f64 {
        -self.own().loss - self.replay().loss
    }

    /// Whether a model that says this is to take the place of one that said `before`: the user's
    /// cells are more probable, no fewer of them are right, and it does not surely forget.
    pub fn is_better_than(&self, before: &Self) -> bool {
        let (own, own_before) = (self.own(), before.own());
        own.loss < own_before.loss && own.right >= own_before.right && !self.forgets(before)
    }

    /// Whether more cells of other sets are lost than chance may lose, beyond two in a thousand:
    /// those that only the one or the other reads right, by McNemar's test at 5 %.
    fn forgets(&self, before: &Self) -> bool {
        let cells = |watched: &Self| -> Vec<bool> {
            let cells = watched.replay.iter().flat_map(|board| &board.cells);
            cells.map(|cell| cell.truth == Some(cell.read)).collect()
        };
        let (is, was) = (cells(self), cells(before));
        let count = |now: bool, then: bool| {
            is.iter().zip(&was).filter(|&(a, b)| (*a, *b) == (now, then)).count() as f64
        };
        let (lost, won) = (count(false, true), count(true, false));
        lost - won > FORGOTTEN * is.len() as f64 + ONE_SIDED * (lost + won).sqrt()
    }

    /// By what the temperature is to be multiplied: where the new model is surer of what is wrong
    /// than the one before was, it is softened as far as that; it is never sharpened, since the
    /// cells are few.
    pub fn temperature_factor(&self, before: &Self) -> f64 {
        let fitted = |watched: &Self| {
            let all: Vec<_> = watched.own.iter().chain(&watched.replay).cloned().collect();
            temperature_factor(&all)
        };
        (fitted(self) / fitted(before)).max(1.0)
    }
}

impl AdaptExperiment {
    /// The network of a configuration with the card of the released model.
    ///
    /// # Errors
    /// When the network is no cell classifier.
    pub fn new(
        network: &Network,
        task: CellTask,
        own: Vec<Sample>,
        replay: Replay,
        sources: Vec<TrainingData>,
    ) -> Result<Self> {
        let set = TrainingSet::of(own, replay.trained, REPLAY_SHARE, sources);
        Ok(Self(CellExperiment::new(network, set, replay.watched)?.with_task(task)))
    }

    /// The card of the network.
    pub fn task(&self) -> &CellTask {
        self.0.task()
    }

    /// The photos and renders.
    pub fn set(&self) -> &TrainingSet {
        self.0.set()
    }

    /// The network as a classifier.
    pub fn classifier(&self, net: &CellNet, device: &Device) -> CellClassifier {
        self.0.classifier(net, device)
    }

    /// What a classifier says of the held-out cells of the user's photos.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn own(&self, classifier: &CellClassifier) -> Result<Vec<Predicted<'_>>> {
        let held = |sample| {
            let sample: &Sample = sample;
            Predicted::new(classifier, sample, |cell| sample.held_out.cells()[cell] == 1)
        };
        self.set().photos().iter().map(held).collect()
    }

    /// What a classifier says of all that nothing is trained on.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn watch(&self, classifier: &CellClassifier) -> Result<Watched> {
        let own = self.own(classifier)?.into_iter().map(|predicted| predicted.board).collect();
        let replay = self.0.watched().iter();
        let all = |sample| Ok(Predicted::new(classifier, sample, |_| true)?.board);
        Ok(Watched { own, replay: replay.map(all).collect::<Result<_>>()? })
    }
}

impl Experiment for AdaptExperiment {
    type Net = CellNet;

    fn card_task(&self) -> Task {
        self.0.card_task()
    }

    fn sources(&self) -> &[TrainingData] {
        self.0.sources()
    }

    /// Its batch normalization keeps the statistics of the released model: a few photos have others
    /// than all that will be read.
    fn network(&self, device: &Device) -> CellNet {
        self.0.network(device).with_fixed_statistics()
    }

    fn batches(&self, seed: u64, size: usize, count: usize) -> impl Iterator<Item = Batch> {
        self.0.batches(seed, size, count)
    }

    fn loss(&self, net: &CellNet, input: Tensor<4>, target: Vec<f32>) -> Tensor<1> {
        self.0.loss(net, input, target)
    }

    /// The weights are chosen by the losses on the user's cells and on the renders together.
    fn validate(&self, net: &CellNet, device: &Device) -> Result<Vec<(String, f64)>> {
        let watched = self.watch(&self.classifier(net, device))?;
        let (own, replay) = (watched.own(), watched.replay());
        let share = |figures: Figures| figures.right as f64 / figures.cells.max(1) as f64;
        Ok(vec![
            ("score".to_owned(), watched.score()),
            ("own_loss".to_owned(), own.loss),
            ("own_cells".to_owned(), share(own)),
            ("replay_loss".to_owned(), replay.loss),
            ("replay_cells".to_owned(), share(replay)),
        ])
    }

    fn preview(&self, folder: &RunFolder) -> Result<()> {
        self.0.preview(folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::eval::calibration::CellPrediction;

    /// Cells of two classes that are said to be the first one with this probability.
    fn said(cells: &[(f32, usize)]) -> Vec<BoardPrediction> {
        let cell = |&(p, truth): &(f32, usize)| {
            CellPrediction::new([p, 1.0 - p], usize::from(p < 0.5), Some(truth))
        };
        vec![BoardPrediction { cells: cells.iter().map(cell).collect(), exact: false }]
    }

    fn watched(own: &[(f32, usize)], replay: &[(f32, usize)]) -> Watched {
        Watched { own: said(own), replay: said(replay) }
    }

    #[test]
    fn a_model_that_forgets_or_reads_fewer_cells_is_no_better() {
        let replay = vec![(0.9, 0); 1000];
        let before = watched(&[(0.6, 0), (0.6, 1)], &replay);
        assert!(watched(&[(0.9, 0), (0.4, 1)], &replay).is_better_than(&before));
        // As many right, but less surely.
        assert!(!watched(&[(0.55, 0), (0.7, 1)], &replay).is_better_than(&before));
        // More surely, but fewer right.
        assert!(!watched(&[(0.49, 0), (0.51, 1)], &replay).is_better_than(&before));
        // Two of a thousand may be forgotten, and beyond that what chance may lose.
        for (lost, better) in [(5, true), (7, false)] {
            let mut forgetful = replay.clone();
            forgetful.iter_mut().take(lost).for_each(|cell| cell.0 = 0.1);
            let after = watched(&[(0.9, 0), (0.4, 1)], &forgetful);
            assert_eq!(after.is_better_than(&before), better, "{lost}");
        }
        // Where others are won, it is no loss.
        let mut other = replay.clone();
        other.iter_mut().take(7).for_each(|cell| cell.0 = 0.1);
        let before = watched(&[(0.6, 0), (0.6, 1)], &other);
        other.rotate_left(100);
        assert!(watched(&[(0.9, 0), (0.4, 1)], &other).is_better_than(&before));
    }

    #[test]
    fn a_model_is_softened_and_never_sharpened() {
        let honest: Vec<(f32, usize)> = (0..10).map(|i| (0.9, usize::from(i == 0))).collect();
        let too_sure: Vec<(f32, usize)> = (0..10).map(|i| (0.99, usize::from(i == 0))).collect();
        let (honest, too_sure) = (watched(&honest, &[]), watched(&too_sure, &[]));
        let factor = too_sure.temperature_factor(&honest);
        assert!((factor - 99f64.ln() / 9f64.ln()).abs() < 0.02, "{factor}");
        assert_eq!(honest.temperature_factor(&too_sure), 1.0);
    }
}
