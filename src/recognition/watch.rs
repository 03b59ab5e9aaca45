//! Looking again at a board that was read before, as the frames of a camera show it: only at what
//! has changed.

use super::{Occlusion, Readers, RecognizeOptions, kind_name, rectify};
use crate::{
    error::Error,
    games::{CellProbs, GameId},
    geometry::{GridSpec, Quad},
    inference::{CellTask, CropView, Extent},
    vision::{Normalization, Pyramid},
};
use ndarray::{Array2, Array4, ArrayView3, Axis, Zip};

/// Pixels a cell by which it is seen whether something has changed.
const CELL_PX: usize = 10;

/// Two pictures of a cell differ by what a channel of so large a share of its pixels differs by at
/// least: a piece that has come or gone changes more of them, and noise that much in few.
const SHARE: f32 = 0.02;

/// A cell has changed where it differs by so many times the noise, but no less and no more than
/// these, in units of the board's range of brightness: a black man on a black square is hardly seen.
const NOISES: f32 = 2.5;
const LEAST: f32 = 0.035;
const MOST: f32 = 0.13;

/// So many frames after all cells were read they are read again, whatever they look like.
const AGAIN: usize = 30;

/// How much of what was known of the noise is kept from frame to frame.
const MEMORY: f32 = 0.9;

/// A cell that looks otherwise is read in so many frames, until nothing of it is left to chance.
const LOOKS: u8 = 2;

/// Where a board is in a frame, and what hides it.
#[derive(Clone, Debug)]
pub struct View {
    /// The corners in pixels, upright as seen.
    pub quad: Quad,
    /// How sure the detector is of them, in [0, 1].
    pub confidence: f32,
    /// The cells, as row and column as seen, that something hides.
    pub hidden: Vec<(usize, usize)>,
}

/// A board that stays where it is, as it was read last.
#[derive(Clone, Debug)]
pub struct Watched {
    game: GameId,
    quad: Quad,
    grid: GridSpec,
    /// What each cell looked like when it was read: `[cells, 3, height, width]`, in units of the
    /// board's range of brightness.
    looked: Array4<f32>,
    /// What each looks like in the frame that was compared last, and those that look otherwise.
    now: Array4<f32>,
    changed: Vec<usize>,
    /// How much cells that stay the same differ from frame to frame.
    noise: f32,
    /// Whether something has changed since all cells were read, whether anything has since the frame
    /// before, and how many frames that is ago.
    unsettled: bool,
    moving: bool,
    age: usize,
    /// How often each cell was read since it changed.
    looks: Vec<u8>,
    /// What the network alone says of each cell: `[cells, classes]`.
    read: Array2<f32>,
    probs: CellProbs,
}

impl Watched {
    /// What is on each cell, read one by one: neither what the others say of it nor what the game
    /// allows counts. Rows and columns as seen from the first corner.
    pub const fn probs(&self) -> &CellProbs {
        &self.probs
    }

    /// Compares the next frame with what was read: whether any cell looks otherwise.
    pub fn compare(&mut self, photo: &Pyramid) -> bool {
        let now = looks_in(photo, self.game, &self.quad, &self.grid);
        self.compare_looks(now)
    }

    fn compare_looks(&mut self, now: Array4<f32>) -> bool {
        let since_last = differences(&self.now, &now);
        self.noise = median(since_last.clone()).max(self.noise * MEMORY);
        let least = (NOISES * self.noise).clamp(LEAST, MOST);
        let changed = differences(&self.looked, &now).into_iter().enumerate();
        self.changed = changed.filter(|&(_, by)| by > least).map(|(cell, _)| cell).collect();
        self.moving = since_last.iter().any(|&by| by > least);
        self.unsettled |= self.moving;
        (self.now, self.age) = (now, self.age + 1);
        !self.changed.is_empty()
    }

    /// Whether all cells were read since something moved.
    pub const fn is_settled(&self) -> bool {
        !self.unsettled
    }

    /// Whether all cells are to be read: nothing moves any more, or it is long ago.
    const fn is_due(&self) -> bool {
        !self.moving && (self.unsettled || self.age >= AGAIN)
    }

    /// The cells, row by row, that are to be read in the frame that was compared last: those that
    /// look otherwise, and those that were not read often enough since they did. After something
    /// has moved it is all of them, once: some pieces hardly differ from their squares.
    pub fn due(&self) -> Vec<usize> {
        let fresh = |cell: &usize| self.looks[*cell] < LOOKS;
        let is_due = |cell: &usize| self.is_due() || self.changed.contains(cell) || fresh(cell);
        (0..self.looks.len()).filter(is_due).collect()
    }

    /// Notes that some cells were read in the frame that was compared last.
    fn note(&mut self, cells: &[usize]) {
        if cells.len() == self.looks.len() {
            (self.unsettled, self.age) = (false, 0);
        }
        for &cell in cells {
            let looks = if self.changed.contains(&cell) { 0 } else { self.looks[cell] };
            self.looks[cell] = LOOKS.min(looks + 1);
            self.looked.index_axis_mut(Axis(0), cell).assign(&self.now.index_axis(Axis(0), cell));
        }
    }
}

/// What each cell looks like.
fn looks_in(photo: &Pyramid, game: GameId, quad: &Quad, grid: &GridSpec) -> Array4<f32> {
    rectify(photo, quad, grid, &as_seen_small(game)).crop_cells(photo)
}

/// A cell and what of its neighbors a piece there may hide, seen from above and small.
fn as_seen_small(game: GameId) -> CellTask {
    // Where pieces stand, those of the nearer cells hide what is behind them.
    let top = if game.has_seats() { 1.5 } else { 0.6 };
    let extent = Extent { left: 0.6, top, right: 0.6, bottom: 0.6 };
    CellTask {
        view: CropView::Above,
        normalization: Normalization::Board,
        ..CellTask::plain(CELL_PX, extent)
    }
}

/// By how much each cell differs from what it was.
fn differences(before: &Array4<f32>, now: &Array4<f32>) -> Vec<f32> {
    let cells = before.outer_iter().zip(now.outer_iter());
    cells.map(|(before, now)| difference(before, now)).collect()
}

/// What a share of its pixels differs by at least, in any channel.
fn difference(before: ArrayView3<f32>, now: ArrayView3<f32>) -> f32 {
    let mut most = Array2::<f32>::zeros((before.len_of(Axis(1)), before.len_of(Axis(2))));
    for (before, now) in before.outer_iter().zip(now.outer_iter()) {
        Zip::from(&mut most).and(before).and(now).for_each(|most, a, b| {
            *most = most.max((a - b).abs());
        });
    }
    let (mut all, _) = most.into_raw_vec_and_offset();
    let rank = (all.len() as f32 * (1.0 - SHARE)) as usize;
    let Some(last) = all.len().checked_sub(1) else { return 0.0 };
    *all.select_nth_unstable_by(rank.min(last), f32::total_cmp).1
}

fn median(mut all: Vec<f32>) -> f32 {
    let middle = all.len() / 2;
    if all.is_empty() { 0.0 } else { *all.select_nth_unstable_by(middle, f32::total_cmp).1 }
}

impl Readers {
    /// Looks for a board where it was in an earlier frame: one closer look, and no search.
    ///
    /// # Errors
    /// When the detector fails.
    pub fn view_near(&self, photo: &Pyramid, near: &Quad, grid: &GridSpec) -> Result<View, Error> {
        let detector = self.corner_detector()?;
        let near = near.upright();
        let found = self.workers.run(|| detector.at(photo, &near, &[kind_name(grid)]))?;
        let hidden = |occlusion: &Occlusion| occlusion.cells(&near, grid);
        let hidden = found.occlusion.as_ref().map_or_else(Vec::new, hidden);
        Ok(View { quad: found.quad.upright(), confidence: found.confidence, hidden })
    }

    /// Reads all cells of a board with these corners, one by one.
    ///
    /// # Errors
    /// When a model is missing or fails.
    pub fn watch(
        &self,
        photo: &Pyramid,
        game: GameId,
        quad: &Quad,
        grid: &GridSpec,
        options: &RecognizeOptions,
    ) -> Result<Watched, Error> {
        let classes = game.game().classes().len();
        let looked = looks_in(photo, game, quad, grid);
        let empty = CellProbs::new(ndarray::Array3::zeros((grid.rows, grid.cols, classes)));
        let mut watched = Watched {
            game,
            quad: *quad,
            grid: *grid,
            now: looked.clone(),
            changed: Vec::new(),
            noise: 0.0,
            unsettled: false,
            moving: false,
            age: 0,
            looked,
            looks: vec![0; grid.len()],
            read: Array2::zeros((grid.len(), classes)),
            probs: empty,
        };
        let all: Vec<usize> = (0..grid.len()).collect();
        self.look_again(photo, &mut watched, &all, options)?;
        Ok(watched)
    }

    /// Reads some cells of a board again, counted row by row, in the frame that it was compared with
    /// last.
    ///
    /// # Errors
    /// When a model is missing or fails.
    pub fn look_again(
        &self,
        photo: &Pyramid,
        watched: &mut Watched,
        cells: &[usize],
        options: &RecognizeOptions,
    ) -> Result<(), Error> {
        let reader = self.board_reader(watched.game)?;
        let reader = reader.with(options)?;
        let (quad, grid, read) = (&watched.quad, &watched.grid, &mut watched.read);
        let probs = self.workers.run(|| reader.look_at(photo, quad, grid, cells, read))?;
        watched.probs = probs;
        watched.note(cells);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array3;

    /// A board of 2x2 cells that was read when all of it was of a brightness.
    fn watched(brightness: f32) -> Watched {
        let grid = GridSpec::squares(2);
        let looked = Array4::from_elem((4, 3, 10, 10), brightness);
        Watched {
            game: GameId::Checkers,
            quad: grid.outline(),
            grid,
            now: looked.clone(),
            looked,
            changed: Vec::new(),
            noise: 0.0,
            unsettled: false,
            moving: false,
            age: 0,
            looks: vec![LOOKS; 4],
            read: Array2::zeros((4, 5)),
            probs: CellProbs::new(Array3::zeros((2, 2, 5))),
        }
    }

    /// The same with noise, and one cell brighter by so much.
    fn frame(brightness: f32, noise: f32, cell: usize, by: f32) -> Array4<f32> {
        Array4::from_shape_fn((4, 3, 10, 10), |(c, channel, y, x)| {
            let grain = ((c * 7919 + channel * 104_729 + y * 31 + x * 17) % 13) as f32 / 6.0 - 1.0;
            brightness + noise * grain + if c == cell { by } else { 0.0 }
        })
    }

    #[test]
    fn a_dark_piece_on_a_dark_square_is_seen_to_come() {
        let mut watched = watched(0.1);
        assert!(!watched.compare_looks(frame(0.1, 0.01, 0, 0.0)), "noise");
        assert!(watched.compare_looks(frame(0.1, 0.01, 2, 0.06)));
        assert_eq!(watched.due(), [2], "while it moves");
        assert!(!watched.is_settled());
        watched.note(&[2]);
        assert!(!watched.compare_looks(frame(0.1, 0.01, 2, 0.06)), "it was read");
        assert_eq!(watched.due(), [0, 1, 2, 3], "once nothing moves any more");
        watched.note(&[0, 1, 2, 3]);
        assert!(!watched.compare_looks(frame(0.1, 0.01, 2, 0.06)));
        assert!(watched.due().is_empty() && watched.is_settled());
    }

    #[test]
    fn all_cells_are_read_again_after_a_while() {
        let mut watched = watched(0.1);
        for _ in 1..AGAIN {
            watched.compare_looks(frame(0.1, 0.01, 0, 0.0));
            assert!(watched.due().is_empty());
        }
        watched.compare_looks(frame(0.1, 0.01, 0, 0.0));
        assert_eq!(watched.due().len(), 4);
    }

    #[test]
    fn what_noise_does_is_no_change() {
        let mut watched = watched(0.5);
        watched.compare_looks(frame(0.5, 0.05, 0, 0.0));
        assert!(!watched.compare_looks(frame(0.5, -0.05, 0, 0.0)), "{}", watched.noise);
        assert!(watched.compare_looks(frame(0.5, 0.05, 3, 0.3)), "a light piece");
        assert_eq!(watched.due(), [3]);
    }
}
