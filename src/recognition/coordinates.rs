//! Which way round a board lies, as the coordinates printed at its edge tell.
//!
//! Beside each square at the edge of a chess board there may be a letter or a figure. A small
//! network looks there, at 32 places, and says which sign it sees and how that is turned. Each way
//! round that the board may lie asks for other signs.
//!
//! ```
//! use kibitzer::{
//!     games::GameId, geometry::GridSpec, inference::ModelStore,
//!     recognition::coordinates::CoordinateReader,
//!     vision::{PhotoLimits, Pyramid, open_photo},
//! };
//! use std::borrow::Cow;
//!
//! let photo = "datasets/demo/images/chess-before.jpg";
//! let photo = open_photo(photo.as_ref(), &PhotoLimits::default())?;
//! let photo = Pyramid::new(Cow::Owned(photo));
//! let corners = "207,460 244,37 718,12 796,434".parse()?;
//! if let Some(reader) = CoordinateReader::load(&ModelStore::find()?, GameId::Chess)? {
//!     let [bottom, left, top, right] = reader.log_odds(&photo, &corners, &GridSpec::squares(8))?;
//!     println!("for white at the bottom rather than at the top: {}", bottom - top);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::classify::softmax;
use crate::{
    error::Error,
    games::GameId,
    geometry::{GridSpec, Homography, Point, Quad},
    inference::{CoordinateTask, Model, ModelStore},
    vision::{Pyramid, warp},
};
use image::RgbImage;
use ndarray::{Array2, Array4, ArrayViewMut2, Axis, Ix2, s};

/// Probability that a place shows another sign than it should: a logo, or a misreading. Not fitted.
const ANOTHER: f32 = 0.1;
/// What a place counts where nothing is seen, beside one that surely shows its sign: men stand before
/// signs, and signs wear off. Not fitted.
const HIDDEN: f32 = 0.2;
/// Probability that the signs mislead: a board may be set up the wrong way round, as those of a few
/// sets of photos are (train/LOG.md).
const MISLEADING: f64 = 0.1;
/// No place is surer than this.
const LEAST: f32 = 1e-6;
/// What brightness varies by at least, of 255: noise is no sign.
const CONTRAST: f32 = 6.0;

/// The sides of a board, in the order in which a quarter turn to the right brings each to the next
/// one's place: bottom, left, top, right.
const SIDES: usize = 4;

/// Reads coordinates printed at a board's edge.
pub struct CoordinateReader {
    task: CoordinateTask,
    model: Box<dyn Model>,
}

impl CoordinateReader {
    /// The one of a game; `None` where the store has none.
    ///
    /// # Errors
    /// When it is not what its card says, or cannot be loaded.
    pub fn load(models: &ModelStore, game: GameId) -> Result<Option<Self>, Error> {
        let opened = models.open_coordinates(game)?;
        Ok(opened.map(|(task, model)| Self::new(task, model)))
    }

    /// One from its card and its model.
    pub fn new(task: CoordinateTask, model: Box<dyn Model>) -> Self {
        Self { task, model }
    }

    /// How much the signs speak for white at the bottom, left, top and right side of the photo, as
    /// logarithms of probabilities. `corners` are upright as seen.
    ///
    /// # Errors
    /// When the model fails or its output is not of the shape its card says.
    pub fn log_odds(
        &self,
        photo: &Pyramid,
        corners: &Quad,
        grid: &GridSpec,
    ) -> Result<[f64; SIDES], Error> {
        let seen = self.signs(photo, corners, grid)?;
        let evidence: [f64; SIDES] = std::array::from_fn(|turns| {
            let sides = (0..SIDES).map(|side| {
                let signs = expected(grid, (SIDES + side - turns) % SIDES);
                let first = side * grid.cols;
                speaks_for(&seen.slice(s![first..first + grid.cols, ..]).to_owned(), &signs)
            });
            sides.sum()
        });
        Ok(guarded(evidence))
    }

    /// How probable each sign is at each place: those of the bottom side first, from left to right
    /// for somebody who looks at the board from that side.
    ///
    /// # Errors
    /// As [`Self::log_odds`].
    pub(super) fn signs(
        &self,
        photo: &Pyramid,
        corners: &Quad,
        grid: &GridSpec,
    ) -> Result<Array2<f32>, Error> {
        let size = self.task.size;
        let places = places(corners, grid, &self.task);
        let mut input = Array4::zeros((places.len(), 1, size, size));
        for (to_photo, mut out) in places.iter().zip(input.axis_iter_mut(Axis(0))) {
            let picture = warp(photo, to_photo, size as u32, size as u32);
            to_input(&picture, out.index_axis_mut(Axis(0), 0));
        }
        let logits = self.model.run(input.view())?;
        let shape = [places.len(), CoordinateTask::CLASSES];
        if logits.shape() != shape {
            return Err(Error::Output { model: "coordinate", found: logits.shape().to_vec() });
        }
        let logits = logits.into_dimensionality::<Ix2>().expect("two axes");
        Ok(softmax(logits / self.task.temperature))
    }
}

/// A picture as the network takes it, `[size, size]`: brightness less its mean, in units of what it
/// varies by.
pub fn to_input(picture: &RgbImage, mut out: ArrayViewMut2<f32>) {
    for ((row, col), value) in out.indexed_iter_mut() {
        let [r, g, b] = picture.get_pixel(col as u32, row as u32).0.map(f32::from);
        *value = 0.299 * r + 0.587 * g + 0.114 * b;
    }
    let mean = out.mean().unwrap_or(0.0);
    let spread = out.std(0.0) + CONTRAST;
    out.mapv_inplace(|value| (value - mean) / spread);
}

/// From the pixels of the picture of each place to the photo. In each picture the board is above.
fn places(corners: &Quad, grid: &GridSpec, task: &CoordinateTask) -> Vec<Homography> {
    let (width, height) = grid.steps();
    let size = task.size as f64;
    let frame = Quad::rectangle(size, size);
    let to_photo = grid.to_photo(corners);
    // Where each side begins, for somebody who looks at the board from there, the way along it, and
    // the way off the board.
    let sides = [
        (Point::new(0.0, height), Point::new(1.0, 0.0), Point::new(0.0, 1.0)),
        (Point::new(0.0, 0.0), Point::new(0.0, 1.0), Point::new(-1.0, 0.0)),
        (Point::new(width, 0.0), Point::new(-1.0, 0.0), Point::new(0.0, -1.0)),
        (Point::new(width, height), Point::new(0.0, -1.0), Point::new(1.0, 0.0)),
    ];
    let place = |(from, along, off): (Point, Point, Point), cell: usize| {
        let middle = cell as f64 + 0.5;
        let half = (task.outside + task.inside) / 2.0;
        let at = |x: f64, y: f64| {
            Point::new(from.x + x * along.x + y * off.x, from.y + x * along.y + y * off.y)
        };
        let corners = [
            at(middle - half, -task.inside),
            at(middle + half, -task.inside),
            at(middle + half, task.outside),
            at(middle - half, task.outside),
        ];
        let square = Quad::new(corners).expect("a square is convex");
        to_photo.compose(&Homography::from_quads(&frame, &square))
    };
    sides.into_iter().flat_map(|side| (0..grid.cols).map(move |cell| place(side, cell))).collect()
}

/// The signs that belong at a side of a board of chess, white's side being 0, from left to right for
/// somebody who looks at the board from there: files are signs from 0 on, ranks from 8 on.
fn expected(grid: &GridSpec, side: usize) -> Vec<usize> {
    let upwards = 0..grid.cols;
    match side {
        0 => upwards.collect(),
        1 => upwards.rev().map(|rank| FILES + rank).collect(),
        2 => upwards.rev().collect(),
        _ => upwards.map(|rank| FILES + rank).collect(),
    }
}

/// The logarithm of how well the places of a side show these signs, all turned the same way.
fn speaks_for(seen: &Array2<f32>, signs: &[usize]) -> f64 {
    let likelihood = |row: usize, class: Option<usize>| {
        let any = seen.slice(s![row, ..NOTHING]).sum() / NOTHING as f32;
        let of_class = |class: usize| (1.0 - ANOTHER) * seen[[row, class]] + ANOTHER * any;
        let sign = class.map_or(any, of_class);
        f64::from((sign + HIDDEN * seen[[row, NOTHING]]).max(LEAST)).ln()
    };
    let of_side = |turn: Option<usize>| -> f64 {
        let class = |sign: usize| turn.map(|turn| sign * TURNS + turn);
        signs.iter().enumerate().map(|(row, &sign)| likelihood(row, class(sign))).sum()
    };
    // The signs of a side may be turned any way, or there may be none.
    let ways: Vec<f64> = (0..TURNS).map(Some).chain([None]).map(of_side).collect();
    log_mean(&ways)
}

/// Logarithms of the probabilities that evidence is worth, where it may mislead.
fn guarded(evidence: [f64; SIDES]) -> [f64; SIDES] {
    let all = log_mean(&evidence) + (SIDES as f64).ln();
    evidence.map(|of| ((1.0 - MISLEADING) * (of - all).exp() + MISLEADING / SIDES as f64).ln())
}

/// The logarithm of the mean of what these are the logarithms of.
fn log_mean(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + (logs.iter().map(|log| (log - most).exp()).sum::<f64>() / logs.len() as f64).ln()
}

/// How many files have a sign; those of ranks come after them.
const FILES: usize = 8;
/// The ways a sign may be turned.
const TURNS: usize = CoordinateTask::TURNS;
/// The class of a place without a sign.
const NOTHING: usize = CoordinateTask::CLASSES - 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::ModelError;
    use ndarray::{ArrayD, ArrayView4};
    use std::borrow::Cow;

    const SIZE: usize = 8;

    fn task() -> CoordinateTask {
        CoordinateTask {
            game: GameId::Chess,
            size: SIZE,
            inside: 0.05,
            outside: 0.75,
            temperature: 1.0,
        }
    }

    /// Sees the signs of a board with white at a side of the photo, each turned the same way; at
    /// some places nothing.
    struct Printed {
        white: usize,
        hidden: fn(usize) -> bool,
    }

    impl Model for Printed {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None, Some(1), Some(SIZE), Some(SIZE)]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            assert_eq!(input.dim(), (32, 1, SIZE, SIZE));
            let grid = GridSpec::squares(8);
            let mut logits = Array2::zeros((32, CoordinateTask::CLASSES));
            for place in 0..32 {
                let sign = expected(&grid, (4 + place / 8 - self.white) % 4)[place % 8];
                let class = if (self.hidden)(place) { NOTHING } else { sign * TURNS + 3 };
                logits[[place, class]] = 8.0;
            }
            Ok(logits.into_dyn())
        }
    }

    fn read(white: usize, hidden: fn(usize) -> bool) -> [f64; 4] {
        let reader = CoordinateReader::new(task(), Box::new(Printed { white, hidden }));
        let photo = Pyramid::new(Cow::Owned(RgbImage::new(100, 100)));
        let corners =
            Quad::new([[20.0, 20.0], [80.0, 20.0], [80.0, 80.0], [20.0, 80.0]].map(Point::from));
        reader
            .log_odds(&photo, &corners.expect("convex"), &GridSpec::squares(8))
            .expect("the model runs")
    }

    #[test]
    fn signs_tell_where_white_sits_and_are_not_believed_blindly() {
        for white in 0..4 {
            let odds = read(white, |_| false);
            for other in (0..4).filter(|other| *other != white) {
                // Nine in ten, and a quarter of the rest.
                let expected = ((0.9f64 + 0.025) / 0.025).ln();
                assert!((odds[white] - odds[other] - expected).abs() < 1e-3, "{white}: {odds:?}");
            }
        }
    }

    #[test]
    fn three_signs_are_enough_and_none_tell_nothing() {
        let odds = read(2, |place| place % 8 > 2 || place >= 8);
        assert!(odds[2] > odds[0] + 1.0 && odds[2] > odds[1] && odds[2] > odds[3], "{odds:?}");
        let odds = read(1, |_| true);
        assert!(odds.iter().all(|of| (of - odds[0]).abs() < 1e-6), "{odds:?}");
    }

    #[test]
    fn a_place_lies_beside_its_square_with_the_board_above() {
        let corners =
            Quad::new([[0.0, 0.0], [80.0, 0.0], [80.0, 80.0], [0.0, 80.0]].map(Point::from));
        let places = places(&corners.expect("convex"), &GridSpec::squares(8), &task());
        let seen = |place: usize, x: f64, y: f64| places[place].project(Point::new(x, y));
        let near = |p: Point, x: f64, y: f64| (p.x - x).abs() < 1e-6 && (p.y - y).abs() < 1e-6;
        let size = SIZE as f64;
        // Beside a1 at the bottom, a8 at the left, h8 at the top and h1 at the right, the board
        // being upright; the upper left corner of each picture, and its lower right one.
        for (place, [x, y], [to_x, to_y]) in [
            (0, [1.0, 79.5], [9.0, 87.5]),
            (8, [0.5, 1.0], [-7.5, 9.0]),
            (16, [79.0, 0.5], [71.0, -7.5]),
            (24, [79.5, 79.0], [87.5, 71.0]),
        ] {
            assert!(near(seen(place, 0.0, 0.0), x, y), "{place}: {:?}", seen(place, 0.0, 0.0));
            assert!(near(seen(place, size, size), to_x, to_y), "{place}");
        }
    }

    #[test]
    fn what_is_one_gray_is_nothing_to_see() {
        let mut out = Array2::ones((SIZE, SIZE));
        to_input(&RgbImage::from_pixel(8, 8, image::Rgb([90, 90, 90])), out.view_mut());
        assert!(out.iter().all(|value| value.abs() < 1e-3));
    }
}
