//! Splits by physical set: photos of one set stay together, or a score would measure memory.
//!
//! ```
//! use kibitzer::dataset::{Label, Manifest, sets::Sets, split::{Plan, split}};
//!
//! let label = |image: &str, group: &str| {
//!     Label { image: image.to_owned(), group: group.to_owned(), ..Label::default() }
//! };
//! let photos = [("a.jpg", "kitchen"), ("b.jpg", "kitchen"), ("c.jpg", "club")];
//! let labels = (1..).zip(photos.map(|(image, group)| label(image, group))).collect();
//! let manifest = Manifest { path: "labels.jsonl".into(), labels, corrected: Vec::new() };
//! let folds = split(&[manifest], &Sets::default(), &Plan::Folds(2), 1, "folds".as_ref())?;
//! assert_eq!(folds[0].name, "fold-0");
//! let parts: Vec<_> = folds[0].labels.iter().map(|label| &label.split).collect();
//! assert!(parts[0] == parts[1] && parts[1] != parts[2], "one set is on one side");
//! # Ok::<(), kibitzer::dataset::split::SplitError>(())
//! ```

use super::{
    Label, Manifest,
    paths::moved_label,
    sets::{SetNames, Sets, SetsError},
};
use crate::games::GameId;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// How to split.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// Named parts and the fraction of each game's photos that each should get; a part without a
    /// photo is avoided.
    Fractions(Vec<(String, f64)>),
    /// So many folds: each is `val` once, with all others as `train`.
    Folds(usize),
    /// A fold a set (or group that is a set by itself): it is `val`, all others of all games are
    /// `train`.
    LeaveOneGroupOut,
}

/// A split that cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SplitError {
    /// There are no labels.
    #[error("there is no label to split")]
    Empty,
    /// The fractions make no sense.
    #[error("fractions must be positive and sum to 1, as in train=0.8,val=0.2 (got {0})")]
    Fractions(String),
    /// Fewer than two folds.
    #[error("{0} folds leave nothing to train on: ask for two or more")]
    Folds(usize),
    /// There is one set.
    #[error("{game} has one set, which cannot be on both sides")]
    OneSet {
        /// The game; `what shows no board` where the labels name none.
        game: String,
    },
    /// The sets contradict each other.
    #[error(transparent)]
    Sets(#[from] SetsError),
    /// More parts or folds than groups.
    #[error("{game} has {groups} sets, too few for {parts} parts: use fewer")]
    TooFewGroups {
        /// The game; `what shows no board` where the labels name none.
        game: String,
        /// Its groups.
        groups: usize,
        /// Parts asked for.
        parts: usize,
    },
}

/// A new manifest.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitFile {
    /// Its name, without extension: `split`, `fold-0`, `go-kitchen`.
    pub name: String,
    /// The labels, in their old order, with `split` set and `image` as seen from the new folder.
    pub labels: Vec<Label>,
}

/// A game and the name of a set ([`Sets::among`]); photos without a group or set stay together by
/// manifest.
pub(super) type Group = (Option<GameId>, String);

/// Splits the labels of manifests, sets not apart; the same seed gives the same split. The new
/// manifests are to be written to `folder`.
///
/// # Errors
/// When there is nothing to split, or the plan does not fit.
pub fn split(
    manifests: &[Manifest],
    sets: &Sets,
    plan: &Plan,
    seed: u64,
    folder: &Path,
) -> Result<Vec<SplitFile>, SplitError> {
    sets.check()?;
    let sets = &sets.among(manifests.iter().flat_map(Manifest::each_label));
    let sizes = group_sizes(manifests, sets);
    if sizes.is_empty() {
        return Err(SplitError::Empty);
    }
    let make = |name: String, part: &dyn Fn(&Group) -> String| SplitFile {
        name,
        labels: relabel(manifests, sets, part, folder),
    };
    match plan {
        Plan::Fractions(parts) => {
            check_fractions(parts)?;
            check_groups(&sizes, parts.len())?;
            let fractions: Vec<f64> = parts.iter().map(|p| p.1).collect();
            let assigned = assign(&sizes, &fractions, seed);
            Ok(vec![make("split".to_owned(), &|group| parts[assigned[group]].0.clone())])
        }
        Plan::Folds(k) => {
            if *k < 2 {
                return Err(SplitError::Folds(*k));
            }
            check_groups(&sizes, *k)?;
            let assigned = assign(&sizes, &vec![1.0 / *k as f64; *k], seed);
            Ok((0..*k)
                .map(|fold| make(format!("fold-{fold}"), &|group| side(assigned[group] == fold)))
                .collect())
        }
        Plan::LeaveOneGroupOut => {
            if let (Some((game, _)), 1) = (sizes.keys().next(), sizes.len()) {
                return Err(SplitError::OneSet { game: said(*game) });
            }
            let names = file_names(sizes.keys());
            Ok(sizes
                .keys()
                .zip(names)
                .map(|(out, name)| make(name, &|group| side(group == out)))
                .collect())
        }
    }
}

fn side(is_out: bool) -> String {
    if is_out { "val" } else { "train" }.to_owned()
}

fn group_of(manifest: &Manifest, label: &Label, sets: &SetNames) -> Group {
    match sets.of(label) {
        "" => (label.game, format!("ungrouped in {}", manifest.path.display())),
        set => (label.game, set.to_owned()),
    }
}

/// Every set and its number of photos.
fn group_sizes(manifests: &[Manifest], sets: &SetNames) -> BTreeMap<Group, usize> {
    let mut sizes = BTreeMap::new();
    for manifest in manifests {
        for (_, label) in &manifest.labels {
            *sizes.entry(group_of(manifest, label, sets)).or_insert(0) += 1;
        }
    }
    sizes
}

fn relabel(
    manifests: &[Manifest],
    sets: &SetNames,
    part: &dyn Fn(&Group) -> String,
    folder: &Path,
) -> Vec<Label> {
    let entries = manifests.iter().flat_map(|m| m.labels.iter().map(move |(_, label)| (m, label)));
    let moved = entries.map(|(manifest, label)| Label {
        split: Some(part(&group_of(manifest, label, sets))),
        ..moved_label(label, manifest, folder)
    });
    moved.collect()
}

fn check_fractions(parts: &[(String, f64)]) -> Result<(), SplitError> {
    let sum: f64 = parts.iter().map(|p| p.1).sum();
    let distinct = parts
        .iter()
        .enumerate()
        .all(|(i, p)| !p.0.is_empty() && parts[..i].iter().all(|q| q.0 != p.0));
    if parts.iter().all(|p| p.1 > 0.0) && (sum - 1.0).abs() < 1e-6 && distinct {
        return Ok(());
    }
    Err(SplitError::Fractions(
        parts.iter().map(|(name, f)| format!("{name}={f}")).collect::<Vec<_>>().join(","),
    ))
}

/// Every game has a set for each part.
fn check_groups(sizes: &BTreeMap<Group, usize>, parts: usize) -> Result<(), SplitError> {
    let mut games: BTreeMap<Option<GameId>, usize> = BTreeMap::new();
    sizes.keys().for_each(|(game, _)| *games.entry(*game).or_default() += 1);
    match games.into_iter().find(|(_, groups)| *groups < parts) {
        Some((game, 1)) => Err(SplitError::OneSet { game: said(game) }),
        Some((game, groups)) => Err(SplitError::TooFewGroups { game: said(game), groups, parts }),
        None => Ok(()),
    }
}

fn said(game: Option<GameId>) -> String {
    game.map_or_else(|| "what shows no board".to_owned(), |game| game.to_string())
}

/// The part of every group. Each game is split by itself: its groups each go where most photos are
/// missing, the largest first, for which there may be no room later; those of one size in random
/// order.
fn assign(sizes: &BTreeMap<Group, usize>, fractions: &[f64], seed: u64) -> BTreeMap<Group, usize> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut games: BTreeMap<Option<GameId>, Vec<(&Group, usize)>> = BTreeMap::new();
    sizes.iter().for_each(|(group, n)| games.entry(group.0).or_default().push((group, *n)));
    let mut assigned = BTreeMap::new();
    for mut groups in games.into_values() {
        groups.shuffle(&mut rng);
        groups.sort_by_key(|(_, n)| Reverse(*n));
        let parts = distribute(&groups.iter().map(|g| g.1).collect::<Vec<_>>(), fractions);
        assigned
            .extend(groups.iter().zip(parts).map(|((group, _), part)| ((*group).clone(), part)));
    }
    assigned
}

/// The part of each of the sizes: always the one that lacks most, and no part is left empty.
fn distribute(sizes: &[usize], fractions: &[f64]) -> Vec<usize> {
    let total = sizes.iter().sum::<usize>() as f64;
    let mut lacking: Vec<f64> = fractions.iter().map(|f| f * total).collect();
    let mut members = vec![0usize; fractions.len()];
    let mut parts = Vec::new();
    for (i, &size) in sizes.iter().enumerate() {
        let empty = members.iter().filter(|&&n| n == 0).count();
        let forced = sizes.len() - i <= empty;
        let open = (0..fractions.len()).filter(|&p| !forced || members[p] == 0);
        let part = open.max_by(|&a, &b| lacking[a].total_cmp(&lacking[b])).unwrap_or(0);
        lacking[part] -= size as f64;
        members[part] += 1;
        parts.push(part);
    }
    parts
}

/// Names for the groups' folds that any file system takes and tells apart.
pub(super) fn file_names<'a>(groups: impl Iterator<Item = &'a Group>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut unique = |name: String| {
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        candidates.find(|name| taken.insert(name.to_lowercase())).expect("numbers do not end")
    };
    groups.map(|group| unique(file_name(group))).collect()
}

/// A name of ordinary characters, short enough for an ending and a number.
fn file_name((game, group): &Group) -> String {
    const LONGEST: usize = 100;
    let safe = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let group: String = group.chars().map(safe).take(LONGEST).collect();
    game.map_or_else(|| group.clone(), |game| format!("{game}-{group}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn folds_of_groups_that_look_alike_have_names_of_their_own() {
        let groups =
            ["ü", "é", "a b", "A_b", "a_b"].map(|name| (Some(GameId::Go), name.to_owned()));
        assert_eq!(file_names(groups.iter()), ["go-_", "go-_-2", "go-a_b", "go-A_b-2", "go-a_b-3"]);
        assert!(file_name(&(None, "x".repeat(300))).len() < 128);
    }

    /// A manifest of checkers groups of the given sizes.
    fn manifest(sizes: &[usize]) -> Manifest {
        let groups = sizes.iter().enumerate().flat_map(|(group, &n)| std::iter::repeat_n(group, n));
        let label = |(i, group): (usize, usize)| Label {
            image: format!("{i}.jpg"),
            game: Some(GameId::Checkers),
            group: format!("g{group}"),
            ..Label::default()
        };
        let labels = groups.enumerate().map(|g| (g.0 + 1, label(g))).collect();
        Manifest { path: "labels.jsonl".into(), labels, corrected: Vec::new() }
    }

    fn by_part(labels: &[Label]) -> BTreeMap<String, Vec<&Label>> {
        let mut parts: BTreeMap<String, Vec<&Label>> = BTreeMap::new();
        labels
            .iter()
            .for_each(|l| parts.entry(l.split.clone().unwrap_or_default()).or_default().push(l));
        parts
    }

    fn groups(labels: &[&Label]) -> BTreeSet<String> {
        labels.iter().map(|l| l.group.clone()).collect()
    }

    fn fractions(parts: &[(&str, f64)]) -> Plan {
        Plan::Fractions(parts.iter().map(|(name, f)| ((*name).to_owned(), *f)).collect())
    }

    proptest! {
        #[test]
        fn no_group_is_on_two_sides_and_no_photo_is_lost(sizes in proptest::collection::vec(1usize..20, 3..12), seed: u64) {
            let input = manifest(&sizes);
            let plan = fractions(&[("train", 0.6), ("val", 0.2), ("test", 0.2)]);
            let files = split(std::slice::from_ref(&input), &Sets::default(), &plan, seed,
            Path::new(".")).expect("splits");
            prop_assert_eq!(files[0].labels.len(), input.labels.len());
            let parts = by_part(&files[0].labels);
            prop_assert_eq!(parts.len(), 3);
            let all: Vec<String> = parts.values().flat_map(|labels| groups(labels)).collect();
            let distinct: BTreeSet<_> = all.iter().collect();
            prop_assert_eq!(distinct.len(), all.len());
        }
    }

    #[test]
    fn fractions_are_met_where_groups_are_small() {
        let plan = fractions(&[("train", 0.8), ("val", 0.2)]);
        let files = split(&[manifest(&[2; 50])], &Sets::default(), &plan, 7, Path::new("."))
            .expect("splits");
        let parts = by_part(&files[0].labels);
        assert_eq!((parts["train"].len(), parts["val"].len()), (80, 20));
    }

    #[test]
    fn the_larger_part_gets_the_larger_sets() {
        let plan = fractions(&[("train", 0.8), ("val", 0.2)]);
        for (sizes, expected) in [
            (&[10, 90][..], (90, 10)),
            (&[90, 10], (90, 10)),
            (&[5, 5, 90], (90, 10)),
            (&[1, 1, 1, 1, 60], (60, 4)),
            (&[40, 40, 20], (80, 20)),
            (&[20, 10, 10, 160], (160, 40)),
        ] {
            for seed in 0..20 {
                let files =
                    split(&[manifest(sizes)], &Sets::default(), &plan, seed, Path::new("."))
                        .expect("splits");
                let parts = by_part(&files[0].labels);
                let found = (parts["train"].len(), parts["val"].len());
                assert_eq!(found, expected, "{sizes:?}, seed {seed}");
            }
        }
    }

    #[test]
    fn the_seed_decides() {
        let plan = fractions(&[("train", 0.5), ("val", 0.5)]);
        let run = |seed| {
            split(&[manifest(&[3; 20])], &Sets::default(), &plan, seed, Path::new("."))
                .expect("splits")
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }

    #[test]
    fn every_group_is_validated_once() {
        for (plan, count) in [(Plan::Folds(3), 3), (Plan::LeaveOneGroupOut, 7)] {
            let files = split(
                &[manifest(&[4, 1, 3, 9, 2, 2, 5])],
                &Sets::default(),
                &plan,
                1,
                Path::new("."),
            )
            .expect("splits");
            assert_eq!(files.len(), count);
            let names: BTreeSet<_> = files.iter().map(|f| &f.name).collect();
            assert_eq!(names.len(), count);
            let mut validated: Vec<String> =
                files.iter().flat_map(|f| groups(&by_part(&f.labels)["val"])).collect();
            validated.sort();
            assert_eq!(validated, ["g0", "g1", "g2", "g3", "g4", "g5", "g6"]);
        }
    }

    #[test]
    fn groups_of_one_set_stay_together() {
        let named = |sets: &[&[&str]]| {
            Sets::from(BTreeMap::from([(
                GameId::Checkers,
                sets.iter().map(|s| s.iter().map(|g| (*g).to_owned()).collect()).collect(),
            )]))
        };
        let sets = named(&[&["g1", "g4"], &["g0", "elsewhere"]]);
        let files =
            split(&[manifest(&[4, 1, 3, 9, 2])], &sets, &Plan::LeaveOneGroupOut, 1, Path::new("."))
                .expect("splits");
        let out: Vec<Vec<String>> = files
            .iter()
            .map(|f| groups(&by_part(&f.labels)["val"]).into_iter().collect())
            .collect();
        assert_eq!(out, [vec!["g0"], vec!["g1", "g4"], vec!["g2"], vec!["g3"]]);
        let twice = named(&[&["g1", "g4"], &["g4"]]);
        let refused =
            split(&[manifest(&[1, 1])], &twice, &Plan::LeaveOneGroupOut, 1, Path::new("."));
        let twice = |error: &SplitError| match error {
            SplitError::Sets(SetsError::TwoSets { group, .. }) => group == "g4",
            _ => false,
        };
        assert!(twice(&refused.expect_err("is refused")));
    }

    #[test]
    fn groups_that_name_their_set_stay_together() {
        let mut input = manifest(&[4, 1, 3, 2]);
        for (_, label) in &mut input.labels {
            label.set = ["g1", "g3"].contains(&label.group.as_str()).then(|| "vinyl".to_owned());
        }
        let files = split(&[input], &Sets::default(), &Plan::LeaveOneGroupOut, 1, Path::new("."))
            .expect("splits");
        let out: Vec<Vec<String>> = files
            .iter()
            .map(|f| groups(&by_part(&f.labels)["val"]).into_iter().collect())
            .collect();
        assert_eq!(out, [vec!["g0"], vec!["g2"], vec!["g1", "g3"]]);
        assert_eq!(files[2].name, "checkers-vinyl");
    }

    #[test]
    fn a_group_of_which_some_photos_name_their_set_stays_together() {
        let mut input = manifest(&[4, 1, 3, 2]);
        input.labels[0].1.set = Some("vinyl".to_owned());
        input.labels[4].1.set = Some("vinyl".to_owned());
        let sets = Sets::from(BTreeMap::from([(
            GameId::Checkers,
            vec![vec!["g1".to_owned(), "g3".to_owned()]],
        )]));
        for seed in 0..20 {
            let plan = fractions(&[("train", 0.5), ("val", 0.5)]);
            let files = split(std::slice::from_ref(&input), &sets, &plan, seed, Path::new("."))
                .expect("splits");
            let parts = by_part(&files[0].labels);
            let out: Vec<BTreeSet<String>> = parts.values().map(|labels| groups(labels)).collect();
            let g2 = BTreeSet::from(["g2".to_owned()]);
            assert!(out.contains(&g2) && out.len() == 2, "{out:?}, seed {seed}");
        }
    }

    #[test]
    fn what_cannot_be_split_is_said() {
        let run = |sizes: &[usize], plan: &Plan| {
            split(&[manifest(sizes)], &Sets::default(), plan, 1, Path::new("."))
                .expect_err("is refused")
        };
        assert!(matches!(run(&[], &Plan::LeaveOneGroupOut), SplitError::Empty));
        assert!(matches!(
            run(&[5, 5], &Plan::Folds(3)),
            SplitError::TooFewGroups { groups: 2, parts: 3, .. }
        ));
        assert!(matches!(run(&[5, 5], &Plan::Folds(usize::MAX)), SplitError::TooFewGroups { .. }));
        assert!((0..2).all(|k| matches!(run(&[5, 5], &Plan::Folds(k)), SplitError::Folds(_))));
        let halves = fractions(&[("a", 0.5), ("b", 0.5)]);
        for plan in [Plan::LeaveOneGroupOut, Plan::Folds(2), halves] {
            assert_eq!(
                run(&[5], &plan).to_string(),
                "checkers has one set, which cannot be on both sides"
            );
        }
        assert!(matches!(
            run(&[5, 5], &fractions(&[("a", 0.5), ("b", 0.6)])),
            SplitError::Fractions(_)
        ));
        assert!(matches!(
            run(&[5, 5], &fractions(&[("a", f64::NAN), ("b", 0.6)])),
            SplitError::Fractions(_)
        ));
        assert!(matches!(
            run(&[5, 5], &fractions(&[("a", 0.5), ("a", 0.5)])),
            SplitError::Fractions(_)
        ));
    }
}
