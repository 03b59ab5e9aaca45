//! The tables of figures in the README, the book and the model cards, made from the models'
//! `eval.json`, `logo.json` and `stress.json` files.

mod book;
mod games;

use anyhow::Context;
use kibitzer::{
    eval::{Block, Rate, Rates, Share, Summary, thousands},
    games::GameId,
    inference::{Evaluated, ModelStore},
};
use std::{fs, path::Path};

/// What `kibitzer eval` wrote of a released model on the validation photos.
const EVAL: &str = "eval.json";
/// What it wrote of models of the same kind, each photo read by one that never saw its physical
/// set: leave-one-set-out cross-validation (`train/runs/logo.sh`).
const LOGO: &str = "logo.json";

/// A table and the name in the marker lines that it stands between.
pub type Named = (&'static str, String);

/// The tables of the README (`games`) and of the book.
pub fn of_all(models: &Path, names: &[String]) -> anyhow::Result<Vec<Named>> {
    // What coordinates are worth is no figure of cells.
    let names: Vec<String> =
        names.iter().filter(|name| !reads_coordinates(name)).cloned().collect();
    let names = names.as_slice();
    Ok(vec![
        ("games", games::table(models, names)?),
        ("figures", table(models, names, true)?),
        ("doubt", book::doubt(models)?),
        ("robustness", book::robustness(models, names)?),
        ("groups", groups(models, names)?),
    ])
}

/// The tables of a model's card.
pub fn of_model(models: &Path, name: &str) -> anyhow::Result<Vec<Named>> {
    let evaluated = summary(models, name, EVAL)?;
    if let Some(summary) = evaluated.as_ref().filter(|_| reads_coordinates(name)) {
        return Ok(vec![("figures", ways_round(summary))]);
    }
    let refusals = evaluated.map_or_else(String::new, |s| refusals(&s));
    let rows = table(models, &[name.to_owned()], false)?;
    let text = match rows == HEAD && !refusals.is_empty() {
        true => refusals.trim_start().to_owned(),
        false => rows + &refusals,
    };
    Ok(vec![("figures", text)])
}

/// The lines before and after the table of a name.
pub fn markers(name: &str) -> [String; 2] {
    ["begin", "end"].map(|end| format!("<!-- {name}: {end} -->"))
}

const HEAD: &str = "\
| Evaluation | Photos | Sets | Found | Cells right | Pieces right | 95 % interval | Exact boards | \
 At most 1 wrong | Empty boards exact | Pieces right, each set once | Exact, each set once |
|---|---|---|---|---|---|---|---|---|---|---|---|
";
const GROUP_HEAD: &str = "\
| Group | Photos | Found | Cells right | Pieces right | Exact boards | At most 1 wrong | Empty boards exact |
|---|---|---|---|---|---|---|---|
";
/// Photos below which a group has no row of its own.
const LEAST_GROUP: usize = 3;

/// The table in Markdown: a row for every game of every model's `eval.json` and `logo.json`; files
/// that are not there are left out. `in_short`: without the rows of models that were given the
/// corners of photos which others of their kind read the whole way.
fn table(models: &Path, names: &[String], in_short: bool) -> anyhow::Result<String> {
    let mut out = HEAD.to_owned();
    for (file, note) in [(EVAL, ""), (LOGO, ", leave-one-set-out cross-validation")] {
        for name in names {
            let Some(summary) = summary(models, name, file)? else { continue };
            for (game, block) in &summary.games {
                let given = if given_corners(&summary, block) { ", corners given" } else { "" };
                if in_short && file == EVAL && !given.is_empty() {
                    continue;
                }
                out += &row(&format!("{name}: {game}{note}{given}"), block);
                if let Some(photos) = photos_only(&summary, game, block) {
                    out += &row(&format!("{name}: {game}{note}, without diagrams{given}"), photos);
                }
            }
        }
    }
    Ok(out)
}

/// Whether the reader was given the corners. The folds' predictions are scored from a file, in
/// which corners have hundredths of pixels: where they have no other error, they were given.
fn given_corners(summary: &Summary, block: &Block) -> bool {
    summary.command.contains("--corners truth")
        || block.corner_error_pitch.max.is_some_and(|error| error < 1e-3)
}

/// The photos of a game, where others of its pictures are diagrams or of a screen.
fn photos_only<'a>(summary: &'a Summary, game: &str, all: &Block) -> Option<&'a Block> {
    summary.kinds.get(&format!("{game}/photo")).filter(|photos| photos.photos < all.photos)
}

/// Tables with a row for every group of at least [`LEAST_GROUP`] photos of the models' evaluations.
fn groups(models: &Path, names: &[String]) -> anyhow::Result<String> {
    let mut out = String::new();
    for name in names {
        for (file, title) in [(EVAL, "validation"), (LOGO, "leave-one-set-out cross-validation")] {
            let Some(summary) = summary(models, name, file)? else { continue };
            let Some(rows) = group_rows(&summary, &format!("models/{name}/{file}")) else {
                continue;
            };
            out += &format!("## {name}: {title}\n\n{GROUP_HEAD}{rows}\n");
        }
    }
    Ok(out)
}

/// Nothing where no group is large enough.
fn group_rows(summary: &Summary, file: &str) -> Option<String> {
    let large = summary.groups.iter().filter(|(_, block)| block.photos >= LEAST_GROUP);
    let rows: String = large.map(|(group, block)| group_row(group, block)).collect();
    let smaller = summary.groups.values().filter(|block| block.photos < LEAST_GROUP).count();
    match (rows.is_empty(), smaller) {
        (true, _) => None,
        (_, 0) => Some(rows),
        (_, n) => Some(format!(
            "{rows}\n{n} more groups have one or two photos each; `{file}` has them.\n"
        )),
    }
}

/// What `models/NAME/eval.json` says, to six decimals, for the front matter of the model's card;
/// nothing where there is no such file.
pub fn evaluation(models: &Path, name: &str) -> anyhow::Result<Vec<Evaluated>> {
    let round = |rate: f64| (rate * 1e6).round() / 1e6;
    let of_game = |(game, b): (&String, &Block)| Evaluated {
        game: game.clone(),
        photos: b.photos,
        boards_found: b.rates.boards_found.rate.map(round),
        corners_ok: b.rates.corners_ok.rate.map(round),
        cell_accuracy: b.rates.cell_accuracy.rate.map(round),
        ci95: b.ci95.cell_accuracy.map(|ends| ends.map(round)),
        cell_accuracy_given_corners: b.rates.cell_accuracy_given_corners.rate.map(round),
        boards_exact: b.rates.boards_exact.rate.map(round),
    };
    Ok(summary(models, name, EVAL)?.iter().flat_map(|s| s.games.iter().map(of_game)).collect())
}

fn summary(models: &Path, name: &str, file: &str) -> anyhow::Result<Option<Summary>> {
    let path = models.join(name).join(file);
    if !path.is_file() {
        return Ok(None);
    }
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let summary = serde_json::from_str(&text);
    summary
        .map(Some)
        .map_err(|e| anyhow::anyhow!("{} is no summary of an evaluation: {e}", path.display()))
}

/// How often the game was found out rightly, in a sentence; nothing where it was told.
fn games_found_out(boards: &Block) -> String {
    let found_out = |block: &Block| block.rates.game_correct.n.is_some_and(|n| n > 0);
    if !found_out(boards) {
        return String::new();
    }
    let empty = boards.empty_boards.as_deref().filter(|empty| found_out(empty));
    let empty = empty.map_or_else(String::new, |empty| {
        format!(", of empty boards {}", counted(&empty.rates.game_correct))
    });
    let all = counted(&boards.rates.game_correct);
    format!("\nOf the boards that were read {all} were taken for their own game{empty}.\n")
}

/// What was made of photos without a board, in a sentence; nothing where there were none.
fn refusals(summary: &Summary) -> String {
    let is_of_something = |share: &Share| share.rate.n.is_some_and(|n| n > 0);
    if !is_of_something(&summary.refused.all) {
        return String::new();
    }
    let half = Some(&summary.half.all).filter(|half| is_of_something(half)).map(|half| {
        format!(" Of those of a part of a board {} were said to show one.", share(half))
    });
    format!(
        "\nOf photos without a board {} were refused, which all should be, and {} were read without \
        a flag.{}\n",
        share(&summary.refused.all),
        share(&summary.accepted_unflagged.all),
        half.unwrap_or_default()
    )
}

/// A share of few things as a count, with its interval: `7 of 8 (95 %: 50.0–100.0 %)`.
fn share(share: &Share) -> String {
    counted(&share.rate) + &share.interval()
}

/// Whether a model of this name reads coordinates.
fn reads_coordinates(name: &str) -> bool {
    GameId::ALL.into_iter().any(|game| ModelStore::coordinates_name(game) == name)
}

/// How often boards were read the way round that they lie, in a sentence a game.
fn ways_round(summary: &Summary) -> String {
    let of_game = |(game, block): (&String, &Block)| {
        format!(
            "Of photos of {game} whose way round is known {} were read that way round; of those that \
            were not, {} were flagged for it.\n",
            counted(&block.rates.orientation_correct),
            counted(&block.rates.turned_boards_flagged)
        )
    };
    summary.games.iter().map(of_game).collect()
}

/// A rate of few things as a count: `7 of 8`.
fn counted(rate: &Rate) -> String {
    match (rate.count(), rate.n) {
        (Some(count), Some(n)) => format!("{count} of {n}"),
        _ => rate.to_string(),
    }
}

fn group_row(group: &str, b: &Block) -> String {
    let rates = [
        b.rates.boards_found,
        b.rates.cell_accuracy,
        b.rates.occupied_accuracy,
        exact(b),
        at_most_1_wrong(b),
        b.empty_boards_exact(),
    ];
    format!("| {group} | {} | {} |\n", b.photos, rates.map(|rate| rate.to_string()).join(" | "))
}

/// The rate of exact boards.
fn exact(b: &Block) -> Rate {
    of_boards(b, |r| r.occupied_boards_exact, |r| r.boards_exact)
}

/// The rate of boards with at most one wrong cell.
fn at_most_1_wrong(b: &Block) -> Rate {
    of_boards(b, |r| r.occupied_boards_at_most_1_wrong, |r| r.boards_at_most_1_wrong)
}

/// A rate of the boards on which something stands. A summary of schema 1 does not tell empty boards
/// from others: what it has is of all boards.
fn of_boards(b: &Block, occupied: fn(&Rates) -> Rate, all: fn(&Rates) -> Rate) -> Rate {
    let apart = b.rates.occupied_boards_exact.n.is_some();
    if apart { occupied(&b.rates) } else { all(&b.rates) }
}

fn row(name: &str, b: &Block) -> String {
    let sets = b.by_set.clone().unwrap_or_default();
    let cells = [
        name.to_owned(),
        thousands(b.photos),
        b.by_set.as_ref().map_or("–".to_owned(), |sets| sets.sets.to_string()),
        b.rates.boards_found.to_string(),
        b.rates.cell_accuracy.to_string(),
        b.rates.occupied_accuracy.to_string(),
        interval(b.ci95.occupied_accuracy),
        exact(b).to_string(),
        at_most_1_wrong(b).to_string(),
        b.empty_boards_exact().to_string(),
        sets.rates.occupied_accuracy.to_string(),
        sets.rates.occupied_boards_exact.to_string(),
    ];
    format!("| {} |\n", cells.join(" | "))
}

fn interval(ends: Option<[f64; 2]>) -> String {
    ends.map_or("–".to_owned(), |[low, high]| format!("{:.1}–{:.1} %", 100.0 * low, 100.0 * high))
}

/// `text` with what stands between the marker lines of each table replaced; `None` where it has a
/// place for none of them.
pub fn replace(text: &str, tables: &[Named]) -> Option<String> {
    let mut replaced = None;
    for (name, table) in tables {
        let text = replaced.as_deref().unwrap_or(text);
        replaced = replace_one(text, name, table).or(replaced);
    }
    replaced
}

fn replace_one(text: &str, name: &str, table: &str) -> Option<String> {
    let [begin, end] = markers(name);
    let (before, rest) = text.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}\n{table}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Summaries that were written before half boards were counted have neither them nor intervals.
    #[test]
    fn half_boards_and_intervals_are_told_where_there_are_some() {
        let refused = r#""rate": 0.75, "n": 8, "by_kind_of": {"part": {"rate": 0.5, "n": 2}}"#;
        let read = r#""rate": 0.0, "n": 8, "by_kind_of": {}"#;
        let told = |more: &str, interval: &str| {
            let block = serde_json::to_string(&Block::default()).expect("plain data");
            let summary = format!(
                r#"{{"schema": 2, "commit": null, "models": [], "manifests": [], "command": "",
                "overall": {block}, "games": {{}}, "groups": {{}}, "refused": {{{refused}{interval}}},
                "accepted_unflagged": {{{read}}}{more}}}"#
            );
            refusals(&serde_json::from_str(&summary).expect("a summary"))
        };
        let old = "\nOf photos without a board 6 of 8 were refused, which all should be, and 0 of 8 \
            were read without a flag.\n";
        assert_eq!(told("", ""), old);
        let half = r#", "half": {"rate": 0.5, "n": 2, "ci95": null, "by_kind_of": {}}"#;
        assert_eq!(
            told(half, r#", "ci95": [0.5, 1.0]"#),
            "\nOf photos without a board 6 of 8 (95 %: 50.0–100.0 %) were refused, which all should \
            be, and 0 of 8 were read without a flag. Of those of a part of a board 1 of 2 were said \
            to show one.\n"
        );
    }

    #[test]
    fn a_group_has_rates_with_their_numbers_and_empty_boards_apart() {
        let rate = |rate: f64, n: usize| Rate { rate: Some(rate), n: Some(n) };
        let rates = Rates {
            boards_found: rate(1.0, 12),
            cell_accuracy: rate(0.9, 1280),
            occupied_accuracy: rate(0.75, 40),
            occupied_boards_exact: rate(0.5, 2),
            occupied_boards_at_most_1_wrong: rate(1.0, 2),
            boards_exact: rate(0.9, 10),
            boards_at_most_1_wrong: rate(1.0, 10),
            ..Rates::default()
        };
        let empty = Rates { boards_exact: rate(1.0, 8), ..Rates::default() };
        let empty_boards = Some(Box::new(Block { rates: empty, ..Block::default() }));
        let block = Block { photos: 12, rates, empty_boards, ..Block::default() };
        assert_eq!(
            group_row("go/a", &block),
            "| go/a | 12 | 100.0 % of 12 | 90.00 % of 1,280 | 75.0 % of 40 | 50.0 % of 2 | 100.0 % of 2 | \
             100.0 % of 8 |\n"
        );
    }

    #[test]
    fn how_often_the_game_was_found_out_is_said_where_it_was_not_told() {
        let rate = |rate: f64, n: usize| Rate { rate: Some(rate), n: Some(n) };
        let block = |game_correct, empty_boards| Block {
            rates: Rates { game_correct, ..Rates::default() },
            empty_boards,
            ..Block::default()
        };
        let empty = Some(Box::new(block(rate(0.5, 4), None)));
        assert_eq!(
            games_found_out(&block(rate(0.9, 10), empty)),
            "\nOf the boards that were read 9 of 10 were taken for their own game, of empty boards \
            2 of 4.\n"
        );
        assert_eq!(games_found_out(&Block::default()), "");
    }

    #[test]
    fn only_what_stands_between_the_markers_changes() {
        let [begin, end] = markers("figures");
        let text = format!("# Title\n{begin}\nold\n{end}\nrest\n");
        let tables = |row: &str| vec![("figures", row.to_owned()), ("doubt", "| 1 |\n".to_owned())];
        let new = replace(&text, &tables("| new |\n")).expect("markers");
        assert_eq!(new, format!("# Title\n{begin}\n| new |\n{end}\nrest\n"));
        assert_eq!(replace(&new, &tables("| new |\n")), Some(new.clone()));
        assert_eq!(replace("no markers", &tables("")), None);
        let [begin, end] = markers("doubt");
        let second = format!("{begin}\nold\n{end}\n");
        let new = replace(&second, &tables(""));
        assert_eq!(new, Some(format!("{begin}\n| 1 |\n{end}\n")));
    }
}
