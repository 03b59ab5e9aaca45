//! What `kibitzer follow` says to people.

use kibitzer::{
    games::{CellGrid, Game},
    messages::{Language, Message},
    report::event::{Color, Event, What},
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
        format!("{at}{}\n", self.sentence(&event.what))
    }

    fn sentence(&self, what: &What) -> String {
        let say = |key| Message::new(key).in_language(self.language);
        match what {
            What::Position { resumed: false, board, .. } => {
                format!("{} {board}", say("follow-begins"))
            }
            What::Position { board, .. } => format!("{} {board}", say("follow-resumed")),
            What::Move { number, notation, said, .. } if said.is_empty() => {
                format!("{number}. {notation}")
            }
            What::Move { number, said, .. } => format!("{number}. {}", said.join(" ")),
            What::TakenBack { message, .. } | What::AllRight { message, .. } => message.clone(),
            What::Verdict { message, again: false, .. } => message.clone(),
            What::Verdict { message, .. } => format!("{} {message}", say("follow-again")),
            What::Unclear => say("follow-unclear"),
            What::Busy { .. } => say("follow-busy"),
            What::BoardLost { message } => format!("{} {message}", say("follow-lost")),
            What::Unreadable { message } => message.clone(),
            What::GameOver { winner, message } => {
                message.clone().unwrap_or_else(|| result(*winner).to_owned())
            }
        }
    }
}

const fn is_bad(what: &What) -> bool {
    matches!(what, What::Verdict { .. })
}

/// The result of a game as every record has it.
const fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// Minutes and seconds.
fn clock(seconds: f64) -> String {
    let seconds = seconds.max(0.0) as u64;
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}
