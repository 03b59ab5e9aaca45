//! An arm, or a flat thing, laid over a view: the corner detector learns to say what hides the
//! board.

use crate::augment::normal;
use image::{Rgb, RgbImage};
use ndarray::Array2;
use rand::{Rng, rngs::StdRng};

/// Share of what is laid over views that is no arm.
const THINGS: f64 = 0.25;

/// Colors of skin in sRGB.
const SKINS: [[f32; 3]; 5] = [
    [224.0, 172.0, 140.0],
    [198.0, 134.0, 100.0],
    [141.0, 85.0, 56.0],
    [90.0, 56.0, 40.0],
    [240.0, 200.0, 175.0],
];

type V2 = [f64; 2];

/// A round bar from one point to another, lit from one side.
struct Bar {
    from: V2,
    to: V2,
    radius: f64,
    color: [f32; 3],
}

/// Lays an arm or a thing over a picture; the share of each pixel that it hides, in [0, 1], rows
/// from the top.
pub fn lay_over(picture: &mut RgbImage, rng: &mut StdRng) -> Array2<f32> {
    if rng.random_bool(THINGS) { thing(picture, rng) } else { arm(picture, rng) }
}

/// A hand with fingers somewhere in the picture, its arm from beyond the picture's edge.
fn arm(picture: &mut RgbImage, rng: &mut StdRng) -> Array2<f32> {
    let side = f64::from(picture.width().max(picture.height()));
    let width = side * rng.random_range(0.05..0.17);
    let tip = [
        rng.random_range(0.05..0.95) * f64::from(picture.width()),
        rng.random_range(0.05..0.95) * f64::from(picture.height()),
    ];
    let turn: f64 = rng.random_range(0.0..std::f64::consts::TAU);
    let along = [turn.cos(), turn.sin()];
    let across = [-along[1], along[0]];
    let at = |forward: f64, aside: f64| {
        [0, 1].map(|i| tip[i] + width * (forward * along[i] + aside * across[i]))
    };
    let skin = SKINS[rng.random_range(0..SKINS.len())].map(|v| v * rng.random_range(0.85..1.15));
    let cloth: [f32; 3] = std::array::from_fn(|_| rng.random_range(10.0..245.0));
    let bare = rng.random_range(2.0..9.0);
    let mut bars = vec![
        Bar {
            from: at(bare, 0.0),
            to: at(40.0, 0.0),
            radius: width * rng.random_range(0.6..0.95),
            color: cloth,
        },
        Bar {
            from: at(2.2, 0.0),
            to: at(bare + 0.5, 0.0),
            radius: width * rng.random_range(0.4..0.55),
            color: skin,
        },
        Bar { from: at(1.4, 0.0), to: at(2.2, 0.0), radius: width * 0.55, color: skin },
    ];
    for finger in 0..rng.random_range(2..6) {
        let aside = 0.28 * f64::from(finger) - 0.5;
        let reach = rng.random_range(0.0..0.9);
        let end = at(reach, 1.2 * aside + 0.1 * f64::from(normal(rng)));
        bars.push(Bar {
            from: at(1.4, aside),
            to: end,
            radius: width * rng.random_range(0.11..0.17),
            color: skin,
        });
    }
    let light: V2 = [normal(rng), normal(rng)].map(f64::from);
    shadow(picture, &bars, light, width, rng);
    let mut mask = Array2::zeros((picture.height() as usize, picture.width() as usize));
    for bar in &bars {
        draw(
            picture,
            &mut mask,
            |p| bar.cover(p).map(|(share, shade)| (share, bar.color.map(|v| v * shade))),
            light,
        );
    }
    mask
}

impl Bar {
    /// How much of the pixel around a point the bar hides, and how bright it is there; `None` where
    /// it is not.
    fn cover(&self, p: V2) -> Option<(f32, f32)> {
        let d = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        let length = (d[0] * d[0] + d[1] * d[1]).max(1e-9);
        let t = (((p[0] - self.from[0]) * d[0] + (p[1] - self.from[1]) * d[1]) / length)
            .clamp(0.0, 1.0);
        let off = (p[0] - self.from[0] - t * d[0]).hypot(p[1] - self.from[1] - t * d[1]);
        let share = (self.radius - off + 0.5).clamp(0.0, 1.0);
        let side = (off / self.radius).min(1.0);
        // A round bar faces away at its edges.
        (share > 0.0).then_some((share as f32, (0.55 + 0.45 * (1.0 - side * side).sqrt()) as f32))
    }
}

/// A flat thing: a phone, a book, a cup's round.
fn thing(picture: &mut RgbImage, rng: &mut StdRng) -> Array2<f32> {
    let (w, h) = (f64::from(picture.width()), f64::from(picture.height()));
    let center = [rng.random_range(0.0..w), rng.random_range(0.0..h)];
    let half = [w * rng.random_range(0.06..0.3), h * rng.random_range(0.06..0.3)];
    let (sin, cos) = rng.random_range(0.0..std::f64::consts::TAU).sin_cos();
    let round = rng.random_bool(0.3);
    let color: [f32; 3] = std::array::from_fn(|_| rng.random_range(10.0..245.0));
    let light: V2 = [normal(rng), normal(rng)].map(f64::from);
    let mut mask = Array2::zeros((picture.height() as usize, picture.width() as usize));
    let cover = |p: V2| {
        let d = [p[0] - center[0], p[1] - center[1]];
        let (x, y) = ((d[0] * cos + d[1] * sin) / half[0], (d[1] * cos - d[0] * sin) / half[1]);
        let inside = if round { x * x + y * y < 1.0 } else { x.abs() < 1.0 && y.abs() < 1.0 };
        inside.then_some((1.0, color.map(|v| v * (0.9 + 0.1 * y as f32))))
    };
    draw(picture, &mut mask, cover, light);
    mask
}

/// Draws what covers pixels, each with its share and color, a little brighter on the side of the
/// light.
fn draw(
    picture: &mut RgbImage,
    mask: &mut Array2<f32>,
    cover: impl Fn(V2) -> Option<(f32, [f32; 3])>,
    light: V2,
) {
    let (w, h) = (f64::from(picture.width()), f64::from(picture.height()));
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let p = [f64::from(x) + 0.5, f64::from(y) + 0.5];
        let Some((share, color)) = cover(p) else { continue };
        let lit = 1.0 + 0.12 * (light[0] * (p[0] / w - 0.5) + light[1] * (p[1] / h - 0.5)) as f32;
        *pixel = Rgb(std::array::from_fn(|c| {
            (f32::from(pixel[c]) * (1.0 - share) + color[c] * lit * share).clamp(0.0, 255.0) as u8
        }));
        let hidden = &mut mask[[y as usize, x as usize]];
        *hidden = hidden.max(share);
    }
}

/// The shadow that bars throw aside; it hides nothing.
fn shadow(picture: &mut RgbImage, bars: &[Bar], light: V2, width: f64, rng: &mut StdRng) {
    let depth = rng.random_range(0.0..0.6f32);
    let off = light.map(|v| -0.5 * width * v);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let p = [f64::from(x) + 0.5 - off[0], f64::from(y) + 0.5 - off[1]];
        let share =
            bars.iter().filter_map(|bar| bar.cover(p)).map(|(share, _)| share).fold(0.0, f32::max);
        *pixel = Rgb(pixel.0.map(|v| (f32::from(v) * (1.0 - depth * share)) as u8));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn what_is_hidden_has_changed_and_nothing_else_but_for_shadows() {
        for seed in 0..40 {
            let plain = RgbImage::from_pixel(96, 96, Rgb([90, 200, 90]));
            let mut picture = plain.clone();
            let mask = lay_over(&mut picture, &mut StdRng::seed_from_u64(seed));
            for ((row, col), &share) in mask.indexed_iter() {
                let pixel = picture.get_pixel(col as u32, row as u32).0;
                // A shadow keeps the hue.
                let green = i32::from(pixel[1]) * 90 - i32::from(pixel[0]) * 200;
                assert!(
                    share == 1.0 || share > 0.0 || green.abs() < 400,
                    "seed {seed}: {pixel:?} at {row}, {col}"
                );
                assert!((0.0..=1.0).contains(&share));
            }
        }
        let hidden = |seed| {
            lay_over(&mut RgbImage::new(96, 96), &mut StdRng::seed_from_u64(seed))
                .mean()
                .unwrap_or(0.0)
        };
        let mean = (0..60).map(hidden).sum::<f32>() / 60.0;
        assert!((0.05..0.4).contains(&mean), "{mean}");
    }
}
