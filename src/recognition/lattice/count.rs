//! Counting lines: which of the lines seen are the outermost ones of the board.
//!
//! In a band along each side of the rectified board, lines that cross the band make a comb. The
//! comb with the board's number of teeth that covers most of it, and leaves no line just outside,
//! says where that side's corners are.

use super::lines::Strengths;
use crate::geometry::{GridSpec, Point, Quad};

/// How far a corner may be off, in pitches.
const FARTHEST: f64 = 1.4;
/// Steps a pitch in which combs are tried.
const STEPS: f64 = 10.0;
/// Depth of a band, and how far its middle is from its side, as fractions of the board.
const BAND: (f64, f64) = (0.24, 0.16);
/// What a pitch of shift costs, in mean line strengths of one tooth: the detector is right more
/// often than not.
const SHIFT_COST: f64 = 0.25;

/// The board's outline in board coordinates as the counted lines have it; `None` when that is no
/// convex quad.
pub fn count(strengths: &Strengths, grid: &GridSpec) -> Option<Quad> {
    let (w, h) = grid.steps();
    let top = comb(strengths, w, BAND.1 * h, BAND.0 * h, true);
    let bottom = comb(strengths, w, (1.0 - BAND.1) * h, BAND.0 * h, true);
    let left = comb(strengths, h, BAND.1 * w, BAND.0 * w, false);
    let right = comb(strengths, h, (1.0 - BAND.1) * w, BAND.0 * w, false);
    let side = |from: f64, to: f64, horizontal: bool, at: f64| {
        let t = (at / if horizontal { w } else { h } - BAND.1) / (1.0 - 2.0 * BAND.1);
        from + (to - from) * t
    };
    // Each corner lies where an outermost line of one direction meets one of the other.
    let corner = |first_x: bool, first_y: bool| {
        let pick = |comb: (f64, f64), first: bool| if first { comb.0 } else { comb.1 };
        let (mut x, mut y) = (if first_x { 0.0 } else { w }, if first_y { 0.0 } else { h });
        for _ in 0..2 {
            x = side(pick(top, first_x), pick(bottom, first_x), false, y);
            y = side(pick(left, first_y), pick(right, first_y), true, x);
        }
        Point::new(x, y)
    };
    Quad::new([corner(true, true), corner(false, true), corner(false, false), corner(true, false)])
        .ok()
}

/// First and last tooth, in board coordinates, of the comb that fits the lines across a band
/// `depth` deep around `middle`; the lines are vertical or horizontal, `steps` pitches from the
/// first to the last.
fn comb(strengths: &Strengths, steps: f64, middle: f64, depth: f64, vertical: bool) -> (f64, f64) {
    let profile = Profile::across(strengths, steps, middle, depth, vertical);
    let tries = (FARTHEST * STEPS) as i32;
    let shifts = || (-tries..=tries).map(|s| f64::from(s) / STEPS);
    let mean = profile.mean();
    let score = |first: f64, last: f64| {
        let pitch = (last - first) / steps;
        let teeth: f64 = (0..=steps as i32).map(|i| profile.at(first + pitch * f64::from(i))).sum();
        let left_out = profile.at(first - pitch) + profile.at(last + pitch);
        teeth - left_out - SHIFT_COST * mean * (first.abs() + (last - steps).abs())
    };
    let all = shifts().flat_map(|a| shifts().map(move |b| (a, steps + b)));
    all.max_by(|a, b| score(a.0, a.1).total_cmp(&score(b.0, b.1))).unwrap_or((0.0, steps))
}

/// Mean line strength over a band, by place across the lines.
struct Profile {
    from: f64,
    values: Vec<f64>,
}

impl Profile {
    fn across(strengths: &Strengths, steps: f64, middle: f64, depth: f64, vertical: bool) -> Self {
        const SAMPLES: usize = 48;
        let from = -FARTHEST - 1.5;
        let bins = ((steps + 2.0 * (FARTHEST + 1.5)) * STEPS) as usize;
        let value = |bin: usize| {
            let across = from + bin as f64 / STEPS;
            let sum: f32 = (0..SAMPLES)
                .map(|i| {
                    let along = middle + ((i as f64 + 0.5) / SAMPLES as f64 - 0.5) * depth;
                    let p = if vertical {
                        Point::new(across, along)
                    } else {
                        Point::new(along, across)
                    };
                    strengths.at(p, vertical).min(40.0)
                })
                .sum();
            f64::from(sum) / SAMPLES as f64
        };
        let raw: Vec<f64> = (0..bins).map(value).collect();
        let smooth = |i: usize| {
            0.25 * raw[i.saturating_sub(1)] + 0.5 * raw[i] + 0.25 * raw[(i + 1).min(bins - 1)]
        };
        Self { from, values: (0..bins).map(smooth).collect() }
    }

    fn at(&self, across: f64) -> f64 {
        let bin = ((across - self.from) * STEPS).round();
        if bin < 0.0 { 0.0 } else { self.values.get(bin as usize).copied().unwrap_or(0.0) }
    }

    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }
}
