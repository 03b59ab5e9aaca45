//! Pixels in, pixels or tensors out; used by inference and training alike.

pub mod degrade;
pub mod draw;
pub mod heatmap;
mod photo;
mod pyramid;
mod tensor;
mod warp;

pub use photo::{PhotoError, PhotoLimits, PhotoProblem, decode_photo, open_photo};
pub use pyramid::Pyramid;
pub use tensor::{BoardStats, Normalization, image_to_tensor};
pub use warp::{OUTSIDE, letterbox, warp};
