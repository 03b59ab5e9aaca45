//! Photos of boards drawn by our own ray caster, with exact labels.
//!
//! World units are cells: x along a row, y from the last row to row 0, z up; the board's top is `z
//! = 0`, its center the origin. A [`RenderSpec`] gives the same bytes on any number of threads.

mod camera;
mod checkered;
mod chess_set;
mod clutter;
mod compose;
mod film;
mod folk_set;
mod font;
mod go_board;
mod job;
mod knight;
mod lathe;
mod light;
mod marks;
mod positions;
mod prints;
mod qwirkle_board;
mod random;
mod scene;
mod sensor;
mod sets;
mod shapes;
mod staunton;
#[cfg(test)]
mod tests;
mod texture;
mod trace;
mod vec3;

pub use job::{RenderError, RenderJob, render_dataset};

use super::manifest::{Kind, Label, format_cells};
use crate::{
    games::GameId,
    geometry::{GridSpec, Point, Quad},
};
use camera::Camera;
use compose::Composed;
use film::Film;
use image::RgbImage;
use random::{Rng, mix};
use scene::HAND;
use sensor::Sensor;

/// Shortest and longest allowed long side of a render, in pixels.
pub const SIZES: std::ops::RangeInclusive<u32> = 64..=4096;

/// The key of labels of photos whose chessmen are of sets of their own.
const MIXED_SETS: &str = "x_mixed_sets";

/// Which photo to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderSpec {
    /// The game.
    pub game: GameId,
    /// Everything else follows from it.
    pub seed: u64,
    /// Longer side of the photo in pixels, within [`SIZES`].
    pub long_side: u32,
    /// Rows of the board; `None` for a random one of the game's.
    pub rows: Option<usize>,
    /// Whether every chessman is of a set of its own, on boards with up to 48 of them; other games
    /// have no use for it.
    pub mixed_sets: bool,
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
    /// What each pixel shows: 0 surroundings, 1 + cell index (row by row) a piece on the board,
    /// [`u16::MAX`] the board's top, one less a hand.
    pub mask: Vec<u16>,
    /// Distance from the camera in cells, infinite where nothing is.
    pub depth: Vec<f32>,
}

/// Draws a photo.
///
/// # Errors
/// When the size is not within [`SIZES`], or the game has no board of so many rows.
pub fn render(spec: &RenderSpec) -> Result<Rendered, RenderError> {
    if !SIZES.contains(&spec.long_side) {
        return Err(RenderError::Size(spec.long_side));
    }
    if let Some(rows) = spec.rows.filter(|&rows| !has_rows(spec.game, rows)) {
        return Err(RenderError::Rows { game: spec.game, rows });
    }
    let mut rng = Rng::new(mix(spec.seed ^ (spec.game as u64) << 56));
    let (mut scene_rng, mut camera_rng, mut sensor_rng) = (rng.fork(), rng.fork(), rng.fork());
    let mut composed = compose::compose(spec.game, spec.rows, spec.mixed_sets, &mut scene_rng);
    let corners = composed.corners();
    let camera = Camera::sample(&mut camera_rng, spec.long_side, composed.views, &corners);
    composed.scene.pixel = camera.pixel();
    let sensor = Sensor::sample(&mut sensor_rng, spec.long_side);
    let film = Film::expose(&composed.scene, &camera, rng.next());
    let (width, height) = camera.size;
    let image =
        sensor.develop(&film.light, width, height, film.exposure(0.27), &composed.scene.lighting);
    let mut label = label(spec, &composed, &camera)?;
    label.covered = covered(&film.mask, width as usize, &composed.spec, &label);
    Ok(Rendered { image, label, quality: sensor.quality, mask: film.mask, depth: film.depth })
}

/// Whether a game is played on a board of so many rows.
fn has_rows(game: GameId, rows: usize) -> bool {
    game.game().grids().iter().any(|grid| grid.rows == rows)
}

/// The cells that a hand hides: most of the pixels of their squares show it.
fn covered(mask: &[u16], width: usize, grid: &GridSpec, label: &Label) -> Vec<(usize, usize)> {
    let Some(quad) =
        label.corners.and_then(|corners| Quad::new(corners).ok()).filter(|_| mask.contains(&HAND))
    else {
        return Vec::new();
    };
    let to_photo = grid.to_photo(&quad);
    let hides = |row: usize, col: usize, i: usize| {
        let center = grid.center(row, col);
        let off = |step: usize| (step as f64 - 2.0) / 5.0;
        let p = to_photo.project(Point::new(center.x + off(i % 5), center.y + off(i / 5)));
        p.x >= 0.0
            && p.y >= 0.0
            && (p.x as usize) < width
            && mask.get(p.y as usize * width + p.x as usize) == Some(&HAND)
    };
    let cells = (0..grid.rows).flat_map(|row| (0..grid.cols).map(move |col| (row, col)));
    cells.filter(|&(row, col)| (0..25).filter(|&i| hides(row, col, i)).count() > 12).collect()
}

fn label(spec: &RenderSpec, composed: &Composed, camera: &Camera) -> Result<Label, RenderError> {
    let corners: Vec<Point> =
        composed.corners().iter().filter_map(|p| camera.project(*p)).collect();
    let corners: [Point; 4] = corners.try_into().map_err(|_| RenderError::View(spec.seed))?;
    let quad = Quad::new(corners).map_err(|_| RenderError::View(spec.seed))?;
    let mut label = Label {
        game: Some(spec.game),
        corners: Some(quad.into()),
        cells: Some(format_cells(spec.game.game(), &composed.board)),
        orientation: composed.orientation,
        group: format!("render-{}-{}-{}", spec.game, composed.style, spec.seed / 64),
        kind: Kind::Render,
        width: Some(camera.size.0),
        height: Some(camera.size.1),
        ..Label::default()
    };
    label.extra.insert("x_seed".to_owned(), spec.seed.into());
    if spec.mixed_sets {
        label.extra.insert(MIXED_SETS.to_owned(), true.into());
    }
    Ok(label)
}
