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
//! let labels = [label("game4", None), label("kitchen", None), label("kitchen", Some("vinyl"))];
//! let names = sets.among(&labels);
//! assert_eq!(names.of(&labels[0]), "game2");
//! assert_eq!([&labels[1], &labels[2]].map(|label| names.of(label)), ["vinyl"; 2]);
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

    /// The physical sets that labels show, taken together: photos of a game that share a group or a
    /// `set`, or whose groups are listed together here, show one.
    pub fn among<'a>(&self, labels: impl IntoIterator<Item = &'a Label>) -> SetNames {
        let mut joined = Joined::default();
        for (game, sets) in &self.0 {
            for set in sets {
                joined.join(set.iter().map(|group| (Some(*game), group.clone())));
            }
        }
        labels.into_iter().for_each(|label| joined.add(label));
        joined.names()
    }
}

impl From<BTreeMap<GameId, Vec<Vec<String>>>> for Sets {
    fn from(sets: BTreeMap<GameId, Vec<Vec<String>>>) -> Self {
        Self(sets)
    }
}

/// What the physical sets of some labels are called; see [`Sets::among`].
#[derive(Clone, Debug, Default)]
pub struct SetNames(BTreeMap<Key, String>);

impl SetNames {
    /// The physical set that a label's photo shows: the first by name of the `set`s of all that
    /// belongs to it, else the first group of those listed together, else its group. Empty where the
    /// label has neither a set nor a group.
    pub fn of<'a>(&'a self, label: &'a Label) -> &'a str {
        let known = named(label).find_map(|key| self.0.get(&key));
        known.or(label.set.as_ref()).unwrap_or(&label.group)
    }
}

/// A game, and the name of a set or a group of it: a set may be called as the first of its groups.
type Key = (Option<GameId>, String);

/// The names of what a label's photo shows, the set's before the group's.
fn named(label: &Label) -> impl Iterator<Item = Key> {
    let names = label.set.iter().chain([&label.group]).filter(|name| !name.is_empty());
    names.map(|name| (label.game, name.clone()))
}

/// Names that belong together: each has a parent, and those with the same last one do.
#[derive(Default)]
struct Joined {
    places: BTreeMap<Key, usize>,
    parents: Vec<usize>,
    /// Names of sets, not of groups alone.
    sets: BTreeSet<usize>,
}

impl Joined {
    fn add(&mut self, label: &Label) {
        self.join(named(label));
        if let Some(set) = &label.set {
            let place = self.places.get(&(label.game, set.clone()));
            self.sets.extend(place);
        }
    }

    fn join(&mut self, keys: impl Iterator<Item = Key>) {
        let mut first = None;
        for key in keys {
            let place = self.place(key);
            let root = self.root(place);
            self.parents[root] = *first.get_or_insert(root);
        }
    }

    /// The place of a name, which is added where it is new.
    fn place(&mut self, key: Key) -> usize {
        let new = self.parents.len();
        let place = *self.places.entry(key).or_insert(new);
        if place == new {
            self.parents.push(new);
        }
        place
    }

    fn root(&self, mut place: usize) -> usize {
        while self.parents[place] != place {
            place = self.parents[place];
        }
        place
    }

    /// The one name of all that belong together: of a set, else of the group that was added first.
    fn names(self) -> SetNames {
        let mut keys: Vec<(&Key, usize)> = self.places.iter().map(|(key, i)| (key, *i)).collect();
        keys.sort_by_key(|(_, place)| if self.sets.contains(place) { 0 } else { 1 + place });
        let mut of_root = BTreeMap::new();
        for ((_, name), place) in &keys {
            of_root.entry(self.root(*place)).or_insert(name);
        }
        let named = |(key, place): (&Key, usize)| (key.clone(), of_root[&self.root(place)].clone());
        SetNames(keys.iter().copied().map(named).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(group: &str, set: Option<&str>) -> Label {
        Label {
            game: Some(GameId::Go),
            group: group.to_owned(),
            set: set.map(str::to_owned),
            ..Label::default()
        }
    }

    fn names_of(sets: &str, labels: &[Label]) -> Vec<String> {
        let sets: Sets = serde_json::from_str(sets).expect("sets");
        let names = sets.among(labels);
        labels.iter().map(|label| names.of(label).to_owned()).collect()
    }

    #[test]
    fn photos_that_share_a_group_or_a_set_show_one_set() {
        let desk = [label("desk", Some("oak")), label("desk", None)];
        assert_eq!(names_of("{}", &desk), ["oak", "oak"]);
        let together = r#"{"go": [["desk", "club"]]}"#;
        assert_eq!(names_of(together, &[desk[0].clone(), label("club", None)]), ["oak", "oak"]);
        // From one to the next: by a set, a group, and a set once more.
        let row = [
            label("a", Some("x")),
            label("b", Some("x")),
            label("b", Some("y")),
            label("c", Some("y")),
            label("c", None),
            label("d", None),
        ];
        assert_eq!(names_of("{}", &row), ["x", "x", "x", "x", "x", "d"]);
        let turned: Vec<Label> = row.iter().rev().cloned().collect();
        assert_eq!(names_of("{}", &turned), ["d", "x", "x", "x", "x", "x"]);
    }

    #[test]
    fn a_set_may_be_called_as_one_of_its_groups() {
        let labels = [label("desk", None), label("club", Some("desk")), label("hall", None)];
        assert_eq!(names_of("{}", &labels), ["desk", "desk", "hall"]);
        let together = r#"{"go": [["hall", "desk"]]}"#;
        assert_eq!(names_of(together, &labels), ["desk"; 3]);
    }

    #[test]
    fn what_shares_nothing_is_apart() {
        let chess = Label { game: Some(GameId::Chess), ..label("desk", None) };
        let labels = [label("desk", Some("oak")), chess, label("oak desk", None), label("", None)];
        assert_eq!(names_of("{}", &labels), ["oak", "desk", "oak desk", ""]);
        // As it was with groups alone, also of labels that were not looked at before.
        let together = r#"{"go": [["desk", "club"], ["x", "a"]]}"#;
        let labels = [label("club", None), label("a", None), label("b", None)];
        assert_eq!(names_of(together, &labels), ["desk", "x", "b"]);
        assert_eq!(SetNames::default().of(&label("b", Some("oak"))), "oak");
    }
}
