//! A perceptual hash: near-duplicate photos have nearly the same one.
//!
//! The difference hash: the photo is shrunk to 17x16 gray pixels, and each bit says whether a pixel
//! is brighter than its left neighbor. A new size, a new compression or a slight change of exposure
//! flips few of the 256 bits; two photos of different scenes differ in about half of them.
//!
//! ```
//! use image::{Rgb, RgbImage, imageops};
//! use kibitzer::dataset::hash::PhotoHash;
//!
//! let wave = |x: u32, y: u32| (x as f32 / 31.0).sin() * (y as f32 / 23.0 + 0.5).cos();
//! let photo = RgbImage::from_fn(320, 240, |x, y| Rgb([(128.0 + 100.0 * wave(x, y)) as u8; 3]));
//! let smaller = imageops::resize(&photo, 160, 120, imageops::FilterType::Triangle);
//! let mirrored = imageops::flip_horizontal(&photo);
//! let hash = PhotoHash::of(photo);
//! assert!(hash.distance(&PhotoHash::of(smaller)) < 16);
//! assert!(hash.distance(&PhotoHash::of(mirrored)) > 64);
//! ```

use crate::{
    geometry::Homography,
    vision::{Pyramid, warp},
};
use image::RgbImage;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Pixels compared in a row, and rows.
const SIDE: u32 = 16;

/// The hash of a photo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PhotoHash([u64; 4]);

impl PhotoHash {
    /// Bits in a hash.
    pub const BITS: u32 = SIDE * SIDE;

    /// The hash of a photo.
    pub fn of(photo: RgbImage) -> Self {
        let shrink = |side: u32, to: u32| f64::from(side) / f64::from(to);
        let to_photo = Homography::scale_shift(
            shrink(photo.width(), SIDE + 1),
            shrink(photo.height(), SIDE),
            0.0,
            0.0,
        );
        let small = warp(&Pyramid::new(Cow::Owned(photo)), &to_photo, SIDE + 1, SIDE);
        let gray =
            |x: u32, y: u32| small.get_pixel(x, y).0.iter().map(|&v| u32::from(v)).sum::<u32>();
        let mut words = [0; 4];
        for bit in 0..Self::BITS {
            let (x, y) = (bit % SIDE, bit / SIDE);
            words[(bit / 64) as usize] |= u64::from(gray(x + 1, y) > gray(x, y)) << (bit % 64);
        }
        Self(words)
    }

    /// Number of bits, of 256, in which two hashes differ.
    pub fn distance(&self, other: &Self) -> u32 {
        self.0.iter().zip(other.0).map(|(a, b)| (a ^ b).count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::testing::scene;
    use image::imageops;

    #[test]
    fn a_smaller_darker_copy_is_near_and_another_scene_is_far() {
        let photo = scene(1.0);
        let mut copy = imageops::resize(&photo, 251, 187, imageops::FilterType::Triangle);
        copy.pixels_mut().for_each(|p| p.0 = p.0.map(|v| (u16::from(v) * 4 / 5) as u8));
        let hash = PhotoHash::of(photo);
        assert!(hash.distance(&PhotoHash::of(copy)) <= 8);
        assert!(hash.distance(&PhotoHash::of(scene(2.7))) > 60);
    }

    #[test]
    fn a_mirrored_photo_is_far() {
        let mirrored = imageops::flip_horizontal(&scene(1.0));
        assert!(PhotoHash::of(scene(1.0)).distance(&PhotoHash::of(mirrored)) > 60);
    }
}
