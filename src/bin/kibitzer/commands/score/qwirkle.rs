//! Scoring a game of Qwirkle from its boards.

use super::{RulesName, ScoreArgs, course};
use crate::{
    commands::{
        boards::{Boards, shortened},
        inputs,
        qwirkle_text::{code, items, name, named, sentences, wrong},
    },
    output,
};
use anyhow::{Context, bail};
use kibitzer::{
    games::{
        CellGrid, GameId,
        qwirkle::rules::{
            BonusSquares, Cell, END_BONUS, Fault, Play, Rules, Score, Table, check,
            score as score_tiles,
        },
    },
    messages::{Language, Message},
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A move of the game.
struct Move {
    /// The name of the board after it.
    name: String,
    number: usize,
    play: Play,
    /// Nothing where there are faults.
    score: Score,
    end_bonus: u32,
    faults: Vec<Fault>,
}

impl Move {
    const fn points(&self) -> u32 {
        self.score.total + self.end_bonus
    }
}

/// Scores the moves between the boards, and writes the course's files if they are wanted.
pub fn score(
    args: &ScoreArgs,
    boards: &mut Boards<'_>,
    language: Language,
) -> anyhow::Result<String> {
    let names = names(&args.boards)?;
    let files = args.out.as_deref().map(|folder| course::files(folder, &names)).transpose()?;
    let mut tables = Vec::new();
    for name in &names {
        tables.push(boards.get(name)?.board);
    }
    let moves = moves(args, &names, &tables)?;
    if let Some(files) = files {
        course::write(&files, moves.iter().map(|m| (&m.play, m.points())))?;
    }
    let last = &tables[tables.len() - 1];
    if args.json { to_json(&moves, language) } else { Ok(to_text(&moves, last, language)) }
}

/// The names of all boards, in order; a folder for the photos in it, a pattern for what it matches.
fn names(given: &[String]) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for name in given {
        if Path::new(name).is_dir() || name.contains(['*', '?']) {
            let photos = inputs::expand(&[PathBuf::from(name)])?;
            names.extend(photos.iter().map(|photo| photo.display().to_string()));
        } else {
            names.push(name.clone());
        }
    }
    if names.len() < 2 {
        bail!(
            "a score needs two boards or more: the start of the game, then the board after each \
            move"
        );
    }
    Ok(names)
}

fn moves(args: &ScoreArgs, names: &[String], boards: &[CellGrid]) -> anyhow::Result<Vec<Move>> {
    let (rules, bonus) = match args.rules {
        Some(RulesName::Classic) => (Rules::CLASSIC, BonusSquares::NONE),
        _ => (Rules::CONNECT, bonus_squares(names, boards)?),
    };
    let tables: Vec<Table> = boards.iter().map(Table::from_board).collect();
    let moves = tables.windows(2).zip(&names[1..]).enumerate().map(|(i, (tables, name))| {
        let (before, after) = (&tables[0], &tables[1]);
        let play = Play::between(before, after);
        let faults = check(before, after, &rules).err().unwrap_or_default();
        let legal = faults.is_empty();
        let score =
            if legal { score_tiles(after, &play.cells(), &bonus) } else { Score::default() };
        let end_bonus = if legal && args.finished && i + 2 == names.len() { END_BONUS } else { 0 };
        Move { name: name.clone(), number: i + 1, play, score, end_bonus, faults }
    });
    Ok(moves.collect())
}

fn bonus_squares(names: &[String], boards: &[CellGrid]) -> anyhow::Result<BonusSquares> {
    let hint = || {
        format!(
            "{} is no start of a game: give it first, or use --rules classic",
            shortened(&names[0])
        )
    };
    BonusSquares::from_start(&boards[0]).with_context(hint)
}

fn sum(moves: &[Move]) -> u32 {
    moves.iter().map(Move::points).sum()
}

fn to_text(moves: &[Move], last: &CellGrid, language: Language) -> String {
    let said = |message: &Message| message.in_language(language);
    let mut out = GameId::Qwirkle.game().draw(last, output::color());
    for m in moves {
        let lines: Vec<String> = match m.faults.is_empty() {
            true => sentences(&m.play, &m.score, true).iter().map(said).collect(),
            false => {
                let faults = m.faults.iter().map(|fault| wrong(fault).sentence(&name, language));
                faults.chain([said(&Message::new("qwirkle-no-points"))]).collect()
            }
        };
        let end = (m.end_bonus > 0).then(|| said(&end_bonus()));
        let number = said(&Message::new("qwirkle-move").number("number", m.number as u32));
        out += &format!(
            "\n{number}\n  {}\n",
            lines.into_iter().chain(end).collect::<Vec<_>>().join("\n  ")
        );
    }
    out + &format!("\n{}\n", said(&Message::new("qwirkle-sum").number("points", sum(moves))))
}

fn end_bonus() -> Message {
    Message::new("qwirkle-end-bonus").number("points", END_BONUS)
}

/// A line a move: the contract of `kibitzer score --game qwirkle --json`, described in the README.
fn to_json(moves: &[Move], language: Language) -> anyhow::Result<String> {
    let mut out = String::new();
    let mut total = 0;
    for m in moves {
        total += m.points();
        out += &(serde_json::to_string(&move_json(m, total, language))? + "\n");
    }
    Ok(out)
}

fn move_json(m: &Move, total: u32, language: Language) -> Value {
    let tile = |&(cell, tile): &(Cell, u8)| json!({ "cell": named(cell), "tile": code(tile) });
    let reasons =
        m.faults.iter().map(|fault| wrong(fault).to_json(&name, language)).collect::<Vec<_>>();
    let texts: Vec<String> =
        items(&m.score).iter().map(|item| item.in_language(language)).collect();
    json!({
        "schema": 1,
        "status": "scored",
        "game": "qwirkle",
        "board": m.name,
        "move": m.number,
        "legal": m.faults.is_empty(),
        "reasons": reasons,
        "tiles": m.play.tiles.iter().map(tile).collect::<Vec<_>>(),
        "score": m.points(),
        "lines": m.score.lines.iter().map(|line| json!({
            "cells": line.cells.iter().map(|&cell| named(cell)).collect::<Vec<_>>(),
            "points": line.points,
        })).collect::<Vec<_>>(),
        "bonuses": m.score.bonuses.iter().map(|&(cell, points)| json!({ "cell": named(cell),
        "points": points })).collect::<Vec<_>>(),
        "loose": m.score.loose,
        "end_bonus": m.end_bonus,
        "items": texts,
        "sum": total,
        "language": language.code(),
    })
}
