//! The four corners of a board in a photo.

use super::Point;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Corners of the playing grid in photo pixels, clockwise as seen in the photo, starting at the
/// corner of row 0, column 0. Always finite and strictly convex.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[Point; 4]", into = "[Point; 4]")]
pub struct Quad([Point; 4]);

/// Why four points are not a [`Quad`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuadError {
    /// A coordinate is NaN or infinite.
    #[error("a corner is not a finite number: give four x,y pairs in pixels")]
    NotFinite,
    /// The points run counter-clockwise.
    #[error("the corners run counter-clockwise: give them clockwise as seen in the photo")]
    CounterClockwise,
    /// The outline crosses itself, is concave, or has three points on one line.
    #[error("the corners do not form a convex four-sided shape: check their order and positions")]
    NotConvex,
}

/// A text that is not the corners of a [`Quad`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseQuadError {
    /// A part is not a number.
    #[error("'{0}' is not a number: give \"x,y x,y x,y x,y\" in pixels")]
    Number(String),
    /// There are not eight numbers.
    #[error("{0} numbers, not 8: give \"x,y x,y x,y x,y\" in pixels")]
    Count(usize),
    /// The corners are no quad.
    #[error(transparent)]
    Quad(#[from] QuadError),
}

impl FromStr for Quad {
    type Err = ParseQuadError;

    /// Corners as `x,y x,y x,y x,y`, clockwise as seen.
    fn from_str(text: &str) -> Result<Self, ParseQuadError> {
        let number =
            |part: &str| part.parse::<f64>().map_err(|_| ParseQuadError::Number(part.to_owned()));
        let parts = text.split([',', ' ', ';']).filter(|part| !part.is_empty());
        let numbers: Vec<f64> = parts.map(number).collect::<Result<_, _>>()?;
        let numbers: [f64; 8] =
            numbers.try_into().map_err(|n: Vec<f64>| ParseQuadError::Count(n.len()))?;
        let corner = |i: usize| Point::new(numbers[2 * i], numbers[2 * i + 1]);
        Ok(Self::new(std::array::from_fn(corner))?)
    }
}

impl Quad {
    /// A quad from its corners, clockwise as seen in the photo.
    ///
    /// # Errors
    /// When a coordinate is not finite, or the outline is counter-clockwise, crossed, concave or
    /// flat.
    pub fn new(corners: [Point; 4]) -> Result<Self, QuadError> {
        if corners.iter().any(|p| !p.is_finite()) {
            return Err(QuadError::NotFinite);
        }
        let turns = std::array::from_fn::<f64, 4, _>(|i| {
            corners[i].cross(corners[(i + 1) % 4], corners[(i + 2) % 4])
        });
        let longest = (0..4).map(|i| corners[i].distance(corners[(i + 1) % 4])).fold(0.0, f64::max);
        let flat = 1e-9 * longest * longest;
        if turns.iter().all(|&t| t > flat) {
            Ok(Self(corners))
        } else if turns.iter().all(|&t| t < -flat) {
            Err(QuadError::CounterClockwise)
        } else {
            Err(QuadError::NotConvex)
        }
    }

    /// The axis-aligned rectangle from the origin to `(width, height)`.
    ///
    /// # Panics
    /// When a side is not positive and finite.
    pub fn rectangle(width: f64, height: f64) -> Self {
        let p = Point::new;
        Self::new([p(0.0, 0.0), p(width, 0.0), p(width, height), p(0.0, height)])
            .expect("a rectangle with positive sides is convex")
    }

    /// The corners, clockwise.
    pub const fn corners(&self) -> &[Point; 4] {
        &self.0
    }

    /// The same outline starting `turns` corners later.
    pub fn rotated(&self, turns: usize) -> Self {
        Self(std::array::from_fn(|i| self.0[(i + turns) % 4]))
    }

    /// How many corners later the outline must start so that its first side is the one nearest to
    /// running along the photo's top, left to right: the order in which a person reads the board in
    /// the photo.
    pub fn turns_to_upright(&self) -> usize {
        let rightward = |turns: usize| {
            let [a, b, c, d] = self.rotated(turns).0;
            let (x, y) = (b.x - a.x + c.x - d.x, b.y - a.y + c.y - d.y);
            x / x.hypot(y)
        };
        (0..4).max_by(|&a, &b| rightward(a).total_cmp(&rightward(b))).unwrap_or(0)
    }

    /// The same outline starting at its top-left corner as seen; see [`Quad::turns_to_upright`].
    pub fn upright(&self) -> Self {
        self.rotated(self.turns_to_upright())
    }

    /// How many corners later the outline must start for its corners to be nearest to those of
    /// another one, each to each.
    ///
    /// ```
    /// use kibitzer::geometry::Quad;
    ///
    /// let board = Quad::rectangle(80.0, 60.0);
    /// assert_eq!(board.rotated(1).turns_to(&board), 3);
    /// ```
    pub fn turns_to(&self, other: &Self) -> usize {
        let away = |turns: usize| {
            let turned = self.rotated(turns);
            let pairs = turned.0.iter().zip(&other.0);
            pairs.map(|(a, b)| a.distance(*b)).sum::<f64>()
        };
        (0..4).min_by(|&a, &b| away(a).total_cmp(&away(b))).unwrap_or(0)
    }

    /// The mean of the four corners.
    pub fn center(&self) -> Point {
        let mean = |of: fn(&Point) -> f64| self.0.iter().map(of).sum::<f64>() / 4.0;
        Point::new(mean(|p| p.x), mean(|p| p.y))
    }

    /// Area in square pixels.
    pub fn area(&self) -> f64 {
        let [a, b, c, d] = self.0;
        0.5 * (a.cross(b, c) + a.cross(c, d))
    }

    /// Mean length of the four sides in pixels.
    pub fn mean_side(&self) -> f64 {
        (0..4).map(|i| self.0[i].distance(self.0[(i + 1) % 4])).sum::<f64>() / 4.0
    }

    /// Whether `p` lies inside or on the outline.
    pub fn contains(&self, p: Point) -> bool {
        (0..4).all(|i| self.0[i].cross(self.0[(i + 1) % 4], p) >= 0.0)
    }

    /// Every corner scaled by `(sx, sy)`.
    ///
    /// # Panics
    /// When a factor is not positive.
    pub fn scaled(&self, sx: f64, sy: f64) -> Self {
        assert!(sx > 0.0 && sy > 0.0, "a mirrored or flat quad is not a quad");
        Self(self.0.map(|p| Point::new(p.x * sx, p.y * sy)))
    }
}

impl TryFrom<[Point; 4]> for Quad {
    type Error = QuadError;

    fn try_from(corners: [Point; 4]) -> Result<Self, QuadError> {
        Self::new(corners)
    }
}

impl From<Quad> for [Point; 4] {
    fn from(quad: Quad) -> Self {
        quad.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quad(corners: [[f64; 2]; 4]) -> Result<Quad, QuadError> {
        Quad::new(corners.map(Point::from))
    }

    #[test]
    fn only_convex_clockwise_outlines_are_quads() {
        assert!(quad([[0.0, 0.0], [9.0, 1.0], [8.0, 7.0], [1.0, 9.0]]).is_ok());
        assert_eq!(
            quad([[0.0, 0.0], [1.0, 9.0], [8.0, 7.0], [9.0, 1.0]]),
            Err(QuadError::CounterClockwise)
        );
        assert_eq!(
            quad([[0.0, 0.0], [8.0, 8.0], [8.0, 0.0], [0.0, 8.0]]),
            Err(QuadError::NotConvex)
        );
        assert_eq!(
            quad([[0.0, 0.0], [8.0, 0.0], [2.0, 2.0], [0.0, 8.0]]),
            Err(QuadError::NotConvex)
        );
        assert_eq!(
            quad([[0.0, 0.0], [4.0, 0.0], [8.0, 0.0], [0.0, 8.0]]),
            Err(QuadError::NotConvex)
        );
        assert_eq!(
            quad([[0.0, f64::NAN], [4.0, 0.0], [8.0, 8.0], [0.0, 8.0]]),
            Err(QuadError::NotFinite)
        );
    }

    #[test]
    fn upright_starts_at_the_top_left_as_seen() {
        let seen = quad([[10.0, 10.0], [90.0, 15.0], [95.0, 90.0], [5.0, 85.0]]).expect("convex");
        for turns in 0..4 {
            assert_eq!(seen.rotated(turns).upright(), seen);
            assert_eq!((seen.rotated(turns).turns_to_upright() + turns) % 4, 0);
        }
    }

    #[test]
    fn area_and_containment_of_a_rectangle() {
        let r = Quad::rectangle(4.0, 3.0);
        assert!((r.area() - 12.0).abs() < 1e-12);
        assert!(r.contains(Point::new(4.0, 3.0)) && !r.contains(Point::new(4.1, 1.0)));
    }

    #[test]
    fn corners_as_text_are_four_pairs() {
        let quad: Quad = "1,2 30,2.5 30,40 -1,40".parse().expect("four pairs");
        assert_eq!(quad.corners()[1], Point::new(30.0, 2.5));
        for (text, why) in [
            ("1,2 3,4", "4 numbers"),
            ("1,2 30,2 30,40 1,x", "'x'"),
            ("1,2 30,nan 30,40 1,40", "finite"),
            ("0,0 30,30 30,0 0,30", "convex"),
            ("0,0 0,30 30,30 30,0", "clockwise"),
        ] {
            let message = text.parse::<Quad>().expect_err(text).to_string();
            assert!(message.contains(why), "{text}: {message}");
        }
    }
}
