//! What the places of the pieces say of the game.

use crate::games::CellProbs;

/// A square counts as empty with at least this probability: classifiers err. Chosen on training
/// photos.
const EMPTY_AT_LEAST: f64 = 0.02;

/// How much the places of the pieces speak for chess, in nats. Men of chess stand on squares of both
/// colors, each on either one as probably; those of checkers stand on one color alone, so that all
/// squares of the other one are empty.
pub fn told_by_places(probs: &CellProbs) -> f64 {
    let (rows, cols, _) = probs.array().dim();
    let (mut all_empty, mut pieces) = ([0.0; 2], 0.0);
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        let empty = f64::from(probs.array()[[row, col, 0]]);
        all_empty[(row + col) % 2] += empty.max(EMPTY_AT_LEAST).ln();
        pieces += 1.0 - empty;
    }
    let on_one_color = all_empty[0].max(all_empty[1]);
    // On whichever color the first one stands, the others stand on the same.
    let by_chance = (pieces - 1.0f64).max(0.0) * 0.5f64.ln();
    by_chance - on_one_color
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, chess::Chess};
    use ndarray::Array3;

    /// What a sure classifier says of a board.
    fn seen(fen: &str) -> CellProbs {
        let board = Chess.from_notation(fen).expect("a board");
        CellProbs::new(Array3::from_shape_fn((8, 8, 13), |(row, col, class)| {
            if usize::from(board.get(row, col)) == class { 0.99 } else { 0.01 / 12.0 }
        }))
    }

    #[test]
    fn men_on_both_colors_are_of_chess_and_men_on_one_are_not() {
        assert!(told_by_places(&seen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")) > 20.0);
        assert!(told_by_places(&seen("1p1p1p1p/p1p1p1p1/8/8/8/8/1P1P1P1P/P1P1P1P1")) < -8.0);
        assert!(told_by_places(&seen("8/8/8/8/8/8/8/8")).abs() < 1.0, "nothing tells");
        let one_off = "1p1p1p1p/pPp1p1p1/8/8/8/8/1P1P1P1P/P1P1P1P1";
        assert!(told_by_places(&seen(one_off)) < 0.0, "one man may be a mistake");
    }
}
