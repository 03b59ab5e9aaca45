//! The rules of draughts against two independent programs, py-draughts and pydraughts:
//! `tests/games/checkers/*.csv`. What the columns mean, and where those programs differ from the
//! rules, says `tests/oracles/checkers.py`.

use kibitzer::games::checkers::rules::{
    DrawRules, Move, Outcome, Position, Progress, Variant, distinct_moves, legal_moves,
};
use std::collections::BTreeMap;

const VARIANTS: [(Variant, &str, &str); 4] = [
    (
        Variant::ENGLISH,
        include_str!("../games/checkers/english_positions.csv"),
        include_str!("../games/checkers/english_games.csv"),
    ),
    (
        Variant::RUSSIAN,
        include_str!("../games/checkers/russian_positions.csv"),
        include_str!("../games/checkers/russian_games.csv"),
    ),
    (
        Variant::BRAZILIAN,
        include_str!("../games/checkers/brazilian_positions.csv"),
        include_str!("../games/checkers/brazilian_games.csv"),
    ),
    (
        Variant::INTERNATIONAL,
        include_str!("../games/checkers/international_positions.csv"),
        include_str!("../games/checkers/international_games.csv"),
    ),
];

/// The rows of a table, by column. Only the first field is ever quoted.
fn rows(table: &'static str) -> impl Iterator<Item = BTreeMap<&'static str, &'static str>> {
    let names: Vec<&str> = table.lines().next().expect("a header").split(',').collect();
    table.lines().skip(1).map(move |line| {
        let quoted = line.strip_prefix('"').and_then(|rest| rest.split_once("\","));
        let (first, rest) = quoted.or_else(|| line.split_once(',')).expect("two fields");
        names.iter().copied().zip(std::iter::once(first).chain(rest.split(','))).collect()
    })
}

/// FNV-1a of the lines, folded to 32 bits.
fn fnv(lines: &[String]) -> String {
    let hash = lines.join("\n").bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}

/// `29x18x9:14,22`: the squares given, then those captured.
fn name(mv: &Move, squares: &[u8]) -> String {
    let numbers = |squares: &[u8], by: &str| {
        squares.iter().map(|square| (square + 1).to_string()).collect::<Vec<_>>().join(by)
    };
    let captured: Vec<u8> = (0..64).filter(|square| mv.captured & (1 << square) != 0).collect();
    format!(
        "{}:{}",
        numbers(squares, if captured.is_empty() { "-" } else { "x" }),
        numbers(&captured, ",")
    )
}

fn route(mv: &Move) -> String {
    name(mv, &[&[mv.from], &mv.path[..]].concat())
}

/// The moves by the name that does not tell the route.
fn moves(variant: &Variant, position: &Position) -> BTreeMap<String, Move> {
    distinct_moves(variant, position)
        .into_iter()
        .map(|mv| (name(&mv, &[mv.from, mv.to()]), mv))
        .collect()
}

#[test]
fn positions_have_the_same_moves() {
    for (variant, table, _) in &VARIANTS {
        let mut count = 0;
        for row in rows(table) {
            let fen = row["fen"];
            let position = Position::from_fen(variant, fen).expect("a PDN FEN");
            assert_eq!(position.to_fen(variant), fen);
            let lines: Vec<String> = moves(variant, &position)
                .iter()
                .map(|(name, mv)| format!("{name}>{}", position.after(mv).to_fen(variant)))
                .collect();
            assert_eq!(fnv(&lines), row["moves"], "{fen}: {lines:?}");
            let mut routes: Vec<String> =
                legal_moves(variant, &position).iter().map(route).collect();
            routes.sort();
            assert_eq!(fnv(&routes), row["routes"], "{fen}: {routes:?}");
            count += 1;
        }
        assert_eq!(count, 2500);
    }
}

/// When each kind of draw was there first, in plies.
#[derive(Default)]
struct Draws {
    repetition: Option<usize>,
    any: Option<usize>,
    /// Any that is not an ending that lasts too long.
    without_endings: Option<usize>,
    /// Any, endings counted as pydraughts counts them.
    other_endings: Option<usize>,
}

/// What pydraughts counts endings by, in plies.
#[derive(Clone, Copy, Default)]
struct Counts {
    since_capture: usize,
    since_man: usize,
}

impl Counts {
    fn after(self, from: &Position, mv: &Move) -> Self {
        let since_capture = if mv.is_capture() { 0 } else { self.since_capture + 1 };
        let man = from.kings & (1 << mv.from) == 0;
        Self {
            since_capture,
            since_man: if man || mv.is_capture() { 0 } else { self.since_man + 1 },
        }
    }

    /// Whether pydraughts sees an ending that has lasted too long.
    fn ending_too_long(self, rules: DrawRules, position: &Position) -> bool {
        let sides = [position.white, position.black]
            .map(|pieces| (pieces, (pieces & position.kings).count_ones()));
        let [(white, white_kings), (black, black_kings)] = sides;
        let lone = |lone: u64, strong: u64, strong_kings: u32| {
            let pieces = strong.count_ones();
            let alone = lone.count_ones() == 1 && lone & position.kings != 0 && strong_kings > 0;
            alone
                && self.lone_king_too_long(
                    rules,
                    pieces,
                    lone & MAIN_ROAD != 0 && strong & MAIN_ROAD == 0,
                )
        };
        let even = white.count_ones() == black.count_ones()
            && white_kings == black_kings
            && white_kings > 0;
        let even_too_long = match white.count_ones() {
            4 | 5 => self.since_capture >= 60,
            6 | 7 => self.since_capture >= 120,
            _ => false,
        };
        lone(white, black, black_kings)
            || lone(black, white, white_kings)
            || (even && even_too_long && rules == DrawRules::Section64)
    }

    fn lone_king_too_long(self, rules: DrawRules, pieces: u32, on_road: bool) -> bool {
        match (rules, pieces) {
            (DrawRules::International, 1 | 2) => self.since_man >= 10,
            (DrawRules::International, 3) => self.since_man >= 32,
            (DrawRules::Section64, 2) => self.since_capture >= 10,
            (DrawRules::Section64, 3) => on_road && self.since_capture >= 10,
            _ => false,
        }
    }
}

/// The long diagonal of the board of 64 squares: 4, 8, 11, 15, 18, 22, 25 and 29.
const MAIN_ROAD: u64 = 1 << 3 | 1 << 7 | 1 << 10 | 1 << 14 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 28;

/// Plays a game from the table; checks its positions.
fn play(variant: &Variant, row: &BTreeMap<&str, &str>) -> Draws {
    let start = Position::from_fen(variant, row["start"]).expect("a PDN FEN");
    let (mut game, mut draws, mut fens) =
        (Progress::new(*variant, start), Draws::default(), vec![row["start"].to_owned()]);
    let mut counts = Counts::default();
    for (ply, code) in (1..).zip(row["moves"].bytes()) {
        let mv = moves(variant, game.position())
            .into_values()
            .nth(usize::from(code - b'0'))
            .expect("a move");
        counts = counts.after(game.position(), &mv);
        game.play(&mv);
        fens.push(game.position().to_fen(variant));
        let outcome = game.outcome();
        let known = matches!(outcome, Outcome::Repetition | Outcome::NoProgress);
        let first = |seen: &mut Option<usize>, now: bool| *seen = seen.or(now.then_some(ply));
        first(&mut draws.repetition, game.times_seen() >= 3);
        first(&mut draws.without_endings, known);
        first(&mut draws.any, known || outcome == Outcome::EndingTooLong);
        first(
            &mut draws.other_endings,
            known || counts.ending_too_long(variant.draws, game.position()),
        );
    }
    assert_eq!(fnv(&fens), row["hash"], "{row:?}");
    draws
}

#[test]
fn games_have_the_same_positions_and_draws() {
    for (variant, _, table) in &VARIANTS {
        let games: Vec<_> = rows(table).collect();
        assert_eq!(games.len(), 250);
        for row in games {
            let draws = play(variant, &row);
            let at = |name: &str| row[name].parse::<usize>().ok();
            assert_eq!(draws.repetition, at("repetition"), "{row:?}");
            let known = at("repetition").into_iter().chain(at("quiet")).min();
            assert_eq!(draws.without_endings, known, "{row:?}");
            // Of the endings, py-draughts knows those of international draughts, and pydraughts
            // counts otherwise.
            let all = if variant.draws == DrawRules::Section64 {
                draws.without_endings
            } else {
                draws.any
            };
            assert_eq!([at("draw"), at("draw2")], [all, draws.other_endings], "{row:?}");
        }
    }
}
