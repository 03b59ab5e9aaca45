//! Dead stones and scores of games that GNU Go played: `tests/games/go_endings.csv`, written by
//! `tests/oracles/go_endings.py`.
//!
//! The judgement was made on games with other seeds (10000 and on); those of the file (20000 and
//! on) only measure it.

use kibitzer::games::{
    CellGrid, Game,
    go::{
        Go,
        rules::{
            Overrides, PLAYOUTS, Point, Ruleset, ScoreOptions, finnish_dead, judge_groups, score,
            territory,
        },
    },
};
use rayon::prelude::*;
use std::collections::BTreeMap;

const ENDINGS: &str = include_str!("../games/go_endings.csv");

struct Ending {
    kind: &'static str,
    seed: u32,
    board: CellGrid,
    dead: Vec<Point>,
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
    let cells = fields[3]
        .chars()
        .filter(|c| *c != '/')
        .map(|c| Go.class_of(&c.to_string()).expect("a point"));
    let board = CellGrid::from_cells(size, size, cells.collect()).expect("a board");
    let point = |name: &str| {
        (usize::from(name.as_bytes()[1] - b'a'), usize::from(name.as_bytes()[0] - b'a'))
    };
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
        seed: fields[2].parse().expect("a seed"),
        board,
        dead: points(fields[4]),
        prisoners: (black.parse().expect("prisoners"), white.parse().expect("prisoners")),
        margin: sign * margin.parse::<f64>().expect("a margin"),
    }
}

/// How a way to find dead stones does: points whose owner is the same as with GNU Go's dead stones,
/// positions with the same dead stones, and how many of both there are.
#[derive(Clone, Copy, Default)]
struct Tally {
    points: usize,
    same_points: usize,
    positions: usize,
    same_positions: usize,
}

impl Tally {
    fn add(&mut self, ending: &Ending, dead: &[Point]) {
        let owners = |dead: &[Point]| {
            territory(&ending.board, dead).owners.into_iter().map(|owner| owner.color())
        };
        let same =
            owners(dead).zip(owners(&ending.dead)).filter(|(ours, truth)| ours == truth).count();
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
    let judged: Vec<Vec<Point>> = endings
        .par_iter()
        .map(|ending| judge_groups(&ending.board, PLAYOUTS, 1, &Overrides::default()).dead)
        .collect();
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
        let text = |t: &Tally| {
            format!("{:.4} of {} points, {} positions", t.agreement(), t.points, t.same_positions)
        };
        println!(
            "{name:6} {:3} games: {}; rule of thumb {}",
            ours.positions,
            text(ours),
            text(thumb)
        );
    }
    tallies
}

fn check(tallies: &BTreeMap<&str, [Tally; 2]>) {
    for (name, [ours, thumb]) in tallies {
        assert!(ours.agreement() >= 0.97 && ours.same_positions >= thumb.same_positions, "{name}");
    }
    let [ours, thumb] = tallies["all"];
    assert!(ours.agreement() > thumb.agreement() && ours.same_positions > thumb.same_positions);
}

/// The small boards only, to be quick.
#[test]
fn the_judgement_of_small_boards_beats_the_rule_of_thumb() {
    let small: Vec<Ending> =
        endings().into_iter().filter(|ending| ending.board.rows() == 9).collect();
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
/// Games (kind, rows, seed) whose score differs from GNU Go's by a point or two. It does not count
/// empty points on which, it holds, their owner still has to play: G8, J8 and J9; L4; L13; B8; P3;
/// N12. Of the first game it says "B+9" at the end, and "B+79" when it looks at the same board
/// again.
const STILL_TO_PLAY: [(&str, usize, u32); 6] = [
    ("self", 9, 20018),
    ("self", 9, 20067),
    ("self", 13, 20021),
    ("self", 19, 20007),
    ("self", 19, 20021),
    ("weak", 13, 20000),
];

/// Scores with GNU Go's own dead stones, of the games that both sides played to the end. (Where
/// whole sides died it wants many more moves inside areas.)
#[test]
fn japanese_scores_are_gnu_gos() {
    let (mut games, mut different) = (0, Vec::new());
    for ending in endings().into_iter().filter(|ending| matches!(ending.kind, "self" | "weak")) {
        let options = ScoreOptions {
            komi: 0.0,
            prisoners: ending.prisoners,
            ..ScoreOptions::new(Ruleset::Japanese)
        };
        let margin = score(&territory(&ending.board, &ending.dead), &options).margin();
        games += 1;
        if margin != ending.margin {
            assert!(
                (margin - ending.margin).abs() <= 2.0,
                "{} {}: {margin}, not {}",
                ending.kind,
                ending.seed,
                ending.margin
            );
            different.push((ending.kind, ending.board.rows(), ending.seed));
        }
    }
    assert!(games >= 150);
    assert_eq!(different, STILL_TO_PLAY);
}

/// Games that were played until both sides passed look finished. Of those that stopped before, as
/// players do who agree on the result, some do not, for they are not.
#[test]
fn games_that_were_played_to_the_end_look_finished() {
    let (mut ended, mut stopped) = (0, 0);
    for ending in endings() {
        let open = territory(&ending.board, &ending.dead).open_points();
        if ending.kind == "early" {
            stopped += usize::from(open == 0);
        } else {
            ended += 1;
            assert_eq!(open, 0, "{} {}", ending.kind, ending.seed);
        }
    }
    assert!(ended >= 200 && stopped >= 20, "{ended} and {stopped}");
}

/// So they do with the dead stones that we find, but for one game, whose three white stones in black's
/// area we take to be alive.
#[test]
fn small_games_look_finished_with_our_dead_stones() {
    let small: Vec<Ending> = endings()
        .into_iter()
        .filter(|ending| ending.board.rows() == 9 && ending.kind != "early")
        .collect();
    let open: Vec<(&str, u32)> = small
        .par_iter()
        .filter(|ending| {
            let dead = judge_groups(&ending.board, PLAYOUTS, 1, &Overrides::default()).dead;
            territory(&ending.board, &dead).open_points() > 0
        })
        .map(|ending| (ending.kind, ending.seed))
        .collect();
    assert!(small.len() >= 100, "{}", small.len());
    assert_eq!(open, [("self", 20062)]);
}

/// No group in them hangs on who begins.
#[test]
fn small_games_that_were_played_to_the_end_are_settled() {
    let unsettled: Vec<(&str, u32)> = endings()
        .into_par_iter()
        .filter(|ending| ending.board.rows() == 9 && ending.kind != "early")
        .filter(|ending| {
            let judged = judge_groups(&ending.board, PLAYOUTS, 1, &Overrides::default());
            !judged.unsettled.is_empty()
        })
        .map(|ending| (ending.kind, ending.seed))
        .collect();
    assert_eq!(unsettled, []);
}
