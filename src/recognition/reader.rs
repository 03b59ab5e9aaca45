//! Reading a board of one game, once it is known where it is.

use super::{
    Corners, Correction, Deadline, Recognition, RecognizeOptions, RectifiedBoard, Timings,
    augmentation::{self, Looked},
    classify::{CellClassifier, Features},
    context::ContextModel,
    coordinates::CoordinateReader,
    rectify, refinement, size,
    sliding::SlidingClassifier,
};
use crate::{
    error::Error,
    games::{CellProbs, Decoded, Evidence, Game, GameId, Orientation, Side},
    geometry::{GridSpec, Quad},
    inference::ModelStore,
    vision::Pyramid,
};
use ndarray::{Array2, s};
use std::{borrow::Cow, sync::Arc};

/// Reads the boards of one game. A clone runs the same models.
#[derive(Clone)]
pub(super) struct BoardReader {
    game: &'static dyn Game,
    cells: CellClassifier,
    context: Option<Arc<ContextModel>>,
    coordinates: Option<Arc<CoordinateReader>>,
}

/// What tells which way round a board lies, beside what is on its cells.
#[derive(Clone, Copy, Default)]
struct Placed {
    /// Where white sits, if the user said so.
    white: Option<Side>,
    /// What coordinates speak for; see [`Evidence::coordinates`].
    coordinates: [f64; 4],
}

/// What a board was read as.
struct Settled {
    /// From what it was decoded.
    evidence: Evidence,
    decoded: Decoded,
    /// How probably it lies which way round, as its cells one by one tell.
    orientation: Option<Orientation>,
}

impl BoardReader {
    /// A reader with the models of a store.
    ///
    /// # Errors
    /// When a model is missing, is not what its card says, or cannot be loaded.
    pub fn load(
        models: &ModelStore,
        game: GameId,
        correction: Option<Arc<Correction>>,
    ) -> Result<Self, Error> {
        let game = game.game();
        let (task, model) = models.open_cells(game)?;
        let sliding = models.open_sliding(&ModelStore::cells_name(game.id()))?;
        let sliding = sliding.map(|(sliding, model)| SlidingClassifier::new(&sliding, model));
        let cells = CellClassifier::new(task, model).corrected(correction)?.with_sliding(sliding);
        let context = models.open_positions(game)?;
        let context = context.map(|(task, model)| Arc::new(ContextModel::new(task, model)));
        let coordinates = CoordinateReader::load(models, game.id())?.map(Arc::new);
        Ok(Self { game, cells, context, coordinates })
    }

    /// The same with the correction of the options, where they have one for this game.
    ///
    /// # Errors
    /// When that is none of the classifier.
    pub fn with(&self, options: &RecognizeOptions) -> Result<Cow<'_, Self>, Error> {
        Ok(match &options.correction {
            Some((game, correction)) if *game == self.game.id() => {
                let cells = self.cells.clone().corrected(Some(Arc::clone(correction)))?;
                Cow::Owned(Self { cells, ..self.clone() })
            }
            _ => Cow::Borrowed(self),
        })
    }

    /// Reads the board that was found; it is one of `grids`. How long it takes is noted in `timings`
    /// alone, where other readings of the photo count, too.
    ///
    /// # Errors
    /// When a model fails.
    pub fn read(
        &self,
        photo: &Pyramid,
        found: Corners,
        grids: &[GridSpec],
        options: &RecognizeOptions,
        deadline: &Deadline,
        timings: &mut Timings,
    ) -> Result<Recognition, Error> {
        let fit = options.corners.is_none();
        let (grid, lines) =
            timings.time("lattice", || size::settle(photo, &found, grids, fit, deadline));
        let (mut quad, mut read) =
            (lines.quad, self.read_cells(photo, &lines.quad, &grid, deadline, timings)?);
        if fit
            && refinement::is_due(&grid, &lines, || self.calibrated(read.1.probs.clone()))
            && deadline.allows("refinement")
            && let Some(surer) = timings.time("refinement", || {
                refinement::surer_corners(photo, &quad, &grid, &self.cells)
            })?
        {
            read = self.read_cells(photo, &surer, &grid, deadline, timings)?;
            quad = surer;
        }
        let (board, Looked { probs, spread }) = read;
        let placed = self.placed(photo, &quad, &grid, options.white, timings)?;
        let Settled { evidence, decoded, orientation } =
            self.decode(probs, &board, placed, timings)?;
        let violations = self.game.violations(&decoded.board);
        let corners = Corners { quad, ..found }.rotated(decoded.turns);
        let covered = corners
            .occlusion
            .as_ref()
            .map_or_else(Vec::new, |occlusion| occlusion.cells(&corners.quad, &grid));
        Ok(Recognition {
            game: self.game.id(),
            corners,
            grid,
            presence: None,
            others: Vec::new(),
            game_choice: None,
            orientation,
            probs: evidence.probs.rotated(decoded.turns),
            spread,
            log_likelihood: decoded.log_likelihood,
            confidence: self.confidence(&decoded),
            check_below: self.cells.task().calibration.check_below,
            board: decoded.board,
            violations,
            covered,
            left_out: Vec::new(),
            timings: Timings::default(),
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
        let probs = augmentation::first_look(photo, &board, &self.cells, &mut timings)?;
        let placed = Placed { white, ..Placed::default() };
        let (.., decoded) = self.decode_cells(probs, &board, placed, &mut timings);
        Ok((self.confidence(&decoded), self.game.violations(&decoded.board).is_empty()))
    }

    /// Reads some cells of a board with these corners, one by one and as seen, into what the network
    /// alone says of all of them, `[cells, classes]`; and the probabilities that those are worth.
    ///
    /// # Errors
    /// When the model fails.
    pub fn look_at(
        &self,
        photo: &Pyramid,
        quad: &Quad,
        grid: &GridSpec,
        cells: &[usize],
        read: &mut Array2<f32>,
    ) -> Result<CellProbs, Error> {
        let board = rectify(photo, quad, grid, self.cells.task());
        let (deadline, mut timings) = (Deadline::default(), Timings::default());
        let seen =
            augmentation::read_some(photo, &board, cells, &self.cells, &deadline, &mut timings)?;
        for (&cell, seen) in cells.iter().zip(seen.probs.rows()) {
            read.row_mut(cell).assign(&seen);
        }
        let shape = (grid.rows, grid.cols, read.ncols());
        let probs = read.clone().into_shape_with_order(shape).expect("a cell a row");
        let probs = self.game.settle_colors(CellProbs::new(probs), &|| board.cell_colors());
        Ok(self.calibrated(probs))
    }

    /// What the classifier sees in the cells of a board with these corners, row by row: logits
    /// `[cells, classes]`, without a correction, and features `[cells, features]`; as they are, and
    /// in the mirror where the classifier looks there, too.
    ///
    /// # Errors
    /// When the model fails or gives no features.
    pub fn features(
        &self,
        photo: &Pyramid,
        quad: &Quad,
        grid: &GridSpec,
    ) -> Result<Vec<Features>, Error> {
        let crops = rectify(photo, quad, grid, self.cells.task()).crop_cells(photo);
        let mut looks = vec![self.cells.features(crops.view())?];
        if self.cells.task().mirrored {
            looks.push(self.cells.features(crops.slice(s![.., .., .., ..;-1]))?);
        }
        Ok(looks)
    }

    /// Which way round the board lies, as far as its edge and the user tell.
    fn placed(
        &self,
        photo: &Pyramid,
        quad: &Quad,
        grid: &GridSpec,
        white: Option<Side>,
        timings: &mut Timings,
    ) -> Result<Placed, Error> {
        let (Some(reader), None) = (&self.coordinates, white) else {
            return Ok(Placed { white, ..Placed::default() });
        };
        let read = timings.time("coordinates", || reader.log_odds(photo, quad, grid))?;
        // What speaks for a way round counts to a power, which coordinates do not need.
        let power = f64::from(self.cells.task().calibration.orientation_power);
        Ok(Placed { white, coordinates: read.map(|of| of / power) })
    }

    /// The probability that all of a board is right.
    fn confidence(&self, decoded: &Decoded) -> f32 {
        (decoded.log_likelihood * f64::from(self.cells.task().calibration.board_power)).exp() as f32
    }

    /// The most probable board. From cells that were read one by one, which tells which way round
    /// it lies; then, where there is a position model, from all of them together.
    fn decode(
        &self,
        probs: CellProbs,
        board: &RectifiedBoard,
        placed: Placed,
        timings: &mut Timings,
    ) -> Result<Settled, Error> {
        let (probs, evidence, decoded) = self.decode_cells(probs, board, placed, timings);
        let power = f64::from(self.cells.task().calibration.orientation_power);
        let orientation =
            decoded.turn_scores.map(|scores| Orientation::from_turn_scores(&scores, power));
        let Some(context) = self.context.as_ref().filter(|context| context.knows(&decoded.board))
        else {
            return Ok(Settled { evidence, decoded, orientation });
        };
        let read = timings.time("context", || context.in_context(&probs.rotated(decoded.turns)))?;
        let evidence = Evidence {
            probs: self.calibrated(read).rotated(4 - decoded.turns),
            white: Some(decoded.white()),
            usual_squares_counted: true,
            ..evidence
        };
        let decoded = timings.time("decode", || self.game.decode(&evidence));
        Ok(Settled { evidence, decoded, orientation })
    }

    /// The most probable board from cells that were read one by one; with those, their colors
    /// settled, and what it was decoded from.
    fn decode_cells(
        &self,
        probs: CellProbs,
        board: &RectifiedBoard,
        placed: Placed,
        timings: &mut Timings,
    ) -> (CellProbs, Evidence, Decoded) {
        timings.time("decode", || {
            let probs = self.game.settle_colors(probs, &|| board.cell_colors());
            let evidence = Evidence {
                even_cells_lighter: board.even_cells_lighter(),
                white: placed.white,
                coordinates: placed.coordinates,
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
        deadline: &Deadline,
        timings: &mut Timings,
    ) -> Result<(RectifiedBoard, Looked<CellProbs>), Error> {
        let board = timings.time("rectify", || rectify(photo, quad, grid, self.cells.task()));
        let looked = augmentation::read_cells(photo, &board, &self.cells, deadline, timings)?;
        Ok((board, looked))
    }
}
