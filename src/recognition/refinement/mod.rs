//! Refinement: the corners moved to where the board is read most surely.
//!
//! Stones hide the lines of a full Go board, and their shadows look like lines: corners a line off
//! can have more lines than the right ones. But then many crossings lie between stones, where
//! nothing is read surely, or stones lie just outside the board. So the classifier looks at places
//! all over the board, and the grid is laid where it is sure.

mod places;

use super::{
    classify::CellClassifier,
    lattice::{CLEAR_LINES, Fit, fit_near, moved_outlines},
};
use crate::{
    error::Error,
    games::CellProbs,
    geometry::{GridSpec, Lattice, Quad},
    vision::Pyramid,
};
use places::{Places, log_largest, moved_sides};
use rayon::prelude::*;

/// A board read so surely, as the logarithm of the product of its crossings' largest probabilities,
/// has its corners in place; seen on training photos.
const SURE: f32 = -1.0;
/// By how much that logarithm must grow for moved corners to be believed.
const CLEARLY: f32 = 1.0;
/// How far sides are moved at most, in steps, and how long a step is in pitches.
const SIDE_STEPS: (i32, f64) = (5, 0.25);
/// So many boards with moved sides go on to have their corners moved, by these steps in turn.
const STARTS: usize = 4;
const CORNER_STEPS: [f64; 3] = [0.25, 0.12, 0.06];

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
    let places = Places::survey(photo, corners, grid, classifier)?;
    let starts = boards_with_moved_sides(&places, grid);
    // Stones are read where they lie anywhere near a crossing.
    let places = places.smoothed();
    let outline = starts
        .into_par_iter()
        .map(|start| with_moved_corners(&places, start, grid))
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
        let crossings = Places::crossings(photo, quad, grid, classifier)?;
        Ok::<_, Error>(crossings.sureness(&grid.outline(), grid))
    };
    Ok((read(&best)? - read(corners)? > CLEARLY).then_some(best))
}

/// Compares boards by how surely they are read.
fn by_sureness(a: &(Quad, f32), b: &(Quad, f32)) -> std::cmp::Ordering {
    a.1.total_cmp(&b.1)
}

/// The outlines, in board coordinates, of the boards with moved sides that would be read most
/// surely, and how surely.
fn boards_with_moved_sides(places: &Places, grid: &GridSpec) -> Vec<(Quad, f32)> {
    let (most, step) = SIDE_STEPS;
    let moves: Vec<f64> = (-most..=most).map(|steps| f64::from(steps) * step).collect();
    let pairs: Vec<(f64, f64)> =
        moves.iter().flat_map(|&a| moves.iter().map(move |&b| (a, b))).collect();
    let all = pairs.par_iter().flat_map_iter(|&(left, right)| {
        let columns = places.columns(left, right, grid);
        pairs.iter().filter_map(move |&(top, bottom)| {
            let outline = moved_sides(grid, [left, top, right, bottom])?;
            Some((outline, columns.sureness(top, bottom, grid)))
        })
    });
    let mut all: Vec<_> = all.collect();
    all.sort_by(|a, b| by_sureness(b, a));
    all.truncate(STARTS);
    all
}

/// A board after its corners and sides were moved as long as it would be read more surely.
fn with_moved_corners(places: &Places, (outline, _): (Quad, f32), grid: &GridSpec) -> (Quad, f32) {
    let rated = |outline: Quad| (outline, places.sureness(&outline, grid));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{CellGrid, GameId},
        geometry::Point,
        inference::{CellTask, Extent, Model, ModelError, ModelStore},
        recognition::sliding::SlidingClassifier,
        synth,
    };
    use image::{Rgb, RgbImage};
    use ndarray::{Array2, Array3, ArrayD, ArrayView4, Axis, s};
    use std::borrow::Cow;

    pub(super) const ROWS: usize = 9;
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

    pub(super) fn classifier() -> CellClassifier {
        let extent = Extent { left: 0.8, top: 0.8, right: 0.8, bottom: 0.8 };
        let classes = [".", "b", "w"].map(String::from).to_vec();
        let task = CellTask { game: GameId::Go, classes, ..CellTask::plain(8, extent) };
        CellClassifier::new(task, Box::new(Middles))
    }

    /// A board full of stones, without lines.
    pub(super) fn photo(truth: &Quad, grid: &GridSpec) -> RgbImage {
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
    fn the_released_classifier_slides_over_a_full_board_a_line_off() {
        let stones = (0..13 * 13).map(|i| ((i / 13 * 5 + i % 13 * 3) % 4).min(2));
        let spec = synth::RenderSpec {
            game: GameId::Go,
            seed: 77_001,
            long_side: 640,
            rows: Some(13),
            mixed_sets: false,
            set: None,
            modeled: None,
            hard: 0,
            position: CellGrid::from_cells(13, 13, stones.collect()),
        };
        let drawn = synth::render(&spec).expect("drawn");
        let (grid, truth) = (GridSpec::intersections(13), drawn.corners.upright());
        let store = ModelStore::at("models");
        let (task, model) = store.open_cells(GameId::Go.game()).expect("a model");
        let (card, network) = store.open_sliding("go-cells").expect("is good").expect("slides");
        let classifier = CellClassifier::new(task, model)
            .with_sliding(Some(SlidingClassifier::new(&card, network)));
        let photo = Pyramid::new(Cow::Borrowed(&drawn.image));
        let start = moved_sides(&grid, [0.9, 0.0, 1.0, 0.0])
            .and_then(|outline| grid.to_photo(&truth).project_quad(&outline))
            .expect("convex");
        let found = surer_corners(&photo, &start, &grid, &classifier)
            .expect("the model runs")
            .expect("a line off");
        let pitch = grid.pitch(&truth);
        for (found, corner) in found.corners().iter().zip(truth.corners()) {
            assert!(found.distance(*corner) < 0.3 * pitch, "{found:?} {corner:?}");
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
