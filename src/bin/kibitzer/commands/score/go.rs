//! Counting a game of Go.

use super::ScoreArgs;
use crate::{
    commands::boards::{Boards, Given, shortened},
    output,
};
use anyhow::bail;
use kibitzer::{
    games::{
        CellGrid, GameId, Violation,
        go::{
            draw_owners, point_named,
            rules::{
                Count, Overrides, Owner, Point, Points, Ruleset, ScoreOptions, count, group_at,
            },
            sgf::{Color, Record, Replay, WrongMove},
        },
    },
    messages::{Language, Message},
};
use serde::Serialize;
use serde_json::{Value, json};

/// A group whose points are held with less confidence than this on average is worth a second look.
const SURE: f64 = 0.75;

/// What an SGF says besides the board.
struct Game {
    record: Record,
    replay: Replay,
}

/// A counted board and everything that is to be said about it.
struct Counted<'a> {
    name: &'a str,
    board: CellGrid,
    game: Option<Game>,
    options: ScoreOptions,
    /// What the SGF calls its rules, where nobody knows them.
    unknown_rules: Option<String>,
    count: Count,
    violations: Vec<Violation>,
}

/// Counts one board and says so.
pub fn score(
    args: &ScoreArgs,
    name: &str,
    boards: &mut Boards<'_>,
    language: Language,
) -> anyhow::Result<String> {
    let given = boards.get(name)?;
    let game = given.notation().and_then(read_game);
    let overrides = Overrides {
        dead: points(&args.dead, &given.board, "--dead")?,
        alive: points(&args.alive, &given.board, "--alive")?,
    };
    contradiction(&overrides, &given.board)?;
    let options = options(args, game.as_ref());
    if args.prisoners.is_some() && options.rules != Ruleset::Japanese {
        bail!(
            "{}: prisoners count by Japanese rules only: leave out --prisoners, or add --rules \
            japanese",
            shortened(name)
        );
    }
    let count = count(&given.board, &overrides, &options);
    let Given { board, .. } = given;
    let violations = GameId::Go.game().violations(&board);
    let unknown_rules =
        if args.rules.is_none() { game.as_ref().and_then(unknown_rules) } else { None };
    let counted = Counted { name, board, game, options, unknown_rules, count, violations };
    if args.json { counted.to_json(language) } else { Ok(counted.to_text(language)) }
}

fn read_game(text: &str) -> Option<Game> {
    let record = Record::read(text).ok()?;
    let replay = record.replay();
    Some(Game { record, replay })
}

fn unknown_rules(game: &Game) -> Option<String> {
    let name = game.record.rules().filter(|name| !name.trim().is_empty())?;
    game.record.ruleset().is_none().then(|| shortened(name))
}

/// The points that names stand for; each has to hold a stone.
fn points(names: &[String], board: &CellGrid, option: &str) -> anyhow::Result<Vec<Point>> {
    let mut found = Vec::new();
    for name in names {
        let Some((row, col)) = point_named(name.trim(), board.rows()) else {
            bail!(
                "{option}: '{name}' is no point of a {0}x{0} board, name points as in c3,d4",
                board.rows()
            );
        };
        if board.get(row, col) == 0 {
            bail!("{option}: there is no stone at {name}, name one stone of each group");
        }
        found.push((row, col));
    }
    Ok(found)
}

fn contradiction(overrides: &Overrides, board: &CellGrid) -> anyhow::Result<()> {
    let both = overrides.dead.iter().find(|&&dead| {
        let group = group_at(board, dead);
        overrides.alive.iter().any(|point| group.points.contains(point))
    });
    match both {
        Some(&(row, col)) => {
            bail!("the group at {} is named by both --dead and --alive", name_of(board, (row, col)))
        }
        None => Ok(()),
    }
}

/// What the user says, else the SGF, else what is usual.
fn options(args: &ScoreArgs, game: Option<&Game>) -> ScoreOptions {
    let record = game.map(|game| &game.record);
    let rules = args
        .rules
        .and_then(super::RulesName::go)
        .or_else(|| record.and_then(Record::ruleset))
        .unwrap_or_default();
    let handicap = args.handicap.or_else(|| record.map(Record::handicap)).unwrap_or(0);
    let komi = args.komi.or_else(|| record.and_then(|record| record.komi_under(rules)));
    ScoreOptions {
        rules,
        handicap,
        komi: komi.unwrap_or_else(|| rules.usual_komi()),
        prisoners: args
            .prisoners
            .or_else(|| game.map(|game| game.replay.game.prisoners()))
            .unwrap_or((0, 0)),
    }
}

fn name_of(board: &CellGrid, (row, col): Point) -> String {
    GameId::Go.game().cell_name(board, row, col)
}

impl Counted<'_> {
    fn names(&self, points: &[Point]) -> Vec<String> {
        points.iter().map(|&point| name_of(&self.board, point)).collect()
    }

    /// The dead stones of a color.
    fn dead(&self, color: Color) -> Vec<Point> {
        let class = color.class();
        self.count
            .judged
            .dead
            .iter()
            .copied()
            .filter(|&(row, col)| self.board.get(row, col) == class)
            .collect()
    }

    /// The first points of the groups whose fate is not certain.
    fn unsure(&self) -> Vec<Point> {
        let (cols, confidence) = (self.board.cols(), self.count.confidence());
        let mean = |points: &[Point]| {
            points.iter().map(|&(row, col)| confidence[row * cols + col]).sum::<f64>()
                / points.len() as f64
        };
        let groups = kibitzer::games::go::rules::groups(&self.board)
            .into_iter()
            .filter(|group| group.class != 0);
        groups.filter(|group| mean(&group.points) < SURE).map(|group| group.points[0]).collect()
    }

    /// The points in seki that do not count.
    fn seki(&self) -> &[Point] {
        if self.options.rules == Ruleset::Japanese { &self.count.territory.seki } else { &[] }
    }

    /// The points that do not count because their owner still has to play there.
    fn to_fill(&self) -> &[Point] {
        if self.options.rules == Ruleset::Japanese { &self.count.territory.to_fill } else { &[] }
    }

    fn wrong_move(&self) -> Option<(WrongMove, Message)> {
        let wrong = self.game.as_ref()?.replay.wrong?;
        let message = Message::new("go-wrong-move")
            .number("number", wrong.number)
            .text("point", name_of(&self.board, wrong.point));
        Some((wrong, message.message("reason", wrong.reason.message())))
    }

    /// Everything to be said, the result last.
    fn sentences(&self, language: Language) -> Vec<Message> {
        let listed = |key, points: &[Point]| {
            (!points.is_empty()).then(|| Message::new(key).all("points", self.names(points)))
        };
        let dead = |color: Color| {
            listed("go-dead", &self.dead(color))
                .map(|message| message.side("side", color == Color::White))
        };
        let score = &self.count.score;
        let total = |white: bool, points: &Points| {
            let total =
                Message::new("go-total").side("side", white).number("points", points.total());
            total.text("items", items(points, language).join(", "))
        };
        let unknown = self
            .unknown_rules
            .as_ref()
            .map(|name| Message::new("go-unknown-rules").text("name", name));
        let rules = Message::new("go-rules").text("rules", self.options.rules.name());
        let said = [
            self.wrong_move().map(|wrong| wrong.1),
            unknown,
            Some(rules),
            dead(Color::Black),
            dead(Color::White),
        ];
        let said = said
            .into_iter()
            .chain([listed("go-seki", self.seki()), listed("go-to-fill", self.to_fill())])
            .chain([listed("go-unsure", &self.unsure())]);
        said.flatten()
            .chain([total(false, &score.black), total(true, &score.white), result(score.margin())])
            .collect()
    }

    fn to_text(&self, language: Language) -> String {
        let lines: Vec<String> =
            self.sentences(language).iter().map(|message| message.in_language(language)).collect();
        let violations: String = self
            .violations
            .iter()
            .map(|v| format!("{}\n", v.message.in_language(language)))
            .collect();
        format!(
            "{}\n{violations}{}\n",
            draw_owners(&self.count.territory, output::color()),
            lines.join("\n")
        )
    }

    /// The JSON as one line: the contract of `kibitzer score --game go --json`, described in the
    /// README.
    fn to_json(&self, language: Language) -> anyhow::Result<String> {
        let said: Vec<String> =
            self.sentences(language).iter().map(|message| message.in_language(language)).collect();
        let (score, options, judged) = (&self.count.score, &self.options, &self.count.judged);
        let wrong_move = self.wrong_move().map(|(wrong, message)| {
            let point = name_of(&self.board, wrong.point);
            json!({ "number": wrong.number, "point": point,
            "message": message.in_language(language) })
        });
        let values: Vec<u8> =
            self.count.territory.owners.iter().map(|owner| owner.value()).collect();
        let json = CountedJson {
            schema: 1,
            status: "scored",
            game: "go",
            board: self.name,
            size: self.board.rows(),
            notation: GameId::Go.game().to_notation(&self.board),
            rules: options.rules,
            unknown_rules: self.unknown_rules.as_deref(),
            komi: options.komi,
            handicap: options.handicap,
            prisoners: json!({ "black": options.prisoners.0, "white": options.prisoners.1 }),
            black: points_json(&score.black),
            white: points_json(&score.white),
            neutral: self.count.territory.count(Owner::Neutral),
            margin: score.margin(),
            result: score.to_string(),
            dead: self.names(&judged.dead),
            seki: self.names(self.seki()),
            to_fill: self.names(self.to_fill()),
            unsure: self.names(&self.unsure()),
            values: self.rows(&values),
            ownership: self.rows(&rounded(&judged.ownership)),
            confidence: self.rows(&rounded(&self.count.confidence())),
            moves: self.game.as_ref().map(|game| game.replay.moves),
            wrong_move,
            violations: &self.violations,
            language: language.code(),
            message: language.paragraph(&said),
        };
        Ok(serde_json::to_string(&json)? + "\n")
    }

    /// Values of points, row by row.
    fn rows<T: Clone>(&self, values: &[T]) -> Vec<Vec<T>> {
        values.chunks(self.board.cols()).map(<[T]>::to_vec).collect()
    }
}

#[derive(Serialize)]
struct CountedJson<'a> {
    schema: u32,
    status: &'static str,
    game: &'static str,
    board: &'a str,
    size: usize,
    notation: String,
    rules: Ruleset,
    unknown_rules: Option<&'a str>,
    komi: f64,
    handicap: u32,
    prisoners: Value,
    black: Value,
    white: Value,
    neutral: u32,
    margin: f64,
    result: String,
    dead: Vec<String>,
    seki: Vec<String>,
    to_fill: Vec<String>,
    unsure: Vec<String>,
    values: Vec<Vec<u8>>,
    ownership: Vec<Vec<f64>>,
    confidence: Vec<Vec<f64>>,
    moves: Option<u32>,
    wrong_move: Option<Value>,
    violations: &'a [Violation],
    language: &'static str,
    message: String,
}

fn points_json(points: &Points) -> Value {
    let mut json = json!(points);
    json["total"] = json!(points.total());
    json
}

/// Values with three decimals.
fn rounded(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| (value * 1000.0).round() / 1000.0).collect()
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
