//! What `kibitzer eval` prints: the figures that matter most.

use crate::output;
use kibitzer::eval::{Block, StressReport, Summary};
use std::path::Path;

/// The figures that matter most, a row a game.
pub(super) fn overview(summary: &Summary, out: &Path) -> String {
    let head = [
        "",
        "photos",
        "found",
        "corners ok",
        "cells right",
        "given corners",
        "exact",
        "<= 1 wrong",
        "s/photo",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(summary.games.iter().map(|(name, block)| row(name, block)));
    if summary.games.len() > 1 {
        rows.push(row("all", &summary.overall));
    }
    let report = out.join("report.html");
    format!("{}\nA picture of it: {}\n", output::table(&rows), report.display())
}

fn row(name: &str, b: &Block) -> Vec<String> {
    let percent =
        |rate: Option<f64>| rate.map_or("-".to_owned(), |r| format!("{:.2} %", 100.0 * r));
    vec![
        name.to_owned(),
        b.photos.to_string(),
        percent(b.boards_found),
        percent(b.corners_ok),
        percent(b.cell_accuracy),
        percent(b.cell_accuracy_given_corners),
        percent(b.boards_exact),
        percent(b.boards_at_most_1_wrong),
        b.seconds_per_photo.p50.map_or("-".to_owned(), |s| format!("{s:.3}")),
    ]
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
            let accuracy = stress.games.get(*game).and_then(|block| block.cell_accuracy);
            let lost = stress.cell_accuracy_lost.get(*game).copied().flatten();
            accuracy.zip(lost).map_or("-".to_owned(), |(a, lost)| {
                format!("{:.2} % ({:.2})", 100.0 * a, 100.0 * lost)
            })
        };
        rows.push(std::iter::once(stress.stress.clone()).chain(games.iter().map(cell)).collect());
    }
    output::table(&rows)
}
