//! The text of one game.

use super::{Note, PgnGame, PgnResult};
use crate::games::{
    NotationError,
    chess::rules::{
        position::Position,
        san::read_san,
        spelling::{bare, is_part, plain, sign},
    },
    text::Scanner,
};

/// Reads a game: tags, moves with what is beside them, result.
pub(super) fn read_game(text: &str) -> Result<PgnGame, NotationError> {
    let mut scanner = Scanner::new(text);
    let mut game = read_tags(&mut scanner)?;
    let mut position = game.start.clone();
    let mut numbered = false;
    loop {
        read_notes(&mut scanner, &mut game)?;
        let at = scanner.position();
        let element = read_element(&mut scanner)?;
        let after_number = std::mem::replace(&mut numbered, matches!(element, Element::Number));
        match element {
            Element::Number => {}
            Element::Sign(glyph) => notes(&mut game).extend(glyph.map(Note::Glyph)),
            Element::Move(word) if !after_number && forfeits(&word, &scanner, &game, &position) => {
                return end(&mut scanner, game, PgnResult::BothLost);
            }
            Element::Move(word) => {
                let mv = read_san(&position, &word)
                    .map_err(|error| scanner.error_at(at, error.to_string()))?;
                position = position.after(mv);
                game.moves.push((mv, bare(&word).1.map(Note::Glyph).into_iter().collect()));
            }
            Element::Result(result) => return end(&mut scanner, game, result),
            Element::End => return Ok(game),
        }
    }
}

/// The game with its result and the notes behind it. A star only ends the text of the game: how it
/// ended may stand in the tag.
fn end(
    scanner: &mut Scanner<'_>,
    mut game: PgnGame,
    result: PgnResult,
) -> Result<PgnGame, NotationError> {
    game.result = if result == PgnResult::Open { game.result } else { result };
    read_notes(scanner, &mut game)?;
    match scanner.peek() {
        None => Ok(game),
        Some(_) => Err(scanner
            .error(format!("expected the next game on a new line, found {}", scanner.found()))),
    }
}

/// Whether a `0-0` is no castling but the result of a game that both sides lost: the last word,
/// where the tag says so, or behind a move of black's where white cannot castle.
fn forfeits(word: &str, scanner: &Scanner<'_>, game: &PgnGame, position: &Position) -> bool {
    let mut rest = (scanner.clone(), PgnGame::default());
    word == PgnResult::BothLost.text()
        && (game.result == PgnResult::BothLost
            || (position.white_to_move() && read_san(position, word).is_err()))
        && read_notes(&mut rest.0, &mut rest.1).is_ok()
        && rest.0.peek().is_none()
}

/// What the tag `Variant` calls chess.
const CHESS: [&str; 6] = ["", "?", "standard", "normal", "chess", "from position"];
/// What it calls chess from another initial position.
const CHESS960: [&str; 4] = ["chess960", "chess 960", "fischerandom", "fischer random"];

/// The tags, and the comments before and between them.
fn read_tags(scanner: &mut Scanner<'_>) -> Result<PgnGame, NotationError> {
    let mut game = PgnGame::default();
    let (mut fen, mut variant) = (None, None);
    loop {
        read_notes(scanner, &mut game)?;
        if !scanner.eat('[') {
            // Another game's FEN may be none of chess: what game it is comes first.
            if let Some((name, at)) = variant {
                check_variant(scanner, name, at, fen.as_ref().map(|(fen, _)| fen))?;
            }
            if let Some((fen, at)) = fen {
                game.start =
                    Position::from_fen(&fen).map_err(|e| scanner.error_at(at, e.message))?;
            }
            return Ok(game);
        }
        let (name, value, at) = read_tag(scanner)?;
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is("FEN") {
            fen = Some((value, at));
        } else if is("Result") {
            game.result = PgnResult::of_tag(&value);
        } else if !is("SetUp") {
            if is("Variant") {
                variant = Some((value.clone(), at));
            }
            game.tags.push((name.to_owned(), value));
        }
    }
}

/// Refuses games by other rules than those of chess. Chess960 is played by them where it begins from
/// the usual position.
fn check_variant(
    scanner: &Scanner<'_>,
    name: String,
    at: usize,
    fen: Option<&String>,
) -> Result<(), NotationError> {
    let plain = name.trim().to_lowercase();
    let of_chess = |known: &[&str]| known.contains(&plain.as_str());
    let usual = || {
        let board = |fen: &str| fen.split_whitespace().next().map(str::to_owned);
        fen.is_none_or(|fen| board(fen) == board(&Position::default().to_fen()))
    };
    if of_chess(&CHESS) || (of_chess(&CHESS960) && usual()) {
        return Ok(());
    }
    Err(scanner.error_at(at, format!("this is a game of {}: only chess is played", name.trim())))
}

/// Name, value and where the value begins, of a tag whose `[` is already read.
pub(super) fn read_tag<'a>(
    scanner: &mut Scanner<'a>,
) -> Result<(&'a str, String, usize), NotationError> {
    scanner.skip_space();
    let name = scanner.take_while(|c| c.is_ascii_alphanumeric() || "_+#=:-".contains(c));
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
enum Element {
    /// `12.`, `12...` or `...`.
    Number,
    Move(String),
    /// A sign of judgement, with its glyph, or a word such as `ch`.
    Sign(Option<u8>),
    Result(PgnResult),
    End,
}

fn read_element(scanner: &mut Scanner<'_>) -> Result<Element, NotationError> {
    if scanner.eat('*') {
        return Ok(Element::Result(PgnResult::Open));
    }
    let mut word = plain(scanner.take_while(is_part));
    let number = word.bytes().all(|byte| byte.is_ascii_digit());
    let dots = if number { scanner.take_while(|c| c == '.' || c == '…') } else { "" };
    match (word.as_str(), dots, scanner.peek()) {
        ("", "", None) => return Ok(Element::End),
        ("", "", Some(_)) => {
            return Err(
                scanner.error(format!("expected a move or a result, found {}", scanner.found()))
            );
        }
        _ if number => return Ok(Element::Number),
        _ => {}
    }
    add_what_follows(scanner, &mut word);
    Ok(match (PgnResult::read(&word), sign(&word)) {
        (Some(result), _) => Element::Result(result),
        (None, Some(glyph)) => Element::Sign(glyph),
        (None, None) => Element::Move(word),
    })
}

/// Adds to a word what belongs to it though it is written with other signs: the rest of `e.p.`, and
/// the piece of a promotion in parentheses.
fn add_what_follows(scanner: &mut Scanner<'_>, word: &mut String) {
    if word.ends_with('e') && scanner.rest().starts_with(".p") {
        word.push_str(".p.");
        (0..2).for_each(|_| _ = scanner.next());
        scanner.eat('.');
    }
    let piece = ["(Q)", "(R)", "(B)", "(N)"].into_iter().find(|p| scanner.rest().starts_with(p));
    if let Some(piece) = piece.filter(|_| word.ends_with(['1', '8', '='])) {
        word.push_str(piece);
        (0..piece.len()).for_each(|_| _ = scanner.next());
    }
}

/// The notes of the last move, or those before the first.
fn notes(game: &mut PgnGame) -> &mut Vec<Note> {
    game.moves.last_mut().map_or(&mut game.opening_notes, |(_, notes)| notes)
}

/// Comments, glyphs and variations up to the next move; they belong to the last one.
fn read_notes(scanner: &mut Scanner<'_>, game: &mut PgnGame) -> Result<(), NotationError> {
    let notes = notes(game);
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
