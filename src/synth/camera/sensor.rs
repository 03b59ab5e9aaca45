//! From light to the pixels of a photo: exposure, color cast, blur, noise, tone.

use crate::synth::{
    random::{Rng, mix},
    scene::light::Lighting,
    vec3::{V3, gray, v3},
};
use image::RgbImage;
use rayon::prelude::*;

/// How a camera turns light into numbers.
#[derive(Clone, Debug)]
pub struct Sensor {
    /// Factor on the automatic exposure.
    exposure: f32,
    /// White balance error as a factor a channel.
    balance: V3,
    /// How much of the light's color is taken out, 0 to 1.
    adapt: f32,
    vignette: f32,
    /// Standard deviation of a Gaussian blur in pixels.
    blur: f32,
    /// Motion in pixels.
    motion: (f32, f32),
    /// Shot noise and read noise.
    noise: (f32, f32),
    contrast: f32,
    saturation: f32,
    sharpen: f32,
    /// JPEG quality from 40 to 95.
    pub quality: u8,
    seed: u64,
}

impl Sensor {
    /// A camera for photos with a longer side of so many pixels. Most photos are taken in good
    /// light, by a steady hand.
    pub fn sample(rng: &mut Rng, long_side: u32) -> Self {
        let good = rng.aside().chance(0.65);
        let any = Self::any(rng, long_side);
        if good { any.in_good_light(long_side) } else { any }
    }

    /// The same camera where light is good and nothing moves.
    fn in_good_light(self, long_side: u32) -> Self {
        let (shot, read) = self.noise;
        Self {
            exposure: self.exposure.powf(0.4),
            balance: self.balance.map(f32::sqrt),
            adapt: self.adapt.max(0.75),
            blur: self.blur.min(0.45 * long_side as f32 / 640.0),
            motion: (0.0, 0.0),
            noise: (shot.min(0.005), read.min(0.001)),
            quality: self.quality.max(75),
            ..self
        }
    }

    /// The same camera on a stand.
    pub fn steady(self) -> Self {
        Self { motion: (0.0, 0.0), ..self }
    }

    /// The same camera with other noise.
    pub fn with_noise(&self, seed: u64) -> Self {
        Self { seed: mix(self.seed ^ seed), ..self.clone() }
    }

    /// A camera in any light, held by any hand.
    fn any(rng: &mut Rng, long_side: u32) -> Self {
        let size = long_side as f32 / 640.0;
        let stops = if rng.chance(0.8) { rng.gauss() * 0.4 } else { rng.range(-1.5, 1.5) };
        let cast = if rng.chance(0.8) { 0.06 } else { 0.18 };
        let balance = v3(
            (rng.gauss() * cast).exp(),
            (rng.gauss() * cast * 0.3).exp(),
            (rng.gauss() * cast).exp(),
        );
        let turn = rng.range(0.0, 6.3);
        let motion = if rng.chance(0.1) { rng.range(0.5, 3.5) * size } else { 0.0 };
        let grain = if rng.chance(0.75) { rng.range(0.001, 0.012) } else { rng.range(0.012, 0.05) };
        Self {
            exposure: stops.clamp(-1.5, 1.5).exp2(),
            balance,
            adapt: if rng.chance(0.75) { rng.range(0.75, 1.0) } else { rng.range(0.1, 0.8) },
            vignette: if rng.chance(0.5) { rng.range(0.0, 0.35) } else { 0.0 },
            blur: size
                * if rng.chance(0.85) { rng.range(0.35, 0.75) } else { rng.range(0.75, 1.8) },
            motion: (motion * turn.cos(), motion * turn.sin()),
            noise: (grain, grain * 0.15),
            contrast: rng.range(0.85, 1.25),
            saturation: rng.range(0.75, 1.3),
            sharpen: if rng.chance(0.4) { rng.range(0.2, 0.9) } else { 0.0 },
            quality: 40 + rng.below(56) as u8,
            seed: rng.next(),
        }
    }

    /// The photo of linear light, row by row; `gain` the automatic exposure.
    pub fn develop(
        &self,
        light: &[V3],
        width: u32,
        height: u32,
        gain: f32,
        lighting: &Lighting,
    ) -> RgbImage {
        let (w, h) = (width as usize, height as usize);
        let gain = self.exposure * gain;
        let adapt = self.adapt * if lighting.colored { 0.3 } else { 1.0 };
        let balance = self.balance * lighting.tint().map(|c| c.max(0.05).powf(-adapt));
        let mut picture: Vec<V3> = light.iter().map(|c| *c * balance * gain).collect();
        picture =
            blur(&picture.iter().map(|c| c.map(shoulder)).collect::<Vec<_>>(), w, h, self.blur);
        if self.motion.0.hypot(self.motion.1) > 0.3 {
            picture = smear(&picture, w, h, self.motion);
        }
        if self.sharpen > 0.0 {
            let soft = blur(&picture, w, h, 1.0);
            picture = picture
                .iter()
                .zip(&soft)
                .map(|(p, s)| (*p + (*p - *s) * self.sharpen).map(|v| v.max(0.0)))
                .collect();
        }
        let mut out = RgbImage::new(width, height);
        out.as_flat_samples_mut().as_mut_slice().par_chunks_mut(w * 3).enumerate().for_each(
            |(y, row)| {
                let mut rng = Rng::new(mix(self.seed ^ (y as u64) << 20));
                for x in 0..w {
                    let rgb = self.pixel(picture[y * w + x], (x, y), (w, h), &mut rng);
                    row[x * 3..x * 3 + 3].copy_from_slice(&rgb);
                }
            },
        );
        out
    }

    fn pixel(
        &self,
        light: V3,
        (x, y): (usize, usize),
        (w, h): (usize, usize),
        rng: &mut Rng,
    ) -> [u8; 3] {
        let (dx, dy) = (x as f32 / w as f32 - 0.5, y as f32 / h as f32 - 0.5);
        let c = light * (1.0 - self.vignette * (dx * dx + dy * dy) * 2.0);
        let (shot, read) = self.noise;
        let noisy = v3(
            c.x + rng.gauss() * (shot * shot * c.x.max(0.0) + read * read).sqrt(),
            c.y + rng.gauss() * (shot * shot * c.y.max(0.0) + read * read).sqrt(),
            c.z + rng.gauss() * (shot * shot * c.z.max(0.0) + read * read).sqrt(),
        );
        let mean = gray(noisy.luma());
        let colored = mean.lerp(noisy, self.saturation);
        let tone = |v: f32| {
            let display = v.max(0.0).powf(1.0 / 2.2);
            ((display - 0.5) * self.contrast + 0.5).clamp(0.0, 1.0)
        };
        let c = colored.map(tone);
        [c.x, c.y, c.z].map(|v| (v * 255.0 + rng.f() - 0.5).round().clamp(0.0, 255.0) as u8)
    }
}

/// Linear up to 0.7, then compressed toward 1.
fn shoulder(v: f32) -> f32 {
    if v < 0.7 { v } else { 0.7 + 0.3 * (1.0 - (-(v - 0.7) / 0.3).exp()) }
}

/// Separable Gaussian blur with replicated borders.
fn blur(picture: &[V3], w: usize, h: usize, sigma: f32) -> Vec<V3> {
    if sigma < 0.25 {
        return picture.to_vec();
    }
    let reach = (sigma * 2.5).ceil() as i32;
    let weights: Vec<f32> =
        (-reach..=reach).map(|i| (-0.5 * (i as f32 / sigma).powi(2)).exp()).collect();
    let total: f32 = weights.iter().sum();
    let pass = |src: &[V3], along_x: bool| -> Vec<V3> {
        (0..w * h)
            .into_par_iter()
            .map(|i| {
                let (x, y) = ((i % w) as i32, (i / w) as i32);
                let at = |k: i32| {
                    let (x, y) = if along_x {
                        ((x + k).clamp(0, w as i32 - 1), y)
                    } else {
                        (x, (y + k).clamp(0, h as i32 - 1))
                    };
                    src[y as usize * w + x as usize]
                };
                let sum = weights
                    .iter()
                    .enumerate()
                    .fold(gray(0.0), |s, (j, k)| s + at(j as i32 - reach) * *k);
                sum * (1.0 / total)
            })
            .collect()
    };
    pass(&pass(picture, true), false)
}

/// The mean along a short line: a camera that moved.
fn smear(picture: &[V3], w: usize, h: usize, (mx, my): (f32, f32)) -> Vec<V3> {
    const STEPS: i32 = 7;
    (0..w * h)
        .into_par_iter()
        .map(|i| {
            let (x, y) = ((i % w) as f32, (i / w) as f32);
            let sum = (0..STEPS).fold(gray(0.0), |s, k| {
                let t = k as f32 / (STEPS - 1) as f32 - 0.5;
                let px = ((x + mx * t).round().max(0.0) as usize).min(w - 1);
                let py = ((y + my * t).round().max(0.0) as usize).min(h - 1);
                s + picture[py * w + px]
            });
            sum * (1.0 / STEPS as f32)
        })
        .collect()
}
