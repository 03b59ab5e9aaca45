//! The cells of each class side by side, as the classifier that reads them is given them.

use super::{PreviewOptions, Sheet, arrange, grid_of};
use crate::{
    dataset::{Label, Manifest},
    games::GameId,
    geometry::{GridSpec, Homography, Point, Quad},
    inference::CellTask,
    recognition::rectify,
    vision::{BoardStats, Pyramid, open_photo, warp},
};
use image::{Rgb, RgbImage, imageops};
use ndarray::{ArrayView3, Axis};
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use rayon::prelude::*;
use std::{borrow::Cow, collections::BTreeMap};

/// What the classifier of a game is given, from its card.
pub type Classifiers = BTreeMap<GameId, CellTask>;

/// A cell of a class: which label, and where on its board.
type Cell = (usize, usize, usize);
/// A game and the index of a class.
type Class = (GameId, usize);
/// The cells to cut from a photo.
type Wanted = Vec<(Class, Cell)>;

/// A sheet a class that has labeled cells: crops of its cells, and how many there are. Where the
/// game's classifier is known, its input is shown, colors and all: gray is what the board has most.
pub fn class_sheets(
    manifests: &[Manifest],
    classifiers: &Classifiers,
    options: &PreviewOptions,
) -> Vec<Sheet> {
    let labels: Vec<(&Manifest, &Label)> =
        manifests.iter().flat_map(|m| m.labels.iter().map(move |l| (m, &l.1))).collect();
    let mut cells = cells_by_class(&labels);
    let mut rng = StdRng::seed_from_u64(options.seed);
    let counts: BTreeMap<_, _> = cells.iter().map(|(class, cells)| (*class, cells.len())).collect();
    for cells in cells.values_mut() {
        cells.shuffle(&mut rng);
        cells.truncate(options.crops_per_class);
    }
    let crops = cut_crops(&labels, &cells, classifiers, options);
    crops
        .iter()
        .map(|((game, class), crops)| {
            let class_info = game.game().classes()[*class];
            let how = match classifiers.contains_key(game) {
                true => "as the classifier sees them",
                false => "cut from the board",
            };
            let title = format!(
                "{game}: {} ({}), {} cells, {how}",
                class_info.name,
                class_info.code,
                counts[&(*game, *class)]
            );
            Sheet {
                name: format!("{game}-{}", class_info.name.replace(' ', "-")),
                picture: arrange(crops, 10, &title),
            }
        })
        .collect()
}

fn cells_by_class(labels: &[(&Manifest, &Label)]) -> BTreeMap<Class, Vec<Cell>> {
    let mut cells: BTreeMap<_, Vec<Cell>> = BTreeMap::new();
    for (index, (_, label)) in labels.iter().enumerate() {
        let (Some(game), Ok(Some(_)), Ok(Some(board))) = (label.game, label.quad(), label.board())
        else {
            continue;
        };
        for (i, &class) in board.cells().iter().enumerate() {
            cells.entry((game, usize::from(class))).or_default().push((
                index,
                i / board.cols(),
                i % board.cols(),
            ));
        }
    }
    cells
}

/// The crops of the chosen cells, by class; each photo is opened once.
fn cut_crops(
    labels: &[(&Manifest, &Label)],
    cells: &BTreeMap<Class, Vec<Cell>>,
    classifiers: &Classifiers,
    options: &PreviewOptions,
) -> BTreeMap<Class, Vec<RgbImage>> {
    let mut by_photo: BTreeMap<usize, Wanted> = BTreeMap::new();
    for (class, cells) in cells {
        cells.iter().for_each(|cell| by_photo.entry(cell.0).or_default().push((*class, *cell)));
    }
    let cut = |(index, wanted): (&usize, &Wanted)| {
        crops_of_photo(labels[*index], wanted, classifiers, options)
    };
    let mut crops: BTreeMap<_, Vec<RgbImage>> = BTreeMap::new();
    for (class, crop) in by_photo.par_iter().map(cut).collect::<Vec<_>>().into_iter().flatten() {
        crops.entry(class).or_default().push(crop);
    }
    crops
}

fn crops_of_photo(
    (manifest, label): (&Manifest, &Label),
    wanted: &[(Class, Cell)],
    classifiers: &Classifiers,
    options: &PreviewOptions,
) -> Vec<(Class, RgbImage)> {
    let (Ok(photo), Some(game), Ok(Some(quad)), Ok(Some(board))) = (
        open_photo(&manifest.image_path(label), &options.limits),
        label.game,
        label.quad(),
        label.board(),
    ) else {
        return Vec::new();
    };
    let (photo, grid) = (Pyramid::new(Cow::Owned(photo)), grid_of(game, Some(&board)));
    let Some(task) = classifiers.get(&game) else {
        let crop = |&(class, (_, row, col)): &(Class, Cell)| {
            (class, crop_cell(&photo, &grid, &quad, grid.center(row, col), options))
        };
        return wanted.iter().map(crop).collect();
    };
    let inputs = rectify(&photo, &quad, &grid, task).crop_cells(&photo);
    let crop = |&(class, (_, row, col)): &(Class, Cell)| {
        let input = inputs.index_axis(Axis(0), row * grid.cols + col);
        (class, enlarged(&picture_of(input), options.crop_side))
    };
    wanted.iter().map(crop).collect()
}

/// The input of a classifier as a picture: with the contrast of a photo, as if it were normalized
/// by fixed values.
fn picture_of(input: ArrayView3<f32>) -> RgbImage {
    let (_, height, width) = input.dim();
    let BoardStats { median, spread } = BoardStats::FIXED;
    RgbImage::from_fn(width as u32, height as u32, |x, y| {
        let value = |c: usize| input[[c, y as usize, x as usize]] * spread + median[c];
        Rgb([0, 1, 2].map(|c| (value(c) * 255.0).round().clamp(0.0, 255.0) as u8))
    })
}

/// A picture enlarged by the whole number that brings its longer side closest to `side`.
fn enlarged(picture: &RgbImage, side: u32) -> RgbImage {
    let (width, height) = picture.dimensions();
    let times = (f64::from(side) / f64::from(width.max(height))).round().max(1.0) as u32;
    imageops::resize(picture, width * times, height * times, imageops::FilterType::Nearest)
}

/// The square around a point of the board.
fn crop_cell(
    photo: &Pyramid,
    grid: &GridSpec,
    quad: &Quad,
    center: Point,
    options: &PreviewOptions,
) -> RgbImage {
    let half = 0.5 + options.crop_margin;
    let scale = 2.0 * half / f64::from(options.crop_side);
    let to_board = Homography::scale_shift(scale, scale, center.x - half, center.y - half);
    warp(photo, &grid.to_photo(quad).compose(&to_board), options.crop_side, options.crop_side)
}

#[cfg(test)]
mod tests {
    use super::{super::tests::manifests, *};
    use crate::{dataset::testing::Folder, inference::Extent, vision::Normalization};

    fn sheets(classifiers: &Classifiers) -> Vec<Sheet> {
        let folder = Folder::new();
        let options = PreviewOptions { crop_margin: 0.0, ..PreviewOptions::default() };
        class_sheets(&manifests(&folder), classifiers, &options)
    }

    fn count(sheet: &Sheet, color: [u8; 3]) -> usize {
        sheet.picture.pixels().filter(|p| p.0 == color).count()
    }

    #[test]
    fn a_class_sheet_shows_the_class() {
        let sheets = sheets(&Classifiers::new());
        let names: Vec<_> = sheets.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["checkers-empty", "checkers-white-man"]);
        assert_eq!(count(&sheets[0], [200, 0, 0]), 0);
        assert!(count(&sheets[1], [200, 0, 0]) >= 93 * 93);
    }

    /// A crop of 24x24 pixels, of which the cell is the middle 16x16, is shown four times as
    /// large.
    #[test]
    fn with_a_classifier_its_input_is_shown() {
        let extent = Extent { left: 0.75, top: 0.75, right: 0.75, bottom: 0.75 };
        let fixed = CellTask { game: GameId::Checkers, ..CellTask::plain(16, extent) };
        let red = |task: &CellTask| {
            let sheets = sheets(&Classifiers::from([(GameId::Checkers, task.clone())]));
            let size = sheets[1].picture.dimensions();
            assert!(size.0 > 96 && size.1 > 96, "{size:?}");
            (count(&sheets[1], [200, 0, 0]), count(&sheets[1], [90; 3]))
        };
        let (cell, around) = red(&fixed);
        assert!((14 * 14 * 16..=16 * 16 * 16).contains(&cell), "{cell}");
        assert!(around >= (24 * 24 - 18 * 18) * 16, "{around}");
        // Relative to its board, the gray of the board is the middle gray.
        let board = CellTask { normalization: Normalization::Board, ..fixed };
        let sheets = sheets(&Classifiers::from([(GameId::Checkers, board)]));
        assert!(count(&sheets[1], [128; 3]) >= (24 * 24 - 18 * 18) * 16);
    }
}
