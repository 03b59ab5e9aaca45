//! The most probable stones, where groups without a liberty are doubted.

use super::groups::{Group, groups};
use crate::games::{CellGrid, CellProbs, Decoded, Evidence, turn::log_likelihood};

/// A point of a captured group, or beside it, is read differently when that is at least this
/// probable.
const NEARLY: f64 = 0.05;

/// How many points are read differently at most.
const REPAIRS: usize = 8;

/// The most probable class of every point, as seen, but for groups without a liberty: while there
/// is one, the one point in it or beside it whose change costs least is changed, if that leaves
/// fewer such groups and its other class is at least 5 % probable. Otherwise the group stays, to be
/// reported. This is a local repair, not the best of all legal boards.
pub fn decode(evidence: &Evidence) -> Decoded {
    let probs = &evidence.probs;
    let mut board = probs.argmax();
    for _ in 0..REPAIRS {
        let captured = captured(&board);
        let Some(change) = cheapest_change(probs, &board, &captured) else { break };
        board.set(change.row, change.col, change.class);
    }
    let log_likelihood = log_likelihood(probs, &board);
    Decoded { board, turns: 0, log_likelihood, turn_scores: None }
}

#[derive(Clone, Copy)]
struct Change {
    row: usize,
    col: usize,
    class: u8,
    cost: f64,
}

fn captured(board: &CellGrid) -> Vec<Group> {
    groups(board).into_iter().filter(|group| group.is_captured(board)).collect()
}

fn cheapest_change(
    probs: &CellProbs,
    board: &CellGrid,
    captured_groups: &[Group],
) -> Option<Change> {
    let points = captured_groups.iter().flat_map(|group| group.points.iter().chain(&group.border));
    let mut changes: Vec<Change> =
        points.flat_map(|&(row, col)| changes_of(probs, board, row, col)).collect();
    changes.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    changes.into_iter().find(|change| {
        let mut changed = board.clone();
        changed.set(change.row, change.col, change.class);
        captured(&changed).len() < captured_groups.len()
    })
}

/// The other classes of a point that are probable enough, with what they cost in log-likelihood.
fn changes_of(
    probs: &CellProbs,
    board: &CellGrid,
    row: usize,
    col: usize,
) -> impl Iterator<Item = Change> {
    let now = board.get(row, col);
    let cost = move |class: u8| {
        probs.log(row, col, usize::from(now)) - probs.log(row, col, usize::from(class))
    };
    let likely =
        move |class: &u8| *class != now && probs.log(row, col, usize::from(*class)) >= NEARLY.ln();
    (0..3).filter(likely).map(move |class| Change { row, col, class, cost: cost(class) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::classes::{BLACK, EMPTY, WHITE};
    use ndarray::Array3;

    /// A white stone in the corner, with black stones on both its liberties, and how sure each
    /// point is.
    fn corner(probs_of_white: [f32; 3]) -> CellProbs {
        let mut probs =
            Array3::from_shape_fn((9, 9, 3), |(_, _, class)| if class == 0 { 0.98 } else { 0.01 });
        for (row, col) in [(0, 1), (1, 0)] {
            (probs[[row, col, 0]], probs[[row, col, 1]]) = (0.01, 0.98);
        }
        for (class, p) in probs_of_white.into_iter().enumerate() {
            probs[[0, 0, class]] = p;
        }
        CellProbs::new(probs)
    }

    #[test]
    fn a_doubtful_stone_without_liberties_is_read_differently() {
        let read = |p| decode(&Evidence::from_probs(corner(p))).board.get(0, 0);
        assert_eq!(read([0.3, 0.1, 0.6]), EMPTY);
        assert_eq!(read([0.1, 0.3, 0.6]), BLACK);
        assert_eq!(read([0.01, 0.01, 0.98]), WHITE);
    }

    #[test]
    fn the_likelihood_is_of_the_repaired_board() {
        let decoded = decode(&Evidence::from_probs(corner([0.3, 0.1, 0.6])));
        assert!((decoded.log_likelihood - (80.0 * 0.98f64.ln() + 0.3f64.ln())).abs() < 1e-4);
    }
}
