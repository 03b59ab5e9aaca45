//! Light that changes in the course of a game.

use crate::synth::{Light, random::Rng};
use std::f32::consts::TAU;

/// A slow change: two waves that do not fit each other.
struct Wave {
    /// Frames of the first one.
    length: f32,
    phases: [f32; 2],
}

impl Wave {
    fn sample(rng: &mut Rng) -> Self {
        let phases = [rng.range(0.0, TAU), rng.range(0.0, TAU)];
        Self { length: rng.range(120.0, 500.0), phases }
    }

    /// From -1 to 1.
    fn at(&self, frame: usize) -> f32 {
        let turn = frame as f32 / self.length * TAU;
        0.65 * (turn + self.phases[0]).sin() + 0.35 * (turn * 2.7 + self.phases[1]).sin()
    }
}

/// The light of every frame: how it drifts, and what sudden changes have left of it.
pub struct Drift {
    strength: f32,
    lamps: Wave,
    room: Wave,
    warmth: Wave,
    sudden: Light,
}

impl Drift {
    /// A drift of a strength from 0 to 1.
    pub fn sample(rng: &mut Rng, strength: f32) -> Self {
        let [lamps, room, warmth] = [(); 3].map(|()| Wave::sample(rng));
        Self { strength, lamps, room, warmth, sudden: Light::default() }
    }

    /// A lamp is switched, a cloud comes or goes: the old sudden change ends, and a new one begins.
    pub fn jump(&mut self, rng: &mut Rng) {
        self.sudden = match rng.below(4) {
            0 => Light::default(),
            1 => Light { lamps: rng.range(0.25, 0.5), ..Light::default() },
            2 => Light { lamps: rng.range(1.4, 2.0), warmth: 0.3, ..Light::default() },
            _ => Light { room: rng.range(0.5, 1.8), warmth: -0.3, ..Light::default() },
        };
    }

    /// The light of a frame.
    pub fn at(&self, frame: usize) -> Light {
        let factor = |wave: &Wave| (0.7 * self.strength * wave.at(frame)).exp2();
        Light {
            lamps: self.sudden.lamps * factor(&self.lamps),
            room: self.sudden.room * factor(&self.room),
            warmth: (self.sudden.warmth + self.strength * self.warmth.at(frame)).clamp(-1.0, 1.0),
        }
    }
}
