//! Replies that turned out well in earlier random games: Last Good Reply with Forgetting.
//!
//! Source: H. Baier and P. Drake, "The Power of Forgetting: Improving the Last-Good-Reply Policy in
//! Monte Carlo Go", IEEE Transactions on Computational Intelligence and AI in Games 2 (2010).

use super::arena::Step;
use crate::games::go::classes::WHITE;

/// For each color the last good reply to a move, and to two moves in a row; cell 0 for none.
pub struct Replies {
    cells: usize,
    to_one: Vec<usize>,
    to_two: Vec<usize>,
}

impl Replies {
    /// No replies yet, for arenas with so many cells.
    pub fn new(cells: usize) -> Self {
        Self { cells, to_one: vec![0; 2 * cells], to_two: vec![0; 2 * cells * cells] }
    }

    /// The replies to the last move `last` and the one before it, the more particular one first; 0
    /// for none.
    pub fn to(&self, color: u8, before: usize, last: usize) -> [usize; 2] {
        let (one, two) = self.places(color, before, last);
        [self.to_two[two], self.to_one[one]]
    }

    /// Remembers the replies of the side that did well, forgets those of the other.
    pub fn learn(&mut self, moves: &[Step], winner: u8) {
        for i in 1..moves.len() {
            let ((color, at), last) = (moves[i], moves[i - 1].1);
            let before = if i > 1 { moves[i - 2].1 } else { 0 };
            if at == 0 || last == 0 {
                continue;
            }
            let (one, two) = self.places(color, before, last);
            for reply in [&mut self.to_one[one], &mut self.to_two[two]] {
                if color == winner {
                    *reply = at;
                } else if *reply == at {
                    *reply = 0;
                }
            }
        }
    }

    fn places(&self, color: u8, before: usize, last: usize) -> (usize, usize) {
        let side = usize::from(color == WHITE) * self.cells;
        (side + last, (side + before) * self.cells + last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::classes::BLACK;

    #[test]
    fn good_replies_are_kept_and_bad_ones_forgotten() {
        let mut replies = Replies::new(20);
        let game = [(BLACK, 7), (WHITE, 8), (BLACK, 9)];
        replies.learn(&game, WHITE);
        assert_eq!((replies.to(WHITE, 0, 7), replies.to(BLACK, 7, 8)), ([8, 8], [0, 0]));
        replies.learn(&game, BLACK);
        assert_eq!((replies.to(WHITE, 0, 7), replies.to(BLACK, 7, 8)), ([0, 0], [9, 9]));
        assert_eq!(replies.to(BLACK, 3, 8), [0, 9]);
    }
}
