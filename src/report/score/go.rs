//! A counted game of Go.

use crate::{
    games::{
        CellGrid, Game, GameId,
        go::{
            Go,
            rules::{Count, Group, Owner, Point, Points, Ruleset, ScoreOptions, groups},
            sgf::{Color, Replay, WrongMove as IllegalMove},
        },
    },
    messages::{Language, Message},
    report::photo::{Impossible, PhotoNote},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A group whose points are held with less confidence than this on average is worth a second look.
const SURE: f64 = 0.75;

/// A counted board and everything that is to be said about it.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The board as it was given.
    pub name: String,
    /// The board.
    pub board: CellGrid,
    /// The moves that led to it, where it was given as a game.
    pub replay: Option<Replay>,
    /// What it was counted with.
    pub options: ScoreOptions,
    /// Whether somebody said, or the moves of a game say, what was captured.
    pub prisoners_known: bool,
    /// What the SGF calls its rules, where nobody knows them.
    pub unknown_rules: Option<String>,
    /// Komi and handicap of the SGF that are no numbers, as they are written: `KM[none]`.
    pub unreadable: Vec<String>,
    /// The komi of the SGF as it is written, `KM[3.75]`, where another number counts.
    pub other_komi: Option<String>,
    /// The result.
    pub count: Count,
    /// How sure the board is, where it was read from a photo.
    pub reading: Option<PhotoNote>,
}

impl Counted {
    fn name_of(&self, (row, col): Point) -> String {
        Go.cell_name(&self.board, row, col)
    }

    fn names(&self, points: &[Point]) -> Vec<String> {
        points.iter().map(|&point| self.name_of(point)).collect()
    }

    /// The dead stones of a color.
    fn dead(&self, color: Color) -> Vec<Point> {
        let dead = self.count.judged.dead.iter().copied();
        dead.filter(|&(row, col)| self.board.get(row, col) == color.class()).collect()
    }

    /// The first points of the groups whose fate is not certain.
    fn unsure(&self) -> Vec<Point> {
        let (cols, confidence) = (self.board.cols(), self.count.confidence());
        let mean = |points: &[Point]| {
            points.iter().map(|&(row, col)| confidence[row * cols + col]).sum::<f64>()
                / points.len() as f64
        };
        let unsettled = &self.count.judged.unsettled;
        let unsure =
            |group: &Group| unsettled.contains(&group.points[0]) || mean(&group.points) < SURE;
        let groups = groups(&self.board).into_iter().filter(|group| group.class != 0);
        groups.filter(unsure).map(|group| group.points[0]).collect()
    }

    /// The points in seki that do not count.
    fn seki(&self) -> &[Point] {
        if self.options.rules == Ruleset::Japanese { &self.count.territory.seki } else { &[] }
    }

    /// The points that do not count because their owner still has to play there.
    fn to_fill(&self) -> &[Point] {
        if self.options.rules == Ruleset::Japanese { &self.count.territory.to_fill } else { &[] }
    }

    fn wrong_move(&self) -> Option<(IllegalMove, Message)> {
        let wrong = self.replay.as_ref()?.wrong?;
        let message = Message::new("go-wrong-move")
            .number("number", wrong.number)
            .text("point", self.name_of(wrong.point));
        Some((wrong, message.message("reason", wrong.reason.message())))
    }

    /// Everything to be said, the result last.
    pub fn sentences(&self, language: Language) -> Vec<Message> {
        let score = &self.count.score;
        let doubts = self.reading.iter().flat_map(PhotoNote::sentences);
        let rules = Message::new("go-rules").text("rules", self.options.rules.name());
        let unreadable =
            self.unreadable.iter().map(|value| Message::new("go-unreadable").text("value", value));
        let unknown = self
            .unknown_rules
            .as_ref()
            .map(|name| Message::new("go-unknown-rules").text("name", name));
        let komi = self.other_komi.as_ref().map(|value| {
            Message::new("go-other-komi")
                .text("rules", self.options.rules.name())
                .text("value", value)
                .number("komi", self.options.komi)
        });
        let prisoners = (self.options.rules == Ruleset::Japanese && !self.prisoners_known)
            .then(|| Message::new("go-no-prisoners"));
        let first = self.wrong_move().map(|wrong| wrong.1).into_iter().chain(unknown);
        first
            .chain([rules])
            .chain(unreadable)
            .chain(komi)
            .chain(self.doubtful_points())
            .chain(doubts)
            .chain(self.unfinished())
            .chain(prisoners)
            .chain([total(false, &score.black, language), total(true, &score.white, language)])
            .chain([result(score.margin())])
            .collect()
    }

    /// That the game does not look finished, where it does not.
    fn unfinished(&self) -> Option<Message> {
        let open = self.count.territory.open_points();
        (open > 0).then(|| Message::new("go-unfinished").count("count", open))
    }

    /// Dead stones, points in seki, and groups worth a second look.
    fn doubtful_points(&self) -> impl Iterator<Item = Message> {
        let listed = |key, points: &[Point]| {
            (!points.is_empty()).then(|| Message::new(key).all("points", self.names(points)))
        };
        let dead = |color: Color| {
            listed("go-dead", &self.dead(color))
                .map(|message| message.side("side", color == Color::White))
        };
        let seki = listed("go-seki", self.seki());
        let to_fill = listed("go-to-fill", self.to_fill());
        let unsure = listed("go-unsure", &self.unsure());
        [dead(Color::Black), dead(Color::White), seki, to_fill, unsure].into_iter().flatten()
    }
}

fn total(white: bool, points: &Points, language: Language) -> Message {
    Message::new("go-total")
        .side("side", white)
        .number("points", points.total())
        .text("items", items(points, language).join(", "))
}

/// The items of a side's points that are not 0.
fn items(points: &Points, language: Language) -> Vec<String> {
    let all = [
        ("go-item-stones", points.stones),
        ("go-item-territory", points.territory),
        ("go-item-prisoners", points.prisoners),
        ("go-item-neutral", points.neutral),
        ("go-item-handicap", points.handicap),
        ("go-item-komi", points.komi),
    ];
    let shown =
        all.into_iter().filter(|&(key, points)| points != 0.0 || key == "go-item-territory");
    shown
        .map(|(key, points)| Message::new(key).number("points", points).in_language(language))
        .collect()
}

fn result(margin: f64) -> Message {
    if margin == 0.0 {
        return Message::new("go-drawn");
    }
    Message::new("go-wins").side("side", margin < 0.0).number("points", margin.abs())
}

/// A counted game of Go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GoScore {
    /// Version of this format.
    pub schema: u32,
    /// `scored`.
    pub status: String,
    /// `go`.
    pub game: GameId,
    /// The board as it was given.
    pub board: String,
    /// Its rows.
    pub size: usize,
    /// The stones as SGF.
    pub notation: String,
    /// The rules it was counted by: `japanese`, `chinese`, `aga`.
    pub rules: String,
    /// What the SGF calls its rules, where nobody knows them.
    pub unknown_rules: Option<String>,
    /// Points for white; stones by Chinese rules.
    pub komi: f64,
    /// Handicap stones.
    pub handicap: u32,
    /// Stones captured during the game.
    pub prisoners: Prisoners,
    /// Whether somebody said, or the moves of a game say, what was captured.
    pub prisoners_known: bool,
    /// Black's points.
    pub black: SidePoints,
    /// White's points.
    pub white: SidePoints,
    /// Points that are nobody's.
    pub neutral: u32,
    /// False where the game does not look finished.
    pub finished: bool,
    /// How many points are still open then.
    pub open: usize,
    /// Black's points less white's.
    pub margin: f64,
    /// `B+2.5`, `W+0.5` or `0`.
    pub result: String,
    /// Names of dead stones.
    pub dead: Vec<String>,
    /// Names of points in seki that do not count.
    pub seki: Vec<String>,
    /// Names of points that do not count because their owner still has to play there.
    #[serde(default)]
    pub to_fill: Vec<String>,
    /// Names of groups worth a second look.
    pub unsure: Vec<String>,
    /// Rows: 0 empty, 1 and 2 stones of black and white, 3 and 4 their points, 9 neutral.
    pub values: Vec<Vec<u8>>,
    /// Rows: how much oftener a point is black's than white's at the end of a random game.
    pub ownership: Vec<Vec<f64>>,
    /// Rows: how sure it is that the point is whose it is said to be.
    pub confidence: Vec<Vec<f64>>,
    /// Moves played in an SGF.
    pub moves: Option<u32>,
    /// The first of them that the rules forbid.
    pub wrong_move: Option<WrongMove>,
    /// What is impossible about the board.
    pub violations: Vec<Impossible>,
    /// The language of the texts, by its ISO 639-1 code.
    pub language: String,
    /// Everything that is said.
    pub message: String,
    /// How sure the board is, where it was read from a photo.
    #[serde(default)]
    pub readings: Vec<PhotoNote>,
}

/// Stones that each side has captured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Prisoners {
    /// By black.
    pub black: u32,
    /// By white.
    pub white: u32,
}

/// A side's points, item by item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SidePoints {
    /// Stones on the board (Chinese, AGA).
    pub stones: f64,
    /// Empty points that are its own.
    pub territory: f64,
    /// Stones captured, dead ones too (Japanese).
    pub prisoners: f64,
    /// Half of the points that are nobody's (Chinese).
    pub neutral: f64,
    /// For handicap stones (Chinese, AGA).
    pub handicap: f64,
    /// Komi.
    pub komi: f64,
    /// The sum.
    pub total: f64,
}

/// A move that the rules forbid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WrongMove {
    /// Its number, from 1.
    pub number: u32,
    /// The name of its point.
    pub point: String,
    /// Why it is forbidden.
    pub message: String,
}

impl From<&Points> for SidePoints {
    fn from(points: &Points) -> Self {
        Self {
            stones: points.stones,
            territory: points.territory,
            prisoners: points.prisoners,
            neutral: points.neutral,
            handicap: points.handicap,
            komi: points.komi,
            total: points.total(),
        }
    }
}

impl GoScore {
    /// The result in a language.
    pub fn new(counted: &Counted, language: Language) -> Self {
        let Counted { board, options, count, .. } = counted;
        let said: Vec<String> =
            counted.sentences(language).iter().map(|m| m.in_language(language)).collect();
        let values: Vec<u8> = count.territory.owners.iter().map(|owner| owner.value()).collect();
        let violations = Go.violations(board);
        let open = count.territory.open_points();
        let (black, white) = options.prisoners;
        Self {
            schema: 1,
            status: "scored".to_owned(),
            game: GameId::Go,
            board: counted.name.clone(),
            size: board.rows(),
            notation: Go.to_notation(board),
            rules: options.rules.name().to_owned(),
            unknown_rules: counted.unknown_rules.clone(),
            komi: options.komi,
            handicap: options.handicap,
            prisoners: Prisoners { black, white },
            prisoners_known: counted.prisoners_known,
            black: (&count.score.black).into(),
            white: (&count.score.white).into(),
            neutral: count.territory.count(Owner::Neutral),
            finished: open == 0,
            open,
            margin: count.score.margin(),
            result: count.score.to_string(),
            dead: counted.names(&count.judged.dead),
            seki: counted.names(counted.seki()),
            to_fill: counted.names(counted.to_fill()),
            unsure: counted.names(&counted.unsure()),
            values: rows(board, &values),
            ownership: rows(board, &rounded(&count.judged.ownership)),
            confidence: rows(board, &rounded(&count.confidence())),
            moves: counted.replay.as_ref().map(|replay| replay.moves),
            wrong_move: counted.wrong_move().map(|wrong| WrongMove::new(counted, wrong, language)),
            violations: violations.iter().map(|v| Impossible::new(v, language)).collect(),
            language: language.code().to_owned(),
            message: language.paragraph(&said),
            readings: counted.reading.iter().cloned().collect(),
        }
    }
}

impl WrongMove {
    fn new(
        counted: &Counted,
        (wrong, message): (IllegalMove, Message),
        language: Language,
    ) -> Self {
        Self {
            number: wrong.number,
            point: counted.name_of(wrong.point),
            message: message.in_language(language),
        }
    }
}

/// Values of points, row by row.
fn rows<T: Clone>(board: &CellGrid, values: &[T]) -> Vec<Vec<T>> {
    values.chunks(board.cols()).map(<[T]>::to_vec).collect()
}

/// Values with three decimals.
fn rounded(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| (value * 1000.0).round() / 1000.0).collect()
}
