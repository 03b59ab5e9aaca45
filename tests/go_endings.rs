//! Dead stones and scores of games that GNU Go played: `tests/games/go_endings.csv`, written by `tests/oracles/go_endings.py`.
//!
//! The judgement was made on games with other seeds (10000 and on); those of the file (20000 and on) only measure it.

use kibitzer::games::{
    CellGrid, Game,
    go::{
        Go,
        rules::{Overrides, PLAYOUTS, Point, Ruleset, ScoreOptions, finnish_dead, judge_groups, score, territory},
    },
};
use rayon::prelude::*;
use std::collections::BTreeMap;

const ENDINGS: &str = include_str!("games/go_endings.csv");

struct Ending {
    kind: &'static str,
    board: CellGrid,
    dead: Vec<Point>,
    seki: Vec<Point>,
    prisoners: (u32, u32),
    /// Black's points less white's, by GNU Go.
    margin: f64,
}

fn endings() -> Vec<Ending> {
    ENDINGS.lines().skip(1).map(ending).collect()
}

fn ending(line: &'static str) -> Ending {
    let fields: Vec<&str> = line.split(',').collect();
    let size: usize = fields[1].parse().expect("a size");
    let cells = fields[3].chars().filter(|c| *c != '/').map(|c| Go.class_of(&c.to_string()).expect("a point"));
    let board = CellGrid::from_cells(size, size, cells.collect()).expect("a board");
    let point = |name: &str| (usize::from(name.as_bytes()[1] - b'a'), usize::from(name.as_bytes()[0] - b'a'));
    let points = |text: &str| {
        let mut points: Vec<Point> = text.split_whitespace().map(point).collect();
        points.sort_unstable();
        points
    };
    let (black, white) = fields[6].split_once(' ').expect("prisoners");
    let (winner, margin) = fields[7].split_once('+').unwrap_or(("B", "0"));
    let sign = if winner == "B" { 1.0 } else { -1.0 };
    Ending {
        kind: fields[0],
        board,
        dead: points(fields[4]),
        seki: points(fields[5]),
        prisoners: (black.parse().expect("prisoners"), white.parse().expect("prisoners")),
        margin: sign * margin.parse::<f64>().expect("a margin"),
    }
}

/// How a way to find dead stones does: points whose owner is the same as with GNU Go's dead stones, positions with the same
/// dead stones, and how many of both there are.
#[derive(Clone, Copy, Default)]
struct Tally {
    points: usize,
    same_points: usize,
    positions: usize,
    same_positions: usize,
}

impl Tally {
    fn add(&mut self, ending: &Ending, dead: &[Point]) {
        let owners = |dead: &[Point]| territory(&ending.board, dead).owners.into_iter().map(|owner| owner.color());
        let same = owners(dead).zip(owners(&ending.dead)).filter(|(ours, truth)| ours == truth).count();
        self.points += ending.board.cells().len();
        self.same_points += same;
        self.positions += 1;
        self.same_positions += usize::from(dead == ending.dead);
    }

    fn agreement(&self) -> f64 {
        self.same_points as f64 / self.points as f64
    }
}

/// For each kind of game, and for all, how our judgement and the document's rule of thumb do.
fn tallies(endings: &[Ending]) -> BTreeMap<&'static str, [Tally; 2]> {
    let judged: Vec<Vec<Point>> =
        endings.par_iter().map(|ending| judge_groups(&ending.board, PLAYOUTS, 1, &Overrides::default()).dead).collect();
    let mut tallies: BTreeMap<&str, [Tally; 2]> = BTreeMap::new();
    for (ending, ours) in endings.iter().zip(&judged) {
        let thumb = finnish_dead(&ending.board);
        for name in [ending.kind, "all"] {
            let tally = tallies.entry(name).or_default();
            tally[0].add(ending, ours);
            tally[1].add(ending, &thumb);
        }
    }
    for (name, [ours, thumb]) in &tallies {
        let text = |t: &Tally| format!("{:.4} of {} points, {} positions", t.agreement(), t.points, t.same_positions);
        println!("{name:6} {:3} games: {}; rule of thumb {}", ours.positions, text(ours), text(thumb));
    }
    tallies
}

fn check(tallies: &BTreeMap<&str, [Tally; 2]>) {
    for (name, [ours, thumb]) in tallies {
        assert!(ours.agreement() >= 0.97, "{name}");
        assert!(ours.agreement() > thumb.agreement() && ours.same_positions >= thumb.same_positions, "{name}");
    }
}

/// The small boards only, to be quick.
#[test]
fn the_judgement_of_small_boards_beats_the_rule_of_thumb() {
    let small: Vec<Ending> = endings().into_iter().filter(|ending| ending.board.rows() == 9).collect();
    assert!(small.iter().filter(|ending| ending.kind == "self").count() >= 50);
    check(&tallies(&small));
}

#[test]
#[ignore = "slow: make test-slow"]
fn the_judgement_beats_the_rule_of_thumb() {
    let all = endings();
    assert!(all.iter().filter(|ending| ending.kind == "self").count() >= 100);
    check(&tallies(&all));
}
#[test]
fn japanese_scores_agree() {
    for e in endings() {
        let t = territory(&e.board, &e.dead);
        let s = score(&t, &ScoreOptions { komi: 0.0, prisoners: e.prisoners, ..ScoreOptions::new(Ruleset::Japanese) });
        if s.margin() != e.margin {
            println!("{} {} ours {} gnu {} seki {:?}", e.kind, e.board.rows(), s.margin(), e.margin, e.seki);
            println!("{}", Go.draw(&e.board, false));
            println!("{:?}", e.dead);
        }
    }
}
