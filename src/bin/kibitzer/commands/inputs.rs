//! Which photos are meant: files, folders and patterns.

use crate::output;
use anyhow::{Context, bail};
use kibitzer::vision::{self, PhotoFormat, PhotoProblem};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

/// So many photos that cannot be read are named.
const NAMED: usize = 5;

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
        bail!(without_photos(folder, "name photos, or a folder of them"));
    }
    warn_of_unread(folder);
    Ok(photos)
}

/// What is said of a folder in which no photo can be read; `remedy` helps where there is none at
/// all.
pub fn without_photos(folder: &Path, remedy: &str) -> String {
    let (shown, unread) = (folder.display(), unread(folder));
    match unread.is_empty() {
        true => {
            format!("{shown} is a folder without photos (.jpg, .jpeg, .png, .webp): {remedy}")
        }
        false => format!("{shown}: {}", unread.join("; ")),
    }
}

/// Says which photos of a folder are left out because they cannot be read.
pub fn warn_of_unread(folder: &Path) {
    for sentence in unread(folder) {
        output::warning(&format_args!("{}: {sentence}", folder.display()));
    }
}

/// The photos of a folder that cannot be read, and what to do with them: a sentence a format.
fn unread(folder: &Path) -> Vec<String> {
    let mut formats: Vec<(PhotoFormat, Vec<String>)> = Vec::new();
    for photo in vision::unread_photos_in(folder).unwrap_or_default() {
        let Some(format) = PhotoFormat::of_name(&photo) else { continue };
        let name = photo.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match formats.iter_mut().find(|(known, _)| *known == format) {
            Some((_, names)) => names.push(name),
            None => formats.push((format, vec![name])),
        }
    }
    let said = |(format, names): &(PhotoFormat, Vec<String>)| {
        let is = if names.len() == 1 { "is" } else { "are each" };
        format!("{} {is} {}", listed(names), PhotoProblem::Format { format: *format })
    };
    formats.iter().map(said).collect()
}

/// Names in a sentence, but no more than a few of them.
fn listed(names: &[String]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() && names.len() <= NAMED => {
            format!("{} and {last}", all.join(", "))
        }
        [_] | [] => names.concat(),
        _ => format!("{} and {} more", names[..NAMED].join(", "), names.len() - NAMED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn photos_that_cannot_be_read_are_named_with_what_to_do() {
        let dir = tempfile::tempdir().expect("temporary folder");
        for i in 1..=7 {
            fs::write(dir.path().join(format!("{i}.HEIC")), "").expect("written");
        }
        fs::write(dir.path().join("a.avif"), "").expect("written");
        let [heic, avif] = &unread(dir.path())[..] else { panic!("{:?}", unread(dir.path())) };
        let start =
            "1.HEIC, 2.HEIC, 3.HEIC, 4.HEIC, 5.HEIC and 2 more are each a HEIC photo, which";
        assert!(heic.starts_with(start) && heic.contains("as JPEG"), "{heic}");
        assert!(avif.starts_with("a.avif is an AVIF picture, which"), "{avif}");
        assert!(without_photos(dir.path(), "").ends_with(avif.as_str()));
        assert_eq!(listed(&["a".to_owned(), "b".to_owned()]), "a and b");
    }

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
