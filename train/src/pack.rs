//! Smaller copies of a dataset, as large as training needs them: to carry to another machine, and
//! to load fast.

use crate::data::{
    CORRECTIONS_FILE, ORIGIN_FILE, corrected, corrections_used, manifests, sha256_of, shrunk,
};
use anyhow::{Context, Result};
use image::{RgbImage, codecs::jpeg::JpegEncoder};
use kibitzer::{
    dataset::{Corrections, Label, Manifest, manifest::Kind},
    games::GameId,
    geometry::Point,
};
use rayon::prelude::*;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// What a pack holds.
#[derive(Clone, Debug)]
pub struct PackOptions {
    /// What is wrong with the labels.
    pub corrections: Option<Corrections>,
    /// Only this game's photos.
    pub game: Option<GameId>,
    /// For a cell classifier: at this many pixels a cell. Photos stay whole: where the board lies
    /// in them tells where the camera was.
    pub cell_px: Option<f64>,
    /// Longest side in pixels.
    pub long_side: u32,
    /// JPEG quality.
    pub quality: u8,
    /// Most photos of one group, spread evenly.
    pub per_group: usize,
}

/// Writes a pack of the manifests that `patterns` name: `out/SOURCE/labels.jsonl` and its photos.
pub fn pack(patterns: &[String], options: &PackOptions, out: &Path) -> Result<usize> {
    let mut count = 0;
    for pattern in patterns {
        for path in manifests(pattern)? {
            count += pack_manifest(&path, options, out)?;
        }
    }
    Ok(count)
}

fn pack_manifest(path: &Path, options: &PackOptions, out: &Path) -> Result<usize> {
    let manifest = corrected(path, options.corrections.as_ref())?;
    let cells = options.cell_px.is_some();
    let wanted = |l: &&Label| {
        l.corners.is_some()
            && l.kind != Kind::Screenshot
            && options.game.is_none_or(|g| l.game == Some(g))
            && if cells { l.cells.is_some() } else { !l.rectified }
    };
    let labels: Vec<&Label> = manifest.labels.iter().map(|(_, l)| l).filter(wanted).collect();
    let labels = thinned(&labels, options.per_group);
    if labels.is_empty() {
        return Ok(0);
    }
    let source = path.parent().and_then(Path::file_name).context("a manifest lies in a folder")?;
    let folder = out.join(source);
    fs::create_dir_all(folder.join("images"))?;
    let lines: Vec<String> = labels
        .par_iter()
        .enumerate()
        .map(|(i, label)| pack_photo(&manifest, label, i, options, &folder))
        .collect::<Result<_>>()?;
    fs::write(folder.join(ORIGIN_FILE), sha256_of(path)?)?;
    if let Some(sha256) = corrections_used(&manifest, options.corrections.as_ref()) {
        fs::write(folder.join(CORRECTIONS_FILE), sha256)?;
    }
    fs::write(folder.join("labels.jsonl"), lines.join("\n") + "\n")?;
    Ok(lines.len())
}

/// At most `most` labels of each group, spread evenly over it.
fn thinned<'a>(labels: &[&'a Label], most: usize) -> Vec<&'a Label> {
    let mut groups: Vec<&str> = labels.iter().map(|l| l.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    let members = |group: &str| -> Vec<&'a Label> {
        labels.iter().copied().filter(|l| l.group == group).collect()
    };
    let spread = |all: Vec<&'a Label>| {
        let n = all.len().min(most);
        (0..n).map(move |i| all[i * all.len() / n]).collect::<Vec<_>>()
    };
    groups.into_iter().flat_map(|g| spread(members(g))).collect()
}

fn pack_photo(
    manifest: &Manifest,
    label: &Label,
    number: usize,
    options: &PackOptions,
    folder: &Path,
) -> Result<String> {
    let path = manifest.image_path(label);
    let photo = image::load_from_memory(&fs::read(&path)?)
        .with_context(|| format!("cannot decode {}", path.display()))?
        .to_rgb8();
    let (photo, scale) = shrunk(&photo, scale_of(&photo, label, options)?);
    let name = PathBuf::from("images").join(format!("{number}.jpg"));
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, options.quality).encode_image(&photo)?;
    fs::write(folder.join(&name), bytes)?;
    let corners = label.corners.map(|c| c.map(|p| Point::new(p.x * scale.0, p.y * scale.1)));
    let packed = Label {
        image: name.to_string_lossy().into_owned(),
        corners,
        width: Some(photo.width()),
        height: Some(photo.height()),
        extra: serde_json::Map::new(),
        ..label.clone()
    };
    Ok(serde_json::to_string(&packed)?)
}

/// By what a photo is to be multiplied to be of the size that is needed.
fn scale_of(photo: &RgbImage, label: &Label, options: &PackOptions) -> Result<f64> {
    if let (Some(cell_px), Some(quad), Some(board)) =
        (options.cell_px, label.quad()?, label.board()?)
    {
        let grid = label
            .game()?
            .grids()
            .iter()
            .find(|g| g.rows == board.rows())
            .context("no such board")?;
        return Ok(cell_px / grid.pitch(&quad));
    }
    Ok(f64::from(options.long_side) / f64::from(photo.width().max(photo.height())))
}
