//! How right one photo was read: pure functions of its label and the reading.

use crate::{
    dataset::{
        Label, Orientation,
        manifest::{LabelError, compared_as},
    },
    error::Refusal,
    games::{CellGrid, CellProbs, Game, GameId},
    geometry::{GridSpec, Point, Quad},
};
use serde::{Deserialize, Serialize};

/// A board is found when its largest corner error is at most this many cell pitches.
const FOUND: f64 = 0.5;
/// Its corners are right when the largest error is at most this many.
const CORNERS_OK: f64 = 0.25;
/// The stricter measure in pixels, with the photo scaled to [`REFERENCE_WIDTH`] (chesscog's).
const REFERENCE_PIXELS: f64 = 10.0;
/// Width in pixels at which [`REFERENCE_PIXELS`] counts.
const REFERENCE_WIDTH: f64 = 1200.0;

/// What a label says about a photo.
#[derive(Clone)]
pub struct Truth {
    /// The game.
    pub game: &'static dyn Game,
    /// The board's grid.
    pub grid: GridSpec,
    /// Corners in photo pixels, in the order of the label's rows.
    pub corners: Option<Quad>,
    /// Cells in the label's own grid.
    pub board: Option<CellGrid>,
    /// Whether the board's own orientation is known, and visible in a photo (on a Go board it is
    /// not).
    pub oriented: bool,
    /// Which side is called white is a guess.
    pub arbitrary_colors: bool,
    /// Kings are marked (checkers).
    pub kings: bool,
    /// The photo is cut to the board already: it counts for cells only.
    pub rectified: bool,
    /// Cells, as row and column, that nobody can tell: they do not count.
    pub unknown_cells: Vec<(usize, usize)>,
}

impl Truth {
    /// What `label` says.
    ///
    /// # Errors
    /// When its corners or cells are malformed.
    pub fn of(label: &Label) -> Result<Self, LabelError> {
        let game = label.game()?;
        let board = label.board()?;
        Ok(Self {
            game,
            grid: label.grid()?,
            corners: label.quad()?,
            board,
            oriented: label.orientation == Orientation::Known && game.id() != GameId::Go,
            arbitrary_colors: label.arbitrary_colors(),
            kings: label.kings != Some(false),
            rectified: label.rectified,
            unknown_cells: label.unknown_cells.clone(),
        })
    }

    /// Whether the photo counts for corners.
    pub const fn counts_for_corners(&self) -> bool {
        self.corners.is_some() && !self.rectified
    }
}

/// What a reader made of a photo; everything is `None` where no board was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The game, where the reader had to find it out.
    pub game: Option<GameId>,
    /// Corners in photo pixels, the first at row 0, column 0 of the cells.
    pub corners: Option<[Point; 4]>,
    /// Cells in the reader's own orientation.
    pub board: Option<CellGrid>,
    /// Class probabilities in the same orientation, where the reader gives any.
    pub probs: Option<CellProbs>,
    /// Cells, as row and column, that the reader calls hidden; they count like others.
    pub covered: Vec<(usize, usize)>,
    /// What the reader thinks of its board, where it says.
    pub self_assessment: Option<SelfAssessment>,
    /// Why the reader read no board, where it says.
    pub refusal: Option<Refusal>,
}

impl Reading {
    /// Whether no board was found.
    pub const fn is_empty(&self) -> bool {
        self.corners.is_none() && self.board.is_none()
    }

    /// What it says of a board of `game`: nothing of the cells where another game was read, unless
    /// nothing stands on them, as on a board of either.
    #[must_use]
    pub fn as_of(self, game: GameId) -> Self {
        if self.game.is_none_or(|read| read == game) {
            return self;
        }
        let board = self.board.filter(|board| board.cells().iter().all(|&class| class == 0));
        Self { board, probs: None, ..self }
    }

    /// Whether the reader says that there is no board; one that is hidden is there.
    pub const fn is_refusal(&self) -> bool {
        self.is_empty() && !matches!(self.refusal, Some(Refusal::Hidden))
    }
}

/// What a reader thinks of the board it read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SelfAssessment {
    /// Probability that every cell is right.
    pub confidence: f32,
    /// Whether a person should check the board.
    pub check: bool,
    /// Probability that the board lies the way it was read, where the reader weighs that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orientation: Option<f32>,
    /// Whether the reader says to check which way round it lies.
    #[serde(default)]
    pub check_orientation: bool,
}

/// How right one photo was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Corners; `None` where the photo does not count for them.
    pub corners: Option<CornerScore>,
    /// Cells; `None` where the label has none.
    pub cells: Option<CellScore>,
}

/// How right the corners of one photo are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerScore {
    /// Distance of each predicted corner to its true one in cell pitches; `None` where none were
    /// predicted.
    pub errors: Option<[f64; 4]>,
    /// The largest of these distances in pixels of the photo scaled to 1200 wide.
    pub largest_px_at_1200: Option<f64>,
}

impl CornerScore {
    /// The largest error in cell pitches.
    pub fn largest(&self) -> Option<f64> {
        self.errors.map(|e| e.into_iter().fold(0.0, f64::max))
    }

    /// Whether the board was found: largest error at most half a pitch.
    pub fn found(&self) -> bool {
        self.largest().is_some_and(|e| e <= FOUND)
    }

    /// Whether the corners are right: largest error at most a quarter of a pitch.
    pub fn ok(&self) -> bool {
        self.largest().is_some_and(|e| e <= CORNERS_OK)
    }

    /// Whether the largest error is at most 10 pixels with the photo scaled to 1200 wide.
    pub fn within_10px(&self) -> bool {
        self.largest_px_at_1200.is_some_and(|e| e <= REFERENCE_PIXELS)
    }
}

/// How right the cells of one photo are.
#[derive(Clone, Debug, PartialEq)]
pub struct CellScore {
    /// Whether a board was found, so that its cells were compared; otherwise all are wrong.
    pub found: bool,
    /// Whether the reader had the right corners: `corners_ok`, or the label's own on a rectified
    /// photo.
    pub given_corners: bool,
    /// Every cell of the label's grid, row by row.
    pub cells: Vec<CellVerdict>,
    /// Class probabilities turned and swapped to the label's grid and colors.
    pub probs: Option<CellProbs>,
    /// Wrong cells after the turn that fits best.
    pub wrong_best_rotation: usize,
    /// Whether the reader's orientation is the label's; `None` where it cannot be told.
    pub orientation_correct: Option<bool>,
    /// Cells off the playing squares that were wrongly read as occupied; `None` where the game has
    /// no such squares, or no board of the label's size was found.
    pub off_square_errors: Option<usize>,
}

/// One cell of a scored photo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellVerdict {
    /// The true class.
    pub truth: u8,
    /// The class read, in the label's colors; `None` where no board of the label's size was found.
    pub read: Option<u8>,
    /// Whether the cell counts: somebody can tell what is on it, and in checkers it is a playing
    /// square.
    pub counted: bool,
    /// Probability of the class read, as compared.
    pub confidence: Option<f32>,
}

impl CellVerdict {
    /// Whether the class read is the true one.
    pub fn correct(&self) -> bool {
        self.read == Some(self.truth)
    }
}

impl CellScore {
    /// The cells that count.
    pub fn counted(&self) -> impl Iterator<Item = &CellVerdict> {
        self.cells.iter().filter(|c| c.counted)
    }

    /// Whether no cell that counts holds anything.
    pub fn is_empty_board(&self) -> bool {
        self.counted().all(|c| c.truth == 0)
    }

    /// Whether the board was found and at most so many of its cells are wrong; nothing where no cell
    /// counts.
    pub fn at_most_wrong(&self, most: usize) -> Option<bool> {
        self.counted().next()?;
        Some(self.found && self.wrong() <= most)
    }

    /// Number of cells that count and are wrong.
    pub fn wrong(&self) -> usize {
        self.counted().filter(|c| !c.correct()).count()
    }
}

/// Scores a reading; `width` is the photo's, in pixels.
pub fn score(truth: &Truth, reading: &Reading, width: u32) -> Score {
    let fit = truth.corners.as_ref().zip(reading.corners.as_ref()).map(|(t, r)| fit_corners(t, r));
    let corners = truth.counts_for_corners().then(|| corner_score(truth, fit.as_ref(), width));
    let cells = truth.board.as_ref().map(|board| {
        let found = corners.is_none_or(|c| c.found()) && reading.board.is_some();
        let given_corners = corners.map_or(truth.rectified, |c| c.ok());
        CellScore {
            given_corners,
            ..cell_score(truth, board, found.then_some(reading), fit.map(|f| f.shift))
        }
    });
    Score { corners, cells }
}

/// Predicted corners laid over the true ones.
#[derive(Clone, Copy)]
struct Fit {
    /// How many corners later the predicted ones start to match the true ones.
    shift: usize,
    /// Distance to each true corner in pixels.
    distances: [f64; 4],
}

/// The cyclic shift with the smallest sum of distances. A NaN counts as infinitely far away.
fn fit_corners(truth: &Quad, read: &[Point; 4]) -> Fit {
    let distances = |shift: usize| {
        std::array::from_fn(|i| {
            let d = read[(i + shift) % 4].distance(truth.corners()[i]);
            if d.is_nan() { f64::INFINITY } else { d }
        })
    };
    let fits = (0..4).map(|shift| Fit { shift, distances: distances(shift) });
    let sum = |fit: &Fit| fit.distances.iter().sum::<f64>();
    fits.min_by(|a, b| sum(a).total_cmp(&sum(b))).expect("four shifts")
}

fn corner_score(truth: &Truth, fit: Option<&Fit>, width: u32) -> CornerScore {
    let pitch = truth.corners.as_ref().map_or(1.0, |quad| truth.grid.pitch(quad));
    let largest = |fit: &Fit| fit.distances.iter().copied().fold(0.0, f64::max);
    CornerScore {
        errors: fit.map(|fit| fit.distances.map(|d| d / pitch)),
        largest_px_at_1200: fit.map(|fit| largest(fit) * REFERENCE_WIDTH / f64::from(width.max(1))),
    }
}

/// Compares cells; `reading` is `None` where no board was found, `shift` is that of the corners
/// where both have any.
fn cell_score(
    truth: &Truth,
    board: &CellGrid,
    reading: Option<&Reading>,
    shift: Option<usize>,
) -> CellScore {
    let known = known_cells(truth, board);
    let playing = playing_cells(truth.game.id(), board, &known);
    let counted: Vec<bool> = playing.iter().zip(&known).map(|(p, k)| *p && *k).collect();
    let orientation_correct = (truth.oriented && truth.corners.is_some()).then_some(());
    let Some((reading, read)) = reading.and_then(|r| r.board.as_ref().map(|b| (r, b))) else {
        return CellScore {
            found: false,
            given_corners: false,
            wrong_best_rotation: counted.iter().filter(|c| **c).count(),
            cells: verdicts(truth, board, None, None, &counted),
            probs: None,
            orientation_correct: orientation_correct.map(|()| false),
            off_square_errors: None,
        };
    };
    let turns: Vec<usize> = match (truth.oriented, shift) {
        (true, _) => vec![0],
        (false, Some(shift)) => vec![shift],
        (false, None) => (0..4).collect(),
    };
    let view = best_view(truth, board, read, &turns, &counted);
    let turned = view.apply(truth.game, read);
    let probs = reading
        .probs
        .as_ref()
        .map(|p| view.apply_probs(truth.game, p))
        .filter(|p| (p.dim().0, p.dim().1) == size(board));
    let off_square = |cells: &[CellVerdict]| {
        let others = cells.iter().zip(playing.iter().zip(&known)).filter(|(_, (p, k))| !**p && **k);
        others.filter(|(cell, _)| cell.read.is_some_and(|c| c != 0) && !cell.correct()).count()
    };
    let has_others = truth.game.id() == GameId::Checkers && size(&turned) == size(board);
    let cells = verdicts(truth, board, Some(&turned), probs.as_ref(), &counted);
    CellScore {
        found: true,
        given_corners: false,
        wrong_best_rotation: best_view(truth, board, read, &[0, 1, 2, 3], &counted).wrong,
        off_square_errors: has_others.then(|| off_square(&cells)),
        cells,
        probs,
        orientation_correct: orientation_correct.and(shift).map(|shift| shift == 0),
    }
}

const fn size(board: &CellGrid) -> (usize, usize) {
    (board.rows(), board.cols())
}

/// One way to lay a reading over the label: turned, and perhaps with the colors swapped.
#[derive(Clone, Copy, Debug)]
struct View {
    turns: usize,
    swapped: bool,
    wrong: usize,
}

impl View {
    fn apply(self, game: &dyn Game, board: &CellGrid) -> CellGrid {
        let turned = board.rotated(self.turns);
        if self.swapped { turned.map(|class| game.with_colors_swapped(class)) } else { turned }
    }

    fn apply_probs(self, game: &dyn Game, probs: &CellProbs) -> CellProbs {
        let turned = probs.rotated(self.turns);
        if !self.swapped {
            return turned;
        }
        let order: Vec<usize> = (0..turned.dim().2)
            .map(|class| usize::from(game.with_colors_swapped(class as u8)))
            .collect();
        CellProbs::new(turned.array().select(ndarray::Axis(2), &order))
    }
}

/// The view with the fewest wrong cells, the plainest first.
fn best_view(
    truth: &Truth,
    board: &CellGrid,
    read: &CellGrid,
    turns: &[usize],
    counted: &[bool],
) -> View {
    let colors: &[bool] = if truth.arbitrary_colors { &[false, true] } else { &[false] };
    let views = turns
        .iter()
        .flat_map(|&turns| colors.iter().map(move |&swapped| View { turns, swapped, wrong: 0 }));
    let judged = views.map(|view| {
        let cells = verdicts(truth, board, Some(&view.apply(truth.game, read)), None, counted);
        View { wrong: cells.iter().filter(|c| c.counted && !c.correct()).count(), ..view }
    });
    judged.min_by_key(|view| view.wrong).expect("at least one view")
}

fn verdicts(
    truth: &Truth,
    board: &CellGrid,
    read: Option<&CellGrid>,
    probs: Option<&CellProbs>,
    counted: &[bool],
) -> Vec<CellVerdict> {
    let read = read.filter(|read| size(read) == size(board));
    let alike = compared_as(truth.game, truth.kings);
    let verdict = |(i, (&class, &counted)): (usize, (&u8, &bool))| {
        let read = read.map(|r| alike[usize::from(r.cells()[i])]);
        let confidence = read.zip(probs).map(|(class, probs)| probability(probs, i, class, &alike));
        CellVerdict { truth: alike[usize::from(class)], read, counted, confidence }
    };
    board.cells().iter().zip(counted).enumerate().map(verdict).collect()
}

/// Probability of everything that is compared as `class` at cell `i`.
fn probability(probs: &CellProbs, i: usize, class: u8, alike: &[u8]) -> f32 {
    let cols = probs.dim().1;
    let cell = probs.array().slice(ndarray::s![i / cols, i % cols, ..]);
    cell.iter().zip(alike).filter(|(_, a)| **a == class).map(|(p, _)| p).sum()
}

/// Which cells anybody can tell.
fn known_cells(truth: &Truth, board: &CellGrid) -> Vec<bool> {
    let cell = |i: usize| (i / board.cols(), i % board.cols());
    (0..board.cells().len()).map(|i| !truth.unknown_cells.contains(&cell(i))).collect()
}

/// Which cells are played on. Checkers: the squares of the color on which most of the label's
/// pieces stand, all where neither color has more; what is said of cells that are not `known` does
/// not count. Other games: all.
fn playing_cells(game: GameId, board: &CellGrid, known: &[bool]) -> Vec<bool> {
    let even = |i: usize| (i / board.cols() + i % board.cols()).is_multiple_of(2);
    let pieces = |parity: bool| {
        let cells = board.cells().iter().zip(known).enumerate();
        cells.filter(|&(i, (&c, &known))| known && c != 0 && even(i) == parity).count()
    };
    let (on_even, on_odd) = (pieces(true), pieces(false));
    let all = game != GameId::Checkers || on_even == on_odd;
    (0..board.cells().len()).map(|i| all || even(i) == (on_even > on_odd)).collect()
}

#[cfg(test)]
#[path = "metrics_tests.rs"]
mod tests;
