//! `kibitzer dataset preview`.

use super::Data;
use crate::{
    args::Common,
    output::{self, Status},
};
use clap::Args;
use image::ImageFormat;
use kibitzer::{
    dataset::{
        Manifest,
        preview::{
            Classifiers, PreviewOptions, Sheet, class_sheets, photo_sheet, photo_sheet_count,
            photo_sheet_name,
        },
    },
    files,
    games::GameId,
    inference::{CellTask, ModelStore, Task},
};
use std::{
    collections::BTreeSet,
    io::Cursor,
    path::{Path, PathBuf},
};

#[derive(Args)]
pub struct PreviewArgs {
    #[command(flatten)]
    data: Data,
    /// Folder to write PNG files to: photos-000.png, ..., and one a class
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Longer side of a photo on a sheet, in pixels
    #[arg(long, value_name = "PX", default_value_t = 480,
    value_parser = clap::value_parser!(u32).range(64..=2048))]
    photo_side: u32,
    /// Crops of a class; more are sampled at random
    #[arg(long, value_name = "N", default_value_t = 100)]
    crops: usize,
    /// Seed of that sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only the sheets of classes
    #[arg(long)]
    no_photos: bool,
    /// Replace files that are there already
    #[arg(long)]
    force: bool,
}

pub fn run(args: &PreviewArgs, common: &Common) -> anyhow::Result<Status> {
    let manifests = args.data.read()?;
    let options = PreviewOptions {
        photo_side: args.photo_side,
        crops_per_class: args.crops,
        seed: args.seed,
        ..PreviewOptions::default()
    };
    let photos = if args.no_photos { 0 } else { photo_sheet_count(&manifests, &options) };
    let bar = output::progress(photos + 1);
    let classes = class_sheets(&manifests, &classifiers(&manifests, common), &options);
    bar.inc(1);
    let names =
        (0..photos).map(photo_sheet_name).chain(classes.iter().map(|sheet| sheet.name.clone()));
    for name in names {
        super::check_new(&file(&args.out, &name), &[], args.force)?;
    }
    classes.iter().try_for_each(|sheet| write(&args.out, sheet, args.force))?;
    for index in 0..photos {
        write(&args.out, &photo_sheet(&manifests, index, &options), args.force)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    output::print(&format!(
        "{photos} sheets of photos and {} of classes in {}\n",
        classes.len(),
        args.out.display()
    ));
    Ok(Status::Done)
}

/// What the classifiers of the labeled games are given. Without models, cells are cut from the
/// board.
fn classifiers(manifests: &[Manifest], common: &Common) -> Classifiers {
    let games: BTreeSet<GameId> =
        manifests.iter().flat_map(|m| &m.labels).filter_map(|(_, label)| label.game).collect();
    let task = |game: GameId| -> anyhow::Result<Option<(GameId, CellTask)>> {
        let card = common.store()?.card(&ModelStore::cells_name(game))?;
        Ok(match card.task {
            Task::Cells(task) => Some((game, task)),
            _ => None,
        })
    };
    let warn = |error: anyhow::Error| {
        output::warning(&format!("{error:#}; cells are cut from the board"));
        None
    };
    games.into_iter().filter_map(|game| task(game).unwrap_or_else(warn)).collect()
}

fn write(folder: &Path, sheet: &Sheet, force: bool) -> anyhow::Result<()> {
    let mut png = Cursor::new(Vec::new());
    sheet.picture.write_to(&mut png, ImageFormat::Png)?;
    Ok(files::write(&file(folder, &sheet.name), png.get_ref(), force)?)
}

fn file(folder: &Path, sheet: &str) -> PathBuf {
    folder.join(format!("{sheet}.png"))
}
