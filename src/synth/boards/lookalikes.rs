//! What may be taken for a board and is none: puzzles, calibration patterns, tiles, pages, keys,
//! boards of other games.

use super::font;
use crate::synth::{
    random::{Rng, lattice, noise},
    scene::{Material, Surface, texture::Texture, texture::table},
    vec3::{V3, gray, v3},
};

/// What is printed, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pattern {
    /// Nothing: a tray, a cover, a sheet.
    Plain,
    /// Lined cells with signs in some: a heavy line after so many cells, 0 for none; the share of
    /// black cells.
    Lined { heavy: usize, black: f32 },
    /// Two colors in turn.
    Checkered,
    /// Bricks or tiles with joints, each row shifted by a share of one.
    Tiled { shift: f32 },
    /// Xiangqi: lines with a river in the middle.
    River,
    /// Backgammon: points at both sides.
    Points,
    /// Lines of words, so many words a cell.
    Words { density: f32 },
    /// Keys with letters, each so much smaller than its cell.
    Keys { gap: f32 },
}

/// A print that is no board of a game that is read.
pub struct Lookalike {
    pattern: Pattern,
    /// Columns and rows of cells.
    pub size: (usize, usize),
    /// Height of a cell over its width.
    stretch: f32,
    margin: f32,
    ground: Texture,
    inks: [V3; 2],
    /// Half the width of a line.
    pen: f32,
    /// Share of the cells that have a sign.
    signs: f32,
    rough: f32,
    seed: u32,
}

/// What a lookalike is, and where pieces stand on it.
pub struct Kind {
    /// As labels say it in `kind_of`.
    pub name: &'static str,
    /// Whether discs stand in its cells (`Some(false)`), on its crossings (`Some(true)`), or none.
    pub discs: Option<bool>,
}

impl Lookalike {
    /// A random one.
    pub fn sample(rng: &mut Rng) -> (Self, Kind) {
        let (pattern, name, discs, size) = match rng.below(12) {
            0 | 1 => (Pattern::Lined { heavy: 3, black: 0.0 }, "puzzle", None, (9, 9)),
            2 => {
                let black = if rng.chance(0.5) { rng.range(0.05, 0.3) } else { 0.0 };
                (Pattern::Lined { heavy: 0, black }, "puzzle", None, any_size(rng, 4, 16))
            }
            3 | 4 => (Pattern::Checkered, "calibration", None, unlike_boards(rng)),
            5 => {
                let shift = rng.pick(&[0.0, 0.0, 0.5, 0.33]);
                (Pattern::Tiled { shift }, "tile", None, any_size(rng, 3, 16))
            }
            6 | 7 => {
                let n = rng.pick(&[6, 8, 8, 8, 9, 10]);
                let lined = Pattern::Lined { heavy: 0, black: 0.0 };
                (lined, "other_game", Some(false), (n, n))
            }
            8 => (Pattern::River, "other_game", Some(true), (8, 9)),
            9 => (Pattern::Points, "other_game", Some(false), (13, 11)),
            10 => {
                let density = rng.range(0.6, 2.0);
                (Pattern::Words { density }, "page", None, any_size(rng, 8, 30))
            }
            _ if rng.chance(0.5) => {
                let gap = rng.range(0.03, 0.2);
                (Pattern::Keys { gap }, "keyboard", None, (5 + rng.below(12), 2 + rng.below(6)))
            }
            _ => (Pattern::Plain, "table", None, any_size(rng, 4, 10)),
        };
        (Self::printed(rng, pattern, size, discs.is_some()), Kind { name, discs })
    }

    fn printed(rng: &mut Rng, pattern: Pattern, size: (usize, usize), game: bool) -> Self {
        let pale = gray(rng.range(0.5, 0.9)) * v3(1.0, rng.range(0.9, 1.0), rng.range(0.7, 1.0));
        let dark = gray(rng.range(0.0, 0.15));
        let any = v3(rng.range(0.02, 0.7), rng.range(0.02, 0.7), rng.range(0.02, 0.7));
        let paper = !game && !matches!(pattern, Pattern::Tiled { .. } | Pattern::Plain);
        let ground = match rng.chance(if paper { 0.7 } else { 0.15 }) {
            true => Texture::plain(pale),
            false => table(rng, 0.4),
        };
        let ink = match (rng.chance(0.75), ground.a.luma() > 0.15) {
            (false, _) => any,
            (true, true) => dark,
            (true, false) => pale,
        };
        let squarish = matches!(pattern, Pattern::Lined { .. } | Pattern::Checkered);
        let stretch = match pattern {
            Pattern::River | Pattern::Points => rng.range(0.9, 1.1),
            _ if squarish && rng.chance(0.8) => 1.0,
            _ => rng.range(0.45, 1.4),
        };
        Self {
            pattern,
            size,
            stretch,
            margin: if rng.chance(0.3) { rng.range(0.02, 0.2) } else { rng.range(0.2, 2.0) },
            ground,
            inks: [ink, if rng.chance(0.5) { any } else { ground.a }],
            pen: rng.range(0.012, 0.06),
            signs: if game { rng.range(0.0, 0.2) } else { rng.range(0.3, 1.0) },
            rough: rng.range(0.3, 1.0),
            seed: rng.next() as u32,
        }
    }

    /// Half the width and height of what is printed, in units of the world.
    pub fn print(&self) -> (f32, f32) {
        (self.size.0 as f32 / 2.0, self.size.1 as f32 / 2.0 * self.stretch)
    }

    /// Where the middle of a cell, or a crossing, is in the world.
    pub fn place(&self, col: usize, row: usize, crossing: bool) -> V3 {
        let (w, h) = self.print();
        let off = if crossing { 0.0 } else { 0.5 };
        v3(col as f32 + off - w, h - (row as f32 + off) * self.stretch, 0.0)
    }

    /// The radius that discs on it have at most.
    pub fn disc(&self) -> f32 {
        0.46 * self.stretch.min(1.0)
    }

    /// How much of the spot at `(u, v)`, in cells from the upper left corner, has the first and the
    /// second ink.
    fn ink(&self, u: f32, v: f32, foot: f32) -> [f32; 2] {
        let (cols, rows) = (self.size.0 as f32, self.size.1 as f32);
        let (col, row) = (u.floor() as i32, v.floor() as i32);
        let (fu, fv) = (u.fract(), v.fract());
        match self.pattern {
            Pattern::Plain => [0.0, 0.0],
            Pattern::Lined { heavy, black } => {
                let grid = self.line(u, cols, heavy, foot).max(self.line(v, rows, heavy, foot));
                let filled = lattice(col, row, self.seed ^ 3) < black;
                [grid.max(f32::from(u8::from(filled))), self.sign((col, row), (fu, fv), foot)]
            }
            Pattern::Checkered => [f32::from(u8::from((col + row) & 1 == 0)), 0.0],
            Pattern::Tiled { shift } => {
                let along = u + shift * row as f32;
                let joint = |f: f32| font::line(f.min(1.0 - f), self.pen, foot);
                let tone = lattice(along.floor() as i32, row, self.seed);
                [joint(along.rem_euclid(1.0)).max(joint(fv)), 0.4 * tone]
            }
            Pattern::River => {
                let across = font::line((v - v.round()).abs(), self.pen, foot);
                let river = (4.0..5.0).contains(&v) && u > self.pen && u < cols - self.pen;
                let along = font::line((u - u.round()).abs(), self.pen, foot);
                [across.max(if river { 0.0 } else { along }), 0.0]
            }
            Pattern::Points => {
                let up = (v - rows / 2.0).abs() / (rows / 2.0);
                let inside = 2.0 * (fu - 0.5).abs() < (up - 0.15).max(0.0) / 0.85;
                let bar = col == self.size.0 as i32 / 2;
                let on = f32::from(u8::from(inside && !bar));
                if col & 1 == i32::from(v > rows / 2.0) { [on, 0.0] } else { [0.0, on] }
            }
            Pattern::Words { density } => {
                let word = noise(u * 2.0 * density, row as f32 * 7.7, self.seed) > 0.4;
                let stroke = noise(u * 9.0, v * 9.0, self.seed ^ 5) > 0.35;
                let on = word && stroke && (0.25..0.75).contains(&fv);
                [f32::from(u8::from(on)), 0.0]
            }
            Pattern::Keys { gap } => {
                let key = (fu - 0.5).abs().max((fv - 0.5).abs()) < 0.5 - gap;
                let letter = self.sign((col, row), (fu, fv), foot);
                [f32::from(u8::from(key)) * (1.0 - letter), letter]
            }
        }
    }

    /// How much of a spot a line at a whole number covers; every `heavy`th and the outer ones are
    /// thick.
    fn line(&self, a: f32, last: f32, heavy: usize, foot: f32) -> f32 {
        let i = a.round();
        let thick = heavy > 0 && (i as usize).is_multiple_of(heavy) || i <= 0.0 || i >= last;
        font::line((a - i).abs(), self.pen * if thick { 2.0 } else { 1.0 }, foot)
    }

    /// How much of a spot the sign of its cell covers.
    fn sign(&self, (col, row): (i32, i32), (fu, fv): (f32, f32), foot: f32) -> f32 {
        if lattice(col, row, self.seed ^ 1) >= self.signs {
            return 0.0;
        }
        let letters = self.seed & 1 == 0;
        let which = lattice(col, row, self.seed ^ 2);
        let sign = if letters {
            char::from(b'A' + (which * 21.0) as u8)
        } else {
            char::from(b'1' + (which * 9.0) as u8)
        };
        font::cover(sign, (fu - 0.5) / 0.6, (fv - 0.5) / 0.6, 0.08, foot / 0.6)
    }
}

/// Columns and rows between two numbers, often as many.
fn any_size(rng: &mut Rng, least: usize, most: usize) -> (usize, usize) {
    let cols = least + rng.below(most - least);
    (cols, if rng.chance(0.5) { cols } else { least + rng.below(most - least) })
}

/// Columns and rows that no checkered board has.
fn unlike_boards(rng: &mut Rng) -> (usize, usize) {
    loop {
        let size = any_size(rng, 3, 15);
        if size.0 != size.1 || ![8, 10].contains(&size.0) {
            return size;
        }
    }
}

impl Surface for Lookalike {
    fn half(&self) -> (f32, f32) {
        let (w, h) = self.print();
        (w + self.margin, h + self.margin)
    }

    fn at(&self, x: f32, y: f32, foot: f32) -> (V3, f32, f32) {
        let (w, h) = self.print();
        let mut color = self.ground.at(x, y);
        let edge = 2.0 * self.pen;
        if x.abs() < w + edge && y.abs() < h + edge {
            let (u, v) = ((x + w).clamp(0.0, 2.0 * w - 1e-3), y / self.stretch);
            let v = (v + self.size.1 as f32 / 2.0).clamp(0.0, self.size.1 as f32 - 1e-3);
            for (ink, share) in self.inks.into_iter().zip(self.ink(u, v, foot)) {
                color = color.lerp(ink, 0.92 * share);
            }
        }
        (color, self.rough, 0.03)
    }

    fn edge(&self) -> Material {
        Material::new(self.ground, self.rough, 0.03)
    }
}
