//! What differs between photos of the same board: light, camera, compression.

use image::{RgbImage, imageops::fast_blur};
use kibitzer::vision::degrade::{recompressed, relit};
use rand::{Rng, rngs::StdRng};
use std::{
    f32::consts::{PI, TAU},
    ops::Range,
};

/// Standard deviation of the blur of [`blurred`], in cells.
const BLUR: Range<f32> = 0.04..0.2;

/// A sample of the standard normal distribution (Box and Muller).
pub fn normal(rng: &mut StdRng) -> f32 {
    let radius = (-2.0 * rng.random_range(1e-6f32..1.0).ln()).sqrt();
    radius * (TAU * rng.random::<f32>()).cos()
}

/// The same board and pieces made of other materials: every hue turned by the same random angle,
/// more or less colorful. Only for games whose pieces are told apart by shape and brightness.
pub fn recolored(picture: &RgbImage, rng: &mut StdRng) -> RgbImage {
    let mut pixels = Pixels::from(picture);
    pixels.turn_hues(rng.random_range(0.0..TAU), rng.random_range(0.3..1.8));
    pixels.into_image()
}

/// The same picture far out of focus, or of a board that is small in its photo; cells have
/// `cell_px` pixels. A slight blur is part of [`photometric`].
pub fn blurred(picture: &RgbImage, cell_px: usize, rng: &mut StdRng) -> RgbImage {
    fast_blur(picture, rng.random_range(BLUR) * cell_px as f32)
}

/// The same picture under another light, through another camera.
pub fn photometric(picture: &RgbImage, rng: &mut StdRng) -> RgbImage {
    let mut pixels = Pixels::from(picture);
    if rng.random_bool(0.35) {
        pixels.color_gradient(rng);
    }
    if rng.random_bool(0.3) {
        pixels.shadow(rng);
    }
    if rng.random_bool(0.25) {
        pixels.glare(rng);
    }
    pixels.exposure(rng);
    if rng.random_bool(0.15) {
        pixels.desaturate(rng.random_range(0.3..1.0));
    }
    let mut out = pixels.into_image();
    if rng.random_bool(0.35) {
        out = defocus(&out, rng);
    }
    if rng.random_bool(0.15) {
        out = motion_blur(&out, rng);
    }
    if rng.random_bool(0.5) {
        noise(&mut out, rng);
    }
    if rng.random_bool(0.35) {
        out = recompressed(&out, rng.random_range(25..92));
    }
    out
}

/// The same picture badly exposed, by up to 2.3 stops and in colored light, or with a part of it in
/// a deep shadow with a hard edge.
pub fn ill_lit(picture: &RgbImage, rng: &mut StdRng) -> RgbImage {
    let stops = rng.random_range(-2.3..2.3f32);
    let mut light = [0; 3].map(|_| (stops + 0.3 * normal(rng)).exp2());
    let shaded = rng.random_bool(0.4);
    if shaded {
        light = light.map(|v| v.clamp(0.5, 1.5));
    }
    let deep = if shaded { rng.random_range(0.1..0.4) } else { 1.0 };
    let (s, c) = rng.random_range(0.0..TAU).sin_cos();
    let edge = rng.random_range(-0.3..0.3);
    let (w, h) = (picture.width() as f32, picture.height() as f32);
    relit(picture, |x, y| {
        let beyond = (x as f32 / w - 0.5) * c + (y as f32 / h - 0.5) * s > edge;
        light.map(|v| if beyond { v * deep } else { v })
    })
}

/// The same picture in the light of a colored lamp, of which hardly anything comes in the other
/// colors.
pub fn lamp_lit(picture: &RgbImage, rng: &mut StdRng) -> RgbImage {
    let hue = rng.random_range(0.0..TAU);
    let purity = rng.random_range(0.5..4.0f32);
    let brightness = 0.4 * normal(rng);
    let light = [0.0, 1.0, 2.0].map(|channel| {
        let near = 0.5 + 0.5 * (hue - channel * TAU / 3.0).cos();
        near.powf(purity).max(0.01) * (0.3 + brightness).exp2()
    });
    relit(picture, |_, _| light)
}

/// A picture as floating-point values in [0, 1].
struct Pixels {
    width: usize,
    height: usize,
    values: Vec<[f32; 3]>,
}

impl From<&RgbImage> for Pixels {
    fn from(picture: &RgbImage) -> Self {
        let values = picture.pixels().map(|p| p.0.map(|v| f32::from(v) / 255.0)).collect();
        Self { width: picture.width() as usize, height: picture.height() as usize, values }
    }
}

impl Pixels {
    fn into_image(self) -> RgbImage {
        let bytes =
            self.values.iter().flatten().map(|v| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8).collect();
        RgbImage::from_raw(self.width as u32, self.height as u32, bytes)
            .expect("the buffer has the picture's size")
    }

    /// Calls `change` with every pixel and its place, both coordinates in [0, 1].
    fn each(&mut self, mut change: impl FnMut(f32, f32, &mut [f32; 3])) {
        let (w, h) = (1.0 / self.width as f32, 1.0 / self.height as f32);
        for (y, row) in self.values.chunks_exact_mut(self.width).enumerate() {
            row.iter_mut()
                .enumerate()
                .for_each(|(x, pixel)| change(x as f32 * w, y as f32 * h, pixel));
        }
    }

    /// Exposure, contrast, gamma and white balance, as one table a channel.
    fn exposure(&mut self, rng: &mut StdRng) {
        let gain = 2f32.powf(0.45 * normal(rng));
        let gamma = 2f32.powf(0.3 * normal(rng));
        let lift = 0.05 * normal(rng).abs();
        let balance: [f32; 3] = std::array::from_fn(|_| 2f32.powf(0.18 * normal(rng)));
        let curve = |v: f32, c: usize| {
            lift + (1.0 - lift) * (v * gain * balance[c]).clamp(0.0, 1.0).powf(gamma)
        };
        let tables: [[f32; 257]; 3] =
            std::array::from_fn(|c| std::array::from_fn(|i| curve(i as f32 / 256.0, c)));
        for pixel in &mut self.values {
            (0..3).for_each(|c| pixel[c] = tables[c][(pixel[c].clamp(0.0, 1.0) * 256.0) as usize]);
        }
    }

    /// Light that is stronger, and of another color, on one side.
    fn color_gradient(&mut self, rng: &mut StdRng) {
        let (s, c) = rng.random_range(0.0..TAU).sin_cos();
        let strength = rng.random_range(0.1..0.7);
        let color: [f32; 3] = std::array::from_fn(|_| strength * (1.0 + 0.6 * normal(rng)));
        self.each(|x, y, p| {
            let along = (x - 0.5) * c + (y - 0.5) * s;
            (0..3).for_each(|k| p[k] *= (1.0 + color[k] * along).max(0.05));
        });
    }

    /// The shadow of something with a straight edge or two, hard or soft.
    fn shadow(&mut self, rng: &mut StdRng) {
        let dark = rng.random_range(0.3..0.85);
        let soft = rng.random_range(0.004..0.15f32);
        let edges: Vec<[f32; 3]> = (0..rng.random_range(1..=2))
            .map(|_| {
                let (s, c) = rng.random_range(0.0..TAU).sin_cos();
                [c, s, rng.random_range(-0.4..0.4)]
            })
            .collect();
        self.each(|x, y, p| {
            let depth = edges
                .iter()
                .map(|e| (x - 0.5) * e[0] + (y - 0.5) * e[1] - e[2])
                .fold(f32::INFINITY, f32::min);
            let shade = (depth / soft + 0.5).clamp(0.0, 1.0);
            p.iter_mut().for_each(|v| *v *= 1.0 - shade * (1.0 - dark));
        });
    }

    /// One to three bright spots.
    fn glare(&mut self, rng: &mut StdRng) {
        for _ in 0..rng.random_range(1..=3) {
            let (cx, cy) = (rng.random::<f32>(), rng.random::<f32>());
            let (rx, ry) = (rng.random_range(0.02..0.25f32), rng.random_range(0.02..0.25f32));
            let strength = rng.random_range(0.1..0.8);
            self.each(|x, y, p| {
                let d = ((x - cx) / rx).powi(2) + ((y - cy) / ry).powi(2);
                if d < 9.0 {
                    let light = strength * (-0.5 * d).exp();
                    p.iter_mut().for_each(|v| *v += light);
                }
            });
        }
    }

    /// Turns every color around the gray axis by `angle`, keeping its mean, and scales its distance
    /// from gray.
    fn turn_hues(&mut self, angle: f32, saturation: f32) {
        let (s, c) = angle.sin_cos();
        // Rodrigues' rotation about (1, 1, 1), of a vector at right angles to it.
        let cross = s / 3f32.sqrt();
        self.each(|_, _, p| {
            let mean = (p[0] + p[1] + p[2]) / 3.0;
            let d = p.map(|v| v - mean);
            *p = std::array::from_fn(|k| {
                mean + saturation * (c * d[k] + cross * (d[(k + 2) % 3] - d[(k + 1) % 3]))
            });
        });
    }

    fn desaturate(&mut self, amount: f32) {
        self.each(|_, _, p| {
            let gray = 0.3 * p[0] + 0.59 * p[1] + 0.11 * p[2];
            p.iter_mut().for_each(|v| *v += (gray - *v) * amount);
        });
    }
}

/// The picture out of focus: each pixel mixed with its neighbors, along rows and columns, once to
/// three times.
fn defocus(picture: &RgbImage, rng: &mut StdRng) -> RgbImage {
    let share = rng.random_range(0.1..0.3f32);
    let (mut out, stride) = (picture.clone(), picture.width() as usize * 3);
    for _ in 0..rng.random_range(1..=3) {
        for step in [3, stride] {
            let side = (share * 256.0) as u32;
            let from = out.as_raw().clone();
            let inner = step..from.len() - step;
            for (i, value) in inner.clone().zip(&mut out.as_mut()[inner]) {
                let around = u32::from(from[i - step]) + u32::from(from[i + step]);
                *value = ((around * side + u32::from(from[i]) * (256 - 2 * side) + 128) >> 8) as u8;
            }
        }
    }
    out
}

/// The mean of the picture along a short straight way.
fn motion_blur(picture: &RgbImage, rng: &mut StdRng) -> RgbImage {
    let (s, c) = rng.random_range(0.0..PI).sin_cos();
    let length = rng.random_range(2..=5);
    let (w, h) = picture.dimensions();
    RgbImage::from_fn(w, h, |x, y| {
        let mut sum = [0u32; 3];
        for i in 0..length {
            let at = i as f32 - (length - 1) as f32 / 2.0;
            let px = (x as f32 + at * c).round().clamp(0.0, (w - 1) as f32) as u32;
            let py = (y as f32 + at * s).round().clamp(0.0, (h - 1) as f32) as u32;
            let p = picture.get_pixel(px, py);
            (0..3).for_each(|k| sum[k] += u32::from(p[k]));
        }
        image::Rgb(sum.map(|v| (v / length) as u8))
    })
}

fn noise(picture: &mut RgbImage, rng: &mut StdRng) {
    let sigma = rng.random_range(1.0..12.0f32);
    let table: Vec<i16> = (0..1024).map(|_| (sigma * normal(rng)).round() as i16).collect();
    // A table walked at random by a linear congruential generator (Knuth's constants): one draw a
    // value is the costly part.
    let mut state: u64 = rng.random();
    for value in picture.iter_mut() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *value = (i16::from(*value) + table[(state >> 54) as usize]).clamp(0, 255) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn turning_hues_by_a_third_exchanges_the_channels() {
        let mut pixels = Pixels { width: 1, height: 1, values: vec![[0.9, 0.2, 0.4]] };
        pixels.turn_hues(TAU / 3.0, 1.0);
        for (turned, expected) in pixels.values[0].iter().zip([0.4, 0.9, 0.2]) {
            assert!((turned - expected).abs() < 1e-5);
        }
    }

    #[test]
    fn a_seed_gives_the_same_picture_and_another_seed_another() {
        let picture =
            RgbImage::from_fn(64, 48, |x, y| image::Rgb([(4 * x) as u8, (5 * y) as u8, 90]));
        let augmented = |seed| photometric(&picture, &mut StdRng::seed_from_u64(seed));
        assert_eq!(augmented(1), augmented(1));
        assert_ne!(augmented(1), augmented(2));
        assert_eq!(augmented(3).dimensions(), (64, 48));
    }

    #[test]
    fn a_lamp_leaves_what_is_brighter_brighter_in_its_color() {
        let picture = RgbImage::from_fn(40, 1, |x, _| image::Rgb([(6 * x) as u8; 3]));
        for seed in 0..40 {
            let lit = lamp_lit(&picture, &mut StdRng::seed_from_u64(seed));
            let channel = |c: usize| lit.pixels().map(|p| p[c]).collect::<Vec<u8>>();
            let sums = [0, 1, 2].map(|c| channel(c).iter().map(|&v| u32::from(v)).sum::<u32>());
            let strongest = (0..3).max_by_key(|&c| sums[c]).expect("three channels");
            assert!(
                channel(strongest).is_sorted() && sums[strongest] > 2000,
                "seed {seed}: {sums:?}"
            );
            assert!(
                sums.iter().any(|&sum| 10 * sum < 9 * sums[strongest]),
                "seed {seed}: no color"
            );
        }
    }

    #[test]
    fn bad_light_keeps_black_black_and_changes_the_rest() {
        let picture =
            RgbImage::from_fn(40, 40, |x, _| image::Rgb(if x < 20 { [0; 3] } else { [120; 3] }));
        let mut changed = 0;
        for seed in 0..20 {
            let lit = ill_lit(&picture, &mut StdRng::seed_from_u64(seed));
            assert!((0..20).all(|x| lit.get_pixel(x, 7).0 == [0; 3]));
            changed += usize::from(lit != picture);
        }
        assert_eq!(changed, 20);
    }

    #[test]
    fn a_blur_is_seen_in_cells_and_keeps_the_light() {
        let edge = |cell_px: usize| {
            RgbImage::from_fn(8 * cell_px as u32, 40, |x, _| {
                image::Rgb([if x < 4 * cell_px as u32 { 0 } else { 200 }; 3])
            })
        };
        for cell_px in [20, 40] {
            let picture = blurred(&edge(cell_px), cell_px, &mut StdRng::seed_from_u64(3));
            let at = |cells: f64| picture.get_pixel((cells * cell_px as f64) as u32, 20).0[0];
            assert!((60..140).contains(&at(4.0)), "{}", at(4.0));
            assert!(at(3.0) < 4 && at(5.0) > 196);
            assert!(at(3.95) > 2 && at(4.05) < 198);
        }
    }
}
