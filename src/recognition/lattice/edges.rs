//! Where the lines of a Go board end: whether they go on beyond a side, or have ended before it.

use super::lines::{PITCH, Strengths, View};
use crate::{
    geometry::{GridSpec, Point, Quad},
    vision::Pyramid,
};

/// How far off one more line may be, in pixels of the rectified picture.
const OFF: i32 = 4;
/// Lines that are so much stronger just beyond one side than just within the opposite one, as parts
/// of their own strength, are those of a board that lies a line further. Of 235 training photos whose
/// boards are found within half a cell none has more than 0.18, and boards a line off have 0.6.
const GOES_ON: f64 = 0.4;

/// How strongly the grid goes on beyond each side of the board, left, top, right and bottom: the part
/// of the lines' own strength that they have within half a pitch outside, or that one more line beside
/// them has there, whichever is less. About 0 where the board ends there; letters beside it look like
/// lines that go on, and its edge like one more line, but not both.
pub fn beyond(photo: &Pyramid, corners: &Quad, grid: &GridSpec) -> [f64; 4] {
    let strengths = Strengths::of(photo, corners, grid);
    let lines = Lines::new(&strengths, grid);
    let (w, h) = grid.steps();
    let part = |go_on: f64, one_more: f64| go_on.min(one_more);
    [
        part(lines.level_at(-0.5), lines.upright(-1.0)),
        part(lines.upright_at(-0.5), lines.level(-1.0)),
        part(lines.level_at(w + 0.5), lines.upright(w + 1.0)),
        part(lines.upright_at(h + 0.5), lines.level(h + 1.0)),
    ]
}

/// The corners moved by one line, to where the lines go on, where they have ended on the opposite
/// side: a grid looks the same a line further, and a board's edge like its last line.
pub fn a_line_further(photo: &Pyramid, corners: &Quad, grid: &GridSpec) -> Option<Quad> {
    let strengths = Strengths::of(photo, corners, grid);
    let lines = Lines::new(&strengths, grid);
    let (w, h) = grid.steps();
    let ways = [
        ((-1.0, 0.0), lines.level_at(-0.5) - lines.level_at(w - 0.5)),
        ((1.0, 0.0), lines.level_at(w + 0.5) - lines.level_at(0.5)),
        ((0.0, -1.0), lines.upright_at(-0.5) - lines.upright_at(h - 0.5)),
        ((0.0, 1.0), lines.upright_at(h + 0.5) - lines.upright_at(0.5)),
    ];
    let ((x, y), more) = ways.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    if more < GOES_ON {
        return None;
    }
    let outline = grid.outline().corners().map(|p| Point::new(p.x + x, p.y + y));
    grid.to_photo(corners).project_quad(&Quad::new(outline).ok()?)
}

/// How much stronger the lines of a board are than what lies beside them, as parts of how strong they
/// are all over it. Medians: what hides some of them counts little.
struct Lines<'a> {
    view: View<'a>,
    grid: GridSpec,
    /// The strength of the upright lines and of the level ones.
    usual: (f64, f64),
}

impl<'a> Lines<'a> {
    fn new(strengths: &'a Strengths, grid: &GridSpec) -> Self {
        let view = View::straight(strengths);
        let mut lines = Self { view, grid: *grid, usual: (1.0, 1.0) };
        let (w, h) = grid.steps();
        let upright = (0..h as usize).map(|y| lines.upright_at(y as f64 + 0.5));
        let level = (0..w as usize).map(|x| lines.level_at(x as f64 + 0.5));
        lines.usual = (median(upright).max(1.0), median(level).max(1.0));
        lines
    }

    /// How much stronger a piece of line is, at most so many pixels off, than the board beside it.
    fn contrast(&self, middle: Point, vertical: bool, off: i32) -> f64 {
        let strength = |shift: f64| self.view.along(middle, vertical, shift).min(60.0);
        let on = (-off..=off).map(|step| strength(f64::from(step) / PITCH));
        on.fold(0.0, f64::max) - strength(-0.25).max(strength(0.25))
    }

    /// The upright lines where they cross a level one at `y`.
    fn upright_at(&self, y: f64) -> f64 {
        let columns = 0..=self.grid.steps().0 as usize;
        median(columns.map(|x| self.contrast(Point::new(x as f64, y), true, 1))) / self.usual.0
    }

    /// The level lines where they cross an upright one at `x`.
    fn level_at(&self, x: f64) -> f64 {
        let rows = 0..=self.grid.steps().1 as usize;
        median(rows.map(|y| self.contrast(Point::new(x, y as f64), false, 1))) / self.usual.1
    }

    /// The upright line near `x`.
    fn upright(&self, x: f64) -> f64 {
        let pieces = (0..self.grid.steps().1 as usize).map(|y| Point::new(x, y as f64 + 0.5));
        median(pieces.map(|middle| self.contrast(middle, true, OFF))) / self.usual.0
    }

    /// The level line near `y`.
    fn level(&self, y: f64) -> f64 {
        let pieces = (0..self.grid.steps().0 as usize).map(|x| Point::new(x as f64 + 0.5, y));
        median(pieces.map(|middle| self.contrast(middle, false, OFF))) / self.usual.1
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut all: Vec<f64> = values.collect();
    all.sort_unstable_by(f64::total_cmp);
    all[all.len() / 2]
}
