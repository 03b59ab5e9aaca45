//! Smaller copies of a dataset, as large as training needs them: to carry to another machine, and to load fast.

use crate::data::{ORIGIN_FILE, manifests, sha256_of};
use anyhow::{Context, Result};
use image::{RgbImage, codecs::jpeg::JpegEncoder, imageops};
use kibitzer::{
    dataset::{Label, Manifest, manifest::Kind},
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
    /// Only this game's photos.
    pub game: Option<GameId>,
    /// For a cell classifier: cut to the board and its surroundings, at this many pixels a cell.
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
    let manifest = Manifest::read(path)?;
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
    fs::write(folder.join("labels.jsonl"), lines.join("\n") + "\n")?;
    Ok(lines.len())
}

/// At most `most` labels of each group, spread evenly over it.
fn thinned<'a>(labels: &[&'a Label], most: usize) -> Vec<&'a Label> {
    let mut groups: Vec<&str> = labels.iter().map(|l| l.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    let members = |group: &str| -> Vec<&'a Label> { labels.iter().copied().filter(|l| l.group == group).collect() };
    let spread = |all: Vec<&'a Label>| {
        let n = all.len().min(most);
        (0..n).map(move |i| all[i * all.len() / n]).collect::<Vec<_>>()
    };
    groups.into_iter().flat_map(|g| spread(members(g))).collect()
}

fn pack_photo(manifest: &Manifest, label: &Label, number: usize, options: &PackOptions, folder: &Path) -> Result<String> {
    let path = manifest.image_path(label);
    let photo =
        image::load_from_memory(&fs::read(&path)?).with_context(|| format!("cannot decode {}", path.display()))?.to_rgb8();
    let Part { photo, origin, scale } = shrunk(&photo, label, options)?;
    let name = PathBuf::from("images").join(format!("{number}.jpg"));
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, options.quality).encode_image(&photo)?;
    fs::write(folder.join(&name), bytes)?;
    let corners = label.corners.map(|c| c.map(|p| Point::new((p.x - origin.0) * scale.0, (p.y - origin.1) * scale.1)));
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

/// A part of a photo at another size.
struct Part {
    photo: RgbImage,
    /// Where it began in the photo.
    origin: (f64, f64),
    /// New over old width and height.
    scale: (f64, f64),
}

/// The part of a photo that is needed, at the size that is needed.
fn shrunk(photo: &RgbImage, label: &Label, options: &PackOptions) -> Result<Part> {
    let (w, h) = (f64::from(photo.width()), f64::from(photo.height()));
    let mut part = [0.0, 0.0, w, h];
    let mut scale = f64::from(options.long_side) / w.max(h);
    if let (Some(cell_px), Some(quad), Some(board)) = (options.cell_px, label.quad()?, label.board()?) {
        let grid = label.game()?.grids().iter().find(|g| g.rows == board.rows()).context("no such board")?;
        let pitch = grid.pitch(&quad);
        let room = 2.2 * pitch;
        let xs = quad.corners().map(|p| p.x);
        let ys = quad.corners().map(|p| p.y);
        let low = |v: [f64; 4]| (v.into_iter().fold(f64::INFINITY, f64::min) - room).max(0.0).floor();
        let high = |v: [f64; 4], most: f64| (v.into_iter().fold(0.0, f64::max) + room).min(most).ceil();
        part = [low(xs), low(ys), high(xs, w), high(ys, h)];
        scale = cell_px / pitch;
    }
    let (pw, ph) = (part[2] - part[0], part[3] - part[1]);
    let cut = imageops::crop_imm(photo, part[0] as u32, part[1] as u32, pw as u32, ph as u32).to_image();
    let scale = scale.min(1.0);
    let (nw, nh) = ((pw * scale).round().max(1.0), (ph * scale).round().max(1.0));
    let out = if scale < 1.0 { imageops::resize(&cut, nw as u32, nh as u32, imageops::FilterType::CatmullRom) } else { cut };
    Ok(Part { photo: out, origin: (part[0], part[1]), scale: (nw / pw, nh / ph) })
}
