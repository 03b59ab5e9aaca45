//! Go stones.

use crate::synth::{
    random::Rng,
    scene::{
        Material, Model,
        shapes::Shape,
        texture::{Pattern, Texture},
    },
    vec3::{srgb, v3},
};

/// Go stones: model and materials of black and white.
pub struct GoSet {
    pub stone: Model,
    pub black: Material,
    pub white: Material,
}

impl GoSet {
    pub fn sample(rng: &mut Rng) -> Self {
        let r = rng.range(0.43, 0.5);
        let half = rng.range(0.12, 0.24);
        let single = rng.chance(0.3);
        let stone = if single {
            let half = v3(r, r, half * 1.6);
            Shape::Ellipsoid { center: v3(0.0, 0.0, 0.02), half, floor: 0.0 }
        } else {
            Shape::Ellipsoid { center: v3(0.0, 0.0, half), half: v3(r, r, half), floor: -1.0 }
        };
        let (rough, seed) = (
            if rng.chance(0.7) { rng.range(0.06, 0.3) } else { rng.range(0.4, 0.7) },
            rng.next() as u32,
        );
        let shell = rng.chance(0.3);
        let pale = rng.pick(&[
            srgb(240, 240, 236),
            srgb(230, 228, 215),
            srgb(250, 250, 250),
            srgb(225, 215, 195),
        ]);
        let deep =
            rng.pick(&[srgb(22, 22, 24), srgb(35, 35, 38), srgb(15, 25, 22), srgb(48, 46, 44)]);
        let white = if shell {
            Texture::new(Pattern::Stripes(0.05), pale, pale * 0.9, 1.0, rng.range(0.0, 3.0), seed)
        } else {
            Texture::plain(pale)
        };
        let white = Material::new(white, rough, 0.04);
        let slate = rng.range(rough, 0.75);
        Self {
            stone: Model::new(stone),
            black: Material::new(Texture::plain(deep), slate, 0.04),
            white,
        }
    }
}
