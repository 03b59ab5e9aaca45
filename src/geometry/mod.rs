//! Plane geometry in `f64`: points, convex quads, homographies and board grids.
//!
//! Coordinates are continuous: pixel `(x, y)` covers `[x, x+1) x [y, y+1)` and its center is `(x +
//! 0.5, y + 0.5)`.
//!
//! ```
//! use kibitzer::geometry::{GridSpec, Point, Quad};
//!
//! let corners: Quad = "100,100 500,100 500,500 100,500".parse()?;
//! let grid = GridSpec::squares(8);
//! let to_photo = grid.to_photo(&corners);
//! let e8 = to_photo.project(grid.center(0, 4));
//! assert!(e8.distance(Point::new(325.0, 125.0)) < 1e-9);
//! assert!((grid.pitch(&corners) - 50.0).abs() < 1e-9);
//! # Ok::<(), kibitzer::geometry::ParseQuadError>(())
//! ```

mod camera;
mod edge;
mod grid;
mod homography;
mod point;
mod quad;

pub use camera::BoardCamera;
pub use edge::Edge;
pub use grid::{GridSpec, Lattice};
pub use homography::{Homography, solve_linear};
pub use point::Point;
pub use quad::{ParseQuadError, Quad, QuadError};
