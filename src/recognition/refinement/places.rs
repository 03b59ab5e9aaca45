//! What the classifier says at places all over a board and around it, and how surely boards with
//! other corners would be read there.

use crate::{
    error::Error,
    geometry::{GridSpec, Homography, Point, Quad},
    recognition::{
        RectifiedBoard,
        cells::crop_windows,
        classify::{CellClassifier, softmax},
        rectify,
        sliding::SlidingClassifier,
    },
    vision::{Pyramid, image_to_tensor},
};
use ndarray::{Array2, Array3, ArrayView1, s};
use rayon::prelude::*;

/// Places a pitch that are looked at crop by crop.
const PLACES: usize = 4;
/// How far outside the corners places are looked at, in pitches.
const MARGIN: usize = 2;
/// What a stone just outside the board counts, against a doubt on the board.
const OUTSIDE: f32 = 0.1;
/// What a crossing counts where nothing was looked at, or the photo has ended.
const UNSEEN: f32 = -2.0;
/// By how many pitches a crossing may lie outside the photo: corners are not known better yet.
const SLACK: f64 = 0.25;
/// What rounding may add to the number of a place.
const ROUNDING: f64 = 1e-6;

/// What is read at places all over a board and around it.
pub struct Places {
    /// Places a pitch.
    per_pitch: usize,
    /// How far outside the corners the first place is, in pitches.
    margin: usize,
    /// Logarithm of the largest probability, `[down, across]`.
    largest: Array2<f32>,
    /// Logarithm of the probability that nothing lies there, `[down, across]`.
    empty: Array2<f32>,
}

impl Places {
    /// Looks at a board's crossings and those that would be next outside.
    pub fn crossings(
        photo: &Pyramid,
        corners: &Quad,
        grid: &GridSpec,
        classifier: &CellClassifier,
    ) -> Result<Self, Error> {
        Self::crop_by_crop(Around::new(photo, corners, grid, (1, 1)), classifier)
    }

    /// Looks at places all over a board and around it: at once where the classifier slides over a
    /// picture.
    pub fn survey(
        photo: &Pyramid,
        corners: &Quad,
        grid: &GridSpec,
        classifier: &CellClassifier,
    ) -> Result<Self, Error> {
        let cell_px = classifier.task().cell_px;
        let sliding = classifier.sliding().filter(|sliding| cell_px.is_multiple_of(sliding.step()));
        let per_pitch = sliding.map_or(PLACES, |sliding| cell_px / sliding.step());
        let around = Around::new(photo, corners, grid, (per_pitch, MARGIN));
        match sliding {
            Some(sliding) => Self::all_at_once(around, classifier, sliding),
            None => Self::crop_by_crop(around, classifier),
        }
    }

    fn crop_by_crop(around: Around, classifier: &CellClassifier) -> Result<Self, Error> {
        let mut seen = around.unseen();
        let Some(board) = around.board(classifier) else { return Ok(seen) };
        let pixel = |place: usize| place * board.crops.cell_px / around.per_pitch;
        let across = around.shape.1;
        let look = |down: usize, largest: &mut [f32], empty: &mut [f32]| {
            let columns: Vec<usize> =
                (0..across).filter(|&x| around.is_in_photo(down, x)).collect();
            let windows: Vec<_> = columns.iter().map(|&x| (pixel(x), pixel(down))).collect();
            let crops = crop_windows(&board, &windows);
            let probs = match around.per_pitch {
                1 => classifier.classify_crops(crops.view())?,
                _ => classifier.glance(crops.view())?,
            };
            for (&across, probs) in columns.iter().zip(classifier.calibrated(probs).rows()) {
                largest[across] = log_largest(probs);
                empty[across] = log_first(probs);
            }
            Ok::<_, Error>(())
        };
        let rows = rows_of(&mut seen.largest).zip(rows_of(&mut seen.empty)).enumerate();
        rows.try_for_each(|(down, (largest, empty))| look(down, largest, empty))?;
        Ok(seen)
    }

    fn all_at_once(
        around: Around,
        classifier: &CellClassifier,
        sliding: &SlidingClassifier,
    ) -> Result<Self, Error> {
        let mut seen = around.unseen();
        let Some(board) = around.board(classifier) else { return Ok(seen) };
        let (width, height) = board.picture.dimensions();
        let mut picture = Array3::zeros((3, height as usize, width as usize));
        image_to_tensor(&board.picture, (0, 0), &board.stats, picture.view_mut());
        let logits = sliding.logits(picture.view(), around.shape)?;
        let probs = classifier.calibrated(softmax(logits));
        for (place, (largest, empty)) in seen
            .largest
            .indexed_iter_mut()
            .zip(seen.empty.iter_mut())
            .map(|((p, l), e)| (p, (l, e)))
        {
            if around.is_in_photo(place.0, place.1) {
                let probs = probs.slice(s![place.0, place.1, ..]);
                (*largest, *empty) = (log_largest(probs), log_first(probs));
            }
        }
        Ok(seen)
    }

    /// The same places, each counting with those around it: a crossing then counts most in the
    /// middle of places that are read surely.
    pub fn smoothed(self) -> Self {
        let near = |i: usize, length: usize| [i.saturating_sub(1), i, (i + 1).min(length - 1)];
        let weighted = |v: [f32; 3]| 0.25 * v[0] + 0.5 * v[1] + 0.25 * v[2];
        let smooth = |values: &Array2<f32>| {
            let (rows, cols) = values.dim();
            Array2::from_shape_fn((rows, cols), |(y, x)| {
                weighted(near(y, rows).map(|y| weighted(near(x, cols).map(|x| values[[y, x]]))))
            })
        };
        Self { largest: smooth(&self.largest), empty: smooth(&self.empty), ..self }
    }

    /// The places of the columns of a board whose left and right sides are moved.
    pub fn columns(&self, left: f64, right: f64, grid: &GridSpec) -> Columns<'_> {
        let along = Along::new(grid.steps().0, left, right);
        let cols = grid.cols as i32;
        let between = |values: &Array2<f32>, default: f32, range: std::ops::Range<i32>| {
            let places: Vec<_> =
                range.map(|col| self.place(along.at(col), values.ncols())).collect();
            Array2::from_shape_fn((values.nrows(), places.len()), |(y, i)| match places[i] {
                Some((x, f)) => values[[y, x]] * (1.0 - f) + values[[y, x + 1]] * f,
                None => default,
            })
        };
        Columns {
            places: self,
            largest: between(&self.largest, UNSEEN, 0..cols),
            empty: between(&self.empty, 0.0, -1..cols + 1),
        }
    }

    /// The place before a coordinate, of so many, and how far it is on the way to the next;
    /// `None` outside of them.
    fn place(&self, coordinate: f64, count: usize) -> Option<(usize, f32)> {
        let at = (coordinate + self.margin as f64) * self.per_pitch as f64;
        let last = (count - 1) as f64;
        if !(-ROUNDING..=last + ROUNDING).contains(&at) {
            return None;
        }
        let before = (at as usize).min(count - 2);
        Some((before, (at - before as f64) as f32))
    }

    /// How surely the board with an outline would be read: the logarithm of the product of its
    /// crossings' largest probabilities, and something against stones on the crossings that would
    /// be next outside.
    pub fn sureness(&self, outline: &Quad, grid: &GridSpec) -> f32 {
        let to_place = grid.to_photo(outline);
        let (rows, cols) = (grid.rows as i32, grid.cols as i32);
        let crossings = (-1..=rows).flat_map(|row| (-1..=cols).map(move |col| (row, col)));
        let log = |(row, col): (i32, i32)| {
            let at = to_place.project(Point::new(f64::from(col), f64::from(row)));
            match (0..rows).contains(&row) && (0..cols).contains(&col) {
                true => self.at(&self.largest, at).unwrap_or(UNSEEN),
                false => OUTSIDE * self.at(&self.empty, at).unwrap_or(0.0),
            }
        };
        crossings.map(log).sum()
    }

    /// A value at a point in board coordinates, from the places around it; `None` where none was
    /// looked at.
    fn at(&self, values: &Array2<f32>, p: Point) -> Option<f32> {
        let (left, fx) = self.place(p.x, values.ncols())?;
        let (top, fy) = self.place(p.y, values.nrows())?;
        let value = |row: usize, col: usize| values[[top + row, left + col]];
        let across = |row: usize| value(row, 0) * (1.0 - fx) + value(row, 1) * fx;
        Some(across(0) * (1.0 - fy) + across(1) * fy)
    }
}

/// A board in a photo, and the places on it and around it.
struct Around<'a> {
    photo: &'a Pyramid<'a>,
    corners: &'a Quad,
    grid: &'a GridSpec,
    to_photo: Homography,
    /// Places a pitch.
    per_pitch: usize,
    /// How far outside the corners the first place is, in pitches.
    margin: usize,
    /// How many places there are, down and across.
    shape: (usize, usize),
}

impl<'a> Around<'a> {
    fn new(
        photo: &'a Pyramid<'a>,
        corners: &'a Quad,
        grid: &'a GridSpec,
        (per_pitch, margin): (usize, usize),
    ) -> Self {
        let places = |lines: usize| (lines + 2 * margin - 1) * per_pitch + 1;
        let shape = (places(grid.rows), places(grid.cols));
        Self { photo, corners, grid, to_photo: grid.to_photo(corners), per_pitch, margin, shape }
    }

    fn unseen(&self) -> Places {
        Places {
            per_pitch: self.per_pitch,
            margin: self.margin,
            largest: Array2::from_elem(self.shape, UNSEEN),
            empty: Array2::zeros(self.shape),
        }
    }

    /// The board with so much around it, cut out of the photo, in the board's own colors; `None`
    /// where it would reach behind the camera.
    fn board(&self, classifier: &CellClassifier) -> Option<RectifiedBoard> {
        let (grid, m) = (self.grid, self.margin as f64);
        let wider = GridSpec {
            rows: grid.rows + 2 * self.margin,
            cols: grid.cols + 2 * self.margin,
            ..*grid
        };
        let outline = moved_sides(grid, [-m, -m, m, m])?;
        let around = self.to_photo.project_quad(&outline)?;
        let stats = rectify(self.photo, self.corners, grid, classifier.task()).stats;
        Some(RectifiedBoard { stats, ..rectify(self.photo, &around, &wider, classifier.task()) })
    }

    /// Whether a place is in the photo, or hardly outside.
    fn is_in_photo(&self, down: usize, across: usize) -> bool {
        let on_board = |place: usize| place as f64 / self.per_pitch as f64 - self.margin as f64;
        let at = self.to_photo.project(Point::new(on_board(across), on_board(down)));
        is_in(self.photo, at, SLACK * self.grid.pitch(self.corners))
    }
}

/// Coordinates of lines between two sides that are moved.
struct Along {
    first: f64,
    pitch: f64,
}

impl Along {
    fn new(steps: f64, first: f64, last: f64) -> Self {
        Self { first, pitch: (steps + last - first) / steps }
    }

    fn at(&self, line: i32) -> f64 {
        self.first + f64::from(line) * self.pitch
    }
}

/// What is read along the columns of a board, at all places down.
pub struct Columns<'a> {
    places: &'a Places,
    /// `[down, columns]`.
    largest: Array2<f32>,
    /// `[down, columns and one more on either side]`.
    empty: Array2<f32>,
}

impl Columns<'_> {
    /// As [`Places::sureness`], of the board with these columns whose top and bottom are moved.
    pub fn sureness(&self, top: f64, bottom: f64, grid: &GridSpec) -> f32 {
        let along = Along::new(grid.steps().1, top, bottom);
        let rows = grid.rows as i32;
        let sum = |values: ArrayView1<f32>, next: ArrayView1<f32>, f: f32| {
            values.iter().zip(next).map(|(a, b)| a * (1.0 - f) + b * f).sum::<f32>()
        };
        let row = |line: i32| {
            let inside = (0..rows).contains(&line);
            let Some((y, f)) = self.places.place(along.at(line), self.empty.nrows()) else {
                return if inside { UNSEEN * grid.cols as f32 } else { 0.0 };
            };
            let last = self.empty.ncols() - 1;
            let beside = |y: usize| self.empty[[y, 0]] + self.empty[[y, last]];
            if inside {
                let outside = beside(y) * (1.0 - f) + beside(y + 1) * f;
                sum(self.largest.row(y), self.largest.row(y + 1), f) + OUTSIDE * outside
            } else {
                OUTSIDE * sum(self.empty.row(y), self.empty.row(y + 1), f)
            }
        };
        (-1..=rows).map(row).sum()
    }
}

/// The grid's outline with its left, top, right and bottom side moved, in board coordinates.
pub fn moved_sides(grid: &GridSpec, [left, top, right, bottom]: [f64; 4]) -> Option<Quad> {
    let (right, bottom) = (grid.steps().0 + right, grid.steps().1 + bottom);
    Quad::new([[left, top], [right, top], [right, bottom], [left, bottom]].map(Point::from)).ok()
}

/// Whether a point in photo pixels is in the photo, or outside by less than `slack`.
fn is_in(photo: &Pyramid, p: Point, slack: f64) -> bool {
    let (width, height) = photo.photo().dimensions();
    let within = |v: f64, length: u32| v > -slack && v < f64::from(length) + slack;
    within(p.x, width) && within(p.y, height)
}

/// The rows of an array in standard layout, to be written to in parallel.
fn rows_of(values: &mut Array2<f32>) -> rayon::slice::ChunksMut<'_, f32> {
    let across = values.ncols();
    values.as_slice_mut().expect("in standard layout").par_chunks_mut(across)
}

/// Logarithm of the probability that nothing lies there.
fn log_first(probs: ArrayView1<f32>) -> f32 {
    probs[0].max(1e-4).ln()
}

/// Logarithm of the largest of a cell's probabilities.
pub fn log_largest(probs: ArrayView1<f32>) -> f32 {
    probs.fold(0.0f32, |a, &b| a.max(b)).max(1e-9).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognition::refinement::tests::{ROWS, classifier, photo};
    use proptest::prelude::*;
    use std::borrow::Cow;

    #[test]
    fn a_board_is_not_laid_where_the_photo_has_ended() {
        let grid = GridSpec::intersections(ROWS);
        let below = Quad::new(
            [[66.0, 52.0], [300.0, 52.0], [300.0, 300.0], [66.0, 300.0]].map(Point::from),
        )
        .expect("convex");
        // Of the board whose last line lies at the photo's edge a line more is believed to be seen.
        let picture = image::imageops::crop_imm(&photo(&below, &grid), 0, 0, 360, 306).to_image();
        let photo = Pyramid::new(Cow::Borrowed(&picture));
        let places =
            Places::crossings(&photo, &below, &grid, &classifier()).expect("the model runs");
        assert!(
            places.largest.row(ROWS + 1).iter().all(|&v| v == UNSEEN)
                && places.largest.row(ROWS).iter().all(|&v| v > UNSEEN)
        );
    }

    proptest! {
        #[test]
        fn columns_say_how_surely_a_board_with_moved_sides_is_read(
            seed in any::<u32>(), by in prop::array::uniform4(-5..=5i32)
        ) {
            let grid = GridSpec { rows: 9, cols: 7, ..GridSpec::intersections(9) };
            let shape = ((8 + 2 * MARGIN) * PLACES + 1, (6 + 2 * MARGIN) * PLACES + 1);
            let value = |(y, x): (usize, usize)| {
                ((y * 31 + x * 17) as u32).wrapping_mul(seed) as f32 / u32::MAX as f32 - 1.0
            };
            let places = Places {
                per_pitch: PLACES,
                margin: MARGIN,
                largest: Array2::from_shape_fn(shape, value),
                empty: Array2::from_shape_fn(shape, |(y, x)| value((x, y))),
            };
            let [left, top, right, bottom] = by.map(|steps| f64::from(steps) * 0.25);
            let outline = moved_sides(&grid, [left, top, right, bottom]).expect("convex");
            let fast = places.columns(left, right, &grid).sureness(top, bottom, &grid);
            let slow = places.sureness(&outline, &grid);
            prop_assert!((fast - slow).abs() < 1e-2, "{} {}", fast, slow);
        }
    }
}
