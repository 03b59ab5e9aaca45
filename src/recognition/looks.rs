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
    use ndarray::arr2;

    #[test]
    fn sure_looks_count_more() {
        let (unsure, sure) = (arr2(&[[0.6, 0.4], [0.5, 0.5]]), arr2(&[[0.1, 0.9], [1.0, 0.0]]));
        // Products of the largest probabilities: 0.3 and 0.9.
        let mixed = mixture(&[unsure.clone(), sure]);
        assert!((mixed[[0, 0]] - (0.3 * 0.6 + 0.9 * 0.1) / 1.2).abs() < 1e-6, "{mixed}");
        assert!(mixed.rows().into_iter().all(|p| (p.sum() - 1.0).abs() < 1e-6));
        assert_eq!(mixture(std::slice::from_ref(&unsure)), unsure);
    }
}
