//! What references teach.

use super::{
    AdaptError,
    fit::{STRENGTHS, Samples, fit},
};
use crate::{
    error::Error,
    games::{CellGrid, GameId},
    geometry::{GridSpec, Point, Quad},
    recognition::{Correction, Readers, Recognition, RecognizeOptions, classify::softmax},
    vision::Pyramid,
};
use image::RgbImage;
use ndarray::Array2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Where the grid is laid for further looks at a reference: moved right and down, and how much
/// larger, in cell pitches; corners are never exactly where they should be.
const MOVED: [[f64; 3]; 5] = [
    [0.0, 0.0, 0.0],
    [0.06, 0.05, 0.1],
    [-0.05, 0.06, -0.1],
    [0.05, -0.06, -0.1],
    [-0.06, -0.05, 0.1],
];

/// A cell looks surely otherwise where what is said of it, piece or none, has a smaller probability.
const HARDLY: f32 = 0.05;
/// More than one cell in so many must not look otherwise.
const OTHERWISE: usize = 16;

/// More looks than so many are not taken, where there need not be as many cells.
const LOOKS: usize = 320;
/// So many cells, evenly chosen, are enough to tell what a correction is worth.
const ENOUGH: usize = 1024;

/// So many parts of the references are left out in turn.
const PARTS: usize = 4;

/// A photo of a set whose position is known.
pub struct Reference {
    /// What it is called in errors.
    pub name: String,
    /// The photo.
    pub photo: RgbImage,
    /// What it shows, any way round.
    pub board: CellGrid,
    /// The board's corners in photo pixels, where they are known; they start at row 0, column 0 of
    /// the board.
    pub corners: Option<Quad>,
    /// Cells, as row and column, of which nobody knows what is on them.
    pub unknown: Vec<(usize, usize)>,
}

/// What references taught.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The correction of the game's classifier.
    pub correction: Correction,
    /// What it is worth.
    pub figures: Figures,
}

/// What a correction is worth, on cells that were left out of it. One look at each cell, by itself:
/// what reading makes of a board is more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Figures {
    /// What was left out in turn.
    pub left_out: LeftOut,
    /// Cells.
    pub cells: usize,
    /// Of them those read right without the correction.
    pub right_before: usize,
    /// And with it.
    pub right_after: usize,
}

impl Figures {
    /// Whether the correction reads more cells right.
    pub const fn helps(&self) -> bool {
        self.right_after > self.right_before
    }
}

/// What was left out of a correction to see what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LeftOut {
    /// One photo at a time.
    Photo,
    /// A quarter of the only photo's cells at a time.
    Cells,
}

/// Learns from references of a game. How strongly the prior holds the correction back is chosen by
/// how well cells are read that were left out: each photo by what the others teach, or, of a single
/// one, a quarter of the cells by what the others teach. Where none of them is read better, the
/// correction is none.
///
/// # Errors
/// When a photo shows no board, or surely another position than is said, or all references together
/// only one kind of cell.
pub fn learn(
    readers: &Readers,
    game: GameId,
    references: &[Reference],
) -> Result<Learned, AdaptError> {
    let (mut plain, mut all) = (Vec::new(), Samples::default());
    for reference in references {
        let cells = references.len() * reference.board.cells().len();
        let looks = looks_at(readers, game, reference, moves_for(cells))?;
        // The first look is at the board as it is read; what they are worth is seen there.
        plain.push(looks.once().filtered(|cell| cell % cells.div_ceil(ENOUGH) == 0));
        all = all.and(looks);
    }
    if all.classes.windows(2).all(|two| two[0] == two[1]) {
        return Err(AdaptError::Nothing);
    }
    let (strength, figures) = chosen(&plain);
    let correction = match strength {
        Some(strength) => fit(&all, strength),
        None => Correction::new(Array2::zeros((all.features.ncols() + 1, all.logits.ncols()))),
    };
    Ok(Learned { correction, figures })
}

/// The strength of the prior with which the cells that were left out are the most probable, and what
/// the correction is worth; `None` where they are so without a correction.
fn chosen(plain: &[Samples]) -> (Option<f32>, Figures) {
    let (left_out, splits) = match plain {
        [only] => (LeftOut::Cells, parts_of(only)),
        several => (LeftOut::Photo, photo_by_photo(several)),
    };
    let none = |samples: &Samples| samples.logits.clone();
    let before = judge(&splits, &|_, test| none(test));
    let mut best = (None, before);
    for strength in STRENGTHS {
        let judged = judge(&splits, &|train, test| {
            &test.logits + &fit(train, strength).of(test.features.view())
        });
        if judged.loss < best.1.loss {
            best = (Some(strength), judged);
        }
    }
    let figures = Figures {
        left_out,
        cells: before.cells,
        right_before: before.right,
        right_after: best.1.right,
    };
    (best.0, figures)
}

/// Some cells, and others that were left out of them.
type Split = (Samples, Samples);

/// Each photo, or each of a few parts of many photos, and the others.
fn photo_by_photo(each: &[Samples]) -> Vec<Split> {
    let together = |keep: &dyn Fn(usize) -> bool| {
        let kept = each.iter().enumerate().filter(|(i, _)| keep(*i)).map(|(_, s)| s.clone());
        kept.fold(Samples::default(), Samples::and)
    };
    let parts = each.len().min(PARTS);
    (0..parts)
        .map(|part| (together(&|i| i % parts != part), together(&|i| i % parts == part)))
        .collect()
}

/// Every part of a photo's cells, and the others. Cells of a class stand side by side: every fourth
/// one of each class is left out.
fn parts_of(all: &Samples) -> Vec<Split> {
    let split = |part: usize| {
        let is_left_out = |cell: usize| rank_in_class(all, cell) % PARTS == part;
        (all.filtered(|cell| !is_left_out(cell)), all.filtered(is_left_out))
    };
    (0..PARTS).map(split).collect()
}

/// How cells that were left out are read.
#[derive(Clone, Copy, Default)]
struct Judged {
    /// The sum of the negative logarithms of their classes' probabilities.
    loss: f32,
    cells: usize,
    /// Of them those whose class is the most probable one.
    right: usize,
}

/// Judges logits of cells, which are made of the others and them.
fn judge(splits: &[Split], logits: &dyn Fn(&Samples, &Samples) -> Array2<f32>) -> Judged {
    let mut judged = Judged::default();
    for (train, test) in splits {
        let probs = softmax(logits(train, test));
        for (row, &class) in probs.rows().into_iter().zip(&test.classes) {
            let p = row[usize::from(class)];
            judged.loss -= p.max(f32::MIN_POSITIVE).ln();
            judged.cells += 1;
            judged.right += usize::from(row.iter().all(|other| *other <= p));
        }
    }
    judged
}

/// How many cells of the same class come before a cell.
fn rank_in_class(samples: &Samples, cell: usize) -> usize {
    let class = samples.cells.iter().position(|c| *c == cell).map(|i| samples.classes[i]);
    let mut before: Vec<usize> = (0..samples.cells.len())
        .filter(|&i| samples.cells[i] < cell && Some(samples.classes[i]) == class)
        .map(|i| samples.cells[i])
        .collect();
    before.dedup();
    before.len()
}

/// Where the grid is laid where there are so many cells: of many one look each is enough.
fn moves_for(cells: usize) -> &'static [[f64; 3]] {
    &MOVED[..(LOOKS / cells.max(1)).clamp(1, MOVED.len())]
}

/// What a reference shows, looked at several times.
fn looks_at(
    readers: &Readers,
    game: GameId,
    reference: &Reference,
    moves: &[[f64; 3]],
) -> Result<Samples, AdaptError> {
    let at = |source: Error| AdaptError::Photo {
        photo: reference.name.clone(),
        source: Box::new(source),
    };
    let options = RecognizeOptions {
        corners: reference.corners,
        size: Some(reference.board.rows()),
        ..RecognizeOptions::default()
    };
    let found = readers.read(&reference.photo, Some(game), &options).map_err(at)?;
    if found.board.rows() != reference.board.rows() {
        let (found, given) = (found.board.rows(), reference.board.rows());
        return Err(AdaptError::Size { photo: reference.name.clone(), found, given });
    }
    let turns = turns_to(&found, &reference.board);
    let truth = reference.board.rotated(turns);
    check_shown(game, reference, &found, turns)?;
    let known = |cell: usize| {
        let (row, col) = (cell / truth.cols(), cell % truth.cols());
        let own = |&(r, c): &(usize, usize)| {
            let mut marked = CellGrid::empty(truth.rows(), truth.cols());
            marked.set(r, c, 1);
            marked.rotated(turns).get(row, col) == 1
        };
        !reference.unknown.iter().any(own) && !found.covered.contains(&(row, col))
    };
    let photo = Pyramid::new(Cow::Borrowed(&reference.photo));
    let mut samples = Samples::default();
    for moved in moves {
        let Some(quad) = moved_grid(&found.grid, &found.corners.quad, *moved) else { continue };
        for (logits, features) in readers.features(game, &photo, &quad, &found.grid).map_err(at)? {
            let look = Samples {
                classes: truth.cells().to_vec(),
                cells: (0..truth.cells().len()).collect(),
                features,
                logits,
            };
            samples = more_looks(samples, look.filtered(known));
        }
    }
    Ok(samples)
}

/// More looks at the same cells.
fn more_looks(samples: Samples, look: Samples) -> Samples {
    let cells: Vec<usize> = samples.cells.iter().chain(&look.cells).copied().collect();
    Samples { cells, ..samples.and(look) }
}

/// The corners of the grid when it is moved and made larger, by cell pitches.
fn moved_grid(grid: &GridSpec, corners: &Quad, [right, down, larger]: [f64; 3]) -> Option<Quad> {
    let (w, h) = grid.steps();
    let (left, top) = (right - larger, down - larger);
    let (right, bottom) = (w + right + larger, h + down + larger);
    let outline =
        Quad::new([[left, top], [right, top], [right, bottom], [left, bottom]].map(Point::from));
    grid.to_photo(corners).project_quad(&outline.ok()?)
}

/// The quarter turns that bring a board to where it fits best what was read.
fn turns_to(found: &Recognition, board: &CellGrid) -> usize {
    let fits = |turns: usize| {
        let board = board.rotated(turns);
        found
            .cells()
            .map(|(row, col)| {
                found.probs.log(row, col, usize::from(board.get(row, col))).max(-10.0)
            })
            .sum::<f64>()
    };
    (0..4).max_by(|&a, &b| fits(a).total_cmp(&fits(b))).unwrap_or(0)
}

/// Whether pieces stand about where they are said to stand.
fn check_shown(
    game: GameId,
    reference: &Reference,
    found: &Recognition,
    turns: usize,
) -> Result<(), AdaptError> {
    let truth = reference.board.rotated(turns);
    let probability = |(row, col): (usize, usize)| {
        let empty = found.probs.array()[[row, col, 0]];
        if truth.get(row, col) == 0 { empty } else { 1.0 - empty }
    };
    let otherwise: Vec<(usize, usize)> = found
        .cells()
        .filter(|cell| probability(*cell) < HARDLY && !found.covered.contains(cell))
        .collect();
    if otherwise.len() * OTHERWISE <= found.grid.len() {
        return Ok(());
    }
    // Named in the orientation that the user gave.
    let back = |&(row, col): &(usize, usize)| {
        let mut marked = CellGrid::empty(truth.rows(), truth.cols());
        marked.set(row, col, 1);
        let at = marked.rotated((4 - turns) % 4).cells().iter().position(|c| *c == 1);
        let at = at.unwrap_or(0);
        game.game().cell_name(&reference.board, at / truth.cols(), at % truth.cols())
    };
    let cells = otherwise.iter().take(5).map(back).collect();
    Err(AdaptError::NotShown { photo: reference.name.clone(), cells })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::arr2;

    fn samples(cells: usize) -> Samples {
        // Even cells are of class 0, odd ones of class 1, which the network does not tell apart.
        let class = |cell: usize| (cell % 2) as u8;
        Samples {
            features: Array2::from_shape_fn((cells, 2), |(i, j)| {
                if i % 2 == j { 1.0 } else { 0.1 * (i % 3) as f32 }
            }),
            logits: Array2::from_shape_fn((cells, 2), |(_, j)| 0.5 - j as f32 * 0.2),
            classes: (0..cells).map(class).collect(),
            cells: (0..cells).collect(),
        }
    }

    #[test]
    fn what_it_is_worth_is_counted_on_what_was_left_out() {
        let (strength, figures) = chosen(&[samples(24)]);
        assert_eq!((figures.cells, figures.right_before, figures.right_after), (24, 12, 24));
        assert!(figures.helps() && figures.left_out == LeftOut::Cells && strength.is_some());
        let (_, figures) = chosen(&[samples(8), samples(8), samples(8)]);
        assert_eq!((figures.cells, figures.right_before, figures.right_after), (24, 12, 24));
        assert_eq!(figures.left_out, LeftOut::Photo);
    }

    #[test]
    fn what_does_not_help_is_no_correction() {
        // Features that say nothing of the classes, which the network knows.
        let known = Samples {
            features: Array2::from_shape_fn((24, 2), |(i, j)| ((7 * i + 3 * j) % 5) as f32),
            logits: Array2::from_shape_fn((24, 2), |(i, j)| if i % 2 == j { 9.0 } else { 0.0 }),
            ..samples(24)
        };
        let (strength, figures) = chosen(&[known]);
        assert_eq!((figures.right_before, figures.right_after), (24, 24));
        assert!(!figures.helps(), "{strength:?}");
    }

    #[test]
    fn a_moved_grid_keeps_its_middle_but_for_the_move() {
        let grid = GridSpec::squares(8);
        let corners = Quad::rectangle(80.0, 80.0);
        let moved = moved_grid(&grid, &corners, [0.1, -0.2, 0.5]).expect("convex");
        let (center, first) = (moved.center(), moved.corners()[0]);
        assert!((center.x - 41.0).abs() < 1e-9 && (center.y - 38.0).abs() < 1e-9);
        assert!((first.x + 4.0).abs() < 1e-9 && (first.y + 7.0).abs() < 1e-9);
    }

    #[test]
    fn looks_at_the_same_cells_are_not_new_cells() {
        let twice = more_looks(more_looks(Samples::default(), samples(4)), samples(4));
        assert_eq!(twice.cells, [0, 1, 2, 3, 0, 1, 2, 3]);
        assert_eq!(twice.features.nrows(), 8);
        assert_eq!(fit(&twice, 1.0).of(arr2(&[[0.0, 0.0]]).view()).ncols(), 2);
    }
}
