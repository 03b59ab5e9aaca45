//! Contact sheets: many pictures of one size in one.

use image::{RgbImage, imageops};

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
