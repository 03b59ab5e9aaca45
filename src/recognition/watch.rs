//! Looking again at a board that was read before, as the frames of a camera show it.

use super::{Cover, Deadline, Readers, RecognizeOptions, kind_name};
use crate::{
    error::Error,
    games::{CellProbs, GameId},
    geometry::{GridSpec, Quad},
    vision::Pyramid,
};

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

impl Readers {
    /// Looks for a board where it was in an earlier frame: one closer look, and no search.
    ///
    /// # Errors
    /// When the detector fails.
    pub fn view_near(&self, photo: &Pyramid, near: &Quad, grid: &GridSpec) -> Result<View, Error> {
        let detector = self.corner_detector()?;
        let near = near.upright();
        let found = self.workers.run(|| detector.at(photo, &near, &[kind_name(grid)]))?;
        let hidden = |cover: &Cover| cover.cells(&near, grid);
        let hidden = found.cover.as_ref().map_or_else(Vec::new, hidden);
        Ok(View { quad: found.quad.upright(), confidence: found.confidence, hidden })
    }

    /// What is on each cell of a board with these corners, read one by one: neither what the others
    /// say of it nor what the game allows counts. Rows and columns as seen from the first corner.
    ///
    /// # Errors
    /// When a model is missing or fails.
    pub fn one_by_one(
        &self,
        photo: &Pyramid,
        game: GameId,
        quad: &Quad,
        grid: &GridSpec,
        options: &RecognizeOptions,
    ) -> Result<CellProbs, Error> {
        let reader = self.board_reader(game)?;
        let reader = reader.with(options);
        self.workers.run(|| reader.one_by_one(photo, quad, grid, &Deadline::default()))
    }
}
