//! Labels of other tools as ours.
//!
//! A board's corners come from a corners file (labels with `image` and `corners`, in our own
//! format), or from the source itself: four keypoints or an outline of four points of something
//! named `board`, four points or boxes named `corner`, or one box for every cell of the board. What
//! is marked around a piece goes to the cell it stands on: the middle, or, for chess, the middle of
//! its foot.
//!
//! ```
//! use kibitzer::{
//!     dataset::import::{Format, ImportOptions, import}, games::GameId, vision::PhotoLimits,
//! };
//! # let folder = tempfile::tempdir()?;
//! # let source = folder.path().join("boards.json");
//! # image::RgbImage::new(640, 480).save(folder.path().join("a.jpg"))?;
//! # std::fs::write(&source, r#"{
//! #     "images": [{"id": 1, "file_name": "a.jpg", "width": 640, "height": 480}],
//! #     "categories": [{"id": 1, "name": "board"}],
//! #     "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [100, 100, 400, 300],
//! #         "keypoints": [100, 100, 2, 500, 100, 2, 500, 400, 2, 100, 400, 2]}]
//! # }"#)?;
//!
//! let options = ImportOptions {
//!     game: GameId::Go, group: "kitchen".to_owned(), size: None, photos: None, corners: None,
//!     names: vec![("stone".to_owned(), "b".to_owned())], limits: PhotoLimits::default(),
//! };
//! let imported = import(Format::Coco, &source, &options)?;
//! assert!(imported.labels[0].photo.ends_with("a.jpg"));
//! assert!(imported.labels[0].label.corners.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boxes;
mod classes;
mod coco;
mod corners;
mod full_grid;
mod label_studio;
mod notation;
mod photos;
mod qwirkle;
mod shape;
mod yolo;

use super::{Label, Manifest, Orientation, manifest::format_cells};
use crate::{
    games::{CellGrid, GameId, NotationError},
    geometry::Point,
    vision::{PhotoLimits, open_photo},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Where labels come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A COCO JSON file: `images`, `annotations` with `bbox` (and `keypoints`), `categories`.
    Coco,
    /// A folder of YOLO text files as Ultralytics, Roboflow, CVAT, Label Studio and labelImg write
    /// it, or its `data.yaml`: boxes, outlines, oriented boxes, keypoints.
    Yolo,
    /// The JSON export of Label Studio: rectangles, keypoints, polygons.
    LabelStudio,
    /// A folder of photos, each with a text file of the same name in the game's notation: `.sgf`,
    /// `.fen`, `.pdn`, `.txt`.
    Notation,
    /// The Qwirkle course's folder: photos `G_NN.jpg`, and `G_NN.txt` with the tiles that are new.
    Qwirkle,
}

/// What the source does not say.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// The game.
    pub game: GameId,
    /// The group of all photos: the physical set and session.
    pub group: String,
    /// Rows of the board, for games played on several sizes; the usual one otherwise.
    pub size: Option<usize>,
    /// Where the photos are; beside the source otherwise.
    pub photos: Option<PathBuf>,
    /// Corners by photo: labels of which the file's name, and where that is not enough its folders,
    /// have to be the photo's.
    pub corners: Option<Manifest>,
    /// Names of classes in the source, and the codes they stand for; `board`, `corner`, or `-` for
    /// what is to be left out.
    pub names: Vec<(String, String)>,
    /// Sizes of photos that are read.
    pub limits: PhotoLimits,
}

/// A label, and where its photo is; `label.image` is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The photo.
    pub photo: PathBuf,
    /// Its label.
    pub label: Label,
}

/// Labels, and what could not be taken over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Import {
    /// The labels, by photo.
    pub labels: Vec<Imported>,
    /// A sentence about everything that was left out.
    pub warnings: Vec<String>,
}

/// A source that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A file cannot be read.
    #[error("cannot read {}: {source}; check the path", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file is not of its format.
    #[error("{}: not {format}: {message}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What was expected.
        format: &'static str,
        /// What is wrong.
        message: String,
    },
    /// None of the photos that a file names is there.
    #[error("{}: the photo {name} is {place}: give the folder that it is in", path.display())]
    Photo {
        /// The file.
        path: PathBuf,
        /// The first of the photos, as the file names it.
        name: String,
        /// Where it is not.
        place: String,
    },
    /// A line of a text file is wrong.
    #[error("{}:{line}: {message}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A position is not in the game's notation.
    #[error("{}: {source}", path.display())]
    Notation {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: NotationError,
    },
    /// A code given for a name is none of the game.
    #[error("{game} has no code {code}, which {name} is to stand for: its codes are {}",
    codes(*game))]
    UnknownCode {
        /// The game.
        game: GameId,
        /// The name in the source.
        name: String,
        /// The code given for it.
        code: String,
    },
    /// Classes that nobody knows.
    #[error("{game} has no class named {}: say what each stands for: a code of the game, board or \
    corner, or - to leave it out", names.join(", "))]
    UnknownClasses {
        /// The game.
        game: GameId,
        /// The names, sorted.
        names: Vec<String>,
    },
    /// The game is not played on that board.
    #[error("{game} is not played on {size}x{size}: name another size, or none")]
    Size {
        /// The game.
        game: GameId,
        /// Rows.
        size: usize,
    },
    /// A position is of a board of another size than the one asked for.
    #[error("{}: the position is of a board of {rows}x{rows}, not of {size}x{size}: give \
    that size, or none", path.display())]
    OtherSize {
        /// The file.
        path: PathBuf,
        /// Rows of the position.
        rows: usize,
        /// Rows asked for.
        size: usize,
    },
    /// There is nothing to import.
    #[error("{}: {message}", path.display())]
    Nothing {
        /// The source.
        path: PathBuf,
        /// What was looked for.
        message: String,
    },
}

impl ImportError {
    fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        |source| Self::Io { path, source }
    }
}

/// Reads a source.
///
/// # Errors
/// When the source is broken; single photos that cannot be labeled are warnings.
pub fn import(
    format: Format,
    source: &Path,
    options: &ImportOptions,
) -> Result<Import, ImportError> {
    boxes::grid(options)?;
    for path in [Some(source), options.photos.as_deref()].into_iter().flatten() {
        fs::metadata(path).map_err(ImportError::io(path))?;
    }
    let mut import = match format {
        Format::Coco => boxes::to_labels(coco::read(source, options)?, options)?,
        Format::Yolo => boxes::to_labels(yolo::read(source, options)?, options)?,
        Format::LabelStudio => boxes::to_labels(label_studio::read(source, options)?, options)?,
        Format::Notation => notation::read(source, options)?,
        Format::Qwirkle => qwirkle::read(source, options)?,
    };
    if matches!(format, Format::Notation | Format::Qwirkle) {
        import.warnings.extend(unused_names(options, |_| false));
    }
    if import.labels.is_empty() {
        let left_out = import.warnings.iter().find(|warning| warning.contains("left out"));
        let because = left_out.or(import.warnings.first());
        let because = because.map_or_else(String::new, |warning| format!(": {warning}"));
        let why = format!("no labeled photo found{because}");
        return Err(ImportError::Nothing { path: source.to_owned(), message: why });
    }
    Ok(import)
}

/// A label with what the options say, of a photo of the given size.
fn label(
    options: &ImportOptions,
    (width, height): (u32, u32),
    corners: Option<[Point; 4]>,
    board: Option<&CellGrid>,
) -> Label {
    Label {
        game: Some(options.game),
        group: options.group.clone(),
        width: Some(width),
        height: Some(height),
        corners,
        cells: board.map(|board| format_cells(options.game.game(), board)),
        orientation: Orientation::Unknown,
        ..Label::default()
    }
}

/// A sentence about every name that the user gave a code for and the source does not have: it may
/// be misspelt.
fn unused_names(options: &ImportOptions, used: impl Fn(&str) -> bool) -> Vec<String> {
    let unused = options.names.iter().filter(|(name, _)| !used(name));
    unused
        .map(|(name, code)| {
            format!("{name}={code} changes nothing: the source names nothing {name}")
        })
        .collect()
}

/// Width and height of a photo; one that cannot be read is a warning.
fn photo_size(
    photo: &Path,
    options: &ImportOptions,
    warnings: &mut Vec<String>,
) -> Option<(u32, u32)> {
    match open_photo(photo, &options.limits) {
        Ok(photo) => Some(photo.dimensions()),
        Err(error) => {
            warnings.push(format!("left out {error}"));
            None
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The codes of a game's classes, for messages.
fn codes(game: GameId) -> String {
    game.game().classes().iter().map(|class| class.code).collect::<Vec<_>>().join(" ")
}

fn read_text(path: &Path) -> Result<String, ImportError> {
    let text = fs::read_to_string(path).map_err(|source| match source.kind() {
        io::ErrorKind::InvalidData => ImportError::Format {
            path: path.to_owned(),
            format: "text in UTF-8",
            message: "save it in that encoding".to_owned(),
        },
        _ => ImportError::Io { path: path.to_owned(), source },
    })?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

#[cfg(test)]
mod case_tests;
#[cfg(test)]
pub(super) mod tests;
