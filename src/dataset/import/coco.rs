//! COCO: one JSON file with `images`, `annotations` and `categories`. An annotation with four
//! `keypoints` gives the corners.

use super::{
    ImportError, ImportOptions,
    boxes::{Boxes, PieceBox},
    photos, read_text,
};
use crate::geometry::Point;
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

#[derive(Deserialize)]
struct Coco {
    images: Vec<Image>,
    annotations: Vec<Annotation>,
    categories: Vec<Category>,
}

#[derive(Deserialize)]
struct Image {
    id: u64,
    file_name: String,
    width: Option<f64>,
    height: Option<f64>,
}

#[derive(Deserialize)]
struct Annotation {
    image_id: u64,
    category_id: u64,
    /// Left, top, width, height.
    #[serde(default)]
    bbox: Vec<f64>,
    /// x, y, visibility.
    #[serde(default)]
    keypoints: Vec<f64>,
}

#[derive(Deserialize)]
struct Category {
    id: u64,
    name: String,
}

pub(super) fn read(source: &Path, options: &ImportOptions) -> Result<Vec<Boxes>, ImportError> {
    let wrong = |message: String| ImportError::Format {
        path: source.to_owned(),
        format: "a COCO file",
        message,
    };
    let coco: Coco = serde_json::from_str(&read_text(source)?).map_err(|e| wrong(e.to_string()))?;
    let names: BTreeMap<u64, &str> =
        coco.categories.iter().map(|c| (c.id, c.name.as_str())).collect();
    let folder = options.photos.as_deref().or_else(|| source.parent()).unwrap_or(Path::new(""));
    let (mut photos, mut seen) = (Vec::new(), BTreeSet::new());
    for image in &coco.images {
        if !seen.insert(&image.file_name) {
            return Err(wrong(format!("it lists {} twice: leave one", image.file_name)));
        }
        let photo = photos::find(folder, &image.file_name).ok_or_else(|| {
            wrong(format!(
                "no photo {} in {}; name the photos' folder with --photos",
                image.file_name,
                folder.display()
            ))
        })?;
        let size = image.width.zip(image.height).filter(|(w, h)| *w > 0.0 && *h > 0.0);
        let mut boxes = Boxes { photo, size, pieces: Vec::new(), corners: None };
        for annotation in coco.annotations.iter().filter(|a| a.image_id == image.id) {
            let id = annotation.category_id;
            let name =
                *names.get(&id).ok_or_else(|| wrong(format!("no category has the id {id}")))?;
            add(&mut boxes, annotation, name).map_err(wrong)?;
        }
        photos.push(boxes);
    }
    Ok(photos)
}

fn add(boxes: &mut Boxes, annotation: &Annotation, name: &str) -> Result<(), String> {
    let points: Vec<Point> =
        annotation.keypoints.chunks_exact(3).map(|k| Point::new(k[0], k[1])).collect();
    if let Ok(corners) = points.try_into() {
        boxes.corners = Some(corners);
        return Ok(());
    }
    let [x, y, width, height] = annotation.bbox[..] else {
        return Err(format!(
            "an annotation of image {} has a bbox of {} numbers, not 4",
            annotation.image_id,
            annotation.bbox.len()
        ));
    };
    let center = Point::new(x + width / 2.0, y + height / 2.0);
    boxes.pieces.push(PieceBox { name: name.to_owned(), center, width, height });
    Ok(())
}
