//! Qwirkle tiles.

use crate::synth::{
    random::Rng,
    scene::{
        Material, Model,
        marks::QWIRKLE,
        shapes::Shape,
        texture::{Pattern, Texture},
    },
    vec3::{V3, gray, srgb, v3},
};

/// Qwirkle tiles: the model and the 36 materials in the order of the classes.
pub struct QwirkleSet {
    pub tile: Model,
    pub materials: Vec<Material>,
}

impl QwirkleSet {
    pub fn sample(rng: &mut Rng) -> Self {
        let side = rng.range(0.455, 0.5);
        let height = rng.range(0.28, 0.52);
        let bevel = rng.range(0.02, 0.07);
        let tile = Shape::Box {
            center: v3(0.0, 0.0, height / 2.0),
            half: v3(side, side, height / 2.0),
            bevel,
        };
        let body = gray(rng.range(0.006, 0.03));
        let texture = Texture::new(Pattern::Wood, body, body * 1.8, 1.5, 0.3, rng.next() as u32);
        let (rough, shine) = (rng.range(0.25, 0.75), 0.035);
        let base = [
            srgb(205, 35, 45),
            srgb(225, 95, 35),
            srgb(235, 205, 30),
            srgb(25, 125, 50),
            srgb(35, 95, 195),
            srgb(235, 235, 235),
        ];
        let tint: Vec<V3> = base
            .iter()
            .map(|&c| {
                c * v3(rng.range(0.85, 1.12), rng.range(0.85, 1.12), rng.range(0.85, 1.12))
                    * rng.range(0.85, 1.1)
            })
            .collect();
        let size = side * rng.range(0.68, 0.8);
        let materials = (0..36).map(|i| {
            let mut m = Material::new(texture, rough, shine);
            m.mark = Some((QWIRKLE[i / 6], size, tint[i % 6]));
            m
        });
        Self { tile: Model::new(tile), materials: materials.collect() }
    }
}
