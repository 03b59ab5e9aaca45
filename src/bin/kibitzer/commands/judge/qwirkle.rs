//! Judging Qwirkle.

use super::{JudgeArgs, RulesName, report::Report};
use crate::commands::{
    boards::{Boards, Given},
    qwirkle_text::{code, name, named, places, sentences, wrong},
};
use kibitzer::{
    games::{
        CellGrid, GameId,
        qwirkle::rules::{BonusSquares, Cell, Play, Rules, Score, Table, check, score},
    },
    messages::Message,
};
use serde_json::{Value, json};

/// Tiles on the board at the start of a game of Qwirkle Connect.
const START_TILES: usize = 24;

pub fn judge(
    args: &JudgeArgs,
    before: &Given,
    after: &Given,
    boards: &mut Boards<'_>,
) -> anyhow::Result<Report> {
    let connect = args.rules != Some(RulesName::Classic);
    let bonus = if connect {
        bonus_squares(args, &before.board, boards)?
    } else {
        Some(BonusSquares::NONE)
    };
    let [old, new] = [before, after].map(|given| Table::from_board(&given.board));
    let rules = if connect { Rules::CONNECT } else { Rules::CLASSIC };
    let found = check(&old, &new, &rules).map(|play| {
        let score = score(&new, &play.cells(), bonus.as_ref().unwrap_or(&BonusSquares::NONE));
        (play, score)
    });
    let mut report = Report {
        game: GameId::Qwirkle,
        verdict: "legal",
        sentences: Vec::new(),
        wrong: Vec::new(),
        cells: Vec::new(),
        cell_name: Box::new(name),
        boards: [before.board.clone(), after.board.clone()],
        before_possible: true,
        details: details(found.as_ref().ok(), bonus.is_some()),
    };
    match &found {
        Ok((play, score)) => {
            report.cells = places(&play.cells());
            report.sentences = sentences(play, score, bonus.is_some());
        }
        Err(_) if before.board == after.board => {
            report.verdict = "unchanged";
            report.sentences = vec![Message::new("unchanged")];
        }
        Err(faults) => {
            report.verdict = "illegal";
            report.wrong = faults.iter().map(wrong).collect();
            report.cells = faults.iter().flat_map(|fault| places(fault.cells())).collect();
        }
    }
    Ok(report)
}

/// The bonus squares that the start shows; `None` where nobody knows them.
fn bonus_squares(
    args: &JudgeArgs,
    before: &CellGrid,
    boards: &mut Boards<'_>,
) -> anyhow::Result<Option<BonusSquares>> {
    if let Some(start) = &args.start {
        return Ok(Some(BonusSquares::from_start(&boards.get(start)?.board)?));
    }
    let tiles = before.cells().iter().filter(|&&class| class != 0).count();
    Ok(if tiles == START_TILES { BonusSquares::from_start(before).ok() } else { None })
}

fn details(found: Option<&(Play, Score)>, bonus_known: bool) -> Value {
    let tile = |&(cell, tile): &(Cell, u8)| json!({ "cell": named(cell), "tile": code(tile) });
    json!({
        "tiles": found.map_or_else(Vec::new, |(play, _)| play.tiles.iter().map(tile).collect()),
        "score": found.map(|(_, score)| score),
        "bonus_squares": bonus_known,
    })
}
