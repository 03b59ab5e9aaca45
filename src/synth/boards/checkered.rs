//! Boards of 8x8 squares for chess and checkers, and of 10x10.

use super::{font, prints::Prints};
use crate::synth::{
    random::{Rng, lattice, noise},
    scene::{
        Material, Surface,
        texture::{Pattern, Texture, wood, wood_colors},
    },
    vec3::{V3, gray, srgb, v3},
};

/// A board of light and dark squares with border and frame.
pub struct Checkered {
    /// Squares along a side.
    squares: f32,
    light: Texture,
    dark: Texture,
    border: Material,
    frame: Material,
    line: V3,
    /// Width of the border around the squares, without the frame.
    margin: f32,
    frame_width: f32,
    /// Half width of a line between the squares; 0 without.
    seam: f32,
    /// Distance and half width of a line around the squares; half width 0 without.
    outline: (f32, f32),
    letters: Option<(V3, f32, bool)>,
    hinge: f32,
    hinge_across: bool,
    rough: f32,
    shine: f32,
    wear: f32,
    logo: bool,
    cell_grain: bool,
    prints: Option<Prints>,
    spots: Option<Spots>,
    seed: u32,
}

/// Spots in place of squares: disks or octagons of the squares' colors on a ground of one color.
#[derive(Clone, Copy, Debug)]
pub struct Spots {
    ground: V3,
    /// Half the width of one.
    half: f32,
    octagons: bool,
}

impl Spots {
    /// Random ones.
    pub fn sample(rng: &mut Rng) -> Self {
        let color = v3(rng.range(0.2, 1.0), rng.range(0.2, 1.0), rng.range(0.2, 1.0));
        let bright = if rng.chance(0.6) { rng.range(0.01, 0.06) } else { rng.range(0.3, 0.8) };
        Self { ground: color * bright, half: rng.range(0.32, 0.48), octagons: rng.chance(0.6) }
    }

    /// What is seen `x` and `y` from a square's middle, of a square of this color.
    fn over(&self, (x, y): (f32, f32), foot: f32, color: V3) -> V3 {
        let (x, y) = (x.abs(), y.abs());
        let out = if self.octagons {
            x.max(y).max((x + y) * std::f32::consts::FRAC_1_SQRT_2)
        } else {
            x.hypot(y)
        };
        self.ground.lerp(color, font::line(out, self.half, foot))
    }
}

fn square_colors(rng: &mut Rng) -> (V3, V3) {
    let pairs = [
        (srgb(240, 235, 215), srgb(25, 85, 60)),
        (srgb(245, 240, 225), srgb(20, 110, 50)),
        (srgb(235, 225, 200), srgb(120, 75, 45)),
        (srgb(240, 240, 240), srgb(30, 30, 32)),
        (srgb(225, 215, 190), srgb(150, 40, 35)),
        (srgb(235, 235, 235), srgb(40, 60, 130)),
        (srgb(215, 205, 190), srgb(105, 85, 75)),
        (srgb(240, 220, 170), srgb(60, 40, 30)),
        (srgb(230, 170, 165), srgb(130, 140, 100)),
        (srgb(205, 210, 215), srgb(110, 120, 130)),
        (srgb(245, 245, 235), srgb(30, 150, 60)),
        (srgb(180, 40, 35), srgb(20, 20, 20)),
        (srgb(225, 200, 120), srgb(90, 120, 60)),
        (srgb(200, 225, 240), srgb(15, 30, 70)),
    ];
    let (a, b) = rng.pick(&pairs);
    let jitter = v3(rng.range(0.85, 1.12), rng.range(0.85, 1.12), rng.range(0.85, 1.12));
    (a * jitter, b * jitter)
}

impl Checkered {
    /// A random board and its style's name.
    pub fn sample(rng: &mut Rng) -> (Self, &'static str) {
        let style =
            rng.pick(&["wood", "wood", "wood", "vinyl", "vinyl", "paper", "marble", "plastic"]);
        let (mut light, mut dark) = textures(rng, style);
        if (light.a.luma() - dark.a.luma()) < 0.06 {
            light.a = light.a * 1.8 + gray(0.08);
            light.b = light.b * 1.8 + gray(0.08);
            dark.a = dark.a * 0.6;
            dark.b = dark.b * 0.6;
        }
        let (rough, shine) = match style {
            "paper" => (0.9, 0.01),
            "vinyl" => (rng.range(0.35, 0.7), 0.03),
            "wood" => (rng.range(0.12, 0.7), 0.04),
            _ => (rng.range(0.05, 0.3), 0.045),
        };
        let margin = if rng.chance(0.15) { rng.range(0.0, 0.08) } else { rng.range(0.1, 1.1) };
        let frame_width = if rng.chance(0.5) { 0.0 } else { rng.range(0.08, 0.7) };
        let border = border(rng, style, &light, &dark, rough, shine);
        let is_dark = rng.chance(0.6);
        let frame = Material::new(wood(rng, is_dark, rng_scale(is_dark), 0.0), rough, shine);
        let ink = if border.texture.a.luma() > 0.25 {
            gray(rng.range(0.01, 0.1))
        } else {
            v3(0.75, 0.7, 0.55)
        };
        let has_letters = margin > 0.3 && rng.chance(0.65);
        let letters =
            has_letters.then(|| (ink, (margin * rng.range(0.3, 0.6)).min(0.42), rng.chance(0.5)));
        let outline = if rng.chance(0.45) && margin > 0.06 {
            (rng.range(0.0, (margin * 0.7).min(0.25)), rng.range(0.008, 0.035))
        } else {
            (0.0, 0.0)
        };
        let board = Self {
            squares: 8.0,
            light,
            dark,
            border,
            frame,
            line: if rng.chance(0.7) { ink } else { gray(rng.range(0.0, 0.8)) },
            margin,
            frame_width,
            seam: if rng.chance(0.2) { rng.range(0.006, 0.025) } else { 0.0 },
            outline,
            letters,
            hinge: if style != "paper" && rng.chance(0.25) { rng.range(0.006, 0.02) } else { 0.0 },
            hinge_across: rng.chance(0.5),
            rough,
            shine,
            wear: if rng.chance(0.4) { rng.range(0.0, 0.5) } else { 0.0 },
            logo: rng.chance(0.15),
            cell_grain: style == "wood" || style == "marble",
            prints: None,
            spots: None,
            seed: rng.next() as u32,
        };
        (board, style)
    }

    /// The same board with light and dark squares exchanged, as it lies when it is a quarter turn
    /// off.
    pub fn exchanged(mut self) -> Self {
        (self.light, self.dark) = (self.dark, self.light);
        self
    }

    /// The same board with `squares` squares along a side, without coordinates.
    pub fn resized(self, squares: usize) -> Self {
        Self { squares: squares as f32, letters: None, ..self }
    }

    /// The same board with prints on its squares.
    pub fn printed(self, prints: Option<Prints>) -> Self {
        Self { prints, ..self }
    }

    /// The same board with spots in place of squares.
    pub fn spotted(self, spots: Option<Spots>) -> Self {
        Self { spots, ..self }
    }

    /// The color of the squares that men of checkers stand on.
    pub const fn ground(&self) -> V3 {
        self.dark.a
    }

    /// Whether the square's color is the light one: a8, at row 0 and column 0, is.
    const fn is_light(row: i32, col: i32) -> bool {
        (row + col) % 2 == 0
    }

    fn square(&self, u: f32, v: f32, foot: f32) -> V3 {
        let last = self.squares as i32 - 1;
        let (col, row) = ((u.floor() as i32).clamp(0, last), (v.floor() as i32).clamp(0, last));
        let near = (u - u.round()).abs().min((v - v.round()).abs());
        let seam = font::line(near, self.seam, foot);
        let texture = if Self::is_light(row, col) { &self.light } else { &self.dark };
        let color = if self.cell_grain {
            let tone = lattice(row, col, self.seed);
            let shift = tone * 60.0;
            texture.at(u + shift, v + shift * 1.7) * (0.86 + 0.28 * tone)
        } else {
            texture.at(u, v)
        };
        let color = color.lerp(self.line, seam);
        let at = (u - col as f32 - 0.5, v - row as f32 - 0.5);
        let color = self.spots.map_or(color, |spots| spots.over(at, foot, color));
        self.prints.as_ref().map_or(color, |prints| prints.over((u, v), last + 1, foot, color))
    }

    /// Coordinates and logo in the border.
    fn print(&self, u: f32, v: f32, foot: f32, ground: V3) -> V3 {
        let Some((ink, size, both)) = self.letters else { return ground };
        let mid = self.margin / 2.0;
        let pen = 0.07;
        let (col, row) = (u.floor(), v.floor());
        let letter = |c: f32| char::from(b'A' + c as u8);
        let digit = |r: f32| char::from(b'8' - r as u8);
        let on = |c: char, x: f32, y: f32| font::cover(c, x / size, y / size, pen, foot / size);
        let inside = |w: f32| (0.0..8.0).contains(&w);
        let mut hit = 0.0f32;
        if inside(u) {
            hit = hit.max(on(letter(col), u - col - 0.5, v - 8.0 - mid));
            hit = hit.max(if both { on(letter(col), -(u - col - 0.5), -(v + mid)) } else { 0.0 });
        }
        if inside(v) {
            hit = hit.max(on(digit(row), u + mid, v - row - 0.5));
            hit = hit.max(if both {
                on(digit(row), -(u - 8.0 - mid), -(v - row - 0.5))
            } else {
                0.0
            });
        }
        let logo = self.logo && !both;
        let (x, y) = ((u - 4.0) / size * 1.2, (v + mid) / size * 1.2);
        hit = hit.max(if logo {
            font::text_cover("CHESS CLUB", x, y, pen, foot / size)
        } else {
            0.0
        });
        ground.lerp(ink, hit)
    }

    fn color(&self, u: f32, v: f32, foot: f32) -> V3 {
        let n = self.squares;
        let out = (-u).max(u - n).max(-v).max(v - n);
        if self.hinge > 0.0 && (if self.hinge_across { v } else { u } - n / 2.0).abs() < self.hinge
        {
            return gray(0.02);
        }
        if out > self.margin {
            let along = (-u).max(u - n) < (-v).max(v - n);
            return if along {
                self.frame.texture.at(u, v)
            } else {
                self.frame.texture.at(v + 31.0, u)
            };
        }
        if out >= 0.0 {
            let (at, half) = self.outline;
            let ground = self.print(u, v, foot, self.border.texture.at(u, v));
            return ground.lerp(self.line, font::line((out - at - half).abs(), half, foot));
        }
        self.square(u, v, foot)
    }
}

fn rng_scale(dark: bool) -> f32 {
    if dark { 0.8 } else { 0.6 }
}

fn textures(rng: &mut Rng, style: &str) -> (Texture, Texture) {
    let seed = rng.next() as u32;
    let (a, b) = square_colors(rng);
    let pair = |pattern, scale, depth: f32| {
        (
            Texture::new(pattern, a, a * depth, scale, 0.0, seed),
            Texture::new(pattern, b, b * depth, scale, 0.0, seed ^ 1),
        )
    };
    match style {
        "wood" => {
            let ((la, lb), (da, db)) = (wood_colors(rng, false), wood_colors(rng, true));
            let scale = rng.range(0.7, 1.6);
            let grain = |a: V3, b: V3, seed| {
                Texture::new(Pattern::Wood, a, b.lerp(a, 0.4), scale, 0.0, seed)
            };
            (grain(la, lb, seed), grain(da, db, seed ^ 1))
        }
        "marble" => pair(Pattern::Marble, rng.range(0.5, 1.2), 0.55),
        "vinyl" => pair(Pattern::Plain, 1.0, 0.93),
        _ => pair(Pattern::Plain, 1.0, 0.97),
    }
}

fn border(
    rng: &mut Rng,
    style: &str,
    light: &Texture,
    dark: &Texture,
    rough: f32,
    shine: f32,
) -> Material {
    let texture = match (style, rng.below(4)) {
        ("paper", _) => Texture::plain(gray(rng.range(0.7, 0.9))),
        ("wood", 0) => wood(rng, true, 0.8, 0.0),
        ("wood", 1) => wood(rng, false, 0.8, 0.0),
        (_, 0) => Texture::plain(gray(rng.range(0.01, 0.06))),
        (_, 1) => *dark,
        (_, 2) if style == "wood" => *dark,
        _ => *light,
    };
    Material::new(texture, rough, shine)
}

impl Surface for Checkered {
    fn half(&self) -> (f32, f32) {
        let h = self.squares / 2.0 + self.margin + self.frame_width;
        (h, h)
    }

    fn at(&self, x: f32, y: f32, foot: f32) -> (V3, f32, f32) {
        let mut color = self.color(x + self.squares / 2.0, y + self.squares / 2.0, foot);
        if self.wear > 0.0 {
            let dirt = noise(x * 1.3, y * 1.3, self.seed) * noise(x * 9.0, y * 9.0, self.seed ^ 8);
            color = color * (1.0 - self.wear * dirt);
        }
        (color, self.rough, self.shine)
    }

    fn edge(&self) -> Material {
        if self.frame_width > 0.0 { self.frame } else { self.border }
    }
}
