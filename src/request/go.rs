//! Counting a game of Go.

use super::{Given, RequestError, RulesName, rules::names, shortened};
use crate::{
    games::Game as _,
    games::{
        CellGrid, GameId,
        go::{
            Go, point_named,
            rules::{
                LARGEST_KOMI, MOST_HANDICAP_STONES, Overrides, Point, Ruleset, ScoreOptions, count,
                group_at,
            },
            sgf::{Record, Replay, komi_named},
        },
    },
    messages::Language,
    report::{photo::Which, score::Counted},
};

/// How a finished game of Go is to be counted. What is not said is as the SGF says it, else as is
/// usual.
///
/// ```
/// use kibitzer::{games::GameId, messages::Language, request::{Given, ScoreGo}};
///
/// let walls = "(;SZ[9]AB[ea][eb][ec][ed][ee][ef][eg][eh][ei]AW[fa][fb][fc][fd][fe][ff][fg][fh][fi])";
/// let given = Given::from_notation(GameId::Go.game(), None, walls)?;
/// let counted = ScoreGo::default().count("walls", given, Language::English)?;
/// assert_eq!(counted.count.score.margin(), 2.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ScoreGo {
    /// The rules: japanese where nothing says them.
    pub rules: Option<RulesName>,
    /// Points for white, by Chinese rules in stones.
    pub komi: Option<f64>,
    /// Handicap stones.
    pub handicap: Option<u32>,
    /// Stones that black and white captured during the game.
    pub prisoners: Option<(u32, u32)>,
    /// Groups that are dead, each named by one of its points: `c3`.
    pub dead: Vec<String>,
    /// Groups that are alive.
    pub alive: Vec<String>,
}

/// What an SGF says besides the board.
struct Sgf {
    record: Record,
    /// The rules that are asked for, else those that the file names.
    rules: Option<Ruleset>,
    replay: Replay,
}

impl ScoreGo {
    /// What can be wrong before any board is looked at.
    ///
    /// # Errors
    /// When a number is out of its range, or the rules are another game's.
    pub fn check(&self) -> Result<(), RequestError> {
        if self.rules.is_some_and(|rules| rules.go().is_none()) {
            let own = names(&RulesName::of(GameId::Go));
            let problem = format!("does not name rules of go: use one of {own}");
            return Err(RequestError::option("rules", problem));
        }
        if self.komi.is_some_and(|komi| !komi.is_finite() || komi.abs() > LARGEST_KOMI) {
            let problem =
                format!("is a number of points or stones such as 6.5, {LARGEST_KOMI} at most");
            return Err(RequestError::option("komi", problem));
        }
        if self.handicap.is_some_and(|stones| stones > MOST_HANDICAP_STONES) {
            let problem = format!("is a number of stones, {MOST_HANDICAP_STONES} at most");
            return Err(RequestError::option("handicap", problem));
        }
        Ok(())
    }

    /// Counts the board of that name.
    ///
    /// # Errors
    /// Those of [`check`](Self::check), and when a group is named that is not there, or is both
    /// dead and alive, or prisoners are given where the rules do not count them.
    pub fn count(
        &self,
        name: &str,
        given: Given,
        language: Language,
    ) -> Result<Counted, RequestError> {
        self.check()?;
        let sgf = given.notation().and_then(|text| Sgf::read(text, self.asked_rules()));
        let overrides = Overrides {
            dead: points("dead", &self.dead, &given.board)?,
            alive: points("alive", &self.alive, &given.board)?,
        };
        contradiction(&overrides, &given.board)?;
        let options = self.options(sgf.as_ref());
        if self.prisoners.is_some() && options.rules != Ruleset::Japanese {
            let problem = "are counted by Japanese rules only: leave them out, or name those rules";
            return Err(RequestError::option("prisoners", problem));
        }
        let count = count(&given.board, &overrides, &options);
        let unreadable = sgf.as_ref().map_or_else(Vec::new, |sgf| self.unreadable(&sgf.record));
        let other_komi = sgf.as_ref().and_then(|sgf| self.other_komi(&sgf.record, options.komi));
        let unknown_rules =
            if self.rules.is_none() { sgf.as_ref().and_then(Sgf::unknown_rules) } else { None };
        let moves = sgf.as_ref().is_some_and(|sgf| sgf.replay.moves > 0);
        let prisoners_known = self.prisoners.is_some() || moves;
        let reading = given.note(Which::Board, name, &Go, language);
        Ok(Counted {
            name: name.to_owned(),
            board: given.board,
            replay: sgf.map(|sgf| sgf.replay),
            options,
            prisoners_known,
            unknown_rules,
            unreadable,
            other_komi,
            count,
            reading,
        })
    }

    fn asked_rules(&self) -> Option<Ruleset> {
        self.rules.and_then(RulesName::go)
    }

    /// Komi and handicap of the SGF that are no numbers, where they would count.
    fn unreadable(&self, record: &Record) -> Vec<String> {
        let asked = [("KM", self.komi.is_none()), ("HA", self.handicap.is_none())];
        let names = asked.into_iter().filter(|(_, counts)| *counts).map(|(name, _)| name);
        names.filter_map(|name| record.unreadable(name)).map(|text| shortened(&text)).collect()
    }

    /// The komi of the SGF as it is written, where another number counts.
    fn other_komi(&self, record: &Record, counted: f64) -> Option<String> {
        let written = record.written_komi().filter(|_| self.komi.is_none())?;
        (written != counted).then(|| format!("KM[{written}]"))
    }

    /// What is said here, else in the SGF, else what is usual.
    fn options(&self, sgf: Option<&Sgf>) -> ScoreOptions {
        let record = sgf.map(|sgf| &sgf.record);
        let rules = sgf.map_or_else(|| self.asked_rules(), |sgf| sgf.rules).unwrap_or_default();
        let handicap = self.handicap.or_else(|| record.map(Record::handicap)).unwrap_or(0);
        let komi = self.komi.or_else(|| record.and_then(|record| record.komi_under(rules)));
        let played = || sgf.map(|sgf| sgf.replay.game.prisoners());
        ScoreOptions {
            rules,
            handicap,
            komi: komi.unwrap_or_else(|| rules.usual_komi(handicap)),
            prisoners: self.prisoners.or_else(played).unwrap_or((0, 0)),
        }
    }
}

impl Sgf {
    /// The game of a text, played by the rules that are asked for, else by its own.
    fn read(text: &str, asked: Option<Ruleset>) -> Option<Self> {
        let record = Record::read(text).ok()?;
        let rules = asked.or_else(|| record.ruleset());
        let replay = record.replay_under(rules);
        Some(Self { record, rules, replay })
    }

    fn unknown_rules(&self) -> Option<String> {
        let name = self.record.rules().filter(|name| !name.trim().is_empty())?;
        self.record.ruleset().is_none().then(|| shortened(name))
    }
}

/// The points that names stand for; each has to hold a stone.
fn points(
    option: &'static str,
    names: &[String],
    board: &CellGrid,
) -> Result<Vec<Point>, RequestError> {
    let point = |name: &String| {
        let n = board.rows();
        let wrong = |problem: String| RequestError::option(option, problem);
        let (row, col) = point_named(name.trim(), n).ok_or_else(|| {
            wrong(format!(
                "names '{name}', which is no point of a {n}x{n} board: name points as in c3,d4"
            ))
        })?;
        if board.get(row, col) == 0 {
            return Err(wrong(format!(
                "names a point without a stone, there is no stone at {name}: name one stone of \
                each group"
            )));
        }
        Ok((row, col))
    };
    names.iter().map(point).collect()
}

fn contradiction(overrides: &Overrides, board: &CellGrid) -> Result<(), RequestError> {
    let both = overrides.dead.iter().find(|&&dead| {
        let group = group_at(board, dead);
        overrides.alive.iter().any(|point| group.points.contains(point))
    });
    match both {
        Some(&(row, col)) => {
            let name = Go.cell_name(board, row, col);
            let problem = format!("names the group at {name}, which alive names, too");
            Err(RequestError::option("dead", problem))
        }
        None => Ok(()),
    }
}

/// A komi, as an SGF may write it: `6.5`, `6,5`, `6½`.
///
/// # Errors
/// What is wrong, in words.
pub fn parse_komi(text: &str) -> Result<f64, String> {
    komi_named(text).ok_or_else(|| {
        format!("'{text}' is no komi: give a number of points or stones such as 6.5")
    })
}

/// Two numbers of prisoners, black's and white's, as in `3,5`.
///
/// # Errors
/// What is wrong, in words.
pub fn parse_prisoners(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&n| n <= 10_000);
    let both =
        text.split_once(',').and_then(|(black, white)| Some((number(black)?, number(white)?)));
    both.ok_or_else(|| {
        format!("'{text}' is not two numbers: give the stones black and white captured, as in 3,5")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_played_by_the_rules_that_it_is_counted_by() {
        let suicide = "(;SZ[9]RU[NZ];B[ba];W[ca];B[ii];W[bb];B[ih];W[ab];B[aa];W[ee])";
        let played = |asked: Option<Ruleset>| {
            let sgf = Sgf::read(suicide, asked).expect("an SGF");
            let options = ScoreGo::default().options(Some(&sgf));
            (options.rules, sgf.replay.wrong.map(|wrong| wrong.number))
        };
        assert_eq!(played(None), (Ruleset::NewZealand, None));
        assert_eq!(played(Some(Ruleset::Japanese)), (Ruleset::Japanese, Some(7)));
    }

    #[test]
    fn a_komi_that_is_not_counted_as_it_is_written_is_said() {
        let said = |sgf: &str, komi: Option<f64>| {
            let given = Given::from_notation(GameId::Go.game(), None, sgf).expect("a board");
            let counted =
                ScoreGo { komi, ..ScoreGo::default() }.count("", given, Language::English);
            let sentences = counted.expect("a score").sentences(Language::English);
            let sentences = sentences.iter().map(|said| said.in_language(Language::English));
            sentences.filter(|said| said.contains("KM[")).collect::<Vec<_>>()
        };
        for (sgf, sentence) in [
            ("KM[3.75]RU[Japanese]", "“KM[3.75]” is counted as a komi of 7.5 points."),
            ("KM[650]RU[Japanese]", "“KM[650]” is counted as a komi of 6.5 points."),
            ("KM[0]AP[foxwq]", "“KM[0]” is counted as a komi of 6.5 points."),
            (
                "KM[7.5]RU[Chinese]",
                "“KM[7.5]” is counted as a komi of 3.75 stones, two points each.",
            ),
        ] {
            let sgf = format!("(;SZ[9]{sgf}AB[ee])");
            assert_eq!(said(&sgf, None), [sentence], "{sgf}");
            assert!(said(&sgf, Some(1.5)).is_empty(), "{sgf}");
        }
        for sgf in ["KM[6.25]RU[Japanese]", "KM[6,5]", "KM[3.75]RU[Chinese]", "KM[0]RU[Chinese]"] {
            assert!(said(&format!("(;SZ[9]{sgf}AB[ee])"), None).is_empty(), "{sgf}");
        }
    }

    #[test]
    fn a_komi_has_the_spellings_of_an_sgf() {
        for (text, komi) in [("6.5", 6.5), ("6,5", 6.5), ("6½", 6.5), (" -5.5 ", -5.5)] {
            assert_eq!(parse_komi(text), Ok(komi));
        }
        for text in ["", "much", "nan", "inf"] {
            assert!(parse_komi(text).is_err(), "{text}");
        }
    }

    #[test]
    fn prisoners_are_two_numbers() {
        assert_eq!(parse_prisoners("3, 5"), Ok((3, 5)));
        for text in ["", "3", "3,x", "-1,2", "1,2,3", "99999,0"] {
            assert!(parse_prisoners(text).is_err(), "{text}");
        }
    }
}
