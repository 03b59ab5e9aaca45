//! What a label's photo says.

use super::{CheckOptions, Entry, Finding, Severity::Error};
use crate::{
    dataset::hash::PhotoHash,
    vision::{PhotoProblem, decode_photo},
};
use sha2::{Digest, Sha256};
use std::{fs, path::Path};

/// What is known of a photo that can be read.
#[derive(Clone, Copy)]
pub(super) struct PhotoFacts {
    /// Of the file.
    pub sha256: [u8; 32],
    /// Of the picture.
    pub hash: PhotoHash,
}

/// Opens a label's photo; what is wrong with it is added to `findings`.
pub(super) fn inspect(
    entry: &Entry,
    options: &CheckOptions,
    findings: &mut Vec<Finding>,
) -> Option<PhotoFacts> {
    if entry.label.image.is_empty() {
        return None;
    }
    let path = entry.manifest.image_path(entry.label);
    match open(&path, options) {
        Ok((facts, size)) => {
            findings.extend(wrong_size(entry, size));
            Some(facts)
        }
        Err(PhotoProblem::Io(error)) => {
            findings.push(Finding::new(
                Error,
                "missing-image",
                format!("cannot read {}: {error}", path.display()),
            ));
            None
        }
        Err(problem) => {
            findings.push(Finding::new(
                Error,
                "unreadable-image",
                format!("{}: {problem}", path.display()),
            ));
            None
        }
    }
}

fn open(path: &Path, options: &CheckOptions) -> Result<(PhotoFacts, (u32, u32)), PhotoProblem> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(PhotoProblem::Folder);
    }
    let max = options.limits.max_file_bytes;
    if about.len() > max {
        return Err(PhotoProblem::FileTooLarge { bytes: about.len(), max });
    }
    let bytes = fs::read(path)?;
    let photo = decode_photo(&bytes, &options.limits).map_err(|error| error.problem)?;
    let size = photo.dimensions();
    Ok((PhotoFacts { sha256: Sha256::digest(&bytes).into(), hash: PhotoHash::of(photo) }, size))
}

fn wrong_size(entry: &Entry, (width, height): (u32, u32)) -> Option<Finding> {
    let (w, h) = (entry.label.width?, entry.label.height?);
    let turned = if (w, h) == (height, width) { " (is its EXIF turn left in?)" } else { "" };
    let message = format!("the photo has {width}x{height} pixels, the label says {w}x{h}{turned}");
    ((w, h) != (width, height)).then(|| Finding::new(Error, "photo-size", message))
}
