//! Portable Draughts Notation: games as text.

use super::{
    geometry::place,
    moves::{Move, distinct_moves, legal_moves},
    position::{Color, Position},
    variant::Variant,
};
use crate::games::{
    NotationError,
    checkers::notation::{read_fen, to_pdn_of},
    text::Scanner,
};
use std::fmt::Write;

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PdnResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// Both sides lost: a double forfeit.
    BothLost,
    /// Not known, or not ended.
    #[default]
    Open,
}

impl PdnResult {
    /// How it is written: international draughts have two points for each game.
    const fn text(self, variant: &Variant) -> &'static str {
        match (self, variant.pdn_type == Variant::INTERNATIONAL.pdn_type) {
            (Self::White, false) => "1-0",
            (Self::White, true) => "2-0",
            (Self::Black, false) => "0-1",
            (Self::Black, true) => "0-2",
            (Self::Draw, false) => "1/2-1/2",
            (Self::Draw, true) => "1-1",
            (Self::BothLost, _) => "0-0",
            (Self::Open, _) => "*",
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" | "2-0" => Some(Self::White),
            "0-1" | "0-2" => Some(Self::Black),
            "1/2-1/2" | "1/2" | "½-½" | "1-1" => Some(Self::Draw),
            "0-0" => Some(Self::BothLost),
            "*" => Some(Self::Open),
            _ => None,
        }
    }
}

/// A game in PDN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnGame {
    /// Names and values, in order; without `GameType`, `FEN` and `Result`, which the other fields
    /// hold.
    pub tags: Vec<(String, String)>,
    /// The kind of draughts.
    pub variant: Variant,
    /// Where it starts.
    pub start: Position,
    /// Its moves, each legal after those before.
    pub moves: Vec<Move>,
    /// What is written behind each move, words with single spaces between them and without a
    /// closing brace; empty where nothing is, or the last ones left out.
    pub comments: Vec<String>,
    /// How it ended.
    pub result: PdnResult,
}

impl Position {
    /// The position of a PDN FEN.
    ///
    /// # Errors
    /// When the text is no PDN FEN of the variant's board, or has pieces on light squares.
    pub fn from_fen(variant: &Variant, text: &str) -> Result<Self, NotationError> {
        let fen = read_fen(text, variant.size)?;
        let turn = if fen.white_to_move { Color::White } else { Color::Black };
        Self::from_board(variant, &fen.board, turn)
            .map_err(|error| Scanner::new(text).error(error.to_string()))
    }

    /// The position as PDN FEN.
    pub fn to_fen(&self, variant: &Variant) -> String {
        to_pdn_of(&self.to_board(variant), self.turn == Color::White)
    }
}

impl Variant {
    /// The side that begins in PDN games without a `FEN`: black in English draughts, white
    /// elsewhere.
    const fn beginner(&self) -> Color {
        if self.pdn_type == 21 { Color::Black } else { Color::White }
    }

    /// The sign between the squares of a capture: `:` in Russian draughts, `x` elsewhere.
    const fn capture_sign(&self) -> &'static str {
        if self.pdn_type == Self::RUSSIAN.pdn_type { ":" } else { "x" }
    }

    /// The name of a square: its number from 1, or letter and number in the variants written so.
    pub fn square_name(&self, square: u8) -> String {
        let (row, col) = place(self.size, usize::from(square));
        match self.algebraic {
            true => crate::games::text::algebraic(self.size, row, col),
            false => (square + 1).to_string(),
        }
    }
}

impl Move {
    /// The move in PDN: `22-18`, `22x15`, in Russian draughts `c3:e5`; first and last square only.
    pub fn to_pdn(&self, variant: &Variant) -> String {
        [self.from, self.to()].map(|square| variant.square_name(square)).join(self.sign(variant))
    }

    /// What stands between its squares.
    const fn sign(&self, variant: &Variant) -> &'static str {
        if self.is_capture() { variant.capture_sign() } else { "-" }
    }

    /// The names of the squares where the piece stood and came down.
    fn square_names(&self, variant: &Variant) -> Vec<String> {
        std::iter::once(&self.from)
            .chain(&self.path)
            .map(|&square| variant.square_name(square))
            .collect()
    }

    /// The move with every square it came down on: `22x15x8`.
    pub fn to_long_pdn(&self, variant: &Variant) -> String {
        self.square_names(variant).join(self.sign(variant))
    }

    /// The move as the standard has it written: first and last square only, but all of them where
    /// other pieces could be taken between these. Of routes that take the same pieces it is the
    /// first, which where it goes straight on comes down right behind a piece.
    fn to_unambiguous_pdn(&self, variant: &Variant, position: &Position) -> String {
        let mut distinct = distinct_moves(variant, position);
        distinct.retain(|mv| (mv.from, mv.to()) == (self.from, self.to()));
        if distinct.len() < 2 {
            return self.to_pdn(variant);
        }
        let first = distinct.iter().find(|mv| mv.captured == self.captured);
        first.unwrap_or(self).to_long_pdn(variant)
    }
}

/// The game as PDN, at most 80 columns wide.
pub fn write_pdn(game: &PdnGame) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(
            out,
            "[{name} \"{}\"]",
            value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"")
        );
    };
    game.tags.iter().for_each(|(name, value)| tag(name, value));
    tag("GameType", &game.variant.pdn_type.to_string());
    if game.start != Position::initial(&game.variant, game.variant.beginner()) {
        tag("FEN", &game.start.to_fen(&game.variant));
    }
    tag("Result", game.result.text(&game.variant));
    out.push('\n');
    write_moves(game, &mut out);
    out
}

fn write_moves(game: &PdnGame, out: &mut String) {
    let mut position = game.start;
    let mut words = Vec::new();
    for (ply, mv) in game.moves.iter().enumerate() {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        words.push(mv.to_unambiguous_pdn(&game.variant, &position));
        position = position.after(mv);
        let comment = game.comments.get(ply).filter(|text| !text.is_empty());
        words.extend(comment.into_iter().flat_map(|text| in_braces(text)));
    }
    words.push(game.result.text(&game.variant).to_owned());
    let mut width = 0;
    for word in words {
        if width + 1 + word.len() > 79 {
            out.push('\n');
            width = 0;
        }
        let gap = if width > 0 { " " } else { "" };
        out.push_str(gap);
        out.push_str(&word);
        width += gap.len() + word.len();
    }
    out.push('\n');
}

/// The words of a comment, with its braces.
fn in_braces(comment: &str) -> Vec<String> {
    let text = format!("{{{}}}", comment.replace('}', " "));
    text.split_whitespace().map(str::to_owned).collect()
}

/// Every game of a PDN text. Comments before the first move, variations and annotations are
/// skipped; moves are checked.
///
/// # Errors
/// When a tag, a move or a separator cannot be read, or a move is not legal.
pub fn read_pdn(text: &str) -> Result<Vec<PdnGame>, NotationError> {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(|| next_game(&mut scanner).transpose()).collect()
}

/// The first game of a PDN text, whatever follows it; `None` where there is no game.
///
/// # Errors
/// As [`read_pdn`], of the first game.
pub fn read_first_pdn(text: &str) -> Result<Option<PdnGame>, NotationError> {
    next_game(&mut Scanner::new(text))
}

/// The game that follows, if one does.
fn next_game(scanner: &mut Scanner<'_>) -> Result<Option<PdnGame>, NotationError> {
    read_notes(scanner)?;
    if scanner.peek().is_some() { read_game(scanner).map(Some) } else { Ok(None) }
}

fn read_game(scanner: &mut Scanner<'_>) -> Result<PdnGame, NotationError> {
    let mut game = read_tags(scanner)?;
    let mut position = game.start;
    loop {
        let notes = read_notes(scanner)?;
        if let Some(comment) = game.comments.last_mut().filter(|_| !notes.is_empty()) {
            *comment = format!("{comment} {notes}").trim_start().to_owned();
        }
        let at = scanner.position();
        if is_setup(scanner) {
            let message = "a position stands among the moves: put it before them, in a game of \
                its own";
            return Err(scanner.error(message));
        }
        let star = if scanner.eat('*') { "*" } else { "" };
        let word = if star.is_empty() { scanner.take_while(is_part) } else { star };
        if let Some(result) = PdnResult::read(word) {
            // A star only ends the text of the game: how it ended may stand in the tag.
            game.result = if result == PdnResult::Open { game.result } else { result };
            return Ok(game);
        }
        match scanner.peek() {
            _ if !word.is_empty() && !matches!(scanner.peek(), Some('.' | '…')) => {
                let mv = find_move(&game.variant, &position, word)
                    .map_err(|message| scanner.error_at(at, message))?;
                position = position.after(&mv);
                game.moves.push(mv);
                game.comments.push(String::new());
                skip_strength(scanner);
            }
            Some('.' | '…') if word.chars().all(|c| c.is_ascii_digit()) => {
                _ = scanner.take_while(|c| c == '.' || c == '…')
            }
            // A game may end without its result where the next one's tags, or nothing, follow.
            None | Some('[') if word.is_empty() => return Ok(game),
            _ => {
                return Err(scanner
                    .error(format!("expected a move or a result, found {}", scanner.found())));
            }
        }
    }
}

/// Whether a letter may be part of a move or a result.
fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-x:/+#×–—−½".contains(c)
}

/// Skips the signs right behind a move: `!`, `?`, and the old `*` of the only good move, which is
/// one where the game goes on behind it.
fn skip_strength(scanner: &mut Scanner<'_>) {
    scanner.take_while(|c| "!?".contains(c));
    let mut behind = scanner.clone();
    let is_sign = behind.eat('*')
        && read_notes(&mut behind).is_ok()
        && !matches!(behind.peek(), None | Some('[' | '/'));
    if is_sign {
        scanner.eat('*');
    }
}

/// Skips white space, comments from `;` or `%` to the end of the line, `(variations)`, `$1`, `!?`
/// and what stands between slashes, unless it sets up a position; the words of `{comments}`.
fn read_notes(scanner: &mut Scanner<'_>) -> Result<String, NotationError> {
    let mut words = Vec::new();
    loop {
        // Files that were put together have marks of UTF-8 in the middle, and those of DOS a mark
        // of the end.
        scanner.take_while(|c| c.is_whitespace() || c == '\u{feff}' || c == '\u{1a}');
        let at = scanner.position();
        match scanner.peek() {
            Some('{') => {
                scanner.next();
                words.extend(scanner.take_while(|c| c != '}').split_whitespace());
                if !scanner.eat('}') {
                    return Err(scanner.error_at(at, "a comment has no closing '}'"));
                }
            }
            Some(';' | '%') => skip_line(scanner),
            Some('/') if !is_setup(scanner) => _ = between_slashes(scanner)?,
            Some('$') => {
                scanner.next();
                scanner.take_while(|c| c.is_ascii_digit());
            }
            Some('!' | '?') => _ = scanner.next(),
            Some('(') => skip_variation(scanner)?,
            _ => return Ok(words.join(" ")),
        }
    }
}

fn skip_line(scanner: &mut Scanner<'_>) {
    scanner.take_while(|c| c != '\n' && c != '\r');
}

/// Whether a position follows that PDN 3.0 sets up between slashes: `/FEN "W:W31:B1"/`.
fn is_setup(scanner: &Scanner<'_>) -> bool {
    let text = scanner.rest().strip_prefix('/').map(str::trim_start);
    let name = text.and_then(|text| text.get(..3));
    name.is_some_and(|name| name.eq_ignore_ascii_case("FEN"))
}

/// The text between two slashes, the first of which comes next.
fn between_slashes<'a>(scanner: &mut Scanner<'a>) -> Result<&'a str, NotationError> {
    let at = scanner.position();
    scanner.next();
    let text = scanner.take_while(|c| c != '/');
    let closed = scanner.eat('/');
    closed.then_some(text).ok_or_else(|| scanner.error_at(at, "a '/' has no second one behind it"))
}

/// The FEN that is set up between slashes, and the place of its quote.
fn read_setup(scanner: &mut Scanner<'_>) -> Result<(usize, String), NotationError> {
    let at = scanner.position();
    let text = between_slashes(scanner)?;
    let mut parts = text.split('"');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(name), Some(fen), Some(_)) => Ok((at + 1 + name.len(), fen.to_owned())),
        _ => Err(scanner.error_at(at, "expected a position in quotes, as in /FEN \"W:W31:B1\"/")),
    }
}

fn skip_variation(scanner: &mut Scanner<'_>) -> Result<(), NotationError> {
    let at = scanner.position();
    let mut depth = 0usize;
    loop {
        match scanner.next() {
            Some('(') => depth += 1,
            Some(')') if depth == 1 => return Ok(()),
            Some(')') => depth -= 1,
            Some('{') => _ = scanner.take_while(|c| c != '}'),
            Some(';' | '%') => skip_line(scanner),
            Some(_) => {}
            None => return Err(scanner.error_at(at, "a variation has no closing ')'")),
        }
    }
}

fn read_tags(scanner: &mut Scanner<'_>) -> Result<PdnGame, NotationError> {
    let mut tags = Vec::new();
    let (mut variant, mut fen, mut result, mut beginner) =
        (Variant::ENGLISH, None, PdnResult::Open, None);
    loop {
        read_notes(scanner)?;
        if is_setup(scanner) {
            fen = Some(read_setup(scanner)?);
            continue;
        }
        if !scanner.eat('[') {
            break;
        }
        scanner.skip_space();
        let name = scanner.take_while(|c| c.is_ascii_alphanumeric() || c == '_').to_owned();
        scanner.skip_space();
        let at = scanner.position();
        let value = read_string(scanner)?;
        match name.to_ascii_lowercase().as_str() {
            "gametype" => {
                (variant, beginner) =
                    game_type(&value).map_err(|message| scanner.error_at(at, message))?
            }
            "fen" => fen = Some((at, value)),
            "result" => result = PdnResult::read(value.trim()).unwrap_or_default(),
            _ => tags.push((name, value)),
        }
    }
    let start = match fen {
        None => Position::initial(&variant, beginner.unwrap_or(variant.beginner())),
        Some((at, fen)) => Position::from_fen(&variant, &fen)
            .map_err(|error| inside(&scanner.error_at(at + 1, ""), error))?,
    };
    Ok(PdnGame { tags, variant, start, moves: Vec::new(), comments: Vec::new(), result })
}

/// A quoted string and the bracket behind it.
fn read_string(scanner: &mut Scanner<'_>) -> Result<String, NotationError> {
    let value = scanner.quoted()?;
    scanner.skip_space();
    if scanner.eat(']') {
        Ok(value)
    } else {
        Err(scanner.error(format!("expected ']', found {}", scanner.found())))
    }
}

/// The variant and who begins, if that is said: `21`, or `21,W,8,8,N2,0`.
fn game_type(value: &str) -> Result<(Variant, Option<Color>), String> {
    let mut parts = value.split(',').map(str::trim);
    let number: u8 = parts.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let variant = Variant::ALL.into_iter().find(|v| v.pdn_type == number);
    let beginner = parts.next().and_then(|side| match side {
        "W" => Some(Color::White),
        "B" => Some(Color::Black),
        _ => None,
    });
    let message = || {
        format!(
            "GameType '{value}' is not supported: use 20 international, 21 English, 25 Russian, 26 \
            Brazilian"
        )
    };
    variant.map(|variant| (variant, beginner)).ok_or_else(message)
}

/// An error in a quoted value that starts at `start`, placed in the whole text.
const fn inside(start: &NotationError, mut error: NotationError) -> NotationError {
    if error.line == 1 {
        error.column += start.column - 1;
    }
    error.line += start.line - 1;
    error
}

/// The legal move that a word names: its squares in order, the ones between the first and the last
/// as far as given. They are read as numbers and as letters, however the variant's are written.
pub(super) fn find_move(
    variant: &Variant,
    position: &Position,
    word: &str,
) -> Result<Move, String> {
    let names = squares_of(word);
    let algebraic = names[0].starts_with(|c: char| c.is_ascii_alphabetic());
    let written = Variant { algebraic, ..*variant };
    let legal = legal_moves(variant, position);
    let fits = |mv: &&Move| {
        let all = mv.square_names(&written);
        let mut rest = all.iter();
        let ends = all.first().is_some_and(|first| is_square(first, &names[0]))
            && all.last() == names.last();
        names.len() > 1 && ends && names.iter().all(|name| rest.any(|n| is_square(n, name)))
    };
    let found: Vec<&Move> = legal.iter().filter(fits).collect();
    let exact = found.iter().find(|mv| mv.square_names(&written) == names);
    match (exact, &found[..]) {
        (Some(exact), _) => Ok((*exact).clone()),
        (None, []) => Err(no_move(variant, position, word, &legal)),
        // Different routes with the same captures lead to the same position.
        (None, [first, others @ ..])
            if others.iter().all(|mv| (mv.from, mv.captured) == (first.from, first.captured)) =>
        {
            Ok((*first).clone())
        }
        _ => Err(format!("'{word}' names more than one capture: add the squares between")),
    }
}

/// Whether a square is the one named; its column alone will do (`cd4`).
fn is_square(square: &str, name: &str) -> bool {
    square == name || (name.len() == 1 && name >= "a" && square.starts_with(name))
}

/// The squares of a move, between signs (`22x15`, `09-14`, `c3:e5`, `c3×e5`) or written together
/// (`c3e5`, `cd4`).
fn squares_of(word: &str) -> Vec<String> {
    let word = word.trim_end_matches(['+', '#']).to_ascii_lowercase();
    let parts = word.split(['-', 'x', ':', '×', '–', '—', '−']);
    parts.flat_map(apart).collect()
}

/// `c3e5` as `c3` and `e5`; `09` as `9`.
fn apart(part: &str) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    for c in part.trim_start_matches('0').chars() {
        match squares.last_mut() {
            Some(square) if !c.is_ascii_alphabetic() => square.push(c),
            _ => squares.push(c.to_string()),
        }
    }
    if squares.is_empty() { vec![String::new()] } else { squares }
}

fn no_move(variant: &Variant, position: &Position, word: &str, legal: &[Move]) -> String {
    let all = legal.iter().map(|mv| mv.to_pdn(variant)).collect::<Vec<_>>().join(", ");
    format!(
        "'{word}' is no legal move; {} has {}",
        position.turn.name(),
        if all.is_empty() { "none" } else { &all }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GAME: &str = "[Event \"A \\\"test\\\"\"]\n[Result \"*\"]\n\n1. 11-15 {old fourteenth} \
    23-19 2. 8-11 (2. 9-14 22-17) 22-17 $1 3. 4-8 17-13! *\n";

    #[test]
    fn a_game_with_everything() {
        let games = read_pdn(GAME).expect("a PDN");
        let [game] = &games[..] else { panic!("one game") };
        assert_eq!((game.moves.len(), game.start.turn), (6, Color::Black));
        assert_eq!(game.tags, [("Event".into(), "A \"test\"".into())]);
        let text = write_pdn(game);
        assert!(text.contains("1. 11-15 {old fourteenth} 23-19 2. 8-11 22-17 3. 4-8"), "{text}");
    }

    #[test]
    fn the_tag_tells_the_result_where_the_text_ends_in_a_star() {
        let result = |text| read_pdn(text).expect("a PDN")[0].result;
        assert_eq!(result("[Result \"0-1\"] 1. 11-15 *"), PdnResult::Black);
        assert_eq!(result("[Result \"0-1\"] 1. 11-15 1-0"), PdnResult::White);
    }

    /// What PDN 3.0's grammar for reading allows beyond that for writing.
    #[test]
    fn zeros_setups_and_line_comments() {
        let game = |text: &str| (read_pdn(text).expect(text)[0].start, rewritten(text));
        let moves = rewritten;
        assert_eq!(moves("1. 09-14 22-18 *"), "1. 9-14 22-18 *");
        assert_eq!(
            moves("1. 11-15 % why 22-18\n23-19 (2. 8-11 % :-)\n) 2. 08-11"),
            "1. 11-15 23-19 \
            2. 8-11 *"
        );
        assert_eq!(moves("/a text/ 1. 11-15 /another, 1-0/ 23-19 *"), "1. 11-15 23-19 *");
        let start = "/FEN \"W:W21-32:B1-12\"/";
        let tag = game("[FEN \"W:W21-32:B1-12\"]\n1. 22-18 *");
        assert_eq!(game(&format!("{start} 1. 22-18")), tag);
        assert_eq!(game(&format!("[Event \"x\"] {start}\n1. 22-18 *")), tag);
        let two = read_pdn(&format!("1. 11-15 * {start} 1. 22-18 * /end/")).expect("a PDN");
        assert_eq!(
            two.iter().map(|game| game.start.turn).collect::<Vec<_>>(),
            [Color::Black, Color::White]
        );
        let refused = read_pdn(&format!("1. 11-15 {start} 2. 22-18")).expect_err("a late setup");
        assert!(refused.message.contains("among the moves"), "{refused}");
    }

    #[test]
    fn a_star_right_behind_a_move_is_a_sign() {
        let games = |text: &str| {
            let games = read_pdn(text).expect(text);
            games.iter().map(|game| (game.moves.len(), game.result)).collect::<Vec<_>>()
        };
        let (open, white) = (PdnResult::Open, PdnResult::White);
        assert_eq!(games("1. 11-15 23-19* 2. 8-11 22-17 1-0"), [(4, white)]);
        assert_eq!(games("1. 11-15 23-19!* {only} 2. 8-11*"), [(3, open)]);
        assert_eq!(games("1. 11-15* {end}\n[GameType \"21\"] 1. 11-15*"), [(1, open), (1, open)]);
        assert_eq!(games("1. 11-15 *\n1. 11-15 23-19* 1-0"), [(1, open), (2, white)]);
    }

    #[test]
    fn faults_of_later_games_are_not_the_first_ones() {
        let text = "1. 11-15 *\n[GameType \"22\"]\n1. 1-2 *";
        assert!(read_pdn(text).is_err());
        let first = read_first_pdn(text).expect("a PDN").expect("a game");
        assert_eq!(first.moves.len(), 1);
        assert_eq!(read_first_pdn(" "), Ok(None));
    }

    /// The moves as they are written, of the only game of a text.
    fn rewritten(text: &str) -> String {
        let games = read_pdn(text).expect(text);
        let [game] = &games[..] else { panic!("one game of {text}") };
        write_pdn(game).lines().last().expect("moves").to_owned()
    }

    /// PDN 3.0: "Ambiguous moves must be written in long notation [...]. All other moves should use
    /// regular notation". The squares between are those where the capture turns, and those right
    /// behind a piece where it goes straight on: the standard's example.
    #[test]
    fn only_ambiguous_captures_are_written_at_length() {
        let english = |word: &str| rewritten(&format!("[FEN \"W:WK2:B6,7,14,15\"] 1. {word} *"));
        assert_eq!(english("2x9x18x11x2"), "1. 2x2 *");
        assert_eq!(english("2x11x18x9x2"), "1. 2x2 *");
        let ten = |fen: &str, word: &str| {
            rewritten(&format!("[GameType \"20\"] [FEN \"{fen}\"] 1. {word} *"))
        };
        assert_eq!(ten("W:WK46,50:B37,19", "46x14"), "1. 46x14 *");
        assert_eq!(ten("W:WK46,50:B37,19", "46x23x14"), "1. 46x14 *");
        let fen = "W:WK47:B14,19,27,29,42";
        assert_eq!(ten(fen, "47x38x24x13x36"), "1. 47x38x24x13x36 *");
        assert_eq!(ten(fen, "47x38x20x9x36"), "1. 47x38x20x9x36 *");
        assert_eq!(ten(fen, "47x33x24x13x36"), "1. 47x38x24x13x36 *");
        let vague = read_pdn(&format!("[GameType \"20\"] [FEN \"{fen}\"] 1. 47x36 *"));
        assert!(vague.expect_err("two captures").message.contains("more than one capture"));
    }

    /// PDN 3.0, the table of game types: the sign of a capture, and the results.
    #[test]
    fn signs_and_results_of_each_variant() {
        let fen = "[FEN \"W:Wc3:Bd4,h8\"]";
        for word in ["c3:e5", "c3xe5"] {
            let capture = |kind: u8| rewritten(&format!("[GameType \"{kind}\"] {fen} 1. {word} *"));
            assert_eq!(capture(25), "1. c3:e5 *");
            assert_eq!(capture(26), "1. c3xe5 *");
        }
        let ended = |kind: u8, result: &str| {
            let game = rewritten(&format!("[GameType \"{kind}\"] {result}"));
            game.split_whitespace().last().expect("a result").to_owned()
        };
        for (default, international) in
            [("1-0", "2-0"), ("0-1", "0-2"), ("1/2-1/2", "1-1"), ("0-0", "0-0"), ("*", "*")]
        {
            for result in [default, international] {
                assert_eq!([21, 25, 26].map(|kind| ended(kind, result)), [default; 3]);
                assert_eq!(ended(20, result), international);
            }
        }
        let tagged = read_pdn("[GameType \"20\"] 1. 32-28 1-0").expect("a PDN");
        assert!(write_pdn(&tagged[0]).contains("[Result \"2-0\"]"));
    }

    /// PDN 3.0's grammar for reading has numbers and letters in every game.
    #[test]
    fn numbers_and_letters_name_squares_of_any_variant() {
        for (kind, own, other) in [
            ("25", "1. c3-d4 d6-c5 2. b2-c3 *", "1. 22-18 10-14 2. 25-22 *"),
            ("26,W,8,8,N2,0", "1. c3-d4 d6-c5 2. b2-c3 *", "1. 22-18 10-14 2. 25-22 *"),
            ("21", "1. 11-15 23-19 *", "1. f6-e5 e3f4 *"),
            ("20", "1. 32-28 19-23 2. 28x19 *", "1. d4-e5 g7f6 2. e5xg7 *"),
        ] {
            for moves in [own, other] {
                assert_eq!(rewritten(&format!("[GameType \"{kind}\"]\n{moves}")), own, "{kind}");
            }
        }
        assert!(read_pdn("[GameType \"26\"] 1. 22-d4 *").is_err());
    }

    #[test]
    fn russian_squares_and_two_games() {
        let text = "{two} [GameType \"25\"] 1. c3-d4 d6-c5 1-0 {one} [GameType \"25,W,8,8,A0,0\"] \
        1. c3-b4 * ; none\n";
        let games = read_pdn(text).expect("a PDN");
        assert_eq!(
            games.iter().map(|g| (g.moves.len(), g.result)).collect::<Vec<_>>(),
            [(2, PdnResult::White), (1, PdnResult::Open)]
        );
    }

    #[test]
    fn faults_have_a_place() {
        let place = |pdn: &str| read_pdn(pdn).map_err(|e| (e.line, e.column)).err();
        assert_eq!(place("1. 11-14 *"), Some((1, 4)));
        assert_eq!(place("1. 11-15\n23-20 *"), Some((2, 1)));
        assert_eq!(place("[Event x]"), Some((1, 8)));
        assert_eq!(place("[GameType \"99\"]"), Some((1, 11)));
        assert_eq!(place("1. 11-15 {open"), Some((1, 10)));
        assert_eq!(place("1. 11-15 (open"), Some((1, 10)));
        assert_eq!(place("1. 11-15 ]"), Some((1, 10)));
        assert_eq!(place("[Event \"x\"]\n[FEN \"W:W21,99:B1\"] *"), Some((2, 13)));
        assert_eq!(place("[FEN \"W:Wb1:B1\"] *"), Some((1, 7)));
        assert_eq!(place("[Event \"x"), Some((1, 10)));
        assert_eq!(place("1. 11-15 (22-17 ; )\n"), Some((1, 10)));
        assert_eq!(place("1. 11-15 /open"), Some((1, 10)));
        assert_eq!(place("\n/FEN \"W:W21,99:B1\"/ *"), Some((2, 13)));
        assert_eq!(place("/FEN W:W21:B1/ *"), Some((1, 1)));
        assert_eq!(place(""), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_written_game_reads_back(
            tags in proptest::collection::vec(("[A-Z][A-Za-z0-9_]{0,8}x", "\\PC*"), 0..4),
            texts in proptest::collection::vec("([!-z~]{1,90}( [!-z~]{1,9}){0,9})?", 1..4),
            picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..90),
            kind in 0usize..4,
            white: bool,
            from in 0usize..40,
            result in prop::sample::select(vec![PdnResult::White, PdnResult::Black,
            PdnResult::Draw, PdnResult::BothLost, PdnResult::Open]),
        ) {
            let variant = Variant::ALL[kind];
            let mut start = Position::initial(&variant,
            if white { Color::White } else { Color::Black });
            let (mut position, mut moves) = (start, Vec::new());
            for (ply, pick) in picks.into_iter().enumerate() {
                // The route is only written where other pieces could be taken.
                let legal = distinct_moves(&variant, &position);
                if legal.is_empty() { break }
                let mv = pick.get(&legal).clone();
                position = position.after(&mv);
                moves.push(mv);
                // The game may start in the middle of one.
                if ply < from {
                    (start, moves) = (position, Vec::new());
                }
            }
            let comments = (0..moves.len()).map(|ply| texts[ply % texts.len()].clone()).collect();
            let game = PdnGame { tags, variant, start, moves, comments, result };
            prop_assert_eq!(read_pdn(&write_pdn(&game)), Ok(vec![game]));
        }

        #[test]
        fn a_written_position_reads_back(kind in 0usize..4,
        cells in proptest::collection::vec(0u8..5, 50), white: bool) {
            let variant = Variant::ALL[kind];
            let mut board = crate::games::CellGrid::empty(variant.size, variant.size);
            for (square, &class) in cells.iter().enumerate().take(variant.squares()) {
                let (row, col) = place(variant.size, square);
                board.set(row, col, class);
            }
            let turn = if white { Color::White } else { Color::Black };
            let position = Position::from_board(&variant, &board, turn).expect("a position");
            prop_assert_eq!(Position::from_fen(&variant, &position.to_fen(&variant)), Ok(position));
        }

        #[test]
        fn faults_of_any_text_have_a_place(text in "[\\[\\]\"(){}0-9a-h.x:* \n-]{0,80}",
        any in any::<String>()) {
            placed(&text);
            placed(&any);
        }

        #[test]
        fn faults_of_damaged_games_have_a_place(at in any::<prop::sample::Index>(),
        length in 0usize..3, by in "\\PC{0,2}|[\\[\\]\"(){};%\n]") {
            let text = format!("{GAME}[GameType \"20\"]\n[FEN \"B:W31,K46:B11-13,K7:H0:F1\"]\n1. \
            11-16 (1. 7-2) 46-5 2-0\n");
            let start = at.index(text.len());
            placed(&format!("{}{by}{}", &text[..start],
            text.get(start + length..).unwrap_or_default()));
        }
    }

    /// A fault lies in the text, or right behind it.
    fn placed(text: &str) {
        if let Err(error) = read_pdn(text) {
            let line = text.split('\n').nth(error.line - 1).expect("a line of the text");
            assert!((1..=line.chars().count() + 1).contains(&error.column), "{error} in {text:?}");
        }
    }
}
