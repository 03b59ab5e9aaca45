//! What a classifier may say of a board whose set of pieces it never saw: some kinds confused
//! throughout, some men hardly seen.

use crate::augment::normal;
use kibitzer::{
    games::{CellGrid, CellProbs},
    recognition::classify::softmax,
};
use ndarray::{Array2, Array3, ArrayViewMut1, Axis};
use rand::{Rng, rngs::StdRng};
use std::ops::Range;

/// By how many nats the right kind is ahead before anything is confused.
const LEAD: Range<f32> = 0.5..8.0;
/// Standard deviation, in nats, of what the kinds of one set look like to the classifier.
const CONFUSION: Range<f32> = 0.3..2.5;
/// Standard deviation, in nats, of what the men of one kind look like.
const NOISE: Range<f32> = 0.3..1.8;
/// One man in so many is seen so many times worse.
const HARDLY_SEEN: (f64, f32) = (0.08, 2.0);
/// By how many nats men look less like those of the other side, and how much that differs from man
/// to man.
const SIDES: (Range<f32>, Range<f32>) = (0.5..8.0, 0.3..2.5);
/// By how many nats, more or less, one side looks like the other one on all of a board.
const LIGHT: f32 = 0.8;
/// By how many nats empty squares and men differ, and how much that differs from square to square.
const EMPTY: (Range<f32>, Range<f32>) = (4.0..12.0, 0.3..2.0);
/// What logits are multiplied by: a classifier may be too sure of itself, or not sure enough.
const SURENESS: Range<f32> = 0.6..1.2;

/// What a class is: nothing, or a kind of man of one side.
#[derive(Clone, Copy, PartialEq)]
struct Man {
    /// 0 where there is none.
    side: usize,
    /// The kinds are numbered from 1; 0 where there is none.
    kind: usize,
}

/// A class as one of the two sides' classes of each kind.
fn man(class: usize, swaps: &[(u8, u8)]) -> Man {
    let of = |(i, &(first, second)): (usize, &(u8, u8))| match class {
        c if c == usize::from(first) => Some(Man { side: 1, kind: i + 1 }),
        c if c == usize::from(second) => Some(Man { side: 2, kind: i + 1 }),
        _ => None,
    };
    swaps.iter().enumerate().find_map(of).unwrap_or(Man { side: 0, kind: 0 })
}

/// A classifier that looks at one set of pieces in one light.
struct SimulatedClassifier {
    /// What a kind looks like, `[true kind, kind]`.
    mean_logits: Array2<f32>,
    noise: f32,
    sides: (f32, f32),
    light: f32,
    empty: (f32, f32),
    sureness: f32,
}

impl SimulatedClassifier {
    fn sample(kinds: usize, rng: &mut StdRng) -> Self {
        let (lead, confusion) = (rng.random_range(LEAD), rng.random_range(CONFUSION));
        let mean_logits = Array2::from_shape_fn((kinds + 1, kinds + 1), |(truth, kind)| {
            confusion * normal(rng) + if truth == kind { lead } else { 0.0 }
        });
        Self {
            mean_logits,
            noise: rng.random_range(NOISE),
            sides: (rng.random_range(SIDES.0), rng.random_range(SIDES.1)),
            light: LIGHT * normal(rng),
            empty: (rng.random_range(EMPTY.0), rng.random_range(EMPTY.1)),
            sureness: rng.random_range(SURENESS),
        }
    }

    /// The logits of a square on which `truth` is.
    fn read(&self, truth: Man, classes: &[Man], mut logits: ArrayViewMut1<f32>, rng: &mut StdRng) {
        let worse = if rng.random_bool(HARDLY_SEEN.0) { HARDLY_SEEN.1 } else { 1.0 };
        // The light makes men of one side look like those of the other, and the other way round.
        let light = [0.0, -self.light, self.light][truth.side];
        let apart = self.sides.0 + self.sides.1 * normal(rng) + light;
        let of_white = normal(rng);
        for (logit, class) in logits.iter_mut().zip(classes) {
            *logit = self.mean_logits[[truth.kind, class.kind]] + worse * self.noise * normal(rng);
            if truth.side == 0 {
                *logit += if class.side == 1 { of_white } else { 0.0 };
            } else if class.side != truth.side {
                *logit -= apart;
            }
        }
        let men = logits
            .iter()
            .zip(classes)
            .filter(|(_, class)| class.side != 0)
            .fold(f32::NEG_INFINITY, |a, (&b, _)| a.max(b));
        let empty = self.empty.0 + self.empty.1 * normal(rng);
        let nothing = men + if truth.side == 0 { empty } else { -empty };
        logits
            .iter_mut()
            .zip(classes)
            .filter(|(_, class)| class.side == 0)
            .for_each(|(logit, _)| *logit = nothing);
        logits.mapv_inplace(|logit| self.sureness * logit);
    }
}

/// Probabilities as a classifier might give them; `swaps` are the two sides' classes of each kind.
pub fn seen(board: &CellGrid, classes: usize, swaps: &[(u8, u8)], rng: &mut StdRng) -> CellProbs {
    let classifier = SimulatedClassifier::sample(swaps.len(), rng);
    let men: Vec<Man> = (0..classes).map(|class| man(class, swaps)).collect();
    let mut logits = Array3::zeros((board.rows(), board.cols(), classes));
    for (cell, &class) in logits.lanes_mut(Axis(2)).into_iter().zip(board.cells()) {
        classifier.read(men[usize::from(class)], &men, cell, rng);
    }
    CellProbs::new(softmax(logits))
}

/// What a classifier said, by one that is surer of itself, or less sure.
pub fn surer(probs: &CellProbs, rng: &mut StdRng) -> CellProbs {
    let sureness = rng.random_range(SURENESS);
    CellProbs::new(softmax(probs.array().mapv(|p| sureness * p.max(f32::MIN_POSITIVE).ln())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::games::GameId;
    use rand::SeedableRng;

    #[test]
    fn sides_are_mostly_told_and_kinds_often_confused() {
        let chess = GameId::Chess.game();
        let swaps = chess.color_swaps();
        let board = chess
            .from_notation("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
            .expect("a placement");
        let mut rng = StdRng::seed_from_u64(1);
        let (mut right, mut right_side, mut empty, mut men) = (0, 0, 0, 0);
        for _ in 0..200 {
            let probs = seen(&board, 13, swaps, &mut rng);
            assert!(
                probs
                    .array()
                    .lanes(Axis(2))
                    .into_iter()
                    .all(|cell| (cell.sum() - 1.0).abs() < 1e-4)
            );
            let read = probs.argmax();
            for (&truth, &class) in board.cells().iter().zip(read.cells()) {
                let [truth, class] = [truth, class].map(|class| man(usize::from(class), swaps));
                if truth.side == 0 {
                    empty += usize::from(class.side == 0);
                    continue;
                }
                men += 1;
                right += usize::from(truth == class);
                right_side += usize::from(truth.side == class.side);
            }
        }
        assert!(
            (3900..5200).contains(&right) && (5600..6300).contains(&right_side),
            "{right}, {right_side} of {men}"
        );
        assert!(empty > 6200, "{empty} of 6400");
    }
}
