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
    files_in(folder, PhotoFormat::is_readable_name)
}

/// The photos in a folder whose names say that they cannot be read, in the order of [`by_name`].
///
/// # Errors
/// When the folder cannot be listed.
pub fn unread_photos_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let is_unread =
        |path: &Path| PhotoFormat::is_photo_name(path) && !PhotoFormat::is_readable_name(path);
    files_in(folder, is_unread)
}

/// The files in a folder of which `is` holds, in the order of [`by_name`].
fn files_in(folder: &Path, is: impl Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| is(path) && path.is_file()).collect();
    files.sort_by(|a, b| by_name(a, b));
    Ok(files)
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
