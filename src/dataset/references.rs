//! Splits that show what references are worth: a few photos of each set are references, and the
//! set's other photos are read with them.
//!
//! ```
//! use kibitzer::{
//!     dataset::{Label, Manifest, references::split_references, sets::Sets}, games::GameId,
//! };
//!
//! let label = |stones: usize| {
//!     let mut cells = vec![".".repeat(9); 9];
//!     cells[0].replace_range(..stones, &"b".repeat(stones));
//!     let (game, group) = (Some(GameId::Go), "kitchen".to_owned());
//!     let image = format!("{stones}.jpg");
//!     Label { image, game, group, cells: Some(cells), ..Label::default() }
//! };
//! let labels = (1..=8).map(|stones| (stones, label(stones))).collect();
//! let manifest = Manifest { path: "labels.jsonl".into(), labels, corrected: Vec::new() };
//! let files = split_references(&[manifest], &Sets::default(), 2, 1, "folds".as_ref());
//! let references = files[0].labels.iter().filter(|l| l.split.as_deref() == Some("reference"));
//! assert_eq!(references.count(), 2);
//! ```

use super::{
    Label, Manifest,
    paths::moved_label,
    sets::Sets,
    split::{Group, SplitFile, file_names},
};
use crate::games::CellGrid;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use std::{collections::BTreeMap, path::Path};

/// What `split` says of references, of the photos that are read with them, and of those that show
/// a reference's position and prove nothing.
const PARTS: [&str; 3] = ["reference", "test", "same"];

/// Sets with fewer different positions are left out.
const FEWEST: usize = 8;

/// A labels file a set, in which `split` is `reference` for `count` photos of different positions,
/// `test` for the photos of all other positions, and `same` for the rest. Sets that show fewer than
/// eight positions, or no more than `count`, are left out, and so are photos without cells. The
/// same seed gives the same references.
pub fn split_references(
    manifests: &[Manifest],
    sets: &Sets,
    count: usize,
    seed: u64,
    folder: &Path,
) -> Vec<SplitFile> {
    let sets = sets.among(manifests.iter().flat_map(Manifest::each_label));
    let mut by_set: BTreeMap<Group, Vec<(Label, CellGrid)>> = BTreeMap::new();
    for manifest in manifests {
        for (_, label) in &manifest.labels {
            let (Some(_), Ok(Some(board))) = (label.game, label.board()) else { continue };
            let set = match sets.of(label) {
                "" => continue,
                set => set.to_owned(),
            };
            let label = moved_label(label, manifest, folder);
            by_set.entry((label.game, set)).or_default().push((label, position(&board)));
        }
    }
    let names = file_names(by_set.keys());
    let file = |(photos, name): (Vec<(Label, CellGrid)>, String)| {
        Some(SplitFile { name, labels: with_references(photos, count, seed)? })
    };
    by_set.into_values().zip(names).filter_map(file).collect()
}

/// The labels of a set with their parts; `None` where it shows too few positions.
fn with_references(photos: Vec<(Label, CellGrid)>, count: usize, seed: u64) -> Option<Vec<Label>> {
    let mut positions: Vec<&CellGrid> = Vec::new();
    for (_, board) in &photos {
        if !positions.contains(&board) {
            positions.push(board);
        }
    }
    if positions.len() < FEWEST || positions.len() <= count {
        return None;
    }
    positions.shuffle(&mut StdRng::seed_from_u64(seed));
    let shown: Vec<CellGrid> = positions.into_iter().take(count).cloned().collect();
    let mut taken = vec![false; shown.len()];
    let labels = photos.into_iter().map(|(label, board)| {
        let part = match shown.iter().position(|position| *position == board) {
            None => 1,
            Some(i) if taken[i] => 2,
            Some(i) => {
                taken[i] = true;
                0
            }
        };
        Label { split: Some(PARTS[part].to_owned()), ..label }
    });
    Some(labels.collect())
}

/// A board as it is from whichever side: the one of its four turns that is first in order.
fn position(board: &CellGrid) -> CellGrid {
    let turned = (0..4).map(|turns| board.rotated(turns));
    turned.min_by(|a, b| a.cells().cmp(b.cells())).expect("four turns")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A photo of a 9x9 board with one stone.
    fn label(set: &str, image: &str, at: usize) -> Label {
        let mut rows = vec![".".repeat(9); 9];
        rows[at / 9].replace_range(at % 9..=at % 9, "b");
        let json = serde_json::json!({ "image": image, "game": "go", "group": set, "cells": rows });
        serde_json::from_value(json).expect("a label")
    }

    fn split(photos: &[Label], count: usize, seed: u64) -> Vec<SplitFile> {
        let labels = photos.iter().cloned().enumerate().map(|(i, l)| (i + 1, l)).collect();
        let path = PathBuf::from("labels.jsonl");
        let manifest = Manifest { path, labels, corrected: Vec::new() };
        split_references(&[manifest], &Sets::default(), count, seed, Path::new("."))
    }

    fn of_part<'a>(file: &'a SplitFile, part: &str) -> Vec<&'a Label> {
        file.labels.iter().filter(|label| label.split.as_deref() == Some(part)).collect()
    }

    #[test]
    fn references_and_tests_have_no_position_in_common() {
        // Ten positions, one of them in three photos, from two sides.
        let mut photos: Vec<Label> =
            (0..9).map(|i| label("club", &format!("{i}.jpg"), 10 + i % 4 + 9 * (i / 4))).collect();
        photos.extend([label("club", "a.jpg", 40), label("club", "b.jpg", 40)]);
        for seed in 0..20 {
            let files = split(&photos, 2, seed);
            assert_eq!(files.len(), 1);
            let (references, tests) = (of_part(&files[0], "reference"), of_part(&files[0], "test"));
            assert_eq!(references.len(), 2);
            let of = |labels: &[&Label]| -> Vec<CellGrid> {
                labels.iter().map(|l| position(&l.board().expect("fits").expect("cells"))).collect()
            };
            let (shown, read) = (of(&references), of(&tests));
            assert!(read.iter().all(|board| !shown.contains(board)), "seed {seed}");
            assert_eq!(files[0].labels.len(), photos.len());
        }
        assert_eq!(split(&photos, 2, 3), split(&photos, 2, 3));
    }

    #[test]
    fn sets_whose_names_look_alike_have_files_of_their_own() {
        let photos: Vec<Label> = ["a b", "a-b", "a_b"]
            .iter()
            .flat_map(|set| (0..9).map(move |i| label(set, &format!("{set}/{i}.jpg"), i)))
            .collect();
        let files = split(&photos, 2, 1);
        let names: std::collections::BTreeSet<&str> =
            files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!((files.len(), names.len()), (3, 3), "{names:?}");
    }

    #[test]
    fn sets_with_few_positions_are_left_out() {
        let photos: Vec<Label> =
            (0..30).map(|i| label("club", &format!("{i}.jpg"), i % 7)).collect();
        assert!(split(&photos, 2, 1).is_empty());
    }
}
