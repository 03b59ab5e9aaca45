//! Which groups of a finished game are dead.

use super::{
    Point,
    benson::{is_safe, unconditional_life},
    finnish::finnish_dead,
    playout::ownership,
};
use crate::games::{
    CellGrid,
    go::{
        classes::{BLACK, EMPTY, WHITE},
        groups::{Group, groups},
    },
};

/// What the user says about groups, each named by one of its points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Points of groups that are dead.
    pub dead: Vec<Point>,
    /// Points of groups that are alive.
    pub alive: Vec<Point>,
}

/// Dead stones and how sure that is.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Every dead stone, row by row.
    pub dead: Vec<Point>,
    /// How much more each point is black's than white's, row by row: 1 black's, -1 white's; sure where near either.
    pub ownership: Vec<f64>,
}

/// Up to this mean ownership of a group's points the random games leave its fate open, and the rule of thumb decides.
/// Between 0.3 and 0.5 the agreement with GNU Go is the same; neither method alone reaches it.
const OPEN: f64 = 0.4;

/// Judges the groups of a finished game: unconditionally alive ones live; the rest lives or dies by who owns its points at
/// the end of `playouts` random games, and by the rule of thumb of [`finnish_dead`] where these are undecided. The points of
/// unconditionally alive groups and of their territory are owned for sure.
pub fn judge_groups(board: &CellGrid, playouts: u32, seed: u64, overrides: &Overrides) -> Judged {
    let mut ownership = ownership(board, playouts, seed);
    let safe = [BLACK, WHITE].map(|color| unconditional_life(board, color));
    for (safe, owner) in safe.iter().zip([1.0, -1.0]) {
        let points = safe.stones.iter().chain(&safe.territory);
        points.for_each(|&(row, col)| ownership[row * board.cols() + col] = owner);
    }
    let thumb = finnish_dead(board);
    let mut dead = Vec::new();
    for group in groups(board).into_iter().filter(|group| group.class != EMPTY) {
        let own = &safe[usize::from(group.class == WHITE)];
        let by_itself = || !is_safe(own, &group) && is_dead(board.cols(), &group, &ownership, &thumb);
        if judged(overrides, &group).unwrap_or_else(by_itself) {
            dead.extend(group.points);
        }
    }
    dead.sort_unstable();
    Judged { dead, ownership }
}

/// What the user says about a group, if anything.
fn judged(overrides: &Overrides, group: &Group) -> Option<bool> {
    let named = |points: &[Point]| points.iter().any(|p| group.points.binary_search(p).is_ok());
    (named(&overrides.dead) || named(&overrides.alive)).then(|| named(&overrides.dead))
}

/// Whether a group is dead, by the random games and else by the rule of thumb.
fn is_dead(cols: usize, group: &Group, ownership: &[f64], thumb: &[Point]) -> bool {
    let sign = if group.class == BLACK { 1.0 } else { -1.0 };
    let held: f64 = group.points.iter().map(|&(row, col)| sign * ownership[row * cols + col]).sum();
    let held = held / group.points.len() as f64;
    if held.abs() < OPEN { thumb.contains(&group.points[0]) } else { held < 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, go::Go};

    #[test]
    fn the_user_has_the_last_word() {
        // Two walls, a white stone in black's area and a living wall to be called dead.
        let board = Go.from_notation("(;SZ[9]AB[ea:ei]AW[fa:fi][bb])").expect("an SGF");
        let dead = |overrides: &Overrides| judge_groups(&board, 100, 1, overrides).dead;
        assert_eq!(dead(&Overrides::default()), [(1, 1)]);
        assert_eq!(dead(&Overrides { alive: vec![(1, 1)], ..Overrides::default() }), []);
        assert_eq!(dead(&Overrides { dead: vec![(4, 5)], ..Overrides::default() }).len(), 10);
    }
}
