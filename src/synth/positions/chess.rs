//! Chess positions.

use crate::{
    games::{CellGrid, Game, chess::Chess},
    synth::random::Rng,
};

type Board = [[u8; 8]; 8];

const EMPTY: u8 = b'.';

fn start() -> Board {
    let rows: [&[u8; 8]; 8] = [
        b"rnbqkbnr",
        b"pppppppp",
        b"........",
        b"........",
        b"........",
        b"........",
        b"PPPPPPPP",
        b"RNBQKBNR",
    ];
    rows.map(|r| *r)
}

/// A random position: of a random game, an ending, the start, pieces anywhere, or an empty board.
pub fn chess(rng: &mut Rng) -> CellGrid {
    let board = match rng.below(20) {
        0 => [[EMPTY; 8]; 8],
        1 => start(),
        2..=9 => {
            let moves = rng.below(110);
            played(rng, moves)
        }
        10..=12 => {
            let (moves, keep) = (rng.below(80), rng.range(0.1, 0.5));
            thinned(rng, moves, keep)
        }
        _ => {
            // Now and then as many as no game has: what stands on a square must not be guessed from
            // what is usual.
            let count = if rng.chance(0.7) { 2 + rng.below(30) } else { 30 + rng.below(33) };
            scattered(rng, count)
        }
    };
    to_grid(&board)
}

/// Pieces anywhere, 48 of them at most.
pub fn crowded_chess(rng: &mut Rng) -> CellGrid {
    let count = 16 + rng.below(33);
    to_grid(&scattered(rng, count))
}

fn to_grid(board: &Board) -> CellGrid {
    let mut grid = CellGrid::empty(8, 8);
    for (row, line) in board.iter().enumerate() {
        for (col, code) in line.iter().enumerate() {
            let name = char::from(*code).to_string();
            grid.set(row, col, Chess.class_of(&name).unwrap_or(0));
        }
    }
    grid
}

/// The start position after some random moves of alternating sides (pseudo-legal; no king is
/// taken).
fn played(rng: &mut Rng, moves: usize) -> Board {
    let mut board = start();
    for i in 0..moves {
        let white = i % 2 == 0;
        let mut all = Vec::new();
        for row in 0..8 {
            for col in 0..8 {
                let piece = board[row][col];
                if piece != EMPTY && piece.is_ascii_uppercase() == white {
                    destinations(&board, row as i32, col as i32, &mut all);
                }
            }
        }
        if all.is_empty() {
            break;
        }
        let quiet = rng.chance(0.6);
        let (r, c, nr, nc) = (0..4)
            .map(|_| rng.pick(&all))
            .find(|m| !quiet || board[m.2][m.3] == EMPTY)
            .unwrap_or(all[0]);
        let piece = board[r][c];
        board[r][c] = EMPTY;
        let promoted = piece.eq_ignore_ascii_case(&b'p') && (nr == 0 || nr == 7);
        board[nr][nc] = if promoted { if white { b'Q' } else { b'q' } } else { piece };
    }
    board
}

fn destinations(board: &Board, r: i32, c: i32, out: &mut Vec<(usize, usize, usize, usize)>) {
    let piece = board[r as usize][c as usize];
    let white = piece.is_ascii_uppercase();
    let at = |r: i32, c: i32| {
        ((0..8).contains(&r) && (0..8).contains(&c)).then(|| board[r as usize][c as usize])
    };
    let mut add = |nr: i32, nc: i32| out.push((r as usize, c as usize, nr as usize, nc as usize));
    let enemy =
        |p: u8| p != EMPTY && p.is_ascii_uppercase() != white && !p.eq_ignore_ascii_case(&b'k');
    let kind = piece.to_ascii_lowercase();
    if kind == b'p' {
        let dir = if white { -1 } else { 1 };
        if at(r + dir, c) == Some(EMPTY) {
            add(r + dir, c);
            let home = if white { 6 } else { 1 };
            if r == home && at(r + 2 * dir, c) == Some(EMPTY) {
                add(r + 2 * dir, c);
            }
        }
        for dc in [-1, 1] {
            if at(r + dir, c + dc).is_some_and(enemy) {
                add(r + dir, c + dc);
            }
        }
        return;
    }
    const JUMPS: [(i32, i32); 8] =
        [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    const STEPS: [(i32, i32); 8] =
        [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let (steps, reach): (&[_], i32) = match kind {
        b'n' => (&JUMPS, 1),
        b'k' => (&STEPS, 1),
        b'r' => (&STEPS[..4], 7),
        b'b' => (&STEPS[4..], 7),
        _ => (&STEPS, 7),
    };
    for (dr, dc) in steps {
        for k in 1..=reach {
            match at(r + dr * k, c + dc * k) {
                Some(EMPTY) => add(r + dr * k, c + dc * k),
                Some(p) if enemy(p) => {
                    add(r + dr * k, c + dc * k);
                    break;
                }
                _ => break,
            }
        }
    }
}

/// A played position with only a part of its pieces left, kings excepted.
fn thinned(rng: &mut Rng, moves: usize, keep: f32) -> Board {
    let mut board = played(rng, moves);
    for cell in board.iter_mut().flatten() {
        if !cell.eq_ignore_ascii_case(&b'k') && !rng.chance(keep) {
            *cell = EMPTY;
        }
    }
    board
}

/// Pieces on any squares, rare kinds as often as pawns.
fn scattered(rng: &mut Rng, count: usize) -> Board {
    let mut board = [[EMPTY; 8]; 8];
    let mut squares: Vec<usize> = (0..64).collect();
    rng.shuffle(&mut squares);
    for (i, s) in squares.into_iter().take(count).enumerate() {
        let piece = match i {
            0 => b'K',
            1 => b'k',
            _ => rng.pick(b"QRBNPPqrbnpp"),
        };
        let (row, col) = (s / 8, s % 8);
        let is_last = piece.eq_ignore_ascii_case(&b'p') && (row == 0 || row == 7);
        board[row][col] = if is_last { EMPTY } else { piece };
    }
    board
}
