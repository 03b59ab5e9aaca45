//! Labels of other people's photos that are wrong, each seen by eye, and what is right
//! (`datasets/corrections.jsonl`).

use super::manifest::{Label, format_cells};
use crate::geometry::Point;
use serde::Deserialize;
use std::{collections::HashMap, fmt, path::Path, sync::LazyLock};

const FILE: &str = include_str!("../../datasets/corrections.jsonl");

/// One mistake of one label: a line of the file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Correction {
    /// The name of the folder that the manifest is in.
    pub source: String,
    /// The label's `image`.
    pub image: String,
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

/// The corrections of each source and image.
static BY_IMAGE: LazyLock<HashMap<(String, String), Vec<Correction>>> = LazyLock::new(|| {
    let mut by_image: HashMap<_, Vec<Correction>> = HashMap::new();
    for correction in all() {
        by_image
            .entry((correction.source.clone(), correction.image.clone()))
            .or_default()
            .push(correction);
    }
    by_image
});

/// All corrections, in the file's order.
fn all() -> impl Iterator<Item = Correction> {
    FILE.lines().map(|line| {
        serde_json::from_str(line).expect("the file is part of the program, and a test reads it")
    })
}

/// Corrects a label of the manifest at `path`; returned is what was changed.
pub fn apply(path: &Path, label: &mut Label) -> Vec<&'static Correction> {
    let source =
        path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let known = source.and_then(|source| BY_IMAGE.get(&(source, label.image.clone())));
    known
        .into_iter()
        .flatten()
        .filter(|correction| correction.change.apply(label).is_some())
        .collect()
}

/// Corners as `--corners` takes them.
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
    use crate::{dataset::Manifest, games::GameId};
    use std::collections::HashSet;

    fn label(image: &str, cells: [&str; 8]) -> Label {
        let cells = Some(cells.map(str::to_owned).to_vec());
        Label { image: image.into(), game: Some(GameId::Chess), cells, ..Label::default() }
    }

    #[test]
    fn every_line_changes_something_of_its_own() {
        let mut places = HashSet::new();
        for c in all() {
            let (place, changes) = match &c.change {
                Change::Cell { row, column, was, is } => {
                    (Some((*row, *column)), was != is && *row < 19 && *column < 19)
                }
                Change::Corners { was, is } => (None, was != is),
            };
            assert!(changes && !c.why.is_empty(), "{c:?}");
            assert!(places.insert((c.source.clone(), c.image.clone(), place)), "twice: {c:?}");
        }
        assert!(!places.is_empty());
    }

    #[test]
    fn a_label_is_corrected_once_in_its_own_source_only() {
        let wrong = [
            "........", "........", "........", "........", "....b...", "........", "........",
            "........",
        ];
        let image = "images/d6e283a49b0395a6d5867c9e98e32045.jpg";
        let mut corrected = label(image, wrong);
        let path = Path::new("../data/chess/jsansao+ChessPiecesv23/labels.jsonl");
        assert_eq!(apply(path, &mut corrected).len(), 1);
        assert_eq!(corrected.cells.as_ref().expect("cells")[4], "....B...");
        assert!(apply(path, &mut corrected).is_empty());
        assert!(apply(Path::new("mine/labels.jsonl"), &mut label(image, wrong)).is_empty());
    }

    #[test]
    fn corners_are_corrected_where_they_are_what_they_were() {
        let image = "images/chess-8.jpg";
        let path = Path::new("../data/chess/NeilNie+ChessTracker/labels.jsonl");
        let corners = |points: [[f64; 2]; 4]| Some(points.map(Point::from));
        let wrong =
            corners([[295.9, 118.53], [781.62, 118.73], [930.26, 448.73], [192.02, 468.81]]);
        let right = corners([[288.5, 148.5], [794.5, 148.0], [958.5, 514.5], [182.5, 530.5]]);
        let mut label = Label { corners: wrong, ..label(image, ["........"; 8]) };
        assert_eq!(apply(path, &mut label).len(), 1);
        assert_eq!(label.corners, right);
        assert!(apply(path, &mut label).is_empty(), "mended already");
    }

    /// Where the photos are, no correction has outlived the mistake it mends.
    #[test]
    fn every_correction_finds_its_mistake() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
        for source in all().map(|c| c.source).collect::<HashSet<_>>() {
            let games = ["chess", "checkers", "go", "qwirkle"]
                .map(|game| data.join(game).join(&source).join("labels.jsonl"));
            let Some(path) = games.into_iter().find(|path| path.is_file()) else { continue };
            let applied = Manifest::read(&path).expect("a manifest").corrected.len();
            assert_eq!(applied, all().filter(|c| c.source == source).count(), "{source}");
        }
    }
}
