//! What is on each cell, with test-time augmentation of those that leave doubt: further looks.
//!
//! ```
//! use kibitzer::{
//!     games::GameId, geometry::GridSpec, inference::ModelStore,
//!     recognition::{
//!         Deadline, Timings, augmentation::read_cells, classify::CellClassifier, rectify,
//!     },
//!     vision::{PhotoLimits, Pyramid, open_photo},
//! };
//! use std::borrow::Cow;
//!
//! let (task, model) = ModelStore::find()?.open_cells(GameId::Chess.game())?;
//! let photo = "datasets/demo/images/chess-before.jpg";
//! let photo = open_photo(photo.as_ref(), &PhotoLimits::default())?;
//! let photo = Pyramid::new(Cow::Owned(photo));
//! let corners = "207,460 244,37 718,12 796,434".parse()?;
//! let board = rectify(&photo, &corners, &GridSpec::squares(8), &task);
//! let (classifier, deadline) = (CellClassifier::new(task, model), Deadline::new(None));
//! let read = read_cells(&photo, &board, &classifier, &deadline, &mut Timings::default())?;
//! println!("{}", GameId::Chess.game().to_notation(&read.probs.argmax()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    cells::crop_standing,
    classify::CellClassifier,
    deadline::{AUGMENTATION, Deadline},
    rectify::RectifiedBoard,
    timing::Timings,
};
use crate::{
    error::Error,
    games::CellProbs,
    vision::{BoardStats, Pyramid},
};
use ndarray::{Array2, Array4, ArrayView1, Axis};

/// A cell whose largest probability is smaller leaves doubt.
const SURE: f32 = 0.98;

/// What was read in cells.
#[derive(Clone, Debug)]
pub struct Looked<P> {
    /// How probable each class is on each cell.
    pub probs: P,
    /// How far the looks at them disagree, in nats, all cells together: see
    /// [`Recognition::spread`](super::Recognition::spread).
    pub spread: f64,
}

/// What is on each cell of a board. Cells that leave doubt are looked at as if their pieces were
/// larger or smaller, the camera had stood elsewhere, or the photo had been exposed for dark
/// squares; a look counts the more, the more surely it reads all of them: pieces of one board are
/// of one set and were seen by one camera. As seen, and as the network alone says: neither the
/// temperature of the classifier's card nor the game counts yet. Looks for which there is no time
/// before the deadline are left out.
///
/// # Errors
/// When the model fails.
pub fn read_cells(
    photo: &Pyramid,
    board: &RectifiedBoard,
    classifier: &CellClassifier,
    deadline: &Deadline,
    timings: &mut Timings,
) -> Result<Looked<CellProbs>, Error> {
    let cells: Vec<usize> = (0..board.grid.len()).collect();
    let Looked { probs, spread } = read_some(photo, board, &cells, classifier, deadline, timings)?;
    let shape = (board.grid.rows, board.grid.cols, probs.ncols());
    let probs = CellProbs::new(probs.into_shape_with_order(shape).expect("a cell a row"));
    Ok(Looked { probs, spread })
}

/// The same of some cells of a board, `[cells, classes]`.
///
/// # Errors
/// When the model fails.
pub(super) fn read_some(
    photo: &Pyramid,
    board: &RectifiedBoard,
    cells: &[usize],
    classifier: &CellClassifier,
    deadline: &Deadline,
    timings: &mut Timings,
) -> Result<Looked<Array2<f32>>, Error> {
    let crops = timings.time("cells", || board.crop(photo, cells));
    let mut spread = 0.0;
    let mut probs =
        timings.time("classify", || classifier.classify_in_time(crops.view(), deadline))?;
    let mut doubtful: Vec<usize> =
        (0..cells.len()).filter(|&index| largest(probs.row(index)) < SURE).collect();
    if let Some(standing) = &board.standing {
        let mut looks = Vec::new();
        for other in standing.others() {
            if doubtful.is_empty() || !deadline.allows(AUGMENTATION) {
                break;
            }
            let doubtful: Vec<usize> = doubtful.iter().map(|&index| cells[index]).collect();
            let crops = timings.time("cells", || crop_standing(board, &other, photo, &doubtful));
            looks.push(
                timings.time("classify", || classifier.classify_in_time(crops.view(), deadline))?,
            );
        }
        spread += mix_in(&mut probs, &doubtful, looks);
    }
    if classifier.task().brightened && !doubtful.is_empty() && deadline.allows(AUGMENTATION) {
        // Light squares, exposed too much, would be taken for anything.
        let dark = board.dark_squares();
        doubtful.retain(|&index| dark[cells[index]]);
        let exposed = exposed_for_dark_squares(crops.select(Axis(0), &doubtful), &board.stats);
        let look =
            timings.time("classify", || classifier.classify_in_time(exposed.view(), deadline))?;
        spread += mix_in(&mut probs, &doubtful, vec![look]);
    }
    Ok(Looked { probs, spread })
}

/// All cells of a board as the first look alone reads them.
///
/// # Errors
/// When the model fails.
pub(super) fn first_look(
    photo: &Pyramid,
    board: &RectifiedBoard,
    classifier: &CellClassifier,
    timings: &mut Timings,
) -> Result<CellProbs, Error> {
    let crops = timings.time("cells", || board.crop_cells(photo));
    timings.time("classify", || classifier.classify(&board.grid, crops.view()))
}

fn largest(probs: ArrayView1<f32>) -> f32 {
    probs.fold(0.0, |a, &b| a.max(b))
}

/// Mixes further looks `[cells, classes]` at some cells into what they were read as; how far all of
/// them disagree.
fn mix_in(probs: &mut Array2<f32>, cells: &[usize], mut looks: Vec<Array2<f32>>) -> f64 {
    looks.push(probs.select(Axis(0), cells));
    for (&cell, mixed) in cells.iter().zip(mixture(&looks).rows()) {
        probs.row_mut(cell).assign(&mixed);
    }
    spread(&looks)
}

/// How far looks disagree, in nats: the entropy of their mean beyond the mean of their entropies,
/// over all cells together. Each counts alike: surer ones are no better witnesses of a
/// disagreement.
fn spread(looks: &[Array2<f32>]) -> f64 {
    let share = 1.0 / looks.len() as f64;
    let mean = looks.iter().skip(1).fold(looks[0].clone(), |sum, look| sum + look) * share as f32;
    let within: f64 = looks.iter().map(entropy).sum();
    (entropy(&mean) - share * within).max(0.0)
}

/// The entropy of probabilities in nats, all cells together.
pub(crate) fn entropy<'a>(probs: impl IntoIterator<Item = &'a f32>) -> f64 {
    let of = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
    probs.into_iter().map(|&p| of(f64::from(p))).sum()
}

/// Crops with twice the contrast, the darkest where they were, so that dark squares come to where
/// the board's median was; what was brighter is as white as an exposed photo would show it.
fn exposed_for_dark_squares(mut crops: Array4<f32>, stats: &BoardStats) -> Array4<f32> {
    for (mut channel, median) in crops.axis_iter_mut(Axis(1)).zip(stats.median) {
        let white = (1.0 - median) / stats.spread;
        channel.mapv_inplace(|v| (2.0 * v + 1.0).min(white));
    }
    crops
}

/// The mean of looks `[cells, classes]`, each as often as the product of its cells' largest
/// probabilities says.
fn mixture(looks: &[Array2<f32>]) -> Array2<f32> {
    let sureness = |look: &Array2<f32>| {
        look.rows().into_iter().map(|probs| largest(probs).max(1e-9).ln()).sum::<f32>()
    };
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
        geometry::{GridSpec, Point, Quad},
        inference::{CellTask, CropView, Extent, Model, ModelError},
        recognition::rectify,
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

    #[test]
    fn looks_that_read_a_cell_otherwise_are_spread() {
        let (piece, none, unsure) = (arr2(&[[0.0, 1.0]]), arr2(&[[1.0, 0.0]]), arr2(&[[0.5, 0.5]]));
        let of = |looks: &[&Array2<f32>]| {
            let looks: Vec<_> = looks.iter().map(|&look| look.clone()).collect();
            spread(&looks)
        };
        assert!((of(&[&piece, &none]) - 2f64.ln()).abs() < 1e-6, "surely one and surely the other");
        assert!(of(&[&unsure, &unsure]).abs() < 1e-6, "all unsure in the same way");
        let some = of(&[&piece, &unsure]);
        assert!(some > 0.1 && some < of(&[&piece, &none]), "{some}");
        let mut probs = arr2(&[[1.0, 0.0], [0.9, 0.1]]);
        assert!(
            (mix_in(&mut probs, &[1], vec![piece])
                - of(&[&arr2(&[[0.9, 0.1]]), &arr2(&[[0.0, 1.0]])]))
            .abs()
                < 1e-6
        );
        assert_eq!(probs.row(0), arr2(&[[1.0, 0.0]]).row(0), "others are left alone");
    }

    /// Sure that a crop without a dark pixel is empty, and the surer that one is not, the more of
    /// it is dark.
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
            let logits = Array2::from_shape_fn((input.len_of(Axis(0)), 2), |(crop, class)| {
                match share(crop) {
                    0.0 => 20.0 * (1.0 - class as f32),
                    share if class == 1 => (200.0 * (share - 0.08)).max(0.4),
                    _ => 0.0,
                }
            });
            Ok(logits.into_dyn())
        }
    }

    /// How surely the only piece on a board is read, a dark square of so many pixels in a cell of
    /// 40: at a first look, and in the end.
    fn piece_read(side: u32) -> (f32, f32) {
        let (from, to) = (220 - side / 2, 220 + side / 2);
        let dark = |v: u32| (from..to).contains(&v);
        let photo = RgbImage::from_fn(420, 420, |x, y| {
            Rgb(if dark(x) && dark(y) { [0; 3] } else { [255; 3] })
        });
        // Tilted a little, so that the size is in doubt and not where the camera stood.
        let corners = [[60.0, 50.0], [340.0, 50.0], [370.0, 370.0], [30.0, 370.0]];
        let [first, read] = pieces_in(photo, corners, CropView::Standing, Box::new(DarkPixels));
        let most = |pieces: Vec<f32>| pieces.into_iter().fold(0.0, f32::max);
        (most(first), most(read))
    }

    /// How probably there is a piece on each cell of a board: at a first look, and in the end.
    fn pieces_in(
        photo: RgbImage,
        corners: [[f64; 2]; 4],
        view: CropView,
        model: Box<dyn Model>,
    ) -> [Vec<f32>; 2] {
        let photo = &Pyramid::new(Cow::Owned(photo));
        let extent = Extent { left: 0.5, top: 0.5, right: 0.5, bottom: 0.5 };
        let classes = [".", "P"].map(String::from).to_vec();
        let task = CellTask {
            classes,
            view,
            brightened: view == CropView::Above,
            ..CellTask::plain(20, extent)
        };
        let corners = Quad::new(corners.map(Point::from)).expect("convex");
        let board = rectify(photo, &corners, &GridSpec::squares(8), &task);
        let classifier = CellClassifier::new(task, model);
        let first =
            classifier.classify(&board.grid, board.crop_cells(photo).view()).expect("reads");
        let read =
            read_cells(photo, &board, &classifier, &Deadline::default(), &mut Timings::default())
                .expect("reads")
                .probs;
        [first, read].map(|probs| probs.array().index_axis(Axis(2), 1).iter().copied().collect())
    }

    /// Sees a piece in what is brighter than any of the photo's pixels, and doubts otherwise.
    struct BrightPixels;

    impl Model for BrightPixels {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None, Some(3), Some(20), Some(20)]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            let bright = |crop: usize| input.index_axis(Axis(0), crop).iter().any(|&v| v > 1.0);
            let logits = Array2::from_shape_fn((input.len_of(Axis(0)), 2), |(crop, class)| {
                match bright(crop) {
                    true => 9.0 * class as f32,
                    false => 0.4 * class as f32,
                }
            });
            Ok(logits.into_dyn())
        }
    }

    #[test]
    fn dark_squares_are_looked_at_as_if_they_had_been_exposed_for() {
        // 0.4 and 0.5 in units of the input, which become 1.8 and, were light squares looked at so,
        // 2.
        let light = |v: u32| (v - 50) / 40 % 2;
        let photo = RgbImage::from_fn(420, 420, |x, y| {
            match (50..370).contains(&x) && (50..370).contains(&y) {
                true if light(x) == light(y) => Rgb([159; 3]),
                _ => Rgb([153; 3]),
            }
        });
        let corners = [[50.0, 50.0], [370.0, 50.0], [370.0, 370.0], [50.0, 370.0]];
        let [first, read] = pieces_in(photo, corners, CropView::Above, Box::new(BrightPixels));
        assert!(first.iter().all(|p| (p - 0.5987).abs() < 1e-3), "{first:?}");
        for (cell, p) in read.into_iter().enumerate() {
            let dark = (cell / 8 + cell % 8) % 2 == 1;
            assert!(if dark { p > 0.999 } else { (p - 0.5987).abs() < 1e-3 }, "{cell}: {p}");
        }
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
