//! Counting a game of Go.

use super::ScoreArgs;
use crate::{
    commands::boards::{Boards, shortened},
    output,
};
use anyhow::bail;
use kibitzer::{
    games::{
        CellGrid, Game as _,
        go::{
            Go, draw_owners, point_named,
            rules::{Overrides, Point, Ruleset, ScoreOptions, count, group_at},
            sgf::{Record, Replay},
        },
    },
    messages::{Language, Message},
    report::{
        photo::Which,
        score::{Counted, GoScore},
    },
};

/// What an SGF says besides the board.
struct Game {
    record: Record,
    replay: Replay,
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
    let unknown_rules =
        if args.rules.is_none() { game.as_ref().and_then(unknown_rules) } else { None };
    let reading = given.note(Which::Board, name, &Go, language);
    let counted = Counted {
        name: name.to_owned(),
        board: given.board,
        replay: game.map(|game| game.replay),
        options,
        unknown_rules,
        count,
        reading,
    };
    if args.json { to_json(&counted, language) } else { Ok(to_text(&counted, language)) }
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
    Go.cell_name(board, row, col)
}

fn to_text(counted: &Counted, language: Language) -> String {
    let say = |message: &Message| message.in_language(language) + "\n";
    let violations = Go.violations(&counted.board);
    let violations: String = violations.iter().map(|violation| say(&violation.message)).collect();
    let sentences: String = counted.sentences(language).iter().map(say).collect();
    let board = draw_owners(&counted.count.territory, output::color());
    let legend = say(&Message::new("go-legend"));
    format!("{board}{legend}\n{violations}{sentences}")
}

/// The JSON as one line: the contract of `kibitzer score --game go --json`, described in the
/// README.
fn to_json(counted: &Counted, language: Language) -> anyhow::Result<String> {
    Ok(serde_json::to_string(&GoScore::new(counted, language))? + "\n")
}
