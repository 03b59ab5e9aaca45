//! Photos as Python has them.

use crate::errors;
use image::{ColorType, RgbImage};
use kibitzer::vision::{PhotoError, PhotoLimits, decode_photo, open_photo, photo_of_pixels};
use numpy::PyReadonlyArray3;
use pyo3::{prelude::*, pybacked::PyBackedBytes};
use std::path::PathBuf;

/// A photo: pixels `[height, width, channels]` (1 gray, 3 RGB, 4 RGBA), a file's bytes, or its path.
#[derive(FromPyObject)]
pub enum Photo<'py> {
    /// Decoded, upright.
    Pixels(PyReadonlyArray3<'py, u8>),
    /// JPEG, PNG or WebP.
    Bytes(PyBackedBytes),
    /// The same in a file.
    Path(PathBuf),
}

impl Photo<'_> {
    /// The photo, upright, 8-bit RGB; other threads of Python run while it is decoded.
    pub fn open(self, py: Python<'_>) -> PyResult<RgbImage> {
        let limits = PhotoLimits::default();
        match self {
            Self::Pixels(pixels) => of_pixels(&pixels, &limits),
            Self::Bytes(bytes) => py.detach(|| decode_photo(&bytes, &limits)),
            Self::Path(path) => py.detach(|| open_photo(&path, &limits)),
        }
        .map_err(errors::of_photo)
    }
}

fn of_pixels(pixels: &PyReadonlyArray3<u8>, limits: &PhotoLimits) -> Result<RgbImage, PhotoError> {
    let pixels = pixels.as_array();
    let (height, width, channels) = pixels.dim();
    let all = || pixels.as_standard_layout().into_owned().into_raw_vec_and_offset().0;
    photo_of_pixels(sides(width, height), color(channels), limits, all)
}

/// Refuses a photo of more or fewer pixels than are read, before anything decodes or copies them.
#[pyfunction]
pub fn check_size(width: usize, height: usize, channels: usize) -> PyResult<()> {
    PhotoLimits::default()
        .check_size(sides(width, height), color(channels))
        .map_err(|problem| errors::of_photo(PhotoError { path: None, problem }))
}

/// Width and height; what is too large for the type is too large for any photo.
fn sides(width: usize, height: usize) -> (u32, u32) {
    let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
    (side(width), side(height))
}

const fn color(channels: usize) -> ColorType {
    match channels {
        1 => ColorType::L8,
        4 => ColorType::Rgba8,
        _ => ColorType::Rgb8,
    }
}
