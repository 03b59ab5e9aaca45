//! `kibitzer dataset stats`.

use super::Data;
use crate::output::{self, Status};
use clap::Args;
use kibitzer::dataset::stats::{rows, stats};
use polars::frame::DataFrame;
use serde_json::{Map, Value};

#[derive(Args)]
pub struct StatsArgs {
    #[command(flatten)]
    data: Data,
    /// Print one JSON object: games, groups, classes
    #[arg(long)]
    json: bool,
}

pub fn run(args: &StatsArgs) -> anyhow::Result<Status> {
    let stats = stats(&args.data.read()?)?;
    if args.json {
        output::print(&(serde_json::to_string_pretty(&stats.to_json()?)? + "\n"));
        return Ok(Status::Done);
    }
    for (title, table) in [
        ("Games", labels_table(&stats.games)?),
        ("Their photos", photos_table(&stats.games)?),
        ("Groups", labels_table(&stats.groups)?),
        ("Their photos", photos_table(&stats.groups)?),
        ("Classes", classes_table(&stats.classes)?),
    ] {
        output::print(&format!("{title}\n{}\n", output::table(&fitted(table))));
    }
    output::print(
        "Of width, height and board share: least, median, greatest. Board share: the board's part \
        of the\nphoto's area. Side ratio: longest side over shortest. Corner spread: standard \
        deviation of a\ncorner's place, as a part of the photo's size (0: the camera never \
        moved).\n",
    );
    Ok(Status::Done)
}

/// Columns that a terminal has.
const COLUMNS: usize = 100;

type Rows = Vec<Vec<String>>;

/// How much is labeled.
fn labels_table(table: &DataFrame) -> anyhow::Result<Rows> {
    let columns = [
        "split",
        "groups",
        "photos",
        "no_board",
        "with_corners",
        "with_cells",
        "cells",
        "unknown",
        "occupied",
    ];
    let of_games = table.column("groups").is_ok();
    let columns: Vec<&str> = columns.into_iter().filter(|c| *c != "groups" || of_games).collect();
    let head = [vec![String::new()], columns.iter().map(|c| c.replace('_', " ")).collect()];
    let line = |row: &Row| {
        let cells = columns.iter().map(|name| row.get(*name).map_or_else(String::new, cell));
        [name(row)].into_iter().chain(cells).collect()
    };
    Ok([vec![head.concat()], rows(table)?.iter().map(line).collect()].concat())
}

/// What the photos are like.
fn photos_table(table: &DataFrame) -> anyhow::Result<Rows> {
    let head = ["", "width", "height", "board share", "side ratio", "corner spread"];
    let one = |row: &Row, key: &str| row.get(key).map_or_else(String::new, cell);
    let three = |row: &Row, key: &str| {
        let values = ["min", "median", "max"].map(|of| one(row, &format!("{key}_{of}")));
        if values.iter().all(|v| *v == values[0]) { values[0].clone() } else { values.join(" ") }
    };
    let line = |row: &Row| {
        let ranges = ["width", "height", "board_share"].map(|key| three(row, key));
        let single = ["side_ratio_max", "corner_spread"].map(|key| one(row, key));
        [vec![name(row)], ranges.to_vec(), single.to_vec()].concat()
    };
    let lines: Rows = rows(table)?.iter().map(line).collect();
    Ok([vec![head.map(str::to_owned).to_vec()], lines].concat())
}

fn classes_table(table: &DataFrame) -> anyhow::Result<Rows> {
    let names: Vec<String> = table.columns().iter().map(|c| c.name().to_string()).collect();
    let line =
        |row: &Row| names.iter().map(|n| row.get(n).map_or_else(String::new, cell)).collect();
    let lines: Rows = rows(table)?.iter().map(line).collect();
    Ok([vec![names.clone()], lines].concat())
}

/// A row of a table, by its columns' names.
type Row = Map<String, Value>;

/// The game of a row, and its group.
fn name(row: &Row) -> String {
    let texts = ["game", "group"].map(|key| row.get(key).and_then(Value::as_str));
    texts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Rows that fit the columns: the widest texts are cut until they do.
fn fitted(mut rows: Rows) -> Rows {
    let length = |text: &String| text.chars().count();
    loop {
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(length).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count).map(width).collect();
        let total = widths.iter().sum::<usize>() + 2 * count.saturating_sub(1);
        let Some((widest, &width)) = widths.iter().enumerate().max_by_key(|(_, width)| **width)
        else {
            return rows;
        };
        // Numbers are never cut: they are not as wide as that.
        if total <= COLUMNS || width < 12 {
            return rows;
        }
        let keep = width.saturating_sub(total - COLUMNS).max(11) - 1;
        for text in rows.iter_mut().filter_map(|row| row.get_mut(widest)) {
            if length(text) > keep + 1 {
                *text = text.chars().take(keep).chain(['…']).collect();
            }
        }
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(n) if n.is_f64() => {
            let x = n.as_f64().unwrap_or_default();
            if x.fract() == 0.0 && x.abs() >= 2.0 { format!("{x:.0}") } else { format!("{x:.3}") }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_to_fit() {
        let row =
            |name: &str, split: &str| vec![name.to_owned(), split.to_owned(), "123".to_owned()];
        let long = fitted(vec![row(&"g".repeat(300), &"s".repeat(60)), row("short", "train")]);
        let text = output::table(&long);
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        assert!(
            text.contains("short") && text.contains("train") && text.matches("123").count() == 2
        );
        let short = vec![row("a", "b")];
        assert_eq!(fitted(short.clone()), short);
    }
}
