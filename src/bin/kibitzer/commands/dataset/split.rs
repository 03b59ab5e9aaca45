//! `kibitzer dataset split`.

use super::{Data, Together};
use crate::output::{self, Status};
use anyhow::bail;
use clap::Args;
use kibitzer::{
    dataset::{
        manifest,
        references::split_references,
        split::{Plan, SplitFile, split},
    },
    files,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

#[derive(Args)]
#[command(group = clap::ArgGroup::new("plan").required(true).args(["fractions", "folds",
"leave_one_group_out", "references"]))]
pub struct SplitArgs {
    #[command(flatten)]
    data: Data,
    /// Parts and their fractions of each game's photos: train=0.8,val=0.2
    #[arg(long, value_name = "PART=FRACTION,...", value_parser = parse_fraction,
    value_delimiter = ',')]
    fractions: Vec<(String, f64)>,
    /// K labels files; each physical set (`set`, or the group where there is none) is in `val` of one of them
    #[arg(long, value_name = "K")]
    folds: Option<usize>,
    /// A labels file a physical set, which is its `val`
    #[arg(long)]
    leave_one_group_out: bool,
    /// A labels file a physical set of eight positions at least: `split` is `reference` for N photos
    /// of it, `test` for those of other positions, `same` for the rest
    #[arg(long, value_name = "N")]
    references: Option<usize>,
    /// Only the photos of this part (`split`)
    #[arg(long = "split", value_name = "NAME")]
    part: Option<String>,
    #[command(flatten)]
    together: Together,
    /// The same seed gives the same split; the largest sets come first, those of one size in an order
    /// that it decides
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What to write: a name that ends in .jsonl is a labels file (--fractions alone makes one),
    /// any other a folder, of labels.jsonl or of a labels file a fold
    #[arg(long, value_name = "FILE.jsonl|DIR")]
    out: PathBuf,
    /// Replace files that are there already
    #[arg(long)]
    force: bool,
}

fn parse_fraction(text: &str) -> Result<(String, f64), String> {
    let wrong = || format!("'{text}' is not PART=FRACTION, as in train=0.8");
    let (name, fraction) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name.to_owned(), fraction.parse().map_err(|_| wrong())?))
}

pub fn run(args: &SplitArgs) -> anyhow::Result<Status> {
    let mut manifests = args.data.read()?;
    if let Some(part) = &args.part {
        manifests.iter_mut().for_each(|m| m.labels.retain(|(_, label)| label.side() == part));
        if manifests.iter().all(|manifest| manifest.labels.is_empty()) {
            bail!("no label is in the split {part}: name another --split, or none");
        }
    }
    let one_file = !args.fractions.is_empty();
    let out = Out::named(&args.out, one_file)?;
    let folder = out.folder();
    let sets = args.together.sets()?;
    let written = match (args.references, args.folds) {
        (Some(count), _) => split_references(&manifests, &sets, count, args.seed, folder),
        (None, folds) => {
            let plan = match folds {
                _ if one_file => Plan::Fractions(args.fractions.clone()),
                Some(k) => Plan::Folds(k),
                None => Plan::LeaveOneGroupOut,
            };
            split(&manifests, &sets, &plan, args.seed, folder)?
        }
    };
    if written.is_empty() {
        bail!("no set shows eight different positions and more than are to be references");
    }
    let targets: Vec<PathBuf> = written.iter().map(|file| out.path_of(file, one_file)).collect();
    let inputs = args.data.paths()?;
    targets.iter().try_for_each(|target| super::check_new(target, &inputs, args.force))?;
    for (file, path) in written.iter().zip(&targets) {
        files::write(path, manifest::to_lines(&file.labels).as_bytes(), args.force)?;
    }
    let mut rows = vec![["file", "part", "photos", "groups"].map(str::to_owned).to_vec()];
    written.iter().zip(&targets).for_each(|(file, path)| rows.extend(summary(file, path)));
    output::print(&output::table(&rows));
    Ok(Status::Done)
}

/// What is written: as its name says.
enum Out {
    File(PathBuf),
    Folder(PathBuf),
}

impl Out {
    fn named(path: &Path, one_file: bool) -> anyhow::Result<Self> {
        let is_file = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("jsonl"));
        match (is_file && !path.is_dir(), one_file) {
            (true, true) => Ok(Self::File(path.to_owned())),
            (true, false) => bail!(
                "{} is one labels file, and this makes several: name a folder",
                path.display()
            ),
            (false, _) if path.is_file() => bail!(
                "{} is a file that is there already, and no labels file: name a folder, or a file \
                that ends in .jsonl",
                path.display()
            ),
            (false, _) => Ok(Self::Folder(path.to_owned())),
        }
    }

    fn folder(&self) -> &Path {
        match self {
            Self::File(path) => super::folder_of(path),
            Self::Folder(path) => path,
        }
    }

    fn path_of(&self, file: &SplitFile, one_file: bool) -> PathBuf {
        match self {
            Self::File(path) => path.clone(),
            Self::Folder(path) if one_file => path.join("labels.jsonl"),
            Self::Folder(path) => path.join(format!("{}.jsonl", file.name)),
        }
    }
}

fn summary(file: &SplitFile, path: &Path) -> Vec<Vec<String>> {
    let mut parts: BTreeMap<&str, (usize, BTreeSet<_>)> = BTreeMap::new();
    for label in &file.labels {
        let (photos, groups) = parts.entry(label.split.as_deref().unwrap_or_default()).or_default();
        *photos += 1;
        groups.insert((label.game, &label.group));
    }
    let row = |(part, (photos, groups)): (&&str, &(usize, BTreeSet<_>))| {
        vec![
            path.display().to_string(),
            (*part).to_owned(),
            photos.to_string(),
            groups.len().to_string(),
        ]
    };
    parts.iter().map(row).collect()
}
