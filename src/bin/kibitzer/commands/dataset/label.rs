//! `kibitzer dataset label`.

use super::Resumable;
use crate::{
    args::Common,
    commands::inputs,
    output::{self, Status},
};
use anyhow::bail;
use clap::{Args, builder::NonEmptyStringValueParser};
use kibitzer::{
    dataset::{Label, Manifest, manifest, paths::relative, propose::propose},
    games::GameId,
    recognition::Readers,
    vision::{PhotoLimits, open_photo},
};
use serde_json::Value;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

#[derive(Args)]
#[command(
    after_help = "The photos of which the models are least sure come first; \"uncertain_cells\" \
    lists row, column, what was \
    read and what comes next. The file is written after every 20 photos; interrupted, --resume \
    goes on. Exit codes: 0 = done, 2 = some photos could not be read."
)]
pub struct LabelArgs {
    /// Photos, folders of photos, or patterns such as 'games/*.jpg'
    #[arg(required = true, value_name = "PHOTO")]
    photos: Vec<PathBuf>,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// The group of all these photos: one physical set and session
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    group: String,
    /// Rows of a Go board: 9, 13 or 19 [default: as seen]
    #[arg(long)]
    size: Option<usize>,
    #[command(flatten)]
    file: Resumable,
}

pub fn run(args: &LabelArgs, common: &Common) -> anyhow::Result<Status> {
    let file = &args.file;
    common.check_sets(Some(args.game))?;
    let photos = inputs::expand(&args.photos)?;
    file.check(&photos)?;
    let mut lines = if file.resume { existing(args)? } else { Vec::new() };
    let photos = unlabeled(photos, &lines, &file.out);
    let readers = common.readers()?;
    readers.load(args.game)?;
    let label = |photo: &Path| label_one(photo, &readers, args);
    let status = file.add(&mut lines, &photos, label, |lines| Ok(text(lines)))?;
    output::print(&summary(&lines, &file.out));
    Ok(status)
}

/// A line of the labels file, as it stands there.
struct Line {
    text: String,
    image: String,
    board: bool,
    confidence: f64,
}

impl Line {
    /// How sure a label that no longer says it was: somebody has seen to it.
    const SEEN_TO: f64 = 1.0;

    fn new(text: String, label: &Label) -> Self {
        let confidence =
            label.extra.get("confidence").and_then(Value::as_f64).unwrap_or(Self::SEEN_TO);
        Self { text, image: label.image.clone(), board: label.corners.is_some(), confidence }
    }
}

/// The lines of the labels file that is gone on with; none where there is no file yet.
fn existing(args: &LabelArgs) -> anyhow::Result<Vec<Line>> {
    let path = &args.file.out;
    if !path.exists() {
        return Ok(Vec::new());
    }
    let manifest = Manifest::read(path)?;
    for (line, label) in &manifest.labels {
        let game = label.game.filter(|game| *game != args.game);
        let group = Some(&label.group).filter(|group| **group != args.group);
        let other = game.map(|game| ("game", game.to_string()));
        if let Some((key, value)) = other.or_else(|| Some(("group", group?.clone()))) {
            bail!(
                "{}:{line} has the {key} '{value}': go on with that one, or name another file to \
                write",
                path.display()
            );
        }
    }
    let text = fs::read_to_string(path)?;
    let texts: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    let line = |(number, label): &(usize, Label)| {
        Some(Line::new((*texts.get(number - 1)?).to_owned(), label))
    };
    Ok(manifest.labels.iter().filter_map(line).collect())
}

/// The photos that have no line yet.
fn unlabeled(photos: Vec<PathBuf>, lines: &[Line], out: &Path) -> Vec<PathBuf> {
    let labeled: HashSet<&str> = lines.iter().map(|line| line.image.as_str()).collect();
    photos
        .into_iter()
        .filter(|photo| !labeled.contains(relative(photo, super::folder_of(out)).as_str()))
        .collect()
}

/// All lines, put in order, the least certain first, as they are written.
fn text(lines: &mut [Line]) -> String {
    lines.sort_by(|a, b| a.confidence.total_cmp(&b.confidence));
    lines.iter().flat_map(|line| [line.text.as_str(), "\n"]).collect()
}

fn label_one(photo: &Path, readers: &Readers, args: &LabelArgs) -> anyhow::Result<Line> {
    if photo.to_str().is_none() {
        bail!("{}: labels cannot have a name that is not UTF-8: rename it", photo.display());
    }
    let opened = open_photo(photo, &PhotoLimits::default())?;
    let proposal = propose(readers, &opened, args.game, args.size)?;
    let image = relative(photo, super::folder_of(&args.file.out));
    let label = Label { image, group: args.group.clone(), ..proposal.label };
    Ok(Line::new(manifest::to_lines([&label]).trim_end().to_owned(), &label))
}

fn summary(lines: &[Line], path: &Path) -> String {
    let boards = lines.iter().filter(|line| line.board).count();
    let (total, shown) = (lines.len(), path.display());
    format!(
        "{total} labels in {shown}, the least certain first: {boards} with a board, {} without\n",
        total - boards
    )
}
