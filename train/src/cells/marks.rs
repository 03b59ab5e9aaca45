//! Signs of makers, knots in the wood and stains painted on empty squares: not all that is seen on
//! a square is a piece.

use image::RgbImage;
use kibitzer::geometry::{Homography, Point};
use rand::{Rng, rngs::StdRng, seq::IndexedRandom};
use std::ops::RangeInclusive;

/// How many squares of a view get a mark.
const MARKS: RangeInclusive<usize> = 1..=12;

/// The outline of a mark, in units of its half width and height.
#[derive(Clone, Copy, Debug)]
enum Outline {
    Disc,
    Ring,
    Square,
    Diamond,
}

impl Outline {
    fn holds(self, x: f64, y: f64) -> bool {
        match self {
            Self::Disc => x.hypot(y) < 1.0,
            Self::Ring => (0.65..1.0).contains(&x.hypot(y)),
            Self::Square => x.abs().max(y.abs()) < 1.0,
            Self::Diamond => x.abs() + y.abs() < 1.0,
        }
    }
}

/// A mark around a point of the board, in squares.
#[derive(Clone, Copy, Debug)]
struct Mark {
    center: Point,
    half: (f64, f64),
    turn: f64,
    outline: Outline,
    /// Fields along a side, and which of them are painted, bit by bit.
    fields: u32,
    painted: u64,
    /// What is left of each channel, or of its distance to white.
    left: [f32; 3],
    is_bright: bool,
}

impl Mark {
    fn sample(center: Point, rng: &mut StdRng) -> Self {
        let long: f64 = rng.random_range(0.1..0.45);
        let is_spot = rng.random_bool(0.4);
        let wide = if is_spot { long * rng.random_range(0.15..1.0) } else { long };
        let outline =
            [Outline::Disc, Outline::Ring, Outline::Square, Outline::Diamond].choose(rng).copied();
        let fields = rng.random_range(1..=8);
        let off = 0.4 - long.min(0.4);
        let shade: f32 = rng.random_range(0.1..0.8);
        Self {
            center: Point::new(
                center.x + rng.random_range(-off..=off),
                center.y + rng.random_range(-off..=off),
            ),
            half: (long, wide),
            turn: if is_spot { rng.random_range(0.0..std::f64::consts::PI) } else { 0.0 },
            outline: outline.filter(|_| !is_spot).unwrap_or(Outline::Disc),
            fields: if is_spot { 1 } else { fields },
            painted: if is_spot || fields == 1 { u64::MAX } else { rng.random() },
            left: std::array::from_fn(|_| (shade * rng.random_range(0.7..1.3)).min(1.0)),
            is_bright: rng.random_bool(0.3),
        }
    }

    fn covers(&self, at: Point) -> bool {
        let (sin, cos) = self.turn.sin_cos();
        let (dx, dy) = (at.x - self.center.x, at.y - self.center.y);
        let (x, y) = ((dx * cos + dy * sin) / self.half.0, (dy * cos - dx * sin) / self.half.1);
        let field =
            |at: f64| (((at + 1.0) / 2.0 * f64::from(self.fields)) as u32).min(self.fields - 1);
        self.outline.holds(x, y) && self.painted >> (field(y) * self.fields + field(x)) & 1 == 1
    }

    fn tint(&self, channel: usize, value: u8, share: f32) -> u8 {
        let left = 1.0 - share * (1.0 - self.left[channel]);
        let value = f32::from(value);
        if self.is_bright { (255.0 - (255.0 - value) * left) as u8 } else { (value * left) as u8 }
    }

    /// Paints the mark; four samples a pixel.
    fn paint(&self, picture: &mut RgbImage, to_picture: &Homography) {
        let reach = self.half.0.max(self.half.1) * 1.5;
        let corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
            .map(|(x, y)| to_picture.project(Point::new(self.center.x + x, self.center.y + y)));
        let range = |along: fn(&Point) -> f64, size: u32| {
            let low = corners.iter().map(along).fold(f64::INFINITY, f64::min);
            let high = corners.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
            (low.max(0.0) as u32)..(high.max(0.0).ceil() as u32).min(size)
        };
        let to_board = to_picture.inverse();
        for y in range(|p| p.y, picture.height()) {
            for x in range(|p| p.x, picture.width()) {
                let sample = |i: u32| {
                    let at = Point::new(
                        f64::from(x) + 0.25 + 0.5 * f64::from(i % 2),
                        f64::from(y) + 0.25 + 0.5 * f64::from(i / 2),
                    );
                    self.covers(to_board.project(at))
                };
                let share = (0..4).filter(|&i| sample(i)).count() as f32 / 4.0;
                let pixel = picture.get_pixel_mut(x, y);
                for channel in 0..3 {
                    pixel[channel] = self.tint(channel, pixel[channel], share);
                }
            }
        }
    }
}

/// Paints marks on some of the squares around these points of the board; `to_picture` takes the
/// board to the picture.
pub fn paint(picture: &mut RgbImage, to_picture: &Homography, empty: &[Point], rng: &mut StdRng) {
    let count = rng.random_range(MARKS);
    for center in empty.choose_multiple(rng, count) {
        Mark::sample(*center, rng).paint(picture, to_picture);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// Pixels that marks on these squares change of a gray picture with 20 pixels a square.
    fn changed(empty: &[Point], seed: u64) -> Vec<(u32, u32)> {
        let mut picture = RgbImage::from_pixel(160, 160, image::Rgb([120; 3]));
        paint(
            &mut picture,
            &Homography::scale_shift(20.0, 20.0, 0.0, 0.0),
            empty,
            &mut StdRng::seed_from_u64(seed),
        );
        picture
            .enumerate_pixels()
            .filter(|(.., pixel)| pixel.0 != [120; 3])
            .map(|(x, y, _)| (x, y))
            .collect()
    }

    #[test]
    fn marks_lie_on_the_squares_they_were_asked_for() {
        let mut drawn = 0;
        for seed in 0..100 {
            let pixels = changed(&[Point::new(2.5, 5.5), Point::new(6.5, 0.5)], seed);
            let on = |x: u32, y: u32| [(2, 5), (6, 0)].contains(&(x / 20, y / 20));
            assert!(pixels.iter().all(|&(x, y)| on(x, y)), "seed {seed}: {pixels:?}");
            drawn += usize::from(pixels.len() > 5);
        }
        assert!(drawn > 80, "{drawn} of 100");
    }

    #[test]
    fn a_board_without_an_empty_square_stays_as_it_is() {
        assert_eq!(changed(&[], 1), []);
    }
}
