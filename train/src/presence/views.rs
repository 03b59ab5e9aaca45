//! What corners enclose: whole boards, parts of boards, and what is none, as the model sees them.

use super::places::Boardless;
use crate::{
    augment::{ill_lit, photometric},
    corners::lay_over,
    data::{Sample, with_error},
};
use image::{Rgb, RgbImage};
use kibitzer::{
    geometry::{Homography, Point, Quad},
    inference::PresenceTask,
    recognition::corners::closer_look,
    vision::{OUTSIDE, Pyramid, warp},
};
use rand::{Rng, rngs::StdRng, seq::IndexedRandom};

/// Standard deviation of the corners' error, as a share of the board's side.
const ERROR: f64 = 0.012;
/// Share of the boards that something is laid over.
const COVERED: f64 = 0.25;
/// Share of the views in bad light.
const ILL_LIT: f64 = 0.25;
/// Share of a part of a board that is outside the picture.
const CUT: std::ops::Range<f64> = 0.3..0.75;
/// How often a random outline is drawn before a view is given up.
const ATTEMPTS: usize = 20;

/// A rectangle of a photo: left, top, right and bottom in pixels.
type Rect = [f64; 4];

/// An outline in a photo, and the part of the photo that is in the picture.
struct Place<'a> {
    photo: &'a Pyramid<'static>,
    quad: Quad,
    seen: Rect,
}

/// The whole of a board.
pub fn whole_board(sample: &Sample, task: &PresenceTask, rng: &mut StdRng) -> RgbImage {
    let quad = moved(&sample.quad, rng);
    let mut seen = whole(&sample.photo);
    // Pictures that end at the board, as many users cut them.
    if rng.random_bool(0.25) {
        let [x0, y0, x1, y1] = bounds(&quad);
        let mut room = || quad.mean_side() * rng.random_range(0.0..0.1);
        seen = common(seen, [x0 - room(), y0 - room(), x1 + room(), y1 + room()]);
    }
    let mut picture = look(&Place { photo: &sample.photo, quad, seen }, task, rng);
    if rng.random_bool(COVERED) {
        lay_over(&mut picture, rng);
    }
    lit(picture, rng)
}

/// A part of a board, the rest of which is outside the picture.
pub fn part_of_board(sample: &Sample, task: &PresenceTask, rng: &mut StdRng) -> RgbImage {
    let [x0, y0, x1, y1] = bounds(&sample.quad);
    let (cut, mut seen) = (rng.random_range(CUT), whole(&sample.photo));
    let sides = if rng.random_bool(0.3) { 2 } else { 1 };
    let first = rng.random_range(0..4);
    for side in (0..sides).map(|i| (first + i) % 4) {
        seen[side] = match side {
            0 => x0 + cut * (x1 - x0),
            1 => y0 + cut * (y1 - y0),
            2 => x1 - cut * (x1 - x0),
            _ => y1 - cut * (y1 - y0),
        };
    }
    let quad = match rng.random_range(0..10) {
        // What is seen, stretched to a board, as the corner detector mostly has it...
        0..5 => stretched(sample, seen),
        5..8 => clamped(&sample.quad, seen),
        // ... or the corners where they are, outside the picture.
        _ => Some(sample.quad),
    };
    let quad = moved(&quad.unwrap_or(sample.quad), rng);
    lit(look(&Place { photo: &sample.photo, quad, seen }, task, rng), rng)
}

/// Something in a photo without a board; `None` where no outline was found in it.
pub fn no_board(place: &Boardless, task: &PresenceTask, rng: &mut StdRng) -> Option<RgbImage> {
    let seen = whole(&place.photo);
    let mistaken = place.mistaken.choose(rng).filter(|_| place.part || rng.random_bool(0.6));
    let quad = match mistaken {
        Some(quad) => with_error(quad, 2.0 * ERROR * quad.mean_side(), rng),
        None => (0..ATTEMPTS).find_map(|_| anywhere(seen, rng))?,
    };
    Some(lit(look(&Place { photo: &place.photo, quad, seen }, task, rng), rng))
}

/// Something beside a board; `None` where there is no room.
pub fn beside_board(sample: &Sample, task: &PresenceTask, rng: &mut StdRng) -> Option<RgbImage> {
    let seen = whole(&sample.photo);
    let apart = |quad: &Quad| overlap(&bounds(quad), &bounds(&sample.quad)) < 0.1;
    let quad = (0..ATTEMPTS).find_map(|_| anywhere(seen, rng).filter(apart))?;
    Some(lit(look(&Place { photo: &sample.photo, quad, seen }, task, rng), rng))
}

/// The view of an outline, turned or mirrored at random; gray where the picture has ended.
fn look(place: &Place, task: &PresenceTask, rng: &mut StdRng) -> RgbImage {
    let side = task.size as u32;
    let quad = place.quad.rotated(rng.random_range(0..4));
    let mut to_photo = closer_look(&quad, task.size, task.margin);
    if rng.random_bool(0.5) {
        to_photo = to_photo.compose(&Homography::scale_shift(-1.0, 1.0, f64::from(side), 0.0));
    }
    let mut picture = warp(place.photo, &to_photo, side, side);
    let [x0, y0, x1, y1] = place.seen;
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let p = to_photo.project(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
        if p.x < x0 || p.y < y0 || p.x > x1 || p.y > y1 {
            *pixel = Rgb(OUTSIDE);
        }
    }
    picture
}

/// The same picture in another light, by another camera.
fn lit(picture: RgbImage, rng: &mut StdRng) -> RgbImage {
    let picture = if rng.random_bool(ILL_LIT) { ill_lit(&picture, rng) } else { picture };
    photometric(&picture, rng)
}

fn moved(quad: &Quad, rng: &mut StdRng) -> Quad {
    with_error(quad, ERROR * quad.mean_side(), rng)
}

fn whole(photo: &Pyramid) -> Rect {
    let (w, h) = photo.photo().dimensions();
    [0.0, 0.0, f64::from(w), f64::from(h)]
}

/// The upright rectangle around an outline.
fn bounds(quad: &Quad) -> Rect {
    let of = |f: fn(f64, f64) -> f64, start: f64, at: fn(&Point) -> f64| {
        quad.corners().iter().map(at).fold(start, f)
    };
    [
        of(f64::min, f64::INFINITY, |p| p.x),
        of(f64::min, f64::INFINITY, |p| p.y),
        of(f64::max, f64::NEG_INFINITY, |p| p.x),
        of(f64::max, f64::NEG_INFINITY, |p| p.y),
    ]
}

fn common(a: Rect, b: Rect) -> Rect {
    [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]
}

/// Intersection over union.
fn overlap(a: &Rect, b: &Rect) -> f64 {
    let area = |r: &Rect| (r[2] - r[0]).max(0.0) * (r[3] - r[1]).max(0.0);
    let both = area(&common(*a, *b));
    both / (area(a) + area(b) - both).max(1.0)
}

/// An outline with its corners within a rectangle.
fn clamped(quad: &Quad, [x0, y0, x1, y1]: Rect) -> Option<Quad> {
    let within = |p: &Point| Point::new(p.x.clamp(x0, x1), p.y.clamp(y0, y1));
    Quad::new(quad.corners().each_ref().map(within)).ok()
}

/// The lines of a board that are farthest apart in a rectangle: whole rows and columns of it.
fn stretched(sample: &Sample, [x0, y0, x1, y1]: Rect) -> Option<Quad> {
    let (w, h) = sample.grid.steps();
    let to_photo = sample.grid.to_photo(&sample.quad);
    let within = |x: f64, y: f64| {
        let p = to_photo.project(Point::new(x, y));
        p.x >= x0 && p.y >= y0 && p.x <= x1 && p.y <= y1
    };
    let lines = |last: f64, inside: &dyn Fn(f64) -> bool| {
        let mut seen = (0..=last as usize).map(|i| i as f64).filter(|&i| inside(i));
        let first = seen.next()?;
        Some((first, seen.next_back()?))
    };
    let (left, right) = lines(w, &|x| within(x, 0.5 * h))?;
    let (top, bottom) = lines(h, &|y| within(0.5 * (left + right), y))?;
    let outline = [[left, top], [right, top], [right, bottom], [left, bottom]].map(Point::from);
    to_photo.project_quad(&Quad::new(outline).ok()?)
}

/// A random outline in a rectangle, more or less as a board is seen.
fn anywhere([x0, y0, x1, y1]: Rect, rng: &mut StdRng) -> Option<Quad> {
    let (width, height) = (x1 - x0, y1 - y0);
    let side = width.min(height) * rng.random_range(0.15..1.3f64);
    let center = Point::new(x0 + width * rng.random::<f64>(), y0 + height * rng.random::<f64>());
    let stretch = rng.random_range(0.7..1.4f64);
    let turn: f64 = if rng.random_bool(0.7) {
        rng.random_range(-0.15..0.15)
    } else {
        rng.random_range(-0.8..0.8)
    };
    let upper = if rng.random_bool(0.6) { rng.random_range(0.6..1.0) } else { 1.0 };
    let (sin, cos) = turn.sin_cos();
    let corners = [[-upper, -1.0], [upper, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| {
        let (x, y) = (0.5 * side * stretch * x, 0.5 * side / stretch * y);
        Point::new(center.x + x * cos - y * sin, center.y + x * sin + y * cos)
    });
    let room = 0.1 * width.min(height);
    let inside =
        |p: &Point| p.x > x0 - room && p.y > y0 - room && p.x < x1 + room && p.y < y1 + room;
    if !corners.iter().all(inside) {
        return None;
    }
    Quad::new(corners).ok().map(|quad| with_error(&quad, 0.03 * side, rng))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::testing::empty_board;
    use rand::SeedableRng;

    fn sample() -> Sample {
        let corners = [[100.0, 50.0], [260.0, 50.0], [260.0, 210.0], [100.0, 210.0]];
        let photo = RgbImage::from_pixel(320, 240, Rgb([200, 10, 10]));
        let quad = Quad::new(corners.map(Point::from)).expect("convex");
        Sample { board: None, covered: None, ..empty_board(photo, quad) }
    }

    #[test]
    fn the_lines_within_a_cut_picture_are_taken_for_a_board() {
        let quad = stretched(&sample(), [0.0, 0.0, 190.0, 240.0]).expect("lines");
        let corners = quad.corners().map(|p| [p.x.round(), p.y.round()]);
        assert_eq!(corners, [[100.0, 50.0], [180.0, 50.0], [180.0, 210.0], [100.0, 210.0]]);
        assert!(stretched(&sample(), [0.0, 0.0, 90.0, 240.0]).is_none());
    }

    #[test]
    fn outlines_stay_in_the_picture_and_apart_from_the_board() {
        let mut rng = StdRng::seed_from_u64(1);
        let rect = [0.0, 0.0, 320.0, 240.0];
        let all: Vec<Quad> = (0..400).filter_map(|_| anywhere(rect, &mut rng)).collect();
        assert!(all.len() > 50);
        for quad in &all {
            let [x0, y0, x1, y1] = bounds(quad);
            assert!(x0 > -60.0 && y0 > -60.0 && x1 < 380.0 && y1 < 300.0, "{quad:?}");
        }
        assert_eq!(overlap(&[0.0, 0.0, 2.0, 2.0], &[1.0, 0.0, 3.0, 2.0]), 2.0 / 6.0);
    }

    #[test]
    fn what_is_cut_off_is_gray() {
        let sample = sample();
        let task = PresenceTask {
            size: 32,
            margin: 0.25,
            normalization: kibitzer::vision::Normalization::Fixed,
            temperature: 1.0,
            threshold: 0.5,
            confidence_weight: 1.0,
            even_confidence: 0.5,
        };
        let seen = [0.0, 0.0, 180.0, 240.0];
        let place = Place { photo: &sample.photo, quad: sample.quad, seen };
        let picture = look(&place, &task, &mut StdRng::seed_from_u64(2));
        let gray = picture.pixels().filter(|p| p.0 == OUTSIDE).count();
        assert!((400..650).contains(&gray), "{gray} of 1024");
    }
}
