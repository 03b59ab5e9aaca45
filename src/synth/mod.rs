//! Photos of boards drawn by our own ray caster, with exact labels.
//!
//! World units are cells: x along a row, y from the last row to row 0, z up; the board's top is `z
//! = 0`, its center the origin. A [`RenderSpec`] gives the same bytes on any number of threads.
//!
//! ```
//! use kibitzer::{games::GameId, synth::{RenderSpec, render}};
//!
//! let spec = RenderSpec {
//!     game: GameId::Go, seed: 1, long_side: 64, rows: Some(9),
//!     mixed_sets: false, set: None, modeled: None, hard: 0, position: None,
//! };
//! let rendered = render(&spec)?;
//! assert_eq!(rendered.image.width().max(rendered.image.height()), 64);
//! assert_eq!((rendered.board.rows(), rendered.grid.rows), (9, 9));
//! # Ok::<(), kibitzer::synth::RenderError>(())
//! ```

mod boards;
mod camera;
mod compose;
mod designs;
mod hardship;
mod pieces;
mod placing;
mod positions;
pub(crate) mod random;
mod scene;
mod stage;
mod vec3;

use crate::{
    games::{CellGrid, GameId},
    geometry::{GridSpec, Point, Quad},
};
use camera::{Camera, Views, film::Film, sensor::Sensor};
use compose::Composed;
pub use designs::{Design, DesignError, Designs, KINDS, Modeled, Style};
use image::RgbImage;
use random::{Rng, mix};
use scene::{HAND, Scene, light::Lighting};
pub use stage::{Frame, Knock, Light, Moved, Piece, Reaching, Stage, start_squares};
use std::collections::HashSet;
use vec3::V3;

/// Shortest and longest allowed long side of a render, in pixels.
pub const SIZES: std::ops::RangeInclusive<u32> = 64..=4096;

/// Which photo to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The seed of board and pieces of chess or checkers; `None` for those that `seed` gives. Photos
    /// with the same one show the same set, elsewhere and in other light.
    pub set: Option<u64>,
    /// Designs of chessmen that some of the boards show in place of our own shapes.
    pub modeled: Option<Modeled>,
    /// How many boards of a hundred are hard to see: in hard or colored light, from almost the side,
    /// crowded, with men that hardly stand out.
    pub hard: u8,
    /// The position to show; `None` for a random one. Nothing of a board of Qwirkle but its tiles
    /// follows from it: where the bonus squares are, the seed says.
    pub position: Option<CellGrid>,
}

/// A drawn photo, and what it shows.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The photo before JPEG compression.
    pub image: RgbImage,
    /// JPEG quality that belongs to this photo, 40 to 95.
    pub quality: u8,
    /// What is on the board.
    pub board: CellGrid,
    /// The board's grid.
    pub grid: GridSpec,
    /// The board's corners in pixels, from that of row 0, column 0 of `board`.
    pub corners: Quad,
    /// Whether row 0, column 0 is the game's own: nothing tells which it is on boards of Qwirkle,
    /// and of checkers where men stand on the light squares.
    pub orientation_known: bool,
    /// The style of the board: `wood`, `paper`, ...
    pub style: &'static str,
    /// The names of the modeled designs that it shows, the king's first.
    pub designs: Vec<String>,
    /// What makes the board hard to see: `low_sun`, `flat_view`, ...; nothing unless
    /// [`RenderSpec::hard`] asks for it.
    pub hardships: Vec<&'static str>,
    /// The cells, as row and column, that a hand hides.
    pub covered: Vec<(usize, usize)>,
    /// What each pixel shows: 0 surroundings, 1 + cell index (row by row) a piece on the board,
    /// [`u16::MAX`] the board's top, one less a hand.
    pub mask: Vec<u16>,
    /// Distance from the camera in cells, infinite where nothing is.
    pub depth: Vec<f32>,
}

/// A photo that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The size is out of range.
    #[error("cannot render at {0} pixels: choose a long side of 64 to 4096 pixels")]
    Size(u32),
    /// The game has no such board.
    #[error(
        "there is no {game} board of {rows} rows to render: name a game that is played on one, or \
        leave out the rows"
    )]
    Rows {
        /// The game.
        game: GameId,
        /// The rows asked for.
        rows: usize,
    },
    /// The position has other rows than those asked for.
    #[error(
        "the position has {has} rows and columns, and {rows} are asked for: leave out the rows"
    )]
    Position {
        /// The position's rows.
        has: usize,
        /// The rows asked for.
        rows: usize,
    },
    /// The camera does not see the board's corners.
    #[error("seed {0} gives no view of the whole board: skip it")]
    View(u64),
}

impl RenderSpec {
    /// Whether such a photo can be drawn at all.
    ///
    /// # Errors
    /// When the size is not within [`SIZES`], the game has no board of so many rows, or the
    /// position is not one of a board of so many.
    pub fn check(&self) -> Result<(), RenderError> {
        if !SIZES.contains(&self.long_side) {
            return Err(RenderError::Size(self.long_side));
        }
        let has = |rows| self.game.game().grids().iter().any(|grid| grid.rows == rows);
        if let Some(rows) = self.rows().filter(|&rows| !has(rows)) {
            return Err(RenderError::Rows { game: self.game, rows });
        }
        match (self.rows, self.position.as_ref().map(CellGrid::rows)) {
            (Some(rows), Some(has)) if rows != has => Err(RenderError::Position { has, rows }),
            _ => Ok(()),
        }
    }

    /// Rows of the board, where they are not left to chance.
    fn rows(&self) -> Option<usize> {
        self.position.as_ref().map(CellGrid::rows).or(self.rows)
    }
}

/// Draws a photo.
///
/// # Errors
/// As [`RenderSpec::check`], and when the camera does not see the whole board.
pub fn render(spec: &RenderSpec) -> Result<Rendered, RenderError> {
    spec.check()?;
    let mut rng = rng_of(spec);
    let mut scene_rng = rng.fork();
    let mut composed = compose::compose(spec, &mut scene_rng);
    let (must_see, views) = (composed.corners(), composed.views);
    let taken = photograph(&mut composed.scene, views, &must_see, spec.long_side, &mut rng);
    rendered(composed, taken).ok_or(RenderError::View(spec.seed))
}

/// The generator of everything in a photo.
fn rng_of(spec: &RenderSpec) -> Rng {
    Rng::new(mix(spec.seed ^ (spec.game as u64) << 56))
}

/// A photo and what it shows; `None` where it does not show the whole board.
fn rendered(composed: Composed, taken: Photograph) -> Option<Rendered> {
    let Photograph { image, quality, film, camera } = taken;
    let corners = corners(&composed, &camera)?;
    Some(Rendered {
        image,
        quality,
        covered: covered(&film.mask, camera.size.0 as usize, &composed.spec, &corners),
        board: composed.board,
        grid: composed.spec,
        corners,
        orientation_known: composed.orientation_known,
        style: composed.style,
        designs: each_once(composed.designs),
        hardships: composed.hardships,
        mask: film.mask,
        depth: film.depth,
    })
}

/// Names without those that were there before.
fn each_once(mut names: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// A drawn photo without a board.
#[derive(Clone, Debug)]
pub struct RenderedBoardless {
    /// The photo before JPEG compression.
    pub image: RgbImage,
    /// JPEG quality that belongs to this photo, 40 to 95.
    pub quality: u8,
    /// What it shows, as labels say it in `kind_of`: `puzzle`, `calibration`, `tile`, `other_game`,
    /// `page`, `keyboard`, `table`.
    pub what: &'static str,
}

/// Draws a photo without a board: of something that could be taken for one, on a table.
///
/// # Errors
/// When the size is not within [`SIZES`].
pub fn render_boardless(seed: u64, long_side: u32) -> Result<RenderedBoardless, RenderError> {
    if !SIZES.contains(&long_side) {
        return Err(RenderError::Size(long_side));
    }
    let mut rng = Rng::new(mix(seed ^ (GameId::ALL.len() as u64) << 56));
    let mut scene_rng = rng.fork();
    let compose::Boardless { mut scene, what, corners, views } = compose::boardless(&mut scene_rng);
    let Photograph { image, quality, .. } =
        photograph(&mut scene, views, &corners, long_side, &mut rng);
    Ok(RenderedBoardless { image, quality, what })
}

/// A photo of a scene.
struct Photograph {
    image: RgbImage,
    quality: u8,
    film: Film,
    camera: Camera,
}

/// Takes a photo of a scene in which these points are to be seen.
fn photograph(
    scene: &mut Scene,
    views: Views,
    must_see: &[V3; 4],
    long_side: u32,
    rng: &mut Rng,
) -> Photograph {
    let equipment = Equipment::sample(rng, views, must_see, long_side);
    equipment.expose(scene, |film| film.exposure(MIDDLE)).photograph()
}

/// How bright boards are in photos, on the whole.
const MIDDLE: f32 = 0.27;

/// What photos are taken with.
#[derive(Clone)]
struct Equipment {
    camera: Camera,
    sensor: Sensor,
    /// Of the light's rays.
    seed: u64,
}

impl Equipment {
    /// Any camera, where it sees these points.
    fn sample(rng: &mut Rng, views: Views, must_see: &[V3; 4], long_side: u32) -> Self {
        let (mut camera_rng, mut sensor_rng) = (rng.fork(), rng.fork());
        let camera = Camera::sample(&mut camera_rng, long_side, views, must_see);
        let sensor = Sensor::sample(&mut sensor_rng, long_side);
        Self { camera, sensor, seed: rng.next() }
    }

    /// How a photo of the scene is to be exposed.
    fn exposure(self, scene: &mut Scene) -> f32 {
        scene.pixel = self.camera.pixel();
        Film::expose(scene, &self.camera, self.seed).exposure(MIDDLE)
    }

    /// Exposes a film as `gain` finds right.
    fn expose(self, scene: &mut Scene, gain: impl FnOnce(&Film) -> f32) -> Exposed {
        scene.pixel = self.camera.pixel();
        let film = Film::expose(scene, &self.camera, self.seed);
        let gain = gain(&film);
        Exposed { equipment: self, film, gain, lighting: scene.lighting.clone() }
    }
}

/// A film that can be developed.
struct Exposed {
    equipment: Equipment,
    film: Film,
    gain: f32,
    lighting: Lighting,
}

impl Exposed {
    /// The photo that a sensor makes of it.
    fn develop(&self, sensor: &Sensor) -> RgbImage {
        let (width, height) = self.equipment.camera.size;
        sensor.develop(&self.film.light, width, height, self.gain, &self.lighting)
    }

    fn photograph(self) -> Photograph {
        let image = self.develop(&self.equipment.sensor);
        let Equipment { camera, sensor, .. } = self.equipment;
        Photograph { image, quality: sensor.quality, film: self.film, camera }
    }
}

/// Where the camera sees the board's corners; `None` where it does not see all of them.
fn corners(composed: &Composed, camera: &Camera) -> Option<Quad> {
    let corners: Vec<Point> =
        composed.corners().iter().filter_map(|p| camera.project(*p)).collect();
    Quad::new(corners.try_into().ok()?).ok()
}

/// The cells that a hand hides: most of the pixels of their squares show it.
fn covered(mask: &[u16], width: usize, grid: &GridSpec, corners: &Quad) -> Vec<(usize, usize)> {
    if !mask.contains(&HAND) {
        return Vec::new();
    }
    let to_photo = grid.to_photo(corners);
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

#[cfg(test)]
mod tests;
