//! Contact sheets: what labels say, drawn on their photos, and the cells of each class side by
//! side. Wrong labels show here first.
//!
//! ```
//! use kibitzer::dataset::{
//!     Manifest, preview::{PreviewOptions, photo_sheet, photo_sheet_count},
//! };
//!
//! let manifests = [Manifest::read("datasets/demo/labels.jsonl".as_ref())?];
//! let options = PreviewOptions { photos_per_sheet: 12, ..PreviewOptions::default() };
//! for index in 0..photo_sheet_count(&manifests, &options) {
//!     let sheet = photo_sheet(&manifests, index, &options);
//!     println!("{}: {} pixels wide", sheet.name, sheet.picture.width());
//! }
//! assert_eq!(photo_sheet_count(&manifests, &options), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classes;

use super::{Label, Manifest};
use crate::{
    games::{CellGrid, Game, GameId},
    geometry::{GridSpec, Homography, Point, Quad},
    vision::{PhotoLimits, Pyramid, draw, open_photo, warp},
};
pub use classes::{Classifiers, class_sheets};
use image::{Rgb, RgbImage};
use rayon::prelude::*;
use std::borrow::Cow;

/// Colors of the sheets.
const PAPER: Rgb<u8> = Rgb([32, 32, 36]);
const INK: Rgb<u8> = Rgb([235, 235, 235]);
const ALARM: Rgb<u8> = Rgb([255, 120, 120]);
const LINES: Rgb<u8> = Rgb([0, 220, 90]);
const BLACK: Rgb<u8> = Rgb([0, 0, 0]);
/// Dots on small cells, by class: Go's black stones orange, its white ones blue.
const DOTS: [Rgb<u8>; 3] = [Rgb([160, 160, 160]), Rgb([255, 150, 0]), Rgb([0, 90, 255])];
/// Smallest cell pitch, in pixels, at which a code fits beside a piece.
const ROOM: f64 = 20.0;
/// Pixels between pictures, and height of a caption.
const GAP: u32 = 6;
const CAPTION: u32 = 14;

/// How sheets look.
#[derive(Clone, Copy, Debug)]
pub struct PreviewOptions {
    /// Longer side of a photo on a sheet, in pixels.
    pub photo_side: u32,
    /// Photos on a sheet.
    pub photos_per_sheet: usize,
    /// Photos in a row.
    pub photos_per_row: u32,
    /// Side of a cell's crop, in pixels. What a classifier sees is shown as large as whole
    /// multiples of its pixels allow.
    pub crop_side: u32,
    /// Share of a cell that is shown around it on each side, for games without a classifier.
    pub crop_margin: f64,
    /// Crops of a class; more are sampled at random.
    pub crops_per_class: usize,
    /// Seed of that sample.
    pub seed: u64,
    /// Sizes of photos that are read.
    pub limits: PhotoLimits,
}

impl Default for PreviewOptions {
    fn default() -> Self {
        Self {
            photo_side: 480,
            photos_per_sheet: 20,
            photos_per_row: 4,
            crop_side: 96,
            crop_margin: 0.25,
            crops_per_class: 100,
            seed: 1,
            limits: PhotoLimits::default(),
        }
    }
}

/// A picture to be written.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its name, without extension: `photos-003`, `chess-white-king`.
    pub name: String,
    /// The picture.
    pub picture: RgbImage,
}

/// Number of sheets that the photos of manifests fill.
pub fn photo_sheet_count(manifests: &[Manifest], options: &PreviewOptions) -> usize {
    manifests
        .iter()
        .map(|m| m.labels.len())
        .sum::<usize>()
        .div_ceil(options.photos_per_sheet.max(1))
}

/// Sheet `index` of the photos, each with its grid, its first corner (a disc), its occupied cells
/// and its name. A photo that cannot be read is an empty place with the reason. Where there are
/// corners, only the board and its surroundings are shown.
pub fn photo_sheet(manifests: &[Manifest], index: usize, options: &PreviewOptions) -> Sheet {
    let labels =
        manifests.iter().flat_map(|m| m.labels.iter().map(move |(line, label)| (m, *line, label)));
    let per_sheet = options.photos_per_sheet.max(1);
    let chosen: Vec<_> = labels.skip(index * per_sheet).take(per_sheet).collect();
    let tile = |(manifest, line, label): &(&Manifest, usize, &Label)| {
        photo_tile(manifest, *line, label, options)
    };
    let tiles: Vec<RgbImage> = chosen.par_iter().map(tile).collect();
    Sheet { name: photo_sheet_name(index), picture: arrange(&tiles, options.photos_per_row, "") }
}

/// The name of a sheet of photos.
pub fn photo_sheet_name(index: usize) -> String {
    format!("photos-{index:03}")
}

fn photo_tile(
    manifest: &Manifest,
    line: usize,
    label: &Label,
    options: &PreviewOptions,
) -> RgbImage {
    let side = options.photo_side;
    let mut tile = RgbImage::from_pixel(side, side + CAPTION, PAPER);
    let file = label.image.rsplit('/').next().unwrap_or_default();
    let place = format!("{line} {file} {} {}", label.group, label.split.as_deref().unwrap_or(""));
    match open_photo(&manifest.image_path(label), &options.limits) {
        Ok(photo) => {
            let (picture, from_photo) = closer(photo, label, side);
            draw::paste(&mut tile, &draw_label(picture, label, &from_photo), 0, CAPTION);
            draw::text(&mut tile, 2, 3, 1, INK, &place);
        }
        Err(error) => {
            draw::text(&mut tile, 2, 3, 1, ALARM, &place);
            let text = error.problem.to_string();
            let lines =
                text.as_bytes().chunks(70).map(|line| String::from_utf8_lossy(line).into_owned());
            lines.enumerate().for_each(|(i, line)| {
                draw::text(&mut tile, 2, 24 + 12 * i as i64, 1, ALARM, &line)
            });
        }
    }
    tile
}

/// The part of the photo around the labeled board, or all of it, with its longer side at most
/// `side` pixels; and the map from the photo to that picture.
fn closer(photo: RgbImage, label: &Label, side: u32) -> (RgbImage, Homography) {
    let (low, high) = surroundings(&photo, label);
    let (w, h) = (high.x - low.x, high.y - low.y);
    let scale = (f64::from(side) / w.max(h)).min(2.0);
    let size = |s: f64| ((s * scale).round() as u32).clamp(1, side);
    let to_photo = Homography::scale_shift(1.0 / scale, 1.0 / scale, low.x, low.y);
    (warp(&Pyramid::new(Cow::Owned(photo)), &to_photo, size(w), size(h)), to_photo.inverse())
}

/// The smallest rectangle around the board with a good margin, as far as the photo goes.
fn surroundings(photo: &RgbImage, label: &Label) -> (Point, Point) {
    let (w, h) = (f64::from(photo.width()), f64::from(photo.height()));
    let Ok(Some(quad)) = label.quad() else { return (Point::new(0.0, 0.0), Point::new(w, h)) };
    let margin = 0.35 * quad.mean_side();
    let range = |of: &dyn Fn(&Point) -> f64, end: f64| {
        let values = quad.corners().iter().map(of);
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        let low = (low - margin).floor().clamp(0.0, end - 1.0);
        (low, (high + margin).ceil().clamp(low + 1.0, end))
    };
    let ((left, right), (top, bottom)) = (range(&|p| p.x, w), range(&|p| p.y, h));
    (Point::new(left, top), Point::new(right, bottom))
}

fn draw_label(mut picture: RgbImage, label: &Label, from_photo: &Homography) -> RgbImage {
    match label.quad().map(|quad| quad.and_then(|quad| from_photo.project_quad(&quad))) {
        Ok(Some(quad)) => draw_board(&mut picture, label, &quad),
        Ok(None) => draw::text(&mut picture, 3, 3, 1, ALARM, "no corners"),
        Err(error) => draw::text(&mut picture, 3, 3, 1, ALARM, &error.to_string()),
    }
    picture
}

fn draw_board(picture: &mut RgbImage, label: &Label, quad: &Quad) {
    let Some(game) = label.game.map(GameId::game) else {
        return draw::quad(picture, quad, ALARM, 1.5);
    };
    let board = label.board();
    let Ok(grid) = label.grid() else { return };
    draw::grid(picture, &grid, quad, LINES, 0.7);
    draw::quad(picture, quad, LINES, 1.5);
    match board {
        Ok(Some(board)) => draw_cells(picture, game, &board, &grid, quad),
        Ok(None) => draw::text(picture, 3, 3, 1, ALARM, "no cells"),
        Err(error) => draw::text(picture, 3, 3, 1, ALARM, &error.to_string()),
    }
}

/// The codes of the occupied cells, beside the pieces so that these can be seen; where cells are
/// too small for that, dots.
fn draw_cells(
    picture: &mut RgbImage,
    game: &dyn Game,
    board: &CellGrid,
    grid: &GridSpec,
    quad: &Quad,
) {
    let to_photo = grid.to_photo(quad);
    let roomy = grid.pitch(quad) >= ROOM;
    for (i, &class) in board.cells().iter().enumerate().filter(|(_, class)| **class != 0) {
        let center = grid.center(i / grid.cols, i % grid.cols);
        if roomy {
            let at = to_photo.project(Point::new(center.x + 0.3, center.y + 0.3));
            draw::label(picture, at, 1, INK, BLACK, game.classes()[usize::from(class)].code);
        } else {
            draw::disc(
                picture,
                to_photo.project(center),
                2.5,
                DOTS[usize::from(class) % DOTS.len()],
            );
        }
    }
}

/// The grid of a labeled board, or the game's usual one.
fn grid_of(game: GameId, board: Option<&CellGrid>) -> GridSpec {
    let grids = game.game().grids();
    let fits =
        |grid: &&GridSpec| board.is_some_and(|b| (b.rows(), b.cols()) == (grid.rows, grid.cols));
    *grids.iter().find(fits).unwrap_or(&grids[0])
}

/// Pictures of one size in rows, under a title.
fn arrange(pictures: &[RgbImage], per_row: u32, title: &str) -> RgbImage {
    let (w, h) = pictures.first().map_or((1, 1), RgbImage::dimensions);
    let per_row = per_row.clamp(1, pictures.len().max(1) as u32);
    let rows = (pictures.len() as u32).div_ceil(per_row);
    let top = if title.is_empty() { 0 } else { draw::text_size(title, 2).1 + GAP };
    let width = (GAP + per_row * (w + GAP)).max(2 * GAP + draw::text_size(title, 2).0);
    let mut sheet = RgbImage::from_pixel(width, top + GAP + rows * (h + GAP), PAPER);
    draw::text(&mut sheet, i64::from(GAP), i64::from(GAP), 2, INK, title);
    for (i, picture) in pictures.iter().enumerate() {
        let (row, col) = (i as u32 / per_row, i as u32 % per_row);
        draw::paste(&mut sheet, picture, GAP + col * (w + GAP), top + GAP + row * (h + GAP));
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::testing::Folder;
    use serde_json::json;

    /// A 400x400 board whose squares are gray but for a red one at row 2, column 5.
    pub(super) fn board() -> RgbImage {
        RgbImage::from_fn(400, 400, |x, y| {
            if (x / 50, y / 50) == (5, 2) { Rgb([200, 0, 0]) } else { Rgb([90, 90, 90]) }
        })
    }

    pub(super) fn manifests(folder: &Folder) -> Vec<Manifest> {
        folder.photo("a.png", &board());
        let mut cells = vec!["........".to_owned(); 8];
        cells[2] = ".....w..".to_owned();
        let corners = json!([[0, 0], [400, 0], [400, 400], [0, 400]]);
        let good = json!({"image": "a.png", "game": "checkers", "group": "g", "corners": corners,
        "cells": cells});
        let missing = json!({"image": "b.png", "game": "checkers", "group": "g",
        "corners": corners, "cells": cells});
        let path = folder.manifest("labels.jsonl", &[good, missing]);
        vec![Manifest::read(&path).expect("a manifest")]
    }

    #[test]
    fn a_missing_photo_leaves_a_place_with_the_reason() {
        let folder = Folder::new();
        let (manifests, options) = (manifests(&folder), PreviewOptions::default());
        assert_eq!(photo_sheet_count(&manifests, &options), 1);
        let sheet = photo_sheet(&manifests, 0, &options).picture;
        assert_eq!(sheet.width(), 3 * GAP + 2 * options.photo_side);
        let count = |color: Rgb<u8>| sheet.pixels().filter(|p| **p == color).count();
        assert!(count(ALARM) > 100 && count(INK) > 20 && count(Rgb([200, 0, 0])) > 1000);
    }
}
