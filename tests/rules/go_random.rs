//! Random games of Go against OpenSpiel, GNU Go and sgfmill: `tests/games/go_random.csv`, written
//! by `tests/oracles/go.py`.

use kibitzer::games::{
    CellGrid,
    go::rules::{GoGame, IllegalMove, Owner, Point, territory},
};

const GAMES: &str = include_str!("../games/go_random.csv");

const BLACK: u8 = 1;
const WHITE: u8 = 2;

/// The digits of a position, as the generator's description defines them.
fn digits(game: &GoGame) -> String {
    let board = game.board();
    let mut hash = 0x811C_9DC5u32;
    let mut add = |byte: u8| hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    for row in 0..board.rows() {
        for col in 0..board.cols() {
            add(board.get(row, col));
            add(u8::from(game.check((row, col)).is_ok()));
        }
    }
    let (black, white) = game.prisoners();
    for number in [black as u16, white as u16, area(board) as u16] {
        number.to_le_bytes().into_iter().for_each(&mut add);
    }
    format!("{:04x}", hash >> 16 ^ hash & 0xFFFF)
}

/// Black's stones and territory less white's, all stones alive.
fn area(board: &CellGrid) -> i16 {
    let counted = territory(board, &[]);
    let of =
        |color| (counted.count(Owner::Stone(color)) + counted.count(Owner::Area(color))) as i16;
    of(BLACK) - of(WHITE)
}

fn point(name: &[u8]) -> Option<Point> {
    (name != b"--").then(|| (usize::from(name[1] - b'a'), usize::from(name[0] - b'a')))
}

#[test]
fn every_position_is_as_three_other_programs_see_it() {
    let (mut positions, mut captures, mut repetitions) = (0, 0, 0);
    for (number, line) in GAMES.lines().skip(1).enumerate() {
        let fields: Vec<&str> = line.split(',').collect();
        let size = fields[0].parse().expect("a size");
        let mut game = GoGame::new(CellGrid::empty(size, size), true);
        let mut moves = fields[1].as_bytes().chunks(2);
        for (ply, expected) in fields[2].as_bytes().chunks(4).enumerate() {
            assert_eq!(
                digits(&game).as_bytes(),
                expected,
                "game {number}, {size}x{size}, before move {}",
                ply + 1
            );
            positions += 1;
            repetitions += u32::from(forbidden_by_repetition(&game));
            match moves.next().map(point) {
                Some(Some(at)) => game.play(at).expect("a legal move"),
                Some(None) => game.pass(),
                None => {}
            }
        }
        captures += game.prisoners().0 + game.prisoners().1;
    }
    println!(
        "{positions} positions, {captures} prisoners, {repetitions} positions where a repetition \
        is forbidden"
    );
    assert!(positions >= 10_000 && captures >= 1000 && repetitions >= 100);
}

fn forbidden_by_repetition(game: &GoGame) -> bool {
    let board = game.board();
    let mut points = (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row, col)));
    points.any(|at| game.check(at) == Err(IllegalMove::Superko))
}
