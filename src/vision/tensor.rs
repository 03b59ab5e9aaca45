//! Pictures as network input.

use image::RgbImage;
use ndarray::ArrayViewMut3;
use serde::{Deserialize, Serialize};

/// How pixel values become network input.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Normalization {
    /// `(v / 255 - 0.5) / 0.25`, the same for every picture.
    Fixed,
    /// `(v / 255 - median) / spread` with the board's own statistics: whether a piece is white is
    /// relative to this board and this light. See [`BoardStats`].
    Board,
}

/// The colors of one rectified board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardStats {
    /// Median of each channel, in [0, 1].
    pub median: [f32; 3],
    /// Distance from the 5th to the 95th percentile of the brightness, in [0, 1], at least 0.1.
    pub spread: f32,
}

impl BoardStats {
    /// What [`Normalization::Fixed`] uses.
    pub const FIXED: Self = Self { median: [0.5; 3], spread: 0.25 };

    /// The statistics of a picture.
    pub fn of(board: &RgbImage) -> Self {
        let mut histograms = [[0u32; 256]; 4];
        for p in board.pixels() {
            (0..3).for_each(|c| histograms[c][usize::from(p[c])] += 1);
            let brightness =
                (u32::from(p[0]) * 77 + u32::from(p[1]) * 150 + u32::from(p[2]) * 29) >> 8;
            histograms[3][brightness as usize] += 1;
        }
        let at = |h: usize, fraction: f64| percentile(&histograms[h], fraction);
        Self {
            median: [at(0, 0.5), at(1, 0.5), at(2, 0.5)],
            spread: (at(3, 0.95) - at(3, 0.05)).max(0.1),
        }
    }

    /// The statistics a normalization uses for a board.
    pub fn for_board(normalization: Normalization, board: &RgbImage) -> Self {
        match normalization {
            Normalization::Fixed => Self::FIXED,
            Normalization::Board => Self::of(board),
        }
    }
}

/// The value, in [0, 1], below or at which `fraction` of a histogram lies.
fn percentile(histogram: &[u32; 256], fraction: f64) -> f32 {
    let total: u32 = histogram.iter().sum();
    let wanted = f64::from(total) * fraction;
    let mut seen = 0;
    let found = histogram.iter().position(|&n| {
        seen += n;
        f64::from(seen) >= wanted
    });
    found.unwrap_or(255) as f32 / 255.0
}

/// Writes the window of `picture` with its top-left pixel at `(x, y)` into `out`, shape `[3,
/// height, width]`, normalized by `stats`.
///
/// # Panics
/// When the window is not inside the picture.
pub fn image_to_tensor(
    picture: &RgbImage,
    (x, y): (usize, usize),
    stats: &BoardStats,
    mut out: ArrayViewMut3<f32>,
) {
    let (_, height, width) = out.dim();
    let scale = 1.0 / (255.0 * stats.spread);
    let stride = picture.width() as usize * 3;
    for (c, mut plane) in out.outer_iter_mut().enumerate() {
        let shift = stats.median[c] / stats.spread;
        for (row, mut values) in plane.outer_iter_mut().enumerate().take(height) {
            let pixels = &picture.as_raw()[(y + row) * stride + x * 3..][..width * 3];
            for (value, pixel) in values.iter_mut().zip(pixels.chunks_exact(3)) {
                *value = f32::from(pixel[c]) * scale - shift;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;
    use ndarray::Array3;

    #[test]
    fn board_statistics_of_two_tones() {
        let board =
            RgbImage::from_fn(
                10,
                10,
                |x, _| if x < 6 { Rgb([200, 100, 50]) } else { Rgb([20, 20, 20]) },
            );
        let stats = BoardStats::of(&board);
        assert_eq!(stats.median, [200.0 / 255.0, 100.0 / 255.0, 50.0 / 255.0]);
        let bright = (200 * 77 + 100 * 150 + 50 * 29) >> 8;
        assert!((stats.spread - (bright - 20) as f32 / 255.0).abs() < 0.005, "{}", stats.spread);
    }

    #[test]
    fn the_median_color_becomes_zero() {
        let board = RgbImage::from_pixel(4, 4, Rgb([90, 140, 30]));
        let mut out = Array3::zeros((3, 2, 2));
        image_to_tensor(&board, (1, 1), &BoardStats::of(&board), out.view_mut());
        assert!(out.iter().all(|v| v.abs() < 1e-5));
    }
}
