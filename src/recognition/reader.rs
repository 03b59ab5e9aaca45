//! Reading a board of one game, once it is known where it is.

use super::{
    Corners, Recognition, RecognizeOptions, RectifiedBoard, Timings, classify::CellClassifier,
    looks, positions::PositionReader, rectify, reread, size,
};
use crate::{
    error::Error,
    games::{CellProbs, Decoded, Evidence, Game, GameId, Side},
    geometry::{GridSpec, Quad},
    inference::ModelStore,
    vision::Pyramid,
};

/// Reads the boards of one game.
pub(super) struct BoardReader {
    game: &'static dyn Game,
    cells: CellClassifier,
    positions: Option<PositionReader>,
}

impl BoardReader {
    /// A reader with the models of a store.
    ///
    /// # Errors
    /// When a model is missing, is not what its card says, or cannot be loaded.
    pub fn load(models: &ModelStore, game: GameId) -> Result<Self, Error> {
        let game = game.game();
        let (task, model) = models.open_cells(game)?;
        let cells = CellClassifier::new(task, model);
        let positions = models.open_positions(game)?;
        let positions = positions.map(|(task, model)| PositionReader::new(task, model));
        Ok(Self { game, cells, positions })
    }

    /// Reads the board that was found; it is one of `grids`.
    ///
    /// # Errors
    /// When a model fails.
    pub fn read(
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
            game: self.game.id(),
            corners,
            grid,
            presence: None,
            probs: evidence.probs.rotated(decoded.turns),
            log_likelihood: decoded.log_likelihood,
            confidence: self.confidence(&decoded),
            board: decoded.board,
            violations,
            covered,
            timings,
        })
    }

    /// How probably a board with these corners is right as one of this game, and whether nothing is
    /// impossible about it, at first sight: from one look at each cell, which costs a fraction of
    /// reading it.
    ///
    /// # Errors
    /// When the model fails.
    pub fn at_first_sight(
        &self,
        photo: &Pyramid,
        quad: &Quad,
        grid: &GridSpec,
        white: Option<Side>,
    ) -> Result<(f32, bool), Error> {
        let board = rectify(photo, quad, grid, self.cells.task());
        let mut timings = Timings::default();
        let (_, probs) = looks::first_look(photo, &board, &self.cells, &mut timings)?;
        let (.., decoded) = self.decode_cells(probs, &board, white, &mut timings);
        Ok((self.confidence(&decoded), self.game.violations(&decoded.board).is_empty()))
    }

    /// The probability that all of a board is right.
    fn confidence(&self, decoded: &Decoded) -> f32 {
        (decoded.log_likelihood * f64::from(self.cells.task().board_power)).exp() as f32
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
        let (probs, evidence, decoded) = self.decode_cells(probs, board, white, timings);
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

    /// The most probable board from cells that were read one by one; with those, their colors
    /// settled, and what it was decoded from.
    fn decode_cells(
        &self,
        probs: CellProbs,
        board: &RectifiedBoard,
        white: Option<Side>,
        timings: &mut Timings,
    ) -> (CellProbs, Evidence, Decoded) {
        timings.time("decode", || {
            let probs = self.game.settle_colors(probs, &|| board.cell_colors());
            let evidence = Evidence {
                even_cells_lighter: board.even_cells_lighter(),
                white,
                ..Evidence::from_probs(self.calibrated(probs.clone()))
            };
            let decoded = self.game.decode(&evidence);
            (probs, evidence, decoded)
        })
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
}
