//! What a person types.

use std::{
    io::{self, BufRead, Read},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::Duration,
};

/// The longest line that is looked at, in bytes.
const LONGEST_LINE: u64 = 1024;

/// The lines of stdin, read beside the game so that a clock can run out meanwhile.
pub struct Input(Receiver<String>);

/// What came of waiting for a line.
pub enum Typed {
    Line(String),
    /// Nothing in time.
    TooLate,
    /// There will be nothing more.
    End,
}

/// What a person wishes.
#[derive(Debug, PartialEq, Eq)]
pub enum Wish<'a> {
    Move(&'a str),
    Hint,
    Undo,
    Resign,
    Draw,
    Board,
    Pgn,
    Quit,
    Help,
    Nothing,
}

impl Input {
    /// Starts to read stdin.
    pub fn listen() -> Self {
        let (sender, lines) = sync_channel(16);
        thread::spawn(move || forward(&sender));
        Self(lines)
    }

    /// The next line; waits no longer than `time`, where there is one.
    pub fn wait(&self, time: Option<Duration>) -> Typed {
        let line = match time {
            Some(time) => self.0.recv_timeout(time),
            None => self.0.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match line {
            Ok(line) => Typed::Line(line),
            Err(RecvTimeoutError::Timeout) => Typed::TooLate,
            Err(RecvTimeoutError::Disconnected) => Typed::End,
        }
    }
}

/// A line without end comes in pieces, each of which is refused as a move.
fn forward(lines: &SyncSender<String>) {
    let mut stdin = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = (&mut stdin).take(LONGEST_LINE).read_until(b'\n', &mut line);
        let ended = !matches!(read, Ok(length) if length > 0);
        if ended || lines.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}

/// What a line asks for; whatever is no command is taken for a move.
pub fn read_wish(line: &str) -> Wish<'_> {
    let line = line.trim();
    match line.to_ascii_lowercase().as_str() {
        "" => Wish::Nothing,
        "hint" => Wish::Hint,
        "undo" => Wish::Undo,
        "resign" => Wish::Resign,
        "draw" => Wish::Draw,
        "board" => Wish::Board,
        "pgn" => Wish::Pgn,
        "quit" | "exit" => Wish::Quit,
        "help" | "?" => Wish::Help,
        _ => Wish::Move(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_no_command_is_a_move() {
        assert_eq!(
            [" e4\r\n", "Nf3", "HINT", ""].map(read_wish),
            [Wish::Move("e4"), Wish::Move("Nf3"), Wish::Hint, Wish::Nothing]
        );
    }
}
