//! What a classifier said of rendered boards that it was not trained on, and boards made of it.

use super::noise::surer;
use crate::data::{Sample, load, manifests, source_of, with_error};
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use kibitzer::{
    dataset::{Label, Manifest, manifest::Kind, sets::SetNames},
    games::{CellGrid, CellProbs, Game},
    inference::{ModelStore, TrainingData},
    recognition::{Deadline, Timings, augmentation, classify::CellClassifier, rectify},
};
use ndarray::s;
use rand::{SeedableRng, rngs::StdRng, seq::IndexedRandom};
use rayon::prelude::*;
use std::path::Path;

/// Every render is read with the label's corners, and with such as a detector finds: standard
/// deviation of their error in cell pitches.
const CORNER_ERRORS: [f64; 2] = [0.0, 0.05];

/// Boards lack at most so many classes, so that others can be made of their men.
const LACKING: usize = 2;

/// A board and what a classifier said of it, both in the board's own orientation.
#[derive(Clone)]
pub struct Reading {
    /// What stands on it.
    pub board: CellGrid,
    /// What it was read as, cell by cell.
    pub probs: CellProbs,
}

/// Readings of renders.
pub struct Readings {
    all: Vec<Reading>,
    /// Those of boards with nearly all classes.
    rich: Vec<usize>,
    classes: usize,
}

impl Readings {
    /// Has the classifier in a folder of models read the boards of renders, those of the game's
    /// first size that nothing hides a cell of, and says what they were read from.
    ///
    /// # Errors
    /// When a manifest, a render or the classifier is missing or bad.
    pub fn read(
        patterns: &[String],
        models: &Path,
        game: &dyn Game,
    ) -> Result<(Self, Vec<TrainingData>)> {
        let (task, model) = ModelStore::at(models).open_cells(game).context(
            "a position model learns from what a classifier says of renders: 'classifier' \
            names its folder of models",
        )?;
        let classifier = CellClassifier::new(task, model);
        let (mut all, mut sources) = (Vec::new(), Vec::new());
        for pattern in patterns {
            for path in manifests(pattern)? {
                let manifest = Manifest::read(&path)?;
                let usable = |l: &&Label| {
                    l.kind == Kind::Render
                        && l.game == Some(game.id())
                        && l.corners.is_some()
                        && l.cells.is_some()
                        && l.covered.is_empty()
                };
                let of_first_size = |l: &&Label| {
                    l.board().is_ok_and(|board| {
                        board.is_some_and(|board| board.rows() == game.grids()[0].rows)
                    })
                };
                let labels: Vec<&Label> = manifest
                    .labels
                    .iter()
                    .map(|(_, label)| label)
                    .filter(usable)
                    .filter(of_first_size)
                    .collect();
                eprintln!("reading {} renders of {}", labels.len(), path.display());
                let bar = ProgressBar::new(labels.len() as u64);
                let read: Vec<Vec<Reading>> = labels
                    .par_iter()
                    .enumerate()
                    .map(|(i, label)| {
                        let sample = load(&manifest, label, &SetNames::default())?;
                        let read = read_render(
                            &sample,
                            label,
                            &classifier,
                            &mut StdRng::seed_from_u64(i as u64),
                        );
                        bar.inc(1);
                        read
                    })
                    .collect::<Result<_>>()?;
                bar.finish_and_clear();
                sources.push(source_of(&path, labels.len())?);
                all.extend(read.into_iter().flatten());
            }
        }
        Ok((Self::new(all, game.classes().len()), sources))
    }

    fn new(all: Vec<Reading>, classes: usize) -> Self {
        let kinds = |reading: &Reading| {
            (0..classes as u8).filter(|class| reading.board.cells().contains(class)).count()
        };
        let rich = (0..all.len()).filter(|&i| kinds(&all[i]) + LACKING >= classes).collect();
        Self { all, rich, classes }
    }

    /// Every `n`th render's, and the others'.
    ///
    /// # Errors
    /// When among the others is none with nearly all men, of which boards could be made.
    pub fn split(self, n: usize) -> Result<(Self, Self)> {
        let renders = self.all.chunks(CORNER_ERRORS.len()).enumerate();
        let (held, rest): (Vec<_>, Vec<_>) = renders.partition(|(i, _)| i % n == 0);
        let readings = |renders: Vec<(usize, &[Reading])>| {
            renders.into_iter().flat_map(|(_, of_one)| of_one.to_vec()).collect()
        };
        let rest = Self::new(readings(rest), self.classes);
        if rest.rich.is_empty() {
            bail!(
                "too few renders show nearly all men of the game: draw more with `kibitzer dataset \
                render`"
            );
        }
        Ok((Self::new(readings(held), self.classes), rest))
    }

    /// All of them.
    pub fn all(&self) -> &[Reading] {
        &self.all
    }

    /// A board as it was read.
    pub fn whole(&self, rng: &mut StdRng) -> Reading {
        let reading = self.all.choose(rng).expect("there are readings");
        Reading { board: reading.board.clone(), probs: surer(&reading.probs, rng) }
    }

    /// A board with the men of one render where `wanted` has them, each as it was read; what that
    /// render does not show is replaced by what it does.
    pub fn moved(&self, wanted: &CellGrid, rng: &mut StdRng) -> Reading {
        let reading =
            &self.all[*self.rich.choose(rng).expect("there are boards with nearly all men")];
        let cells = reading.board.cells();
        let of_class: Vec<Vec<usize>> = (0..self.classes)
            .map(|class| (0..cells.len()).filter(|&i| usize::from(cells[i]) == class).collect())
            .collect();
        let men: Vec<usize> = (0..cells.len()).filter(|&i| cells[i] != 0).collect();
        let cols = wanted.cols();
        let mut board = CellGrid::empty(wanted.rows(), cols);
        let mut probs = reading.probs.array().clone();
        for (to, &class) in wanted.cells().iter().enumerate() {
            let from = *of_class[usize::from(class)]
                .choose(rng)
                .or_else(|| men.choose(rng))
                .expect("there are men");
            board.set(to / cols, to % cols, cells[from]);
            probs.slice_mut(s![to / cols, to % cols, ..]).assign(&reading.probs.array().slice(s![
                from / cols,
                from % cols,
                ..
            ]));
        }
        Reading { board, probs: surer(&CellProbs::new(probs), rng) }
    }
}

/// What the classifier says of a render, once for each corner error.
fn read_render(
    sample: &Sample,
    label: &Label,
    classifier: &CellClassifier,
    rng: &mut StdRng,
) -> Result<Vec<Reading>> {
    let turns = label.quad()?.context("only labels with corners were loaded")?.turns_to_upright();
    let seen = sample.board.as_ref().context("only labels with cells were loaded")?;
    let game = sample.game.game();
    let read = |error: f64| {
        let quad = with_error(&sample.quad, error * sample.grid.pitch(&sample.quad), rng);
        let board = rectify(&sample.photo, &quad, &sample.grid, classifier.task());
        let looked = augmentation::read_cells(
            &sample.photo,
            &board,
            classifier,
            &Deadline::default(),
            &mut Timings::default(),
        )?;
        let probs = game.settle_colors(looked.probs, &|| board.cell_colors());
        Ok(Reading { board: seen.rotated(4 - turns), probs: probs.rotated(4 - turns) })
    };
    CORNER_ERRORS.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::games::GameId;
    use ndarray::Array3;

    fn board(placement: &str) -> CellGrid {
        GameId::Chess.game().from_notation(placement).expect("a placement")
    }

    /// Readings in which a cell's probabilities tell which class it is, and which cell of which
    /// board it was read from.
    fn readings(placements: &[&str]) -> Readings {
        let read = |(i, placement): (usize, &&str)| {
            let board = board(placement);
            let probs = Array3::from_shape_fn((8, 8, 13), |(row, col, class)| {
                let known = if usize::from(board.get(row, col)) == class { 0.5 } else { 0.01 };
                known + ((i * 64 + row * 8 + col) as f32) * 1e-4
            });
            Reading { board, probs: CellProbs::new(probs) }
        };
        Readings::new(placements.iter().enumerate().map(read).collect(), 13)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn men_are_moved_with_what_they_were_read_as() {
        // The second board lacks too many kinds to make others of.
        let readings = readings(&[START, "4k3/8/8/8/8/8/PP6/K7"]);
        let wanted = board("r3k2r/8/8/3q4/3Q4/8/8/R3K2R");
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..20 {
            let moved = readings.moved(&wanted, &mut rng);
            assert_eq!(moved.board, wanted);
            assert_eq!(moved.probs.argmax(), wanted);
        }
    }

    #[test]
    fn what_a_render_does_not_show_is_not_made_up() {
        let readings = readings(&["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR"]);
        let wanted = board("4k3/8/8/8/8/8/8/3QK3");
        let moved = readings.moved(&wanted, &mut StdRng::seed_from_u64(1));
        assert_ne!(moved.board.get(7, 3), wanted.get(7, 3));
        assert_ne!(moved.board.get(7, 3), 0);
        assert_eq!(moved.probs.argmax(), moved.board);
    }

    #[test]
    fn looks_at_one_render_stay_together() {
        let readings = readings(&[START; 8]);
        let (held, rest) = readings.split(4).expect("boards with all men are left");
        assert_eq!((held.all().len(), rest.all().len()), (2, 6));
    }

    #[test]
    fn renders_without_most_men_are_too_few() {
        let Err(error) = readings(&[START, "4k3/8/8/8/8/8/PP6/K7"]).split(2) else {
            panic!("split")
        };
        assert!(error.to_string().contains("dataset render"), "{error}");
    }

    #[test]
    fn committed_renders_are_read_in_their_own_orientation() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let manifest = format!("{root}/datasets/samples/labels.jsonl");
        let (readings, sources) =
            Readings::read(&[manifest], &Path::new(root).join("models"), GameId::Chess.game())
                .expect("reads");
        assert_eq!(sources[0].photos * CORNER_ERRORS.len(), readings.all().len());
        let right = |r: &Reading| {
            r.board.cells().iter().zip(r.probs.argmax().cells()).filter(|(a, b)| a == b).count()
        };
        let right: usize = readings.all().iter().map(right).sum();
        assert!(right * 100 >= 85 * 64 * readings.all().len(), "{right}");
    }

    #[test]
    fn a_missing_classifier_is_named() {
        let Err(error) = Readings::read(&[], Path::new("nowhere"), GameId::Chess.game()) else {
            panic!("it was read")
        };
        assert!(
            format!("{error:#}").contains("'classifier'")
                && format!("{error:#}").contains("nowhere"),
            "{error:#}"
        );
    }
}
