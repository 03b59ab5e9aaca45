//! Judging checkers.

use super::{JudgeArgs, RulesName, report::Report};
use crate::commands::{boards::Given, wrong::Wrong};
use kibitzer::{
    games::{
        CellGrid, GameId,
        checkers::rules::{
            Color, Move, Outcome, Position, Variant, Verdict, judge as judge_boards,
        },
    },
    messages::Message,
};
use serde_json::{Value, json};

/// Rows of the board that the rules are for.
pub const fn rows(rules: Option<RulesName>) -> usize {
    variant(rules).size
}

pub fn judge(args: &JudgeArgs, before: &Given, after: &Given) -> Report {
    let variant = variant(args.rules);
    let verdict =
        judge_boards(&variant, &before.board, &after.board, mover(args, &variant, &before.board));
    Report {
        game: GameId::Checkers,
        verdict: name(&verdict),
        sentences: sentences(&variant, &verdict, &after.board),
        wrong: wrong(&verdict),
        cells: verdict.cells(&variant),
        cell_name: cell_name(&variant, &before.board),
        boards: [before.board.clone(), after.board.clone()],
        before_possible: true,
        details: details(&variant, &verdict, &after.board),
    }
}

const fn variant(rules: Option<RulesName>) -> Variant {
    match rules {
        Some(RulesName::Russian) => Variant::RUSSIAN,
        Some(RulesName::Brazilian) => Variant::BRAZILIAN,
        Some(RulesName::International) => Variant::INTERNATIONAL,
        _ => Variant::ENGLISH,
    }
}

/// Who has to move, as far as that is known: the user says so, or the game has just begun.
fn mover(args: &JudgeArgs, variant: &Variant, before: &CellGrid) -> Option<Color> {
    let color = |white| if white { Color::White } else { Color::Black };
    let beginner = color(args.rules != Some(RulesName::Wcdf));
    let begins = Position::initial(variant, beginner).to_board(variant) == *before;
    args.side.map(|side| color(side.is_white())).or_else(|| begins.then_some(beginner))
}

const fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Unchanged => "unchanged",
        Verdict::Legal { .. } => "legal",
        Verdict::Unfinished { .. } => "unfinished",
        Verdict::MissedCapture { .. } => "missed_capture",
        Verdict::Illegal { .. } => "illegal",
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

/// The verdict, and after a legal move the pieces that are left and who has won.
fn sentences(variant: &Variant, verdict: &Verdict, after: &CellGrid) -> Vec<Message> {
    match verdict {
        Verdict::Illegal { .. } => Vec::new(),
        Verdict::Legal { winner, .. } => {
            let won = winner.and_then(|side| Outcome::Won(side).message());
            let pieces = ["white", "black"].map(|side| count(after, side));
            let pieces =
                Message::new("checkers-pieces").count("white", pieces[0]).count("black", pieces[1]);
            [verdict.message(variant), pieces].into_iter().chain(won).collect()
        }
        _ => vec![verdict.message(variant)],
    }
}

/// How a square is called where the variant is played.
fn cell_name(variant: &Variant, board: &CellGrid) -> Box<dyn Fn((usize, usize)) -> String> {
    let (variant, board) = (*variant, board.clone());
    Box::new(move |(row, col)| match variant.algebraic {
        true => format!("{}{}", char::from(b'a' + col as u8), board.rows() - row),
        false => GameId::Checkers.game().cell_name(&board, row, col),
    })
}

fn details(variant: &Variant, verdict: &Verdict, after: &CellGrid) -> Value {
    let text = |mv: &Move| mv.to_long_pdn(variant);
    let none: &[Move] = &[];
    let (mover, played, missed, winner) = match verdict {
        Verdict::Legal { mover, played, winner } => (Some(mover), Some(played), none, *winner),
        Verdict::Unfinished { mover, played, missed }
        | Verdict::MissedCapture { mover, played, missed } => {
            (Some(mover), Some(played), &missed[..], None)
        }
        _ => (None, None, none, None),
    };
    json!({
        "code": verdict.code(),
        "mover": mover.map(|side| side.name()),
        "move": played.map(text),
        "missed": missed.iter().map(text).collect::<Vec<_>>(),
        "winner": winner.map(Color::name),
        "pieces": { "white": pieces(after, "white"), "black": pieces(after, "black") },
    })
}

fn pieces(board: &CellGrid, side: &str) -> Value {
    let [men, kings] = ["man", "king"].map(|kind| count(board, &format!("{side} {kind}")));
    json!({ "men": men, "kings": kings })
}

/// How many pieces of a board have names that begin so: "white", "black king".
fn count(board: &CellGrid, name: &str) -> usize {
    let classes = GameId::Checkers.game().classes();
    board
        .cells()
        .iter()
        .filter(|&&class| classes[usize::from(class)].name.starts_with(name))
        .count()
}
