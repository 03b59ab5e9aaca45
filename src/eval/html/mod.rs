//! Reports as pages: each is one file, and nothing is fetched from elsewhere.
//!
//! ```
//! use kibitzer::{eval::html::{confusion, escape, page}, games::GameId};
//!
//! // A black stone that is read as one, and a white stone that is not found.
//! let table = confusion(GameId::Go.game(), [(1, Some(1)), (2, None)]);
//! let html = page("Go", &format!("<p>{}</p>{table}", escape("black > white")));
//! assert!(html.starts_with("<!doctype html>") && html.contains("black &gt; white"));
//! ```

mod charts;
mod figures;
mod gallery;

use super::{
    boardless::Glance,
    runner::Outcome,
    sample::{EvalData, Sample},
    summary::Summary,
};
use crate::games::{Game, GameId};
use charts::{bars, calibration};
pub use charts::{base64, escape};
use gallery::{accepted, lost_boards, worst_photos};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// A page with a title, which is its heading as well, and a body of HTML.
pub fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
        <title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>{body}</body>\
        </html>\n"
    )
}

/// The report of an evaluation as HTML.
pub fn report(
    data: &EvalData,
    outcomes: &[Outcome],
    glances: &[Glance],
    summary: &Summary,
) -> String {
    let unchecked = data.unchecked().map(|said| format!("<p><b>{}.</b></p>", escape(&said)));
    let mut html = unchecked.unwrap_or_default() + &figures::overview(summary);
    html += &figures::boardless(summary);
    html += &accepted(data, glances);
    html += &lost_boards(data, outcomes);
    html += figures::TERMS;
    html += "<h2>By group</h2>";
    html += &figures::groups(summary);
    html += "<h3>Cells right, by group</h3>";
    let rate = |name: &String, block: &super::Block| (name.clone(), block.rates.cell_accuracy.rate);
    html += &bars(&summary.groups.iter().map(|(n, b)| rate(n, b)).collect::<Vec<_>>());
    for game in GameId::ALL {
        let rows: Vec<(&Sample, &Outcome)> =
            data.samples.iter().zip(outcomes).filter(|(s, _)| s.game() == game).collect();
        if !rows.is_empty() {
            html += &game_section(game, &rows);
        }
    }
    page("Kibitzer evaluation", &(html + &provenance(summary)))
}

fn provenance(summary: &Summary) -> String {
    let mut html = format!(
        "<h2>What was measured</h2><p><code>{}</code></p><ul class=\"hashes\">",
        escape(&summary.command)
    );
    let commit = summary.commit.as_deref().unwrap_or("unknown");
    let _ = write!(html, "<li>commit {}</li>", escape(commit));
    for model in &summary.models {
        let (task, sha256) = (escape(&model.task), escape(&model.sha256));
        let _ = write!(html, "<li>model {task}: sha256 {sha256}</li>");
    }
    for m in &summary.manifests {
        let (path, sha256) = (escape(&m.path), escape(&m.sha256));
        let _ = write!(html, "<li>{path}: {} photos, sha256 {sha256}</li>", m.photos);
    }
    html + "</ul>"
}

fn game_section(game: GameId, rows: &[(&Sample, &Outcome)]) -> String {
    let cells =
        || rows.iter().filter_map(|(_, o)| o.score.cells.as_ref()).flat_map(|c| c.counted());
    let mut html = format!(
        "<h2>{game}</h2><h3>What is taken for what</h3><p>Rows: what is there. Columns: what was \
        read. Green: right.</p>"
    );
    let pairs = cells().map(|cell| (usize::from(cell.truth), cell.read.map(usize::from)));
    html += &confusion(game.game(), pairs);
    let predictions: Vec<(f32, bool)> =
        cells().filter_map(|c| Some((c.confidence?, c.correct()))).collect();
    if !predictions.is_empty() {
        html += "<h3>Calibration of cells</h3><p>Of the cells read with a probability of 0.9, nine \
            in ten should be right: then the dots lie on the line. A larger dot stands for more \
            cells.</p>";
        html += &calibration(&predictions);
    }
    html + &worst_photos(rows)
}

/// A confusion matrix as a table: of each cell the class that is true and the one that was read,
/// `None` where no board was found.
pub fn confusion(
    game: &dyn Game,
    cells: impl IntoIterator<Item = (usize, Option<usize>)>,
) -> String {
    let n = game.classes().len();
    let mut counts = vec![vec![0usize; n + 1]; n];
    for (truth, read) in cells {
        counts[truth][read.unwrap_or(n)] += 1;
    }
    let codes = || game.classes().iter().map(|c| escape(c.code));
    let head: String =
        codes().chain(["not found".into()]).map(|c| format!("<th>{c}</th>")).collect();
    let mut html =
        format!("<div class=\"wide\"><table class=\"confusion\"><tr><th></th>{head}</tr>");
    for (truth, (code, row)) in
        codes().zip(&counts).enumerate().filter(|(_, (_, row))| row.iter().any(|&n| n > 0))
    {
        let cell = |(read, &n): (usize, &usize)| match n {
            0 => "<td></td>".to_owned(),
            _ if read == truth => format!("<td style=\"background:#d9f0d3\">{n}</td>"),
            _ => format!("<td style=\"background:#fdd0c5\">{n}</td>"),
        };
        let _ = write!(
            html,
            "<tr><th>{code}</th>{}</tr>",
            row.iter().enumerate().map(cell).collect::<String>()
        );
    }
    html + "</table></div>"
}
