//! Go boards.

use super::font;
use crate::synth::{
    random::{Rng, noise},
    scene::{
        Material, Surface,
        texture::{Pattern, Texture, wood},
    },
    vec3::{V3, gray, srgb, v3},
};

/// A board of `n` x `n` lines.
pub struct GoBoard {
    n: usize,
    ground: Texture,
    frame: Texture,
    line: V3,
    /// Half width of a line and of the outermost lines.
    pen: (f32, f32),
    star: f32,
    margin: f32,
    frame_width: f32,
    letters: Option<f32>,
    /// How much a hand-drawn line wanders.
    shake: f32,
    hinge: bool,
    rough: f32,
    shine: f32,
    seed: u32,
}

impl GoBoard {
    /// A random board of `n` lines and its style's name.
    pub fn sample(rng: &mut Rng, n: usize) -> (Self, &'static str) {
        let style = rng
            .pick(&["kaya", "kaya", "kaya", "kaya", "bamboo", "dark", "cloth", "paper", "plastic"]);
        let seed = rng.next() as u32;
        let gold = [
            srgb(225, 180, 105),
            srgb(214, 160, 90),
            srgb(235, 200, 140),
            srgb(200, 140, 70),
            srgb(240, 190, 60),
        ];
        let a = rng.pick(&gold) * rng.range(0.8, 1.15);
        let angle = if rng.chance(0.5) { 0.0 } else { std::f32::consts::FRAC_PI_2 };
        let tex = |pattern, a: V3, k: f32, scale| {
            Texture::new(pattern, a, a * v3(k, k * 0.92, k * 0.8), scale, angle, seed)
        };
        let ground = match style {
            "kaya" => tex(Pattern::Wood, a, rng.range(0.65, 0.92), rng.range(0.3, 0.8)),
            "bamboo" => tex(Pattern::Planks(rng.range(0.8, 2.5)), a, 0.8, rng.range(0.5, 1.0)),
            "dark" => wood(rng, true, 0.5, angle),
            "cloth" => tex(Pattern::Cloth, srgb(190, 160, 110), 0.8, 1.0),
            "paper" => tex(Pattern::Plain, gray(rng.range(0.6, 0.9)), 0.95, 0.5),
            _ => tex(Pattern::Plain, a, 0.96, 0.4),
        };
        let wide = rng.chance(0.25);
        let ink = if ground.a.luma() < 0.08 { gray(0.5) } else { gray(rng.range(0.0, 0.08)) };
        let pen = rng.range(0.012, 0.05);
        let board = Self {
            n,
            ground,
            frame: wood(rng, wide, 0.7, 0.0),
            line: ink,
            pen: (pen, pen * if rng.chance(0.3) { rng.range(1.5, 2.6) } else { 1.0 }),
            star: if rng.chance(0.92) { rng.range(0.07, 0.15) } else { 0.0 },
            margin: rng.range(0.6, 1.2),
            frame_width: if wide { rng.range(0.4, 2.0) } else { 0.0 },
            letters: rng.chance(0.2).then(|| rng.range(0.25, 0.4)),
            shake: if style == "paper" && rng.chance(0.5) { rng.range(0.01, 0.04) } else { 0.0 },
            hinge: rng.chance(0.12),
            rough: if style == "cloth" || style == "paper" { 0.9 } else { rng.range(0.12, 0.7) },
            shine: if style == "cloth" { 0.0 } else { 0.04 },
            seed,
        };
        (board, style)
    }

    fn star(&self, u: f32, v: f32, foot: f32) -> f32 {
        let points: &[usize] = match self.n {
            19 => &[3, 9, 15],
            13 => &[3, 6, 9],
            _ => &[2, 4, 6],
        };
        let middle = self.n / 2;
        let (c, r) = (u.round().max(0.0), v.round().max(0.0));
        let cover = font::line((u - c).hypot(v - r), self.star, foot);
        let (c, r) = (c as usize, r as usize);
        let edge = (c == middle) != (r == middle);
        let on =
            self.star > 0.0 && points.contains(&c) && points.contains(&r) && !(self.n < 19 && edge);
        if on { cover } else { 0.0 }
    }

    fn lines(&self, u: f32, v: f32, foot: f32) -> f32 {
        let last = (self.n - 1) as f32;
        let wander = |a: f32, s: u32| {
            if self.shake > 0.0 {
                (noise(a * 0.7, 0.5, self.seed ^ s) - 0.5) * self.shake
            } else {
                0.0
            }
        };
        let (u, v) = (u + wander(v, 1), v + wander(u, 2));
        let pen = |i: f32| if i <= 0.0 || i >= last { self.pen.1 } else { self.pen.0 };
        let near = |a: f32| {
            let i = a.round().clamp(0.0, last);
            font::line((a - i).abs(), pen(i), foot)
        };
        let reach = self.pen.1;
        let inside = |a: f32| a > -reach && a < last + reach;
        if inside(u) && inside(v) { near(u).max(near(v)) } else { 0.0 }
    }

    fn letters(&self, u: f32, v: f32, foot: f32) -> f32 {
        let Some(size) = self.letters else { return 0.0 };
        let (last, gap, foot) = ((self.n - 1) as f32, self.margin * 0.55, foot / size);
        let names = b"ABCDEFGHJKLMNOPQRST";
        let (c, r) = (u.round(), v.round());
        let on = |i: f32| (0.0..=last).contains(&i);
        let column = |y: f32| {
            let name = if on(c) { char::from(names[c as usize]) } else { ' ' };
            font::cover(name, (u - c) / size, y / size, 0.06, foot)
        };
        let row = |x: f32| {
            let name = if on(r) { (self.n - r as usize).to_string() } else { String::new() };
            font::text_cover(&name, x / size, (v - r) / size, 0.06, foot)
        };
        column(v + gap).max(column(v - last - gap)).max(row(u + gap)).max(row(u - last - gap))
    }
}

impl Surface for GoBoard {
    fn half(&self) -> (f32, f32) {
        let h = (self.n - 1) as f32 / 2.0 + self.margin + self.frame_width;
        (h, h)
    }

    fn at(&self, x: f32, y: f32, foot: f32) -> (V3, f32, f32) {
        let half = (self.n - 1) as f32 / 2.0;
        let (u, v) = (x + half, y + half);
        let out = x.abs().max(y.abs()) - half;
        let color = if out > self.margin {
            self.frame.at(x, y) * if out < self.margin + 0.04 { 0.4 } else { 1.0 }
        } else if self.hinge && y.abs() < 0.02 {
            gray(0.03)
        } else {
            let print = self.lines(u, v, foot).max(self.star(u, v, foot));
            let print = if out > 0.0 { print.max(self.letters(u, v, foot)) } else { print };
            self.ground.at(x, y).lerp(self.line, print * 0.9)
        };
        (color, self.rough, self.shine)
    }

    fn edge(&self) -> Material {
        let texture = if self.frame_width > 0.0 { self.frame } else { self.ground };
        Material::new(texture, self.rough, self.shine)
    }
}
