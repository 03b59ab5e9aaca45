//! Several boards in one photo.
//!
//! The detector's mask then has several parts, and each has four corners of its own. A board that a
//! hand parts has two corners at each part, and is one.

use super::corners::{CANDIDATES, best_quad};
use crate::{
    geometry::{Point, Quad},
    vision::heatmap::Peak,
};
use ndarray::Array2;

/// A part of the mask with less than this share of the largest one's area is no board beside
/// it.
const SHARE: f32 = 0.15;
/// The field of a board has at least this probability.
const FIELD: f32 = 0.5;
/// Four corners that agree so well with a part of the mask are those of a board of its own.
const OWN: f32 = 0.5;
/// How far outside its part of the mask a board's corner may lie, in heatmap pixels.
const SLACK: f64 = 4.0;

/// The boards that the mask shows side by side, in heatmap pixels: the largest and most central
/// one first. Empty unless there are two at least.
pub(super) fn boards(mask: &Array2<f32>, peaks: &[Peak]) -> Vec<(Quad, f32)> {
    let parts = parts(mask);
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
    let middle = Point::new(mask.ncols() as f64 / 2.0, mask.nrows() as f64 / 2.0);
    let weight = |quad: &Quad| {
        let off = quad.center().distance(middle) / (middle.x + middle.y);
        quad.area() * (1.0 - off)
    };
    boards.sort_by(|a, b| weight(&b.0).total_cmp(&weight(&a.0)));
    boards
}

/// The mask's connected parts, each alone, but for those that are small beside the largest.
fn parts(mask: &Array2<f32>) -> Vec<Array2<f32>> {
    let mut seen = mask.mapv(|v| v < FIELD);
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
    fn one_board_that_a_hand_parts_is_one() {
        let (mut mask, peaks) = seen(&[(10, 10, 60)]);
        mask.slice_mut(ndarray::s![.., 38..44]).fill(0.0);
        assert_eq!(parts(&mask).len(), 2);
        assert_eq!(boards(&mask, &peaks), []);
    }
}
