//! The knight's head.

use crate::synth::{
    random::Rng,
    scene::{
        blend::{Blend, Cone},
        shapes::Shape,
    },
    vec3::v3,
};

/// Proportions of a [`head`], in units of its height.
#[derive(Clone, Copy, Debug)]
pub struct KnightStyle {
    /// How thick neck and head are, about 1.
    pub girth: f32,
    /// How far the muzzle reaches forward, about 0.22.
    pub reach: f32,
    /// Height of the muzzle, about 0.66.
    pub drop: f32,
    /// How far the neck arches backward, about 0.1.
    pub arch: f32,
    /// Width over depth, about 0.75.
    pub flat: f32,
    /// Thickness of the ears, about 0.016; 0 without.
    pub ears: f32,
    /// Thickness of the mane, about 0.035.
    pub mane: f32,
    /// Half the thickness of a horse that is sawn out of a board.
    pub slab: Option<f32>,
}

impl KnightStyle {
    pub fn sample(rng: &mut Rng) -> Self {
        Self {
            girth: rng.range(0.8, 1.2),
            reach: rng.range(0.15, 0.33),
            drop: rng.range(0.5, 0.78),
            arch: rng.range(-0.02, 0.17),
            flat: rng.range(0.5, 0.95),
            ears: rng.range(0.0, 0.035),
            mane: rng.range(0.02, 0.055),
            slab: rng.chance(0.3).then(|| rng.range(0.06, 0.12)),
        }
    }
}

/// A horse's head that looks along +x, on a neck that starts at the height `low`, in units of
/// `size`, the height of the whole figure.
pub fn head(size: f32, low: f32, style: KnightStyle) -> Shape {
    let KnightStyle { girth: g, reach, drop, arch, flat, ears, mane, slab } = style;
    let cone = |a: (f32, f32, f32), ra: f32, b: (f32, f32, f32), rb: f32| Cone {
        a: v3(a.0, a.1 / flat, a.2),
        b: v3(b.0, b.1 / flat, b.2),
        ra: ra * g,
        rb: rb * g,
    };
    let (mx, mz) = (reach * 0.5, 0.45 * 0.8 + 0.55 * drop);
    let ear = |side: f32| {
        let back = -arch * 0.3 - 0.02;
        cone((back, side * 0.045, 0.87), ears + 0.02, (back, side * 0.055, 0.98 - ears), ears)
    };
    let mut cones = vec![
        cone((0.0, 0.0, low + 0.05), 0.19, (-arch * 0.6, 0.0, 0.58), 0.155),
        cone((-arch * 0.6, 0.0, 0.58), 0.155, (-arch * 0.3, 0.0, 0.79), 0.12),
        cone((-arch * 0.2, 0.0, 0.8), 0.12, (mx, 0.0, mz), 0.1),
        cone((mx, 0.0, mz), 0.1, (reach, 0.0, drop), 0.075),
        cone((0.05, 0.0, 0.67), 0.1, (reach * 0.8, 0.0, drop - 0.02), 0.06),
        cone((0.09, 0.0, low + 0.1), 0.14, (0.03, 0.0, 0.56), 0.12),
        cone((-arch - 0.06, 0.0, 0.84), mane, (-arch - 0.1, 0.0, low + 0.12), mane * 1.6),
    ];
    if ears > 0.006 {
        cones.extend([ear(1.0), ear(-1.0)]);
    }
    Shape::Blend(Blend {
        cones,
        size,
        low,
        flat,
        reach: 0.05,
        slab: slab.unwrap_or(f32::INFINITY),
        ball: (v3(0.04, 0.0, 0.62), 0.55),
    })
}
