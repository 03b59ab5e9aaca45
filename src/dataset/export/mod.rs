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
//! let written = export(&[manifest], None, Format::Coco, |_, label| label.image.clone())?;
//! assert_eq!((written.photos, written.left_out), (1, 0));
//! let coco: serde_json::Value = serde_json::from_str(&written.text)?;
//! assert_eq!(coco["annotations"].as_array().map(Vec::len), Some(2), "a board and a stone");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coco;
mod label_studio;
mod marked;

use super::Manifest;
use crate::{games::GameId, vision::PhotoError};
pub use marked::{Marked, Piece, marked};

/// What labels are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A COCO JSON file: the board with four keypoints, and a box a piece.
    Coco,
    /// Tasks for Label Studio with annotations: the board as an outline, and a box a piece.
    LabelStudio,
}

/// Labels that cannot be written for another tool.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// There are labels of several games, or of none.
    #[error("the labels are of {}: name one game", list(.0))]
    Games(Vec<GameId>),
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
}

/// Labels of one game as another tool reads them. `name` is what the tool calls the photo of a
/// label: its path there.
///
/// # Errors
/// When labels are of several games, cannot be read, or a photo of unknown size cannot.
pub fn export(
    manifests: &[Manifest],
    game: Option<GameId>,
    format: Format,
    name: impl Fn(&Manifest, &super::Label) -> String,
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
    let (mut photos, mut left_out) = (Vec::new(), 0);
    for (manifest, label) in labels().filter(|(_, label)| label.game == Some(game)) {
        match marked(manifest, label, name(manifest, label))? {
            Some(photo) => photos.push(photo),
            None => left_out += 1,
        }
    }
    let (text, interface) = match format {
        Format::Coco => (coco::write(game.game(), &photos), None),
        Format::LabelStudio => {
            (label_studio::write(game.game(), &photos), Some(label_studio::interface(game.game())))
        }
    };
    Ok(Export { text, interface, photos: photos.len(), left_out })
}

#[cfg(test)]
mod tests;
