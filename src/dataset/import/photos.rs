//! The photos of a source.

use super::{ImportError, file_name};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Endings of photo files, in small letters.
const ENDINGS: [&str; 4] = ["jpg", "jpeg", "png", "webp"];

/// The files in a folder whose ending (in small letters) is one of `endings`, by name.
pub(super) fn files_in(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, ImportError> {
    let entries = fs::read_dir(folder).map_err(ImportError::io(folder))?;
    let ending = |path: &Path| {
        path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
    };
    let files = entries.flatten().map(|e| e.path()).filter(|p| p.is_file());
    let mut files: Vec<PathBuf> = files.filter(|p| endings.contains(&ending(p).as_str())).collect();
    files.sort();
    Ok(files)
}

/// The photos in a folder, by name.
pub(super) fn photos_in(folder: &Path) -> Result<Vec<PathBuf>, ImportError> {
    files_in(folder, &ENDINGS)
}

/// The photo that a source calls `name`: in the folder as it is, or by its last part in the folder
/// or in `images/`.
pub(super) fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let last = file_name(Path::new(name));
    let places = [folder.join(name), folder.join(&last), folder.join("images").join(&last)];
    places.into_iter().find(|path| path.is_file())
}

/// The name without folders and ending.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
