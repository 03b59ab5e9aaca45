//! Go positions.

use crate::{games::CellGrid, synth::random::Rng};

const BLACK: u8 = 1;
const WHITE: u8 = 2;

/// A random position on `n` x `n` lines: stones in clusters, none without a liberty; `full` is how
/// many stones are tried, of as many as there are points, where that is not random, too.
pub fn go(rng: &mut Rng, n: usize, full: Option<f32>) -> CellGrid {
    let fill = if rng.chance(0.06) { 0.0 } else { rng.range(0.0, 0.7) };
    let fill = full.unwrap_or(fill);
    let target = (fill * (n * n) as f32) as usize;
    let mut board = CellGrid::empty(n, n);
    let mut last = [(n / 2, n / 2); 2];
    let cluster = rng.range(0.3, 0.95);
    for i in 0..target {
        let side = i % 2;
        let from = last[rng.below(2)];
        let (row, col) =
            if rng.chance(cluster) { near(rng, from, n) } else { (rng.below(n), rng.below(n)) };
        if board.get(row, col) == 0 {
            board.set(row, col, if side == 0 { BLACK } else { WHITE });
            if rng.chance(0.7) {
                last[side] = (row, col);
            }
            if rng.chance(0.08) {
                last[side] = (rng.below(n), rng.below(n));
            }
        }
    }
    remove_captured(&mut board);
    board
}

fn near(rng: &mut Rng, (row, col): (usize, usize), n: usize) -> (usize, usize) {
    let step = |rng: &mut Rng, v: usize| {
        (v as i32 + rng.below(5) as i32 - 2).clamp(0, n as i32 - 1) as usize
    };
    (step(rng, row), step(rng, col))
}

/// Takes groups without liberties off, white ones first.
fn remove_captured(board: &mut CellGrid) {
    for color in [WHITE, BLACK] {
        let n = board.rows();
        let mut seen = vec![false; n * n];
        for start in 0..n * n {
            if seen[start] || board.cells()[start] != color {
                continue;
            }
            let (group, free) = group(board, start, &mut seen);
            if !free {
                group.into_iter().for_each(|i| board.set(i / n, i % n, 0));
            }
        }
    }
}

/// The stones joined to `start` and whether they have a liberty.
fn group(board: &CellGrid, start: usize, seen: &mut [bool]) -> (Vec<usize>, bool) {
    let n = board.rows();
    let (mut stack, mut stones, mut free) = (vec![start], Vec::new(), false);
    let color = board.cells()[start];
    seen[start] = true;
    while let Some(i) = stack.pop() {
        stones.push(i);
        let (r, c) = (i / n, i % n);
        let around = [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
        for (r, c) in around.into_iter().filter(|&(r, c)| r < n && c < n) {
            let j = r * n + c;
            free |= board.cells()[j] == 0;
            if board.cells()[j] == color && !seen[j] {
                seen[j] = true;
                stack.push(j);
            }
        }
    }
    (stones, free)
}
