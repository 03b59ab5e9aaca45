//! Judging Go.

use super::{JudgeArgs, report::Report};
use crate::commands::{
    boards::{Boards, Given, Source, align},
    wrong::Wrong,
};
use kibitzer::{
    games::{
        CellGrid, GameId,
        go::{
            rules::{Reason, Verdict, judge as judge_boards},
            sgf::{Color, Record},
        },
    },
    messages::Message,
};
use serde_json::{Value, json};

pub fn judge(
    args: &JudgeArgs,
    before: &Given,
    after: &Given,
    boards: &mut Boards<'_>,
) -> anyhow::Result<Report> {
    let mut history = Vec::new();
    for name in &args.history {
        let earlier = boards.get(name)?;
        let photo = matches!(earlier.source, Source::Photo);
        history.push(if photo {
            align(GameId::Go, &before.board, earlier.board)
        } else {
            earlier.board
        });
    }
    let black_to_move = args
        .side
        .map(|side| !side.is_white())
        .or_else(|| before.notation().and_then(black_to_move));
    let verdict = judge_boards(&before.board, &after.board, black_to_move, &history);
    let verdict = match before.notation() {
        Some(sgf) => not_repeated(verdict, sgf),
        None => verdict,
    };
    let board = before.board.clone();
    let name = move |(row, col)| GameId::Go.game().cell_name(&board, row, col);
    Ok(Report {
        game: GameId::Go,
        verdict: match verdict {
            Verdict::Unchanged => "unchanged",
            Verdict::Legal { .. } => "legal",
            Verdict::Illegal { .. } => "illegal",
        },
        sentences: sentences(&verdict, &before.board, &name),
        wrong: wrong(&verdict),
        cells: cells(&verdict),
        details: details(&verdict, &name),
        cell_name: Box::new(name),
        boards: [before.board.clone(), after.board.clone()],
        before_possible: true,
    })
}

/// Whose turn it is after the moves of a record.
fn black_to_move(sgf: &str) -> Option<bool> {
    Record::read(sgf).ok()?.side_to_move().map(|side| side == Color::Black)
}

/// The verdict, unless the game that led to the board forbids the move: a record in SGF has its own
/// history.
fn not_repeated(verdict: Verdict, sgf: &str) -> Verdict {
    let (Verdict::Legal { black, point, .. }, Ok(record)) = (&verdict, Record::read(sgf)) else {
        return verdict;
    };
    let mut game = record.replay().game;
    game.set_to_move(*black);
    match game.check(*point) {
        Err(why) => Verdict::Illegal { reason: Reason::Forbidden(why), cells: vec![*point] },
        Ok(()) => verdict,
    }
}

type Name<'a> = &'a dyn Fn((usize, usize)) -> String;

fn wrong(verdict: &Verdict) -> Vec<Wrong> {
    match verdict {
        Verdict::Illegal { reason, cells } => {
            vec![Wrong { reason: reason.message(), cells: cells.clone() }]
        }
        _ => Vec::new(),
    }
}

/// The verdict, and what was captured.
fn sentences(verdict: &Verdict, board: &CellGrid, name: Name<'_>) -> Vec<Message> {
    match verdict {
        Verdict::Illegal { .. } => Vec::new(),
        Verdict::Legal { captured, .. } if !captured.is_empty() => {
            let names = captured.iter().map(|&point| name(point));
            vec![
                verdict.message(board),
                Message::new("go-captures").count("count", captured.len()).all("points", names),
            ]
        }
        _ => vec![verdict.message(board)],
    }
}

fn cells(verdict: &Verdict) -> Vec<(usize, usize)> {
    match verdict {
        Verdict::Unchanged => Vec::new(),
        Verdict::Legal { point, captured, .. } => [&[*point], &captured[..]].concat(),
        Verdict::Illegal { cells, .. } => cells.clone(),
    }
}

fn details(verdict: &Verdict, name: Name<'_>) -> Value {
    match verdict {
        Verdict::Legal { black, point, captured } => json!({
            "mover": if *black { "black" } else { "white" },
            "move": name(*point),
            "captured": captured.iter().map(|&point| name(point)).collect::<Vec<_>>(),
        }),
        _ => json!({ "mover": null, "move": null, "captured": [] }),
    }
}
