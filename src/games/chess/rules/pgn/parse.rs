//! The text of one game.

use super::{Note, PgnGame, PgnResult};
use crate::games::{
    NotationError,
    chess::rules::{position::Position, san::read_san},
    text::Scanner,
};

/// Reads a game: tags, moves with what is beside them, result.
pub(super) fn read_game(text: &str) -> Result<PgnGame, NotationError> {
    let mut scanner = Scanner::new(text);
    let mut game = read_tags(&mut scanner)?;
    let mut position = game.start.clone();
    loop {
        read_notes(&mut scanner, &mut game)?;
        let at = scanner.position();
        match read_element(&mut scanner)? {
            Element::Number => {}
            Element::Move(word) => {
                let mv = read_san(&position, word)
                    .map_err(|error| scanner.error_at(at, error.to_string()))?;
                position = position.after(mv);
                game.moves.push((mv, Vec::new()));
            }
            Element::Result(result) => {
                game.result = result;
                read_notes(&mut scanner, &mut game)?;
                return match scanner.peek() {
                    None => Ok(game),
                    Some(_) => Err(scanner.error(format!(
                        "expected the next game on a new line, found {}",
                        scanner.found()
                    ))),
                };
            }
            Element::End => return Ok(game),
        }
    }
}

fn read_tags(scanner: &mut Scanner<'_>) -> Result<PgnGame, NotationError> {
    let mut game = PgnGame::default();
    scanner.skip_space();
    while scanner.eat('[') {
        let (name, value, at) = read_tag(scanner)?;
        match name {
            "FEN" => {
                game.start = Position::from_fen(&value)
                    .map_err(|error| scanner.error_at(at, error.message))?
            }
            "Result" => game.result = PgnResult::read(&value).unwrap_or_default(),
            "SetUp" => {}
            _ => game.tags.push((name.to_owned(), value)),
        }
        scanner.skip_space();
    }
    Ok(game)
}

/// Name, value and where the value begins, of a tag whose `[` is already read.
fn read_tag<'a>(scanner: &mut Scanner<'a>) -> Result<(&'a str, String, usize), NotationError> {
    scanner.skip_space();
    let name = scanner.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
    if name.is_empty() {
        return Err(scanner.error(format!("expected the name of a tag, found {}", scanner.found())));
    }
    scanner.skip_space();
    let at = scanner.position();
    let value = scanner.quoted()?;
    scanner.skip_space();
    match scanner.eat(']') {
        true => Ok((name, value, at)),
        false => {
            Err(scanner
                .error(format!("expected ']' after the tag {name}, found {}", scanner.found())))
        }
    }
}

/// What stands between notes.
enum Element<'a> {
    /// `12.`, `12...` or `...`.
    Number,
    Move(&'a str),
    Result(PgnResult),
    End,
}

fn read_element<'a>(scanner: &mut Scanner<'a>) -> Result<Element<'a>, NotationError> {
    let word = scanner.take_while(|c| c.is_ascii_alphanumeric() || "-+#=/*:".contains(c));
    if let Some(result) = PgnResult::read(word) {
        return Ok(Element::Result(result));
    }
    let number = word.bytes().all(|byte| byte.is_ascii_digit());
    let dots = if number { scanner.take_while(|c| c == '.') } else { "" };
    match (word, dots, scanner.peek()) {
        ("", "", None) => Ok(Element::End),
        ("", "", Some(_)) => {
            Err(scanner.error(format!("expected a move or a result, found {}", scanner.found())))
        }
        _ if number => Ok(Element::Number),
        _ => Ok(Element::Move(word)),
    }
}

/// Comments, glyphs and variations up to the next move; they belong to the last one.
fn read_notes(scanner: &mut Scanner<'_>, game: &mut PgnGame) -> Result<(), NotationError> {
    let notes = game.moves.last_mut().map_or(&mut game.opening_notes, |(_, notes)| notes);
    loop {
        scanner.skip_space();
        match scanner.peek() {
            Some('{' | ';') => notes.push(Note::Comment(read_comment(scanner)?)),
            Some('$' | '!' | '?') => notes.extend(read_glyph(scanner)?.map(Note::Glyph)),
            Some('(') => notes.push(Note::Variation(read_variation(scanner)?)),
            _ => return Ok(()),
        }
    }
}

/// A comment in braces, or from `;` to the end of the line, with single spaces.
fn read_comment(scanner: &mut Scanner<'_>) -> Result<String, NotationError> {
    let at = scanner.position();
    let text = match scanner.next() {
        Some('{') => {
            let text = scanner.take_while(|c| c != '}');
            if !scanner.eat('}') {
                return Err(scanner.error_at(at, "a comment has no closing '}'"));
            }
            text.to_owned()
        }
        _ => scanner.take_while(|c| c != '\n').replace('}', ")"),
    };
    Ok(single_spaces(&text))
}

fn single_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `$5`, or the signs that stand for the first six; `None` for other signs.
fn read_glyph(scanner: &mut Scanner<'_>) -> Result<Option<u8>, NotationError> {
    let at = scanner.position();
    if scanner.eat('$') {
        let number = scanner.take_while(|c| c.is_ascii_digit()).parse();
        return number
            .map(Some)
            .map_err(|_| scanner.error_at(at, "'$' needs a number from 0 to 255"));
    }
    let signs = scanner.take_while(|c| c == '!' || c == '?');
    Ok((1..)
        .zip(["!", "?", "!!", "??", "!?", "?!"])
        .find(|(_, sign)| *sign == signs)
        .map(|(number, _)| number))
}

/// The text between a parenthesis and its counterpart, with single spaces and comments in braces.
fn read_variation(scanner: &mut Scanner<'_>) -> Result<String, NotationError> {
    let at = scanner.position();
    let (mut text, mut depth) = (String::new(), 0usize);
    loop {
        match scanner.peek() {
            None => return Err(scanner.error_at(at, "a variation has no closing ')'")),
            Some('{' | ';') => text.push_str(&format!("{{{}}}", read_comment(scanner)?)),
            Some(c) => {
                scanner.next();
                text.push(c);
                depth = if c == '(' { depth + 1 } else { depth - usize::from(c == ')') };
                if depth == 0 {
                    return Ok(single_spaces(&text[1..text.len() - 1]));
                }
            }
        }
    }
}
