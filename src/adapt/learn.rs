//! What references teach.

use super::{
    AdaptError, Reference, each_once,
    fit::{Samples, fit},
    locate::{Located, locate},
    worth::{Figures, chosen},
};
use crate::{
    error::Error,
    games::GameId,
    geometry::{GridSpec, Point, Quad},
    recognition::{Correction, Readers},
    vision::Pyramid,
};
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

/// More looks than so many are not taken, where there need not be as many cells.
const LOOKS: usize = 320;
/// So many cells, evenly chosen, are enough to tell what a correction is worth.
const ENOUGH: usize = 1024;

/// What references taught.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The correction of the game's classifier.
    pub correction: Correction,
    /// What it is worth.
    pub figures: Figures,
}

/// Learns from references of a game. How strongly the prior holds the correction back is chosen by
/// how well cells are read that were left out: each photo by what the others teach, a quarter of the
/// photos at a time where there are more than four, or, of a single one, a quarter of the cells.
/// Where none of them is read better, the correction is none.
///
/// # Errors
/// When a photo is there twice, shows no board, or surely another position than is said, or all
/// references together show only one kind of cell.
pub fn learn(
    readers: &Readers,
    game: GameId,
    references: &[Reference],
) -> Result<Learned, AdaptError> {
    each_once(references)?;
    let (mut plain, mut all) = (Vec::new(), Samples::default());
    for (i, reference) in references.iter().enumerate() {
        let cells = references.len() * reference.board.cells().len();
        let looks = looks_at(readers, game, reference, moves_for(cells))?;
        // The first look is at the board as it is read; what they are worth is seen there.
        plain.push(looks.once().filtered(|cell| is_enough(i, cell, cells)));
        all = all.and(looks);
    }
    if all.classes.windows(2).all(|two| two[0] == two[1]) {
        return Err(AdaptError::Nothing);
    }
    let alike = |class: u8| game.game().alike(class);
    let (strength, figures) = chosen(&plain, &alike);
    let correction = match strength {
        Some(strength) => fit(&all, strength, &alike),
        None => Correction::new(Array2::zeros((all.features.ncols() + 1, all.logits.ncols()))),
    };
    Ok(Learned { correction, figures })
}

/// Whether a cell of a photo is one of those that tell what a correction is worth, of so many cells
/// in all: of the columns of a board other ones in each photo.
const fn is_enough(photo: usize, cell: usize, cells: usize) -> bool {
    (cell + photo).is_multiple_of(cells.div_ceil(ENOUGH))
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
    let located = locate(readers, game, reference)?;
    let truth = &located.board;
    let known = known_cells(&located, &reference.told_as(game));
    let photo = Pyramid::new(Cow::Borrowed(&reference.photo));
    let mut samples = Samples::default();
    for moved in moves {
        let Some(quad) = moved_grid(&located.grid, &located.quad, *moved) else { continue };
        for (logits, features) in
            readers.features(game, &photo, &quad, &located.grid).map_err(at)?
        {
            let look = Samples {
                classes: truth.cells().to_vec(),
                cells: (0..truth.cells().len()).collect(),
                features,
                logits,
            };
            samples = more_looks(samples, look.filtered(|cell| known[cell]));
        }
    }
    Ok(samples)
}

/// Of which cells it is known what is on them: not of those that nobody knows, nor of men that may
/// be kings, which are `told_as` one.
fn known_cells(located: &Located, told_as: &[u8]) -> Vec<bool> {
    let board = &located.board;
    let is_open = |class: u8| {
        let alike = told_as.iter().filter(|of| **of == told_as[usize::from(class)]);
        alike.count() > 1
    };
    let is_known = |(cell, &class): (usize, &u8)| {
        !is_open(class) && !located.unknown.contains(&(cell / board.cols(), cell % board.cols()))
    };
    board.cells().iter().enumerate().map(is_known).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dataset::manifest::compared_as, games::CellGrid};
    use ndarray::{Array2, arr2};

    #[test]
    fn men_that_may_be_kings_teach_nothing() {
        let mut board = CellGrid::empty(8, 8);
        (0..5).for_each(|class| board.set(0, usize::from(class), class));
        let located = Located {
            quad: Quad::rectangle(8.0, 8.0),
            grid: GridSpec::squares(8),
            board,
            unknown: vec![(0, 1), (0, 6)],
        };
        let left_out = |kings: bool| -> Vec<usize> {
            let known = known_cells(&located, &compared_as(GameId::Checkers.game(), kings));
            (0..64).filter(|&cell| !known[cell]).collect()
        };
        assert_eq!(left_out(true), [1, 6]);
        assert_eq!(left_out(false), [1, 2, 3, 4, 6]);
    }

    #[test]
    fn of_many_photos_every_column_tells_what_they_are_worth() {
        let told: Vec<Vec<usize>> = (0..64)
            .map(|photo| (0..64).filter(|&cell| is_enough(photo, cell, 64 * 64)).collect())
            .collect();
        assert!(told.iter().all(|cells| cells.len() == 16));
        assert!((0..64).all(|cell| told.iter().any(|cells| cells.contains(&cell))));
        assert!((0..64).all(|cell| is_enough(0, cell, 64) && is_enough(15, cell, 16 * 64)));
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
        assert_eq!(fit(&twice, 1.0, &|_| None).of(arr2(&[[0.0, 0.0]]).view()).ncols(), 2);
    }
}
