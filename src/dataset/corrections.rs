//! Corrections: what other people's labels say wrongly, each seen by eye, and what is right.
//!
//! A file of them is JSON Lines (`datasets/corrections.jsonl` is one) and changes labels only where
//! it is named.
//!
//! ```
//! use kibitzer::dataset::{Corrections, Manifest};
//!
//! let corrections = Corrections::read("datasets/corrections.jsonl".as_ref())?;
//! let mut manifest = Manifest::read("datasets/demo/labels.jsonl".as_ref())?;
//! corrections.apply(&mut manifest);
//! for (line, correction) in &manifest.corrected {
//!     println!("line {line}: {}, for {}", correction.change, correction.why);
//! }
//! assert!(manifest.corrected.is_empty(), "these are of other photos");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::manifest::{Label, Manifest, fault_in_line, format_cells};
use crate::{geometry::Point, inference::hex};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    ffi::OsString,
    fmt, fs, io,
    path::{self, Path, PathBuf},
};

/// One mistake of one label: a line of the file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Correction {
    /// The name of the folder that the published labels and their photos are in.
    pub source: String,
    /// The label's `image`, below that folder.
    pub image: String,
    /// Hex SHA-256 of the photo: one that has changed since is not the one that was looked at.
    pub sha256: String,
    /// What is wrong, and what is right.
    #[serde(flatten)]
    pub change: Change,
    /// What was seen.
    pub why: String,
}

/// What a label has (`was`) and what the photo shows (`is`). Where the label has something else,
/// the source was mended and nothing is changed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Change {
    /// One cell, by the codes of its class.
    Cell {
        /// Row of the label's cells, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// The code that the label has.
        was: String,
        /// The code of what the photo shows.
        is: String,
    },
    /// The board's corners, in pixels, in the label's order.
    Corners {
        /// The corners that the label has.
        was: [Point; 4],
        /// Where the photo has them.
        is: [Point; 4],
    },
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell { row, column, was, is } => {
                write!(f, "row {row}, column {column} of \"cells\" is taken as '{is}', not '{was}'")
            }
            Self::Corners { was, is } => {
                write!(f, "\"corners\" are taken as {}, not {}", corner_list(is), corner_list(was))
            }
        }
    }
}

/// The corrections of a file.
#[derive(Clone, Debug)]
pub struct Corrections {
    sha256: String,
    /// By the photo's file name, each in the file's order.
    by_name: HashMap<OsString, Vec<Correction>>,
}

/// A file that is no file of corrections.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CorrectionsError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line is not a correction.
    #[error("{}:{line}: not a correction: {}; see datasets/README.md", path.display(),
    fault_in_line(.source))]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

impl Corrections {
    /// Reads a file; empty lines are skipped.
    ///
    /// # Errors
    /// When the file cannot be read or a line is not a correction.
    pub fn read(path: &Path) -> Result<Self, CorrectionsError> {
        let text = fs::read_to_string(path)
            .map_err(|source| CorrectionsError::Io { path: path.to_owned(), source })?;
        let mut by_name: HashMap<_, Vec<Correction>> = HashMap::new();
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let correction: Correction = serde_json::from_str(line).map_err(|source| {
                CorrectionsError::Line { path: path.to_owned(), line: i + 1, source }
            })?;
            let name = Path::new(&correction.image).file_name().unwrap_or_default().to_owned();
            by_name.entry(name).or_default().push(correction);
        }
        Ok(Self { sha256: hex(&Sha256::digest(&text)), by_name })
    }

    /// Hex SHA-256 of the file.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Corrects a manifest's labels, and notes in [`Manifest::corrected`] what was changed: where
    /// the photo lies in a folder of the source's name, is the very photo that was looked at, and
    /// its label still says what it said then.
    pub fn apply(&self, manifest: &mut Manifest) {
        for i in 0..manifest.labels.len() {
            let photo = manifest.image_path(&manifest.labels[i].1);
            let (line, label) = &mut manifest.labels[i];
            for correction in self.of_photo(&photo) {
                if correction.change.apply(label).is_some() {
                    manifest.corrected.push((*line, correction.clone()));
                }
            }
        }
    }

    /// The corrections of the label of the photo at `path`.
    fn of_photo(&self, path: &Path) -> Vec<&Correction> {
        let Ok(path) = path::absolute(path) else { return Vec::new() };
        let named = path.file_name().and_then(|name| self.by_name.get(name));
        let mut of_photo: Vec<_> = named
            .into_iter()
            .flatten()
            .filter(|c| path.ends_with(Path::new(&c.source).join(&c.image)))
            .collect();
        if !of_photo.is_empty() {
            let sha256 = fs::read(&path).map(|bytes| hex(&Sha256::digest(bytes)));
            of_photo.retain(|c| sha256.as_ref().is_ok_and(|sha256| *sha256 == c.sha256));
        }
        of_photo
    }
}

/// Corners as people write them: `x,y x,y x,y x,y`.
fn corner_list(corners: &[Point; 4]) -> String {
    corners.map(|corner| format!("{},{}", corner.x, corner.y)).join(" ")
}

impl Change {
    /// Mends the label; `None` where it is not what it was.
    fn apply(&self, label: &mut Label) -> Option<()> {
        match self {
            Self::Cell { row, column, was, is } => {
                let game = label.game().ok()?;
                let mut board = label.board().ok()??;
                let (was, is) = (game.class_of(was)?, game.class_of(is)?);
                if *row >= board.rows()
                    || *column >= board.cols()
                    || board.get(*row, *column) != was
                {
                    return None;
                }
                board.set(*row, *column, is);
                label.cells = Some(format_cells(game, &board));
            }
            Self::Corners { was, is } => {
                if label.corners != Some(*was) {
                    return None;
                }
                label.corners = Some(*is);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameId;
    use std::collections::HashSet;

    fn root() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
    }

    fn released() -> Vec<Correction> {
        let file = Corrections::read(&root().join("datasets/corrections.jsonl")).expect("a file");
        file.by_name.into_values().flatten().collect()
    }

    /// A source with one photo, its label, and a file with one correction of it.
    fn source(folder: &Path, label: &Label, change: &str) -> (PathBuf, PathBuf) {
        let photo = folder.join(&label.image);
        fs::create_dir_all(photo.parent().expect("a folder")).expect("made");
        fs::write(&photo, "a photo").expect("written");
        let labels = folder.join("labels.jsonl");
        fs::write(&labels, serde_json::to_string(label).expect("plain data")).expect("written");
        let corrections = folder.join("corrections.jsonl");
        let (image, sha256) = (&label.image, hex(&Sha256::digest("a photo")));
        let photo = format!(r#""source": "Somebody+Chess", "image": "{image}""#);
        let line = format!(r#"{{{photo}, "sha256": "{sha256}", {change}, "why": "."}}"#);
        fs::write(&corrections, line + "\n\n").expect("written");
        (labels, corrections)
    }

    fn corrected(labels: &Path, corrections: &Path) -> Manifest {
        let mut manifest = Manifest::read(labels).expect("a manifest");
        Corrections::read(corrections).expect("corrections").apply(&mut manifest);
        manifest
    }

    fn label(row: &str) -> Label {
        let rows = ["........"; 7].into_iter().chain([row]);
        let cells = Some(rows.map(str::to_owned).collect());
        Label { image: "images/1.jpg".into(), game: Some(GameId::Chess), cells, ..Label::default() }
    }

    const BISHOP: &str = r#""cell": {"row": 7, "column": 4, "was": "b", "is": "B"}"#;

    #[test]
    fn every_line_changes_something_of_its_own() {
        let mut places = HashSet::new();
        for c in released() {
            let (place, changes) = match &c.change {
                Change::Cell { row, column, was, is } => {
                    (Some((*row, *column)), was != is && *row < 19 && *column < 19)
                }
                Change::Corners { was, is } => (None, was != is),
            };
            assert!(changes && !c.why.is_empty() && c.sha256.len() == 64, "{c:?}");
            assert!(places.insert((c.source.clone(), c.image.clone(), place)), "twice: {c:?}");
        }
        assert!(!places.is_empty());
    }

    #[test]
    fn a_label_is_corrected_once_and_only_where_the_file_is_named() {
        let dir = tempfile::tempdir().expect("a folder");
        let (labels, file) = source(&dir.path().join("Somebody+Chess"), &label("....b..."), BISHOP);
        assert_eq!(Manifest::read(&labels).expect("a manifest").labels[0].1, label("....b..."));
        let mut manifest = corrected(&labels, &file);
        assert_eq!(manifest.labels[0].1, label("....B..."));
        assert_eq!((manifest.corrected.len(), manifest.corrected[0].0), (1, 1));
        Corrections::read(&file).expect("corrections").apply(&mut manifest);
        assert_eq!(manifest.corrected.len(), 1, "mended already");
    }

    #[test]
    fn labels_elsewhere_of_the_same_photo_are_corrected() {
        let dir = tempfile::tempdir().expect("a folder");
        let (labels, file) = source(&dir.path().join("Somebody+Chess"), &label("....b..."), BISHOP);
        let image = "Somebody+Chess/images/1.jpg".into();
        let fold = dir.path().join("fold-1.jsonl");
        let line = serde_json::to_string(&Label { image, ..label("....b...") });
        fs::write(&fold, line.expect("plain data")).expect("written");
        assert_eq!(corrected(&fold, &file).corrected.len(), 1);
        assert_eq!(corrected(&labels, &file).corrected.len(), 1);
    }

    #[test]
    fn another_source_another_photo_and_another_label_stay() {
        let dir = tempfile::tempdir().expect("a folder");
        let (labels, file) = source(&dir.path().join("mine"), &label("....b..."), BISHOP);
        assert!(corrected(&labels, &file).corrected.is_empty(), "another source");
        let (labels, file) = source(&dir.path().join("Somebody+Chess"), &label("....n..."), BISHOP);
        assert!(corrected(&labels, &file).corrected.is_empty(), "mended by its source");
        let (labels, file) = source(&dir.path().join("Somebody+Chess"), &label("....b..."), BISHOP);
        fs::write(labels.with_file_name("images/1.jpg"), "another").expect("written");
        assert!(corrected(&labels, &file).corrected.is_empty(), "another photo");
    }

    #[test]
    fn corners_are_corrected_where_they_are_what_they_were() {
        let dir = tempfile::tempdir().expect("a folder");
        let wrong = [[295.9, 118.53], [781.62, 118.73], [930.26, 448.73], [192.02, 468.81]];
        let right = [[288.5, 148.5], [794.5, 148.0], [958.5, 514.5], [182.5, 530.5]];
        let change = format!(r#""corners": {{"was": {wrong:?}, "is": {right:?}}}"#);
        let label = Label { corners: Some(wrong.map(Point::from)), ..label("........") };
        let (labels, file) = source(&dir.path().join("Somebody+Chess"), &label, &change);
        let manifest = corrected(&labels, &file);
        assert_eq!(manifest.labels[0].1.corners, Some(right.map(Point::from)));
    }

    #[test]
    fn what_is_no_correction_is_said_with_its_line() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("corrections.jsonl");
        fs::write(&file, "\n{\"source\": \"x\"}\n").expect("written");
        let error = Corrections::read(&file).expect_err("no correction").to_string();
        assert!(error.contains("corrections.jsonl:2: not a correction"), "{error}");
        assert!(Corrections::read(dir.path()).is_err());
    }

    /// Where the photos are, no correction has outlived the mistake it mends.
    #[test]
    fn every_correction_finds_its_mistake() {
        let data = root().join("../shared/data");
        let file = root().join("datasets/corrections.jsonl");
        for source in released().into_iter().map(|c| c.source).collect::<HashSet<_>>() {
            let games = ["chess", "checkers", "go", "qwirkle"]
                .map(|game| data.join(game).join(&source).join("labels.jsonl"));
            let Some(path) = games.into_iter().find(|path| path.is_file()) else { continue };
            let expected = released().iter().filter(|c| c.source == source).count();
            assert_eq!(corrected(&path, &file).corrected.len(), expected, "{source}");
        }
    }
}
