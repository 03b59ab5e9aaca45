//! A game record and what it says about the game.

use super::{
    names::ruleset_named,
    outline::{Outline, Value, outline},
    write,
};
use crate::games::{
    CellGrid, NotationError,
    go::{
        classes,
        rules::{LARGEST_KOMI, MOST_HANDICAP_STONES, Ruleset},
    },
    text::Scanner,
};
use sgf_parse::{
    PropertyType, SgfNode, SgfProp,
    go::{Move, Point as SgfPoint, Prop, parse},
};
use std::collections::HashSet;

/// Chinese komi was 2.75 stones, then 3.75; nobody plays with more than this.
const MOST_KOMI_STONES: f64 = 4.0;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The side with the black stones, which begins.
    Black,
    /// The side with the white stones.
    White,
}

impl Color {
    /// The side of the white stones, or the other one.
    pub const fn of_white(white: bool) -> Self {
        if white { Self::White } else { Self::Black }
    }

    /// The class of its stones.
    pub const fn class(self) -> u8 {
        match self {
            Self::Black => classes::BLACK,
            Self::White => classes::WHITE,
        }
    }
}

/// A game in SGF: its size and its tree of moves, set-up stones, comments and all other properties.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    size: usize,
    root: SgfNode<Prop>,
}

impl Record {
    /// A game without moves on an empty board of `size` rows.
    pub fn new(size: usize) -> Self {
        let rows = size as u8;
        let properties =
            vec![Prop::FF(4), Prop::GM(1), Prop::CA("UTF-8".into()), Prop::SZ((rows, rows))];
        Self { size, root: SgfNode::new(properties, Vec::new(), true) }
    }

    /// The games of a text, at least one; what stands around them, such as the header of a mail, is
    /// skipped. The board is 19x19 unless `SZ` says 13 or 9. Bytes of a file are made a text by
    /// [`decode`](super::decode).
    ///
    /// # Errors
    /// When the text is no SGF, is another game's, or has a move, set-up stone, komi or handicap
    /// that cannot be.
    pub fn read_all(text: &str) -> Result<Vec<Self>, NotationError> {
        Self::of_outline(text, &outline(text)?)
    }

    fn of_outline(text: &str, outline: &Outline<'_>) -> Result<Vec<Self>, NotationError> {
        let values = &outline.values;
        let fault = |at: usize, message: String| Scanner::new(text).error_at(at, message);
        let mut sizes = Vec::new();
        for (i, value) in values.iter().enumerate() {
            if is_repeated(value, &values[..i]) {
                return Err(fault(
                    value.at,
                    format!("{} stands twice in the first node of the game", value.name),
                ));
            }
            while sizes.len() <= value.game {
                sizes.push(19);
            }
            if value.name == "SZ" {
                sizes[value.game] = size(value).map_err(|message| fault(value.at, message))?;
            }
        }
        for value in values {
            check(value, sizes[value.game]).map_err(|message| fault(value.at, message))?;
        }
        let games = parse(&outline.to_sgf());
        let games = games.map_err(|e| fault(0, format!("this SGF cannot be read: {e}")))?;
        let size = |game: usize| sizes.get(game).copied().unwrap_or(19);
        Ok(games
            .into_iter()
            .enumerate()
            .map(|(game, root)| Self { size: size(game), root })
            .collect())
    }

    /// The game of a text that holds one, as where a board is wanted; see [`Record::read_all`].
    ///
    /// # Errors
    /// As [`Record::read_all`], and when the text holds more than one game.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let outline = outline(text)?;
        if let Some(second) = outline.games.get(1) {
            let message = format!(
                "the SGF holds {} games, and one board is wanted: put each in its own file",
                outline.games.len()
            );
            return Err(Scanner::new(text).error_at(second.start, message));
        }
        Self::first_of(text, &outline)
    }

    /// The first game of a text, whatever the moves and numbers of later ones; see
    /// [`Record::read_all`].
    ///
    /// # Errors
    /// As [`Record::read_all`].
    pub fn read_first(text: &str) -> Result<Self, NotationError> {
        Self::first_of(text, &outline(text)?.first())
    }

    fn first_of(text: &str, outline: &Outline<'_>) -> Result<Self, NotationError> {
        let games = Self::of_outline(text, outline)?;
        games.into_iter().next().ok_or_else(|| Scanner::new(text).error("this SGF has no game"))
    }

    /// The game in SGF; points of a property in alphabetical order. Reading it again gives the same
    /// record.
    pub fn to_sgf(&self) -> String {
        write::to_sgf(&self.root)
    }

    /// Rows of the board.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The first node; those after it are its children, the main line first.
    pub const fn root(&self) -> &SgfNode<Prop> {
        &self.root
    }

    /// The properties of the main line. One node of it says what there is to say about the game,
    /// mostly the first.
    fn told(&self) -> impl Iterator<Item = &Prop> {
        self.root.main_variation().flat_map(SgfNode::properties)
    }

    /// Komi (`KM`), where the file gives it: in points, or in stones; see [`Record::komi_under`].
    /// Whole numbers above 100 are hundredths, as Chinese servers write them: 650, or 375 for 3.75
    /// stones. Fox's files have smaller ones too (50), and a 0 in even games (`HA[0]`) that had the
    /// usual komi: it is taken for none given. A game there that had no komi has `HA[1]`.
    pub fn komi(&self) -> Option<f64> {
        match self.written_komi()? {
            0.0 if self.is_from_fox() && !self.has_first_move_only() => None,
            komi if self.is_from_fox() && komi.abs() >= 25.0 && komi.fract() == 0.0 => {
                Some(komi / 100.0)
            }
            komi => Some(from_hundredths(komi)),
        }
    }

    /// Komi (`KM`) as the number that the file has.
    pub fn written_komi(&self) -> Option<f64> {
        let komi =
            self.told().find_map(|prop| if let Prop::KM(komi) = prop { Some(*komi) } else { None });
        komi.filter(|komi| komi.is_finite())
    }

    /// Whether the weaker side has the first move without komi: a handicap of one stone or more.
    fn has_first_move_only(&self) -> bool {
        self.told().filter(|prop| prop.identifier() == "HA").any(|prop| {
            let text = prop.to_string();
            let stones = text.strip_prefix("HA[").and_then(|text| text.strip_suffix(']'));
            stones.and_then(|stones| stones.parse::<u32>().ok()).is_some_and(|stones| stones > 0)
        })
    }

    /// Whether the file is one of Fox Weiqi's, which may name another program as well.
    fn is_from_fox(&self) -> bool {
        let mut properties = self.root.properties();
        properties.any(|prop| prop.identifier() == "AP" && prop.to_string().contains("foxwq"))
    }

    /// Handicap stones (`HA`); 0 for none.
    pub fn handicap(&self) -> u32 {
        let stones = self
            .told()
            .find_map(|prop| if let Prop::HA(stones) = prop { Some(*stones) } else { None });
        stones.and_then(|stones| u32::try_from(stones).ok()).unwrap_or(0)
    }

    /// What stands for the komi (`KM`) or the handicap (`HA`) and is no number, as in `KM[none]`: it
    /// counts as not given.
    pub fn unreadable(&self, name: &str) -> Option<String> {
        let mut properties = self.told().filter(|prop| prop.identifier() == name);
        let value = properties.find_map(|prop| match prop {
            // The library calls a handicap below two stones invalid.
            Prop::Invalid(_, values) => {
                values.first().filter(|value| number(value).is_none()).cloned()
            }
            Prop::KM(komi) if !komi.is_finite() => Some(komi.to_string()),
            _ => None,
        })?;
        (!value.trim().is_empty()).then(|| format!("{name}[{value}]"))
    }

    /// The rules (`RU`) as the file names them.
    pub fn rules(&self) -> Option<&str> {
        self.told().find_map(|prop| {
            if let Prop::RU(rules) = prop { Some(rules.text.as_str()) } else { None }
        })
    }

    /// The rules (`RU`), where they are ones that we know; see [`ruleset_named`].
    pub fn ruleset(&self) -> Option<Ruleset> {
        ruleset_named(self.rules()?)
    }

    /// Komi as a set of rules counts it: `KM` is in points, also by Chinese rules, which count in
    /// stones, two points each. Files that have it in stones all the same are known by a quarter of
    /// a point: 3.75. A larger one with a quarter is in points: no game has so many stones of komi.
    pub fn komi_under(&self, rules: Ruleset) -> Option<f64> {
        let in_stones = |komi: f64| {
            let quarters = (komi * 4.0).fract() == 0.0 && (komi * 2.0).fract() != 0.0;
            quarters && komi.abs() <= MOST_KOMI_STONES
        };
        self.komi().map(|komi| match (rules == Ruleset::Chinese, in_stones(komi)) {
            (true, false) => komi / 2.0,
            (false, true) => komi * 2.0,
            _ => komi,
        })
    }

    /// The result (`RE`) as the file gives it: `B+3.5`, `W+R`.
    pub fn result(&self) -> Option<&str> {
        self.told().find_map(|prop| {
            if let Prop::RE(result) = prop { Some(result.text.as_str()) } else { None }
        })
    }

    /// Adds a property to the first node, in place of an older one of the same name.
    pub fn set(&mut self, property: Prop) {
        self.root.properties.retain(|old| old.identifier() != property.identifier());
        self.root.properties.push(property);
    }

    /// Adds to the first node what another record's says of the game and this one's does not; not
    /// its stones and moves.
    pub fn keep_told(&mut self, other: &Self) {
        let own: HashSet<String> = self.root.properties().map(Prop::identifier).collect();
        let tells = |prop: &&Prop| {
            let of_board = [PropertyType::Setup, PropertyType::Move].map(Some);
            !own.contains(&prop.identifier()) && !of_board.contains(&prop.property_type())
        };
        self.root.properties.extend(other.root.properties().filter(tells).cloned());
    }

    /// Sets the first node's stones to those of a board.
    pub fn set_up(&mut self, board: &CellGrid) {
        for (class, make) in
            [(classes::BLACK, Prop::AB as fn(_) -> Prop), (classes::WHITE, Prop::AW)]
        {
            let stones = board.cells().iter().enumerate().filter(|(_, c)| **c == class);
            let points: HashSet<SgfPoint> = stones
                .map(|(i, _)| SgfPoint { x: (i % board.cols()) as u8, y: (i / board.cols()) as u8 })
                .collect();
            if !points.is_empty() {
                self.set(make(points));
            }
        }
    }

    /// Says in the first node who moves next.
    pub fn set_to_move(&mut self, side: Color) {
        self.set(Prop::PL(match side {
            Color::Black => sgf_parse::Color::Black,
            Color::White => sgf_parse::Color::White,
        }));
    }

    /// Adds a move, or a pass, at the end of the main line, perhaps with a comment.
    pub fn play(&mut self, color: Color, point: Option<(usize, usize)>, comment: Option<&str>) {
        let step = point
            .map_or(Move::Pass, |(row, col)| Move::Move(SgfPoint { x: col as u8, y: row as u8 }));
        let property = match color {
            Color::Black => Prop::B(step),
            Color::White => Prop::W(step),
        };
        let mut last = &mut self.root;
        while !last.children.is_empty() {
            last = &mut last.children[0];
        }
        let comment = comment.map(|text| Prop::C(text.into()));
        let properties = [property].into_iter().chain(comment).collect();
        last.children.push(SgfNode::new(properties, Vec::new(), false));
    }
}

/// Whether one of the properties that say how to read a game was there before, in the same game:
/// earlier games of a long collection are not searched.
fn is_repeated(value: &Value<'_>, before: &[Value<'_>]) -> bool {
    let mut of_game = before.iter().rev().take_while(|other| other.game == value.game);
    let says_how =
        value.in_root && value.index == 0 && ["FF", "GM", "SZ"].contains(&value.name.as_str());
    says_how && of_game.any(|other| other.index == 0 && other.name == value.name)
}

/// The board's size that an `SZ` gives.
fn size(value: &Value<'_>) -> Result<usize, String> {
    if !value.in_root || value.index > 0 {
        return Err("SZ stands once, in the first node of a game".to_owned());
    }
    match value.text.as_ref() {
        "19" => Ok(19),
        "13" => Ok(13),
        "9" => Ok(9),
        text => Err(format!("a board of size '{text}' is not supported, use 19, 13 or 9")),
    }
}

/// What is wrong with a value, if anything.
fn check(value: &Value<'_>, size: usize) -> Result<(), String> {
    let text = value.text.as_ref();
    match value.name.as_str() {
        "B" | "W" if value.index > 0 => {
            Err(format!("{} is one move, so it has one value", value.name))
        }
        "B" | "W" if text.is_empty() || text == "tt" => Ok(()),
        "B" | "W" => point(text, size).map(drop),
        "AB" | "AW" | "AE" => rectangle(text, size),
        "GM" if text != "1" => Err(format!("GM[{text}] is another game, Go is GM[1]")),
        "KM" if value.index == 0 && number(text).is_some_and(|komi| !is_komi(komi)) => {
            Err(format!(
                "'{text}' is no komi: write a number of points such as 6.5, {LARGEST_KOMI} at most"
            ))
        }
        "HA" if value.index == 0 && number(text).is_some_and(|stones| !is_handicap(stones)) => {
            Err(format!(
                "'{text}' is no number of handicap stones: write a whole number, \
                {MOST_HANDICAP_STONES} at most"
            ))
        }
        "GM" | "KM" | "HA" | "RU" | "RE" if value.index > 0 => {
            Err(format!("{} has one value", value.name))
        }
        _ => Ok(()),
    }
}

/// The number that a value is. Komi or handicap that is none counts as not given, for a board is
/// read all the same.
fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Whether this can be the handicap of a game.
fn is_handicap(stones: f64) -> bool {
    (0.0..=f64::from(MOST_HANDICAP_STONES)).contains(&stones)
}

/// Whether this can be the komi of a game.
fn is_komi(number: f64) -> bool {
    from_hundredths(number).abs() <= LARGEST_KOMI
}

/// A komi in hundredths, which is a whole number above any komi, as the number it stands for.
fn from_hundredths(komi: f64) -> f64 {
    if komi.abs() > LARGEST_KOMI && komi.fract() == 0.0 { komi / 100.0 } else { komi }
}

fn rectangle(text: &str, size: usize) -> Result<(), String> {
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let (first_point, last_point) = (point(first, size)?, point(last, size)?);
    if first_point.0 > last_point.0 || first_point.1 > last_point.1 {
        return Err(format!(
            "'{text}' has to name the upper left point first, then the lower right one"
        ));
    }
    Ok(())
}

/// Column and row of a point: `cd`.
fn point(text: &str, size: usize) -> Result<(usize, usize), String> {
    let index = |c: u8| usize::from(c.wrapping_sub(b'a'));
    match text.as_bytes() {
        &[col, row] if index(col) < size && index(row) < size => Ok((index(col), index(row))),
        _ => Err(format!("'{text}' is no point of a {size}x{size} board")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_the_first_node_says() {
        let text = "(;GM[1]SZ[13]KM[0.5]HA[2]RU[Chinese]RE[B+3.5]AB[dd][jj];W[gg](;B[cc]C[a [\\] \
        b])(;B[dc];W[]))";
        let record = Record::read(text).expect("an SGF");
        assert_eq!((record.size(), record.komi(), record.handicap()), (13, Some(0.5), 2));
        assert_eq!((record.rules(), record.result()), (Some("Chinese"), Some("B+3.5")));
        assert_eq!(record.root().children[0].children.len(), 2);
        assert_eq!(Record::read(&record.to_sgf()), Ok(record));
    }

    /// FF[4]: what is said about the game mostly stands in the first node, but may stand in a later
    /// one, once on each line of play.
    #[test]
    fn what_a_later_node_says() {
        let text = "(;GM[1]FF[4]SZ[9];RU[Chinese]KM[7.5]HA[2]RE[B+3.5]PB[A];AB[ea:ei]AW[fa:fi])";
        let record = Record::read(text).expect("an SGF");
        assert_eq!((record.komi(), record.handicap()), (Some(7.5), 2));
        assert_eq!((record.rules(), record.result()), (Some("Chinese"), Some("B+3.5")));
        let lines = "(;SZ[9](;B[aa](;RU[NZ]KM[none];W[bb])(;RU[GOE]KM[8]))(;RU[AGA]KM[7.5]))";
        let record = Record::read(lines).expect("an SGF");
        assert_eq!((record.ruleset(), record.komi()), (Some(Ruleset::NewZealand), None));
        assert_eq!(record.unreadable("KM"), Some("KM[none]".to_owned()));
        let fox = Record::read("(;AP[foxwq]SZ[9];KM[0]HA[1];B[aa])").expect("an SGF");
        assert_eq!(fox.komi(), Some(0.0));
    }

    #[test]
    fn komi_is_in_stones_by_chinese_rules() {
        let record = |text: &str| Record::read(text).expect("an SGF");
        assert_eq!(record("(;KM[7.5]RU[chinese])").komi_under(Ruleset::Chinese), Some(3.75));
        assert_eq!(record("(;KM[3.75])").komi_under(Ruleset::Chinese), Some(3.75));
        assert_eq!(record("(;KM[7.5]RU[AGA])").komi_under(Ruleset::Aga), Some(7.5));
        assert_eq!(record("(;KM[3.75])").komi_under(Ruleset::Aga), Some(7.5));
        let quarter = record("(;KM[6.25])");
        assert_eq!(quarter.komi_under(Ruleset::Japanese), Some(6.25));
        assert_eq!(quarter.komi_under(Ruleset::Chinese), Some(3.125));
        // Hundredths, as Chinese servers write them.
        for (komi, chinese, japanese) in
            [("375", 3.75, 7.5), ("650", 3.25, 6.5), ("0", 0.0, 0.0), ("-550", -2.75, -5.5)]
        {
            let record = record(&format!("(;KM[{komi}])"));
            assert_eq!(
                (record.komi_under(Ruleset::Chinese), record.komi_under(Ruleset::Japanese)),
                (Some(chinese), Some(japanese))
            );
        }
        let rules = ["Japanese", "Korean", "AGA", "chinese", "club"]
            .map(|name| record(&format!("(;RU[{name}])")).ruleset());
        let [japanese, chinese, aga] =
            [Ruleset::Japanese, Ruleset::Chinese, Ruleset::Aga].map(Some);
        assert_eq!(rules, [japanese, japanese, aga, chinese, None]);
    }

    #[test]
    fn numbers_with_words_and_words_alone() {
        let told = |text: &str| {
            let record = Record::read(text).expect(text);
            assert_eq!(Record::read(&record.to_sgf()).expect(text).to_sgf(), record.to_sgf());
            let unreadable = ["KM", "HA"].map(|name| record.unreadable(name));
            (record.komi(), record.handicap(), unreadable)
        };
        assert_eq!(told("(;KM[7.5 stones]HA[2 stones])"), (Some(7.5), 2, [None, None]));
        assert_eq!(told("(;KM[6.5 (half)]HA[2.0])"), (Some(6.5), 2, [None, None]));
        assert_eq!(told("(;KM[]HA[1])"), (None, 0, [None, None]));
        for (komi, handicap) in [("six", "none"), ("half", "-"), ("NaN", "inf"), ("inf", "x")] {
            let words = [format!("KM[{komi}]"), format!("HA[{handicap}]")];
            let text = format!("(;{})", words.concat());
            assert_eq!(told(&text), (None, 0, words.map(Some)), "{text}");
        }
    }

    /// Fox: `AP[foxwq]` may stand beside another program's name. KaTrain and nibbler read these so.
    #[test]
    fn komi_of_foxs_files() {
        let komi = |text: &str| {
            let record = Record::read(&format!("(;AP[GNU Go:3.8]AP[foxwq]{text})"));
            record.expect("an SGF").komi_under(Ruleset::Japanese)
        };
        assert_eq!(komi("KM[375]HA[0]"), Some(7.5));
        assert_eq!(komi("KM[650]HA[0]"), Some(6.5));
        assert_eq!(komi("KM[50]HA[2]"), Some(0.5));
        assert_eq!(komi("KM[6.5]HA[0]"), Some(6.5));
        assert_eq!((komi("KM[0]HA[0]"), komi("KM[0]HA[1]")), (None, Some(0.0)));
        let other = Record::read("(;AP[other]KM[0]HA[0])").expect("an SGF");
        assert_eq!(other.komi(), Some(0.0));
    }

    #[test]
    fn a_game_is_written_move_by_move() {
        let mut record = Record::new(9);
        let mut board = CellGrid::empty(9, 9);
        board.set(2, 6, classes::BLACK);
        board.set(6, 2, classes::BLACK);
        record.set_up(&board);
        record.set(Prop::KM(0.5));
        record.play(Color::White, Some((4, 4)), Some("[a] \\ b"));
        record.play(Color::Black, None, None);
        assert_eq!(
            record.to_sgf(),
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]AB[cg][gc]KM[0.5];W[ee]C[[a\\] \\\\ b];B[])\n"
        );
        assert_eq!(Record::read(&record.to_sgf()), Ok(record));
    }

    #[test]
    fn the_longest_line_fits_the_stack() {
        let text = format!("(;SZ[9]{})", ";B[]".repeat(super::super::outline::LONGEST_LINE - 1));
        let record = Record::read(&text).expect("an SGF");
        assert_eq!(Record::read(&record.to_sgf()), Ok(record.clone()));
        assert_eq!(record.replay().moves as usize, super::super::outline::LONGEST_LINE - 1);
    }

    /// Two games are two boards: one of them would be taken silently.
    #[test]
    fn a_collection_is_no_single_game() {
        let text = "(;SZ[9]AB[aa])\n (;SZ[9]AB[bb])";
        let error = Record::read(text).expect_err("two games");
        assert_eq!((error.line, error.column), (2, 2));
        assert!(error.message.contains("holds 2 games"), "{error}");
        let all = Record::read_all(text).expect("two games");
        assert_eq!(Record::read_first(text).as_ref(), Ok(&all[0]));
        assert_eq!(Record::read_first("(;SZ[9]AB[aa])(;SZ[8]B[zz])").as_ref(), Ok(&all[0]));
        assert_eq!(Record::read("(;SZ[9]AB[aa])\n(; bye").as_ref(), Ok(&all[0]));
    }

    #[test]
    fn faults_have_a_place() {
        for (text, line, column) in [
            ("(;SZ[18])", 1, 6),
            ("(;SZ[9]\nAB[jj])", 2, 4),
            ("(;SZ[9]\n;B[aa]\n;W[ja])", 3, 4),
            ("(;GM[2])", 1, 6),
            ("(;SZ[9]SZ[19])", 1, 11),
            ("(;AB[aa]\u{b}[bb])", 1, 9),
            ("(;AB[aa]\u{a0};B[bb])", 1, 9),
            ("(;GaMe[1]FF[4]\nGM[1])", 2, 4),
            ("(;KM[150.5])", 1, 6),
            ("(;KM[99999])", 1, 6),
            ("(;HA[-1])", 1, 6),
            ("(;HA[26])", 1, 6),
            ("(;HA[4294967295])", 1, 6),
            ("(;B[aa][bb])", 1, 9),
            ("(;B[a])", 1, 5),
            ("(;B[aé])", 1, 5),
            ("(;AB[cc:aa])", 1, 6),
            ("(;;SZ[9])", 1, 7),
            ("(;SZ[9])(;SZ[9]B[jj])", 1, 18),
        ] {
            let error = Record::read_all(text).expect_err(text);
            assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        }
    }

    /// Trees of nodes with moves, stones, comments, unknown properties and odd texts.
    fn tree() -> impl Strategy<Value = String> {
        let any_text = "[ -Z^-~é\n]{0,12}";
        let property = prop_oneof![
            any_text.prop_map(|c| format!("C[{c}]")),
            any_text.prop_map(|c| format!("XX[{c}\\]][\\\\]")),
            "[a-i]{2}".prop_map(|p| format!("B[{p}]")),
            proptest::collection::hash_set("[a-i]{2}", 1..9)
                .prop_map(|p| format!("AB[{}]", p.into_iter().collect::<Vec<_>>().join("]["))),
            ("[a-i]{2}", any_text).prop_map(|(p, label)| format!("LB[{p}:{label}]")),
            (0i64..=25).prop_map(|n| format!("MN[{n}]HA[{n}]KM[{n}.5]")),
        ];
        let node =
            proptest::collection::vec(property, 0..4).prop_map(|all| format!(";{}", all.concat()));
        node.prop_recursive(6, 40, 3, |inner| {
            (inner.clone(), proptest::collection::vec(inner, 0..3)).prop_map(|(first, rest)| {
                let variations: String = rest.iter().map(|tree| format!("({tree})")).collect();
                // Nothing may stand behind a variation.
                if first.ends_with(')') { first } else { first + &variations }
            })
        })
    }

    proptest! {
        #[test]
        fn a_printed_game_reads_back(tree in tree()) {
            let text = format!("(;SZ[9]{})", tree);
            let record = Record::read(&text).map_err(|e| TestCaseError::fail(format!("{text}: \
            {e}")))?;
            let printed = record.to_sgf();
            prop_assert_eq!(Record::read(&printed), Ok(record.clone()), "{}", &printed);
            prop_assert_eq!(record.to_sgf(), printed);
        }

        #[test]
        fn no_text_panics(text in "\\(;[();ABWESZKMHAC\\[\\]a-u:0-9\\\\]{0,60}",
        any in any::<String>()) {
            let read = |text: &str| Record::read_all(text).map(|games|
            games.iter().map(Record::to_sgf).collect::<String>());
            // What can be read can be written, and read again.
            if let Ok(printed) = read(&text) {
                prop_assert_eq!(read(&printed), Ok(printed));
            }
            let _ = read(&any);
        }
    }
}
