//! How the pieces of a set stand on a board.

use super::{
    random::Rng,
    scene::Scene,
    vec3::{V3, v3},
};
use crate::games::CellGrid;

/// What stands for a class.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub model: usize,
    pub materials: [usize; 2],
    /// How high a second one lies on it, if there is one: a king of two men.
    pub stacked: Option<f32>,
}

impl Look {
    pub const fn new(model: usize, materials: [usize; 2]) -> Self {
        Self { model, materials, stacked: None }
    }
}

/// Which way pieces are turned.
#[derive(Clone, Copy, Debug)]
pub enum Facing {
    /// Anywhere.
    Any,
    /// Toward the other side, give or take `loose` radians; white has the first `white` classes.
    Ahead { loose: f32, white: usize },
    /// Along the board's lines.
    Square,
}

/// A set in a scene, and how exactly it is put on the board.
#[derive(Clone, Debug)]
pub struct Placing {
    /// What stands for each class, from class 1.
    pub looks: Vec<Look>,
    /// The middles of the cells, row by row.
    pub middles: Vec<V3>,
    /// How far off a cell's middle a piece stands: usually, and at most.
    pub spread: f32,
    pub most: f32,
    pub facing: Facing,
}

/// How a piece stands.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    /// How far off its cell's middle, x to the right and y toward row 0.
    pub off: (f32, f32),
    /// Turned around z, in radians.
    pub turn: f32,
}

/// The middles of the cells of a board of `rows` x `rows`.
pub fn squares(rows: usize) -> Vec<V3> {
    let middle = (rows - 1) as f32 / 2.0;
    let cells = (0..rows).flat_map(|row| (0..rows).map(move |col| (row, col)));
    cells.map(|(row, col)| v3(col as f32 - middle, middle - row as f32, 0.0)).collect()
}

/// Off-center by a random distance of at most `most`.
pub fn nudge(rng: &mut Rng, spread: f32, most: f32) -> (f32, f32) {
    let (d, turn) = ((rng.gauss().abs() * spread).min(most), rng.range(0.0, 6.3));
    (d * turn.cos(), d * turn.sin())
}

impl Placing {
    /// Puts a whole position on the board; `own` gives a piece a look of its own.
    pub fn lay_out(
        &self,
        rng: &mut Rng,
        scene: &mut Scene,
        board: &CellGrid,
        mut own: impl FnMut(&mut Scene, usize) -> Option<Look>,
    ) {
        for (cell, &class) in board.cells().iter().enumerate().filter(|(_, class)| **class != 0) {
            let class = usize::from(class);
            let stand = self.stand(rng, class);
            let look = own(scene, class).unwrap_or(self.looks[class - 1]);
            self.put(scene, cell, look, stand, rng);
        }
    }

    /// How somebody puts a piece of a class down.
    pub fn stand(&self, rng: &mut Rng, class: usize) -> Stand {
        use std::f32::consts::FRAC_PI_2;
        let off = nudge(rng, self.spread, self.most);
        let turn = match self.facing {
            Facing::Any => rng.range(0.0, 6.3),
            Facing::Ahead { loose, white } => {
                let ahead = if class <= white { 1.571 } else { -1.571 };
                ahead + rng.gauss() * loose
            }
            Facing::Square => rng.below(4) as f32 * FRAC_PI_2 + rng.gauss() * 0.035,
        };
        Stand { off, turn }
    }

    /// Puts a piece on a cell.
    pub fn put(&self, scene: &mut Scene, cell: usize, look: Look, stand: Stand, rng: &mut Rng) {
        let middle = self.middles[cell];
        let pos = v3(middle.x + stand.off.0, middle.y + stand.off.1, 0.0);
        let id = 1 + cell as u16;
        scene.put(look.model, look.materials, pos, stand.turn, 1.0, id);
        if let Some(height) = look.stacked {
            let (x, y) = nudge(rng, 0.025, 0.06);
            let turn = rng.range(0.0, 6.3);
            scene.put(look.model, look.materials, pos + v3(x, y, height), turn, 1.0, id);
        }
    }

    /// Lays a tall piece on its side, its middle over the cell's.
    pub fn lay(&self, scene: &mut Scene, cell: usize, look: Look, turn: f32) {
        let (radius, _, height) = scene.models[look.model].extent();
        let (s, c) = turn.sin_cos();
        // It rests on its foot and its head, which is narrower.
        let (sink, level) = (0.4 * radius / height).min(0.5).sin_cos();
        let axis = v3(c * level, s * level, -sink);
        let axes = [v3(-c * sink, -s * sink, -level), v3(-s, c, 0.0), axis];
        let foot = self.middles[cell] - axis * (height / 2.0);
        let pos = v3(foot.x, foot.y, radius);
        scene.put_tilted(look.model, look.materials, pos, axes, 1.0, 1 + cell as u16);
    }
}
