//! Games that are followed through frames which clients send, each at a table of its own.
//!
//! Where a folder is given, each game has one in it, with what was asked of it (`game.json`) and its
//! record, which is written before a move is said: a server that was killed goes on with it.

mod told;

use super::{
    id,
    parameters::GameParameters,
    problem::{Kind, Problem},
};
use crate::{
    files::{WriteError, write_atomically},
    follow::{
        FollowOptions, Session, SessionError,
        frames::Frame,
        record::{self, Record, RecordError},
    },
    games::rules::RecordFile,
    recognition::Readers,
    report::{event::Event, live::Live},
};
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::OwnedMutexGuard;
pub use told::Told;

/// As many games are held.
const MOST: usize = 32;

/// A game that nobody has asked about for so long makes room for another one.
const IDLE: Duration = Duration::from_secs(600);

/// What was asked of a game.
const ASKED: &str = "game.json";

/// A file that is there while it is said that nothing more of a game is to be seen.
const FINISHED: &str = "finished";

/// The games.
#[derive(Default)]
pub struct Games {
    folder: Option<PathBuf>,
    /// The one used last at the end.
    tables: Mutex<Vec<Arc<Table>>>,
}

/// A game.
pub struct Table {
    /// What it is asked for by.
    pub id: String,
    /// What was said when it began.
    pub asked: GameParameters,
    /// What was said of it.
    pub told: Told,
    /// Where it is kept, if anywhere.
    folder: Option<PathBuf>,
    session: Arc<tokio::sync::Mutex<Session>>,
    live: Mutex<Live>,
    /// The number of the newest frame.
    newest: AtomicU64,
    used: Mutex<Instant>,
}

/// The turn to go on with a game.
pub struct Turn {
    table: Arc<Table>,
    session: OwnedMutexGuard<Session>,
}

impl Games {
    /// Games whose records are kept in a folder; without one, nowhere.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn new(folder: Option<PathBuf>) -> Result<Self, WriteError> {
        if let Some(folder) = &folder {
            let failed = |source| WriteError::Io { path: folder.clone(), source };
            fs::create_dir_all(folder).map_err(failed)?;
        }
        Ok(Self { folder, tables: Mutex::default() })
    }

    /// Whether records are kept.
    pub const fn are_kept(&self) -> bool {
        self.folder.is_some()
    }

    /// Begins a game.
    ///
    /// # Errors
    /// [`Kind::Busy`] when there are as many as there may be, [`Kind::Internal`] when its folder
    /// cannot be written.
    pub fn begin(
        &self,
        readers: Arc<Readers>,
        asked: GameParameters,
        options: FollowOptions,
    ) -> Result<Arc<Table>, Problem> {
        if !self.has_room() {
            return Err(full());
        }
        let id = id::fresh();
        let id = id.ok_or_else(|| Kind::Internal.problem("the system gives no random numbers"))?;
        let folder = self.folder_of(&id);
        let record = match &folder {
            Some(folder) => Some(begin_record(folder, &asked).map_err(Problem::from)?),
            None => None,
        };
        let session = Session::new(readers, options, asked.lang, record);
        self.seat(Table::new(id, asked, session, folder))
    }

    /// A game by its id, where it is held.
    pub fn held(&self, id: &str) -> Option<Arc<Table>> {
        let mut tables = self.lock();
        let at = tables.iter().position(|table| table.id == id)?;
        let table = tables.remove(at);
        tables.push(Arc::clone(&table));
        *table.used() = Instant::now();
        Some(table)
    }

    /// A game that is not held but in the folder: it is gone on with, and `options` says how.
    ///
    /// # Errors
    /// [`Kind::NotFound`] when there is none, and when its record cannot be gone on with.
    pub fn go_on(
        &self,
        id: &str,
        readers: Arc<Readers>,
        options: impl FnOnce(&GameParameters) -> Result<FollowOptions, Problem>,
    ) -> Result<Arc<Table>, Problem> {
        let (folder, asked) = self.kept(id)?;
        let mut options = options(&asked)?;
        let (record, past) = Record::resume(&folder, asked.game, options.rules)?;
        options.past = past;
        let session = Session::new(readers, options, asked.lang, Some(record));
        let finished = folder.join(FINISHED).exists();
        let session = if finished { session.finished() } else { session };
        self.seat(Table::new(id.to_owned(), asked, session, Some(folder)))
    }

    /// The files of a game that is not held and cannot be gone on with, as they lie in the folder.
    ///
    /// # Errors
    /// [`Kind::NotFound`] when there is none, and when they cannot be read.
    pub fn files_of_moves(&self, id: &str) -> Result<Vec<RecordFile>, Problem> {
        let (folder, _) = self.kept(id)?;
        Ok(record::files_of_moves(&folder)?)
    }

    /// Where a game is kept, and what was asked of it.
    fn kept(&self, id: &str) -> Result<(PathBuf, GameParameters), Problem> {
        let folder = Some(id).filter(|id| id::is_id(id)).and_then(|id| self.folder_of(id));
        let folder = folder.ok_or_else(none)?;
        match fs::read_to_string(folder.join(ASKED)) {
            Ok(text) => match serde_json::from_str(&text) {
                Ok(asked) => Ok((folder, asked)),
                Err(error) => {
                    let why = format!("what was asked of this game is damaged: {error}");
                    Err(Kind::Internal.problem(why))
                }
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Err(none()),
            Err(error) => Err(Kind::Internal.problem(error.to_string())),
        }
    }

    /// Ends a game; its record stays.
    ///
    /// # Errors
    /// [`Kind::NotFound`] when there is none, and when its folder cannot be written.
    pub fn close(&self, id: &str) -> Result<(), Problem> {
        let held = self.held(id).is_some();
        self.lock().retain(|table| table.id != id);
        let folder = Some(id).filter(|id| id::is_id(id)).and_then(|id| self.folder_of(id));
        let removed = folder.map(|folder| fs::remove_file(folder.join(ASKED)));
        match removed {
            Some(Ok(())) => Ok(()),
            Some(Err(error)) if error.kind() != ErrorKind::NotFound => {
                Err(Kind::Internal.problem(error.to_string()))
            }
            _ if held => Ok(()),
            _ => Err(none()),
        }
    }

    /// Lets all games go, so that nobody listens on.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn folder_of(&self, id: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(id))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether one more game can be held: looked at before anything is written for it.
    fn has_room(&self) -> bool {
        let tables = self.lock();
        tables.len() < MOST || tables.iter().any(|table| table.is_unused())
    }

    /// Holds a game, in the place of one that nobody asks about where there are too many.
    fn seat(&self, table: Table) -> Result<Arc<Table>, Problem> {
        let mut tables = self.lock();
        if let Some(other) = tables.iter().find(|other| other.id == table.id) {
            return Ok(Arc::clone(other));
        }
        if tables.len() >= MOST {
            let free = tables.iter().position(|table| table.is_unused());
            tables.remove(free.ok_or_else(full)?);
        }
        let table = Arc::new(table);
        tables.push(Arc::clone(&table));
        Ok(table)
    }
}

fn full() -> Problem {
    Kind::Busy.problem("this server follows as many games as it can: try again later")
}

/// Makes the folder of a game, with what is asked of it.
fn begin_record(folder: &Path, asked: &GameParameters) -> Result<Record, RecordError> {
    let failed = |source| WriteError::Io { path: folder.to_owned(), source };
    fs::create_dir_all(folder).map_err(failed)?;
    let record = Record::new(folder, asked.game)?;
    let text = serde_json::to_string_pretty(asked).map_err(|error| failed(error.into()))?;
    write_atomically(&folder.join(ASKED), (text + "\n").as_bytes())?;
    Ok(record)
}

impl Table {
    fn new(id: String, asked: GameParameters, session: Session, folder: Option<PathBuf>) -> Self {
        Self {
            id,
            told: Told::new(),
            folder,
            live: Mutex::new(session.live()),
            session: Arc::new(tokio::sync::Mutex::new(session)),
            newest: AtomicU64::new(0),
            used: Mutex::new(Instant::now()),
            asked,
        }
    }

    /// How the game stands, as it is said now: clients tell by it what their clocks are ahead.
    pub fn live(&self) -> Live {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone().said_now()
    }

    /// The turn to go on, when those before have had theirs.
    pub async fn turn(self: &Arc<Self>) -> Turn {
        let session = Arc::clone(&self.session).lock_owned().await;
        Turn { table: Arc::clone(self), session }
    }

    /// The turn of a frame; `None` where a newer frame has come meanwhile.
    pub async fn turn_of_frame(self: &Arc<Self>) -> Option<Turn> {
        let number = self.newest.fetch_add(1, Ordering::SeqCst) + 1;
        let turn = self.turn().await;
        (self.newest.load(Ordering::SeqCst) == number).then_some(turn)
    }

    /// Keeps whether it was said that nothing more is to be seen, which no record tells.
    fn keep_finished(&self, finished: bool) -> Result<(), WriteError> {
        let Some(file) = self.folder.as_ref().map(|folder| folder.join(FINISHED)) else {
            return Ok(());
        };
        match (finished, file.exists()) {
            (true, false) => write_atomically(&file, b""),
            (false, true) => {
                fs::remove_file(&file).map_err(|source| WriteError::Io { path: file, source })
            }
            _ => Ok(()),
        }
    }

    fn used(&self) -> MutexGuard<'_, Instant> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it can make room: nobody has asked about it for long, or it has not begun.
    fn is_unused(&self) -> bool {
        self.used().elapsed() > IDLE || self.newest.load(Ordering::SeqCst) == 0
    }
}

impl Turn {
    /// What a frame brings about.
    ///
    /// # Errors
    /// When a model fails, or the record cannot be written.
    pub fn see(&mut self, frame: &Frame) -> Result<Vec<Event>, Problem> {
        self.go_on(|session| session.see(frame))
    }

    /// What something that is done to the game brings about: it is said to all who listen.
    ///
    /// # Errors
    /// When the record cannot be written.
    pub fn go_on(
        &mut self,
        deed: impl FnOnce(&mut Session) -> Result<Vec<Event>, SessionError>,
    ) -> Result<Vec<Event>, Problem> {
        let done = deed(&mut self.session);
        let kept = self.table.keep_finished(self.session.is_finished());
        let live = self.session.live();
        *self.table.live.lock().unwrap_or_else(PoisonError::into_inner) = live;
        let events = done?;
        events.iter().for_each(|event| self.table.told.tell(event));
        kept.map_err(RecordError::from)?;
        Ok(events)
    }

    /// The game that is gone on with.
    pub fn session(&self) -> &Session {
        &self.session
    }
}

fn none() -> Problem {
    Kind::NotFound.problem("there is no such game (any more): begin one at /v1/games")
}

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Read(error) => error.into(),
            SessionError::Record(error) => error.into(),
        }
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        let kind = match &error {
            RecordError::NotResumable(_) => Kind::NotResumable,
            _ => Kind::Internal,
        };
        kind.problem(error.to_string())
    }
}
