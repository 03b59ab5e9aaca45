//! Pixels in, pixels or tensors out; used by inference and training alike.
//!
//! ```
//! use image::{ImageFormat, Rgb, RgbImage};
//! use kibitzer::vision::{OUTSIDE, PhotoLimits, Pyramid, decode_photo, letterbox, warp};
//! use std::{borrow::Cow, io::Cursor};
//!
//! let mut png = Cursor::new(Vec::new());
//! RgbImage::from_pixel(64, 48, Rgb([9; 3])).write_to(&mut png, ImageFormat::Png)?;
//! let photo = decode_photo(png.get_ref(), &PhotoLimits::default())?;
//! let square = warp(&Pyramid::new(Cow::Owned(photo)), &letterbox(64.0, 48.0, 32), 32, 32);
//! assert_eq!(square.get_pixel(16, 16), &Rgb([9; 3]));
//! assert_eq!(square.get_pixel(16, 31), &Rgb(OUTSIDE));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod degrade;
pub mod draw;
mod folder;
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

pub use folder::{by_name, photos_in, unread_photos_in};
pub use format::PhotoFormat;
pub use photo::{
    PhotoError, PhotoLimits, PhotoProblem, decode_photo, exif_turns, open_photo, photo_of_pixels,
};
pub use pyramid::Pyramid;
pub use taken::taken_at;
pub use tensor::{BoardStats, Normalization, image_to_tensor};
pub use warp::{OUTSIDE, letterbox, warp};
