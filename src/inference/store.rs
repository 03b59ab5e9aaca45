//! The folder of models.

use super::{
    CardError, CellTask, CornerTask, ModelCard, ModelError, OnnxModel, PositionTask, Task,
};
use crate::games::{Game, GameId};
use sha2::{Digest, Sha256};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// A folder with a subfolder a model: `corners`, `chess-cells`, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelStore {
    dir: PathBuf,
}

/// A model that is missing or is not what its card says.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no folder of models.
    #[error(
        "no folder of models was found (looked at {0}): name one with --models or KIBITZER_MODELS"
    )]
    NoStore(String),
    /// The model's file is not there.
    #[error(
        "cannot read {path}: {source}; get the models again, or train one (see README.md, \
        'Retrain')"
    )]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The card is bad.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The file is not the one the card describes.
    #[error(
        "{path} is not the model its card describes (sha256 {found}, the card says {expected}): \
        get the models again, or export it again"
    )]
    Sha256 {
        /// The file.
        path: String,
        /// Of the file.
        found: String,
        /// In the card.
        expected: String,
    },
    /// The card describes another kind of model.
    #[error("{path} is the card of another kind of model, not of {expected}")]
    Task {
        /// The card.
        path: String,
        /// What was wanted.
        expected: String,
    },
    /// The card's classes are not the game's.
    #[error(
        "the classes in {path} are not those of {game} (expected {expected}): train the model \
        again with this version"
    )]
    Classes {
        /// The card.
        path: String,
        /// The game.
        game: GameId,
        /// The game's classes.
        expected: String,
    },
    /// The runtime refuses the model.
    #[error("{path}: {source}")]
    Model {
        /// The file.
        path: String,
        /// Why.
        source: ModelError,
    },
}

impl ModelStore {
    /// A store in the given folder.
    pub fn at(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into() }
    }

    /// Looks for a store in `KIBITZER_MODELS`, `./models`, beside the executable and its parents,
    /// and where the program was built.
    ///
    /// # Errors
    /// When none of them has a corner detector.
    pub fn find() -> Result<Self, StoreError> {
        let executable = env::current_exe().ok();
        let beside =
            executable.iter().flat_map(|p| p.ancestors().skip(1).take(4)).map(|p| p.join("models"));
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
        let named = env::var_os("KIBITZER_MODELS").map(PathBuf::from);
        let places: Vec<PathBuf> = match named {
            Some(dir) => vec![dir],
            None => [PathBuf::from("models")].into_iter().chain(beside).chain([built]).collect(),
        };
        let looked_at =
            || places.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", ");
        places
            .iter()
            .find(|p| p.join("corners/README.md").is_file())
            .map(Self::at)
            .ok_or_else(|| StoreError::NoStore(looked_at()))
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The name of the cell classifier of a game.
    pub fn cells_name(game: GameId) -> String {
        format!("{game}-cells")
    }

    /// The name of the position model of a game.
    pub fn positions_name(game: GameId) -> String {
        format!("{game}-positions")
    }

    /// The models that boards of a game are read with, by name: corners, cells and, where the store
    /// has one, positions.
    pub fn names_for(&self, game: GameId) -> Vec<String> {
        let positions =
            Some(Self::positions_name(game)).filter(|name| self.dir.join(name).is_dir());
        ["corners".to_owned(), Self::cells_name(game)].into_iter().chain(positions).collect()
    }

    /// The models in the store, by name.
    pub fn names(&self) -> Vec<String> {
        self.names_with(&["model.onnx"])
    }

    /// The folders that hold one of some files, by name.
    fn names_with(&self, files: &[&str]) -> Vec<String> {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter(|e| files.iter().any(|file| e.path().join(file).is_file()))
            .map(|e| e.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The folders that hold a model or a card, by name: the models that ought to be there.
    pub fn folders(&self) -> Vec<String> {
        self.names_with(&["model.onnx", "README.md"])
    }

    /// The card of a model.
    ///
    /// # Errors
    /// When it is missing or bad.
    pub fn card(&self, name: &str) -> Result<ModelCard, StoreError> {
        Ok(ModelCard::read(&self.dir.join(name).join("README.md"))?)
    }

    /// The bytes of a model whose SHA-256 is the one in its card.
    ///
    /// # Errors
    /// When the file is missing or is another one.
    pub fn verified_bytes(&self, name: &str, card: &ModelCard) -> Result<Vec<u8>, StoreError> {
        let path = self.dir.join(name).join("model.onnx");
        let bytes = fs::read(&path)
            .map_err(|source| StoreError::Io { path: path.display().to_string(), source })?;
        let found = hex(&Sha256::digest(&bytes));
        if found != card.sha256 {
            return Err(StoreError::Sha256 {
                path: path.display().to_string(),
                found,
                expected: card.sha256.clone(),
            });
        }
        Ok(bytes)
    }

    /// The corner detector.
    ///
    /// # Errors
    /// When it is missing or not what its card says.
    pub fn open_corners(&self) -> Result<(CornerTask, OnnxModel), StoreError> {
        let card = self.card("corners")?;
        let Task::Corners(task) = card.task.clone() else {
            return Err(self.wrong_task("corners", "a corner detector"));
        };
        Ok((task, self.open("corners", &card)?))
    }

    /// The cell classifier of a game.
    ///
    /// # Errors
    /// When it is missing, not what its card says, or of other classes than the game's.
    pub fn open_cells(&self, game: &dyn Game) -> Result<(CellTask, OnnxModel), StoreError> {
        let name = Self::cells_name(game.id());
        let card = self.card(&name)?;
        let Task::Cells(task) = card.task.clone() else {
            return Err(self.wrong_task(&name, "a cell classifier"));
        };
        self.check_classes(&name, game, task.game, &task.classes)?;
        Ok((task, self.open(&name, &card)?))
    }

    /// The position model of a game; `None` where the store has none, and cells are read one by
    /// one.
    ///
    /// # Errors
    /// When it is not what its card says, or of other classes than the game's.
    pub fn open_positions(
        &self,
        game: &dyn Game,
    ) -> Result<Option<(PositionTask, OnnxModel)>, StoreError> {
        let name = Self::positions_name(game.id());
        if !self.dir.join(&name).is_dir() {
            return Ok(None);
        }
        let card = self.card(&name)?;
        let Task::Positions(task) = card.task.clone() else {
            return Err(self.wrong_task(&name, "a position model"));
        };
        self.check_classes(&name, game, task.game, &task.classes)?;
        Ok(Some((task, self.open(&name, &card)?)))
    }

    /// The model with this name, whatever it does.
    ///
    /// # Errors
    /// When it is missing, not what its card says, of other classes than its game's, or has the
    /// name that another model is looked for by.
    pub fn open_named(&self, name: &str) -> Result<(ModelCard, OnnxModel), StoreError> {
        let card = self.card(name)?;
        let (own, classes) = match &card.task {
            Task::Corners(_) => ("corners".to_owned(), None),
            Task::Cells(task) => (Self::cells_name(task.game), Some((task.game, &task.classes))),
            Task::Positions(task) => {
                (Self::positions_name(task.game), Some((task.game, &task.classes)))
            }
        };
        if (name != own || name != card.name) && Self::is_looked_for(name) {
            return Err(self.wrong_task(name, name));
        }
        if let Some((game, classes)) = classes {
            self.check_classes(name, game.game(), game, classes)?;
        }
        let model = self.open(name, &card)?;
        Ok((card, model))
    }

    /// Whether photos are read with a model of this name.
    fn is_looked_for(name: &str) -> bool {
        let of_game = |game| [Self::cells_name(game), Self::positions_name(game)];
        name == "corners" || GameId::ALL.into_iter().flat_map(of_game).any(|known| known == name)
    }

    fn check_classes(
        &self,
        name: &str,
        game: &dyn Game,
        of: GameId,
        classes: &[String],
    ) -> Result<(), StoreError> {
        let codes: Vec<&str> = game.classes().iter().map(|c| c.code).collect();
        if of == game.id() && classes == codes {
            return Ok(());
        }
        let path = self.dir.join(name).join("README.md").display().to_string();
        Err(StoreError::Classes { path, game: game.id(), expected: codes.join(" ") })
    }

    fn open(&self, name: &str, card: &ModelCard) -> Result<OnnxModel, StoreError> {
        let bytes = self.verified_bytes(name, card)?;
        let path = || self.dir.join(name).join("model.onnx").display().to_string();
        OnnxModel::from_bytes(&bytes).map_err(|source| StoreError::Model { path: path(), source })
    }

    fn wrong_task(&self, name: &str, expected: &str) -> StoreError {
        StoreError::Task {
            path: self.dir.join(name).join("README.md").display().to_string(),
            expected: expected.into(),
        }
    }
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
