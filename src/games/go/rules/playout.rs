//! Random games from a board to its end, to see whose each point becomes.

use super::{arena::Arena, replies::Replies};
use crate::games::{
    CellGrid,
    go::classes::{BLACK, WHITE, opponent},
};
use rand::{SeedableRng, rngs::StdRng};

/// How many games show whose a point is; with more of them the agreement with GNU Go does not grow.
pub const PLAYOUTS: u32 = 500;

/// The first quarter of the games only teaches replies.
const LESSONS: u32 = 4;

/// What the mean of earlier scores keeps of itself at each game.
const MEMORY: f64 = 0.99;

/// Plays `playouts` random games, black and white beginning in turn, and says for each point, row
/// by row, how much oftener it is black's than white's in the end: from -1 to 1. The same seed
/// gives the same answer.
///
/// The games are random but for what is played beside the last move (taking, escaping) and for
/// replies that turned out well before. A game turned out well for a side that got more points than
/// on average in the games before.
pub fn ownership(board: &CellGrid, playouts: u32, seed: u64) -> Vec<f64> {
    let mut random = StdRng::seed_from_u64(seed);
    let start = Arena::new(board);
    let (mut arena, mut replies) = (start.clone(), Replies::new(start.len()));
    let mut sum = vec![0; board.cells().len()];
    let (mut mean, mut weight) = (0.0, 0.0);
    for game in 0..playouts {
        arena.restart(&start);
        play_out(&mut arena, if game % 2 == 0 { BLACK } else { WHITE }, &replies, &mut random);
        if game >= playouts / LESSONS {
            arena.owners().zip(&mut sum).for_each(|(owner, sum)| *sum += owner);
        }
        let score = f64::from(arena.owners().sum::<i32>());
        if score != mean {
            replies.learn(arena.moves(), if score > mean { BLACK } else { WHITE });
        }
        weight = weight * MEMORY + 1.0;
        mean += (score - mean) / weight;
    }
    let counted = f64::from((playouts - playouts / LESSONS).max(1));
    sum.into_iter().map(|balance| f64::from(balance) / counted).collect()
}

/// Plays until both sides pass; repetitions are cut off.
fn play_out(arena: &mut Arena, first: u8, replies: &Replies, random: &mut StdRng) {
    let (mut color, mut passes) = (first, 0);
    for _ in 0..3 * arena.len() {
        let played = play_reply(arena, color, replies, random)
            || arena.play_beside_last(color, random)
            || arena.play_somewhere(color, random);
        if played {
            passes = 0;
        } else {
            arena.pass(color);
            passes += 1;
        }
        if passes == 2 {
            break;
        }
        color = opponent(color);
    }
}

fn play_reply(arena: &mut Arena, color: u8, replies: &Replies, random: &mut StdRng) -> bool {
    let (before, last) = (arena.last(1), arena.last(0));
    last != 0
        && replies
            .to(color, before, last)
            .into_iter()
            .any(|reply| reply != 0 && arena.play(reply, color, random))
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
