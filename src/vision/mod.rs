//! Pixels in, pixels or tensors out; used by inference and training alike.

pub mod heatmap;
mod pyramid;
mod tensor;
mod warp;

pub use pyramid::Pyramid;
pub use tensor::{BoardStats, Normalization, image_to_tensor};
pub use warp::{letterbox, warp};
