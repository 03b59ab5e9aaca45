//! What a chess engine writes: the lines of the Universal Chess Interface (UCI, by R. Huber and S.
//! Meyer-Kahlen, 2004).
//!
//! Only what a game needs is understood; other words are skipped, as the protocol asks. Moves stay
//! text here: which are legal, the position says.
//!
//! ```
//! use kibitzer::games::chess::uci::{EngineLine, Score, read_line};
//!
//! let line = read_line("info depth 12 nodes 5120 score cp 31 pv e2e4 e7e5", 1)?;
//! let EngineLine::Info(info) = line else { panic!("it tells how the search goes") };
//! assert_eq!((info.depth, info.score), (Some(12), Some(Score::Centipawns(31))));
//! assert_eq!(info.line, ["e2e4", "e7e5"]);
//! # Ok::<(), kibitzer::games::NotationError>(())
//! ```

use crate::games::{NotationError, text::Scanner};
use std::fmt;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineLine {
    /// `id name ...`.
    Name(String),
    /// `option name ... type ...`: something that can be set.
    Setting(Setting),
    /// `uciok`: all settings are told.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info ...`: what the engine thinks so far.
    Info(Info),
    /// `bestmove ...`; `None` where there is none.
    BestMove(Option<String>),
    /// Anything else.
    Other,
}

/// Something that can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name; may hold spaces.
    pub name: String,
    /// The least and the greatest value, of a number; `None` of anything else.
    pub range: Option<(i64, i64)>,
}

/// What an engine thinks so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// How many plies it has looked ahead.
    pub depth: Option<u32>,
    /// How the side to move stands.
    pub score: Option<Score>,
    /// The moves it expects.
    pub line: Vec<String>,
}

/// How the side to move stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// It mates in so many moves; is mated when negative.
    Mate(i32),
}

/// Reads a line of an engine, the `number`th from 1.
///
/// # Errors
/// When a line that matters is incomplete or holds something else than a number where one belongs.
pub fn read_line(text: &str, number: usize) -> Result<EngineLine, NotationError> {
    let mut words = Words(Scanner::new(text.trim_end()));
    let line = match words.next() {
        Some("id") => words.id(),
        Some("option") => words.setting().map(EngineLine::Setting),
        Some("uciok") => Ok(EngineLine::UciOk),
        Some("readyok") => Ok(EngineLine::ReadyOk),
        Some("info") => words.info().map(EngineLine::Info),
        Some("bestmove") => words.best_move(),
        _ => Ok(EngineLine::Other),
    };
    line.map_err(|error| NotationError { line: number, ..error })
}

/// The words of a line.
struct Words<'a>(Scanner<'a>);

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.0.skip_space();
        Some(self.0.take_while(|c| !c.is_whitespace())).filter(|word| !word.is_empty())
    }

    /// The next word, which has to be there.
    fn need(&mut self, what: &str) -> Result<&'a str, NotationError> {
        self.0.skip_space();
        let error = self.0.error(format!("expected {what}, found the end of the line"));
        self.next().ok_or(error)
    }

    fn number<N: std::str::FromStr>(&mut self, what: &str) -> Result<N, NotationError> {
        self.0.skip_space();
        let at = self.0.position();
        let word = self.need(what)?;
        word.parse().map_err(|_| self.0.error_at(at, format!("expected {what}, found '{word}'")))
    }

    fn id(&mut self) -> Result<EngineLine, NotationError> {
        match self.next() {
            Some("name") => {
                let first = self.need("the engine's name")?;
                Ok(EngineLine::Name(join(first, std::iter::from_fn(|| self.next()))))
            }
            _ => Ok(EngineLine::Other),
        }
    }

    fn setting(&mut self) -> Result<Setting, NotationError> {
        let at = self.0.position();
        if self.next() != Some("name") {
            return Err(self.0.error_at(at, "expected 'name' after 'option'"));
        }
        let first = self.need("the option's name")?;
        let name = join(first, std::iter::from_fn(|| self.next().filter(|word| *word != "type")));
        let range = match self.need("the option's type")? {
            "spin" => Some(self.range()?),
            _ => None,
        };
        Ok(Setting { name, range })
    }

    /// The numbers after `min` and `max`.
    fn range(&mut self) -> Result<(i64, i64), NotationError> {
        let (mut least, mut greatest) = (None, None);
        while let Some(word) = self.next() {
            match word {
                "min" => least = Some(self.number("the least value")?),
                "max" => greatest = Some(self.number("the greatest value")?),
                _ => {}
            }
        }
        let range = least.zip(greatest).filter(|(least, greatest)| least <= greatest);
        range.ok_or_else(|| {
            self.0.error("expected 'min' and 'max' of a number, the least value first")
        })
    }

    fn info(&mut self) -> Result<Info, NotationError> {
        let mut info = Info::default();
        while let Some(word) = self.next() {
            match word {
                "depth" => info.depth = Some(self.number("the depth")?),
                "score" => info.score = self.score()?,
                "pv" => info.line = std::iter::from_fn(|| self.next()).map(str::to_owned).collect(),
                "string" => while self.next().is_some() {},
                _ => {}
            }
        }
        Ok(info)
    }

    fn score(&mut self) -> Result<Option<Score>, NotationError> {
        match self.need("'cp' or 'mate'")? {
            "cp" => self.number("hundredths of a pawn").map(|n| Some(Score::Centipawns(n))),
            "mate" => self.number("moves to the mate").map(|n| Some(Score::Mate(n))),
            _ => Ok(None),
        }
    }

    fn best_move(&mut self) -> Result<EngineLine, NotationError> {
        let word = self.need("a move")?;
        let none = matches!(word, "(none)" | "0000" | "NULL");
        Ok(EngineLine::BestMove((!none).then(|| word.to_owned())))
    }
}

fn join<'a>(first: &'a str, rest: impl Iterator<Item = &'a str>) -> String {
    std::iter::once(first).chain(rest).collect::<Vec<_>>().join(" ")
}

/// The line as an engine writes it.
impl fmt::Display for EngineLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Setting(Setting { name, range: None }) => {
                write!(f, "option name {name} type string")
            }
            Self::Setting(Setting { name, range: Some((least, greatest)) }) => {
                write!(f, "option name {name} type spin default {least} min {least} max {greatest}")
            }
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(best) => write!(f, "bestmove {}", best.as_deref().unwrap_or("(none)")),
            Self::Other => Ok(()),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        match self.score {
            Some(Score::Centipawns(n)) => write!(f, " score cp {n}")?,
            Some(Score::Mate(n)) => write!(f, " score mate {n}")?,
            None => {}
        }
        if !self.line.is_empty() {
            write!(f, " pv {}", self.line.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> EngineLine {
        read_line(text, 1).expect("a line")
    }

    #[test]
    fn lines_of_stockfish() {
        assert_eq!(read("id name Stockfish 15.1"), EngineLine::Name("Stockfish 15.1".into()));
        assert_eq!(read("id author the developers"), EngineLine::Other);
        let skill = Setting { name: "Skill Level".into(), range: Some((0, 20)) };
        assert_eq!(
            read("option name Skill Level type spin default 20 min 0 max 20"),
            EngineLine::Setting(skill)
        );
        let limit = Setting { name: "UCI_LimitStrength".into(), range: None };
        assert_eq!(
            read("option name UCI_LimitStrength type check default false"),
            EngineLine::Setting(limit)
        );
        let info = Info {
            depth: Some(12),
            score: Some(Score::Mate(-3)),
            line: vec!["e2e4".into(), "e7e5".into()],
        };
        assert_eq!(
            read(
                "info depth 12 seldepth 9 multipv 1 score mate -3 upperbound nodes 5 pv e2e4 e7e5"
            ),
            EngineLine::Info(info)
        );
        assert_eq!(read("info string depth x pv y"), EngineLine::Info(Info::default()));
        assert_eq!(
            read(" bestmove e2e4 ponder e7e5 \r"),
            EngineLine::BestMove(Some("e2e4".into()))
        );
        assert_eq!(read("bestmove (none)"), EngineLine::BestMove(None));
        assert_eq!(read("Stockfish 15.1 by the developers"), EngineLine::Other);
        assert_eq!(read(""), EngineLine::Other);
    }

    #[test]
    fn faults_have_a_place() {
        let place = |text: &str| read_line(text, 7).map_err(|e| (e.line, e.column)).err();
        assert_eq!(place("bestmove"), Some((7, 9)));
        assert_eq!(place("id name"), Some((7, 8)));
        assert_eq!(place("option value 3"), Some((7, 7)));
        assert_eq!(place("option name Hash"), Some((7, 17)));
        assert_eq!(place("option name Hash type spin default 1 min x"), Some((7, 42)));
        assert_eq!(place("option name Hash type spin default 1 min 3 max 2"), Some((7, 49)));
        assert_eq!(place("info depth 99999999999"), Some((7, 12)));
        assert_eq!(place("info score cp"), Some((7, 14)));
        assert_eq!(place("info score mate now"), Some((7, 17)));
    }

    fn name() -> impl Strategy<Value = String> {
        "[A-Za-z0-9_.]{1,8}( [A-Za-z0-9_.]{1,8}){0,2}"
            .prop_filter("'type' ends a name", |name| !name.contains("type"))
    }

    fn line() -> impl Strategy<Value = EngineLine> {
        let score = prop_oneof![
            any::<i32>().prop_map(Score::Centipawns),
            any::<i32>().prop_map(Score::Mate)
        ];
        let moves = proptest::collection::vec("[a-h][1-8][a-h][1-8][nbrq]?", 0..5);
        let info = (any::<Option<u32>>(), proptest::option::of(score), moves);
        let range = proptest::option::of(
            (any::<i64>(), any::<i64>()).prop_map(|(a, b)| (a.min(b), a.max(b))),
        );
        prop_oneof![
            name().prop_map(EngineLine::Name),
            (name(), range).prop_map(|(name, range)| EngineLine::Setting(Setting { name, range })),
            info.prop_map(|(depth, score, line)| EngineLine::Info(Info { depth, score, line })),
            proptest::option::of("[a-h][1-8][a-h][1-8][nbrq]?").prop_map(EngineLine::BestMove),
            prop::sample::select(vec![EngineLine::UciOk, EngineLine::ReadyOk, EngineLine::Other]),
        ]
    }

    proptest! {
        #[test]
        fn a_written_line_reads_back(line in line()) {
            prop_assert_eq!(read_line(&line.to_string(), 1), Ok(line));
        }

        #[test]
        fn no_text_panics(text in "(option name|info|bestmove|id|score|cp|min|max|type spin|pv| \
        |[0-9a-h-]{1,5}){0,12}", any in any::<String>()) {
            let _ = read_line(&text, 1);
            let _ = read_line(&any, 1);
        }
    }
}
