//! A stream of text cut into games.

use super::{PgnError, PgnGame, PgnResult, parse::read_game};
use crate::games::{NotationError, decode};
use std::{
    io::{self, BufRead, Read},
    mem,
};

/// The longest game that is read, in bytes, unless told otherwise.
const LIMIT: usize = 4 << 20;

/// The games of a PGN text, one in memory at a time. After a game that cannot be read the next one
/// follows; after an error of the input nothing does. Text that is not UTF-8 is taken for ISO
/// 8859-1, which the standard names.
///
/// A game ends behind its result, and where a line outside a comment begins with `[` after moves.
/// An `[Event "` that begins a line ends even a comment, so that one without its brace does not
/// swallow the games behind it.
#[derive(Debug)]
pub struct PgnReader<R> {
    input: R,
    limit: usize,
    /// The first line of the next game, once it was seen.
    ahead: Option<String>,
    /// Lines taken from the input before `ahead`.
    line: usize,
    failed: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// A reader of the games in `input`, each of 4 MiB at most.
    pub const fn new(input: R) -> Self {
        Self::with_limit(input, LIMIT)
    }

    /// A reader of the games in `input`, each of `limit` bytes at most.
    pub const fn with_limit(input: R, limit: usize) -> Self {
        Self { input, limit, ahead: None, line: 0, failed: false }
    }

    /// The text of the next game and the line it begins on, from 0; `None` at the end.
    fn next_text(&mut self) -> Result<Option<(usize, String)>, PgnError> {
        let first = self.line;
        let (mut text, mut state) = (String::new(), State::default());
        while let Some(line) = self.next_line()? {
            if state.begins_next(&line) {
                self.ahead = Some(line);
                break;
            }
            if text.len() + line.len() > self.limit {
                self.skip_game(line.ends_with('\n'))?;
                let message = format!("this game is longer than {} bytes", self.limit);
                return Err(NotationError { message, line: first + 1, column: 1 }.into());
            }
            self.line += 1;
            state.pass(&line);
            // A line that begins with `%` is not the game's; its end is, so that lines keep their
            // numbers.
            text.push_str(if line.starts_with('%') {
                line.trim_start_matches(|c| c != '\n')
            } else {
                &line
            });
        }
        Ok((!text.trim().is_empty()).then_some((first, text)))
    }

    /// The next line with its end, or as much of it as is over the limit; `None` at the end.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        if self.ahead.is_some() {
            return Ok(self.ahead.take());
        }
        let mut bytes = Vec::new();
        (&mut self.input).take(self.limit as u64 + 1).read_until(b'\n', &mut bytes)?;
        let bytes = if self.line == 0 {
            bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes)
        } else {
            &bytes
        };
        let line = decode(bytes);
        Ok((!line.is_empty()).then_some(line))
    }

    /// Goes to the next line that begins with `[`; `at_line_start` says whether the input stands at
    /// a line's start.
    fn skip_game(&mut self, mut at_line_start: bool) -> io::Result<()> {
        self.line += usize::from(at_line_start);
        while let Some(line) = self.next_line()? {
            if mem::replace(&mut at_line_start, line.ends_with('\n')) && line.starts_with('[') {
                self.ahead = Some(line);
                break;
            }
            self.line += usize::from(at_line_start);
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.next_text().and_then(|text| match text {
            None => Ok(None),
            Some((first, text)) => read_game(&text)
                .map(Some)
                .map_err(|error| NotationError { line: error.line + first, ..error }.into()),
        });
        self.failed = matches!(game, Err(PgnError::Io(_)));
        game.transpose()
    }
}

/// Where the lines so far have led to.
#[derive(Default)]
struct State {
    in_comment: bool,
    /// Open parentheses.
    depth: usize,
    moves: bool,
    ended: bool,
}

impl State {
    /// Whether a line belongs to the next game.
    fn begins_next(&self, line: &str) -> bool {
        let note = line.trim_start().starts_with(['{', ';', '%']) || line.trim().is_empty();
        match line.starts_with('[') {
            true => self.moves && (!self.in_comment || line.starts_with("[Event \"")),
            false => self.ended && !self.in_comment && !note,
        }
    }

    /// Goes over a line of the game.
    fn pass(&mut self, line: &str) {
        if line.starts_with('%') || (line.starts_with('[') && !self.in_comment) {
            return;
        }
        self.moves |= !line.trim().is_empty();
        let mut rest = line;
        while !rest.is_empty() {
            let stop =
                if self.in_comment { rest.find('}') } else { rest.find(['{', ';', '(', ')']) };
            let (text, stopped) = rest.split_at(stop.unwrap_or(rest.len()));
            self.ended |= !self.in_comment
                && self.depth == 0
                && text.split_whitespace().any(|w| PgnResult::read(w).is_some());
            match stopped.chars().next() {
                Some('{') => self.in_comment = true,
                Some('}') => self.in_comment = false,
                Some('(') => self.depth += 1,
                Some(')') => self.depth = self.depth.saturating_sub(1),
                _ => return,
            }
            rest = &stopped[1..];
        }
    }
}
