//! Chess sets: the models of their pieces and the colors of both sides.

mod folk;
mod knight;
mod staunton;

use crate::synth::{
    random::Rng,
    scene::{
        Material, Model,
        texture::{Pattern, Texture, wood_colors},
    },
    vec3::{V3, gray, srgb, v3},
};
use folk::FolkStyle;
use staunton::Staunton;

/// What the pieces of a set look like but for their colors.
pub struct PieceShapes {
    /// In the order P N B R Q K.
    pub models: [Model; 6],
    /// Whether the smaller parts are in the other side's color, like the balls on folk sets;
    /// otherwise they are felt.
    pub two_colored: bool,
}

impl PieceShapes {
    pub fn sample(rng: &mut Rng) -> Self {
        // Most sets fill their squares as the rules of chess federations ask, some are small or
        // crowded.
        let foot = if rng.chance(0.6) { rng.range(0.29, 0.38) } else { rng.range(0.22, 0.41) };
        let king = foot * if rng.chance(0.7) { rng.range(4.2, 5.6) } else { rng.range(3.4, 6.8) };
        let folk = rng.chance(0.15).then(|| FolkStyle::sample(rng));
        let felt = if folk.is_none() && rng.chance(0.35) { 0.03 } else { 0.0 };
        let tips = folk.is_none() && felt == 0.0 && rng.chance(0.12);
        let style = Staunton::sample(rng, felt, tips);
        let (feet, heights) = (staunton::feet(rng), staunton::heights(rng));
        let models = std::array::from_fn(|kind| {
            let (r, h) = (foot * feet[kind], king * heights[kind]);
            match folk {
                Some(folk) if kind > 1 => folk.piece(kind, r, h),
                _ => style.piece(kind, r, h),
            }
        });
        Self { models, two_colored: folk.is_some() || tips }
    }
}

/// The materials of both sides.
pub struct SetColors {
    /// White's and black's.
    pub sides: [Material; 2],
    pub felt: Material,
}

impl SetColors {
    pub fn sample(rng: &mut Rng) -> Self {
        let sides = sides(rng);
        let felt = rng.pick(&[srgb(20, 70, 40), srgb(90, 20, 25), gray(0.05), srgb(120, 90, 60)]);
        Self { sides, felt: Material::new(Texture::plain(felt), 0.9, 0.0) }
    }
}

fn sides(rng: &mut Rng) -> [Material; 2] {
    let gloss = rng.range(0.08, 0.75);
    let shine = if gloss < 0.6 { 0.045 } else { 0.02 };
    let make = |t: Texture| Material::new(t, gloss, shine);
    let seed = rng.next() as u32;
    if rng.chance(0.5) {
        let ((la, lb), (da, db)) = (wood_colors(rng, false), wood_colors(rng, true));
        let scale = rng.range(0.8, 2.0);
        let dark = rng.range(0.35, 1.1);
        let red = if rng.chance(0.15) { v3(1.5, 0.6, 0.5) } else { gray(1.0) };
        let light = Texture::new(Pattern::Wood, la, lb.lerp(la, 0.5), scale, 0.0, seed);
        let deep =
            Texture::new(Pattern::Wood, da * dark * red, db * dark * red, scale, 0.0, seed ^ 1);
        return [make(light), make(deep)];
    }
    let whites = [
        srgb(240, 238, 230),
        srgb(235, 225, 200),
        srgb(225, 205, 160),
        srgb(210, 170, 80),
        srgb(245, 245, 245),
        srgb(200, 160, 110),
        srgb(190, 60, 45),
        srgb(200, 205, 210),
    ];
    let blacks = [
        srgb(28, 27, 27),
        srgb(20, 20, 24),
        srgb(45, 30, 24),
        srgb(70, 45, 30),
        srgb(25, 60, 40),
        srgb(95, 25, 25),
        srgb(60, 60, 64),
        srgb(25, 30, 70),
    ];
    let wi = if rng.chance(0.85) { rng.below(5) } else { rng.below(whites.len()) };
    let bi = if rng.chance(0.75) { rng.below(4) } else { rng.below(blacks.len()) };
    let jitter = |rng: &mut Rng, c: V3| {
        c * v3(rng.range(0.85, 1.1), rng.range(0.85, 1.1), rng.range(0.85, 1.1))
    };
    // Black plastic is a dark gray in the light.
    let (w, b) = (jitter(rng, whites[wi]), jitter(rng, blacks[bi]) * rng.range(1.0, 2.5));
    [make(Texture::plain(w)), make(Texture::plain(b))]
}
