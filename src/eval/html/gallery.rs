//! Photos to be looked at: those that were read worst, with what was read and what is there, boards
//! that were lost, and what was taken for a board and is none.

use super::charts::{base64, escape};
use crate::{
    eval::{
        boardless::{Boardless, Glance, is_lost},
        metrics::{CellVerdict, Reading},
        runner::Outcome,
        sample::{EvalData, Sample},
    },
    geometry::{Point, Quad},
    vision::{PhotoLimits, open_photo},
};
use image::{DynamicImage, codecs::jpeg::JpegEncoder, imageops};
use std::path::Path;

/// Photos in the gallery of a game.
const GALLERY: usize = 12;
/// Photos in the galleries of wrong refusals and of what was not refused: what they have in common
/// is seen where all are shown.
const ALL: usize = 200;
/// Width of a gallery picture in pixels.
const THUMBNAIL: u32 = 480;
/// JPEG quality of the gallery.
const QUALITY: u8 = 75;

/// The worst photos of a game; nothing where none is wrong.
pub fn worst_photos(rows: &[(&Sample, &Outcome)]) -> String {
    let mut worst: Vec<_> = rows.iter().filter(|(_, o)| badness(o) > (0, 0)).collect();
    worst.sort_by_key(|(_, o)| std::cmp::Reverse(badness(o)));
    let about = "Green: the label's corners. Red, dashed: the corners read. Yellow: what is there \
        &gt; what was read.";
    let figures = worst.iter().take(GALLERY).map(|(sample, outcome)| figure(sample, outcome));
    gallery("Worst photos", about, figures.collect())
}

/// Photos with a board in which the reader saw none; nothing where there are none.
pub fn lost_boards(data: &EvalData, outcomes: &[Outcome]) -> String {
    let lost = data.samples.iter().zip(outcomes);
    let lost = lost.filter(|(sample, outcome)| is_lost(sample, outcome) == Some(true));
    let figures = lost.map(|(sample, outcome)| {
        let caption = format!(
            "{} ({}): {}{}",
            sample.label.image,
            sample.group(),
            refusal(&outcome.reading),
            confidence(outcome.confidence)
        );
        let truth = sample.truth.corners.map(|quad| *quad.corners());
        captioned(picture(&sample.path, truth.as_ref(), None, |_| String::new()), &caption)
    });
    gallery("Lost boards", "Green: the label's corners.", figures.collect())
}

/// Photos without a board in which one was read, those first that are not flagged; nothing where
/// there are none.
pub fn accepted(data: &EvalData, glances: &[Glance]) -> String {
    let read = data.boardless.iter().zip(glances);
    let mut read: Vec<_> = read.filter(|(_, glance)| !glance.reading.is_empty()).collect();
    read.sort_by_key(|(_, glance)| !glance.accepted_unflagged());
    let figure = |(photo, glance): (&Boardless, &Glance)| {
        let caption = format!("{} ({}): {}", photo.label.image, photo.kind(), said_of(glance));
        captioned(
            picture(&photo.path, None, glance.reading.corners.as_ref(), |_| String::new()),
            &caption,
        )
    };
    let about = "Red, dashed: the corners read.";
    gallery("Taken for a board", about, read.into_iter().map(figure).collect())
}

/// Photos under a heading, the first of many.
fn gallery(title: &str, about: &str, figures: Vec<String>) -> String {
    if figures.is_empty() {
        return String::new();
    }
    let more = match figures.len() > ALL {
        true => format!(" The first {ALL} of {}.", figures.len()),
        false => String::new(),
    };
    let figures: String = figures.into_iter().take(ALL).collect();
    format!("<h3>{title}</h3><p>{about}{more}</p><div class=\"gallery\">{figures}</div>")
}

/// Why a reader read no board, as far as it says.
fn refusal(reading: &Reading) -> String {
    reading.refusal.map_or("no board".into(), |refusal| refusal.name().replace('_', " "))
}

/// How sure the corners were; nothing where that was not the reason.
fn confidence(confidence: Option<f32>) -> String {
    let said = confidence.filter(|&c| c > 0.0).map(|c| format!(", confidence {c:.2}"));
    said.unwrap_or_default()
}

/// What was said of a photo in which a board was read.
fn said_of(glance: &Glance) -> String {
    let game = glance.reading.game.map_or("a board".into(), |game| game.to_string());
    let Some(own) = glance.reading.self_assessment else { return format!("read as {game}") };
    let flag = if own.check { "flagged" } else { "not flagged" };
    format!("read as {game}, right with probability {:.2}, {flag}", own.confidence)
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
    let problem = outcome.problem.as_deref().map(|p| format!("\n{p}")).unwrap_or_default();
    let truth = sample.truth.corners.map(|quad| *quad.corners());
    let read = outcome.reading.corners.as_ref();
    let wrong = |scale| wrong_cells(sample, outcome, scale);
    captioned(picture(&sample.path, truth.as_ref(), read, wrong), &(caption + &problem))
}

/// A picture, if there is one, with what is said of it, a line each.
fn captioned(picture: Option<String>, caption: &str) -> String {
    let lines: Vec<String> = caption.lines().map(escape).collect();
    let picture = picture.unwrap_or_default();
    format!("<figure>{picture}<figcaption>{}</figcaption></figure>", lines.join("<br>"))
}

/// The photo with both outlines and what `more` draws at a scale; `None` when it cannot be read.
fn picture(
    path: &Path,
    truth: Option<&[Point; 4]>,
    read: Option<&[Point; 4]>,
    more: impl Fn(f64) -> String,
) -> Option<String> {
    let (jpeg, width, height) = thumbnail(path)?;
    let scale = f64::from(THUMBNAIL) / width;
    let outline = |class: &str, corners: &[Point; 4]| {
        let points: Vec<String> =
            corners.iter().map(|p| format!("{:.1},{:.1}", p.x * scale, p.y * scale)).collect();
        format!("<polygon class=\"{class}\" points=\"{}\"/>", points.join(" "))
    };
    let mut svg = format!(
        "<svg viewBox=\"0 0 {THUMBNAIL} {h:.0}\"><image \
        href=\"data:image/jpeg;base64,{}\" \
         width=\"{THUMBNAIL}\" height=\"{h:.0}\"/>",
        base64(&jpeg),
        h = height * scale
    );
    svg += &truth.map(|corners| outline("truth", corners)).unwrap_or_default();
    svg += &read.map(|corners| outline("read", corners)).unwrap_or_default();
    svg += &more(scale);
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
