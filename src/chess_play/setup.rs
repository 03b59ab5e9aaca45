//! Who plays whom, from where, on what clock.

use crate::games::chess::rules::{
    Computer, InvalidSettings, Level, Position, Settings, TimeControl,
};
use std::time::Duration;

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
}
