//! References: photos of a set whose position is known.

use super::{AdaptError, Position, position_of};
use crate::{
    dataset::{
        Label, Manifest, ManifestError,
        manifest::{self, LabelError, compared_as},
    },
    games::{CellGrid, GameId},
    geometry::Quad,
    vision::{PhotoError, PhotoLimits, open_photo},
};
use image::RgbImage;
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// A photo of a set whose position is known.
pub struct Reference {
    /// What it is called in errors.
    pub name: String,
    /// The photo.
    pub photo: RgbImage,
    /// What it shows, any way round.
    pub board: CellGrid,
    /// Whether the photo may as well show a board of another size: nothing stands on it.
    pub any_size: bool,
    /// The board's corners in photo pixels, where they are known; they start at row 0, column 0 of
    /// the board.
    pub corners: Option<Quad>,
    /// Cells, as row and column, of which nobody knows what is on them.
    pub unknown: Vec<(usize, usize)>,
    /// Whether it is a guess which side the board calls white.
    pub arbitrary_colors: bool,
    /// Whether kings are marked: where they are not, each man may be one.
    pub kings: bool,
    /// Whether the models proposed what it shows, and nobody has looked at it.
    pub proposed: bool,
}

impl Reference {
    /// A photo that shows a board, anywhere and any way round.
    pub fn new(name: String, photo: RgbImage, position: impl Into<Position>) -> Self {
        let Position { board, any_size } = position.into();
        Self {
            name,
            photo,
            board,
            any_size,
            corners: None,
            unknown: Vec::new(),
            arbitrary_colors: false,
            kings: true,
            proposed: false,
        }
    }

    /// The class that each class of the game is told as: itself, but a king as a man where kings are
    /// not marked.
    pub fn told_as(&self, game: GameId) -> Vec<u8> {
        compared_as(game.game(), self.kings)
    }
}

/// A reference that cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// The photo cannot be opened.
    #[error(transparent)]
    Open(#[from] PhotoError),
    /// The file of a position cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// What the photo is said to show is no position of the game.
    #[error(transparent)]
    Position(#[from] AdaptError),
    /// Labels cannot be read.
    #[error(transparent)]
    Labels(#[from] ManifestError),
    /// A label is wrong.
    #[error("{}:{line}: {source}", path.display())]
    Label {
        /// The labels.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        source: LabelError,
    },
    /// The labels have no photo of the game with cells.
    #[error("{} has no photo of {game} whose cells are labeled{}", path.display(),
    in_split(split.as_deref()))]
    NoLabels {
        /// The labels.
        path: PathBuf,
        /// The game.
        game: GameId,
        /// The side of the split that was asked for.
        split: Option<String>,
    },
}

fn in_split(split: Option<&str>) -> String {
    split.map_or_else(String::new, |split| format!(" in the split {split}"))
}

/// A photo and what it shows, in one word: `PHOTO` or `PHOTO=POSITION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceName {
    /// The photo's file.
    pub photo: PathBuf,
    /// A notation, a file with one, or `empty`, a board of any size; the initial position where it is not said.
    pub position: Option<String>,
}

impl ReferenceName {
    /// A photo whose own name has a `=` in it is not split.
    ///
    /// ```
    /// use kibitzer::adapt::ReferenceName;
    ///
    /// let name = ReferenceName::new("evening.jpg=8/8/8/8/8/8/8/K6k w - - 0 1");
    /// assert_eq!(name.photo.to_str(), Some("evening.jpg"));
    /// assert_eq!(ReferenceName::new("start.jpg").said(), "initial position");
    /// ```
    pub fn new(text: &str) -> Self {
        match text.split_once('=').filter(|_| !Path::new(text).is_file()) {
            Some((photo, position)) => {
                Self { photo: photo.into(), position: Some(position.to_owned()) }
            }
            None => Self { photo: text.into(), position: None },
        }
    }

    /// What is said of the position.
    pub fn said(&self) -> String {
        self.position.clone().unwrap_or_else(|| "initial position".to_owned())
    }

    /// The photo, opened, with its position.
    ///
    /// # Errors
    /// When a file cannot be read, or the position is none of the game.
    pub fn open(&self, game: GameId) -> Result<Reference, ReferenceError> {
        let name = self.photo.display().to_string();
        let photo = open_photo(&self.photo, &PhotoLimits::default())?;
        let position = self.position_of(game, &name)?;
        Ok(Reference::new(name, photo, position))
    }

    fn position_of(&self, game: GameId, photo: &str) -> Result<Position, ReferenceError> {
        let text = match self.position.as_deref() {
            Some(file) if Path::new(file).is_file() => Some(read(game, file)?),
            said => said.map(str::to_owned),
        };
        position_of(game, text.as_deref(), photo).map_err(|error| {
            let file = self.position.as_deref().filter(|said| is_file_name(said));
            // What is no position may be a file that is not there.
            file.and_then(|file| read(game, file).err()).unwrap_or_else(|| error.into())
        })
    }
}

/// The text of a file with a notation of a game.
fn read(game: GameId, file: &str) -> Result<String, ReferenceError> {
    let bytes =
        fs::read(file).map_err(|source| ReferenceError::File { path: file.into(), source })?;
    Ok(game.game().text_of(&bytes))
}

/// Whether a text ends as the names of files do.
fn is_file_name(text: &str) -> bool {
    let ending = Path::new(text).extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| ending.chars().all(|c| c.is_ascii_alphabetic()))
}

/// Refuses a photo that is there twice, whatever its files are called.
///
/// # Errors
/// When two references have the same pixels.
pub fn each_once(references: &[Reference]) -> Result<(), AdaptError> {
    for (i, second) in references.iter().enumerate() {
        if let Some(first) = references[..i].iter().find(|first| first.photo == second.photo) {
            let [first, second] = [first, second].map(|reference| reference.name.clone());
            return Err(AdaptError::Twice { first, second });
        }
    }
    Ok(())
}

/// A sentence on labeled references that the models proposed and nobody has looked at; `None` where
/// there are none.
pub fn unchecked(labeled: &[Reference]) -> Option<String> {
    let proposed = labeled.iter().filter(|reference| reference.proposed).count();
    manifest::unchecked(proposed, labeled.len())
}

/// The labeled photos of a game with cells, all or those of one side of the split, as references.
///
/// # Errors
/// When the labels or a photo cannot be read, or there is none.
pub fn labeled(
    game: GameId,
    labels: &Path,
    split: Option<&str>,
) -> Result<Vec<Reference>, ReferenceError> {
    let manifest = Manifest::read(labels)?;
    let asked =
        |label: &Label| label.game == Some(game) && split.is_none_or(|side| label.side() == side);
    let mut references = Vec::new();
    for (line, label) in manifest.labels.iter().filter(|(_, label)| asked(label)) {
        let bad = |source| ReferenceError::Label { path: labels.to_owned(), line: *line, source };
        let Some(board) = label.board().map_err(bad)? else { continue };
        let path = manifest.image_path(label);
        let photo = open_photo(&path, &PhotoLimits::default())?;
        references.push(Reference {
            corners: label.quad().map_err(bad)?,
            unknown: label.unknown_cells.iter().chain(&label.covered).copied().collect(),
            arbitrary_colors: label.arbitrary_colors(),
            kings: label.kings != Some(false),
            proposed: label.is_proposal(),
            ..Reference::new(path.display().to_string(), photo, board)
        });
    }
    if references.is_empty() {
        let (path, split) = (labels.to_owned(), split.map(str::to_owned));
        return Err(ReferenceError::NoLabels { path, game, split });
    }
    Ok(references)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_may_follow_a_photo() {
        let named = ReferenceName::new("a.jpg=8/8/8/8/8/8/8/K6k w - - 0 1");
        assert_eq!(
            (named.photo.as_path(), named.said().as_str()),
            (Path::new("a.jpg"), "8/8/8/8/8/8/8/K6k w - - 0 1")
        );
        let shown = |text: &str, game| {
            ReferenceName::new(text).position_of(game, "a.jpg").expect("a position")
        };
        let king = named.position_of(GameId::Chess, "a.jpg").expect("a FEN");
        assert_eq!((king.board.get(7, 0), king.any_size), (6, false));
        let board = shown("a.jpg", GameId::Chess).board;
        assert_eq!(board.cells().iter().filter(|class| **class != 0).count(), 32);
        let empty = shown("a.jpg=empty", GameId::Go);
        assert_eq!((empty.board, empty.any_size), (CellGrid::empty(19, 19), true));
        let nine = shown("a.jpg=(;SZ[9])", GameId::Go);
        assert_eq!((nine.board, nine.any_size), (CellGrid::empty(9, 9), false));
    }

    #[test]
    fn a_position_in_a_file_is_read_in_any_encoding() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.sgf");
        fs::write(&file, b"(;SZ[9]PB[\xD6\xD0]AB[aa])").expect("written");
        let named = ReferenceName::new(&format!("a.jpg={}", file.display()));
        let position = named.position_of(GameId::Go, "a.jpg").expect("a position");
        assert_eq!((position.board.rows(), position.board.get(0, 0)), (9, 1));
    }

    #[test]
    fn what_labels_leave_open_is_left_open() {
        let folder = tempfile::tempdir().expect("a folder");
        RgbImage::new(64, 64).save(folder.path().join("a.png")).expect("written");
        let rows = ["........"; 8];
        let of = |more: serde_json::Value| {
            let mut label =
                serde_json::json!({"image": "a.png", "game": "checkers", "cells": rows});
            label.as_object_mut().expect("a label").extend(more.as_object().expect("keys").clone());
            let file = folder.path().join("labels.jsonl");
            fs::write(&file, label.to_string()).expect("written");
            let all = labeled(GameId::Checkers, &file, None).expect("a reference");
            (all[0].arbitrary_colors, all[0].kings)
        };
        assert_eq!(of(serde_json::json!({})), (false, true));
        assert_eq!(of(serde_json::json!({"colors": "known", "kings": true})), (false, true));
        assert_eq!(of(serde_json::json!({"colors": "arbitrary", "kings": false})), (true, false));
    }

    #[test]
    fn a_label_without_a_split_is_trained_on_and_a_proposal_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        RgbImage::new(64, 64).save(folder.path().join("a.png")).expect("written");
        let file = folder.path().join("labels.jsonl");
        let rows = ["........"; 8];
        let label = serde_json::json!({"image": "a.png", "game": "checkers", "cells": rows,
            "cells_by": "model"});
        fs::write(&file, label.to_string()).expect("written");
        let references = labeled(GameId::Checkers, &file, Some("train")).expect("a reference");
        let said = unchecked(&references).expect("a warning");
        assert!(said.starts_with("1 of 1 labels are the models' own proposals"), "{said}");
        let none = labeled(GameId::Checkers, &file, Some("val")).err().expect("none").to_string();
        let expected = "has no photo of checkers whose cells are labeled in the split val";
        assert!(none.ends_with(expected), "{none}");
    }

    #[test]
    fn a_photo_teaches_once() {
        let photo = |name: &str, gray: u8| {
            let photo = RgbImage::from_pixel(8, 8, image::Rgb([gray; 3]));
            Reference::new(name.to_owned(), photo, CellGrid::empty(8, 8))
        };
        assert!(each_once(&[photo("a.jpg", 1), photo("b.jpg", 2)]).is_ok());
        let error = each_once(&[photo("a.jpg", 1), photo("b.jpg", 2), photo("copy.jpg", 1)]);
        let error = error.expect_err("twice").to_string();
        assert!(error.contains("a.jpg and copy.jpg are the same photo"), "{error}");
    }

    #[test]
    fn what_has_no_initial_position_has_to_be_said() {
        for game in [GameId::Go, GameId::Qwirkle] {
            let error = ReferenceName::new("a.jpg")
                .position_of(game, "a.jpg")
                .expect_err("nothing stands there");
            assert!(error.to_string().contains("has to be said"), "{error}");
        }
        assert!(ReferenceName::new("a.jpg=nonsense").position_of(GameId::Chess, "a.jpg").is_err());
    }
}
