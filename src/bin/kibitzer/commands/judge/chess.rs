//! Judging chess.

use super::{
    JudgeArgs,
    report::{Report, changed},
};
use crate::commands::{
    boards::{Given, shortened},
    wrong::Wrong,
};
use anyhow::Context;
use kibitzer::{
    games::{
        CellGrid, GameId, NotationError,
        chess::rules::{Outcome, Position, Reason, Verdict, judge as judge_position, judge_boards},
    },
    messages::Message,
};
use serde_json::{Value, json};

/// What is written behind the board where a photo does not show it; see `kibitzer read`.
const UNKNOWN: [&str; 5] = ["w", "-", "-", "0", "1"];

/// What a board says besides where the pieces stand.
enum Known {
    Nothing,
    /// Whether white is to move.
    Side(bool),
    Everything(Position),
}

pub fn judge(args: &JudgeArgs, before: &Given, after: &Given) -> anyhow::Result<Report> {
    let known = before.notation().map_or(Ok(Known::Nothing), known);
    let known =
        known.with_context(|| format!("{} is no position of chess", shortened(&args.before)))?;
    let verdict = match (args.side.map(|side| side.is_white()), known) {
        (None, Known::Everything(position)) => judge_position(&position, &after.board),
        (Some(white), Known::Everything(position)) if white == position.white_to_move() => {
            judge_position(&position, &after.board)
        }
        (Some(white), _) | (None, Known::Side(white)) => {
            judge_boards(&before.board, &after.board, white)
        }
        (None, Known::Nothing) => judge_either(&before.board, &after.board),
    };
    let board = before.board.clone();
    Ok(Report {
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
        before_possible: !matches!(verdict, Verdict::Illegal { reason: Reason::NoPosition, .. }),
        details: details(&verdict),
    })
}

/// What the fields behind the board of a FEN say. A board may stand alone or with the side to move;
/// with more fields it is a whole FEN, of which the two numbers may be missing.
fn known(fen: &str) -> Result<Known, NotationError> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    match fields[..] {
        [_board] => Ok(Known::Nothing),
        [_board, side] => Ok(Known::Side(side == "w")),
        [_board, ref behind @ ..] if behind == UNKNOWN => Ok(Known::Nothing),
        _ => Position::from_fen(fen).map(Known::Everything),
    }
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
        Verdict::Illegal { reason, cells } => {
            vec![Wrong { reason: reason.message(), cells: cells.clone() }]
        }
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
            let check =
                check.then(|| Message::new("chess-check").side("side", next.white_to_move()));
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
        _ => {
            json!({ "mover": null, "move": null, "check": null, "end": null, "winner": null,
            "fen": null })
        }
    }
}
