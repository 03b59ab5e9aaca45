//! Parametric chess sets after the Staunton pattern and its plainer relatives.

use super::{
    folk_set::FolkStyle,
    knight::{KnightHead, KnightStyle},
    lathe::{Cut, Lathe},
    random::Rng,
    scene::{Material, Model},
    shapes::Shape,
    texture::{Pattern, Texture, wood_colors},
    vec3::{V3, gray, srgb, v3},
};

/// Proportions shared by the pieces of a set.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// Radius of a pawn's foot.
    foot: f32,
    /// Height of a king.
    king: f32,
    /// Height of the foot over the whole height.
    plinth: f32,
    /// Stem's radius over the foot's.
    stem: f32,
    /// Radius of the collar over the foot's.
    collar: f32,
    collars: bool,
    /// Head's radius over the foot's.
    head: f32,
    cross: bool,
    teeth: u32,
    notches: u32,
    knight: KnightStyle,
    /// Queen's and others' heights over the king's, pawn to queen.
    heights: [f32; 5],
    felt: bool,
    /// What is on top of the pieces of a set of another tradition.
    folk: Option<FolkStyle>,
}

/// Models of one set in the order P N B R Q K, and the materials of both sides.
pub struct ChessSet {
    pub models: [Model; 6],
    /// White's and black's material.
    pub sides: [Material; 2],
    /// The material of white's and black's smaller parts: the felt, or balls in the other side's color.
    pub trims: [Material; 2],
}

impl ChessSet {
    pub fn sample(rng: &mut Rng) -> Self {
        let style = style(rng);
        let (white, black) = colors(rng);
        let felt = rng.pick(&[srgb(20, 70, 40), srgb(90, 20, 25), gray(0.05), srgb(120, 90, 60)]);
        let models = std::array::from_fn(|kind| piece(rng, &style, kind));
        let felt = Material::new(Texture::plain(felt), 0.9, 0.0);
        let trims = if style.folk.is_some() { [black, white] } else { [felt, felt] };
        Self { models, sides: [white, black], trims }
    }
}

fn style(rng: &mut Rng) -> Style {
    let foot = rng.range(0.22, 0.41);
    let king = rng.range(1.15, 2.6).min(foot * 6.8).max(foot * 3.8);
    let plain = rng.chance(0.2);
    let folk = rng.chance(0.2).then(|| FolkStyle::sample(rng));
    Style {
        foot,
        king,
        plinth: rng.range(0.1, 0.2),
        stem: rng.range(0.36, 0.6),
        collar: rng.range(0.55, 0.85),
        collars: !plain,
        head: rng.range(0.52, 0.78),
        cross: rng.chance(0.75),
        teeth: rng.pick(&[6, 8, 8, 9, 10]),
        notches: rng.pick(&[4, 4, 5, 6]),
        knight: KnightStyle {
            girth: rng.range(0.85, 1.15),
            reach: rng.range(0.16, 0.28),
            drop: rng.range(0.58, 0.75),
            arch: rng.range(0.03, 0.15),
            flat: rng.range(0.6, 0.95),
        },
        heights: [rng.range(0.45, 0.58), rng.range(0.55, 0.7), rng.range(0.63, 0.78), rng.range(0.48, 0.6), rng.range(0.8, 0.95)],
        felt: folk.is_none() && rng.chance(0.35),
        folk,
    }
}

fn colors(rng: &mut Rng) -> (Material, Material) {
    let gloss = rng.range(0.08, 0.75);
    let shine = if gloss < 0.6 { 0.045 } else { 0.02 };
    let make = |t: Texture| Material::new(t, gloss, shine);
    let seed = rng.next() as u32;
    if rng.chance(0.5) {
        let ((la, lb), (da, db)) = (wood_colors(rng, false), wood_colors(rng, true));
        let scale = rng.range(0.8, 2.0);
        let dark = rng.range(0.35, 1.1);
        let red = if rng.chance(0.15) { v3(1.5, 0.6, 0.5) } else { gray(1.0) };
        let light = Texture::new(Pattern::Wood, la, lb.lerp(la, 0.5), scale, 0.0, seed);
        let deep = Texture::new(Pattern::Wood, da * dark * red, db * dark * red, scale, 0.0, seed ^ 1);
        return (make(light), make(deep));
    }
    let whites = [
        srgb(240, 238, 230),
        srgb(235, 225, 200),
        srgb(225, 205, 160),
        srgb(210, 170, 80),
        srgb(245, 245, 245),
        srgb(200, 160, 110),
        srgb(190, 60, 45),
        srgb(200, 205, 210),
    ];
    let blacks = [
        srgb(28, 27, 27),
        srgb(20, 20, 24),
        srgb(45, 30, 24),
        srgb(70, 45, 30),
        srgb(25, 60, 40),
        srgb(95, 25, 25),
        srgb(60, 60, 64),
        srgb(25, 30, 70),
    ];
    let wi = if rng.chance(0.85) { rng.below(5) } else { rng.below(whites.len()) };
    let bi = if rng.chance(0.75) { rng.below(4) } else { rng.below(blacks.len()) };
    let jitter = |rng: &mut Rng, c: V3| c * v3(rng.range(0.85, 1.1), rng.range(0.85, 1.1), rng.range(0.85, 1.1));
    let (w, b) = (jitter(rng, whites[wi]), jitter(rng, blacks[bi]));
    (make(Texture::plain(w)), make(Texture::plain(b)))
}

/// The outline of a foot and stem of height `h` up to the head's lower end at `top`.
fn stem(s: &Style, r: f32, h: f32, top: f32, felt: f32) -> Vec<(f32, f32)> {
    let p = s.plinth * h.min(1.2);
    let neck = r * s.stem;
    let mut out = vec![
        (r * 0.96, felt),
        (r, felt + p * 0.15),
        (r, p * 0.5),
        (r * 0.92, p * 0.62),
        (r * 0.9, p * 0.75),
        (r * 0.82, p),
        (r * 0.66, p * 1.45),
    ];
    let steps = 4;
    for i in 1..=steps {
        let t = i as f32 / steps as f32;
        let z = p * 1.45 + (top - p * 1.45) * t * 0.93;
        let ease = 1.0 - (1.0 - t) * (1.0 - t);
        out.push((r * 0.66 + (neck - r * 0.66) * ease, z));
    }
    if s.collars {
        let c = r * s.collar;
        let t = (top * 0.03).min(0.05);
        out.extend([(c * 0.9, top - t * 1.1), (c, top - t * 0.6), (c, top - t * 0.2), (c * 0.8, top)]);
    }
    out.push((neck * 0.95, top + 0.005));
    out
}

fn ball(out: &mut Vec<(f32, f32)>, center: f32, r: f32, tall: f32, from: f32) {
    for i in 0..=6 {
        let a = from + (std::f32::consts::FRAC_PI_2 - from) * i as f32 / 6.0;
        out.push((r * a.cos(), center + r * tall * a.sin()));
    }
}

fn piece(rng: &mut Rng, s: &Style, kind: usize) -> Model {
    let h = if kind == 5 { s.king } else { s.king * s.heights[kind] };
    let r = s.foot * [0.88, 1.0, 1.0, 1.02, 1.1, 1.14][kind];
    let felt = if s.felt { 0.03 } else { 0.0 };
    if let Some(folk) = s.folk.filter(|_| kind > 1) {
        return folk.piece(kind, r, h);
    }
    let mut model = match kind {
        0 => pawn(s, r, h, felt),
        1 => knight(s, r, h, felt),
        2 => bishop(rng, s, r, h, felt),
        3 => rook(s, r, h, felt),
        4 => queen(s, r, h, felt),
        _ => king(rng, s, r, h, felt),
    };
    if s.felt {
        let pad = Lathe::new(&[(r * 0.9, 0.0), (r * 0.9, felt), (0.0, felt)], Cut::None);
        model.parts.push((Shape::Lathe(pad), 1));
    }
    model
}

fn turned(profile: &[(f32, f32)], cut: Cut) -> Model {
    Model::new(Shape::Lathe(Lathe::new(profile, cut)))
}

fn pawn(s: &Style, r: f32, h: f32, felt: f32) -> Model {
    let head = (r * s.head).min(h * 0.24);
    let mut p = stem(s, r, h, h - head * 1.85, felt);
    ball(&mut p, h - head, head, 1.0, -0.95);
    turned(&p, Cut::None)
}

fn bishop(rng: &mut Rng, s: &Style, r: f32, h: f32, felt: f32) -> Model {
    let head = r * s.head * 0.92;
    let tall = rng.range(1.3, 1.75);
    let knob = head * rng.range(0.18, 0.32);
    let center = h - knob * 1.8 - head * tall;
    let mut p = stem(s, r, h, center - head * 0.85, felt);
    ball(&mut p, center, head, tall, -0.85);
    p.truncate(p.len() - 1);
    ball(&mut p, h - knob, knob, 1.0, -1.1);
    let slit = rng.chance(0.8);
    let cut = Cut::Slit { z: center, top: center + head * tall, width: h * 0.013 };
    turned(&p, if slit { cut } else { Cut::None })
}

fn rook(s: &Style, r: f32, h: f32, felt: f32) -> Model {
    let wide = Style { stem: s.stem.max(0.5) * 1.25, ..*s };
    let tower = r * (s.head + 0.12).min(0.85);
    let top = h * 0.74;
    let mut p = stem(&wide, r, h, top, felt);
    let inner = tower * 0.68;
    p.extend([(tower * 0.92, top + 0.02), (tower, h * 0.8), (tower, h), (inner, h), (inner, h * 0.87), (0.0, h * 0.87)]);
    turned(&p, Cut::Notches { count: s.notches, z: h * 0.885 })
}

fn queen(s: &Style, r: f32, h: f32, felt: f32) -> Model {
    let knob = r * 0.2;
    let rim = h - knob * 1.3;
    let base = h * 0.72;
    let wide = r * s.head * 1.05;
    let mut p = stem(s, r, h, base, felt);
    let low = rim - (rim - base) * 0.28;
    p.extend([(wide * 0.62, base + 0.02), (wide * 0.72, base + (rim - base) * 0.4), (wide * 0.93, low), (wide, rim)]);
    p.extend([(wide * 0.82, rim), (wide * 0.75, low), (wide * 0.5, rim - 0.02), (knob * 0.8, h - knob * 1.6)]);
    ball(&mut p, h - knob, knob, 1.0, -0.8);
    turned(&p, Cut::Teeth { count: s.teeth, low, high: rim + 1e-3 })
}

fn king(rng: &mut Rng, s: &Style, r: f32, h: f32, felt: f32) -> Model {
    let top = h * if s.cross { 0.86 } else { 0.9 };
    let base = h * 0.68;
    let wide = r * s.head;
    let mut p = stem(s, r, h, base, felt);
    p.extend([
        (wide * 0.68, base + 0.02),
        (wide * 0.95, top - h * 0.045),
        (wide, top - h * 0.03),
        (wide * 0.85, top - h * 0.015),
    ]);
    p.push((wide * 0.3, top));
    if !s.cross {
        let knob = (h - top) * 0.5;
        ball(&mut p, h - knob, knob, 1.0, -1.2);
        return turned(&p, Cut::None);
    }
    p.push((0.0, top + 0.01));
    let mut model = turned(&p, Cut::None);
    let (tall, arm) = ((h - top) / 2.0, (h - top) * rng.range(0.28, 0.45));
    let thick = tall * rng.range(0.22, 0.4);
    let upright = Shape::Box { center: v3(0.0, 0.0, top + tall), half: v3(thick, thick, tall), bevel: thick * 0.6 };
    let across = Shape::Box { center: v3(0.0, 0.0, top + tall * 1.15), half: v3(thick, arm, thick), bevel: thick * 0.6 };
    model.parts.extend([(upright, 0), (across, 0)]);
    model
}

fn knight(s: &Style, r: f32, h: f32, felt: f32) -> Model {
    let top = h * 0.3;
    let short = Style { stem: 0.68, collars: s.collars, collar: s.collar.max(0.75), ..*s };
    let mut p = stem(&short, r, h, top, felt);
    p.push((0.0, top + 0.01));
    let mut model = turned(&p, Cut::None);
    let scale = (r / h / 0.3).clamp(0.75, 1.3);
    let style = KnightStyle { girth: s.knight.girth * scale.min(1.1), ..s.knight };
    model.parts.push((Shape::Knight(KnightHead::new(h, 0.27, style)), 0));
    model
}
