//! Training a position model.

use super::{
    boards::{Games, set_up},
    model::{ContextNet, ContextNetShape},
    noise::seen,
    readings::{Reading, Readings},
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
    games::{CellGrid, Game},
    inference::{ContextTask, Task, TrainingData},
    recognition::context::{ContextModel, log_probs},
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use rayon::prelude::*;
use std::fs;

/// One game in so many is not trained on.
const HELD_OUT: usize = 20;

/// One render in so many is not trained on.
const RENDERS_HELD_OUT: usize = 10;

/// Boards that training is watched on, of either kind.
const WATCHED: usize = 300;

/// Boards shown before a run.
const SHOWN: usize = 12;

/// A position model, and the games and readings it learns from.
pub struct ContextExperiment {
    task: ContextTask,
    shape: ContextNetShape,
    set_up_share: f64,
    games: Games,
    held_out: Games,
    renders: Option<Renders>,
    whole_set: Vec<u8>,
    sources: Vec<TrainingData>,
}

/// Readings of renders, and how many of the boards are made of them.
struct Renders {
    readings: Readings,
    held_out: Readings,
    /// Share of the boards that are as they were rendered.
    whole: f64,
    /// Share of the boards with their men somewhere else.
    moved: f64,
}

impl Renders {
    /// Has the renders of a configuration read, and says what they are; `None` where it asks for
    /// none.
    fn load(
        config: &Config,
        game: &dyn Game,
        whole: f64,
        moved: f64,
    ) -> Result<Option<(Self, Vec<TrainingData>)>> {
        if whole + moved == 0.0 {
            return Ok(None);
        }
        if !(whole >= 0.0 && moved >= 0.0 && whole + moved <= 1.0) {
            bail!(
                "'rendered_share' is {whole} and 'moved_share' {moved}: they are shares of the \
                boards, together at most 1"
            );
        }
        let Some(classifier) = &config.data.classifier else {
            bail!(
                "'classifier' of the configuration has to name the folder of models that reads the \
                renders"
            )
        };
        let (readings, sources) = Readings::read(&config.data.renders, classifier, game)?;
        let (held_out, readings) = readings.split(RENDERS_HELD_OUT)?;
        Ok(Some((Self { readings, held_out, whole, moved }, sources)))
    }
}

impl ContextExperiment {
    /// Loads what a configuration names.
    pub fn load(config: &Config) -> Result<Self> {
        let Network::Positions {
            game,
            width,
            blocks,
            least_probability,
            set_up_share,
            rendered_share,
            moved_share,
        } = config.network.clone()
        else {
            bail!(
                "this configuration is not a position model's: use `kibitzer-train corners` or \
                `cells`"
            );
        };
        let game = game.game();
        let [path] = config.data.games.as_slice() else {
            bail!("'games' of the configuration has to name one file of positions")
        };
        let path = manifests(path)?.remove(0);
        let games = Games::read(&path, game)?;
        let mut sources = vec![source_of(&path, games.len())?];
        let whole_set = games.whole_set();
        let (held_out, games) = games.split(HELD_OUT);
        if games.len() == 0 {
            bail!("{} holds one game only: it takes more to learn from", path.display());
        }
        let renders = Renders::load(config, game, rendered_share, moved_share)?.map(
            |(renders, of_renders)| {
                sources.extend(of_renders);
                renders
            },
        );
        let classes: Vec<String> =
            game.classes().iter().map(|class| class.code.to_owned()).collect();
        let grid = game.grids()[0];
        let shape = ContextNetShape {
            board: [grid.rows, grid.cols],
            classes: classes.len(),
            width,
            blocks,
        };
        let task =
            ContextTask { game: game.id(), classes, least_probability, most_men: whole_set.len() };
        Ok(Self { task, shape, set_up_share, games, held_out, renders, whole_set, sources })
    }

    /// Number of positions trained on.
    pub fn positions(&self) -> usize {
        self.games.len()
    }

    fn game(&self) -> &'static dyn Game {
        self.task.game.game()
    }

    /// A board to train on, and what a classifier said or might say of it.
    fn sample(&self, rng: &mut StdRng) -> Reading {
        let kind = rng.random::<f64>();
        if let Some(renders) = self.renders.as_ref().filter(|renders| kind < renders.whole) {
            return renders.readings.whole(rng);
        }
        let set = rng.random_bool(self.set_up_share);
        let wanted = self.position(&self.games, set, rng);
        match self.renders.as_ref().filter(|renders| kind < renders.whole + renders.moved) {
            Some(renders) => renders.readings.moved(&wanted, rng),
            None => self.drawn(wanted, rng),
        }
    }

    /// A board of a game, or one that was set up.
    fn position(&self, games: &Games, set: bool, rng: &mut StdRng) -> CellGrid {
        let position = games.draw(self.game(), rng);
        if set { set_up(&position, &self.whole_set, rng) } else { position }
    }

    /// A board, and what a classifier might say of it.
    fn drawn(&self, board: CellGrid, rng: &mut StdRng) -> Reading {
        let probs = seen(&board, self.shape.classes, self.game().color_swaps(), rng);
        Reading { board, probs }
    }

    /// Boards that are not trained on: of games and set up, and as they were rendered.
    fn watched(&self) -> Vec<(&'static str, Vec<Reading>)> {
        let drawn = |set: bool| {
            let read = |seed| {
                let mut rng = StdRng::seed_from_u64(seed);
                self.drawn(self.position(&self.held_out, set, &mut rng), &mut rng)
            };
            (0..WATCHED as u64).map(read).collect()
        };
        let mut watched = vec![("games", drawn(false)), ("set_up", drawn(true))];
        if let Some(renders) = &self.renders {
            watched.insert(0, ("renders", renders.held_out.all().to_vec()));
        }
        watched
    }
}

/// Shares of the men that are read right square by square, and given the whole board.
fn men_read(reader: &ContextModel, boards: &[Reading]) -> Result<[f64; 2]> {
    let (mut alone, mut together, mut men) = (0, 0, 0);
    for reading in boards {
        let right = |read: &CellGrid| {
            let cells = reading.board.cells().iter().zip(read.cells());
            cells.filter(|(truth, read)| **truth != 0 && truth == read).count()
        };
        alone += right(&reading.probs.argmax());
        together += right(&reader.in_context(&reading.probs)?.argmax());
        men += reading.board.cells().iter().filter(|&&class| class != 0).count();
    }
    Ok([alone, together].map(|right| right as f64 / men.max(1) as f64))
}

impl Experiment for ContextExperiment {
    type Net = ContextNet;

    fn card_task(&self) -> Task {
        Task::Positions(self.task.clone())
    }

    fn sources(&self) -> &[TrainingData] {
        &self.sources
    }

    fn network(&self, device: &Device) -> ContextNet {
        ContextNet::new(&self.shape, device)
    }

    fn batches(&self, seed: u64, size: usize, count: usize) -> impl Iterator<Item = Batch> {
        let sample =
            |i| self.sample(&mut StdRng::seed_from_u64(seed.wrapping_mul(1 << 20).wrapping_add(i)));
        let samples: Vec<Reading> =
            (0..(size * count) as u64).into_par_iter().map(sample).collect();
        let [rows, cols] = self.shape.board;
        let (least, classes) = (self.task.least_probability, self.shape.classes);
        let batches: Vec<Batch> = samples
            .chunks_exact(size)
            .map(|samples| Batch {
                input: (
                    samples.iter().flat_map(|s| log_probs(&s.probs, least)).collect(),
                    [size, classes, rows, cols],
                ),
                target: samples
                    .iter()
                    .flat_map(|s| s.board.cells().iter().map(|&class| f32::from(class)))
                    .collect(),
            })
            .collect();
        batches.into_iter()
    }

    fn loss(&self, net: &ContextNet, input: Tensor<4>, target: Vec<f32>) -> Tensor<1> {
        let [batch, _, rows, cols] = input.dims();
        let device = input.device();
        let log_probs = log_softmax(net.forward(input), 1);
        let classes: Vec<i32> = target.into_iter().map(|class| class as i32).collect();
        let truth =
            Tensor::<4, Int>::from_data(TensorData::new(classes, [batch, 1, rows, cols]), &device);
        -log_probs.gather(1, truth).mean()
    }

    fn validate(&self, net: &ContextNet, device: &Device) -> Result<Vec<(String, f64)>> {
        let net = net.clone();
        let [rows, cols] = self.shape.board;
        let model =
            BurnModel::new(move |input| values(net.forward(input)), (cols, rows), device.clone());
        let reader = ContextModel::new(self.task.clone(), Box::new(model));
        let mut figures = Vec::new();
        for (name, boards) in self.watched() {
            let [alone, together] = men_read(&reader, &boards)?;
            figures
                .extend([(format!("{name}_men"), together), (format!("{name}_men_alone"), alone)]);
        }
        Ok(figures)
    }

    /// Boards as they stand and as a classifier might read them.
    fn preview(&self, folder: &RunFolder) -> Result<()> {
        let mut rng = StdRng::seed_from_u64(1);
        let game = self.game();
        let mut text = String::new();
        for _ in 0..SHOWN {
            let sample = self.sample(&mut rng);
            text += &format!(
                "{}\nread as\n{}\n",
                game.draw(&sample.board, false),
                game.draw(&sample.probs.argmax(), false)
            );
        }
        let path = folder.file("boards.txt");
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// A configuration with the committed renders, read by the committed classifier; shares of
    /// whole and of moved boards.
    fn configured(dir: &Path, whole: f64, moved: f64) -> Config {
        let root = env!("CARGO_MANIFEST_DIR");
        let games = dir.join("games.txt");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        fs::write(&games, (0..40).map(|game| format!("{game} {start}\n")).collect::<String>())
            .expect("a file");
        let text = fs::read_to_string(format!("{root}/configs/chess-positions.toml"))
            .expect("a configuration");
        let mut config: Config = toml::from_str(&text).expect("a configuration");
        config.data.games = vec![games.display().to_string()];
        config.data.renders = vec![format!("{root}/../datasets/samples/labels.jsonl")];
        config.data.classifier = Some(format!("{root}/../models").into());
        let Network::Positions { rendered_share, moved_share, set_up_share, .. } =
            &mut config.network
        else {
            panic!("not a position model's");
        };
        (*rendered_share, *moved_share, *set_up_share) = (whole, moved, 0.0);
        config
    }

    #[test]
    fn boards_are_those_of_renders_or_of_games_with_their_men() {
        let dir = tempfile::tempdir().expect("a folder");
        let start = |board: &[f32]| board.iter().filter(|&&class| class != 0.0).count() == 32;
        for (whole, moved) in [(1.0, 0.0), (0.0, 1.0)] {
            let experiment =
                ContextExperiment::load(&configured(dir.path(), whole, moved)).expect("loads");
            assert_eq!(experiment.sources().len(), 2);
            let [batch, again] =
                [(); 2].map(|()| experiment.batches(3, 8, 1).next().expect("a batch"));
            assert!(batch.input == again.input && batch.target == again.target);
            assert_eq!(batch.input.1, [8, 13, 8, 8]);
            let renders = experiment.renders.as_ref().expect("renders").readings.all();
            for board in batch.target.chunks_exact(64) {
                let rendered = renders
                    .iter()
                    .any(|r| r.board.cells().iter().zip(board).all(|(&a, &b)| f32::from(a) == b));
                assert!(rendered == (whole == 1.0) && start(board) == (moved == 1.0), "{board:?}");
            }
        }
    }

    #[test]
    fn renders_need_a_classifier_that_reads_them() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut config = configured(dir.path(), 0.5, 0.0);
        config.data.classifier = None;
        let Err(error) = ContextExperiment::load(&config) else { panic!("it was loaded") };
        assert!(format!("{error:#}").contains("'classifier'"), "{error:#}");
        let Err(error) = ContextExperiment::load(&configured(dir.path(), 0.7, 0.5)) else {
            panic!("it was loaded")
        };
        assert!(format!("{error:#}").contains("at most 1"), "{error:#}");
        let alone = ContextExperiment::load(&configured(dir.path(), 0.0, 0.0))
            .expect("loads without renders");
        assert!(alone.renders.is_none() && alone.watched().len() == 2);
    }
}
