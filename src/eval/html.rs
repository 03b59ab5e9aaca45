//! `report.html`: one file, nothing fetched from elsewhere.

use super::{
    block::Block,
    metrics::CellVerdict,
    runner::Outcome,
    sample::{EvalData, Sample},
    summary::Summary,
    svg::{bars, base64, calibration, escape},
};
use crate::{
    games::{Game, GameId},
    geometry::{Point, Quad},
    vision::{PhotoLimits, open_photo},
};
use image::{DynamicImage, codecs::jpeg::JpegEncoder, imageops};
use std::{fmt::Write, path::Path};

/// Photos in the gallery of a game.
const GALLERY: usize = 12;
/// Width of a gallery picture in pixels.
const THUMBNAIL: u32 = 480;
/// JPEG quality of the gallery.
const QUALITY: u8 = 75;
const STYLE: &str = "body{font:14px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222;background:#fff}\
table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:2px 8px;text-align:right}\
td:first-child,th:first-child{text-align:left}svg \
 text{font:12px system-ui,sans-serif}.bar{fill:#4a7fb5}.axis{fill:none;stroke:#999}\
.dot{fill:#4a7fb5;fill-opacity:.8}.confusion \
 td{padding:0 4px;font-size:11px}.gallery{display:flex;flex-wrap:wrap;gap:1em}\
figure{margin:0;width:480px}figcaption{font-size:12px}.truth{fill:none;stroke:#1a9641;stroke-width:2}\
.read{fill:none;stroke:#d7191c;stroke-width:2;stroke-dasharray:6 4}.wrong{fill:#ffd400;font-weight:bold;stroke:#000;stroke-width:2.5;paint-order:stroke}";

/// The report as HTML.
pub fn report(data: &EvalData, outcomes: &[Outcome], summary: &Summary) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Kibitzer \
        evaluation</title><style>{STYLE}</style></head><body>\
         <h1>Kibitzer evaluation</h1>{}",
        provenance(summary)
    );
    html += "<h2>By game</h2>";
    let games = summary.games.iter().map(|(name, block)| (name.as_str(), block));
    html += &figures([("all", &summary.overall)].into_iter().chain(games));
    html += "<h2>By group</h2>";
    html += &figures(summary.groups.iter().map(|(name, block)| (name.as_str(), block)));
    html += "<h3>Cell accuracy by group</h3>";
    html += &bars(
        &summary
            .groups
            .iter()
            .map(|(name, block)| (name.clone(), block.cell_accuracy))
            .collect::<Vec<_>>(),
    );
    for game in GameId::ALL {
        let rows: Vec<(&Sample, &Outcome)> =
            data.samples.iter().zip(outcomes).filter(|(s, _)| s.game() == game).collect();
        if !rows.is_empty() {
            html += &game_section(game, &rows);
        }
    }
    html + "</body></html>\n"
}

fn provenance(summary: &Summary) -> String {
    let mut html = format!("<p><code>{}</code></p><ul>", escape(&summary.command));
    let _ =
        write!(html, "<li>commit {}</li>", escape(summary.commit.as_deref().unwrap_or("unknown")));
    for model in &summary.models {
        let _ = write!(
            html,
            "<li>model {}: sha256 {}</li>",
            escape(&model.task),
            escape(&model.sha256)
        );
    }
    for m in &summary.manifests {
        let _ = write!(
            html,
            "<li>{}: {} photos, sha256 {}</li>",
            escape(&m.path),
            m.photos,
            escape(&m.sha256)
        );
    }
    html + "</ul><p>Rates are in percent; a dash stands for a rate without a denominator. \
    Intervals hold 95 % of a bootstrap.</p>"
}

fn figures<'a>(blocks: impl Iterator<Item = (&'a str, &'a Block)>) -> String {
    let head = [
        "",
        "photos",
        "found",
        "corners ok",
        "10 px",
        "error p95",
        "cells",
        "cells right",
        "95 %",
        "given corners",
        "occupied",
        "exact",
        "&le; 1 wrong",
        "exact given corners",
        "turn right",
        "ECE",
        "wrong flagged",
        "right flagged",
        "s p50",
    ];
    let mut html = format!("<table><tr>{}</tr>", head.map(|h| format!("<th>{h}</th>")).concat());
    for (name, b) in blocks {
        let interval = b
            .ci95
            .cell_accuracy
            .map_or("&ndash;".into(), |[l, h]| format!("{:.1}&ndash;{:.1}", 100.0 * l, 100.0 * h));
        let cells = [
            escape(name),
            b.photos.to_string(),
            percent(b.boards_found),
            percent(b.corners_ok),
            percent(b.within_10px_at_1200),
            decimal(b.corner_error_pitch.p95),
            b.cells.to_string(),
            percent(b.cell_accuracy),
            interval,
            percent(b.cell_accuracy_given_corners),
            percent(b.occupied_accuracy),
            percent(b.boards_exact),
            percent(b.boards_at_most_1_wrong),
            percent(b.boards_exact_given_corners),
            percent(b.orientation_correct),
            decimal(b.expected_calibration_error),
            percent(b.wrong_boards_flagged),
            percent(b.right_boards_flagged),
            decimal(b.seconds_per_photo.p50),
        ];
        let _ = write!(html, "<tr>{}</tr>", cells.map(|c| format!("<td>{c}</td>")).concat());
    }
    html + "</table>"
}

fn percent(rate: Option<f64>) -> String {
    rate.map_or("&ndash;".into(), |r| format!("{:.2}", 100.0 * r))
}

fn decimal(value: Option<f64>) -> String {
    value.map_or("&ndash;".into(), |v| format!("{v:.3}"))
}

fn game_section(game: GameId, rows: &[(&Sample, &Outcome)]) -> String {
    let cells =
        || rows.iter().filter_map(|(_, o)| o.score.cells.as_ref()).flat_map(|c| c.counted());
    let mut html =
        format!("<h2>{game}</h2><h3>Confusion: rows are the truth, columns what was read</h3>");
    html += &confusion(game.game(), cells());
    let predictions: Vec<(f32, bool)> =
        cells().filter_map(|c| Some((c.confidence?, c.correct()))).collect();
    if !predictions.is_empty() {
        html += "<h3>Calibration of cells</h3>";
        html += &calibration(&predictions);
    }
    html += "<h3>Worst photos</h3><p>Green: the label's corners. Red, dashed: the corners read. \
    Yellow: truth &gt; read.</p><div class=\"gallery\">";
    let mut worst: Vec<_> = rows.iter().filter(|(_, o)| badness(o) > (0, 0)).collect();
    worst.sort_by_key(|(_, o)| std::cmp::Reverse(badness(o)));
    html += &worst
        .iter()
        .take(GALLERY)
        .map(|(sample, outcome)| figure(sample, outcome))
        .collect::<String>();
    html + "</div>"
}

fn confusion<'a>(game: &dyn Game, cells: impl Iterator<Item = &'a CellVerdict>) -> String {
    let n = game.classes().len();
    let mut counts = vec![vec![0usize; n + 1]; n];
    for cell in cells {
        counts[usize::from(cell.truth)][cell.read.map_or(n, usize::from)] += 1;
    }
    let codes = || game.classes().iter().map(|c| escape(c.code));
    let head: String =
        codes().chain(["not found".into()]).map(|c| format!("<th>{c}</th>")).collect();
    let mut html = format!("<table class=\"confusion\"><tr><th></th>{head}</tr>");
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
    html + "</table>"
}

/// Wrong cells first, then the corner error in thousandths of a pitch where it is not right.
fn badness(outcome: &Outcome) -> (usize, usize) {
    let wrong = outcome.score.cells.as_ref().map_or(0, |c| c.wrong());
    let corners = outcome.score.corners.filter(|c| !c.ok());
    (wrong, corners.map_or(0, |c| c.largest().map_or(usize::MAX, |e| (e * 1000.0) as usize)))
}

fn figure(sample: &Sample, outcome: &Outcome) -> String {
    let wrong = outcome.score.cells.as_ref().map_or("no label".into(), |c| c.wrong().to_string());
    let error = match outcome.score.corners {
        None => "not counted".to_owned(),
        Some(corners) => {
            corners.largest().map_or("no board read".into(), |e| format!("{e:.2} pitches"))
        }
    };
    let caption = format!(
        "{} ({}): wrong cells {wrong}, corner error {error}",
        sample.label.image,
        sample.group()
    );
    let problem =
        outcome.problem.as_deref().map(|p| format!("<br>{}", escape(p))).unwrap_or_default();
    let picture = picture(sample, outcome).unwrap_or_default();
    format!("<figure>{picture}<figcaption>{}{problem}</figcaption></figure>", escape(&caption))
}

/// The photo with both outlines and the wrong cells; `None` when it cannot be read.
fn picture(sample: &Sample, outcome: &Outcome) -> Option<String> {
    let (jpeg, width, height) = thumbnail(&sample.path)?;
    let scale = f64::from(THUMBNAIL) / width;
    let outline = |class: &str, corners: &[Point; 4]| {
        let points: Vec<String> =
            corners.iter().map(|p| format!("{:.1},{:.1}", p.x * scale, p.y * scale)).collect();
        format!("<polygon class=\"{class}\" points=\"{}\"/>", points.join(" "))
    };
    let mut svg = format!(
        "<svg viewBox=\"0 0 {THUMBNAIL} {h:.0}\" width=\"{THUMBNAIL}\" height=\"{h:.0}\"><image \
        href=\"data:image/jpeg;base64,{}\" \
         width=\"{THUMBNAIL}\" height=\"{h:.0}\"/>",
        base64(&jpeg),
        h = height * scale
    );
    svg += &sample.truth.corners.map(|quad| outline("truth", quad.corners())).unwrap_or_default();
    svg += &outcome.reading.corners.map(|corners| outline("read", &corners)).unwrap_or_default();
    svg += &wrong_cells(sample, outcome, scale);
    Some(svg + "</svg>")
}

fn wrong_cells(sample: &Sample, outcome: &Outcome, scale: f64) -> String {
    let (Some(cells), Some(quad)) = (&outcome.score.cells, &sample.truth.corners) else {
        return String::new();
    };
    if !cells.found {
        return String::new();
    }
    wrong_marks(sample, &cells.cells, quad, scale)
}

fn wrong_marks(sample: &Sample, cells: &[CellVerdict], quad: &Quad, scale: f64) -> String {
    let grid = &sample.truth.grid;
    let to_photo = grid.to_photo(quad);
    let code = |class: u8| escape(sample.truth.game.classes()[usize::from(class)].code);
    let mark = |(i, cell): (usize, &CellVerdict)| {
        let p = to_photo.project(grid.center(i / grid.cols, i % grid.cols));
        let read = cell.read.map_or("?".into(), code);
        let (x, y) = (p.x * scale, p.y * scale + 4.0);
        format!(
            "<text class=\"wrong\" x=\"{x:.1}\" y=\"{y:.1}\" \
            text-anchor=\"middle\">{}&gt;{read}</text>",
            code(cell.truth)
        )
    };
    cells.iter().enumerate().filter(|(_, c)| c.counted && !c.correct()).map(mark).collect()
}

/// A small JPEG of a photo and the photo's own width and height.
fn thumbnail(path: &Path) -> Option<(Vec<u8>, f64, f64)> {
    let photo = open_photo(path, &PhotoLimits::default()).ok()?;
    let (width, height) = (f64::from(photo.width()), f64::from(photo.height()));
    let small_height = (height * f64::from(THUMBNAIL) / width).round().max(1.0) as u32;
    let small = imageops::thumbnail(&photo, THUMBNAIL, small_height);
    let mut jpeg = Vec::new();
    DynamicImage::ImageRgb8(small)
        .write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, QUALITY))
        .ok()?;
    Some((jpeg, width, height))
}
