//! Reading notations character by character, with the line and column of what is wrong.

use super::NotationError;

/// The text that bytes stand for: UTF-8, or UTF-16 with its byte order mark, or else ISO 8859-1,
/// which has a character for every byte.
pub fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    decode_unmarked(bytes)
}

/// As [`decode`], of bytes that are not the start of a text: there is no byte order mark in them.
pub(super) fn decode_unmarked(bytes: &[u8]) -> String {
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

    /// Goes on to a byte position of the text, between characters.
    pub(super) const fn skip_to(&mut self, position: usize) {
        self.pos = position;
    }

    /// Where the scanner is, in bytes from the start of the text.
    pub(super) const fn position(&self) -> usize {
        self.pos
    }

    /// A tag's value in quotes, in which a backslash takes a quote or a backslash as it is. Quotes
    /// inside that lack their backslash, and a backslash before the last one (`"C:\games\"]`), are
    /// what many files have: the value ends at the quote before the tag's `]`.
    ///
    /// # Errors
    /// When there is no quote, or no second one on the line.
    pub(super) fn quoted(&mut self) -> Result<String, NotationError> {
        if !self.eat('"') {
            return Err(self.error(format!("expected a value in quotes, found {}", self.found())));
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') if self.quote_is_inside() => value.push('"'),
                Some('"') => return Ok(value),
                Some('\\') if self.rest().starts_with('"') => {
                    self.next();
                    if self.closes_tag() && !self.closes_later() {
                        value.push('\\');
                        return Ok(value);
                    }
                    value.push('"');
                }
                Some('\\') => {
                    self.eat('\\');
                    value.push('\\');
                }
                Some(c) if c != '\n' => value.push(c),
                _ => return Err(self.error("a value in quotes has no closing '\"'")),
            }
        }
    }

    /// Whether the tag ends here.
    fn closes_tag(&self) -> bool {
        self.rest().trim_start().starts_with(']')
    }

    /// Whether a quote before a `]` follows on this line.
    fn closes_later(&self) -> bool {
        closes(self.rest().split('\n').next().unwrap_or_default())
    }

    fn quote_is_inside(&self) -> bool {
        let of_tag = self.rest().split(['\n', '[']).next().unwrap_or_default();
        !self.closes_tag() && closes(of_tag)
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
        let line = before.rsplit('\n').next().unwrap_or_default();
        NotationError {
            message: message.into(),
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
        }
    }

    /// The next character for a message: `'x'`, or "the end of the text".
    pub(super) fn found(&self) -> String {
        self.peek().map_or_else(|| "the end of the text".to_owned(), |c| format!("{c:?}"))
    }
}

/// Whether a text has a quote before a `]`.
fn closes(text: &str) -> bool {
    text.match_indices('"').any(|(at, _)| text[at + 1..].trim_start().starts_with(']'))
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
        assert_eq!(decode(b"\xFF\xFEM\0\xFC\0"), "Mü");
    }

    #[test]
    fn quotes_in_a_tag() {
        let read = |text| Scanner::new(text).quoted().ok();
        for (text, value) in [
            (r#""a \"b\" \\ c"]"#, r#"a "b" \ c"#),
            (r#""The "Big" Open" ]"#, r#"The "Big" Open"#),
            (r#""C:\games"]"#, r"C:\games"),
            (r#""C:\games\"]"#, r"C:\games\"),
            (r#""a" [Site "b"]"#, "a"),
            (r#""a \"] b"]"#, r#"a "] b"#),
            (r#""a \"][b"]"#, r#"a "][b"#),
        ] {
            assert_eq!(read(text).as_deref(), Some(value), "{text}");
        }
        assert_eq!(read("\"a\n\"]"), None);
    }

    #[test]
    fn errors_count_lines_and_characters() {
        let mut scanner = Scanner::new("ab\nżółw x");
        scanner.take_while(|c| c != 'x');
        let error = scanner.error("no");
        assert_eq!((error.line, error.column), (2, 6));
    }
}
