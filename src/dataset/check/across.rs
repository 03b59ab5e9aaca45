//! What labels say when taken together: groups on both sides of a split, duplicate photos.

use super::{
    CheckOptions, Defect, Entry, Finding, PhotoFacts,
    Severity::{Error, Note, Warning},
};
use crate::{
    dataset::{Label, sets::Sets},
    games::GameId,
};
use std::collections::HashMap;

/// Everything wrong between labels.
pub(super) fn check(
    entries: &[Entry],
    facts: &[Option<PhotoFacts>],
    options: &CheckOptions,
) -> Vec<Defect> {
    let mut defects = repeated_images(entries);
    defects.extend(groups_across_splits(entries, &options.sets));
    defects.extend(duplicates(entries, facts, options.near_bits));
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
fn groups_across_splits(entries: &[Entry], sets: &Sets) -> Vec<Defect> {
    let mut defects =
        across_splits(entries, "group", "group-across-splits", |label| label.group.as_str());
    let names = sets.among(entries.iter().map(|entry| entry.label));
    defects.extend(across_splits(entries, "set", "set-across-splits", |label| names.of(label)));
    defects
}

fn across_splits<'a>(
    entries: &[Entry<'a>],
    what: &str,
    rule: &'static str,
    name: impl Fn(&'a Label) -> &'a str,
) -> Vec<Defect> {
    let mut first: HashMap<(Option<GameId>, &str), Vec<&Entry>> = HashMap::new();
    let mut defects = Vec::new();
    for entry in entries {
        let name = name(entry.label);
        if name.is_empty() {
            continue;
        }
        let sides = first.entry((entry.label.game, name)).or_default();
        if sides.iter().any(|other| other.label.side() == entry.label.side()) {
            continue;
        }
        // A group on two sides is said once, not again as a set.
        let group = &entry.label.group;
        let said =
            |other: &&Entry| what == "set" && !group.is_empty() && other.label.group == *group;
        if let Some(other) = sides.first().filter(|other| !said(other)) {
            let message = format!(
                "{what} \"{name}\" is in {} here and in {} at {}: keep a {what} on one side",
                side(entry.label),
                side(other.label),
                other.place()
            );
            defects.push(entry.defect(Finding::new(Error, rule, message)));
        }
        sides.push(entry);
    }
    defects
}

/// The side of a label's photo, and whether the label names it.
fn side(label: &Label) -> String {
    let unnamed = if label.split.is_none() { " (no \"split\")" } else { "" };
    format!("{}{unnamed}", label.side())
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
    let across = entry.label.side() != other.label.side();
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
