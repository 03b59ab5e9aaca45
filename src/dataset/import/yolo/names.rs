//! What the classes are called, what keypoints there are, and which photos belong to a set:
//! `data.yaml`, `classes.txt`, `obj.names`, `obj.data`.

use super::{
    super::{ImportError, file_name, photos, read_text},
    line::Keypoints,
};
use serde_yaml_ng::Value;
use std::path::{Path, PathBuf};

/// Files with a name a line, by the tools that write them: labelImg and Label Studio, Darknet and
/// CVAT, Roboflow.
pub(super) const LISTS: [&str; 4] =
    ["classes.txt", "obj.names", "_darknet.labels", "classes.names"];

/// What stands beside the labels.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// The names of the classes, by number.
    pub names: Vec<String>,
    pub keypoints: Option<Keypoints>,
    /// Lists and folders of photos, and the side of a split that each is: as the file says, and the
    /// folders that this may be relative to.
    pub sets: Vec<Set>,
}

/// Photos of one side of a split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub split: &'static str,
    pub place: String,
    pub folders: Vec<PathBuf>,
}

impl Config {
    /// What the files of a source say; a source may be the `data.yaml` itself. Names may also stand
    /// in the folder above, where the source is one side of a split.
    pub(super) fn read(source: &Path) -> Result<Self, ImportError> {
        if source.is_file() {
            return Self::from_yaml_file(source);
        }
        let above = source.canonicalize().ok().and_then(|p| p.parent().map(Path::to_owned));
        let folders = [Some(source.to_owned()), Some(source.join("labels")), above];
        for folder in folders.iter().flatten() {
            if let Some(config) = Self::in_folder(folder, folder == source)? {
                return Ok(config);
            }
        }
        let message = "no data.yaml, classes.txt or obj.names with the names of the classes, here \
            or in the folder above";
        Err(ImportError::Nothing { path: source.to_owned(), message: message.to_owned() })
    }

    fn in_folder(folder: &Path, is_source: bool) -> Result<Option<Self>, ImportError> {
        if !folder.is_dir() {
            return Ok(None);
        }
        if let Some(yaml) = yaml_in(folder)? {
            let config = Self::from_yaml_file(&yaml)?;
            // What the folder above lists is more than this one.
            let sets = if is_source { config.sets } else { Vec::new() };
            return Ok(Some(Self { sets, ..config }));
        }
        let Some(list) = LISTS.map(|name| folder.join(name)).into_iter().find(|p| p.is_file())
        else {
            return Ok(None);
        };
        let names = read_text(&list)?;
        let names = names.lines().map(|line| line.trim().to_owned());
        let names: Vec<String> = names.filter(|line| !line.is_empty()).collect();
        let sets = if is_source { sets_of_darknet(folder)? } else { Vec::new() };
        Ok(Some(Self { names, keypoints: None, sets }))
    }

    fn from_yaml_file(path: &Path) -> Result<Self, ImportError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        from_yaml(&read_text(path)?, folder).map_err(|message| ImportError::Format {
            path: path.to_owned(),
            format: "a YOLO data.yaml",
            message,
        })
    }
}

/// `data.yaml`, or the only other one that names classes.
fn yaml_in(folder: &Path) -> Result<Option<PathBuf>, ImportError> {
    let is_yaml = |p: &Path| photos::ends_in(p, "yaml") || photos::ends_in(p, "yml");
    let files = photos::files_in(folder, is_yaml)?;
    let usual = |p: &&PathBuf| ["data.yaml", "data.yml"].contains(&file_name(p).as_str());
    if let Some(path) = files.iter().find(usual) {
        return Ok(Some(path.clone()));
    }
    let names = |p: &&PathBuf| {
        let text = read_text(p).unwrap_or_default();
        serde_yaml_ng::from_str::<Value>(&text).is_ok_and(|value| value.get("names").is_some())
    };
    let mut with_names = files.iter().filter(names);
    let first = with_names.next().cloned();
    Ok(first.filter(|_| with_names.next().is_none()))
}

fn from_yaml(text: &str, folder: &Path) -> Result<Config, String> {
    let value: Value = serde_yaml_ng::from_str(text).map_err(|e| e.to_string())?;
    let names = names(&value)?;
    if let Some(count) =
        value.get("nc").and_then(Value::as_u64).filter(|&n| n != names.len() as u64)
    {
        return Err(format!("\"nc\" says {count} classes, and there are {} names", names.len()));
    }
    Ok(Config { keypoints: keypoints(&value)?, sets: sets_of_yaml(&value, folder), names })
}

/// `names` is a list, or a map from numbers to names.
fn names(value: &Value) -> Result<Vec<String>, String> {
    let text_of = |v: &Value| match v {
        Value::String(s) => Some(s.clone()),
        Value::Number(n) => Some(n.to_string()),
        // YAML takes some names for something else, as `y` and `no`.
        Value::Bool(b) => Some(b.to_string()),
        _ => None,
    };
    let names = match value.get("names") {
        Some(Value::Sequence(names)) => names.iter().map(text_of).collect::<Option<Vec<_>>>(),
        Some(Value::Mapping(names)) => {
            let of = |i: usize| {
                let number = names.get(Value::from(i));
                number.or_else(|| names.get(Value::from(i.to_string()))).and_then(text_of)
            };
            (0..names.len()).map(of).collect()
        }
        _ => None,
    };
    names.ok_or_else(|| {
        "\"names\" has to be a list of names, or a map from 0, 1, ... to names".to_owned()
    })
}

fn keypoints(value: &Value) -> Result<Option<Keypoints>, String> {
    let Some(shape) = value.get("kpt_shape") else { return Ok(None) };
    let numbers: Option<Vec<u64>> =
        shape.as_sequence().and_then(|s| s.iter().map(Value::as_u64).collect());
    match numbers.as_deref() {
        Some(&[count @ 1..=1000, numbers @ 2..=3]) => {
            Ok(Some(Keypoints { count: count as usize, numbers: numbers as usize }))
        }
        _ => Err("\"kpt_shape\" has to be the number of keypoints, and 2 or 3: [4, 3]".to_owned()),
    }
}

/// `train`, `val` and `test` are a folder, a list of photos, or several of these; below `path`, or
/// below the folder of the file.
fn sets_of_yaml(value: &Value, folder: &Path) -> Vec<Set> {
    let path = value.get("path").and_then(Value::as_str).map(|path| folder.join(path));
    let folders: Vec<PathBuf> = path.into_iter().chain([folder.to_owned()]).collect();
    let mut sets = Vec::new();
    for split in ["train", "val", "test"] {
        let places: Vec<&str> = match value.get(split) {
            Some(Value::String(place)) => vec![place],
            Some(Value::Sequence(places)) => places.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let set = |place: &str| Set { split, place: place.to_owned(), folders: folders.clone() };
        sets.extend(places.into_iter().filter(|p| !p.is_empty()).map(set));
    }
    sets
}

/// What `obj.data` lists as `train = train.txt`; without it, the usual names of such lists.
fn sets_of_darknet(folder: &Path) -> Result<Vec<Set>, ImportError> {
    let set = |split, place: &str| Set {
        split,
        place: place.to_owned(),
        folders: vec![folder.to_owned()],
    };
    let path = folder.join("obj.data");
    if !path.is_file() {
        let usual = [
            ("train", "train.txt"),
            ("val", "valid.txt"),
            ("val", "val.txt"),
            ("test", "test.txt"),
        ];
        let there = usual.into_iter().filter(|(_, list)| is_list(&folder.join(list)));
        return Ok(there.map(|(split, list)| set(split, list)).collect());
    }
    let text = read_text(&path)?;
    let entries = text.lines().filter_map(|line| line.split_once('='));
    let sets = entries.filter_map(|(key, place)| {
        let split = match key.trim() {
            "train" => "train",
            "valid" | "val" => "val",
            "test" => "test",
            _ => return None,
        };
        Some(set(split, place.trim())).filter(|set| !set.place.is_empty())
    });
    Ok(sets.collect())
}

/// Whether a file lists photos; `train.txt` may as well be the labels of `train.jpg`.
fn is_list(path: &Path) -> bool {
    let text = read_text(path).unwrap_or_default();
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(photos::is_photo_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_a_list_or_a_map() {
        let names = |text: &str| from_yaml(text, Path::new("")).map(|config| config.names);
        let expected = Ok(vec!["a".to_owned(), "2".to_owned()]);
        for text in ["names: [a, 2]", "names:\n  0: a\n  1: 2\n", "names: {'0': a, '1': '2'}"] {
            assert_eq!(names(text), expected, "{text}");
        }
        for text in ["names: a", "names: {1: a, 2: b}", "nc: 2", "nc: 3\nnames: [a, b]"] {
            assert!(names(text).is_err(), "{text}");
        }
    }

    #[test]
    fn keypoints_are_as_kpt_shape_says() {
        let of = |text: &str| from_yaml(&format!("names: [a]\n{text}"), Path::new(""));
        let keypoints = of("kpt_shape: [4, 3]").expect("a config").keypoints;
        assert_eq!(keypoints, Some(Keypoints { count: 4, numbers: 3 }));
        for text in ["kpt_shape: 4", "kpt_shape: [4]", "kpt_shape: [4, 5]", "kpt_shape: [-4, 2]"] {
            assert!(of(text).is_err(), "{text}");
        }
    }
}
