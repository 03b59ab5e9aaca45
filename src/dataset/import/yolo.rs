//! YOLO: a text file a photo, a line a box: `class cx cy w h` in fractions of the photo, then
//! keypoints `x y [v]` where there are any. Names come from `data.yaml`, `classes.txt` or
//! `obj.names`. Four keypoints give the corners.

use super::{
    ImportError, ImportOptions,
    boxes::{Boxes, PieceBox},
    photos, read_text,
};
use crate::geometry::Point;
use serde_yaml_ng::Value;
use std::path::{Path, PathBuf};

pub(super) fn read(source: &Path, options: &ImportOptions) -> Result<Vec<Boxes>, ImportError> {
    let names = class_names(source)?;
    let below = |name: &str| Some(source.join(name)).filter(|folder| folder.is_dir());
    let photos_folder =
        options.photos.clone().or_else(|| below("images")).unwrap_or_else(|| source.to_owned());
    let labels = below("labels").unwrap_or_else(|| source.to_owned());
    let mut photos = Vec::new();
    for photo in photos::photos_in(&photos_folder)? {
        let text = labels.join(photos::stem(&photo) + ".txt");
        if text.is_file() {
            photos.push(read_one(photo, &text, &names)?);
        }
    }
    Ok(photos)
}

fn read_one(photo: PathBuf, path: &Path, names: &[String]) -> Result<Boxes, ImportError> {
    let mut boxes = Boxes { photo, size: Some((1.0, 1.0)), pieces: Vec::new(), corners: None };
    for (i, line) in
        read_text(path)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty())
    {
        read_line(line, names, &mut boxes).map_err(|message| ImportError::Line {
            path: path.to_owned(),
            line: i + 1,
            message,
        })?;
    }
    Ok(boxes)
}

fn read_line(line: &str, names: &[String], boxes: &mut Boxes) -> Result<(), String> {
    let numbers = line.split_whitespace().map(|n| n.parse::<f64>().ok().filter(|n| n.is_finite()));
    let numbers: Vec<f64> =
        numbers.collect::<Option<_>>().ok_or("expected numbers: class cx cy w h")?;
    let [class, x, y, width, height, keypoints @ ..] = &numbers[..] else {
        return Err(format!("{} numbers, expected class cx cy w h", numbers.len()));
    };
    let of_keypoint = if keypoints.len() == 12 { 3 } else { 2 };
    let points: Vec<Point> =
        keypoints.chunks_exact(of_keypoint).map(|k| Point::new(k[0], k[1])).collect();
    if let Ok(corners) = points.try_into() {
        boxes.corners = Some(corners);
        return Ok(());
    }
    let name = names.get(*class as usize).filter(|_| *class >= 0.0);
    let name = name
        .ok_or_else(|| format!("class {class} has no name: there are {} names", names.len()))?
        .clone();
    boxes.pieces.push(PieceBox {
        name,
        center: Point::new(*x, *y),
        width: *width,
        height: *height,
    });
    Ok(())
}

/// The names of the classes, by number.
fn class_names(source: &Path) -> Result<Vec<String>, ImportError> {
    for name in ["data.yaml", "data.yml"] {
        let path = source.join(name);
        if path.is_file() {
            return names_in_yaml(&read_text(&path)?).map_err(|message| ImportError::Format {
                path,
                format: "a YOLO data.yaml",
                message,
            });
        }
    }
    for name in ["classes.txt", "obj.names"] {
        let path = source.join(name);
        if path.is_file() {
            return Ok(read_text(&path)?
                .lines()
                .map(|line| line.trim().to_owned())
                .filter(|line| !line.is_empty())
                .collect());
        }
    }
    let message = "no data.yaml, classes.txt or obj.names with the names of the classes".to_owned();
    Err(ImportError::Nothing { path: source.to_owned(), message })
}

/// `names` is a list, or a map from numbers to names.
fn names_in_yaml(text: &str) -> Result<Vec<String>, String> {
    let value: Value = serde_yaml_ng::from_str(text).map_err(|e| e.to_string())?;
    let text_of = |v: &Value| match v {
        Value::String(s) => Some(s.clone()),
        Value::Number(n) => Some(n.to_string()),
        _ => None,
    };
    let names = match value.get("names") {
        Some(Value::Sequence(names)) => names.iter().map(text_of).collect::<Option<Vec<_>>>(),
        Some(Value::Mapping(names)) => {
            (0..names.len()).map(|i| names.get(Value::from(i)).and_then(text_of)).collect()
        }
        _ => None,
    };
    names.ok_or_else(|| {
        "\"names\" has to be a list of names, or a map from 0, 1, ... to names".to_owned()
    })
}
