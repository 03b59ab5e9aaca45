//! Checkers positions.

use crate::{games::CellGrid, synth::random::Rng};

/// A random position on `side` x `side` squares: men and kings on dark squares (row + column odd),
/// black's men toward row 0.
pub fn checkers(rng: &mut Rng, side: usize) -> CellGrid {
    let mut board = CellGrid::empty(side, side);
    let men = side / 2 - 1;
    match rng.below(12) {
        0 => {}
        1 => start(&mut board, men),
        2..=4 => {
            start(&mut board, men);
            moved(rng, &mut board);
        }
        _ => scattered(rng, &mut board),
    }
    board
}

/// The dark squares, row by row.
fn dark(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..side * side).map(move |i| (i / side, i % side)).filter(|(row, col)| (row + col) % 2 == 1)
}

fn start(board: &mut CellGrid, rows: usize) {
    let side = board.rows();
    for (row, col) in dark(side) {
        if row < rows {
            board.set(row, col, 2);
        } else if row >= side - rows {
            board.set(row, col, 1);
        }
    }
}

/// Some diagonal steps of random men, and some men gone.
fn moved(rng: &mut Rng, board: &mut CellGrid) {
    let side = board.rows();
    for _ in 0..rng.below(60) {
        let (row, col) = (rng.below(side), rng.below(side));
        let piece = board.get(row, col);
        if piece == 0 {
            continue;
        }
        let down = if piece == 2 { 1 } else { -1 };
        let (r, c) = (row as i32 + down, col as i32 + if rng.chance(0.5) { 1 } else { -1 });
        let within = 0..side as i32;
        if within.contains(&r) && within.contains(&c) && board.get(r as usize, c as usize) == 0 {
            board.set(row, col, 0);
            board.set(r as usize, c as usize, crowned(piece, r as usize, side));
        } else if rng.chance(0.12) {
            board.set(row, col, 0);
        }
    }
}

const fn crowned(piece: u8, row: usize, side: usize) -> u8 {
    match piece {
        1 if row == 0 => 3,
        2 if row + 1 == side => 4,
        _ => piece,
    }
}

fn scattered(rng: &mut Rng, board: &mut CellGrid) {
    let density = rng.range(0.1, 0.75);
    let kings = rng.range(0.1, 0.6);
    let side = board.rows();
    for (row, col) in dark(side) {
        if rng.chance(density) {
            let near_black = (side - 1 - row) as f32 / (side - 1) as f32;
            let man = if rng.chance(0.2 + 0.6 * near_black) { 2 } else { 1 };
            let piece = if rng.chance(kings) { man + 2 } else { crowned(man, row, side) };
            board.set(row, col, piece);
        }
    }
}
