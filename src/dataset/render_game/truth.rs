//! What is written beside the frames: labels, moves, the record, and how all was drawn.

use super::{
    GameJob, GameJobError,
    played::Played,
    script::{Change, Event, Script, Shot},
    wrong::Kind,
};
use crate::{
    dataset::{manifest::Label, render},
    games::{GameId, rules::Noted},
    synth::{RenderSpec, Rendered},
};
use serde::Serialize;
use serde_json::json;

/// A file of a name and its text.
pub type File = (String, String);

/// The settings that a sequence was drawn with.
pub const SETTINGS: &str = "simulation.json";

/// A line of `moves.jsonl`: a ply of the game, or a wrong move (`illegal`), or that one put right.
#[derive(Serialize)]
#[serde(untagged)]
enum Line<'a> {
    Ply {
        ply: usize,
        notation: &'a str,
        time_s: f64,
        frame: usize,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        missing: bool,
    },
    Wrong {
        illegal: bool,
        kind: Kind,
        cells: Vec<String>,
        ply: usize,
        time_s: f64,
        frame: usize,
    },
    PutRight {
        illegal: bool,
        put_right: bool,
        ply: usize,
        time_s: f64,
        frame: usize,
    },
}

/// Everything but the frames and their labels; the settings come first.
pub fn files(job: &GameJob, played: &Played, script: &Script) -> Result<Vec<File>, GameJobError> {
    let mut files = vec![(SETTINGS.to_owned(), settings(job, played, script))];
    files.extend(record(played)?);
    let lines = script.events.iter().map(|event| line(job, played, event));
    // A line holds nothing that JSON cannot say.
    let lines = lines.filter_map(|line| serde_json::to_string(&line).ok());
    files.push(("moves.jsonl".to_owned(), lines.map(|line| line + "\n").collect()));
    Ok(files)
}

fn settings(job: &GameJob, played: &Played, script: &Script) -> String {
    let settings = json!({
        "game": job.game, "seed": job.seed, "size": job.long_side, "set_seed": job.set,
        "rows": played.start.board().rows(), "random_game": job.record.is_none(),
        "plies": played.steps.len(), "frames": script.shots.len(), "course": job.course,
    });
    format!("{settings:#}\n")
}

/// The record: one file, or a folder of Qwirkle's files with the board at the start.
fn record(played: &Played) -> Result<Vec<File>, GameJobError> {
    let moves: Vec<Noted> = played.steps.iter().cloned().map(Noted::from).collect();
    let (start, files) =
        (played.start.as_ref(), played.rules.record(played.start.as_ref(), &moves));
    // Every move has been checked; only the format may have an idea of its own of whose turn it is.
    let files = files.map_err(|source| GameJobError::Illegal { ply: 1, source })?;
    if played.game != GameId::Qwirkle {
        return Ok(files.into_iter().map(|file| (file.name, file.text)).collect());
    }
    let first = ("record/start.txt".to_owned(), start.notation() + "\n");
    let rest = files.into_iter().map(|file| (format!("record/{}", file.name), file.text));
    Ok([first].into_iter().chain(rest).collect())
}

/// When a frame of the camera is taken, in seconds.
fn time(job: &GameJob, clock: usize) -> f64 {
    (clock as f64 / job.course.fps * 1000.0).round() / 1000.0
}

fn line<'a>(job: &GameJob, played: &Played, event: &'a Event) -> Line<'a> {
    let (ply, time_s, frame) = (event.ply, time(job, event.clock), event.shot + 1);
    match &event.change {
        Change::Ply { notation, seen } => {
            Line::Ply { ply, notation, time_s, frame, missing: !seen }
        }
        Change::Wrong { kind, cells } => {
            let cells = cells.iter().map(|&cell| played.start.cell_name(cell)).collect();
            Line::Wrong { illegal: true, kind: *kind, cells, ply, time_s, frame }
        }
        Change::PutRight => Line::PutRight { illegal: true, put_right: true, ply, time_s, frame },
    }
}

/// The name of a frame, from its index.
pub fn frame_name(index: usize) -> String {
    format!("frames/{:04}.jpg", index + 1)
}

/// The label of a frame.
pub fn label(
    job: &GameJob,
    spec: &RenderSpec,
    shot: &Shot,
    rendered: &Rendered,
    index: usize,
) -> Label {
    let label = render::label(spec, rendered);
    let mut label = Label {
        image: frame_name(index),
        group: format!("simulated-{}-{}", spec.game, spec.seed),
        cells: label.cells.clone().filter(|_| !shot.busy),
        hand_in_view: shot.busy,
        ..label
    };
    let extra = [
        ("time_s", json!(time(job, shot.clock))),
        ("ply", json!(shot.ply)),
        ("busy", json!(shot.busy)),
        ("illegal", json!(shot.illegal)),
    ];
    label.extra.extend(extra.map(|(key, value)| (key.to_owned(), value)));
    label
}
