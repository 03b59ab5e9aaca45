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
    for (title, table) in
        [("Games", &stats.games), ("Groups", &stats.groups), ("Classes", &stats.classes)]
    {
        output::print(&format!("{title}\n{}\n", to_text(table)?));
    }
    output::print(
        "board_share: the board's part of the photo's area; side_ratio: longest side over \
        shortest; corner_spread: standard\n\
         deviation of a corner's place, as a part of the photo's size (0: the camera never \
         moved).\n",
    );
    Ok(Status::Done)
}

/// A table under the names of its columns.
fn to_text(table: &DataFrame) -> anyhow::Result<String> {
    let names: Vec<String> = table.columns().iter().map(|c| c.name().to_string()).collect();
    let rows = rows(table)?;
    let line = |row: &Map<String, Value>| {
        names.iter().map(|name| row.get(name).map_or_else(String::new, cell)).collect()
    };
    let lines: Vec<Vec<String>> =
        std::iter::once(names.clone()).chain(rows.iter().map(line)).collect();
    Ok(output::table(&lines))
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
