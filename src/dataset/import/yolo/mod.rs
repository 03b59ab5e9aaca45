//! YOLO: a text file a photo, a line an object. Folders as Ultralytics, Roboflow, CVAT, Label Studio
//! and labelImg write them are understood.

mod layout;
mod line;
mod names;

use super::{
    ImportError, ImportOptions,
    boxes::{Boxes, name_below},
    read_text,
};
use layout::{Layout, Pair};
use line::parse;
use names::Config;
use std::path::Path;

/// The photos of a folder that have labels, and sentences about what was left out.
pub(super) fn read(
    source: &Path,
    options: &ImportOptions,
) -> Result<(Vec<Boxes>, Vec<String>), ImportError> {
    let config = Config::read(source)?;
    let Layout { pairs, warnings } = Layout::of(source, options, &config)?;
    let folder = options.photos.as_deref().unwrap_or(source);
    let photos: Result<Vec<Boxes>, ImportError> =
        pairs.into_iter().map(|pair| read_one(pair, folder, &config)).collect();
    Ok((photos?, warnings))
}

fn read_one(pair: Pair, folder: &Path, config: &Config) -> Result<Boxes, ImportError> {
    let Pair { photo, labels, split } = pair;
    let mut shapes = Vec::new();
    for (i, line) in
        read_text(&labels)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty())
    {
        let shape = parse(line, &config.names, config.keypoints)
            .map_err(|message| ImportError::Line { path: labels.clone(), line: i + 1, message })?;
        shapes.push(shape);
    }
    let named = name_below(folder, &photo);
    Ok(Boxes { photo, named, unit: Some((1.0, 1.0)), size: None, shapes, split, carried: None })
}
