//! Which photos are meant: files, folders and patterns.

use anyhow::{Context, bail};
use kibitzer::vision;
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

/// The photos that `names` stand for, in order and each once: a folder for the photos in it, a
/// pattern for what it matches.
pub fn expand(names: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let (mut photos, mut seen) = (Vec::new(), HashSet::new());
    for name in names {
        photos.extend(expand_one(name)?);
    }
    photos.retain(|photo| seen.insert(photo.canonicalize().unwrap_or_else(|_| photo.clone())));
    Ok(photos)
}

fn expand_one(name: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if name.is_dir() {
        return photos_in(name);
    }
    let text = name.to_string_lossy();
    if name.exists() || !text.contains(['*', '?', '[']) {
        return Ok(vec![name.to_owned()]);
    }
    let matches = glob::glob(&text)
        .with_context(|| format!("'{text}' is no pattern: quote it as in 'games/*.jpg'"))?;
    let mut found: Vec<PathBuf> = matches.flatten().filter(|path| path.is_file()).collect();
    if found.is_empty() {
        bail!("no file matches '{text}': check the pattern");
    }
    found.sort_by(|a, b| vision::by_name(a, b));
    Ok(found)
}

fn photos_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let shown = folder.display();
    let photos = vision::photos_in(folder)
        .map_err(|e| anyhow::anyhow!("cannot list {shown}: {e}; check its permissions"))?;
    if photos.is_empty() {
        bail!(
            "{shown} is a folder without photos (.jpg, .jpeg, .png, .webp): name photos, or a \
            folder of them"
        );
    }
    Ok(photos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn folders_and_patterns_stand_for_their_photos() {
        let dir = tempfile::tempdir().expect("temporary folder");
        for name in ["b10.JPG", "b9.png", "notes.txt"] {
            fs::write(dir.path().join(name), "").expect("written");
        }
        let names = |paths: Vec<PathBuf>| -> Vec<String> {
            paths
                .iter()
                .filter_map(|p| Some(p.file_name()?.to_string_lossy().into_owned()))
                .collect()
        };
        assert_eq!(names(expand(&[dir.path().to_owned()]).expect("photos")), ["b9.png", "b10.JPG"]);
        assert_eq!(names(expand(&[dir.path().join("*.txt")]).expect("a match")), ["notes.txt"]);
        assert_eq!(
            names(expand(&[dir.path().join("missing.jpg")]).expect("left to the reader")),
            ["missing.jpg"]
        );
        assert!(expand(&[dir.path().join("*.gif")]).is_err());
        assert_eq!(
            names(expand(&[dir.path().to_owned(), dir.path().join("b9.png")]).expect("photos")),
            ["b9.png", "b10.JPG"]
        );
    }
}
