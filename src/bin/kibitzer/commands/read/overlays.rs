//! Where the overlays of photos are written.

use anyhow::bail;
use image::RgbImage;
use kibitzer::files::{self, WriteError};
use std::{
    fs,
    io::Cursor,
    path::{Path, PathBuf},
};

/// Where each photo's overlay goes; nowhere without `--overlay`. `is_one`: a single photo was asked
/// for, by its name. Files that are there already are
/// only replaced by `force`, photos to be read never.
pub fn paths(
    out: Option<&Path>,
    photos: &[PathBuf],
    is_one: bool,
    force: bool,
) -> anyhow::Result<Vec<PathBuf>> {
    let Some(out) = out else { return Ok(Vec::new()) };
    let is_file = is_one || (photos.len() == 1 && out.extension().is_some());
    let paths = if is_file && !out.is_dir() {
        format_of(out)?;
        vec![out.to_owned()]
    } else {
        in_folder(out, photos)?
    };
    let same = |path: &PathBuf| {
        photos.iter().any(|photo| {
            fs::canonicalize(photo).ok().is_some_and(|p| fs::canonicalize(path).ok() == Some(p))
        })
    };
    if let Some(path) = paths.iter().find(|path| same(path)) {
        bail!("--overlay {} would replace a photo: name another file", path.display());
    }
    match paths.iter().find(|path| path.exists()) {
        Some(path) if !force => Err(WriteError::Exists(path.clone()).into()),
        _ => Ok(paths),
    }
}

fn in_folder(folder: &Path, photos: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    if folder.extension().is_some() && !folder.is_dir() {
        bail!(
            "--overlay {} is one file for {} photos: name a folder",
            folder.display(),
            photos.len()
        );
    }
    let name =
        |photo: &PathBuf| folder.join(photo.file_name().unwrap_or_default()).with_extension("png");
    let paths: Vec<PathBuf> = photos.iter().map(name).collect();
    for (i, path) in paths.iter().enumerate() {
        if let Some(twin) = paths[..i].iter().position(|p| p == path) {
            let (a, b) = (photos[twin].display(), photos[i].display());
            bail!(
                "{a} and {b} would have the same overlay {}: read them into folders of their own",
                path.display()
            );
        }
    }
    Ok(paths)
}

fn format_of(path: &Path) -> anyhow::Result<image::ImageFormat> {
    match image::ImageFormat::from_path(path) {
        Ok(format @ (image::ImageFormat::Png | image::ImageFormat::Jpeg)) => Ok(format),
        _ => bail!("--overlay {} must end in .png or .jpg", path.display()),
    }
}

pub fn write(path: &Path, picture: &RgbImage, force: bool) -> anyhow::Result<()> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format_of(path)?)?;
    Ok(files::write(path, bytes.get_ref(), force)?)
}
