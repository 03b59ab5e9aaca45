//! Label Studio's JSON export: what is marked around pieces, and the corners as four keypoints or
//! as an outline of the board with four points.

use super::{
    ImportError, ImportOptions,
    boxes::Boxes,
    photos::{Search, is_photo_name},
    read_text,
    shape::{Area, Shape, opened},
};
use crate::{
    dataset::carried::{CARRIED, Carried},
    geometry::Point,
};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

#[derive(Deserialize)]
struct Task {
    data: Map<String, Value>,
    /// Old versions called them completions.
    #[serde(default, alias = "completions")]
    annotations: Vec<Annotation>,
    /// What models proposed; some exports have only its numbers.
    predictions: Option<Vec<Value>>,
}

#[derive(Clone, Deserialize)]
struct Annotation {
    was_cancelled: Option<bool>,
    ground_truth: Option<bool>,
    result: Option<Vec<Item>>,
}

/// Something that was marked or said; relations have no value.
#[derive(Clone, Deserialize)]
struct Item {
    value: Option<Map<String, Value>>,
    original_width: Option<f64>,
    original_height: Option<f64>,
    /// By how many degrees the photo was turned when it was labeled.
    image_rotation: Option<f64>,
}

/// The photos of an export, and sentences about what was left out.
pub(super) fn read(
    source: &Path,
    options: &ImportOptions,
) -> Result<(Vec<Boxes>, Vec<String>), ImportError> {
    let wrong = |message: String| ImportError::Format {
        path: source.to_owned(),
        format: "a Label Studio export",
        message,
    };
    let tasks = tasks(&read_text(source)?).map_err(wrong)?;
    let (mut warnings, mut named) = (Vec::new(), Vec::new());
    for task in &tasks {
        let name =
            photo_name(task).ok_or_else(|| wrong("a task's \"data\" names no photo".to_owned()))?;
        let carried = carried(task).map_err(|error| {
            let (path, message) = (source.to_owned(), format!("{name}: {error}"));
            ImportError::Nothing { path, message }
        })?;
        if let Some(annotation) = annotation(task, name, &mut warnings) {
            named.push((name, Cow::Borrowed(annotation), carried.map(Carried::seen_to)));
        } else if let Some(proposal) = proposal(task, carried.as_ref()) {
            named.push((name, Cow::Owned(proposal), carried));
        } else {
            warnings.push(format!("{name}: left out, nobody annotated it"));
        }
    }
    let folder = options.photos.as_deref().or_else(|| source.parent()).unwrap_or(Path::new(""));
    let folders = vec![folder.to_owned(), folder.join("images")];
    let search = Search::new(folders, named.iter().map(|(name, ..)| *name));
    let found = search.find_all(source, named, |(name, ..)| *name, &mut warnings)?;
    let mut photos = Vec::new();
    for (photo, (name, annotation, carried)) in found {
        match boxes(photo, name, &annotation, &mut warnings) {
            Ok(boxes) => photos.push(Boxes { carried, ..boxes }),
            Err(why) => warnings.push(format!("{name}: left out, {why}")),
        }
    }
    Ok((photos, warnings))
}

fn tasks(text: &str) -> Result<Vec<Task>, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let first = value.get(0).unwrap_or(&value);
    if first.is_object() && first.get("data").is_none() {
        return Err("its tasks have no \"data\": export as JSON, not as JSON-MIN".to_owned());
    }
    let list = if value.is_object() { Value::Array(vec![value]) } else { value };
    serde_json::from_value(list).map_err(|e| e.to_string())
}

/// The first text in `data` that names a photo, `image` before all others; else what `image` says.
fn photo_name(task: &Task) -> Option<&str> {
    let image = task.data.get("image").and_then(Value::as_str);
    let texts = image.into_iter().chain(task.data.values().filter_map(Value::as_str));
    let named = texts.into_iter().find(|text| is_photo_name(text));
    named.or_else(|| image.filter(|text| !text.starts_with("data:")))
}

/// What an export of ours has put beside the photo.
fn carried(task: &Task) -> Result<Option<Carried>, serde_json::Error> {
    task.data.get(CARRIED).cloned().map(serde_json::from_value).transpose()
}

/// The annotation that counts: the one that is called the truth, else the last.
fn annotation<'a>(
    task: &'a Task,
    name: &str,
    warnings: &mut Vec<String>,
) -> Option<&'a Annotation> {
    let done = task.annotations.iter().filter(|a| a.was_cancelled != Some(true));
    let done: Vec<&Annotation> = done.collect();
    if let Some(truth) = done.iter().rfind(|a| a.ground_truth == Some(true)) {
        return Some(truth);
    }
    if done.len() > 1 {
        let n = done.len();
        warnings.push(format!("{name}: of its {n} annotations the last is taken"));
    }
    done.last().copied()
}

/// What an export of ours has proposed, where nobody has annotated the photo or skipped it.
fn proposal(task: &Task, carried: Option<&Carried>) -> Option<Annotation> {
    carried.filter(|carried| carried.is_proposal() && task.annotations.is_empty())?;
    serde_json::from_value(task.predictions.as_ref()?.first()?.clone()).ok()
}

fn boxes(
    photo: PathBuf,
    name: &str,
    annotation: &Annotation,
    warnings: &mut Vec<String>,
) -> Result<Boxes, String> {
    let items = annotation.result.as_deref().unwrap_or_default();
    if items.iter().any(|item| item.image_rotation.is_some_and(|degrees| degrees != 0.0)) {
        return Err("it was turned in Label Studio: label the photo as it is".to_owned());
    }
    let size = items.iter().find_map(|item| item.original_width.zip(item.original_height));
    let mut shapes = Vec::new();
    for value in items.iter().filter_map(|item| item.value.as_ref()) {
        match shape(value) {
            Marked::Shape(shape) => shapes.push(shape),
            Marked::Nothing => {}
            Marked::Unlabeled => {
                warnings.push(format!("{name}: left out a region that has no label"));
            }
            Marked::Nowhere(label) => {
                warnings.push(format!("{name}: left out {label}, whose place is not in numbers"));
            }
            Marked::Mask(label) => warnings.push(format!(
                "{name}: left out {label}, which is painted: mark it by a box or an outline"
            )),
        }
    }
    let (size, unit) = (size.filter(|(w, h)| *w > 0.0 && *h > 0.0), Some((100.0, 100.0)));
    Ok(Boxes { photo, named: name.to_owned(), unit, size, shapes, split: None, carried: None })
}

/// What an item of a result marks.
enum Marked {
    /// Something that has a name.
    Shape(Shape),
    /// A painted region.
    Mask(String),
    /// A region without a name.
    Unlabeled,
    /// Something named without a place.
    Nowhere(String),
    /// A choice, a text, a region whose name comes with another item.
    Nothing,
}

fn shape(value: &Map<String, Value>) -> Marked {
    let Some(labels) = labels(value) else { return Marked::Nothing };
    if labels.is_empty() {
        return Marked::Unlabeled;
    }
    if value.contains_key("rle") {
        return Marked::Mask(labels);
    }
    let Some(area) = area(value) else { return Marked::Nowhere(labels) };
    let keypoints = match &area {
        Area::Outline(points) if points.len() == 4 => points.clone(),
        _ => Vec::new(),
    };
    Marked::Shape(Shape { keypoints, ..Shape::new(labels, area) })
}

/// The labels of a region, which are called after its kind (`rectanglelabels`) or just `labels`.
fn labels(value: &Map<String, Value>) -> Option<String> {
    let (_, labels) = value.iter().find(|(key, _)| key.ends_with("labels"))?;
    let labels: Vec<&str> = labels.as_array()?.iter().filter_map(Value::as_str).collect();
    Some(labels.join(" "))
}

/// The place of a region, in percent of the photo.
fn area(value: &Map<String, Value>) -> Option<Area> {
    let number = |key: &str| value.get(key).and_then(Value::as_f64);
    if let Some(points) = value.get("points").and_then(Value::as_array) {
        let point = |p: &Value| Some(Point::new(p.get(0)?.as_f64()?, p.get(1)?.as_f64()?));
        let points = points.iter().map(point).collect::<Option<_>>();
        return points.map(|points| Area::Outline(opened(points)));
    }
    let at = Point::new(number("x")?, number("y")?);
    if let Some((rx, ry)) = number("radiusX").zip(number("radiusY")) {
        return Some(Area::Ellipse { center: at, rx, ry });
    }
    // A keypoint has a width, which is that of its dot.
    Some(match number("width").zip(number("height")) {
        Some((width, height)) => {
            Area::Box { at, width, height, turned: number("rotation").unwrap_or(0.0) }
        }
        None => Area::Point(at),
    })
}
