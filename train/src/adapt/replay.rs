//! Renders of other sets, which are shown between the user's photos so that nothing is forgotten.

use crate::data::{Sample, load};
use anyhow::Result;
use indicatif::ProgressBar;
use kibitzer::{
    dataset::{
        Manifest,
        render::{RenderJob, render_dataset},
        sets::SetNames,
    },
    games::GameId,
};
use rayon::prelude::*;
use std::path::Path;

/// Seed of the first render; no other renders of the project are drawn from these.
const SEED: u64 = 6_600_000;
/// Longer side in pixels.
const LONG_SIDE: u32 = 640;
/// Every so many renders one is only read, never trained on.
const ONE_IN: usize = 4;

/// Renders to train on, and renders to see what was forgotten.
pub struct Replay {
    /// To train on.
    pub trained: Vec<Sample>,
    /// Never trained on.
    pub watched: Vec<Sample>,
}

/// So many renders of a game in a folder; those that are there already are not drawn again.
///
/// # Errors
/// When the folder cannot be written.
pub fn replay(game: GameId, count: usize, folder: &Path) -> Result<Replay> {
    let job = RenderJob {
        games: vec![Some(game)],
        count,
        seed: SEED,
        long_side: LONG_SIDE,
        rows: None,
        mixed_sets: false,
        set: None,
        modeled: None,
        hard: 0,
        position: None,
        out: folder.to_owned(),
    };
    let progress = ProgressBar::new(count as u64);
    render_dataset(&job, |done, _| progress.set_position(done as u64))?;
    progress.finish_and_clear();
    let manifest = Manifest::read(&folder.join("labels.jsonl"))?;
    let labels = &manifest.labels[..count.min(manifest.labels.len())];
    let sets = SetNames::default();
    let samples: Vec<Sample> =
        labels.par_iter().map(|(_, label)| load(&manifest, label, &sets)).collect::<Result<_>>()?;
    let (mut trained, mut watched) = (Vec::new(), Vec::new());
    for (i, sample) in samples.into_iter().enumerate() {
        if i % ONE_IN == ONE_IN - 1 { watched.push(sample) } else { trained.push(sample) }
    }
    Ok(Replay { trained, watched })
}
