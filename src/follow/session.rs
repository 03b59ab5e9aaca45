//! A game that is followed, with its record and what is said of it.

use super::{
    FollowOptions, Follower, Narrator, Occurrence, Part, clock,
    frames::Frame,
    record::{self, Record, RecordError},
};
use crate::{
    error::Error,
    games::{
        GameId,
        chess::rules::{Clock, TimeControl},
        format_cells,
        rules::{Cell, GameState, RecordFile, Rules},
    },
    messages::Language,
    recognition::Readers,
    report::{
        event::{Color, Event, What},
        live::{Board, Live, MoveMade, Standing},
    },
};
use std::sync::Arc;

/// A game that cannot be followed on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A frame cannot be read.
    #[error(transparent)]
    Read(#[from] Error),
    /// The record cannot be written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Follows a game through frames, writes what is certain, and says what happens: what is said is
/// on the disk before.
///
/// ```no_run
/// use kibitzer::{
///     follow::{FollowOptions, Session, frames::{Folder, FrameSource, Next}},
///     games::GameId, inference::ModelStore, messages::Language, recognition::Readers,
///     vision::PhotoLimits,
/// };
/// use std::{path::Path, sync::Arc};
///
/// let readers = Arc::new(Readers::new(ModelStore::at("models")));
/// let options = FollowOptions::new(GameId::Chess);
/// let mut session = Session::new(readers, options, Language::English, None);
/// let mut frames = Folder::open(Path::new("datasets/game/frames"), PhotoLimits::default(), None)?;
/// while let Next::Frame(frame) = frames.next_frame()? {
///     for event in session.see(&frame)? {
///         println!("{}", serde_json::to_string(&event)?);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    game: GameId,
    rules: &'static dyn Rules,
    follower: Follower,
    narrator: Narrator,
    record: Option<Record>,
    clock: Option<TimeControl>,
    language: Language,
    /// What is still to be said, since the record could not be written.
    untold: Vec<What>,
    /// What was said last of the game, of what is unclear now, and of what hides the board now.
    said: Said,
    unclear: Option<Said>,
    hidden: Option<Said>,
    /// Whether it was said that nothing more is to be seen, and no frame has come since.
    finished: bool,
}

/// Something that was said.
#[derive(Clone, Debug)]
struct Said {
    standing: Standing,
    message: String,
    /// The cells of a wrong move.
    wrong: Vec<Cell>,
}

impl Session {
    /// Follows a game. Without a `record` nothing is written.
    pub fn new(
        readers: Arc<Readers>,
        options: FollowOptions,
        language: Language,
        record: Option<Record>,
    ) -> Self {
        let narrator = Narrator::new(options.game, language);
        let narrator = match &options.past {
            Some(past) => narrator.after(past.moves.len()),
            None => narrator,
        };
        let mut session = Self {
            game: options.game,
            rules: options.rules,
            clock: options.clock,
            narrator,
            follower: Follower::new(readers, options),
            record,
            language,
            untold: Vec::new(),
            said: Said { standing: Standing::Waiting, message: String::new(), wrong: Vec::new() },
            unclear: None,
            hidden: None,
            finished: false,
        };
        // It may have ended before it is gone on with.
        let over = session.state().and_then(|state| session.narrator.game_over(&**state));
        over.iter().for_each(|what| session.remember(what));
        session
    }

    /// The same game where it was said before that nothing more is to be seen.
    #[must_use]
    pub fn finished(self) -> Self {
        Self { finished: true, ..self }
    }

    /// What a frame brought about.
    ///
    /// # Errors
    /// When a model fails, or the record cannot be written: then nothing of it was said.
    pub fn see(&mut self, frame: &Frame) -> Result<Vec<Event>, SessionError> {
        self.finished = false;
        let happened = self.follower.see(&frame.image, frame.time_s)?;
        self.tell(happened, frame.name.as_deref(), frame.time_s)
    }

    /// A frame was passed over, since it is no picture.
    pub fn pass_over(&mut self, name: Option<&str>, why: String) -> Event {
        self.follower.pass_over();
        self.event(What::Unreadable { message: why }, name, None)
    }

    /// Nothing more is to be seen: what is likeliest is certain.
    ///
    /// # Errors
    /// When the record cannot be written.
    pub fn finish(&mut self) -> Result<Vec<Event>, SessionError> {
        let happened = self.follower.finish();
        let told = self.tell(happened, None, None)?;
        self.finished = true;
        Ok(told)
    }

    /// The wrong board that stands is the game's from now on: somebody who may has accepted it.
    /// Nothing where none stands.
    ///
    /// # Errors
    /// When the record cannot be written.
    pub fn accept(&mut self) -> Result<Vec<Event>, SessionError> {
        let happened = self.follower.accept();
        self.tell(happened, None, None)
    }

    /// Takes back the last move of the record. Nothing where there is none. A wrong board that still
    /// stands is said again.
    ///
    /// # Errors
    /// When the record cannot be written.
    pub fn undo(&mut self) -> Result<Vec<Event>, SessionError> {
        let happened = self.follower.undo();
        self.tell(happened, None, None)
    }

    /// The side to move has passed, which no board shows: somebody who may says so. Nothing where
    /// nobody passes, before the game has begun, and once it has ended.
    ///
    /// # Errors
    /// When the record cannot be written.
    pub fn pass(&mut self) -> Result<Vec<Event>, SessionError> {
        if self.has_ended() {
            return Ok(Vec::new());
        }
        let happened = self.follower.pass();
        self.tell(happened, None, None)
    }

    /// Whether the game's board was seen.
    pub const fn has_begun(&self) -> bool {
        self.follower.has_begun()
    }

    /// Whether it was said that nothing more is to be seen, and no frame has come since.
    pub const fn is_finished(&self) -> bool {
        self.finished
    }

    /// Whether the last frame showed the board free.
    pub const fn is_free(&self) -> bool {
        self.follower.is_free()
    }

    /// Frames so far.
    pub const fn frames(&self) -> usize {
        self.follower.frames()
    }

    /// The parts of the game so far.
    pub fn parts(&self) -> Vec<&Part> {
        self.follower.parts()
    }

    /// The state after the last certain move; `None` while none is known.
    pub fn state(&self) -> Option<&Arc<dyn GameState>> {
        self.follower.state()
    }

    /// What the players' clocks show at a time in seconds: what is left or, where they have none,
    /// what was used. `None` where it is not known whose moves took how long.
    pub fn clocks(&self, now_s: f64) -> Option<Clock> {
        let part = self.parts().pop()?;
        let last = part.last_s()?;
        let running = part.state().white_to_move().filter(|_| !self.has_ended());
        clock::shown(part, running, (now_s - last).max(0.0), self.clock)
    }

    /// Whether the rules say that the game has ended, whatever stands on the board since.
    fn is_over(&self) -> bool {
        self.state().is_some_and(|state| state.standing().over)
    }

    /// Whether the game has ended: by the rules, because it was said so last, or because nothing
    /// more is to be seen.
    fn has_ended(&self) -> bool {
        self.finished || self.is_over() || matches!(self.said.standing, Standing::Over)
    }

    /// The files of each part of the game so far, those from before it was gone on with, too.
    ///
    /// # Errors
    /// When a move cannot be written in the format, or an earlier file cannot be read.
    pub fn files(&self) -> Result<Vec<Vec<RecordFile>>, RecordError> {
        let earlier = self.record.as_ref().map_or_else(|| Ok(Vec::new()), Record::earlier)?;
        let of = |part| Ok(record::files(self.rules, part, self.clock)?);
        let earlier = earlier.into_iter().map(|file| Ok(vec![file]));
        earlier.chain(self.parts().into_iter().map(of)).collect()
    }

    /// Keeps and says what happened.
    fn tell(
        &mut self,
        happened: Vec<Occurrence>,
        name: Option<&str>,
        time_s: Option<f64>,
    ) -> Result<Vec<Event>, SessionError> {
        let told = happened.into_iter().flat_map(|occurrence| self.narrator.tell(occurrence));
        self.untold.extend(told);
        if let Some(record) = &self.record
            && self.untold.iter().any(What::changes_the_game)
        {
            record.write(self.rules, &self.follower.parts(), self.clock)?;
        }
        let told = std::mem::take(&mut self.untold);
        told.iter().for_each(|what| self.remember(what));
        if self.follower.is_free() {
            self.hidden = None;
        }
        if !self.follower.is_still_unclear() {
            self.unclear = None;
        }
        Ok(told.into_iter().map(|what| self.event(what, name, time_s)).collect())
    }

    /// Remembers what was said last.
    fn remember(&mut self, what: &What) {
        let standing = match what {
            // Men that are knocked over after the end are put back.
            What::AllRight { .. } if self.is_over() => Standing::Over,
            What::Position { .. }
            | What::Move { .. }
            | What::TakenBack { .. }
            | What::AllRight { .. } => Standing::Going,
            What::Verdict { .. } => Standing::Wrong,
            What::Unclear => Standing::Unclear,
            What::Busy { .. } => Standing::Busy,
            What::BoardLost { .. } | What::Unreadable { .. } => Standing::Lost,
            What::GameOver { .. } => Standing::Over,
        };
        let wrong = match what {
            What::Verdict { verdict, .. } => verdict.cells.clone(),
            _ => Vec::new(),
        };
        let said = Said { standing, message: what.sentence(self.language), wrong };
        match standing {
            Standing::Busy | Standing::Lost => self.hidden = Some(said),
            Standing::Unclear => self.unclear = Some(said),
            _ => (self.said, self.unclear) = (said, None),
        }
    }

    /// How the game stands.
    pub fn live(&self) -> Live {
        let now = self.hidden.as_ref().or(self.unclear.as_ref()).unwrap_or(&self.said);
        let Said { standing, message, wrong } = now.clone();
        let board = self.state().map(|state| Board {
            notation: state.notation(),
            cells: format_cells(self.game.game(), state.board()),
            to_move: state.white_to_move().map(Color::of_white),
        });
        let part = self.parts().pop();
        let made = part.map_or(&[][..], |part| &part.moves);
        let moves = made.iter().enumerate().map(|(i, made)| MoveMade {
            number: i + 1,
            side: made.step.white.map(Color::of_white),
            notation: made.step.notation.clone(),
            seen_s: made.seen.time_s,
            took_s: made.took_s,
        });
        Live {
            schema: 1,
            game: self.game,
            standing,
            over: self.has_ended(),
            message,
            board,
            moves: moves.collect(),
            earlier: part.and_then(clock::earlier),
            wrong,
            begun_s: part.and_then(|part| part.begun_s),
            now_s: 0.0,
            frames: self.frames(),
        }
        .said_now()
    }

    fn event(&self, what: What, name: Option<&str>, time_s: Option<f64>) -> Event {
        Event {
            schema: 1,
            game: self.game,
            frame: self.follower.frames(),
            photo: name.map(str::to_owned),
            time_s,
            what,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{follow::Moment, inference::ModelStore};

    fn session() -> Session {
        let readers = Arc::new(Readers::new(ModelStore::at("models")));
        Session::new(readers, FollowOptions::new(GameId::Chess), Language::English, None)
    }

    #[test]
    fn what_was_said_before_stands_again_once_nothing_is_unclear() {
        let mut session = session();
        let message = "Everything is right.".to_owned();
        session.remember(&What::AllRight { board: String::new(), message: message.clone() });
        session.remember(&What::Unclear);
        assert_eq!(session.live().standing, Standing::Unclear);
        assert!(session.tell(Vec::new(), None, None).expect("no record").is_empty());
        let live = session.live();
        assert_eq!((live.standing, live.message), (Standing::Going, message));
    }

    #[test]
    fn a_game_that_is_said_to_be_finished_has_ended() {
        let mut session = session();
        assert!(!session.live().over);
        session.finish().expect("no record");
        assert!(session.live().over);
    }

    /// A game of Go that is gone on with, of which so many passes were made.
    fn after_passes(passes: usize) -> Session {
        let mut past = Part::new(Arc::from(GameId::Go.rules().initial().expect("a start")));
        for frame in 1..=passes {
            assert!(past.pass(Moment { frame, time_s: None }).is_some());
        }
        let readers = Arc::new(Readers::new(ModelStore::at("models")));
        let options = FollowOptions { past: Some(past), ..FollowOptions::new(GameId::Go) };
        Session::new(readers, options, Language::English, None)
    }

    #[test]
    fn a_game_that_had_ended_is_over_when_it_is_gone_on_with() {
        let live = after_passes(1).live();
        assert!(!live.over && live.standing == Standing::Waiting && live.message.is_empty());
        let live = after_passes(2).live();
        assert!(live.over && live.standing == Standing::Over, "{live:?}");
        assert!(live.message.starts_with("Both sides have passed"), "{}", live.message);
    }

    #[test]
    fn a_game_that_is_gone_on_with_goes_on_and_is_over_where_it_had_ended() {
        for (passes, expected) in [(1, vec!["position"]), (2, vec!["position", "game-over"])] {
            let mut session = after_passes(passes);
            let state = Arc::clone(session.state().expect("a past"));
            let corners = "0,0 9,0 9,9 0,9".parse().expect("convex");
            let started = Occurrence::Started { state, corners };
            let told = session.tell(vec![started], None, None).expect("no record");
            let json = serde_json::to_value(&told).expect("JSON");
            let kinds: Vec<_> =
                json.as_array().into_iter().flatten().map(|e| &e["event"]).collect();
            assert_eq!(kinds, expected);
            assert_eq!(json[0]["resumed"], true);
            assert_eq!(
                told[0].what.sentence(Language::English),
                "The game goes on from this board."
            );
            assert_eq!(session.live().standing == Standing::Over, passes == 2);
        }
    }
}
