//! Which photo has which labels.

use super::{
    super::{
        ImportError, ImportOptions,
        boxes::about,
        file_name,
        photos::{Search, ends_in, files_below, stem},
        read_text,
    },
    names::{Config, LISTS, Set},
};
use crate::vision::PhotoFormat;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
};

/// A photo with its labels.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub photo: PathBuf,
    pub labels: PathBuf,
    /// The side of a split it is on, where the source says so.
    pub split: Option<String>,
}

/// Photos with labels, and sentences about what has no other half.
pub(super) struct Layout {
    pub pairs: Vec<Pair>,
    pub warnings: Vec<String>,
}

/// Photos, and the side of a split that each is on.
type Photos = Vec<(PathBuf, Option<String>)>;

impl Layout {
    pub(super) fn of(
        source: &Path,
        options: &ImportOptions,
        config: &Config,
    ) -> Result<Self, ImportError> {
        let root = if source.is_dir() { source } else { source.parent().unwrap_or(Path::new("")) };
        let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
        let mut warnings = Vec::new();
        let folder = options.photos.as_deref().unwrap_or(root);
        let mut photos = listed(folder, options.photos.is_some(), config, &mut warnings)?;
        if photos.is_empty() {
            let found = files_below(folder, &PhotoFormat::is_photo_name)?;
            photos = found.into_iter().map(|p| (p.clone(), split_of(folder, &p))).collect();
        }
        let texts = Texts::below(root)?;
        let (pairs, without) = texts.pair(folder, photos)?;
        let paired: BTreeSet<&PathBuf> = pairs.iter().map(|pair| &pair.labels).collect();
        let stray = |text: &&PathBuf| {
            !paired.contains(text) && !LISTS.contains(&file_name(text).as_str()) && is_labels(text)
        };
        let strays = texts.files.iter().filter(stray);
        let shown = |path: &PathBuf| path.display().to_string();
        let strays: Vec<String> = strays.map(shown).collect();
        let without: Vec<String> = without.iter().map(shown).collect();
        warnings.extend(about(&without, "left out, with no labels"));
        warnings.extend(about(&strays, "labels without a photo"));
        Ok(Self { pairs, warnings })
    }
}

/// The photos of the sets that the source names, each once; none where it names none that are
/// there.
fn listed(
    folder: &Path,
    elsewhere: bool,
    config: &Config,
    warnings: &mut Vec<String>,
) -> Result<Photos, ImportError> {
    let (mut photos, mut seen) = (Vec::new(), BTreeSet::new());
    for set in &config.sets {
        let found = match place_of(set) {
            Some(place) if place.is_dir() && !elsewhere => {
                files_below(&place, &PhotoFormat::is_photo_name)?
            }
            Some(list) if list.is_file() => in_list(&list, set, folder, warnings)?,
            _ => {
                let place = &set.place;
                // With photos elsewhere, folders of photos are not expected here.
                let told = (!elsewhere).then(|| format!("{}: no {place} is there", set.split));
                warnings.extend(told);
                Vec::new()
            }
        };
        for photo in found {
            if seen.insert(photo.canonicalize().unwrap_or_else(|_| photo.clone())) {
                photos.push((photo, Some(set.split.to_owned())));
            }
        }
    }
    Ok(photos)
}

/// Where a set is. Roboflow's `../train/images` is `train/images` beside the file, and CVAT's
/// `data/train.txt` is `train.txt`.
fn place_of(set: &Set) -> Option<PathBuf> {
    let inner = set.place.trim_start_matches("../");
    let places = [set.place.as_str(), inner, inner.strip_prefix("data/").unwrap_or(inner)];
    let mut all = places.iter().flat_map(|place| set.folders.iter().map(move |f| f.join(place)));
    all.find(|place| place.exists())
}

/// The photos that a list names.
fn in_list(
    list: &Path,
    set: &Set,
    folder: &Path,
    warnings: &mut Vec<String>,
) -> Result<Vec<PathBuf>, ImportError> {
    let text = read_text(list)?;
    let names: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let beside = list.parent().unwrap_or(Path::new("")).to_owned();
    let roots = [folder.to_owned(), beside].into_iter().chain(set.folders.iter().cloned());
    let search = Search::new(roots.collect(), names.iter().copied());
    let mut photos = Vec::new();
    for name in names {
        match search.find(name) {
            Some(photo) => photos.push(photo),
            None => warnings.push(format!(
                "{}: {name} is left out, {}",
                file_name(list),
                search.missing(name)
            )),
        }
    }
    Ok(photos)
}

/// The side of a split that a folder's name says.
fn split_of(folder: &Path, photo: &Path) -> Option<String> {
    let below = photo.strip_prefix(folder).unwrap_or(photo).parent()?;
    let split = below.components().find_map(|part| match part.as_os_str().to_str()? {
        "train" | "obj_train_data" => Some("train"),
        "val" | "valid" | "validation" | "obj_valid_data" => Some("val"),
        "test" => Some("test"),
        _ => None,
    });
    split.map(str::to_owned)
}

/// The text files of a source.
struct Texts {
    root: PathBuf,
    files: Vec<PathBuf>,
    /// By name without ending.
    by_stem: BTreeMap<String, Vec<PathBuf>>,
}

impl Texts {
    fn below(root: &Path) -> Result<Self, ImportError> {
        let files = files_below(root, &|path| ends_in(path, "txt"))?;
        let mut by_stem: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for file in &files {
            by_stem.entry(stem(file)).or_default().push(file.clone());
        }
        Ok(Self { root: root.to_owned(), files, by_stem })
    }

    /// The photos with their labels, and those without.
    fn pair(
        &self,
        folder: &Path,
        photos: Photos,
    ) -> Result<(Vec<Pair>, Vec<PathBuf>), ImportError> {
        let mut stems: BTreeMap<String, usize> = BTreeMap::new();
        for (photo, _) in &photos {
            *stems.entry(stem(photo)).or_default() += 1;
        }
        let (mut pairs, mut without) = (Vec::new(), Vec::new());
        let mut taken: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
        for (photo, split) in photos {
            let Some(labels) = self.labels_of(folder, &photo, stems[&stem(&photo)] == 1) else {
                without.push(photo);
                continue;
            };
            if let Some(other) = taken.insert(labels.clone(), photo.clone()) {
                let (other, photo) = (other.display(), photo.display());
                let message =
                    format!("these would be the labels of {other} and {photo}: leave one");
                return Err(ImportError::Nothing { path: labels, message });
            }
            pairs.push(Pair { photo, labels, split });
        }
        Ok((pairs, without))
    }

    /// The labels of a photo: where `labels` stands for `images` in its path, beside it, or at the
    /// same place below the folder of labels; else, by name, where no other has that name.
    fn labels_of(&self, folder: &Path, photo: &Path, unique: bool) -> Option<PathBuf> {
        let below = photo.strip_prefix(folder).ok();
        let roots = [self.root.join("labels"), self.root.clone(), self.root.join("obj_train_data")];
        let places = roots.iter().filter_map(|root| Some(root.join(below?)));
        let usual = [labels_for_images(photo), Some(photo.to_owned())].into_iter().flatten();
        let there = |place: PathBuf| {
            ["txt", "TXT"].map(|e| place.with_extension(e)).into_iter().find(|p| p.is_file())
        };
        let named = || match self.by_stem.get(&stem(photo)).map(Vec::as_slice) {
            Some([only]) if unique => Some(only.clone()),
            _ => None,
        };
        usual.chain(places).find_map(there).filter(|text| is_labels(text)).or_else(named)
    }
}

/// The path with its last folder `images` replaced by `labels`.
fn labels_for_images(photo: &Path) -> Option<PathBuf> {
    let parts: Vec<Component> = photo.components().collect();
    let at = parts.iter().rposition(|part| part.as_os_str() == "images")?;
    let (before, after) = (parts[..at].iter(), parts[at + 1..].iter());
    Some(before.collect::<PathBuf>().join("labels").join(after.collect::<PathBuf>()))
}

/// Whether a text file holds labels: it is empty, or begins with a number.
fn is_labels(path: &Path) -> bool {
    let text = read_text(path).unwrap_or_else(|_| "?".to_owned());
    let first = text.split_whitespace().next();
    first.is_none_or(|word| word.parse::<f64>().is_ok())
}
