//! What references teach.

use super::{
    AdaptError,
    fit::{Samples, fit},
    worth::{Figures, chosen},
};
use crate::{
    error::Error,
    games::{CellGrid, GameId, rotate_index},
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

/// More looks than so many are not taken, where there need not be as many cells.
const LOOKS: usize = 320;
/// So many cells, evenly chosen, are enough to tell what a correction is worth.
const ENOUGH: usize = 1024;

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
    let size = (truth.rows(), truth.cols());
    let known = |cell: usize| {
        let at = (cell / truth.cols(), cell % truth.cols());
        !reference.unknown.contains(&rotate_index(at, size, turns)) && !found.covered.contains(&at)
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
    let size = (truth.rows(), truth.cols());
    let back = |&at: &(usize, usize)| {
        let (row, col) = rotate_index(at, size, turns);
        game.game().cell_name(&reference.board, row, col)
    };
    let cells = otherwise.iter().take(5).map(back).collect();
    Err(AdaptError::NotShown { photo: reference.name.clone(), cells })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array2, arr2};

    #[test]
    fn a_moved_grid_keeps_its_middle_but_for_the_move() {
        let grid = GridSpec::squares(8);
        let corners = Quad::rectangle(80.0, 80.0);
        let moved = moved_grid(&grid, &corners, [0.1, -0.2, 0.5]).expect("convex");
        let (center, first) = (moved.center(), moved.corners()[0]);
        assert!((center.x - 41.0).abs() < 1e-9 && (center.y - 38.0).abs() < 1e-9);
        assert!((first.x + 4.0).abs() < 1e-9 && (first.y + 7.0).abs() < 1e-9);
    }

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
    fn looks_at_the_same_cells_are_not_new_cells() {
        let twice = more_looks(more_looks(Samples::default(), samples(4)), samples(4));
        assert_eq!(twice.cells, [0, 1, 2, 3, 0, 1, 2, 3]);
        assert_eq!(twice.features.nrows(), 8);
        assert_eq!(fit(&twice, 1.0).of(arr2(&[[0.0, 0.0]]).view()).ncols(), 2);
    }
}
