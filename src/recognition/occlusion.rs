//! Occlusion, what hides the board: a hand, a sleeve, anything that is neither board nor piece.

use crate::geometry::{GridSpec, Homography, Point, Quad};
use ndarray::Array2;

/// A cell is hidden where so much of its square is, on average.
const HIDDEN: f32 = 0.5;
/// Points along a side of a cell's square that are looked at, and how far they reach from its
/// center, in pitches.
const POINTS: usize = 3;
const REACH: f64 = 0.34;

/// How probably something lies over each part of the photo, as the corner detector's last look has
/// it.
#[derive(Clone, Debug, PartialEq)]
pub struct Occlusion {
    /// Probabilities by heatmap pixel, rows from the top.
    pub map: Array2<f32>,
    /// From the photo to heatmap pixels.
    pub from_photo: Homography,
}

impl Occlusion {
    /// The cells, as row and column, of a board with these corners that are hidden.
    pub fn cells(&self, corners: &Quad, grid: &GridSpec) -> Vec<(usize, usize)> {
        let to_map = self.from_photo.compose(&grid.to_photo(corners));
        let cells = (0..grid.rows).flat_map(|row| (0..grid.cols).map(move |col| (row, col)));
        cells.filter(|&(row, col)| self.hidden(&to_map, grid.center(row, col)) > HIDDEN).collect()
    }

    /// How much of the square around a point of the board is hidden, in [0, 1].
    fn hidden(&self, to_map: &Homography, center: Point) -> f32 {
        let off = |i: usize| REACH * (2.0 * i as f64 / (POINTS - 1) as f64 - 1.0);
        let at = |i: usize| {
            to_map.project(Point::new(center.x + off(i % POINTS), center.y + off(i / POINTS)))
        };
        (0..POINTS * POINTS).map(|i| self.at(at(i))).sum::<f32>() / (POINTS * POINTS) as f32
    }

    /// The probability at a point of the heatmap; 0 outside.
    fn at(&self, p: Point) -> f32 {
        if p.x < 0.0 || p.y < 0.0 {
            0.0
        } else {
            self.map.get((p.y as usize, p.x as usize)).copied().unwrap_or(0.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_under_a_hand_are_hidden_and_no_others() {
        // A board of 8x8 squares of 40 px at (100, 60); the map shows the photo at a quarter, and a
        // hand over two cells and a bit.
        let corners = Quad::new(
            [[100.0, 60.0], [420.0, 60.0], [420.0, 380.0], [100.0, 380.0]].map(Point::from),
        )
        .expect("convex");
        let hand = |x: usize, y: usize| (180..270).contains(&x) && (100..140).contains(&y);
        let map = Array2::from_shape_fn(
            (110, 110),
            |(row, col)| if hand(4 * col, 4 * row) { 0.9 } else { 0.1 },
        );
        let occlusion =
            Occlusion { map, from_photo: Homography::scale_shift(0.25, 0.25, 0.0, 0.0) };
        assert_eq!(occlusion.cells(&corners, &GridSpec::squares(8)), [(1, 2), (1, 3)]);
        // The board's own first corner is elsewhere: the same cells have other names.
        assert_eq!(occlusion.cells(&corners.rotated(2), &GridSpec::squares(8)), [(6, 4), (6, 5)]);
    }

    #[test]
    fn what_the_look_did_not_show_is_not_hidden() {
        let occlusion = Occlusion {
            map: Array2::ones((10, 10)),
            from_photo: Homography::scale_shift(1.0, 1.0, -1000.0, 0.0),
        };
        assert!(occlusion.cells(&Quad::rectangle(100.0, 100.0), &GridSpec::squares(8)).is_empty());
    }
}
