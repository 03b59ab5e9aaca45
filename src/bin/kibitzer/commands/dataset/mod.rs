//! `kibitzer dataset`.

mod check;
mod export;
mod import;
mod label;
mod preview;
mod queue;
mod render;
mod render_game;
mod split;
#[cfg(feature = "tables")]
mod stats;
mod suspects;

use crate::{
    args::Common,
    output::{self, Status},
};
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use kibitzer::{
    dataset::{Corrections, Manifest, manifest::labels_file, sets::Sets},
    files::{self, WriteError},
};
use serde::de::DeserializeOwned;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

#[derive(Args)]
pub struct DatasetArgs {
    #[command(subcommand)]
    action: DatasetAction,
}

#[derive(Subcommand)]
enum DatasetAction {
    /// Report every defect of labels files and their photos, with file and line
    Check(check::CheckArgs),
    /// Count photos, groups, cells and classes
    #[cfg(feature = "tables")]
    Stats(stats::StatsArgs),
    /// Split labels by group into new labels files
    Split(split::SplitArgs),
    /// Take over labels of other tools: COCO, YOLO, Label Studio, SGF, FEN, the Qwirkle course
    Import(import::ImportArgs),
    /// Write labels for other tools: COCO, Label Studio
    Export(export::ExportArgs),
    /// Let the models label photos, for you to correct
    Label(label::LabelArgs),
    /// Put photos in the order in which a label would teach most
    Queue(queue::QueueArgs),
    /// Put labeled photos in the order in which the models doubt their labels
    Suspects(suspects::SuspectsArgs),
    /// Draw contact sheets: photos with their labels, and the cells of each class as the classifier
    /// sees them
    Preview(preview::PreviewArgs),
    /// Draw photos of boards with exact labels
    Render(render::RenderArgs),
    /// Draw a game move by move, as a camera beside the board sees it, with the truth beside it
    RenderGame(render_game::RenderGameArgs),
}

pub fn run(args: &DatasetArgs, common: &Common) -> anyhow::Result<Status> {
    match &args.action {
        DatasetAction::Check(args) => check::run(args),
        #[cfg(feature = "tables")]
        DatasetAction::Stats(args) => stats::run(args),
        DatasetAction::Split(args) => split::run(args),
        DatasetAction::Import(args) => import::run(args),
        DatasetAction::Export(args) => export::run(args),
        DatasetAction::Label(args) => label::run(args, common),
        DatasetAction::Queue(args) => queue::run(args, common),
        DatasetAction::Suspects(args) => suspects::run(args, common),
        DatasetAction::Preview(args) => preview::run(args, common),
        DatasetAction::Render(args) => render::run(args, common),
        DatasetAction::RenderGame(args) => render_game::run(args, common),
    }
}

/// Labels files, as every subcommand takes them.
#[derive(Args)]
struct Data {
    /// Labels files (JSON Lines, datasets/schema.json), or folders with a labels.jsonl or
    /// manifest.jsonl
    #[arg(required = true, value_name = "LABELS.jsonl")]
    labels: Vec<PathBuf>,
    /// Read labels as this file corrects them (JSON Lines, datasets/README.md)
    #[arg(long, value_name = "FILE.jsonl")]
    corrections: Option<PathBuf>,
}

impl Data {
    /// The files, each once; a folder stands for the labels file in it.
    fn paths(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut seen = HashSet::new();
        let mut files =
            self.labels.iter().map(|path| labels_file(path)).collect::<Result<Vec<_>, _>>()?;
        files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
        Ok(files)
    }

    /// The labels, corrected; a broken line is an error.
    fn read(&self) -> anyhow::Result<Vec<Manifest>> {
        let mut manifests = self
            .paths()?
            .iter()
            .map(|path| Ok(Manifest::read(path)?))
            .collect::<anyhow::Result<Vec<_>>>()?;
        if let Some(corrections) = self.corrections()? {
            manifests.iter_mut().for_each(|manifest| corrections.apply(manifest));
        }
        Ok(manifests)
    }

    /// The corrections that are named.
    fn corrections(&self) -> anyhow::Result<Option<Corrections>> {
        Ok(self.corrections.as_deref().map(Corrections::read).transpose()?)
    }
}

/// Which groups show one physical set.
#[derive(Args)]
struct Together {
    /// Groups of one physical set, where labels have no `set`; they stay on one side: a JSON file
    /// like {"chess": [["game2", "game4"]]}
    #[arg(long, value_name = "SETS.json")]
    together: Option<PathBuf>,
}

impl Together {
    /// The sets that are named.
    fn sets(&self) -> anyhow::Result<Sets> {
        Ok(self.together.as_deref().map(Sets::read).transpose()?.unwrap_or_default())
    }
}

/// A file that long work writes, a line a photo, and may go on with.
#[derive(Args)]
struct Resumable {
    /// The file to write, JSON Lines
    #[arg(long, value_name = "FILE.jsonl")]
    out: PathBuf,
    /// Replace it if it is there already
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// Go on with it: photos that it has keep their lines and are not read again
    #[arg(long)]
    resume: bool,
}

/// Photos between two writes of the file: what an interruption costs.
const WRITTEN_EVERY: usize = 20;

impl Resumable {
    /// Refuses a file that is there already and is not to be gone on with, and one that is read.
    fn check(&self, inputs: &[PathBuf]) -> anyhow::Result<()> {
        check_new(&self.out, inputs, self.force || self.resume)
    }

    /// The lines that the file has, where it is gone on with: `what` they are is said of a line that
    /// is none.
    fn existing<T: DeserializeOwned>(&self, what: &str) -> anyhow::Result<Vec<T>> {
        if !self.resume || !self.out.exists() {
            return Ok(Vec::new());
        }
        lines(&self.out, what)
    }

    /// Adds a line for every photo to `lines`, and writes them after every 20 and in the end: as
    /// `text` puts them in order. Photos that fail are said, and are left out.
    fn add<T>(
        &self,
        lines: &mut Vec<T>,
        photos: &[PathBuf],
        mut line: impl FnMut(&Path) -> anyhow::Result<T>,
        mut text: impl FnMut(&mut Vec<T>) -> anyhow::Result<String>,
    ) -> anyhow::Result<Status> {
        let mut write = |lines: &mut Vec<T>, again: bool| {
            let text = text(lines)?;
            Ok::<_, anyhow::Error>(files::write(
                &self.out,
                text.as_bytes(),
                again || self.resume || self.force,
            )?)
        };
        let bar = output::progress(photos.len());
        let (mut status, mut written) = (Status::Done, false);
        for (i, photo) in photos.iter().enumerate() {
            match line(photo) {
                Ok(one) => lines.push(one),
                Err(error) => {
                    bar.suspend(|| output::error(&error));
                    status = Status::Failed;
                }
            }
            // A file of nothing would take the place of one with something in it.
            if (i + 1) % WRITTEN_EVERY == 0 && !lines.is_empty() {
                write(lines, written)?;
                written = true;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if lines.is_empty() {
            bail!("no photo could be read: {} is not written", self.out.display());
        }
        write(lines, written)?;
        Ok(status)
    }
}

/// The lines of a file: `what` they are is said of a line that is none.
pub fn lines<T: DeserializeOwned>(path: &Path, what: &str) -> anyhow::Result<Vec<T>> {
    let shown = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let line = |(i, line): (usize, &str)| {
        let number = i + 1;
        serde_json::from_str(line).with_context(|| format!("{shown}, line {number}: no {what}"))
    };
    text.lines().enumerate().map(line).collect()
}

/// Refuses a file that is there already, before any work is done; even with `force` one of the
/// `inputs`, which are never replaced.
fn check_new(path: &Path, inputs: &[PathBuf], force: bool) -> anyhow::Result<()> {
    if path.is_dir() {
        bail!("{} is a folder: name a file to write", path.display());
    }
    let real = path.canonicalize().ok();
    if real.is_some() && inputs.iter().any(|input| input.canonicalize().ok() == real) {
        bail!("{} is one of the files to read: name another file to write", path.display());
    }
    if path.exists() && !force {
        return Err(WriteError::Exists(path.to_owned()).into());
    }
    Ok(())
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
