//! The label format: JSON Lines, one photo a line (`datasets/schema.json`).
//!
//! ```
//! use kibitzer::{dataset::{Label, manifest::to_lines}, games::GameId};
//!
//! let line = r#"{"image": "a.jpg", "game": "chess", "cells": ["....k...", "........",
//!     "........", "........", "........", "........", "........", "....K..R"]}"#;
//! let label: Label = serde_json::from_str(line)?;
//! let board = label.board()?.expect("it has cells");
//! assert_eq!(GameId::Chess.game().to_notation(&board), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
//! let again: Label = serde_json::from_str(&to_lines([&label]))?;
//! assert_eq!(again, label);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::corrections::Correction;
pub use crate::games::format_cells;
use crate::{
    games::{CellGrid, Game, GameId, code_width},
    geometry::{GridSpec, Point, Quad},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{
    collections::BTreeMap,
    fmt, fs, io,
    path::{Path, PathBuf},
};

/// The key that says `false` of a photo without a playable board.
pub(super) const BOARD: &str = "board";

/// The key that says how many rows the board has, for labels without cells.
pub const BOARD_SIZE: &str = "board_size";

/// The key that says who told what is on the cells, and what it says of the models.
pub(super) const CELLS_BY: &str = "cells_by";
pub(super) const BY_MODEL: &str = "model";

/// What a proposal notes of how sure the models were.
pub(super) const CONFIDENCE: &str = "confidence";
pub(super) const CORNER_CONFIDENCE: &str = "corner_confidence";
pub(super) const UNCERTAIN_CELLS: &str = "uncertain_cells";

/// Whether the board's own orientation is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// Row 0 is rank 8 (chess), the SGF's top row (Go), row 1 (Qwirkle).
    Known,
    /// Rows are what one sees from corner 0.
    #[default]
    Unknown,
}

/// What a picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A photo of a real board.
    #[default]
    Photo,
    /// A diagram or a picture of a screen.
    Screenshot,
    /// Drawn by `kibitzer dataset render`.
    Render,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Photo => "photo",
            Self::Screenshot => "screenshot",
            Self::Render => "render",
        })
    }
}

/// The label of one photo: a line of a manifest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// Path of the photo, below the manifest's folder.
    pub image: String,
    /// The game, `None` in predictions only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// Four corners in pixels, clockwise as seen, from the corner of row 0, column 0; see
    /// [`Label::quad`].
    #[serde(default)]
    pub corners: Option<[Point; 4]>,
    /// Rows of cell codes; see [`Label::board`].
    #[serde(default)]
    pub cells: Option<Vec<String>>,
    /// Whether row 0, column 0 is the board's own.
    #[serde(default)]
    pub orientation: Orientation,
    /// One physical set and session.
    #[serde(default)]
    pub group: String,
    /// The physical set and board, which groups of several sessions share; see
    /// [`super::sets::Sets::among`] for labels without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// `train`, `val` or `test`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
    /// Photo, screenshot or render.
    #[serde(default)]
    pub kind: Kind,
    /// Already cut to the board: for the cell classifier only.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rectified: bool,
    /// `arbitrary` where which side is called white is a guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colors: Option<String>,
    /// Cells, as row and column, that something hides which is neither board nor piece: a hand, a
    /// sleeve.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<(usize, usize)>,
    /// Cells, as row and column, that not even a careful look can tell: what `cells` says of them
    /// is neither trained on nor counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown_cells: Vec<(usize, usize)>,
    /// The board shows the initial position.
    #[serde(rename = "x_initial", default, skip_serializing_if = "is_false")]
    pub initial: bool,
    /// The board shows a position that no game has.
    #[serde(rename = "x_random", default, skip_serializing_if = "is_false")]
    pub random: bool,
    /// Of a photo without a playable board, what it shows: `puzzle`, `part`, `room`, ...
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind_of: Option<String>,
    /// Something hides part of the board; `covered` is empty where nobody says which cells.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hand_in_view: bool,
    /// Checkers: false where kings are not marked in the label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kings: Option<bool>,
    /// Width of the photo in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Height of the photo in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// Everything else a source says, kept as it is.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

fn is_false(b: &bool) -> bool {
    !b
}

/// A label that cannot be read as corners or cells.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// The label names no game.
    #[error("no \"game\": name checkers, chess, go or qwirkle")]
    NoGame,
    /// The corners are not a convex clockwise quad.
    #[error("bad \"corners\": {0}")]
    Corners(#[from] crate::geometry::QuadError),
    /// The rows do not fit any board of the game.
    #[error("\"cells\" has {rows} rows of {cols} cells, which is no {game} board")]
    Size {
        /// Number of rows.
        rows: usize,
        /// Cells in the first row.
        cols: usize,
        /// The label's game.
        game: GameId,
    },
    /// A row is longer or shorter than the first.
    #[error("row {row} of \"cells\" has {found} cells, expected {expected}")]
    Row {
        /// The row, from 0.
        row: usize,
        /// Its cells.
        found: usize,
        /// The first row's cells.
        expected: usize,
    },
    /// A cell's code is none of the game's.
    #[error("'{code}' at row {row}, column {col} of \"cells\" is no {game} cell")]
    Code {
        /// The code as found.
        code: String,
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        col: usize,
        /// The label's game.
        game: GameId,
    },
}

impl Label {
    /// The corners as a quad, `None` where the label has none.
    ///
    /// # Errors
    /// When they are not convex and clockwise.
    pub fn quad(&self) -> Result<Option<Quad>, LabelError> {
        Ok(self.corners.map(Quad::new).transpose()?)
    }

    /// Whether the photo shows a playable board: all do but those whose label says `"board":
    /// false`. (Sources that say anything else of their board, such as `"8x8"`, have one.)
    pub fn has_board(&self) -> bool {
        self.extra.get(BOARD) != Some(&Value::Bool(false))
    }

    /// Whether the label is what the models read and nobody has looked at yet (`"cells_by":
    /// "model"`).
    pub fn is_proposal(&self) -> bool {
        self.extra.get(CELLS_BY).is_some_and(|by| by == BY_MODEL)
    }

    /// Somebody has looked at it: it is no proposal any more, and how sure the models were is over.
    pub fn seen_to(&mut self) {
        if self.is_proposal() {
            for key in [CELLS_BY, CONFIDENCE, CORNER_CONFIDENCE, UNCERTAIN_CELLS] {
                self.extra.remove(key);
            }
        }
    }

    /// The side of the split that the photo is on: it is trained on where the label names none.
    pub fn side(&self) -> &str {
        self.split.as_deref().unwrap_or("train")
    }

    /// Whether it is a guess which side the label calls white.
    pub fn arbitrary_colors(&self) -> bool {
        self.colors.as_deref() == Some("arbitrary")
    }

    /// Whether nobody can tell what is on the cell.
    pub fn is_unknown(&self, row: usize, col: usize) -> bool {
        self.unknown_cells.contains(&(row, col))
    }

    /// The game.
    ///
    /// # Errors
    /// When the label names none.
    pub fn game(&self) -> Result<&'static dyn Game, LabelError> {
        Ok(self.game.ok_or(LabelError::NoGame)?.game())
    }

    /// The cells as a board of the label's game, `None` where the label has none.
    ///
    /// # Errors
    /// When rows or codes do not fit the game.
    pub fn board(&self) -> Result<Option<CellGrid>, LabelError> {
        let game = self.game()?;
        self.cells.as_ref().map(|rows| parse_cells(game, rows)).transpose()
    }

    /// The grid of the cells, of `board_size`, or the game's usual one.
    ///
    /// # Errors
    /// When the label has no game.
    pub fn grid(&self) -> Result<GridSpec, LabelError> {
        let grids = self.game()?.grids();
        let noted = || usize::try_from(self.extra.get(BOARD_SIZE)?.as_u64()?).ok();
        let rows = self.cells.as_ref().map(Vec::len).or_else(noted);
        Ok(grids.iter().find(|grid| Some(grid.rows) == rows).copied().unwrap_or(grids[0]))
    }
}

/// A sentence on labels that the models proposed and nobody has looked at, with which the models are
/// measured and taught by themselves; `None` where there are none.
pub fn unchecked(proposed: usize, all: usize) -> Option<String> {
    (proposed > 0).then(|| {
        format!(
            "{proposed} of {all} labels are the models' own proposals (\"{CELLS_BY}\": \
            \"{BY_MODEL}\"), which the models agree with: look at them first"
        )
    })
}

/// The class that each class of a game is compared as: itself, but a king as a man where labels do
/// not mark `kings`.
pub fn compared_as(game: &dyn Game, kings: bool) -> Vec<u8> {
    let man = |code: &str| game.class_of(&code.to_lowercase());
    let merge = game.id() == GameId::Checkers && !kings;
    let classes = game.classes().iter().enumerate();
    classes.map(|(i, c)| man(c.code).filter(|_| merge).unwrap_or(i as u8)).collect()
}

/// The board that rows of label codes describe.
///
/// # Errors
/// When rows or codes do not fit the game.
pub fn parse_cells(game: &dyn Game, rows: &[String]) -> Result<CellGrid, LabelError> {
    let codes: Vec<Vec<&str>> = rows.iter().map(|row| split_codes(game, row)).collect();
    let cols = codes.first().map_or(0, Vec::len);
    if !game.grids().iter().any(|g| (g.rows, g.cols) == (rows.len(), cols)) {
        return Err(LabelError::Size { rows: rows.len(), cols, game: game.id() });
    }
    let mut board = CellGrid::empty(rows.len(), cols);
    for (row, codes) in codes.iter().enumerate() {
        if codes.len() != cols {
            return Err(LabelError::Row { row, found: codes.len(), expected: cols });
        }
        for (col, code) in codes.iter().enumerate() {
            let class = game.class_of(code).ok_or_else(|| LabelError::Code {
                code: (*code).to_owned(),
                row,
                col,
                game: game.id(),
            })?;
            board.set(row, col, class);
        }
    }
    Ok(board)
}

fn split_codes<'a>(game: &dyn Game, row: &'a str) -> Vec<&'a str> {
    if code_width(game) > 1 {
        return row.split(' ').collect();
    }
    row.char_indices().map(|(i, c)| &row[i..i + c.len_utf8()]).collect()
}

/// Labels as the text of a manifest, a line each.
pub fn to_lines<'a>(labels: impl IntoIterator<Item = &'a Label>) -> String {
    // A label holds nothing that JSON cannot say: its numbers are finite, its keys are texts.
    labels
        .into_iter()
        .filter_map(|label| serde_json::to_string(label).ok())
        .map(|line| line + "\n")
        .collect()
}

/// A manifest file and the labels in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// The file it was read from.
    pub path: PathBuf,
    /// Its labels, with the line (from 1) each stands on.
    pub labels: Vec<(usize, Label)>,
    /// What of them was corrected, with the label's line; see
    /// [`Corrections`](super::Corrections).
    pub corrected: Vec<(usize, Correction)>,
}

/// A manifest that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// The file cannot be opened or read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The manifest.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is no text, or one of another encoding.
    #[error("{} is not text in UTF-8: save it in that encoding", .0.display())]
    Encoding(PathBuf),
    /// A folder has no labels file of the usual names.
    #[error("{} has no labels.jsonl or manifest.jsonl: name the labels file", .0.display())]
    NoFile(PathBuf),
    /// A line is not a label.
    #[error("{}:{line}: not a label: {}; see datasets/schema.json", path.display(),
    fault_in_line(.source))]
    Line {
        /// The manifest.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

/// What is wrong with a line of JSON, and at which column: the parser, which was given that line
/// only, calls it the first.
pub(crate) fn fault_in_line(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

/// A labels file, or the one in a folder.
///
/// # Errors
/// When a folder has none.
pub fn labels_file(path: &Path) -> Result<PathBuf, ManifestError> {
    if !path.is_dir() {
        return Ok(path.to_owned());
    }
    let names = ["labels.jsonl", "manifest.jsonl"].map(|name| path.join(name));
    let file = names.into_iter().find(|file| file.is_file());
    file.ok_or_else(|| ManifestError::NoFile(path.to_owned()))
}

/// A photo that is labeled twice.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}: {image} is labeled twice, first {first}: keep one of the lines")]
pub struct LabeledTwice {
    /// The manifest.
    pub path: String,
    /// The line of the second label, from 1.
    pub line: usize,
    /// The photo.
    pub image: String,
    /// Where the first one is: `on line 1`, `in a/labels.jsonl:1`.
    pub first: String,
}

/// The photos that have a label, in one manifest or several, and where it is.
#[derive(Debug, Default)]
pub struct LabeledOnce(BTreeMap<PathBuf, (PathBuf, usize)>);

impl LabeledOnce {
    /// Adds the label on a line of a manifest.
    ///
    /// # Errors
    /// When its photo has one already.
    pub fn add(
        &mut self,
        manifest: &Manifest,
        line: usize,
        label: &Label,
    ) -> Result<(), LabeledTwice> {
        let path = manifest.image_path(label);
        let photo = path.canonicalize().unwrap_or(path);
        let Some((file, first)) = self.0.insert(photo, (manifest.path.clone(), line)) else {
            return Ok(());
        };
        Err(LabeledTwice {
            path: manifest.path.display().to_string(),
            line,
            image: label.image.clone(),
            first: match file == manifest.path {
                true => format!("on line {first}"),
                false => format!("in {}:{first}", file.display()),
            },
        })
    }
}

impl Manifest {
    /// Reads a manifest; empty lines are skipped.
    ///
    /// # Errors
    /// When the file cannot be read or a line is not a label.
    pub fn read(path: &Path) -> Result<Self, ManifestError> {
        let (manifest, broken) = Self::read_leniently(path)?;
        broken.into_iter().next().map_or(Ok(manifest), Err)
    }

    /// Reads the lines of a manifest that are labels, and says what is wrong with the others.
    ///
    /// # Errors
    /// [`ManifestError::Io`] or [`ManifestError::Encoding`] when the file cannot be read as text.
    pub fn read_leniently(path: &Path) -> Result<(Self, Vec<ManifestError>), ManifestError> {
        let text = fs::read_to_string(path).map_err(|source| match source.kind() {
            io::ErrorKind::InvalidData => ManifestError::Encoding(path.to_owned()),
            _ => ManifestError::Io { path: path.to_owned(), source },
        })?;
        let (mut labels, mut broken) = (Vec::new(), Vec::new());
        // Editors of Windows put a byte order mark first.
        let text = text.trim_start_matches('\u{feff}');
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str(line) {
                Ok(label) => labels.push((i + 1, label)),
                Err(source) => {
                    broken.push(ManifestError::Line { path: path.to_owned(), line: i + 1, source })
                }
            }
        }
        Ok((Self { path: path.to_owned(), labels, corrected: Vec::new() }, broken))
    }

    /// The labels, without their lines.
    pub fn each_label(&self) -> impl Iterator<Item = &Label> {
        self.labels.iter().map(|(_, label)| label)
    }

    /// The path of a label's photo.
    pub fn image_path(&self, label: &Label) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(&label.image)
    }
}
