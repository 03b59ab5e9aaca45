//! Plane geometry in `f64`: points, convex quads, homographies and board grids.
//!
//! Coordinates are continuous: pixel `(x, y)` covers `[x, x+1) x [y, y+1)` and its center is `(x +
//! 0.5, y + 0.5)`.

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
