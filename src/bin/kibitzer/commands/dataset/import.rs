//! `kibitzer dataset import`.

use crate::output::{self, Status};
use anyhow::bail;
use clap::{Args, ValueEnum};
use kibitzer::{
    dataset::{
        Label, Manifest,
        import::{Format, ImportOptions, Imported, import},
        manifest,
        paths::relative,
    },
    files,
    games::GameId,
    vision::PhotoLimits,
};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(
    after_help = "Corners come from --corners, or from the source: four keypoints or an outline of \
    four points of something named \"board\", four points or boxes named \"corner\", or one box \
    for every cell. A box goes to the cell below its middle; for chess, below the middle of its \
    foot."
)]
pub struct ImportArgs {
    /// The file or folder to import
    #[arg(value_name = "SOURCE")]
    source: PathBuf,
    /// Of which tool it is
    #[arg(long)]
    format: SourceFormat,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// The group of all these photos: one physical set and session
    #[arg(long)]
    group: String,
    /// The side of the split that they belong to [default: as a YOLO folder says]
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// Rows of the board: 9, 13 or 19 (Go), 8 or 10 (checkers) [default: 19, 8]
    #[arg(long)]
    size: Option<usize>,
    /// Where the photos are [default: beside the source]
    #[arg(long, value_name = "DIR")]
    photos: Option<PathBuf>,
    /// Corners by photo: a labels file of which "image" (the file's name counts, and its folders
    /// where several photos have that name) and "corners" are used
    #[arg(long, value_name = "LABELS.jsonl")]
    corners: Option<PathBuf>,
    /// What a name in the source stands for: horse=N, field=board, mark=corner, or clock=- to
    /// leave it out
    #[arg(long, value_name = "NAME=CODE", value_parser = parse_name)]
    map: Vec<(String, String)>,
    /// The labels file to write
    #[arg(long, value_name = "LABELS.jsonl")]
    out: PathBuf,
    /// Replace it if it is there already
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum SourceFormat {
    /// A COCO JSON file
    Coco,
    /// A folder of YOLO text files
    Yolo,
    /// A JSON export of Label Studio
    LabelStudio,
    /// A folder of photos with an SGF file each
    Sgf,
    /// A folder of photos with a FEN (chess) or PDN FEN (checkers) file each
    Fen,
    /// The Qwirkle course's folder of photos and text files
    QwirkleCourse,
}

impl From<SourceFormat> for Format {
    fn from(format: SourceFormat) -> Self {
        match format {
            SourceFormat::Coco => Self::Coco,
            SourceFormat::Yolo => Self::Yolo,
            SourceFormat::LabelStudio => Self::LabelStudio,
            SourceFormat::Sgf | SourceFormat::Fen => Self::Notation,
            SourceFormat::QwirkleCourse => Self::Qwirkle,
        }
    }
}

fn parse_name(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, code)| !name.is_empty() && !code.is_empty());
    let (name, code) = parts.ok_or_else(|| format!("'{text}' is not NAME=CODE, as in horse=N"))?;
    Ok((name.to_owned(), code.to_owned()))
}

pub fn run(args: &ImportArgs) -> anyhow::Result<Status> {
    if let Some(i) =
        (1..args.map.len()).find(|&i| args.map[..i].iter().any(|(name, _)| *name == args.map[i].0))
    {
        bail!("--map names '{}' twice: give it one code", args.map[i].0);
    }
    super::check_new(&args.out, &[], args.force)?;
    let corners = args.corners.as_deref().map(manifest::labels_file).transpose()?;
    check_sources(args, corners.as_ref())?;
    let options = ImportOptions {
        game: args.game,
        group: args.group.clone(),
        size: args.size,
        photos: args.photos.clone(),
        corners: corners.as_deref().map(Manifest::read).transpose()?,
        names: args.map.clone(),
        limits: PhotoLimits::default(),
    };
    let imported = import(args.format.into(), &args.source, &options)?;
    let folder = super::folder_of(&args.out);
    let place = |one: &Imported| Label {
        image: relative(&one.photo, folder),
        split: args.split.clone().or_else(|| one.label.split.clone()),
        ..one.label.clone()
    };
    let labels: Vec<Label> = imported.labels.iter().map(place).collect();
    files::write(&args.out, manifest::to_lines(&labels).as_bytes(), args.force)?;
    imported.warnings.iter().for_each(|warning| output::warning(warning));
    output::print(&summary(&labels, &args.out));
    Ok(Status::Done)
}

/// Refuses to replace what is imported or has the corners, `--force` or not.
fn check_sources(args: &ImportArgs, corners: Option<&PathBuf>) -> anyhow::Result<()> {
    let Ok(out) = args.out.canonicalize() else { return Ok(()) };
    let is_labels = out.extension().is_some_and(|extension| extension == "jsonl");
    let inside =
        |path: &Path| if path.is_dir() { out.starts_with(path) && !is_labels } else { out == path };
    let is_source = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| inside(&path));
    match [Some(&args.source), corners].into_iter().flatten().find(is_source) {
        Some(source) => bail!(
            "{} would replace {}, which is imported: name another file",
            args.out.display(),
            source.display()
        ),
        None => Ok(()),
    }
}

fn summary(labels: &[Label], path: &Path) -> String {
    let count = |has: &dyn Fn(&Label) -> bool| labels.iter().filter(|l| has(l)).count();
    format!(
        "{} labels in {}: {} with corners, {} with cells\n",
        labels.len(),
        path.display(),
        count(&|l| l.corners.is_some()),
        count(&|l| l.cells.is_some())
    )
}
