//! Scoring how games were followed, frame by frame: see "How a game is scored that was followed" in
//! `ARCHITECTURE.md`.
//!
//! ```
//! use kibitzer::{
//!     eval::sequence::{GameFigures, Sequence}, inference::ModelStore, recognition::Readers,
//! };
//! use std::sync::Arc;
//!
//! let readers = Arc::new(Readers::new(ModelStore::find()?));
//! let figures = Sequence::open("datasets/game".as_ref())?.score(&readers, 1)?;
//! println!("{} of {} frames have a hand over the board", figures.busy, figures.frames);
//! let game = GameFigures::of([&figures.followed].into_iter());
//! println!("moves found: {}", game.moves_found);
//! assert_eq!(game.moves_found.n, Some(8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    block::{Seconds, quantile},
    bootstrap::interval,
    rate::Rate,
};
use crate::{
    dataset::manifest::{Label, Manifest, ManifestError},
    error::Error,
    follow::{FollowOptions, Follower, Happening, Moment, Occurrence, Part, vote::Vote},
    games::{CellGrid, GameId, NotationError, rotate_index},
    recognition::Readers,
    vision::{PhotoError, PhotoLimits, open_photo},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

/// Frames a second of the camera whose waiting times are told.
const CAMERA: f64 = 10.0;

/// A game frame by frame, with what is true of it.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// What it is called: its folder's name.
    pub name: String,
    /// The game.
    pub game: GameId,
    /// The folder.
    folder: PathBuf,
    frames: Vec<Label>,
    /// The moves in order, where somebody wrote them down.
    moves: Option<Vec<String>>,
    /// Whether the labels say where a wrong move stands on the board.
    tells_wrong: bool,
}

/// A sequence that cannot be scored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// Its labels cannot be read.
    #[error(transparent)]
    Labels(#[from] ManifestError),
    /// Its labels name no game, or there are none.
    #[error("{} says of no frame what game it shows: add \"game\" to its lines", .0.display())]
    NoGame(PathBuf),
    /// Its record is none of the game.
    #[error("{} is no record of the game: {source}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: NotationError,
    },
    /// A frame cannot be opened.
    #[error(transparent)]
    Photo(#[from] PhotoError),
    /// A frame cannot be read.
    #[error(transparent)]
    Read(#[from] Error),
}

/// How a game was followed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Followed {
    /// Moves that were found, in their order, of those that were made.
    pub moves_found: Option<Rate>,
    /// Moves that were said.
    pub moves_said: usize,
    /// Whether exactly the moves were said that were made.
    pub without_mistake: Option<bool>,
    /// Frames without a hand for which the board believed is the one shown.
    pub positions: Rate,
    /// Verdicts on wrong moves.
    pub verdicts: usize,
    /// Verdicts while no wrong move stood on the board.
    pub false_alarms: Option<usize>,
    /// Wrong moves that were said to be wrong, of those that were made.
    pub wrong_caught: Option<Rate>,
}

/// A sequence's figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SequenceFigures {
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: GameId,
    /// Its frames, and those with a hand over the board.
    pub frames: usize,
    /// Frames with a hand over the board.
    pub busy: usize,
    /// Seconds that following took, with opening the frames.
    pub seconds: f64,
    /// Seconds that each frame took, without opening it.
    #[serde(default)]
    pub frame_seconds: Vec<f64>,
    /// For each board that stood there after something happened and was told: the seconds from its
    /// first frame without a hand until then, by a camera of ten frames a second; the last frame's
    /// own time is in it.
    #[serde(default)]
    pub event_seconds: Vec<f64>,
    /// How it was followed.
    pub followed: Followed,
    /// How the vote follows it, which is told where the game begins.
    pub vote: Followed,
}

/// The figures of a game, over its sequences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameFigures {
    /// Number of sequences.
    pub sequences: usize,
    /// Moves found.
    pub moves_found: Rate,
    /// The 95 % interval of that, drawn over sequences.
    pub moves_found_ci95: Option<[f64; 2]>,
    /// Sequences of which exactly the moves were said that were made.
    pub without_mistake: Rate,
    /// Frames for which the board believed is the one shown.
    pub positions: Rate,
    /// False alarms a move.
    pub false_alarms: Rate,
    /// Wrong moves said to be wrong.
    pub wrong_caught: Rate,
}

/// How fast games were followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Speed {
    /// Frames.
    pub frames: usize,
    /// Seconds a frame took, without opening it.
    pub frame: Seconds,
    /// Frames that were followed in a second of computing: one over their mean.
    pub frames_per_second: Option<f64>,
    /// Boards that were told.
    pub events: usize,
    /// Seconds from a board's first frame without a hand until it was told, at ten frames a second.
    pub event: Seconds,
}

impl Speed {
    /// The speed over sequences.
    pub fn of<'a>(sequences: impl Iterator<Item = &'a SequenceFigures> + Clone) -> Self {
        let frames: Vec<f64> =
            sequences.clone().flat_map(|figures| figures.frame_seconds.clone()).collect();
        let events: Vec<f64> =
            sequences.flat_map(|figures| figures.event_seconds.clone()).collect();
        let seconds = |all: &[f64]| Seconds { p50: quantile(all, 0.5), p95: quantile(all, 0.95) };
        let sum: f64 = frames.iter().sum();
        Self {
            frames: frames.len(),
            frame: seconds(&frames),
            frames_per_second: (sum > 0.0).then(|| frames.len() as f64 / sum),
            events: events.len(),
            event: seconds(&events),
        }
    }
}

impl Sequence {
    /// Opens a folder with `frames.jsonl` and, where there is one, the record of the game.
    ///
    /// # Errors
    /// When the labels cannot be read, or name no game.
    pub fn open(folder: &Path) -> Result<Self, SequenceError> {
        let path = folder.join("frames.jsonl");
        let manifest = Manifest::read(&path)?;
        let frames: Vec<Label> = manifest.labels.into_iter().map(|(_, label)| label).collect();
        let game = frames.iter().find_map(|label| label.game);
        let game = game.ok_or(SequenceError::NoGame(path))?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let tells_wrong = frames.iter().any(|label| label.extra.contains_key("illegal"));
        let moves = moves(folder, game)?;
        Ok(Self { name, game, folder: folder.to_owned(), frames, moves, tells_wrong })
    }

    /// Follows the game, and says how well; `steady` frames in a row have to agree.
    ///
    /// # Errors
    /// When a frame cannot be opened, or a model fails.
    pub fn score(
        &self,
        readers: &Arc<Readers>,
        steady: usize,
    ) -> Result<SequenceFigures, SequenceError> {
        let mut options = FollowOptions { steady, ..FollowOptions::new(self.game) };
        let first = self.frames.first();
        if first.is_some_and(|label| label.rectified) {
            options.photos.corners = first.and_then(|label| label.quad().ok().flatten());
        }
        let mut runs = Runs::new(self, Follower::new(Arc::clone(readers), options), steady);
        let begun = Instant::now();
        for label in &self.frames {
            let photo = open_photo(&self.folder.join(&label.image), &PhotoLimits::default())?;
            runs.see(&photo, label.extra.get("time_s").and_then(serde_json::Value::as_f64))?;
        }
        runs.finish();
        let seconds = begun.elapsed().as_secs_f64();
        Ok(SequenceFigures {
            name: self.name.clone(),
            game: self.game,
            frames: self.frames.len(),
            busy: self.frames.iter().filter(|label| flag(label, "busy")).count(),
            seconds,
            event_seconds: runs.followed.waits(self, &runs.seconds),
            frame_seconds: runs.seconds.clone(),
            followed: runs.followed.figures(self),
            vote: runs.voted.figures(self),
        })
    }
}

/// The moves of a folder's record, as the rules write them.
fn moves(folder: &Path, game: GameId) -> Result<Option<Vec<String>>, SequenceError> {
    if let Ok(text) = fs::read_to_string(folder.join("moves.jsonl")) {
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        let notation = |line: serde_json::Value| Some(line.get("notation")?.as_str()?.to_owned());
        return Ok(Some(lines.filter_map(notation).collect()));
    }
    let ending = match game {
        GameId::Chess => "pgn",
        GameId::Checkers => "pdn",
        GameId::Go => "sgf",
        GameId::Qwirkle => return Ok(None),
    };
    let path = folder.join(format!("game.{ending}"));
    let Ok(text) = fs::read_to_string(&path) else { return Ok(None) };
    let read = game.rules().read_record(&text);
    let (_, moves) = read.map_err(|source| SequenceError::Record { path, source })?;
    Ok(Some(moves.into_iter().map(|made| made.step.notation).collect()))
}

fn flag(label: &Label, key: &str) -> bool {
    label.extra.get(key).and_then(serde_json::Value::as_bool).unwrap_or(false)
}

/// What one way of following said of a sequence.
#[derive(Default)]
struct Said {
    moves: Vec<String>,
    /// For each frame: the board believed, and whether a verdict was given.
    boards: Vec<Option<CellGrid>>,
    verdicts: Vec<bool>,
}

/// The two ways, side by side.
struct Runs {
    game: GameId,
    follower: Follower,
    vote: Option<Vote>,
    steady: usize,
    /// Seconds that following each frame took.
    seconds: Vec<f64>,
    followed: Said,
    voted: Said,
}

impl Runs {
    fn new(sequence: &Sequence, follower: Follower, steady: usize) -> Self {
        Self {
            game: sequence.game,
            follower,
            vote: None,
            steady,
            seconds: Vec::new(),
            followed: Said::default(),
            voted: Said::default(),
        }
    }

    fn see(&mut self, photo: &image::RgbImage, time_s: Option<f64>) -> Result<(), Error> {
        let begun = Instant::now();
        let happened = self.follower.see(photo, time_s)?;
        self.seconds.push((begun.elapsed().as_secs_f64() * 1000.0).round() / 1000.0);
        let wrong = |occurrence: &Occurrence| {
            matches!(occurrence, Occurrence::Game(Happening::Wrong { .. }))
        };
        self.followed.verdicts.push(happened.iter().any(wrong));
        self.followed.boards.push(self.follower.board().cloned());
        self.ask_the_vote(time_s);
        Ok(())
    }

    fn ask_the_vote(&mut self, time_s: Option<f64>) {
        let start = self.follower.parts().first().map(|part| Arc::clone(&part.start));
        let now = Moment { frame: self.follower.frames(), time_s };
        if self.vote.is_none() {
            let (game, rules) = (self.game, self.game.rules());
            self.vote =
                start.map(|start| Vote::new(game, rules, Part::new(start), now, self.steady));
        }
        let mut judged_wrong = false;
        if let (Some(vote), Some(probs)) = (&mut self.vote, self.follower.seen()) {
            let wrong = |happened: &Happening| matches!(happened, Happening::Wrong { .. });
            judged_wrong = vote.see(&probs, now).iter().any(wrong);
        }
        self.voted.verdicts.push(judged_wrong);
        let board = self.vote.as_ref().map(|vote| vote.part().state().board().clone());
        self.voted.boards.push(board);
    }

    fn finish(&mut self) {
        self.follower.finish();
        let made = self.follower.parts().into_iter().flat_map(|part| &part.moves);
        self.followed.moves = made.map(|made| made.step.notation.clone()).collect();
        let made = self.vote.iter().flat_map(|vote| &vote.part().moves);
        self.voted.moves = made.map(|made| made.step.notation.clone()).collect();
    }
}

impl Said {
    fn figures(&self, sequence: &Sequence) -> Followed {
        let moves = sequence.moves.as_ref().map(|moves| match sequence.game.has_seats() {
            true => moves.clone(),
            false => moves.iter().map(|made| renamed(made, &HashMap::new())).collect(),
        });
        let moves = moves.as_ref();
        let said = |moves: &Vec<String>| {
            let ways = self.turned_moves(sequence);
            ways.into_iter().max_by_key(|said| common(moves, said)).unwrap_or_default()
        };
        let found = |moves: &Vec<String>| {
            Rate::of([(common(moves, &said(moves)) as f64, moves.len() as f64)])
        };
        Followed {
            moves_found: moves.map(found),
            moves_said: self.moves.len(),
            without_mistake: moves.map(|moves| *moves == said(moves)),
            positions: self.positions(sequence),
            verdicts: self.verdicts.iter().filter(|&&said| said).count(),
            false_alarms: sequence.tells_wrong.then(|| self.false_alarms(sequence)),
            wrong_caught: sequence.tells_wrong.then(|| self.caught(sequence)),
        }
    }

    /// The moves by the names that cells have after each number of quarter turns, where nothing
    /// tells which way round the board lies: in Go and Qwirkle.
    fn turned_moves(&self, sequence: &Sequence) -> Vec<Vec<String>> {
        let board = self.boards.iter().flatten().next();
        let Some(board) = board.filter(|_| !sequence.game.has_seats()) else {
            return vec![self.moves.clone()];
        };
        let size = (board.rows(), board.cols());
        let name = |(row, col)| sequence.game.game().cell_name(board, row, col);
        let cells = || (0..size.0).flat_map(|row| (0..size.1).map(move |col| (row, col)));
        let turned = |turns: usize| {
            let names: HashMap<String, String> =
                cells().map(|cell| (name(rotate_index(cell, size, turns)), name(cell))).collect();
            self.moves.iter().map(|said| renamed(said, &names)).collect()
        };
        (0..4).map(turned).collect()
    }

    /// Frames whose board is believed, after the quarter turns that fit most of them: not all
    /// boards have a side of their own.
    fn positions(&self, sequence: &Sequence) -> Rate {
        let boards = self.beside(sequence);
        let turns = best_turn(&boards);
        let right = boards.iter().flatten().filter(|pair| pair.is_right(turns)).count();
        Rate::of([(right as f64, boards.iter().flatten().count() as f64)])
    }

    /// For each frame the board that its label shows, and the one believed; `None` where the label
    /// says nothing of it.
    fn beside(&self, sequence: &Sequence) -> Vec<Option<Beside<'_>>> {
        let pair = |(label, believed): (&Label, _)| {
            Some(Beside { truth: label.board().ok().flatten()?, believed })
        };
        sequence.frames.iter().zip(self.boards.iter().map(Option::as_ref)).map(pair).collect()
    }

    /// How long each board that stood there waited to be told: from its first frame without a hand.
    fn waits(&self, sequence: &Sequence, seconds: &[f64]) -> Vec<f64> {
        let boards = self.beside(sequence);
        let turns = best_turn(&boards);
        let mut waits = Vec::new();
        // The board that stands there, its first frame, and whether it was told.
        let mut stands: Option<(&CellGrid, usize, bool)> = None;
        for (i, (pair, label)) in boards.iter().zip(&sequence.frames).enumerate() {
            let hidden = flag(label, "busy") || flag(label, "illegal");
            let Some(pair) = pair.as_ref().filter(|_| !hidden) else { continue };
            let (_, since, told) = match stands {
                Some(same) if *same.0 == pair.truth => same,
                // The first board is where the game begins.
                Some(_) => (&pair.truth, i, false),
                None => (&pair.truth, i, true),
            };
            let right = pair.is_right(turns);
            if right && !told {
                waits.push((i - since) as f64 / CAMERA + seconds[i]);
            }
            stands = Some((&pair.truth, since, told || right));
        }
        waits
    }

    fn false_alarms(&self, sequence: &Sequence) -> usize {
        let pairs = sequence.frames.iter().zip(&self.verdicts);
        pairs.filter(|(label, said)| **said && !flag(label, "illegal")).count()
    }

    /// Stretches of frames in which a wrong move stands, and those with a verdict.
    fn caught(&self, sequence: &Sequence) -> Rate {
        let (mut made, mut caught, mut open) = (0, 0, false);
        let mut said = false;
        for (label, verdict) in sequence.frames.iter().zip(&self.verdicts) {
            let wrong = flag(label, "illegal");
            if wrong && !open {
                (made, said) = (made + 1, false);
            }
            if wrong && *verdict && !said {
                (caught, said) = (caught + 1, true);
            }
            open = wrong;
        }
        Rate::of([(f64::from(caught), f64::from(made))])
    }
}

/// The board that a frame shows, beside the one believed.
struct Beside<'a> {
    truth: CellGrid,
    believed: Option<&'a CellGrid>,
}

impl Beside<'_> {
    fn is_right(&self, turns: usize) -> bool {
        self.believed.is_some_and(|board| board.rotated(turns) == self.truth)
    }
}

/// The quarter turns after which most boards are believed.
fn best_turn(boards: &[Option<Beside>]) -> usize {
    let right =
        |turns: &usize| boards.iter().flatten().filter(|pair| pair.is_right(*turns)).count();
    (0..4).max_by_key(right).unwrap_or(0)
}

/// A move with other names for its cells: a stone (`Q16`), or tiles (`8H 2O, 9H 2Y`), which are
/// named in the order of their cells.
fn renamed(said: &str, names: &HashMap<String, String>) -> String {
    let part = |part: &str| {
        let (cell, tile) = part.split_once(' ').unwrap_or((part, ""));
        let cell = names.get(cell).map_or(cell, String::as_str);
        format!("{cell} {tile}").trim_end().to_owned()
    };
    let mut parts: Vec<String> = said.split(", ").map(part).collect();
    parts.sort();
    parts.join(", ")
}

/// The length of the longest common subsequence.
fn common(one: &[String], other: &[String]) -> usize {
    let mut row = vec![0; other.len() + 1];
    for a in one {
        let mut diagonal = 0;
        for (i, b) in other.iter().enumerate() {
            let above = row[i + 1];
            row[i + 1] = if a == b { diagonal + 1 } else { above.max(row[i]) };
            diagonal = above;
        }
    }
    row[other.len()]
}

impl GameFigures {
    /// The figures over sequences, of one way of following them.
    pub fn of<'a>(figures: impl Iterator<Item = &'a Followed> + Clone) -> Self {
        let ratio = |rate: &Rate| match (rate.count(), rate.n) {
            (Some(count), Some(n)) => (count as f64, n as f64),
            _ => (0.0, 0.0),
        };
        let found: Vec<_> =
            figures.clone().filter_map(|f| f.moves_found).map(|r| ratio(&r)).collect();
        let moves: f64 = figures
            .clone()
            .filter(|f| f.false_alarms.is_some())
            .filter_map(|f| f.moves_found?.n)
            .map(|n| n as f64)
            .sum();
        let alarms: usize = figures.clone().filter_map(|f| f.false_alarms).sum();
        Self {
            sequences: figures.clone().count(),
            moves_found: Rate::of(found.iter().copied()),
            moves_found_ci95: interval(&found),
            without_mistake: Rate::of(
                figures
                    .clone()
                    .filter_map(|f| f.without_mistake)
                    .map(|all| (f64::from(u8::from(all)), 1.0)),
            ),
            positions: Rate::of(figures.clone().map(|f| ratio(&f.positions))),
            false_alarms: Rate::of([(alarms as f64, moves)]),
            wrong_caught: Rate::of(figures.filter_map(|f| f.wrong_caught).map(|r| ratio(&r))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(all: &str) -> Vec<String> {
        all.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn moves_are_found_in_their_order() {
        let truth = texts("e4 e5 Nf3 Nc6 Bb5");
        assert_eq!(common(&truth, &texts("e4 e5 Nf3 Nc6 Bb5")), 5);
        assert_eq!(common(&truth, &texts("e4 Nf3 e5 Nc6")), 3, "two were exchanged");
        assert_eq!(common(&truth, &[]), 0);
    }

    #[test]
    fn a_turned_move_of_qwirkle_names_its_tiles_in_the_order_of_their_cells() {
        let names = [("1A", "16B"), ("2A", "16A")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(renamed("1A 2O, 2A 2Y", &HashMap::from(names)), "16A 2Y, 16B 2O");
        assert_eq!(renamed("Q16", &HashMap::new()), "Q16");
    }

    #[test]
    fn a_board_waits_from_its_first_frame_without_a_hand() {
        let board = |stones: usize| {
            let mut board = CellGrid::empty(9, 9);
            (0..stones).for_each(|i| board.set(0, i, 1));
            board
        };
        let label = |stones: usize, busy: bool| {
            let cells: Vec<String> = board(stones)
                .cells()
                .chunks(9)
                .map(|row| row.iter().map(|&class| if class == 1 { 'b' } else { '.' }).collect())
                .collect();
            let json = serde_json::json!({
                "image": "a.jpg", "game": "go", "group": "g", "cells": cells, "busy": busy,
            });
            serde_json::from_value::<Label>(json).expect("a label")
        };
        // A stone is put down behind a hand, told in the third frame after it; the next one never.
        let shown = [(0, false), (0, false), (1, true), (1, false), (1, false), (1, false)];
        let frames = shown.iter().chain(&[(2, false)]).map(|&(n, busy)| label(n, busy)).collect();
        let sequence = Sequence {
            name: String::new(),
            game: GameId::Go,
            folder: PathBuf::new(),
            frames,
            moves: None,
            tells_wrong: false,
        };
        let believed = [0, 0, 0, 0, 0, 1, 1].map(|stones| Some(board(stones))).to_vec();
        let said = Said { boards: believed, ..Said::default() };
        let seconds = [0.5; 7];
        assert_eq!(said.waits(&sequence, &seconds), [0.2 + 0.5]);
        let figures = SequenceFigures {
            name: String::new(),
            game: GameId::Go,
            frames: 7,
            busy: 1,
            seconds: 4.0,
            event_seconds: said.waits(&sequence, &seconds),
            frame_seconds: seconds.to_vec(),
            followed: Followed::default(),
            vote: Followed::default(),
        };
        let speed = Speed::of([figures].iter());
        assert_eq!((speed.frames, speed.events), (7, 1));
        assert_eq!((speed.frames_per_second, speed.event.p95), (Some(2.0), Some(0.7)));
    }

    #[test]
    fn figures_add_up_over_sequences() {
        let figures = |found: f64, exact| Followed {
            moves_found: Some(Rate::of([(found, 10.0)])),
            without_mistake: Some(exact),
            positions: Rate::of([(3.0, 4.0)]),
            false_alarms: Some(1),
            ..Followed::default()
        };
        let all = GameFigures::of([figures(10.0, true), figures(8.0, false)].iter());
        assert_eq!((all.moves_found.rate, all.moves_found.n), (Some(0.9), Some(20)));
        assert_eq!(all.without_mistake.rate, Some(0.5));
        assert_eq!(all.false_alarms.rate, Some(0.1));
        assert_eq!(all.moves_found_ci95, Some([0.8, 1.0]));
    }
}
