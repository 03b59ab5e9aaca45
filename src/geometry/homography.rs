//! Plane projective maps.

use super::{Point, Quad};

/// A 3x3 projective map of the plane, row-major, acting on column vectors `(x, y, 1)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Homography([f64; 9]);

impl Homography {
    /// The identity.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);

    /// The map from a row-major matrix.
    pub const fn from_rows(m: [f64; 9]) -> Self {
        Self(m)
    }

    /// The row-major matrix.
    pub const fn rows(&self) -> &[f64; 9] {
        &self.0
    }

    /// The map that takes the corners of `from` to the corners of `to`, in order: the direct linear
    /// transform on normalized points (Hartley and Zisserman, *Multiple View Geometry*, algorithm
    /// 4.2), exact for four points.
    pub fn from_quads(from: &Quad, to: &Quad) -> Self {
        let (nf, pf) = normalize(from.corners());
        let (nt, pt) = normalize(to.corners());
        let h = solve_four(&pf, &pt);
        nt.inverse().compose(&h).compose(&nf)
    }

    /// The map that scales by `(sx, sy)` and then shifts by `(tx, ty)`.
    pub const fn scale_shift(sx: f64, sy: f64, tx: f64, ty: f64) -> Self {
        Self([sx, 0.0, tx, 0.0, sy, ty, 0.0, 0.0, 1.0])
    }

    /// `self` after `first`.
    pub fn compose(&self, first: &Homography) -> Self {
        let (a, b) = (&self.0, &first.0);
        Self(std::array::from_fn(|i| (0..3).map(|k| a[i / 3 * 3 + k] * b[k * 3 + i % 3]).sum()))
    }

    /// The inverse map (the adjugate: a homography has no scale).
    pub fn inverse(&self) -> Self {
        let m = &self.0;
        let minor = |a: usize, b: usize, c: usize, d: usize| m[a] * m[d] - m[b] * m[c];
        let adj = [
            minor(4, 5, 7, 8),
            -minor(1, 2, 7, 8),
            minor(1, 2, 4, 5),
            -minor(3, 5, 6, 8),
            minor(0, 2, 6, 8),
            -minor(0, 2, 3, 5),
            minor(3, 4, 6, 7),
            -minor(0, 1, 6, 7),
            minor(0, 1, 3, 4),
        ];
        let size = adj.iter().fold(0.0, |s: f64, v| s.max(v.abs()));
        Self(if size > 0.0 { adj.map(|v| v / size) } else { adj })
    }

    /// The image of `p`; not finite when `p` lies on the horizon.
    pub fn project(&self, p: Point) -> Point {
        let m = &self.0;
        let w = m[6] * p.x + m[7] * p.y + m[8];
        Point::new((m[0] * p.x + m[1] * p.y + m[2]) / w, (m[3] * p.x + m[4] * p.y + m[5]) / w)
    }

    /// The image of a quad, or `None` when it is not a convex clockwise quad any more.
    pub fn project_quad(&self, quad: &Quad) -> Option<Quad> {
        Quad::new(quad.corners().map(|p| self.project(p))).ok()
    }
}

/// The similarity that moves the points' centroid to the origin and their mean distance from it to
/// sqrt(2), and the moved points.
fn normalize(points: &[Point; 4]) -> (Homography, [Point; 4]) {
    let cx = points.iter().map(|p| p.x).sum::<f64>() / 4.0;
    let cy = points.iter().map(|p| p.y).sum::<f64>() / 4.0;
    let center = Point::new(cx, cy);
    let mean = points.iter().map(|p| p.distance(center)).sum::<f64>() / 4.0;
    let s = std::f64::consts::SQRT_2 / mean;
    let map = Homography::scale_shift(s, s, -s * cx, -s * cy);
    (map, points.map(|p| map.project(p)))
}

/// Solves the 8x8 system of the four correspondences with `h[8] = 1`. The source is a convex quad
/// centered on the origin, whose image of the origin is finite for a convex target, so `h[8]` is
/// never 0.
fn solve_four(from: &[Point; 4], to: &[Point; 4]) -> Homography {
    let mut a = [[0.0; 9]; 8];
    for i in 0..4 {
        let (p, q) = (from[i], to[i]);
        a[2 * i] = [p.x, p.y, 1.0, 0.0, 0.0, 0.0, -q.x * p.x, -q.x * p.y, q.x];
        a[2 * i + 1] = [0.0, 0.0, 0.0, p.x, p.y, 1.0, -q.y * p.x, -q.y * p.y, q.y];
    }
    let x = solve_linear(a);
    Homography([x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], 1.0])
}

/// The solution of eight linear equations given as an augmented 8x9 matrix: Gauss-Jordan
/// elimination with partial pivoting. Not finite when the equations are dependent.
pub fn solve_linear(mut a: [[f64; 9]; 8]) -> [f64; 8] {
    for col in 0..8 {
        let pivot =
            (col..8).max_by(|&i, &j| a[i][col].abs().total_cmp(&a[j][col].abs())).unwrap_or(col);
        a.swap(col, pivot);
        let row = a[col];
        for (i, other) in a.iter_mut().enumerate() {
            if i != col {
                let f = other[col] / row[col];
                other.iter_mut().zip(&row).for_each(|(v, r)| *v -= f * r);
            }
        }
    }
    std::array::from_fn(|i| a[i][8] / a[i][i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    prop_compose! {
        /// A convex quad: a square of side 100 to 1000 with each corner moved by up to a quarter of
        /// the side.
        fn convex_quad()(side in 100.0..1000.0f64, x in -500.0..500.0f64, y in -500.0..500.0f64,
                         d in prop::array::uniform8(-0.24..0.24f64)) -> Quad {
            let at = |i: usize, cx: f64, cy: f64| Point::new(x + side * (cx + d[2 * i]),
            y + side * (cy + d[2 * i + 1]));
            Quad::new([at(0, 0.0, 0.0), at(1, 1.0, 0.0), at(2, 1.0, 1.0), at(3, 0.0,
            1.0)]).expect("convex")
        }
    }

    proptest! {
        #[test]
        fn corners_map_to_corners(a in convex_quad(), b in convex_quad()) {
            let h = Homography::from_quads(&a, &b);
            for i in 0..4 {
                prop_assert!(h.project(a.corners()[i]).distance(b.corners()[i]) < 1e-6);
            }
        }

        #[test]
        fn inverse_returns_every_inner_point(a in convex_quad(), b in convex_quad(),
        u in 0.0..1.0f64, v in 0.0..1.0f64) {
            let c = a.corners();
            let p = c[0].lerp(c[1], u).lerp(c[3].lerp(c[2], u), v);
            let h = Homography::from_quads(&a, &b);
            prop_assert!(h.inverse().project(h.project(p)).distance(p) < 1e-6);
        }

        #[test]
        fn composing_is_projecting_twice(a in convex_quad(), b in convex_quad(),
        c in convex_quad()) {
            let (f, g) = (Homography::from_quads(&a, &b), Homography::from_quads(&b, &c));
            for p in a.corners() {
                prop_assert!(g.compose(&f).project(*p).distance(g.project(f.project(*p))) < 1e-6);
            }
        }
    }
}
