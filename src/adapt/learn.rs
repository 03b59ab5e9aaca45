//! What references teach.

use super::{
    AdaptError,
    fit::{STRENGTH, Samples, fit},
};
use crate::{
    error::Error,
    games::{CellGrid, GameId},
    geometry::{GridSpec, Point, Quad},
    recognition::{Correction, Readers, Recognition, RecognizeOptions},
    vision::Pyramid,
};
use image::RgbImage;
use ndarray::Array2;
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

/// So many parts of a single reference are left out in turn.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeftOut {
    /// One photo at a time.
    Photo,
    /// A quarter of the only photo's cells at a time.
    Cells,
}

/// Learns from references of a game.
///
/// # Errors
/// When a photo shows no board, or surely another position than is said, or all references together
/// only one kind of cell.
pub fn learn(
    readers: &Readers,
    game: GameId,
    references: &[Reference],
) -> Result<Learned, AdaptError> {
    let (mut first, mut all) = (Vec::new(), Samples::default());
    for reference in references {
        let looks = looks_at(readers, game, reference, moves_for(references.len()))?;
        // The first of all looks is as the board is read; what they are worth is seen there.
        let plain = looks.cells.iter().skip(1).position(|cell| *cell == looks.cells[0]);
        first.push(looks.first(plain.map_or(looks.cells.len(), |at| at + 1)));
        all = all.and(looks);
    }
    if all.classes.windows(2).all(|two| two[0] == two[1]) {
        return Err(AdaptError::Nothing);
    }
    let figures = match &first[..] {
        [only] => part_by_part(only),
        several => photo_by_photo(several),
    };
    Ok(Learned { correction: fit(&all, STRENGTH), figures })
}

/// Each photo read by what the others taught.
fn photo_by_photo(each: &[Samples]) -> Figures {
    let mut figures = Figures { left_out: LeftOut::Photo, ..nothing() };
    for (i, left_out) in each.iter().enumerate() {
        let others = each.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, s)| s.clone());
        let correction = fit(&others.fold(Samples::default(), Samples::and), STRENGTH);
        count(&mut figures, left_out, &correction);
    }
    figures
}

/// Every part of a photo's cells read by what the others taught.
fn part_by_part(all: &Samples) -> Figures {
    let mut figures = nothing();
    for part in 0..PARTS {
        // Cells of a class stand side by side: every fourth one of each class is left out.
        let is_left_out = |cell: usize| rank_in_class(all, cell) % PARTS == part;
        let correction = fit(&all.filtered(|cell| !is_left_out(cell)), STRENGTH);
        count(&mut figures, &all.filtered(is_left_out), &correction);
    }
    figures
}

const fn nothing() -> Figures {
    Figures { left_out: LeftOut::Cells, cells: 0, right_before: 0, right_after: 0 }
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

/// Counts the cells that the first look at each reads right.
fn count(figures: &mut Figures, samples: &Samples, correction: &Correction) {
    let corrected = &samples.logits + &correction.of(samples.features.view());
    let mut seen = Vec::new();
    for (i, &class) in samples.classes.iter().enumerate() {
        if seen.contains(&samples.cells[i]) {
            continue;
        }
        seen.push(samples.cells[i]);
        let right = |logits: &Array2<f32>| {
            let row = logits.row(i);
            row.iter().all(|v| *v <= row[usize::from(class)])
        };
        figures.cells += 1;
        figures.right_before += usize::from(right(&samples.logits));
        figures.right_after += usize::from(right(&corrected));
    }
}

/// Where the grid is laid for so many references: of many photos one look each is enough.
fn moves_for(references: usize) -> &'static [[f64; 3]] {
    &MOVED[..(MOVED.len() / references.max(1)).max(1)]
}

/// What a reference shows, looked at several times.
fn looks_at(
    readers: &Readers,
    game: GameId,
    reference: &Reference,
    moves: &[[f64; 3]],
) -> Result<Samples, AdaptError> {
    let at = |source: Error| AdaptError::Photo { photo: reference.name.clone(), source };
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
        let figures = part_by_part(&samples(24));
        assert_eq!((figures.cells, figures.right_before, figures.right_after), (24, 12, 24));
        assert!(figures.helps() && figures.left_out == LeftOut::Cells);
        let figures = photo_by_photo(&[samples(8), samples(8), samples(8)]);
        assert_eq!((figures.cells, figures.right_before, figures.right_after), (24, 12, 24));
        assert_eq!(figures.left_out, LeftOut::Photo);
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
