//! A hand over the board, with its sleeve.

use super::{
    HAND, Material, Model, Scene,
    clutter::any_color,
    shapes::Shape,
    texture::{Pattern, Texture},
};
use crate::synth::{
    random::Rng,
    vec3::{V3, srgb, v3},
};

/// Where a hand reaches to, and where its arm comes from.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Between the finger tips.
    tip: V3,
    /// From there toward the elbow, of unit length and level.
    dir: V3,
}

impl Reach {
    /// A hand that reaches over the board's edge, or to its middle; `unit` is one centimeter in
    /// cells.
    pub fn sample(rng: &mut Rng, scene: &Scene, unit: f32) -> Self {
        let (hx, hy) = scene.board.half();
        let turn = rng.range(0.0, 6.3);
        let dir = v3(turn.cos(), turn.sin(), 0.0);
        let edge = hx.min(hy) / dir.x.abs().max(dir.y.abs());
        let reach = if rng.aside().chance(0.5) { [0.0, 0.75] } else { [0.75, 1.02] };
        let tip =
            dir * (edge * rng.range(reach[0], reach[1])) + v3(0.0, 0.0, rng.range(3.5, 7.0) * unit);
        Self { tip, dir }
    }

    /// A hand that takes hold of what stands at `target`, its arm coming from about the direction
    /// `from` (radians from the x axis).
    pub fn toward(rng: &mut Rng, target: V3, from: f32, unit: f32) -> Self {
        let turn = from + rng.gauss().clamp(-2.0, 2.0) * 0.25;
        let dir = v3(turn.cos(), turn.sin(), 0.0);
        let off = v3(rng.gauss(), rng.gauss(), 0.0) * (0.4 * unit);
        Self { tip: target + off + v3(0.0, 0.0, rng.range(1.2, 4.0) * unit), dir }
    }
}

/// Puts a hand into the scene; how it is held and whose it is follow from `rng`.
pub fn hand(rng: &mut Rng, scene: &mut Scene, reach: Reach, unit: f32) {
    let arm = arm(rng, reach, unit);
    let materials = skin_and_sleeve(rng).map(|m| scene.material(m));
    let model = scene.model(arm);
    scene.put(model, materials, v3(0.0, 0.0, 0.0), 0.0, 1.0, HAND);
}

/// Puts a hand into the scene that is held as `rng` says, and is that of `owner`. Every limb is a
/// thing of its own, so that rays that pass far from it are done with it soon.
pub fn hand_of(mut owner: Rng, rng: &mut Rng, scene: &mut Scene, reach: Reach, unit: f32) {
    let materials = skin_and_sleeve(&mut owner).map(|m| scene.material(m));
    for (limb, slot) in arm(rng, reach, unit).parts {
        let Shape::Capsule { a, b, r } = limb else { continue };
        let middle = a.lerp(b, 0.5);
        let limb = Shape::Capsule { a: a - middle, b: b - middle, r };
        let model = scene.model(Model::default().with(limb, slot));
        scene.put(model, materials, middle, 0.0, 1.0, HAND);
    }
}

fn arm(rng: &mut Rng, Reach { tip, dir }: Reach, unit: f32) -> Model {
    let (side, up) = (v3(-dir.y, dir.x, 0.0), v3(0.0, 0.0, 1.0));
    let knuckles = tip + dir * (7.0 * unit) + up * (2.0 * unit);
    let wrist = knuckles + dir * (9.0 * unit) + up * unit;
    let elbow = wrist + dir * (26.0 * unit) + up * (rng.range(0.0, 6.0) * unit);
    let mut model = Model::default();
    let mut add = |a: V3, b: V3, r: f32, slot: u8| {
        model.parts.push((Shape::Capsule { a, b, r: r * unit }, slot))
    };
    for i in 0..4 {
        let off = side * ((i as f32 - 1.5) * 1.9 * unit);
        let bend = tip + off * 0.8 + dir * (rng.range(0.0, 2.5) * unit);
        add(bend, knuckles + off, 0.85, 0);
        add(knuckles + off, wrist + off * 0.6, 1.25, 0);
    }
    add(tip + side * (3.0 * unit) + dir * (4.0 * unit), wrist + side * (2.0 * unit), 1.1, 0);
    add(wrist, wrist + dir * (5.0 * unit), 2.6, 0);
    add(wrist + dir * (4.0 * unit), elbow, 4.0, 1);
    model
}

fn skin_and_sleeve(rng: &mut Rng) -> [Material; 2] {
    let skin = rng.pick(&[
        srgb(224, 172, 140),
        srgb(198, 134, 100),
        srgb(141, 85, 56),
        srgb(90, 56, 40),
        srgb(240, 200, 175),
    ]);
    let cloth = any_color(rng);
    let sleeve = Texture::new(Pattern::Cloth, cloth, cloth * 0.5, 1.0, 0.3, rng.next() as u32);
    [Material::new(Texture::plain(skin), 0.55, 0.03), Material::new(sleeve, 0.95, 0.0)]
}
