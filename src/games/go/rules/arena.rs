//! A board with a frame, made for speed: what random games are played on.

use crate::games::{
    CellGrid,
    go::classes::{BLACK, EMPTY, WHITE, opponent},
};
use rand::{Rng, rngs::StdRng};

/// Marks the frame around the board.
const EDGE: u8 = 3;

/// One in so many moves that put two or more own stones into atari is played. Groups that share
/// their last liberties (seki) live while neither side plays there; eye spaces filled by the other
/// side die only when somebody does.
const SELF_ATARI: u32 = 12;

/// A move: its color and its cell; cell 0, a corner of the frame, is a pass.
pub type Step = (u8, usize);

/// A game on a board with a frame.
#[derive(Clone)]
pub struct Arena {
    width: usize,
    cells: Vec<u8>,
    empty: Vec<usize>,
    /// Where each empty cell stands in `empty`.
    slots: Vec<usize>,
    ko: usize,
    moves: Vec<Step>,
    /// Which walk over a chain visited a cell last.
    visits: Vec<u32>,
    walk: u32,
    stack: Vec<usize>,
}

impl Arena {
    /// The start of a game from a board.
    pub fn new(board: &CellGrid) -> Self {
        let width = board.cols() + 2;
        let mut cells = vec![EDGE; width * (board.rows() + 2)];
        for (i, &class) in board.cells().iter().enumerate() {
            cells[(i / board.cols() + 1) * width + i % board.cols() + 1] = class;
        }
        let empty: Vec<usize> = (0..cells.len()).filter(|&i| cells[i] == EMPTY).collect();
        let mut slots = vec![0; cells.len()];
        empty.iter().enumerate().for_each(|(slot, &at)| slots[at] = slot);
        let (moves, visits, stack) = (Vec::new(), vec![0; cells.len()], Vec::new());
        Self { width, cells, empty, slots, ko: 0, moves, visits, walk: 0, stack }
    }

    /// Goes back to the start of `start`'s game.
    pub fn restart(&mut self, start: &Self) {
        self.cells.copy_from_slice(&start.cells);
        self.slots.copy_from_slice(&start.slots);
        self.empty.clone_from(&start.empty);
        self.ko = 0;
        self.moves.clear();
    }

    /// Cells, those of the frame included.
    pub const fn len(&self) -> usize {
        self.cells.len()
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Step] {
        &self.moves
    }

    /// The cell of the last move but `back`; 0 for a pass or none.
    pub fn last(&self, back: usize) -> usize {
        self.moves.len().checked_sub(back + 1).map_or(0, |i| self.moves[i].1)
    }

    /// Passes.
    pub fn pass(&mut self, color: u8) {
        self.ko = 0;
        self.moves.push((color, 0));
    }

    /// Plays a cell if it is empty and [`Arena::play_empty`] allows it.
    pub fn play(&mut self, at: usize, color: u8, random: &mut StdRng) -> bool {
        self.cells[at] == EMPTY && self.play_empty(self.slots[at], color, random)
    }

    /// Tries the empty cells from a random one on until one can be played.
    pub fn play_somewhere(&mut self, color: u8, random: &mut StdRng) -> bool {
        let count = self.empty.len();
        if count == 0 {
            return false;
        }
        let start = random.random_range(0..count);
        (0..count).any(|i| self.play_empty((start + i) % count, color, random))
    }

    /// Plays where the chain that was moved last is taken, or else where a chain beside it escapes
    /// from atari.
    pub fn play_beside_last(&mut self, color: u8, random: &mut StdRng) -> bool {
        let last = self.last(0);
        if last == 0 {
            return false;
        }
        let chains = [last].into_iter().chain(self.around(last));
        for (chain, class) in chains.zip([opponent(color), color, color, color, color]) {
            let liberty = if self.cells[chain] == class { self.only_liberty(chain) } else { None };
            if liberty.is_some_and(|liberty| self.play(liberty, color, random)) {
                return true;
            }
        }
        false
    }

    /// Plays the empty cell with this index unless it is an own eye, forbidden or a bad self-atari.
    fn play_empty(&mut self, index: usize, color: u8, random: &mut StdRng) -> bool {
        let at = self.empty[index];
        if at == self.ko || self.is_eye(at, color) {
            return false;
        }
        self.cells[at] = color;
        let enemy = opponent(color);
        let taken = self.around(at).map(|n| self.cells[n] == enemy && self.liberties(n, 1).0 == 0);
        if taken == [false; 4] {
            let (liberties, stones) = self.liberties(at, 2);
            if liberties == 0
                || (liberties == 1 && stones > 1 && random.random_range(0..SELF_ATARI) != 0)
            {
                self.cells[at] = EMPTY;
                return false;
            }
        }
        self.empty.swap_remove(index);
        if let Some(&moved) = self.empty.get(index) {
            self.slots[moved] = index;
        }
        let before = self.empty.len();
        let chains = self.around(at);
        (0..4).filter(|&i| taken[i]).for_each(|i| self.remove(chains[i], enemy));
        let retaken = self.empty.len() == before + 1 && self.liberties(at, 2) == (1, 1);
        self.ko = if retaken { self.empty[before] } else { 0 };
        self.moves.push((color, at));
        true
    }

    const fn around(&self, at: usize) -> [usize; 4] {
        [at - self.width, at - 1, at + 1, at + self.width]
    }

    const fn diagonals(&self, at: usize) -> [usize; 4] {
        [at - self.width - 1, at - self.width + 1, at + self.width - 1, at + self.width + 1]
    }

    /// Whether all cells beside are the color's and too few diagonal ones the enemy's to make the
    /// eye false.
    fn is_eye(&self, at: usize, color: u8) -> bool {
        let own = |n: usize| self.cells[n] == color || self.cells[n] == EDGE;
        if !self.around(at).into_iter().all(own) {
            return false;
        }
        let count =
            |class: u8| self.diagonals(at).into_iter().filter(|&n| self.cells[n] == class).count();
        count(opponent(color)) + usize::from(count(EDGE) > 0) < 2
    }

    /// Liberties of the chain at a cell, counted up to `limit`, and the stones seen while counting
    /// (all, below the limit).
    fn liberties(&mut self, at: usize, limit: usize) -> (usize, usize) {
        let (mut liberties, mut stones) = (0, 0);
        self.walk_chain(at, |_, is_stone| {
            stones += usize::from(is_stone);
            liberties += usize::from(!is_stone);
            liberties < limit
        });
        (liberties, stones)
    }

    /// The liberty of a chain that has one alone.
    fn only_liberty(&mut self, at: usize) -> Option<usize> {
        let (mut found, mut count) = (0, 0);
        self.walk_chain(at, |cell, is_stone| {
            if !is_stone {
                (found, count) = (cell, count + 1);
            }
            count < 2
        });
        (count == 1).then_some(found)
    }

    /// Shows each stone of a chain and each of its liberties, once, until `visit` says false.
    fn walk_chain(&mut self, at: usize, mut visit: impl FnMut(usize, bool) -> bool) {
        let color = self.cells[at];
        self.walk += 1;
        self.stack.clear();
        self.stack.push(at);
        self.visits[at] = self.walk;
        while let Some(stone) = self.stack.pop() {
            visit(stone, true);
            for next in self.around(stone) {
                if std::mem::replace(&mut self.visits[next], self.walk) == self.walk {
                    continue;
                }
                if self.cells[next] == color {
                    self.stack.push(next);
                } else if self.cells[next] == EMPTY && !visit(next, false) {
                    return;
                }
            }
        }
    }

    fn remove(&mut self, at: usize, color: u8) {
        let mut open = vec![at];
        while let Some(stone) = open.pop() {
            if self.cells[stone] == color {
                self.cells[stone] = EMPTY;
                self.slots[stone] = self.empty.len();
                self.empty.push(stone);
                open.extend(self.around(stone));
            }
        }
    }

    /// Whose each point is, row by row: 1 black's, -1 white's, 0 nobody's. An empty point is a
    /// color's when no other is beside.
    pub fn owners(&self) -> impl Iterator<Item = i32> + '_ {
        let inner = (0..self.cells.len()).filter(|&i| self.cells[i] != EDGE);
        inner.map(|at| {
            match if self.cells[at] == EMPTY { self.surrounded_by(at) } else { self.cells[at] } {
                BLACK => 1,
                WHITE => -1,
                _ => 0,
            }
        })
    }

    fn surrounded_by(&self, at: usize) -> u8 {
        let beside = self.around(at).map(|n| self.cells[n]);
        let only = |color| beside.iter().all(|&class| class == color || class == EDGE);
        [BLACK, WHITE].into_iter().find(|&color| only(color)).unwrap_or(EMPTY)
    }
}
