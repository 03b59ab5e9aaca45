//! Pictures of what a network is shown, and contact sheets: many of one size in one.

use anyhow::Result;
use image::{ExtendedColorType, ImageEncoder, Rgb, RgbImage, codecs::png::PngEncoder, imageops};
use ndarray::ArrayView3;

/// Pictures side by side, `columns` in a row, two pixels apart.
pub fn contact_sheet(pictures: &[RgbImage], columns: usize) -> RgbImage {
    let (w, h) = pictures.first().map_or((1, 1), |p| (p.width() + 2, p.height() + 2));
    let rows = pictures.len().div_ceil(columns).max(1);
    let mut sheet = RgbImage::new(w * columns as u32, h * rows as u32);
    for (i, picture) in pictures.iter().enumerate() {
        let (col, row) = ((i % columns) as i64, (i / columns) as i64);
        imageops::replace(&mut sheet, picture, col * i64::from(w), row * i64::from(h));
    }
    sheet
}

/// A crop `[3, height, width]`, as a network is shown it, as a picture for people.
pub fn picture_of(crop: &ArrayView3<f32>) -> RgbImage {
    let (_, h, w) = crop.dim();
    RgbImage::from_fn(w as u32, h as u32, |x, y| {
        Rgb(std::array::from_fn(|c| {
            (crop[[c, y as usize, x as usize]] * 80.0 + 127.0).clamp(0.0, 255.0) as u8
        }))
    })
}

/// A picture as the bytes of a PNG file.
///
/// # Errors
/// When it cannot be encoded.
pub fn png(picture: &RgbImage) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let (width, height) = picture.dimensions();
    PngEncoder::new(&mut bytes).write_image(picture, width, height, ExtendedColorType::Rgb8)?;
    Ok(bytes)
}
