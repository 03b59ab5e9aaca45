//! The table at which a game is played: session, file, engine, and what is shown.

use super::{
    input::{Input, Typed, Wish, read_wish},
    options::PlayArgs,
    report::Report,
};
use kibitzer::{
    chess_play::{
        GameFile, Player, Session,
        engine::{Engine, EngineError, Thought, TimeLeft},
    },
    games::chess::rules::{Level, Move},
    messages::Language,
};
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

pub struct Table {
    pub session: Session,
    file: Option<GameFile>,
    engine: Option<Engine>,
    program: Option<PathBuf>,
    patience: Duration,
    report: Report,
}

impl Table {
    /// Sets up the game, starts the engine where one plays, and makes the file.
    pub fn open(args: &PlayArgs, language: Language) -> anyhow::Result<Self> {
        let (session, file) = args.open()?;
        let (patience, report) = (args.patience(), Report::new(args.json, language));
        let mut table =
            Self { session, file, engine: None, program: args.engine.clone(), patience, report };
        let setup = table.session.setup();
        if [setup.white, setup.black].contains(&Player::Engine) {
            let name = table.engine()?.name().to_owned();
            table.session.name_engine(&name);
        }
        table.save()?;
        table.report.start(
            &table.session,
            table.engine.as_ref().map(Engine::name),
            table.file.as_ref().map(GameFile::path),
        );
        Ok(table)
    }

    /// The engine, started at its first use.
    fn engine(&mut self) -> Result<&mut Engine, EngineError> {
        if self.engine.is_none() {
            let program = self.program.clone().map_or_else(Engine::find, Ok)?;
            self.engine = Some(Engine::start(&program, self.patience)?);
        }
        self.engine.as_mut().ok_or(EngineError::NotFound)
    }

    fn save(&mut self) -> anyhow::Result<()> {
        Ok(self.file.as_mut().map_or(Ok(()), |file| file.save(self.session.game()))?)
    }

    fn think(&mut self, level: Level) -> Result<Thought, EngineError> {
        let (start, moves) = (self.session.setup().start.clone(), self.session.moves());
        let increment = self.session.setup().time.map_or(Duration::ZERO, |time| time.increment);
        let time = self.session.time_left().map(|left| TimeLeft { left, increment });
        self.engine()?.think(&start, &moves, level, time)
    }

    /// The engine's turn: it is asked only now, when the newest move has been checked and stored.
    pub fn engine_moves(&mut self) -> anyhow::Result<()> {
        let begun = Instant::now();
        let thought = self.think(self.session.setup().level)?;
        self.confirm(thought.best, begun.elapsed())
    }

    /// Plays a legal move, stores it, and only then says so.
    fn confirm(&mut self, mv: Move, spent: Duration) -> anyhow::Result<()> {
        let by = self.session.to_move();
        let before = self.session.position().clone();
        let counts = self.session.play(mv, spent)?;
        self.save()?;
        if counts {
            self.report.played(&self.session, &before, mv, by);
        }
        Ok(())
    }

    /// The turn of a person: until a move, or something else that changes whose turn it is. Whether
    /// the game goes on is returned.
    pub fn person_moves(&mut self, input: &Input) -> anyhow::Result<bool> {
        let begun = Instant::now();
        self.report.turn(&self.session);
        loop {
            self.report.prompt(&self.session);
            let line = match input
                .wait(self.session.time_left().map(|left| left.saturating_sub(begun.elapsed())))
            {
                Typed::Line(line) => line,
                Typed::TooLate => {
                    self.session.spend(begun.elapsed());
                    self.save()?;
                    return Ok(true);
                }
                Typed::End => return Ok(false),
            };
            match read_wish(&line) {
                Wish::Nothing => {}
                Wish::Help => self.report.help(),
                Wish::Board => self.report.board(&self.session),
                Wish::Pgn => self.report.pgn(&self.session),
                Wish::Hint => self.hint()?,
                Wish::Quit => return Ok(false),
                wish if self.turn_ends(&wish, begun)? => return Ok(true),
                _ => {}
            }
        }
    }

    /// Does what may end a turn; whether it does is returned.
    fn turn_ends(&mut self, wish: &Wish<'_>, begun: Instant) -> anyhow::Result<bool> {
        let done = match wish {
            Wish::Move(text) => match self.session.read(text) {
                Ok(mv) => {
                    self.confirm(mv, begun.elapsed())?;
                    return Ok(true);
                }
                Err(error) => Err(error),
            },
            Wish::Undo => self.session.undo().map(|plies| self.report.undone(&self.session, plies)),
            Wish::Resign => self.session.resign(),
            _ => self.session.draw().map(|answer| self.report.draw(answer)),
        };
        match done {
            Ok(()) if matches!(wish, Wish::Draw) && self.session.ending().is_none() => Ok(false),
            Ok(()) => self.save().map(|()| true),
            Err(error) => {
                self.report.refused(&error, Some(error.message()));
                Ok(false)
            }
        }
    }

    /// Shows what the engine would play at its best. Where there is none, the game goes on without.
    fn hint(&mut self) -> anyhow::Result<()> {
        match self.think(Level::Hard) {
            Ok(thought) => self.report.hint(&self.session, &thought),
            Err(error) if self.engine.is_none() => self.report.refused(&error, None),
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Says how the game ended, or that it was left.
    pub fn close(&self) {
        self.report.end(&self.session, self.file.as_ref().map(GameFile::path));
    }
}
