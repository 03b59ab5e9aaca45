//! Things beside the board: mugs, bowls, books, phones, pens, captured pieces.

use super::{
    Material, Model, Scene,
    lathe::{Cut, Lathe},
    shapes::Shape,
    texture::{Pattern, Texture, any_wood},
};
use crate::synth::{
    random::Rng,
    vec3::{V3, gray, v3},
};

/// Something of the game that may lie beside the board: model, materials and how high its axis is
/// when it lies.
#[derive(Clone, Copy, Debug)]
pub struct Spare {
    pub model: usize,
    pub materials: [usize; 2],
    /// Radius, used to lay tall pieces on their side; `None` for those that stay upright.
    pub lying: Option<f32>,
}

pub(super) fn any_color(rng: &mut Rng) -> V3 {
    v3(rng.range(0.02, 0.8), rng.range(0.02, 0.8), rng.range(0.02, 0.8))
}

/// Puts things on the table around the board; `unit` is one centimeter in cells.
pub fn scatter(rng: &mut Rng, scene: &mut Scene, spares: &[Spare], unit: f32) {
    if rng.chance(0.25) {
        return;
    }
    for _ in 0..rng.below(6) {
        let place = beside(rng, scene, rng_gap(unit));
        match rng.below(7) {
            0 | 1 => mug(rng, scene, place, unit),
            2 if spares.iter().all(|s| s.lying.is_none()) => bowl(rng, scene, place, unit, spares),
            3 | 4 => slab(rng, scene, place, unit),
            5 => pen(rng, scene, place, unit),
            _ => heap(rng, scene, place, unit, spares),
        }
    }
    if rng.chance(0.5) {
        let place = beside(rng, scene, 0.6);
        heap(rng, scene, place, unit, spares);
    }
}

fn rng_gap(unit: f32) -> f32 {
    6.0 * unit
}

/// A place on the table at least `gap` from the board's edge.
fn beside(rng: &mut Rng, scene: &Scene, gap: f32) -> V3 {
    let (hx, hy) = scene.board.half();
    let out = rng.range(gap, gap + hx * 0.7);
    let along = rng.range(-1.2, 1.2);
    let z = -scene.thick;
    match rng.below(4) {
        0 => v3(hx + out, along * hy, z),
        1 => v3(-hx - out, along * hy, z),
        2 => v3(along * hx, hy + out, z),
        _ => v3(along * hx, -hy - out, z),
    }
}

/// Puts things at some corners and edges of the board, partly on it: counters, pens,
/// printed markers, bowls, books, pieces out of play.
pub fn at_corners(rng: &mut Rng, scene: &mut Scene, spares: &[Spare], unit: f32) {
    let (hx, hy) = scene.board.half();
    for (sx, sy) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
        if rng.chance(0.6) {
            let at = v3(sx * (hx - 0.1 * rng.f()), sy * (hy - 0.1 * rng.f()), 0.0);
            match rng.below(4) {
                0 => pen(rng, scene, at + v3(sx, sy, 0.0) * unit, unit),
                1 => marker(rng, scene, at + v3(sx, sy, 0.0) * unit, unit),
                _ => counter(rng, scene, at, unit),
            }
        }
    }
    for _ in 0..1 + rng.below(3) {
        let what = rng.below(3);
        let gap = if what == 2 { 0.55 } else { rng.range(4.5, 7.5) * unit };
        let place = beside(rng, scene, gap);
        match what {
            0 => bowl(rng, scene, place, unit, spares),
            1 => slab(rng, scene, place, unit),
            _ => heap(rng, scene, place, unit, spares),
        }
    }
}

/// A white card with a black pattern, as programs look for.
fn marker(rng: &mut Rng, scene: &mut Scene, at: V3, unit: f32) {
    let half = rng.range(1.5, 3.0) * unit;
    let mut card = |color: f32, center: V3, half: V3| {
        let material = scene.material(Material::new(Texture::plain(gray(color)), 0.9, 0.01));
        let model = scene.model(Model::new(Shape::Box { center, half, bevel: 0.0 }));
        (model, material)
    };
    let thin = 0.02 * unit;
    let mut parts = vec![
        card(0.85, v3(0.0, 0.0, thin), v3(half, half, thin)),
        card(0.02, v3(0.0, 0.0, 3.0 * thin), v3(0.7 * half, 0.7 * half, thin)),
    ];
    let cell = 0.7 * half / 3.0;
    for (x, y) in (0..9).map(|i| ((i % 3) as f32 - 1.0, (i / 3) as f32 - 1.0)) {
        if rng.chance(0.4) {
            let center = v3(x * 2.0 * cell, y * 2.0 * cell, 5.0 * thin);
            parts.push(card(0.85, center, v3(cell, cell, thin)));
        }
    }
    let turn = rng.range(0.0, 6.3);
    for (model, material) in parts {
        scene.put(model, [material; 2], at, turn, 1.0, 0);
    }
}

/// A small round thing: a button, a magnet, a bottle's cap.
fn counter(rng: &mut Rng, scene: &mut Scene, at: V3, unit: f32) {
    let (r, h) = (rng.range(0.5, 1.5) * unit, rng.range(0.2, 1.2) * unit);
    let profile = [(r, 0.0), (r, h * 0.8), (r * 0.9, h), (0.0, h)];
    let color = if rng.chance(0.3) { gray(0.03) } else { any_color(rng) };
    let material =
        scene.material(Material::new(Texture::plain(color), rng.range(0.08, 0.7), 0.045));
    let model = scene.model(Model::new(Shape::Lathe(Lathe::new(&profile, Cut::None))));
    scene.put(model, [material; 2], at, 0.0, 1.0, 0);
}

fn mug(rng: &mut Rng, scene: &mut Scene, at: V3, unit: f32) {
    let (r, h) = (rng.range(3.2, 4.5) * unit, rng.range(7.0, 11.0) * unit);
    let wall = 0.4 * unit;
    let body = Lathe::new(
        &[
            (r * 0.85, 0.0),
            (r, h * 0.1),
            (r, h),
            (r - wall, h),
            (r - wall, h * 0.8),
            (0.0, h * 0.8),
        ],
        Cut::None,
    );
    let mut model = Model::new(Shape::Lathe(body));
    let handle = |z: f32| v3(r * 1.45, 0.0, z);
    let rod = 0.5 * unit;
    for (a, b) in [
        (v3(r * 0.95, 0.0, h * 0.75), handle(h * 0.7)),
        (handle(h * 0.7), handle(h * 0.35)),
        (handle(h * 0.35), v3(r * 0.95, 0.0, h * 0.25)),
    ] {
        model.parts.push((Shape::Capsule { a, b, r: rod }, 0));
    }
    let color = if rng.chance(0.4) { gray(0.75) } else { any_color(rng) };
    let material =
        scene.material(Material::new(Texture::plain(color), rng.range(0.08, 0.4), 0.045));
    let model = scene.model(model);
    scene.put(model, [material; 2], at, rng.range(0.0, 6.3), 1.0, 0);
}

fn bowl(rng: &mut Rng, scene: &mut Scene, at: V3, unit: f32, spares: &[Spare]) {
    let (r, h) = (rng.range(4.5, 7.0) * unit, rng.range(4.0, 7.0) * unit);
    let wall = 0.6 * unit;
    let profile = [
        (r * 0.6, 0.0),
        (r * 0.92, h * 0.3),
        (r, h * 0.6),
        (r * 0.92, h),
        (r * 0.92 - wall, h),
        (r * 0.9 - wall, h * 0.6),
        (0.0, h * 0.55),
    ];
    let texture = if rng.chance(0.7) { any_wood(rng) } else { Texture::plain(any_color(rng)) };
    let material = scene.material(Material::new(texture, rng.range(0.15, 0.6), 0.04));
    let model = scene.model(Model::new(Shape::Lathe(Lathe::new(&profile, Cut::None))));
    scene.put(model, [material; 2], at, 0.0, 1.0, 0);
    let Some(spare) = spares.get(rng.below(spares.len().max(1))).copied() else { return };
    for _ in 0..24 {
        let (d, turn) = (r * 0.72 * rng.f().sqrt(), rng.range(0.0, 6.3));
        let p = at + v3(d * turn.cos(), d * turn.sin(), h * rng.range(0.5, 0.8));
        lay(rng, scene, spare, p, 0.9);
    }
}

fn slab(rng: &mut Rng, scene: &mut Scene, at: V3, unit: f32) {
    let kinds = [
        (3.6, 7.5, 0.4),
        (7.5, 11.0, 1.2),
        (10.5, 15.0, 0.05),
        (9.0, 5.0, 3.0),
        (4.5, 6.0, 0.3),
        (12.0, 9.0, 1.0),
    ];
    let (w, d, h) = rng.pick(&kinds);
    let half = v3(w, d, h) * unit;
    let push = 1.0 + w.max(d) * unit / at.x.hypot(at.y).max(1.0);
    let at = v3(at.x * push, at.y * push, at.z);
    let color = match rng.below(4) {
        0 => gray(0.02),
        1 => gray(0.8),
        _ => any_color(rng),
    };
    let pattern =
        if rng.chance(0.3) { Pattern::Stripes(rng.range(0.05, 0.4)) } else { Pattern::Plain };
    let texture =
        Texture::new(pattern, color, color * rng.range(0.4, 1.0), 1.0, 0.0, rng.next() as u32);
    let material = scene.material(Material::new(texture, rng.range(0.08, 0.9), 0.04));
    let shape = Shape::Box { center: v3(0.0, 0.0, half.z), half, bevel: 0.2 * unit };
    let model = scene.model(Model::new(shape));
    scene.put(model, [material; 2], at, rng.range(0.0, 6.3), 1.0, 0);
}

fn pen(rng: &mut Rng, scene: &mut Scene, at: V3, unit: f32) {
    let r = 0.45 * unit;
    let shape = Shape::Capsule { a: v3(-6.5 * unit, 0.0, r), b: v3(6.5 * unit, 0.0, r), r };
    let material = scene.material(Material::new(Texture::plain(any_color(rng)), 0.3, 0.04));
    let model = scene.model(Model::new(shape));
    let turn = at.y.atan2(at.x) + 1.57 + rng.range(-0.4, 0.4);
    scene.put(model, [material; 2], at, turn, 1.0, 0);
}

/// Pieces out of play.
fn heap(rng: &mut Rng, scene: &mut Scene, at: V3, unit: f32, spares: &[Spare]) {
    if spares.is_empty() {
        return;
    }
    let along = v3(-at.y, at.x, 0.0).unit();
    let mut step = 0.0;
    for _ in 0..1 + rng.below(9) {
        let spare = rng.pick(spares);
        let p = at + along * step + v3(rng.gauss(), rng.gauss(), 0.0) * (0.15 + unit * 0.1);
        lay(rng, scene, spare, p, 0.5);
        step += rng.range(0.75, 1.3);
    }
}

fn lay(rng: &mut Rng, scene: &mut Scene, spare: Spare, at: V3, upright: f32) {
    let turn = rng.range(0.0, 6.3);
    match spare.lying.filter(|_| !rng.chance(upright)) {
        None => scene.put(spare.model, spare.materials, at, turn, 1.0, 0),
        Some(r) => {
            let (s, c) = turn.sin_cos();
            let axes = [v3(0.0, 0.0, -1.0), v3(-s, c, 0.0), v3(c, s, 0.0)];
            scene.put_tilted(spare.model, spare.materials, at + v3(0.0, 0.0, r), axes, 1.0, 0);
        }
    }
}
