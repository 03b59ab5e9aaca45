//! Random games from a board to its end, to see whose each point becomes.

use crate::games::{
    CellGrid,
    go::classes::{BLACK, EMPTY, WHITE, opponent},
};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// Marks the frame around the board.
const EDGE: u8 = 3;

/// One in so many moves that put two or more own stones into atari is played. Groups that share their last liberties (seki)
/// live while neither side plays there; eye spaces filled by the other side die only when somebody does.
const SELF_ATARI: u32 = 12;

/// Plays `playouts` random games, black and white beginning in turn, and says for each point, row by row, how much oftener it
/// is black's than white's in the end: from -1 to 1. The same seed gives the same answer.
pub fn ownership(board: &CellGrid, playouts: u32, seed: u64) -> Vec<f64> {
    let mut random = StdRng::seed_from_u64(seed);
    let start = Arena::new(board);
    let mut sum = vec![0i64; board.cells().len()];
    for game in 0..playouts {
        let mut arena = start.clone();
        arena.play_out(if game % 2 == 0 { BLACK } else { WHITE }, &mut random);
        arena.add_owners(&mut sum);
    }
    sum.into_iter().map(|balance| balance as f64 / f64::from(playouts.max(1))).collect()
}

/// A board with a frame, made for speed.
#[derive(Clone)]
struct Arena {
    width: usize,
    cells: Vec<u8>,
    empty: Vec<usize>,
    ko: usize,
    /// Which walk over a chain visited a cell last.
    visits: Vec<u32>,
    walk: u32,
    stack: Vec<usize>,
}

impl Arena {
    fn new(board: &CellGrid) -> Self {
        let width = board.cols() + 2;
        let mut cells = vec![EDGE; width * (board.rows() + 2)];
        for row in 0..board.rows() {
            for col in 0..board.cols() {
                cells[(row + 1) * width + col + 1] = board.get(row, col);
            }
        }
        let empty = (0..cells.len()).filter(|&i| cells[i] == EMPTY).collect();
        Self { width, visits: vec![0; cells.len()], cells, empty, ko: 0, walk: 0, stack: Vec::new() }
    }

    const fn around(&self, at: usize) -> [usize; 4] {
        [at - self.width, at - 1, at + 1, at + self.width]
    }

    const fn diagonals(&self, at: usize) -> [usize; 4] {
        [at - self.width - 1, at - self.width + 1, at + self.width - 1, at + self.width + 1]
    }

    fn play_out(&mut self, first: u8, random: &mut StdRng) {
        let (mut color, mut passes) = (first, 0);
        for _ in 0..3 * self.cells.len() {
            passes = if self.play_somewhere(color, random) { 0 } else { passes + 1 };
            if passes == 2 {
                break;
            }
            color = opponent(color);
        }
    }

    /// Tries the empty points from a random one on until a move is good enough.
    fn play_somewhere(&mut self, color: u8, random: &mut StdRng) -> bool {
        let count = self.empty.len();
        if count == 0 {
            return false;
        }
        let start = random.random_range(0..count);
        (0..count).any(|i| self.try_move((start + i) % count, color, random))
    }

    /// Plays the empty point with this index unless it is an own eye, forbidden or a bad self-atari.
    fn try_move(&mut self, index: usize, color: u8, random: &mut StdRng) -> bool {
        let at = self.empty[index];
        if at == self.ko || self.is_eye(at, color) {
            return false;
        }
        self.cells[at] = color;
        let enemy = opponent(color);
        let taken: Vec<usize> =
            self.around(at).into_iter().filter(|&n| self.cells[n] == enemy && self.liberties(n, 1).0 == 0).collect();
        if taken.is_empty() {
            let (liberties, stones) = self.liberties(at, 2);
            if liberties == 0 || (liberties == 1 && stones > 1 && random.random_range(0..SELF_ATARI) != 0) {
                self.cells[at] = EMPTY;
                return false;
            }
        }
        self.empty.swap_remove(index);
        self.ko = 0;
        let before = self.empty.len();
        taken.into_iter().for_each(|chain| self.remove(chain, enemy));
        if self.empty.len() == before + 1 && self.liberties(at, 2) == (1, 1) {
            self.ko = self.empty[before];
        }
        true
    }

    /// Whether all points beside are the color's and too few diagonal ones the enemy's to make the eye false.
    fn is_eye(&self, at: usize, color: u8) -> bool {
        let own = |n: usize| self.cells[n] == color || self.cells[n] == EDGE;
        if !self.around(at).into_iter().all(own) {
            return false;
        }
        let count = |class: u8| self.diagonals(at).into_iter().filter(|&n| self.cells[n] == class).count();
        count(opponent(color)) + usize::from(count(EDGE) > 0) < 2
    }

    /// Liberties of the chain at a point, counted up to `limit`, and the stones seen while counting (all, below the limit).
    fn liberties(&mut self, at: usize, limit: usize) -> (usize, usize) {
        let color = self.cells[at];
        self.walk += 1;
        self.stack.clear();
        self.stack.push(at);
        self.visits[at] = self.walk;
        let (mut liberties, mut stones) = (0, 0);
        while let Some(stone) = self.stack.pop() {
            stones += 1;
            for next in self.around(stone) {
                if self.visits[next] == self.walk {
                    continue;
                }
                if self.cells[next] == color {
                    self.visits[next] = self.walk;
                    self.stack.push(next);
                } else if self.cells[next] == EMPTY {
                    self.visits[next] = self.walk;
                    liberties += 1;
                    if liberties == limit {
                        return (liberties, stones);
                    }
                }
            }
        }
        (liberties, stones)
    }

    fn remove(&mut self, at: usize, color: u8) {
        let mut open = vec![at];
        while let Some(stone) = open.pop() {
            if self.cells[stone] == color {
                self.cells[stone] = EMPTY;
                self.empty.push(stone);
                open.extend(self.around(stone));
            }
        }
    }

    /// Adds 1 for each point that is black's and takes 1 for each that is white's: stones, and points with one color beside.
    fn add_owners(&self, sum: &mut [i64]) {
        let inner = (0..self.cells.len()).filter(|&i| self.cells[i] != EDGE);
        for (sum, at) in sum.iter_mut().zip(inner) {
            let owner = if self.cells[at] == EMPTY { self.surrounded_by(at) } else { self.cells[at] };
            *sum += match owner {
                BLACK => 1,
                WHITE => -1,
                _ => 0,
            };
        }
    }

    fn surrounded_by(&self, at: usize) -> u8 {
        let beside = self.around(at).map(|n| self.cells[n]);
        let only = |color| beside.iter().all(|&class| class == color || class == EDGE);
        [BLACK, WHITE].into_iter().find(|&color| only(color)).unwrap_or(EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walls() -> CellGrid {
        let mut board = CellGrid::empty(9, 9);
        for row in 0..9 {
            board.set(row, 4, BLACK);
            board.set(row, 5, WHITE);
        }
        board
    }

    #[test]
    fn two_walls_divide_the_board() {
        let owners = ownership(&walls(), 200, 1);
        let mean = |cols: std::ops::Range<usize>| {
            let points = (0..9).flat_map(|row| cols.clone().map(move |col| row * 9 + col));
            points.map(|i| owners[i]).sum::<f64>() / (9 * cols.len()) as f64
        };
        assert!(mean(0..5) > 0.4 && mean(5..9) < -0.5, "{owners:?}");
    }

    #[test]
    fn a_seed_decides_everything() {
        assert_eq!(ownership(&walls(), 20, 7), ownership(&walls(), 20, 7));
        assert_ne!(ownership(&walls(), 20, 7), ownership(&walls(), 20, 8));
    }
}
