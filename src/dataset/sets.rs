//! Which photos show one physical set: those are on one side of every split, and count together.
//!
//! ```
//! use kibitzer::{dataset::{Label, sets::Sets}, games::GameId};
//!
//! let sets: Sets = serde_json::from_str(r#"{"chess": [["game2", "game4"]]}"#)?;
//! let label = |group: &str, set: Option<&str>| Label {
//!     game: Some(GameId::Chess),
//!     group: group.into(),
//!     set: set.map(str::to_owned),
//!     ..Label::default()
//! };
//! assert_eq!(sets.of(&label("game4", None)), "game2");
//! assert_eq!(sets.of(&label("kitchen", None)), "kitchen");
//! assert_eq!(sets.of(&label("kitchen", Some("vinyl"))), "vinyl");
//! # Ok::<(), serde_json::Error>(())
//! ```

use super::Label;
use crate::games::GameId;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

/// Groups that show one physical set, by game, for labels that do not name their set themselves:
/// `{"chess": [["game2", "game4"], ...]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sets(BTreeMap<GameId, Vec<Vec<String>>>);

/// Sets that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetsError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is something else.
    #[error(
        "{} does not list groups that belong together, as {{\"chess\": [[\"game2\", \"game4\"]]}}: \
        {source}", path.display()
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A group is in two sets.
    #[error("{game} group {group} is named twice among the sets: a group shows one set")]
    TwoSets {
        /// The game.
        game: GameId,
        /// The group.
        group: String,
    },
}

impl Sets {
    /// Reads a file such as `datasets/sets.json`.
    ///
    /// # Errors
    /// When it cannot be read, or a group is in two sets.
    pub fn read(path: &Path) -> Result<Self, SetsError> {
        let text = fs::read_to_string(path)
            .map_err(|source| SetsError::Io { path: path.to_owned(), source })?;
        let sets: Self = serde_json::from_str(&text)
            .map_err(|source| SetsError::Format { path: path.to_owned(), source })?;
        sets.check()?;
        Ok(sets)
    }

    /// Whether every group is in one set at most.
    ///
    /// # Errors
    /// [`SetsError::TwoSets`] where one is in two.
    pub fn check(&self) -> Result<(), SetsError> {
        for (game, sets) in &self.0 {
            let mut seen = BTreeSet::new();
            if let Some(group) = sets.iter().flatten().find(|group| !seen.insert(*group)) {
                return Err(SetsError::TwoSets { game: *game, group: group.clone() });
            }
        }
        Ok(())
    }

    /// The physical set that a label's photo shows: the label's own `set`, else the first group of
    /// the set that its group is in, else its group. Empty where the label names none of them.
    pub fn of<'a>(&'a self, label: &'a Label) -> &'a str {
        if let Some(set) = &label.set {
            return set;
        }
        let of_game = label.game.and_then(|game| self.0.get(&game)).into_iter().flatten();
        let first = of_game.filter(|set| set.contains(&label.group)).find_map(|set| set.first());
        first.unwrap_or(&label.group)
    }
}

impl From<BTreeMap<GameId, Vec<Vec<String>>>> for Sets {
    fn from(sets: BTreeMap<GameId, Vec<Vec<String>>>) -> Self {
        Self(sets)
    }
}
