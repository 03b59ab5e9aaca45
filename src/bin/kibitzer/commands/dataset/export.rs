//! `kibitzer dataset export`.

use super::{Data, check_new, folder_of};
use crate::output::{self, Status};
use clap::{Args, ValueEnum};
use kibitzer::{
    dataset::{
        Label, Manifest,
        export::{Format, export},
        paths::relative,
    },
    files,
    games::GameId,
};
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "Which corner of the board is its own first one, groups and splits are not kept: \
    those tools have no place for them. For Label Studio the labeling interface is written beside \
    the file, with the ending .xml."
)]
pub struct ExportArgs {
    #[command(flatten)]
    data: Data,
    /// For which tool
    #[arg(long)]
    format: TargetFormat,
    /// Only labels of this game: checkers, chess, go or qwirkle [default: the one that they are of]
    #[arg(long, short)]
    game: Option<GameId>,
    /// What stands before a photo's path, which is seen from the file's folder [default: nothing;
    /// for Label Studio /data/local-files/?d=]
    #[arg(long, value_name = "TEXT")]
    prefix: Option<String>,
    /// The file to write
    #[arg(long, value_name = "FILE.json")]
    out: PathBuf,
    /// Replace it if it is there already
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum TargetFormat {
    /// A COCO JSON file
    Coco,
    /// Tasks with annotations for Label Studio
    LabelStudio,
}

impl TargetFormat {
    /// The format, and what usually stands before a photo's path in it.
    const fn usual(self) -> (Format, &'static str) {
        match self {
            Self::Coco => (Format::Coco, ""),
            Self::LabelStudio => (Format::LabelStudio, "/data/local-files/?d="),
        }
    }
}

pub fn run(args: &ExportArgs) -> anyhow::Result<Status> {
    let (format, usual) = args.format.usual();
    let interface = args.out.with_extension("xml");
    let inputs = args.data.paths()?;
    check_new(&args.out, &inputs, args.force)?;
    if format == Format::LabelStudio {
        check_new(&interface, &inputs, args.force)?;
    }
    let prefix = args.prefix.as_deref().unwrap_or(usual);
    let folder = folder_of(&args.out);
    let name = |manifest: &Manifest, label: &Label| {
        format!("{prefix}{}", relative(&manifest.image_path(label), folder))
    };
    let export = export(&args.data.read()?, args.game, format, name)?;
    files::write(&args.out, export.text.as_bytes(), args.force)?;
    if let Some(text) = &export.interface {
        files::write(&interface, text.as_bytes(), args.force)?;
    }
    let left_out = match export.left_out {
        0 => String::new(),
        n => format!(", {n} left out that have no corners or no cells"),
    };
    output::print(&format!("{} photos in {}{left_out}\n", export.photos, args.out.display()));
    Ok(Status::Done)
}
