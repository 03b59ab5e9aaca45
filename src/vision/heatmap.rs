//! Points as heatmaps: a Gaussian bump a point, and the points back out of the bumps.
//!
//! Heatmap pixel `(i, j)` covers `[i, i+1) x [j, j+1)`; its center is `(i + 0.5, j + 0.5)`.
//!
//! ```
//! use kibitzer::{geometry::Point, vision::heatmap::{decode, encode_all}};
//!
//! let points = [Point::new(4.3, 7.8), Point::new(20.0, 11.5)];
//! let heatmap = encode_all(&points, 16, 24);
//! let peaks = decode(heatmap.view(), 0.5);
//! assert_eq!(peaks.len(), 2);
//! assert!(points.iter().all(|point| peaks.iter().any(|peak| peak.at.distance(*point) < 0.1)));
//! ```

use crate::geometry::Point;
use ndarray::{Array2, ArrayView2, ArrayViewMut2};

/// Standard deviation of a bump in heatmap pixels.
pub const SIGMA: f64 = 1.5;

/// A local maximum of a heatmap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// Where it is, in heatmap pixels, to a fraction of one.
    pub at: Point,
    /// The heatmap's value there.
    pub value: f32,
}

/// Adds the bump of a point: where the heatmap is lower than `exp(-d^2 / (2 SIGMA^2))`, it is
/// raised to that.
pub fn encode(point: Point, mut heatmap: ArrayViewMut2<f32>) {
    for ((row, col), value) in heatmap.indexed_iter_mut() {
        let d = point.distance(Point::new(col as f64 + 0.5, row as f64 + 0.5));
        *value = value.max((-d * d / (2.0 * SIGMA * SIGMA)).exp() as f32);
    }
}

/// The heatmap of several points, `[rows, cols]`.
pub fn encode_all(points: &[Point], rows: usize, cols: usize) -> Array2<f32> {
    let mut heatmap = Array2::zeros((rows, cols));
    points.iter().for_each(|&p| encode(p, heatmap.view_mut()));
    heatmap
}

/// The local maxima of at least `threshold`, highest first.
pub fn decode(heatmap: ArrayView2<f32>, threshold: f32) -> Vec<Peak> {
    let is_peak = |row: usize, col: usize, value: f32| {
        neighbors(heatmap, row, col)
            .all(|(r, c, v)| v < value || (v == value && (r, c) > (row, col)))
    };
    let mut peaks: Vec<Peak> = heatmap
        .indexed_iter()
        .filter(|&((row, col), &v)| v >= threshold && is_peak(row, col, v))
        .map(|((row, col), &value)| Peak { at: refine(heatmap, row, col), value })
        .collect();
    peaks.sort_by(|a, b| b.value.total_cmp(&a.value));
    peaks
}

fn neighbors(
    map: ArrayView2<f32>,
    row: usize,
    col: usize,
) -> impl Iterator<Item = (usize, usize, f32)> {
    let (rows, cols) = map.dim();
    let around = (row.saturating_sub(1)..(row + 2).min(rows))
        .flat_map(move |r| (col.saturating_sub(1)..(col + 2).min(cols)).map(move |c| (r, c)));
    around.filter(move |&rc| rc != (row, col)).map(move |(r, c)| (r, c, map[[r, c]]))
}

/// The top of the bump whose highest pixel is given: a parabola through the logarithms of three
/// pixels an axis, which is exact for a Gaussian.
fn refine(map: ArrayView2<f32>, row: usize, col: usize) -> Point {
    let log = |r: isize, c: isize| {
        let inside = r >= 0 && c >= 0 && (r as usize) < map.nrows() && (c as usize) < map.ncols();
        inside.then(|| f64::from(map[[r as usize, c as usize]]).max(1e-6).ln())
    };
    let (r, c) = (row as isize, col as isize);
    let shift = |before: Option<f64>, after: Option<f64>| match (before, log(r, c), after) {
        (Some(a), Some(m), Some(b)) if 2.0 * m - a - b > 1e-9 => {
            (0.5 * (b - a) / (2.0 * m - a - b)).clamp(-0.5, 0.5)
        }
        _ => 0.0,
    };
    let dx = shift(log(r, c - 1), log(r, c + 1));
    let dy = shift(log(r - 1, c), log(r + 1, c));
    Point::new(col as f64 + 0.5 + dx, row as f64 + 0.5 + dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_point_survives_the_round_trip(x in 2.0..62.0f64, y in 2.0..46.0f64) {
            let map = encode_all(&[Point::new(x, y)], 48, 64);
            let peaks = decode(map.view(), 0.3);
            prop_assert_eq!(peaks.len(), 1);
            prop_assert!(peaks[0].at.distance(Point::new(x, y)) < 0.05);
        }
    }

    #[test]
    fn two_points_come_back_highest_first() {
        let mut map = encode_all(&[Point::new(10.0, 10.0)], 64, 64) * 0.5;
        encode(Point::new(40.0, 50.0), map.view_mut());
        let peaks = decode(map.view(), 0.2);
        assert_eq!(peaks.len(), 2);
        assert!(
            peaks[0].at.distance(Point::new(40.0, 50.0)) < 0.1 && peaks[0].value > peaks[1].value
        );
    }
}
