//! The models: a folder, or a part of the program.

#[cfg(feature = "embedded-models")]
use super::embedded;
#[cfg(feature = "remote")]
use super::{Backend, RemoteModel};
use super::{
    CardError, CellTask, ContextTask, CoordinateTask, CornerTask, Model, ModelCard, ModelError,
    OnnxModel, PresenceTask, Sliding, Task,
};
use crate::games::{Game, GameId};
use sha2::{Digest, Sha256};
use std::{
    borrow::Cow,
    env, fmt, fs, io,
    path::{Path, PathBuf},
};

/// The file of a model's card.
const CARD: &str = "README.md";
/// The file of its network.
const MODEL: &str = "model.onnx";
/// The file of its network as it slides over larger pictures.
const SLIDING: &str = "sliding.onnx";
/// The model that tells boards from what is none.
const PRESENCE: &str = "presence";

/// Threads that a model may be told to run on: more than any machine has cores for would only take
/// memory.
pub const MOST_THREADS: usize = 512;

/// A folder with a subfolder a model: `corners`, `chess-cells`, ...; or the same within the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelStore {
    place: Place,
    threads: usize,
    /// Who runs the models; `None`: this program.
    #[cfg(feature = "remote")]
    backend: Option<Backend>,
}

/// A model with what its card says of input and output.
type Opened<T> = (T, Box<dyn Model>);

/// Where the models are.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Folder(PathBuf),
    #[cfg(feature = "embedded-models")]
    Embedded,
}

/// In words: the folder, or `the program`.
impl fmt::Display for ModelStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dir() {
            Some(dir) => dir.display().fmt(f),
            None => f.write_str("the program"),
        }
    }
}

/// A model that is missing or is not what its card says.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no folder of models.
    #[error("no folder of models was found (looked at {0}): name one in KIBITZER_MODELS")]
    NoStore(String),
    /// The model's file is not there.
    #[error(
        "cannot read {path}: {source}; get the models again, or train one (see \
        docs/retraining.md)"
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
    /// The store has no model of this name.
    #[error("there is no model '{0}'")]
    Unknown(String),
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
        Self::of(Place::Folder(dir.into()))
    }

    /// The released models, as they were when the program was built.
    #[cfg(feature = "embedded-models")]
    pub const fn embedded() -> Self {
        Self::of(Place::Embedded)
    }

    const fn of(place: Place) -> Self {
        Self {
            place,
            threads: 0,
            #[cfg(feature = "remote")]
            backend: None,
        }
    }

    /// The same store, whose models a server runs: what they are made of, and how their inputs are
    /// made, is still read from their cards here.
    #[cfg(feature = "remote")]
    #[must_use]
    pub fn with_backend(self, backend: Option<Backend>) -> Self {
        Self { backend, ..self }
    }

    /// Looks for a store in `KIBITZER_MODELS`, else in `./models`, beside the executable and its
    /// parents, and, with the feature `embedded-models`, in the program itself.
    ///
    /// # Errors
    /// When none of them has a corner detector.
    pub fn find() -> Result<Self, StoreError> {
        let executable = env::current_exe().ok();
        let beside =
            executable.iter().flat_map(|p| p.ancestors().skip(1).take(4)).map(|p| p.join("models"));
        let named = env::var_os("KIBITZER_MODELS").map(PathBuf::from);
        let places: Vec<PathBuf> = match &named {
            Some(dir) => vec![dir.clone()],
            None => [PathBuf::from("models")].into_iter().chain(beside).collect(),
        };
        if let Some(place) = places.iter().find(|p| p.join("corners/README.md").is_file()) {
            return Ok(Self::at(place));
        }
        #[cfg(feature = "embedded-models")]
        if named.is_none() {
            return Ok(Self::embedded());
        }
        let looked_at = places.iter().map(|p| p.display().to_string()).collect::<Vec<_>>();
        Err(StoreError::NoStore(looked_at.join(", ")))
    }

    /// How many threads each of its models runs on; 0 stands for one a core.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// The same store, whose models run on so many threads each; 0, as from the start, stands for
    /// one a core.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The folder; `None` of models that are a part of the program.
    pub fn dir(&self) -> Option<&Path> {
        match &self.place {
            Place::Folder(dir) => Some(dir),
            #[cfg(feature = "embedded-models")]
            Place::Embedded => None,
        }
    }

    /// The name of the cell classifier of a game.
    pub fn cells_name(game: GameId) -> String {
        format!("{game}-cells")
    }

    /// The name of the position model of a game.
    pub fn positions_name(game: GameId) -> String {
        format!("{game}-positions")
    }

    /// The name of the model that reads a game's coordinates.
    pub fn coordinates_name(game: GameId) -> String {
        format!("{game}-coordinates")
    }

    /// The models that boards of a game are read with, by name: corners, cells and, where the store
    /// has them, positions, coordinates and presence.
    pub fn names_for(&self, game: GameId) -> Vec<String> {
        let more = [Self::positions_name(game), Self::coordinates_name(game), PRESENCE.to_owned()];
        let more = more.into_iter().filter(|name| self.has(name));
        ["corners".to_owned(), Self::cells_name(game)].into_iter().chain(more).collect()
    }

    /// Whether the store has something of this name, good or bad.
    fn has(&self, name: &str) -> bool {
        match &self.place {
            Place::Folder(dir) => dir.join(name).is_dir(),
            #[cfg(feature = "embedded-models")]
            Place::Embedded => embedded::model(name).is_some(),
        }
    }

    /// The models in the store, by name.
    pub fn names(&self) -> Vec<String> {
        self.names_with(&[MODEL])
    }

    /// The models that have one of some files, by name.
    fn names_with(&self, files: &[&str]) -> Vec<String> {
        let mut names: Vec<String> = match &self.place {
            Place::Folder(dir) => folders_with(dir, files),
            #[cfg(feature = "embedded-models")]
            Place::Embedded => embedded::MODELS.iter().map(|m| m.name.to_owned()).collect(),
        };
        names.sort();
        names
    }

    /// The folders that hold a model or a card, by name: the models that ought to be there.
    pub fn folders(&self) -> Vec<String> {
        self.names_with(&[MODEL, CARD])
    }

    /// The card of a model.
    ///
    /// # Errors
    /// When it is missing or bad.
    pub fn card(&self, name: &str) -> Result<ModelCard, StoreError> {
        Ok(ModelCard::parse(&self.card_text(name)?, &self.shown(name, CARD))?)
    }

    /// The text of a model's card.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn card_text(&self, name: &str) -> Result<String, StoreError> {
        let text = String::from_utf8(self.bytes(name, CARD)?.into_owned());
        text.map_err(|e| self.unreadable(name, CARD, io::Error::other(e)))
    }

    /// The bytes of a model whose SHA-256 is the one in its card.
    ///
    /// # Errors
    /// When the file is missing or is another one.
    pub fn verified_bytes(
        &self,
        name: &str,
        card: &ModelCard,
    ) -> Result<Cow<'static, [u8]>, StoreError> {
        self.bytes_with(name, MODEL, &card.sha256)
    }

    /// The bytes of a file of a model that has to have this SHA-256.
    fn bytes_with(
        &self,
        name: &str,
        file: &str,
        expected: &str,
    ) -> Result<Cow<'static, [u8]>, StoreError> {
        let bytes = self.bytes(name, file)?;
        let found = hex(&Sha256::digest(&bytes));
        if found != expected {
            let path = self.shown(name, file);
            return Err(StoreError::Sha256 { path, found, expected: expected.to_owned() });
        }
        Ok(bytes)
    }

    /// The size of a model's file in bytes.
    ///
    /// # Errors
    /// When it is missing.
    pub fn size(&self, name: &str) -> Result<u64, StoreError> {
        match &self.place {
            Place::Folder(dir) => fs::metadata(dir.join(name).join(MODEL))
                .map(|file| file.len())
                .map_err(|source| self.unreadable(name, MODEL, source)),
            #[cfg(feature = "embedded-models")]
            Place::Embedded => Ok(self.bytes(name, MODEL)?.len() as u64),
        }
    }

    /// The bytes of a file of a model.
    fn bytes(&self, name: &str, file: &str) -> Result<Cow<'static, [u8]>, StoreError> {
        let bytes = match &self.place {
            Place::Folder(dir) => fs::read(dir.join(name).join(file)).map(Cow::Owned),
            #[cfg(feature = "embedded-models")]
            Place::Embedded => embedded::model(name)
                .and_then(|model| model.file(file))
                .map(Cow::Borrowed)
                .ok_or_else(|| io::ErrorKind::NotFound.into()),
        };
        bytes.map_err(|source| self.unreadable(name, file, source))
    }

    fn unreadable(&self, name: &str, file: &str, source: io::Error) -> StoreError {
        let path = self.shown(name, file);
        if file == CARD {
            CardError::Io { path, source }.into()
        } else {
            StoreError::Io { path, source }
        }
    }

    /// How a file of a model is called in messages.
    fn shown(&self, name: &str, file: &str) -> String {
        let of = |dir: &Path| dir.join(name).join(file).display().to_string();
        self.dir().map_or_else(|| format!("{name}/{file} of the program"), of)
    }

    /// The corner detector.
    ///
    /// # Errors
    /// When it is missing or not what its card says.
    pub fn open_corners(&self) -> Result<Opened<CornerTask>, StoreError> {
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
    pub fn open_cells(&self, game: &dyn Game) -> Result<Opened<CellTask>, StoreError> {
        let name = Self::cells_name(game.id());
        let card = self.card(&name)?;
        let Task::Cells(task) = card.task.clone() else {
            return Err(self.wrong_task(&name, "a cell classifier"));
        };
        self.check_classes(&name, game, task.game, &task.classes)?;
        Ok((task, self.open(&name, &card)?))
    }

    /// A cell classifier as it slides over larger pictures, by the classifier's name; `None` where
    /// there is none beside it, or where a server runs the models.
    ///
    /// # Errors
    /// When it is not what the card says.
    pub fn open_sliding(&self, name: &str) -> Result<Option<Opened<Sliding>>, StoreError> {
        #[cfg(feature = "remote")]
        if self.backend.is_some() {
            return Ok(None);
        }
        let Task::Cells(CellTask { sliding: Some(sliding), .. }) = self.card(name)?.task else {
            return Ok(None);
        };
        let bytes = match self.bytes_with(name, SLIDING, &sliding.sha256) {
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            bytes => bytes?,
        };
        let path = self.shown(name, SLIDING);
        let model = match OnnxModel::from_bytes(&bytes, self.threads) {
            Ok(model) => model.named(path),
            Err(source) => return Err(StoreError::Model { path, source }),
        };
        Ok(Some((sliding, Box::new(model))))
    }

    /// The position model of a game; `None` where the store has none, and cells are read one by
    /// one.
    ///
    /// # Errors
    /// When it is not what its card says, or of other classes than the game's.
    pub fn open_positions(
        &self,
        game: &dyn Game,
    ) -> Result<Option<Opened<ContextTask>>, StoreError> {
        let name = Self::positions_name(game.id());
        if !self.has(&name) {
            return Ok(None);
        }
        let card = self.card(&name)?;
        let Task::Positions(task) = card.task.clone() else {
            return Err(self.wrong_task(&name, "a position model"));
        };
        self.check_classes(&name, game, task.game, &task.classes)?;
        Ok(Some((task, self.open(&name, &card)?)))
    }

    /// The model that reads a game's coordinates; `None` where the store has none, and they tell
    /// nothing.
    ///
    /// # Errors
    /// When it is not what its card says.
    pub fn open_coordinates(
        &self,
        game: GameId,
    ) -> Result<Option<Opened<CoordinateTask>>, StoreError> {
        let name = Self::coordinates_name(game);
        if !self.has(&name) {
            return Ok(None);
        }
        let card = self.card(&name)?;
        let task = match card.task.clone() {
            Task::Coordinates(task) if task.game == game => task,
            _ => return Err(self.wrong_task(&name, "a model of coordinates")),
        };
        Ok(Some((task, self.open(&name, &card)?)))
    }

    /// The model that tells boards from what is none; `None` where the store has none.
    ///
    /// # Errors
    /// When it is not what its card says.
    pub fn open_presence(&self) -> Result<Option<Opened<PresenceTask>>, StoreError> {
        if !self.has(PRESENCE) {
            return Ok(None);
        }
        let card = self.card(PRESENCE)?;
        let Task::Presence(task) = card.task.clone() else {
            return Err(self.wrong_task(PRESENCE, "a presence model"));
        };
        Ok(Some((task, self.open(PRESENCE, &card)?)))
    }

    /// The model with this name, whatever it does.
    ///
    /// # Errors
    /// When it is missing, not what its card says, of other classes than its game's, or has the
    /// name that another model is looked for by.
    pub fn open_named(&self, name: &str) -> Result<(ModelCard, Box<dyn Model>), StoreError> {
        let card = self.card(name)?;
        let (own, classes) = match &card.task {
            Task::Corners(_) => ("corners".to_owned(), None),
            Task::Presence(_) => (PRESENCE.to_owned(), None),
            Task::Coordinates(task) => (Self::coordinates_name(task.game), None),
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
        let of_game = |game| {
            [Self::cells_name(game), Self::positions_name(game), Self::coordinates_name(game)]
        };
        ["corners", PRESENCE].contains(&name)
            || GameId::ALL.into_iter().flat_map(of_game).any(|known| known == name)
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
        let path = self.shown(name, CARD);
        Err(StoreError::Classes { path, game: game.id(), expected: codes.join(" ") })
    }

    fn open(&self, name: &str, card: &ModelCard) -> Result<Box<dyn Model>, StoreError> {
        #[cfg(feature = "remote")]
        if let Some(backend) = &self.backend {
            let model = RemoteModel::connect(backend, name);
            return Ok(Box::new(model.map_err(|source| self.unusable(name, source))?));
        }
        Ok(Box::new(self.open_here(name, card)?))
    }

    /// The network of a model, run by this program whoever runs the others.
    ///
    /// # Errors
    /// When it is missing or not what its card says.
    pub fn open_network(&self, name: &str) -> Result<OnnxModel, StoreError> {
        self.open_here(name, &self.card(name)?)
    }

    fn open_here(&self, name: &str, card: &ModelCard) -> Result<OnnxModel, StoreError> {
        let bytes = self.verified_bytes(name, card)?;
        let model = OnnxModel::from_bytes(&bytes, self.threads);
        let model = model.map_err(|source| self.unusable(name, source))?;
        Ok(model.named(self.shown(name, MODEL)))
    }

    fn unusable(&self, name: &str, source: ModelError) -> StoreError {
        StoreError::Model { path: self.shown(name, MODEL), source }
    }

    fn wrong_task(&self, name: &str, expected: &str) -> StoreError {
        StoreError::Task { path: self.shown(name, CARD), expected: expected.into() }
    }
}

/// The folders in a folder that hold one of some files.
fn folders_with(dir: &Path, files: &[&str]) -> Vec<String> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .filter(|e| files.iter().any(|file| e.path().join(file).is_file()))
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect()
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "embedded-models")]
    #[test]
    fn the_program_holds_the_models_of_the_repository() {
        let of_folder = ModelStore::at("models");
        let embedded = ModelStore::embedded();
        assert_eq!(embedded.names(), of_folder.names());
        for name in embedded.names() {
            let card = embedded.card(&name).expect("a card");
            assert_eq!(card, of_folder.card(&name).expect("a card"));
            let bytes = embedded.verified_bytes(&name, &card).expect("its model");
            assert_eq!(bytes.len() as u64, of_folder.size(&name).expect("a file"));
        }
        assert_eq!((embedded.to_string(), embedded.dir()), ("the program".to_owned(), None));
    }

    #[test]
    fn a_model_that_is_not_there_is_named() {
        let error = ModelStore::at("models").card("chess-boards").expect_err("no such model");
        assert!(error.to_string().contains("chess-boards"), "{error}");
    }

    #[test]
    fn a_model_that_does_not_fit_its_card_is_named() {
        let network = ModelStore::at("models").open_network("go-cells").expect("a model");
        let picture = ndarray::Array4::zeros([1, 3, 1, 1]);
        let error = network.run(picture.view()).expect_err("another shape").to_string();
        let file = Path::new("models/go-cells").join(MODEL);
        let named = format!("{} takes input of shape ", file.display());
        assert!(error.starts_with(&named) && error.contains(", not 1 x 3 x 1 x 1: "), "{error}");
        assert!(error.ends_with("`kibitzer model verify` checks all"), "{error}");
    }
}
