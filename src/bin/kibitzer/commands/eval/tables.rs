//! What `kibitzer eval` prints: the figures that matter most.

use crate::output;
use kibitzer::eval::{Block, Rates, Refusals, StressFigures, StressReport, Summary};
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
    let mut parts = vec![table(&head, games().map(|(name, block)| row(name, block)).collect())];
    let head = ["each set once", "sets", "found", "cells right", "pieces right", "exact"];
    let rows = games().filter_map(|(name, block)| set_row(name, block));
    parts.push(table(&head, rows.collect()));
    let game = summary.overall.rates.game_correct;
    if game.n.is_some_and(|n| n > 0) {
        parts.push(format!("Boards read as of their own game: {game}.\n"));
    }
    parts.push(refusals(summary));
    parts.push(format!("A picture of it: {}\n", out.join("report.html").display()));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// What was made of photos without a board, and how many boards were lost; nothing where no photo
/// is without one.
fn refusals(summary: &Summary) -> String {
    let counted = |refusals: &Refusals| refusals.all.rate.n.is_some_and(|n| n > 0);
    if !counted(&summary.refused) {
        return String::new();
    }
    let mut said = format!(
        "Photos without a board: {} refused, {} read and not flagged.",
        summary.refused.all, summary.accepted_unflagged.all
    );
    if counted(&summary.half) {
        said += &format!(" Of a part of one: {} said to be one.", summary.half.all);
    }
    if counted(&summary.lost) {
        said += &format!(" With one: {} lost.", summary.lost.all);
    }
    said + "\n"
}

/// A table; nothing where it has no rows.
fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let head = head.iter().map(|name| (*name).to_owned()).collect();
    output::table(&[vec![head], rows].concat())
}

fn row(name: &str, b: &Block) -> Vec<String> {
    let Rates { boards_found, cell_accuracy, occupied_accuracy, .. } = b.rates;
    let rates = [
        boards_found,
        cell_accuracy,
        occupied_accuracy,
        b.rates.occupied_boards_exact,
        b.rates.occupied_boards_at_most_1_wrong,
        b.empty_boards_exact(),
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
    Some(photos.into_iter().chain(rates.map(|rate| rate.to_string())).collect())
}

/// A table a game with a row a stress: the rates of right cells and pieces, and how much less the
/// first is than without stress, in points.
pub(super) fn stress_table(report: &StressReport) -> String {
    let games = report.stresses.first().into_iter().flat_map(|stress| stress.games.keys());
    let tables = games.map(|game| {
        let head = [game.as_str(), "cells right", "points lost", "pieces right"];
        table(&head, report.stresses.iter().map(|stress| stress_row(game, stress)).collect())
    });
    tables.collect::<Vec<_>>().join("\n")
}

fn stress_row(game: &str, stress: &StressFigures) -> Vec<String> {
    let rates = stress.games.get(game).map(|block| block.rates.clone()).unwrap_or_default();
    let lost = stress.cell_accuracy_lost.get(game).copied().flatten();
    vec![
        stress.stress.clone(),
        rates.cell_accuracy.to_string(),
        lost.map_or("–".to_owned(), |lost| format!("{:.2}", 100.0 * lost)),
        rates.occupied_accuracy.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::eval::{BySet, Rate};

    fn rate(rate: f64, n: usize) -> Rate {
        Rate { rate: Some(rate), n: Some(n) }
    }

    #[test]
    fn rates_of_sets_say_of_how_many() {
        let rates = Rates {
            boards_found: rate(1.0, 3),
            cell_accuracy: rate(0.9, 2),
            occupied_accuracy: rate(0.5, 1),
            ..Rates::default()
        };
        let by_set = Some(BySet { sets: 3, rates });
        let row = set_row("go", &Block { by_set, ..Block::default() }).expect("sets");
        assert_eq!(row, ["go", "3", "100.0 % of 3", "90.0 % of 2", "50.0 % of 1", "–"]);
    }

    #[test]
    fn pieces_stand_beside_cells_under_stress() {
        let rates = Rates {
            cell_accuracy: rate(0.75, 128),
            occupied_accuracy: rate(0.5, 40),
            ..Rates::default()
        };
        let stress = StressFigures {
            stress: "blur".into(),
            games: [("chess".to_owned(), Block { rates, ..Block::default() })].into(),
            cell_accuracy_lost: [("chess".to_owned(), Some(0.125))].into(),
        };
        let row = stress_row("chess", &stress);
        assert_eq!(row, ["blur", "75.0 % of 128", "12.50", "50.0 % of 40"]);
        assert_eq!(stress_row("go", &stress), ["blur", "–", "–", "–"]);
    }
}
