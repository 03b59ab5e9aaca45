//! Lamps, windows and what surrounds the scene.

use crate::synth::{
    random::Rng,
    vec3::{V3, gray, v3},
};

/// A round lamp or window that shines from all of its area.
#[derive(Clone, Copy, Debug)]
pub struct Light {
    pub pos: V3,
    pub radius: f32,
    /// Irradiance of a surface that faces the light at the board's center.
    pub color: V3,
    /// Squared distance to the board's center.
    pub reach: f32,
}

/// The light from all directions.
#[derive(Clone, Debug)]
pub struct Surroundings {
    pub up: V3,
    pub side: V3,
    pub down: V3,
    /// Bright places: direction, cosine of half their width, color.
    pub patches: Vec<(V3, f32, V3)>,
    pub seed: u32,
}

/// All light of a scene.
#[derive(Clone, Debug)]
pub struct Lighting {
    pub lights: Vec<Light>,
    pub around: Surroundings,
    /// Capsules that stand in the way of the first light only: a person's shadow.
    pub blockers: Vec<(V3, V3, f32)>,
    /// Whether lamps are of strong colors.
    pub colored: bool,
}

impl Surroundings {
    /// The even part of the light that comes from direction `d` (unit length).
    pub fn even(&self, d: V3) -> V3 {
        if d.z > 0.0 { self.side.lerp(self.up, d.z) } else { self.side.lerp(self.down, -d.z) }
    }

    /// The light that comes from direction `d` (unit length), bright places with edges blurred by
    /// `blur` included.
    pub fn at(&self, d: V3, blur: f32) -> V3 {
        let mut sum = self.even(d);
        for (dir, width, color) in &self.patches {
            let edge =
                ((d.dot(*dir) - width) / (0.02 + blur) + 0.5 * blur.min(1.0)).clamp(0.0, 1.0);
            sum += *color * edge;
        }
        sum
    }

    /// Mean over the upper half.
    pub fn mean(&self) -> V3 {
        self.side.lerp(self.up, 0.6)
    }
}

/// The color of a lamp of a temperature in kelvin, of brightness about 1 (a fit by eye to the
/// black-body locus).
fn kelvin(k: f32) -> V3 {
    let t = (k / 6500.0).ln();
    v3((1.0 - 0.75 * t).clamp(0.6, 1.8), 1.0, (1.0 + 0.95 * t).clamp(0.25, 1.6))
}

fn lamp_color(rng: &mut Rng, colored: bool) -> V3 {
    if colored {
        let hue = rng.range(0.0, std::f32::consts::TAU);
        let part = |k: f32| (0.5 + 0.5 * (hue + k).cos()).powf(1.3) + 0.06;
        return v3(part(0.0), part(2.1), part(4.2));
    }
    kelvin(rng.range(2700.0, 7500.0))
}

impl Lighting {
    /// Lamps for a board of half width `half`, in cells.
    pub fn sample(rng: &mut Rng, half: f32) -> Self {
        // Rooms with white walls and windows: light comes from everywhere, lamps are wide or weak.
        let mut aside = rng.aside();
        let soft = aside.chance(0.5);
        let colored = rng.chance(0.05);
        let count = rng.pick(&[1, 1, 2, 2, 3]);
        let mut lights = Vec::new();
        for i in 0..count {
            let strength = if i == 0 { 1.0 } else { rng.range(0.1, 0.7) };
            lights.push(lamp(rng, half, colored, strength));
        }
        let fill = if rng.chance(0.15) { rng.range(0.04, 0.15) } else { rng.range(0.15, 0.8) };
        let tone = if colored {
            lamp_color(rng, true).lerp(gray(0.4), 0.3)
        } else {
            kelvin(rng.range(4000.0, 8500.0))
        };
        let fill = if soft { aside.range(0.6, 1.8) } else { fill };
        if soft {
            for light in &mut lights {
                light.radius = light.radius.max(light.reach.sqrt() * aside.range(0.1, 0.5));
                light.color = light.color * aside.range(0.3, 0.9);
            }
        }
        let up = tone * fill;
        let mut patches = Vec::new();
        for _ in 0..rng.below(4) {
            let turn = rng.range(0.0, 6.3);
            let dir = v3(turn.cos(), turn.sin(), rng.range(0.15, 1.5)).unit();
            patches.push((dir, rng.range(0.9, 0.99), tone * rng.range(0.5, 3.5)));
        }
        let side = up * rng.range(0.4, 1.0);
        let around = Surroundings { up, side, down: side * 0.35, patches, seed: rng.next() as u32 };
        let blockers =
            if rng.chance(0.22) && !soft { person(rng, &lights[0], half) } else { Vec::new() };
        Self { lights, around, blockers, colored }
    }
}

/// Light that is hard to read a board in.
impl Lighting {
    /// The sun, 12 to 45 degrees high, and a dim sky.
    pub fn low_sun(rng: &mut Rng, half: f32) -> Self {
        let (turn, high) = (rng.range(0.0, 6.3), rng.range(0.2, 0.8f32));
        let dist = half * 40.0;
        let pos = v3(turn.cos() * high.cos(), turn.sin() * high.cos(), high.sin()) * dist;
        let color = kelvin(rng.range(3200.0, 5800.0)) * (1.0 / high.sin().max(0.35));
        let sun = Light { pos, radius: dist * 0.005, color, reach: dist * dist };
        let up = kelvin(rng.range(6500.0, 11_000.0)) * rng.range(0.06, 0.35);
        let side = up * rng.range(0.4, 1.0);
        let seed = rng.next() as u32;
        let around = Surroundings { up, side, down: side * 0.35, patches: Vec::new(), seed };
        Self { lights: vec![sun], around, blockers: Vec::new(), colored: false }
    }

    /// The sun between the bars of a window, or through leaves.
    pub fn sun_patches(rng: &mut Rng, half: f32) -> Self {
        let mut lighting = Self::low_sun(rng, half);
        let toward = lighting.lights[0].pos.unit();
        let (across, along) = toward.frame();
        let away = toward * (half * rng.range(3.0, 8.0));
        let at = |x: f32, y: f32| away + across * (x * half) + along * (y * half);
        if rng.chance(0.5) {
            let (bars, gap, turn) = (3 + rng.below(5), rng.range(0.3, 0.8), rng.range(0.0, 6.3));
            let (s, c) = turn.sin_cos();
            let wide = half * gap * rng.range(0.15, 0.45);
            for bar in 0..bars {
                let off = (bar as f32 - bars as f32 / 2.0) * gap + rng.range(-0.1, 0.1);
                let end = |far: f32| at(off * c - far * s, off * s + far * c);
                lighting.blockers.push((end(-3.0), end(3.0), wide));
            }
        } else {
            for _ in 0..6 + rng.below(20) {
                let leaf = at(rng.range(-1.6, 1.6), rng.range(-1.6, 1.6));
                let tip = leaf + v3(rng.gauss(), rng.gauss(), rng.gauss()) * (half * 0.15);
                lighting.blockers.push((leaf, tip, half * rng.range(0.05, 0.22)));
            }
        }
        lighting
    }

    /// A ring of lamps close above the board, as beside a camera's lens.
    pub fn ring(rng: &mut Rng, half: f32) -> Self {
        const LAMPS: usize = 8;
        let (height, radius) = (half * rng.range(1.5, 5.0), half * rng.range(0.2, 0.9));
        let middle = v3(rng.gauss() * half * 0.3, rng.gauss() * half * 0.3, height);
        let color = kelvin(rng.range(4000.0, 7500.0)) * (1.0 / LAMPS as f32);
        let reach = height * height + radius * radius;
        let lamp = |i: usize| {
            let (s, c) = (std::f32::consts::TAU * i as f32 / LAMPS as f32).sin_cos();
            let pos = middle + v3(c, s, 0.0) * radius;
            Light { pos, radius: radius * 0.35, color, reach }
        };
        let up = kelvin(rng.range(4000.0, 8000.0)) * rng.range(0.05, 0.5);
        let side = up * rng.range(0.4, 1.0);
        let seed = rng.next() as u32;
        let around = Surroundings { up, side, down: side * 0.35, patches: Vec::new(), seed };
        Self {
            lights: (0..LAMPS).map(lamp).collect(),
            around,
            blockers: Vec::new(),
            colored: false,
        }
    }

    /// Makes all light that of one lamp of a strong color.
    pub fn stain(&mut self, rng: &mut Rng) {
        let color = lamp_color(rng, true);
        let color = color * (1.0 / color.luma().max(0.1));
        for light in &mut self.lights {
            light.color = color * light.color.luma();
        }
        let room = &mut self.around;
        for part in [&mut room.up, &mut room.side, &mut room.down] {
            *part = color.lerp(gray(1.0), rng.range(0.0, 0.25)) * part.luma();
        }
        room.patches.clear();
        self.colored = true;
    }
}

impl Lighting {
    /// The same light with every lamp and everything around multiplied by a color.
    pub fn changed(mut self, lamps: V3, around: V3) -> Self {
        self.lights.iter_mut().for_each(|light| light.color = light.color * lamps);
        let room = &mut self.around;
        (room.up, room.side, room.down) =
            (room.up * around, room.side * around, room.down * around);
        room.patches.iter_mut().for_each(|(.., color)| *color = *color * around);
        self
    }

    /// Color of all light together, of brightness 1.
    pub fn tint(&self) -> V3 {
        let sum = self.lights.iter().fold(self.around.mean(), |s, l| s + l.color);
        sum * (1.0 / sum.luma().max(1e-6))
    }
}

fn lamp(rng: &mut Rng, half: f32, colored: bool, strength: f32) -> Light {
    let turn = rng.range(0.0, 6.3);
    let height = if rng.chance(0.3) { rng.range(0.25, 0.6) } else { rng.range(0.6, 3.0) };
    let dist = half * rng.range(2.5, 10.0);
    let pos = v3(turn.cos(), turn.sin(), height).unit() * dist;
    let radius = dist * if rng.chance(0.35) { rng.range(0.01, 0.05) } else { rng.range(0.05, 0.4) };
    let color = lamp_color(rng, colored) * (strength / (pos.z / dist).max(0.35));
    Light { pos, radius, color, reach: dist * dist }
}

/// Head, shoulders and an arm between a light and a place of the board.
fn person(rng: &mut Rng, light: &Light, half: f32) -> Vec<(V3, V3, f32)> {
    let spot = v3(rng.range(-1.1, 1.1) * half, rng.range(-1.1, 1.1) * half, 0.0);
    let along = rng.range(0.25, 0.6);
    let at = spot.lerp(light.pos, along);
    let (side, _) = (light.pos - spot).unit().frame();
    let size = half * rng.range(0.25, 0.6) * (1.0 - along * 0.5);
    let low = at - v3(0.0, 0.0, size * 1.7);
    let mut out = vec![
        (at, at + v3(0.0, 0.0, size * 0.4), size * 0.55),
        (low - side * size, low + side * size, size * 0.6),
    ];
    if rng.chance(0.5) {
        let turn = rng.range(0.0, 6.3);
        out.push((low, low + v3(turn.cos(), turn.sin(), -0.2) * (half * 1.2), size * 0.22));
    }
    out
}
