//! Perspective warps.

use super::Pyramid;
use crate::geometry::{Homography, Point};
use image::RgbImage;
use rayon::prelude::*;

/// The gray that stands for everything outside the photo.
pub const OUTSIDE: [u8; 3] = [127; 3];

/// Fewest pixels that are worth a thread's while.
const LEAST_TASK: usize = 1 << 13;

/// What is shrunk by a whole number and up to so much more takes that many samples a side: below 2
/// every pixel still has a say, though a pattern as fine as the pixels may show in a coarser one.
const ONE_SAMPLE_MORE: f64 = 0.5;

/// Most samples a side that are averaged into one output pixel.
const MAX_SAMPLES: usize = 3;

/// The `width` x `height` picture whose pixel at `p` shows the photo at `to_photo(p)`.
///
/// Samples are bilinear on the pyramid level that fits the least shrunk part of a row, and each
/// pixel averages up to 3x3 of them where the row is shrunk further. What lies outside the photo is
/// gray.
pub fn warp(photo: &Pyramid, to_photo: &Homography, width: u32, height: u32) -> RgbImage {
    let front = depth(to_photo, f64::from(width) / 2.0, f64::from(height) / 2.0).signum();
    let mut out = vec![0; width as usize * height as usize * 3];
    let rows = out
        .par_chunks_exact_mut(width as usize * 3)
        .with_min_len(LEAST_TASK.div_ceil(width as usize));
    rows.enumerate().for_each(|(y, row)| {
        let (level, source) = photo.level_for(least_shrink(to_photo, width, y));
        let factor = 1.0 / f64::from(1u32 << level);
        let to_source = Homography::scale_shift(factor, factor, 0.0, 0.0).compose(to_photo);
        warp_row(source, &to_source, front, y, row);
    });
    RgbImage::from_raw(width, height, out).expect("the buffer has the picture's size")
}

/// The map from a square of side `size`, in which a photo of `width` x `height` pixels is centered
/// and fits, to that photo.
pub fn letterbox(width: f64, height: f64, size: usize) -> Homography {
    let scale = width.max(height) / size as f64;
    let shift = |side: f64| 0.5 * (side - size as f64 * scale);
    Homography::scale_shift(scale, scale, shift(width), shift(height))
}

/// Photo pixels per output pixel where there are fewest in row `y`, of its two ends and its middle.
fn least_shrink(map: &Homography, width: u32, y: usize) -> f64 {
    let points = [0.0, 0.5, 1.0].map(|part| Point::new(part * f64::from(width), y as f64 + 0.5));
    points
        .map(|p| local_shrink(map, p))
        .into_iter()
        .filter(|s| s.is_finite())
        .fold(f64::INFINITY, f64::min)
}

/// Photo pixels per output pixel at `p`: the square root of the map's area factor there.
fn local_shrink(map: &Homography, p: Point) -> f64 {
    let o = map.project(p);
    let (a, b) = (map.project(Point::new(p.x + 1.0, p.y)), map.project(Point::new(p.x, p.y + 1.0)));
    o.cross(a, b).abs().sqrt()
}

/// The homogeneous coordinate of the image of `(x, y)`: its sign tells the two sides of the horizon
/// apart.
fn depth(map: &Homography, x: f64, y: f64) -> f64 {
    let m = map.rows();
    m[6] * x + m[7] * y + m[8]
}

/// Fills row `y` of the output; points whose [`depth`] has not the sign `front` lie behind the
/// horizon.
fn warp_row(source: &RgbImage, map: &Homography, front: f64, y: usize, row: &mut [u8]) {
    let middle = Point::new(row.len() as f64 / 6.0, y as f64 + 0.5);
    let shrink = local_shrink(map, middle);
    let samples = if shrink.is_finite() {
        ((shrink - ONE_SAMPLE_MORE).ceil() as usize).clamp(1, MAX_SAMPLES)
    } else {
        1
    };
    let step = 1.0 / samples as f64;
    let weight = 1.0 / (samples * samples) as f32;
    let m = map.rows();
    let within = |sample: usize| (sample as f64 + 0.5) * step;
    let width = row.len() / 3;
    let (mut sums, mut places) = (vec![[0.0; 4]; width], vec![[0.0; 2]; width]);
    for py in (0..samples).map(|sample| y as f64 + within(sample)) {
        let base = [m[1] * py + m[2], m[4] * py + m[5], m[7] * py + m[8]];
        for dx in (0..samples).map(within) {
            // All places come first: a processor then works out several at a time.
            for (x, place) in places.iter_mut().enumerate() {
                let px = f64::from(x as u32) + dx;
                let w = m[6] * px + base[2];
                let per_w = if w * front > 0.0 { w.recip() } else { f64::NAN };
                *place = [(m[0] * px + base[0]) * per_w, (m[3] * px + base[1]) * per_w];
            }
            for (sum, &[x, y]) in sums.iter_mut().zip(&places) {
                let color = bilinear(source, x, y);
                (0..4).for_each(|c| sum[c] += color[c]);
            }
        }
    }
    for (pixel, sum) in row.chunks_exact_mut(3).zip(sums) {
        (0..3).for_each(|c| pixel[c] = (sum[c] * weight + 0.5) as u8);
    }
}

/// A color with a fourth value that says nothing: four numbers fill a register, three do not.
type Color = [f32; 4];

/// [`OUTSIDE`] as numbers.
const OUTSIDE_COLOR: Color = [OUTSIDE[0] as f32, OUTSIDE[1] as f32, OUTSIDE[2] as f32, 0.0];

/// The photo at `(x, y)` in continuous coordinates (pixel centers at .5); gray outside the photo,
/// and where they are no numbers.
#[inline(always)]
fn bilinear(source: &RgbImage, x: f64, y: f64) -> Color {
    let (w, h) = (f64::from(source.width()), f64::from(source.height()));
    if !(x > -0.5 && y > -0.5 && x < w + 0.5 && y < h + 0.5) {
        return OUTSIDE_COLOR;
    }
    let (fx, fy) = (x - 0.5, y - 0.5);
    // Both are above -1, where cutting off after a step up is rounding down; `floor` would be a
    // call.
    let (x0, y0) = ((fx + 1.0) as i32 - 1, (fy + 1.0) as i32 - 1);
    let (tx, ty) = ((fx - f64::from(x0)) as f32, (fy - f64::from(y0)) as f32);
    let [a, b, c, d] = match pairs_at(source, x0, y0) {
        Some([above, below]) => [four(above, 0), four(above, 3), four(below, 0), four(below, 3)],
        None => at_the_edge(source, x0, y0),
    };
    let between =
        |a: Color, b: Color, t: f32| -> Color { std::array::from_fn(|k| a[k] + (b[k] - a[k]) * t) };
    between(between(a, b, tx), between(c, d, tx), ty)
}

/// The pixel at `(x, y)` with the one to its right, and the two below them, each pair with the byte
/// behind it; `None` where the photo ends there.
#[inline(always)]
fn pairs_at(source: &RgbImage, x: i32, y: i32) -> Option<[&[u8]; 2]> {
    let (w, h) = (source.width() as i32, source.height() as i32);
    if x < 0 || y < 0 || x + 2 >= w || y + 1 >= h {
        return None;
    }
    let (at, row) = (3 * (y as usize * w as usize + x as usize), 3 * w as usize);
    let raw = source.as_raw();
    Some([raw.get(at..at + 7)?, raw.get(at + row..at + row + 7)?])
}

/// Four of the bytes, as numbers.
#[inline(always)]
fn four(bytes: &[u8], at: usize) -> Color {
    std::array::from_fn(|k| bytes[at + k].into())
}

/// The same pixels where the photo ends, whose last ones go on. Apart from the others, so that their
/// way stays short.
#[cold]
#[inline(never)]
fn at_the_edge(source: &RgbImage, x: i32, y: i32) -> [Color; 4] {
    let (w, h) = (source.width() as i32, source.height() as i32);
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| {
        let (x, y) = ((x + dx).clamp(0, w - 1), (y + dy).clamp(0, h - 1));
        let [r, g, b] = source.get_pixel(x as u32, y as u32).0.map(f32::from);
        [r, g, b, 0.0]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Quad;
    use proptest::prelude::*;
    use std::borrow::Cow;

    /// A picture whose red is x and green is y: a warp of it shows where each pixel came from.
    fn ramp(w: u32, h: u32) -> RgbImage {
        RgbImage::from_fn(w, h, |x, y| image::Rgb([x as u8, y as u8, 77]))
    }

    proptest! {
        #[test]
        fn pixels_come_from_where_the_homography_says(d in prop::array::uniform8(-20.0..20.0f64)) {
            let corners = [[50.0, 50.0], [200.0, 50.0], [200.0, 200.0], [50.0, 200.0]];
            let moved = std::array::from_fn(|i| Point::new(corners[i][0] + d[2 * i],
            corners[i][1] + d[2 * i + 1]));
            let quad = Quad::new(moved).expect("convex");
            let map = Homography::from_quads(&Quad::rectangle(160.0, 160.0), &quad);
            let out = warp(&Pyramid::new(Cow::Owned(ramp(250, 250))), &map, 160, 160);
            for (x, y) in [(0u32, 0u32), (80, 80), (159, 10), (17, 140)] {
                let from = map.project(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
                let pixel = out.get_pixel(x, y);
                prop_assert!((f64::from(pixel[0]) + 0.5 - from.x).abs() <= 0.51 + 1e-6, "{} {}",
                pixel[0], from.x);
                prop_assert!((f64::from(pixel[1]) + 0.5 - from.y).abs() <= 0.51 + 1e-6);
            }
        }
    }

    #[test]
    fn identity_keeps_every_pixel() {
        let photo = ramp(90, 70);
        assert_eq!(
            warp(&Pyramid::new(Cow::Borrowed(&photo)), &Homography::IDENTITY, 90, 70),
            photo
        );
    }

    #[test]
    fn shrinking_a_fine_checker_gives_gray_not_moire() {
        let checker = RgbImage::from_fn(1200, 1200, |x, y| {
            image::Rgb([if (x + y) % 2 == 0 { 255 } else { 0 }; 3])
        });
        let out = warp(
            &Pyramid::new(Cow::Owned(checker)),
            &Homography::scale_shift(7.3, 7.3, 0.0, 0.0),
            160,
            160,
        );
        assert!(out.pixels().all(|p| (i16::from(p[0]) - 127).abs() <= 6), "aliased");
    }

    #[test]
    fn two_pixels_wide_stripes_keep_their_mean_however_much_they_shrink() {
        let stripes = RgbImage::from_fn(800, 800, |x, _| {
            image::Rgb([if x / 2 % 2 == 0 { 255 } else { 0 }; 3])
        });
        let pyramid = Pyramid::new(Cow::Owned(stripes));
        for shrink in [1.2, 1.4, 1.52, 1.56, 2.3, 2.9, 3.3] {
            let out = warp(&pyramid, &Homography::scale_shift(shrink, shrink, 0.0, 0.0), 200, 200);
            let mean = out.pixels().map(|p| f64::from(p[0])).sum::<f64>() / 40_000.0;
            assert!((mean - 127.5).abs() < 4.0, "{shrink}: {mean}");
        }
    }

    #[test]
    fn rows_far_away_come_from_smaller_levels_and_from_the_same_places() {
        // From 1.2 times smaller near by to about five times far away, so that rows are of three
        // levels.
        let photo =
            RgbImage::from_fn(1000, 800, |x, y| image::Rgb([(x / 4) as u8, (y / 4) as u8, 0]));
        let quad = Quad::new(
            [[380.0, 200.0], [620.0, 200.0], [950.0, 750.0], [50.0, 750.0]].map(Point::from),
        )
        .expect("convex");
        let map = Homography::from_quads(&Quad::rectangle(160.0, 160.0), &quad);
        let pyramid = Pyramid::new(Cow::Owned(photo));
        let levels: std::collections::BTreeSet<usize> =
            (0..160).map(|y| pyramid.level_for(least_shrink(&map, 160, y)).0).collect();
        assert!(levels.len() > 1, "{levels:?}");
        let out = warp(&pyramid, &map, 160, 160);
        for (x, y) in [(5, 2), (80, 40), (150, 80), (30, 120), (80, 157)] {
            let (from, pixel) = (
                map.project(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5)),
                out.get_pixel(x, y),
            );
            assert!(
                (f64::from(pixel[0]) - from.x / 4.0).abs() < 2.0
                    && (f64::from(pixel[1]) - from.y / 4.0).abs() < 2.0,
                "{x} {y} {pixel:?} {from:?}"
            );
        }
    }

    #[test]
    fn letterbox_centers_and_maps_back() {
        let to_photo = letterbox(200.0, 100.0, 100);
        let out = warp(&Pyramid::new(Cow::Owned(ramp(200, 100))), &to_photo, 100, 100);
        assert_eq!(out.get_pixel(50, 2).0, OUTSIDE);
        let center = to_photo.project(Point::new(50.0, 50.0));
        assert!(center.distance(Point::new(100.0, 50.0)) < 1e-9);
    }
}
