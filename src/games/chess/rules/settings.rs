//! The settings of a game as the user's chessboard keeps them: one byte.
//!
//! Bit 0, the lowest: 0 an interrupted game, 1 an own position. Bits 1-2: the computer's color.
//! Bits 3-4: its level. Bits 5-7: the clock. Codes are written with the field's first bit lowest,
//! as numbers.

/// Which side the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Computer {
    /// Two people play.
    #[default]
    None,
    /// The computer plays white.
    White,
    /// The computer plays black.
    Black,
}

/// How well the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// Easy.
    #[default]
    Easy,
    /// Medium.
    Medium,
    /// Hard.
    Hard,
}

/// The settings of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Settings {
    /// Start from an own position instead of the interrupted game.
    pub own_position: bool,
    /// The computer's color.
    pub computer: Computer,
    /// The computer's level; of no meaning between two people.
    pub level: Level,
    /// Minutes on each clock: 1, 3, 5, 10, 30 or 60; `None` for no clock.
    pub minutes: Option<u8>,
}

/// A byte or settings without a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidSettings {
    /// The code of the computer's color is 3.
    #[error("the computer's color has the unused code 11")]
    Computer,
    /// The code of the level is 3.
    #[error("the level has the unused code 11")]
    Level,
    /// The code of the clock is 7.
    #[error("the clock has the unused code 111")]
    Clock,
    /// There is no code for this time.
    #[error("{0} minutes cannot be set: use 1, 3, 5, 10, 30 or 60")]
    Minutes(u8),
}

const MINUTES: [u8; 6] = [1, 3, 5, 10, 30, 60];

impl Settings {
    /// The settings of a byte.
    ///
    /// # Errors
    /// When a field holds an unused code.
    pub const fn from_byte(byte: u8) -> Result<Self, InvalidSettings> {
        let computer = match byte >> 1 & 3 {
            0 => Computer::None,
            1 => Computer::White,
            2 => Computer::Black,
            _ => return Err(InvalidSettings::Computer),
        };
        let level = match byte >> 3 & 3 {
            0 => Level::Easy,
            1 => Level::Medium,
            2 => Level::Hard,
            _ => return Err(InvalidSettings::Level),
        };
        let minutes = match byte >> 5 {
            0 => None,
            7 => return Err(InvalidSettings::Clock),
            code => Some(MINUTES[code as usize - 1]),
        };
        Ok(Self { own_position: byte & 1 == 1, computer, level, minutes })
    }

    /// The byte of the settings.
    ///
    /// # Errors
    /// When there is no code for the minutes.
    pub fn to_byte(self) -> Result<u8, InvalidSettings> {
        let clock = match self.minutes {
            None => 0,
            Some(minutes) => {
                let code = MINUTES
                    .iter()
                    .position(|&m| m == minutes)
                    .ok_or(InvalidSettings::Minutes(minutes))?;
                code as u8 + 1
            }
        };
        Ok(u8::from(self.own_position)
            | (self.computer as u8) << 1
            | (self.level as u8) << 3
            | clock << 5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_reads_back_or_is_refused() {
        let mut read = 0;
        for byte in 0..=u8::MAX {
            if let Ok(settings) = Settings::from_byte(byte) {
                assert_eq!(settings.to_byte(), Ok(byte));
                read += 1;
            }
        }
        // Two starts, three computers, three levels, seven clocks.
        assert_eq!(read, 2 * 3 * 3 * 7);
    }

    #[test]
    fn fields_lie_where_the_document_says() {
        // Clock 110, level 01, computer 10, start 1.
        let settings = Settings {
            own_position: true,
            computer: Computer::Black,
            level: Level::Medium,
            minutes: Some(60),
        };
        assert_eq!(settings.to_byte(), Ok(0b1100_1101));
        assert_eq!(Settings::from_byte(0b1110_0000), Err(InvalidSettings::Clock));
        assert_eq!(Settings::from_byte(0b0001_1000), Err(InvalidSettings::Level));
        assert_eq!(Settings::from_byte(0b0000_0110), Err(InvalidSettings::Computer));
        assert!(Settings { minutes: Some(2), ..settings }.to_byte().is_err());
    }
}
