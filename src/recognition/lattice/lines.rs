//! How strongly the lines of a board are seen in its rectified picture.

use crate::{
    geometry::{GridSpec, Homography, Lattice, Point, Quad},
    vision::{Pyramid, warp},
};
use image::RgbImage;
use rayon::prelude::*;

/// Pixels per cell pitch in the rectified picture.
pub const PITCH: f64 = 24.0;
/// Samples along a piece of line, about one a pixel; and in a coarse search.
const SAMPLES: i32 = 16;
const COARSE_SAMPLES: i32 = 6;
/// Margin around the board in pitches: outer lines are looked for in it.
const MARGIN: f64 = 1.75;
/// Steps from a pixel of a line to where the board beside it is seen.
const BESIDE: usize = 3;
/// The lines of a board are light where light ones are so much stronger than dark ones: glare draws
/// some on any board. Every so many rows tell.
const CLEARLY_LIGHT: f64 = 1.5;
const TELLING: usize = 4;

/// How much each pixel of the rectified board looks like part of a vertical, and of a horizontal,
/// grid line.
pub struct Strengths {
    width: usize,
    height: usize,
    vertical: Vec<u8>,
    horizontal: Vec<u8>,
    /// Samples along a piece of line between two crossings.
    samples: i32,
}

impl Strengths {
    pub fn of(photo: &Pyramid, corners: &Quad, grid: &GridSpec) -> Self {
        let (w, h) = grid.steps();
        let side = |steps: f64| ((steps + 2.0 * MARGIN) * PITCH).round() as u32;
        let to_board = Homography::scale_shift(1.0 / PITCH, 1.0 / PITCH, -MARGIN, -MARGIN);
        let picture = warp(photo, &grid.to_photo(corners).compose(&to_board), side(w), side(h));
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let ink = match grid.lattice {
            Lattice::Squares => Ink::Tones,
            Lattice::Intersections => Ink::of(&picture),
        };
        let strength = |step: usize| line_strength(&picture, step, ink);
        let (vertical, horizontal) = (strength(1), strength(width));
        Self { width, height, vertical, horizontal, samples: SAMPLES }
    }

    /// The same, looked at along lines in fewer places: for a search among many boards.
    pub fn coarse(self) -> Self {
        Self { samples: COARSE_SAMPLES, ..self }
    }

    /// The strength at a place in board coordinates; 0 outside the picture.
    pub fn at(&self, p: Point, vertical: bool) -> f32 {
        let (x, y) = ((p.x + MARGIN) * PITCH, (p.y + MARGIN) * PITCH);
        if x < 0.0 || y < 0.0 || x >= self.width as f64 || y >= self.height as f64 {
            return 0.0;
        }
        let map = if vertical { &self.vertical } else { &self.horizontal };
        f32::from(map[y as usize * self.width + x as usize])
    }
}

/// The lines' strengths, seen as if the board lay somewhat elsewhere in the picture.
pub struct View<'a> {
    strengths: &'a Strengths,
    /// From board coordinates to those of the picture that the strengths are of.
    pub to_picture: Homography,
}

impl<'a> View<'a> {
    /// The board lies where the picture was rectified to.
    pub fn straight(strengths: &'a Strengths) -> Self {
        Self { strengths, to_picture: Homography::scale_shift(1.0, 1.0, 0.0, 0.0) }
    }

    /// The board's outline is `outline` in the picture.
    pub fn through(strengths: &'a Strengths, outline: &Quad, grid: &GridSpec) -> Self {
        Self { strengths, to_picture: grid.to_photo(outline) }
    }

    /// Mean strength of the piece of line through `middle`, shifted across by `shift`; board
    /// coordinates.
    pub fn along(&self, middle: Point, vertical: bool, shift: f64) -> f64 {
        let samples = self.strengths.samples;
        let end = |t: f64| {
            let (dx, dy) = if vertical { (shift, t) } else { (t, shift) };
            self.to_picture.project(Point::new(middle.x + dx, middle.y + dy))
        };
        // Over so short a piece the map is as good as affine.
        let (from, to) = (end(-0.35), end(0.35));
        let sum: f32 = (0..samples)
            .map(|i| {
                let t = (f64::from(i) + 0.5) / f64::from(samples);
                self.strengths.at(
                    Point::new(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)),
                    vertical,
                )
            })
            .sum();
        f64::from(sum) / f64::from(samples)
    }
}

/// What the lines of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ink {
    /// Edges between squares of two tones.
    Tones,
    /// Lines that are darker than the board.
    Dark,
    /// Lines that are lighter, as on slate or black lacquer.
    Light,
}

impl Ink {
    /// That of the lines in the picture of a Go board.
    fn of(picture: &RgbImage) -> Self {
        let (width, pixels) = (picture.width() as usize, picture.as_raw().as_chunks::<3>().0);
        let rows = || pixels.chunks_exact(width).step_by(TELLING);
        let all = |ink: Self| -> f64 {
            let within = BESIDE..width - BESIDE;
            let row = |row: &[[u8; 3]]| -> u32 {
                within.clone().map(|i| u32::from(ink.strength(row, i, BESIDE))).sum()
            };
            rows().map(row).map(f64::from).sum()
        };
        if all(Self::Light) > CLEARLY_LIGHT * all(Self::Dark) { Self::Light } else { Self::Dark }
    }

    /// How much the pixel `i` looks like part of a line, beside those `reach` before and after.
    fn strength(self, pixels: &[[u8; 3]], i: usize, reach: usize) -> u8 {
        let (before, here, after) = (pixels[i - reach], pixels[i], pixels[i + reach]);
        let channels = (0..3).map(|c| match self {
            Self::Tones => after[c].abs_diff(before[c]),
            Self::Dark => after[c].min(before[c]).saturating_sub(here[c]),
            Self::Light => here[c].saturating_sub(after[c].max(before[c])),
        });
        channels.max().unwrap_or(0)
    }
}

/// Between squares: the largest difference of any channel between the pixels `step` before and
/// after. For lines: how much darker, or lighter, than those three steps to both sides the pixel
/// is. 0 where these are not in the picture.
fn line_strength(picture: &RgbImage, step: usize, ink: Ink) -> Vec<u8> {
    let reach = if ink == Ink::Tones { step } else { BESIDE * step };
    let pixels = picture.as_raw().as_chunks::<3>().0;
    let strength = |i: usize| match i < reach || i + reach >= pixels.len() {
        true => 0,
        false => ink.strength(pixels, i, reach),
    };
    (0..pixels.len()).into_par_iter().with_min_len(1 << 13).map(strength).collect()
}

/// The middles of all pieces of inner lines, in board coordinates, and whether they are vertical.
pub fn pieces_of(grid: &GridSpec) -> impl Iterator<Item = (Point, bool)> {
    let (w, h) = grid.steps();
    let (w, h) = (w as usize, h as usize);
    // On a Go board the outermost lines are lines like the others.
    let outer = usize::from(grid.lattice == Lattice::Squares);
    let vertical = (outer..=w - outer)
        .flat_map(move |x| (0..h).map(move |y| (Point::new(x as f64, y as f64 + 0.5), true)));
    let horizontal = (outer..=h - outer)
        .flat_map(move |y| (0..w).map(move |x| (Point::new(x as f64 + 0.5, y as f64), false)));
    vertical.chain(horizontal)
}

/// The evidence of a board in a view.
pub fn support(view: &View, grid: &GridSpec) -> f64 {
    let pieces = || pieces_of(grid);
    let mean = |shift: f64| {
        pieces().map(|(p, v)| view.along(p, v, shift).min(60.0)).sum::<f64>()
            / pieces().count() as f64
    };
    let on = (mean(0.0) + mean(-1.0 / PITCH).max(mean(1.0 / PITCH))) / 2.0;
    on / (1.0 + mean(0.25) + mean(-0.25))
}
