//! A line: `class` and a box `cx cy w h`, a box with keypoints `x y [v]`, or an outline
//! `x1 y1 x2 y2 x3 y3 ...`, all in fractions of the photo (Ultralytics' formats for detection, pose,
//! segmentation and oriented boxes).
//!
//! Lines do not say which of these they are. Where `kpt_shape` says that there are keypoints, that
//! counts; elsewhere a line is an outline unless it can be nothing but a box with four keypoints.

use super::super::shape::{Area, Shape, opened};
use crate::geometry::{Point, Quad};

/// How far out of the photo Ultralytics lets coordinates be, for rounding.
const SLACK: f64 = 0.01;
/// Keypoints that are a board's corners fill at least so much of its box.
const FILLED: f64 = 0.1;

/// `kpt_shape`: how many keypoints, and numbers of each, 2 or 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Keypoints {
    pub count: usize,
    pub numbers: usize,
}

/// What a line says.
pub(super) fn parse(
    line: &str,
    names: &[String],
    keypoints: Option<Keypoints>,
) -> Result<Shape, String> {
    let numbers: Option<Vec<f64>> =
        line.split_whitespace().map(|n| n.parse::<f64>().ok().filter(|n| n.is_finite())).collect();
    let numbers = numbers.ok_or("expected numbers: class cx cy w h")?;
    let (class, place) = numbers.split_first().ok_or("expected numbers: class cx cy w h")?;
    let name = name_of(*class, names)?;
    match (place.len(), keypoints) {
        (4, _) => boxed(name, place),
        // What a detector writes beside a box is how sure it is.
        (5, None) if (0.0..=1.0).contains(&place[4]) => boxed(name, &place[..4]),
        (n, Some(k)) if n == 4 + k.count * k.numbers => with_keypoints(name, place, k.numbers),
        (n, Some(k)) => Err(format!(
            "{} numbers, expected class cx cy w h and {} keypoints of {} numbers, as kpt_shape says",
            n + 1,
            k.count,
            k.numbers
        )),
        (12 | 16, None) if is_boxed_quad(place) => {
            with_keypoints(name, place, (place.len() - 4) / 4)
        }
        (n, None) if n >= 6 && n.is_multiple_of(2) => outline(name, place),
        (n, None) => Err(format!("{} numbers, expected class cx cy w h", n + 1)),
    }
}

fn name_of(class: f64, names: &[String]) -> Result<String, String> {
    if class.fract() != 0.0 || class < 0.0 {
        return Err(format!("{class} is no class: classes are numbered from 0"));
    }
    let name = names.get(class as usize);
    name.cloned()
        .ok_or_else(|| format!("class {class} has no name: there are {} names", names.len()))
}

fn boxed(name: String, place: &[f64]) -> Result<Shape, String> {
    let (center, width, height) = (Point::new(place[0], place[1]), place[2], place[3]);
    check_inside(place)?;
    if width <= 0.0 || height <= 0.0 {
        return Err(format!("a box of {width} by {height} has no size"));
    }
    Ok(Shape::around(name, center, width, height))
}

fn with_keypoints(name: String, place: &[f64], numbers: usize) -> Result<Shape, String> {
    let shape = boxed(name, &place[..4])?;
    let keypoints = place[4..].chunks_exact(numbers);
    let point = |k: &[f64]| {
        check_inside(&k[..2])?;
        Ok(is_labeled(k).then(|| Point::new(k[0], k[1])))
    };
    let points: Vec<Option<Point>> = keypoints.map(point).collect::<Result<_, String>>()?;
    Ok(shape.with_keypoints(points))
}

/// A keypoint that is not labeled has visibility 0, or lies at 0, 0.
fn is_labeled(keypoint: &[f64]) -> bool {
    keypoint.get(2) != Some(&0.0) && !is_origin(&Point::new(keypoint[0], keypoint[1]))
}

fn is_origin(point: &Point) -> bool {
    *point == Point::default()
}

fn outline(name: String, place: &[f64]) -> Result<Shape, String> {
    check_inside(place)?;
    Ok(Shape::new(name, Area::Outline(opened(points(place, 2)))))
}

fn points(numbers: &[f64], each: usize) -> Vec<Point> {
    numbers.chunks_exact(each).map(|p| Point::new(p[0], p[1])).collect()
}

fn check_inside(place: &[f64]) -> Result<(), String> {
    match place.iter().find(|v| !(-SLACK..=1.0 + SLACK).contains(*v)) {
        Some(v) => Err(format!("{v} lies outside the photo: coordinates are fractions, 0 to 1")),
        None => Ok(()),
    }
}

/// Whether a line without `kpt_shape` is a box with four keypoints. As an outline its first point
/// would be the middle of the others, which happens to no board's outline; and a piece's small
/// outline would fill nothing of that box. Where keypoints are not labeled, two of them lie at 0, 0,
/// as no two points of an outline do, or one does that is outside the box.
fn is_boxed_quad(place: &[f64]) -> bool {
    let each = (place.len() - 4) / 4;
    let visible =
        place[4..].chunks_exact(each).all(|k| k.get(2).is_none_or(|v| [0.0, 1.0, 2.0].contains(v)));
    if each == 3 {
        return visible;
    }
    let (center, half) = (Point::new(place[0], place[1]), (place[2] / 2.0, place[3] / 2.0));
    let keypoints = points(&place[4..], each);
    let inside = |p: &Point| {
        (p.x - center.x).abs() <= half.0 + SLACK && (p.y - center.y).abs() <= half.1 + SLACK
    };
    let unlabeled = keypoints.iter().filter(|p| is_origin(p)).count();
    if unlabeled > 1 || (unlabeled == 1 && !inside(&Point::default())) {
        return keypoints.iter().all(|p| is_origin(p) || inside(p));
    }
    let Ok(corners) = <[Point; 4]>::try_from(keypoints) else { return false };
    // An outline whose first point is repeated at its end.
    if corners[3] == center {
        return false;
    }
    let quad = Quad::new(corners).or_else(|_| {
        let [a, b, c, d] = corners;
        Quad::new([d, c, b, a])
    });
    corners.iter().all(inside)
        && quad
            .is_ok_and(|quad| quad.contains(center) && quad.area() >= FILLED * place[2] * place[3])
}

#[cfg(test)]
mod tests {
    use super::{super::super::shape::Partly, *};
    use proptest::prelude::*;

    fn read(line: &str, keypoints: Option<Keypoints>) -> Result<Shape, String> {
        parse(line, &["man".to_owned(), "board".to_owned()], keypoints)
    }

    const POSE: Option<Keypoints> = Some(Keypoints { count: 4, numbers: 3 });

    #[test]
    fn what_is_no_line_says_why() {
        for (line, expected) in [
            ("", "expected numbers"),
            ("1.9 0.5 0.5 0.1 0.1", "1.9 is no class"),
            ("-1 0.5 0.5 0.1 0.1", "-1 is no class"),
            ("2 0.5 0.5 0.1 0.1", "class 2 has no name"),
            ("1e30 0.5 0.5 0.1 0.1", "has no name"),
            ("0 0.5 0.5 0.1", "4 numbers"),
            ("0 0.5 nan 0.1 0.1", "expected numbers"),
            ("0 0.5 inf 0.1 0.1", "expected numbers"),
            ("0,0.5,0.5,0.1,0.1", "expected numbers"),
            ("0 234 330 34 60", "234 lies outside the photo"),
            ("0 0.5 -0.2 0.1 0.1", "-0.2 lies outside"),
            ("0 0.5 0.5 0 0.1", "has no size"),
            ("0 0.5 0.5 0.1 -0.005", "has no size"),
            ("0 0.5 0.5 0.1 0.1 7", "6 numbers"),
            ("0 0.1 0.1 0.2 0.2 0.3 0.3 0.4", "8 numbers"),
            ("0 0.1 0.1 0.2 0.2 0.3 1.3", "1.3 lies outside"),
        ] {
            let error = read(line, None).expect_err(line);
            assert!(error.contains(expected), "{line}: {error}");
        }
        let error = read("0 0.1 0.1 0.2 0.2 0.3 0.3", POSE).expect_err("other keypoints");
        assert!(error.contains("4 keypoints of 3 numbers"), "{error}");
    }

    #[test]
    fn whole_numbers_may_be_written_as_decimals() {
        assert_eq!(read("1.0 0.5 0.5 0.1 0.1", None), read("1 5e-1 0.5 .1 0.1 0.93", None));
    }

    /// Ultralytics: `kpt_shape: [4, 3]`, visibility 0 for a point that is not labeled.
    #[test]
    fn keypoints_are_there_together_or_not_at_all() {
        let line = |v: &str| format!("1 0.5 0.5 0.8 0.8 0.2 0.2 2 0.8 0.2 2 0.8 0.8 1 0.2 0.8 {v}");
        assert_eq!(read(&line("2"), POSE).expect("a pose").keypoints.len(), 4);
        assert_eq!(read(&line("2"), None), read(&line("2"), POSE));
        let partly = read(&line("0"), POSE).expect("a pose");
        assert!(partly.keypoints.is_empty());
        assert_eq!(partly.partly, Some(Partly { labeled: 3, all: 4 }));
    }

    /// Poses of two numbers a keypoint, which a line without `kpt_shape` does not say.
    #[test]
    fn keypoints_that_are_not_labeled_make_no_outline() {
        for (points, labeled) in [
            ("0 0 0 0 0 0 0 0", 0),
            ("0.32 0.33 0 0 0 0 0 0", 1),
            ("0.32 0.33 0.36 0.33 0.36 0.36 0 0", 3),
        ] {
            let man = read(&format!("0 0.34 0.34 0.05 0.06 {points}"), None).expect("a pose");
            assert!(matches!(man.area, Area::Box { .. }), "{points}: {man:?}");
            assert_eq!(man.partly, Some(Partly { labeled, all: 4 }));
        }
        for outline in [
            "0 0.9 0 0.9 0.9 0.5 0.95 0 0.9 0 0 0.5 0",
            "0 0.1 0.1 0.14 0.1 0.15 0.13 0.1 0.15 0.05 0.13 0.1 0.1",
        ] {
            let shape = read(outline, None).expect("an outline");
            assert!(matches!(shape.area, Area::Outline(_)), "{outline}: {shape:?}");
        }
    }

    #[test]
    fn a_line_of_six_points_is_no_board() {
        let man = "0 0.331852 0.311111 0.361481 0.311111 0.371852 0.344444 0.364444 0.377778 \
            0.328889 0.377778 0.321481 0.344444";
        assert!(
            matches!(read(man, None).expect("an outline").area, Area::Outline(p) if p.len() == 6)
        );
        let board = "1 0.5 0.5 0.9 0.9 0.185185 0.72 0.245926 0.351111 0.792593 0.338889 0.877037 \
            0.707778";
        assert_eq!(read(board, None).expect("a pose").keypoints.len(), 4);
    }

    proptest! {
        /// Outlines of six or eight points around a middle are never boxes with keypoints.
        #[test]
        fn convex_outlines_stay_outlines(
            n in prop_oneof![Just(6), Just(8)],
            start in 0.0..std::f64::consts::TAU,
            x in 0.3..0.7f64,
            y in 0.3..0.7f64,
            r in 0.005..0.29f64,
        ) {
            let points = (0..n).map(|i| {
                let (sin, cos) = (start + std::f64::consts::TAU * f64::from(i) / f64::from(n)).sin_cos();
                format!(" {:.6} {:.6}", x + r * cos, y + r * sin)
            });
            let line = format!("1{}", points.collect::<String>());
            prop_assert!(matches!(read(&line, None).expect("an outline").area, Area::Outline(_)));
        }
    }
}
