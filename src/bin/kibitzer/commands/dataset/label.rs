//! `kibitzer dataset label`.

use crate::{
    args::Common,
    commands::inputs,
    output::{self, Status},
};
use anyhow::bail;
use clap::Args;
use kibitzer::{
    dataset::{
        Label, manifest,
        paths::relative,
        propose::{Proposal, propose},
    },
    files,
    games::GameId,
    recognition::Recognizer,
    vision::{PhotoLimits, open_photo},
};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(
    after_help = "The photos of which the models are least sure come first; \"uncertain_cells\" lists row, column, what was \
    read and what comes next. The file is written when all are read: label large sets folder by folder. Exit codes: 0 = done, 2 = some photos could not be read."
)]
pub struct LabelArgs {
    /// Photos, folders of photos, or patterns such as 'games/*.jpg'
    #[arg(required = true, value_name = "PHOTO")]
    photos: Vec<PathBuf>,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// The group of all these photos: one physical set and session
    #[arg(long)]
    group: String,
    /// Rows of a Go board: 9, 13 or 19 [default: as seen]
    #[arg(long)]
    size: Option<usize>,
    /// The labels file to write
    #[arg(long, value_name = "LABELS.jsonl")]
    out: PathBuf,
    /// Replace it if it is there already
    #[arg(long)]
    force: bool,
}

pub fn run(args: &LabelArgs, common: &Common) -> anyhow::Result<Status> {
    super::check_new(&args.out, args.force)?;
    let photos = inputs::expand(&args.photos)?;
    let recognizer = Recognizer::load(&common.store()?, args.game)?;
    let bar = output::progress(photos.len());
    let (mut proposals, mut status) = (Vec::new(), Status::Done);
    for photo in &photos {
        match label_one(photo, &recognizer, args) {
            Ok(proposal) => proposals.push(proposal),
            Err(error) => {
                bar.suspend(|| output::error(&error));
                status = Status::Failed;
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if proposals.is_empty() {
        bail!("no photo could be read: {} is not written", args.out.display());
    }
    proposals.sort_by(|a, b| a.confidence.total_cmp(&b.confidence));
    let labels: Vec<&Label> = proposals.iter().map(|p| &p.label).collect();
    files::write(&args.out, manifest::to_lines(labels.iter().copied()).as_bytes(), args.force)?;
    output::print(&summary(&proposals, &args.out));
    Ok(status)
}

fn label_one(photo: &Path, recognizer: &Recognizer, args: &LabelArgs) -> anyhow::Result<Proposal> {
    let proposal = propose(recognizer, &open_photo(photo, &PhotoLimits::default())?, args.size)?;
    let image = relative(photo, super::folder_of(&args.out));
    Ok(Proposal { label: Label { image, group: args.group.clone(), ..proposal.label }, ..proposal })
}

fn summary(proposals: &[Proposal], path: &Path) -> String {
    let boards = proposals.iter().filter(|p| p.label.corners.is_some()).count();
    let (total, shown) = (proposals.len(), path.display());
    format!("{total} labels in {shown}, the least certain first: {boards} with a board, {} without\n", total - boards)
}
