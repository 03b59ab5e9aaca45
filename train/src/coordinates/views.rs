//! Pictures of the edge of a board with a sign on it, drawn: no photo is needed.

use super::glyphs::{Alphabet, Glyph};
use crate::augment::normal;
use image::{GrayImage, Luma, imageops};
use kibitzer::inference::CoordinateTask;
use rand::{Rng, rngs::StdRng, seq::IndexedRandom};
use std::f32::consts::FRAC_PI_2;

/// Side of the canvas in pixels, before it is seen from afar.
const CANVAS: u32 = 96;

/// Share of the pictures without a sign.
const EMPTY: f64 = 0.25;
/// Share of those on which there is something else.
const SCRIBBLED: f64 = 0.4;

/// Height of a sign, as a share of the picture.
const HEIGHTS: std::ops::Range<f32> = 0.12..0.6;
/// Sides of a picture as sharp as the network sees it, and of blurred ones.
const SHARPNESS: [u32; 5] = [24, 24, 18, 14, 11];

/// A random picture, `size` x `size`, and its class.
pub fn random_view(
    alphabet: &Alphabet,
    task: &CoordinateTask,
    rng: &mut StdRng,
) -> (GrayImage, u8) {
    let ground = rng.random_range(20..235u8);
    let mut canvas = GrayImage::from_pixel(CANVAS, CANVAS, Luma([ground]));
    let edge = edge(&mut canvas, task, rng);
    let class = if rng.random_bool(EMPTY) {
        if rng.random_bool(SCRIBBLED) {
            (0..rng.random_range(1..5)).for_each(|_| scribble(&mut canvas, rng));
        }
        CoordinateTask::CLASSES - 1
    } else {
        let sign = rng.random_range(0..CoordinateTask::SIGNS.len());
        let turn = rng.random_range(0..CoordinateTask::TURNS);
        let glyph = Placed::random(alphabet.draw(sign, rng), turn, edge, rng);
        glyph.print(&mut canvas, ink(ground, rng));
        sign * CoordinateTask::TURNS + turn
    };
    (from_afar(canvas, task.size as u32, rng), class as u8)
}

/// The edge of the board above, lines and the end of the border below; where the border begins.
fn edge(canvas: &mut GrayImage, task: &CoordinateTask, rng: &mut StdRng) -> f32 {
    let share = task.inside / (task.inside + task.outside);
    let edge = (share * f64::from(CANVAS)) as i32 + rng.random_range(-5..=6);
    let shade = |rng: &mut StdRng| rng.random::<u8>();
    fill(canvas, [0, 0, CANVAS as i32, edge], shade(rng));
    if rng.random_bool(0.5) {
        let (from, to) = (rng.random_range(-40..10), rng.random_range(20..90));
        fill(canvas, [from, 0, to, edge], shade(rng));
    }
    for _ in 0..*[0, 0, 1, 2].choose(rng).expect("some") {
        let top = rng.random_range(edge..CANVAS as i32 + 20);
        fill(canvas, [0, top, CANVAS as i32, top + rng.random_range(1..5)], shade(rng));
    }
    if rng.random_bool(0.3) {
        let top = rng.random_range(CANVAS as i32 / 2..CANVAS as i32);
        fill(canvas, [0, top, CANVAS as i32, CANVAS as i32], shade(rng));
    }
    edge.max(0) as f32
}

/// A bar or a disk somewhere.
fn scribble(canvas: &mut GrayImage, rng: &mut StdRng) {
    let shade = rng.random();
    let mut at = || rng.random_range(0..CANVAS as i32);
    let (x, y, width, height) = (at(), at(), at() / 2, at() / 2);
    if (x + y) % 2 == 0 {
        return fill(canvas, [x, y, x + width + 1, y + height + 1], shade);
    }
    let radius = (width as f32 / 2.0).max(2.0);
    for (px, py, pixel) in canvas.enumerate_pixels_mut() {
        if (px as f32 - x as f32).hypot(py as f32 - y as f32) < radius {
            *pixel = Luma([shade]);
        }
    }
}

/// Fills the rectangle from left and top to right and bottom.
fn fill(canvas: &mut GrayImage, [left, top, right, bottom]: [i32; 4], shade: u8) {
    for y in top.clamp(0, CANVAS as i32)..bottom.clamp(0, CANVAS as i32) {
        for x in left.clamp(0, CANVAS as i32)..right.clamp(0, CANVAS as i32) {
            canvas.put_pixel(x as u32, y as u32, Luma([shade]));
        }
    }
}

/// A shade that stands out from the ground.
fn ink(ground: u8, rng: &mut StdRng) -> u8 {
    let ground = f32::from(ground);
    let off = rng.random_range(30.0..200.0f32);
    let (darker, lighter) = (ground - off, ground + off);
    let ink = match (darker >= 0.0, lighter <= 255.0) {
        (true, true) => [darker, lighter][usize::from(rng.random_bool(0.5))],
        (true, false) => darker,
        (false, true) => lighter,
        (false, false) => [0.0, 255.0][usize::from(ground < 128.0)],
    };
    ink as u8
}

/// A sign where it is printed.
struct Placed<'a> {
    glyph: &'a Glyph,
    /// Its middle on the canvas.
    middle: [f32; 2],
    /// From the canvas around the middle to the glyph's pixels around its own.
    to_glyph: [[f32; 2]; 2],
}

impl<'a> Placed<'a> {
    /// A sign turned to the left by so many quarters and a little more, sheared and stretched, below
    /// the edge of the board.
    fn random(glyph: &'a Glyph, turn: usize, edge: f32, rng: &mut StdRng) -> Self {
        let size = CANVAS as f32;
        let height = size * rng.random_range(HEIGHTS);
        let (rows, cols) = (glyph.nrows() as f32, glyph.ncols() as f32);
        let scale = rows.max(cols) / height;
        let (s, c) = (turn as f32 * FRAC_PI_2 + rng.random_range(-0.2..0.2f32)).sin_cos();
        let distorted = rng.random_bool(0.5);
        let mut within = |range: f32| if distorted { rng.random_range(-range..range) } else { 0.0 };
        let (shear, stretch) = (within(0.2), 1.0 + within(0.25));
        // The inverse of a turn to the left, then of what happened to the upright sign.
        let turned = [[c, -s], [s, c]];
        let to_glyph = [
            [0, 1].map(|i| scale * (turned[0][i] + shear * turned[1][i])),
            [0, 1].map(|i| scale * stretch * turned[1][i]),
        ];
        let room = (size - edge - height).clamp(3.0, 50.0);
        let middle = [
            size / 2.0 + 7.0 * normal(rng).clamp(-2.5, 2.5),
            edge + height / 2.0 + rng.random_range(2.0..room),
        ];
        Self { glyph, middle, to_glyph }
    }

    /// Prints it.
    fn print(&self, canvas: &mut GrayImage, ink: u8) {
        let (rows, cols) = (self.glyph.nrows() as f32, self.glyph.ncols() as f32);
        for (x, y, pixel) in canvas.enumerate_pixels_mut() {
            let d = [x as f32 + 0.5 - self.middle[0], y as f32 + 0.5 - self.middle[1]];
            let [u, v] = self.to_glyph.map(|row| row[0] * d[0] + row[1] * d[1]);
            let covered = bilinear(self.glyph, u + cols / 2.0 - 0.5, v + rows / 2.0 - 0.5);
            let under = f32::from(pixel[0]);
            *pixel = Luma([(under + covered * (f32::from(ink) - under)) as u8]);
        }
    }
}

/// How much of a point a glyph covers; beyond its edge nothing.
fn bilinear(glyph: &Glyph, x: f32, y: f32) -> f32 {
    let at = |row: f32, col: f32| {
        let inside = row >= 0.0 && col >= 0.0;
        let value = inside.then(|| glyph.get([row as usize, col as usize])).flatten();
        value.copied().unwrap_or(0.0)
    };
    let (left, top) = (x.floor(), y.floor());
    let (fx, fy) = (x - left, y - top);
    let row = |row: f32| at(row, left) * (1.0 - fx) + at(row, left + 1.0) * fx;
    row(top) * (1.0 - fy) + row(top + 1.0) * fy
}

/// The canvas as a camera sees it: out of focus, small, and with noise.
fn from_afar(canvas: GrayImage, size: u32, rng: &mut StdRng) -> GrayImage {
    let blur = if rng.random_bool(0.7) { rng.random_range(0.5..5.0) } else { 0.5 };
    let canvas = imageops::fast_blur(&canvas, blur);
    let sharp = SHARPNESS.choose(rng).expect("some") * size / SHARPNESS[0];
    let small = imageops::resize(&canvas, sharp, sharp, imageops::FilterType::Triangle);
    let mut seen = imageops::resize(&small, size, size, imageops::FilterType::CatmullRom);
    let noise = rng.random_range(0.0..8.0f32);
    for pixel in seen.pixels_mut() {
        pixel[0] = (f32::from(pixel[0]) + noise * normal(rng)) as u8;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::games::GameId;
    use rand::SeedableRng;

    /// A sign whose upper half alone is printed.
    fn half() -> Glyph {
        Glyph::from_shape_fn((40, 40), |(row, _)| f32::from(u8::from(row < 20)))
    }

    /// Brightness near the middle: above, left, below, right.
    fn around(canvas: &GrayImage, [x, y]: [f32; 2]) -> [u8; 4] {
        [(0, -3), (-3, 0), (0, 3), (3, 0)]
            .map(|(dx, dy)| canvas.get_pixel((x as i32 + dx) as u32, (y as i32 + dy) as u32)[0])
    }

    #[test]
    fn signs_are_turned_to_the_left() {
        let glyph = half();
        for turn in 0..4 {
            let mut canvas = GrayImage::new(CANVAS, CANVAS);
            let mut placed =
                Placed::random(&glyph, turn, 6.0, &mut StdRng::seed_from_u64(turn as u64));
            placed.middle = [48.0, 48.0];
            placed.print(&mut canvas, 250);
            let seen = around(&canvas, placed.middle);
            // Above, then to the left, below and to the right.
            assert!(seen[turn] > 200 && seen[(turn + 2) % 4] < 50, "turned {turn} times: {seen:?}");
        }
    }

    #[test]
    fn every_class_is_drawn_at_its_size() {
        let signs = CoordinateTask::SIGNS.len();
        let alphabet = Alphabet::of(vec![vec![half()]; signs]);
        let task = CoordinateTask {
            game: GameId::Chess,
            size: 24,
            inside: 0.05,
            outside: 0.75,
            temperature: 1.0,
        };
        let mut seen = vec![0; CoordinateTask::CLASSES];
        for seed in 0..2000 {
            let (picture, class) = random_view(&alphabet, &task, &mut StdRng::seed_from_u64(seed));
            assert_eq!(picture.dimensions(), (24, 24));
            seen[usize::from(class)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
        let empty = seen[CoordinateTask::CLASSES - 1];
        assert!((400..600).contains(&empty), "{empty} without a sign");
    }

    #[test]
    fn ink_stands_out() {
        let mut rng = StdRng::seed_from_u64(1);
        for ground in 20..235 {
            assert!(ink(ground, &mut rng).abs_diff(ground) >= 20, "on {ground}");
        }
    }
}
