//! Solids in their own coordinates and where a ray meets them first.

use super::{
    blend::Blend,
    lathe::{Cut, Lathe},
    mesh::Mesh,
};
use crate::synth::vec3::{Ray, V3, v3};

/// Where a ray meets a solid.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Ray parameter.
    pub t: f32,
    /// Outward normal of unit length.
    pub n: V3,
    /// How much of the surface's own color is left here: grooves are darker than 1.
    pub tint: f32,
}

/// A solid.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A body of revolution around z.
    Lathe(Lathe),
    /// An ellipsoid with half axes; only what lies above the plane `z = floor` of it.
    Ellipsoid { center: V3, half: V3, floor: f32 },
    /// A box with half sides and edges that catch light over a width of `bevel`.
    Box { center: V3, half: V3, bevel: f32 },
    /// A cylinder with round ends.
    Capsule { a: V3, b: V3, r: f32 },
    /// Limbs that run into each other.
    Blend(Blend),
    /// Triangles.
    Mesh(Mesh),
}

impl Shape {
    /// A ball.
    pub const fn ball(center: V3, r: f32) -> Self {
        Self::Ellipsoid { center, half: v3(r, r, r), floor: f32::MIN }
    }

    /// A body of revolution around z; see [`Lathe::new`].
    pub fn turned(outline: &[(f32, f32)], cut: Cut) -> Self {
        Self::Lathe(Lathe::new(outline, cut))
    }

    /// The first hit with `tmin < t < tmax`.
    pub fn hit(&self, ray: &Ray, tmin: f32, tmax: f32) -> Option<Hit> {
        match self {
            Shape::Lathe(l) => l.hit(ray, tmin, tmax),
            Shape::Ellipsoid { center, half, floor } => {
                ellipsoid(ray, *center, *half, *floor, tmin, tmax)
            }
            Shape::Box { center, half, bevel } => boxed(ray, *center, *half, *bevel, tmin, tmax),
            Shape::Capsule { a, b, r } => capsule(ray, *a, *b, *r, tmin, tmax),
            Shape::Blend(b) => b.hit(ray, tmin, tmax),
            Shape::Mesh(m) => m.hit(ray, tmin, tmax),
        }
    }

    /// Largest distance from the z axis, lowest and highest z.
    pub fn extent(&self) -> (f32, f32, f32) {
        match self {
            Shape::Lathe(l) => (l.radius(), 0.0, l.height()),
            Shape::Ellipsoid { center: c, half: h, floor } => {
                (c.x.hypot(c.y) + h.x.max(h.y), (c.z - h.z).max(*floor), c.z + h.z)
            }
            Shape::Box { center: c, half: h, .. } => {
                (c.x.hypot(c.y) + h.x.hypot(h.y), c.z - h.z, c.z + h.z)
            }
            Shape::Capsule { a, b, r } => {
                (a.x.hypot(a.y).max(b.x.hypot(b.y)) + r, a.z.min(b.z) - r, a.z.max(b.z) + r)
            }
            Shape::Blend(b) => b.extent(),
            Shape::Mesh(m) => m.extent(),
        }
    }
}

fn ellipsoid(ray: &Ray, c: V3, h: V3, floor: f32, tmin: f32, tmax: f32) -> Option<Hit> {
    let inv = v3(1.0 / h.x, 1.0 / h.y, 1.0 / h.z);
    let (o, d) = ((ray.o - c) * inv, ray.d * inv);
    let (qa, qb, qc) = (d.dot(d), o.dot(d), o.dot(o) - 1.0);
    let disc = qb * qb - qa * qc;
    if disc < 0.0 {
        return None;
    }
    let root = disc.sqrt();
    for t in [(-qb - root) / qa, (-qb + root) / qa] {
        let p = ray.at(t);
        if t > tmin && t < tmax && p.z >= floor {
            let n = ((p - c) * inv * inv).unit();
            return Some(Hit { t, n: if n.dot(ray.d) > 0.0 { -n } else { n }, tint: 1.0 });
        }
    }
    None
}

fn boxed(ray: &Ray, c: V3, h: V3, bevel: f32, tmin: f32, tmax: f32) -> Option<Hit> {
    let o = ray.o - c;
    let inv = ray.d.map(|d| if d.abs() < 1e-9 { 1e9 } else { 1.0 / d });
    let (t1, t2) = ((-h - o) * inv, (h - o) * inv);
    let near = t1.x.min(t2.x).max(t1.y.min(t2.y)).max(t1.z.min(t2.z));
    let far = t1.x.max(t2.x).min(t1.y.max(t2.y)).min(t1.z.max(t2.z));
    if near > far || near <= tmin || near >= tmax {
        return None;
    }
    let p = ray.at(near) - c;
    Some(Hit { t: near, n: bevel_normal(p, h, bevel), tint: 1.0 })
}

/// The normal of a box with rounded edges, taken at a point of the sharp box.
fn bevel_normal(p: V3, h: V3, bevel: f32) -> V3 {
    let part = |p: f32, h: f32| {
        let over = (p.abs() - (h - bevel).max(0.0)).max(0.0) / bevel.max(1e-6);
        over.min(1.0) * p.signum()
    };
    let n = v3(part(p.x, h.x), part(p.y, h.y), part(p.z, h.z));
    let sharpen = n.map(|v| v * v * v);
    if sharpen.dot(sharpen) > 1e-9 { sharpen.unit() } else { v3(0.0, 0.0, 1.0) }
}

fn capsule(ray: &Ray, a: V3, b: V3, r: f32, tmin: f32, tmax: f32) -> Option<Hit> {
    let (ba, oa) = (b - a, ray.o - a);
    let (baba, bard, baoa) = (ba.dot(ba), ba.dot(ray.d), ba.dot(oa));
    let (rdoa, oaoa, dd) = (ray.d.dot(oa), oa.dot(oa), ray.d.dot(ray.d));
    let qa = baba * dd - bard * bard;
    let qb = baba * rdoa - baoa * bard;
    let qc = baba * oaoa - baoa * baoa - r * r * baba;
    let disc = qb * qb - qa * qc;
    let mut best: Option<f32> = None;
    if disc >= 0.0 && qa.abs() > 1e-12 {
        let t = (-qb - disc.sqrt()) / qa;
        let y = baoa + t * bard;
        if y > 0.0 && y < baba {
            best = Some(t);
        }
    }
    for end in [a, b] {
        let oc = ray.o - end;
        let (sb, sc) = (ray.d.dot(oc), oc.dot(oc) - r * r);
        let h = sb * sb - dd * sc;
        if h > 0.0 {
            let t = (-sb - h.sqrt()) / dd;
            let y = (oc + ray.d * t + end - a).dot(ba);
            if (y <= 0.0 || y >= baba) && best.is_none_or(|old| t < old) {
                best = Some(t);
            }
        }
    }
    let t = best.filter(|&t| t > tmin && t < tmax)?;
    let p = ray.at(t);
    let k = ((p - a).dot(ba) / baba.max(1e-9)).clamp(0.0, 1.0);
    Some(Hit { t, n: (p - a - ba * k).unit(), tint: 1.0 })
}
