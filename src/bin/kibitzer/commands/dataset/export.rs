//! `kibitzer dataset export`.

use super::{Data, check_new, folder_of};
use crate::output::{self, Status};
use anyhow::bail;
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
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::path::PathBuf;

/// What is encoded in the path of a URL (RFC 3986).
const OTHERS: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

#[derive(Args)]
#[command(
    after_help = "Groups and splits are not kept: an import is told them. What else a label says (which \
    corner of the board is its own first one, cells that nobody can tell, whether kings are marked) \
    stands under \"kibitzer\" beside its photo; an import takes it back where the tool has kept it, \
    as Label Studio does. For Label Studio the labeling interface is written beside the file, with \
    the ending .xml."
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
    /// Only boards of this many rows: 9, 13 or 19 (Go), 8 or 10 (checkers)
    #[arg(long, value_name = "ROWS")]
    size: Option<usize>,
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
    /// Tasks for Label Studio, with annotations, or with predictions where nobody has looked at a label
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
        if interface == args.out {
            bail!(
                "{} is where the labeling interface goes: name a file that ends in .json",
                args.out.display()
            );
        }
        check_new(&interface, &inputs, args.force)?;
    }
    let prefix = args.prefix.as_deref().unwrap_or(usual);
    let folder = folder_of(&args.out);
    let name = |manifest: &Manifest, label: &Label| {
        let path = relative(&manifest.image_path(label), folder);
        match format {
            Format::Coco => format!("{prefix}{path}"),
            // A URL, in which `&` and `#` would end the path.
            Format::LabelStudio => format!("{prefix}{}", utf8_percent_encode(&path, OTHERS)),
        }
    };
    let export = export(&args.data.read()?, args.game, args.size, format, name)?;
    files::write(&args.out, export.text.as_bytes(), args.force)?;
    if let Some(text) = &export.interface {
        files::write(&interface, text.as_bytes(), args.force)?;
    }
    let left_out = match export.left_out {
        0 => String::new(),
        n => format!(", {n} left out that have no corners or no cells"),
    };
    let to_import = match export.rows {
        Some(rows) => format!("; import them with --size {rows}"),
        None => String::new(),
    };
    output::print(&format!(
        "{} photos in {}{left_out}{to_import}\n",
        export.photos,
        args.out.display()
    ));
    if export.unknown > 0 {
        output::warning(&format_args!(
            "{} photos have cells that nobody can tell: the tool shows them as empty ones, and an import \
            knows them where the tool keeps \"kibitzer\"",
            export.unknown
        ));
    }
    Ok(Status::Done)
}
