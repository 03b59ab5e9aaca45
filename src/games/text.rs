//! Reading notations character by character, with the line and column of what is wrong.

use super::NotationError;

/// The text that bytes stand for: UTF-8, or else ISO 8859-1, which has a character for every byte.
pub fn decode(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes)
        .map_or_else(|_| bytes.iter().copied().map(char::from).collect(), str::to_owned)
}

/// A position in a text that is being read.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    pos: usize,
}

impl<'a> Scanner<'a> {
    /// The start of `text`.
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, pos: 0 }
    }

    /// The next character, left in place; `None` at the end.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.pos += c.len_utf8();
        Some(c)
    }

    /// Takes the next character when it is `wanted`.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    /// Takes characters while `keep` holds.
    pub(super) fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !keep(c)).unwrap_or(rest.len());
        self.pos += end;
        &rest[..end]
    }

    /// Skips white space.
    pub(super) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Where the scanner is, in bytes from the start of the text.
    pub(super) const fn position(&self) -> usize {
        self.pos
    }

    /// A string in quotes, in which a backslash takes the next character as it is.
    ///
    /// # Errors
    /// When there is no quote, or no second one.
    pub(super) fn quoted(&mut self) -> Result<String, NotationError> {
        if !self.eat('"') {
            return Err(self.error(format!("expected a value in quotes, found {}", self.found())));
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(value),
                Some('\\') => value.extend(self.next()),
                Some(c) => value.push(c),
                None => return Err(self.error("a value in quotes has no closing '\"'")),
            }
        }
    }

    /// What has not been taken yet.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.pos..]
    }

    /// An error at the next character.
    pub(super) fn error(&self, message: impl Into<String>) -> NotationError {
        self.error_at(self.pos, message)
    }

    /// An error at a byte position that [`Scanner::position`] gave.
    pub(super) fn error_at(&self, position: usize, message: impl Into<String>) -> NotationError {
        let before = self.text.get(..position).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        NotationError {
            message: message.into(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// The next character for a message: `'x'`, or "the end of the text".
    pub(super) fn found(&self) -> String {
        self.peek().map_or_else(|| "the end of the text".to_owned(), |c| format!("{c:?}"))
    }
}

/// `e4` in chess, light squares in checkers: column letter, then the row's number from the bottom.
pub(super) fn algebraic(rows: usize, row: usize, col: usize) -> String {
    format!("{}{}", (b'a' + col as u8) as char, rows - row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_encodings_are_read() {
        assert_eq!(decode("żółw".as_bytes()), "żółw");
        assert_eq!(decode(b"M\xFCller"), "Müller");
    }

    #[test]
    fn errors_count_lines_and_characters() {
        let mut scanner = Scanner::new("ab\nżółw x");
        scanner.take_while(|c| c != 'x');
        let error = scanner.error("no");
        assert_eq!((error.line, error.column), (2, 6));
    }
}
