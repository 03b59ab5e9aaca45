//! Judging chess.

use super::{
    JudgeArgs,
    report::{Report, changed},
};
use crate::commands::{boards::Given, wrong::Wrong};
use kibitzer::{
    games::{
        CellGrid, GameId,
        chess::rules::{Outcome, Position, Reason, Verdict, judge as judge_position, judge_boards},
    },
    messages::Message,
};
use serde_json::{Value, json};

/// What is written in a FEN where a photo does not show it; see `kibitzer read`.
const UNKNOWN: [&str; 3] = ["w", "-", "-"];

pub fn judge(args: &JudgeArgs, before: &Given, after: &Given) -> Report {
    let side = args.side.map(|side| side.is_white());
    let position = before.notation().and_then(full_position).filter(|p| side.is_none_or(|white| white == p.white_to_move()));
    let verdict = match (position, side) {
        (Some(position), _) => judge_position(&position, &after.board),
        (None, Some(white)) => judge_boards(&before.board, &after.board, white),
        (None, None) => judge_either(&before.board, &after.board),
    };
    let board = before.board.clone();
    Report {
        game: GameId::Chess,
        verdict: match verdict {
            Verdict::Unchanged => "unchanged",
            Verdict::Legal { .. } => "legal",
            Verdict::Illegal { .. } => "illegal",
        },
        sentences: sentences(&verdict),
        wrong: wrong(&verdict),
        cells: cells(&verdict, &before.board, &after.board),
        cell_name: Box::new(move |(row, col)| GameId::Chess.game().cell_name(&board, row, col)),
        boards: [before.board.clone(), after.board.clone()],
        details: details(&verdict),
    }
}

/// The position of a FEN that says more than where the pieces stand.
fn full_position(fen: &str) -> Option<Position> {
    let fields: Vec<&str> = fen.split_whitespace().skip(1).take(3).collect();
    if fields.len() < 3 || fields == UNKNOWN { None } else { Position::from_fen(fen.trim()).ok() }
}

/// Judges the change as white's move and as black's, and takes the verdict that explains more.
fn judge_either(before: &CellGrid, after: &CellGrid) -> Verdict {
    let [white, black] = [true, false].map(|white| judge_boards(before, after, white));
    if explains(&black) > explains(&white) { black } else { white }
}

const fn explains(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Illegal { reason: Reason::NoPosition, .. } => 0,
        Verdict::Illegal { reason: Reason::WrongSide, .. } => 1,
        Verdict::Illegal { .. } => 2,
        _ => 3,
    }
}

fn wrong(verdict: &Verdict) -> Vec<Wrong> {
    match verdict {
        Verdict::Illegal { reason, cells } => vec![Wrong { reason: reason.message(), cells: cells.clone() }],
        _ => Vec::new(),
    }
}

/// The verdict, and after a legal move check and the end of the game.
fn sentences(verdict: &Verdict) -> Vec<Message> {
    match verdict {
        Verdict::Unchanged => vec![verdict.message()],
        Verdict::Illegal { .. } => Vec::new(),
        Verdict::Legal { next, end, .. } => {
            let check = next.in_check() && !matches!(end, Outcome::Won { .. });
            let check = check.then(|| Message::new("chess-check").side("side", next.white_to_move()));
            [verdict.message()].into_iter().chain(check).chain(end.message()).collect()
        }
    }
}

/// The squares that a move changed, or those where something is wrong.
fn cells(verdict: &Verdict, before: &CellGrid, after: &CellGrid) -> Vec<(usize, usize)> {
    match verdict {
        Verdict::Illegal { cells, .. } => cells.clone(),
        _ => changed(before, after),
    }
}

fn details(verdict: &Verdict) -> Value {
    let side = |white| if white { "white" } else { "black" };
    match verdict {
        Verdict::Legal { san, next, end, .. } => json!({
            "mover": side(!next.white_to_move()),
            "move": san,
            "check": next.in_check(),
            "end": end.message().map(|message| message.key()),
            "winner": if let Outcome::Won { white } = end { Some(side(*white)) } else { None },
            "fen": next.to_fen(),
        }),
        _ => json!({ "mover": null, "move": null, "check": null, "end": null, "winner": null, "fen": null }),
    }
}
