//! Reading a user's own set: a classifier corrected by photos of it whose position is known.
//!
//! A photo or two of the set, its start position say, are a *reference*. What the network sees in
//! their cells (its last features) and what is truly there give a linear correction of its last
//! layer, in a second and without training; a prior holds it back, so that what the references do
//! not show is read as before. A *named set* keeps the correction in a small file.
//!
//! ```
//! use kibitzer::{
//!     adapt::{NamedSet, ReferenceName, Sets, learn}, games::GameId, inference::ModelStore,
//!     recognition::Readers,
//! };
//!
//! let readers = Readers::new(ModelStore::find()?);
//! let photo = "datasets/game/frames/0001.jpg"; // It shows the initial position.
//! let start = ReferenceName::new(photo).open(GameId::Chess)?;
//! let learned = learn(&readers, GameId::Chess, &[start])?;
//! let mine = NamedSet::new("mine", GameId::Chess, readers.store(), Vec::new(), &learned)?;
//! let folder = std::env::temp_dir().join(format!("kibitzer-sets-{}", std::process::id()));
//! let file = Sets::at(&folder).keep(&mine, false)?;
//! assert!(file.starts_with(&folder));
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fit;
mod learn;
mod locate;
mod position;
mod reference;
mod set;
mod worth;

use crate::{error::Error, games::GameId, request::InvalidBoard};
pub use learn::{Learned, learn};
pub use locate::{Located, locate};
pub use position::{Position, position_of};
pub use reference::{Reference, ReferenceError, ReferenceName, each_once, labeled, unchecked};
pub use set::{NamedSet, SetError, Sets};
pub use worth::{Figures, LeftOut};

/// References from which nothing can be learned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AdaptError {
    /// A photo cannot be read.
    #[error("the reference {photo}: {source}")]
    Photo {
        /// The photo.
        photo: String,
        /// Why.
        source: Box<Error>,
    },
    /// The game has no initial position that a photo could show.
    #[error(
        "what the reference {photo} shows has to be said: in {game} nothing stands there at first"
    )]
    NoInitialPosition {
        /// The photo.
        photo: String,
        /// The game.
        game: GameId,
    },
    /// A position is no board of the game.
    #[error("the position of the reference {photo}: {source}")]
    Position {
        /// The photo.
        photo: String,
        /// What is wrong.
        source: InvalidBoard,
    },
    /// The position is of a board of another size than the photo shows.
    #[error(
        "the reference {photo} shows a {found}x{found} board, its position is of {given}x{given}"
    )]
    Size {
        /// The photo.
        photo: String,
        /// Rows of the board in the photo.
        found: usize,
        /// Rows of the position.
        given: usize,
    },
    /// The photo shows another position.
    #[error(
        "the reference {photo} does not show the position that it is said to show: look at {}",
        cells.join(", ")
    )]
    NotShown {
        /// The photo.
        photo: String,
        /// Names of the cells that surely look otherwise.
        cells: Vec<String>,
    },
    /// A photo is there twice: read by what it has taught itself, it would say more of the set than
    /// is true.
    #[error("the references {first} and {second} are the same photo: name each photo once")]
    Twice {
        /// The photo.
        first: String,
        /// The same one.
        second: String,
    },
    /// There are no references, or one kind of cell alone.
    #[error(
        "the references show nothing to learn from: name a photo with pieces on it (of labels that do \
        not mark kings, pieces teach nothing)"
    )]
    Nothing,
}

impl AdaptError {
    /// Why, where a model is missing or fails: nothing that another reference could mend.
    pub fn of_model(self) -> Option<Error> {
        match self {
            Self::Photo { source, .. } => match *source {
                error @ (Error::Store(_) | Error::Model(_) | Error::Output { .. }) => Some(error),
                _ => None,
            },
            _ => None,
        }
    }
}
