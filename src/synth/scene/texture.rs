//! Procedural textures of surfaces: wood, marble, cloth, paper, rugs.

use crate::synth::{
    random::{Rng, fbm, lattice, noise},
    vec3::{V3, gray, srgb, v3},
};

/// What a texture looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pattern {
    /// One color, slightly uneven.
    Plain,
    /// Grain along x.
    Wood,
    /// Boards of wood side by side, `0` cells wide.
    Planks(f32),
    /// Veins on a cloudy ground.
    Marble,
    /// Woven threads.
    Cloth,
    /// Stripes, `0` cells wide.
    Stripes(f32),
    /// A tablecloth's checks, `0` cells wide.
    Checks(f32),
    /// A patterned rug of repeated motifs.
    Rug,
    /// Dots of stone.
    Speckle,
}

/// A texture on a plane.
#[derive(Clone, Copy, Debug)]
pub struct Texture {
    pub pattern: Pattern,
    /// Main color, linear.
    pub a: V3,
    /// Second color, linear.
    pub b: V3,
    /// Features a cell.
    pub scale: f32,
    /// Direction as cosine and sine.
    pub dir: (f32, f32),
    pub seed: u32,
}

impl Texture {
    pub fn plain(color: V3) -> Self {
        Self {
            pattern: Pattern::Plain,
            a: color,
            b: color * 0.92,
            scale: 1.0,
            dir: (1.0, 0.0),
            seed: 1,
        }
    }

    pub fn new(pattern: Pattern, a: V3, b: V3, scale: f32, angle: f32, seed: u32) -> Self {
        Self { pattern, a, b, scale, dir: (angle.cos(), angle.sin()), seed }
    }

    /// The same, so many times as bright.
    #[must_use]
    pub fn lit(self, factor: f32) -> Self {
        Self { a: self.a * factor, b: self.b * factor, ..self }
    }

    /// The color at a point of the plane, in cells.
    pub fn at(&self, x: f32, y: f32) -> V3 {
        let (c, s) = self.dir;
        let (u, v) = ((x * c + y * s) * self.scale, (y * c - x * s) * self.scale);
        match self.pattern {
            Pattern::Plain => self.a.lerp(self.b, fbm(u * 0.4, v * 0.4, self.seed, 2)),
            Pattern::Wood => self.wood(u, v, 0),
            Pattern::Planks(w) => self.planks(u, v, w),
            Pattern::Marble => self.marble(u, v),
            Pattern::Cloth => self.cloth(u, v),
            Pattern::Stripes(w) => self.mixed((v / w).rem_euclid(2.0) < 1.0, u, v),
            Pattern::Checks(w) => self.checks(u, v, w),
            Pattern::Rug => self.rug(u, v),
            Pattern::Speckle => self
                .a
                .lerp(self.b, (noise(u * 9.0, v * 9.0, self.seed) * 3.0 - 1.4).clamp(0.0, 1.0)),
        }
    }

    fn wood(&self, u: f32, v: f32, salt: u32) -> V3 {
        let seed = self.seed.wrapping_add(salt);
        let warp = noise(u * 0.25, v * 0.8, seed) * 2.2;
        let ring = ((v * 1.6 + warp) * 2.4 + noise(u * 0.5, v * 2.0, seed ^ 5)).fract();
        let late = ring * ring * (1.0 - ring) * 4.5;
        let fiber = noise(u * 1.5, v * 26.0, seed ^ 9);
        let blotch = noise(u * 0.2, v * 0.35, seed ^ 3);
        self.a.lerp(self.b, (0.45 * late + 0.35 * fiber + 0.4 * blotch - 0.1).clamp(0.0, 1.0))
    }

    fn planks(&self, u: f32, v: f32, w: f32) -> V3 {
        let row = (v / w).floor();
        let shift = lattice(row as i32, 0, self.seed) * 9.0;
        let col = ((u + shift) / (w * 7.0)).floor();
        let tone = lattice(row as i32, col as i32, self.seed ^ 77);
        let (fv, fu) = ((v / w).fract().abs(), ((u + shift) / (w * 7.0)).rem_euclid(1.0));
        let gap = v.rem_euclid(w) < 0.02 * w || fu < 0.003 || fv > 1.0;
        let color =
            self.wood(u + shift * 3.0, v + tone * 40.0, tone.to_bits()) * (0.78 + 0.44 * tone);
        if gap { color * 0.4 } else { color }
    }

    fn marble(&self, u: f32, v: f32) -> V3 {
        let (u, v) = (u + 0.6 * fbm(u, v, self.seed, 3), v + 0.6 * fbm(v, u, self.seed ^ 4, 3));
        let cloud = fbm(u * 0.9, v * 0.9, self.seed, 3);
        let vein = |s: f32, salt: u32| {
            (1.0 - (fbm(u * s, v * s, self.seed ^ salt, 4) - 0.5).abs() * 22.0).max(0.0)
        };
        let line =
            (vein(0.6, 31) * 0.6 + vein(1.7, 32) * 0.4) * noise(u * 0.5, v * 0.5, self.seed ^ 33);
        self.a.lerp(self.b, (0.45 * cloud + 0.75 * line).clamp(0.0, 1.0))
    }

    fn cloth(&self, u: f32, v: f32) -> V3 {
        let thread = 0.5 + 0.25 * ((u * 40.0).sin() + (v * 40.0).sin());
        let fold = fbm(u * 0.3, v * 0.3, self.seed, 2);
        self.a.lerp(self.b, (0.4 * thread + 0.7 * fold).clamp(0.0, 1.0))
    }

    fn mixed(&self, first: bool, u: f32, v: f32) -> V3 {
        let color = if first { self.a } else { self.b };
        color * (0.88 + 0.24 * noise(u * 7.0, v * 7.0, self.seed))
    }

    fn checks(&self, u: f32, v: f32, w: f32) -> V3 {
        let (p, q) = ((u / w).rem_euclid(2.0) < 1.0, (v / w).rem_euclid(2.0) < 1.0);
        let mid = self.a.lerp(self.b, 0.5);
        let color = if p && q {
            self.b
        } else if p || q {
            mid
        } else {
            self.a
        };
        color * (0.9 + 0.2 * noise(u * 8.0, v * 8.0, self.seed))
    }

    fn rug(&self, u: f32, v: f32) -> V3 {
        let (x, y) = ((u * 0.5).rem_euclid(2.0) - 1.0, (v * 0.5).rem_euclid(2.0) - 1.0);
        let d = (x.abs() + y.abs()) * 4.0;
        let ring = d.floor() as i32;
        let third = v3(self.b.y, self.a.z, self.a.x) * 0.7;
        let color = match (lattice(ring, 0, self.seed) * 3.0) as u32 {
            0 => self.a,
            1 => self.b,
            _ => third,
        };
        color * (0.7 + 0.5 * noise(u * 14.0, v * 14.0, self.seed))
    }
}

/// A pair of wood colors from light to dark, the second the grain's.
pub fn wood_colors(rng: &mut Rng, dark: bool) -> (V3, V3) {
    let light = [
        srgb(222, 184, 135),
        srgb(232, 204, 160),
        srgb(210, 165, 110),
        srgb(240, 220, 185),
        srgb(200, 150, 95),
    ];
    let deep = [
        srgb(110, 65, 35),
        srgb(85, 50, 30),
        srgb(140, 80, 45),
        srgb(60, 38, 26),
        srgb(120, 50, 35),
    ];
    let a = if dark { rng.pick(&deep) } else { rng.pick(&light) };
    let a = a * rng.range(0.8, 1.15);
    (a, a * v3(rng.range(0.55, 0.75), rng.range(0.5, 0.68), rng.range(0.4, 0.6)))
}

/// A wood of light or dark color, its grain along `angle`.
pub fn wood(rng: &mut Rng, dark: bool, scale: f32, angle: f32) -> Texture {
    let (a, b) = wood_colors(rng, dark);
    Texture::new(Pattern::Wood, a, b, scale, angle, rng.next() as u32)
}

/// Warm or cool wood for odds and ends.
pub fn any_wood(rng: &mut Rng) -> Texture {
    let dark = rng.chance(0.5);
    let (a, b) = wood_colors(rng, dark);
    Texture::new(Pattern::Wood, a, b, 1.0, 0.0, rng.next() as u32)
}

/// A table, cloth or floor under a board.
pub fn table(rng: &mut Rng, scale: f32) -> Texture {
    let angle = rng.range(0.0, 6.3);
    let seed = rng.next() as u32;
    let new = |pattern, a, b, s: f32| Texture::new(pattern, a, b, s * scale, angle, seed);
    let any = |rng: &mut Rng| {
        let c = v3(rng.range(0.02, 0.7), rng.range(0.02, 0.7), rng.range(0.02, 0.7));
        let vivid = rng.f();
        gray(c.luma()).lerp(c, 0.08 + 0.8 * vivid * vivid)
    };
    match rng.below(20) {
        0..=4 => {
            let dark = rng.chance(0.35);
            let (a, b) = wood_colors(rng, dark);
            new(Pattern::Wood, a, b, rng.range(0.6, 2.0))
        }
        5..=8 => {
            let dark = rng.chance(0.4);
            let (a, b) = wood_colors(rng, dark);
            new(Pattern::Planks(rng.range(1.0, 3.5)), a, b, rng.range(0.6, 1.4))
        }
        9..=11 => {
            let g = rng.range(0.25, 0.85);
            new(Pattern::Plain, gray(g), gray(g) * rng.range(0.8, 1.0), 0.4)
        }
        12 => new(Pattern::Plain, any(rng), any(rng), 0.1),
        13 => new(Pattern::Cloth, gray(0.8), gray(0.55), 1.0),
        14 => {
            let c = any(rng);
            new(Pattern::Cloth, c, c * 0.6, 1.0)
        }
        15 => new(Pattern::Rug, any(rng), any(rng), rng.range(0.6, 2.0)),
        16 => new(Pattern::Checks(rng.range(0.4, 1.6)), any(rng), gray(0.8), 1.0),
        17 => new(Pattern::Stripes(rng.range(0.2, 1.5)), any(rng), any(rng), 1.0),
        18 => new(Pattern::Marble, gray(0.75), gray(0.3), 0.4),
        _ => {
            let g = rng.range(0.04, 0.5);
            new(Pattern::Speckle, gray(g), gray(g * 1.7), 1.0)
        }
    }
}
