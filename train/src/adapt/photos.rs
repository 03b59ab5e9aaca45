//! The photos of the user's set: found, turned to what they show, and which cells are held out.

use crate::data::{Sample, shrunk};
use anyhow::Result;
use image::RgbImage;
use indicatif::ProgressBar;
use kibitzer::{
    adapt::{Located, Reference, locate},
    games::{CellGrid, GameId},
    inference::CellTask,
    recognition::{Readers, kind_name},
    vision::Pyramid,
};
use sha2::{Digest, Sha256};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

/// Photos are kept at so many times the classifier's pixels a cell.
const SHARPNESS: f64 = 2.0;

/// Of every so many cells of a class one is held out.
const ONE_IN: usize = 4;

/// The references as samples to train on; the detector finds the boards whose corners are not known.
///
/// # Errors
/// When a photo shows no board, or surely another position than is said.
pub fn samples(
    readers: &Readers,
    task: &CellTask,
    references: Vec<Reference>,
) -> Result<Vec<Sample>> {
    let progress = ProgressBar::new(references.len() as u64);
    let samples = references
        .into_iter()
        .map(|reference| {
            progress.inc(1);
            let located = locate(readers, task.game, &reference)?;
            Ok(sample(task, &reference, located))
        })
        .collect();
    progress.finish_and_clear();
    samples
}

/// A reference that was found; the sides that its board has now are no guess any more.
fn sample(task: &CellTask, reference: &Reference, located: Located) -> Sample {
    let wanted = SHARPNESS * task.cell_px as f64 / located.grid.pitch(&located.quad);
    let (photo, (right, down)) = shrunk(&reference.photo, wanted);
    let mut unknown = CellGrid::empty(located.grid.rows, located.grid.cols);
    located.unknown.iter().for_each(|&(row, col)| unknown.set(row, col, 1));
    Sample {
        photo: Pyramid::new(Cow::Owned(photo)),
        game: task.game,
        grid: located.grid,
        kind: kind_name(&located.grid),
        quad: located.quad.scaled(right, down),
        held_out: held_out(&reference.photo, &located.board, &unknown),
        board: Some(located.board),
        covered: Some(CellGrid::empty(located.grid.rows, located.grid.cols)),
        arbitrary_colors: false,
        told_as: reference.told_as(task.game),
        unknown,
        group: group(task.game),
        set: group(task.game),
    }
}

/// What the user's photos are called among groups.
fn group(game: GameId) -> String {
    format!("{game}/own")
}

/// Holds out one of every four known cells of a class. From which one on is counted is said by the
/// photo itself, so that neither the order of the photos nor further ones change it: a model that
/// was trained on some of a set's photos is never compared on cells that it was trained on.
fn held_out(photo: &RgbImage, board: &CellGrid, unknown: &CellGrid) -> CellGrid {
    let offsets = Sha256::digest(photo.as_raw());
    let mut counts = BTreeMap::<u8, usize>::new();
    let mut held = CellGrid::empty(board.rows(), board.cols());
    for cell in (0..board.cells().len()).filter(|&cell| unknown.cells()[cell] == 0) {
        let class = board.cells()[cell];
        let offset = || usize::from(offsets[usize::from(class) % offsets.len()]);
        let count = counts.entry(class).or_insert_with(offset);
        *count += 1;
        if count.is_multiple_of(ONE_IN) {
            held.set(cell / board.cols(), cell % board.cols(), 1);
        }
    }
    held
}

/// Holds no cell out of a class of which all known cells are held out: there are few of it, and
/// nothing would teach what it looks like.
pub fn leave_something_to_learn(samples: &mut [Sample]) {
    let classes = |sample: &Sample, held: u8| -> Vec<u8> {
        let cells = sample.board.iter().flat_map(CellGrid::cells).zip(sample.held_out.cells());
        let wanted = cells.enumerate().filter(|(i, (_, h))| **h == held && sample.is_known(*i));
        wanted.map(|(_, (class, _))| *class).collect()
    };
    let learned: BTreeSet<u8> = samples.iter().flat_map(|sample| classes(sample, 0)).collect();
    for sample in samples {
        let Some(board) = &sample.board else { continue };
        for cell in (0..board.cells().len()).filter(|&cell| !learned.contains(&board.cells()[cell]))
        {
            sample.held_out.set(cell / board.cols(), cell % board.cols(), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cells::testing::task, data::testing::empty_board};
    use kibitzer::{
        dataset::manifest::compared_as,
        geometry::{GridSpec, Quad},
    };

    #[test]
    fn where_kings_are_not_marked_a_man_may_be_a_king() {
        let task = CellTask { game: GameId::Checkers, ..task(0.5, 0.5) };
        for kings in [true, false] {
            let board = CellGrid::empty(8, 8);
            let photo = RgbImage::new(320, 320);
            let reference = Reference {
                kings,
                arbitrary_colors: true,
                ..Reference::new("a.jpg".to_owned(), photo, board.clone())
            };
            let located = Located {
                quad: Quad::rectangle(320.0, 320.0),
                grid: GridSpec::squares(8),
                board,
                unknown: Vec::new(),
            };
            let sample = super::sample(&task, &reference, located);
            assert_eq!(sample.told_as, compared_as(GameId::Checkers.game(), kings));
            assert!(!sample.arbitrary_colors);
        }
    }

    /// A photo of so many cells of each class, one of a kind by its shade.
    fn sample(shade: u8, cells: &[u8], is_known: bool) -> Sample {
        let (mut board, mut unknown) = (CellGrid::empty(8, 8), CellGrid::empty(8, 8));
        for cell in 0..64 {
            board.set(cell / 8, cell % 8, cells.get(cell).copied().unwrap_or_default());
            unknown.set(cell / 8, cell % 8, u8::from(!is_known));
        }
        let photo = RgbImage::from_pixel(8, 8, image::Rgb([shade; 3]));
        Sample {
            held_out: held_out(&photo, &board, &unknown),
            board: Some(board),
            unknown,
            ..empty_board(photo, Quad::rectangle(8.0, 8.0))
        }
    }

    /// Of the cells of a class, how many are held out.
    fn held(samples: &[Sample], class: u8) -> usize {
        let cells = |sample: &Sample| -> Vec<(u8, u8)> {
            let board = sample.board.as_ref().expect("a board").cells().iter().copied();
            board.zip(sample.held_out.cells().iter().copied()).collect()
        };
        samples.iter().flat_map(cells).filter(|cell| *cell == (class, 1)).count()
    }

    /// Six pawns, two rooks and a king.
    const MEN: [u8; 9] = [1, 1, 1, 1, 1, 1, 4, 4, 6];

    #[test]
    fn a_quarter_of_each_class_is_held_out() {
        let photos: Vec<Sample> = (0..200).map(|shade| sample(shade, &MEN, true)).collect();
        for (class, cells) in [(0, 55), (1, 6), (4, 2), (6, 1)] {
            let share = held(&photos, class) as f64 / (200.0 * f64::from(cells));
            assert!((share - 0.25).abs() < 0.08, "{class}: {share}");
        }
    }

    #[test]
    fn neither_order_nor_more_photos_change_what_is_held_out() {
        let of = |shades: &[u8]| {
            let mut photos: Vec<Sample> =
                shades.iter().map(|&shade| sample(shade, &MEN, true)).collect();
            leave_something_to_learn(&mut photos);
            let held = |(shade, photo): (&u8, Sample)| (*shade, photo.held_out);
            shades.iter().zip(photos).map(held).collect::<BTreeMap<u8, CellGrid>>()
        };
        let few = of(&[1, 2, 3, 4, 5, 6]);
        assert_eq!(few, of(&[6, 4, 2, 5, 3, 1]));
        let more = of(&[9, 6, 5, 4, 8, 3, 2, 1, 7]);
        assert!(few.iter().all(|(shade, held)| more[shade] == *held));
        assert_ne!(few[&1], few[&2], "each photo holds out others");
    }

    #[test]
    fn something_of_each_class_is_learned() {
        for shade in 0..50 {
            let mut photos = [sample(shade, &MEN, true)];
            leave_something_to_learn(&mut photos);
            assert_eq!(held(&photos, 6), 0, "there is one king");
            assert!(held(&photos, 4) <= 1 && held(&photos, 0) >= 13);
        }
    }

    #[test]
    fn cells_that_nobody_can_tell_are_not_held_out() {
        assert_eq!(held(&[sample(1, &[1; 64], false)], 1), 0);
    }
}
