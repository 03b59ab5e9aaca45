//! Readers that survive a fork.

use crate::{
    errors, options,
    photo::Photo,
    reading::{self, Plain},
};
use kibitzer::{
    adapt::Sets,
    games::GameId,
    inference::ModelStore,
    recognition::{Correction, Readers},
};
use pyo3::prelude::*;
use std::{
    mem::ManuallyDrop,
    path::PathBuf,
    process,
    sync::{Arc, Mutex, PoisonError},
    thread::available_parallelism,
};

/// Reads photos with the models of one place; threads of Python may share it.
#[pyclass(frozen, module = "kibitzer._kibitzer")]
pub struct Reader {
    store: ModelStore,
    current: Mutex<OfProcess>,
}

/// The readers of one process. A forked child has neither the threads of its parent's readers nor
/// their locks in a known state: it makes its own, and leaves those of the parent alone, since even
/// dropping them would wait for threads that are not there.
struct OfProcess {
    process: u32,
    readers: ManuallyDrop<Arc<Readers>>,
}

impl OfProcess {
    fn new(store: &ModelStore) -> Self {
        let readers = ManuallyDrop::new(Arc::new(Readers::new(store.clone())));
        Self { process: process::id(), readers }
    }
}

impl Drop for OfProcess {
    fn drop(&mut self) {
        if self.process == process::id() {
            // SAFETY: nothing uses it after this.
            unsafe { ManuallyDrop::drop(&mut self.readers) };
        }
    }
}

#[pymethods]
impl Reader {
    /// A reader with the models of a folder, or those that come with Kibitzer, none of which is
    /// loaded yet; so many threads a reading, 0 for one a core.
    #[new]
    fn new(models: Option<PathBuf>, threads: usize) -> PyResult<Self> {
        // Threads of its own, even where they are as many as there are cores: those that a process
        // shares do not survive a fork.
        let cores = available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores } else { threads };
        let store = models.map_or_else(ModelStore::embedded, ModelStore::at).with_threads(threads);
        let current = Mutex::new(OfProcess::new(&store));
        Ok(Self { store, current })
    }

    /// Loads the models of a game, or of all games.
    fn load(&self, py: Python<'_>, game: &str) -> PyResult<()> {
        let games = options::game(game)?.map_or(GameId::ALL.to_vec(), |game| vec![game]);
        let readers = self.readers();
        let loaded = py.detach(|| games.into_iter().try_for_each(|game| readers.load(game)));
        loaded.map_err(errors::of_reading)
    }

    /// Reads a photo, which is called `name` in what is said of it.
    #[expect(
        clippy::too_many_arguments,
        reason = "an argument each, so that Python names a wrong one"
    )]
    #[pyo3(signature = (photo, name, game, *, size, corners, white, anyway, deadline_ms, set, lang))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        photo: Photo<'py>,
        name: &str,
        game: &str,
        size: Option<usize>,
        corners: Option<[[f64; 2]; 4]>,
        white: Option<&str>,
        anyway: bool,
        deadline_ms: Option<u64>,
        set: Option<&str>,
        lang: &str,
    ) -> PyResult<Plain<'py>> {
        let game = options::game(game)?;
        let mut options = options::of_photo(size, corners, white, anyway, deadline_ms)?;
        options.check(game).map_err(errors::of_reading)?;
        options::language(lang)?;
        options.correction = set.map(|set| self.correction(set, game)).transpose()?;
        let photo = photo.open(py)?;
        let readers = self.readers();
        let found =
            py.detach(|| readers.read(&photo, game, &options)).map_err(errors::of_reading)?;
        reading::plain(py, name, found, lang)
    }
}

impl Reader {
    /// The readers of this process.
    pub fn readers(&self) -> Arc<Readers> {
        // Only taken by a thread that Python runs, and a fork is by such a thread: in a child it is
        // free.
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.process != process::id() {
            *current = OfProcess::new(&self.store);
        }
        Arc::clone(&current.readers)
    }

    /// What a set of the user's own teaches, for photos of a game.
    pub fn correction(
        &self,
        set: &str,
        game: Option<GameId>,
    ) -> PyResult<(GameId, Arc<Correction>)> {
        let (game, correction) = self.taught(set, game)?;
        Ok((game, Arc::new(correction)))
    }

    /// Readers apart from those of the process, which read every photo of the game of a set with
    /// what it teaches.
    pub fn readers_with(&self, set: &str, game: Option<GameId>) -> PyResult<Arc<Readers>> {
        let taught = self.taught(set, game)?;
        Ok(Arc::new(Readers::new(self.store.clone()).all_corrected(vec![taught])))
    }

    fn taught(&self, set: &str, game: Option<GameId>) -> PyResult<(GameId, Correction)> {
        let set = Sets::find().and_then(|sets| sets.get(set)).map_err(errors::of_set)?;
        set.check(game).map_err(errors::of_set)?;
        Ok((set.game, set.correction(&self.store).map_err(errors::of_set)?))
    }
}
