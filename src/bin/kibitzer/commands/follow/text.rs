//! What `kibitzer follow` says to people.

use kibitzer::{
    games::{CellGrid, Game, chess::rules::Clock},
    messages::{Language, Message},
    report::event::{Event, What},
};

use std::time::Duration;

/// Draws the board and says what happened: over and over in the same place of a terminal, or a
/// line an event.
pub struct View {
    pub game: &'static dyn Game,
    pub language: Language,
    /// Whether there is a terminal, with colors.
    pub terminal: bool,
}

/// Times that are larger count from 1970, and are no time of the game.
const LONGEST_GAME: f64 = 1e8;

/// Clears a terminal.
const CLEAR: &str = "\x1b[H\x1b[J";
const RED: &str = "\x1b[31m";
const PLAIN: &str = "\x1b[0m";

/// What a terminal shows beside what happened.
pub struct Shown<'a> {
    /// The last correct board.
    pub board: &'a CellGrid,
    pub clocks: Option<Clock>,
}

impl View {
    /// What to print of an event.
    pub fn show(&self, event: &Event, shown: Option<Shown>) -> String {
        let line = self.line(event);
        let Some(Shown { board, clocks }) = shown.filter(|_| self.terminal) else { return line };
        let (start, end) = if is_bad(&event.what) { (RED, PLAIN) } else { ("", "") };
        let (board, clocks) = (self.game.draw(board, true), self.clocks(clocks));
        format!("{CLEAR}{board}\n{clocks}{start}{}{end}\n", line.trim_end())
    }

    fn clocks(&self, clocks: Option<Clock>) -> String {
        let say = |key| Message::new(key).in_language(self.language);
        let of = |key, time: Duration| format!("{} {}", say(key), clock(time.as_secs_f64()));
        clocks.map_or_else(String::new, |Clock { white, black }| {
            format!("{}   {}\n\n", of("page-white", white), of("page-black", black))
        })
    }

    fn line(&self, event: &Event) -> String {
        let at = event.time_s.filter(|time| *time < LONGEST_GAME).map(clock);
        let at = at.map_or_else(String::new, |at| format!("{at}  "));
        let said = event.what.sentence(self.language);
        match &event.what {
            What::Position { board, .. } => format!("{at}{said} {board}\n"),
            _ => format!("{at}{said}\n"),
        }
    }
}

const fn is_bad(what: &What) -> bool {
    matches!(what, What::Verdict { .. })
}

/// Minutes and seconds.
fn clock(seconds: f64) -> String {
    let seconds = seconds.max(0.0) as u64;
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}
