//! Which groups of a finished game are dead.

use super::{
    Point,
    benson::unconditional_life,
    enclosed::{Fate, enclosed},
    playout::ownership,
    territory::Owner,
};
use crate::games::{
    CellGrid,
    go::{
        classes::{BLACK, EMPTY, WHITE, opponent},
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
    /// How much more each point is black's than white's, row by row: 1 black's, -1 white's; sure
    /// where near either.
    pub ownership: Vec<f64>,
    /// The stones of groups in small enclosed spaces whose fate hangs on who plays there first, unless
    /// somebody said it.
    pub unsettled: Vec<Point>,
}

impl Judged {
    /// Says that points are surely a color's.
    fn own(&mut self, cols: usize, points: &[Point], class: u8) {
        points.iter().for_each(|&(row, col)| self.ownership[row * cols + col] = sign(class));
    }

    /// How sure it is that a point, by its index, is `owner`'s (that it is nobody's, for a neutral
    /// one): from 0 to 1.
    pub fn confidence(&self, index: usize, owner: Owner) -> f64 {
        match owner.color() {
            Some(color) => (1.0 + sign(color) * self.ownership[index]) / 2.0,
            None => 1.0 - self.ownership[index].abs(),
        }
    }
}

/// Judges the groups of a finished game: unconditionally alive ones live, the fate of those in small
/// enclosed spaces is read, and the rest lives or dies by who owns its points at the end of most of
/// `playouts` random games. Groups that `overrides` calls
/// dead are off the board in these games; those that it calls alive live whatever the games say.
pub fn judge_groups(board: &CellGrid, playouts: u32, seed: u64, overrides: &Overrides) -> Judged {
    let all: Vec<Group> = groups(board).into_iter().filter(|group| group.class != EMPTY).collect();
    let named = |points: &[Point], group: &Group| {
        points.iter().any(|p| group.points.binary_search(p).is_ok())
    };
    let mut left = board.clone();
    for group in all.iter().filter(|group| named(&overrides.dead, group)) {
        group.points.iter().for_each(|&(row, col)| left.set(row, col, EMPTY));
    }
    let ownership = ownership(&left, playouts, seed);
    let mut judged = Judged { dead: Vec::new(), ownership, unsettled: Vec::new() };
    for color in [BLACK, WHITE] {
        let safe = unconditional_life(&left, color);
        judged.own(board.cols(), &safe.stones, color);
        judged.own(board.cols(), &safe.territory, color);
    }
    settle(&mut judged, &left);
    for group in all.iter().filter(|group| named(&overrides.alive, group)) {
        judged.own(board.cols(), &group.points, group.class);
        judged.unsettled.retain(|point| group.points.binary_search(point).is_err());
    }
    let is_dead = |group: &&Group| {
        named(&overrides.dead, group) || held(board.cols(), group, &judged.ownership) < 0.0
    };
    judged.dead = all.iter().filter(is_dead).flat_map(|group| group.points.clone()).collect();
    judged.dead.sort_unstable();
    judged
}

/// Gives the points of chains in small enclosed spaces to whom they are read to belong, and keeps the
/// chains that may yet live or die.
fn settle(judged: &mut Judged, board: &CellGrid) {
    let cols = board.cols();
    let mut cleared = board.clone();
    for group in groups(board).into_iter().filter(|group| group.class != EMPTY) {
        if held(cols, &group, &judged.ownership) < 0.0 {
            group.points.iter().for_each(|&(row, col)| cleared.set(row, col, EMPTY));
        }
    }
    for color in [BLACK, WHITE] {
        let enemy = opponent(color);
        for chain in enclosed(board, &cleared, color, &unconditional_life(board, enemy)) {
            match chain.fate {
                Fate::Lives => judged.own(cols, &chain.stones, color),
                Fate::Dies => {
                    judged.own(cols, &chain.stones, enemy);
                    judged.own(cols, &chain.space, enemy);
                }
                Fate::Open => judged.unsettled.extend(chain.stones),
            }
        }
    }
}

/// 1 for black, -1 for white.
const fn sign(class: u8) -> f64 {
    if class == BLACK { 1.0 } else { -1.0 }
}

/// How much more of a group's points its own color holds than the other, from -1 to 1.
fn held(cols: usize, group: &Group, ownership: &[f64]) -> f64 {
    let sum: f64 = group.points.iter().map(|&(row, col)| ownership[row * cols + col]).sum();
    sign(group.class) * sum / group.points.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{
        Game,
        go::{Go, rules::PLAYOUTS},
    };

    /// The dead stones of a 9x9 board; rows left out are empty.
    fn dead(rows: &str) -> Vec<String> {
        let mut board = CellGrid::empty(9, 9);
        for (row, line) in rows.split_whitespace().enumerate() {
            for (col, code) in line.chars().enumerate() {
                board.set(row, col, Go.class_of(&code.to_string()).expect("a point"));
            }
        }
        let dead = judge_groups(&board, PLAYOUTS, 1, &Overrides::default()).dead;
        dead.iter().map(|&(row, col)| Go.cell_name(&board, row, col)).collect()
    }

    /// Black's lower half of a board whose upper half is to be judged.
    const HALF: &str = "wwwwwwwww bbbbbbbbb ......... .b....... .........";

    #[test]
    fn a_stone_in_the_middle_of_three_points_kills() {
        let black = ["D9", "A8", "B8", "C8"];
        assert_eq!(dead(&format!(".w.bw.... bbbww.... wwww..... ......... {HALF}")), black);
        // Four in a row live.
        assert_eq!(dead(&format!("....bw... bbbbbw... wwwwww... ......... {HALF}")), [""; 0]);
    }

    #[test]
    fn groups_that_hang_on_who_begins_are_kept_unless_somebody_says_their_fate() {
        // White's crossed five, a living wall around it.
        let board = Go
            .from_notation(
                "(;SZ[13]AB[bb:hb][bc][cc][gc][hc][bd][hd][be][he][bf][hf][bg][cg][gg][hg][ch:gh]\
                [aj:mj]AW[dc:fc][cd][dd][fd][gd][ce][ge][cf][df][ff][gf][dg:fg][ak:mk])",
            )
            .expect("an SGF");
        let unsettled = |dead: &[Point], alive: &[Point]| {
            let overrides = Overrides { dead: dead.to_vec(), alive: alive.to_vec() };
            judge_groups(&board, PLAYOUTS, 1, &overrides).unsettled
        };
        let stones = unsettled(&[], &[]);
        assert!(stones.len() == 16 && stones.contains(&(2, 3)), "{stones:?}");
        assert_eq!((unsettled(&[(2, 3)], &[]), unsettled(&[], &[(2, 3)])), (vec![], vec![]));
    }

    #[test]
    fn a_false_eye_is_none() {
        assert_eq!(dead(&format!(".bb.bw... bbbbww... wwwww.... ......... {HALF}")).len(), 7);
        assert_eq!(dead(&format!(".bb.bw... bbbbbw... wwwwww... ......... {HALF}")), [""; 0]);
    }

    #[test]
    fn groups_in_seki_live() {
        let seki = ".bw.bw... .bwwbw... .bw.bw... .bwwbw... .bbbww... ...bw.... ...bw.... \
        ...bw.... ...bw....";
        assert_eq!(dead(seki), [""; 0]);
    }

    #[test]
    fn the_user_has_the_last_word() {
        // Two walls, a white stone in black's area and a living wall to be called dead.
        let board = Go.from_notation("(;SZ[9]AB[ea:ei]AW[fa:fi][bb])").expect("an SGF");
        let dead = |overrides: &Overrides| judge_groups(&board, PLAYOUTS, 1, overrides).dead;
        assert_eq!(dead(&Overrides::default()), [(1, 1)]);
        assert_eq!(dead(&Overrides { alive: vec![(1, 1)], ..Overrides::default() }), []);
        assert_eq!(dead(&Overrides { dead: vec![(4, 5)], ..Overrides::default() }).len(), 10);
    }
}
