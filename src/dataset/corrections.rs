//! Labels of other people's photos that are wrong, each seen by eye, and what is right (`datasets/corrections.jsonl`).

use super::manifest::{Label, format_cells};
use serde::Deserialize;
use std::{collections::HashMap, path::Path, sync::LazyLock};

const FILE: &str = include_str!("../../datasets/corrections.jsonl");

/// One wrong cell of one label: a line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The name of the folder that the manifest is in.
    pub source: String,
    /// The label's `image`.
    pub image: String,
    /// Row of the label's cells, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// The code that the label has; where it has another one, the source was mended and nothing is changed.
    pub was: String,
    /// The code of what the photo shows.
    pub is: String,
    /// What was seen.
    pub why: String,
}

/// The corrections of each source and image.
static BY_IMAGE: LazyLock<HashMap<(String, String), Vec<Correction>>> = LazyLock::new(|| {
    let mut by_image: HashMap<_, Vec<Correction>> = HashMap::new();
    for correction in all() {
        by_image.entry((correction.source.clone(), correction.image.clone())).or_default().push(correction);
    }
    by_image
});

/// All corrections, in the file's order.
fn all() -> impl Iterator<Item = Correction> {
    FILE.lines().map(|line| serde_json::from_str(line).expect("the file is part of the program, and a test reads it"))
}

/// Corrects a label of the manifest at `path`; returned is what was changed.
pub fn apply(path: &Path, label: &mut Label) -> Vec<&'static Correction> {
    let source = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let known = source.and_then(|source| BY_IMAGE.get(&(source, label.image.clone())));
    known.into_iter().flatten().filter(|correction| correction.apply(label).is_some()).collect()
}

impl Correction {
    /// Sets the cell; `None` where the label is not what it was.
    fn apply(&self, label: &mut Label) -> Option<()> {
        let game = label.game().ok()?;
        let mut board = label.board().ok()??;
        let (was, is) = (game.class_of(&self.was)?, game.class_of(&self.is)?);
        if self.row >= board.rows() || self.column >= board.cols() || board.get(self.row, self.column) != was {
            return None;
        }
        board.set(self.row, self.column, is);
        label.cells = Some(format_cells(game, &board));
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
    fn every_line_changes_a_cell_of_its_own() {
        let mut cells = HashSet::new();
        for c in all() {
            assert!(c.was != c.is && !c.why.is_empty() && c.row < 19 && c.column < 19, "{c:?}");
            assert!(cells.insert((c.source.clone(), c.image.clone(), c.row, c.column)), "twice: {c:?}");
        }
        assert!(!cells.is_empty());
    }

    #[test]
    fn a_label_is_corrected_once_in_its_own_source_only() {
        let wrong = ["........", "........", "........", "........", "....b...", "........", "........", "........"];
        let image = "images/d6e283a49b0395a6d5867c9e98e32045.jpg";
        let mut corrected = label(image, wrong);
        let path = Path::new("../data/chess/jsansao+ChessPiecesv23/labels.jsonl");
        assert_eq!(apply(path, &mut corrected).len(), 1);
        assert_eq!(corrected.cells.as_ref().expect("cells")[4], "....B...");
        assert!(apply(path, &mut corrected).is_empty());
        assert!(apply(Path::new("mine/labels.jsonl"), &mut label(image, wrong)).is_empty());
    }

    /// Where the photos are, no correction has outlived the mistake it mends.
    #[test]
    fn every_correction_finds_its_mistake() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
        for source in all().map(|c| c.source).collect::<HashSet<_>>() {
            let games = ["chess", "checkers", "go", "qwirkle"].map(|game| data.join(game).join(&source).join("labels.jsonl"));
            let Some(path) = games.into_iter().find(|path| path.is_file()) else { continue };
            let applied = Manifest::read(&path).expect("a manifest").corrected.len();
            assert_eq!(applied, all().filter(|c| c.source == source).count(), "{source}");
        }
    }
}
