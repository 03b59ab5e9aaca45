//! Whole games of Qwirkle whose scores others published: `tests/games/qwirkle_moves.csv`.

use kibitzer::games::{
    CellGrid, Game,
    qwirkle::{
        Qwirkle,
        rules::{BonusSquares, Cell, Rules, Table, check, course_lines, hints, score},
    },
};

const MOVES: &str = include_str!("../games/qwirkle_moves.csv");

struct Row {
    game: &'static str,
    number: u32,
    tiles: Vec<(&'static str, u8)>,
    score: Option<u32>,
}

/// The rows of the table; tiles are the only quoted field.
fn rows() -> Vec<Row> {
    MOVES.lines().skip(1).map(row).collect()
}

fn row(line: &'static str) -> Row {
    let tiles = line.split('"').nth(1);
    let bare: Vec<&str> = line.split(',').collect();
    let tiles = tiles.unwrap_or(bare[2]);
    let tile = |text: &'static str| {
        let (cell, code) = text.split_once(' ').expect("a cell and a tile");
        (cell, Qwirkle.class_of(code).expect("a tile"))
    };
    let score = bare[bare.len() - 2].parse().ok();
    Row {
        game: bare[0],
        number: bare[1].parse().expect("a number"),
        tiles: tiles.split(';').map(tile).collect(),
        score,
    }
}

/// `8G`: row, then column.
fn board_cell(name: &str) -> Cell {
    let (row, col) = name.split_at(name.len() - 1);
    (row.parse::<i32>().expect("a row") - 1, i32::from(col.as_bytes()[0] - b'A'))
}

/// `x,y`, y upward.
fn table_cell(name: &str) -> Cell {
    let (x, y) = name.split_once(',').expect("x,y");
    (-y.parse::<i32>().expect("y"), x.parse().expect("x"))
}

/// Lays a move, checks that it is legal and among the hints, and returns its score and the course's
/// lines.
fn play(
    table: &mut Table,
    tiles: &[(Cell, u8)],
    rules: &Rules,
    bonus: &BonusSquares,
) -> (u32, String) {
    let before = table.clone();
    tiles.iter().for_each(|&(cell, tile)| table.put(cell, tile));
    let found = check(&before, table, rules).expect("a legal move");
    let points = score(table, &found.cells(), bonus).total;
    let hand: Vec<u8> = tiles.iter().map(|tile| tile.1).collect();
    let hint = hints(&before, &hand, rules, bonus).into_iter().find(|hint| hint.play == found);
    assert_eq!(hint.map(|hint| hint.points), Some(points));
    (points, course_lines(&found, points))
}

#[test]
fn every_move_on_the_board_scores_as_published() {
    let (mut table, mut bonus, mut moves) = (Table::default(), BonusSquares::NONE, 0);
    for row in rows().iter().filter(|row| row.game != "trainbonus") {
        let tiles: Vec<(Cell, u8)> =
            row.tiles.iter().map(|&(cell, tile)| (board_cell(cell), tile)).collect();
        if row.number == 0 {
            let mut board = CellGrid::empty(16, 16);
            tiles.iter().for_each(|&((r, c), tile)| board.set(r as usize, c as usize, tile));
            assert_eq!(Qwirkle.violations(&board), []);
            (table, bonus) = (
                Table::from_board(&board),
                BonusSquares::from_start(&board).expect("a start position"),
            );
            continue;
        }
        let (points, lines) = play(&mut table, &tiles, &Rules::CONNECT, &bonus);
        assert_eq!(Some(points), row.score, "{} move {}", row.game, row.number);
        // The file's own tiles are in the course's order, its score stands on the last line without
        // a line break.
        let file: String = row
            .tiles
            .iter()
            .map(|(cell, tile)| format!("{cell} {}\n", Qwirkle.classes()[usize::from(*tile)].code))
            .collect();
        assert_eq!(lines, format!("{file}{points}"));
        moves += 1;
    }
    assert_eq!(moves, 80);
}

#[test]
fn every_move_without_a_board_scores_as_published() {
    let mut table = Table::default();
    for row in rows().iter().filter(|row| row.game == "trainbonus") {
        let tiles: Vec<(Cell, u8)> =
            row.tiles.iter().map(|&(cell, tile)| (table_cell(cell), tile)).collect();
        let (points, _) = play(&mut table, &tiles, &Rules::CLASSIC, &BonusSquares::NONE);
        assert_eq!(Some(points), row.score, "move {}", row.number);
    }
}
