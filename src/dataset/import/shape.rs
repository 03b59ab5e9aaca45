//! What tools mark in a photo: boxes, outlines, points.

use crate::geometry::{Point, Quad};

/// Rectangles have right angles to so much: the sine of a degree and a half, for coordinates that
/// were rounded to whole pixels.
const RIGHT: f64 = 0.026;

/// Something marked, and what it is called.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape {
    pub name: String,
    pub area: Area,
    /// Points of interest in it: of a board, its corners. None where some are not labeled.
    pub keypoints: Vec<Point>,
    /// How many of its keypoints are labeled, where not all are.
    pub partly: Option<Partly>,
}

/// Keypoints of which some are not labeled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Partly {
    pub labeled: usize,
    pub all: usize,
}

/// The place of something in a photo.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Area {
    /// A point.
    Point(Point),
    /// A box: left, top, width and height, turned by so many degrees clockwise about its top left.
    Box { at: Point, width: f64, height: f64, turned: f64 },
    /// An ellipse: its middle and half its width and height.
    Ellipse { center: Point, rx: f64, ry: f64 },
    /// The points around it.
    Outline(Vec<Point>),
}

impl Shape {
    /// A box by its middle.
    pub(super) fn around(name: String, center: Point, width: f64, height: f64) -> Self {
        let at = Point::new(center.x - width / 2.0, center.y - height / 2.0);
        Self::new(name, Area::Box { at, width, height, turned: 0.0 })
    }

    pub(super) const fn new(name: String, area: Area) -> Self {
        Self { name, area, keypoints: Vec::new(), partly: None }
    }

    /// The same shape with keypoints, of which those that are not labeled are `None`.
    pub(super) fn with_keypoints(self, points: Vec<Option<Point>>) -> Self {
        let (labeled, all) = (points.iter().flatten().count(), points.len());
        let partly = (labeled < all).then_some(Partly { labeled, all });
        let keypoints = points.into_iter().collect::<Option<_>>().unwrap_or_default();
        Self { keypoints, partly, ..self }
    }

    /// The same shape with an outline as its keypoints, where it may be one of a board.
    pub(super) fn with_corners_of(self, outline: Option<Vec<Point>>) -> Self {
        let outline = outline.filter(|points| points.len() == 4 && rectangle(points).is_none());
        Self { keypoints: outline.unwrap_or_default(), ..self }
    }

    /// The same shape with other units of width and height.
    pub(super) fn scaled(mut self, sx: f64, sy: f64) -> Self {
        let scale = |p: &mut Point| *p = Point::new(p.x * sx, p.y * sy);
        self.keypoints.iter_mut().for_each(scale);
        match &mut self.area {
            Area::Point(p) => scale(p),
            Area::Outline(points) => points.iter_mut().for_each(scale),
            Area::Box { at, width, height, .. } => {
                scale(at);
                (*width, *height) = (*width * sx, *height * sy);
            }
            Area::Ellipse { center, rx, ry } => {
                scale(center);
                (*rx, *ry) = (*rx * sx, *ry * sy);
            }
        }
        self
    }

    /// Its middle.
    pub(super) fn center(&self) -> Point {
        match &self.area {
            Area::Point(p) => *p,
            Area::Ellipse { center, .. } => *center,
            Area::Box { .. } | Area::Outline(_) => {
                let (low, high) = bounds(&self.outline());
                low.lerp(high, 0.5)
            }
        }
    }

    /// Whether it takes any room, as a piece does; a point may stand for a piece.
    pub(super) fn is_empty(&self) -> bool {
        let (width, height) = match &self.area {
            Area::Point(_) => return false,
            Area::Box { width, height, .. } => (*width, *height),
            Area::Ellipse { rx, ry, .. } => (*rx, *ry),
            Area::Outline(points) => {
                let (low, high) = bounds(points);
                (high.x - low.x, high.y - low.y)
            }
        };
        !(width > 0.0 && height > 0.0)
    }

    /// The largest coordinates in it.
    pub(super) fn reach(&self) -> Point {
        bounds(&[self.outline(), self.keypoints.clone()].concat()).1
    }

    /// How many points it has that could be a board's corners, where these are not four.
    pub(super) fn other_points(&self) -> Option<usize> {
        let outline = match &self.area {
            Area::Outline(points) => points.len(),
            _ => 0,
        };
        [self.keypoints.len(), outline].into_iter().find(|&n| n > 0 && n != 4)
    }

    /// Where something tall stands: on the lower end of its box, on a foot that is about as deep as
    /// half the box is wide.
    pub(super) fn foot(&self) -> Point {
        let outline = self.outline();
        let (low, high) = bounds(&outline);
        let center = self.center();
        let (below, width) = match (&self.area, rectangle(&outline)) {
            (Area::Point(p), _) => return *p,
            (Area::Box { .. } | Area::Outline(_), Some(sides)) => lowest(&sides),
            _ => (Point::new(center.x, high.y), high.x - low.x),
        };
        let length = center.distance(below);
        if length <= width / 4.0 { center } else { below.lerp(center, width / 4.0 / length) }
    }

    /// Four points that mark the corners of a board: keypoints, or an outline of four points that is
    /// no rectangle. A rectangle is a box around the board, turned or not.
    pub(super) fn quad(&self) -> Option<[Point; 4]> {
        let outline = match &self.area {
            // Keypoints without the ones that are not labeled are no outline.
            Area::Outline(points) if self.partly.is_none() && rectangle(points).is_none() => {
                &points[..]
            }
            _ => &[],
        };
        [&self.keypoints[..], outline].into_iter().find_map(|points| points.try_into().ok())
    }

    /// The points around it.
    fn outline(&self) -> Vec<Point> {
        match &self.area {
            Area::Point(p) => vec![*p],
            Area::Outline(points) => points.clone(),
            Area::Ellipse { center: c, rx, ry } => {
                vec![Point::new(c.x - rx, c.y - ry), Point::new(c.x + rx, c.y + ry)]
            }
            Area::Box { at, width, height, turned } => {
                let (sin, cos) = turned.to_radians().sin_cos();
                let place =
                    |x: f64, y: f64| Point::new(at.x + x * cos - y * sin, at.y + x * sin + y * cos);
                vec![
                    place(0.0, 0.0),
                    place(*width, 0.0),
                    place(*width, *height),
                    place(0.0, *height),
                ]
            }
        }
    }
}

/// An outline without a last point that is its first again, as some tools close theirs.
pub(super) fn opened(mut points: Vec<Point>) -> Vec<Point> {
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

/// The smallest and largest coordinates.
fn bounds(points: &[Point]) -> (Point, Point) {
    let of = |pick: fn(f64, f64) -> f64, from: f64| {
        points
            .iter()
            .fold(Point::new(from, from), |a, p| Point::new(pick(a.x, p.x), pick(a.y, p.y)))
    };
    (of(f64::min, f64::INFINITY), of(f64::max, f64::NEG_INFINITY))
}

/// The four sides of a rectangle; `None` for any other outline.
fn rectangle(points: &[Point]) -> Option<[(Point, Point); 4]> {
    let points: &[Point; 4] = points.try_into().ok()?;
    let sides: [(Point, Point); 4] = std::array::from_fn(|i| (points[i], points[(i + 1) % 4]));
    let step = |(a, b): (Point, Point)| (b.x - a.x, b.y - a.y);
    let right = |i: usize| {
        let ((ax, ay), (bx, by)) = (step(sides[i]), step(sides[(i + 1) % 4]));
        let lengths = ax.hypot(ay) * bx.hypot(by);
        lengths > 0.0 && (ax * bx + ay * by).abs() <= RIGHT * lengths
    };
    (0..4).all(right).then_some(sides)
}

/// The middle of the lowest side of a rectangle, and its length.
fn lowest(sides: &[(Point, Point); 4]) -> (Point, f64) {
    let middles = sides.map(|(a, b)| (a.lerp(b, 0.5), a.distance(b)));
    middles.into_iter().fold((Point::new(0.0, f64::NEG_INFINITY), 0.0), |low, side| {
        if side.0.y > low.0.y { side } else { low }
    })
}

/// Four points clockwise as seen, from the one that makes the board upright.
pub(super) fn in_order(mut points: [Point; 4]) -> Option<Quad> {
    let middle =
        points.iter().fold(Point::default(), |m, p| Point::new(m.x + p.x / 4.0, m.y + p.y / 4.0));
    let angle = |p: &Point| (p.y - middle.y).atan2(p.x - middle.x);
    points.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    Some(Quad::new(points).ok()?.upright())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(points: &[[f64; 2]]) -> Shape {
        let points = points.iter().copied().map(Point::from).collect();
        Shape::new("x".to_owned(), Area::Outline(points))
    }

    fn near(a: Point, b: [f64; 2]) -> bool {
        a.distance(Point::from(b)) < 1e-9
    }

    /// Label Studio: x and y are the top left before the turn, which is clockwise about it.
    #[test]
    fn a_turned_box_turns_about_its_top_left() {
        let area =
            Area::Box { at: Point::new(100.0, 50.0), width: 40.0, height: 20.0, turned: 90.0 };
        let shape = Shape::new("x".to_owned(), area);
        assert!(near(shape.center(), [90.0, 70.0]), "{:?}", shape.center());
        // Now it is 20 wide and 40 high, and stands on what was its right side.
        assert!(near(shape.foot(), [90.0, 85.0]), "{:?}", shape.foot());
    }

    #[test]
    fn a_piece_stands_on_the_lower_end_of_whatever_is_around_it() {
        let tall = Shape::around("x".to_owned(), Point::new(50.0, 50.0), 20.0, 60.0);
        let same = outline(&[[60.0, 80.0], [40.0, 80.0], [40.0, 20.0], [60.0, 20.0]]);
        let round = outline(&[
            [45.0, 20.0],
            [55.0, 20.0],
            [60.0, 50.0],
            [55.0, 80.0],
            [45.0, 80.0],
            [40.0, 50.0],
        ]);
        for shape in [&tall, &same, &round] {
            assert!(
                near(shape.foot(), [50.0, 75.0]) && near(shape.center(), [50.0, 50.0]),
                "{shape:?}"
            );
        }
        let flat = Shape::around("x".to_owned(), Point::new(50.0, 50.0), 80.0, 20.0);
        assert!(near(flat.foot(), [50.0, 50.0]));
    }

    #[test]
    fn a_box_around_a_board_does_not_give_its_corners() {
        let board = [[120.0, 60.0], [520.0, 80.0], [600.0, 440.0], [40.0, 420.0]];
        assert!(outline(&board).quad().is_some());
        assert!(outline(&[[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]]).quad().is_none());
        assert!(outline(&[[5.0, 0.0], [10.0, 5.0], [5.0, 10.0], [0.0, 5.0]]).quad().is_none());
        assert!(outline(&board[..3]).quad().is_none());
    }
}
