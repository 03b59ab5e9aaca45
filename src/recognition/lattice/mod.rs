//! The corners moved to where the board's own lines say they are.
//!
//! With the corners found to within half a cell, every grid line is near its place in the rectified
//! board. How far each piece of line between two crossings is off is measured across it, and the
//! projective map that explains most pieces is fitted robustly: pieces hidden by stones, shadows or
//! hands do not count. Only inner lines are used, since frames and printed borders run beside the
//! outer ones.
//!
//! ```
//! use image::{Rgb, RgbImage};
//! use kibitzer::{geometry::GridSpec, recognition::lattice::fit, vision::Pyramid};
//! use std::borrow::Cow;
//!
//! let photo = RgbImage::from_fn(400, 400, |x, y| match (x, y) {
//!     (40..360, 40..360) => Rgb([if (x / 40 + y / 40) % 2 == 0 { 200 } else { 90 }; 3]),
//!     _ => Rgb([150; 3]),
//! });
//! let near = "44,37 362,43 357,364 37,358".parse()?;
//! let found = fit(&Pyramid::new(Cow::Owned(photo)), &near, &GridSpec::squares(8));
//! assert!(found.quad.corners()[0].distance([40.0, 40.0].into()) < 1.0);
//! assert!(found.evidence > 1.5);
//! # Ok::<(), kibitzer::geometry::ParseQuadError>(())
//! ```

mod correction;
mod count;
mod edges;
mod lines;

use super::Deadline;
use crate::{
    geometry::{GridSpec, Lattice, Point, Quad},
    vision::Pyramid,
};
use correction::fit_correction;
pub(super) use edges::beyond;
use lines::{Strengths, View, support};
use rayon::prelude::*;

/// How far lines are looked for, in pitches, one round after another; and at last, with the board
/// warped anew where it then is.
const REACH: [f64; 2] = [0.42, 0.3];
const LAST_REACH: f64 = 0.2;
/// Where the last round moves a corner by more than this many pitches, the board is warped and
/// looked at once more.
const SETTLED: f64 = 0.08;
/// Corners are not moved further than this many pitches.
const FARTHEST: f64 = 0.75;
/// How much more evidence a board found by counting lines needs, to be believed rather than the
/// detector; seen on training photos.
pub(super) const CLEARLY: f64 = 1.25;
/// Counted corners within so many pitches of fitted ones name the same lines.
const AGREES: f64 = 0.3;
/// A Go board that is fitted so far from where the detector has it, in pitches, may be a line off.
const MAY_BE_A_LINE_OFF: f64 = 0.5;
/// Evidence below which other starts are tried; boards whose lines are found have more, but for
/// faint lines and hidden ones.
const DOUBTFUL: f64 = 1.5;
/// Lines of a Go board with so much evidence are the board's.
pub(super) const CLEAR_LINES: f64 = 3.0;
/// How far, in pitches, corners and sides are moved to start again from.
const STARTS: [f64; 4] = [-1.0, -0.5, 0.5, 1.0];
/// How often starting again is repeated from the best board so far.
const RESTARTS: usize = 2;
/// Evidence where lines are no stronger on the grid than between.
const NO_BOARD: f64 = 1.0;

/// Corners, and how well the lines of the photo agree with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The corners in photo pixels.
    pub quad: Quad,
    /// Strength of the lines where they should be over the strength between them: about 1 where
    /// there is no such board.
    pub evidence: f64,
}

/// The corners fitted to the lines of the board; the given ones where the lines do not support
/// better ones.
pub fn fit(photo: &Pyramid, corners: &Quad, grid: &GridSpec) -> Fit {
    let strengths = Strengths::of(photo, corners, grid);
    let near = fit_seen(photo, corners, &strengths, grid);
    // Go's lines are so close that a detector is easily one of them off.
    match grid.lattice {
        Lattice::Intersections => {
            clearer(near, fit_counted(photo, corners, &near.quad, &strengths, grid)).unwrap_or(near)
        }
        Lattice::Squares => near,
    }
}

/// A fit to lines near the detector's `corners` that has too little evidence, started again from
/// elsewhere as long as that finds clearly more. A Go board that is not where the detector has it is
/// looked at more closely: it may be a line off. After the deadline it is not started again.
pub fn fit_again(
    photo: &Pyramid,
    corners: &Quad,
    first: Fit,
    grid: &GridSpec,
    deadline: &Deadline,
) -> Fit {
    let may_be_a_line_off = |fit: &Fit| {
        grid.lattice == Lattice::Intersections
            && farthest(&fit.quad, corners) > MAY_BE_A_LINE_OFF * grid.pitch(corners)
    };
    let mut best = first;
    for _ in 0..RESTARTS {
        let enough = if may_be_a_line_off(&best) { CLEAR_LINES } else { DOUBTFUL };
        if best.evidence >= enough || !deadline.allows("lattice") {
            break;
        }
        let other =
            fit_from_elsewhere(photo, &best.quad, grid).filter(|fit| fit.evidence > NO_BOARD);
        let Some(better) = clearer(best, other) else { break };
        best = better;
    }
    let is_due = best.evidence >= CLEAR_LINES && may_be_a_line_off(&best);
    is_due.then(|| a_line_further(photo, &best, grid)).flatten().unwrap_or(best)
}

/// The board a line further, where that is where its lines end; it has hardly less evidence, since
/// all lines but one are the same.
fn a_line_further(photo: &Pyramid, fit: &Fit, grid: &GridSpec) -> Option<Fit> {
    let moved = edges::a_line_further(photo, &fit.quad, grid)?;
    Some(fit_near(photo, &moved, grid)).filter(|moved| CLEARLY * moved.evidence > fit.evidence)
}

/// The second fit where it has clearly more evidence.
fn clearer(first: Fit, second: Option<Fit>) -> Option<Fit> {
    second.filter(|fit| fit.evidence > CLEARLY * first.evidence)
}

/// The best fit from corners or sides moved by half a pitch or a whole one: a corner that a piece
/// hides is easily that far off, and then most lines are too far from where they are looked for.
fn fit_from_elsewhere(photo: &Pyramid, corners: &Quad, grid: &GridSpec) -> Option<Fit> {
    let strengths = Strengths::of(photo, corners, grid).coarse();
    let fits = moved_outlines(&grid.outline(), &STARTS)
        .into_par_iter()
        .map(|start| fit_in_view(&strengths, start, grid));
    let (outline, _) = fits.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let found = grid.to_photo(corners).project_quad(&outline)?;
    Some(fit_near(photo, &found, grid))
}

/// An outline, in board coordinates, fitted without warping the photo again, and its evidence:
/// rougher than [`fit_near`], and faster.
fn fit_in_view(strengths: &Strengths, start: Quad, grid: &GridSpec) -> (Quad, f64) {
    let outline = improved(strengths, start, grid, &[REACH[0], REACH[1], LAST_REACH]);
    (outline, support(&View::through(strengths, &outline, grid), grid))
}

/// An outline, in board coordinates, after a round of each reach, as long as lines are found.
fn improved(strengths: &Strengths, start: Quad, grid: &GridSpec, reaches: &[f64]) -> Quad {
    let mut outline = start;
    for &reach in reaches {
        let Some(next) = improve(&View::through(strengths, &outline, grid), grid, reach) else {
            break;
        };
        outline = next;
    }
    outline
}

/// An outline with one corner or one side moved by each of `steps`, in board coordinates.
pub(super) fn moved_outlines(outline: &Quad, steps: &[f64]) -> Vec<Quad> {
    let outline = outline.corners().map(|p| [p.x, p.y]);
    let mut all = Vec::new();
    for &by in steps {
        for corner in 0..4 {
            let next = (corner + 1) % 4;
            // The side from this corner to the next one runs along x where the corner's number is
            // even.
            let across = (corner + 1) % 2;
            for moved in
                [vec![(corner, 0)], vec![(corner, 1)], vec![(corner, across), (next, across)]]
            {
                let mut points = outline;
                moved.iter().for_each(|&(at, axis)| points[at][axis] += by);
                all.extend(Quad::new(points.map(Point::from)));
            }
        }
    }
    all
}

/// The corners fitted after the board's lines were counted; `strengths` are those at the corners.
/// `None` where the count agrees with the corners `near`, which were fitted without it.
fn fit_counted(
    photo: &Pyramid,
    corners: &Quad,
    near: &Quad,
    strengths: &Strengths,
    grid: &GridSpec,
) -> Option<Fit> {
    let outline = count::count(strengths, grid)?;
    let counted = grid.to_photo(corners).project_quad(&outline)?;
    if farthest(&counted, near) < AGREES * grid.pitch(near) {
        return None;
    }
    Some(fit_near(photo, &counted, grid))
}

/// The corners fitted to the lines near them.
pub(super) fn fit_near(photo: &Pyramid, corners: &Quad, grid: &GridSpec) -> Fit {
    fit_seen(photo, corners, &Strengths::of(photo, corners, grid), grid)
}

/// The corners fitted to the lines near them; `strengths` are those at the corners.
fn fit_seen(photo: &Pyramid, corners: &Quad, strengths: &Strengths, grid: &GridSpec) -> Fit {
    let given = Fit { quad: *corners, evidence: support(&View::straight(strengths), grid) };
    let near = improved(strengths, grid.outline(), grid, &REACH);
    let near = grid.to_photo(corners).project_quad(&near);
    let Some((moved, mut fitted)) = near.and_then(|near| last_round(photo, &near, grid)) else {
        return given;
    };
    if moved > SETTLED {
        fitted = last_round(photo, &fitted.quad, grid).map_or(fitted, |(_, again)| again);
    }
    let too_far = farthest(&fitted.quad, corners) > FARTHEST * grid.pitch(corners);
    if fitted.evidence > given.evidence && !too_far { fitted } else { given }
}

/// The corners warped anew and fitted to what is close, and by how many pitches that moved one at
/// most.
fn last_round(photo: &Pyramid, corners: &Quad, grid: &GridSpec) -> Option<(f64, Fit)> {
    let strengths = Strengths::of(photo, corners, grid);
    let outline = improved(&strengths, grid.outline(), grid, &[LAST_REACH]);
    let quad = grid.to_photo(corners).project_quad(&outline)?;
    let evidence = support(&View::through(&strengths, &outline, grid), grid);
    Some((farthest(&outline, &grid.outline()), Fit { quad, evidence }))
}

/// The largest distance of a corner from the same corner of the other quad.
fn farthest(a: &Quad, b: &Quad) -> f64 {
    (0..4).map(|i| a.corners()[i].distance(b.corners()[i])).fold(0.0, f64::max)
}

/// One round: measure the pieces, fit the correction, apply it; the outline in the coordinates of
/// the view's picture.
fn improve(view: &View, grid: &GridSpec, reach: f64) -> Option<Quad> {
    let correction = fit_correction(view, grid, reach)?;
    let (w, h) = grid.steps();
    let outline = grid
        .outline()
        .corners()
        .map(|p| correction.project(Point::new(p.x / w * 2.0 - 1.0, p.y / h * 2.0 - 1.0)));
    let outline =
        Quad::new(outline.map(|p| Point::new((p.x + 1.0) * w / 2.0, (p.y + 1.0) * h / 2.0)))
            .ok()?;
    view.to_picture.project_quad(&outline)
}

/// How much stronger lines are seen where these corners put them than between; see
/// [`Fit::evidence`].
pub fn evidence(photo: &Pyramid, corners: &Quad, grid: &GridSpec) -> f64 {
    support(&View::straight(&Strengths::of(photo, corners, grid)), grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};
    use proptest::prelude::*;
    use std::{borrow::Cow, time::Instant};

    /// Squares of two tones seen through a homography, or dark lines on a plain board.
    fn board(corners: &Quad, grid: &GridSpec) -> RgbImage {
        let to_board = grid.to_photo(corners).inverse();
        let (w, h) = grid.steps();
        RgbImage::from_fn(640, 640, |x, y| {
            let mut sum = 0.0;
            for s in 0..9 {
                let p = Point::new(
                    f64::from(x) + (f64::from(s % 3) + 0.5) / 3.0,
                    f64::from(y) + (f64::from(s / 3) + 0.5) / 3.0,
                );
                let b = to_board.project(p);
                let inside = |m: f64| b.x > -m && b.y > -m && b.x < w + m && b.y < h + m;
                sum += match grid.lattice {
                    Lattice::Squares if inside(0.0) => {
                        [200.0, 90.0][(b.x.floor() + b.y.floor()) as usize % 2]
                    }
                    Lattice::Intersections if inside(0.04) => {
                        let off = |v: f64| (v - v.round()).abs() < 0.04;
                        if off(b.x) || off(b.y) { 40.0 } else { 190.0 }
                    }
                    _ => 150.0,
                };
            }
            Rgb([(sum / 9.0) as u8; 3])
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn corners_off_by_a_third_of_a_cell_come_back(d in prop::array::uniform8(-1.0..1.0f64),
        go in any::<bool>()) {
            let truth = Quad::new([[110.0, 140.0], [500.0, 90.0], [560.0, 540.0], [80.0,
            500.0]].map(Point::from)).expect("convex");
            let grid = if go { GridSpec::intersections(13) } else { GridSpec::squares(8) };
            let photo = Pyramid::new(Cow::Owned(board(&truth, &grid)));
            let pitch = grid.pitch(&truth);
            let c = truth.corners();
            let start = std::array::from_fn(|i| Point::new(c[i].x + 0.23 * pitch * d[2 * i],
            c[i].y + 0.23 * pitch * d[2 * i + 1]));
            let found = fit(&photo, &Quad::new(start).expect("convex"), &grid).quad;
            for (read, corner) in found.corners().iter().zip(c) {
                prop_assert!(read.distance(*corner) < 0.06 * pitch, "{:?} {:?}", found, truth);
            }
        }
    }

    #[test]
    fn a_go_board_seen_one_line_too_small_is_counted_right() {
        let truth = Quad::new(
            [[110.0, 140.0], [500.0, 90.0], [560.0, 540.0], [80.0, 500.0]].map(Point::from),
        )
        .expect("convex");
        let grid = GridSpec::intersections(19);
        let photo = Pyramid::new(Cow::Owned(board(&truth, &grid)));
        let to_photo = grid.to_photo(&truth);
        for (left, top, right, bottom) in [
            (0.0, 0.0, 0.0, -1.0),
            (1.0, 0.0, 0.1, 0.0),
            (0.0, 0.9, 0.8, 0.0),
            (-1.0, 0.0, 0.0, 1.0),
        ] {
            let outline = [
                [left, top],
                [18.0 + right, top],
                [18.0 + right, 18.0 + bottom],
                [left, 18.0 + bottom],
            ]
            .map(Point::from);
            let start =
                to_photo.project_quad(&Quad::new(outline).expect("convex")).expect("convex");
            let found = fit(&photo, &start, &grid).quad;
            for i in 0..4 {
                let error = found.corners()[i].distance(truth.corners()[i]) / grid.pitch(&truth);
                assert!(
                    error < 0.1,
                    "corner {i} is off by {error} from {left} {top} {right} {bottom}"
                );
            }
        }
    }

    #[test]
    fn light_lines_are_found_as_dark_ones_are() {
        let truth = Quad::new(
            [[110.0, 140.0], [500.0, 90.0], [560.0, 540.0], [80.0, 500.0]].map(Point::from),
        )
        .expect("convex");
        for lines in [9, 13, 19] {
            let grid = GridSpec::intersections(lines);
            let mut photo = board(&truth, &grid);
            image::imageops::invert(&mut photo);
            let start = truth.corners().map(|p| Point::new(p.x + 5.0, p.y - 5.0));
            let photo = Pyramid::new(Cow::Owned(photo));
            let found = fit(&photo, &Quad::new(start).expect("convex"), &grid);
            assert!(farthest(&found.quad, &truth) < 0.1 * grid.pitch(&truth), "{lines}: {found:?}");
            assert!(found.evidence > 2.0, "{lines}: {found:?}");
        }
    }

    #[test]
    fn a_corner_hidden_by_a_piece_is_found_from_another_start() {
        let truth = Quad::new(
            [[110.0, 140.0], [500.0, 90.0], [560.0, 540.0], [80.0, 500.0]].map(Point::from),
        )
        .expect("convex");
        for (grid, by) in [(GridSpec::intersections(13), 0.9), (GridSpec::squares(8), 0.7)] {
            let photo = Pyramid::new(Cow::Owned(board(&truth, &grid)));
            let (w, h) = grid.steps();
            let outline = [[by, 0.0], [w, 0.0], [w, h], [0.0, h]].map(Point::from);
            let start = grid
                .to_photo(&truth)
                .project_quad(&Quad::new(outline).expect("convex"))
                .expect("convex");
            let error =
                |fit: Fit| fit.quad.corners()[0].distance(truth.corners()[0]) / grid.pitch(&truth);
            let first = fit(&photo, &start, &grid);
            let again =
                |first: Fit, deadline: &Deadline| fit_again(&photo, &start, first, &grid, deadline);
            assert!(error(again(first, &Deadline::default())) < 0.1, "{grid:?}");
            let (unseen, over) =
                (Fit { quad: start, evidence: NO_BOARD }, Deadline::new(Some(Instant::now())));
            assert_eq!(again(unseen, &over), unseen, "{grid:?}");
            assert_eq!(over.left_out(), ["lattice"]);
        }
    }

    #[test]
    fn a_go_board_whose_edge_looks_like_a_line_is_not_found_a_line_off() {
        let truth = Quad::new(
            [[150.0, 140.0], [490.0, 110.0], [530.0, 520.0], [110.0, 500.0]].map(Point::from),
        )
        .expect("convex");
        let grid = GridSpec::intersections(13);
        let mut picture = board(&truth, &grid);
        let to_photo = grid.to_photo(&truth);
        let outlines = [[0.0, 1.0], [0.0, -1.0], [1.0, 0.0], [-1.0, 0.0]]
            .map(|[x, y]| grid.outline().corners().map(|p| Point::new(p.x + x, p.y + y)));
        // One more line on each side, without the board going on to it.
        let to_board = to_photo.inverse();
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            let b = to_board.project(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            let (dx, dy) = ((b.x - 6.0).abs(), (b.y - 6.0).abs());
            if dx.max(dy) < 7.05 {
                if dx.max(dy) > 6.95 {
                    *pixel = Rgb([40; 3]);
                } else if dx.max(dy) > 6.06 {
                    *pixel = Rgb([190; 3]);
                }
            }
        }
        let photo = Pyramid::new(Cow::Owned(picture));
        for outline in outlines {
            let off = to_photo.project_quad(&Quad::new(outline).expect("convex")).expect("convex");
            let first = fit_near(&photo, &off, &grid);
            assert!(first.evidence >= CLEAR_LINES, "{first:?}");
            let found = fit_again(&photo, &truth, first, &grid, &Deadline::default());
            let error = farthest(&found.quad, &truth) / grid.pitch(&truth);
            assert!(error < 0.1, "{outline:?}: {error}");
        }
        let right = fit_near(&photo, &truth, &grid);
        let off = truth.corners().map(|p| Point::new(p.x + 0.5 * grid.pitch(&truth), p.y));
        let off = Quad::new(off).expect("convex");
        assert_eq!(fit_again(&photo, &off, right, &grid, &Deadline::default()), right);
    }

    #[test]
    fn eight_squares_are_told_from_ten() {
        let truth = Quad::new(
            [[110.0, 140.0], [500.0, 90.0], [560.0, 540.0], [80.0, 500.0]].map(Point::from),
        )
        .expect("convex");
        for (squares, other) in [(8, 10), (10, 8)] {
            let photo = Pyramid::new(Cow::Owned(board(&truth, &GridSpec::squares(squares))));
            let seen = |n| fit(&photo, &truth, &GridSpec::squares(n)).evidence;
            assert!(
                seen(squares) > CLEARLY * seen(other),
                "{squares}: {} {}",
                seen(squares),
                seen(other)
            );
        }
    }

    #[test]
    fn every_corner_and_every_side_is_moved() {
        let outline = GridSpec::squares(8).outline();
        let outlines = moved_outlines(&outline, &STARTS);
        assert_eq!(outlines.len(), 4 * 4 * 3);
        let moved = |q: &Quad| {
            (0..4).filter(|&i| q.corners()[i].distance(outline.corners()[i]) > 0.1).count()
        };
        assert_eq!(outlines.iter().filter(|q| moved(q) == 2).count(), 4 * 4);
        // A moved side stays parallel: both of its corners go the same way.
        for q in outlines.iter().filter(|q| moved(q) == 2) {
            let ways: Vec<(f64, f64)> = (0..4)
                .map(|i| {
                    (
                        q.corners()[i].x - outline.corners()[i].x,
                        q.corners()[i].y - outline.corners()[i].y,
                    )
                })
                .filter(|d| d.0.abs() + d.1.abs() > 0.1)
                .collect();
            assert_eq!(ways[0], ways[1]);
        }
    }

    #[test]
    fn without_lines_the_corners_stay() {
        let photo = Pyramid::new(Cow::Owned(RgbImage::from_pixel(300, 300, Rgb([120; 3]))));
        let corners = Quad::rectangle(200.0, 200.0);
        assert_eq!(fit(&photo, &corners, &GridSpec::squares(8)).quad, corners);
    }
}
