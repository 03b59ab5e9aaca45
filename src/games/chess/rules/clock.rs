//! The clock as a state machine without time of its own: the caller says how much has passed.

use std::{fmt, str::FromStr, time::Duration};

/// What is left to both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    /// White's time.
    pub white: Duration,
    /// Black's time.
    pub black: Duration,
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

/// A clock for two players, with an optional increment after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessClock {
    left: Clock,
    increment: Duration,
    white_to_move: bool,
    running: bool,
}

impl ChessClock {
    /// A stopped clock with the same time for both.
    pub const fn new(time: Duration, increment: Duration, white_to_move: bool) -> Self {
        Self { left: Clock { white: time, black: time }, increment, white_to_move, running: false }
    }

    /// What is left.
    pub const fn left(&self) -> Clock {
        self.left
    }

    /// Starts or goes on; no effect once a side's time is over.
    pub fn start(&mut self) {
        self.running = self.flagged().is_none();
    }

    /// Stops both sides.
    pub const fn stop(&mut self) {
        self.running = false;
    }

    /// Takes time that has passed from the side to move, and stops at zero.
    pub fn pass(&mut self, time: Duration) {
        if self.running {
            let left = self.own();
            *left = left.saturating_sub(time);
            self.running = self.flagged().is_none();
        }
    }

    /// The side to move has moved: it gets its increment, and the other side's time runs. No effect
    /// once time is over.
    pub fn press(&mut self) {
        if self.flagged().is_none() {
            let increment = self.increment;
            let own = self.own();
            *own = own.saturating_add(increment);
            self.white_to_move = !self.white_to_move;
        }
    }

    /// Sets a stopped clock to what it showed after a side's move, where that is known: the other
    /// side is to move.
    pub const fn moved(&mut self, white: bool, left: Option<Duration>) {
        self.white_to_move = white;
        if let Some(left) = left {
            *self.own() = left;
        }
        self.white_to_move = !white;
    }

    /// Whether white's time (true) or black's (false) is over.
    pub const fn flagged(&self) -> Option<bool> {
        if self.left.white.is_zero() {
            Some(true)
        } else if self.left.black.is_zero() {
            Some(false)
        } else {
            None
        }
    }

    const fn own(&mut self) -> &mut Duration {
        if self.white_to_move { &mut self.left.white } else { &mut self.left.black }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn moves_add_the_increment_and_change_sides() {
        let mut clock = ChessClock::new(60 * SECOND, 2 * SECOND, true);
        clock.pass(5 * SECOND);
        assert_eq!(clock.left().white, 60 * SECOND, "a stopped clock does not run");
        clock.start();
        clock.pass(5 * SECOND);
        clock.press();
        clock.pass(7 * SECOND);
        assert_eq!(clock.left(), Clock { white: 57 * SECOND, black: 53 * SECOND });
    }

    #[test]
    fn a_clock_goes_on_as_it_was_left() {
        let mut clock = ChessClock::new(60 * SECOND, SECOND, false);
        clock.moved(false, Some(50 * SECOND));
        clock.moved(true, None);
        clock.moved(false, Some(40 * SECOND));
        clock.start();
        clock.pass(SECOND);
        assert_eq!(clock.left(), Clock { white: 59 * SECOND, black: 40 * SECOND });
    }

    #[test]
    fn zero_ends_the_game() {
        let mut clock = ChessClock::new(3 * SECOND, SECOND, true);
        clock.start();
        clock.pass(10 * SECOND);
        assert_eq!((clock.left().white, clock.flagged()), (Duration::ZERO, Some(true)));
        clock.press();
        clock.start();
        clock.pass(SECOND);
        assert_eq!(clock.left(), Clock { white: Duration::ZERO, black: 3 * SECOND });
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
