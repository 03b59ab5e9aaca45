//! A stream of text cut into games.

use super::{
    PgnError, PgnGame, PgnResult,
    parse::{read_game, read_tag},
};
use crate::games::{
    NotationError,
    chess::rules::spelling::plain,
    text::{Scanner, decode_unmarked},
};
use std::{
    io::{self, BufRead},
    mem,
};

/// The longest game that is read, in bytes, unless told otherwise.
const LIMIT: usize = 4 << 20;

/// The games of a PGN text, one in memory at a time. After a game that cannot be read the next one
/// follows; after an error of the input nothing does. Text that is not UTF-8 is taken for ISO
/// 8859-1, which the standard names.
///
/// A game ends behind its result, where a line outside a comment begins with `[` after moves, and at
/// a second tag `Event`. An `[Event "` that begins a line without a closing brace ends even a
/// comment, so that one without its brace does not swallow the games behind it.
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
        while let Some(mut line) = self.next_line()? {
            if state.place != Place::Comment {
                // Files that were put together have marks of UTF-8 and of DOS's end in the middle.
                line = line.trim_start_matches(['\u{feff}', '\u{1a}']).to_owned();
            }
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
            // A line that begins with `%` is not the game's; its end is, so that lines keep their
            // numbers.
            if state.is_escaped(&line) {
                text.push_str(line.trim_start_matches(|c| c != '\n'));
            } else {
                state.pass(&line);
                text.push_str(&line);
            }
        }
        Ok((!text.trim().is_empty()).then_some((first, text)))
    }

    /// The next line with its end, or as much of it as is over the limit; `None` at the end.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        if self.ahead.is_some() {
            return Ok(self.ahead.take());
        }
        let line = decode_unmarked(&self.read_line()?);
        // What DOS puts at the end.
        let line = line.trim_end_matches('\u{1a}');
        Ok((!line.is_empty()).then(|| line.to_owned()))
    }

    /// The bytes of the next line, with a line feed at its end whichever end it has (`\n`, `\r\n`,
    /// or the `\r` of old files); nothing at the end.
    fn read_line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        while line.len() <= self.limit {
            let buffer = fill(&mut self.input)?;
            let buffer = &buffer[..buffer.len().min(self.limit + 1 - line.len())];
            let Some(end) = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
                let length = buffer.len();
                line.extend_from_slice(buffer);
                self.input.consume(length);
                if length == 0 {
                    break;
                }
                continue;
            };
            line.extend_from_slice(&buffer[..end]);
            line.push(b'\n');
            let carriage_return = buffer[end] == b'\r';
            self.input.consume(end + 1);
            if carriage_return && fill(&mut self.input)?.first() == Some(&b'\n') {
                self.input.consume(1);
            }
            break;
        }
        Ok(line)
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

/// What the input has ready; interruptions are nothing.
fn fill(input: &mut impl BufRead) -> io::Result<&[u8]> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    input.fill_buf()
}

/// Where in a game's text a line ends.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Moves,
    Comment,
    /// In a tag that goes on on the next line.
    Tag,
}

/// Where the lines so far have led to.
#[derive(Default)]
struct State {
    place: Place,
    /// Open parentheses.
    depth: usize,
    /// Whether there is a tag `Event`, a move or a result so far.
    event: bool,
    moves: bool,
    ended: bool,
}

impl State {
    /// Whether the standard's escape takes a line away from the game. In a comment in braces, which
    /// goes on to its brace, there is no escape.
    fn is_escaped(&self, line: &str) -> bool {
        line.starts_with('%') && self.place != Place::Comment
    }

    /// Whether a line belongs to the next game.
    fn begins_next(&self, line: &str) -> bool {
        let start = line.trim_start();
        match self.place {
            Place::Comment => self.moves && line.starts_with("[Event \"") && !line.contains('}'),
            _ if start.starts_with('[') => self.moves || (self.event && begins_event(start)),
            _ => self.ended && !start.is_empty() && !start.starts_with(['{', ';', '%', '$', '(']),
        }
    }

    /// Goes over a line of the game.
    fn pass(&mut self, line: &str) {
        let mut rest = line;
        loop {
            rest = match self.place {
                Place::Comment => match rest.split_once('}') {
                    Some((_, behind)) => self.at(Place::Moves, behind),
                    None => return,
                },
                Place::Tag if !line.trim_start().starts_with('[') => match rest.split_once(']') {
                    Some((_, behind)) => self.at(Place::Moves, behind),
                    None => return,
                },
                _ => match self.pass_moves(rest) {
                    Some(behind) => behind,
                    None => return,
                },
            };
        }
    }

    const fn at<'a>(&mut self, place: Place, behind: &'a str) -> &'a str {
        self.place = place;
        behind
    }

    /// Goes over moves to what is behind the next bracket; `None` at the end of the line.
    fn pass_moves<'a>(&mut self, rest: &'a str) -> Option<&'a str> {
        self.place = Place::Moves;
        let stop = rest.find(['{', ';', '(', ')', '[']).unwrap_or(rest.len());
        let (text, stopped) = rest.split_at(stop);
        self.moves |= !text.trim().is_empty();
        self.ended |= self.depth == 0
            && text
                .split_whitespace()
                .any(|word| word.contains('*') || PgnResult::read(&plain(word)).is_some());
        let mut letters = stopped.chars();
        match letters.next()? {
            '{' => self.place = Place::Comment,
            '(' => self.depth += 1,
            ')' => self.depth = self.depth.saturating_sub(1),
            '[' if !self.moves => return self.pass_tag(letters.as_str()),
            '[' => {}
            _ => return None,
        }
        Some(letters.as_str())
    }

    /// Goes over a tag; one that cannot be read here is looked for on the next line.
    fn pass_tag<'a>(&mut self, tag: &'a str) -> Option<&'a str> {
        let mut scanner = Scanner::new(tag);
        match read_tag(&mut scanner) {
            Ok((name, ..)) => {
                self.event |= name == "Event";
                Some(scanner.rest())
            }
            Err(_) => {
                self.place = if tag.contains(']') { Place::Moves } else { Place::Tag };
                None
            }
        }
    }
}

/// Whether a line begins with the tag `Event`.
fn begins_event(line: &str) -> bool {
    let name = line.trim_start_matches('[').trim_start().strip_prefix("Event");
    name.is_some_and(|rest| rest.starts_with(|c: char| c == '"' || c.is_whitespace()))
}
