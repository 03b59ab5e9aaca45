//! Smaller copies of a dataset, as large as training needs them: to carry to another machine, and
//! to load fast.

use crate::data::{
    CORRECTIONS_FILE, ORIGIN_FILE, corrected, corrections_used, manifests, sha256_of, shrunk,
};
use anyhow::{Context, Result, bail};
use image::{RgbImage, codecs::jpeg::JpegEncoder};
use kibitzer::{
    dataset::{
        Corrections, Label, Manifest,
        manifest::{BOARD_SIZE, Kind},
    },
    games::GameId,
    geometry::Point,
    vision::{PhotoLimits, open_photo},
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
/// SOURCE is the name of a manifest's folder; where two games have a source of that name, the game's
/// folder stands before it, as in `chess-SOURCE`. The folder appears when it is whole.
///
/// # Errors
/// When something is at `out` already, a photo cannot be read, or two manifests would be one
/// source.
pub fn pack(patterns: &[String], options: &PackOptions, out: &Path) -> Result<usize> {
    if out.exists() {
        bail!("{} is there already: delete it, or name another folder", out.display());
    }
    let mut paths = Vec::new();
    for pattern in patterns {
        paths.extend(manifests(pattern)?);
    }
    paths.sort();
    paths.dedup();
    let sources = sources(&paths)?;
    let beside = match out.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let refused = || format!("cannot write {}", out.display());
    fs::create_dir_all(beside).with_context(refused)?;
    let work = tempfile::tempdir_in(beside).with_context(refused)?;
    let whole = work.path().join("pack");
    fs::create_dir(&whole).with_context(refused)?;
    let mut count = 0;
    for (path, source) in paths.iter().zip(sources) {
        count += pack_manifest(path, options, &whole.join(source))?;
    }
    fs::rename(&whole, out).with_context(refused)?;
    Ok(count)
}

/// The names of the packed manifests' folders, no two alike.
fn sources(paths: &[PathBuf]) -> Result<Vec<String>> {
    let part = |path: &Path| {
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    let folders: Vec<&Path> = paths.iter().filter_map(|path| path.parent()).collect();
    let plain: Vec<String> = folders.iter().map(|folder| part(folder)).collect();
    let named = |(folder, name): (&&Path, &String)| match folder.parent() {
        Some(game) if plain.iter().filter(|other| *other == name).count() > 1 => {
            format!("{}-{name}", part(game))
        }
        _ => name.clone(),
    };
    let names: Vec<String> = folders.iter().zip(&plain).map(named).collect();
    for (i, name) in names.iter().enumerate() {
        if name.is_empty() || names[..i].contains(name) {
            bail!("{} needs a folder with a name of its own", paths[i].display());
        }
    }
    Ok(names)
}

/// Packs a manifest into a folder, which is made where it has a photo that is wanted.
fn pack_manifest(path: &Path, options: &PackOptions, folder: &Path) -> Result<usize> {
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
    fs::create_dir_all(folder.join("images"))?;
    let lines: Vec<String> = labels
        .par_iter()
        .enumerate()
        .map(|(i, label)| pack_photo(&manifest, label, i, options, folder))
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
    let photo = open_photo(&path, &PhotoLimits::default())?;
    let (photo, scale) = shrunk(&photo, scale_of(&photo, label, options)?);
    let name = PathBuf::from("images").join(format!("{number}.jpg"));
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, options.quality).encode_image(&photo)?;
    fs::write(folder.join(&name), bytes)?;
    let corners = label.corners.map(|c| c.map(|p| Point::new(p.x * scale.0, p.y * scale.1)));
    let mut extra = label.extra.clone();
    extra.retain(|key, _| key == BOARD_SIZE);
    let packed = Label {
        image: name.to_string_lossy().into_owned(),
        corners,
        width: Some(photo.width()),
        height: Some(photo.height()),
        extra,
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

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// A folder with one photo of an empty board and its label.
    fn dataset(folder: &Path, shade: u8) {
        fs::create_dir_all(folder).expect("a folder");
        let photo = RgbImage::from_pixel(90, 60, Rgb([shade; 3]));
        photo.save(folder.join("photo.png")).expect("saved");
        let label = serde_json::json!({
            "image": "photo.png", "game": "checkers", "group": "g",
            "corners": [[10, 10], [50, 10], [50, 50], [10, 50]],
        });
        fs::write(folder.join("labels.jsonl"), label.to_string()).expect("written");
    }

    fn options() -> PackOptions {
        let (quality, long_side, per_group) = (90, 45, 10);
        PackOptions { corrections: None, game: None, cell_px: None, long_side, quality, per_group }
    }

    fn pattern(dir: &Path) -> [String; 1] {
        [dir.join("*/*/labels.jsonl").display().to_string()]
    }

    #[test]
    fn a_packed_board_without_cells_keeps_its_size() {
        let dir = tempfile::tempdir().expect("a folder");
        let data = dir.path().join("data");
        dataset(&data.join("go/park"), 90);
        let labels = data.join("go/park/labels.jsonl");
        let text = fs::read_to_string(&labels).expect("a label");
        let mut label: serde_json::Value = serde_json::from_str(&text).expect("a label");
        (label["game"], label["board_size"]) = ("go".into(), 9.into());
        label["x_note"] = "a source's own".into();
        fs::write(&labels, label.to_string()).expect("written");
        let out = dir.path().join("packs/all");
        pack(&pattern(&data), &options(), &out).expect("packed");
        let packed = Manifest::read(&out.join("park/labels.jsonl")).expect("labels");
        let label = &packed.labels[0].1;
        assert_eq!((label.grid().expect("a game").rows, label.extra.len()), (9, 1));
    }

    #[test]
    fn sources_of_one_name_stay_two() {
        let dir = tempfile::tempdir().expect("a folder");
        let data = dir.path().join("data");
        for (source, shade) in [("chess/club", 50), ("checkers/club", 200), ("go/park", 90)] {
            dataset(&data.join(source), shade);
        }
        let out = dir.path().join("packs/all");
        assert_eq!(pack(&pattern(&data), &options(), &out).expect("packed"), 3);
        let shade = |source: &str| {
            let photo = image::open(out.join(source).join("images/0.jpg")).expect("a photo");
            assert_eq!(photo.width(), 45, "{source}");
            i32::from(photo.to_rgb8().get_pixel(3, 3).0[0])
        };
        for (source, is) in [("chess-club", 50), ("checkers-club", 200), ("park", 90)] {
            assert!((shade(source) - is).abs() < 6, "{source}");
        }
        let again = pack(&pattern(&data), &options(), &out).expect_err("it is there").to_string();
        assert!(again.contains("there already"), "{again}");
    }

    #[test]
    fn what_cannot_be_packed_whole_is_not_there() {
        let dir = tempfile::tempdir().expect("a folder");
        let (data, packs) = (dir.path().join("data"), dir.path().join("packs"));
        dataset(&data.join("go/park"), 90);
        dataset(&data.join("go/yard"), 90);
        fs::write(data.join("go/yard/photo.png"), "no photo").expect("written");
        assert!(pack(&pattern(&data), &options(), &packs.join("all")).is_err());
        assert_eq!(fs::read_dir(&packs).expect("a folder").count(), 0, "nothing is left behind");
    }
}
