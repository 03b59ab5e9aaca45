//! Cells whose labels the models doubt: where a label may be wrong.
//!
//! ```
//! use kibitzer::{
//!     dataset::{Manifest, suspects::suspects}, inference::ModelStore, recognition::Readers,
//!     vision::{PhotoLimits, open_photo},
//! };
//!
//! let readers = Readers::new(ModelStore::find()?);
//! let manifest = Manifest::read("datasets/demo/labels.jsonl".as_ref())?;
//! for (line, label) in &manifest.labels {
//!     let photo = open_photo(&manifest.image_path(label), &PhotoLimits::default())?;
//!     for suspect in suspects(&readers, &photo, label)?.into_iter().flatten() {
//!         println!("line {line}: is {} {}, or {}?", suspect.cell, suspect.label, suspect.read);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    Label,
    manifest::{LabelError, compared_as},
};
use crate::{
    error::Error,
    games::CellProbs,
    recognition::{Readers, RecognizeOptions},
    vision::Pyramid,
};
use image::RgbImage;
use ndarray::s;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A probability of less counts as this, so that every doubt is a number.
const LEAST: f64 = 1e-6;

/// A photo, and its labels that are doubted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suspected {
    /// The photo, as it was named.
    pub photo: String,
    /// The doubt of its most doubted cell; 0 where none is.
    pub doubt: f64,
    /// The cells that were read otherwise than their labels say, the most doubted first.
    pub cells: Vec<Suspect>,
    /// Whether its label could not be compared with it; see [`suspects`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncompared: bool,
}

/// A cell that was read otherwise than its label says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suspect {
    /// Its name on the board, as the label has it.
    pub cell: String,
    /// Row and column in the label's `cells`, from 0.
    pub at: (usize, usize),
    /// The code that the label says.
    pub label: String,
    /// The code that was read.
    pub read: String,
    /// The natural logarithm of how much more probable that is than the label.
    pub doubt: f64,
}

/// A label that cannot be compared with its photo.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuspectError {
    /// The label cannot be read.
    #[error(transparent)]
    Label(#[from] LabelError),
    /// A model is missing or fails.
    #[error(transparent)]
    Read(#[from] Error),
}

/// The cells of a labeled photo whose labels are doubted, the most doubted first: each is read by
/// itself, at the label's corners. `None` where nothing can be compared: the label has no corners or
/// no cells. Cells that are covered, or that nobody can tell, are left out; where the label's colors
/// are arbitrary, those count with which it is doubted less, and kings are men where it marks none.
/// A model doubts little of what it was trained on.
///
/// # Errors
/// When the label cannot be read, or a model is missing or fails.
pub fn suspects(
    readers: &Readers,
    photo: &RgbImage,
    label: &Label,
) -> Result<Option<Vec<Suspect>>, SuspectError> {
    let (Some(quad), Some(board), Some(game)) = (label.quad()?, label.board()?, label.game) else {
        return Ok(None);
    };
    let fits =
        |grid: &&crate::geometry::GridSpec| (grid.rows, grid.cols) == (board.rows(), board.cols());
    let rules = game.game();
    let Some(grid) = rules.grids().iter().find(fits) else { return Ok(None) };
    let photo = Pyramid::new(Cow::Borrowed(photo));
    let (upright, options) = (quad.upright(), RecognizeOptions::default());
    let read = readers.watch(&photo, game, &upright, grid, &options)?;
    let probs = read.probs().rotated((4 - quad.turns_to_upright()) % 4);
    let cells = (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row, col)));
    let known: Vec<(usize, usize)> = cells
        .filter(|at| !label.unknown_cells.contains(at) && !label.covered.contains(at))
        .collect();
    let alike = compared_as(rules, label.kings != Some(false));
    let same: Vec<u8> = (0..alike.len() as u8).collect();
    let swapped: Vec<u8> = same.iter().map(|&class| rules.with_colors_swapped(class)).collect();
    let seen_as = |colors: &[u8]| -> Vec<Suspect> {
        let of_cell = |&at: &(usize, usize)| {
            let probs = of_classes(&probs, at, &alike, colors);
            let (read, doubt) = doubt(&probs, alike[usize::from(board.get(at.0, at.1))])?;
            let code = |class: u8| rules.classes()[usize::from(class)].code.to_owned();
            let cell = rules.cell_name(&board, at.0, at.1);
            let label = code(board.get(at.0, at.1));
            Some(Suspect { cell, at, label, read: code(read), doubt })
        };
        known.iter().filter_map(of_cell).collect()
    };
    let mut suspects = seen_as(&same);
    if label.arbitrary_colors() {
        suspects = [suspects, seen_as(&swapped)]
            .into_iter()
            .min_by_key(Vec::len)
            .expect("two ways to see it");
    }
    suspects.sort_by(|a, b| b.doubt.total_cmp(&a.doubt));
    Ok(Some(suspects))
}

/// How probable each class is at a cell, in the label's `colors`, classes that are compared as one
/// (`alike`) together.
fn of_classes(
    probs: &CellProbs,
    (row, col): (usize, usize),
    alike: &[u8],
    colors: &[u8],
) -> Vec<f64> {
    let mut all = vec![0.0; alike.len()];
    for (p, &class) in probs.array().slice(s![row, col, ..]).iter().zip(colors) {
        all[usize::from(alike[usize::from(class)])] += f64::from(*p);
    }
    all
}

/// What a cell was read as, and by how much rather than as its label says; `None` where both are
/// the same.
fn doubt(probs: &[f64], label: u8) -> Option<(u8, f64)> {
    let p = |class: u8| probs[usize::from(class)].max(LEAST);
    let read = (0..probs.len() as u8).max_by(|&a, &b| p(a).total_cmp(&p(b)))?;
    (read != label).then(|| (read, (p(read) / p(label)).ln()))
}

/// Puts photos in order, the most doubted first.
pub fn order(photos: &mut [Suspected]) {
    photos.sort_by(|a, b| b.doubt.total_cmp(&a.doubt).then_with(|| a.photo.cmp(&b.photo)));
}
