//! Drawing on pictures: smooth lines, circles and a small built-in font, for overlays, contact
//! sheets and reports.
//!
//! Coordinates are continuous photo pixels (pixel centers at .5); what falls outside the picture is
//! not drawn.
//!
//! ```
//! use image::{Rgb, RgbImage};
//! use kibitzer::{geometry::{GridSpec, Quad}, vision::draw};
//!
//! let (mut picture, green) = (RgbImage::new(100, 100), Rgb([0, 220, 90]));
//! let corners: Quad = "10,10 90,10 90,90 10,90".parse()?;
//! draw::grid(&mut picture, &GridSpec::squares(8), &corners, green, 2.0);
//! draw::label(&mut picture, corners.center(), 1, Rgb([255; 3]), Rgb([0; 3]), "K");
//! assert_eq!(picture.get_pixel(20, 15), &green, "the line between two squares");
//! assert_eq!(picture.get_pixel(15, 15), &Rgb([0; 3]), "the middle of one");
//! # Ok::<(), kibitzer::geometry::ParseQuadError>(())
//! ```

use crate::geometry::{GridSpec, Point, Quad};
use image::{Rgb, RgbImage};

/// Width of a character and the gap after it, at scale 1.
const ADVANCE: u32 = 6;
/// Height of a character with its descender, at scale 1.
const HEIGHT: u32 = 8;
/// The characters 32 to 126, then one for all others: 16 a band, 8 lines a band, `#` for ink.
const FONT: &str = include_str!("font.txt");

/// Mixes a color into a pixel: `coverage` 0 leaves it, 1 replaces it.
fn mix(picture: &mut RgbImage, x: i64, y: i64, color: Rgb<u8>, coverage: f64) {
    if coverage <= 0.0
        || x < 0
        || y < 0
        || x >= i64::from(picture.width())
        || y >= i64::from(picture.height())
    {
        return;
    }
    let share = coverage.min(1.0);
    let pixel = picture.get_pixel_mut(x as u32, y as u32);
    for c in 0..3 {
        pixel[c] = (f64::from(pixel[c]) * (1.0 - share) + f64::from(color[c]) * share + 0.5) as u8;
    }
}

/// Calls `paint` for every pixel of the picture within `(low, high)`, limits included.
fn for_pixels(
    picture: &mut RgbImage,
    low: Point,
    high: Point,
    mut paint: impl FnMut(&mut RgbImage, i64, i64),
) {
    let clip = |v: f64, side: u32| (v.max(0.0) as i64).min(i64::from(side));
    for y in clip(low.y.floor(), picture.height())..clip(high.y.ceil() + 1.0, picture.height()) {
        for x in clip(low.x.floor(), picture.width())..clip(high.x.ceil() + 1.0, picture.width()) {
            paint(picture, x, y);
        }
    }
}

/// A straight line with round ends, `thickness` pixels wide.
pub fn line(picture: &mut RgbImage, a: Point, b: Point, color: Rgb<u8>, thickness: f64) {
    if !(a.is_finite() && b.is_finite()) {
        return;
    }
    let reach = thickness / 2.0 + 1.0;
    // Pieces of some 32 pixels, so that a long slanting line does not visit its whole bounding box.
    let pieces = (a.distance(b) / 32.0).ceil().clamp(1.0, 4096.0);
    for piece in 0..pieces as u32 {
        let (t0, t1) = (f64::from(piece) / pieces, f64::from(piece + 1) / pieces);
        let (p, q) = (a.lerp(b, t0), a.lerp(b, t1));
        let low = Point::new(p.x.min(q.x) - reach, p.y.min(q.y) - reach);
        let high = Point::new(p.x.max(q.x) + reach, p.y.max(q.y) + reach);
        for_pixels(picture, low, high, |picture, x, y| {
            let (t, d) = to_segment(Point::new(x as f64 + 0.5, y as f64 + 0.5), a, b);
            // Each pixel belongs to the piece it is nearest to, so that none is mixed twice.
            if (t >= t0 || piece == 0) && (t < t1 || piece + 1 == pieces as u32) {
                mix(picture, x, y, color, thickness / 2.0 + 0.5 - d);
            }
        });
    }
}

/// Where on the segment from `a` (0) to `b` (1) the point nearest to `p` lies, and its distance
/// from `p`.
fn to_segment(p: Point, a: Point, b: Point) -> (f64, f64) {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 {
        (((p.x - a.x) * dx + (p.y - a.y) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (t, p.distance(a.lerp(b, t)))
}

/// A circle, `thickness` pixels wide; a thickness of twice the radius or more fills it.
pub fn circle(picture: &mut RgbImage, center: Point, radius: f64, color: Rgb<u8>, thickness: f64) {
    if !center.is_finite() {
        return;
    }
    let reach = radius + thickness / 2.0 + 1.0;
    let (low, high) = (
        Point::new(center.x - reach, center.y - reach),
        Point::new(center.x + reach, center.y + reach),
    );
    for_pixels(picture, low, high, |picture, x, y| {
        let d = center.distance(Point::new(x as f64 + 0.5, y as f64 + 0.5));
        let ring = if thickness >= 2.0 * radius {
            radius - d
        } else {
            thickness / 2.0 - (d - radius).abs()
        };
        mix(picture, x, y, color, ring + 0.5);
    });
}

/// A filled circle.
pub fn disc(picture: &mut RgbImage, center: Point, radius: f64, color: Rgb<u8>) {
    circle(picture, center, radius, color, 2.0 * radius);
}

/// The outline of a quad, with a disc on its first corner.
pub fn quad(picture: &mut RgbImage, corners: &Quad, color: Rgb<u8>, thickness: f64) {
    let c = corners.corners();
    (0..4).for_each(|i| line(picture, c[i], c[(i + 1) % 4], color, thickness));
    disc(picture, c[0], 3.0 * thickness, color);
}

/// The lines of a board's grid: cell borders of squares, the lines themselves of intersections.
pub fn grid(
    picture: &mut RgbImage,
    grid: &GridSpec,
    corners: &Quad,
    color: Rgb<u8>,
    thickness: f64,
) {
    let to_photo = grid.to_photo(corners);
    let (w, h) = grid.steps();
    let mut stroke = |x0: f64, y0: f64, x1: f64, y1: f64| {
        line(
            picture,
            to_photo.project(Point::new(x0, y0)),
            to_photo.project(Point::new(x1, y1)),
            color,
            thickness,
        );
    };
    (0..=h as u32).for_each(|y| stroke(0.0, f64::from(y), w, f64::from(y)));
    (0..=w as u32).for_each(|x| stroke(f64::from(x), 0.0, f64::from(x), h));
}

/// A rectangle filled with a color.
pub fn fill(picture: &mut RgbImage, x: u32, y: u32, width: u32, height: u32, color: Rgb<u8>) {
    for row in y.min(picture.height())..y.saturating_add(height).min(picture.height()) {
        for col in x.min(picture.width())..x.saturating_add(width).min(picture.width()) {
            picture.put_pixel(col, row, color);
        }
    }
}

/// Copies a picture onto another, its top-left pixel at `(x, y)`.
pub fn paste(picture: &mut RgbImage, piece: &RgbImage, x: u32, y: u32) {
    image::imageops::replace(picture, piece, i64::from(x), i64::from(y));
}

/// Width and height of a text in pixels; `scale` is the size of a font pixel, and a text is one
/// line.
pub fn text_size(text: &str, scale: u32) -> (u32, u32) {
    ((text.chars().count() as u32 * ADVANCE).saturating_sub(1) * scale, HEIGHT * scale)
}

/// Writes a line of text with its top-left corner at `(x, y)`; characters outside ASCII are boxes.
pub fn text(picture: &mut RgbImage, x: i64, y: i64, scale: u32, color: Rgb<u8>, text: &str) {
    let size = i64::from(scale);
    for (i, character) in text.chars().enumerate() {
        let left = x + i as i64 * i64::from(ADVANCE) * size;
        for (col, row) in ink(character) {
            for (dy, dx) in (0..size).flat_map(|dy| (0..size).map(move |dx| (dy, dx))) {
                mix(picture, left + col as i64 * size + dx, y + row as i64 * size + dy, color, 1.0);
            }
        }
    }
}

/// Text centered on a point, on a plate of the background color.
pub fn label(
    picture: &mut RgbImage,
    center: Point,
    scale: u32,
    color: Rgb<u8>,
    background: Rgb<u8>,
    content: &str,
) {
    let (w, h) = text_size(content, scale);
    // The last row is for descenders: most texts look centered without it.
    let (left, top) = (center.x - f64::from(w) / 2.0, center.y - f64::from(h - scale) / 2.0);
    let edge = f64::from(scale);
    let plate = (
        Point::new(left - edge, top - edge),
        Point::new(left + f64::from(w), top + f64::from(h) - 1.0),
    );
    for_pixels(picture, plate.0, plate.1, |picture, x, y| mix(picture, x, y, background, 1.0));
    text(picture, left.floor() as i64, top.floor() as i64, scale, color, content);
}

/// The font pixels of a character, as `(column, row)`.
fn ink(character: char) -> impl Iterator<Item = (usize, usize)> {
    let index = (character as usize).checked_sub(32).filter(|&i| i < 95).unwrap_or(95);
    let (band, place) = (index / 16, index % 16);
    let rows = FONT.lines().skip(band * HEIGHT as usize).take(HEIGHT as usize).enumerate();
    rows.flat_map(move |(row, line)| {
        let cell = line.bytes().skip(place * ADVANCE as usize).take(5).enumerate();
        cell.filter(|&(_, byte)| byte == b'#').map(move |(col, _)| (col, row))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Rgb<u8> = Rgb([255; 3]);

    fn total(picture: &RgbImage) -> f64 {
        picture.pixels().map(|p| f64::from(p[0]) / 255.0).sum()
    }

    #[test]
    fn areas_are_those_of_the_shapes() {
        let mut picture = RgbImage::new(200, 200);
        line(&mut picture, Point::new(20.0, 30.0), Point::new(170.0, 140.0), WHITE, 4.0);
        let length = 150f64.hypot(110.0);
        let expected = length * 4.0 + std::f64::consts::PI * 4.0;
        assert!((total(&picture) / expected - 1.0).abs() < 0.02, "{} {expected}", total(&picture));
        let mut picture = RgbImage::new(200, 200);
        disc(&mut picture, Point::new(90.3, 101.7), 40.0, WHITE);
        let expected = std::f64::consts::PI * 1600.0;
        assert!((total(&picture) / expected - 1.0).abs() < 0.01, "{} {expected}", total(&picture));
    }

    #[test]
    fn drawing_outside_is_harmless() {
        let mut picture = RgbImage::new(20, 20);
        line(&mut picture, Point::new(-1e9, -5.0), Point::new(1e9, -5.0), WHITE, 3.0);
        line(&mut picture, Point::new(f64::NAN, 0.0), Point::new(1.0, 1.0), WHITE, 3.0);
        circle(&mut picture, Point::new(-100.0, 300.0), 5.0, WHITE, 1.0);
        text(&mut picture, -500, 30, 2, WHITE, "off");
        fill(&mut picture, 25, 25, u32::MAX, 3, WHITE);
        paste(&mut picture, &RgbImage::from_pixel(9, 9, WHITE), 40, 40);
        assert_eq!(total(&picture), 0.0);
    }

    #[test]
    fn every_ascii_character_has_its_own_shape() {
        let shapes: Vec<Vec<_>> = (32u8..=127).map(|c| ink(c as char).collect()).collect();
        for (i, shape) in shapes.iter().enumerate() {
            assert_eq!(shape.is_empty(), i == 0);
            assert!(
                !shapes[..i].contains(shape),
                "{:?} is drawn like another one",
                (i as u8 + 32) as char
            );
        }
        assert_eq!(ink('\u{e9}').collect::<Vec<_>>(), shapes[95]);
    }

    #[test]
    fn a_text_fills_the_size_it_claims() {
        let (w, h) = text_size("Hg", 3);
        let mut picture = RgbImage::new(w + 20, h + 20);
        text(&mut picture, 10, 10, 3, WHITE, "Hg");
        let inked: Vec<(u32, u32)> =
            picture.enumerate_pixels().filter(|p| p.2[0] > 0).map(|p| (p.0, p.1)).collect();
        let range = |v: Vec<u32>| (v.iter().min().copied(), v.iter().max().copied());
        assert_eq!(range(inked.iter().map(|p| p.0).collect()), (Some(10), Some(9 + w)));
        assert_eq!(range(inked.iter().map(|p| p.1).collect()), (Some(10), Some(9 + h)));
    }
}
