//! Qwirkle positions.

use crate::{
    games::CellGrid,
    synth::{boards::QwirkleBoard, random::Rng},
};

const N: usize = 16;

/// A random position: the 24 start tiles and lines grown from them by legal moves; now and then
/// start squares left open.
pub fn qwirkle(rng: &mut Rng, on: &QwirkleBoard) -> CellGrid {
    let mut board = CellGrid::empty(N, N);
    if rng.chance(0.04) {
        return board;
    }
    let mut bag: Vec<u8> = (0..108).map(|i| (i % 36 + 1) as u8).collect();
    rng.shuffle(&mut bag);
    let open = if rng.chance(0.85) { 0.0 } else { rng.range(0.1, 0.7) };
    for i in 0..N * N {
        if on.is_start(i / N, i % N) && !rng.chance(open) {
            board.set(i / N, i % N, bag.pop().unwrap_or(1));
        }
    }
    let moves = if rng.chance(0.12) { 0 } else { rng.below(84) };
    for _ in 0..moves {
        grow(rng, &mut board, &mut bag);
    }
    board
}

/// Puts one tile of the bag where it is legal, if a few tries find such a place.
fn grow(rng: &mut Rng, board: &mut CellGrid, bag: &mut Vec<u8>) {
    for _ in 0..60 {
        let (row, col) = (rng.below(N), rng.below(N));
        if board.get(row, col) != 0 || !touches(board, row, col) {
            continue;
        }
        for _ in 0..12.min(bag.len()) {
            let i = rng.below(bag.len());
            if fits(board, row, col, bag[i]) {
                board.set(row, col, bag.swap_remove(i));
                return;
            }
        }
    }
}

fn touches(board: &CellGrid, row: usize, col: usize) -> bool {
    [(0, 1), (0, -1), (1, 0), (-1, 0)].iter().any(|&d| !ray(board, row, col, d).is_empty())
}

/// The tiles from a square in one direction up to the first empty one.
fn ray(board: &CellGrid, row: usize, col: usize, (dr, dc): (i32, i32)) -> Vec<u8> {
    let (mut r, mut c, mut out) = (row as i32 + dr, col as i32 + dc, Vec::new());
    while (0..N as i32).contains(&r) && (0..N as i32).contains(&c) {
        match board.get(r as usize, c as usize) {
            0 => break,
            tile => out.push(tile),
        }
        r += dr;
        c += dc;
    }
    out
}

/// Whether both lines through a square stay legal with this tile: one color and all shapes differ,
/// or the reverse.
fn fits(board: &CellGrid, row: usize, col: usize, tile: u8) -> bool {
    [(0, 1), (1, 0)].iter().all(|&(dr, dc)| {
        let mut line = ray(board, row, col, (dr, dc));
        line.extend(ray(board, row, col, (-dr, -dc)));
        line.push(tile);
        line.len() == 1 || is_legal(&line)
    })
}

fn is_legal(line: &[u8]) -> bool {
    let shape = |t: u8| (t - 1) / 6;
    let color = |t: u8| (t - 1) % 6;
    let same = |f: &dyn Fn(u8) -> u8| line.iter().all(|&t| f(t) == f(line[0]));
    let mut sorted = line.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == line.len() && line.len() <= 6 && (same(&shape) || same(&color))
}
