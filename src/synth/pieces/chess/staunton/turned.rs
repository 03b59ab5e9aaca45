//! The pieces of a [`Staunton`] set: turned bodies, and a horse's head.

use super::{Bishop, Cup, Finial, Foot, PawnHead, Rook, Staunton, Stem};
use crate::synth::{
    pieces::chess::knight::{self, KnightStyle},
    scene::{Model, lathe::Cut, shapes::Shape},
    vec3::v3,
};
use std::f32::consts::{FRAC_PI_2, PI};

/// An outline: `(radius, height)` from the bottom.
type Outline = Vec<(f32, f32)>;

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

impl Staunton {
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
        let head = knight::head(h, self.withers, KnightStyle { girth, ..self.knight });
        model.parts.push((head, 0));
        model
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::{pieces::chess::staunton::heights, random::Rng};

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
