//! The photos of a folder.

use super::PhotoFormat;
use std::{
    cmp::Ordering,
    fs, io,
    path::{Path, PathBuf},
};

/// The photos in a folder whose names say that they can be read, in the order of [`by_name`].
///
/// # Errors
/// When the folder cannot be listed.
pub fn photos_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let is_photo = |path: &PathBuf| PhotoFormat::is_readable_name(path) && path.is_file();
    let mut photos: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(is_photo).collect();
    photos.sort_by(|a, b| by_name(a, b));
    Ok(photos)
}

/// The order of photos by their names, in which a number comes by its value: `2.jpg` before
/// `10.jpg`.
///
/// ```
/// use kibitzer::vision::by_name;
/// use std::path::PathBuf;
///
/// let mut photos = ["move-10.jpg", "move-9.jpg", "move-010.jpg"].map(PathBuf::from);
/// photos.sort_by(|a, b| by_name(a, b));
/// assert_eq!(photos, ["move-9.jpg", "move-10.jpg", "move-010.jpg"].map(PathBuf::from));
/// ```
pub fn by_name(a: &Path, b: &Path) -> Ordering {
    alphanumeric_sort::compare_path(a, b).then_with(|| a.cmp(b))
}
