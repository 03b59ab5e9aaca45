//! Checkers positions.

use crate::{dataset::synth::random::Rng, games::CellGrid};

/// A random position: men and kings on dark squares (row + column odd), black's men toward row 0.
pub fn checkers(rng: &mut Rng) -> CellGrid {
    let mut board = CellGrid::empty(8, 8);
    match rng.below(12) {
        0 => {}
        1 => start(&mut board, 3),
        2..=4 => {
            start(&mut board, 3);
            moved(rng, &mut board);
        }
        _ => scattered(rng, &mut board),
    }
    board
}

fn start(board: &mut CellGrid, rows: usize) {
    for i in (0..64).filter(|i| (i / 8 + i % 8) % 2 == 1) {
        let row = i / 8;
        if row < rows {
            board.set(row, i % 8, 2);
        } else if row >= 8 - rows {
            board.set(row, i % 8, 1);
        }
    }
}

/// Some diagonal steps of random men, and some men gone.
fn moved(rng: &mut Rng, board: &mut CellGrid) {
    for _ in 0..rng.below(60) {
        let (row, col) = (rng.below(8), rng.below(8));
        let piece = board.get(row, col);
        if piece == 0 {
            continue;
        }
        let down = if piece == 2 { 1 } else { -1 };
        let (r, c) = (row as i32 + down, col as i32 + if rng.chance(0.5) { 1 } else { -1 });
        if (0..8).contains(&r) && (0..8).contains(&c) && board.get(r as usize, c as usize) == 0 {
            board.set(row, col, 0);
            board.set(r as usize, c as usize, crowned(piece, r as usize));
        } else if rng.chance(0.12) {
            board.set(row, col, 0);
        }
    }
}

const fn crowned(piece: u8, row: usize) -> u8 {
    match (piece, row) {
        (1, 0) => 3,
        (2, 7) => 4,
        _ => piece,
    }
}

fn scattered(rng: &mut Rng, board: &mut CellGrid) {
    let density = rng.range(0.1, 0.75);
    let kings = rng.range(0.1, 0.6);
    for i in (0..64).filter(|i| (i / 8 + i % 8) % 2 == 1) {
        if rng.chance(density) {
            let row = i / 8;
            let man = if rng.chance(0.2 + 0.6 * (7 - row) as f32 / 7.0) { 2 } else { 1 };
            let piece = if rng.chance(kings) { man + 2 } else { crowned(man, row) };
            board.set(row, i % 8, piece);
        }
    }
}
