//! Training a cell classifier.

use super::{
    batch::{CropSpec, Crops, random_crops},
    errors,
    model::{CellNet, CellNetShape},
    pieces::Pieces,
    predictions::Predicted,
};
use crate::{
    burn_model::{BurnModel, values},
    config::{Config, Network, Variety},
    data::{Sample, TrainingSet, load_photos},
    experiment::{Batch, Experiment},
    loss::{Truth, cross_entropy, possible},
    run_folder::RunFolder,
    sheet,
};
use anyhow::Result;
use burn::prelude::*;
use kibitzer::{
    dataset::Label,
    inference::{Calibration, CellTask, Task, TrainingData},
    recognition::classify::CellClassifier,
};
use ndarray::{ArrayView3, Axis, stack};
use rand::{Rng, SeedableRng, rngs::StdRng, seq::SliceRandom};
use rayon::prelude::*;

/// A cell classifier, its training set and the groups it is watched on.
pub struct CellExperiment {
    task: CellTask,
    shape: CellNetShape,
    corner_error: f64,
    crops_per_board: usize,
    variety: Variety,
    set: TrainingSet,
    watched: Vec<Sample>,
    pieces: Option<Pieces>,
}

impl CellExperiment {
    /// Loads what a configuration names. The validation split is watched, never trained on.
    pub fn load(config: &Config) -> Result<Self> {
        let game = config.network.classified_game()?;
        let usable = |label: &Label| label.game == Some(game) && label.cells.is_some();
        let set = TrainingSet::load(&config.data, usable)?;
        let val = |label: &Label| usable(label) && label.split.as_deref() == Some("val");
        let watched = load_photos(&config.data, &val, &mut Vec::new())?;
        let mut experiment = Self::new(&config.network, set, watched)?;
        if !config.data.pieces.is_empty() {
            let sources = &mut experiment.set.sources;
            let pieces = Pieces::load(&config.data.pieces, &experiment.task, sources)?;
            experiment.pieces = Some(pieces);
        }
        Ok(experiment)
    }

    /// A classifier to be trained on a set and watched on samples that are not in it.
    ///
    /// # Errors
    /// When the network is no cell classifier.
    pub fn new(network: &Network, set: TrainingSet, watched: Vec<Sample>) -> Result<Self> {
        let game = network.classified_game()?;
        let Network::Cells {
            stem,
            stages,
            pool,
            cell_px,
            extent,
            view,
            normalization,
            mirrored,
            brightened,
            corner_error,
            crops_per_board,
            variety,
            ..
        } = network.clone()
        else {
            unreachable!("only a cell classifier has a game that it classifies")
        };
        let classes: Vec<String> =
            game.game().classes().iter().map(|c| c.code.to_owned()).collect();
        let shape =
            CellNetShape { crop: extent.size(cell_px), stem, stages, pool, classes: classes.len() };
        let task = CellTask {
            game,
            classes,
            cell_px,
            extent,
            view,
            normalization,
            mirrored,
            brightened,
            calibration: Calibration::NONE,
            sliding: None,
        };
        Ok(Self { task, shape, corner_error, crops_per_board, variety, set, watched, pieces: None })
    }

    /// The same with another card, as that of a model that was calibrated.
    pub fn with_task(self, task: CellTask) -> Self {
        Self { task, ..self }
    }

    /// The samples that are watched.
    pub fn watched(&self) -> &[Sample] {
        &self.watched
    }

    /// The network, as a classifier that reads boards as `kibitzer read` does.
    pub fn classifier(&self, net: &CellNet, device: &Device) -> CellClassifier {
        let net = net.clone();
        let model = BurnModel::new(
            move |input| values(net.forward(input)),
            self.shape.crop,
            device.clone(),
        );
        CellClassifier::new(self.task.clone(), Box::new(model))
    }

    /// The training set.
    pub fn set(&self) -> &TrainingSet {
        &self.set
    }

    /// The card of the network.
    pub fn task(&self) -> &CellTask {
        &self.task
    }

    fn crops(&self, seed: u64) -> Crops {
        let mut rng = StdRng::seed_from_u64(seed);
        let spec = CropSpec {
            task: &self.task,
            corner_error: self.corner_error,
            crops_per_board: self.crops_per_board,
            variety: self.variety,
            pieces: self.pieces.as_ref(),
        };
        let sample = self.set.draw(&mut rng);
        let board = sample.board.as_ref().expect("only labels with cells were loaded");
        random_crops(sample, board, &spec, &mut rng)
    }

    /// A batch of crops and what is on their cells.
    fn batch_of(&self, crops: &[(ArrayView3<f32>, Truth)]) -> Batch {
        let (inputs, truths): (Vec<_>, Vec<_>) = crops.iter().copied().unzip();
        let input = stack(Axis(0), &inputs).expect("crops are of one size");
        let target = possible(&truths, self.shape.classes);
        let shape: [usize; 4] = std::array::from_fn(|i| input.shape()[i]);
        Batch { input: (input.into_raw_vec_and_offset().0, shape), target }
    }

    /// Reads the cells of samples with the label's corners, but those that nobody can tell: shares
    /// of cells and of boards that are right, and of cells that are not empty.
    fn read(&self, classifier: &CellClassifier, samples: &[Sample]) -> Result<[f64; 3]> {
        let (mut right, mut cells, mut exact, mut occupied, mut seen) = (0, 0, 0, 0, 0);
        for sample in samples {
            let predicted = Predicted::new(classifier, sample, |_| true)?;
            let (known, hits) = predicted.count();
            right += hits;
            cells += known;
            exact += usize::from(predicted.board.exact);
            for cell in predicted.board.cells.iter().filter(|cell| cell.truth != Some(0)) {
                occupied += 1;
                seen += usize::from(cell.truth == Some(cell.read));
            }
        }
        let share = |a: usize, b: usize| a as f64 / b.max(1) as f64;
        Ok([share(right, cells), share(exact, samples.len()), share(seen, occupied)])
    }
}

impl Experiment for CellExperiment {
    type Net = CellNet;

    fn card_task(&self) -> Task {
        Task::Cells(self.task.clone())
    }

    fn sources(&self) -> &[TrainingData] {
        &self.set.sources
    }

    fn network(&self, device: &Device) -> CellNet {
        CellNet::new(&self.shape, device)
    }

    /// Crops of one view are alike, and batch normalization would take what they have in common for
    /// what all boards have: so the crops of all batches are shuffled.
    fn batches(&self, seed: u64, size: usize, count: usize) -> impl Iterator<Item = Batch> {
        let views = (size * count).div_ceil(self.crops_per_board) as u64;
        let crops: Vec<Crops> = (0..views)
            .into_par_iter()
            .map(|i| self.crops(seed.wrapping_mul(4096).wrapping_add(i)))
            .collect();
        let mut drawn: Vec<(ArrayView3<f32>, Truth)> = crops
            .iter()
            .flat_map(|view| view.input.outer_iter().zip(view.truths.iter().copied()))
            .collect();
        drawn.shuffle(&mut StdRng::seed_from_u64(seed));
        let batches: Vec<Batch> =
            drawn.par_chunks_exact(size).take(count).map(|crops| self.batch_of(crops)).collect();
        batches.into_iter()
    }

    fn loss(&self, net: &CellNet, input: Tensor<4>, target: Vec<f32>) -> Tensor<1> {
        cross_entropy(net.forward(input), target)
    }

    fn validate(&self, net: &CellNet, device: &Device) -> Result<Vec<(String, f64)>> {
        let classifier = self.classifier(net, device);
        let mut figures = Vec::new();
        for (name, samples) in [("dev", &self.set.dev), ("val", &self.watched)] {
            if !samples.is_empty() {
                let [cells, exact, occupied] = self.read(&classifier, samples)?;
                figures.extend([
                    (format!("{name}_cells"), cells),
                    (format!("{name}_exact"), exact),
                    (format!("{name}_occupied"), occupied),
                ]);
            }
        }
        Ok(figures)
    }

    fn errors(&self, net: &CellNet, device: &Device) -> Result<String> {
        let classifier = self.classifier(net, device);
        let mut html = String::new();
        for (name, samples) in
            [("Held-out sets of training", &self.set.dev), ("Validation photos", &self.watched)]
        {
            if samples.is_empty() {
                continue;
            }
            let boards: Vec<Predicted> = samples
                .iter()
                .map(|sample| Predicted::new(&classifier, sample, |_| true))
                .collect::<Result<_>>()?;
            html += &format!(
                "<h2>{name}</h2><p>Single cells, with the labels' corners.</p>{}<h3>What is taken \
                for what</h3><p>Rows: what is there. Columns: what was read. Green: right.</p>{}\
                <h3>The surest mistakes</h3>{}",
                errors::by_group(&boards),
                errors::confusions(self.task.game, &boards),
                errors::worst(self.task.game, &classifier, &boards)?
            );
        }
        Ok(html)
    }

    fn preview(&self, folder: &RunFolder) -> Result<()> {
        let mut rng = StdRng::seed_from_u64(1);
        let mut pictures = Vec::new();
        for _ in 0..12 {
            let crops = self.crops(rng.random());
            let views = crops.input.axis_iter(Axis(0)).take(8);
            pictures.extend(views.map(|crop| sheet::picture_of(&crop)));
        }
        Ok(sheet::contact_sheet(&pictures, 16).save(folder.file("batch.png"))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{config::Schedule, experiment::batches_from};

    /// A classifier of Go's crossings that is trained on the committed renders.
    fn experiment() -> CellExperiment {
        let root = env!("CARGO_MANIFEST_DIR");
        let text = std::fs::read_to_string(format!("{root}/configs/smoke-cells.toml"))
            .expect("a configuration");
        let mut config: Config = toml::from_str(&text).expect("a configuration");
        config.data.renders = vec![format!("{root}/../datasets/samples/labels.jsonl")];
        CellExperiment::load(&config).expect("samples")
    }

    #[test]
    fn crops_of_a_view_are_spread_over_batches_drawn_together() {
        let (experiment, seed, size) = (experiment(), 7, 32);
        assert_eq!(experiment.crops_per_board, size);
        let batches: Vec<Batch> = experiment.batches(seed, size, 4).collect();
        let crops_of = |batch: &Batch| -> Vec<Vec<f32>> {
            batch.input.0.chunks_exact(batch.input.0.len() / size).map(<[f32]>::to_vec).collect()
        };
        let mut views = 0;
        for i in 0..4 {
            let view: Vec<Vec<f32>> = experiment
                .crops(seed.wrapping_mul(4096) + i)
                .input
                .outer_iter()
                .map(|crop| crop.iter().copied().collect())
                .collect();
            let shared: Vec<usize> = batches
                .iter()
                .map(|batch| crops_of(batch).iter().filter(|crop| view.contains(crop)).count())
                .collect();
            assert!(shared.iter().all(|&n| n > 0 && n < size), "view {i}: {shared:?}");
            views += shared.iter().sum::<usize>();
        }
        assert_eq!(views, 4 * size);
    }

    #[test]
    fn the_same_seed_gives_the_same_batches_and_targets_are_probabilities() {
        let experiment = experiment();
        let [first, second] = [(); 2].map(|()| experiment.batches(3, 20, 2).collect::<Vec<_>>());
        assert_eq!(first.len(), 2);
        for (a, b) in first.iter().zip(&second) {
            assert!(a.input == b.input && a.target == b.target);
            assert_eq!((a.input.1[0], a.target.len()), (20, 20 * 3));
            assert!(
                a.target.chunks_exact(3).all(|row| (row.iter().sum::<f32>() - 1.0).abs() < 1e-5)
            );
        }
        assert!(experiment.batches(4, 20, 1).next().expect("a batch").input.0 != first[0].input.0);
    }

    #[test]
    fn a_run_that_goes_on_sees_the_batches_it_would_have_seen() {
        let experiment = experiment();
        let schedule = Schedule {
            seed: 1,
            batch: 2,
            steps: 41,
            epoch: 10,
            learning_rate: 1e-3,
            weight_decay: 0.0,
            patience: 1,
        };
        let inputs = |start: usize| -> Vec<Vec<f32>> {
            batches_from(&experiment, &schedule, start).map(|batch| batch.input.0).collect()
        };
        let whole = inputs(0);
        assert_eq!(whole.len(), 41);
        for start in [1, 16, 21, 40, 41] {
            assert!(inputs(start) == whole[start..], "{start}");
        }
    }
}
