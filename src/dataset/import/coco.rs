//! COCO: one JSON file with `images`, `annotations` and `categories`. An annotation of a board with
//! four `keypoints` gives the corners.

use super::{
    ImportError, ImportOptions,
    boxes::Boxes,
    file_name,
    photos::Search,
    read_text,
    shape::{Area, Shape, opened},
};
use crate::{dataset::carried::Carried, geometry::Point};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

#[derive(Deserialize)]
struct Coco {
    images: Vec<Image>,
    annotations: Vec<Annotation>,
    categories: Vec<Category>,
}

/// Most tools number things; some name them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(untagged, expecting = "an id that is neither a whole number nor a text")]
enum Id {
    Number(i64),
    Name(String),
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

#[derive(Deserialize)]
struct Image {
    id: Id,
    file_name: String,
    width: Option<f64>,
    height: Option<f64>,
    kibitzer: Option<Carried>,
}

#[derive(Deserialize)]
struct Annotation {
    image_id: Id,
    category_id: Id,
    /// Left, top, width, height.
    #[serde(default)]
    bbox: Vec<f64>,
    /// x, y, visibility; 0 for a point that is not labeled.
    #[serde(default)]
    keypoints: Vec<f64>,
    /// Outlines `[x, y, x, y, ...]`, or a mask.
    #[serde(default)]
    segmentation: Value,
}

#[derive(Deserialize)]
struct Category {
    id: Id,
    name: String,
}

/// The photos of a file, and sentences about what was left out.
pub(super) fn read(
    source: &Path,
    options: &ImportOptions,
) -> Result<(Vec<Boxes>, Vec<String>), ImportError> {
    let wrong = |message: String| ImportError::Format {
        path: source.to_owned(),
        format: "a COCO file",
        message,
    };
    let coco: Coco = serde_json::from_str(&read_text(source)?).map_err(|e| wrong(e.to_string()))?;
    let broken = |message: String| ImportError::Nothing { path: source.to_owned(), message };
    check_ids(&coco).map_err(broken)?;
    let names: BTreeMap<&Id, &str> =
        coco.categories.iter().map(|c| (&c.id, c.name.as_str())).collect();
    let mut of_image: BTreeMap<&Id, Vec<&Annotation>> = BTreeMap::new();
    for annotation in &coco.annotations {
        of_image.entry(&annotation.image_id).or_default().push(annotation);
    }
    let files = coco.images.iter().map(|image| image.file_name.as_str());
    let search = Search::new(folders(source, options), files);
    let mut warnings = Vec::new();
    let found = search.find_all(source, &coco.images, |image| &image.file_name, &mut warnings)?;
    let mut photos = Vec::new();
    for (photo, image) in found {
        let annotations = of_image.get(&image.id).map(Vec::as_slice).unwrap_or_default();
        photos.push(boxes(photo, image, annotations, &names).map_err(broken)?);
    }
    let listed: BTreeSet<&Id> = coco.images.iter().map(|image| &image.id).collect();
    let strays = coco.annotations.iter().filter(|a| !listed.contains(&a.image_id)).count();
    if strays > 0 {
        warnings.push(format!("{strays} annotations are of images that the file does not list"));
    }
    Ok((photos, warnings))
}

/// Where photos lie: beside the file, in `images/` or `data/`, or, for a file in `annotations/`,
/// beside that folder.
fn folders(source: &Path, options: &ImportOptions) -> Vec<PathBuf> {
    let beside = source.parent().unwrap_or(Path::new(""));
    let folder = options.photos.clone().unwrap_or_else(|| beside.to_owned());
    let mut folders = vec![folder.clone(), folder.join("images"), folder.join("data")];
    if options.photos.is_none() && ["annotations", "labels"].contains(&file_name(beside).as_str()) {
        folders.extend([beside.join("../images"), beside.join("..")]);
    }
    folders
}

/// Every image and category has an id of its own, and every image is listed once.
fn check_ids(coco: &Coco) -> Result<(), String> {
    let (mut files, mut images) = (BTreeSet::new(), BTreeMap::new());
    for Image { id, file_name, .. } in &coco.images {
        if !files.insert(file_name) {
            return Err(format!("it lists {file_name} twice: leave one"));
        }
        if let Some(other) = images.insert(id, file_name) {
            return Err(format!("{other} and {file_name} have the same id {id}"));
        }
    }
    let mut categories = BTreeMap::new();
    for Category { id, name } in &coco.categories {
        if let Some(other) = categories.insert(id, name).filter(|other| *other != name) {
            return Err(format!("the categories {other} and {name} have the same id {id}"));
        }
    }
    Ok(())
}

fn boxes(
    photo: PathBuf,
    image: &Image,
    annotations: &[&Annotation],
    names: &BTreeMap<&Id, &str>,
) -> Result<Boxes, String> {
    let named = &image.file_name;
    let mut shapes = Vec::new();
    for annotation in annotations {
        let id = &annotation.category_id;
        let name = names.get(id).ok_or_else(|| format!("no category has the id {id}"))?;
        shapes.push(shape(annotation, name)?);
    }
    // Some tools write 0 for what they do not know.
    let size = image.width.zip(image.height).filter(|&(w, h)| (w, h) != (0.0, 0.0));
    if let Some((w, h)) = size.filter(|(w, h)| !(*w > 0.0 && *h > 0.0)) {
        return Err(format!("{named} cannot have {w}x{h} pixels"));
    }
    let carried = image.kibitzer.clone();
    Ok(Boxes { photo, named: named.clone(), unit: None, size, shapes, split: None, carried })
}

fn shape(annotation: &Annotation, name: &str) -> Result<Shape, String> {
    let (keypoints, outlined) = (keypoints(annotation)?, outline(&annotation.segmentation));
    let area = match &annotation.bbox[..] {
        &[x, y, width, height] => Area::Box { at: Point::new(x, y), width, height, turned: 0.0 },
        [] if outlined.is_some() || keypoints.iter().any(Option::is_some) => Area::Outline(
            outlined.clone().unwrap_or_else(|| keypoints.iter().copied().flatten().collect()),
        ),
        other => {
            return Err(format!(
                "an annotation of image {} has a bbox of {} numbers, not 4",
                annotation.image_id,
                other.len()
            ));
        }
    };
    let shape = Shape::new(name.to_owned(), area).with_keypoints(keypoints);
    Ok(if shape.keypoints.is_empty() { shape.with_corners_of(outlined) } else { shape })
}

/// The keypoints of an annotation; `None` for those that are not labeled.
fn keypoints(annotation: &Annotation) -> Result<Vec<Option<Point>>, String> {
    let numbers = &annotation.keypoints;
    if !numbers.len().is_multiple_of(3) {
        return Err(format!(
            "an annotation of image {} has keypoints of {} numbers: each has x, y and visibility",
            annotation.image_id,
            numbers.len()
        ));
    }
    let labeled = numbers.chunks_exact(3).map(|k| (k[2] != 0.0).then(|| Point::new(k[0], k[1])));
    Ok(labeled.collect())
}

/// The outline of a segmentation in one piece; masks and torn outlines have none.
fn outline(segmentation: &Value) -> Option<Vec<Point>> {
    let [outline] = &segmentation.as_array()?[..] else { return None };
    let numbers: Vec<f64> = outline.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
    let whole = numbers.len() >= 6 && numbers.len().is_multiple_of(2);
    whole.then(|| opened(numbers.chunks_exact(2).map(|p| Point::new(p[0], p[1])).collect()))
}
