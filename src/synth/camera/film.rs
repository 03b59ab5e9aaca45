//! The picture before the sensor: light at every pixel, what it comes from, and a filter against
//! sampling noise.

use super::{
    Camera,
    trace::{self, Sample},
};
use crate::synth::{
    random::{Rng, mix},
    scene::{HAND, Scene},
    vec3::{V3, gray},
};
use rayon::prelude::*;

/// Largest light a single ray may bring, in units of a white surface in the main light.
const CLIP: f32 = 8.0;

/// What a pixel holds.
#[derive(Clone, Copy)]
struct Pixel {
    light: V3,
    albedo: V3,
    diffuse: V3,
    n: V3,
    id: u16,
    depth: f32,
}

/// A picture of linear light.
pub struct Film {
    /// Linear light, row by row.
    pub light: Vec<V3>,
    /// As [`Instance::id`](crate::synth::scene::Instance), `u16::MAX` for the board's top.
    pub mask: Vec<u16>,
    /// Distance from the camera.
    pub depth: Vec<f32>,
}

impl Film {
    /// Takes the picture.
    pub fn expose(scene: &Scene, camera: &Camera, seed: u64) -> Self {
        let (w, h) = camera.size;
        let rows = (0..h).into_par_iter().flat_map_iter(|y| {
            (0..w).map(move |x| {
                pixel(scene, camera, (x, y), mix(seed ^ (u64::from(y) << 32 | u64::from(x))))
            })
        });
        let pixels: Vec<Pixel> = rows.collect();
        let smooth = denoise(&pixels, w as usize);
        let fix =
            |(p, d): (&Pixel, &V3)| (p.light + p.albedo * (*d - p.diffuse)).map(|v| v.max(0.0));
        Self {
            light: pixels.iter().zip(&smooth).map(fix).collect(),
            mask: pixels.iter().map(|p| p.id).collect(),
            depth: pixels.iter().map(|p| p.depth).collect(),
        }
    }

    /// The factor that brings board and pieces to a middle brightness of about `middle` without
    /// losing their lights.
    pub fn exposure(&self, middle: f32) -> f32 {
        let on = self.light.iter().zip(&self.mask).filter(|(_, id)| **id > 0 && **id != HAND);
        let mut all: Vec<f32> = on.map(|(c, _)| c.luma()).collect();
        all.sort_unstable_by(f32::total_cmp);
        let mean = all.iter().map(|v| f64::from(*v)).sum::<f64>() as f32 / all.len().max(1) as f32;
        let high = all.get(all.len() * 96 / 100).copied().unwrap_or(1.0);
        (middle / mean.max(1e-4)).min(0.95 / high.max(1e-4))
    }
}

/// Two rays, and four more where they differ.
fn pixel(scene: &Scene, camera: &Camera, (x, y): (u32, u32), seed: u64) -> Pixel {
    let mut rng = Rng::new(seed);
    let mut take = |dx: f64, dy: f64| {
        let (jx, jy) = (f64::from(rng.f()) * 0.5, f64::from(rng.f()) * 0.5);
        let ray = camera.ray(f64::from(x) + dx + jx, f64::from(y) + dy + jy);
        trace::sample(scene, &ray, &mut rng)
    };
    let (a, b) = (take(0.0, 0.0), take(0.5, 0.5));
    let differ =
        a.id != b.id || contrast(a.light(), b.light()) > 0.1 || contrast(a.albedo, b.albedo) > 0.08;
    let mut all = vec![a, b];
    if differ {
        all.extend(
            [(0.5, 0.0), (0.0, 0.5), (0.25, 0.25), (0.25, 0.0)].map(|(dx, dy)| take(dx, dy)),
        );
    }
    let share = 1.0 / all.len() as f32;
    let mean = |f: &dyn Fn(&Sample) -> V3| all.iter().fold(gray(0.0), |s, v| s + f(v)) * share;
    Pixel {
        light: mean(&|s| s.light().map(|c| c.min(CLIP))),
        albedo: mean(&|s| s.albedo),
        diffuse: mean(&|s| s.diffuse),
        n: all[0].n,
        id: all[0].id,
        depth: all[0].depth,
    }
}

fn contrast(a: V3, b: V3) -> f32 {
    (a.luma() - b.luma()).abs() / (a.luma() + b.luma() + 0.05)
}

/// The diffuse light, smoothed along surfaces: two rounds of a bilateral filter guided by what a
/// pixel shows, its normal, and the locally averaged light (an a-trous filter after Dammertz et al.
/// 2010).
fn denoise(pixels: &[Pixel], w: usize) -> Vec<V3> {
    let first: Vec<V3> = pixels.iter().map(|p| p.diffuse).collect();
    let guide = filter(pixels, &first, None, w, 1);
    let once = filter(pixels, &first, Some(&guide), w, 1);
    filter(pixels, &once, Some(&guide), w, 2)
}

fn filter(pixels: &[Pixel], light: &[V3], guide: Option<&[V3]>, w: usize, step: i32) -> Vec<V3> {
    let h = pixels.len() / w;
    let reach = if guide.is_some() { 2 } else { 1 };
    (0..pixels.len())
        .into_par_iter()
        .map(|i| {
            let (x, y) = ((i % w) as i32, (i / w) as i32);
            let (mut sum, mut total) = (gray(0.0), 0.0);
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let (px, py) = (x + dx * step, y + dy * step);
                    if px < 0 || py < 0 || px >= w as i32 || py >= h as i32 {
                        continue;
                    }
                    let j = py as usize * w + px as usize;
                    let weight = likeness(&pixels[i], &pixels[j])
                        * guide.map_or(1.0, |g| similar(g[i], g[j]));
                    sum += light[j] * weight;
                    total += weight;
                }
            }
            if total > 0.0 { sum * (1.0 / total) } else { light[i] }
        })
        .collect()
}

/// 1 for two pixels of one smooth surface, toward 0 for others.
fn likeness(a: &Pixel, b: &Pixel) -> f32 {
    if a.id != b.id || (a.depth - b.depth).abs() > 0.04 * a.depth {
        return 0.0;
    }
    a.n.dot(b.n).max(0.0).powi(16)
}

/// 1 for equal light, toward 0 across the edge of a shadow.
fn similar(a: V3, b: V3) -> f32 {
    let apart = contrast(a, b) / 0.16;
    1.0 / (1.0 + apart.powi(4))
}
