//! Scoring a game of Qwirkle from its boards.

use super::{ScoreArgs, course};
use crate::{
    commands::{
        boards::{Boards, Names},
        inputs,
    },
    output,
};
use kibitzer::{
    games::{CellGrid, GameId, qwirkle::Qwirkle},
    messages::{Language, Message},
    report::{
        photo::{PhotoNote, Which},
        score::ScoredMove,
    },
    request::{RequestError, qwirkle_moves, square_name},
};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// Scores the moves between the boards, and writes the course's files if they are wanted.
pub fn score(args: &ScoreArgs, boards: Boards<'_>, language: Language) -> anyhow::Result<String> {
    let mut called = Names::default();
    let names = names(&args.boards, &mut called)?;
    let mut boards = boards.called(called);
    let files = args.out.as_deref().map(|folder| course::files(folder, &names)).transpose()?;
    let (mut tables, mut notes) = (Vec::new(), Vec::new());
    for name in names {
        let given = boards.get(&name)?;
        notes.push(given.note(Which::Board, &name, &Qwirkle, language));
        tables.push((name, given.board));
    }
    let moves = args.qwirkle().moves(&tables)?;
    if let Some(files) = files {
        course::write(&files, moves.iter().map(|m| (&m.play, m.points())))?;
    }
    let last = &tables[tables.len() - 1].1;
    if args.json {
        to_json(&moves, &notes, language)
    } else {
        Ok(to_text(&moves, last, &notes, language))
    }
}

/// The names of all boards, in order; a folder for the photos in it, a pattern for what it matches.
fn names(given: &[OsString], called: &mut Names) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for name in given {
        if Path::new(name).is_dir() || name.to_string_lossy().contains(['*', '?', '[']) {
            let photos = inputs::expand(&[PathBuf::from(name)])?;
            names.extend(photos.iter().map(|photo| called.add(photo)));
        } else {
            names.push(called.add(name));
        }
    }
    if names.len() < 2 {
        return Err(RequestError::TooFewBoards.into());
    }
    Ok(names)
}

fn sum(moves: &[ScoredMove]) -> u32 {
    moves.iter().map(ScoredMove::points).sum()
}

fn to_text(
    moves: &[ScoredMove],
    last: &CellGrid,
    notes: &[Option<PhotoNote>],
    language: Language,
) -> String {
    let said = |message: &Message| message.in_language(language);
    let mut out = GameId::Qwirkle.game().draw(last, output::color());
    for m in moves {
        let lines: Vec<String> = match m.is_legal() {
            true => m.sentences().iter().map(said).collect(),
            false => {
                let faults = m.judged.said(&square_name, language).into_iter();
                faults.chain([said(&Message::new("qwirkle-no-points"))]).collect()
            }
        };
        let number = said(&Message::new("qwirkle-move").number("number", m.number as u32));
        out += &format!("\n{number}\n  {}\n", lines.join("\n  "));
    }
    let doubts = notes.iter().flatten().flat_map(PhotoNote::sentences);
    let doubts: String = doubts.map(|message| said(&message) + "\n").collect();
    let sum = said(&Message::new("qwirkle-sum").number("points", sum(moves)));
    format!("{out}\n{doubts}{sum}\n")
}

/// A line a move: the contract of `kibitzer score --game qwirkle --json`, described in
/// `docs/json.md`.
fn to_json(
    moves: &[ScoredMove],
    notes: &[Option<PhotoNote>],
    language: Language,
) -> anyhow::Result<String> {
    let mut out = String::new();
    for line in qwirkle_moves(moves, notes, language) {
        out += &(serde_json::to_string(&line)? + "\n");
    }
    Ok(out)
}
