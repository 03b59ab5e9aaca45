//! The photos of a source: those of a folder, and those that a source names.

use super::{ImportError, boxes::about, file_name};
use crate::vision::PhotoFormat;
use percent_encoding::percent_decode_str;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// How deep folders are searched.
const DEEPEST: usize = 8;

/// The files in a folder that are `wanted`, by name.
pub(super) fn files_in(
    folder: &Path,
    wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>, ImportError> {
    let entries = fs::read_dir(folder).map_err(ImportError::io(folder))?;
    let files = entries.flatten().map(|e| e.path()).filter(|p| p.is_file());
    let mut files: Vec<PathBuf> = files.filter(|path| wanted(path)).collect();
    files.sort();
    Ok(files)
}

/// The photos in a folder, by name; also those of kinds that are not read, so that somebody says
/// so.
pub(super) fn photos_in(folder: &Path) -> Result<Vec<PathBuf>, ImportError> {
    files_in(folder, PhotoFormat::is_photo_name)
}

/// The files in a folder and all folders below it that are `wanted`, by path; hidden folders are
/// left alone.
pub(super) fn files_below(
    folder: &Path,
    wanted: &dyn Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>, ImportError> {
    let mut files = files_in(folder, wanted)?;
    add_below(folder, wanted, DEEPEST, &mut files)?;
    files.sort();
    Ok(files)
}

fn add_below(
    folder: &Path,
    wanted: &dyn Fn(&Path) -> bool,
    depth: usize,
    files: &mut Vec<PathBuf>,
) -> Result<(), ImportError> {
    let entries = fs::read_dir(folder).map_err(ImportError::io(folder))?;
    let folders = entries.flatten().map(|e| e.path()).filter(|p| p.is_dir());
    for below in folders.filter(|p| depth > 0 && !file_name(p).starts_with('.')) {
        files.extend(files_in(&below, wanted)?);
        add_below(&below, wanted, depth - 1, files)?;
    }
    Ok(())
}

/// Whether a file's name ends so, in small or capital letters.
pub(super) fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending))
}

/// The name without folders and ending.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Two photos whose names differ in the ending alone, so that one text file would be of both.
pub(super) fn of_one_stem(photos: &[PathBuf]) -> Option<(&Path, &Path)> {
    let mut seen = BTreeMap::new();
    photos.iter().find_map(|photo| {
        let twin: Option<&PathBuf> = seen.insert(photo.with_extension(""), photo);
        twin.map(|twin| (twin.as_path(), photo.as_path()))
    })
}

/// Two photos that one text would be of.
pub(super) fn twins(one: &Path, other: &Path) -> ImportError {
    let message = format!("the same text would be of this and of {}: leave one", other.display());
    ImportError::Nothing { path: one.to_owned(), message }
}

/// Finds the photos that a source names by paths of the machine or the server it was made on.
///
/// A path is tried as it is, then without its first folder, and so on; but never so short that
/// another photo of the source would have the same name.
pub(super) struct Search {
    roots: Vec<PathBuf>,
    /// How many of the names stand for each shortened path.
    owners: BTreeMap<String, usize>,
}

impl Search {
    /// A search for photos with these names in some folders.
    pub(super) fn new<'a>(roots: Vec<PathBuf>, names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut owners = BTreeMap::new();
        for name in names.into_iter().collect::<BTreeSet<_>>() {
            let paths: BTreeSet<String> = shortened(name).into_iter().collect();
            paths.into_iter().for_each(|path| *owners.entry(path).or_insert(0) += 1);
        }
        Self { roots, owners }
    }

    /// The photo with one of the names.
    pub(super) fn find(&self, name: &str) -> Option<PathBuf> {
        let own = |path: &String| self.owners.get(path).is_none_or(|&owners| owners == 1);
        let paths: Vec<String> = shortened(name).into_iter().filter(own).collect();
        let places =
            paths.iter().flat_map(|path| self.roots.iter().map(move |root| root.join(path)));
        places.into_iter().find(|path| path.is_file()).or_else(|| self.find_cleaned(&paths))
    }

    /// Label Studio stores uploads under names with underscores for spaces, and without signs.
    fn find_cleaned(&self, paths: &[String]) -> Option<PathBuf> {
        let wanted: BTreeSet<String> = paths.iter().filter(|p| !p.contains('/')).cloned().collect();
        let is_it = |path: &Path| wanted.contains(&cleaned(&file_name(path)));
        let photos = self.roots.iter().filter_map(|root| photos_in(root).ok()).flatten();
        let mut found = photos.filter(|photo| is_it(photo));
        found.next().filter(|_| found.next().is_none())
    }

    /// The photos of the entries of a source, each by its `name`, with a warning of those that are not
    /// there.
    ///
    /// # Errors
    /// Where none is there.
    pub(super) fn find_all<T>(
        &self,
        source: &Path,
        entries: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> &str,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<(PathBuf, T)>, ImportError> {
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        for entry in entries {
            match self.find(name(&entry)) {
                Some(photo) => found.push((photo, entry)),
                None => missing.push(name(&entry).to_owned()),
            }
        }
        let Some(first) = missing.first() else { return Ok(found) };
        let place = self.missing(first);
        if found.is_empty() {
            let (path, name) = (source.to_owned(), first.clone());
            return Err(ImportError::Photo { path, name, place });
        }
        warnings.extend(about(&missing, &format!("left out, {place}")));
        Ok(found)
    }

    /// Where a photo is not, and why one of its name is not taken for it.
    pub(super) fn missing(&self, name: &str) -> String {
        let paths = shortened(name);
        let shared = paths.iter().rfind(|path| self.owners.get(*path) > Some(&1));
        let another = shared.map_or_else(String::new, |shared| {
            format!(" (one called {shared} elsewhere may be another photo)")
        });
        let root = self.roots.first().filter(|root| !root.as_os_str().is_empty());
        let folder = root.map_or_else(|| "this folder".to_owned(), |r| r.display().to_string());
        format!("not in {folder}{another}")
    }
}

/// A name as Label Studio stores it: spaces as underscores, without what is neither letter, digit,
/// underscore, hyphen nor dot (Django's `get_valid_filename`).
fn cleaned(name: &str) -> String {
    let name = name.trim().replace(' ', "_");
    name.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.')).collect()
}

/// A path as written and decoded, each whole and without its first folders.
fn shortened(name: &str) -> Vec<String> {
    let plain = name.replace('\\', "/");
    let mut whole = vec![plain.clone()];
    for _ in 0..2 {
        let decoded = percent_decoded(&whole[whole.len() - 1]).replace('\\', "/");
        if !whole.contains(&decoded) {
            whole.push(decoded);
        }
    }
    let mut paths = Vec::new();
    // In a URL what is encoded belongs to the path, also where it would end it otherwise.
    let in_url = percent_decoded(path_of_url(&plain));
    let all = whole.iter().flat_map(|path| [path.as_str(), path_of_url(path)]);
    for path in all.chain([in_url.as_str()]) {
        let below = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
        let parts = std::iter::once(path).chain(below);
        paths.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
    }
    let last: Vec<String> = paths.iter().filter(|p| !p.contains('/')).cloned().collect();
    paths.extend(last.iter().filter_map(|name| without_upload_id(name)).map(str::to_owned));
    // The longest first: it says most.
    paths.sort_by_key(|path| std::cmp::Reverse(path.matches('/').count()));
    paths
}

/// The path in a URL: what a local storage's `?d=` says, or what stands before the query.
fn path_of_url(url: &str) -> &str {
    if let Some((_, path)) = url.split_once("?d=").or_else(|| url.split_once("&d=")) {
        return path.split('&').next().unwrap_or(path);
    }
    let is_url = url.contains("://") || url.starts_with("/data/");
    if is_url { url.split(['?', '#']).next().unwrap_or(url) } else { url }
}

/// Label Studio calls uploaded photos `0123abcd-name.jpg`.
fn without_upload_id(name: &str) -> Option<&str> {
    let (id, rest) = name.split_once('-')?;
    let is_id = id.len() == 8 && id.chars().all(|c| c.is_ascii_hexdigit());
    (is_id && !rest.is_empty()).then_some(rest)
}

/// A text whose `%20` and the like are what they stand for (RFC 3986); as it is where they are no
/// UTF-8.
fn percent_decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Cow::into_owned)
}

/// Whether a text that a source has may name a photo.
pub(super) fn is_photo_name(text: &str) -> bool {
    !text.starts_with("data:")
        && shortened(text).iter().any(|path| PhotoFormat::is_photo_name(Path::new(path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::testing::Folder;
    use proptest::prelude::*;

    fn find(files: &[&str], names: &[&str], name: &str) -> Option<String> {
        let folder = Folder::new();
        files.iter().for_each(|file| drop(folder.file(file, b"x")));
        let roots = vec![folder.path().to_owned(), folder.path().join("images")];
        let found = Search::new(roots, names.iter().copied()).find(name)?;
        Some(found.strip_prefix(folder.path()).expect("below").display().to_string())
    }

    /// Names as Label Studio's documentation has them for uploads, local and cloud storages.
    #[test]
    fn photos_are_found_by_the_names_that_tools_give_them() {
        for (file, name) in [
            ("a.jpg", "a.jpg"),
            ("images/a.jpg", "a.jpg"),
            ("images/a.jpg", "images/a.jpg"),
            ("a.jpg", "images/train/a.jpg"),
            ("train/a.jpg", "images/train/a.jpg"),
            ("a.jpg", r"C:\photos\a.jpg"),
            ("a.jpg", "/home/somebody/photos/a.jpg"),
            ("mein foto.jpg", "/data/local-files/?d=photos/mein%20foto.jpg"),
            ("photos/mein foto.jpg", "/data/local-files/?d=photos/mein%20foto.jpg"),
            ("photos/a&b#c.jpg", "/data/local-files/?d=photos/a%26b%23c.jpg"),
            ("mein%20foto.jpg", "/data/local-files/?d=photos/mein%20foto.jpg"),
            ("a.jpg", "/data/local-files/?d=photos%5Ca.jpg"),
            ("a.jpg", "/data/local-files/?d=photos/a.jpg&t=1"),
            ("a+b.jpg", "/data/local-files/?d=a%2Bb.jpg"),
            ("ä.jpg", "s3://bucket/photos/%C3%A4.jpg"),
            ("a.jpg", "https://host/bucket/a.jpg?X-Amz-Signature=0?1/2"),
            ("a.jpg", "/data/upload/3/0a1b2c3d-a.jpg"),
            ("0a1b2c3d-a.jpg", "/data/upload/3/0a1b2c3d-a.jpg"),
            ("mein foto (1).jpg", "/data/upload/3/0a1b2c3d-mein_foto_1.jpg"),
            ("what?.jpg", "what?.jpg"),
            ("50%.jpg", "50%.jpg"),
        ] {
            assert_eq!(find(&[file], &[name], name).as_deref(), Some(file), "{name}");
        }
    }

    #[test]
    fn one_photo_is_never_found_for_two_names() {
        let names = ["cam1/photo.jpg", "cam2/photo.jpg"];
        for name in names {
            assert_eq!(find(&["photo.jpg"], &names, name), None);
            assert_eq!(find(&names, &names, name).as_deref(), Some(name));
            assert_eq!(find(&["photo.jpg", "cam1/photo.jpg"], &names, names[1]), None);
        }
        let deep = names.map(|name| format!("C:\\x\\{}", name.replace('/', "\\")));
        let deep: Vec<&str> = deep.iter().map(String::as_str).collect();
        assert_eq!(find(&names, &deep, deep[1]).as_deref(), Some(names[1]));
        let uploads = ["upload/1/0a1b2c3d-photo.jpg", "upload/1/ffffffff-photo.jpg"];
        assert_eq!(find(&["photo.jpg"], &uploads, uploads[0]), None);
    }

    proptest! {
        #[test]
        fn any_name_is_searched_without_a_panic(name in "\\PC{0,40}", other in "[%/?&d=.a-]{0,20}") {
            let search = Search::new(vec![PathBuf::from("nowhere")], [name.as_str(), &other]);
            prop_assert!(search.find(&name).is_none() || name.starts_with('/'));
            let _ = search.find(&other);
        }
    }
}
