//! Refinement: the corners moved to where the board is read most surely.
//!
//! Stones hide the lines of a full Go board, and their shadows look like lines: corners a line off
//! can have more lines than the right ones. But then many crossings lie between stones, where
//! nothing is read surely, or stones lie just outside the board. So the classifier looks at places
//! all over the board, and the grid is laid where it is sure.

use super::{
    cells::crop_windows,
    classify::CellClassifier,
    lattice::{Fit, fit_near, moved_outlines},
    rectify,
};
use crate::{
    error::Error,
    games::CellProbs,
    geometry::{GridSpec, Lattice, Point, Quad},
    vision::Pyramid,
};
use ndarray::{Array2, ArrayView1, s};
use rayon::prelude::*;

/// Lines with so much evidence are those of the board.
const CLEAR_LINES: f64 = 3.0;
/// A board read so surely, as the logarithm of the product of its crossings' largest probabilities,
/// has its corners in place; seen on training photos.
const SURE: f32 = -1.0;
/// By how much that logarithm must grow for moved corners to be believed.
const CLEARLY: f32 = 1.0;
/// Places a pitch that are looked at.
const PLACES: usize = 4;
/// How far outside the corners places are looked at, in pitches.
const MARGIN: usize = 2;
/// How far sides are moved at most, in steps, and how long a step is in pitches.
const SIDE_STEPS: (i32, f64) = (5, 0.25);
/// So many boards with moved sides go on to have their corners moved, by these steps in turn.
const STARTS: usize = 4;
const CORNER_STEPS: [f64; 3] = [0.25, 0.12, 0.06];
/// What a stone just outside the board counts, against a doubt on the board.
const OUTSIDE: f32 = 0.1;
/// What a crossing counts where nothing was looked at, or the photo has ended.
const UNSEEN: f32 = -2.0;

/// By how many pitches a crossing may lie outside the photo: corners are not known better yet.
const SLACK: f64 = 0.25;

/// Whether a board's corners may be a line off: its lines are close, they are not seen clearly, and
/// it is not read surely.
pub(super) fn is_due(grid: &GridSpec, lines: &Fit, read: impl FnOnce() -> CellProbs) -> bool {
    let sureness = || read().array().rows().into_iter().map(log_largest).sum::<f32>();
    grid.lattice == Lattice::Intersections && lines.evidence < CLEAR_LINES && sureness() < SURE
}

/// The corners near the given ones, in photo pixels, with which the board is read most surely;
/// `None` where they are not clearly better.
///
/// # Errors
/// When the model fails.
pub(super) fn surer_corners(
    photo: &Pyramid,
    corners: &Quad,
    grid: &GridSpec,
    classifier: &CellClassifier,
) -> Result<Option<Quad>, Error> {
    let places = Places::look(photo, corners, grid, classifier, PLACES, MARGIN)?;
    let starts = places.boards_with_moved_sides(grid);
    // Stones are read where they lie anywhere near a crossing.
    let places = places.smoothed();
    let outline = starts
        .into_par_iter()
        .map(|start| places.with_moved_corners(start, grid))
        .max_by(by_sureness);
    let to_photo = grid.to_photo(corners);
    let Some(moved) = outline.and_then(|(outline, _)| to_photo.project_quad(&outline)) else {
        return Ok(None);
    };
    let on_lines = fit_near(photo, &moved, grid).quad;
    let sureness = |quad: &Quad| {
        let outline = to_photo.inverse().project_quad(quad);
        outline.map_or(f32::NEG_INFINITY, |outline| places.sureness(&outline, grid))
    };
    let best = if sureness(&on_lines) >= sureness(&moved) { on_lines } else { moved };
    let read = |quad: &Quad| {
        Ok::<_, Error>(
            Places::look(photo, quad, grid, classifier, 1, 1)?.sureness(&grid.outline(), grid),
        )
    };
    Ok((read(&best)? - read(corners)? > CLEARLY).then_some(best))
}

/// Compares boards by how surely they are read.
fn by_sureness(a: &(Quad, f32), b: &(Quad, f32)) -> std::cmp::Ordering {
    a.1.total_cmp(&b.1)
}

/// What is read at places all over a board and around it.
struct Places {
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
    /// Looks at `per_pitch` places a pitch, from `margin` pitches outside a board's corners.
    fn look(
        photo: &Pyramid,
        corners: &Quad,
        grid: &GridSpec,
        classifier: &CellClassifier,
        per_pitch: usize,
        margin: usize,
    ) -> Result<Self, Error> {
        let wider =
            GridSpec { rows: grid.rows + 2 * margin, cols: grid.cols + 2 * margin, ..*grid };
        let places = |lines: usize| (lines - 1) * per_pitch + 1;
        let shape = (places(wider.rows), places(wider.cols));
        let mut seen = Self {
            per_pitch,
            margin,
            largest: Array2::from_elem(shape, UNSEEN),
            empty: Array2::zeros(shape),
        };
        let m = margin as f64;
        let to_photo = grid.to_photo(corners);
        let Some(around) =
            moved_sides(grid, [-m, -m, m, m]).and_then(|outline| to_photo.project_quad(&outline))
        else {
            return Ok(seen);
        };
        let mut board = rectify(photo, &around, &wider, classifier.task());
        board.stats = rectify(photo, corners, grid, classifier.task()).stats;
        let slack = SLACK * grid.pitch(corners);
        let pixel = |place: usize| place * board.crops.cell_px / per_pitch;
        for down in 0..shape.0 {
            let windows: Vec<_> = (0..shape.1).map(|across| (pixel(across), pixel(down))).collect();
            let probs = classifier
                .calibrated(classifier.classify_crops(crop_windows(&board, &windows).view())?);
            for (across, probs) in probs.rows().into_iter().enumerate() {
                let board = |place: usize| place as f64 / per_pitch as f64 - m;
                if is_in(photo, to_photo.project(Point::new(board(across), board(down))), slack) {
                    seen.largest[[down, across]] = log_largest(probs);
                    seen.empty[[down, across]] = probs[0].max(1e-4).ln();
                }
            }
        }
        Ok(seen)
    }

    /// The same places, each counting with those around it: a crossing then counts most in the
    /// middle of places that are read surely.
    fn smoothed(self) -> Self {
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

    /// The outlines, in board coordinates, of the boards with moved sides that would be read most
    /// surely, and how surely.
    fn boards_with_moved_sides(&self, grid: &GridSpec) -> Vec<(Quad, f32)> {
        let (most, step) = SIDE_STEPS;
        let count = 2 * most + 1;
        let all = (0..count.pow(4)).into_par_iter().filter_map(|i| {
            let by = [0, 1, 2, 3].map(|side| f64::from(i / count.pow(side) % count - most) * step);
            let outline = moved_sides(grid, by)?;
            Some((outline, self.sureness(&outline, grid)))
        });
        let mut all: Vec<_> = all.collect();
        all.sort_by(|a, b| by_sureness(b, a));
        all.truncate(STARTS);
        all
    }

    /// A board after its corners and sides were moved as long as it would be read more surely.
    fn with_moved_corners(&self, (outline, _): (Quad, f32), grid: &GridSpec) -> (Quad, f32) {
        let rated = |outline: Quad| (outline, self.sureness(&outline, grid));
        let mut best = rated(outline);
        for step in CORNER_STEPS {
            while let Some(next) =
                moved_outlines(&best.0, &[-step, step]).into_iter().map(rated).max_by(by_sureness)
                && next.1 > best.1
            {
                best = next;
            }
        }
        best
    }

    /// How surely the board with an outline would be read: the logarithm of the product of its
    /// crossings' largest probabilities, and something against stones on the crossings that would
    /// be next outside.
    fn sureness(&self, outline: &Quad, grid: &GridSpec) -> f32 {
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
        let place = |v: f64| (v + self.margin as f64) * self.per_pitch as f64;
        let (x, y) = (place(p.x), place(p.y));
        let (rows, cols) = values.dim();
        if !(x >= 0.0 && y >= 0.0 && x <= (cols - 1) as f64 && y <= (rows - 1) as f64) {
            return None;
        }
        let (left, top) = ((x as usize).min(cols - 2), (y as usize).min(rows - 2));
        let (fx, fy) = ((x - left as f64) as f32, (y - top as f64) as f32);
        let around = values.slice(s![top..top + 2, left..left + 2]);
        let across = |row: usize| around[[row, 0]] * (1.0 - fx) + around[[row, 1]] * fx;
        Some(across(0) * (1.0 - fy) + across(1) * fy)
    }
}

/// The grid's outline with its left, top, right and bottom side moved, in board coordinates.
fn moved_sides(grid: &GridSpec, [left, top, right, bottom]: [f64; 4]) -> Option<Quad> {
    let (right, bottom) = (grid.steps().0 + right, grid.steps().1 + bottom);
    Quad::new([[left, top], [right, top], [right, bottom], [left, bottom]].map(Point::from)).ok()
}

/// Whether a point in photo pixels is in the photo, or outside by less than `slack`.
fn is_in(photo: &Pyramid, p: Point, slack: f64) -> bool {
    let (width, height) = photo.photo().dimensions();
    let within = |v: f64, length: u32| v > -slack && v < f64::from(length) + slack;
    within(p.x, width) && within(p.y, height)
}

/// Logarithm of the largest of a cell's probabilities.
fn log_largest(probs: ArrayView1<f32>) -> f32 {
    probs.fold(0.0f32, |a, &b| a.max(b)).max(1e-9).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::GameId,
        inference::{CellTask, Extent, Model, ModelError},
    };
    use image::{Rgb, RgbImage};
    use ndarray::{Array3, ArrayD, ArrayView4, Axis};
    use std::borrow::Cow;

    const ROWS: usize = 9;
    const PITCH: f64 = 30.0;

    /// Where the middle of a crop is all stone or all board it is sure; else it knows nothing.
    struct Middles;

    impl Model for Middles {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None, Some(3), None, None]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            let logits = Array2::from_shape_fn((input.len_of(Axis(0)), 3), |(crop, class)| {
                let middle = input.slice(s![crop, 0, 5..8, 5..8]);
                let share = |is: &dyn Fn(f32) -> bool| {
                    middle.iter().filter(|v| is(**v)).count() as f32 / middle.len() as f32
                };
                let shares =
                    [share(&|v| v.abs() < 1.0), share(&|v| v <= -1.0), share(&|v| v >= 1.0)];
                if shares[class] > 0.85 { 9.0 } else { 0.0 }
            });
            Ok(logits.into_dyn())
        }
    }

    fn classifier() -> CellClassifier {
        let extent = Extent { left: 0.8, top: 0.8, right: 0.8, bottom: 0.8 };
        let classes = [".", "b", "w"].map(String::from).to_vec();
        let task = CellTask { game: GameId::Go, classes, ..CellTask::plain(8, extent) };
        CellClassifier::new(task, Box::new(Middles))
    }

    /// A board full of stones, without lines.
    fn photo(truth: &Quad, grid: &GridSpec) -> RgbImage {
        let to_board = grid.to_photo(truth).inverse();
        RgbImage::from_fn(360, 360, |x, y| {
            let p = to_board.project(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            let (col, row) = (p.x.round(), p.y.round());
            let on_board = (0.0..ROWS as f64).contains(&col) && (0.0..ROWS as f64).contains(&row);
            let stone = on_board
                && p.distance(Point::new(col, row)) < 0.46
                && (row * 3.0 + col * 2.0) % 7.0 != 0.0;
            Rgb([match (stone, (row + col) % 3.0 == 0.0) {
                (false, _) => 128,
                (true, true) => 10,
                (true, false) => 245,
            }; 3])
        })
    }

    fn truth() -> Quad {
        Quad::new([[66.0, 52.0], [300.0, 60.0], [310.0, 304.0], [54.0, 292.0]].map(Point::from))
            .expect("convex")
    }

    #[test]
    fn a_full_board_a_line_off_is_put_right() {
        let grid = GridSpec::intersections(ROWS);
        let picture = photo(&truth(), &grid);
        let photo = Pyramid::new(Cow::Borrowed(&picture));
        for by in [
            [0.0, 0.0, 0.8, 0.8],
            [-1.0, 0.0, 0.0, -0.7],
            [0.9, 0.9, 1.0, 1.0],
            [0.0, 0.0, -1.0, 0.0],
        ] {
            let start = moved_sides(&grid, by)
                .and_then(|outline| grid.to_photo(&truth()).project_quad(&outline))
                .expect("convex");
            let found = surer_corners(&photo, &start, &grid, &classifier())
                .expect("the model runs")
                .expect("a line off");
            for (found, corner) in found.corners().iter().zip(truth().corners()) {
                assert!(found.distance(*corner) < 0.3 * PITCH, "{by:?}: {found:?} {corner:?}");
            }
        }
    }

    #[test]
    fn corners_in_place_stay_there() {
        let grid = GridSpec::intersections(ROWS);
        let picture = photo(&truth(), &grid);
        let photo = Pyramid::new(Cow::Borrowed(&picture));
        assert_eq!(
            surer_corners(&photo, &truth(), &grid, &classifier()).expect("the model runs"),
            None
        );
    }

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
            Places::look(&photo, &below, &grid, &classifier(), 1, 1).expect("the model runs");
        assert!(
            places.largest.row(ROWS + 1).iter().all(|&v| v == UNSEEN)
                && places.largest.row(ROWS).iter().all(|&v| v > UNSEEN)
        );
    }

    #[test]
    fn only_close_lines_hardly_seen_and_doubtful_boards_are_read_again() {
        let fit = |evidence: f64| Fit { quad: truth(), evidence };
        let read = |largest: f32| {
            CellProbs::new(Array3::from_shape_fn((ROWS, ROWS, 2), |(_, _, k)| {
                [largest, 1.0 - largest][k]
            }))
        };
        let lines = GridSpec::intersections(ROWS);
        assert!(is_due(&lines, &fit(2.0), || read(0.9)));
        assert!(!is_due(&lines, &fit(2.0), || read(0.999)));
        assert!(!is_due(&lines, &fit(4.0), || read(0.9)));
        assert!(!is_due(&GridSpec::squares(ROWS), &fit(2.0), || read(0.9)));
    }
}
