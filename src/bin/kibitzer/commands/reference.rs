//! `kibitzer reference`.

use crate::{
    args::Common,
    output::{self, Status},
};
use anyhow::bail;
use clap::{Args, Subcommand};
use kibitzer::{
    adapt::{
        Figures, LeftOut, NamedSet, Reference, ReferenceName, Sets, labeled, learn, unchecked,
    },
    dataset::manifest::labels_file,
    games::GameId,
};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct ReferenceArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Learn a set of your own from a photo or two of it, and keep it
    Add(AddArgs),
    /// List the sets that are kept
    List,
    /// Show what a set was learned from and what it is worth
    Show {
        /// The set's name
        name: String,
    },
    /// Remove a set
    Remove {
        /// The set's name
        name: String,
    },
}

#[derive(Args)]
struct AddArgs {
    /// The set's name: letters, digits, - and _
    name: String,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// Photos of the set, each with what it shows: PHOTO=POSITION, where POSITION is a notation
    /// (FEN, PDN FEN, SGF, Qwirkle rows), a file with one, or empty, a board of any size; without it,
    /// the game's initial position, either way round
    #[arg(value_name = "PHOTO[=POSITION]", required_unless_present = "labels")]
    photos: Vec<String>,
    /// Labels whose photos are references, too (datasets/README.md); or a folder with a labels file
    #[arg(long, value_name = "FILE")]
    labels: Vec<PathBuf>,
    /// Only the labels of this part (`split`)
    #[arg(long, value_name = "NAME", requires = "labels")]
    split: Option<String>,
    /// Replace the set of this name
    #[arg(long)]
    force: bool,
}

pub fn run(args: &ReferenceArgs, common: &Common) -> anyhow::Result<Status> {
    let sets = Sets::find()?;
    match &args.action {
        Action::Add(args) => return add(args, common),
        Action::List => {
            let names = sets.names();
            if names.is_empty() {
                output::note(&"no set is kept yet: make one with `kibitzer reference add`");
            }
            for name in names {
                output::print(&match sets.get(&name) {
                    Ok(set) => format!("{name}: {}, {}\n", set.game, worth(&set.figures)),
                    Err(error) => format!("{name}: {error}\n"),
                });
            }
        }
        Action::Show { name } => {
            let set = sets.get(name)?;
            output::print(&shown(&set));
        }
        Action::Remove { name } => {
            sets.remove(name)?;
            output::print(&format!("The set '{name}' is removed.\n"));
        }
    }
    Ok(Status::Done)
}

fn add(args: &AddArgs, common: &Common) -> anyhow::Result<Status> {
    let (sets, game) = (Sets::find()?, args.game);
    NamedSet::check_name(&args.name)?;
    if !args.force && sets.names().contains(&args.name) {
        bail!("there is a set '{}' already: add --force to replace it", args.name);
    }
    let named: Vec<ReferenceName> =
        args.photos.iter().map(|text| ReferenceName::new(text)).collect();
    let mut from: Vec<(String, String)> =
        named.iter().map(|named| (named.photo.display().to_string(), named.said())).collect();
    let mut all: Vec<Reference> =
        named.iter().map(|named| named.open(game)).collect::<Result<_, _>>()?;
    for file in &args.labels {
        let file = labels_file(file)?;
        let references = of_labels(&file, game, args.split.as_deref())?;
        from.extend(references.iter().map(|r| (r.name.clone(), file.display().to_string())));
        all.extend(references);
    }
    let readers = common.readers()?;
    let learned = learn(&readers, game, &all)?;
    let set = NamedSet::new(&args.name, game, readers.store(), from, &learned)?;
    let path = sets.keep(&set, args.force)?;
    output::print(&shown(&set));
    output::print(&kept(&set, &path));
    Ok(Status::Done)
}

/// Where a set is kept, and how to use it where that helps.
fn kept(set: &NamedSet, path: &Path) -> String {
    let NamedSet { name, game, figures, .. } = set;
    let usage = match figures.helps() {
        true => format!(" Use it: kibitzer read PHOTO --game {game} --set {name}"),
        false => String::new(),
    };
    format!("\nIt is kept in {}.{usage}\n", path.display())
}

/// The references that a word of the command line names: a photo, or those of a labels file or of a
/// folder with one.
pub fn named(word: &str, game: GameId) -> anyhow::Result<Vec<Reference>> {
    let path = Path::new(word);
    if path.is_dir() || path.extension().is_some_and(|ending| ending == "jsonl") {
        return of_labels(&labels_file(path)?, game, None);
    }
    Ok(vec![ReferenceName::new(word).open(game)?])
}

/// The references of a labels file; labels that nobody has looked at are said.
fn of_labels(file: &Path, game: GameId, split: Option<&str>) -> anyhow::Result<Vec<Reference>> {
    let references = labeled(game, file, split)?;
    if let Some(said) = unchecked(&references) {
        output::warning(&said);
    }
    Ok(references)
}

fn shown(set: &NamedSet) -> String {
    let mut out = format!("{}: {}, {}\n", set.name, set.game, worth(&set.figures));
    for (photo, position) in &set.references {
        out += &format!("  {photo}: {position}\n");
    }
    if is_counted(&set.figures) && !set.figures.helps() {
        out += "It does not help: no more cells are read right with it. Training on for this set may: \
            see kibitzer-train adapt.\n";
    } else if set.figures.left_out == LeftOut::Cells {
        out += "One photo does not show the set in other light or from another side, where it may be \
            read worse than without: add photos from there.\n";
    }
    out
}

/// Whether it was counted how probable cells become: of sets that were kept before, it was not.
fn is_counted(figures: &Figures) -> bool {
    figures.probability_before > 0.0
}

/// What a set is worth, in a clause.
pub fn worth(figures: &Figures) -> String {
    let Figures { left_out, cells, right_before, right_after, .. } = figures;
    let how = match left_out {
        LeftOut::Photo => "each photo read by what other photos teach",
        LeftOut::Cells => "a quarter of the cells at a time read by what the others teach",
    };
    let [before, after] =
        [figures.probability_before, figures.probability_after].map(|p| 100.0 * p);
    let probable = match is_counted(figures) {
        true => format!("; what is there {after:.1} % probable, {before:.1} % without it"),
        false => String::new(),
    };
    format!(
        "{right_after} of {cells} cells right at first sight, {right_before} without it{probable} \
        ({how})"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_help_is_not_said_to_be_used() {
        let set = |right_after: usize| -> NamedSet {
            serde_json::from_value(serde_json::json!({
                "schema": 1, "name": "mine", "game": "chess", "model": "", "references": [],
                "figures": {
                    "left_out": "photo", "cells": 64, "right_before": 47,
                    "right_after": right_after,
                    "probability_before": 0.5, "probability_after": 0.75,
                },
                "correction": {"features": 0, "scale": 1.0, "weights": ""},
            }))
            .expect("a set")
        };
        let path = Path::new("mine.json");
        assert!(kept(&set(48), path).contains("--game chess --set mine"));
        assert!(!kept(&set(46), path).contains("--set") && shown(&set(46)).contains("not help"));
    }

    #[test]
    fn of_sets_kept_before_it_was_counted_no_probability_is_told() {
        let counted = Figures {
            left_out: LeftOut::Photo,
            cells: 127,
            right_before: 102,
            right_after: 101,
            probability_before: 0.5,
            probability_after: 0.625,
        };
        let text = worth(&counted);
        assert!(text.contains("62.5 % probable, 50.0 % without it"), "{text}");
        let before = Figures { probability_before: 0.0, probability_after: 0.0, ..counted };
        assert!(is_counted(&counted) && !is_counted(&before));
        assert!(!worth(&before).contains("probable"));
    }
}
