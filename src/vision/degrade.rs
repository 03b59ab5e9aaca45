//! The same photo in another light, or compressed once more: what evaluation stresses and what training varies.
//!
//! ```
//! use image::{Rgb, RgbImage};
//! use kibitzer::vision::degrade::{recompressed, relit};
//!
//! let photo = RgbImage::from_pixel(64, 48, Rgb([100, 120, 140]));
//! let evening = relit(&photo, |_, _| [1.0, 0.6, 0.3]);
//! let &Rgb([red, green, blue]) = evening.get_pixel(32, 24);
//! assert_eq!(red, 100);
//! assert!(green < 120 && blue < 140);
//! assert_eq!(recompressed(&evening, 50).dimensions(), (64, 48));
//! ```

use image::{RgbImage, codecs::jpeg::JpegEncoder};

/// Display's gamma, near enough to sRGB's curve for what is no measurement of light.
const GAMMA: f32 = 2.2;

/// The photo with the light at each pixel multiplied: `light` of a place `(x, y)` in pixels are the factors of red, green and blue. What is too
/// bright is clipped.
pub fn relit(photo: &RgbImage, light: impl Fn(u32, u32) -> [f32; 3]) -> RgbImage {
    let linear: [f32; 256] = std::array::from_fn(|v| (v as f32 / 255.0).powf(GAMMA));
    let shown = |v: f32| (v.clamp(0.0, 1.0).powf(1.0 / GAMMA) * 255.0 + 0.5) as u8;
    RgbImage::from_fn(photo.width(), photo.height(), |x, y| {
        let (pixel, light) = (photo.get_pixel(x, y).0, light(x, y));
        image::Rgb(std::array::from_fn(|c| shown(linear[usize::from(pixel[c])] * light[c])))
    })
}

/// The photo compressed as a JPEG of this quality (1 to 100) and read again.
pub fn recompressed(photo: &RgbImage, quality: u8) -> RgbImage {
    let mut bytes = Vec::new();
    let written = JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(photo);
    let read = written.and_then(|()| image::load_from_memory(&bytes));
    read.map_or_else(|_| photo.clone(), |image| image.to_rgb8())
}
