//! Crops of cells from boards seen through imperfect corners.

use crate::{
    augment::{blurred, lamp_lit, photometric, recolored},
    cells::{marks, pieces::Pieces},
    config::Variety,
    data::{Sample, with_error},
    loss::{Truth, only},
};
use image::RgbImage;
use kibitzer::{
    games::{CellGrid, GameId},
    geometry::{Homography, Point, Quad},
    inference::{CellTask, CropView},
    recognition::{RectifiedBoard, rectify, standing::StandingCrops},
    vision::{BoardStats, Pyramid, image_to_tensor, warp},
};
use ndarray::{Array4, ArrayViewMut3, Axis, s};
use rand::{
    Rng,
    rngs::StdRng,
    seq::{IndexedRandom, IteratorRandom},
};
use std::{borrow::Cow, ops::Range};

/// How far a spun crop is turned, in radians, and how much larger it is at most.
const SPIN: f64 = 0.7;
const GROWTH: f64 = 1.2;

/// How much larger or smaller a resized view is at most.
const RESIZE: f64 = 1.4;

/// How far a crop leans, in radians, and how much too large it is at most, where the camera's place
/// is guessed from the corners.
const LEAN_ERROR: f64 = 0.12;
const SIZE_ERROR: f64 = 1.1;

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
    /// Men to set on empty squares.
    pub pieces: Option<&'a Pieces>,
}

/// Crops and what is on their cells.
pub struct Crops {
    /// `[crops, 3, height, width]`.
    pub input: Array4<f32>,
    /// What may be true of a crop.
    pub truths: Vec<Truth>,
}

/// Random cells of a random view of a board; half of them drawn so that every class on the board is
/// equally likely, since most cells of most boards are empty.
pub fn random_crops(sample: &Sample, cells: &CellGrid, spec: &CropSpec, rng: &mut StdRng) -> Crops {
    let (sample_quad, turns) = turned(sample, spec.variety.turned, rng);
    let board = cells.rotated(turns);
    let quad = with_error(&sample_quad, sample.grid.pitch(&sample.quad) * spec.corner_error, rng);
    let flat = spec.task.view == CropView::Above || rng.random_bool(spec.variety.flattened);
    let empty = if rng.random_bool(spec.variety.marked) {
        empty_squares(sample, &board)
    } else {
        Vec::new()
    };
    let view = if flat {
        from_above(sample, &quad, &empty, spec, rng)
    } else {
        from_the_side(sample, &quad, &empty, spec, rng)
    };
    let mirrored = spec.task.extent.left == spec.task.extent.right && rng.random_bool(0.5);
    let (width, height) = spec.task.extent.size(spec.task.cell_px);
    let covered = sample.covered.as_ref().map(|cells| cells.rotated(turns));
    let (unknown, held_out) = (sample.unknown.rotated(turns), sample.held_out.rotated(turns));
    let left_out = |cell: usize| {
        unknown.cells()[cell] == 1
            || held_out.cells()[cell] == 1
            || covered.as_ref().is_some_and(|c| c.cells()[cell] == 1)
    };
    let wanted = random_cells(&board, left_out, spec.crops_per_board, rng);
    let mut input = Array4::zeros((wanted.len(), 3, height, width));
    let resized = resized(spec, rng);
    let picture_of = |cell: usize, around: &Homography, out: &ArrayViewMut3<f32>| {
        let (_, height, width) = out.dim();
        let to_picture = (view.to_picture)(cell).compose(around);
        warp(&view.picture, &to_picture, width as u32, height as u32)
    };
    let put = |picture: &RgbImage, out: ArrayViewMut3<f32>| {
        image_to_tensor(picture, (0, 0), &view.stats, out);
    };
    let mut classes: Vec<u8> = wanted.iter().map(|&cell| board.cells()[cell]).collect();
    // Men are photographed from the side.
    let pieces = spec.pieces.filter(|_| !flat);
    for ((&cell, class), mut out) in
        wanted.iter().zip(&mut classes).zip(input.axis_iter_mut(Axis(0)))
    {
        let around = if rng.random_bool(spec.variety.spun) {
            spin(spec.task, SPIN, GROWTH, rng)
        } else {
            view.jitter(spec.task, rng)
        };
        let mut picture = picture_of(cell, &resized.compose(&around), &out);
        if let Some(pieces) = pieces.filter(|_| *class == 0 && rng.random_bool(spec.variety.pasted))
        {
            let man = pieces.draw(rng);
            man.stand_on(&mut picture, spec.task, rng);
            *class = man.class;
        }
        put(&picture, out.view_mut());
        for (rows, cols) in sides(spec.task) {
            if rng.random_bool(spec.variety.strange_sides) {
                let to_crop =
                    Homography::scale_shift(1.0, 1.0, cols.start as f64, rows.start as f64);
                let other = another_alike(&board, cell, rng);
                let side = out.slice_mut(s![.., rows, cols]);
                put(&picture_of(other, &resized.compose(&to_crop), &side), side);
            }
        }
        if mirrored {
            let copy = out.to_owned();
            out.assign(&copy.slice(s![.., .., ..;-1]));
        }
    }
    let of_class = |class: &u8| possible(sample, *class);
    Crops { input, truths: classes.iter().map(of_class).collect() }
}

/// The classes that a cell of this class may be: either side's, where the label's sides are a guess,
/// and a king's as well as a man's, where kings are not marked.
fn possible(sample: &Sample, class: u8) -> Truth {
    let other = sample.game.game().with_colors_swapped(class);
    let told_as = |class: u8| sample.told_as[usize::from(class)];
    let classes = 0..sample.told_as.len() as u8;
    classes
        .filter(|&candidate| {
            told_as(candidate) == told_as(class)
                || sample.arbitrary_colors && told_as(candidate) == told_as(other)
        })
        .fold(0, |truth, candidate| truth | only(candidate))
}

/// The centers of squares on which nothing stands.
fn empty_squares(sample: &Sample, board: &CellGrid) -> Vec<Point> {
    let cells = (0..board.cells().len()).filter(|&cell| board.cells()[cell] == 0);
    cells.map(|cell| sample.grid.center(cell / board.cols(), cell % board.cols())).collect()
}

/// A picture of a board, changed as light and camera would, and where it shows the cells.
struct View {
    picture: Pyramid<'static>,
    stats: BoardStats,
    to_picture: Box<dyn Fn(usize) -> Homography>,
    /// Whether the place of the camera is a guess, so that crops are a little off.
    guessed: bool,
}

impl View {
    fn jitter(&self, task: &CellTask, rng: &mut StdRng) -> Homography {
        if self.guessed { spin(task, LEAN_ERROR, SIZE_ERROR, rng) } else { Homography::IDENTITY }
    }
}

/// The board rectified, with marks on some squares that are `empty`; its crops are windows of it.
fn from_above(
    sample: &Sample,
    quad: &Quad,
    empty: &[Point],
    spec: &CropSpec,
    rng: &mut StdRng,
) -> View {
    let task = CellTask { view: CropView::Above, ..spec.task.clone() };
    let view = rectify(&sample.photo, quad, &sample.grid, &task);
    let mut picture = view.picture;
    let to_photo = view.crops.to_photo(&sample.grid, quad);
    marks::paint(
        &mut picture,
        &to_photo.inverse().compose(&sample.grid.to_photo(quad)),
        empty,
        rng,
    );
    if rng.random_bool(spec.variety.cut) {
        view.crops.hide_surroundings(&mut picture);
    }
    let picture = changed(picture, spec, rng);
    let layout = view.crops;
    let RectifiedBoard { picture, stats, .. } =
        RectifiedBoard::from_picture(picture, view.grid, layout, spec.task);
    let to_picture = move |cell| {
        let (left, top) = layout.window(cell);
        Homography::scale_shift(1.0, 1.0, left as f64, top as f64)
    };
    View {
        picture: Pyramid::new(Cow::Owned(picture)),
        stats,
        to_picture: Box::new(to_picture),
        guessed: false,
    }
}

/// The part of the photo around the board, with marks on some squares that are `empty`; its crops
/// show pieces upright.
fn from_the_side(
    sample: &Sample,
    quad: &Quad,
    empty: &[Point],
    spec: &CropSpec,
    rng: &mut StdRng,
) -> View {
    let part = Part::around(quad, sample.grid.pitch(quad), spec);
    let to_part = part.to_photo.inverse();
    let mut picture = warp(&sample.photo, &part.to_photo, part.size.0, part.size.1);
    marks::paint(&mut picture, &to_part.compose(&sample.grid.to_photo(quad)), empty, rng);
    let picture = Pyramid::new(Cow::Owned(changed(picture, spec, rng)));
    let in_part = to_part.project_quad(quad).expect("scaling keeps a quad convex");
    let stats = rectify(&picture, &in_part, &sample.grid, spec.task).stats;
    let crops =
        StandingCrops::new(sample.photo.photo().dimensions(), quad, &sample.grid, spec.task);
    View {
        picture,
        stats,
        to_picture: Box::new(move |cell| to_part.compose(&crops.to_photo(cell))),
        guessed: true,
    }
}

/// The picture in another light, by another camera.
fn changed(picture: RgbImage, spec: &CropSpec, rng: &mut StdRng) -> RgbImage {
    let picture =
        if rng.random_bool(spec.variety.recolored) { recolored(&picture, rng) } else { picture };
    let picture =
        if rng.random_bool(spec.variety.lamp) { lamp_lit(&picture, rng) } else { picture };
    let picture = if rng.random_bool(spec.variety.blurred) {
        blurred(&picture, spec.task.cell_px, rng)
    } else {
        picture
    };
    if rng.random_bool(spec.variety.plain) { picture } else { photometric(&picture, rng) }
}

/// A part of a photo at the size that crops need.
struct Part {
    size: (u32, u32),
    to_photo: Homography,
}

impl Part {
    /// What crops of a board with these corners can show.
    fn around(quad: &Quad, pitch: f64, spec: &CropSpec) -> Self {
        // Cells near the camera are larger than the mean.
        let scale = 1.15 * spec.task.cell_px as f64 / pitch;
        let largest = if spec.variety.resized > 0.0 { RESIZE } else { 1.0 };
        let room = largest * pitch * spec.task.extent.top.max(spec.task.extent.left);
        let xs = quad.corners().map(|p| p.x);
        let ys = quad.corners().map(|p| p.y);
        let low = |v: [f64; 4]| v.into_iter().fold(f64::INFINITY, f64::min) - room;
        let high = |v: [f64; 4]| v.into_iter().fold(f64::NEG_INFINITY, f64::max) + room;
        let (left, top) = (low(xs), low(ys));
        let size = ((high(xs) - left) * scale, (high(ys) - top) * scale);
        let to_photo = Homography::scale_shift(1.0 / scale, 1.0 / scale, left, top);
        Self {
            size: (
                size.0.ceil().clamp(1.0, 2000.0) as u32,
                size.1.ceil().clamp(1.0, 2000.0) as u32,
            ),
            to_photo,
        }
    }
}

/// A crop turned around its cell's center by up to `turn` radians, and up to `growth` times larger
/// or smaller.
fn spin(task: &CellTask, turn: f64, growth: f64, rng: &mut StdRng) -> Homography {
    around_center(task, rng.random_range(-turn..turn), rng.random_range(1.0 / growth..growth))
}

/// What all crops of a view are scaled by.
fn resized(spec: &CropSpec, rng: &mut StdRng) -> Homography {
    if !rng.random_bool(spec.variety.resized) {
        return Homography::IDENTITY;
    }
    let limit = RESIZE.ln();
    around_center(spec.task, 0.0, rng.random_range(-limit..limit).exp())
}

/// A turn around the cell's center, in radians, and a scaling.
fn around_center(task: &CellTask, turn: f64, scale: f64) -> Homography {
    let px = task.cell_px as f64;
    let (sin, cos) = turn.sin_cos();
    let (x, y) = (task.extent.left * px, task.extent.top * px);
    let turned = Homography::from_rows([
        scale * cos,
        -scale * sin,
        0.0,
        scale * sin,
        scale * cos,
        0.0,
        0.0,
        0.0,
        1.0,
    ]);
    Homography::scale_shift(1.0, 1.0, x, y)
        .compose(&turned)
        .compose(&Homography::scale_shift(1.0, 1.0, -x, -y))
}

/// The parts of a crop, rows and columns, left of, right of and below the square of one pitch
/// around its cell's center, and above the pitch over it, where the heads of tall pieces are seen;
/// none that is empty.
fn sides(task: &CellTask) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<> {
    let px = |pitches: f64| (pitches * task.cell_px as f64).round().max(0.0) as usize;
    let (width, height) = task.extent.size(task.cell_px);
    let (left, top) = (px(task.extent.left - 0.5), px(task.extent.top - 1.0));
    let (right, bottom) = (px(task.extent.left + 0.5), px(task.extent.top + 0.5));
    let sides = [
        (0..height, 0..left),
        (0..height, right..width),
        (0..top, 0..width),
        (bottom..height, 0..width),
    ];
    sides.into_iter().filter(|(rows, cols)| !rows.is_empty() && !cols.is_empty())
}

/// A random cell of the same color of square.
fn another_alike(board: &CellGrid, cell: usize, rng: &mut StdRng) -> usize {
    let color = |i: &usize| (i / board.cols() + i % board.cols()) % 2;
    (0..board.cells().len()).filter(|i| color(i) == color(&cell)).choose(rng).unwrap_or(cell)
}

/// The corners after a random quarter turn: always where the game looks the same from all sides, in
/// a share of the views of chess, whose pieces mostly lean away from the camera.
fn turned(sample: &Sample, share: f64, rng: &mut StdRng) -> (Quad, usize) {
    let still = sample.game == GameId::Chess && !rng.random_bool(share);
    let turns = if still { 0 } else { rng.random_range(0..4) };
    (sample.quad.rotated(turns), turns)
}

/// Cells that are not left out because something hides them or nobody can tell them, `count` of
/// them, some more than once.
fn random_cells(
    board: &CellGrid,
    left_out: impl Fn(usize) -> bool,
    count: usize,
    rng: &mut StdRng,
) -> Vec<usize> {
    let cells = board.cells();
    let seen: Vec<usize> = (0..cells.len()).filter(|&i| !left_out(i)).collect();
    let mut classes: Vec<u8> = seen.iter().map(|&i| cells[i]).collect();
    classes.sort_unstable();
    classes.dedup();
    let of_class =
        |class: u8| -> Vec<usize> { seen.iter().copied().filter(|&i| cells[i] == class).collect() };
    let by_class: Vec<Vec<usize>> = classes.iter().map(|&c| of_class(c)).collect();
    let mut one = || {
        if rng.random_bool(0.5) {
            return seen.choose(rng).copied().unwrap_or(0);
        }
        by_class.choose(rng).and_then(|group| group.choose(rng)).copied().unwrap_or(0)
    };
    (0..count).map(|_| one()).collect()
}

#[cfg(test)]
pub mod testing {
    use super::*;
    use kibitzer::{
        inference::{Calibration, Extent},
        vision::Normalization,
    };

    /// A card of a classifier of chess whose crops reach so far to the left and up.
    pub fn task(left: f64, top: f64) -> CellTask {
        CellTask {
            game: GameId::Chess,
            classes: Vec::new(),
            cell_px: 20,
            extent: Extent { left, top, right: 1.0, bottom: 0.75 },
            view: CropView::Above,
            normalization: Normalization::Fixed,
            mirrored: false,
            brightened: false,
            calibration: Calibration::NONE,
            sliding: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{testing::task, *};
    use crate::data::testing::empty_board;
    use kibitzer::dataset::manifest::compared_as;
    use rand::SeedableRng;

    #[test]
    fn sides_leave_the_square_and_what_rises_over_it() {
        let mut crop = ndarray::Array3::<u8>::zeros((3, 45, 45));
        for (rows, cols) in sides(&task(1.25, 1.5)) {
            crop.slice_mut(s![.., rows, cols]).fill(1);
        }
        let kept: Vec<(usize, usize)> = crop
            .index_axis(Axis(0), 0)
            .indexed_iter()
            .filter(|(_, v)| **v == 0)
            .map(|(at, _)| at)
            .collect();
        // The square is 20 px wide from x = 15; half a pitch over it is kept, too.
        assert_eq!(kept.len(), 20 * 30);
        assert_eq!((kept[0], kept[kept.len() - 1]), ((10, 15), (39, 34)));
    }

    #[test]
    fn crops_without_surroundings_have_no_sides() {
        let mut task = task(0.5, 0.5);
        (task.extent.right, task.extent.bottom) = (0.5, 0.5);
        assert_eq!(sides(&task).count(), 0);
    }

    /// A photo of a board of even gray, seen at a slant.
    fn sample() -> Sample {
        let corners =
            [[200.0, 120.0], [440.0, 130.0], [520.0, 400.0], [100.0, 390.0]].map(Point::from);
        let photo = RgbImage::from_pixel(640, 480, image::Rgb([90; 3]));
        empty_board(photo, Quad::new(corners).expect("convex"))
    }

    #[test]
    fn crops_from_the_side_lie_on_the_part_of_the_photo_as_on_the_photo() {
        let (sample, task) = (sample(), CellTask { view: CropView::Standing, ..task(1.0, 1.5) });
        let spec = CropSpec {
            task: &task,
            corner_error: 0.0,
            crops_per_board: 4,
            variety: Variety::default(),
            pieces: None,
        };
        let view = from_the_side(&sample, &sample.quad, &[], &spec, &mut StdRng::seed_from_u64(1));
        let part = Part::around(&sample.quad, sample.grid.pitch(&sample.quad), &spec);
        let in_crop = Point::new(20.0, 30.0);
        for cell in [0, 12, 63] {
            let in_photo =
                sample.grid.to_photo(&sample.quad).project(sample.grid.center(cell / 8, cell % 8));
            let in_part = part.to_photo.inverse().project(in_photo);
            assert!((view.to_picture)(cell).project(in_crop).distance(in_part) < 1e-6);
            assert!(in_part.x < f64::from(part.size.0) && in_part.y < f64::from(part.size.1));
        }
    }

    #[test]
    fn marks_lie_on_empty_squares_in_both_views() {
        let (sample, task) = (sample(), task(1.0, 1.5));
        let empty = [sample.grid.center(1, 4)];
        let variety = Variety { plain: 1.0, ..Variety::default() };
        let spec =
            CropSpec { task: &task, corner_error: 0.0, crops_per_board: 1, variety, pieces: None };
        for draw in [from_above, from_the_side] {
            let mut marked = 0;
            for seed in 0..10 {
                let view =
                    draw(&sample, &sample.quad, &empty, &spec, &mut StdRng::seed_from_u64(seed));
                // The middle of a cell of 20 pixels around (20, 30).
                let middle = Homography::scale_shift(1.0, 1.0, 12.0, 22.0);
                let is_marked = |cell: usize| {
                    let picture =
                        warp(&view.picture, &(view.to_picture)(cell).compose(&middle), 16, 16);
                    picture.pixels().any(|p| p.0[0].abs_diff(90) > 4)
                };
                assert!(
                    (0..64).filter(|&cell| cell != 12).all(|cell| !is_marked(cell)),
                    "seed {seed}"
                );
                marked += usize::from(is_marked(12));
            }
            assert!(marked > 7, "{marked} of 10");
        }
    }

    #[test]
    fn a_batch_has_the_crops_and_classes_that_were_asked_for() {
        let sample = sample();
        for (view, flattened) in
            [(CropView::Above, 0.0), (CropView::Standing, 0.0), (CropView::Standing, 1.0)]
        {
            let task = CellTask { view, ..task(1.0, 1.5) };
            let variety = Variety {
                flattened,
                marked: 0.5,
                spun: 0.5,
                strange_sides: 0.5,
                resized: 0.5,
                ..Variety::default()
            };
            let spec = CropSpec {
                task: &task,
                corner_error: 0.05,
                crops_per_board: 5,
                variety,
                pieces: None,
            };
            let crops =
                random_crops(&sample, &CellGrid::empty(8, 8), &spec, &mut StdRng::seed_from_u64(2));
            assert_eq!((crops.input.dim(), crops.truths), ((5, 3, 45, 40), vec![only(0); 5]));
        }
    }

    #[test]
    fn cells_that_nobody_can_tell_or_that_are_held_out_are_not_drawn() {
        let cells = || CellGrid::empty(8, 8);
        let (mut board, mut unknown, mut held_out) = (cells(), cells(), cells());
        for row in [3, 5] {
            (0..8).for_each(|col| board.set(row, col, 1 + col as u8));
        }
        (0..8).for_each(|col| unknown.set(3, col, 1));
        (0..8).for_each(|col| held_out.set(5, col, 1));
        let sample = Sample { board: Some(board.clone()), unknown, held_out, ..sample() };
        let task = CellTask { view: CropView::Standing, ..task(1.0, 1.5) };
        let spec = CropSpec {
            task: &task,
            corner_error: 0.0,
            crops_per_board: 64,
            variety: Variety { turned: 1.0, ..Variety::default() },
            pieces: None,
        };
        let crops = random_crops(&sample, &board, &spec, &mut StdRng::seed_from_u64(3));
        assert_eq!(crops.truths, [only(0); 64]);
    }

    #[test]
    fn whose_a_man_is_is_left_open_where_the_label_guesses() {
        let pawns = GameId::Chess.game().color_swaps()[0];
        let mut sample = sample();
        assert_eq!(possible(&sample, pawns.0), only(pawns.0));
        sample.arbitrary_colors = true;
        assert_eq!(possible(&sample, pawns.0), only(pawns.0) | only(pawns.1));
        assert_eq!(possible(&sample, pawns.1), only(pawns.0) | only(pawns.1));
        assert_eq!(possible(&sample, 0), only(0));
    }

    #[test]
    fn a_man_may_be_a_king_where_kings_are_not_marked() {
        let rules = GameId::Checkers.game();
        let [man, king, other] = ["w", "W", "b"].map(|code| rules.class_of(code).expect("a class"));
        let of = |kings: bool| {
            let told_as = compared_as(rules, kings);
            Sample { game: GameId::Checkers, told_as, ..sample() }
        };
        assert_eq!(possible(&of(true), man), only(man));
        assert_eq!(possible(&of(false), man), only(man) | only(king));
        assert_eq!(possible(&of(false), 0), only(0));
        let either = Sample { arbitrary_colors: true, ..of(false) };
        let other_king = rules.class_of("B").expect("a class");
        let all = [man, king, other, other_king].map(only);
        assert_eq!(possible(&either, man), all.into_iter().fold(0, |a, b| a | b));
    }

    #[test]
    fn what_is_resized_stays_on_its_center() {
        let task = task(1.25, 1.5);
        let center = Point::new(25.0, 30.0);
        for (turn, scale) in [(0.0, 1.4), (0.3, 1.0), (-0.7, 0.8)] {
            let to_crop = around_center(&task, turn, scale);
            assert!(to_crop.project(center).distance(center) < 1e-9);
            let beside = to_crop.project(Point::new(26.0, 30.0));
            assert!((beside.distance(center) - scale).abs() < 1e-9);
        }
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
