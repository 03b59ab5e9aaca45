//! The most probable tiles when there are three of each.

use super::violations::COPIES;
use crate::games::{
    CellGrid, Decoded, Evidence,
    assign::{Supply, assign},
    turn::log_likelihood,
};

/// Every class as a slice of one, in order.
const TILES: [[u8; 1]; 37] = {
    let mut tiles = [[0]; 37];
    let mut class = 0;
    while class < 37 {
        tiles[class] = [class as u8];
        class += 1;
    }
    tiles
};

/// The most probable board, exactly, among those with at most three of each tile; as seen, for the
/// board has no side of its own.
pub fn decode(evidence: &Evidence) -> Decoded {
    let probs = &evidence.probs;
    let mut board = probs.argmax();
    if breaks_counts(&board) {
        let (rows, cols, _) = probs.dim();
        let (classes, _) = assign(rows * cols, &supplies(), |cell, class| {
            probs.log(cell / cols, cell % cols, usize::from(class))
        });
        board = CellGrid::from_cells(rows, cols, classes).unwrap_or(board);
    }
    let log_likelihood = log_likelihood(probs, &board);
    Decoded { board, turns: 0, log_likelihood, turn_scores: None }
}

fn breaks_counts(board: &CellGrid) -> bool {
    (1..37).any(|tile| board.cells().iter().filter(|&&class| class == tile).count() > COPIES)
}

fn supplies() -> Vec<Supply> {
    let capacity = |class: usize| if class == 0 { usize::MAX } else { COPIES };
    TILES.iter().enumerate().map(|(class, tile)| Supply::new(tile, capacity(class))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::CellProbs;
    use ndarray::Array3;

    #[test]
    fn the_least_certain_of_four_equal_tiles_is_read_differently() {
        let mut probs = Array3::from_elem((16, 16, 37), 0.1 / 36.0);
        probs.slice_mut(ndarray::s![.., .., 0]).fill(0.9);
        for (col, p) in [(0, 0.9), (3, 0.8), (6, 0.95), (9, 0.85)] {
            probs.slice_mut(ndarray::s![5, col, ..]).fill((0.99 - p) / 36.0);
            (probs[[5, col, 1]], probs[[5, col, 2]]) = (p, 0.01 + (0.99 - p) / 36.0);
        }
        let decoded = decode(&Evidence::from_probs(CellProbs::new(probs)));
        let tiles: Vec<u8> = [0, 3, 6, 9].map(|col| decoded.board.get(5, col)).into();
        assert_eq!(tiles, [1, 2, 1, 1]);
        assert_eq!(decoded.turns, 0);
    }
}
