//! A chess engine: any program that speaks UCI, run as a child process and never linked.
//!
//! An engine that is dead, silent, talks without end or talks nonsense is an [`EngineError`], never
//! a hang: every wait has an end, and the process ends with the [`Engine`].
//!
//! ```no_run
//! use kibitzer::{chess_play::engine::Engine, games::chess::rules::{Level, Position, write_san}};
//! use std::time::Duration;
//!
//! let mut engine = Engine::start(&Engine::find()?, Duration::from_secs(5))?;
//! let start = Position::default();
//! let thought = engine.think(&start, &[], Level::Medium, None)?;
//! println!("{} plays {}", engine.name(), write_san(&start, thought.best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod process;
mod strength;

pub use error::EngineError;

use crate::games::chess::{
    rules::{Level, Move, Position, read_coordinates, write_coordinates},
    uci::{EngineLine, Info, Score, Setting},
};
use process::Process;
use std::{
    env, iter,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use strength::Strength;

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    name: String,
    settings: Vec<Setting>,
    patience: Duration,
    level: Option<Level>,
}

/// A move and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move; legal.
    pub best: Move,
    /// How the side to move stands, if the engine said.
    pub score: Option<Score>,
    /// The moves it expects, the best one first; legal.
    pub line: Vec<Move>,
}

/// The time that a side has left, and what each move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// On the clock.
    pub left: Duration,
    /// Added after the move.
    pub increment: Duration,
}

impl Engine {
    /// Starts a program and waits at most `patience` for it to say that it is an engine. So long,
    /// too, every later answer may take, thinking aside.
    ///
    /// # Errors
    /// When the program cannot be started, ends, is silent, or does not speak UCI.
    pub fn start(program: &Path, patience: Duration) -> Result<Self, EngineError> {
        let mut process = Process::start(program)?;
        let deadline = Instant::now() + patience;
        process.send("uci")?;
        let (mut name, mut settings) = (program.display().to_string(), Vec::new());
        loop {
            match process.receive(deadline, "uciok")? {
                EngineLine::Name(given) => name = given,
                EngineLine::Setting(setting) => settings.push(setting),
                EngineLine::UciOk => break,
                _ => {}
            }
        }
        let mut engine = Self { process, name, settings, patience, level: None };
        engine.process.send("ucinewgame")?;
        engine.sync()?;
        Ok(engine)
    }

    /// Stockfish, where it usually is: on the `PATH`, or in `/usr/games`.
    ///
    /// # Errors
    /// [`EngineError::NotFound`].
    pub fn find() -> Result<PathBuf, EngineError> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = env::split_paths(&path).chain(iter::once(PathBuf::from("/usr/games")));
        let programs =
            folders.map(|folder| folder.join(format!("stockfish{}", env::consts::EXE_SUFFIX)));
        programs.into_iter().find(|program| program.is_file()).ok_or(EngineError::NotFound)
    }

    /// What the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Lets the engine think about the position after `moves` from `start`, and waits for its move.
    ///
    /// # Errors
    /// When the engine ends, is silent or talks nonsense, or its move is not legal.
    pub fn think(
        &mut self,
        start: &Position,
        moves: &[Move],
        level: Level,
        time: Option<TimeLeft>,
    ) -> Result<Thought, EngineError> {
        let strength = Strength::of(level, time);
        if self.level != Some(level) {
            for command in strength.settings(&self.settings) {
                self.process.send(&command)?;
            }
            self.level = Some(level);
        }
        self.sync()?;
        let (command, position) = position_command(start, moves);
        self.process.send(&command)?;
        self.process.send(&strength.go())?;
        self.answer(&position, strength.time)
    }

    /// Waits until the engine has done what it was told; what it still says about anything before
    /// is passed over.
    fn sync(&mut self) -> Result<(), EngineError> {
        let deadline = Instant::now() + self.patience;
        self.process.send("isready")?;
        while self.process.receive(deadline, "readyok")? != EngineLine::ReadyOk {}
        Ok(())
    }

    /// The engine's answer to `go`. One that overstays its time is told once to stop.
    fn answer(&mut self, position: &Position, time: Duration) -> Result<Thought, EngineError> {
        let mut last = Info::default();
        let (mut deadline, mut told) = (Instant::now() + time + self.patience, false);
        loop {
            match self.process.receive(deadline, "a move") {
                Ok(EngineLine::Info(info)) if !info.line.is_empty() => last = info,
                Ok(EngineLine::BestMove(best)) => return self.thought(position, best, &last),
                Ok(_) => {}
                Err(EngineError::Silent { .. }) if !told => {
                    self.process.send("stop")?;
                    (deadline, told) = (Instant::now() + self.patience, true);
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn thought(
        &self,
        position: &Position,
        best: Option<String>,
        info: &Info,
    ) -> Result<Thought, EngineError> {
        let text = best.unwrap_or_else(|| "no move".to_owned());
        let illegal = || EngineError::Illegal {
            engine: self.name.clone(),
            text: text.clone(),
            fen: position.to_fen(),
        };
        let best = read_coordinates(position, &text).map_err(|_| illegal())?;
        let mut line = legal_part(position, &info.line);
        if line.first() != Some(&best) {
            line = vec![best];
        }
        Ok(Thought { best, score: info.score, line })
    }
}

/// The moves of a line up to the first that is not legal.
fn legal_part(position: &Position, line: &[String]) -> Vec<Move> {
    let mut position = position.clone();
    let mut read = |text: &String| {
        let mv = read_coordinates(&position, text).ok()?;
        position = position.after(mv);
        Some(mv)
    };
    line.iter().map_while(&mut read).collect()
}

/// The command that sets up the position after `moves`, and that position. It names the position
/// behind the last capture or pawn's move, and the moves since: all that repetition needs, and
/// short however long the game.
fn position_command(start: &Position, moves: &[Move]) -> (String, Position) {
    let (mut base, mut since, mut now) = (start.clone(), Vec::new(), start.clone());
    for &mv in moves {
        since.push(write_coordinates(&now, mv));
        now = now.after(mv);
        if now.quiet_moves() == 0 {
            (base, since) = (now.clone(), Vec::new());
        }
    }
    let moves =
        if since.is_empty() { String::new() } else { format!(" moves {}", since.join(" ")) };
    (format!("position fen {}{moves}", base.to_fen()), now)
}

#[cfg(all(test, unix))]
mod tests;
