//! The options of `kibitzer play`, and the game they ask for.

use anyhow::bail;
use clap::{Args, ValueEnum};
use kibitzer::{
    chess_play::{GameFile, Player, Session, Setup},
    games::chess::rules::{Level, Position, Settings, TimeControl},
};
use std::{path::PathBuf, time::Duration};

const COMMANDS: &str = "\
At the prompt: a move (e4, Nbxd2, O-O, e7e8q), or one of hint, undo, resign, draw, board, pgn, \
 quit, help.
With --json each event is one line; docs/playing.md lists them.";

#[derive(Args)]
#[command(after_help = COMMANDS)]
pub struct PlayArgs {
    /// Who plays white [default: person]
    #[arg(long, value_name = "WHO")]
    white: Option<Who>,
    /// Who plays black [default: engine]
    #[arg(long, value_name = "WHO")]
    black: Option<Who>,
    /// The engine, a program that speaks UCI [default: stockfish on the PATH or in /usr/games]
    #[arg(long, value_name = "PATH")]
    pub engine: Option<PathBuf>,
    /// How well the engine plays [default: easy]
    #[arg(long)]
    level: Option<LevelName>,
    /// Minutes on each clock [default: no clock]
    #[arg(long, value_name = "MINUTES")]
    clock: Option<f64>,
    /// Seconds that each move adds to its clock
    #[arg(long, value_name = "S", requires = "clock")]
    increment: Option<f64>,
    /// Where the game starts [default: the initial position]
    #[arg(long, value_parser = parse_fen)]
    fen: Option<Position>,
    /// The chessboard's byte instead of the other choices: bit 0 = 1 new game, 0 the interrupted
    /// one in the game file, with the choices that it was begun with; bits 1-2 the engine's color (0 none, 1 white, 2 black); bits 3-4 its
    /// level; bits 5-7 the clock (0 off, 1 to 6: 1, 3, 5, 10, 30, 60 minutes). 77, 0x4d and
    /// 0b01001101 are the same
    #[arg(long, value_name = "BYTE", value_parser = parse_byte, conflicts_with_all = ["white",
    "black", "level", "clock", "resume"])]
    settings: Option<u8>,
    /// Keep the game in this new file, as PGN, written after every move
    #[arg(long, value_name = "GAME.pgn", conflicts_with = "resume")]
    game_file: Option<PathBuf>,
    /// Go on with the game in this file
    #[arg(long, value_name = "GAME.pgn", conflicts_with_all = ["white", "black", "clock", "fen"])]
    resume: Option<PathBuf>,
    /// Seconds that the engine may be silent, thinking aside
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = parse_patience)]
    engine_timeout: f64,
    /// Write one line of JSON an event
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Who {
    Person,
    Engine,
}

impl From<Who> for Player {
    fn from(who: Who) -> Self {
        match who {
            Who::Person => Self::Person,
            Who::Engine => Self::Engine,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum LevelName {
    Easy,
    Medium,
    Hard,
}

impl From<LevelName> for Level {
    fn from(level: LevelName) -> Self {
        match level {
            LevelName::Easy => Self::Easy,
            LevelName::Medium => Self::Medium,
            LevelName::Hard => Self::Hard,
        }
    }
}

impl PlayArgs {
    /// How long the engine may be silent.
    pub fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.engine_timeout)
    }

    /// The game asked for, and the file it is kept in.
    pub fn open(&self) -> anyhow::Result<(Session, Option<GameFile>)> {
        let settings = self.settings.map(Settings::from_byte).transpose()?;
        let interrupted = settings.is_some_and(|settings| !settings.own_position);
        match (&self.resume, &self.game_file) {
            (Some(path), _) => self.resumed(path),
            (None, Some(_)) if interrupted && self.fen.is_some() => {
                bail!(
                    "these settings ask for the interrupted game, which begins where it did: leave \
                    out --fen, or set bit 0 for a new game"
                )
            }
            (None, Some(path)) if interrupted => self.resumed(path),
            (None, None) if interrupted => {
                bail!(
                    "these settings ask for the interrupted game: name its file with --game-file, \
                    or set bit 0 for a new game"
                )
            }
            (None, path) => {
                let file = path.as_deref().map(GameFile::create).transpose()?;
                Ok((Session::new(self.setup(settings)?), file))
            }
        }
    }

    fn resumed(&self, path: &std::path::Path) -> anyhow::Result<(Session, Option<GameFile>)> {
        let (file, game) = GameFile::open(path)?;
        let mut session = Session::resume(game)?;
        if let Some(level) = self.level {
            session.set_level(level.into());
        }
        Ok((session, Some(file)))
    }

    fn setup(&self, settings: Option<Settings>) -> anyhow::Result<Setup> {
        let start = self.fen.clone().unwrap_or_default();
        if let Some(settings) = settings {
            return Ok(Setup::from_settings(settings, start));
        }
        let time = self
            .clock
            .map(|minutes| TimeControl::new(minutes, self.increment.unwrap_or(0.0)))
            .transpose()?;
        Ok(Setup {
            start,
            white: self.white.unwrap_or(Who::Person).into(),
            black: self.black.unwrap_or(Who::Engine).into(),
            level: self.level.unwrap_or(LevelName::Easy).into(),
            time,
        })
    }
}

fn parse_fen(text: &str) -> Result<Position, String> {
    Position::from_fen(text).map_err(|error| error.to_string())
}

/// A byte in decimal, hexadecimal or binary.
fn parse_byte(text: &str) -> Result<u8, String> {
    let (digits, radix) = match text.split_at_checked(2) {
        Some(("0x", digits)) => (digits, 16),
        Some(("0b", digits)) => (digits, 2),
        _ => (text, 10),
    };
    u8::from_str_radix(digits, radix)
        .map_err(|_| "give a number from 0 to 255, as 77, 0x4d or 0b01001101".to_owned())
}

fn parse_patience(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "give seconds between 0.1 and 3600".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_in_three_ways() {
        assert_eq!(["77", "0x4d", "0b01001101"].map(parse_byte), [Ok(77), Ok(77), Ok(77)]);
        assert!(
            ["256", "-1", "0x", "x", "", "ż"].into_iter().all(|text| parse_byte(text).is_err())
        );
    }
}
