//! Chess pieces as turners in Central Europe make them: plain bodies, with balls and discs in the
//! other side's color on top.

use crate::synth::{
    random::Rng,
    scene::{Model, lathe::Cut, shapes::Shape},
    vec3::v3,
};
use std::f32::consts::{FRAC_PI_2, TAU};

/// The slot of the parts in the other side's color.
const OTHER: u8 = 1;

/// What the pieces of a set share.
#[derive(Clone, Copy, Debug)]
pub struct FolkStyle {
    /// Radius of the balls on top, over the foot's.
    knob: f32,
    /// Balls around the queen's crown.
    balls: usize,
    /// How far the crown opens, over the foot's radius.
    crown: f32,
    /// Radius of the waist over the foot's.
    waist: f32,
    /// Whether the bishop has a ball at all, rather than a point.
    ball_on_bishop: bool,
}

impl FolkStyle {
    /// A random style.
    pub fn sample(rng: &mut Rng) -> Self {
        Self {
            knob: rng.range(0.18, 0.36),
            balls: 4 + rng.below(4),
            crown: rng.range(0.6, 1.0),
            waist: rng.range(0.35, 0.7),
            ball_on_bishop: rng.chance(0.7),
        }
    }

    /// Bishop, rook, queen or king (2 to 5) with a foot of radius `r`, `h` tall.
    pub fn piece(&self, kind: usize, r: f32, h: f32) -> Model {
        match kind {
            2 => self.bishop(r, h),
            3 => self.rook(r, h),
            4 => self.queen(r, h),
            _ => self.king(r, h),
        }
    }

    /// The outline of a bell-shaped body from the table to `top`, where it is `neck` wide.
    fn body(&self, r: f32, top: f32, neck: f32) -> Vec<(f32, f32)> {
        let waist = r * self.waist;
        let mut out =
            vec![(r * 0.97, 0.0), (r, top * 0.04), (r, top * 0.14), (r * 0.86, top * 0.2)];
        for i in 1..=5 {
            let t = i as f32 / 5.0;
            out.push((waist + (r * 0.86 - waist) * (FRAC_PI_2 * t).cos(), top * (0.2 + 0.55 * t)));
        }
        out.extend([(neck * 1.15, top * 0.86), (neck * 1.15, top * 0.9), (neck, top)]);
        out
    }

    fn bishop(&self, r: f32, h: f32) -> Model {
        let knob = r * self.knob;
        let top = h - 1.6 * knob;
        let mut outline = self.body(r, top * 0.72, r * 0.5);
        outline.extend([
            (r * 0.55, top * 0.78),
            (r * 0.42, top * 0.9),
            (knob * 0.5, top),
            (0.0, top),
        ]);
        let slot = if self.ball_on_bishop { OTHER } else { 0 };
        turned(&outline).with(ball(0.0, 0.0, h - knob, knob), slot)
    }

    fn rook(&self, r: f32, h: f32) -> Model {
        let tower = r * 0.82;
        let mut outline = self.body(r, h * 0.7, tower * 0.9);
        outline.extend([(tower, h * 0.75), (tower, h * 0.93), (0.0, h * 0.93)]);
        let lid = [(tower * 0.9, h * 0.93), (tower * 0.9, h * 0.97), (tower * 0.6, h), (0.0, h)];
        turned(&outline).with(Shape::turned(&lid, Cut::None), OTHER)
    }

    fn queen(&self, r: f32, h: f32) -> Model {
        let knob = r * self.knob * 0.85;
        let (rim, wide) = (h - 3.0 * knob, r * self.crown);
        let mut outline = self.body(r, h * 0.72, r * 0.5);
        outline.extend([(wide, rim), (wide * 0.8, rim), (0.0, rim - 0.02)]);
        let mut model = turned(&outline).with(ball(0.0, 0.0, h - knob, knob * 1.15), OTHER);
        for i in 0..self.balls {
            let (s, c) = (TAU * i as f32 / self.balls as f32).sin_cos();
            model = model.with(ball(c * wide, s * wide, rim + knob * 0.6, knob), OTHER);
        }
        model
    }

    fn king(&self, r: f32, h: f32) -> Model {
        let knob = r * self.knob;
        let (rim, wide) = (h - 2.2 * knob, r * (0.35 + 0.4 * self.crown));
        let mut outline = self.body(r, h * 0.68, r * 0.5);
        outline.extend([
            (wide, h * 0.72),
            (wide * 1.08, rim),
            (wide * 0.5, rim + knob * 0.4),
            (0.0, rim + knob * 0.4),
        ]);
        turned(&outline).with(ball(0.0, 0.0, h - knob, knob), OTHER)
    }
}

fn turned(outline: &[(f32, f32)]) -> Model {
    Model::new(Shape::turned(outline, Cut::None))
}

fn ball(x: f32, y: f32, z: f32, r: f32) -> Shape {
    Shape::ball(v3(x, y, z), r)
}
