//! From a photo to a board; a file a step, those in parentheses files of each game in
//! [`games`](crate::games):
//!
//! ```text
//! photo -> corners -> lattice -> rectify -> cells -> classify -> augmentation -> (decode) -> (violations)
//!             |          ^                                            |            ^  |
//!          presence      '---------------- refinement ----------------'  coordinates  context
//! ```
//!
//! ```
//! use kibitzer::{games::{GameId, Side}, inference::ModelStore, vision::{PhotoLimits, open_photo}};
//! use kibitzer::recognition::{Readers, RecognizeOptions, overlay};
//!
//! let readers = Readers::new(ModelStore::find()?);
//! let photo = "datasets/demo/images/chess-before.jpg";
//! let photo = open_photo(photo.as_ref(), &PhotoLimits::default())?;
//! let options = RecognizeOptions { white: Some(Side::Bottom), ..RecognizeOptions::default() };
//! let found = readers.read(&photo, Some(GameId::Chess), &options)?;
//! for doubt in found.doubts() {
//!     println!("look at row {}, column {}", doubt.row, doubt.col);
//! }
//! let picture = overlay(&photo, &found, GameId::Chess.game());
//! assert_eq!(picture.dimensions(), photo.dimensions());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod augmentation;
mod cells;
pub mod classify;
pub mod context;
pub mod coordinates;
pub mod corners;
mod correction;
mod deadline;
mod doubt;
pub mod lattice;
mod layout;
mod occlusion;
mod options;
mod others;
mod overlay;
mod pattern;
pub mod presence;
mod reader;
mod readers;
pub mod rectify;
mod refinement;
mod several;
mod size;
pub mod sliding;
pub mod standing;
#[cfg(test)]
pub(crate) mod testing;
mod timing;
mod verify;
mod watch;
mod which_game;
mod workers;

use crate::{
    games::{CellGrid, CellProbs, GameId, Orientation, Violation, rotate_index},
    geometry::{GridSpec, Quad},
};
pub use corners::{Corners, kind_name};
pub use correction::Correction;
pub use deadline::Deadline;
pub use doubt::{CERTAIN, Concern, Doubt, Why};
pub use layout::CellCrops;
pub use occlusion::Occlusion;
pub use options::RecognizeOptions;
pub use overlay::overlay;
pub use presence::Presence;
pub use readers::Readers;
pub use rectify::{RectifiedBoard, rectify};
pub use timing::Timings;
pub use verify::verify;
pub use watch::{View, Watched};
pub use which_game::GameChoice;

/// A board read from a photo.
#[derive(Clone, Debug)]
pub struct Recognition {
    /// The game.
    pub game: GameId,
    /// The corners; the first is the board's own top-left.
    pub corners: Corners,
    /// The board's grid.
    pub grid: GridSpec,
    /// How probably the corners enclose a whole board; `None` where nothing says so, or the user
    /// does.
    pub presence: Option<Presence>,
    /// The corners of other boards that the photo shows.
    pub others: Vec<Quad>,
    /// How probably the board lies which way round; `None` where it has no side of its own, or the
    /// user says it.
    pub orientation: Option<Orientation>,
    /// How probably it is this game; `None` where no other one is played on such a board, the places
    /// of the pieces tell, or the user says it.
    pub game_choice: Option<GameChoice>,
    /// The board, in its own orientation.
    pub board: CellGrid,
    /// Class probabilities of every cell, in the board's own orientation.
    pub probs: CellProbs,
    /// How far the looks at its doubtful cells disagree, in nats: how much of their entropy is not
    /// that of each look by itself, all cells together. 0 where one look at each was enough.
    pub spread: f64,
    /// Logarithm of the product of the probabilities of what was read in each cell.
    pub log_likelihood: f64,
    /// Probability that the whole board is right: the product of its cells' probabilities, to the
    /// power on the classifier's card.
    pub confidence: f32,
    /// The probability below which a person should look at the board, from the same card.
    pub check_below: f32,
    /// What is impossible about the board.
    pub violations: Vec<Violation>,
    /// Cells, as row and column, that something hides which is neither board nor piece.
    pub covered: Vec<(usize, usize)>,
    /// The steps for which there was no time before the deadline.
    pub left_out: Vec<&'static str>,
    /// Time a stage took.
    pub timings: Timings,
}

impl Recognition {
    /// The same board after quarter turns, as [`CellGrid::rotated`] counts them: for whoever knows
    /// better than the photo which way round it lies.
    #[must_use]
    pub fn turned(self, turns: usize) -> Self {
        let board = self.board.rotated(turns);
        let size = (board.rows(), board.cols());
        // The board as it was is the turned one, turned on to a whole turn.
        let moved = |cell| rotate_index(cell, size, 4 - turns % 4);
        Self {
            corners: self.corners.rotated(turns),
            orientation: None,
            probs: self.probs.rotated(turns),
            violations: self.game.game().violations(&board),
            covered: self.covered.into_iter().map(moved).collect(),
            board,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_board_is_turned_with_all_that_is_said_of_it() {
        let mut found = testing::recognition(&[((0, 2), 0.7)]);
        found.board.set(0, 2, 1);
        found.covered = vec![(0, 0), (0, 2)];
        let first = found.corners.quad.corners()[0];
        for (turns, corner, stone) in
            [(0, (0, 0), (0, 2)), (1, (8, 0), (6, 0)), (2, (8, 8), (8, 6)), (3, (0, 8), (2, 8))]
        {
            let turned = found.clone().turned(turns);
            assert_eq!(turned.board.get(stone.0, stone.1), 1, "{turns}");
            assert_eq!(turned.covered, [corner, stone], "{turns}");
            assert!((turned.probability(stone) - 0.3).abs() < 1e-6, "{turns}");
            assert_eq!(turned.corners.quad.corners()[(4 - turns) % 4], first, "{turns}");
        }
    }
}
