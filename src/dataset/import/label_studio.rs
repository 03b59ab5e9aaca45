//! Label Studio's JSON export: rectangles are pieces, four keypoints or a four-cornered polygon are
//! the corners.

use super::{
    ImportError, ImportOptions,
    boxes::{Boxes, PieceBox},
    photos, read_text,
};
use crate::geometry::Point;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Task {
    data: Map<String, Value>,
    #[serde(default)]
    annotations: Vec<Annotation>,
}

#[derive(Deserialize)]
struct Annotation {
    #[serde(default)]
    was_cancelled: bool,
    result: Vec<Region>,
}

#[derive(Deserialize)]
struct Region {
    #[serde(rename = "type")]
    kind: String,
    value: RegionValue,
}

/// All coordinates are percent of the photo.
#[derive(Deserialize)]
struct RegionValue {
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default)]
    points: Vec<[f64; 2]>,
    #[serde(default)]
    rectanglelabels: Vec<String>,
}

pub(super) fn read(source: &Path, options: &ImportOptions) -> Result<Vec<Boxes>, ImportError> {
    let wrong = |message: String| ImportError::Format {
        path: source.to_owned(),
        format: "a Label Studio export",
        message,
    };
    let tasks: Vec<Task> =
        serde_json::from_str(&read_text(source)?).map_err(|e| wrong(e.to_string()))?;
    let folder = options.photos.as_deref().or_else(|| source.parent()).unwrap_or(Path::new(""));
    let mut photos = Vec::new();
    for task in &tasks {
        let Some(annotation) = task.annotations.iter().rfind(|a| !a.was_cancelled) else {
            continue;
        };
        let name =
            photo_name(task).ok_or_else(|| wrong("a task's \"data\" names no photo".to_owned()))?;
        let photo = find(folder, name).ok_or_else(|| {
            wrong(format!(
                "no photo {name} in {}; name the photos' folder with --photos",
                folder.display()
            ))
        })?;
        photos.push(boxes(photo, annotation));
    }
    Ok(photos)
}

/// The first text in `data` that ends like a photo; `image` before all others.
fn photo_name(task: &Task) -> Option<&str> {
    let texts =
        task.data.get("image").into_iter().chain(task.data.values()).filter_map(Value::as_str);
    let is_photo = |text: &&str| {
        [".jpg", ".jpeg", ".png", ".webp"].iter().any(|e| text.to_lowercase().ends_with(e))
    };
    texts.into_iter().find(is_photo)
}

/// Uploaded photos are called `0123abcd-name.jpg`.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let last = name.rsplit(['/', '=']).next().unwrap_or(name);
    let uploaded = last
        .split_once('-')
        .filter(|(id, _)| id.len() == 8 && id.chars().all(|c| c.is_ascii_hexdigit()));
    photos::find(folder, last).or_else(|| photos::find(folder, uploaded?.1))
}

fn boxes(photo: PathBuf, annotation: &Annotation) -> Boxes {
    let mut boxes = Boxes { photo, size: Some((100.0, 100.0)), pieces: Vec::new(), corners: None };
    let mut keypoints = Vec::new();
    for Region { kind, value } in &annotation.result {
        match kind.as_str() {
            "rectanglelabels" => {
                boxes.pieces.extend(value.rectanglelabels.first().map(|name| PieceBox {
                    name: name.clone(),
                    center: Point::new(value.x + value.width / 2.0, value.y + value.height / 2.0),
                    width: value.width,
                    height: value.height,
                }))
            }
            "keypointlabels" => keypoints.push(Point::new(value.x, value.y)),
            "polygonlabels" => {
                let points: Vec<Point> = value.points.iter().copied().map(Point::from).collect();
                boxes.corners = points.try_into().ok().or(boxes.corners);
            }
            _ => {}
        }
    }
    boxes.corners = keypoints.try_into().ok().or(boxes.corners);
    boxes
}
