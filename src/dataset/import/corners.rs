//! Corners by photo, from labels in our own format.

use super::ImportOptions;
use crate::{
    dataset::Label,
    geometry::{Point, Quad},
};
use std::path::{Path, PathBuf};

/// The corners that a corners file gives. Photos may have been moved since it was written, so that
/// the end of the path counts: the more of it is the same, the better.
pub(super) struct CornersFile<'a> {
    labels: Vec<(PathBuf, &'a Label)>,
    photos: Vec<PathBuf>,
}

impl<'a> CornersFile<'a> {
    /// The corners file of the options, for all photos of a source.
    pub(super) fn new<'b>(
        options: &'a ImportOptions,
        photos: impl IntoIterator<Item = &'b Path>,
    ) -> Self {
        let labels = options.corners.iter().flat_map(|manifest| {
            let place = |label: &Label| real(&manifest.image_path(label));
            manifest.labels.iter().map(move |(_, label)| (place(label), label))
        });
        let labels = labels.filter(|(_, label)| label.corners.is_some()).collect();
        Self { labels, photos: photos.into_iter().map(real).collect() }
    }

    /// The corners of a photo of a width and height in pixels; `None` where the file has none.
    ///
    /// # Errors
    /// A sentence, where the file has corners that cannot be those of the photo, or that may as
    /// well be another one's.
    pub(super) fn of(&self, photo: &Path, size: (u32, u32)) -> Result<Option<[Point; 4]>, String> {
        let photo = real(photo);
        let names = self.labels.iter().map(|(path, _)| path);
        let Some(best) = best(&photo, names).map_err(|n| {
            format!("the corners file has corners for {n} photos of this name: give it one")
        })?
        else {
            return Ok(None);
        };
        let (path, label) = &self.labels[best];
        // Another photo of the same name may be the one that is meant.
        match best_of(path, &self.photos) {
            Ok(Some(meant)) if self.photos[meant] == photo => {}
            Ok(_) => return Ok(None),
            Err(n) => {
                return Err(format!(
                    "the corners file has corners for one of the {n} photos of this name and does \
                    not say for which: name their folders in it"
                ));
            }
        }
        in_photo(label, size).map(Some)
    }
}

/// Refuses corners that lie outside a photo by more than half a cell of an 8x8 board.
pub(super) fn check_inside(quad: &Quad, (width, height): (u32, u32)) -> Result<(), String> {
    let (w, h) = (f64::from(width), f64::from(height));
    let outside = |p: &Point| (-p.x).max(-p.y).max(p.x - w).max(p.y - h);
    match quad.corners().iter().find(|p| outside(p) > quad.mean_side() / 16.0) {
        Some(p) => Err(format!(
            "the board's corner {:.0},{:.0} lies outside the photo of {width}x{height}",
            p.x, p.y
        )),
        None => Ok(()),
    }
}

/// The index of the path that ends most like another; none where no file name is the same.
///
/// # Errors
/// Their number, where several end so.
fn best<'a>(like: &Path, paths: impl Iterator<Item = &'a PathBuf>) -> Result<Option<usize>, usize> {
    let same = |path: &Path| {
        let parts = like.iter().rev().zip(path.iter().rev());
        parts.take_while(|(a, b)| a == b).count()
    };
    let scores: Vec<usize> = paths.map(|path| same(path)).collect();
    let top = scores.iter().copied().max().unwrap_or(0);
    let mut tops = (0..scores.len()).filter(|&i| scores[i] == top);
    match (top, tops.next(), tops.count()) {
        (0, ..) => Ok(None),
        (_, first, 0) => Ok(first),
        (.., more) => Err(more + 1),
    }
}

fn best_of(like: &Path, paths: &[PathBuf]) -> Result<Option<usize>, usize> {
    best(like, paths.iter())
}

/// A label's corners in a photo of a size; they may have been marked in a smaller copy.
fn in_photo(label: &Label, (width, height): (u32, u32)) -> Result<[Point; 4], String> {
    let quad = label.quad().map_err(|error| format!("the corners file: {error}"))?;
    let corners: [Point; 4] = quad.map_or_else(Default::default, Quad::into);
    let (w, h) = (label.width.unwrap_or(width), label.height.unwrap_or(height));
    let (sizes, photo) = ((f64::from(w), f64::from(h)), (f64::from(width), f64::from(height)));
    if !super::boxes::is_copy(sizes, photo) {
        return Err(format!(
            "the corners file has corners for {w}x{h} pixels, and the photo has {width}x{height}: \
            mark them again"
        ));
    }
    let corners = corners.map(|p| Point::new(p.x * photo.0 / sizes.0, p.y * photo.1 / sizes.1));
    let quad = Quad::new(corners).map_err(|error| format!("the corners file: {error}"))?;
    check_inside(&quad, (width, height))?;
    Ok(corners)
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
