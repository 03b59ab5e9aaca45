//! Dead stones in games that GNU Go played against itself: `tests/games/go_endings.csv`.

use kibitzer::games::{
    CellGrid, Game,
    go::{
        Go,
        rules::{Overrides, Point, finnish_dead, judge_groups, territory},
    },
};

const ENDINGS: &str = include_str!("games/go_endings.csv");

struct Ending {
    seed: u32,
    board: CellGrid,
    dead: Vec<Point>,
}

fn endings() -> Vec<Ending> {
    ENDINGS.lines().skip(1).map(ending).collect()
}

fn ending(line: &str) -> Ending {
    let fields: Vec<&str> = line.split(',').collect();
    let size: usize = fields[0].parse().expect("a size");
    let cells = fields[2].chars().filter(|c| *c != '/').map(|c| Go.class_of(&c.to_string()).expect("a point"));
    let board = CellGrid::from_cells(size, size, cells.collect()).expect("a board");
    let point = |name: &str| (usize::from(name.as_bytes()[1] - b'a'), usize::from(name.as_bytes()[0] - b'a'));
    Ending { seed: fields[1].parse().expect("a seed"), board, dead: fields[3].split_whitespace().map(point).collect() }
}

/// The share of points whose owner is the same with these dead stones as with GNU Go's.
fn agreement(endings: &[Ending], dead: impl Fn(&CellGrid) -> Vec<Point>) -> f64 {
    let (mut same, mut all) = (0, 0);
    for ending in endings {
        let colors = |dead: &[Point]| {
            let owners = territory(&ending.board, dead).owners;
            owners.iter().map(|owner| owner.color()).collect::<Vec<_>>()
        };
        let (truth, ours) = (colors(&ending.dead), colors(&dead(&ending.board)));
        same += truth.iter().zip(&ours).filter(|(a, b)| a == b).count();
        all += truth.len();
    }
    same as f64 / all as f64
}

/// Games with seeds from here on were not looked at while the judgement was made.
const FRESH: u32 = 5000;

#[test]
fn the_judgement_agrees_with_gnu_go() {
    let (known, fresh): (Vec<_>, Vec<_>) = endings().into_iter().partition(|ending| ending.seed < FRESH);
    assert!(known.len() + fresh.len() >= 100 && fresh.len() >= 30);
    for (name, endings) in [("known", known), ("fresh", fresh)] {
        let ours = agreement(&endings, |board| judge_groups(board, 200, 1, &Overrides::default()).dead);
        let finnish = agreement(&endings, finnish_dead);
        let nothing = agreement(&endings, |_| Vec::new());
        println!("{} {name} games: {ours:.4}, rule of thumb {finnish:.4}, no dead stones {nothing:.4}", endings.len());
        assert!(ours >= 0.97, "{name}: {ours:.4}");
        assert!(ours >= finnish && finnish > nothing, "{name}: {ours:.4} {finnish:.4} {nothing:.4}");
    }
}
