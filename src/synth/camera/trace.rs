//! Light that reaches the camera along a ray.

use crate::synth::{
    random::{Rng, fbm},
    scene::{Scene, Touch, shapes::Shape},
    vec3::{Ray, V3, gray, v3},
};
use std::f32::consts::PI;

const NEAR: f32 = 1e-3;

/// Light along a ray from the camera and what it comes from.
#[derive(Clone, Copy)]
pub struct Sample {
    /// The surface's own color.
    pub albedo: V3,
    /// Light that the surface scatters, before its color.
    pub diffuse: V3,
    /// Light that it mirrors, or that comes from the surroundings.
    pub extra: V3,
    /// The surface's normal.
    pub n: V3,
    /// As `Instance::id`.
    pub id: u16,
    /// Distance.
    pub depth: f32,
}

impl Sample {
    /// All light.
    pub fn light(&self) -> V3 {
        self.albedo * self.diffuse + self.extra
    }
}

/// Follows a ray from the camera.
pub fn sample(scene: &Scene, ray: &Ray, rng: &mut Rng) -> Sample {
    match scene.touch(ray, NEAR) {
        None => {
            let (zero, extra) = (gray(0.0), background(scene, ray.d));
            Sample { albedo: zero, diffuse: zero, extra, n: -ray.d, id: 0, depth: f32::INFINITY }
        }
        Some(touch) => shade(scene, ray, &touch, rng),
    }
}

/// A blurred room: the surroundings with some uneven furniture at eye level.
fn background(scene: &Scene, d: V3) -> V3 {
    let around = &scene.lighting.around;
    let turn = d.y.atan2(d.x) * 3.0;
    let n = fbm(turn, d.z * 6.0, around.seed, 2);
    around.at(d, 0.03) * (0.3 + 1.2 * n)
}

fn shade(scene: &Scene, ray: &Ray, touch: &Touch, rng: &mut Rng) -> Sample {
    let p = touch.p + touch.n * NEAR;
    let mut diffuse = ambient(scene, p, touch.n, rng);
    let mut extra = reflection(scene, ray, touch, rng);
    for (i, light) in scene.lighting.lights.iter().enumerate() {
        let to = light.pos + ball(rng) * light.radius - p;
        let d2 = to.dot(to);
        let dir = to * (1.0 / d2.sqrt());
        let facing = touch.n.dot(dir);
        if facing <= 0.0 || shadowed(scene, i, &Ray { o: p, d: to }) {
            continue;
        }
        let wide = (light.radius * light.radius / d2).min(0.5);
        let spec = highlight(touch, -ray.d, dir, wide);
        let power = light.color * (light.reach / d2 * facing);
        diffuse += power;
        extra += power * spec;
    }
    Sample { albedo: touch.albedo, diffuse, extra, n: touch.n, id: touch.id, depth: touch.t }
}

/// Light from the surroundings, and from what stands near in their place.
fn ambient(scene: &Scene, p: V3, n: V3, rng: &mut Rng) -> V3 {
    let (a, b) = n.frame();
    let (r2, turn) = (rng.f(), rng.f() * 2.0 * PI);
    let r = r2.sqrt();
    let dir = a * (r * turn.cos()) + b * (r * turn.sin()) + n * (1.0 - r2).sqrt();
    let ray = Ray { o: p, d: dir };
    let around = &scene.lighting.around;
    if p.z < -NEAR && scene.under_board(&ray) {
        return around.mean() * 0.1;
    }
    if let Some((index, ..)) = scene.first(&ray, NEAR, 5.0) {
        return scene.near_color(index) * around.mean() * 0.45;
    }
    around.even(dir)
}

fn shadowed(scene: &Scene, light: usize, to: &Ray) -> bool {
    let person =
        light == 0 && scene.lighting.blockers.iter().any(|(a, b, r)| near_segment(to, *a, *b, *r));
    person || scene.blocked(to, NEAR, 0.999) || (to.o.z < -NEAR && scene.under_board(to))
}

/// Whether the segment from the ray's origin to its end (parameter 1) passes within `r` of the
/// segment from `a` to `b`.
fn near_segment(ray: &Ray, a: V3, b: V3, r: f32) -> bool {
    let shape = Shape::Capsule { a, b, r };
    shape.hit(ray, 0.0, 1.0).is_some()
}

/// A point in the unit ball.
fn ball(rng: &mut Rng) -> V3 {
    for _ in 0..8 {
        let p = v3(rng.range(-1.0, 1.0), rng.range(-1.0, 1.0), rng.range(-1.0, 1.0));
        if p.dot(p) <= 1.0 {
            return p;
        }
    }
    v3(0.0, 0.0, 0.0)
}

/// Schlick's approximation of Fresnel's reflectance.
fn fresnel(shine: f32, cos: f32) -> f32 {
    shine + (1.0 - shine) * (1.0 - cos).clamp(0.0, 1.0).powi(5) * (shine * 20.0).min(1.0)
}

/// The reflected part of a light, per unit of irradiance: GGX (Walter et al. 2007) widened by the
/// light's size.
fn highlight(touch: &Touch, view: V3, dir: V3, wide: f32) -> f32 {
    if touch.shine <= 0.0 {
        return 0.0;
    }
    let h = (view + dir).unit();
    let (nh, nv, nl) =
        (touch.n.dot(h).max(0.0), touch.n.dot(view).max(0.05), touch.n.dot(dir).max(0.05));
    let a2 = (touch.rough.powi(4) + wide * 0.25).max(2e-4);
    let d = nh * nh * (a2 - 1.0) + 1.0;
    let k = touch.rough * 0.5 + 0.1;
    let vis = 1.0 / ((nl * (1.0 - k) + k) * (nv * (1.0 - k) + k));
    (a2 / (d * d) * vis * 0.25 * fresnel(touch.shine, h.dot(view))).min(30.0)
}

/// What a smooth surface mirrors.
fn reflection(scene: &Scene, ray: &Ray, touch: &Touch, rng: &mut Rng) -> V3 {
    let cos = -ray.d.dot(touch.n);
    let amount = fresnel(touch.shine, cos) * (1.0 - touch.rough).powi(2);
    if amount < 0.004 {
        return gray(0.0);
    }
    let mirror = ray.d + touch.n * (2.0 * cos);
    let blur = touch.rough * touch.rough;
    let dir = (mirror + ball(rng) * (blur * 0.4)).unit();
    let out = Ray { o: touch.p + touch.n * NEAR, d: dir };
    if touch.rough < 0.35
        && let Some((index, ..)) = scene.first(&out, NEAR, 8.0)
    {
        return scene.near_color(index) * scene.lighting.around.mean() * (amount * 1.5);
    }
    if dir.z <= 0.0 {
        scene.lighting.around.down * amount
    } else {
        scene.lighting.around.at(dir, blur) * amount
    }
}
