//! `kibitzer follow --eval`: how well games are followed of which the moves are known.

use super::FollowArgs;
use crate::{
    args::Common,
    commands::models_used::models_used,
    output::{self, Status, progress, table},
};
use anyhow::bail;
use kibitzer::{
    commit::commit,
    eval::{
        ModelUsed,
        sequence::{Followed, GameFigures, Sequence, SequenceFigures, Speed},
    },
    files::write_atomically,
    games::GameId,
};
use serde::Serialize;
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

/// What is written.
#[derive(Serialize)]
struct Report {
    schema: u32,
    commit: Option<String>,
    models: Vec<ModelUsed>,
    /// Frames in a row that had to agree.
    steady: usize,
    games: BTreeMap<GameId, Both>,
    sequences: Vec<SequenceFigures>,
}

/// The figures of following, beside those of the vote on the same frames.
#[derive(Serialize)]
struct Both {
    followed: GameFigures,
    vote: GameFigures,
    speed: Speed,
}

pub fn run(args: &FollowArgs, file: &Path, common: &Common) -> anyhow::Result<Status> {
    check(args, file)?;
    let readers = Arc::new(common.readers()?);
    let opened: Result<Vec<Sequence>, _> =
        args.sources.iter().map(|folder| Sequence::open(Path::new(folder))).collect();
    let opened = opened?;
    if opened.is_empty() {
        bail!("no sequence to score: name folders with frames.jsonl");
    }
    let steady = args.steady.map_or(1, usize::from);
    let bar = progress(opened.len());
    let mut sequences = Vec::new();
    for sequence in &opened {
        bar.set_message(sequence.name.clone());
        sequences.push(sequence.score(&readers, steady)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let report = Report {
        schema: 1,
        commit: commit().map(str::to_owned),
        models: models_used(&readers)?,
        steady,
        games: by_game(&sequences),
        sequences,
    };
    output::print(&shown(&report));
    write_atomically(file, (serde_json::to_string_pretty(&report)? + "\n").as_bytes())?;
    Ok(Status::Done)
}

/// What would only be found out after all games were followed.
fn check(args: &FollowArgs, file: &Path) -> anyhow::Result<()> {
    let shown = file.display();
    if file.is_dir() {
        bail!("{shown} is a folder: name a file for the figures after --eval");
    }
    let is_report = |text: String| {
        serde_json::from_str::<Value>(&text).is_ok_and(|report| report.get("sequences").is_some())
    };
    if file.exists() && !fs::read_to_string(file).is_ok_and(is_report) {
        bail!("{shown} is there, and no file of figures: name another one after --eval");
    }
    let given = args.photos.given();
    if !given.is_empty() {
        bail!("--eval finds the boards by itself: leave out {}", given.join(" and "));
    }
    Ok(())
}

fn by_game(sequences: &[SequenceFigures]) -> BTreeMap<GameId, Both> {
    let mut games: BTreeMap<GameId, Vec<&SequenceFigures>> = BTreeMap::new();
    sequences.iter().for_each(|figures| games.entry(figures.game).or_default().push(figures));
    let both = |all: &[&SequenceFigures]| Both {
        followed: GameFigures::of(all.iter().map(|figures| &figures.followed)),
        vote: GameFigures::of(all.iter().map(|figures| &figures.vote)),
        speed: Speed::of(all.iter().copied()),
    };
    games.into_iter().map(|(game, all)| (game, both(&all))).collect()
}

/// A line a sequence, and a line a game.
fn shown(report: &Report) -> String {
    let head = ["", "moves found", "said", "positions", "vote: moves", "vote: positions"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let found = |followed: &Followed| {
        followed.moves_found.map_or_else(|| "–".to_owned(), |rate| rate.to_string())
    };
    for figures in &report.sequences {
        let name: String = figures.name.chars().take(40).collect();
        let (followed, vote) = (&figures.followed, &figures.vote);
        rows.push(vec![
            format!("{} {name}", figures.game),
            found(followed),
            followed.moves_said.to_string(),
            followed.positions.to_string(),
            found(vote),
            vote.positions.to_string(),
        ]);
    }
    for (game, Both { followed, vote, .. }) in &report.games {
        rows.push(vec![
            format!("{game}, all {}", followed.sequences),
            followed.moves_found.to_string(),
            String::new(),
            followed.positions.to_string(),
            vote.moves_found.to_string(),
            vote.positions.to_string(),
        ]);
    }
    let mut out = table(&rows);
    let head = ["", "frames", "a second", "p50", "p95", "told", "waits p50", "p95"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let seconds = |s: Option<f64>| s.map_or_else(|| "–".to_owned(), |s| format!("{s:.2} s"));
    for (game, Both { speed, .. }) in &report.games {
        rows.push(vec![
            game.to_string(),
            speed.frames.to_string(),
            speed.frames_per_second.map_or_else(|| "–".to_owned(), |fps| format!("{fps:.1}")),
            seconds(speed.frame.p50),
            seconds(speed.frame.p95),
            speed.events.to_string(),
            seconds(speed.event.p50),
            seconds(speed.event.p95),
        ]);
    }
    out += "\n";
    out += &table(&rows);
    out
}
