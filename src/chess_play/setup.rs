//! Who plays whom, from where, on what clock.

use crate::games::chess::rules::{
    ChessClock, Computer, InvalidSettings, Level, Position, Settings,
};
use std::{fmt, str::FromStr, time::Duration};

/// Who makes a side's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person.
    #[default]
    Person,
    /// An engine.
    Engine,
}

impl Player {
    /// `person` or `engine`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Engine => "engine",
        }
    }
}

/// A clock's time for the whole game, and what each move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// At the start, for each side.
    pub time: Duration,
    /// After each move.
    pub increment: Duration,
}

/// A time that no clock shows.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "no clock can be set to {0}: give minutes between 0.01 and 6000 and an increment of at most \
    3600 seconds"
)]
pub struct InvalidTime(String);

impl TimeControl {
    /// A clock of minutes and an increment in seconds.
    ///
    /// # Errors
    /// When the numbers are out of range.
    pub fn new(minutes: f64, increment: f64) -> Result<Self, InvalidTime> {
        if !(0.01..=6000.0).contains(&minutes) || !(0.0..=3600.0).contains(&increment) {
            return Err(InvalidTime(format!("{minutes} minutes and {increment} seconds a move")));
        }
        let time = Duration::from_secs_f64(minutes * 60.0);
        Ok(Self { time, increment: Duration::from_secs_f64(increment) })
    }

    /// A clock that shows the whole time for both.
    pub const fn clock(self, white_to_move: bool) -> ChessClock {
        ChessClock::new(self.time, self.increment, white_to_move)
    }
}

/// As PGN's tag `TimeControl` writes it: seconds, `300+2`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl FromStr for TimeControl {
    type Err = InvalidTime;

    fn from_str(text: &str) -> Result<Self, InvalidTime> {
        let invalid = || InvalidTime(format!("'{text}'"));
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| text.parse::<f64>().map_err(|_| invalid());
        Self::new(seconds(time)? / 60.0, seconds(increment)?).map_err(|_| invalid())
    }
}

/// Everything that is chosen before a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Where it starts.
    pub start: Position,
    /// Who plays white.
    pub white: Player,
    /// Who plays black.
    pub black: Player,
    /// How well the engine plays.
    pub level: Level,
    /// The clock.
    pub time: Option<TimeControl>,
}

impl Setup {
    /// The setup of a chessboard's settings, from a position.
    pub fn from_settings(settings: Settings, start: Position) -> Self {
        let engine =
            |color| if settings.computer == color { Player::Engine } else { Player::Person };
        let time = settings.minutes.map(|minutes| TimeControl {
            time: Duration::from_secs(60 * u64::from(minutes)),
            increment: Duration::ZERO,
        });
        Self {
            start,
            white: engine(Computer::White),
            black: engine(Computer::Black),
            level: settings.level,
            time,
        }
    }

    /// The chessboard's settings of this setup.
    ///
    /// # Errors
    /// When they have no byte: two engines, an increment, or another clock than the six.
    pub fn settings(&self) -> Result<Settings, InvalidSettings> {
        let computer = match (self.white, self.black) {
            (Player::Person, Player::Person) => Computer::None,
            (Player::Engine, Player::Person) => Computer::White,
            (Player::Person, Player::Engine) => Computer::Black,
            (Player::Engine, Player::Engine) => return Err(InvalidSettings::Computer),
        };
        let minutes = self.time.map(|time| {
            let whole = time.increment.is_zero()
                && time.time.subsec_nanos() == 0
                && time.time.as_secs() % 60 == 0;
            u8::try_from(time.time.as_secs() / 60)
                .ok()
                .filter(|_| whole)
                .ok_or(InvalidSettings::Clock)
        });
        let level = if computer == Computer::None { Level::default() } else { self.level };
        let settings =
            Settings { own_position: true, computer, level, minutes: minutes.transpose()? };
        settings.to_byte().map(|_| settings)
    }

    /// Who plays a side.
    pub const fn player(&self, white: bool) -> Player {
        if white { self.white } else { self.black }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_a_byte_come_back() {
        for byte in (0..=u8::MAX).filter(|byte| byte & 1 == 1) {
            let Ok(settings) = Settings::from_byte(byte) else { continue };
            let setup = Setup::from_settings(settings, Position::default());
            let expected =
                if settings.computer == Computer::None { byte & !0b1_1000 } else { byte };
            assert_eq!(
                setup.settings().and_then(Settings::to_byte).ok(),
                Some(expected),
                "{byte:#010b}"
            );
        }
    }

    #[test]
    fn what_no_byte_can_say() {
        let setup = |minutes, increment| Setup {
            time: TimeControl::new(minutes, increment).ok(),
            ..Setup::default()
        };
        assert!(setup(5.0, 0.0).settings().is_ok());
        assert!(
            setup(5.0, 1.0).settings().is_err()
                && setup(7.0, 0.0).settings().is_err()
                && setup(0.5, 0.0).settings().is_err()
        );
        assert!(
            Setup { white: Player::Engine, black: Player::Engine, ..Setup::default() }
                .settings()
                .is_err()
        );
    }

    #[test]
    fn times_are_written_as_pgn_has_them() {
        for (minutes, increment, text) in
            [(5.0, 2.0, "300+2"), (0.05, 0.5, "3+0.5"), (60.0, 0.0, "3600")]
        {
            let time = TimeControl::new(minutes, increment).expect("a time");
            assert_eq!((time.to_string().as_str(), text.parse()), (text, Ok(time)));
        }
        for text in ["", "-", "x", "300+", "-5", "1e99", "nan", "300+inf", "40/9000"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        assert!(TimeControl::new(f64::NAN, 0.0).is_err() && TimeControl::new(0.0, 0.0).is_err());
    }
}
