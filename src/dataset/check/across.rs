//! What labels say when taken together: groups on both sides of a split, duplicate photos.

use super::{
    Defect, Entry, Finding, PhotoFacts,
    Severity::{Error, Note, Warning},
};
use crate::{dataset::Label, games::GameId};
use std::collections::HashMap;

/// Everything wrong between labels.
pub(super) fn check(
    entries: &[Entry],
    facts: &[Option<PhotoFacts>],
    near_bits: u32,
) -> Vec<Defect> {
    let mut defects = repeated_images(entries);
    defects.extend(groups_across_splits(entries));
    defects.extend(duplicates(entries, facts, near_bits));
    defects
}

/// The same photo labeled twice.
fn repeated_images(entries: &[Entry]) -> Vec<Defect> {
    let mut first = HashMap::new();
    let mut defects = Vec::new();
    for entry in entries.iter().filter(|e| !e.label.image.is_empty()) {
        if let Some(other) = first.insert(entry.manifest.image_path(entry.label), entry) {
            let message = format!("{} is labeled on {} already", entry.label.image, other.place());
            defects.push(entry.defect(Finding::new(Error, "image-twice", message)));
        }
    }
    defects
}

/// Groups, and sets, with photos on more than one side of the split; one defect a group or set and
/// side, at the first photo of each side but the first.
fn groups_across_splits(entries: &[Entry]) -> Vec<Defect> {
    let group = |label: &Label| Some(label.group.clone()).filter(|group| !group.is_empty());
    let mut defects = across_splits(entries, "group", "group-across-splits", group);
    let named: Vec<_> = entries.iter().filter(|entry| entry.label.set.is_some()).copied().collect();
    let set = |label: &Label| label.set.clone();
    defects.extend(across_splits(&named, "set", "set-across-splits", set));
    defects
}

fn across_splits(
    entries: &[Entry],
    what: &str,
    rule: &'static str,
    name: impl Fn(&Label) -> Option<String>,
) -> Vec<Defect> {
    let mut first: HashMap<(Option<GameId>, String), Vec<&Entry>> = HashMap::new();
    let mut defects = Vec::new();
    for entry in entries.iter().filter(|e| e.label.split.is_some()) {
        let Some(name) = name(entry.label) else { continue };
        let sides = first.entry((entry.label.game, name.clone())).or_default();
        if sides.iter().any(|other| other.label.split == entry.label.split) {
            continue;
        }
        // A group on two sides is said once, not again as a set.
        let said = |other: &&Entry| what == "set" && other.label.group == entry.label.group;
        if let Some(other) = sides.first().filter(|other| !said(other)) {
            let split = |e: &Entry| e.label.split.clone().unwrap_or_default();
            let message = format!(
                "{what} \"{name}\" is in {} here and in {} at {}: keep a {what} on one side",
                split(entry),
                split(other),
                other.place()
            );
            defects.push(entry.defect(Finding::new(Error, rule, message)));
        }
        sides.push(entry);
    }
    defects
}

/// Duplicate and near-duplicate photos, each reported at the later label, against the earlier one
/// it is most like.
fn duplicates(entries: &[Entry], facts: &[Option<PhotoFacts>], near_bits: u32) -> Vec<Defect> {
    let mut defects = Vec::new();
    for (i, entry) in entries.iter().enumerate() {
        let Some(mine) = &facts[i] else { continue };
        let earlier = entries[..i]
            .iter()
            .zip(facts)
            .filter_map(|(other, facts)| Some((other, facts.as_ref()?)));
        let finding = earlier
            .filter(|(other, _)| {
                other.manifest.image_path(other.label) != entry.manifest.image_path(entry.label)
            })
            .filter_map(|(other, facts)| compare(entry, mine, other, facts, near_bits))
            .min_by_key(|(finding, bits)| (finding.severity, *bits));
        defects.extend(finding.map(|(finding, _)| entry.defect(finding)));
    }
    defects
}

/// The finding on two photos that are alike, and in how many bits their hashes differ.
///
/// Photos of one session may be alike, and the pieces on them not: that is what a series looks
/// like, and no defect.
fn compare(
    entry: &Entry,
    mine: &PhotoFacts,
    other: &Entry,
    theirs: &PhotoFacts,
    near_bits: u32,
) -> Option<(Finding, u32)> {
    let bits = mine.hash.distance(&theirs.hash);
    let same_file = mine.sha256 == theirs.sha256;
    if !same_file && bits > near_bits {
        return None;
    }
    let same_cells = entry.label.cells == other.label.cells;
    let across = matches!((&entry.label.split, &other.label.split), (Some(a), Some(b)) if a != b);
    let same_group =
        (entry.label.game, &entry.label.group) == (other.label.game, &other.label.group);
    let place = other.place();
    let (severity, rule, message) = match (same_file, same_cells) {
        (true, false) => (
            Error,
            "duplicate-disagrees",
            format!("the same photo as {place}, with other cells: one label is wrong"),
        ),
        _ if across && (same_file || same_cells) => (
            Error,
            "duplicate-across-splits",
            format!(
                "nearly the same photo ({bits} of 256 bits differ) is in another split at {place}"
            ),
        ),
        (true, true) => (Warning, "duplicate", format!("the same photo as {place}")),
        (false, true) if !same_group => {
            let message = format!(
                "nearly the same photo ({bits} of 256 bits differ) as {place}, which is of another \
                group"
            );
            (Warning, "near-duplicate", message)
        }
        (false, true) => (
            Note,
            "near-duplicate",
            format!("nearly the same photo ({bits} of 256 bits differ) as {place}"),
        ),
        (false, false) => return None,
    };
    Some((Finding::new(severity, rule, message), bits))
}
