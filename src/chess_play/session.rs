//! A game in progress.

use super::{
    Ending, Player, Setup,
    tags::{clock_in, clock_note, level_name, new_game, setup_of},
};
use crate::{
    games::chess::rules::{
        ChessClock, ChessProgress, Clock, Level, Move, Outcome, PgnGame, PgnResult, Position,
        read_coordinates, read_san, why_illegal,
    },
    messages::Message,
};
use std::time::Duration;

/// A game in progress. White moves first, or whoever the start says; every move is checked.
#[derive(Clone, Debug)]
pub struct Session {
    setup: Setup,
    game: PgnGame,
    progress: ChessProgress,
    clock: Option<ChessClock>,
    ending: Option<Ending>,
    /// The side that offered a draw with its last move; white when true.
    offer: Option<bool>,
}

/// Something that cannot be done now.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum Refusal {
    /// A text that names no legal move.
    Move {
        /// The text.
        text: String,
        /// Which condition fails.
        why: Message,
    },
    /// The game is over.
    Over,
    /// There are no moves to take back.
    NothingToUndo,
    /// A game that is over was to be played on.
    Ended(PgnResult),
    /// The time control of a game to be played on sets no clock.
    TimeControl(String),
    /// What the clock showed after a move, which is no time.
    Clock(String),
}

impl Refusal {
    /// What is wrong, as a clause.
    pub fn message(&self) -> Message {
        match self {
            Self::Move { text, why } => {
                Message::new("play-refused-move").text("text", text).message("reason", why.clone())
            }
            Self::Over => Message::new("play-refused-over"),
            Self::NothingToUndo => Message::new("play-refused-nothing-to-undo"),
            Self::Ended(result) => Message::new("play-refused-ended").text("result", result.text()),
            Self::TimeControl(text) => Message::new("play-refused-time-control").text("text", text),
            Self::Clock(text) => Message::new("play-refused-clock").text("text", text),
        }
    }
}

/// What became of a wish for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawAnswer {
    /// The game is drawn.
    Drawn,
    /// The other side has to agree, by wishing the same at its turn.
    Offered,
    /// The other side is an engine, which does not agree.
    Declined,
}

impl Session {
    /// A new game.
    pub fn new(setup: Setup) -> Self {
        let game = new_game(&setup);
        Self::at(setup, game)
    }

    /// A game that was interrupted: its setup is told by its tags, the clock by the comments of its
    /// moves.
    ///
    /// # Errors
    /// When the game is over, or its time control or a clock in it cannot be read.
    pub fn resume(mut game: PgnGame) -> Result<Self, Refusal> {
        if game.result != PgnResult::Open {
            return Err(Refusal::Ended(game.result));
        }
        let setup = setup_of(&game)?;
        game.moves.iter().try_for_each(|(_, notes)| clock_in(notes).map(drop))?;
        for (name, value) in new_game(&setup).tags {
            if game.tag(&name).is_none() {
                game.set_tag(&name, value);
            }
        }
        let session = Self::at(setup, game);
        match session.ending {
            Some(ending) => Err(Refusal::Ended(ending.result())),
            None => Ok(session),
        }
    }

    /// The session of a game's moves.
    fn at(setup: Setup, game: PgnGame) -> Self {
        let mut progress = ChessProgress::new(setup.start.clone());
        let mut clock = setup.time.map(|time| time.clock(setup.start.white_to_move()));
        for (mv, notes) in &game.moves {
            let white = progress.position().white_to_move();
            progress.play(*mv);
            if let Some(clock) = &mut clock {
                clock.moved(white, clock_in(notes).ok().flatten());
            }
        }
        if let Some(clock) = &mut clock {
            clock.start();
        }
        let mut session = Self { setup, game, progress, clock, ending: None, offer: None };
        session.end_by_rules();
        session
    }

    /// How it was set up.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Changes how well the engine plays.
    pub fn set_level(&mut self, level: Level) {
        self.setup.level = level;
        self.game.set_tag("EngineLevel", level_name(level));
    }

    /// Tells the engine's name, for the record.
    pub fn name_engine(&mut self, name: &str) {
        for (side, player) in [("White", self.setup.white), ("Black", self.setup.black)] {
            if player == Player::Engine {
                self.game.set_tag(side, name);
            }
        }
    }

    /// The record.
    pub const fn game(&self) -> &PgnGame {
        &self.game
    }

    /// The moves so far.
    pub fn moves(&self) -> Vec<Move> {
        self.game.moves.iter().map(|(mv, _)| *mv).collect()
    }

    /// The position now.
    pub const fn position(&self) -> &Position {
        self.progress.position()
    }

    /// How the game stands by the rules.
    pub fn outcome(&self) -> Outcome {
        self.progress.outcome()
    }

    /// Why the game is over, once it is.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who is to move.
    pub fn to_move(&self) -> Player {
        self.setup.player(self.position().white_to_move())
    }

    /// What the clock shows, without the move that is being thought about.
    pub fn clock(&self) -> Option<Clock> {
        self.clock.map(|clock| clock.left())
    }

    /// What the side to move has left at the start of its move; `None` without a clock.
    pub fn time_left(&self) -> Option<Duration> {
        let left = self.clock()?;
        Some(if self.position().white_to_move() { left.white } else { left.black })
    }

    /// The legal move that a text names, in SAN or by its squares.
    ///
    /// # Errors
    /// [`Refusal::Move`] with the condition that fails.
    pub fn read(&self, text: &str) -> Result<Move, Refusal> {
        let position = self.position();
        read_san(position, text)
            .or_else(|error| read_coordinates(position, text).map_err(|_| error))
            .map_err(|error| {
                let why =
                    why_illegal(position, text).map_or_else(|| error.why(), |why| why.message());
                Refusal::Move { text: text.to_owned(), why }
            })
    }

    /// Plays a legal move that took `spent`. Where the clock has run out meanwhile, the move does
    /// not count and the game is over. Whether it was played is returned.
    ///
    /// # Errors
    /// [`Refusal::Over`], and [`Refusal::Move`] when the move is not legal after all.
    pub fn play(&mut self, mv: Move, spent: Duration) -> Result<bool, Refusal> {
        self.must_go_on()?;
        if !self.position().legal_moves().contains(&mv) {
            return Err(Refusal::Move {
                text: mv.to_string(),
                why: Message::new("chess-no-legal-move"),
            });
        }
        if self.spend(spent) {
            return Ok(false);
        }
        let white = self.position().white_to_move();
        let mut notes = Vec::new();
        if let Some(clock) = &mut self.clock {
            clock.press();
            let left = clock.left();
            notes.push(clock_note(if white { left.white } else { left.black }));
        }
        self.progress.play(mv);
        self.game.moves.push((mv, notes));
        self.offer = self.offer.filter(|offering| *offering == white);
        self.end_by_rules();
        Ok(true)
    }

    /// Takes time from the side to move; whether that ends the game.
    pub fn spend(&mut self, spent: Duration) -> bool {
        let white = self.position().white_to_move();
        let Some(clock) = self.clock.as_mut().filter(|_| self.ending.is_none()) else {
            return false;
        };
        clock.pass(spent);
        if clock.flagged().is_some() {
            let won = self.position().may_mate(!white);
            self.end(Ending::TimeOver { white, won });
        }
        self.ending.is_some()
    }

    /// Takes back the last move of the person to move, and what was answered; between two people,
    /// or two engines, the last move. The clock shows what it showed then. How many moves went is
    /// returned.
    ///
    /// # Errors
    /// [`Refusal::Over`], [`Refusal::NothingToUndo`].
    pub fn undo(&mut self) -> Result<usize, Refusal> {
        self.must_go_on()?;
        let back = if self.setup.white == self.setup.black { 1 } else { 2 };
        let keep = self.game.moves.len().checked_sub(back).ok_or(Refusal::NothingToUndo)?;
        self.game.moves.truncate(keep);
        *self = Self::at(self.setup.clone(), self.game.clone());
        Ok(back)
    }

    /// The side to move resigns. Where the other side cannot mate, the game is drawn.
    ///
    /// # Errors
    /// [`Refusal::Over`].
    pub fn resign(&mut self) -> Result<(), Refusal> {
        self.must_go_on()?;
        let white = self.position().white_to_move();
        self.end(Ending::Resigned { white, won: self.position().may_mate(!white) });
        Ok(())
    }

    /// The side to move wishes a draw: it claims one where the rules allow it, accepts the other
    /// side's offer, or offers one.
    ///
    /// # Errors
    /// [`Refusal::Over`].
    pub fn draw(&mut self) -> Result<DrawAnswer, Refusal> {
        self.must_go_on()?;
        let white = self.position().white_to_move();
        let outcome = self.outcome();
        if matches!(outcome, Outcome::Threefold | Outcome::FiftyMoves) {
            self.end(Ending::Claimed(outcome));
        } else if self.offer == Some(!white) {
            self.end(Ending::Agreed);
        } else if self.setup.player(!white) == Player::Engine {
            return Ok(DrawAnswer::Declined);
        } else {
            self.offer = Some(white);
            return Ok(DrawAnswer::Offered);
        }
        Ok(DrawAnswer::Drawn)
    }

    const fn must_go_on(&self) -> Result<(), Refusal> {
        if self.ending.is_none() { Ok(()) } else { Err(Refusal::Over) }
    }

    fn end_by_rules(&mut self) {
        let outcome = self.outcome();
        if outcome.is_end() {
            self.end(Ending::Rules(outcome));
        }
    }

    fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.game.result = ending.result();
        self.game.set_tag("Termination", ending.termination());
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
