//! Chains whose life hangs on small enclosed spaces, read to the end: a square of four points is
//! one eye however the game goes on, a bulky five with a stone on its vital point too, and a row of
//! four is two. Random games are not sure of such shapes.

mod space;

use super::{Point, benson::Safe, territory::room};
use crate::games::{
    CellGrid,
    go::{
        classes::{EMPTY, opponent},
        groups::{Group, group_at, groups},
    },
};
use space::Space;

pub use space::Fate;

/// Points of the spaces of one group, at most; the positions that have to be looked at grow
/// threefold with each.
const MOST_POINTS: usize = 7;
/// Chains of one group, at most.
const MOST_CHAINS: usize = 6;
/// An empty area of so many points or fewer beside both colors is filled before life and death
/// matter.
const NEUTRAL_POINTS: usize = 2;
/// Who owns so many points of area has room for two eyes.
const ROOM: usize = 8;

/// A chain whose fate was read.
pub struct Enclosed {
    /// Its stones.
    pub stones: Vec<Point>,
    /// The points of the spaces that it lives or dies in.
    pub space: Vec<Point>,
    /// What becomes of it.
    pub fate: Fate,
}

/// The chains of a color that have small spaces alone and are surrounded by chains of the other side
/// that live by themselves, with their fates: `safe` are those that live unconditionally, and on
/// `cleared`, the board without what seems dead, they have room. Nothing is said of the others.
pub fn enclosed(board: &CellGrid, cleared: &CellGrid, color: u8, safe: &Safe) -> Vec<Enclosed> {
    let room = room(cleared, opponent(color));
    let lives = |point: &Point| {
        safe.stones.contains(point) || room[point.0 * board.cols() + point.1] >= ROOM
    };
    let all = groups(board);
    let chains: Vec<&Group> = all.iter().filter(|group| group.class == color).collect();
    let spaces = small_spaces(board, color);
    let mut found = Vec::new();
    for (chains, spaces) in joined(&chains, &spaces) {
        let points: usize = spaces.iter().map(|space| space.points.len()).sum();
        if (1..=MOST_POINTS).contains(&points)
            && chains.len() <= MOST_CHAINS
            && chains.iter().all(|chain| is_enclosed(board, chain, &spaces, &lives))
        {
            found.extend(fates(board, &chains, &spaces));
        }
    }
    found
}

/// The fates of chains that live or die together.
fn fates(board: &CellGrid, chains: &[&Group], spaces: &[&Group]) -> Vec<Enclosed> {
    let points: Vec<Point> = spaces.iter().flat_map(|space| space.points.clone()).collect();
    let space = Space::new(board, chains, &points);
    let fates = chains.iter().enumerate().filter_map(|(i, chain)| {
        let fate = space.fate(i)?;
        Some(Enclosed { stones: chain.points.clone(), space: points.clone(), fate })
    });
    let fates: Vec<Enclosed> = fates.collect();
    // Stones that can be taken from a group that lives all the same do not make it doubtful, nor does
    // what may be cut only from a neutral point, where there is time for an answer.
    let answered = chains.len() > 1 && chains.iter().any(|chain| has_neutral(board, chain, spaces));
    let plain = answered || fates.iter().any(|chain| chain.fate == Fate::Lives);
    fates.into_iter().filter(|chain| !plain || chain.fate != Fate::Open).collect()
}

/// Connected points without a stone of the color, few enough to be looked at.
fn small_spaces(board: &CellGrid, color: u8) -> Vec<Group> {
    let mut other = board.clone();
    for i in 0..board.cells().len() {
        let (row, col) = (i / board.cols(), i % board.cols());
        other.set(row, col, if board.get(row, col) == color { color } else { EMPTY });
    }
    let free = groups(&other).into_iter().filter(|group| group.class == EMPTY);
    free.filter(|space| space.points.len() <= MOST_POINTS).collect()
}

/// Chains and spaces that touch, each set with all it touches.
fn joined<'a>(chains: &[&'a Group], spaces: &'a [Group]) -> Vec<(Vec<&'a Group>, Vec<&'a Group>)> {
    let touch = |space: &Group, chain: &Group| {
        chain.points.iter().any(|point| space.border.binary_search(point).is_ok())
    };
    let mut open: Vec<&Group> = spaces.iter().collect();
    let mut sets = Vec::new();
    while let Some(first) = open.pop() {
        let (mut inside, mut around): (Vec<&Group>, Vec<&Group>) = (vec![first], Vec::new());
        let mut next = 0;
        while next < inside.len() {
            let space = inside[next];
            let new = chains.iter().filter(|chain| touch(space, chain) && !around.contains(chain));
            let new: Vec<&Group> = new.copied().collect();
            let (more, rest) =
                open.into_iter().partition(|space| new.iter().any(|chain| touch(space, chain)));
            open = rest;
            inside.extend::<Vec<&Group>>(more);
            around.extend(new);
            next += 1;
        }
        sets.push((around, inside));
    }
    sets
}

/// The points around a chain that are not of its spaces.
fn outside<'a>(chain: &'a Group, spaces: &'a [&Group]) -> impl Iterator<Item = Point> + 'a {
    let inside = |point: &Point| spaces.iter().any(|s| s.points.binary_search(point).is_ok());
    chain.border.iter().copied().filter(move |point| !inside(point))
}

/// Whether a chain has a liberty outside its spaces.
fn has_neutral(board: &CellGrid, chain: &Group, spaces: &[&Group]) -> bool {
    outside(chain, spaces).any(|(row, col)| board.get(row, col) == EMPTY)
}

/// Whether a chain has no liberties outside its spaces but neutral ones, and only chains that live
/// around it.
fn is_enclosed(
    board: &CellGrid,
    chain: &Group,
    spaces: &[&Group],
    lives: &impl Fn(&Point) -> bool,
) -> bool {
    let enemy = opponent(chain.class);
    outside(chain, spaces).all(|point| match board.get(point.0, point.1) {
        EMPTY => {
            let area = group_at(board, point);
            // A dead stone of the other side makes no point neutral.
            let holds = |point: &Point| board.get(point.0, point.1) == enemy && lives(point);
            area.points.len() <= NEUTRAL_POINTS && area.border.iter().any(holds)
        }
        _ => lives(&point),
    })
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

    /// What becomes of black's largest chain in the upper left of a 9x9 board, whose lower part is
    /// white's.
    fn fate(rows: &[&str]) -> Option<Fate> {
        let mut board = CellGrid::empty(9, 9);
        for (row, text) in rows.iter().enumerate() {
            for (col, code) in text.chars().enumerate() {
                board.set(row, col, Go.class_of(&code.to_string()).expect("a point"));
            }
        }
        let found = enclosed(&board, &board, BLACK, &Safe::default());
        assert!(enclosed(&board, &board, WHITE, &Safe::default()).is_empty());
        found.into_iter().max_by_key(|chain| chain.stones.len()).map(|chain| chain.fate)
    }

    /// Eye shapes as textbooks list them (Sensei's Library, "Basic living eye shapes", "Nakade").
    #[test]
    fn eye_shapes() {
        let [lives, dies, open] = [Fate::Lives, Fate::Dies, Fate::Open].map(Some);
        assert_eq!(fate(&[".bw", "bbw", "www"]), dies, "one point");
        assert_eq!(fate(&["..bw", "bbbw", "wwww"]), dies, "two points");
        assert_eq!(fate(&["...bw", "bbbbw", "wwwww"]), open, "a row of three");
        assert_eq!(fate(&[".w.bw", "bbbbw", "wwwww"]), dies, "its middle is taken");
        assert_eq!(fate(&["w..bw", "bbbbw", "wwwww"]), open, "its end is taken");
        assert_eq!(fate(&["....bw", "bbbbbw", "wwwwww"]), lives, "a row of four");
        assert_eq!(fate(&["..bw", "..bw", "bbbw", "wwww"]), dies, "a square of four");
        assert_eq!(fate(&["...bw", "b.bbw", "bbbww", "wwww"]), open, "a pyramid");
        assert_eq!(fate(&[".w.bw", "b.bbw", "bbbww", "wwww"]), dies, "its middle is taken");
        assert_eq!(fate(&["...bw", "..bbw", "bbbww", "wwww"]), open, "a bulky five");
        assert_eq!(fate(&[".w.bw", "..bbw", "bbbww", "wwww"]), dies, "its vital point is taken");
        assert_eq!(fate(&["bb.bb", "b...b", "bb.bb", "wbbbw", "wwwww"]), None, "no wall beside it");
        assert_eq!(
            fate(&["bb.bbw", "b...bw", "bb.bbw", "wbbbww", "wwwww"]),
            open,
            "a crossed five"
        );
        let neutral = ["bb.bbw", "b...bw", "bb.bb.w", "wbbbww", "wwwwww"];
        assert_eq!(fate(&neutral), open, "a crossed five with a neutral point beside it");
        assert_eq!(fate(&["..bw", "bb.w", ".bww", "bbw", "www"]), None, "a cut has an answer");
        assert_eq!(fate(&["...bw", "...bw", "bbbbw", "wwwww"]), open, "six in the corner");
        assert_eq!(fate(&[".b.bw", "bbbbw", "wwwww"]), lives, "two eyes");
        assert_eq!(fate(&[".bb.bw", "bbbbww", "wwwwww"]), dies, "one is false");
    }

    #[test]
    fn what_is_not_enclosed_is_left_open() {
        assert_eq!(fate(&["..b", "..b", "bbb", "www"]), None);
        assert_eq!(fate(&["..bw", "..bw", "bbbw", "wwww.....", "bbbbbbbbb"]), None);
    }
}
