//! Proportions of chess sets after the Staunton pattern and its plainer relatives.

mod turned;

use super::knight::KnightStyle;
use crate::synth::random::Rng;

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
            knight: KnightStyle::sample(rng),
            withers: rng.range(0.17, 0.34),
            felt,
            tips,
        }
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

/// Radii of the feet over a rook's, pawn to king: usual ones, each a little off.
pub fn feet(rng: &mut Rng) -> [f32; 6] {
    [0.86, 0.98, 0.98, 1.0, 1.08, 1.12].map(|usual| usual * rng.range(0.93, 1.07))
}

/// Heights over the king's, pawn to king.
pub fn heights(rng: &mut Rng) -> [f32; 6] {
    let ranges = [(0.42, 0.58), (0.54, 0.72), (0.6, 0.82), (0.46, 0.62), (0.78, 0.96), (1.0, 1.0)];
    ranges.map(|(low, high)| rng.range(low, high))
}
