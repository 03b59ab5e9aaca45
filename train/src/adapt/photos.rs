//! The photos of the user's set: found, turned to what they show, and which cells are held out.

use crate::data::{Sample, shrunk};
use anyhow::Result;
use indicatif::ProgressBar;
use kibitzer::{
    adapt::{Located, Reference, locate},
    games::{CellGrid, GameId},
    inference::CellTask,
    recognition::{Readers, kind_name},
    vision::Pyramid,
};
use std::{borrow::Cow, collections::BTreeMap};

/// Photos are kept at so many times the classifier's pixels a cell.
const SHARPNESS: f64 = 2.0;

/// Of every so many cells of a class the last one is held out.
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
        board: Some(located.board),
        covered: Some(CellGrid::empty(located.grid.rows, located.grid.cols)),
        held_out: CellGrid::empty(located.grid.rows, located.grid.cols),
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

/// Holds out, of every four cells of a class, the last one, counted over all photos: a class of
/// which there are few is learned from all of them. Photos that are added at the end change nothing
/// for those before.
pub fn hold_out(samples: &mut [Sample]) {
    let mut seen = BTreeMap::<u8, usize>::new();
    for sample in samples {
        let Some(board) = &sample.board else { continue };
        for cell in (0..board.cells().len()).filter(|&cell| sample.unknown.cells()[cell] == 0) {
            let count = seen.entry(board.cells()[cell]).or_default();
            *count += 1;
            let held = u8::from(count.is_multiple_of(ONE_IN));
            sample.held_out.set(cell / board.cols(), cell % board.cols(), held);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cells::testing::task, data::testing::empty_board};
    use image::RgbImage;
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

    fn sample(cells: &[u8]) -> Sample {
        let mut board = CellGrid::empty(8, 8);
        cells.iter().enumerate().for_each(|(i, class)| board.set(i / 8, i % 8, *class));
        let photo = RgbImage::new(8, 8);
        Sample { board: Some(board), ..empty_board(photo, Quad::rectangle(8.0, 8.0)) }
    }

    #[test]
    fn one_of_four_of_each_class_is_held_out_and_the_few_are_not() {
        // Six pawns and a king a photo.
        let mut photos = [sample(&[1, 1, 1, 1, 1, 1, 6]), sample(&[1, 1, 1, 1, 1, 1, 6])];
        hold_out(&mut photos);
        let of = |class: u8| -> usize {
            let pairs = photos.iter().flat_map(|photo| {
                photo.board.as_ref().expect("a board").cells().iter().zip(photo.held_out.cells())
            });
            pairs.filter(|(of, held)| **of == class && **held == 1).count()
        };
        assert_eq!((of(1), of(6), of(0)), (3, 0, 114 / 4));
        // More photos change nothing for the first ones.
        let mut more =
            [sample(&[1, 1, 1, 1, 1, 1, 6]), sample(&[1, 1, 1, 1, 1, 1, 6]), sample(&[])];
        hold_out(&mut more);
        assert!(photos.iter().zip(&more).all(|(few, more)| few.held_out == more.held_out));
    }

    #[test]
    fn cells_that_nobody_can_tell_are_not_held_out() {
        let mut unknown = CellGrid::empty(8, 8);
        (0..64).for_each(|cell| unknown.set(cell / 8, cell % 8, 1));
        let mut photos = [Sample { unknown, ..sample(&[1; 8]) }];
        hold_out(&mut photos);
        assert!(photos[0].held_out.cells().iter().all(|held| *held == 0));
    }
}
