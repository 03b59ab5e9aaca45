//! Bodies of revolution as stacks of cone frustums.

use super::shapes::Hit;
use crate::synth::vec3::{Ray, v3};

/// Parts of a body of revolution that are taken away or drawn on it.
#[derive(Clone, Copy, Debug, Default)]
pub enum Cut {
    /// Nothing.
    #[default]
    None,
    /// `count` notches that reach down to the height `z` (a rook's battlements).
    Notches { count: u32, z: f32 },
    /// A rim of `count` teeth between the heights `low` and `high` (a queen's crown).
    Teeth { count: u32, low: f32, high: f32 },
    /// A dark slanting slit above the height `z` (a bishop's mitre).
    Slit { z: f32, top: f32, width: f32 },
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    z0: f32,
    z1: f32,
    r0: f32,
    r1: f32,
    /// Normals at both ends as (outward, up).
    n0: (f32, f32),
    n1: (f32, f32),
}

/// A body of revolution around the z axis, standing on `z = 0`.
#[derive(Clone, Debug)]
pub struct Lathe {
    segments: Vec<Segment>,
    radius: f32,
    height: f32,
    cut: Cut,
}

impl Lathe {
    /// The body whose outline is the polyline of `(radius, height)`, from the bottom.
    pub fn new(profile: &[(f32, f32)], cut: Cut) -> Self {
        let normal = |a: (f32, f32), b: (f32, f32)| {
            let (dr, dz) = (b.0 - a.0, b.1 - a.1);
            let len = dr.hypot(dz).max(1e-9);
            (dz / len, -dr / len)
        };
        let flat: Vec<_> = profile.windows(2).map(|w| normal(w[0], w[1])).collect();
        let joined = |i: usize, j: usize| {
            let (a, b) = (flat[i], flat[j]);
            if a.0 * b.0 + a.1 * b.1 > 0.5 { (a.0 + b.0, a.1 + b.1) } else { a }
        };
        let segments = profile.windows(2).enumerate().map(|(i, w)| Segment {
            z0: w[0].1,
            z1: w[1].1,
            r0: w[0].0,
            r1: w[1].0,
            n0: if i > 0 { joined(i, i - 1) } else { flat[i] },
            n1: if i + 1 < flat.len() { joined(i, i + 1) } else { flat[i] },
        });
        let radius = profile.iter().fold(0.0, |m: f32, p| m.max(p.0));
        let height = profile.iter().fold(0.0, |m: f32, p| m.max(p.1));
        Self { segments: segments.collect(), radius, height, cut }
    }

    pub const fn radius(&self) -> f32 {
        self.radius
    }

    pub const fn height(&self) -> f32 {
        self.height
    }

    /// The first hit with `tmin < t < tmax`.
    pub fn hit(&self, ray: &Ray, tmin: f32, tmax: f32) -> Option<Hit> {
        let (lo, hi) = self.bounds(ray, tmin, tmax)?;
        let (za, zb) = (ray.at(lo).z, ray.at(hi).z);
        let (zlo, zhi) = (za.min(zb) - 1e-4, za.max(zb) + 1e-4);
        let mut best: Option<Hit> = None;
        for s in &self.segments {
            if s.z0.max(s.z1) < zlo || s.z0.min(s.z1) > zhi {
                continue;
            }
            let limit = best.map_or(tmax, |h| h.t);
            if let Some(h) = self.segment_hit(s, ray, tmin, limit) {
                best = Some(h);
            }
        }
        best
    }

    /// The part of the ray inside the bounding cylinder.
    fn bounds(&self, ray: &Ray, tmin: f32, tmax: f32) -> Option<(f32, f32)> {
        let a = ray.d.x * ray.d.x + ray.d.y * ray.d.y;
        let b = ray.o.x * ray.d.x + ray.o.y * ray.d.y;
        let c = ray.o.x * ray.o.x + ray.o.y * ray.o.y - self.radius * self.radius * 1.0001;
        let (mut lo, mut hi) = (tmin, tmax);
        if a > 1e-12 {
            let disc = b * b - a * c;
            if disc < 0.0 {
                return None;
            }
            let root = disc.sqrt();
            lo = lo.max((-b - root) / a);
            hi = hi.min((-b + root) / a);
        } else if c > 0.0 {
            return None;
        }
        if ray.d.z.abs() > 1e-9 {
            let (p, q) = ((-1e-4 - ray.o.z) / ray.d.z, (self.height + 1e-4 - ray.o.z) / ray.d.z);
            lo = lo.max(p.min(q));
            hi = hi.min(p.max(q));
        }
        (lo < hi).then_some((lo, hi))
    }

    fn segment_hit(&self, s: &Segment, ray: &Ray, tmin: f32, tmax: f32) -> Option<Hit> {
        let dz = s.z1 - s.z0;
        if dz.abs() < 1e-5 {
            return self.ring_hit(s, ray, tmin, tmax);
        }
        let m = (s.r1 - s.r0) / dz;
        let k = s.r0 + m * (ray.o.z - s.z0);
        let a = ray.d.x * ray.d.x + ray.d.y * ray.d.y - m * m * ray.d.z * ray.d.z;
        let b = ray.o.x * ray.d.x + ray.o.y * ray.d.y - k * m * ray.d.z;
        let c = ray.o.x * ray.o.x + ray.o.y * ray.o.y - k * k;
        let disc = b * b - a * c;
        if disc < 0.0 || a.abs() < 1e-12 {
            return None;
        }
        let root = disc.sqrt();
        let (t1, t2) = ((-b - root) / a, (-b + root) / a);
        for t in [t1.min(t2), t1.max(t2)] {
            let p = ray.at(t);
            let along = (p.z - s.z0) / dz;
            if t > tmin && t < tmax && (0.0..=1.0).contains(&along) && !self.is_cut(p.x, p.y, p.z) {
                let (out, up) =
                    (s.n0.0 + (s.n1.0 - s.n0.0) * along, s.n0.1 + (s.n1.1 - s.n0.1) * along);
                let r = p.x.hypot(p.y).max(1e-6);
                let n = v3(p.x / r * out, p.y / r * out, up).unit();
                let n = if n.dot(ray.d) > 0.0 { -n } else { n };
                return Some(Hit { t, n, tint: self.tint(p.x, p.y, p.z) });
            }
        }
        None
    }

    fn ring_hit(&self, s: &Segment, ray: &Ray, tmin: f32, tmax: f32) -> Option<Hit> {
        let t = (s.z0 - ray.o.z) / ray.d.z;
        let p = ray.at(t);
        let r = p.x.hypot(p.y);
        let inside = r >= s.r0.min(s.r1) && r <= s.r0.max(s.r1) && t > tmin && t < tmax;
        (inside && !self.is_cut(p.x, p.y, p.z)).then(|| Hit {
            t,
            n: v3(0.0, 0.0, -ray.d.z.signum()),
            tint: 1.0,
        })
    }

    fn is_cut(&self, x: f32, y: f32, z: f32) -> bool {
        let turn = |count: u32| (y.atan2(x) / std::f32::consts::TAU * count as f32).rem_euclid(1.0);
        match self.cut {
            Cut::Notches { count, z: floor } => z > floor && turn(count) < 0.38,
            Cut::Teeth { count, low, high } => {
                z > low && z <= high && (turn(count) - 0.5).abs() * 2.0 < (z - low) / (high - low)
            }
            _ => false,
        }
    }

    fn tint(&self, x: f32, _y: f32, z: f32) -> f32 {
        match self.cut {
            Cut::Slit { z: low, top, width } if x > 0.0 => {
                let line = low + x * (top - low) / self.radius.max(1e-6) * 1.2;
                if (z - line).abs() < width && z > low { 0.12 } else { 1.0 }
            }
            _ => 1.0,
        }
    }
}
