//! Which of a game's boards is in the photo: how many lines or squares it has.

use super::{Deadline, corners::Corners, lattice};
use crate::{
    geometry::{GridSpec, Lattice},
    vision::Pyramid,
};

/// A size that claims less than this share of what the best one claims is not worth fitting its
/// lines.
const UNCLAIMED: f32 = 0.1;

/// Lines of squares with so much evidence are those of the board: another number of squares need
/// not be tried.
const CLEAR: f64 = 1.5;

/// Even a size that the detector does not claim at all has a chance, if its lines are seen.
const LEAST_CLAIM: f64 = 0.05;

/// A board that may be in the photo, and how much of the field it claims.
type Candidate = (GridSpec, f32);

/// A board with its corners on the lines.
type Fitted = (Candidate, lattice::Fit);

/// The board among `grids` that the detector's claim and the lines in the photo agree on best, and
/// how well its lines agree; with `fit`, the corners are moved to its lines.
pub(super) fn settle(
    photo: &Pyramid,
    found: &Corners,
    grids: &[GridSpec],
    fit: bool,
    deadline: &Deadline,
) -> (GridSpec, lattice::Fit) {
    let mut candidates: Vec<Candidate> =
        grids.iter().map(|grid| (*grid, claim(found, grid, grids))).collect();
    if fit {
        let most = candidates.iter().map(|(_, claim)| *claim).fold(0.0, f32::max);
        candidates.retain(|(_, claim)| *claim >= UNCLAIMED * most);
    }
    let ((grid, _), lines) = best_supported(&candidates, |grid| match fit {
        true => lattice::fit(photo, &found.quad, grid),
        false => {
            lattice::Fit { quad: found.quad, evidence: lattice::evidence(photo, &found.quad, grid) }
        }
    });
    match fit {
        true => (grid, lattice::fit_again(photo, &found.quad, lines, &grid, deadline)),
        false => (grid, lines),
    }
}

/// How much of the field a grid claims. The detector tells how many lines a Go board has, but
/// hardly eight squares from ten, which look alike in its small view: all of them claim what one
/// does, and the lines tell.
pub(super) fn claim(found: &Corners, grid: &GridSpec, grids: &[GridSpec]) -> f32 {
    match grid.lattice {
        Lattice::Intersections => found.claim(grid),
        Lattice::Squares => grids.iter().map(|grid| found.claim(grid)).sum(),
    }
}

/// The candidate that claim and lines support most; `lines` fits those of a grid.
fn best_supported(candidates: &[Candidate], lines: impl Fn(&GridSpec) -> lattice::Fit) -> Fitted {
    let mut best: Option<Fitted> = None;
    for candidate in candidates {
        let next = (*candidate, lines(&candidate.0));
        if best.as_ref().is_none_or(|best| is_better(&next, best)) {
            best = Some(next);
        }
        if candidate.0.lattice == Lattice::Squares && next.1.evidence >= CLEAR {
            break;
        }
    }
    best.expect("every game has a grid")
}

/// Whether a board is to be believed rather than the one before it: the usual number of squares
/// holds unless another one is seen clearly better.
fn is_better(next: &Fitted, best: &Fitted) -> bool {
    let support = |((_, claim), lines): &Fitted| lines.evidence * (LEAST_CLAIM + f64::from(*claim));
    let needed = if next.0.0.lattice == Lattice::Squares { lattice::CLEARLY } else { 1.0 };
    support(next) > needed * support(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Quad};

    /// A fit with so much evidence, whatever the corners.
    fn seen(evidence: f64) -> lattice::Fit {
        lattice::Fit { quad: Quad::rectangle(8.0, 8.0), evidence }
    }

    #[test]
    fn of_go_boards_claim_and_lines_both_count() {
        let candidates = [(GridSpec::intersections(9), 0.8), (GridSpec::intersections(19), 0.2)];
        let size = |of_nine: f64, of_nineteen: f64| {
            best_supported(&candidates, |grid| {
                seen(if grid.rows == 9 { of_nine } else { of_nineteen })
            })
            .0
            .0
            .rows
        };
        assert_eq!((size(1.0, 1.2), size(1.0, 5.0)), (9, 19));
    }

    #[test]
    fn eight_squares_hold_unless_ten_are_seen_clearly_better() {
        let candidates = [(GridSpec::squares(8), 0.9), (GridSpec::squares(10), 0.9)];
        let size = |of_eight: f64, of_ten: f64| {
            best_supported(&candidates, |grid| seen(if grid.rows == 8 { of_eight } else { of_ten }))
                .0
                .0
                .rows
        };
        assert_eq!((size(1.2, 1.3), size(1.2, 1.8), size(CLEAR, 9.0)), (8, 10, 8));
    }

    #[test]
    fn squares_claim_together_what_go_boards_claim_each_for_itself() {
        let kinds = [
            GridSpec::squares(8),
            GridSpec::squares(10),
            GridSpec::intersections(9),
            GridSpec::intersections(13),
        ];
        let kinds = kinds
            .iter()
            .zip([0.5, 0.25, 0.5, 0.25])
            .map(|(grid, claim)| (super::super::kind_name(grid), claim))
            .collect();
        let corners = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]].map(Point::from);
        let found = Corners {
            quad: Quad::new(corners).expect("convex"),
            confidence: 1.0,
            kinds,
            occlusion: None,
            others: Vec::new(),
        };
        let squares = [GridSpec::squares(8), GridSpec::squares(10)];
        assert!(squares.iter().all(|grid| (claim(&found, grid, &squares) - 0.75).abs() < 1e-6));
        let lines = [GridSpec::intersections(9), GridSpec::intersections(13)];
        assert_eq!(lines.map(|grid| claim(&found, &grid, &lines)), [0.5, 0.25]);
    }
}
