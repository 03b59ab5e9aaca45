//! Portable Draughts Notation: games as text.

use super::{
    geometry::place,
    moves::{Move, legal_moves},
    position::{Color, Position},
    variant::Variant,
};
use crate::games::{
    NotationError,
    checkers::notation::{from_pdn_sized, side_to_move, to_pdn_of},
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
    /// Not known, or not ended.
    #[default]
    Open,
}

impl PdnResult {
    const fn text(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" | "2-0" => Some(Self::White),
            "0-1" | "0-2" => Some(Self::Black),
            "1/2-1/2" | "1-1" => Some(Self::Draw),
            "*" | "0-0" => Some(Self::Open),
            _ => None,
        }
    }
}

/// A game in PDN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnGame {
    /// Names and values, in order; without `GameType`, `FEN` and `Result`, which the other fields hold.
    pub tags: Vec<(String, String)>,
    /// The kind of draughts.
    pub variant: Variant,
    /// Where it starts.
    pub start: Position,
    /// Its moves, each legal after those before.
    pub moves: Vec<Move>,
    /// How it ended.
    pub result: PdnResult,
}

impl Variant {
    /// The side that begins in PDN games without a `FEN`: black in English draughts, white elsewhere.
    const fn beginner(&self) -> Color {
        if self.pdn_type == 21 { Color::Black } else { Color::White }
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
    /// The move in PDN: `22-18`, `22x15`; first and last square only.
    pub fn to_pdn(&self, variant: &Variant) -> String {
        let separator = if self.is_capture() { "x" } else { "-" };
        format!("{}{separator}{}", variant.square_name(self.from), variant.square_name(self.to()))
    }

    /// The move with every square it came down on: `22x15x8`.
    pub fn to_long_pdn(&self, variant: &Variant) -> String {
        let path = self.path.iter().map(|&square| format!("x{}", variant.square_name(square))).collect::<String>();
        if self.is_capture() { variant.square_name(self.from) + &path } else { self.to_pdn(variant) }
    }

    /// The shortest text that names this move alone among the legal ones.
    fn to_unambiguous_pdn(&self, variant: &Variant, position: &Position) -> String {
        let same = |mv: &&Move| (mv.from, mv.to()) == (self.from, self.to());
        let alone = legal_moves(variant, position).iter().filter(same).count() < 2;
        if alone { self.to_pdn(variant) } else { self.to_long_pdn(variant) }
    }
}

/// The game as PDN, at most 80 columns wide.
pub fn write_pdn(game: &PdnGame) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    game.tags.iter().for_each(|(name, value)| tag(name, value));
    tag("GameType", &game.variant.pdn_type.to_string());
    if game.start != Position::initial(&game.variant, game.variant.beginner()) {
        tag("FEN", &to_pdn_of(&game.start.to_board(&game.variant), game.start.turn == Color::White));
    }
    tag("Result", game.result.text());
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
    }
    words.push(game.result.text().to_owned());
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

/// Every game of a PDN text. Comments, variations and annotations are skipped; moves are checked.
///
/// # Errors
/// When a tag, a move or a separator cannot be read, or a move is not legal.
pub fn read_pdn(text: &str) -> Result<Vec<PdnGame>, NotationError> {
    let mut scanner = Scanner::new(text);
    let mut games = Vec::new();
    scanner.take_while(|c| c.is_whitespace() || c == '\u{feff}');
    while scanner.peek().is_some() {
        games.push(read_game(&mut scanner)?);
        scanner.skip_space();
    }
    Ok(games)
}

fn read_game(scanner: &mut Scanner<'_>) -> Result<PdnGame, NotationError> {
    let mut game = read_tags(scanner)?;
    let mut position = game.start;
    loop {
        skip_notes(scanner)?;
        let at = scanner.position();
        let word = scanner.take_while(|c| c.is_ascii_alphanumeric() || "-x:*/+#".contains(c));
        if let Some(result) = PdnResult::read(word) {
            game.result = result;
            return Ok(game);
        }
        match scanner.peek() {
            _ if !word.is_empty() && scanner.peek() != Some('.') => {
                let mv = find_move(&game.variant, &position, word).map_err(|message| scanner.error_at(at, message))?;
                position = position.after(&mv);
                game.moves.push(mv);
            }
            Some('.') if word.chars().all(|c| c.is_ascii_digit()) => _ = scanner.take_while(|c| c == '.'),
            // A game may end without its result where the next one's tags, or nothing, follow.
            None | Some('[') if word.is_empty() => return Ok(game),
            _ => return Err(scanner.error(format!("expected a move or a result, found {}", scanner.found()))),
        }
    }
}

/// Skips white space, `{comments}`, `;` comments, `(variations)`, `$1` and `!?`.
fn skip_notes(scanner: &mut Scanner<'_>) -> Result<(), NotationError> {
    loop {
        scanner.skip_space();
        let at = scanner.position();
        match scanner.peek() {
            Some('{') => {
                scanner.take_while(|c| c != '}');
                if !scanner.eat('}') {
                    return Err(scanner.error_at(at, "a comment has no closing '}'"));
                }
            }
            Some(';') => _ = scanner.take_while(|c| c != '\n'),
            Some('$') => {
                scanner.next();
                scanner.take_while(|c| c.is_ascii_digit());
            }
            Some('!' | '?') => _ = scanner.next(),
            Some('(') => skip_variation(scanner)?,
            _ => return Ok(()),
        }
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
            Some(_) => {}
            None => return Err(scanner.error_at(at, "a variation has no closing ')'")),
        }
    }
}

fn read_tags(scanner: &mut Scanner<'_>) -> Result<PdnGame, NotationError> {
    let mut tags = Vec::new();
    let (mut variant, mut fen, mut result, mut beginner) = (Variant::ENGLISH, None, PdnResult::Open, None);
    loop {
        skip_notes(scanner)?;
        if !scanner.eat('[') {
            break;
        }
        scanner.skip_space();
        let name = scanner.take_while(|c| c.is_ascii_alphanumeric() || c == '_').to_owned();
        scanner.skip_space();
        let at = scanner.position();
        let value = read_string(scanner)?;
        match name.as_str() {
            "GameType" => (variant, beginner) = game_type(&value).map_err(|message| scanner.error_at(at, message))?,
            "FEN" => fen = Some((at, value)),
            "Result" => result = PdnResult::read(&value).unwrap_or_default(),
            _ => tags.push((name, value)),
        }
    }
    let start = match fen {
        None => Position::initial(&variant, beginner.unwrap_or(variant.beginner())),
        Some((at, fen)) => start_position(&variant, &fen).map_err(|message| scanner.error_at(at, message))?,
    };
    Ok(PdnGame { tags, variant, start, moves: Vec::new(), result })
}

/// A quoted string and the bracket behind it.
fn read_string(scanner: &mut Scanner<'_>) -> Result<String, NotationError> {
    let value = scanner.quoted()?;
    scanner.skip_space();
    if scanner.eat(']') { Ok(value) } else { Err(scanner.error(format!("expected ']', found {}", scanner.found()))) }
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
    let message = || format!("GameType '{value}' is not supported: use 20 international, 21 English, 25 Russian, 26 Brazilian");
    variant.map(|variant| (variant, beginner)).ok_or_else(message)
}

fn start_position(variant: &Variant, fen: &str) -> Result<Position, String> {
    let board = from_pdn_sized(fen, variant.size).map_err(|error| error.message)?;
    let turn = if side_to_move(fen) { Color::White } else { Color::Black };
    Position::from_board(variant, &board, turn).map_err(|error| error.to_string())
}

/// The legal move that a word names: its squares in order, the ones between the first and the last as far as given.
fn find_move(variant: &Variant, position: &Position, word: &str) -> Result<Move, String> {
    let names: Vec<&str> = word.trim_end_matches(['+', '#']).split(['-', 'x', ':']).collect();
    let legal = legal_moves(variant, position);
    let fits = |mv: &&Move| {
        let all: Vec<String> = std::iter::once(&mv.from).chain(&mv.path).map(|&square| variant.square_name(square)).collect();
        let ends =
            all.first().map(String::as_str) == names.first().copied() && all.last().map(String::as_str) == names.last().copied();
        let mut rest = all.iter();
        names.len() > 1 && ends && names.iter().all(|name| rest.any(|n| n == name))
    };
    let found: Vec<&Move> = legal.iter().filter(fits).collect();
    match &found[..] {
        [] => {
            let all = legal.iter().map(|mv| mv.to_pdn(variant)).collect::<Vec<_>>().join(", ");
            Err(format!("'{word}' is no legal move; {} has {}", position.turn.name(), if all.is_empty() { "none" } else { &all }))
        }
        // Different routes with the same captures lead to the same position.
        [first, others @ ..] if others.iter().all(|mv| mv.captured == first.captured) => Ok((*first).clone()),
        _ => Err(format!("'{word}' names more than one capture: add the squares between")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::checkers::rules::geometry::Geometry;
    use proptest::prelude::*;

    const GAME: &str = "[Event \"A \\\"test\\\"\"]\n[Result \"*\"]\n\n1. 11-15 {old fourteenth} 23-19 2. 8-11 (2. 9-14 22-17) 22-17 $1 3. 4-8 17-13! *\n";

    #[test]
    fn a_game_with_everything() {
        let games = read_pdn(GAME).expect("a PDN");
        let [game] = &games[..] else { panic!("one game") };
        assert_eq!((game.moves.len(), game.start.turn), (6, Color::Black));
        assert_eq!(game.tags, [("Event".into(), "A \"test\"".into())]);
        let text = write_pdn(game);
        assert!(text.ends_with("1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 *\n"), "{text}");
    }

    #[test]
    fn russian_squares_and_two_games() {
        let text = "[GameType \"25\"] 1. c3-d4 d6-c5 1-0 [GameType \"25\"] 1. c3-b4 *";
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
        assert_eq!(place(""), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_written_game_reads_back(picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..90), kind in 0usize..4, white in any::<bool>()) {
            let variant = Variant::ALL[kind];
            let start = Position::initial(&variant, if white { Color::White } else { Color::Black });
            let (mut position, mut moves) = (start, Vec::new());
            for pick in picks {
                let legal = legal_moves(&variant, &position);
                if legal.is_empty() { break }
                let mv = pick.get(&legal).clone();
                position = position.after(&mv);
                moves.push(mv);
            }
            let game = PdnGame { tags: vec![("White".into(), "a\\b".into())], variant, start, moves, result: PdnResult::Draw };
            let read = read_pdn(&write_pdn(&game)).expect("its own PDN");
            let end = |g: &PdnGame| g.moves.iter().fold(g.start, |p, mv| p.after(mv));
            prop_assert_eq!(read.len(), 1);
            prop_assert_eq!((end(&read[0]), &read[0].tags, read[0].result), (end(&game), &game.tags, game.result));
        }

        #[test]
        fn no_text_panics(text in "[\\[\\]\"(){}0-9a-h.x:* -]{0,80}", any in any::<String>()) {
            let _ = read_pdn(&text);
            let _ = read_pdn(&any);
        }

        /// Every generated capture takes each piece once and leaves a consistent position.
        #[test]
        fn positions_stay_consistent(picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..120), kind in 0usize..4) {
            let variant = Variant::ALL[kind];
            let mut position = Position::initial(&variant, Color::White);
            for pick in picks {
                let legal = legal_moves(&variant, &position);
                if legal.is_empty() { break }
                let mv = pick.get(&legal);
                let next = position.after(mv);
                prop_assert_eq!(next.white & next.black, 0);
                prop_assert_eq!(next.kings & !(next.white | next.black), 0);
                let pieces = |p: &Position| p.counts().0 + p.counts().1;
                prop_assert_eq!(pieces(&next) + mv.captured.count_ones(), pieces(&position));
                let geometry = Geometry::of(&variant);
                let men_home = (next.white & !next.kings & geometry.promotion_row(true)) | (next.black & !next.kings & geometry.promotion_row(false));
                prop_assert_eq!(men_home, 0);
                let board = next.to_board(&variant);
                prop_assert_eq!(Position::from_board(&variant, &board, next.turn), Ok(next));
                position = next;
            }
        }
    }
}
