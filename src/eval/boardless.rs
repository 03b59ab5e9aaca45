//! Photos without a playable board: a reader is right to refuse them. One who says that something
//! lies over the board says that there is one: that is neither refusing nor reading.

use super::{
    metrics::Reading,
    rate::Rate,
    runner::Outcome,
    sample::{EvalData, Sample},
};
use crate::dataset::Label;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::PathBuf};

/// A photo whose label says that it shows no board.
#[derive(Clone)]
pub struct Boardless {
    /// Index of its manifest in [`EvalData::manifests`].
    pub manifest: usize,
    /// Where the photo is.
    pub path: PathBuf,
    /// Its label.
    pub label: Label,
}

impl Boardless {
    /// What it shows.
    fn kind(&self) -> &str {
        self.label.kind_of.as_deref().unwrap_or("unnamed")
    }
}

/// What a reader made of a photo without a board.
#[derive(Clone, Debug, Default)]
pub struct Glance {
    /// What was read; of the game that [`Reading::game`] names.
    pub reading: Reading,
    /// The corners' confidence, where the reader gives one.
    pub confidence: Option<f32>,
    /// Time to decode and read the photo, in seconds.
    pub seconds: Option<f64>,
    /// Why the photo could not be opened; it then counts as neither refused nor read.
    pub problem: Option<String>,
}

impl Glance {
    /// Whether the reader says that there is no board.
    pub const fn refused(&self) -> bool {
        self.problem.is_none() && self.reading.is_refusal()
    }

    /// Whether it reads a board and does not say to check it.
    pub fn accepted_unflagged(&self) -> bool {
        !self.reading.is_empty() && !self.reading.self_assessment.is_some_and(|own| own.check)
    }
}

/// A rate and its parts by what photos show.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Refusals {
    /// Over all.
    #[serde(flatten)]
    pub all: Rate,
    /// By `kind_of`: what a photo without a board shows, of one with a board its game.
    pub by_kind_of: BTreeMap<String, Rate>,
}

impl Refusals {
    /// From the kind of each photo and whether it counts.
    fn of<'a>(photos: impl IntoIterator<Item = (&'a str, bool)>) -> Self {
        let mut kinds: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
        for (kind, hit) in photos {
            kinds.entry(kind.to_owned()).or_default().push((f64::from(u8::from(hit)), 1.0));
        }
        Self {
            all: Rate::of(kinds.values().flatten().copied()),
            by_kind_of: kinds.into_iter().map(|(kind, hits)| (kind, Rate::of(hits))).collect(),
        }
    }

    /// Photos without a board of which the reader says so.
    pub(super) fn refused(data: &EvalData, glances: &[Glance]) -> Self {
        let photos = data.boardless.iter().zip(glances);
        Self::of(photos.map(|(photo, glance)| (photo.kind(), glance.refused())))
    }

    /// Photos without a board in which one is read that the reader does not say to check.
    pub(super) fn accepted_unflagged(data: &EvalData, glances: &[Glance]) -> Self {
        let photos = data.boardless.iter().zip(glances);
        Self::of(photos.map(|(photo, glance)| (photo.kind(), glance.accepted_unflagged())))
    }

    /// Photos with a board of which the reader says that there is none.
    pub(super) fn lost(data: &EvalData, outcomes: &[Outcome]) -> Self {
        let lost = |(sample, outcome): (&Sample, &Outcome)| {
            Some((sample.truth.game.id().name(), is_lost(sample, outcome)?))
        };
        Self::of(data.samples.iter().zip(outcomes).filter_map(lost))
    }
}

/// Whether the reader says that a photo which shows a board has none; `None` where it had none to
/// find, since the photo is cut to it, or where the label says nothing of a board but its game.
pub(super) fn is_lost(sample: &Sample, outcome: &Outcome) -> Option<bool> {
    let refused = outcome.problem.is_none() && outcome.reading.is_refusal();
    let truth = &sample.truth;
    let has_board = truth.corners.is_some() || truth.board.is_some();
    (has_board && !truth.rectified).then_some(refused)
}
