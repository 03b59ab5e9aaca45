//! From a photo to a board; a file a step, those in parentheses files of each game in
//! [`games`](crate::games):
//!
//! ```text
//! photo -> corners -> lattice -> rectify -> cells -> classify -> augmentation -> (decode) -> (violations)
//!             |          ^                                            |            ^  |
//!          presence      '---------------- refinement ----------------'  coordinates  context
//! ```
//!
//! ```no_run
//! use kibitzer::{games::{GameId, Side}, inference::ModelStore, vision::{PhotoLimits, open_photo}};
//! use kibitzer::recognition::{Readers, RecognizeOptions, overlay};
//!
//! let readers = Readers::new(ModelStore::find()?);
//! let photo = open_photo("photo.jpg".as_ref(), &PhotoLimits::default())?;
//! let options = RecognizeOptions { white: Some(Side::Bottom), ..RecognizeOptions::default() };
//! let found = readers.read(&photo, Some(GameId::Chess), &options)?;
//! for doubt in found.doubts() {
//!     println!("look at row {}, column {}", doubt.row, doubt.col);
//! }
//! overlay(&photo, &found, GameId::Chess.game()).save("read.png")?;
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
mod workers;

use crate::{
    games::{CellGrid, CellProbs, GameId, Orientation, Violation},
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
    /// The steps for which there was no time before the deadline.
    pub left_out: Vec<&'static str>,
    /// Time a stage took.
    pub timings: Timings,
}
