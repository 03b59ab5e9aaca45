//! Photos without a playable board: a reader is right to refuse them. One who says that something
//! lies over the board says that there is one: that is neither refusing nor reading.

use super::{
    bootstrap::interval,
    metrics::Reading,
    rate::{Rate, Ratio, percent_between},
    runner::Outcome,
    sample::{EvalData, Sample},
};
use crate::{dataset::Label, error::Refusal};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt, path::PathBuf};

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

/// What the labels call a part of a board.
const PART: &str = "part";

impl Boardless {
    /// What it shows.
    pub(super) fn kind(&self) -> &str {
        self.label.kind_of.as_deref().unwrap_or("unnamed")
    }

    /// Where it is from: photos of one source are no independent witnesses.
    fn source(&self) -> &str {
        self.label.set.as_deref().unwrap_or(&self.label.group)
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

    /// Whether the reader says that there is a part of a board.
    fn is_half(&self) -> bool {
        self.refused() && self.reading.refusal == Some(Refusal::PartOfBoard)
    }

    /// Whether it reads a board and does not say to check it.
    pub fn accepted_unflagged(&self) -> bool {
        !self.reading.is_empty() && !self.reading.self_assessment.is_some_and(|own| own.check)
    }
}

/// A rate with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The rate.
    #[serde(flatten)]
    pub rate: Rate,
    /// Its 95 % interval, a bootstrap over sources (of photos with a board over physical sets);
    /// `None` where there is but one, and in older summaries.
    #[serde(default)]
    pub ci95: Option<[f64; 2]>,
}

/// As text: `98.5 % of 129 (95 %: 91.0–100.0 %)`.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rate.fmt(f)?;
        f.write_str(&self.interval())
    }
}

/// A rate and its parts by what photos show.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Refusals {
    /// Over all.
    #[serde(flatten)]
    pub all: Share,
    /// By `kind_of`: what a photo without a board shows, of one with a board its game.
    pub by_kind_of: BTreeMap<String, Share>,
}

/// A photo that counts: what it shows, where it is from, and whether what is counted is so.
type Counted<'a> = (&'a str, &'a str, bool);

impl Share {
    /// Its interval in brackets, to stand behind the rate: ` (95 %: 91.0–97.5 %)`; nothing where
    /// there is none.
    pub fn interval(&self) -> String {
        self.ci95.map_or_else(String::new, |ends| format!(" (95 %: {})", percent_between(ends)))
    }

    fn of<'a>(photos: impl IntoIterator<Item = &'a Counted<'a>>) -> Self {
        let mut sources: BTreeMap<&str, Ratio> = BTreeMap::new();
        for (_, source, hit) in photos {
            let (hits, photos) = sources.entry(source).or_default();
            (*hits, *photos) = (*hits + f64::from(u8::from(*hit)), *photos + 1.0);
        }
        let sources: Vec<Ratio> = sources.into_values().collect();
        Self { rate: Rate::of(sources.iter().copied()), ci95: interval(&sources) }
    }
}

impl Refusals {
    fn of<'a>(photos: impl IntoIterator<Item = Counted<'a>>) -> Self {
        let photos: Vec<Counted> = photos.into_iter().collect();
        let mut kinds: BTreeMap<&str, Vec<&Counted>> = BTreeMap::new();
        photos.iter().for_each(|photo| kinds.entry(photo.0).or_default().push(photo));
        let share = |(kind, photos): (&str, Vec<&Counted>)| (kind.to_owned(), Share::of(photos));
        Self { all: Share::of(&photos), by_kind_of: kinds.into_iter().map(share).collect() }
    }

    /// Photos without a board of which `is` holds.
    fn among(data: &EvalData, glances: &[Glance], is: impl Fn(&Glance) -> bool) -> Self {
        let photos = data.boardless.iter().zip(glances);
        Self::of(photos.map(|(photo, glance)| (photo.kind(), photo.source(), is(glance))))
    }

    /// Photos without a board of which the reader says so.
    pub(super) fn refused(data: &EvalData, glances: &[Glance]) -> Self {
        Self::among(data, glances, Glance::refused)
    }

    /// Photos without a board in which one is read that the reader does not say to check.
    pub(super) fn accepted_unflagged(data: &EvalData, glances: &[Glance]) -> Self {
        Self::among(data, glances, Glance::accepted_unflagged)
    }

    /// Photos of a part of a board of which the reader says just that.
    pub(super) fn half(data: &EvalData, glances: &[Glance]) -> Self {
        let photos = data.boardless.iter().zip(glances).filter(|(photo, _)| photo.kind() == PART);
        Self::of(photos.map(|(photo, glance)| (PART, photo.source(), glance.is_half())))
    }

    /// Photos with a board of which the reader says that there is none.
    pub(super) fn lost(data: &EvalData, outcomes: &[Outcome]) -> Self {
        let counted = |(sample, outcome)| counted_as_lost(sample, outcome);
        Self::of(data.samples.iter().zip(outcomes).filter_map(counted))
    }
}

fn counted_as_lost<'a>(sample: &'a Sample, outcome: &Outcome) -> Option<Counted<'a>> {
    Some((sample.game().name(), &sample.set, is_lost(sample, outcome)?))
}

/// Whether the reader says that a photo which shows a board has none; `None` where it had none to
/// find, since the photo is cut to it, or where the label says nothing of a board but its game.
pub(super) fn is_lost(sample: &Sample, outcome: &Outcome) -> Option<bool> {
    let refused = outcome.problem.is_none() && outcome.reading.is_refusal();
    let truth = &sample.truth;
    let has_board = truth.corners.is_some() || truth.board.is_some();
    (has_board && !truth.rectified).then_some(refused)
}
