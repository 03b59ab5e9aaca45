//! Several boards in one photo.
//!
//! The detector's mask then has several parts, and each has four corners of its own. A board that a
//! hand parts has two corners at each part, and is one. Between boards that stand close the mask is
//! faint but not empty, and their inner corners are hardly seen at first sight: of what stands out of
//! it a closer look says whether it is a board ([`places`]).

use super::corners::{CANDIDATES, best_quad, overlap};
use crate::{
    geometry::{Point, Quad},
    vision::heatmap::Peak,
};
use ndarray::Array2;

/// A part of the mask with less than this share of the largest one's area is no board beside
/// it.
const SHARE: f32 = 0.15;
/// The field of a board has at least this probability...
const FIELD: f32 = 0.5;
/// ... and where that leaves one part, one of these.
const SURER: [f32; 2] = [0.7, 0.9];
/// A mask that falls into more parts than this shows no boards.
const MOST: usize = 3;
/// An outline that agrees so well with a part of the mask may be a board's.
const OUTLINED: f32 = 0.5;
/// Four corners that agree so well with a part of the mask are those of a board of its own.
const OWN: f32 = 0.5;
/// How far outside its part of the mask a board's corner may lie, in heatmap pixels.
const SLACK: f64 = 4.0;

/// The boards that the mask shows side by side, in heatmap pixels: the largest and most central
/// one first. Empty unless there are two at least.
pub(super) fn boards(mask: &Array2<f32>, peaks: &[Peak]) -> Vec<(Quad, f32)> {
    let parts = parts(mask, FIELD);
    if parts.len() < 2 {
        return Vec::new();
    }
    let of_part = |part: &Array2<f32>| {
        let mut near: Vec<Peak> = peaks.iter().filter(|p| is_near(part, p.at)).cloned().collect();
        near.truncate(CANDIDATES);
        best_quad(&near, part.view()).filter(|(_, confidence)| *confidence >= OWN)
    };
    let mut boards: Vec<(Quad, f32)> = parts.iter().filter_map(of_part).collect();
    if boards.len() < 2 {
        return Vec::new();
    }
    let (cols, rows) = (mask.ncols() as f64, mask.nrows() as f64);
    let weight = |(quad, _): &(Quad, f32)| weight(quad, cols, rows);
    boards.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    boards
}

/// How large and central a board is in a picture of this width and height.
pub(super) fn weight(quad: &Quad, width: f64, height: f64) -> f64 {
    let middle = Point::new(width / 2.0, height / 2.0);
    let off = quad.center().distance(middle) / (middle.x + middle.y);
    quad.area() * (1.0 - off)
}

/// Where boards may be, more or less, in heatmap pixels: the outlines of the parts that the mask
/// falls into. Empty unless there are two at least.
pub(super) fn places(mask: &Array2<f32>) -> Vec<Quad> {
    let levels = [FIELD].into_iter().chain(SURER);
    let parts = levels.map(|level| parts(mask, level)).find(|parts| parts.len() > 1);
    let parts = parts.filter(|parts| parts.len() <= MOST).unwrap_or_default();
    let places: Vec<Quad> = parts.iter().filter_map(outline).collect();
    if places.len() < 2 { Vec::new() } else { places }
}

/// The quad that a part of the mask fills: that of the pixels farthest to its corners, or to its
/// sides where it stands on a corner.
fn outline(part: &Array2<f32>) -> Option<Quad> {
    let farthest = |(right, down): (f64, f64)| {
        let inside = part.indexed_iter().filter(|(_, value)| **value > 0.0);
        let edges = inside.map(|((row, col), _)| {
            Point::new(col as f64 + 0.5 + right / 2.0, row as f64 + 0.5 + down / 2.0)
        });
        let far = |p: &Point| right * p.x + down * p.y;
        edges.max_by(|a, b| far(a).total_cmp(&far(b)))
    };
    let quad = |directions: [(f64, f64); 4]| {
        let corners: Option<Vec<Point>> = directions.into_iter().map(farthest).collect();
        Quad::new(corners?.try_into().ok()?).ok()
    };
    let corners = quad([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]);
    let sides = quad([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]);
    let agrees = |quad: Quad| (overlap(&quad, part.view()), quad);
    let outlines = [corners, sides].into_iter().flatten().map(agrees);
    let (agreement, quad) = outlines.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (agreement >= OUTLINED).then_some(quad)
}

/// The mask's connected parts of at least this `level`, each alone, but for those that are small
/// beside the largest.
fn parts(mask: &Array2<f32>, level: f32) -> Vec<Array2<f32>> {
    let mut seen = mask.mapv(|v| v < level);
    let mut parts: Vec<(f32, Array2<f32>)> = Vec::new();
    for (start, _) in mask.indexed_iter() {
        if seen[start] {
            continue;
        }
        let (mut part, mut area) = (Array2::zeros(mask.dim()), 0.0);
        let mut open = vec![start];
        seen[start] = true;
        while let Some((row, col)) = open.pop() {
            part[[row, col]] = mask[[row, col]];
            area += 1.0;
            for (row, col) in [
                (row.wrapping_sub(1), col),
                (row + 1, col),
                (row, col.wrapping_sub(1)),
                (row, col + 1),
            ] {
                if seen.get((row, col)) == Some(&false) {
                    seen[[row, col]] = true;
                    open.push((row, col));
                }
            }
        }
        parts.push((area, part));
    }
    let largest = parts.iter().map(|(area, _)| *area).fold(0.0, f32::max);
    parts.into_iter().filter(|(area, _)| *area >= SHARE * largest).map(|(_, p)| p).collect()
}

/// Whether a point is in a part of the mask or next to it.
fn is_near(part: &Array2<f32>, at: Point) -> bool {
    let range = |v: f64, length: usize| {
        (v - SLACK).max(0.0) as usize..((v + SLACK).max(0.0) as usize + 1).min(length)
    };
    range(at.y, part.nrows()).any(|row| range(at.x, part.ncols()).any(|col| part[[row, col]] > 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mask and corner peaks of square boards, as left, top and side.
    fn seen(squares: &[(usize, usize, usize)]) -> (Array2<f32>, Vec<Peak>) {
        let inside = |row: usize, col: usize| {
            squares.iter().any(|&(left, top, side)| {
                (left..left + side).contains(&col) && (top..top + side).contains(&row)
            })
        };
        let mask = Array2::from_shape_fn((96, 96), |(r, c)| f32::from(u8::from(inside(r, c))));
        let corners = squares.iter().flat_map(|&(left, top, side)| {
            [(0, 0), (side, 0), (side, side), (0, side)].map(|(x, y)| {
                let at = Point::new((left + x) as f64, (top + y) as f64);
                Peak { at, value: 0.9 }
            })
        });
        (mask, corners.collect())
    }

    #[test]
    fn two_boards_side_by_side_are_two_and_the_larger_one_is_first() {
        let (mask, peaks) = seen(&[(4, 30, 30), (44, 20, 44)]);
        let boards = boards(&mask, &peaks);
        let lefts: Vec<f64> = boards.iter().map(|(quad, _)| quad.corners()[0].x).collect();
        assert_eq!(lefts, [44.0, 4.0]);
    }

    #[test]
    fn of_two_alike_the_central_one_is_first() {
        let (mask, peaks) = seen(&[(2, 2, 34), (40, 34, 34)]);
        assert_eq!(boards(&mask, &peaks)[0].0.corners()[0].x, 40.0);
    }

    #[test]
    fn boards_that_a_faint_mask_joins_have_places_of_their_own() {
        let (mut mask, _) = seen(&[(4, 30, 30), (50, 26, 40)]);
        assert_eq!(places(&seen(&[(10, 10, 60)]).0), []);
        mask.slice_mut(ndarray::s![32..58, 34..50]).fill(0.8);
        let corners: Vec<_> = places(&mask).iter().map(|quad| *quad.corners()).collect();
        let square = |left: f64, top: f64, side: f64| {
            [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]]
                .map(|[x, y]| Point::new(left + x, top + y))
        };
        assert_eq!(corners, [square(50.0, 26.0, 40.0), square(4.0, 30.0, 30.0)]);
    }

    #[test]
    fn a_board_on_a_corner_is_outlined_by_its_sides() {
        let diamond = Array2::from_shape_fn((96, 96), |(row, col)| {
            f32::from(u8::from(row.abs_diff(48) + col.abs_diff(48) <= 30))
        });
        let corners = *outline(&diamond).expect("an outline").corners();
        let expected = [[48.5, 18.0], [79.0, 48.5], [48.5, 79.0], [18.0, 48.5]];
        assert_eq!(corners, expected.map(Point::from));
    }

    #[test]
    fn one_board_that_a_hand_parts_is_one() {
        let (mut mask, peaks) = seen(&[(10, 10, 60)]);
        mask.slice_mut(ndarray::s![.., 38..44]).fill(0.0);
        assert_eq!(parts(&mask, FIELD).len(), 2);
        assert_eq!(boards(&mask, &peaks), []);
    }
}
