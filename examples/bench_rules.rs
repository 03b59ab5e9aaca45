//! Counts moves for `tools/bench-rules.sh`, which times it: `bench_rules GAME DEPTH` prints the
//! nodes of one perft. GAME is `english`, `russian`, `brazilian`, `international` (draughts) or
//! `chess`.

use kibitzer::games::{
    checkers::rules::{Color, Position, Variant, distinct_moves, perft},
    chess::rules::Position as Chess,
};

fn draughts(variant: &Variant, depth: u32) -> u64 {
    perft(variant, &Position::initial(variant, Color::White), depth, distinct_moves)
}

fn chess(position: &Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        moves.len() as u64
    } else {
        moves.into_iter().map(|mv| chess(&position.after(mv), depth - 1)).sum()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, depth] = args.as_slice() else { return Err("usage: bench_rules GAME DEPTH".into()) };
    let depth = depth.parse::<u32>()?.max(1);
    let nodes = match game.as_str() {
        "english" => draughts(&Variant::ENGLISH, depth),
        "russian" => draughts(&Variant::RUSSIAN, depth),
        "brazilian" => draughts(&Variant::BRAZILIAN, depth),
        "international" => draughts(&Variant::INTERNATIONAL, depth),
        "chess" => chess(&Chess::default(), depth),
        _ => return Err(format!("unknown game '{game}'").into()),
    };
    println!("{nodes}");
    Ok(())
}
