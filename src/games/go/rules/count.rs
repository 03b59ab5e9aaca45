//! A finished game from its board to its result.

use super::{
    dead::{Judged, Overrides, judge_groups},
    playout::PLAYOUTS,
    score::{Score, ScoreOptions, score},
    territory::{Territory, territory},
};
use crate::games::CellGrid;

/// The random games begin with this seed, so that a board always gives the same result.
const SEED: u64 = 1;

/// The result of a finished game, and how it came about.
#[derive(Clone, Debug)]
pub struct Count {
    /// Which stones are dead, and how sure whose each point is.
    pub judged: Judged,
    /// Whose each point is.
    pub territory: Territory,
    /// The points.
    pub score: Score,
}

impl Count {
    /// How sure it is that each point is whose it is said to be, row by row: from 0 to 1.
    pub fn confidence(&self) -> Vec<f64> {
        let owners = self.territory.owners.iter().enumerate();
        owners.map(|(i, &owner)| self.judged.confidence(i, owner)).collect()
    }
}

/// Finds the dead stones of a finished game, takes them off and counts.
pub fn count(board: &CellGrid, overrides: &Overrides, options: &ScoreOptions) -> Count {
    let judged = judge_groups(board, PLAYOUTS, SEED, overrides);
    let territory = territory(board, &judged.dead);
    let score = score(&territory, options);
    Count { judged, territory, score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, go::Go, go::rules::Ruleset};

    #[test]
    fn from_the_board_to_the_result() {
        // A white stone in black's area is dead.
        let board = Go.from_notation("(;SZ[9]AB[ea:ei]AW[fa:fi][bb])").expect("an SGF");
        let counted = count(&board, &Overrides::default(), &ScoreOptions::new(Ruleset::Japanese));
        assert_eq!(
            (counted.judged.dead.as_slice(), counted.score.to_string()),
            (&[(1, 1)][..], "B+3.5".into())
        );
        let confidence = counted.confidence();
        assert_eq!(confidence.len(), 81);
        assert!(confidence.iter().all(|c| (0.5..=1.0).contains(c)), "{confidence:?}");
    }
}
