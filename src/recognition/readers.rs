//! All that reads photos: every game's models, each loaded when it is first needed, shared by all
//! callers.

use super::{
    Corners, Correction, Deadline, Recognition, RecognizeOptions, Timings,
    classify::Features,
    corners::CornerDetector,
    kind_name, pattern,
    presence::{Presence, PresenceModel},
    reader::BoardReader,
    which_game::{candidates, likeliest, score},
    workers::Workers,
};
use crate::{
    error::Error,
    games::{GameId, Side},
    geometry::{GridSpec, Quad},
    inference::ModelStore,
    vision::Pyramid,
};
use image::RgbImage;
use std::{
    borrow::Cow,
    mem,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

/// A second board in the photo is one where the detector is so sure of it.
const SURELY_ANOTHER: f32 = 0.8;

/// A board of which more than one cell in so many is hidden is not read.
const HIDDEN: usize = 5;

/// A reading that is right with less than this probability speaks against a board, where one is not
/// likely. Chosen on training photos (train/LOG.md).
const UNREADABLE: f32 = 0.1;

/// A board that is right with less than this probability is hardly one of the game...
const HARDLY: f32 = 0.05;
/// ... where as one of another game it is right with at least this one.
const WELL: f32 = 0.5;

/// Reads boards of all games from photos. Shared between threads (`&Readers`, or an `Arc` of it),
/// it reads as many photos at a time as there are callers.
///
/// ```no_run
/// use kibitzer::{games::GameId, inference::ModelStore, vision::{PhotoLimits, open_photo}};
/// use kibitzer::recognition::{Readers, RecognizeOptions};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let readers = Readers::new(ModelStore::find()?);
/// let photo = open_photo("photo.jpg".as_ref(), &PhotoLimits::default())?;
/// let found = readers.read(&photo, None, &RecognizeOptions::default())?;
/// println!("{}: {}", found.game, found.game.game().to_notation(&found.board));
/// # Ok(())
/// # }
/// ```
pub struct Readers {
    store: ModelStore,
    pub(super) workers: Workers,
    corners: Lazy<CornerDetector>,
    presence: Lazy<Option<PresenceModel>>,
    boards: [Lazy<BoardReader>; GameId::ALL.len()],
    corrections: [Option<Arc<Correction>>; GameId::ALL.len()],
}

/// A photo in which the board is being looked for.
pub(super) struct Search<'a> {
    photo: Pyramid<'a>,
    game: Option<GameId>,
    options: &'a RecognizeOptions,
    /// By when all boards of the photo that are asked for are to be read.
    pub(super) until: Option<Instant>,
    deadline: Deadline,
    /// How long stages took since the last board was read.
    pub(super) timings: Timings,
    /// Where the board is, and nowhere else.
    only: Option<Quad>,
    /// How probably what was found last is a board.
    presence: Option<Presence>,
    /// The corners of the board that was found last, and then of those seen beside it.
    boards: Vec<Quad>,
}

impl<'a> Search<'a> {
    /// A search that begins now.
    pub(super) fn new(
        photo: &'a RgbImage,
        game: Option<GameId>,
        options: &'a RecognizeOptions,
    ) -> Self {
        let until = options.time.map(|time| Instant::now() + time);
        let mut timings = Timings::default();
        let photo = timings.time("pyramid", || Pyramid::new(Cow::Borrowed(photo)));
        Self {
            photo,
            game,
            options,
            until,
            deadline: Deadline::default(),
            timings,
            only: None,
            presence: None,
            boards: Vec::new(),
        }
    }

    /// The boards that were seen, taken out.
    pub(super) fn take_boards(&mut self) -> Vec<Quad> {
        mem::take(&mut self.boards)
    }
}

impl Readers {
    /// Readers with the models of a store, of which none is loaded yet.
    pub fn new(store: ModelStore) -> Self {
        let workers = Workers::new(store.threads());
        Self {
            store,
            workers,
            corners: Lazy::default(),
            presence: Lazy::default(),
            boards: Default::default(),
            corrections: Default::default(),
        }
    }

    /// The same, with a game's classifier corrected for one set of pieces. Its models are loaded
    /// anew.
    #[must_use]
    pub fn corrected(mut self, game: GameId, correction: Correction) -> Self {
        self.corrections[game as usize] = Some(Arc::new(correction));
        self.boards[game as usize] = Lazy::default();
        self
    }

    /// The same, with the classifiers of several games corrected.
    #[must_use]
    pub fn all_corrected(self, corrections: Vec<(GameId, Correction)>) -> Self {
        corrections
            .into_iter()
            .fold(self, |readers, (game, correction)| readers.corrected(game, correction))
    }

    /// What a game's classifier sees in the cells of a board with these corners, row by row: logits
    /// `[cells, classes]`, without a correction, and its last features `[cells, features]`; as they
    /// are, and in the mirror where the classifier looks there, too.
    ///
    /// # Errors
    /// When a model is missing, fails, or gives no features.
    pub fn features(
        &self,
        game: GameId,
        photo: &Pyramid,
        quad: &Quad,
        grid: &GridSpec,
    ) -> Result<Vec<Features>, Error> {
        self.board_reader(game)?.features(photo, quad, grid)
    }

    /// The models.
    pub const fn store(&self) -> &ModelStore {
        &self.store
    }

    /// Loads the models of a game now, so that what is wrong with one shows before the first photo.
    ///
    /// # Errors
    /// When a model is missing, is not what its card says, or cannot be loaded.
    pub fn load(&self, game: GameId) -> Result<(), Error> {
        self.corner_detector()?;
        self.presence()?;
        self.board_reader(game).map(|_| ())
    }

    /// The games whose models are loaded.
    pub fn loaded(&self) -> impl Iterator<Item = GameId> {
        GameId::ALL.into_iter().filter(|&game| self.boards[game as usize].is_loaded())
    }

    /// Reads the board in a photo: of the game named, or, without one, of the game that the photo
    /// shows.
    ///
    /// # Errors
    /// [`Error::NoBoard`] or [`Error::NotABoard`] when there is none, [`Error::PartOfBoard`] when a
    /// part of it is outside the picture, [`Error::Hidden`] when something lies over much of it,
    /// [`Error::OtherBoard`] when there is one that the game
    /// is not played on, [`Error::OtherGame`] when it is surely one of another game; other errors
    /// when the options cannot be or a model fails.
    pub fn read(
        &self,
        photo: &RgbImage,
        game: Option<GameId>,
        options: &RecognizeOptions,
    ) -> Result<Recognition, Error> {
        check(photo, game, options)?;
        self.workers.run(|| {
            let mut search = Search::new(photo, game, options);
            match self.read_here(&mut search) {
                Err(error @ Error::OtherGame { .. }) => self.read_another(&mut search, error),
                read => read,
            }
        })
    }

    /// Reads the board, on the thread that calls and the others of its pool.
    pub(super) fn read_here(&self, search: &mut Search) -> Result<Recognition, Error> {
        search.deadline = Deadline::new(search.until);
        search.presence = None;
        let read = match search.game {
            Some(game) => self.read_as(search, game),
            None => self.read_any(search),
        }?;
        if !search.options.knows_better() {
            refuse_hidden(&read)?;
            search.timings.time("pattern", || pattern::refuse(&search.photo, &read))?;
            refuse_unlikely(&search.photo, search.presence, &read)?;
        }
        Ok(Recognition {
            presence: search.presence,
            others: search.boards.iter().skip(1).copied().collect(),
            left_out: mem::take(&mut search.deadline).left_out(),
            timings: mem::take(&mut search.timings),
            ..read
        })
    }

    /// Reads the board that is here in a photo, more or less, and no other one: one of several
    /// `boards`.
    pub(super) fn read_one(
        &self,
        search: &mut Search,
        boards: &[Quad],
        one: usize,
    ) -> Result<Recognition, Error> {
        search.only = Some(boards[one].upright());
        let read = self.read_here(search)?;
        let others = boards.iter().enumerate().filter(|(i, _)| *i != one);
        Ok(Recognition { others: others.map(|(_, quad)| *quad).collect(), ..read })
    }

    /// Reads the first board beside one with which there is something wrong; where there is none,
    /// that is said.
    fn read_another(&self, search: &mut Search, error: Error) -> Result<Recognition, Error> {
        let boards = search.take_boards();
        for one in 1..boards.len() {
            match self.read_one(search, &boards, one) {
                Err(error) if error.is_no_board() => {}
                read => return read,
            }
        }
        Err(error)
    }

    /// Reads the board as one of this game.
    fn read_as(&self, search: &mut Search, game: GameId) -> Result<Recognition, Error> {
        self.load(game)?;
        let reader = self.board_reader(game)?;
        let found = match self.find(search, game.game().grids()) {
            Err(error @ Error::NoBoard { .. }) => {
                return Err(self.other_board(search, game)?.unwrap_or(error));
            }
            found => found?,
        };
        let grids = search.options.grids(Some(game))?;
        let read = reader.with(search.options)?.read(
            &search.photo,
            found,
            &grids,
            search.options,
            &search.deadline,
            &mut search.timings,
        )?;
        if read.confidence >= HARDLY || search.options.knows_better() {
            return Ok(read);
        }
        let (photo, white) = (&search.photo, search.options.white);
        let other = || self.other_game(photo, white, &read);
        search.timings.time("other game", other)?.map_or(Ok(read), Err)
    }

    /// What there is to say of a board that can hardly be read as one of a game, where it can be
    /// read well as one of another game that is played on the same board.
    fn other_game(
        &self,
        photo: &Pyramid,
        white: Option<Side>,
        read: &Recognition,
    ) -> Result<Option<Error>, Error> {
        let names = self.store.names();
        let can_be_read = |other: &GameId| names.contains(&ModelStore::cells_name(*other));
        let others = played_on(&read.grid).into_iter().filter(|other| *other != read.game);
        for other in others.filter(can_be_read) {
            let quad = read.corners.quad.upright();
            let reader = self.board_reader(other)?;
            let (probability, possible) = reader.at_first_sight(photo, &quad, &read.grid, white)?;
            if probability >= WELL && possible {
                let (game, confidence) = (read.game, read.confidence);
                return Ok(Some(Error::OtherGame { game, confidence, other }));
            }
        }
        Ok(None)
    }

    /// Reads the board as one of the game that is most probably played on it: of those that are
    /// played on the kind of board that the corner detector sees, the one whose reading is the most
    /// probable.
    fn read_any(&self, search: &mut Search) -> Result<Recognition, Error> {
        let found = self.find(search, &search.options.grids(None)?)?;
        let mut readings: Vec<Recognition> = Vec::new();
        let mut candidates = candidates(&found, search.options);
        // Only what the places of the pieces speak for has a score above 0.
        candidates.sort_by_key(|(game, _)| !game.game().has_telling_places());
        for (game, grids) in candidates {
            if readings.iter().any(|read| score(read) > 0.0) {
                break;
            }
            let reader = self.board_reader(game)?;
            let read = reader.with(search.options)?.read(
                &search.photo,
                found.clone(),
                &grids,
                search.options,
                &search.deadline,
                &mut search.timings,
            )?;
            readings.push(read);
        }
        let (best, choice) =
            likeliest(&readings).ok_or(Error::NoBoard { confidence: found.confidence })?;
        Ok(Recognition { game_choice: choice, ..readings.swap_remove(best) })
    }

    /// What there is to say of a photo in which no board of a game was found, where it shows
    /// another board.
    fn other_board(&self, search: &mut Search, game: GameId) -> Result<Option<Error>, Error> {
        let all = RecognizeOptions::default().grids(None)?;
        let found = match self.find(search, &all) {
            Err(error) if error.is_no_board() => return Ok(None),
            found => found?,
        };
        let seen = all.iter().max_by(|a, b| found.claim(a).total_cmp(&found.claim(b)));
        let others = |grid: &&GridSpec| !game.game().grids().contains(grid);
        Ok(seen.filter(others).map(|grid| Error::OtherBoard {
            game,
            rows: grid.rows,
            games: played_on(grid),
        }))
    }

    /// The corners of a board that is one of `grids`.
    fn find(&self, search: &mut Search, grids: &[GridSpec]) -> Result<Corners, Error> {
        let detector = self.corner_detector()?;
        let kinds: Vec<String> = grids.iter().map(kind_name).collect();
        let (photo, options, deadline) = (&search.photo, search.options, &search.deadline);
        let only = search.only;
        let found =
            search.timings.time("corners", || match (only, options.corners, options.near) {
                (Some(here), ..) => detector.find_at(photo, &here, &kinds),
                (None, Some(quad), _) => detector.describe(photo, &quad.upright(), &kinds),
                (None, None, Some(near)) => {
                    detector.find_near(photo, &near.upright(), &kinds, deadline)
                }
                (None, None, None) if options.anyway => {
                    detector.find_anyway(photo, &kinds, deadline)
                }
                (None, None, None) => detector.find(photo, &kinds, deadline),
            })?;
        let others = self.others(search, &found, &kinds)?;
        search.boards = [found.quad].into_iter().chain(others).collect();
        let presence = self.presence()?;
        let Some(presence) = presence.as_ref().as_ref().filter(|_| !options.knows_better()) else {
            return Ok(found);
        };
        let (photo, timings) = (&search.photo, &mut search.timings);
        match timings.time("presence", || presence.check(photo, &found)) {
            Err(refusal @ Error::NotABoard { .. }) if only.is_none() => {
                self.find_elsewhere(search, &found, &kinds, presence)?.ok_or(refusal)
            }
            seen => {
                search.presence = Some(seen?);
                Ok(found)
            }
        }
    }

    /// The corners of a board that is likely one, where what was found first is none.
    fn find_elsewhere(
        &self,
        search: &mut Search,
        found: &Corners,
        kinds: &[String],
        presence: &PresenceModel,
    ) -> Result<Option<Corners>, Error> {
        let detector = self.corner_detector()?;
        let (photo, timings) = (&search.photo, &mut search.timings);
        let elsewhere = || detector.find_elsewhere(photo, found, kinds, &search.deadline);
        let Some(other) = timings.time("corners", elsewhere)? else { return Ok(None) };
        match timings.time("presence", || presence.check(photo, &other)) {
            Ok(seen) if seen.is_likely() => {
                search.boards = vec![other.quad];
                search.presence = Some(seen);
                Ok(Some(other))
            }
            Err(error) if !error.is_no_board() => Err(error),
            _ => Ok(None),
        }
    }

    /// The corners of other boards: of those that there seem to be, those that are surely found,
    /// and look like one.
    fn others(
        &self,
        search: &mut Search,
        found: &Corners,
        kinds: &[String],
    ) -> Result<Vec<Quad>, Error> {
        let (detector, presence) = (self.corner_detector()?, self.presence()?);
        let (photo, timings) = (&search.photo, &mut search.timings);
        let mut others: Vec<Quad> = Vec::new();
        for near in &found.others {
            let other = timings.time("corners", || detector.at(photo, near, kinds))?;
            let known = [&found.quad].into_iter().chain(&others);
            let is_new = known.into_iter().all(|quad| !quad.contains(other.quad.center()));
            let is_board = |presence: &PresenceModel| match presence.check(photo, &other) {
                Ok(seen) => Ok(seen.is_likely()),
                Err(error) if error.is_no_board() => Ok(false),
                Err(error) => Err(error),
            };
            if is_new
                && other.confidence >= SURELY_ANOTHER
                && presence.as_ref().as_ref().map_or(Ok(true), is_board)?
            {
                others.push(other.quad);
            }
        }
        Ok(others)
    }

    fn presence(&self) -> Result<Arc<Option<PresenceModel>>, Error> {
        self.presence.get(|| PresenceModel::load(&self.store))
    }

    pub(super) fn corner_detector(&self) -> Result<Arc<CornerDetector>, Error> {
        self.corners.get(|| CornerDetector::load(&self.store))
    }

    pub(super) fn board_reader(&self, game: GameId) -> Result<Arc<BoardReader>, Error> {
        self.boards[game as usize]
            .get(|| BoardReader::load(&self.store, game, self.corrections[game as usize].clone()))
    }
}

/// What can be wrong with the options for a photo.
pub(super) fn check(
    photo: &RgbImage,
    game: Option<GameId>,
    options: &RecognizeOptions,
) -> Result<(), Error> {
    options.check(game)?;
    options.check_corners(photo.dimensions())
}

/// Whether so much of a board is hidden that what is read of it is no reading.
fn refuse_hidden(read: &Recognition) -> Result<(), Error> {
    let (hidden, cells) = (read.covered.len(), read.grid.len());
    match hidden * HIDDEN > cells {
        true => Err(Error::Hidden { hidden, cells }),
        false => Ok(()),
    }
}

/// What may be no board, and can hardly be read as one, is none.
fn refuse_unlikely(
    photo: &Pyramid,
    presence: Option<Presence>,
    read: &Recognition,
) -> Result<(), Error> {
    let unlikely = presence.filter(|presence| !presence.is_likely());
    match unlikely.filter(|_| read.confidence < UNREADABLE) {
        Some(presence) => Err(presence.refused(photo, &read.corners.quad)),
        None => Ok(()),
    }
}

/// The games that are played on a board.
fn played_on(grid: &GridSpec) -> Vec<GameId> {
    GameId::ALL.into_iter().filter(|game| game.game().grids().contains(grid)).collect()
}

/// What is loaded when it is first asked for; a failure is tried again.
struct Lazy<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for Lazy<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Lazy<T> {
    /// It, loaded now if nobody asked before; callers at the same time wait for the one load.
    fn get(&self, load: impl FnOnce() -> Result<T, Error>) -> Result<Arc<T>, Error> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = &*slot {
            return Ok(Arc::clone(loaded));
        }
        let loaded = Arc::new(load()?);
        *slot = Some(Arc::clone(&loaded));
        Ok(loaded)
    }

    fn is_loaded(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognition::testing;

    #[test]
    fn a_board_that_is_cut_off_is_not_said_to_be_none() {
        let photo = Pyramid::new(Cow::Owned(RgbImage::new(200, 100)));
        let read = Recognition { confidence: UNREADABLE / 2.0, ..testing::recognition(&[]) };
        let refused = |part: f32, none: f32| {
            let presence = Presence { board: 1.0 - part - none, part, none };
            refuse_unlikely(&photo, Some(presence), &read)
        };
        assert!(matches!(refused(0.5, 0.1), Err(Error::PartOfBoard { probability: 0.5, .. })));
        assert!(matches!(refused(0.1, 0.5), Err(Error::NotABoard { probability: Some(0.5), .. })));
        assert!(refused(0.1, 0.1).is_ok());
    }

    #[test]
    fn a_failed_load_is_tried_again_and_a_good_one_is_kept() {
        let lazy: Lazy<u8> = Lazy::default();
        assert!(lazy.get(|| Err(Error::NoBoard { confidence: 0.0 })).is_err() && !lazy.is_loaded());
        assert_eq!(*lazy.get(|| Ok(1)).expect("loaded"), 1);
        assert_eq!(*lazy.get(|| Ok(2)).expect("loaded"), 1);
    }

    #[test]
    fn the_time_of_every_game_that_was_tried_counts() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let photo = image::open(root.join("datasets/samples/images/chess-00000341.jpg"));
        let photo = photo.expect("a photo").to_rgb8();
        let readers = Readers::new(ModelStore::at(root.join("models")));
        GameId::ALL.into_iter().for_each(|game| readers.load(game).expect("models"));
        let start = Instant::now();
        let read = readers.read(&photo, None, &RecognizeOptions::default()).expect("a board");
        let (counted, taken) = (read.timings.total(), start.elapsed());
        assert!(
            counted <= taken && counted.as_secs_f64() > 0.9 * taken.as_secs_f64(),
            "{counted:?} of {taken:?}: {:?}",
            read.timings
        );
    }
}
