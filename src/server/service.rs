//! What all requests share: the readers, the queue before them, what is counted and what is kept.

use super::{
    form::{Part, Upload},
    games::Games,
    kept::Kept,
    metrics::Metrics,
    origin::Origin,
    problem::{Kind, Problem},
    queue::{Queue, Room},
    shown::{Shown, ShownSets},
    token::Token,
};
use crate::{
    error::Error,
    games::GameId,
    inference::{OnnxModel, StoreError},
    recognition::{Readers, Recognition, RecognizeOptions},
    vision::{PhotoFormat, PhotoLimits, decode_photo},
};
use image::RgbImage;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::Duration,
};

/// What may be chosen about a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Photos that are read at a time.
    pub at_once: usize,
    /// Photos that wait; more are sent away.
    pub waiting: usize,
    /// Largest body of a request in bytes.
    pub upload_bytes: usize,
    /// Bytes of all uploads that are held at a time.
    pub all_upload_bytes: usize,
    /// Limits of a photo.
    pub photos: PhotoLimits,
    /// Longest time of a request, and of a pause in its body.
    pub timeout: Duration,
    /// What clients have to say; `None`: whoever reaches the server may ask.
    pub token: Option<Token>,
    /// Where its own page is found besides: what stands before the server is reached there.
    pub origins: Vec<Origin>,
}

impl Default for Settings {
    /// A photo a core at a time, and as many waiting, so that nobody waits long for an answer; phone
    /// photos up to 16 MiB and 50 megapixels.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            at_once: cores,
            waiting: cores,
            upload_bytes: 16 << 20,
            all_upload_bytes: 256 << 20,
            photos: PhotoLimits {
                max_pixels: 50_000_000,
                max_file_bytes: 16 << 20,
                max_memory_bytes: 512 << 20,
                ..PhotoLimits::default()
            },
            timeout: Duration::from_secs(60),
            token: None,
            origins: Vec::new(),
        }
    }
}

/// Makes readers, at the start and when the models are to be loaded anew.
type MakeReaders = Box<dyn Fn() -> Result<Readers, StoreError> + Send + Sync>;

/// What all requests share.
pub struct Service {
    /// What was chosen.
    pub settings: Settings,
    /// The queue before the readers.
    pub queue: Queue,
    /// What is counted.
    pub metrics: Metrics,
    /// Where corrections are kept; `None`: nowhere.
    pub kept: Option<Kept>,
    /// Sets of pieces that clients have shown.
    pub shown: ShownSets,
    /// Games that are followed.
    pub games: Games,
    readers: RwLock<Arc<Readers>>,
    make_readers: MakeReaders,
    /// Networks that clients run by themselves, each loaded when it is first asked for.
    networks: Mutex<BTreeMap<String, Arc<OnnxModel>>>,
}

/// A photo that was read, with the photo.
pub struct ReadPhoto {
    /// The photo, upright.
    pub photo: RgbImage,
    /// What was read.
    pub read: Result<Recognition, Error>,
}

impl Service {
    /// A service whose readers are made so.
    ///
    /// # Errors
    /// When there are no models.
    pub fn new(
        settings: Settings,
        kept: Option<Kept>,
        make_readers: impl Fn() -> Result<Readers, StoreError> + Send + Sync + 'static,
    ) -> Result<Self, StoreError> {
        let readers = RwLock::new(Arc::new(make_readers()?));
        Ok(Self {
            queue: Queue::new(settings.at_once, settings.waiting, settings.all_upload_bytes),
            metrics: Metrics::default(),
            settings,
            kept,
            shown: ShownSets::default(),
            games: Games::default(),
            readers,
            make_readers: Box::new(make_readers),
            networks: Mutex::default(),
        })
    }

    /// The same with these games.
    #[must_use]
    pub fn with_games(self, games: Games) -> Self {
        Self { games, ..self }
    }

    /// The readers of today.
    pub fn readers(&self) -> Arc<Readers> {
        Arc::clone(&self.readers.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Loads all models of all games: afterwards no request waits for one.
    ///
    /// # Errors
    /// When one is missing or cannot be used.
    pub fn load(&self) -> Result<(), Error> {
        load_all(&self.readers())
    }

    /// Loads the models anew. Requests that are under way end with those they began with; when new
    /// ones cannot be used, the old ones stay.
    ///
    /// # Errors
    /// When a model is missing or cannot be used.
    pub fn reload(&self) -> Result<(), Error> {
        let fresh = (self.make_readers)()?;
        load_all(&fresh)?;
        *self.readers.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
        self.networks.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.shown.clear();
        Ok(())
    }

    /// The network of a model.
    ///
    /// # Errors
    /// When there is none of this name, or it cannot be loaded.
    pub fn network(&self, name: &str) -> Result<Arc<OnnxModel>, StoreError> {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = networks.get(name) {
            return Ok(Arc::clone(network));
        }
        let readers = self.readers();
        if !readers.store().names().iter().any(|known| known == name) {
            return Err(StoreError::Unknown(name.to_owned()));
        }
        let network = Arc::new(readers.store().open_network(name)?);
        networks.insert(name.to_owned(), Arc::clone(&network));
        Ok(network)
    }

    /// Whether all models are loaded.
    pub fn is_ready(&self) -> bool {
        self.readers().loaded().count() == GameId::ALL.len()
    }

    /// Decodes a photo, on the thread that reads it.
    ///
    /// # Errors
    /// When it is no photo, not what it is said to be, or too large.
    pub fn open(&self, upload: &Upload) -> Result<RgbImage, Problem> {
        check_type(upload)?;
        let start = std::time::Instant::now();
        let photo = decode_photo(&upload.bytes, &self.settings.photos)?;
        self.metrics.stage("decode photo", start.elapsed());
        Ok(photo)
    }

    /// Decodes and reads a photo, and counts it.
    ///
    /// # Errors
    /// When the photo cannot be decoded. That no board was found is not an error here.
    pub fn read(
        &self,
        upload: &Upload,
        game: Option<GameId>,
        options: &RecognizeOptions,
    ) -> Result<ReadPhoto, Problem> {
        let photo = self.open(upload)?;
        let read = self.readers().read(&photo, game, options);
        self.metrics.read(game, &read);
        Ok(ReadPhoto { photo, read })
    }

    /// Reads every board of an uploaded photo: at least one reading, or why there is none.
    ///
    /// # Errors
    /// When the upload is no photo.
    pub fn read_all(
        &self,
        upload: &Upload,
        game: Option<GameId>,
        options: &RecognizeOptions,
    ) -> Result<(RgbImage, Vec<Result<Recognition, Error>>), Problem> {
        let photo = self.open(upload)?;
        let read = self.readers().read_all(&photo, game, options);
        self.metrics.read(game, &read[0]);
        Ok((photo, read))
    }

    /// The correction of a set that a client has shown.
    ///
    /// # Errors
    /// [`Kind::NotFound`] when the server does not hold it.
    pub fn correction(&self, set: Option<&str>) -> Result<Option<Shown>, Problem> {
        let gone = "this server does not hold that set (any more): show it again";
        let Some(set) = set else { return Ok(None) };
        self.shown.get(set).map(Some).ok_or_else(|| Kind::NotFound.problem(gone))
    }

    /// Runs a job with the service when its turn comes; `room` is what its upload takes.
    ///
    /// # Errors
    /// [`Kind::Busy`] when no place is free, [`Kind::Internal`] when the job panics, and those of the
    /// job.
    pub async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        room: Option<Room>,
        job: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let service = Arc::clone(self);
        let held = move || {
            let done = job(&service);
            drop(room);
            done
        };
        self.queue.run(held).await?
    }
}

fn load_all(readers: &Readers) -> Result<(), Error> {
    GameId::ALL.into_iter().try_for_each(|game| readers.load(game))
}

/// A photo has to be what its content type says; without one, and with one that says nothing, it
/// may be anything that is read.
fn check_type(upload: &Upload) -> Result<(), Problem> {
    let Some(declared) = upload.declared.as_deref() else { return Ok(()) };
    if declared == "application/octet-stream" {
        return Ok(());
    }
    let is = PhotoFormat::of(&upload.bytes);
    let fits = match is {
        Some(PhotoFormat::Jpeg) => matches!(declared, "image/jpeg" | "image/jpg"),
        Some(PhotoFormat::Png) => declared == "image/png",
        Some(PhotoFormat::WebP) => declared == "image/webp",
        // What is not read is refused with better reasons.
        _ => true,
    };
    if declared.starts_with("image/") && fits {
        return Ok(());
    }
    let found = is.map_or_else(|| "something else".to_owned(), |is| is.to_string());
    Err(Kind::NotAPhoto.problem(format!(
        "the photo is said to be '{declared}' and is {found}: name the type that it has, or \
        application/octet-stream"
    )))
}

impl Part {
    /// What it is called in answers: a file by its name, a text by itself.
    pub fn called(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::File(file) => &file.name,
        }
    }
}
