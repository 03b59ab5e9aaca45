//! One scene in many frames: the same board, set, table, camera and lamp, with other pieces on the
//! board.
//!
//! A frame says of every piece when it was put down. How exactly it stands follows from that and
//! from its cell alone, so a piece that nobody touches stays where it is.

use super::{
    Equipment, MIDDLE, RenderError, RenderSpec, Rendered,
    boards::QwirkleBoard,
    camera::Views,
    compose::{Composed, compose},
    random::{Rng, mix},
    rendered, rng_of,
    scene::{
        HAND,
        hand::{Reach, hand_of},
        pushed::Push,
    },
    vec3::v3,
};
use crate::games::{CellGrid, GameId};
use image::RgbImage;
use std::f32::consts::FRAC_PI_2;

/// A piece on a cell of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// What it is: the class of its cell, not 0.
    pub class: u8,
    /// Which change of the board put it there; pieces with the same number and cell stand the same
    /// way.
    pub put: u32,
    /// How somebody knocked against it, if so.
    pub knock: Option<Knock>,
}

/// How far a piece stands from where it was put.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knock {
    /// Columns to the right and rows down.
    pub off: (f32, f32),
    /// Whether it lies. Pieces that are flat anyway, or longer than `LONGEST_LYING`, only stand
    /// off.
    pub lies: bool,
}

/// Longest piece that lies on one cell, in cells.
pub const LONGEST_LYING: f32 = 1.3;

/// A hand over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reaching {
    /// The row and column that it reaches to.
    pub cell: (usize, usize),
    /// Whose it is: 0 sits at the last row, 1 at row 0.
    pub player: u8,
    /// How it is held follows from it.
    pub seed: u64,
}

/// How the light differs from the scene's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Factor on the lamps.
    pub lamps: f32,
    /// Factor on what comes from everywhere else.
    pub room: f32,
    /// How much warmer it is, from -1 (blue) to 1 (orange).
    pub warmth: f32,
}

impl Default for Light {
    fn default() -> Self {
        Self { lamps: 1.0, room: 1.0, warmth: 0.0 }
    }
}

/// How far camera and board are from where they were at first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moved {
    /// The camera turned to the right, upward and around its own axis, in radians.
    pub camera: [f32; 3],
    /// The board pushed by columns to the right and rows down.
    pub board: (f32, f32),
    /// The board turned clockwise, in radians.
    pub turn: f32,
}

impl Moved {
    /// A part of it.
    fn scaled(self, by: f32) -> Self {
        let board = (self.board.0 * by, self.board.1 * by);
        Self { camera: self.camera.map(|a| a * by), board, turn: self.turn * by }
    }

    const fn push(self) -> Push {
        Push { by: (self.board.0, -self.board.1), turn: -self.turn }
    }
}

/// What one frame shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The board's cells, row by row.
    pub pieces: Vec<Option<Piece>>,
    /// A hand over it, if there is one.
    pub hand: Option<Reaching>,
    /// The light.
    pub light: Light,
    /// Where camera and board are. Where the camera would lose sight of a corner, they moved less.
    pub moved: Moved,
    /// The sensor's noise follows from it.
    pub noise: u64,
}

impl Frame {
    /// Whether nothing but the sensor's noise tells it from another.
    pub fn is_still(&self, other: &Self) -> bool {
        let Self { pieces, hand, light, moved, noise: _ } = self;
        (pieces, hand, light, moved) == (&other.pieces, &other.hand, &other.light, &other.moved)
    }

    /// The board that it shows, of `rows` rows; `None` where that is not the number of its cells.
    pub fn board(&self, rows: usize) -> Option<CellGrid> {
        let class = |piece: &Option<Piece>| piece.map_or(0, |piece| piece.class);
        let cols = self.pieces.len().checked_div(rows)?;
        CellGrid::from_cells(rows, cols, self.pieces.iter().map(class).collect())
    }
}

/// A scene to draw frames of.
pub struct Stage {
    /// With an empty board.
    spec: RenderSpec,
    rows: usize,
    equipment: Equipment,
    /// The factor that exposes the first frame.
    gain: f32,
}

impl Stage {
    /// The scene of a seed. The position says how large the board is, and what the camera is set
    /// up for.
    ///
    /// # Errors
    /// As [`RenderSpec::check`], and when the camera does not see the whole board.
    pub fn new(spec: &RenderSpec) -> Result<Self, RenderError> {
        spec.check()?;
        let usual = spec.game.game().grids().first().map_or(8, |grid| grid.rows);
        let rows = spec.rows().unwrap_or(usual);
        let empty = CellGrid::empty(rows, rows);
        let first = spec.position.clone().unwrap_or_else(|| empty.clone());
        let spec = RenderSpec { position: Some(empty), mixed_sets: false, ..spec.clone() };
        let mut rng = rng_of(&spec);
        let composed = compose(&spec, &mut rng.fork());
        let must_see = composed.corners();
        // Who films a game has the board fill the picture.
        let views = Views { near: 1.0, ..composed.views };
        let mut equipment = Equipment::sample(&mut rng, views, &must_see, spec.long_side);
        equipment.sensor = equipment.sensor.steady();
        if !equipment.camera.sees(&must_see, 0.0) {
            return Err(RenderError::View(spec.seed));
        }
        let mut stage = Self { spec, rows, equipment, gain: 1.0 };
        let piece = |&class: &u8| (class > 0).then_some(Piece { class, put: 0, knock: None });
        let mut scene = stage
            .composed(&Frame {
                pieces: first.cells().iter().map(piece).collect(),
                hand: None,
                light: Light::default(),
                moved: Moved::default(),
                noise: 0,
            })
            .scene;
        scene.finish();
        stage.gain = stage.equipment.clone().exposure(&mut scene);
        Ok(stage)
    }

    /// Draws a frame.
    ///
    /// # Errors
    /// When the frame has other cells than the board, or the camera does not see all of it.
    pub fn draw(&self, frame: &Frame) -> Result<Rendered, RenderError> {
        Ok(self.draw_still(frame, &[])?.0)
    }

    /// Draws a frame, and what the camera takes next while nothing moves: the same with other noise.
    ///
    /// # Errors
    /// As [`Stage::draw`].
    pub fn draw_still(
        &self,
        frame: &Frame,
        noises: &[u64],
    ) -> Result<(Rendered, Vec<RgbImage>), RenderError> {
        let board = frame.board(self.rows).filter(|board| board.cols() == self.rows);
        let Some(board) = board else {
            let has = frame.pieces.len().isqrt();
            return Err(RenderError::Position { has, rows: self.rows });
        };
        let mut composed = self.composed(frame);
        composed.board = board;
        let (equipment, moved) = self.equipment_of(frame, &composed);
        composed.scene.push_board(moved.push());
        composed.scene.finish();
        // Half of what the light changes, in stops, the camera makes good.
        let gain = |film: &super::Film| (self.gain * film.exposure(MIDDLE)).sqrt();
        let exposed = equipment.expose(&mut composed.scene, gain);
        let further = noises
            .iter()
            .map(|&noise| exposed.develop(&self.equipment.sensor.with_noise(noise)))
            .collect();
        let rendered = rendered(composed, exposed.photograph());
        Ok((rendered.ok_or(RenderError::View(self.spec.seed))?, further))
    }

    /// The scene of a frame.
    fn composed(&self, frame: &Frame) -> Composed {
        let mut composed = compose(&self.spec, &mut rng_of(&self.spec).fork());
        composed.scene.every_shadow = true;
        composed.scene.instances.retain(|thing| thing.id != HAND);
        for (cell, piece) in frame.pieces.iter().enumerate() {
            if let Some(piece) = piece {
                self.put(&mut composed, cell, piece);
            }
        }
        if let Some(reaching) = &frame.hand {
            self.reach(&mut composed, reaching);
        }
        let Light { lamps, room, warmth } = frame.light;
        let tint = v3(1.0 + 0.3 * warmth, 1.0, 1.0 - 0.35 * warmth);
        let lighting = composed.scene.lighting.clone();
        composed.scene.lighting = lighting.changed(tint * lamps, tint * room);
        composed
    }

    fn put(&self, composed: &mut Composed, cell: usize, piece: &Piece) {
        let place = u64::from(piece.put) << 32 | cell as u64;
        let mut rng = Rng::new(mix(mix(self.spec.seed) ^ place));
        let (placing, scene) = (&composed.placing, &mut composed.scene);
        let class = usize::from(piece.class);
        let look = class.checked_sub(1).and_then(|i| placing.looks.get(i));
        let Some(&look) = look else { return };
        let mut stand = placing.stand(&mut rng, class);
        let Some(knock) = piece.knock else {
            return placing.put(scene, cell, look, stand, &mut rng);
        };
        let (radius, _, height) = scene.models[look.model].extent();
        if knock.lies && (radius * 2.0..LONGEST_LYING).contains(&height) {
            return placing.lay(scene, cell, look, stand.turn);
        }
        stand.off = (knock.off.0, -knock.off.1);
        stand.turn += rng.gauss() * 0.4;
        placing.put(scene, cell, look, stand, &mut rng);
    }

    fn reach(&self, composed: &mut Composed, reaching: &Reaching) {
        let (row, col) = reaching.cell;
        let Some(&target) = composed.placing.middles.get(row * self.rows + col) else { return };
        let mut rng = Rng::new(mix(reaching.seed ^ self.spec.seed));
        let owner = Rng::new(mix(self.spec.seed ^ u64::from(reaching.player) << 40 ^ 0x5EED));
        let from = if reaching.player == 0 { -FRAC_PI_2 } else { FRAC_PI_2 };
        let unit = composed.unit;
        let reach = Reach::toward(&mut rng, target, from, unit);
        hand_of(owner, &mut rng, &mut composed.scene, reach, unit);
    }

    /// The camera of a frame, and how far it and the board moved.
    fn equipment_of(&self, frame: &Frame, composed: &Composed) -> (Equipment, Moved) {
        let corners = composed.corners();
        let camera = |moved: Moved| {
            let turned = self.equipment.camera.turned(moved.camera.map(f64::from));
            turned.beside_pushed(moved.push())
        };
        let halved = (0..5).map(|n| frame.moved.scaled(0.5f32.powi(n)));
        let seen = |moved: &Moved| camera(*moved).sees(&corners, 0.004);
        let moved = halved.clone().find(seen).unwrap_or_default();
        let sensor = self.equipment.sensor.with_noise(frame.noise);
        (Equipment { camera: camera(moved), sensor, seed: self.equipment.seed }, moved)
    }
}

/// The start squares of the board of Qwirkle that a seed shows, as row and column; how its modules
/// lie is up to the seed.
pub fn start_squares(seed: u64) -> Vec<(usize, usize)> {
    let spec = RenderSpec {
        game: GameId::Qwirkle,
        seed,
        long_side: *super::SIZES.start(),
        rows: None,
        mixed_sets: false,
        set: None,
        modeled: None,
        hard: 0,
        position: None,
    };
    let board = QwirkleBoard::sample(&mut rng_of(&spec).fork());
    let cells = (0..16).flat_map(|row| (0..16).map(move |col| (row, col)));
    cells.filter(|&(row, col)| board.is_start(row, col)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(game: GameId) -> Stage {
        let spec = RenderSpec {
            game,
            seed: 2,
            long_side: 96,
            rows: None,
            mixed_sets: false,
            set: None,
            modeled: None,
            hard: 0,
            position: None,
        };
        Stage::new(&spec).expect("a scene")
    }

    fn frame(stage: &Stage, pieces: &[(usize, Piece)]) -> Frame {
        let mut cells = vec![None; stage.rows * stage.rows];
        pieces.iter().for_each(|&(cell, piece)| cells[cell] = Some(piece));
        let (light, moved) = (Light::default(), Moved::default());
        Frame { pieces: cells, hand: None, light, moved, noise: 1 }
    }

    const MAN: Piece = Piece { class: 1, put: 3, knock: None };

    #[test]
    fn a_piece_stays_where_it_is_when_others_move() {
        for game in GameId::ALL {
            let stage = stage(game);
            let far = stage.rows * stage.rows - 2;
            let draw = |frame: &Frame| stage.draw(frame).expect("drawn");
            let one = draw(&frame(&stage, &[(1, MAN), (far, MAN)]));
            let two = draw(&frame(&stage, &[(far - 2, MAN), (far, MAN)]));
            let places = |mask: &[u16]| -> Vec<usize> {
                (0..mask.len()).filter(|&i| mask[i] == 1 + far as u16).collect()
            };
            assert!(!places(&one.mask).is_empty(), "{game}");
            assert_eq!(places(&one.mask), places(&two.mask), "{game}");
            assert_eq!(one.corners, two.corners, "{game}");
            let again = Piece { put: 4, ..MAN };
            let put = draw(&frame(&stage, &[(1, MAN), (far, again)]));
            assert!(put.image != one.image, "{game}: put down anew");
        }
    }

    #[test]
    fn a_still_frame_differs_in_noise_alone() {
        let stage = stage(GameId::Go);
        let first = frame(&stage, &[(40, MAN)]);
        let second = Frame { noise: 2, ..first.clone() };
        assert!(first.is_still(&second) && first != second);
        assert!(!first.is_still(&frame(&stage, &[(41, MAN)])));
        let (drawn, further) = stage.draw_still(&first, &[2, 3]).expect("drawn");
        let by_itself = |frame: &Frame| stage.draw(frame).expect("drawn").image;
        assert!(drawn.image == by_itself(&first) && further[0] == by_itself(&second));
        assert!(further[0] != further[1] && further[0] != drawn.image);
    }

    #[test]
    fn a_hand_covers_the_cell_that_it_reaches_to() {
        let stage = stage(GameId::Chess);
        let near = |cell: (usize, usize), seed: u64| {
            let hand = Some(Reaching { cell, player: 0, seed });
            let drawn = stage.draw(&Frame { hand, ..frame(&stage, &[]) }).expect("drawn");
            let close =
                |&(row, col): &(usize, usize)| row.abs_diff(cell.0).max(col.abs_diff(cell.1)) <= 2;
            drawn.mask.contains(&HAND) && drawn.covered.iter().any(close)
        };
        assert!((0..6).all(|seed| near((3, 4), seed) && near((6, 1), seed)));
    }

    #[test]
    fn bumps_move_the_corners_and_keep_them_in_sight() {
        let stage = stage(GameId::Go);
        let corners = |moved: Moved| {
            stage.draw(&Frame { moved, ..frame(&stage, &[]) }).expect("drawn").corners
        };
        let at_first = corners(Moved::default());
        let board = Moved { board: (0.3, 0.1), turn: 0.02, ..Moved::default() };
        let camera = Moved { camera: [0.01, 0.01, 0.01], ..Moved::default() };
        assert!(corners(board) != at_first && corners(camera) != at_first);
        let far = Moved { camera: [1.0, 0.0, 0.0], ..Moved::default() };
        let inside = |p: &crate::geometry::Point| (0.0..96.0).contains(&p.x);
        assert!(corners(far).corners().iter().all(inside));
    }

    #[test]
    fn frames_of_another_board_are_refused() {
        let stage = stage(GameId::Chess);
        let small = Frame { pieces: vec![None; 49], ..frame(&stage, &[]) };
        let refused = stage.draw(&small).err();
        assert_eq!(refused, Some(RenderError::Position { has: 7, rows: 8 }));
    }
}
