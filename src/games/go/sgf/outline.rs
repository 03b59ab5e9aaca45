//! What a file in SGF holds, with the place of each value, and whether it is one at all. The
//! library that reads the tree says neither where a fault is nor that a point lies outside the
//! board.

use super::numbers::usual;
use crate::games::{NotationError, text::Scanner};
use std::{borrow::Cow, ops::Range};

/// A line of play of more nodes is refused: trees are walked by recursion, and no game is that
/// long.
pub const LONGEST_LINE: usize = 2000;

/// A value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value<'a> {
    /// The game of the collection it belongs to, from 0.
    pub game: usize,
    /// Whether its node is the first one of its game.
    pub in_root: bool,
    /// The property's name in capitals.
    pub name: String,
    /// Which of the property's values it is, from 0.
    pub index: usize,
    /// The value in the standard's spelling; see [`usual`].
    pub text: Cow<'a, str>,
    /// Where it starts, in bytes.
    pub at: usize,
    /// How many bytes it has as it is written.
    length: usize,
}

/// What a text holds.
#[derive(Debug)]
pub struct Outline<'a> {
    text: &'a str,
    /// Every value, in the order of the text.
    pub values: Vec<Value<'a>>,
    /// Where the games are.
    pub games: Vec<Range<usize>>,
}

impl Outline<'_> {
    /// The first game alone.
    pub fn first(mut self) -> Self {
        self.games.truncate(1);
        self.values.retain(|value| value.game == 0);
        self
    }

    /// The games without what is around them, and their values in the standard's spelling.
    pub fn to_sgf(&self) -> String {
        let mut sgf = String::with_capacity(self.text.len());
        let mut values = self.values.iter().peekable();
        for game in &self.games {
            let mut from = game.start;
            while let Some(value) = values.next_if(|value| value.at < game.end) {
                sgf.push_str(&self.text[from..value.at]);
                sgf.push_str(&value.text);
                from = value.at + value.length;
            }
            sgf.push_str(&self.text[from..game.end]);
        }
        sgf
    }
}

/// Every value of a text. What stands around the games, such as the header of a mail, is none of
/// them.
///
/// # Errors
/// When the text is no SGF, with the place of the first fault; also when a node stands behind a
/// game, which was closed too early.
pub fn outline(text: &str) -> Result<Outline<'_>, NotationError> {
    let mut reader = Reader {
        scanner: Scanner::new(text),
        values: Vec::new(),
        games: Vec::new(),
        nodes: 0,
        open: Vec::new(),
    };
    while let Some(start) = reader.next_game()? {
        reader.scanner.skip_to(start);
        reader.item()?;
        while !reader.open.is_empty() {
            reader.skip_space();
            reader.item()?;
        }
        reader.games.push(start..reader.scanner.position());
    }
    Ok(Outline { text, values: reader.values, games: reader.games })
}

/// What may stand before an SGF: white space, and the mark that some programs put at the start of a
/// text.
fn is_skipped(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Where a game begins in a text: `(`, `;`, and then a property or another bracket.
fn find_game(text: &str) -> Option<usize> {
    let begins = |&at: &usize| {
        let node = text[at + 1..].trim_start().strip_prefix(';').map(str::trim_start);
        node.is_some_and(|node| node.starts_with(['(', ')', ';']) || begins_property(node))
    };
    text.match_indices('(').map(|(at, _)| at).find(begins)
}

fn begins_property(text: &str) -> bool {
    let value = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    value.len() < text.len() && value.trim_start().starts_with('[')
}

/// Where a node begins in a text that should have none.
fn find_node(text: &str) -> Option<usize> {
    let is_node = |&at: &usize| begins_property(text[at + 1..].trim_start());
    text.match_indices(';').map(|(at, _)| at).find(is_node)
}

/// A game tree that has not been closed.
struct Tree {
    /// Nodes from the game's root to the last one of this tree.
    depth: usize,
    /// Whether it has a node of its own.
    has_node: bool,
    /// Whether a variation in it has been closed.
    has_variation: bool,
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    values: Vec<Value<'a>>,
    games: Vec<Range<usize>>,
    nodes: usize,
    open: Vec<Tree>,
}

impl Reader<'_> {
    /// Where the next game begins; `None` behind the last one.
    fn next_game(&self) -> Result<Option<usize>, NotationError> {
        let (here, rest) = (self.scanner.position(), self.scanner.rest());
        let found = find_game(rest);
        let before = &rest[..found.unwrap_or(rest.len())];
        if self.games.is_empty() {
            // A text that begins like a game is one, with its faults.
            let start = rest.len() - rest.trim_start_matches(is_skipped).len();
            let first = found.or_else(|| rest[start..].starts_with('(').then_some(start));
            let missing = || self.scanner.error_at(start, "expected '(;' at the start of an SGF");
            return first.map(|at| Some(here + at)).ok_or_else(missing);
        }
        match find_node(before) {
            Some(node) => Err(self.scanner.error_at(
                here + node,
                "a node stands behind the end of the game: one ')' too many is before it",
            )),
            None => Ok(found.map(|at| here + at)),
        }
    }

    /// The library knows no white space but ASCII's.
    fn skip_space(&mut self) {
        self.scanner.take_while(|c| c.is_ascii_whitespace());
    }

    fn expected(&self, what: &str) -> NotationError {
        self.scanner.error(format!("expected {what}, found {}", self.scanner.found()))
    }

    /// A bracket, a node or a property.
    fn item(&mut self) -> Result<(), NotationError> {
        match (self.scanner.peek(), self.open.last_mut()) {
            (Some('('), None) => {
                self.open.push(Tree { depth: 0, has_node: false, has_variation: false })
            }
            (Some('('), Some(tree)) if tree.has_node => {
                let depth = tree.depth;
                self.open.push(Tree { depth, has_node: false, has_variation: false });
            }
            (Some(';'), Some(tree)) if !tree.has_variation => {
                (tree.has_node, tree.depth, self.nodes) = (true, tree.depth + 1, self.nodes + 1);
                if tree.depth > LONGEST_LINE {
                    return Err(self.scanner.error(format!(
                        "a line of more than {LONGEST_LINE} nodes is no game of Go"
                    )));
                }
            }
            (Some(')'), Some(tree)) if tree.has_node => self.close(),
            (Some(c), Some(tree))
                if c.is_ascii_alphabetic() && tree.has_node && !tree.has_variation =>
            {
                return self.property();
            }
            (_, None) => return Err(self.expected("'(;'")),
            (_, Some(tree)) if tree.has_variation => {
                return Err(self.expected("a variation '(;' or ')'"));
            }
            _ => return Err(self.expected("a node ';', a property or ')'")),
        }
        self.scanner.next();
        Ok(())
    }

    fn close(&mut self) {
        self.open.pop();
        match self.open.last_mut() {
            Some(tree) => tree.has_variation = true,
            None => self.nodes = 0,
        }
    }

    fn property(&mut self) -> Result<(), NotationError> {
        // Old files spell names out ("AddBlack"): only the capitals count.
        let start = self.scanner.position();
        let word = self.scanner.take_while(|c| c.is_ascii_alphabetic());
        let name: String = word.chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            return Err(self.scanner.error_at(
                start,
                format!(
                    "expected a property's name, in capital letters, found '{word}'; a ] within a \
                    text is written \\]"
                ),
            ));
        }
        self.skip_space();
        if self.scanner.peek() != Some('[') {
            return Err(self.expected(&format!("'[' after {name}")));
        }
        for index in 0.. {
            if !self.scanner.eat('[') {
                break;
            }
            let at = self.scanner.position();
            let text = value(&mut self.scanner)?;
            self.values.push(Value {
                game: self.games.len(),
                in_root: self.nodes == 1,
                name: name.clone(),
                index,
                text: usual(&name, text),
                at,
                length: text.len(),
            });
            self.skip_space();
        }
        Ok(())
    }
}

/// The text up to the closing bracket, which is taken; a backslash keeps a bracket from closing.
fn value<'a>(scanner: &mut Scanner<'a>) -> Result<&'a str, NotationError> {
    let (rest, start) = (scanner.rest(), scanner.position());
    loop {
        let here = scanner.position() - start;
        match scanner.next() {
            Some(']') => return Ok(&rest[..here]),
            Some('\\') => _ = scanner.next(),
            Some(_) => {}
            None => return Err(scanner.error("a value has no closing ']'")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_their_places() {
        let found = outline(" (;SZ[9]AB [aa]\n[bb](;C[a \\] b])(;B[]))(;KM[1])").expect("an SGF");
        let short: Vec<_> = found
            .values
            .iter()
            .map(|v| (v.game, v.in_root, v.name.as_str(), v.index, v.text.as_ref(), v.at))
            .collect();
        let expected = [
            (0, true, "SZ", 0, "9", 6),
            (0, true, "AB", 0, "aa", 12),
            (0, true, "AB", 1, "bb", 17),
            (0, false, "C", 0, "a \\] b", 24),
            (0, false, "B", 0, "", 36),
            (1, true, "KM", 0, "1", 44),
        ];
        assert_eq!(short, expected);
    }

    #[test]
    fn faults_have_a_place() {
        for (text, column, message) in [
            ("", 1, "expected '(;' at the start"),
            ("B[aa]", 1, "expected '(;' at the start"),
            ("()", 2, "expected a node"),
            ("(;", 3, "expected a node"),
            ("(B[aa])", 2, "expected a node"),
            ("(;B)", 4, "expected '[' after B"),
            ("(;b[aa])", 3, "in capital letters, found 'b'; a ] within a text is written \\]"),
            ("(;C[a] dan]B[aa])", 8, "found 'dan'"),
            ("(;B[aa", 7, "closing ']'"),
            ("(;B[aa]);W[bb])", 9, "a node stands behind"),
            ("mail (;B[aa]", 13, "expected a node"),
            ("(;(;B[aa])B[bb])", 11, "a variation"),
            ("(;(;B[aa]);B[bb])", 11, "a variation"),
            ("(())", 2, "expected a node"),
        ] {
            let error = outline(text).expect_err(text);
            assert_eq!((error.line, error.column), (1, column), "{text}: {error}");
            assert!(error.message.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_around_the_games_is_none_of_them() {
        let text = "From: me (;-)\n\n( ;SZ[ 9 ]AB[ aa ])\n]C[end. ]) (; bye\n(;KM[6,5])\x1a";
        let found = outline(text).expect("an SGF");
        assert_eq!(found.to_sgf(), "( ;SZ[9]AB[aa])(;KM[6.5])");
        assert_eq!(found.values.iter().map(|v| v.game).collect::<Vec<_>>(), [0, 0, 1]);
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let nodes = |n: usize| format!("({})", ";".repeat(n));
        assert!(outline(&nodes(LONGEST_LINE)).is_ok());
        assert!(outline(&nodes(LONGEST_LINE + 1)).is_err());
        assert!(outline(&"(;".repeat(LONGEST_LINE + 1)).is_err());
    }
}
