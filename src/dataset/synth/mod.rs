//! Photos of boards drawn by our own ray caster, with exact labels.
//!
//! World units are cells: x along a row, y from the last row to row 0, z up; the board's top is `z = 0`, its center the
//! origin. A [`RenderSpec`] gives the same bytes on any number of threads.

#![allow(missing_docs)]

mod camera;
mod checkered;
mod chess_set;
mod clutter;
mod compose;
mod font;
mod go_board;
mod job;
mod knight;
mod lathe;
mod light;
mod marks;
mod positions;
mod qwirkle_board;
mod random;
mod scene;
mod sensor;
mod sets;
mod shapes;
#[cfg(test)]
mod tests;
mod texture;
mod trace;
mod vec3;

pub use job::{RenderError, RenderJob, render_dataset};

use super::manifest::{Kind, Label, Orientation, format_cells};
use crate::{
    games::GameId,
    geometry::{Point, Quad},
};
use camera::Camera;
use compose::Composed;
use image::RgbImage;
use random::{Rng, mix};
use rayon::prelude::*;
use sensor::Sensor;
use vec3::{V3, gray};

/// Shortest and longest allowed long side of a render, in pixels.
pub const SIZES: std::ops::RangeInclusive<u32> = 64..=4096;

/// Which photo to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderSpec {
    /// The game.
    pub game: GameId,
    /// Everything else follows from it.
    pub seed: u64,
    /// Longer side of the photo in pixels, within [`SIZES`].
    pub long_side: u32,
}

/// A drawn photo.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The photo before JPEG compression.
    pub image: RgbImage,
    /// Its label; `image` is empty.
    pub label: Label,
    /// JPEG quality that belongs to this photo, 40 to 95.
    pub quality: u8,
    /// What each pixel shows: 0 surroundings, 1 + cell index (row by row) a piece on the board, [`u16::MAX`] the board's top.
    pub mask: Vec<u16>,
    /// Distance from the camera in cells, infinite where nothing is.
    pub depth: Vec<f32>,
}

/// Draws a photo.
///
/// # Errors
/// When the size is not within [`SIZES`].
pub fn render(spec: &RenderSpec) -> Result<Rendered, RenderError> {
    if !SIZES.contains(&spec.long_side) {
        return Err(RenderError::Size(spec.long_side));
    }
    let mut rng = Rng::new(mix(spec.seed ^ (spec.game as u64) << 56));
    let (mut scene_rng, mut camera_rng, mut sensor_rng) = (rng.fork(), rng.fork(), rng.fork());
    let composed = compose::compose(spec.game, &mut scene_rng);
    let corners = composed.corners();
    let camera = Camera::sample(&mut camera_rng, spec.long_side, composed.views, &corners);
    let sensor = Sensor::sample(&mut sensor_rng, spec.long_side);
    let film = expose(&composed, &camera, rng.next());
    let (width, height) = camera.size;
    let image = sensor.develop(&film.light, width, height, film.board_mean());
    let label = label(spec, &composed, &camera)?;
    Ok(Rendered { image, label, quality: sensor.quality, mask: film.mask, depth: film.depth })
}

struct Film {
    light: Vec<V3>,
    mask: Vec<u16>,
    depth: Vec<f32>,
}

impl Film {
    /// Mean brightness of board and pieces.
    fn board_mean(&self) -> f32 {
        let on = self.light.iter().zip(&self.mask).filter(|(_, id)| **id > 0);
        let (sum, n) = on.fold((0.0, 0usize), |(s, n), (c, _)| (s + f64::from(c.luma().min(6.0)), n + 1));
        (sum / n.max(1) as f64) as f32
    }
}

/// The light at every pixel: two rays, and four more where they differ.
fn expose(composed: &Composed, camera: &Camera, seed: u64) -> Film {
    let (w, h) = camera.size;
    let rows: Vec<Vec<(V3, u16, f32)>> = (0..h)
        .into_par_iter()
        .map(|y| (0..w).map(|x| pixel(composed, camera, (x, y), mix(seed ^ (u64::from(y) << 32 | u64::from(x))))).collect())
        .collect();
    let all = rows.into_iter().flatten();
    let mut film = Film { light: Vec::new(), mask: Vec::new(), depth: Vec::new() };
    for (light, id, depth) in all {
        film.light.push(light);
        film.mask.push(id);
        film.depth.push(depth);
    }
    film
}

fn pixel(composed: &Composed, camera: &Camera, (x, y): (u32, u32), seed: u64) -> (V3, u16, f32) {
    let mut rng = Rng::new(seed);
    let mut take = |dx: f64, dy: f64| {
        let (jx, jy) = (f64::from(rng.f()) * 0.5, f64::from(rng.f()) * 0.5);
        let ray = camera.ray(f64::from(x) + dx + jx, f64::from(y) + dy + jy);
        trace::sample(&composed.scene, &ray, &mut rng)
    };
    let clip = |v: V3| v.map(|c| c.min(12.0));
    let (a, b) = (take(0.0, 0.0), take(0.5, 0.5));
    let (la, lb) = (clip(a.light), clip(b.light));
    let mut sum = la + lb;
    let mut n = 2.0;
    let apart = (la.luma() - lb.luma()).abs() / (la.luma() + lb.luma() + 0.05);
    if apart > 0.12 || a.id != b.id {
        for (dx, dy) in [(0.5, 0.0), (0.0, 0.5), (0.25, 0.25), (0.25, 0.0)] {
            sum = sum + clip(take(dx, dy).light);
            n += 1.0;
        }
    }
    (sum * (1.0 / n) + gray(0.0), a.id, a.depth)
}

fn label(spec: &RenderSpec, composed: &Composed, camera: &Camera) -> Result<Label, RenderError> {
    let corners: Vec<Point> = composed.corners().iter().filter_map(|p| camera.project(*p)).collect();
    let corners: [Point; 4] = corners.try_into().map_err(|_| RenderError::View(spec.seed))?;
    let quad = Quad::new(corners).map_err(|_| RenderError::View(spec.seed))?;
    let mut label = Label {
        game: Some(spec.game),
        corners: Some(quad.into()),
        cells: Some(format_cells(spec.game.game(), &composed.board)),
        orientation: Orientation::Known,
        group: format!("render-{}-{}-{}", spec.game, composed.style, spec.seed / 64),
        kind: Kind::Render,
        width: Some(camera.size.0),
        height: Some(camera.size.1),
        ..Label::default()
    };
    label.extra.insert("x_seed".to_owned(), spec.seed.into());
    Ok(label)
}
