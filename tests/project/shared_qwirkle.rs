//! Every scored move of `../shared/data/qwirkle`, where that folder is, with the course's own
//! files.

use kibitzer::{
    dataset::manifest::parse_cells,
    games::{
        CellGrid, Game,
        qwirkle::{
            Qwirkle,
            rules::{BonusSquares, Cell, Play, Rules, Table, check, course_lines, score},
        },
    },
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The move in whose file a tile has the wrong cell, as the data's README says.
const WRONG_CELL: (&str, u64) = ("trainbonus", 19);

/// The labels of a kind of file, by game and move; none where the folder is missing.
fn labels(file: &str) -> BTreeMap<(String, u64), (PathBuf, Value)> {
    let root = std::env::var("CARGO_MANIFEST_DIR")
        .unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
    let sources = fs::read_dir(Path::new(&root).join("../shared/data/qwirkle"))
        .into_iter()
        .flatten()
        .flatten();
    let mut found = BTreeMap::new();
    for folder in sources.map(|source| source.path()) {
        for line in fs::read_to_string(folder.join(file)).unwrap_or_default().lines() {
            let label: Value = serde_json::from_str(line).expect("JSON");
            if let (Some(game), Some(number)) = (label["x_game"].as_str(), label["x_move"].as_u64())
            {
                found.insert((game.to_owned(), number), (folder.clone(), label.clone()));
            }
        }
    }
    found
}

fn tile(code: &Value) -> u8 {
    Qwirkle.class_of(code.as_str().expect("a code")).expect("a tile")
}

/// Checks the score of a move against both figures of the label.
fn check_score(game: &str, number: u64, points: u32, label: &Value) {
    for field in ["x_score_rules", "x_score_gt"] {
        assert_eq!(label[field], points, "{game} move {number}: {field}");
    }
}

#[test]
fn every_move_on_the_board() {
    let labels = labels("labels.jsonl");
    let (mut table, mut bonus, mut moves, mut files) = (Table::default(), BonusSquares::NONE, 0, 0);
    for ((game, number), (folder, label)) in &labels {
        let rows: Vec<String> = serde_json::from_value(label["cells"].clone()).expect("rows");
        let board = parse_cells(&Qwirkle, &rows).expect("a board");
        let after = Table::from_board(&board);
        if *number == 0 {
            (table, bonus) = (after, BonusSquares::from_start(&board).expect("a start"));
            continue;
        }
        let play = check(&table, &after, &Rules::CONNECT)
            .unwrap_or_else(|faults| panic!("{game} move {number}: {faults:?}"));
        let points = score(&after, &play.cells(), &bonus).total;
        check_score(game, *number, points, label);
        let file = folder
            .join(format!("gt_txt/train/{}_{number:02}.txt", game.trim_start_matches("train")));
        if let Ok(text) = fs::read_to_string(file) {
            assert_eq!(course_lines(&play, points), text, "{game} move {number}");
            files += 1;
        }
        table = after;
        moves += 1;
    }
    println!("{moves} moves on the board, {files} files of the course");
    assert!(labels.is_empty() || (moves >= 80 && files >= 80), "{moves} moves, {files} files");
}

#[test]
fn every_move_without_a_board() {
    let labels = labels("labels_noboard.jsonl");
    let (mut table, mut last, mut moves) = (Table::default(), String::new(), 0);
    for ((game, number), (folder, label)) in &labels {
        if *game != last {
            (table, last) = (Table::default(), game.clone());
        }
        let mut after = table.clone();
        let cell = |tile: &Value| -> Cell {
            (-tile[1].as_i64().expect("y") as i32, tile[0].as_i64().expect("x") as i32)
        };
        let new = label["x_new"].as_array().expect("tiles");
        new.iter().for_each(|t| after.put(cell(t), tile(&t[2])));
        let play = check(&table, &after, &Rules::CLASSIC)
            .unwrap_or_else(|faults| panic!("{game} move {number}: {faults:?}"));
        let points = score(&after, &play.cells(), &BonusSquares::NONE).total;
        check_score(game, *number, points, label);
        let file = folder.join(format!("gt_txt/train_bonus/1_{number:02}.txt"));
        if let (Ok(text), "trainbonus") = (fs::read_to_string(file), game.as_str()) {
            assert_eq!(
                course_tiles(&text, (game.as_str(), *number) == WRONG_CELL),
                tile_lines(&play),
                "{game} move {number}"
            );
        }
        table = after;
        moves += 1;
    }
    println!("{moves} moves without a board");
    assert!(labels.is_empty() || moves >= 20, "{moves} moves");
}

/// The new tiles as `x y tile`, y upward, sorted.
fn tile_lines(play: &Play) -> Vec<String> {
    let line = |&((row, col), tile): &(Cell, u8)| {
        format!("{col} {} {}", -row, Qwirkle.classes()[usize::from(tile)].code)
    };
    let mut lines: Vec<String> = play.tiles.iter().map(line).collect();
    lines.sort();
    lines
}

/// The tiles of the course's file in the same way: its lines are in no certain order, and some end
/// with a blank.
fn course_tiles(text: &str, wrong_cell: bool) -> Vec<String> {
    let correct =
        |line: &str| if wrong_cell { line.replace("4 -4 6B", "4 -7 6B") } else { line.to_owned() };
    let mut lines: Vec<String> =
        text.lines().map(str::trim).filter(|line| line.contains(' ')).map(correct).collect();
    lines.sort();
    lines
}

#[test]
fn the_bonus_squares_are_those_of_the_data() {
    let root = std::env::var("CARGO_MANIFEST_DIR")
        .unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
    let Ok(text) =
        fs::read_to_string(Path::new(&root).join("../shared/data/qwirkle/bonus_squares.json"))
    else {
        return;
    };
    let squares: BTreeMap<String, BTreeMap<String, Vec<String>>> =
        serde_json::from_str(&text).expect("JSON");
    for ((game, number), (_, label)) in labels("labels.jsonl") {
        let Some(known) = squares.get(&game).filter(|_| number == 0) else { continue };
        let rows: Vec<String> = serde_json::from_value(label["cells"].clone()).expect("rows");
        let board = parse_cells(&Qwirkle, &rows).expect("a board");
        let bonus = BonusSquares::from_start(&board).expect("a start");
        for (key, points) in [("plus1", 1), ("plus2", 2)] {
            assert_eq!(named(&board, &bonus, points), known[key], "{game} {key}");
        }
    }
}

/// The names of the squares worth so many points, row by row.
fn named(board: &CellGrid, bonus: &BonusSquares, points: u8) -> Vec<String> {
    let cells = (0..16).flat_map(|row| (0..16).map(move |col| (row, col)));
    let worth = cells.filter(|&(row, col)| bonus.get((row, col)) == points);
    worth.map(|(row, col)| Qwirkle.cell_name(board, row as usize, col as usize)).collect()
}
