//! How long dead stones take: medians over the end positions of `tests/games/go_endings.csv`, or of
//! a file like it.
//!
//! `cargo run --release --no-default-features --example dead_stones [FILE.csv]`

use kibitzer::games::{
    CellGrid, Game,
    go::{
        Go,
        rules::{Overrides, PLAYOUTS, finnish_dead, judge_groups},
    },
};
use std::{collections::BTreeMap, error::Error, fs, hint::black_box, time::Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "tests/games/go_endings.csv".to_owned());
    let mut times: BTreeMap<usize, Vec<[f64; 2]>> = BTreeMap::new();
    for line in fs::read_to_string(file)?.lines().skip(1) {
        let board = board(line).ok_or_else(|| format!("no position: {line}"))?;
        let ours = milliseconds(|| {
            drop(black_box(judge_groups(&board, PLAYOUTS, 1, &Overrides::default())))
        });
        let thumb = milliseconds(|| drop(black_box(finnish_dead(&board))));
        times.entry(board.rows()).or_default().push([ours, thumb]);
    }
    println!("size  positions  ms a position  slowest  rule of thumb");
    for (size, times) in times {
        let sorted = |i: usize| {
            let mut column: Vec<f64> = times.iter().map(|time| time[i]).collect();
            column.sort_by(f64::total_cmp);
            column
        };
        let (ours, thumb, count) = (sorted(0), sorted(1), times.len());
        println!(
            "{size:>4}  {count:>9}  {:>13.1}  {:>7.1}  {:>13.2}",
            ours[count / 2],
            ours[count - 1],
            thumb[count / 2]
        );
    }
    Ok(())
}

/// The position of a line: kind, size, seed, rows joined by `/`, and more.
fn board(line: &str) -> Option<CellGrid> {
    let fields: Vec<&str> = line.split(',').collect();
    let size = fields.get(1)?.parse().ok()?;
    let cells = fields.get(3)?.chars().filter(|c| *c != '/').map(|c| Go.class_of(&c.to_string()));
    CellGrid::from_cells(size, size, cells.collect::<Option<_>>()?)
}

fn milliseconds(work: impl Fn()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}
