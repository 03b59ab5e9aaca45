//! Shapes printed on pieces and boards, in a square from -1 to 1 with y up.

use std::f32::consts::{PI, TAU};

/// A printed shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Circle,
    Clover,
    Diamond,
    Square,
    Star4,
    Star8,
    Crown,
    Ring,
    LetterK,
}

/// The six shapes of Qwirkle in the order of their digits.
pub const QWIRKLE: [Mark; 6] =
    [Mark::Circle, Mark::Clover, Mark::Diamond, Mark::Square, Mark::Star4, Mark::Star8];

impl Mark {
    /// Whether the shape covers a point.
    pub fn covers(self, x: f32, y: f32) -> bool {
        let r = x.hypot(y);
        match self {
            Mark::Circle => r < 0.9,
            Mark::Clover => clover(x.abs(), y.abs()),
            Mark::Diamond => x.abs() + y.abs() < 1.0,
            Mark::Square => x.abs().max(y.abs()) < 0.78,
            Mark::Star4 => star(x, y, 4, 0.36, PI / 4.0, 1.12),
            Mark::Star8 => star(x, y, 8, 0.52, PI / 8.0 * 0.0, 1.0),
            Mark::Crown => crown(x, y),
            Mark::Ring => (0.6..0.85).contains(&r),
            Mark::LetterK => letter_k(x, y),
        }
    }
}

fn clover(x: f32, y: f32) -> bool {
    let leaf = |a: f32, b: f32| (a - 0.6).hypot(b) < 0.37;
    leaf(x, y) || leaf(y, x) || (x.max(y) < 0.6 && x.min(y) < 0.22)
}

/// A star of `n` points of radius `outer`, its notches at `inner`, the first point at the angle
/// `turn`.
fn star(x: f32, y: f32, n: u32, inner: f32, turn: f32, outer: f32) -> bool {
    let sector = TAU / n as f32;
    let a = ((y.atan2(x) - turn).rem_euclid(sector) - sector / 2.0).abs();
    let a = sector / 2.0 - a;
    let r = x.hypot(y);
    let (px, py) = (r * a.cos(), r * a.sin());
    let (nx, ny) = (inner * (sector / 2.0).cos(), inner * (sector / 2.0).sin());
    (nx - outer) * py - ny * (px - outer) > 0.0
}

fn crown(x: f32, y: f32) -> bool {
    let tooth = ((x + 0.8) / 0.8 * 1.5).rem_euclid(1.0);
    let top = 0.1 + 0.6 * (tooth - 0.5).abs() * 2.0;
    x.abs() < 0.8 && y > -0.6 && y < top
}

fn letter_k(x: f32, y: f32) -> bool {
    let bar = (-0.55..-0.3).contains(&x) && y.abs() < 0.8;
    let arm =
        (y.abs() - (x + 0.3) * 0.95).abs() < 0.2 && (-0.35..0.55).contains(&x) && y.abs() < 0.8;
    bar || arm
}
