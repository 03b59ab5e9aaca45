//! Whose each point of a finished game is.

use super::Point;
use crate::games::{
    CellGrid,
    go::{
        classes::{BLACK, EMPTY, WHITE, opponent},
        groups::{Group, groups, neighbors},
    },
};

/// What a point counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A stone on the board that stays there: black or white.
    Stone(u8),
    /// An empty point, or a dead stone's, inside one color's area.
    Area(u8),
    /// A point beside both colors.
    Neutral,
}

impl Owner {
    /// The Chinese tool's value: 1 and 2 stones of black and white, 3 and 4 their points, 9
    /// neutral.
    pub const fn value(self) -> u8 {
        match self {
            Self::Stone(color) => color,
            Self::Area(color) => color + 2,
            Self::Neutral => 9,
        }
    }

    /// The color whose point it is.
    pub const fn color(self) -> Option<u8> {
        match self {
            Self::Stone(color) | Self::Area(color) => Some(color),
            Self::Neutral => None,
        }
    }
}

/// A finished game's board, point by point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    /// The board without its dead stones.
    pub board: CellGrid,
    /// Whose each point is, row by row.
    pub owners: Vec<Owner>,
    /// Dead stones of black and of white.
    pub dead: [u32; 2],
    /// Points of areas that belong to groups in seki: no territory by Japanese rules.
    pub seki: Vec<Point>,
    /// Points on which their owner still has to play, for a chain would be taken there: no
    /// territory by Japanese rules either (*teire*).
    pub to_fill: Vec<Point>,
}

impl Territory {
    /// Points of a kind.
    pub fn count(&self, owner: Owner) -> u32 {
        self.owners.iter().filter(|&&o| o == owner).count() as u32
    }
}

/// Takes dead stones off and says whose each point is. An empty board is neutral.
pub fn territory(board: &CellGrid, dead: &[Point]) -> Territory {
    let mut left = board.clone();
    let mut counts = [0; 2];
    for &(row, col) in dead {
        match left.get(row, col) {
            BLACK => counts[0] += 1,
            WHITE => counts[1] += 1,
            _ => continue,
        }
        left.set(row, col, EMPTY);
    }
    let mut owners: Vec<Owner> = left.cells().iter().map(|&class| Owner::Stone(class)).collect();
    let all = groups(&left);
    for area in all.iter().filter(|group| group.class == EMPTY) {
        let owner = area_owner(&left, area);
        area.points.iter().for_each(|(row, col)| owners[row * left.cols() + col] = owner);
    }
    let seki = seki_points(&left, &all);
    let mut to_fill = points_to_fill(&left, &all, &owners);
    to_fill.retain(|point| !seki.contains(point));
    Territory { board: left, owners, dead: counts, seki, to_fill }
}

/// The points at which a chain can be taken once the neutral points are filled: the only liberty
/// that it has in an area of its color. Where a neutral point beside it would connect it to another
/// chain, it need not be filled.
fn points_to_fill(board: &CellGrid, all: &[Group], owners: &[Owner]) -> Vec<Point> {
    let owner = |&(row, col): &Point| owners[row * board.cols() + col];
    let mut points = Vec::new();
    for chain in all.iter().filter(|group| group.class != EMPTY) {
        let (own, neutral): (Vec<Point>, Vec<Point>) =
            chain.liberties(board).partition(|point| owner(point) == Owner::Area(chain.class));
        let others = |point: Point| {
            let beside = |&(r, c): &Point| {
                board.get(r, c) == chain.class && chain.points.binary_search(&(r, c)).is_err()
            };
            neighbors(board, point).any(|point| beside(&point))
        };
        if let [point] = own[..]
            && others(point)
            && !neutral.into_iter().any(others)
        {
            points.push(point);
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

/// For each point of a board with a stone of a color, the empty points in areas of that color alone
/// that belong to its chain, or to others that share an area with it; 0 for all other points.
pub(super) fn room(board: &CellGrid, color: u8) -> Vec<usize> {
    let mut room = vec![0; board.cells().len()];
    for cluster in clusters(board, &groups(board), color) {
        let (areas, chains): (Vec<&Group>, Vec<&Group>) =
            cluster.into_iter().partition(|group| group.class == EMPTY);
        let points = areas.iter().map(|area| area.points.len()).sum();
        for (row, col) in chains.iter().flat_map(|chain| &chain.points) {
            room[row * board.cols() + col] = points;
        }
    }
    room
}

fn area_owner(board: &CellGrid, area: &Group) -> Owner {
    let beside = |color| area.border.iter().any(|&(row, col)| board.get(row, col) == color);
    match (beside(BLACK), beside(WHITE)) {
        (true, false) => Owner::Area(BLACK),
        (false, true) => Owner::Area(WHITE),
        _ => Owner::Neutral,
    }
}

/// The areas of groups in seki: groups joined by their color's areas, with less than two eyes
/// altogether (one area of at most two points, or none), beside a neutral point.
fn seki_points(board: &CellGrid, all: &[Group]) -> Vec<Point> {
    let mut points = Vec::new();
    for color in [BLACK, WHITE] {
        for cluster in clusters(board, all, color) {
            let areas: Vec<&Group> =
                cluster.iter().copied().filter(|group| group.class == EMPTY).collect();
            let mut stones = cluster.iter().filter(|group| group.class == color);
            let beside_neutral = stones.any(|chain| {
                chain
                    .liberties(board)
                    .any(|p| !areas.iter().any(|area| area.points.binary_search(&p).is_ok()))
            });
            if let [eye] = areas[..]
                && eye.points.len() <= 2
                && beside_neutral
                && eye.border.iter().all(|&(r, c)| board.get(r, c) != opponent(color))
            {
                points.extend(&eye.points);
            }
        }
    }
    points
}

/// Chains of a color and their own areas, joined where they touch.
fn clusters<'a>(board: &CellGrid, all: &'a [Group], color: u8) -> Vec<Vec<&'a Group>> {
    let own = |group: &&Group| {
        group.class == color
            || (group.class == EMPTY && area_owner(board, group) == Owner::Area(color))
    };
    let mut open: Vec<&Group> = all.iter().filter(own).collect();
    let mut found = Vec::new();
    while let Some(first) = open.pop() {
        let mut cluster = vec![first];
        let mut next = 0;
        while next < cluster.len() {
            let border = &cluster[next].border;
            let (joined, rest) = open
                .into_iter()
                .partition(|g| g.points.iter().any(|p| border.binary_search(p).is_ok()));
            open = rest;
            cluster.extend::<Vec<&Group>>(joined);
            next += 1;
        }
        found.push(cluster);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, go::Go};

    #[test]
    fn dead_stones_become_the_others_points() {
        let board = Go.from_notation("(;SZ[9]AB[ea:ei]AW[fa:fi][bb])").expect("an SGF");
        let counted = territory(&board, &[(1, 1)]);
        assert_eq!(
            (counted.count(Owner::Area(BLACK)), counted.count(Owner::Area(WHITE))),
            (36, 27)
        );
        assert_eq!(counted.dead, [0, 1]);
        let undecided = territory(&board, &[]);
        assert_eq!(undecided.count(Owner::Neutral), 35);
    }

    #[test]
    fn the_eye_of_a_group_in_seki_is_no_territory() {
        // Black in the corner has an eye at a1 and shares two liberties with white.
        let rows = [".b.w", "bbbw", "w.ww", "www."];
        let mut board = CellGrid::empty(9, 9);
        for (row, text) in rows.iter().enumerate() {
            for (col, code) in text.chars().enumerate() {
                board.set(row, col, Go.class_of(&code.to_string()).expect("a point"));
            }
        }
        let counted = territory(&board, &[]);
        assert_eq!(counted.owners[0], Owner::Area(BLACK));
        assert_eq!(counted.seki, [(0, 0)]);
    }

    #[test]
    fn an_empty_board_is_neutral() {
        assert_eq!(territory(&CellGrid::empty(9, 9), &[]).count(Owner::Neutral), 81);
    }
}
