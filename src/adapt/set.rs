//! Named sets: corrections in files.

use super::{Figures, Learned};
use crate::{
    files::{self, WriteError},
    games::GameId,
    inference::{ModelStore, StoreError},
    recognition::Correction,
};
use etcetera::{BaseStrategy, choose_base_strategy};
use ndarray::Array2;
use serde::{Deserialize, Serialize};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// Version of the file's format.
const SCHEMA: u32 = 1;
/// No such file is larger, in bytes; what is, is something else.
const LARGEST: u64 = 1 << 20;
/// What is wrong with weights of other classes.
const NOT_OF_CLASSES: &str = "its weights are not those of the game's classes";
/// Names the folder of the user's sets, if it is not in their data folder.
const FOLDER: &str = "KIBITZER_SETS";
/// No name is longer.
const LONGEST: usize = 64;

/// A correction with its name, the model that it belongs to, and what it was learned from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedSet {
    /// Version of this format: 1.
    pub schema: u32,
    /// The set's name.
    pub name: String,
    /// The game.
    pub game: GameId,
    /// SHA-256 of the classifier that it corrects, in hexadecimal digits.
    pub model: String,
    /// The photos that it was learned from, as they were named, and what they show.
    pub references: Vec<(String, String)>,
    /// What the correction is worth.
    pub figures: Figures,
    /// The correction.
    correction: Packed,
}

/// A correction's weights as 16-bit whole numbers times a scale: a file of less than 200 kB.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Packed {
    /// Number of features.
    features: usize,
    /// What the whole numbers are multiplied by.
    scale: f32,
    /// The weights of the first feature, one a class, of the next one, ..., and the constants: two
    /// bytes each, the high one first, in hexadecimal digits.
    weights: String,
    /// By how much the logit of each class changes at most; none in sets of before this was so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bounds: Vec<f32>,
}

impl Packed {
    fn new(correction: &Correction) -> Self {
        let weights = correction.weights();
        let most = weights.fold(0.0f32, |most, v| most.max(v.abs()));
        let scale = if most > 0.0 { most / f32::from(i16::MAX) } else { 1.0 };
        let digits = |v: &f32| format!("{:04x}", (v / scale).round() as i16);
        let bounds = correction.bounds().iter().copied();
        Self {
            features: correction.dim().0,
            scale,
            weights: weights.iter().map(digits).collect(),
            // JSON has no infinity.
            bounds: if bounds.clone().all(f32::is_finite) { bounds.collect() } else { Vec::new() },
        }
    }

    /// The correction; `None` where this is none of so many classes.
    fn unpacked(&self, classes: usize) -> Option<Correction> {
        let whole = |digits: &[u8]| {
            let digits = std::str::from_utf8(digits).ok()?;
            u16::from_str_radix(digits, 16).ok().map(|bits| f32::from(bits as i16) * self.scale)
        };
        let values: Option<Vec<f32>> = self.weights.as_bytes().chunks(4).map(whole).collect();
        let rows = self.features.checked_add(1)?;
        let weights = Array2::from_shape_vec((rows, classes), values?).ok()?;
        let correction = self.scale.is_finite().then(|| Correction::new(weights))?;
        let is_bound = |bound: &f32| bound.is_finite() && *bound >= 0.0;
        match &self.bounds[..] {
            [] => Some(correction),
            bounds if bounds.len() == classes && bounds.iter().all(is_bound) => {
                Some(correction.bounded(bounds))
            }
            _ => None,
        }
    }
}

/// A named set that cannot be kept, found or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetError {
    /// The name is none.
    #[error("'{0}' is no name for a set: use letters, digits, - and _, 64 at most")]
    Name(String),
    /// There is no such set.
    #[error("there is no set '{name}' in {folder}{}", listed(known))]
    Missing {
        /// Its name.
        name: String,
        /// Where sets are.
        folder: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// There is one of that name.
    #[error("there is a set '{0}' already: choose another name, or remove it first")]
    Exists(String),
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file is damaged, or something else.
    #[error(
        "{path} is no set of Kibitzer's, or damaged ({problem}): make it again from its photos"
    )]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// It belongs to another model.
    #[error(
        "the set '{name}' was made for another {game} model than the one in {store}: make it again \
        from its photos"
    )]
    OtherModel {
        /// Its name.
        name: String,
        /// The game.
        game: GameId,
        /// Where the models are.
        store: String,
    },
    /// It is of another game.
    #[error("'{name}' is a set of {of}: leave it out for {game}")]
    OtherGame {
        /// Its name.
        name: String,
        /// Its game.
        of: GameId,
        /// The game that it was named for.
        game: GameId,
    },
    /// Nobody knows where the user's data are.
    #[error("no folder for your data was found: set {FOLDER}")]
    NoFolder,
    /// The model cannot be found.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn listed(known: &[String]) -> String {
    match known {
        [] => ": there is none yet".to_owned(),
        known => format!(": there are {}", known.join(", ")),
    }
}

impl NamedSet {
    /// What was learned, with a name.
    ///
    /// # Errors
    /// When the store has no classifier of the game.
    pub fn new(
        name: &str,
        game: GameId,
        models: &ModelStore,
        references: Vec<(String, String)>,
        learned: &Learned,
    ) -> Result<Self, SetError> {
        Ok(Self {
            schema: SCHEMA,
            name: name.to_owned(),
            game,
            model: model_of(models, game)?,
            references,
            figures: learned.figures,
            correction: Packed::new(&learned.correction),
        })
    }

    /// Whether a set may have a name.
    ///
    /// # Errors
    /// When it is none, or leads elsewhere.
    pub fn check_name(name: &str) -> Result<(), SetError> {
        let is_name = !name.is_empty()
            && name.len() <= LONGEST
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        match is_name {
            true => Ok(()),
            false => Err(SetError::Name(name.to_owned())),
        }
    }

    /// The correction, for the classifier in a store.
    ///
    /// # Errors
    /// When that is not the one that it was made for.
    pub fn correction(&self, models: &ModelStore) -> Result<Correction, SetError> {
        if model_of(models, self.game)? != self.model {
            return Err(SetError::OtherModel {
                name: self.name.clone(),
                game: self.game,
                store: models.to_string(),
            });
        }
        self.unpacked().ok_or_else(|| SetError::Damaged {
            path: self.name.clone(),
            problem: NOT_OF_CLASSES.to_owned(),
        })
    }

    fn unpacked(&self) -> Option<Correction> {
        self.correction.unpacked(self.game.game().classes().len())
    }

    /// What can be wrong with it for photos of one game; nothing, where the game is to be found out.
    ///
    /// # Errors
    /// When it is of another game.
    pub fn check(&self, game: Option<GameId>) -> Result<(), SetError> {
        match game.filter(|game| *game != self.game) {
            Some(game) => Err(SetError::OtherGame { name: self.name.clone(), of: self.game, game }),
            None => Ok(()),
        }
    }

    /// What is wrong with it, where something is.
    fn fault(&self) -> Option<&'static str> {
        if self.schema != SCHEMA {
            Some("it is of another version")
        } else if self.unpacked().is_none() {
            Some(NOT_OF_CLASSES)
        } else {
            None
        }
    }
}

fn model_of(models: &ModelStore, game: GameId) -> Result<String, SetError> {
    Ok(models.card(&ModelStore::cells_name(game))?.sha256)
}

/// A folder of named sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sets(PathBuf);

impl Sets {
    /// The sets of a folder, which is made when the first one is kept.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }

    /// The user's own: those of the folder in `KIBITZER_SETS`, or of the user's data folder.
    ///
    /// # Errors
    /// When nobody knows where that is.
    pub fn find() -> Result<Self, SetError> {
        if let Some(folder) = env::var_os(FOLDER).filter(|folder| !folder.is_empty()) {
            return Ok(Self::at(folder));
        }
        let places = choose_base_strategy().map_err(|_| SetError::NoFolder)?;
        Ok(Self::at(places.data_dir().join("kibitzer").join("sets")))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// The names of all sets, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let name = |path: PathBuf| {
            let is_set = path.extension().is_some_and(|extension| extension == "json");
            path.file_stem().filter(|_| is_set)?.to_str().map(str::to_owned)
        };
        let mut names: Vec<String> = entries.filter_map(|entry| name(entry.path())).collect();
        names.sort();
        names
    }

    /// The set of a name.
    ///
    /// # Errors
    /// When there is none, or its file is damaged.
    pub fn get(&self, name: &str) -> Result<NamedSet, SetError> {
        let path = self.path(name)?;
        let shown = path.display().to_string();
        let damaged = |problem: String| SetError::Damaged { path: shown.clone(), problem };
        let unreadable = |source: io::Error| match source.kind() {
            io::ErrorKind::NotFound => self.missing(name),
            _ => SetError::Read { path: shown.clone(), source },
        };
        if fs::metadata(&path).map_err(unreadable)?.len() > LARGEST {
            return Err(damaged("it is too large".to_owned()));
        }
        let text = fs::read(&path).map_err(unreadable)?;
        let set: NamedSet = serde_json::from_slice(&text).map_err(|e| damaged(e.to_string()))?;
        match set.fault() {
            Some(fault) => Err(damaged(fault.to_owned())),
            None => Ok(set),
        }
    }

    /// Keeps a set; one of its name must not be there, unless it is to be replaced. Where it is
    /// kept.
    ///
    /// # Errors
    /// When the name is none, is taken, or the file cannot be written; then nothing has changed.
    pub fn keep(&self, set: &NamedSet, replace: bool) -> Result<PathBuf, SetError> {
        let path = self.path(&set.name)?;
        let text = serde_json::to_vec(set).expect("plain data");
        files::write(&path, &text, replace).map_err(|error| match error {
            WriteError::Exists(_) => SetError::Exists(set.name.clone()),
            error => error.into(),
        })?;
        Ok(path)
    }

    /// Removes a set.
    ///
    /// # Errors
    /// When there is none, or its file cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), SetError> {
        let path = self.path(name)?;
        fs::remove_file(&path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => self.missing(name),
            _ => SetError::Read { path: path.display().to_string(), source },
        })
    }

    fn path(&self, name: &str) -> Result<PathBuf, SetError> {
        NamedSet::check_name(name)?;
        Ok(self.0.join(format!("{name}.json")))
    }

    fn missing(&self, name: &str) -> SetError {
        let folder = self.0.display().to_string();
        SetError::Missing { name: name.to_owned(), folder, known: self.names() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapt::LeftOut;

    fn weights() -> Array2<f32> {
        ndarray::arr2(&[[0.5, -0.25, -0.25], [0.0, 1.0, -1.0]])
    }

    fn set(name: &str) -> NamedSet {
        let figures = Figures {
            left_out: LeftOut::Photo,
            cells: 9,
            right_before: 3,
            right_after: 8,
            probability_before: 0.4,
            probability_after: 0.8,
        };
        NamedSet {
            schema: 1,
            name: name.to_owned(),
            game: GameId::Go,
            model: "ab".to_owned(),
            references: vec![("a.jpg".to_owned(), "(;SZ[9])".to_owned())],
            figures,
            correction: Packed::new(&Correction::new(weights())),
        }
    }

    #[test]
    fn a_set_is_kept_found_and_removed() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let sets = Sets::at(dir.path().join("sets"));
        assert!(sets.names().is_empty());
        sets.keep(&set("club"), false).expect("kept");
        assert_eq!(sets.get("club").expect("found"), set("club"));
        assert!(matches!(sets.keep(&set("club"), false), Err(SetError::Exists(_))));
        sets.keep(&set("club"), true).expect("replaced");
        assert_eq!(sets.names(), ["club"]);
        let error = sets.get("home").expect_err("none");
        assert!(error.to_string().contains("there are club"), "{error}");
        sets.remove("club").expect("removed");
        assert!(matches!(sets.remove("club"), Err(SetError::Missing { .. })));
    }

    #[test]
    fn weights_come_back_to_a_part_in_thirty_thousand() {
        let back = set("club").unpacked().expect("of Go's classes");
        let difference = (back.weights() - &weights()).mapv(f32::abs);
        assert!(difference.iter().all(|v| *v < 1.0 / 30_000.0), "{difference}");
        let nothing = Correction::new(Array2::zeros((3, 3)));
        assert_eq!(Packed::new(&nothing).unpacked(3), Some(nothing));
        assert_eq!(set("club").correction.unpacked(4), None);
    }

    #[test]
    fn bounds_are_kept() {
        let bounded = Correction::new(Array2::zeros((3, 3))).bounded(&[0.0, 1.5, 4.0]);
        assert_eq!(Packed::new(&bounded).unpacked(3), Some(bounded.clone()));
        for bad in [vec![1.0], vec![1.0, -1.0, 1.0], vec![1.0, f32::NAN, 1.0]] {
            let packed = Packed { bounds: bad, ..Packed::new(&bounded) };
            assert_eq!(packed.unpacked(3), None);
        }
    }

    #[test]
    fn a_name_leads_nowhere_else() {
        let sets = Sets::at("sets");
        for name in ["", "../club", "a/b", "a.b", "ä", &"a".repeat(65)] {
            assert!(matches!(sets.get(name), Err(SetError::Name(_))), "{name}");
        }
    }

    #[test]
    fn a_damaged_or_foreign_file_is_no_set() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let sets = Sets::at(dir.path());
        let text = |set: &NamedSet| serde_json::to_string(set).expect("plain data");
        let narrow = Packed { features: 7, ..set("x").correction };
        let narrow = NamedSet { correction: narrow, ..set("x") };
        let text_for_numbers = Packed { weights: "xyz".repeat(8), ..set("x").correction };
        let text_for_numbers = NamedSet { correction: text_for_numbers, ..set("x") };
        let newer = NamedSet { schema: 2, ..set("x") };
        let good = text(&set("x"));
        for bad in [
            "",
            "{}",
            "[1]",
            &good[..good.len() / 2],
            &text(&narrow),
            &text(&text_for_numbers),
            &text(&newer),
        ] {
            fs::write(dir.path().join("x.json"), bad).expect("written");
            assert!(matches!(sets.get("x"), Err(SetError::Damaged { .. })), "{bad}");
        }
    }
}
