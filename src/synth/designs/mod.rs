//! Chess designs that somebody has modeled: the meshes of their men, to be drawn in place of our own
//! shapes.

mod finial;
#[cfg(feature = "meshes")]
mod glb;

use super::{
    random::Rng,
    scene::{Model, mesh::Mesh, shapes::Shape},
    vec3::{V3, v3},
};
use std::sync::Arc;

/// The names of the men's meshes, pawn to king.
pub const KINDS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

const KNIGHT: usize = 1;
const KING: usize = 5;

/// Men are higher or lower, and wider or narrower, than they were modeled by this share at most.
const STRETCH: f32 = 0.15;

/// Men that reach further from their middles, in cells, stand in each other's way.
const WIDEST: f32 = 0.47;

/// Of boards of a Staunton design this share has the knights of another one, which are carved where
/// the rest is turned, and this the finial of another king.
const OTHER_KNIGHTS: f32 = 0.3;
const OTHER_FINIAL: f32 = 0.3;

/// A design that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DesignError {
    /// It is no binary glTF file.
    #[error("it is no binary glTF file (glb) that can be read: {0}")]
    NotGlb(String),
    /// It has no mesh of a kind.
    #[error(
        "it has no mesh named {0}: name the six meshes king, queen, rook, bishop, knight and pawn, or \
        say in sets.jsonl which are missing"
    )]
    NoMesh(&'static str),
    /// A mesh has no triangles.
    #[error("its mesh {0} has no triangles")]
    NoTriangles(&'static str),
    /// A mesh has coordinates that are no numbers, or so large that they cannot be drawn.
    #[error("its mesh {0} has a corner whose coordinates are no ordinary numbers")]
    NotFinite(&'static str),
    /// A mesh is of a kind that is not read.
    #[error("its mesh {kind} cannot be read: {why}")]
    Unreadable {
        /// The kind.
        kind: &'static str,
        /// Why not.
        why: &'static str,
    },
    /// A man has no height.
    #[error("its mesh {0} is flat: men stand upright along the y axis, their feet at y = 0")]
    Flat(&'static str),
}

/// What a design looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As tournaments have them.
    Staunton,
    /// Other shapes of the same kinds.
    Modern,
    /// After a theme, as figures or people.
    Figurative,
    /// Told apart with some effort.
    Abstract,
}

impl Style {
    /// How often it is drawn beside the others.
    const fn weight(self) -> f32 {
        match self {
            Self::Staunton => 1.0,
            Self::Modern => 0.6,
            Self::Figurative => 0.4,
            Self::Abstract => 0.15,
        }
    }
}

/// The surface of a man: corners in units of the king's height, x where it looks, z up, its foot on
/// z = 0, and faces that name three corners each.
#[derive(Clone, Debug, PartialEq)]
struct Surface {
    corners: Vec<V3>,
    faces: Vec<[u32; 3]>,
}

impl Surface {
    fn height(&self) -> f32 {
        self.corners.iter().map(|corner| corner.z).fold(0.0, f32::max)
    }

    /// How far it reaches from its middle.
    fn radius(&self) -> f32 {
        self.corners.iter().map(|corner| corner.x.hypot(corner.y)).fold(0.0, f32::max)
    }
}

/// A design.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    name: String,
    style: Style,
    /// Pawn to king.
    men: [Option<Surface>; 6],
}

impl Design {
    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Designs to draw from, of which each kind is in one at least.
#[derive(Clone, Debug, PartialEq)]
pub struct Designs(Vec<Design>);

impl Designs {
    /// These designs; `None` where a kind is in none of them.
    pub fn new(designs: Vec<Design>) -> Option<Self> {
        let has = |kind: usize| designs.iter().any(|design| design.men[kind].is_some());
        (0..KINDS.len()).all(has).then_some(Self(designs))
    }

    /// The designs.
    pub fn list(&self) -> &[Design] {
        &self.0
    }

    /// One of those that a condition holds for, the likelier the more usual its style is.
    fn pick(&self, rng: &mut Rng, holds: impl Fn(&Design) -> bool) -> usize {
        let weight = |design: &Design| if holds(design) { design.style.weight() } else { 0.0 };
        let mut left = rng.f() * self.0.iter().map(weight).sum::<f32>();
        let mut last = 0;
        for (index, design) in self.0.iter().enumerate().filter(|(_, design)| holds(design)) {
            last = index;
            left -= weight(design);
            if left < 0.0 {
                break;
            }
        }
        last
    }
}

/// Which boards of chess show modeled designs.
#[derive(Clone, Debug)]
pub struct Modeled {
    /// What they are drawn from.
    pub designs: Arc<Designs>,
    /// Of 100 boards, or of 100 men where every man is of a set of its own, so many have a modeled
    /// design; the others have our own shapes.
    pub percent: u8,
}

impl PartialEq for Modeled {
    fn eq(&self, other: &Self) -> bool {
        self.percent == other.percent
            && (Arc::ptr_eq(&self.designs, &other.designs) || self.designs == other.designs)
    }
}

impl Eq for Modeled {}

/// A design as one board shows it.
pub struct Shown<'a> {
    /// Where each kind is from.
    sources: [&'a Design; 6],
    /// Where the king's finial is from, if not from where the king is.
    finial: Option<&'a Design>,
    /// The king's height in cells.
    king: f32,
    /// What width and height of each kind are multiplied by.
    stretch: [(f32, f32); 6],
}

impl Modeled {
    /// The design of a board, or of a man; `None` where it has our own shapes.
    pub fn sample(&self, rng: &mut Rng) -> Option<Shown<'_>> {
        rng.chance(f32::from(self.percent) / 100.0).then(|| Shown::sample(rng, &self.designs))
    }
}

impl<'a> Shown<'a> {
    fn sample(rng: &mut Rng, designs: &'a Designs) -> Self {
        let own = designs.pick(rng, |_| true);
        let all = &designs.0;
        let is_staunton = |design: &Design| design.style == Style::Staunton;
        let other_knights = rng.chance(OTHER_KNIGHTS) && is_staunton(&all[own]);
        let sources = std::array::from_fn(|kind| {
            let has = |design: &Design| design.men[kind].is_some();
            let from = match () {
                () if kind == KNIGHT && other_knights => {
                    designs.pick(rng, |design| is_staunton(design) && has(design))
                }
                () if has(&all[own]) => own,
                () => designs.pick(rng, has),
            };
            &all[from]
        });
        let finial = rng
            .chance(OTHER_FINIAL)
            .then(|| designs.pick(rng, |design| is_staunton(design) && design.men[KING].is_some()));
        let finial = finial.map(|from| &all[from]);
        let finial = finial.filter(|from| is_staunton(from) && is_staunton(sources[KING]));
        let mut stretch =
            || (rng.range(1.0 - STRETCH, 1.0 + STRETCH), rng.range(1.0 - STRETCH, 1.0 + STRETCH));
        let stretch = std::array::from_fn(|_| stretch());
        let foot = rng.range(0.29, 0.38);
        let shown = Self { sources, finial, king: foot * rng.range(4.2, 5.6), stretch };
        let widest = (0..KINDS.len()).map(|kind| shown.radius(kind)).fold(0.0, f32::max);
        Self { king: shown.king * (WIDEST / widest).min(1.0), ..shown }
    }

    /// The names of the designs that a kind is of: of a king perhaps that of its finial, too.
    pub fn names_of(&self, kind: usize) -> impl Iterator<Item = String> + use<'a> {
        let finial = self.finial.filter(|_| kind == KING);
        [self.sources[kind]].into_iter().chain(finial).map(|design| design.name.clone())
    }

    /// A man, pawn to king.
    pub fn man(&self, kind: usize) -> Model {
        let Some(surface) = &self.sources[kind].men[kind] else { return Model::default() };
        let finial = self.finial.filter(|_| kind == KING).and_then(|from| from.men[KING].as_ref());
        let crowned = finial.and_then(|finial| surface.with_finial_of(finial));
        let surface = crowned.as_ref().unwrap_or(surface);
        let (wide, high) = (self.king * self.stretch[kind].0, self.king * self.stretch[kind].1);
        let corners: Vec<V3> =
            surface.corners.iter().map(|c| v3(c.x * wide, c.y * wide, c.z * high)).collect();
        Model::new(Shape::Mesh(Mesh::new(&corners, &surface.faces)))
    }

    fn radius(&self, kind: usize) -> f32 {
        let radius = self.sources[kind].men[kind].as_ref().map_or(0.0, Surface::radius);
        radius * self.king * self.stretch[kind].0
    }
}
