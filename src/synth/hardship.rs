//! What makes a board hard to see: the light and views, and the boards and pieces, that readers fail on.

use super::{
    boards::Spots,
    camera::Views,
    pieces::CheckersSet,
    placing::Placing,
    random::Rng,
    scene::{Scene, clutter, light::Lighting},
    vec3::V3,
};
use crate::{games::GameId, synth::RenderSpec};

/// One thing that makes a board hard to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardship {
    /// The sun, low and hard, and little light from elsewhere.
    LowSun,
    /// The sun through a window's bars or leaves: patches of light.
    SunPatches,
    /// All light is of one color.
    OneColor,
    /// A ring of lamps close above, which shiny tops mirror.
    RingLamp,
    /// A view from almost the side.
    FlatView,
    /// Pens, counters, printed markers, bowls and books at the board's corners and edges.
    AtCorners,
    /// A board nearly full of stones.
    Full,
    /// A board as thick as those that stand on the floor.
    Block,
    /// Men far off the middle of their squares.
    OffCenter,
    /// Shiny men of nearly the color of the squares that they stand on.
    Glossy,
    /// Small disks, flat as paper.
    Chips,
    /// Men higher than they are wide.
    Tall,
    /// Men that stand on the light squares.
    LightSquares,
    /// A board of spots in place of squares.
    Spots,
}

impl Hardship {
    /// Its name in labels.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LowSun => "low_sun",
            Self::SunPatches => "sun_patches",
            Self::OneColor => "one_color",
            Self::RingLamp => "ring_lamp",
            Self::FlatView => "flat_view",
            Self::AtCorners => "at_corners",
            Self::Full => "full",
            Self::Block => "block",
            Self::OffCenter => "off_center",
            Self::Glossy => "glossy",
            Self::Chips => "chips",
            Self::Tall => "tall",
            Self::LightSquares => "light_squares",
            Self::Spots => "spots",
        }
    }
}

impl Hardship {
    /// Whether it leaves the position and the set as they are asked for.
    const fn is_free(self, spec: &RenderSpec) -> bool {
        match self {
            Self::Full => spec.position.is_none(),
            Self::Glossy | Self::Chips | Self::Tall | Self::Spots => spec.set.is_none(),
            Self::LightSquares => spec.position.is_none() && spec.set.is_none(),
            _ => true,
        }
    }
}

/// What is hard about one board; nothing, of most.
#[derive(Clone, Debug)]
pub struct Hardships {
    all: Vec<Hardship>,
    rng: Rng,
}

impl Hardships {
    /// Something hard on as many boards of a hundred as are asked for; nothing that would change a
    /// position or a set that is.
    pub fn sample(mut rng: Rng, spec: &RenderSpec) -> Self {
        let mut all = Vec::new();
        if rng.chance(f32::from(spec.hard) / 100.0) {
            while all.is_empty() {
                all = draw(&mut rng, spec.game);
                all.retain(|hardship| hardship.is_free(spec));
            }
        }
        Self { all, rng }
    }

    /// None, whatever is drawn.
    pub const fn none() -> Self {
        Self { all: Vec::new(), rng: Rng::new(0) }
    }

    pub fn has(&self, hardship: Hardship) -> bool {
        self.all.contains(&hardship)
    }

    /// Their names, for labels.
    pub fn names(&self) -> Vec<&'static str> {
        self.all.iter().map(|hardship| hardship.name()).collect()
    }

    /// The share of a board that is full.
    pub fn fill(&mut self) -> Option<f32> {
        self.has(Hardship::Full).then(|| self.rng.range(0.65, 1.1))
    }

    /// The board's thickness in cells, where that is unusual.
    pub fn thickness(&mut self) -> Option<f32> {
        self.has(Hardship::Block).then(|| self.rng.range(3.0, 8.0))
    }

    /// Spots in place of a board's squares.
    pub fn spots(&mut self) -> Option<Spots> {
        self.has(Hardship::Spots).then(|| Spots::sample(&mut self.rng))
    }

    /// Changes the men of a board whose squares are of the color `ground`.
    pub fn change_men(&mut self, set: CheckersSet, ground: V3) -> CheckersSet {
        let rng = &mut self.rng;
        let set = if self.all.contains(&Hardship::Tall) { set.tall(rng) } else { set };
        let set = if self.all.contains(&Hardship::Chips) { set.chips(rng) } else { set };
        let set = if self.all.contains(&Hardship::Glossy) { set.glossy(rng, ground) } else { set };
        // A matt man under a ring of lamps is no harder than under one.
        if self.all.contains(&Hardship::RingLamp) { set.shiny(rng) } else { set }
    }

    /// Puts the pieces farther off the middle of their cells.
    pub fn loosen(&mut self, placing: &mut Placing) {
        if self.has(Hardship::OffCenter) {
            (placing.spread, placing.most) = (self.rng.range(0.1, 0.2), 0.32);
        }
    }

    /// Other light than the scene has, if that is what is hard.
    pub fn change_light(&mut self, scene: &mut Scene) {
        let (half, rng) = (scene.board.half().0, &mut self.rng);
        for hardship in &self.all {
            let lighting = &mut scene.lighting;
            match hardship {
                Hardship::LowSun => *lighting = Lighting::low_sun(rng, half),
                Hardship::SunPatches => *lighting = Lighting::sun_patches(rng, half),
                Hardship::OneColor => lighting.stain(rng),
                Hardship::RingLamp => *lighting = Lighting::ring(rng, half),
                _ => {}
            }
        }
    }

    /// Puts things at the corners and edges of the board; one centimeter is `unit` cells.
    pub fn crowd(&mut self, scene: &mut Scene, spares: &[clutter::Spare], unit: f32) {
        if self.has(Hardship::AtCorners) {
            clutter::at_corners(&mut self.rng, scene, spares, unit);
        }
    }

    /// The views, or flat ones.
    pub fn change_views(&self, views: Views) -> Views {
        Views { flat: self.has(Hardship::FlatView), ..views }
    }
}

fn draw(rng: &mut Rng, game: GameId) -> Vec<Hardship> {
    let mut all = Vec::new();
    let lights: &[Hardship] = match game {
        GameId::Go | GameId::Chess => &[Hardship::LowSun, Hardship::SunPatches, Hardship::OneColor],
        _ => &[Hardship::LowSun, Hardship::SunPatches, Hardship::OneColor, Hardship::RingLamp],
    };
    if rng.chance(0.6) {
        all.push(rng.pick(lights));
    }
    let flat = if game == GameId::Qwirkle { 0.15 } else { 0.3 };
    let mut may = |hardship, chance| {
        if rng.chance(chance) {
            all.push(hardship);
        }
    };
    may(Hardship::FlatView, flat);
    may(Hardship::AtCorners, 0.3);
    match game {
        GameId::Go => {
            may(Hardship::Full, 0.35);
            may(Hardship::Block, 0.3);
        }
        GameId::Checkers => {
            may(Hardship::OffCenter, 0.3);
            may(Hardship::Glossy, 0.3);
            may(Hardship::Chips, 0.15);
            may(Hardship::Tall, 0.15);
            may(Hardship::LightSquares, 0.25);
            may(Hardship::Spots, 0.15);
        }
        _ => {}
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::{RenderSpec, compose, render};
    use std::collections::HashSet;

    fn spec(game: GameId, seed: u64, hard: u8) -> RenderSpec {
        RenderSpec {
            game,
            seed,
            long_side: 96,
            rows: None,
            mixed_sets: false,
            set: None,
            modeled: None,
            hard,
            position: None,
        }
    }

    /// The first scenes of a game with this hardship, beside those of the same seeds without any.
    fn scenes(game: GameId, with: Hardship) -> Vec<[compose::Composed; 2]> {
        let of = |seed: u64, hard: u8| {
            compose::compose(&spec(game, seed, hard), &mut Rng::new(seed * 77))
        };
        let hard = (0..200).map(|seed| (seed, of(seed, 100)));
        let some = hard.filter(|(_, scene)| scene.hardships.contains(&with.name())).take(6);
        some.map(|(seed, scene)| [scene, of(seed, 0)]).collect()
    }

    #[test]
    fn as_many_boards_are_hard_as_are_asked_for() {
        for percent in [0, 30, 100] {
            let hard = (0..400)
                .filter(|&seed| {
                    let spec = spec(GameId::Go, seed, percent);
                    !Hardships::sample(Rng::new(seed), &spec).names().is_empty()
                })
                .count();
            assert!(hard.abs_diff(4 * usize::from(percent)) <= 40, "{hard} of 400 at {percent} %");
        }
    }

    #[test]
    fn a_set_or_a_position_that_is_asked_for_stays_as_it_is() {
        let position = Some(crate::games::CellGrid::empty(8, 8));
        for seed in 0..200 {
            let of_set = RenderSpec { set: Some(1), ..spec(GameId::Checkers, seed, 100) };
            let of_position = RenderSpec { position: position.clone(), ..of_set.clone() };
            for spec in [of_set, of_position] {
                let hard = Hardships::sample(Rng::new(seed), &spec);
                let changes = [
                    Hardship::Glossy,
                    Hardship::Chips,
                    Hardship::Tall,
                    Hardship::Spots,
                    Hardship::LightSquares,
                    Hardship::Full,
                ];
                assert!(!hard.names().is_empty() && !changes.iter().any(|&it| hard.has(it)));
            }
        }
    }

    #[test]
    fn every_hardship_is_drawn_in_some_game() {
        let drawn = |game| (0..200).flat_map(move |seed| draw(&mut Rng::new(seed), game));
        let names: HashSet<&str> =
            GameId::ALL.into_iter().flat_map(drawn).map(Hardship::name).collect();
        assert_eq!(names.len(), 14, "{names:?}");
    }

    #[test]
    fn hard_light_leaves_some_places_dark() {
        // One lamp, of no size to speak of, and little else.
        for [hard, _] in scenes(GameId::Go, Hardship::LowSun) {
            let lighting = &hard.scene.lighting;
            let sun = &lighting.lights[0];
            assert_eq!(lighting.lights.len(), 1);
            assert!(sun.color.luma() > 2.0 * lighting.around.mean().luma());
            assert!(sun.pos.unit().z < 0.75 && sun.radius < 0.01 * sun.reach.sqrt());
        }
        assert!(
            scenes(GameId::Go, Hardship::SunPatches).iter().all(|[hard, _]| hard
                .scene
                .lighting
                .blockers
                .len()
                >= 3)
        );
        assert!(
            scenes(GameId::Checkers, Hardship::RingLamp).iter().all(|[hard, _]| hard
                .scene
                .lighting
                .lights
                .len()
                == 8)
        );
    }

    #[test]
    fn full_boards_have_more_stones() {
        let stones = |scene: &compose::Composed| {
            let cells = scene.board.cells();
            cells.iter().filter(|&&class| class != 0).count() as f32 / cells.len() as f32
        };
        for [full, _] in scenes(GameId::Go, Hardship::Full) {
            assert!(stones(&full) > 0.35, "{}", stones(&full));
        }
    }

    #[test]
    fn men_are_where_they_are_seen_badly() {
        for [loose, usual] in scenes(GameId::Checkers, Hardship::OffCenter) {
            assert!(loose.placing.spread >= 0.1 && usual.placing.spread < 0.1);
            assert!(loose.placing.most <= 0.32);
        }
        for [light, _] in scenes(GameId::Checkers, Hardship::LightSquares) {
            assert!(!light.orientation_known);
        }
    }

    #[test]
    fn flat_views_are_flat() {
        let mut flat = 0;
        for seed in 0..60 {
            let drawn = render(&spec(GameId::Go, seed, 100)).expect("renders");
            if drawn.hardships.contains(&Hardship::FlatView.name()) {
                let [a, b, c, d] = *drawn.corners.corners();
                // The mean of two sides that face each other, along a row and along a column.
                let row = (b.x - a.x + c.x - d.x, b.y - a.y + c.y - d.y);
                let column = (d.x - a.x + c.x - b.x, d.y - a.y + c.y - b.y);
                // A square seen at an angle of t is shortened to cos t: the ratio of the singular
                // values of the map from the board to the photo.
                let sum = row.0.powi(2) + row.1.powi(2) + column.0.powi(2) + column.1.powi(2);
                let det = (row.0 * column.1 - row.1 * column.0).abs();
                let shortened = {
                    let root = (sum.powi(2) - 4.0 * det.powi(2)).max(0.0).sqrt();
                    ((sum - root) / (sum + root)).sqrt()
                };
                assert!(shortened < 0.72, "{seed}: {shortened}");
                flat += 1;
            }
        }
        assert!(flat > 8, "{flat} of 60");
    }
}
