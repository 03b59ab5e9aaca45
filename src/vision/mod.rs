//! Pixels in, pixels or tensors out; used by inference and training alike.

pub mod degrade;
pub mod draw;
mod format;
pub mod heatmap;
mod jpeg;
mod photo;
mod pyramid;
mod taken;
mod tensor;
#[cfg(test)]
pub(crate) mod testing;
mod warp;

pub use format::PhotoFormat;
pub use photo::{
    PhotoError, PhotoLimits, PhotoProblem, decode_photo, exif_turns, open_photo, photo_of_pixels,
};
pub use pyramid::Pyramid;
pub use taken::taken_at;
pub use tensor::{BoardStats, Normalization, image_to_tensor};
pub use warp::{OUTSIDE, letterbox, warp};
