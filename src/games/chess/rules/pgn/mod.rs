//! Portable Game Notation: games as text, with comments, variations and annotation glyphs.

mod parse;
mod reader;
mod write;

use super::{moves::Move, position::Position, spelling::plain};
use crate::games::NotationError;
use std::io;

pub use reader::PgnReader;
pub use write::write_pgn;

/// The tags that every game has, in their order, with what is written when a value is not known.
const SEVEN_TAGS: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Something written beside a move. White space is of no meaning in it, a line's end least of all:
/// it is read as single spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `{text}` or `;text`.
    Comment(String),
    /// `$n`; `!`, `?`, `!!`, `??`, `!?` and `?!` are read as 1 to 6.
    Glyph(u8),
    /// `(moves)`, as it is written, with comments in braces. The moves in it are not checked.
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
    /// Both sides lost: a double forfeit. PGN has no sign for it; `0-0` is what arbiters write.
    BothLost,
    /// Not known, or not ended.
    #[default]
    Open,
}

impl PgnResult {
    const ALL: [(Self, &'static str); 5] = [
        (Self::White, "1-0"),
        (Self::Black, "0-1"),
        (Self::Draw, "1/2-1/2"),
        (Self::BothLost, "0-0"),
        (Self::Open, "*"),
    ];
    /// What the tag `Result` says in files of other programs, `+` and `-` for forfeits.
    const IN_TAGS: [(Self, &'static str); 6] = [
        (Self::White, "+/-"),
        (Self::White, "+--"),
        (Self::Black, "-/+"),
        (Self::Black, "--+"),
        (Self::BothLost, "-/-"),
        (Self::BothLost, "---"),
    ];

    /// `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`.
    pub const fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The result of a word behind the moves. `0-0` is none: it is castling, too.
    fn read(word: &str) -> Option<Self> {
        let found = Self::ALL.into_iter().find(|(_, name)| *name == word && *name != "0-0");
        found.map(|(result, _)| result).or((word == "1/2").then_some(Self::Draw))
    }

    /// The result of a tag's value; an unknown one is none.
    fn of_tag(value: &str) -> Self {
        let value: String = plain(value).split_whitespace().collect();
        let mut all = Self::ALL.into_iter().chain(Self::IN_TAGS);
        let found = all.find(|(_, name)| *name == value).map(|(result, _)| result);
        found.or_else(|| Self::read(&value)).unwrap_or_default()
    }
}

/// A game in PGN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values, in order; without `FEN`, `SetUp` and `Result`, which the other fields
    /// hold.
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

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a tag.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use io::Read;
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
        assert_eq!(games[0].moves[0].1, [Note::Comment("best [by test] [not a tag]".into())]);
        assert_eq!(
            games[0].moves[1].1,
            [Note::Glyph(2), Note::Variation("1... c5 2. Nf3 (2. c3)".into())]
        );
        assert_eq!(games[0].moves[2].1, [Note::Glyph(6), Note::Comment("early".into())]);
        assert_eq!((games[0].result, games[1].result), (PgnResult::White, PgnResult::Open));
        for game in &games {
            assert_eq!(&read(&write_pgn(game)), std::slice::from_ref(&with_seven_tags(game)));
        }
        assert!(
            write_pgn(&games[1]).ends_with("\n\n20... O-O-O 21. O-O *\n"),
            "{}",
            write_pgn(&games[1])
        );
    }

    #[test]
    fn games_of_other_variants_are_refused() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
        let other = "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w GBgb - 0 1";
        let of = |variant: &str, fen: &str| {
            let fen = if fen.is_empty() { String::new() } else { format!("[FEN \"{fen}\"]\n") };
            let text = format!("{fen}{variant}\n1. e4 *");
            PgnReader::new(text.as_bytes()).next().expect("a game").map_err(|e| e.to_string())
        };
        for name in ["Standard", "normal", "Chess", "From Position", "Chess960", "?"] {
            let game = of(&format!("[Variant \"{name}\"]"), "").expect("a game of chess");
            assert_eq!(game.tag("Variant"), Some(name));
            assert!(of(&format!("[Variant \"{name}\"]"), start).is_ok(), "{name}");
        }
        for (name, fen) in
            [("Atomic", ""), ("Crazyhouse", "8/8/8/8/8/8/8/8/Q w - - 0 1"), ("Chess960", other)]
        {
            let error = of(&format!("[Variant \"{name}\"]"), fen).expect_err(name);
            let expected = format!("this is a game of {name}: only chess is played");
            assert!(error.contains(&expected), "{error}");
        }
        let error = of("", other).expect_err("Chess960");
        assert!(error.contains("'GBgb' are the castling rights of Chess960"), "{error}");
    }

    #[test]
    fn a_comment_without_its_brace_ends_with_the_game() {
        let games: Vec<_> =
            PgnReader::new("1. e4 {open\n[x] 1-0\n[Event \"b\"]\n\n1. d4 *".as_bytes()).collect();
        assert!(matches!(&games[..], [Err(PgnError::Notation(_)),
            Ok(game)] if game.tag("Event") == Some("b")));
    }

    #[test]
    fn games_without_tags_are_told_apart_by_their_results() {
        let games =
            read("1. e4 1-0 {Black\nresigns}\n; really\n\n1. d4 (1. c4 1-0) {0-1\n} d5 *\n1. f4 *");
        assert_eq!(games.iter().map(|g| g.moves.len()).collect::<Vec<_>>(), [1, 2, 1]);
        assert_eq!(
            games[0].moves[0].1,
            ["Black resigns", "really"].map(|text| Note::Comment(text.into()))
        );
    }

    #[test]
    fn comments_of_lines_stay_comments() {
        let games = read("1. e4 (1. d4 ; a ) brace}\n1... d5) e5 ; b }\n% {escaped\n2. Nf3 *");
        let game = &games[0];
        assert_eq!(game.moves[0].1, [Note::Variation("1. d4 {a ) brace)} 1... d5".into())]);
        assert_eq!((game.moves.len(), &game.moves[1].1), (3, &vec![Note::Comment("b )".into())]));
        assert_eq!(read(&write_pgn(game)), [with_seven_tags(game)]);
    }

    #[test]
    fn no_line_begins_like_a_tag_or_an_escape() {
        let words = "word ".repeat(14) + "[%clk 0:01:00] " + &"more ".repeat(12) + "%x [y";
        let game = PgnGame { opening_notes: vec![Note::Comment(words)], ..PgnGame::default() };
        let text = write_pgn(&game);
        let movetext = text.split("\n\n").nth(1).expect("moves");
        assert!(
            movetext.lines().count() > 1
                && movetext.lines().all(|line| !line.starts_with(['[', '%'])),
            "{text}"
        );
        assert_eq!(read(&text), [with_seven_tags(&game)]);
    }

    #[test]
    fn other_encodings_are_read() {
        let games: Vec<_> =
            PgnReader::new(&b"[White \"M\xFCller\"]\r\n\r\n1. e4 *\r\n"[..]).collect();
        assert!(
            matches!(&games[..], [Ok(game)] if game.tag("White") == Some("M\u{fc}ller")),
            "{games:?}"
        );
    }

    #[test]
    fn a_game_without_end_is_refused_and_the_next_one_follows() {
        let endless = || {
            io::Cursor::new("[Event \"a\"]\n\n1. e4 {".to_owned())
                .chain(io::repeat(b'x').take(1 << 20))
        };
        let next = "\n}\n[Event \"b\"]\n\n1. d4 *\n";
        let input = io::BufReader::new(endless().chain(next.as_bytes()));
        let games: Vec<_> = PgnReader::with_limit(input, 1000).collect();
        assert!(
            matches!(&games[..], [Err(PgnError::Notation(error)), Ok(game)]
            if error.line == 1 && game.tag("Event") == Some("b")),
            "{games:?}"
        );
    }

    #[test]
    fn an_input_that_fails_ends_the_games() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let input = io::BufReader::new("1. e4 *\n1. d4 *\n".as_bytes().chain(Broken));
        let games: Vec<_> = PgnReader::new(input).collect();
        assert!(matches!(&games[..], [Ok(_), Err(PgnError::Io(_))]), "{games:?}");
    }

    /// Reads a gigabyte of games and looks at the most memory that was in use (Linux).
    #[test]
    #[ignore = "slow: make test-slow"]
    fn a_gigabyte_needs_no_memory() {
        struct Repeat(usize);
        impl io::Read for Repeat {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let text = &GAMES.as_bytes()[self.0 % GAMES.len()..];
                let length = text.len().min(buffer.len());
                buffer[..length].copy_from_slice(&text[..length]);
                self.0 += length;
                Ok(length)
            }
        }
        let peak = || {
            let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
            let line =
                status.lines().find_map(|line| line.strip_prefix("VmHWM:").map(str::to_owned));
            line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok())
                .unwrap_or(0)
        };
        let before = peak();
        let games = PgnReader::new(io::BufReader::new(
            Repeat(0).take((1 << 30) / GAMES.len() as u64 * GAMES.len() as u64),
        ));
        assert_eq!(
            games.inspect(|game| assert!(game.is_ok(), "{game:?}")).count(),
            (1 << 30) / GAMES.len() * 2
        );
        assert!(peak() - before < 32 << 10, "{} kB more", peak() - before);
    }

    /// A game as it is after writing: the seven tags first, with placeholders.
    fn with_seven_tags(game: &PgnGame) -> PgnGame {
        let given = |name: &str| game.tags.iter().find(|t| t.0 == name).map(|t| t.1.clone());
        let seven = SEVEN_TAGS.iter().filter(|(name, _)| *name != "Result");
        let mut tags: Vec<(String, String)> = seven
            .map(|(name, unknown)| {
                ((*name).into(), given(name).unwrap_or_else(|| (*unknown).into()))
            })
            .collect();
        tags.extend(
            game.tags.iter().filter(|t| SEVEN_TAGS.iter().all(|seven| seven.0 != t.0)).cloned(),
        );
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
        assert_eq!(
            places("[A \"b\"]\n\n1. e4 e5 2. Ke3 *\n[A \"c\"]\n\n1. d4 *"),
            [Some((3, 13)), None]
        );
        assert_eq!(places("[A b]"), [Some((1, 4))]);
        assert_eq!(places("[FEN \"x\"]"), [Some((1, 6))]);
        assert_eq!(places("1. e4 {open"), [Some((1, 7))]);
        assert_eq!(places("1. e4 (open"), [Some((1, 7))]);
        assert_eq!(places("1. e4 $x"), [Some((1, 7))]);
        assert_eq!(places("1. e4 ^"), [Some((1, 7))]);
        assert_eq!(places("[\"x\"]"), [Some((1, 2))]);
        assert_eq!(places("\u{feff}1. e4 e6 2. e6 *"), [Some((1, 13))]);
        assert_eq!(places("1. e4 * 1. d4 *"), [Some((1, 9))]);
        assert_eq!(places(" \n\n"), []);
    }

    /// Notes with their white space as it is read. A comment's first word is none of a tag's.
    fn notes() -> impl Strategy<Value = Vec<Note>> {
        let comment =
            "([^}\\p{Cc}\\p{Z}]{1,9}( [^}\\p{Cc}\\p{Z}]{1,9}){0,20})?".prop_map(Note::Comment);
        let variation =
            "[a-z1-8.]{1,5}( [a-z1-8.]{1,5}){0,4}( \\(x \\{[^}\\p{Cc}\\p{Z}]{0,5}\\}\\))?"
                .prop_map(Note::Variation);
        proptest::collection::vec(
            prop_oneof![comment, any::<u8>().prop_map(Note::Glyph), variation],
            0..3,
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn a_written_game_reads_back(
            picks in proptest::collection::vec((any::<prop::sample::Index>(), notes()), 0..80),
            opening_notes in notes(),
            tags in proptest::collection::btree_map("[A-Za-z0-9_]{1,12}", "[^\\p{Cc}]{0,20}", 0..4),
            result in prop::sample::select(PgnResult::ALL.map(|(result, _)| result).to_vec()),
        ) {
            let held = |name: &String| !["FEN", "SetUp", "Result"].contains(&name.as_str());
            let tags = tags.into_iter().filter(|(name, _)| held(name)).collect();
            let mut game = PgnGame { result, tags, opening_notes, ..PgnGame::default() };
            let mut position = Position::default();
            for (pick, notes) in picks {
                let moves = position.legal_moves();
                if moves.is_empty() { break }
                let mv = *pick.get(&moves);
                game.moves.push((mv, notes));
                position = position.after(mv);
            }
            prop_assert_eq!(read(&write_pgn(&game)), vec![with_seven_tags(&game)]);
        }

        #[test]
        fn no_text_panics(text in "[\\[\\]\"(){};$.a-h1-8KQRBNxO0=*!? \n-]{0,80}",
        any in any::<String>()) {
            for text in [text, any] {
                PgnReader::new(text.as_bytes()).take(100).for_each(drop);
            }
        }
    }
}
