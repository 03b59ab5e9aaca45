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

/// A pixel has changed by more than noise where a channel differs by so much of the board's range of
/// brightness, and a cell where so large a share of its pixels has.
const NOISE: f32 = 0.13;
const CHANGED: f64 = 0.02;

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

    /// The cells, row by row, that look otherwise in a frame than when they were read.
    pub fn changed(&self, photo: &Pyramid) -> Vec<usize> {
        let now = self.looks_in(photo);
        (0..self.looks.len()).filter(|&cell| self.differs(cell, &now)).collect()
    }

    /// The cells that were not read often enough since they changed.
    pub fn fresh(&self) -> Vec<usize> {
        (0..self.looks.len()).filter(|&cell| self.looks[cell] < LOOKS).collect()
    }

    /// Whether a cell looks otherwise than when it was read.
    fn differs(&self, cell: usize, now: &Array4<f32>) -> bool {
        differ(&self.looked.index_axis(Axis(0), cell), &now.index_axis(Axis(0), cell))
    }

    /// What each cell looks like.
    fn looks_in(&self, photo: &Pyramid) -> Array4<f32> {
        rectify(photo, &self.quad, &self.grid, &as_seen_small(self.game)).crop_cells(photo)
    }

    /// Notes that some cells were read in a frame.
    fn note(&mut self, photo: &Pyramid, cells: &[usize]) {
        let now = self.looks_in(photo);
        for &cell in cells {
            let looks = if self.differs(cell, &now) { 0 } else { self.looks[cell] };
            self.looks[cell] = LOOKS.min(looks + 1);
            self.looked.index_axis_mut(Axis(0), cell).assign(&now.index_axis(Axis(0), cell));
        }
    }
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

fn differ(before: &ArrayView3<f32>, now: &ArrayView3<f32>) -> bool {
    let mut most = Array2::<f32>::zeros((before.len_of(Axis(1)), before.len_of(Axis(2))));
    for (before, now) in before.axis_iter(Axis(0)).zip(now.axis_iter(Axis(0))) {
        Zip::from(&mut most).and(before).and(now).for_each(|most, a, b| {
            *most = most.max((a - b).abs());
        });
    }
    let changed = most.iter().filter(|&&by| by > NOISE).count();
    changed as f64 > CHANGED * most.len() as f64
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
        let looked = rectify(photo, quad, grid, &as_seen_small(game)).crop_cells(photo);
        let empty = CellProbs::new(ndarray::Array3::zeros((grid.rows, grid.cols, classes)));
        let mut watched = Watched {
            game,
            quad: *quad,
            grid: *grid,
            looked,
            looks: vec![0; grid.len()],
            read: Array2::zeros((grid.len(), classes)),
            probs: empty,
        };
        let all: Vec<usize> = (0..grid.len()).collect();
        self.look_again(photo, &mut watched, &all, options)?;
        Ok(watched)
    }

    /// Reads some cells of a board again, counted row by row.
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
        let reader = reader.with(options);
        let (quad, grid, read) = (&watched.quad, &watched.grid, &mut watched.read);
        let probs = self.workers.run(|| reader.look_at(photo, quad, grid, cells, read))?;
        watched.probs = probs;
        watched.note(photo, cells);
        Ok(())
    }
}
