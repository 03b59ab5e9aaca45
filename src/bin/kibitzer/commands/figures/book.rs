//! The smaller tables of the book: how well doubt tells, and corruption robustness.

use super::{EVAL, counted, games::WHOLE_WAY, games_found_out, refusals, summary};
use anyhow::Context;
use kibitzer::eval::StressReport;
use std::{collections::BTreeMap, fs, path::Path};

/// What `kibitzer eval --stress` wrote.
const STRESS: &str = "stress.json";

const DOUBT_HEAD: &str = "\
| Game | Of the boards read wrong, flagged | Of those read right, flagged | Photos in which no \
 board was seen |
|---|---|---|---|
";

/// What the reader says of its own boards, a row a game, and what it makes of photos without one;
/// nothing where the evaluation does not tell.
pub fn doubt(models: &Path) -> anyhow::Result<String> {
    let Some(summary) = summary(models, WHOLE_WAY, EVAL)? else { return Ok(String::new()) };
    let row = |(game, block): (&String, &kibitzer::eval::Block)| {
        let rates = [
            counted(&block.rates.wrong_boards_flagged),
            counted(&block.rates.right_boards_flagged),
            counted(&block.rates.lost),
        ];
        format!("| {game} | {} |\n", rates.join(" | "))
    };
    let rows: String = summary.games.iter().map(row).collect();
    Ok(DOUBT_HEAD.to_owned() + &rows + &games_found_out(&summary.overall) + &refusals(&summary))
}

/// Points of cells that are read wrong under each corruption and were not without, a column a game;
/// nothing where no model has been tried.
pub fn robustness(models: &Path, names: &[String]) -> anyhow::Result<String> {
    let mut games: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut corruptions = Vec::new();
    for report in names.iter().filter_map(|name| stress(models, name).transpose()) {
        let report = report?;
        corruptions = report.stresses.iter().map(|s| s.stress.clone()).collect();
        for (game, lost) in report.stresses.iter().flat_map(|s| &s.cell_accuracy_lost) {
            let points = lost.map_or("–".to_owned(), |lost| points(100.0 * lost));
            games.entry(game.clone()).or_default().push(points);
        }
    }
    if games.is_empty() {
        return Ok(String::new());
    }
    let names: Vec<&str> = games.keys().map(String::as_str).collect();
    let mut table =
        format!("| Corruption | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    for (i, corruption) in corruptions.iter().enumerate() {
        let cells: Vec<&str> =
            games.values().map(|points| points.get(i).map_or("–", String::as_str)).collect();
        table += &format!("| {corruption} | {} |\n", cells.join(" | "));
    }
    Ok(table)
}

/// Points lost, with one decimal; what is not worse is 0.
fn points(lost: f64) -> String {
    format!("{:.1}", lost.max(0.0))
}

fn stress(models: &Path, name: &str) -> anyhow::Result<Option<StressReport>> {
    let path = models.join(name).join(STRESS);
    if !path.is_file() {
        return Ok(None);
    }
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text)
        .map(Some)
        .map_err(|e| anyhow::anyhow!("{} says nothing of corruptions: {e}", path.display()))
}
