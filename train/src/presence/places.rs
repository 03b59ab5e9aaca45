//! Photos, and outlines in them that are no board.

use anyhow::{Context, Result};
use kibitzer::{
    dataset::{Label, manifest::Kind},
    error::Error,
    geometry::{Point, Quad},
    inference::TrainingData,
    recognition::{Deadline, corners::CornerDetector},
    vision::{PhotoLimits, Pyramid, open_photo},
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use rayon::prelude::*;
use std::borrow::Cow;

use crate::data::{corrected, manifests, source_of};

/// Parts of each photo that the detector looks for a board in, beside the whole.
const PARTS: usize = 2;

/// Most pixels of the longer side that are kept.
const LONG_SIDE: u32 = 640;

/// A photo without a board, and what the corner detector takes for one in it.
pub struct Boardless {
    /// The photo.
    pub photo: Pyramid<'static>,
    /// The outlines that the detector finds, upright, in the photo and in parts of it.
    pub mistaken: Vec<Quad>,
    /// Whether it shows a part of a board.
    pub part: bool,
    /// `none/group`.
    pub group: String,
    /// Whether it is a render.
    pub render: bool,
}

/// The photos without a board of several manifests that `keep` wants.
pub fn load_boardless(
    patterns: &[String],
    detector: &CornerDetector,
    keep: &(impl Fn(&Label) -> bool + Sync),
    sources: &mut Vec<TrainingData>,
) -> Result<Vec<Boardless>> {
    let mut all = Vec::new();
    for pattern in patterns {
        for path in manifests(pattern)? {
            let manifest = corrected(&path, None)?;
            let labels = manifest.labels.iter().map(|(_, label)| label);
            let wanted: Vec<&Label> = labels.filter(|l| !l.has_board() && keep(l)).collect();
            let loaded: Vec<Boardless> = wanted
                .par_iter()
                .map(|label| {
                    let path = manifest.image_path(label);
                    let photo = open_photo(&path, &PhotoLimits::default())
                        .with_context(|| path.display().to_string())?;
                    let photo = Pyramid::new(Cow::Owned(shrunk(photo)));
                    Ok(Boardless {
                        mistaken: mistaken(&photo, detector)?,
                        photo,
                        part: label.kind_of.as_deref() == Some("part"),
                        group: format!("none/{}", label.group),
                        render: label.kind == Kind::Render,
                    })
                })
                .collect::<Result<_>>()?;
            if !loaded.is_empty() {
                sources.push(source_of(&path, loaded.len())?);
            }
            all.extend(loaded);
        }
    }
    Ok(all)
}

fn shrunk(photo: image::RgbImage) -> image::RgbImage {
    let (w, h) = photo.dimensions();
    let scale = f64::from(LONG_SIDE) / f64::from(w.max(h));
    if scale >= 1.0 {
        return photo;
    }
    let side = |v: u32| ((f64::from(v) * scale).round() as u32).max(1);
    image::imageops::resize(&photo, side(w), side(h), image::imageops::FilterType::CatmullRom)
}

/// What the detector takes for a board in a photo without one, and in parts of it.
fn mistaken(photo: &Pyramid, detector: &CornerDetector) -> Result<Vec<Quad>> {
    let kinds = &detector.task().kinds;
    let mut found = Vec::new();
    let mut look = |picture: &Pyramid, (dx, dy): (f64, f64)| -> Result<()> {
        match detector.find_anyway(picture, kinds, &Deadline::default()) {
            Ok(corners) => {
                let moved = corners.quad.corners().map(|p| Point::new(p.x + dx, p.y + dy));
                found.extend(Quad::new(moved));
                Ok(())
            }
            Err(Error::NoBoard { .. }) => Ok(()),
            Err(other) => Err(other.into()),
        }
    };
    look(photo, (0.0, 0.0))?;
    let whole = photo.photo();
    let (w, h) = whole.dimensions();
    let mut rng = StdRng::seed_from_u64(u64::from(w) << 32 | u64::from(h));
    for _ in 0..PARTS {
        let share = rng.random_range(0.5..0.9);
        let size = [w, h].map(|side| (f64::from(side) * share) as u32);
        let [x, y] = [(w, size[0]), (h, size[1])].map(|(of, side)| rng.random_range(0..=of - side));
        let part = image::imageops::crop_imm(whole, x, y, size[0], size[1]).to_image();
        look(&Pyramid::new(Cow::Owned(part)), (f64::from(x), f64::from(y)))?;
    }
    Ok(found)
}
