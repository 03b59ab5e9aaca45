//! The knight's head: a smooth union of tapered capsules, found by sphere tracing.

use super::{
    shapes::Hit,
    vec3::{Ray, V3, v3},
};

/// A tapered capsule: radius `ra` at `a`, `rb` at `b`.
#[derive(Clone, Copy, Debug)]
struct Cone {
    a: V3,
    b: V3,
    ra: f32,
    rb: f32,
}

/// A horse's head and neck that looks along +x, in units of `size`, above `z = 0`.
#[derive(Clone, Debug)]
pub struct KnightHead {
    cones: Vec<Cone>,
    /// Height of the whole figure.
    size: f32,
    /// Width over depth.
    flat: f32,
    blend: f32,
    low: f32,
    /// Half the thickness it is cut down to.
    slab: f32,
}

/// Proportions of a [`KnightHead`], in units of its height.
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

impl KnightHead {
    /// A head on a neck that starts at the height `low` (in units of `size`).
    pub fn new(size: f32, low: f32, style: KnightStyle) -> Self {
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
        Self { cones, size, flat, blend: 0.05, low, slab: slab.unwrap_or(f32::INFINITY) }
    }

    /// Largest distance from the axis, lowest and highest z.
    pub fn extent(&self) -> (f32, f32, f32) {
        let far = self
            .cones
            .iter()
            .map(|c| (c.a.x.abs() + c.ra).max(c.b.x.abs() + c.rb))
            .fold(0.0, f32::max);
        (far * self.size, self.low * self.size * 0.8, self.size)
    }

    /// Signed distance (a bound of it) at a point in units of the height.
    fn distance(&self, p: V3) -> f32 {
        let q = v3(p.x, p.y / self.flat, p.z);
        let mut d = 1e3f32;
        for c in &self.cones {
            let (pa, ba) = (q - c.a, c.b - c.a);
            let h = (pa.dot(ba) / ba.dot(ba)).clamp(0.0, 1.0);
            let e = (pa - ba * h).len() - (c.ra + (c.rb - c.ra) * h);
            let m = (self.blend - (d - e).abs()).max(0.0) / self.blend;
            d = d.min(e) - m * m * self.blend * 0.25;
        }
        (d * self.flat.min(1.0)).max(p.y.abs() - self.slab)
    }

    /// The first hit with `tmin < t < tmax`.
    pub fn hit(&self, ray: &Ray, tmin: f32, tmax: f32) -> Option<Hit> {
        let inv = 1.0 / self.size;
        let (o, len) = (ray.o * inv, ray.d.len());
        let d = ray.d * (1.0 / len);
        let scale = len * inv;
        let center = v3(0.04, 0.0, 0.62);
        let oc = o - center;
        let (b, c) = (oc.dot(d), oc.dot(oc) - 0.55 * 0.55);
        let disc = b * b - c;
        if disc < 0.0 {
            return None;
        }
        let start = (-b - disc.sqrt()).max(tmin * scale);
        let mut t = start;
        let end = (-b + disc.sqrt()).min(tmax * scale);
        for _ in 0..48 {
            if t >= end {
                return None;
            }
            let e = self.distance(o + d * t);
            if e < 0.002 && t < start + 0.015 {
                // A ray that leaves the surface: step off it first.
                t += 0.006;
                continue;
            }
            if e < 0.002 {
                let n = self.normal(o + d * t);
                return Some(Hit { t: t / scale, n, tint: 1.0 });
            }
            t += e;
        }
        None
    }

    fn normal(&self, p: V3) -> V3 {
        let e = 0.004;
        let f = |dx: f32, dy: f32, dz: f32| self.distance(p + v3(dx, dy, dz));
        let n = v3(
            f(e, 0., 0.) - f(-e, 0., 0.),
            f(0., e, 0.) - f(0., -e, 0.),
            f(0., 0., e) - f(0., 0., -e),
        );
        n.unit()
    }
}
