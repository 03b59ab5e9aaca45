//! Crops of cells from boards seen through imperfect corners.

use crate::{
    augment::{normal, photometric, recolored},
    config::Variety,
    data::Sample,
};
use image::imageops;
use kibitzer::{
    games::{CellGrid, GameId},
    geometry::{Homography, Point, Quad},
    inference::CellTask,
    recognition::{
        RectifiedBoard,
        cells::{CellCrops, crop_cells},
        rectify,
    },
    vision::{Pyramid, image_to_tensor, warp},
};
use ndarray::{Array4, Axis, Ix3, SliceInfo, SliceInfoElem, s};
use rand::{
    Rng,
    rngs::StdRng,
    seq::{IndexedRandom, IteratorRandom},
};
use std::borrow::Cow;

/// How far a spun crop is turned, in radians, and how much larger it is at most.
const SPIN: f64 = 0.7;
const GROWTH: f64 = 1.2;

/// What shapes the crops.
pub struct CropSpec<'a> {
    /// The classifier's card.
    pub task: &'a CellTask,
    /// Standard deviation of the corner error in cell pitches.
    pub corner_error: f64,
    /// Crops drawn from one view of a board.
    pub crops_per_board: usize,
    /// What is varied beyond light and camera.
    pub variety: Variety,
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
    let (sample_quad, turns) = turned(sample, spec.variety.turned, rng);
    let board = cells.rotated(turns);
    let mirrored = rng.random_bool(0.5);
    let quad = with_error(&sample_quad, sample.grid.pitch(&sample.quad) * spec.corner_error, rng);
    let view = rectify(&sample.photo, &quad, &sample.grid, spec.task);
    let mut picture = view.picture;
    if rng.random_bool(spec.variety.cut) {
        view.crops.hide_surroundings(&mut picture);
    }
    if rng.random_bool(spec.variety.recolored) {
        picture = recolored(&picture, rng);
    }
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
    let source = Pyramid::new(Cow::Borrowed(&view.picture));
    let crop = |cell: usize| crop_cells(&view, cell..cell + 1).index_axis_move(Axis(0), 0);
    let (width, height) = view.crops.size;
    let mut input = Array4::zeros((wanted.len(), 3, height, width));
    for (&cell, mut out) in wanted.iter().zip(input.axis_iter_mut(Axis(0))) {
        if rng.random_bool(spec.variety.spun) {
            let picture = warp(&source, &spin(&view, spec.task, at(cell), rng), width as u32, height as u32);
            image_to_tensor(&picture, (0, 0), &view.stats, out.view_mut());
        } else {
            out.assign(&crop(at(cell)));
        }
        for side in sides(spec.task) {
            if rng.random_bool(spec.variety.strange_sides) {
                let other = crop(another_alike(&board, at(cell), rng));
                out.slice_mut(side).assign(&other.slice(side));
            }
        }
    }
    Crops { input, classes: wanted.iter().map(|&cell| board.cells()[cell]).collect() }
}

/// The map from a crop to the rectified picture that shows the cell turned around its center, larger or smaller.
fn spin(view: &RectifiedBoard, task: &CellTask, cell: usize, rng: &mut StdRng) -> Homography {
    let px = task.cell_px as f64;
    let (sin, cos) = rng.random_range(-SPIN..SPIN).sin_cos();
    let scale = rng.random_range(1.0 / GROWTH..GROWTH);
    let (x, y) = (task.extent.left * px, task.extent.top * px);
    let (left, top) = view.crops.window(cell);
    let turned = Homography::from_rows([scale * cos, -scale * sin, 0.0, scale * sin, scale * cos, 0.0, 0.0, 0.0, 1.0]);
    let to_center = Homography::scale_shift(1.0, 1.0, -x, -y);
    Homography::scale_shift(1.0, 1.0, left as f64 + x, top as f64 + y).compose(&turned).compose(&to_center)
}

/// The parts of a crop left of, right of and below the square of one pitch around its cell's center, and above the pitch over
/// it, where the heads of tall pieces are seen.
fn sides(task: &CellTask) -> [SliceInfo<[SliceInfoElem; 3], Ix3, Ix3>; 4] {
    let px = |pitches: f64| (pitches * task.cell_px as f64).round().max(0.0) as usize;
    let (left, top) = (px(task.extent.left - 0.5), px(task.extent.top - 1.0));
    let (right, bottom) = (px(task.extent.left + 0.5), px(task.extent.top + 0.5));
    [s![.., .., ..left], s![.., .., right..], s![.., ..top, ..], s![.., bottom.., ..]]
}

/// A random cell of the same color of square.
fn another_alike(board: &CellGrid, cell: usize, rng: &mut StdRng) -> usize {
    let color = |i: &usize| (i / board.cols() + i % board.cols()) % 2;
    (0..board.cells().len()).filter(|i| color(i) == color(&cell)).choose(rng).unwrap_or(cell)
}

/// The corners after a random quarter turn: always where the game looks the same from all sides, in a share of the views of
/// chess, whose pieces mostly lean away from the camera.
fn turned(sample: &Sample, share: f64, rng: &mut StdRng) -> (Quad, usize) {
    let still = sample.game == GameId::Chess && !rng.random_bool(share);
    let turns = if still { 0 } else { rng.random_range(0..4) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::{inference::Extent, vision::Normalization};
    use rand::SeedableRng;

    fn task(left: f64, top: f64) -> CellTask {
        CellTask {
            game: GameId::Chess,
            classes: Vec::new(),
            cell_px: 20,
            extent: Extent { left, top, right: 1.0, bottom: 0.75 },
            normalization: Normalization::Fixed,
            temperature: 1.0,
        }
    }

    #[test]
    fn sides_leave_the_square_and_what_rises_over_it() {
        let mut crop = ndarray::Array3::<u8>::zeros((3, 45, 45));
        for side in sides(&task(1.25, 1.5)) {
            crop.slice_mut(side).fill(1);
        }
        let kept: Vec<(usize, usize)> =
            crop.index_axis(Axis(0), 0).indexed_iter().filter(|(_, v)| **v == 0).map(|(at, _)| at).collect();
        // The square is 20 px wide from x = 15; half a pitch over it is kept, too.
        assert_eq!(kept.len(), 20 * 30);
        assert_eq!((kept[0], kept[kept.len() - 1]), ((10, 15), (39, 34)));
    }

    #[test]
    fn crops_without_surroundings_have_no_sides() {
        let mut crop = ndarray::Array3::<u8>::zeros((3, 20, 20));
        let mut task = task(0.5, 0.5);
        (task.extent.right, task.extent.bottom) = (0.5, 0.5);
        for side in sides(&task) {
            crop.slice_mut(side).fill(1);
        }
        assert_eq!(crop.sum(), 0);
    }

    #[test]
    fn another_cell_is_of_the_same_color() {
        let mut rng = StdRng::seed_from_u64(1);
        for size in [8, 19] {
            let board = CellGrid::empty(size, size);
            for cell in 0..size * size {
                let other = another_alike(&board, cell, &mut rng);
                assert_eq!((other / size + other % size) % 2, (cell / size + cell % size) % 2);
            }
        }
    }
}
