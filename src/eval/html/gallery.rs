//! The photos that were read worst, with what was read and what is there.

use super::charts::{base64, escape};
use crate::{
    eval::{metrics::CellVerdict, runner::Outcome, sample::Sample},
    geometry::{Point, Quad},
    vision::{PhotoLimits, open_photo},
};
use image::{DynamicImage, codecs::jpeg::JpegEncoder, imageops};
use std::path::Path;

/// Photos in the gallery of a game.
const GALLERY: usize = 12;
/// Width of a gallery picture in pixels.
const THUMBNAIL: u32 = 480;
/// JPEG quality of the gallery.
const QUALITY: u8 = 75;

/// The worst photos of a game; nothing where none is wrong.
pub fn worst_photos(rows: &[(&Sample, &Outcome)]) -> String {
    let mut worst: Vec<_> = rows.iter().filter(|(_, o)| badness(o) > (0, 0)).collect();
    worst.sort_by_key(|(_, o)| std::cmp::Reverse(badness(o)));
    if worst.is_empty() {
        return String::new();
    }
    let figures: String =
        worst.iter().take(GALLERY).map(|(sample, outcome)| figure(sample, outcome)).collect();
    format!(
        "<h3>Worst photos</h3><p>Green: the label's corners. Red, dashed: the corners read. \
        Yellow: what is there &gt; what was read.</p><div class=\"gallery\">{figures}</div>"
    )
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
        "<svg viewBox=\"0 0 {THUMBNAIL} {h:.0}\"><image \
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
