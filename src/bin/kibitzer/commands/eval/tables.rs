//! What `kibitzer eval` prints: the figures that matter most.

use crate::output;
use kibitzer::eval::{Block, Rates, StressReport, Summary};
use std::path::Path;

/// The figures that matter most, a row a game: of all photos, each set counting once, and of photos
/// without a board.
pub(super) fn overview(summary: &Summary, out: &Path) -> String {
    let games = || {
        let all = (summary.games.len() > 1).then_some(("all", &summary.overall));
        summary.games.iter().map(|(name, block)| (name.as_str(), block)).chain(all)
    };
    let head = [
        "",
        "photos",
        "found",
        "cells right",
        "pieces right",
        "exact",
        "<= 1 wrong",
        "empty exact",
    ];
    let rows = games().map(|(name, block)| row(name, block));
    let mut text = table(&head, rows.collect());
    let head = ["each set once", "sets", "found", "cells right", "pieces right", "exact"];
    let rows = games().filter_map(|(name, block)| set_row(name, block));
    text += &format!("\n{}", table(&head, rows.collect()));
    if summary.refused.all.n.is_some_and(|n| n > 0) {
        text += &format!(
            "\nPhotos without a board: {} refused, {} read and not flagged. With one: {} lost.\n",
            summary.refused.all, summary.accepted_unflagged.all, summary.lost.all
        );
    }
    format!("{text}\nA picture of it: {}\n", out.join("report.html").display())
}

fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let head = head.iter().map(|name| (*name).to_owned()).collect();
    output::table(&[vec![head], rows].concat())
}

fn row(name: &str, b: &Block) -> Vec<String> {
    let Rates { boards_found, cell_accuracy, occupied_accuracy, .. } = b.rates;
    let empty = b.empty_boards.as_ref().map(|empty| empty.rates.boards_exact).unwrap_or_default();
    let rates = [
        boards_found,
        cell_accuracy,
        occupied_accuracy,
        b.rates.occupied_boards_exact,
        b.rates.occupied_boards_at_most_1_wrong,
        empty,
    ];
    let photos = [name.to_owned(), b.photos.to_string()];
    photos.into_iter().chain(rates.map(|rate| rate.to_string())).collect()
}

fn set_row(name: &str, b: &Block) -> Option<Vec<String>> {
    let sets = b.by_set.as_ref()?;
    let rates = [
        sets.rates.boards_found,
        sets.rates.cell_accuracy,
        sets.rates.occupied_accuracy,
        sets.rates.occupied_boards_exact,
    ];
    let photos = [name.to_owned(), sets.sets.to_string()];
    Some(photos.into_iter().chain(rates.map(|rate| rate.percent())).collect())
}

/// The share of right cells under each stress, and how much less that is than without, in points; a
/// column a game.
pub(super) fn stress_table(report: &StressReport) -> String {
    let games: Vec<&String> =
        report.stresses.first().into_iter().flat_map(|s| s.games.keys()).collect();
    let head = std::iter::once("cells right (points lost)".to_owned())
        .chain(games.iter().map(|game| (*game).clone()));
    let mut rows = vec![head.collect::<Vec<_>>()];
    for stress in &report.stresses {
        let cell = |game: &&String| {
            let accuracy = stress.games.get(*game).and_then(|block| block.rates.cell_accuracy.rate);
            let lost = stress.cell_accuracy_lost.get(*game).copied().flatten();
            accuracy.zip(lost).map_or("-".to_owned(), |(a, lost)| {
                format!("{:.2} % ({:.2})", 100.0 * a, 100.0 * lost)
            })
        };
        rows.push(std::iter::once(stress.stress.clone()).chain(games.iter().map(cell)).collect());
    }
    output::table(&rows)
}
