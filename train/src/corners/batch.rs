//! Views of photos for the corner detector: the whole photo, or the board from near by.

use crate::{
    augment::{ill_lit, normal, photometric},
    corners::arm,
    data::Sample,
};
use image::{RgbImage, imageops};
use kibitzer::{
    geometry::{Homography, Point, Quad},
    recognition::corners::closer_look,
    vision::{heatmap, warp},
};
use ndarray::{Array2, Array3, Axis, s};
use rand::{Rng, rngs::StdRng, seq::SliceRandom};

/// Share of the views in bad light.
const ILL_LIT: f64 = 0.35;

/// Share of the views that something is laid over.
const COVERED: f64 = 0.3;

/// Share of the views that show two boards.
const TWO_BOARDS: f64 = 0.08;

/// What the target of the last channel is where nobody knows.
pub const UNKNOWN: f32 = -1.0;

/// A picture and what the network should say about it.
pub struct View {
    /// The picture, `size` x `size`.
    pub picture: RgbImage,
    /// `[1 + kinds + 1, size / stride, size / stride]`: the corners' bumps, the playing field in
    /// the channel of its kind, and what of it is hidden, [`UNKNOWN`] outside and where nobody
    /// says.
    pub target: Array3<f32>,
}

/// What shapes a view.
pub struct ViewSpec<'a> {
    /// Side of the square view in pixels.
    pub size: usize,
    /// Input pixels per heatmap pixel.
    pub stride: usize,
    /// Margin of the closer look.
    pub margin: f64,
    /// The kinds of board, in the order of the mask channels.
    pub kinds: &'a [String],
}

/// A part of a view that shows one photo.
struct Part<'a> {
    sample: &'a Sample,
    to_photo: Homography,
    /// Left, top, right and bottom in heatmap pixels.
    area: [usize; 4],
}

/// A random view of a sample; of some, `other` is shown beside it.
pub fn random_view(sample: &Sample, other: &Sample, spec: &ViewSpec, rng: &mut StdRng) -> View {
    let parts = if rng.random_bool(TWO_BOARDS) {
        let areas = halves(spec.size / spec.stride, rng);
        [(sample, areas[0]), (other, areas[1])]
            .map(|(sample, area)| whole_board(sample, area, spec, rng))
            .into()
    } else {
        let to_photo = if rng.random_bool(0.5) {
            far_view(sample, spec, rng)
        } else {
            near_view(sample, spec, rng)
        };
        let side = spec.size / spec.stride;
        vec![Part { sample, to_photo, area: [0, 0, side, side] }]
    };
    let mut picture = picture_of(&parts, spec);
    let laid_over = rng.random_bool(COVERED).then(|| arm::lay_over(&mut picture, rng));
    if rng.random_bool(ILL_LIT) {
        picture = ill_lit(&picture, rng);
    }
    let picture = photometric(&picture, rng);
    View { picture, target: target(&parts, spec, laid_over.as_ref()) }
}

/// A square of this side cut in two, side by side or one above the other.
fn halves(side: usize, rng: &mut StdRng) -> [[usize; 4]; 2] {
    let cut = rng.random_range(side / 3..side - side / 3);
    let mut halves = if rng.random_bool(0.5) {
        [[0, 0, cut, side], [cut, 0, side, side]]
    } else {
        [[0, 0, side, cut], [0, cut, side, side]]
    };
    halves.shuffle(rng);
    halves
}

/// A whole board, with random room around it, in the middle of a part of a view.
fn whole_board<'a>(
    sample: &'a Sample,
    area: [usize; 4],
    spec: &ViewSpec,
    rng: &mut StdRng,
) -> Part<'a> {
    let [left, top, right, bottom] = area.map(|v| (v * spec.stride) as f64);
    let [x0, y0, x1, y1] = extremes(&sample.quad);
    let room = rng.random_range(1.05..1.6);
    let scale = room * ((x1 - x0) / (right - left)).max((y1 - y0) / (bottom - top));
    let across = if rng.random_bool(0.5) { scale } else { -scale };
    let to_photo = Homography::scale_shift(
        across,
        scale,
        (x0 + x1) / 2.0 - across * (left + right) / 2.0,
        (y0 + y1) / 2.0 - scale * (top + bottom) / 2.0,
    );
    Part { sample, to_photo, area }
}

fn picture_of(parts: &[Part], spec: &ViewSpec) -> RgbImage {
    let side = spec.size as u32;
    let mut picture = RgbImage::new(side, side);
    for part in parts {
        let [left, top, right, bottom] = part.area.map(|v| (v * spec.stride) as u32);
        let to_photo = part.to_photo.compose(&Homography::scale_shift(
            1.0,
            1.0,
            f64::from(left),
            f64::from(top),
        ));
        let shown = warp(&part.sample.photo, &to_photo, right - left, bottom - top);
        imageops::replace(&mut picture, &shown, i64::from(left), i64::from(top));
    }
    picture
}

/// A random part of the photo around the board, letterboxed, turned, stretched and seen a little
/// askew.
fn far_view(sample: &Sample, spec: &ViewSpec, rng: &mut StdRng) -> Homography {
    let (w, h) = sample.photo.photo().dimensions();
    let photo = [0.0, 0.0, f64::from(w), f64::from(h)];
    let part = match rng.random_range(0..20) {
        0..3 => grown(photo, rng.random_range(1.0..2.0)),
        3..8 => photo,
        _ => around_board(&sample.quad, photo, rng),
    };
    let (width, height) = (part[2] - part[0], part[3] - part[1]);
    let center = Point::new((part[0] + part[2]) / 2.0, (part[1] + part[3]) / 2.0);
    let stretch = 1.15f64.powf(f64::from(normal(rng)));
    let (sx, sy) =
        (width.max(height) * stretch.max(1.0) / 2.0, width.max(height) / stretch.min(1.0) / 2.0);
    let angle = match rng.random_range(0..10) {
        0..5 => 0.0,
        5..8 => 0.15 * f64::from(normal(rng)),
        _ => rng.random_range(0.0..std::f64::consts::TAU),
    };
    let (s, c) = angle.sin_cos();
    // A wider upper side is what a camera held lower sees: most photos are taken from above, many
    // are used from a chair.
    let keystone = if rng.random_bool(0.3) { rng.random_range(1.0..2.0) } else { 1.0 };
    let lower = if keystone > 1.0 { rng.random_range(1.0..1.3) } else { 1.0 };
    let askew = 0.05;
    let corners = [[-keystone, -lower], [keystone, -lower], [1.0, lower], [-1.0, lower]].map(
        |[x, y]: [f64; 2]| {
            let x = (x + askew * f64::from(normal(rng)).clamp(-2.0, 2.0)) * sx;
            let y = (y + askew * f64::from(normal(rng)).clamp(-2.0, 2.0)) * sy;
            Point::new(center.x + x * c - y * s, center.y + x * s + y * c)
        },
    );
    flipped(from_view(spec.size, corners), spec.size, rng)
}

/// A rectangle around the same center, `factor` times as large: beyond the photo is gray, and the
/// board is far away.
fn grown([x0, y0, x1, y1]: [f64; 4], factor: f64) -> [f64; 4] {
    let (dx, dy) = (0.5 * (factor - 1.0) * (x1 - x0), 0.5 * (factor - 1.0) * (y1 - y0));
    [x0 - dx, y0 - dy, x1 + dx, y1 + dy]
}

/// A rectangle `[x0, y0, x1, y1]` in the photo that holds the whole board with random room on each
/// side; in one of ten it cuts the board.
fn around_board(quad: &Quad, photo: [f64; 4], rng: &mut StdRng) -> [f64; 4] {
    let [x0, y0, x1, y1] = extremes(quad);
    let side = (x1 - x0).max(y1 - y0);
    let least = if rng.random_bool(0.1) { -0.3 } else { 0.01 };
    let mut room = || side * rng.random_range(least..0.8f64);
    [
        (x0 - room()).max(photo[0]),
        (y0 - room()).max(photo[1]),
        (x1 + room()).min(photo[2]),
        (y1 + room()).min(photo[3]),
    ]
}

/// The rectangle `[x0, y0, x1, y1]` around a board.
fn extremes(quad: &Quad) -> [f64; 4] {
    let xs = quad.corners().map(|p| p.x);
    let ys = quad.corners().map(|p| p.y);
    let low = |v: [f64; 4]| v.into_iter().fold(f64::INFINITY, f64::min);
    let high = |v: [f64; 4]| v.into_iter().fold(f64::NEG_INFINITY, f64::max);
    [low(xs), low(ys), high(xs), high(ys)]
}

/// The closer look that follows a first look with a random error.
fn near_view(sample: &Sample, spec: &ViewSpec, rng: &mut StdRng) -> Homography {
    let error = sample.quad.mean_side() * if rng.random_bool(0.25) { 0.05 } else { 0.015 };
    let mut moved = |p: Point| {
        Point::new(p.x + error * f64::from(normal(rng)), p.y + error * f64::from(normal(rng)))
    };
    let quad = Quad::new(sample.quad.corners().map(&mut moved)).unwrap_or(sample.quad);
    let quad = quad.rotated(rng.random_range(0..4));
    flipped(closer_look(&quad, spec.size, spec.margin), spec.size, rng)
}

/// The map from a square view of side `size` to a photo in which its corners are `corners`.
fn from_view(size: usize, corners: [Point; 4]) -> Homography {
    let side = size as f64;
    match Quad::new(corners) {
        Ok(quad) => Homography::from_quads(&Quad::rectangle(side, side), &quad),
        Err(_) => Homography::IDENTITY,
    }
}

/// In half of the cases the mirrored view.
fn flipped(to_photo: Homography, size: usize, rng: &mut StdRng) -> Homography {
    if rng.random_bool(0.5) {
        to_photo.compose(&Homography::scale_shift(-1.0, 1.0, size as f64, 0.0))
    } else {
        to_photo
    }
}

/// What the network should say of all parts of a view.
fn target(parts: &[Part], spec: &ViewSpec, laid_over: Option<&Array2<f32>>) -> Array3<f32> {
    let side = spec.size / spec.stride;
    let mut target = Array3::zeros((2 + spec.kinds.len(), side, side));
    for part in parts {
        let [left, top, right, bottom] = part.area;
        let within = s![.., top..bottom, left..right];
        let whole = target_of(part.sample, spec, &part.to_photo, laid_over);
        target.slice_mut(within).assign(&whole.slice(within));
    }
    target
}

/// What the network should say of a view that shows one photo.
fn target_of(
    sample: &Sample,
    spec: &ViewSpec,
    to_photo: &Homography,
    laid_over: Option<&Array2<f32>>,
) -> Array3<f32> {
    let side = spec.size / spec.stride;
    let scale = 1.0 / spec.stride as f64;
    let to_map = Homography::scale_shift(scale, scale, 0.0, 0.0).compose(&to_photo.inverse());
    let mut target = Array3::zeros((2 + spec.kinds.len(), side, side));
    for corner in sample.quad.corners() {
        heatmap::encode(to_map.project(*corner), target.index_axis_mut(Axis(0), 0));
    }
    let to_photo = to_map.inverse();
    if let Some(kind) = spec.kinds.iter().position(|k| *k == sample.kind) {
        let mut mask = target.slice_mut(s![kind + 1, .., ..]);
        for ((row, col), value) in mask.indexed_iter_mut() {
            let inside = sample
                .quad
                .contains(to_photo.project(Point::new(col as f64 + 0.5, row as f64 + 0.5)));
            *value = f32::from(u8::from(inside));
        }
    }
    let to_board = sample.grid.to_photo(&sample.quad).inverse().compose(&to_photo);
    let mut hidden = target.index_axis_mut(Axis(0), 1 + spec.kinds.len());
    for ((row, col), value) in hidden.indexed_iter_mut() {
        *value = match hidden_cell(
            sample,
            to_board.project(Point::new(col as f64 + 0.5, row as f64 + 0.5)),
        ) {
            Some(hidden) => {
                hidden.max(laid_over.map_or(0.0, |mask| share(mask, (row, col), spec.stride)))
            }
            None => UNKNOWN,
        };
    }
    target
}

/// 1 where the label says that something hides the cell at a point of the board, `None` outside the
/// board and where it does not say.
fn hidden_cell(sample: &Sample, p: Point) -> Option<f32> {
    let (w, h) = sample.grid.steps();
    let covered =
        sample.covered.as_ref().filter(|_| p.x >= 0.0 && p.y >= 0.0 && p.x < w && p.y < h)?;
    let shift = sample.grid.center(0, 0);
    let at = |v: f64, shift: f64, cells: usize| ((v - shift).round() as usize).min(cells - 1);
    Some(f32::from(
        covered.get(at(p.y, shift.y, sample.grid.rows), at(p.x, shift.x, sample.grid.cols)),
    ))
}

/// The mean of a mask over the pixels of one heatmap pixel.
fn share(mask: &Array2<f32>, (row, col): (usize, usize), stride: usize) -> f32 {
    mask.slice(s![row * stride..(row + 1) * stride, col * stride..(col + 1) * stride])
        .mean()
        .unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::testing::empty_board;
    use image::Rgb;
    use rand::SeedableRng;

    /// A photo of this color with a board in its middle.
    fn sample(color: [u8; 3]) -> Sample {
        let at = |x: f64, y: f64| Point::new(x, y);
        let corners = [at(40.0, 50.0), at(120.0, 50.0), at(130.0, 110.0), at(30.0, 110.0)];
        empty_board(RgbImage::from_pixel(160, 160, Rgb(color)), Quad::new(corners).expect("a quad"))
    }

    #[test]
    fn two_boards_are_whole_and_apart() {
        let (red, blue) = (sample([200, 0, 0]), sample([0, 0, 200]));
        let kinds = ["squares-8".to_owned()];
        let spec = ViewSpec { size: 96, stride: 4, margin: 0.15, kinds: &kinds };
        for seed in 0..20 {
            let rng = &mut StdRng::seed_from_u64(seed);
            let areas = halves(24, rng);
            let parts = [(&red, areas[0]), (&blue, areas[1])]
                .map(|(sample, area)| whole_board(sample, area, &spec, rng));
            let picture = picture_of(&parts, &spec);
            let target = target(&parts, &spec, None);
            let peaks = heatmap::decode(target.index_axis(Axis(0), 0), 0.5);
            assert_eq!(peaks.len(), 8, "four corners a board, seed {seed}");
            for part in &parts {
                let [left, top, right, bottom] = part.area;
                for corner in part.sample.quad.corners() {
                    let at = part.to_photo.inverse().project(*corner);
                    let seen = Point::new(at.x / 4.0, at.y / 4.0);
                    assert!(peaks.iter().any(|peak| peak.at.distance(seen) < 0.7), "{seen:?}");
                }
                let middle = ((left + right) * 2, (top + bottom) * 2);
                let shown = picture.get_pixel(middle.0 as u32, middle.1 as u32);
                assert_eq!(shown, part.sample.photo.photo().get_pixel(80, 80));
                assert_eq!(target[[1, (top + bottom) / 2, (left + right) / 2]], 1.0);
            }
        }
    }
}
