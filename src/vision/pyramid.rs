//! A photo at full, half, quarter ... size, so that shrinking it does not skip pixels and reads few
//! of them twice.

use image::RgbImage;
use rayon::prelude::*;
use std::borrow::Cow;

/// The smallest side that is still halved.
const SMALLEST_SIDE: u32 = 64;

/// How much a level may be enlarged, since one sample of it then takes the place of four of the
/// level before.
const MOST_ENLARGED: f64 = 1.3;

/// A photo and its halvings; level `n` is `2^n` times smaller.
#[derive(Clone, Debug)]
pub struct Pyramid<'a> {
    photo: Cow<'a, RgbImage>,
    smaller: Vec<RgbImage>,
}

impl<'a> Pyramid<'a> {
    /// The pyramid over a photo, halved until the shorter side would fall below 32 pixels.
    pub fn new(photo: Cow<'a, RgbImage>) -> Self {
        let mut smaller: Vec<RgbImage> = Vec::new();
        loop {
            let last = smaller.last().unwrap_or(&photo);
            if last.width().min(last.height()) < SMALLEST_SIDE {
                break;
            }
            let half = halve(last);
            smaller.push(half);
        }
        Self { photo, smaller }
    }

    /// The photo itself.
    pub fn photo(&self) -> &RgbImage {
        &self.photo
    }

    /// The coarsest level on which something shrunk by `shrink` is hardly enlarged; and its number.
    pub fn level_for(&self, shrink: f64) -> (usize, &RgbImage) {
        let shrink = shrink * MOST_ENLARGED;
        let wanted = if shrink >= 2.0 { shrink.log2().floor() as usize } else { 0 };
        let level = wanted.min(self.smaller.len());
        (level, if level == 0 { &self.photo } else { &self.smaller[level - 1] })
    }
}

/// The picture at half its size: each pixel the mean of two by two; an odd last row or column is
/// dropped.
fn halve(src: &RgbImage) -> RgbImage {
    let (w, h) = (src.width() as usize / 2, src.height() as usize / 2);
    let stride = src.width() as usize * 3;
    let mut out = vec![0; w * h * 3];
    out.par_chunks_exact_mut(w * 3).enumerate().for_each(|(y, row)| {
        let top = &src.as_raw()[2 * y * stride..][..stride];
        let bottom = &src.as_raw()[(2 * y + 1) * stride..][..stride];
        for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
            for (c, value) in pixel.iter_mut().enumerate() {
                let at = 6 * x + c;
                let sum = u16::from(top[at])
                    + u16::from(top[at + 3])
                    + u16::from(bottom[at])
                    + u16::from(bottom[at + 3]);
                *value = ((sum + 2) / 4) as u8;
            }
        }
    });
    RgbImage::from_raw(w as u32, h as u32, out).expect("the buffer has the picture's size")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_enlarged_by_a_third_at_most() {
        let pyramid = Pyramid::new(Cow::Owned(RgbImage::new(256, 300)));
        let level = |shrink: f64| pyramid.level_for(shrink).0;
        assert_eq!([0.2, 1.0, 1.53, 1.54, 3.07, 3.08].map(level), [0, 0, 0, 1, 1, 2]);
        // 256 pixels are halved down to 32.
        assert_eq!([100.0, f64::INFINITY].map(level), [3, 3]);
        assert_eq!(pyramid.level_for(100.0).1.dimensions(), (32, 37));
    }
}
