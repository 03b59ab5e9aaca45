//! Crops of cells from boards seen through imperfect corners.

use crate::{
    augment::{normal, photometric, recolored},
    data::Sample,
};
use image::imageops;
use kibitzer::{
    games::{CellGrid, GameId},
    geometry::{Point, Quad},
    inference::CellTask,
    recognition::{
        RectifiedBoard,
        cells::{CellCrops, crop_cells},
        rectify,
    },
};
use ndarray::{Array4, Axis};
use rand::{Rng, rngs::StdRng, seq::IndexedRandom};

/// What shapes the crops.
pub struct CropSpec<'a> {
    /// The classifier's card.
    pub task: &'a CellTask,
    /// Standard deviation of the corner error in cell pitches.
    pub corner_error: f64,
    /// Crops drawn from one view of a board.
    pub crops_per_board: usize,
    /// Share of the views whose hues are turned.
    pub recolored: f64,
}

/// Crops and the classes of their cells.
pub struct Crops {
    /// `[crops, 3, height, width]`.
    pub input: Array4<f32>,
    /// A class a crop.
    pub classes: Vec<u8>,
}

/// Random cells of a random view of a board; half of them drawn so that every class on the board is equally likely, since most
/// cells of most boards are empty.
pub fn random_crops(sample: &Sample, cells: &CellGrid, spec: &CropSpec, rng: &mut StdRng) -> Crops {
    let (sample_quad, turns) = turned(sample, rng);
    let board = cells.rotated(turns);
    let mirrored = rng.random_bool(0.5);
    let quad = with_error(&sample_quad, sample.grid.pitch(&sample.quad) * spec.corner_error, rng);
    let view = rectify(&sample.photo, &quad, &sample.grid, spec.task);
    let recolor = rng.random_bool(spec.recolored);
    let picture = if recolor { recolored(&view.picture, rng) } else { view.picture };
    let mut picture = photometric(&picture, rng);
    let symmetric = spec.task.extent.left == spec.task.extent.right;
    let mirrored = mirrored && symmetric;
    if mirrored {
        imageops::flip_horizontal_in_place(&mut picture);
    }
    let view = RectifiedBoard::from_picture(picture, view.grid, CellCrops::new(&view.grid, spec.task), spec.task);
    let wanted = random_cells(&board, spec.crops_per_board, rng);
    let at =
        |cell: usize| if mirrored { cell / board.cols() * board.cols() + board.cols() - 1 - cell % board.cols() } else { cell };
    let (width, height) = view.crops.size;
    let mut input = Array4::zeros((wanted.len(), 3, height, width));
    for (&cell, mut out) in wanted.iter().zip(input.axis_iter_mut(Axis(0))) {
        out.assign(&crop_cells(&view, at(cell)..at(cell) + 1).index_axis(Axis(0), 0));
    }
    Crops { input, classes: wanted.iter().map(|&cell| board.cells()[cell]).collect() }
}

/// The corners after a random quarter turn, where the game looks the same from all sides: chess pieces lean away from the camera.
fn turned(sample: &Sample, rng: &mut StdRng) -> (Quad, usize) {
    let turns = if sample.game == GameId::Chess { 0 } else { rng.random_range(0..4) };
    (sample.quad.rotated(turns), turns)
}

/// Corners moved by the error a detector makes: all together, and each by itself.
fn with_error(quad: &Quad, error: f64, rng: &mut StdRng) -> Quad {
    let scale = if rng.random_bool(0.15) { 2.0 * error } else { error };
    let mut jitter = || scale * f64::from(normal(rng)).clamp(-2.5, 2.5);
    let (dx, dy) = (0.5 * jitter(), 0.5 * jitter());
    let moved = quad.corners().map(|p| Point::new(p.x + dx + jitter(), p.y + dy + jitter()));
    Quad::new(moved).unwrap_or(*quad)
}

fn random_cells(board: &CellGrid, count: usize, rng: &mut StdRng) -> Vec<usize> {
    let cells = board.cells();
    let mut classes: Vec<u8> = cells.to_vec();
    classes.sort_unstable();
    classes.dedup();
    let of_class = |class: u8| -> Vec<usize> { (0..cells.len()).filter(|&i| cells[i] == class).collect() };
    let by_class: Vec<Vec<usize>> = classes.iter().map(|&c| of_class(c)).collect();
    let mut one = || {
        if rng.random_bool(0.5) {
            return rng.random_range(0..cells.len());
        }
        by_class.choose(rng).and_then(|group| group.choose(rng)).copied().unwrap_or(0)
    };
    (0..count).map(|_| one()).collect()
}
