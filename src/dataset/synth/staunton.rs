//! Chess pieces after the Staunton pattern and its plainer relatives: turned bodies in many
//! proportions, and a horse's head.

use super::{
    knight::{KnightHead, KnightStyle},
    lathe::Cut,
    random::Rng,
    scene::Model,
    shapes::Shape,
    vec3::v3,
};
use std::f32::consts::{FRAC_PI_2, PI};

/// An outline: `(radius, height)` from the bottom.
type Outline = Vec<(f32, f32)>;

/// What a turned piece stands on.
#[derive(Clone, Copy, Debug)]
enum Foot {
    /// A wide ring, a narrower one, and a slope.
    Stepped,
    /// Two rounded rings.
    Rounded,
    /// A flat disc.
    Disc,
    /// A cone that goes over into the stem.
    Cone,
}

/// The part of a piece between its foot and its head.
#[derive(Clone, Copy, Debug)]
enum Stem {
    /// It gets narrower, the faster the larger the number; 1 is a cone.
    Curved(f32),
    /// It is widest in the middle.
    Barrel,
    /// So many rings above each other.
    Ringed(usize),
}

impl Stem {
    /// Its radius at the part `t` of its height, between `wide` at the bottom and `neck` at the
    /// top.
    fn radius(self, t: f32, wide: f32, neck: f32) -> f32 {
        match self {
            Self::Curved(curve) => neck + (wide - neck) * (1.0 - t).powf(curve),
            Self::Barrel => {
                neck + (wide - neck) * ((1.0 - t).powi(4) + 0.8 * (PI * t).sin().powi(2)).min(1.0)
            }
            Self::Ringed(rings) => {
                let ring = (PI * rings as f32 * t).sin().abs();
                neck + (wide - neck)
                    * ((1.0 - t).powi(2) * 0.7 + 0.45 * ring * (1.0 - t).sqrt()).min(1.0)
            }
        }
    }

    /// How many straight pieces its outline is drawn with.
    const fn steps(self) -> usize {
        match self {
            Self::Curved(_) => 8,
            Self::Barrel => 12,
            Self::Ringed(rings) => 6 * rings,
        }
    }
}

/// What tops a pawn.
#[derive(Clone, Copy, Debug)]
enum PawnHead {
    /// A ball, so many times as high as wide.
    Ball(f32),
    /// A drop with its point up.
    Drop,
    /// Half a ball on a disc.
    Dome,
}

/// What tops a king.
#[derive(Clone, Copy, Debug)]
enum Finial {
    /// A cross: width of its arms and thickness over its height; with round limbs, with arms that
    /// widen.
    Cross {
        arm: f32,
        thick: f32,
        round: bool,
        flared: bool,
    },
    Ball,
    /// A point.
    Spike,
}

#[derive(Clone, Copy, Debug)]
struct Bishop {
    /// Height over width of the miter.
    tall: f32,
    /// Width of the miter over that of the usual head.
    wide: f32,
    /// Radius of the ball on top over the miter's; 0 without.
    knob: f32,
    /// Width of the slit over the piece's height; 0 without.
    slit: f32,
}

#[derive(Clone, Copy, Debug)]
struct Rook {
    /// Radius of the tower over the foot's, and of its lower end over that.
    tower: f32,
    taper: f32,
    /// Where the tower begins, over the whole height.
    base: f32,
    notches: u32,
    /// Depth of the hollow over the whole height, and its radius over the tower's.
    depth: f32,
    wall: f32,
    /// Width of the stem over that of the other pieces.
    stem: f32,
}

/// The cup on a queen or king.
#[derive(Clone, Copy, Debug)]
struct Cup {
    /// Where it begins, over the whole height.
    base: f32,
    /// Radius of its rim over the usual head's.
    wide: f32,
    /// Radius of its lower end over the rim's.
    low: f32,
    /// How far its sides bend outward: 1 is a cone.
    bend: f32,
}

/// What the pieces of a set share.
#[derive(Clone, Copy, Debug)]
pub struct Staunton {
    foot: Foot,
    /// Height of the foot over the piece's.
    plinth: f32,
    /// Radius of the neck over the foot's, how the stem gets there, and where it widens to a ring,
    /// if anywhere.
    neck: f32,
    stem: Stem,
    bead: Option<f32>,
    /// Radius of the collars over the foot's, and how many there are.
    collar: f32,
    collars: usize,
    /// Radius of a head over the foot's.
    head: f32,
    pawn: PawnHead,
    bishop: Bishop,
    rook: Rook,
    queen: Cup,
    /// Teeth of the queen's rim, their depth over the cup's height; none for a smooth rim.
    teeth: u32,
    bite: f32,
    /// Radius of the queen's ball over the foot's.
    knob: f32,
    king: Cup,
    finial: Finial,
    /// Height of the finial over the king's.
    top: f32,
    knight: KnightStyle,
    /// Where the horse begins, over the whole height.
    withers: f32,
    /// Thickness of the felt below.
    felt: f32,
    /// Whether the balls on top are of the other side's color.
    tips: bool,
}

impl Staunton {
    /// Random proportions; felt `felt` thick below, in cells, and balls on top in the other side's
    /// color if `tips`: both take the place of a piece's second material.
    pub fn sample(rng: &mut Rng, felt: f32, tips: bool) -> Self {
        let plain = rng.chance(0.2);
        Self {
            foot: rng.pick(&[
                Foot::Stepped,
                Foot::Stepped,
                Foot::Rounded,
                Foot::Rounded,
                Foot::Disc,
                Foot::Cone,
            ]),
            plinth: rng.range(0.08, 0.22),
            neck: rng.range(0.32, 0.66),
            stem: match rng.f() {
                f if f < 0.08 => Stem::Barrel,
                f if f < 0.2 => Stem::Ringed(2 + rng.below(4)),
                _ => Stem::Curved(rng.range(0.9, 3.5)),
            },
            bead: rng.chance(0.25).then(|| rng.range(0.55, 0.85)),
            collar: rng.range(0.5, 0.95),
            collars: if plain { 0 } else { rng.pick(&[1, 1, 2, 2, 3]) },
            head: rng.range(0.48, 0.8),
            pawn: match rng.below(12) {
                0 => PawnHead::Drop,
                1 => PawnHead::Dome,
                _ => PawnHead::Ball(rng.range(0.75, 1.1)),
            },
            bishop: bishop_style(rng),
            rook: rook_style(rng),
            queen: cup(rng, 0.66, 0.84),
            teeth: if rng.chance(0.75) { rng.pick(&[6, 8, 8, 9, 10, 12]) } else { 0 },
            bite: rng.range(0.12, 0.4),
            knob: rng.range(0.1, 0.3),
            king: cup(rng, 0.6, 0.78),
            finial: finial(rng),
            top: rng.range(0.06, 0.17),
            knight: knight_style(rng),
            withers: rng.range(0.17, 0.34),
            felt,
            tips,
        }
    }

    /// A piece (0 to 5: pawn, knight, bishop, rook, queen, king) with a foot of radius `r`, `h`
    /// high, in cells.
    pub fn piece(&self, kind: usize, r: f32, h: f32) -> Model {
        match kind {
            0 => self.pawn(r, h),
            1 => self.horse(r, h),
            2 => self.bishop(r, h),
            3 => self.rook(r, h),
            4 => self.queen(r, h),
            _ => self.king(r, h),
        }
    }

    /// The outline of foot and stem of a piece `h` high up to a head whose lower end is at `top`.
    fn body(&self, r: f32, h: f32, top: f32) -> Outline {
        let plinth = (self.plinth * h.min(1.2)).min(top * 0.4);
        let at = |(x, z): (f32, f32)| (r * x, self.felt + plinth * z);
        let foot: &[(f32, f32)] = match self.foot {
            Foot::Stepped => &[
                (0.96, 0.0),
                (1.0, 0.15),
                (1.0, 0.5),
                (0.92, 0.62),
                (0.9, 0.75),
                (0.82, 1.0),
                (0.66, 1.45),
            ],
            Foot::Rounded => &[
                (0.94, 0.0),
                (1.0, 0.2),
                (1.0, 0.4),
                (0.93, 0.58),
                (0.82, 0.64),
                (0.82, 0.7),
                (0.88, 0.82),
                (0.86, 0.98),
                (0.72, 1.1),
            ],
            Foot::Disc => &[(0.97, 0.0), (1.0, 0.1), (1.0, 0.55), (0.95, 0.62), (0.74, 0.66)],
            Foot::Cone => &[(0.98, 0.0), (1.0, 0.12), (1.0, 0.3), (0.97, 0.38), (0.92, 0.4)],
        };
        let mut out: Outline = foot.iter().map(|p| at(*p)).collect();
        let ((wide, low), neck) = (at(foot[foot.len() - 1]), r * self.neck);
        let steps = self.stem.steps();
        for i in 1..=steps {
            let t = i as f32 / steps as f32;
            let radius = self.stem.radius(t, wide, neck);
            let ring = self
                .bead
                .map_or(0.0, |place| (1.0 - ((t - place) * 10.0).abs()).max(0.0) * r * 0.12);
            out.push((radius + ring, low + (top - low) * t * 0.94));
        }
        self.add_collars(&mut out, r, top);
        out.push((neck * 0.95, top + 0.005));
        out
    }

    /// Rings below the head, the lowest one the widest.
    fn add_collars(&self, out: &mut Outline, r: f32, top: f32) {
        let thick = (top * 0.035).min(0.055);
        for i in (0..self.collars).rev() {
            let (c, z) = (
                r * (self.collar * (0.82 + 0.18 * i as f32)).min(0.98),
                top - thick * 1.25 * i as f32,
            );
            out.extend([
                (c * 0.88, z - thick * 1.1),
                (c, z - thick * 0.65),
                (c, z - thick * 0.35),
                (c * 0.82, z),
            ]);
        }
    }

    fn finish(&self, outline: &[(f32, f32)], cut: Cut, r: f32) -> Model {
        let model = Model::new(Shape::turned(outline, cut));
        if self.felt == 0.0 {
            return model;
        }
        let pad = [(r * 0.9, 0.0), (r * 0.9, self.felt), (0.0, self.felt)];
        model.with(Shape::turned(&pad, Cut::None), 1)
    }

    /// A piece with a ball on top: its center's height and its radius; `from` as in [`ball`].
    fn topped(
        &self,
        mut out: Outline,
        cut: Cut,
        r: f32,
        (center, radius): (f32, f32),
        from: f32,
    ) -> Model {
        if !self.tips {
            ball(&mut out, center, radius, 1.0, from);
            return self.finish(&out, cut, r);
        }
        out.push((0.0, center - radius * 0.8));
        self.finish(&out, cut, r).with(Shape::ball(v3(0.0, 0.0, center), radius), 1)
    }

    fn pawn(&self, r: f32, h: f32) -> Model {
        let head = (r * self.head).min(h * 0.26);
        let mut out;
        match self.pawn {
            PawnHead::Ball(tall) => {
                out = self.body(r, h, h - head * tall * 1.85);
                ball(&mut out, h - head * tall, head, tall, -0.95);
            }
            PawnHead::Drop => {
                out = self.body(r, h, h - head * 2.1);
                ball(&mut out, h - head * 1.3, head, 1.0, -0.85);
                out.truncate(out.len() - 2);
                out.push((0.0, h));
            }
            PawnHead::Dome => {
                out = self.body(r, h, h - head * 1.25);
                out.push((head * 1.05, h - head * 1.1));
                ball(&mut out, h - head, head, 1.0, 0.0);
            }
        }
        self.finish(&out, Cut::None, r)
    }

    fn bishop(&self, r: f32, h: f32) -> Model {
        let Bishop { tall, wide, knob, slit } = self.bishop;
        let head = (r * self.head * wide).min(h * 0.3 / tall);
        let knob = head * knob;
        let center = h - knob * 1.8 - head * tall;
        let mut out = self.body(r, h, center - head * 0.85);
        ball(&mut out, center, head, tall, -0.85);
        let cut = Cut::Slit { z: center, top: center + head * tall, width: h * slit };
        let cut = if slit > 0.0 { cut } else { Cut::None };
        if knob == 0.0 {
            return self.finish(&out, cut, r);
        }
        out.truncate(out.len() - 1);
        self.topped(out, cut, r, (h - knob, knob), -1.1)
    }

    fn rook(&self, r: f32, h: f32) -> Model {
        let Rook { tower, taper, base, notches, depth, wall, stem } = self.rook;
        let wide = Self { neck: (self.neck * stem).clamp(0.45, tower * 0.98), ..*self };
        let (outer, top) = (r * tower, h * base);
        let mut out = wide.body(r, h, top);
        let (inner, floor) = (outer * wall, (h * (1.0 - depth)).max(top + h * 0.02));
        out.extend([
            (outer * taper, top + 0.02),
            (outer, h * (base + 0.06)),
            (outer, h),
            (inner, h),
            (inner, floor),
            (0.0, floor),
        ]);
        let cut = if notches == 0 {
            Cut::None
        } else {
            Cut::Notches { count: notches, z: floor.max(h * 0.86) + h * 0.01 }
        };
        self.finish(&out, cut, r)
    }

    /// The outline of a cup's outer side, from its base to the rim at `rim`; the rim's radius.
    fn cup(&self, out: &mut Outline, cup: Cup, r: f32, (base, rim): (f32, f32)) -> f32 {
        let wide = (r * self.head * cup.wide).min(r * 1.05);
        for i in 0..=4 {
            let t = i as f32 / 4.0;
            out.push((
                wide * (cup.low + (1.0 - cup.low) * t.powf(cup.bend)),
                base + 0.02 + (rim - base - 0.02) * t,
            ));
        }
        wide
    }

    fn queen(&self, r: f32, h: f32) -> Model {
        let knob = r * self.knob;
        let rim = h - knob * 1.4;
        let base = (h * self.queen.base).min(rim - h * 0.1);
        let mut out = self.body(r, h, base);
        let wide = self.cup(&mut out, self.queen, r, (base, rim));
        let low = rim - (rim - base) * self.bite;
        let inside = if self.teeth > 0 { low } else { rim - 0.015 };
        out.extend([
            (wide * 0.84, rim),
            (wide * 0.76, inside),
            (wide * 0.5, inside.max(rim - 0.03)),
            (knob * 0.8, h - knob * 1.6),
        ]);
        let cut = if self.teeth > 0 {
            Cut::Teeth { count: self.teeth, low, high: rim + 1e-3 }
        } else {
            Cut::None
        };
        self.topped(out, cut, r, (h - knob, knob), -0.8)
    }

    fn king(&self, r: f32, h: f32) -> Model {
        let (base, top) = (h * self.king.base, h * (1.0 - self.top));
        let rim = top - (top - base) * 0.22;
        let mut out = self.body(r, h, base);
        let wide = self.cup(&mut out, self.king, r, (base, rim));
        out.extend([(wide * 0.93, rim + (top - rim) * 0.25), (wide * 0.3, top)]);
        let tall = h - top;
        match self.finial {
            Finial::Ball => {
                return self.topped(out, Cut::None, r, (h - tall * 0.5, tall * 0.5), -1.2);
            }
            Finial::Spike => {
                out.extend([(tall * 0.3, top), (tall * 0.25, top + tall * 0.3), (0.0, h)])
            }
            Finial::Cross { .. } => out.push((0.0, top + 0.01)),
        }
        let mut model = self.finish(&out, Cut::None, r);
        if let Finial::Cross { arm, thick, round, flared } = self.finial {
            model.parts.extend(
                cross(top, tall, (arm, thick), round, flared).into_iter().map(|shape| (shape, 0)),
            );
        }
        model
    }

    fn horse(&self, r: f32, h: f32) -> Model {
        let top = h * (self.withers + 0.03);
        let short = Self {
            neck: 0.68,
            collar: self.collar.max(0.75),
            collars: self.collars.min(1),
            bead: None,
            ..*self
        };
        let mut out = short.body(r, h, top);
        out.push((0.0, top + 0.01));
        let mut model = self.finish(&out, Cut::None, r);
        let girth = self.knight.girth * (r / h / 0.3).clamp(0.75, 1.1);
        model.parts.push((
            Shape::Knight(KnightHead::new(h, self.withers, KnightStyle { girth, ..self.knight })),
            0,
        ));
        model
    }
}

fn bishop_style(rng: &mut Rng) -> Bishop {
    let knob = if rng.chance(0.8) { rng.range(0.15, 0.42) } else { 0.0 };
    // Without either it would be a tall pawn.
    let slit = if knob == 0.0 || rng.chance(0.75) { rng.range(0.012, 0.032) } else { 0.0 };
    Bishop { tall: rng.range(1.15, 1.9), wide: rng.range(0.72, 1.08), knob, slit }
}

fn rook_style(rng: &mut Rng) -> Rook {
    Rook {
        tower: rng.range(0.58, 0.95),
        taper: rng.range(0.75, 1.0),
        base: rng.range(0.6, 0.8),
        notches: rng.pick(&[0, 0, 4, 4, 5, 6, 6, 8]),
        // Towers of cheap sets are as hollow as a cup.
        depth: if rng.chance(0.4) { rng.range(0.15, 0.36) } else { rng.range(0.05, 0.15) },
        wall: rng.range(0.55, 0.88),
        stem: rng.range(1.0, 1.6),
    }
}

fn cup(rng: &mut Rng, low: f32, high: f32) -> Cup {
    Cup {
        base: rng.range(low, high),
        wide: rng.range(0.85, 1.35),
        low: rng.range(0.45, 0.85),
        bend: rng.range(0.6, 2.2),
    }
}

fn finial(rng: &mut Rng) -> Finial {
    match rng.f() {
        f if f < 0.8 => Finial::Cross {
            arm: rng.range(0.26, 0.55),
            thick: rng.range(0.09, 0.2),
            round: rng.chance(0.3),
            flared: rng.chance(0.35),
        },
        f if f < 0.9 => Finial::Ball,
        _ => Finial::Spike,
    }
}

fn knight_style(rng: &mut Rng) -> KnightStyle {
    KnightStyle {
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

/// A ball's outline from the angle `from` over its equator to its pole.
fn ball(out: &mut Outline, center: f32, r: f32, tall: f32, from: f32) {
    for i in 0..=6 {
        let a = from + (FRAC_PI_2 - from) * i as f32 / 6.0;
        out.push((r * a.cos(), center + r * tall * a.sin()));
    }
}

/// A cross `tall` high on `z = top`, its arms' half width and half thickness in units of its
/// height.
fn cross(top: f32, tall: f32, (arm, thick): (f32, f32), round: bool, flared: bool) -> Vec<Shape> {
    let (arm, thick, middle) = (arm * tall, thick * tall, top + tall * 0.58);
    let limb = |y0: f32, z0: f32, y1: f32, z1: f32| {
        if round {
            return Shape::Capsule { a: v3(0.0, y0, z0), b: v3(0.0, y1, z1), r: thick };
        }
        let half = v3(thick, ((y1 - y0) / 2.0).abs() + thick, ((z1 - z0) / 2.0).abs() + thick);
        Shape::Box { center: v3(0.0, (y0 + y1) / 2.0, (z0 + z1) / 2.0), half, bevel: thick * 0.6 }
    };
    let high = top + tall - thick;
    let mut out = vec![limb(0.0, top, 0.0, high), limb(thick - arm, middle, arm - thick, middle)];
    if flared {
        let tip = thick * 1.1;
        out.extend([
            limb(-tip, high, tip, high),
            limb(arm - thick, middle - tip, arm - thick, middle + tip),
        ]);
        out.push(limb(thick - arm, middle - tip, thick - arm, middle + tip));
    }
    out
}

/// Radii of the feet over a rook's, pawn to king: usual ones, each a little off.
pub fn feet(rng: &mut Rng) -> [f32; 6] {
    [0.86, 0.98, 0.98, 1.0, 1.08, 1.12].map(|usual| usual * rng.range(0.93, 1.07))
}

/// Heights over the king's, pawn to king.
pub fn heights(rng: &mut Rng) -> [f32; 6] {
    let ranges = [(0.42, 0.58), (0.54, 0.72), (0.6, 0.82), (0.46, 0.62), (0.78, 0.96), (1.0, 1.0)];
    ranges.map(|(low, high)| rng.range(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets() -> impl Iterator<Item = (Staunton, [f32; 6])> {
        (0..300).map(|seed| {
            let mut rng = Rng::new(seed);
            (
                Staunton::sample(&mut rng, if seed % 3 == 0 { 0.03 } else { 0.0 }, seed % 5 == 1),
                heights(&mut rng),
            )
        })
    }

    #[test]
    fn pieces_stand_on_the_table_and_are_as_high_as_asked_for() {
        for (set, heights) in sets() {
            for (kind, part) in heights.into_iter().enumerate() {
                let (r, h) = (0.33, 1.6 * part);
                let (wide, low, high) = set.piece(kind, r, h).extent();
                assert!(
                    low.abs() < 1e-3 && (high - h).abs() < 0.06 * h,
                    "{kind}: {low} to {high}, not {h}; {set:?}"
                );
                // A horse may look over the edge of its foot.
                assert!(
                    wide < if kind == 1 { 2.0 } else { 1.08 } * r,
                    "{kind}: {wide} wide; {set:?}"
                );
            }
        }
    }

    #[test]
    fn outlines_of_turned_pieces_never_cross_the_axis_or_hang_below_their_foot() {
        for (set, heights) in sets() {
            let (r, h) = (0.3, 1.4);
            for part in heights {
                let body = set.body(r, h * part, h * part * 0.7);
                assert!(body.iter().all(|(x, z)| *x > 0.0 && *z >= set.felt), "{body:?}");
            }
        }
    }
}
