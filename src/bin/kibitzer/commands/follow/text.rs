//! What `kibitzer follow` says to people.

use kibitzer::{
    games::{CellGrid, Game},
    messages::Language,
    report::event::{Event, What},
};

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

impl View {
    /// What to print of an event, with the last correct board.
    pub fn show(&self, event: &Event, board: Option<&CellGrid>) -> String {
        let line = self.line(event);
        let Some(board) = board.filter(|_| self.terminal) else { return line };
        let (start, end) = if is_bad(&event.what) { (RED, PLAIN) } else { ("", "") };
        format!("{CLEAR}{}\n{start}{}{end}\n", self.game.draw(board, true), line.trim_end())
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
