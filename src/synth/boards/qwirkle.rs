//! The board of Qwirkle Connect: four modules of 8x8 squares, each turned freely.

use super::font;
use crate::synth::{
    random::{Rng, lattice, noise},
    scene::{Material, Surface, marks::QWIRKLE, texture::Texture},
    vec3::{V3, gray, srgb, v3},
};

/// Width of a module's green frame in cells.
pub const FRAME: f32 = 0.08;

/// Pitch of a module's squares: eight of them and two frames are eight cells wide.
pub const PITCH: f32 = (8.0 - 2.0 * FRAME) / 8.0;

/// One of the four modules.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    /// Start squares on the main diagonal (else the anti-diagonal).
    pub main: bool,
    /// Quarter turns of the print.
    pub turns: u8,
    /// How far it lies off its place, in cells, and turned by how many radians.
    pub off: (f32, f32, f32),
}

/// The whole board.
pub struct QwirkleBoard {
    pub modules: [Module; 4],
    paper: V3,
    green: V3,
    pale: V3,
    orange: V3,
    red: V3,
    pen: f32,
    rough: f32,
    printed_starts: bool,
    seed: u32,
}

impl QwirkleBoard {
    pub fn sample(rng: &mut Rng) -> Self {
        let jitter = |rng: &mut Rng, c: V3| {
            c * v3(rng.range(0.85, 1.15), rng.range(0.85, 1.15), rng.range(0.85, 1.15))
        };
        let off = if rng.chance(0.6) { 0.012 } else { 0.003 };
        let modules = std::array::from_fn(|_| Module {
            main: rng.chance(0.5),
            turns: rng.below(4) as u8,
            off: (rng.gauss() * off, rng.gauss() * off, rng.gauss() * off * 0.25),
        });
        Self {
            modules,
            paper: jitter(rng, srgb(232, 232, 226)),
            green: jitter(rng, srgb(30, 150, 45)),
            pale: jitter(rng, srgb(190, 225, 160)),
            orange: jitter(rng, srgb(225, 125, 50)),
            red: jitter(rng, srgb(205, 45, 45)),
            pen: rng.range(0.01, 0.022),
            rough: rng.range(0.25, 0.8),
            printed_starts: rng.chance(0.7),
            seed: rng.next() as u32,
        }
    }

    /// Whether a square is one of the 24 start squares.
    pub fn is_start(&self, row: usize, col: usize) -> bool {
        let (r, c) = (row % 8, col % 8);
        let m = &self.modules[row / 8 * 2 + col / 8];
        (1..7).contains(&r) && (1..7).contains(&c) && if m.main { r == c } else { r + c == 7 }
    }

    /// Where a square's center lies, x to the right and y down from the board's center.
    pub fn center(&self, row: usize, col: usize) -> (f32, f32) {
        let m = &self.modules[row / 8 * 2 + col / 8];
        let (cx, cy) = ((col / 8) as f32 * 8.0 - 4.0, (row / 8) as f32 * 8.0 - 4.0);
        let (x, y) = (((col % 8) as f32 - 3.5) * PITCH, ((row % 8) as f32 - 3.5) * PITCH);
        (cx + x - y * m.off.2 + m.off.0, cy + y + x * m.off.2 + m.off.1)
    }

    /// The bonus of a square of a module: 0, 1 or 2.
    fn bonus(m: &Module, r: i32, c: i32) -> u8 {
        let c = if m.main { c } else { 7 - c };
        let inner = (1..7).contains(&r) && (1..7).contains(&c);
        match (r - c).abs() {
            1 if inner => 1,
            5 if inner => 2,
            _ => 0,
        }
    }

    fn module_color(&self, m: &Module, index: i32, (x, y): (f32, f32), foot: f32) -> V3 {
        let (u, v) = (x / PITCH + 4.0, y / PITCH + 4.0);
        if u < 0.0 || v < 0.0 || u >= 8.0 || v >= 8.0 {
            return self.green;
        }
        let (c, r) = (u.floor(), v.floor());
        let (fx, fy) = (u - c - 0.5, v - r - 0.5);
        let (ci, ri) = (c as i32, r as i32);
        let start = (1..7).contains(&ri)
            && (1..7).contains(&ci)
            && if m.main { ri == ci } else { ri + ci == 7 };
        if start && self.printed_starts {
            return gray(0.015);
        }
        let bonus = Self::bonus(m, ri, ci);
        let edge = (u - 4.0).abs().max((v - 4.0).abs());
        let ground = self.paper.lerp(
            self.pale,
            ((edge - 3.0) + noise(u * 0.6, v * 0.6, self.seed) * 0.4 - 0.1).clamp(0.0, 1.0) * 0.75,
        );
        if bonus > 0 {
            return self.bonus_color(m, bonus, (fx, fy), foot, ground);
        }
        let ground = ground.lerp(self.pale * 0.8, self.ghost(m, index, (u, v), foot) * 0.5);
        ground.lerp(self.green, font::line(0.5 - fx.abs().max(fy.abs()), self.pen, foot) * 0.85)
    }

    fn bonus_color(
        &self,
        m: &Module,
        bonus: u8,
        (fx, fy): (f32, f32),
        foot: f32,
        ground: V3,
    ) -> V3 {
        let rim = font::line(0.47 - fx.abs().max(fy.abs()), 0.04, foot);
        let turn = f32::from(m.turns) * std::f32::consts::FRAC_PI_2 + std::f32::consts::FRAC_PI_4;
        let (s, c) = turn.sin_cos();
        let (x, y) = (fx * c + fy * s, fy * c - fx * s);
        let digit = if bonus == 2 { '2' } else { '1' };
        let print = font::cover(digit, x / 0.5, y / 0.5, 0.11, foot / 0.5);
        ground.lerp(self.orange, rim).lerp(self.red, print)
    }

    /// Pale shapes printed on the ground, and a smudge where the name stands.
    fn ghost(&self, m: &Module, index: i32, (u, v): (f32, f32), foot: f32) -> f32 {
        let (c, r) = ((u - 0.5).round(), (v - 0.5).round());
        let h = lattice(c as i32 + index * 16, r as i32, self.seed);
        let shape = QWIRKLE[(h * 997.0) as usize % 6];
        if h < 0.12 && shape.covers((u - c - 0.5) / 0.5, (v - r - 0.5) / 0.5) {
            return 1.0;
        }
        let side = if m.turns.is_multiple_of(2) { 1.0 } else { -1.0 };
        let (x, y) = (u - 4.0 - side * 1.5, (v - 4.0) + side * if m.main { 1.5 } else { -1.5 });
        let slant = std::f32::consts::FRAC_1_SQRT_2;
        let d = if m.main { slant } else { -slant };
        let (p, q) = (x * slant + y * d, y * slant - x * d);
        let first = font::text_cover("QUIRKLE", p / 0.4, (q + 0.25) / 0.45, 0.09, foot / 0.4);
        first.max(font::text_cover("CONNECT", p / 0.42, (q - 0.3) / 0.5, 0.09, foot / 0.4))
    }
}

impl Surface for QwirkleBoard {
    fn half(&self) -> (f32, f32) {
        (8.0, 8.0)
    }

    fn at(&self, x: f32, y: f32, foot: f32) -> (V3, f32, f32) {
        let (right, low) = (usize::from(x >= 0.0), usize::from(y >= 0.0));
        let index = low * 2 + right;
        let m = &self.modules[index];
        let (cx, cy) = (right as f32 * 8.0 - 4.0 + m.off.0, low as f32 * 8.0 - 4.0 + m.off.1);
        let (dx, dy) = (x - cx, y - cy);
        let (px, py) = (dx + dy * m.off.2, dy - dx * m.off.2);
        let gap = x.abs().min(y.abs()) < 0.012;
        let color =
            if gap { self.green * 0.3 } else { self.module_color(m, index as i32, (px, py), foot) };
        (color, self.rough, 0.035)
    }

    fn edge(&self) -> Material {
        Material::new(Texture::plain(self.green * 0.8), 0.6, 0.03)
    }
}
