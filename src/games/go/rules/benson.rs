//! Unconditional life: D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976).

use super::Point;
use crate::games::{
    CellGrid,
    go::{
        classes::EMPTY,
        groups::{Group, groups},
    },
};

/// Chains of a color that nothing can capture, even if their owner always passes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Safe {
    /// The stones of those chains.
    pub stones: Vec<Point>,
    /// The regions that they enclose and in which no chain of the other color can live: their
    /// territory.
    pub territory: Vec<Point>,
}

/// A region without stones of the color, what it is made of and which chains enclose it.
struct Region {
    points: Vec<Point>,
    /// Indices of all chains beside it.
    beside: Vec<usize>,
    /// Indices of the chains of which every empty point of the region is a liberty.
    vital_to: Vec<usize>,
}

/// The unconditionally alive chains of a color. A chain is alive when two regions are vital to it
/// whose other chains are alive too; chains and regions that fail this are dropped until nothing
/// changes.
pub fn unconditional_life(board: &CellGrid, color: u8) -> Safe {
    let chains: Vec<Group> =
        groups(board).into_iter().filter(|group| group.class == color).collect();
    let all = regions(board, &chains, color);
    let mut alive = vec![true; chains.len()];
    let mut kept = vec![true; all.len()];
    loop {
        let vital = |chain: usize| {
            (0..all.len()).filter(|&r| kept[r] && all[r].vital_to.contains(&chain)).count()
        };
        let dead: Vec<usize> =
            (0..chains.len()).filter(|&chain| alive[chain] && vital(chain) < 2).collect();
        if dead.is_empty() {
            break;
        }
        dead.iter().for_each(|&chain| alive[chain] = false);
        for (region, keep) in all.iter().zip(&mut kept) {
            *keep &= region.beside.iter().all(|&chain| alive[chain]);
        }
    }
    let stones = chains
        .iter()
        .zip(&alive)
        .filter(|(_, alive)| **alive)
        .flat_map(|(chain, _)| chain.points.clone())
        .collect();
    let safe = |region: &&Region| {
        !region.vital_to.is_empty() && region.beside.iter().all(|&chain| alive[chain])
    };
    let territory = all.iter().filter(safe).flat_map(|region| region.points.clone()).collect();
    Safe { stones, territory }
}

/// The largest connected sets of points without a stone of the color.
fn regions(board: &CellGrid, chains: &[Group], color: u8) -> Vec<Region> {
    // On a board of two classes, not the color and the color, regions are the groups of the first.
    let mut other = board.clone();
    for i in 0..board.cells().len() {
        let (row, col) = (i / board.cols(), i % board.cols());
        other.set(row, col, if board.get(row, col) == color { color } else { EMPTY });
    }
    let free = groups(&other).into_iter().filter(|group| group.class == EMPTY);
    free.map(|region| {
        let empty: Vec<Point> =
            region.points.iter().copied().filter(|&(r, c)| board.get(r, c) == EMPTY).collect();
        let beside: Vec<usize> = (0..chains.len())
            .filter(|&i| chains[i].points.iter().any(|p| region.border.binary_search(p).is_ok()))
            .collect();
        let vital = |&i: &usize| empty.iter().all(|p| chains[i].border.binary_search(p).is_ok());
        let vital_to = beside.iter().copied().filter(|i| !empty.is_empty() && vital(i)).collect();
        Region { points: region.points, beside, vital_to }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{
        Game,
        go::{
            Go,
            classes::{BLACK, WHITE},
        },
    };

    fn safe(rows: &[&str]) -> (usize, usize, usize) {
        let mut board = CellGrid::empty(9, 9);
        for (row, text) in rows.iter().enumerate() {
            for (col, code) in text.split("").filter(|c| !c.is_empty()).enumerate() {
                board.set(row, col, Go.class_of(code).expect("a point"));
            }
        }
        let black = unconditional_life(&board, BLACK);
        (black.stones.len(), black.territory.len(), unconditional_life(&board, WHITE).stones.len())
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        assert_eq!(safe(&[".b.bw", "bbbbw", "wwwww"]), (6, 2, 0));
        assert_eq!(safe(&["..bbw", "bbbbw", "wwwww"]).0, 0);
    }

    #[test]
    fn two_chains_that_share_two_eyes_live() {
        assert_eq!(safe(&[".bb", "b.b", "bb."]).0, 6);
        assert_eq!(safe(&[".bb", "b.b", "bw."]).0, 0);
        assert_eq!(safe(&["b.bbb", "b.b.b", "bbbbb"]).0, 12);
    }

    #[test]
    fn a_large_eye_space_is_not_unconditional() {
        assert_eq!(safe(&["....b", "bbbbb"]).0, 0);
    }

    #[test]
    fn a_prisoner_in_an_eye_does_not_help_the_other_side() {
        let (stones, territory, white) = safe(&[".w.b.b", "bbbbbb"]);
        assert_eq!((stones, territory, white), (8, 4, 0));
    }
}
