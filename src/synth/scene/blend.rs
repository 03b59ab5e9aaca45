//! Limbs that run into each other: a smooth union of tapered capsules, found by sphere tracing.

use super::shapes::Hit;
use crate::synth::vec3::{Ray, V3, v3};

/// A tapered capsule: radius `ra` at `a`, `rb` at `b`.
#[derive(Clone, Copy, Debug)]
pub struct Cone {
    pub a: V3,
    pub b: V3,
    pub ra: f32,
    pub rb: f32,
}

/// A body of limbs, in units of `size`.
#[derive(Clone, Debug)]
pub struct Blend {
    pub cones: Vec<Cone>,
    /// Height of the whole figure.
    pub size: f32,
    /// Where it begins.
    pub low: f32,
    /// Width over depth: the limbs are as wide as deep before.
    pub flat: f32,
    /// How near limbs run into each other.
    pub reach: f32,
    /// Half the thickness it is cut down to.
    pub slab: f32,
    /// Center and radius of a ball around it.
    pub ball: (V3, f32),
}

impl Blend {
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
            let m = (self.reach - (d - e).abs()).max(0.0) / self.reach;
            d = d.min(e) - m * m * self.reach * 0.25;
        }
        (d * self.flat.min(1.0)).max(p.y.abs() - self.slab)
    }

    /// The first hit with `tmin < t < tmax`.
    pub fn hit(&self, ray: &Ray, tmin: f32, tmax: f32) -> Option<Hit> {
        let inv = 1.0 / self.size;
        let (o, len) = (ray.o * inv, ray.d.len());
        let d = ray.d * (1.0 / len);
        let scale = len * inv;
        let (center, radius) = self.ball;
        let oc = o - center;
        let (b, c) = (oc.dot(d), oc.dot(oc) - radius * radius);
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
