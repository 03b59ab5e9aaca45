//! Views of photos for the corner detector: the whole photo, or the board from near by.

use crate::{
    augment::{ill_lit, normal, photometric},
    corners::arm,
    data::Sample,
};
use image::RgbImage;
use kibitzer::{
    geometry::{Homography, Point, Quad},
    recognition::corners::closer_look,
    vision::{heatmap, warp},
};
use ndarray::{Array2, Array3, Axis, s};
use rand::{Rng, rngs::StdRng};

/// Share of the views in bad light.
const ILL_LIT: f64 = 0.35;

/// Share of the views that something is laid over.
const COVERED: f64 = 0.3;

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

/// A random view of a sample.
pub fn random_view(sample: &Sample, spec: &ViewSpec, rng: &mut StdRng) -> View {
    let to_photo = if rng.random_bool(0.5) {
        far_view(sample, spec, rng)
    } else {
        near_view(sample, spec, rng)
    };
    let side = spec.size as u32;
    let mut picture = warp(&sample.photo, &to_photo, side, side);
    let laid_over = rng.random_bool(COVERED).then(|| arm::lay_over(&mut picture, rng));
    if rng.random_bool(ILL_LIT) {
        picture = ill_lit(&picture, rng);
    }
    let picture = photometric(&picture, rng);
    View { picture, target: target(sample, spec, &to_photo, laid_over.as_ref()) }
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
    let xs = quad.corners().map(|p| p.x);
    let ys = quad.corners().map(|p| p.y);
    let low = |v: [f64; 4]| v.into_iter().fold(f64::INFINITY, f64::min);
    let high = |v: [f64; 4]| v.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let side = (high(xs) - low(xs)).max(high(ys) - low(ys));
    let least = if rng.random_bool(0.1) { -0.3 } else { 0.01 };
    let mut room = || side * rng.random_range(least..0.8f64);
    [
        (low(xs) - room()).max(photo[0]),
        (low(ys) - room()).max(photo[1]),
        (high(xs) + room()).min(photo[2]),
        (high(ys) + room()).min(photo[3]),
    ]
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

fn target(
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
