//! `kibitzer dataset suspects`.

use super::{Data, Resumable};
use crate::{
    args::Common,
    output::{self, Status},
};
use anyhow::Context;
use clap::Args;
use kibitzer::{
    dataset::{
        Label,
        manifest::LabeledOnce,
        suspects::{Suspected, order, suspects},
    },
    recognition::Readers,
    vision::{PhotoLimits, open_photo},
};
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

#[derive(Args)]
#[command(
    after_help = "A line of JSON a photo, the most doubted first: \"photo\", \"doubt\" (how much \
    more probable the reading is than the label, as a natural logarithm, of its most doubted cell), \
    \"cells\"; \"uncompared\": true where a label has no corners or no cells. A photo with two \
    labels is refused. The file is written after every 20 photos; interrupted, --resume goes on. \
    Models doubt little of what they were trained on: use ones that did not see these photos."
)]
pub struct SuspectsArgs {
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    file: Resumable,
}

/// So many cells are shown.
const SHOWN: usize = 20;

pub fn run(args: &SuspectsArgs, common: &Common) -> anyhow::Result<Status> {
    let file = &args.file;
    file.check(&args.data.paths()?)?;
    let mut labels: HashMap<PathBuf, Label> = HashMap::new();
    let (mut photos, mut once) = (Vec::new(), LabeledOnce::default());
    for manifest in args.data.read()? {
        for (line, label) in manifest.labels.iter().filter(|(_, label)| label.has_board()) {
            once.add(&manifest, *line, label)?;
            let path = manifest.image_path(label);
            labels.insert(path.clone(), label.clone());
            photos.push(path);
        }
    }
    let mut done: Vec<Suspected> = file.existing("line of suspects")?;
    let known: HashSet<String> = done.iter().map(|one| one.photo.clone()).collect();
    photos.retain(|photo| !known.contains(&photo.display().to_string()));
    let readers = common.readers()?;
    let look = |photo: &Path| suspected(photo, &labels[photo], &readers);
    let status = file.add(&mut done, &photos, look, |done| text(done))?;
    output::print(&shown(&done));
    let left: Vec<&Suspected> = done.iter().filter(|one| one.uncompared).collect();
    if let Some(first) = left.first() {
        output::warning(&format!(
            "{} of {} photos were not compared, such as {}: their labels need corners and \
            cells",
            left.len(),
            done.len(),
            first.photo
        ));
    }
    Ok(status)
}

fn suspected(path: &Path, label: &Label, readers: &Readers) -> anyhow::Result<Suspected> {
    let photo = open_photo(path, &PhotoLimits::default())?;
    let name = path.display().to_string();
    let found = suspects(readers, &photo, label).with_context(|| name.clone())?;
    let (uncompared, cells) = (found.is_none(), found.unwrap_or_default());
    let doubt = cells.first().map_or(0.0, |cell| cell.doubt);
    Ok(Suspected { photo: name, doubt, cells, uncompared })
}

/// The photos, put in order, as they are written.
fn text(photos: &mut [Suspected]) -> anyhow::Result<String> {
    order(photos);
    let lines: Result<Vec<String>, _> = photos.iter().map(serde_json::to_string).collect();
    Ok(lines?.into_iter().map(|line| line + "\n").collect())
}

/// The most doubted cells of all photos.
fn shown(photos: &[Suspected]) -> String {
    let mut cells: Vec<_> = photos
        .iter()
        .flat_map(|photo| photo.cells.iter().map(move |cell| (cell, &photo.photo)))
        .collect();
    cells.sort_by(|(a, _), (b, _)| b.doubt.total_cmp(&a.doubt));
    let head = ["most doubted", "cell", "label", "read", "doubt"].map(str::to_owned).to_vec();
    let row = |(cell, photo): &(&kibitzer::dataset::suspects::Suspect, &String)| {
        let texts = [*photo, &cell.cell, &cell.label, &cell.read];
        [texts.map(String::clone).to_vec(), vec![format!("{:.1}", cell.doubt)]].concat()
    };
    let rows: Vec<Vec<String>> =
        [head].into_iter().chain(cells.iter().take(SHOWN).map(row)).collect();
    let doubted = photos.iter().filter(|photo| !photo.cells.is_empty()).count();
    format!(
        "{}{} cells of {doubted} photos are read otherwise than their labels say, of {} photos\n",
        output::table(&rows),
        cells.len(),
        photos.iter().filter(|photo| !photo.uncompared).count()
    )
}
