//! From a photo to a board; a file an arrow:
//!
//! ```text
//! photo -> corners -> lattice -> rectify -> cells -> classify -> looks -> decode
//!                        ^------- reread -------------'
//! ```

mod any;
pub mod cells;
pub mod classify;
pub mod corners;
mod cover;
pub mod lattice;
mod lines;
pub mod looks;
mod overlay;
pub mod positions;
pub mod rectify;
mod reread;
mod size;
pub mod standing;
mod timing;
mod verify;

use crate::{
    error::Error,
    games::{CellGrid, CellProbs, Decoded, Evidence, Game, GameId, Side, Violation},
    geometry::{GridSpec, Quad},
    inference::ModelStore,
    vision::Pyramid,
};
pub use any::AnyRecognizer;
use classify::CellClassifier;
use corners::CornerDetector;
pub use corners::{Corners, kind_name};
pub use cover::Cover;
use image::RgbImage;
pub use overlay::overlay;
use positions::PositionReader;
pub use rectify::{RectifiedBoard, rectify};
use std::{borrow::Cow, sync::Arc};
pub use timing::Timings;
pub use verify::verify;

/// What the user knows about a photo.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecognizeOptions {
    /// Rows of the board, for games played on several sizes.
    pub size: Option<usize>,
    /// Where white sits.
    pub white: Option<Side>,
    /// The board's corners, in photo pixels.
    pub corners: Option<Quad>,
}

/// A board read from a photo.
#[derive(Clone, Debug)]
pub struct Recognition {
    /// The corners; the first is the board's own top-left.
    pub corners: Corners,
    /// The board's grid.
    pub grid: GridSpec,
    /// The board, in its own orientation.
    pub board: CellGrid,
    /// Class probabilities of every cell, in the board's own orientation.
    pub probs: CellProbs,
    /// Logarithm of the product of the probabilities of what was read in each cell.
    pub log_likelihood: f64,
    /// Probability that the whole board is right: the product of its cells' probabilities, to the
    /// power on the classifier's card.
    pub confidence: f32,
    /// What is impossible about the board.
    pub violations: Vec<Violation>,
    /// Cells, as row and column, that something hides which is neither board nor piece.
    pub covered: Vec<(usize, usize)>,
    /// Time a stage took.
    pub timings: Timings,
}

/// Boards less probable than this are to be looked at; chosen on photos that were left out of
/// training.
const DOUBTFUL: f32 = 0.8;

impl Recognition {
    /// Whether a person should look at the board: it is right with less than four chances in five,
    /// impossible, or partly hidden.
    pub fn is_doubtful(&self) -> bool {
        self.confidence < DOUBTFUL || !self.violations.is_empty() || !self.covered.is_empty()
    }
}

/// Reads boards of one game from photos.
pub struct Recognizer {
    game: &'static dyn Game,
    corners: Arc<CornerDetector>,
    cells: CellClassifier,
    positions: Option<PositionReader>,
}

impl Recognizer {
    /// A recognizer with the models of a store.
    ///
    /// # Errors
    /// When a model is missing, is not what its card says, or cannot be loaded.
    pub fn load(models: &ModelStore, game: GameId) -> Result<Self, Error> {
        Self::with_corners(models, game, Arc::new(CornerDetector::load(models)?))
    }

    /// A recognizer with a corner detector that others use, too.
    fn with_corners(
        models: &ModelStore,
        game: GameId,
        corners: Arc<CornerDetector>,
    ) -> Result<Self, Error> {
        let game = game.game();
        let (task, model) = models.open_cells(game)?;
        let cells = CellClassifier::new(task, Box::new(model));
        let positions = models
            .open_positions(game)?
            .map(|(task, model)| PositionReader::new(task, Box::new(model)));
        Ok(Self { game, corners, cells, positions })
    }

    /// A recognizer from its parts; without a position model.
    pub fn new(game: &'static dyn Game, corners: CornerDetector, cells: CellClassifier) -> Self {
        Self { game, corners: Arc::new(corners), cells, positions: None }
    }

    /// The game whose boards it reads.
    pub const fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// Reads the board in a photo.
    ///
    /// # Errors
    /// [`Error::NoBoard`] when there is none; other errors when a size is impossible or a model
    /// fails.
    pub fn recognize(
        &self,
        photo: &RgbImage,
        options: &RecognizeOptions,
    ) -> Result<Recognition, Error> {
        let mut timings = Timings::default();
        let grids = self.grids(options.size)?;
        let photo = timings.time("pyramid", || Pyramid::new(Cow::Borrowed(photo)));
        let found = self.find_corners(&photo, options.corners, self.game.grids(), &mut timings)?;
        self.read_board(&photo, found, &grids, options, timings)
    }

    /// Reads the board that was found.
    fn read_board(
        &self,
        photo: &Pyramid,
        found: Corners,
        grids: &[GridSpec],
        options: &RecognizeOptions,
        mut timings: Timings,
    ) -> Result<Recognition, Error> {
        let fit = options.corners.is_none();
        let (grid, lines) = timings.time("lattice", || size::settle(photo, &found, grids, fit));
        let (mut quad, mut read) =
            (lines.quad, self.read_cells(photo, &lines.quad, &grid, &mut timings)?);
        if fit
            && reread::is_due(&grid, &lines, || self.calibrated(read.1.clone()))
            && let Some(surer) = timings
                .time("reread", || reread::surer_corners(photo, &quad, &grid, &self.cells))?
        {
            read = self.read_cells(photo, &surer, &grid, &mut timings)?;
            quad = surer;
        }
        let (board, probs) = read;
        let (evidence, decoded) = self.decode(probs, &board, options.white, &mut timings)?;
        let violations = self.game.violations(&decoded.board);
        let corners = Corners { quad, ..found }.rotated(decoded.turns);
        let covered =
            corners.cover.as_ref().map_or_else(Vec::new, |cover| cover.cells(&corners.quad, &grid));
        Ok(Recognition {
            corners,
            grid,
            probs: evidence.probs.rotated(decoded.turns),
            log_likelihood: decoded.log_likelihood,
            confidence: (decoded.log_likelihood * f64::from(self.cells.task().board_power)).exp()
                as f32,
            board: decoded.board,
            violations,
            covered,
            timings,
        })
    }

    /// The most probable board. From cells that were read one by one, which tells which way round
    /// it lies; then, where there is a position model, from all of them together.
    fn decode(
        &self,
        probs: CellProbs,
        board: &RectifiedBoard,
        white: Option<Side>,
        timings: &mut Timings,
    ) -> Result<(Evidence, Decoded), Error> {
        let probs =
            timings.time("decode", || self.game.settle_colors(probs, &|| board.cell_colors()));
        let evidence = Evidence {
            even_cells_lighter: board.even_cells_lighter(),
            white,
            ..Evidence::from_probs(self.calibrated(probs.clone()))
        };
        let decoded = timings.time("decode", || self.game.decode(&evidence));
        let Some(positions) =
            self.positions.as_ref().filter(|positions| positions.knows(&decoded.board))
        else {
            return Ok((evidence, decoded));
        };
        let read =
            timings.time("positions", || positions.in_context(&probs.rotated(decoded.turns)))?;
        let evidence = Evidence {
            probs: self.calibrated(read).rotated(4 - decoded.turns),
            white: Some(decoded.white()),
            usual_squares_counted: true,
            ..evidence
        };
        let decoded = timings.time("decode", || self.game.decode(&evidence));
        Ok((evidence, decoded))
    }

    fn calibrated(&self, probs: CellProbs) -> CellProbs {
        CellProbs::new(self.cells.calibrated(probs.into_array()))
    }

    /// The board with these corners, and what is on its cells, as the network alone says.
    fn read_cells(
        &self,
        photo: &Pyramid,
        quad: &Quad,
        grid: &GridSpec,
        timings: &mut Timings,
    ) -> Result<(RectifiedBoard, CellProbs), Error> {
        let board = timings.time("rectify", || rectify(photo, quad, grid, self.cells.task()));
        let probs = looks::read_cells(photo, &board, &self.cells, timings)?;
        Ok((board, probs))
    }

    /// The boards the game is played on, or the one of the size asked for.
    fn grids(&self, size: Option<usize>) -> Result<Vec<GridSpec>, Error> {
        let all = self.game.grids();
        let Some(size) = size else { return Ok(all.to_vec()) };
        let sizes = || all.iter().map(|g| g.rows.to_string()).collect::<Vec<_>>().join(", ");
        match all.iter().find(|g| g.rows == size) {
            Some(grid) => Ok(vec![*grid]),
            None => Err(Error::Size { game: self.game.id(), size, sizes: sizes() }),
        }
    }

    fn find_corners(
        &self,
        photo: &Pyramid,
        given: Option<Quad>,
        grids: &[GridSpec],
        timings: &mut Timings,
    ) -> Result<Corners, Error> {
        let kinds: Vec<String> = grids.iter().map(kind_name).collect();
        if let Some(quad) = given {
            let quad = quad.upright();
            return timings.time("corners", || self.corners.describe(photo, &quad, &kinds));
        }
        timings.time("corners", || self.corners.find(photo, &kinds))
    }
}
