//! Random moves of Qwirkle, legal and illegal, against another implementation of the rules:
//! `tests/games/qwirkle_random.csv`, written by `tests/oracles/qwirkle.py`, which describes the
//! columns.

use kibitzer::games::{
    CellGrid,
    qwirkle::rules::{BonusSquares, Cell, Fault, Play, Rules, Table, check, hints, score},
};

const MOVES: &str = include_str!("../games/qwirkle_random.csv");

fn digit(byte: u8) -> i32 {
    char::from(byte).to_digit(36).expect("a digit") as i32
}

fn tiles(text: &str) -> Vec<(Cell, u8)> {
    let tile = |c: &[u8]| ((digit(c[0]) - 10, digit(c[1]) - 10), digit(c[2]) as u8 + 1);
    text.as_bytes().chunks(3).map(tile).collect()
}

fn with(table: &Table, tiles: &[(Cell, u8)]) -> Table {
    let mut after = table.clone();
    tiles.iter().for_each(|&(cell, tile)| after.put(cell, tile));
    after
}

/// The sum of the faults as the generator numbers them.
fn sum(faults: &[Fault]) -> u32 {
    let number = |fault: &Fault| match fault {
        Fault::Nothing => 1,
        Fault::Moved(_) => 2,
        Fault::Outside(_) => 4,
        Fault::NotInLine(_) => 8,
        Fault::Gap(_) => 16,
        Fault::Apart(_) => 32,
        Fault::EqualTiles(_) => 64,
        Fault::Mixed(_) => 128,
        Fault::TooLong(_) => 256,
        Fault::TooMany(..) => 512,
        other => panic!("{other:?} is not in the generator"),
    };
    faults.iter().map(number).fold(0, |sum, number| sum | number)
}

/// What the rules say about new tiles: the score, or `-` and the faults.
fn verdict(before: &Table, after: &Table, rules: &Rules, bonus: &BonusSquares) -> String {
    match check(before, after, rules) {
        Ok(play) => score(after, &play.cells(), bonus).total.to_string(),
        Err(faults) => format!("-{}", sum(&faults)),
    }
}

fn bonus_squares(start: &Table) -> BonusSquares {
    let mut board = CellGrid::empty(16, 16);
    start.iter().for_each(|((row, col), tile)| board.set(row as usize, col as usize, tile));
    BonusSquares::from_start(&board).expect("a start position")
}

#[test]
fn every_move_is_judged_as_by_the_other_implementation() {
    let (mut legal, mut illegal, mut hinted) = (0, 0, 0);
    let mut seen = 0;
    for (number, line) in MOVES.lines().skip(1).enumerate() {
        let fields: Vec<&str> = line.split(',').collect();
        let mut table = with(&Table::default(), &tiles(fields[1]));
        let (rules, bonus) = match fields[0] {
            "connect" => (Rules::CONNECT, bonus_squares(&table)),
            _ => (Rules::CLASSIC, BonusSquares::NONE),
        };
        for trial in fields[2].split(' ') {
            let (new, expected) = trial.split_once(':').expect("a trial");
            let after = with(&table, &tiles(new));
            let found = verdict(&table, &after, &rules, &bonus);
            assert_eq!(found, expected.trim_end_matches('!'), "game {number}: {new}");
            if let Some(faults) = found.strip_prefix('-') {
                illegal += 1;
                seen |= faults.parse::<u32>().expect("a sum");
            } else {
                legal += 1;
            }
            if expected.ends_with('!') {
                table = after;
            }
        }
        if let [hand, count, points] = fields[3].split(':').collect::<Vec<_>>()[..] {
            let hand: Vec<u8> = hand.bytes().map(|byte| digit(byte) as u8 + 1).collect();
            let all = hints(&table, &hand, &rules, &bonus);
            let sum: u32 = all.iter().map(|hint| hint.points).sum();
            assert_eq!(
                (all.len().to_string(), sum.to_string()),
                (count.into(), points.into()),
                "game {number}"
            );
            assert!(all.is_sorted_by(|a, b| a.points >= b.points));
            hinted += 1;
        }
    }
    println!("{legal} legal and {illegal} illegal moves, {hinted} positions with all moves");
    assert!(legal + illegal >= 10_000 && illegal >= 2000 && hinted >= 40);
    assert_eq!(seen, (1 << 10) - 1, "every fault occurs");
}

#[test]
fn new_tiles_are_what_lies_where_nothing_lay() {
    let before = with(&Table::default(), &[((0, 0), 1)]);
    let after = with(&Table::default(), &[((0, 0), 2), ((0, 1), 3)]);
    assert_eq!(Play::between(&before, &after).tiles, [((0, 1), 3)]);
}
