//! Portable Game Notation: games as text, with comments, variations and annotation glyphs.

use super::{
    position::Position,
    san::{read_san, write_san},
};
use crate::games::{NotationError, text::Scanner};
use cozy_chess::Move;
use std::{fmt::Write, io};

/// The tags that every game has, in their order, with what is written when a value is not known.
const SEVEN_TAGS: [(&str, &str); 7] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?"), ("Result", "*")];

/// Something written beside a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `{text}` or `;text`.
    Comment(String),
    /// `$n`; `!`, `?`, `!!`, `??`, `!?` and `?!` are read as 1 to 6.
    Glyph(u8),
    /// `(moves)`, as it is written.
    Variation(String),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PgnResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// Not known, or not ended.
    #[default]
    Open,
}

impl PgnResult {
    const ALL: [(Self, &'static str); 4] =
        [(Self::White, "1-0"), (Self::Black, "0-1"), (Self::Draw, "1/2-1/2"), (Self::Open, "*")];

    const fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, name)| *name == text).map(|(result, _)| result)
    }
}

/// A game in PGN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values, in order; without `FEN`, `SetUp` and `Result`, which the other fields hold.
    pub tags: Vec<(String, String)>,
    /// Where it starts.
    pub start: Position,
    /// What is written before the first move.
    pub opening_notes: Vec<Note>,
    /// The moves, each legal after those before, with what is written behind them.
    pub moves: Vec<(Move, Vec<Note>)>,
    /// How it ended.
    pub result: PgnResult,
}

/// A PGN text that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnError {
    /// The text cannot be read from where it is.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// It is no PGN.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

/// The games of a PGN text, one in memory at a time. After an error the next game follows.
#[derive(Debug)]
pub struct PgnReader<R> {
    input: R,
    /// The first line of the next game, once it was seen.
    ahead: Option<String>,
    /// Lines taken from the input before `ahead`.
    line: usize,
}

impl<R: io::BufRead> PgnReader<R> {
    /// A reader of the games in `input`.
    pub const fn new(input: R) -> Self {
        Self { input, ahead: None, line: 0 }
    }

    /// The text of the next game and the line it begins on, from 0; `None` at the end.
    ///
    /// A game ends where a line outside a comment starts with `[` after its moves.
    fn next_text(&mut self) -> io::Result<Option<(usize, String)>> {
        let first = self.line;
        let mut text = String::new();
        let (mut in_comment, mut moves) = (false, false);
        loop {
            let mut line = self.ahead.take().unwrap_or_default();
            if line.is_empty() && self.input.read_line(&mut line)? == 0 {
                break;
            }
            let tag = !in_comment && line.starts_with('[');
            if tag && moves {
                self.ahead = Some(line);
                break;
            }
            if !tag {
                in_comment = ends_in_comment(&line, in_comment);
                moves |= !line.trim().is_empty();
            }
            text.push_str(&line);
            self.line += 1;
        }
        Ok((!text.trim().is_empty()).then_some((first, text)))
    }
}

/// Whether a comment in braces is open behind a line of moves.
fn ends_in_comment(line: &str, mut inside: bool) -> bool {
    for c in line.chars() {
        match c {
            '{' => inside = true,
            '}' => inside = false,
            ';' if !inside => return false,
            _ => {}
        }
    }
    inside
}

impl<R: io::BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.next_text() {
            Err(error) => Some(Err(error.into())),
            Ok(None) => None,
            Ok(Some((first, text))) => {
                Some(read_game(&text).map_err(|error| NotationError { line: error.line + first, ..error }.into()))
            }
        }
    }
}

fn read_game(text: &str) -> Result<PgnGame, NotationError> {
    let mut scanner = Scanner::new(text.trim_start_matches('\u{feff}'));
    let mut game = read_tags(&mut scanner)?;
    let mut position = game.start.clone();
    loop {
        let at = scanner.position();
        let notes = read_notes(&mut scanner)?;
        match game.moves.last_mut() {
            Some((_, behind)) => behind.extend(notes),
            None => game.opening_notes.extend(notes),
        }
        let start = scanner.position();
        let word = scanner.take_while(|c| c.is_ascii_alphanumeric() || "-+#=/*:".contains(c));
        if let Some(result) = PgnResult::read(word) {
            game.result = result;
            scanner.skip_space();
            return match scanner.peek() {
                None => Ok(game),
                Some(_) => Err(scanner.error(format!("expected the next game's tags after {word}, found {}", scanner.found()))),
            };
        }
        if !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()) {
            scanner.take_while(|c| c == '.');
        } else if word.is_empty() {
            let dots = scanner.take_while(|c| c == '.');
            match scanner.peek() {
                None => return Ok(game),
                _ if dots.is_empty() && scanner.position() == start => {
                    return Err(
                        scanner.error_at(at.max(start), format!("expected a move or a result, found {}", scanner.found()))
                    );
                }
                _ => {}
            }
        } else {
            let mv = read_san(&position, word).map_err(|error| scanner.error_at(start, error.to_string()))?;
            position = position.after(mv);
            game.moves.push((mv, Vec::new()));
        }
    }
}

fn read_tags(scanner: &mut Scanner<'_>) -> Result<PgnGame, NotationError> {
    let mut game = PgnGame::default();
    scanner.skip_space();
    while scanner.eat('[') {
        scanner.skip_space();
        let name = scanner.take_while(|c| c.is_ascii_alphanumeric() || c == '_').to_owned();
        scanner.skip_space();
        let at = scanner.position();
        let value = scanner.quoted()?;
        scanner.skip_space();
        if !scanner.eat(']') {
            return Err(scanner.error(format!("expected ']' after the tag {name}, found {}", scanner.found())));
        }
        match name.as_str() {
            "FEN" => game.start = Position::from_fen(&value).map_err(|error| scanner.error_at(at, error.to_string()))?,
            "Result" => game.result = PgnResult::read(&value).unwrap_or_default(),
            "SetUp" => {}
            _ => game.tags.push((name, value)),
        }
        scanner.skip_space();
    }
    Ok(game)
}

/// Comments, glyphs and variations up to the next move.
fn read_notes(scanner: &mut Scanner<'_>) -> Result<Vec<Note>, NotationError> {
    let mut notes = Vec::new();
    loop {
        scanner.skip_space();
        let at = scanner.position();
        match scanner.peek() {
            Some('{') => {
                scanner.next();
                let text = scanner.take_while(|c| c != '}');
                if !scanner.eat('}') {
                    return Err(scanner.error_at(at, "a comment has no closing '}'"));
                }
                notes.push(Note::Comment(text.to_owned()));
            }
            Some(';' | '%') => {
                scanner.next();
                notes.push(Note::Comment(scanner.take_while(|c| c != '\n').trim().to_owned()));
            }
            Some('$') => {
                scanner.next();
                let number = scanner.take_while(|c| c.is_ascii_digit()).parse();
                notes.push(Note::Glyph(number.map_err(|_| scanner.error_at(at, "'$' needs a number from 0 to 255"))?));
            }
            Some('!' | '?') => {
                let signs = scanner.take_while(|c| c == '!' || c == '?');
                let known = ["!", "?", "!!", "??", "!?", "?!"].iter().position(|s| *s == signs);
                notes.extend(known.map(|i| Note::Glyph(i as u8 + 1)));
            }
            Some('(') => notes.push(Note::Variation(read_variation(scanner)?)),
            _ => return Ok(notes),
        }
    }
}

/// The text between a parenthesis and its counterpart.
fn read_variation(scanner: &mut Scanner<'_>) -> Result<String, NotationError> {
    let (at, rest) = (scanner.position(), scanner.rest());
    let mut depth = 0usize;
    loop {
        let here = scanner.position() - at;
        match scanner.next() {
            Some('(') => depth += 1,
            Some(')') if depth == 1 => return Ok(rest[1..here].split_whitespace().collect::<Vec<_>>().join(" ")),
            Some(')') => depth -= 1,
            Some('{') => _ = scanner.take_while(|c| c != '}'),
            Some(_) => {}
            None => return Err(scanner.error_at(at, "a variation has no closing ')'")),
        }
    }
}

/// The game as PGN with the seven tags first, at most 80 columns wide where words allow.
pub fn write_pgn(game: &PgnGame) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    let given = |name: &str| game.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str());
    for (name, unknown) in SEVEN_TAGS {
        tag(name, if name == "Result" { game.result.text() } else { given(name).unwrap_or(unknown) });
    }
    if game.start != Position::default() {
        tag("SetUp", "1");
        tag("FEN", &game.start.to_fen());
    }
    let more = game.tags.iter().filter(|(name, _)| SEVEN_TAGS.iter().all(|(seven, _)| seven != name));
    more.for_each(|(name, value)| tag(name, value));
    out.push('\n');
    wrap(&words(game), &mut out);
    out
}

fn words(game: &PgnGame) -> Vec<String> {
    let mut words = notes_to_words(&game.opening_notes);
    let mut position = game.start.clone();
    let mut number_needed = true;
    for (mv, notes) in &game.moves {
        let number = position.board.fullmove_number();
        if position.white_to_move() {
            words.push(format!("{number}."));
        } else if number_needed {
            words.push(format!("{number}..."));
        }
        words.push(write_san(&position, *mv));
        words.extend(notes_to_words(notes));
        number_needed = !notes.is_empty();
        position = position.after(*mv);
    }
    words.push(game.result.text().to_owned());
    words
}

fn notes_to_words(notes: &[Note]) -> Vec<String> {
    let word = |note: &Note| match note {
        Note::Comment(text) => format!("{{{}}}", text.replace('}', ")")),
        Note::Glyph(number) => format!("${number}"),
        Note::Variation(text) => format!("({text})"),
    };
    notes.iter().map(word).collect()
}

fn wrap(words: &[String], out: &mut String) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 79 {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GAMES: &str = "\
[Event \"A \\\"test\\\"\"]
[White \"X\"]
[Annotator \"Y\"]
[Result \"1-0\"]

1. e4 {best [by test]
[not a tag]} e5 $2 (1... c5 2. Nf3 (2. c3)) 2. Qh5?! ; early
2... Nc6 3.Bc4 Nf6?? 4.Qxf7# 1-0

[White \"Z\"]
[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20\"]

20... 0-0-0 21. O-O *
";

    fn read(text: &str) -> Vec<PgnGame> {
        PgnReader::new(text.as_bytes()).collect::<Result<_, _>>().expect("a PGN")
    }

    #[test]
    fn games_with_everything() {
        let games = read(GAMES);
        assert_eq!(games.iter().map(|g| g.moves.len()).collect::<Vec<_>>(), [7, 2]);
        assert_eq!(games[0].moves[0].1, [Note::Comment("best [by test]\n[not a tag]".into())]);
        assert_eq!(games[0].moves[1].1, [Note::Glyph(2), Note::Variation("1... c5 2. Nf3 (2. c3)".into())]);
        assert_eq!(games[0].moves[2].1, [Note::Glyph(6), Note::Comment("early".into())]);
        assert_eq!((games[0].result, games[1].result), (PgnResult::White, PgnResult::Open));
        for game in &games {
            assert_eq!(&read(&write_pgn(game)), std::slice::from_ref(&with_seven_tags(game)));
        }
        assert!(write_pgn(&games[1]).ends_with("\n\n20... O-O-O 21. O-O *\n"), "{}", write_pgn(&games[1]));
    }

    /// A game as it is after writing: the seven tags first, with placeholders.
    fn with_seven_tags(game: &PgnGame) -> PgnGame {
        let given = |name: &str| game.tags.iter().find(|t| t.0 == name).map(|t| t.1.clone());
        let seven = SEVEN_TAGS.iter().filter(|(name, _)| *name != "Result");
        let mut tags: Vec<(String, String)> =
            seven.map(|(name, unknown)| ((*name).into(), given(name).unwrap_or_else(|| (*unknown).into()))).collect();
        tags.extend(game.tags.iter().filter(|t| SEVEN_TAGS.iter().all(|seven| seven.0 != t.0)).cloned());
        PgnGame { tags, ..game.clone() }
    }

    #[test]
    fn faults_have_a_place_and_the_next_game_follows() {
        let places = |text: &str| -> Vec<_> {
            let place = |game: Result<PgnGame, PgnError>| match game {
                Err(PgnError::Notation(error)) => Some((error.line, error.column)),
                _ => None,
            };
            PgnReader::new(text.as_bytes()).map(place).collect()
        };
        assert_eq!(places("[A \"b\"]\n\n1. e4 e5 2. Ke3 *\n[A \"c\"]\n\n1. d4 *"), [Some((3, 13)), None]);
        assert_eq!(places("[A b]"), [Some((1, 4))]);
        assert_eq!(places("[FEN \"x\"]"), [Some((1, 6))]);
        assert_eq!(places("1. e4 {open"), [Some((1, 7))]);
        assert_eq!(places("1. e4 (open"), [Some((1, 7))]);
        assert_eq!(places("1. e4 $x"), [Some((1, 7))]);
        assert_eq!(places("1. e4 ^"), [Some((1, 7))]);
        assert_eq!(places(" \n\n"), []);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn a_written_game_reads_back(picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..80)) {
            let mut game = PgnGame { result: PgnResult::Draw, ..PgnGame::default() };
            let mut position = Position::default();
            for (ply, pick) in picks.iter().enumerate() {
                let moves = position.legal_moves();
                if moves.is_empty() { break }
                let mv = *pick.get(&moves);
                let notes = if ply % 7 == 3 { vec![Note::Comment("a b".into()), Note::Glyph(14)] } else { vec![] };
                game.moves.push((mv, notes));
                position = position.after(mv);
            }
            prop_assert_eq!(read(&write_pgn(&game)), vec![with_seven_tags(&game)]);
        }

        #[test]
        fn no_text_panics(text in "[\\[\\]\"(){};$.a-h1-8KQRBNxO0=*!? \n-]{0,80}", any in any::<String>()) {
            for text in [text, any] {
                PgnReader::new(text.as_bytes()).take(100).for_each(drop);
            }
        }
    }
}
