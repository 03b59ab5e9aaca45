//! A board's corners out of one box a cell.

use crate::geometry::{GridSpec, Point, Quad};

/// Centers of cells are taken for the grid's when each lies within this part of a cell of its own.
const TOLERANCE: f64 = 0.35;

/// The corners of the board whose cells have the given centers, in any order; the first is the
/// top-left as seen. `None` when they are not the cells of such a board, or it is turned by about
/// an eighth.
pub(super) fn corners(grid: &GridSpec, centers: &[Point]) -> Option<Quad> {
    if centers.len() != grid.len() {
        return None;
    }
    let extreme =
        |of: fn(&Point) -> f64| centers.iter().copied().max_by(|a, b| of(a).total_cmp(&of(b)));
    let outer = [
        extreme(|p| -p.x - p.y)?,
        extreme(|p| p.x - p.y)?,
        extreme(|p| p.x + p.y)?,
        extreme(|p| p.y - p.x)?,
    ];
    let outer = Quad::new(outer).ok()?;
    let (last_row, last_col) = (grid.rows - 1, grid.cols - 1);
    let from = Quad::new([
        grid.center(0, 0),
        grid.center(0, last_col),
        grid.center(last_row, last_col),
        grid.center(last_row, 0),
    ]);
    let to_photo = crate::geometry::Homography::from_quads(&from.ok()?, &outer);
    let mut seen = vec![false; grid.len()];
    for center in centers {
        let (row, col) = nearest_cell(grid, to_photo.inverse().project(*center))?;
        let expected = grid.center(row, col);
        let back = to_photo.inverse().project(*center);
        if back.distance(expected) > TOLERANCE
            || std::mem::replace(&mut seen[row * grid.cols + col], true)
        {
            return None;
        }
    }
    to_photo.project_quad(&grid.outline())
}

/// The cell of a point in board coordinates; `None` outside the board.
pub(super) fn nearest_cell(grid: &GridSpec, p: Point) -> Option<(usize, usize)> {
    let first = grid.center(0, 0);
    let index = |v: f64, count: usize| {
        let i = v.round();
        (i >= 0.0 && i < count as f64).then_some(i as usize)
    };
    Some((index(p.y - first.y, grid.rows)?, index(p.x - first.x, grid.cols)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn centers(grid: &GridSpec, quad: &Quad) -> Vec<Point> {
        let to_photo = grid.to_photo(quad);
        let cells =
            (0..grid.len()).map(|i| to_photo.project(grid.center(i / grid.cols, i % grid.cols)));
        let mut centers: Vec<Point> = cells.collect();
        centers.reverse();
        centers
    }

    #[test]
    fn corners_of_slanting_boards_come_back() {
        let quad = Quad::new(
            [(120.0, 80.0), (520.0, 95.0), (600.0, 430.0), (60.0, 400.0)]
                .map(|(x, y)| Point::new(x, y)),
        );
        let quad = quad.expect("convex");
        for grid in [GridSpec::squares(8), GridSpec::intersections(19)] {
            let found = corners(&grid, &centers(&grid, &quad)).expect("a board");
            for (a, b) in found.corners().iter().zip(quad.corners()) {
                assert!(a.distance(*b) < 1e-6, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_missing_or_doubled_cell_is_no_board() {
        let grid = GridSpec::squares(8);
        let mut cells = centers(&grid, &Quad::rectangle(400.0, 400.0));
        cells[20] = cells[21];
        assert!(corners(&grid, &cells).is_none());
        cells.pop();
        assert!(corners(&grid, &cells).is_none());
    }
}
