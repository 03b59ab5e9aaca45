//! What is on each cell, with further looks at those that leave doubt.

use super::{cells::crop_standing, classify::CellClassifier, rectify::RectifiedBoard, timing::Timings};
use crate::{error::Error, games::CellProbs, vision::Pyramid};
use ndarray::{Array2, Axis};

/// A cell whose largest probability is smaller leaves doubt.
const SURE: f32 = 0.98;

/// What is on each cell of a board. Cells that leave doubt are looked at as if their pieces were larger or smaller, or the camera had stood elsewhere; a
/// look counts the more, the more surely it reads all of them: pieces of one board are of one set and were seen by one camera.
pub fn read_cells(
    photo: &Pyramid,
    board: &RectifiedBoard,
    classifier: &CellClassifier,
    timings: &mut Timings,
) -> Result<CellProbs, Error> {
    let crops = timings.time("cells", || board.crop_cells(photo));
    let probs = timings.time("classify", || classifier.classify(&board.grid, crops.view()))?;
    let Some(standing) = &board.standing else { return Ok(probs) };
    let shape = probs.dim();
    let flat = (board.grid.len(), shape.2);
    let mut probs = probs.into_array().into_shape_with_order(flat).expect("a cell a row");
    let largest = |cell: usize| probs.row(cell).fold(0.0f32, |a, &b| a.max(b));
    let doubtful: Vec<usize> = (0..flat.0).filter(|&cell| largest(cell) < SURE).collect();
    if !doubtful.is_empty() {
        let mut looks = vec![probs.select(Axis(0), &doubtful)];
        for other in standing.others() {
            let crops = timings.time("cells", || crop_standing(board, &other, photo, &doubtful));
            looks.push(timings.time("classify", || classifier.classify_crops(crops.view()))?);
        }
        for (&cell, mixed) in doubtful.iter().zip(mixture(&looks).rows()) {
            probs.row_mut(cell).assign(&mixed);
        }
    }
    Ok(CellProbs::new(probs.into_shape_with_order(shape).expect("as it was")))
}

/// The mean of looks `[cells, classes]`, each as often as the product of its cells' largest probabilities says.
fn mixture(looks: &[Array2<f32>]) -> Array2<f32> {
    let sureness = |look: &Array2<f32>| look.rows().into_iter().map(|p| p.fold(1e-9f32, |a, &b| a.max(b)).ln()).sum::<f32>();
    let sureness: Vec<f32> = looks.iter().map(sureness).collect();
    let most = sureness.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = Array2::zeros(looks[0].dim());
    let mut weights = 0.0;
    for (look, sureness) in looks.iter().zip(sureness) {
        let weight = (sureness - most).exp();
        sum.scaled_add(weight, look);
        weights += weight;
    }
    sum / weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::GameId,
        geometry::{GridSpec, Point, Quad},
        inference::{CellTask, CropView, Extent, Model, ModelError},
        recognition::rectify,
        vision::Normalization,
    };
    use image::{Rgb, RgbImage};
    use ndarray::{ArrayD, ArrayView4, arr2};
    use std::borrow::Cow;

    #[test]
    fn sure_looks_count_more() {
        let (unsure, sure) = (arr2(&[[0.6, 0.4], [0.5, 0.5]]), arr2(&[[0.1, 0.9], [1.0, 0.0]]));
        // Products of the largest probabilities: 0.3 and 0.9.
        let mixed = mixture(&[unsure.clone(), sure]);
        assert!((mixed[[0, 0]] - (0.3 * 0.6 + 0.9 * 0.1) / 1.2).abs() < 1e-6, "{mixed}");
        assert!(mixed.rows().into_iter().all(|p| (p.sum() - 1.0).abs() < 1e-6));
        assert_eq!(mixture(std::slice::from_ref(&unsure)), unsure);
    }

    /// Sure that a crop without a dark pixel is empty, and the surer that one is not, the more of it is dark.
    struct DarkPixels;

    impl Model for DarkPixels {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None, Some(3), Some(20), Some(20)]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            let share = |crop: usize| {
                let red = input.index_axis(Axis(0), crop);
                let red = red.index_axis(Axis(0), 0);
                red.iter().filter(|&&v| v < 0.0).count() as f32 / red.len() as f32
            };
            let logits = Array2::from_shape_fn((input.len_of(Axis(0)), 2), |(crop, class)| match share(crop) {
                0.0 => 20.0 * (1.0 - class as f32),
                share if class == 1 => (200.0 * (share - 0.08)).max(0.4),
                _ => 0.0,
            });
            Ok(logits.into_dyn())
        }
    }

    /// How surely the only piece on a board is read, a dark square of so many pixels in a cell of 40: at a first look, and in the end.
    fn piece_read(side: u32) -> (f32, f32) {
        let (from, to) = (220 - side / 2, 220 + side / 2);
        let dark = |v: u32| (from..to).contains(&v);
        let photo = RgbImage::from_fn(420, 420, |x, y| Rgb(if dark(x) && dark(y) { [0; 3] } else { [255; 3] }));
        let photo = Pyramid::new(Cow::Owned(photo));
        // Tilted a little, so that the size is in doubt and not where the camera stood.
        let corners = [[60.0, 50.0], [340.0, 50.0], [370.0, 370.0], [30.0, 370.0]].map(Point::from);
        let task = CellTask {
            game: GameId::Chess,
            classes: vec![".".into(), "P".into()],
            cell_px: 20,
            extent: Extent { left: 0.5, top: 0.5, right: 0.5, bottom: 0.5 },
            view: CropView::Standing,
            normalization: Normalization::Fixed,
            mirrored: false,
            temperature: 1.0,
            board_power: 1.0,
        };
        let board = rectify(&photo, &Quad::new(corners).expect("convex"), &GridSpec::squares(8), &task);
        let classifier = CellClassifier::new(task, Box::new(DarkPixels));
        let first = classifier.classify(&board.grid, board.crop_cells(&photo).view()).expect("reads");
        let read = read_cells(&photo, &board, &classifier, &mut Timings::default()).expect("reads");
        let piece = |probs: &CellProbs| probs.array().index_axis(Axis(2), 1).iter().copied().fold(0.0, f32::max);
        (piece(&first), piece(&read))
    }

    #[test]
    fn a_small_piece_is_read_more_surely_as_if_it_were_larger() {
        let (first, read) = piece_read(10);
        assert!(first < SURE && read > first + 0.05, "{first} {read}");
        // Nothing is done to what is sure already, no more than to an empty board.
        for side in [0, 16] {
            let (first, read) = piece_read(side);
            assert!((first - read).abs() < 1e-9, "{side}: {first} {read}");
        }
    }
}
