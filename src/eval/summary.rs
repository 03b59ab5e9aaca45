//! `summary.json`.

use super::{
    block::{Block, Photo},
    boardless::{Glance, Refusals, is_lost},
    runner::Outcome,
    sample::{EvalData, Sample},
};
use crate::{
    dataset::{Corrections, Manifest},
    inference::Calibration,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::PathBuf};

/// The figures of one evaluation and what they were measured with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Version of this format.
    pub schema: u32,
    /// Git commit of the program, where it is known.
    pub commit: Option<String>,
    /// The models used; none when predictions of another system were scored.
    pub models: Vec<ModelUsed>,
    /// The manifests.
    pub manifests: Vec<ManifestUsed>,
    /// The command line.
    pub command: String,
    /// All photos.
    pub overall: Block,
    /// By game.
    pub games: BTreeMap<String, Block>,
    /// By `game/group`.
    pub groups: BTreeMap<String, Block>,
    /// By `game/kind`: photos are one thing, diagrams and pictures of screens another.
    #[serde(default)]
    pub kinds: BTreeMap<String, Block>,
    /// Photos without a board of which the reader says so: right.
    #[serde(default)]
    pub refused: Refusals,
    /// Photos without a board that are read, and not said to be checked.
    #[serde(default)]
    pub accepted_unflagged: Refusals,
    /// Photos of a part of a board (`kind_of` is `part`) of which the reader says just that.
    #[serde(default)]
    pub half: Refusals,
    /// Photos with a board of which the reader says that there is none; they count as not found,
    /// too.
    #[serde(default)]
    pub lost: Refusals,
}

/// A model that an evaluation used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelUsed {
    /// `corners`, `go-cells`, ...
    pub task: String,
    /// Hex SHA-256 of `model.onnx`.
    pub sha256: String,
    /// How it was calibrated, of a cell classifier.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Calibration>,
}

/// A manifest that an evaluation used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestUsed {
    /// The file as it was named.
    pub path: String,
    /// Its hex SHA-256.
    pub sha256: String,
    /// Number of its photos that were evaluated.
    pub photos: usize,
    /// What changed its labels before they were compared with; none where nothing did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrections: Option<CorrectionsUsed>,
}

/// Corrections of a manifest's labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectionsUsed {
    /// Hex SHA-256 of their file.
    pub sha256: String,
    /// How many of them changed a label of the manifest.
    pub applied: usize,
}

impl CorrectionsUsed {
    /// Corrects a manifest; `None` where nothing of it is to be corrected.
    pub(super) fn of(manifest: &mut Manifest, corrections: &Corrections) -> Option<Self> {
        corrections.apply(manifest);
        let applied = manifest.corrected.len();
        (applied > 0).then(|| Self { sha256: corrections.sha256().to_owned(), applied })
    }
}

impl Summary {
    /// The version of the format written.
    pub const SCHEMA: u32 = 2;

    /// Sums up the outcomes of `data`'s samples and what was made of its photos without a board, in
    /// order.
    pub fn new(
        data: &EvalData,
        outcomes: &[Outcome],
        glances: &[Glance],
        models: Vec<ModelUsed>,
        command: String,
        commit: Option<String>,
    ) -> Self {
        let manifests = data.manifests.iter().zip(data.corrections.iter().cloned());
        let used = |((path, sha256, photos), corrections): (&(PathBuf, String, usize), _)| {
            let (path, sha256) = (path.display().to_string(), sha256.clone());
            ManifestUsed { path, sha256, photos: *photos, corrections }
        };
        Self {
            schema: Self::SCHEMA,
            commit,
            models,
            manifests: manifests.map(used).collect(),
            command,
            overall: blocks(data, outcomes, |_| String::new(), Block::over_sets)
                .remove("")
                .unwrap_or_else(|| Block::over_sets(&[])),
            games: by_game(data, outcomes),
            groups: blocks(data, outcomes, Sample::group, Block::of),
            kinds: blocks(data, outcomes, Sample::kind, Block::over_sets),
            refused: Refusals::refused(data, glances),
            accepted_unflagged: Refusals::accepted_unflagged(data, glances),
            half: Refusals::half(data, glances),
            lost: Refusals::lost(data, outcomes),
        }
    }
}

/// A block for each game.
pub(super) fn by_game(data: &EvalData, outcomes: &[Outcome]) -> BTreeMap<String, Block> {
    blocks(data, outcomes, |sample| sample.game().to_string(), Block::over_sets)
}

/// A block for each value of `key`.
fn blocks(
    data: &EvalData,
    outcomes: &[Outcome],
    key: impl Fn(&Sample) -> String,
    block: fn(&[Photo]) -> Block,
) -> BTreeMap<String, Block> {
    let mut parts: BTreeMap<String, Vec<Photo>> = BTreeMap::new();
    for (sample, outcome) in data.samples.iter().zip(outcomes) {
        parts.entry(key(sample)).or_default().push(Photo {
            score: &outcome.score,
            set: &sample.set,
            seconds: outcome.seconds,
            own: outcome.reading.self_assessment,
            game: outcome.reading.game.map(|game| game == sample.game()),
            lost: is_lost(sample, outcome),
        });
    }
    parts.into_iter().map(|(key, photos)| (key, block(&photos))).collect()
}
