//! A whole scene of a game: board, pieces, table, clutter and light, and the position on the board.

use super::{
    RenderSpec,
    boards::{Checkered, GoBoard, Lookalike, Prints, QwirkleBoard},
    camera::Views,
    designs::{KINDS, Shown},
    hardship::{Hardship, Hardships},
    pieces::{CheckersSet, GoSet, KingStyle, PieceShapes, QwirkleSet, SetColors},
    placing::{Facing, Look, Placing, nudge, squares},
    positions,
    random::Rng,
    scene::{
        Material, Scene, Surface,
        clutter::{self, Spare},
        hand::{Reach, hand},
        light::Lighting,
        texture::table,
    },
    vec3::{V3, gray, v3},
};
use crate::{
    games::{CellGrid, GameId},
    geometry::GridSpec,
};

/// A scene ready to be photographed.
pub struct Composed {
    pub scene: Scene,
    pub board: CellGrid,
    pub spec: GridSpec,
    pub style: &'static str,
    /// The names of the modeled designs that are shown.
    pub designs: Vec<String>,
    /// What makes it hard to see.
    pub hardships: Vec<&'static str>,
    /// Whether row 0 of `board` is the game's own: boards of Qwirkle have no such row, and of
    /// checkers boards with men on the light squares it is not said.
    pub orientation_known: bool,
    pub views: Views,
    /// How the pieces of the set stand on the board.
    pub placing: Placing,
    /// One centimeter in cells.
    pub unit: f32,
}

impl Composed {
    /// A point of the board given in board coordinates (see [`GridSpec`]).
    pub fn world(&self, u: f32, v: f32) -> V3 {
        let (w, h) = self.spec.steps();
        v3(u - w as f32 / 2.0, h as f32 / 2.0 - v, 0.0)
    }

    /// The label's corners in the world.
    pub fn corners(&self) -> [V3; 4] {
        let (w, h) = self.spec.steps();
        let (w, h) = (w as f32, h as f32);
        [self.world(0.0, 0.0), self.world(w, 0.0), self.world(w, h), self.world(0.0, h)]
    }
}

/// Draws the scene of a photo.
pub fn compose(spec: &RenderSpec, rng: &mut Rng) -> Composed {
    let mut hard = Hardships::sample(rng.aside(), spec);
    let composed = match spec.game {
        GameId::Chess => chess(spec, rng, &mut hard),
        GameId::Checkers => checkers(spec, rng, &mut hard),
        GameId::Go => go(spec, rng, &mut hard),
        GameId::Qwirkle => qwirkle(spec, rng, &mut hard),
    };
    Composed { views: hard.change_views(composed.views), hardships: hard.names(), ..composed }
}

/// The position asked for, or else a random one. That one is drawn in any case: a seed then means
/// the same board, set and light for every position.
fn shown(spec: &RenderSpec, random: CellGrid) -> CellGrid {
    spec.position.clone().unwrap_or(random)
}

/// An empty scene with a table for cells of `unit` a centimeter.
fn stage(rng: &mut Rng, board: Box<dyn Surface>, thick: f32, unit: f32) -> Scene {
    let half = board.half().0;
    let lighting = Lighting::sample(rng, half);
    let (rough, shine) =
        if rng.chance(0.3) { (rng.range(0.08, 0.35), 0.045) } else { (rng.range(0.4, 1.0), 0.02) };
    let cell_cm = 1.0 / unit;
    let top = Material::new(table(rng, cell_cm * 0.25), rough, shine);
    let floor = Material::new(table(rng, cell_cm * 0.08), 0.9, 0.01);
    let mut scene = Scene::new(board, thick, top, floor, lighting);
    scene.table_half = (half * rng.range(1.3, 6.0) + 2.0, half * rng.range(1.3, 6.0) + 2.0);
    scene
}

fn views(rng: &mut Rng, game: GameId) -> Views {
    match game {
        // What chessmen are is seen in photos they fill only.
        GameId::Chess => {
            Views { max_tilt: 60.0, top_down: 0.15, all_sides: true, near: 0.7, flat: false }
        }
        GameId::Checkers => {
            Views { max_tilt: 58.0, top_down: 0.3, all_sides: true, near: 0.0, flat: false }
        }
        GameId::Go => {
            Views { max_tilt: 58.0, top_down: 0.4, all_sides: true, near: 0.0, flat: false }
        }
        GameId::Qwirkle => Views {
            max_tilt: 52.0,
            top_down: 0.35,
            all_sides: rng.chance(0.5),
            near: 0.0,
            flat: false,
        },
    }
}

/// The models of a chess set in a scene.
struct Men {
    models: [usize; 6],
    two_colored: bool,
}

impl Men {
    fn place(shapes: PieceShapes, scene: &mut Scene) -> Self {
        Self { models: shapes.models.map(|m| scene.model(m)), two_colored: shapes.two_colored }
    }

    fn modeled(shown: &Shown, scene: &mut Scene) -> Self {
        let models = std::array::from_fn(|kind| scene.model(shown.man(kind)));
        Self { models, two_colored: false }
    }
}

/// How a few men of a set are more worn than the others, or replaced.
struct Wear {
    /// Of so many men one.
    share: f32,
    /// The materials of worn men, white's and black's.
    sides: [usize; 2],
    rng: Rng,
}

impl Wear {
    /// The wear of a set with these materials, where it has some.
    fn sample(rng: &mut Rng, sides: [usize; 2], scene: &mut Scene) -> Option<Self> {
        let (worn, faded) = (rng.chance(0.3), rng.chance(0.6));
        let light = if faded { rng.range(1.05, 1.6) } else { rng.range(0.55, 0.95) };
        let rough = rng.range(0.7, 1.6);
        let share = rng.range(0.05, 0.3);
        let rng = rng.fork();
        worn.then(|| {
            let sides = sides.map(|side| {
                let fresh = scene.materials[side];
                let texture = fresh.texture.lit(light);
                let rough = (fresh.rough * rough).clamp(0.05, 1.0);
                scene.material(Material { texture, rough, ..fresh })
            });
            Self { share, sides, rng }
        })
    }

    /// How a man looks that is worn; `None` where he is not.
    fn of(&mut self, look: Look, class: usize) -> Option<Look> {
        let material = self.sides[(class - 1) / KINDS.len()];
        let worn = self.rng.chance(self.share);
        worn.then_some(Look { materials: [material, look.materials[1]], ..look })
    }
}

/// What a photo's seed gives, or, where the set has a seed of its own, what that gives.
fn of_set<T>(rng: &mut Rng, own: Option<&mut Rng>, draw: impl Fn(&mut Rng) -> T) -> T {
    let drawn = draw(rng);
    own.map_or(drawn, draw)
}

fn chess(spec: &RenderSpec, rng: &mut Rng, hard: &mut Hardships) -> Composed {
    // What the seed gives is drawn in any case: the rest of the photo stays the same.
    let mut own = spec.set.map(Rng::new);
    let (surface, style) = of_set(rng, own.as_mut(), Checkered::sample);
    let mut aside = rng.aside();
    let mut modeling = aside.aside();
    let prints = of_set(&mut aside, own.as_mut(), Prints::on_chess);
    let surface = surface.printed(prints);
    let mut others = spec.mixed_sets.then_some(aside);
    let shapes = of_set(rng, own.as_mut(), PieceShapes::sample);
    let colors = of_set(rng, own.as_mut(), SetColors::sample);
    let modeled = spec.modeled.as_ref();
    let design =
        modeled.and_then(|modeled| of_set(&mut modeling, own.as_mut(), |rng| modeled.sample(rng)));
    let random =
        if spec.mixed_sets { positions::crowded_chess(rng) } else { positions::chess(rng) };
    let board = shown(spec, random);
    let thick = if style == "paper" || style == "vinyl" { 0.03 } else { rng.range(0.15, 0.7) };
    let unit = 1.0 / rng.range(3.0, 5.7);
    let mut scene = stage(rng, Box::new(surface), thick, unit);
    let sides = colors.sides.map(|m| scene.material(m));
    let felt = scene.material(colors.felt);
    let materials = |side: usize, two_colored: bool| {
        [sides[side], if two_colored { sides[1 - side] } else { felt }]
    };
    let set = match &design {
        Some(design) => Men::modeled(design, &mut scene),
        None => Men::place(shapes, &mut scene),
    };
    let kinds = (0..KINDS.len()).rev();
    let mut designs: Vec<String> = design
        .iter()
        .flat_map(|design| kinds.clone().flat_map(|kind| design.names_of(kind)))
        .collect();
    let look = |men: &Men, class: usize| {
        let (side, kind) = ((class - 1) / 6, (class - 1) % 6);
        Look::new(men.models[kind], materials(side, men.two_colored))
    };
    let spread = rng.range(0.02, 0.11);
    let (facing, loose) = (rng.chance(0.75), rng.range(0.05, 0.6));
    let placing = Placing {
        looks: (1..=12).map(|class| look(&set, class)).collect(),
        middles: squares(8),
        spread,
        most: 0.2,
        facing: if facing { Facing::Ahead { loose, white: 6 } } else { Facing::Any },
    };
    // In photos of one set, the same men would have to be worn.
    let wears = design.is_some() && spec.set.is_none();
    let mut worn = if wears { Wear::sample(&mut modeling, sides, &mut scene) } else { None };
    placing.lay_out(rng, &mut scene, &board, |scene, class| {
        let Some(others) = others.as_mut() else {
            return worn.as_mut()?.of(look(&set, class), class);
        };
        let own = PieceShapes::sample(others);
        let Some(design) = modeled.and_then(|modeled| modeled.sample(&mut modeling)) else {
            return Some(look(&Men::place(own, scene), class));
        };
        let kind = (class - 1) % KINDS.len();
        designs.extend(design.names_of(kind));
        Some(Look::new(scene.model(design.man(kind)), materials((class - 1) / KINDS.len(), false)))
    });
    let spare = |i: usize| Spare {
        model: set.models[i % 6],
        materials: materials(i / 6, set.two_colored),
        lying: Some(0.26),
    };
    let spares: Vec<Spare> = (0..12).map(spare).collect();
    dress(rng, &mut scene, &spares, unit, hard);
    Composed {
        scene,
        board,
        spec: GridSpec::squares(8),
        style,
        designs,
        hardships: Vec::new(),
        orientation_known: true,
        views: views(rng, GameId::Chess),
        placing,
        unit,
    }
}

fn checkers(spec: &RenderSpec, rng: &mut Rng, hard: &mut Hardships) -> Composed {
    let mut own = spec.set.map(Rng::new);
    let (mut surface, style) = of_set(rng, own.as_mut(), Checkered::sample);
    // Robots' and children's boards have men on the light squares, too.
    let mut aside = rng.aside();
    let usual = aside.chance(0.2);
    let turned = (usual || hard.has(Hardship::LightSquares)) && spec.position.is_none();
    if turned {
        surface = surface.exchanged();
    }
    let usual = if aside.chance(0.15) { 10 } else { 8 };
    let rows = spec.rows().unwrap_or(usual);
    if rows != 8 {
        surface = surface.resized(rows);
    }
    let prints = of_set(&mut aside, own.as_mut(), |rng| Prints::on_checkers(rng, rows));
    let surface = surface.printed(prints).spotted(hard.spots());
    let set = of_set(rng, own.as_mut(), |rng| CheckersSet::sample(rng, surface.ground()));
    let set = if spec.set.is_none() { hard.change_men(set, surface.ground()) } else { set };
    let board = shown(spec, positions::checkers(rng, rows));
    let thick = if style == "paper" || style == "vinyl" { 0.03 } else { rng.range(0.15, 0.7) };
    let unit = 1.0 / rng.range(2.5, 5.0);
    let mut scene = stage(rng, Box::new(surface), thick, unit);
    let plain = set.sides.map(|m| scene.material(m));
    let marked = set.marked.map(|m| scene.material(m));
    let man = scene.model(set.man);
    let look = |class: usize| {
        let (side, king) = ((class - 1) % 2, class > 2);
        let stacked = king && set.kings == KingStyle::Stacked;
        let material = if king && !stacked { marked[side] } else { plain[side] };
        Look { stacked: stacked.then_some(set.height), ..Look::new(man, [material; 2]) }
    };
    let mut placing = Placing {
        looks: (1..=4).map(look).collect(),
        middles: squares(rows),
        spread: rng.range(0.02, 0.09),
        most: 0.2,
        facing: Facing::Any,
    };
    hard.loosen(&mut placing);
    placing.lay_out(rng, &mut scene, &board, |_, _| None);
    let spares = [0, 1].map(|s| Spare { model: man, materials: [plain[s]; 2], lying: None });
    dress(rng, &mut scene, &spares, unit, hard);
    Composed {
        scene,
        board,
        spec: GridSpec::squares(rows),
        style,
        designs: Vec::new(),
        hardships: Vec::new(),
        orientation_known: !turned,
        views: views(rng, GameId::Checkers),
        placing,
        unit,
    }
}

fn go(spec: &RenderSpec, rng: &mut Rng, hard: &mut Hardships) -> Composed {
    let usual = match rng.f() {
        f if f < 0.6 => 19,
        f if f < 0.85 => 13,
        _ => 9,
    };
    let n = spec.rows().unwrap_or(usual);
    let (surface, style) = GoBoard::sample(rng, n);
    let set = GoSet::sample(rng);
    let random = positions::go(rng, n, None);
    let full = hard.fill().map(|fill| positions::go(&mut rng.aside(), n, Some(fill)));
    let board = shown(spec, full.unwrap_or(random));
    let usual = if style == "paper" || style == "cloth" { 0.03 } else { rng.range(0.3, 1.8) };
    let thick = hard.thickness().unwrap_or(usual);
    let unit = 1.0 / 2.3;
    let mut scene = stage(rng, Box::new(surface), thick, unit);
    let materials = [scene.material(set.black), scene.material(set.white)];
    let stone = scene.model(set.stone);
    let placing = Placing {
        looks: materials.map(|m| Look::new(stone, [m; 2])).to_vec(),
        middles: squares(n),
        spread: rng.range(0.02, 0.1),
        most: 0.2,
        facing: Facing::Any,
    };
    placing.lay_out(rng, &mut scene, &board, |_, _| None);
    let spares = materials.map(|m| Spare { model: stone, materials: [m; 2], lying: None });
    dress(rng, &mut scene, &spares, unit, hard);
    Composed {
        scene,
        board,
        spec: GridSpec::intersections(n),
        style,
        designs: Vec::new(),
        hardships: Vec::new(),
        orientation_known: true,
        views: views(rng, GameId::Go),
        placing,
        unit,
    }
}

fn qwirkle(spec: &RenderSpec, rng: &mut Rng, hard: &mut Hardships) -> Composed {
    let surface = QwirkleBoard::sample(rng);
    let set = QwirkleSet::sample(rng);
    let board = shown(spec, positions::qwirkle(rng, &surface));
    let middle = |(x, y): (f32, f32)| v3(x, -y, 0.0);
    let middles = (0..256).map(|i| middle(surface.center(i / 16, i % 16))).collect();
    let unit = 1.0 / 2.6;
    let thick = rng.range(0.06, 0.15);
    let mut scene = stage(rng, Box::new(surface), thick, unit);
    let materials: Vec<usize> = set.materials.into_iter().map(|m| scene.material(m)).collect();
    let tile = scene.model(set.tile);
    let placing = Placing {
        looks: materials.iter().map(|&m| Look::new(tile, [m; 2])).collect(),
        middles,
        spread: rng.range(0.015, 0.06),
        most: 0.14,
        facing: Facing::Square,
    };
    placing.lay_out(rng, &mut scene, &board, |_, _| None);
    let spares: Vec<Spare> =
        materials.iter().map(|&m| Spare { model: tile, materials: [m; 2], lying: None }).collect();
    dress(rng, &mut scene, &spares, unit, hard);
    let spec = GridSpec::squares(16);
    Composed {
        scene,
        board,
        spec,
        style: "modules",
        designs: Vec::new(),
        hardships: Vec::new(),
        orientation_known: false,
        views: views(rng, GameId::Qwirkle),
        placing,
        unit,
    }
}

/// A scene without a board, though with something that could be taken for one.
pub struct Boardless {
    pub scene: Scene,
    /// What there is, as labels say it.
    pub what: &'static str,
    /// Corners of what could be taken for a board.
    pub corners: [V3; 4],
    pub views: Views,
}

/// Draws a scene without a board.
pub fn boardless(rng: &mut Rng) -> Boardless {
    let (surface, kind) = Lookalike::sample(rng);
    let ((w, h), (cols, rows), disc) = (surface.print(), surface.size, surface.disc());
    let crossing = kind.discs == Some(true);
    let places: Vec<V3> = (0..cols + usize::from(crossing))
        .flat_map(|col| (0..rows + usize::from(crossing)).map(move |row| (col, row)))
        .map(|(col, row)| surface.place(col, row, crossing))
        .collect();
    let thick = if rng.chance(0.6) { 0.03 } else { rng.range(0.05, 0.7) };
    let unit = 1.0 / rng.range(1.5, 4.0);
    let mut scene = stage(rng, Box::new(surface), thick, unit);
    let stones = GoSet::sample(rng);
    let men = CheckersSet::sample(rng, gray(0.4));
    let (model, sides) = match rng.chance(0.5) && !crossing {
        true => (scene.model(stones.stone), [stones.black, stones.white]),
        false => (scene.model(men.man), men.sides),
    };
    let materials = sides.map(|m| scene.material(m));
    let share = if kind.discs.is_some() { rng.range(0.12, 0.8) } else { 0.0 };
    for place in places {
        if rng.chance(share) {
            let (dx, dy) = nudge(rng, 0.05, 0.1);
            let side = materials[rng.below(2)];
            scene.put(model, [side; 2], place + v3(dx, dy, 0.0), 0.0, 2.0 * disc, 0);
        }
    }
    let spares = materials.map(|m| Spare { model, materials: [m; 2], lying: None });
    let beside: &[Spare] = if kind.discs.is_some() { &spares } else { &[] };
    dress(rng, &mut scene, beside, unit, &mut Hardships::none());
    let corners = [v3(-w, h, 0.0), v3(w, h, 0.0), v3(w, -h, 0.0), v3(-w, -h, 0.0)];
    let views = Views { max_tilt: 58.0, top_down: 0.4, all_sides: true, near: 0.2, flat: false };
    Boardless { scene, what: kind.name, corners, views }
}

/// Clutter, sometimes a hand; then the scene is complete.
fn dress(rng: &mut Rng, scene: &mut Scene, spares: &[Spare], unit: f32, hard: &mut Hardships) {
    hard.change_light(scene);
    clutter::scatter(rng, scene, spares, unit);
    hard.crowd(scene, spares, unit);
    if rng.chance(0.12) {
        let reach = Reach::sample(rng, scene, unit);
        hand(rng, scene, reach, unit);
    }
    scene.finish();
}
