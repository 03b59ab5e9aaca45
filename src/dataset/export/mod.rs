//! Labels for other tools, so that people can go on in them: what [`import`](super::import) takes
//! back.
//!
//! ```
//! use kibitzer::dataset::{Label, Manifest, export::{Format, export}};
//!
//! let label: Label = serde_json::from_str(
//!     r#"{"image": "a.jpg", "game": "go", "width": 640, "height": 480,
//!         "corners": [[100, 100], [500, 100], [500, 400], [100, 400]],
//!         "cells": ["b........", ".........", ".........", ".........", ".........", ".........",
//!             ".........", ".........", "........."]}"#,
//! )?;
//! let labels = vec![(1, label)];
//! let manifest = Manifest { path: "labels.jsonl".into(), labels, corrected: Vec::new() };
//! let written = export(&[manifest], None, None, Format::Coco, |_, label| label.image.clone())?;
//! assert_eq!((written.photos, written.left_out), (1, 0));
//! let coco: serde_json::Value = serde_json::from_str(&written.text)?;
//! assert_eq!(coco["annotations"].as_array().map(Vec::len), Some(2), "a board and a stone");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coco;
mod label_studio;
mod marked;

pub use super::carried::Carried;
use super::{Label, Manifest};
use crate::{games::GameId, vision::PhotoError};
pub use marked::{Marked, Piece, marked};

/// What labels are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A COCO JSON file: the board with four keypoints, and a box a piece.
    Coco,
    /// Tasks for Label Studio with annotations, or predictions where the models proposed a label and
    /// nobody has looked at it: the board as an outline, and a box a piece.
    LabelStudio,
}

/// Labels that cannot be written for another tool.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// There are labels of several games, or of none.
    #[error("the labels are of {}: name one game", list(.0))]
    Games(Vec<GameId>),
    /// There are boards of several sizes, which no importer could tell apart.
    #[error("the boards have {} rows: name one size", sizes(.0))]
    Sizes(Vec<usize>),
    /// A label has no corners that can be, or cells that are none of its game.
    #[error("{photo}: {source}")]
    Label {
        /// The photo.
        photo: String,
        /// What is wrong.
        source: super::manifest::LabelError,
    },
    /// The size of a photo is not in its label, and the photo cannot be read.
    #[error(transparent)]
    Photo(#[from] PhotoError),
}

fn list(games: &[GameId]) -> String {
    match games {
        [] => "no game".to_owned(),
        games => games.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and "),
    }
}

fn sizes(rows: &[usize]) -> String {
    rows.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
}

/// What is written: the labels, what the tool needs to be told of them, and what was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The file.
    pub text: String,
    /// The labeling interface of Label Studio, as its settings want it.
    pub interface: Option<String>,
    /// Photos in it.
    pub photos: usize,
    /// Photos left out: those without corners.
    pub left_out: usize,
    /// Photos with cells that nobody can tell, which the tool shows as empty ones.
    pub unknown: usize,
    /// Rows of the boards, where the game has several sizes.
    pub rows: Option<usize>,
}

/// Labels of one game as another tool reads them. `name` is what the tool calls the photo of a
/// label: its path there. With `rows` only boards of that many are written.
///
/// # Errors
/// When labels are of several games or sizes of board, cannot be read, or a photo of unknown size
/// cannot.
pub fn export(
    manifests: &[Manifest],
    game: Option<GameId>,
    rows: Option<usize>,
    format: Format,
    name: impl Fn(&Manifest, &Label) -> String,
) -> Result<Export, ExportError> {
    let labels = || {
        manifests
            .iter()
            .flat_map(|manifest| manifest.labels.iter().map(move |(_, label)| (manifest, label)))
    };
    let mut games: Vec<GameId> = labels().filter_map(|(_, label)| label.game).collect();
    games.retain(|found| game.is_none_or(|game| game == *found));
    games.sort_unstable();
    games.dedup();
    let [game] = games[..] else { return Err(ExportError::Games(games)) };
    let rows_of = |label: &Label| label.cells.as_ref().map(Vec::len);
    let wanted = |label: &Label| {
        let other = rows.zip(rows_of(label)).is_some_and(|(asked, found)| asked != found);
        label.game == Some(game) && !other
    };
    let mut all_rows: Vec<usize> =
        labels().filter(|(_, l)| wanted(l)).filter_map(|(_, l)| rows_of(l)).collect();
    all_rows.sort_unstable();
    all_rows.dedup();
    if all_rows.len() > 1 {
        return Err(ExportError::Sizes(all_rows));
    }
    let (mut photos, mut left_out, mut unknown) = (Vec::new(), 0, 0);
    for (manifest, label) in labels().filter(|(_, label)| wanted(label)) {
        match marked(manifest, label, name(manifest, label))? {
            Some(photo) => {
                unknown += usize::from(!label.unknown_cells.is_empty());
                photos.push(photo);
            }
            None => left_out += 1,
        }
    }
    let (text, interface) = match format {
        Format::Coco => (coco::write(game.game(), &photos), None),
        Format::LabelStudio => {
            (label_studio::write(game.game(), &photos), Some(label_studio::interface(game.game())))
        }
    };
    let rows = all_rows.pop().filter(|_| game.game().grids().len() > 1);
    Ok(Export { text, interface, photos: photos.len(), left_out, unknown, rows })
}

#[cfg(test)]
mod tests;
