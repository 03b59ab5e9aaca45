//! The camera of a photo, as far as a board in it tells.

use super::{Homography, Point};

/// Focal length of most cameras, in long sides of the photo, and how much its logarithm scatters:
/// telephones, webcams and compact cameras lie between 0.6 and 1.2.
const USUAL_FOCAL: f64 = 0.8;
const FOCAL_SPREAD: f64 = 0.35;

/// What one pixel's height may be of its width in a photo that is exactly square: hardly any camera
/// takes such photos, and datasets squeeze others, of 4:3 or 16:9, into squares.
const SQUEEZED: [f64; 4] = [4.0 / 3.0, 3.0 / 4.0, 16.0 / 9.0, 9.0 / 16.0];

/// What it costs to take a square photo for a squeezed one rather than for a part of one, -2 times
/// the logarithm of the odds: of simulated boards on photos of both kinds as many (3 %) seem to
/// lean wrongly then.
const SQUEEZE: f64 = 3.0;

/// Standard deviation of what corners that are a little off make of the angle and the sides of a
/// square.
const SQUARE_ERROR: f64 = 0.02;

/// Where a camera whose optical axis meets the middle of the photo shows points on and above a
/// board. Its pixels are square, unless a square photo makes more sense as one that was squeezed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardCamera {
    /// The map from the board's plane to the photo, positive in front of the camera.
    plane: Homography,
    /// What one unit of height adds to the homogeneous coordinates of a point of the plane.
    up: [f64; 3],
    /// Angle between the optical axis and the board's normal, in radians.
    tilt: f64,
    /// Height over width of a pixel.
    pixel_height: f64,
}

impl BoardCamera {
    /// The camera that shows a plane by `to_photo` in a photo of `size` (width and height) pixels;
    /// `inside` is a point of the plane in front of it. The focal length is the most probable one:
    /// the axes of the plane are perpendicular and of one length (Hartley and Zisserman, *Multiple
    /// View Geometry*, section 8.8), and most cameras are alike.
    pub fn new(to_photo: &Homography, size: (f64, f64), inside: Point) -> Self {
        let pixel_height = most_probable_pixel_height(to_photo, size);
        let size = (size.0, pixel_height * size.1);
        let long = size.0.max(size.1);
        let (cx, cy) = (size.0 / 2.0, size.1 / 2.0);
        let seen = with_square_pixels(to_photo, pixel_height);
        let m = seen.rows();
        let sign = if m[6] * inside.x + m[7] * inside.y + m[8] < 0.0 { -1.0 } else { 1.0 };
        let plane = Homography::from_rows(m.map(|v| sign * v));
        let centered = centered(&plane, size);
        let (focal, _) = most_probable_focal(&centered);
        let [x, y] = axes(&centered, focal);
        let (length, normal) = ((norm(x) * norm(y)).sqrt(), cross(x, y));
        let away = normal.map(|v| v / norm(normal).max(f64::MIN_POSITIVE));
        let [ux, uy, uz] = [focal * away[0], focal * away[1], away[2]].map(|v| -length * v);
        Self {
            plane,
            up: [long * ux + cx * uz, long * uy + cy * uz, uz],
            tilt: away[2].clamp(-1.0, 1.0).acos(),
            pixel_height,
        }
    }

    /// Angle between the optical axis and the board's normal, in radians.
    pub const fn tilt(&self) -> f64 {
        self.tilt
    }

    /// Height over width of a pixel.
    pub const fn pixel_height(&self) -> f64 {
        self.pixel_height
    }

    /// The point that shows what is `height` above a point of the plane, in its units; not finite
    /// on the horizon. As the photo is with square pixels: [`Self::pixel_height`] times as high.
    pub fn project(&self, p: Point, height: f64) -> Point {
        let m = self.plane.rows();
        let [x, y, w] = [0, 1, 2]
            .map(|i| m[3 * i] * p.x + m[3 * i + 1] * p.y + m[3 * i + 2] + height * self.up[i]);
        Point::new(x / w, y / w)
    }
}

/// The plane's axes in the camera's frame, times an unknown length.
fn axes(centered: &Homography, focal: f64) -> [[f64; 3]; 2] {
    let m = centered.rows();
    [0, 1].map(|i| [m[i] / focal, m[3 + i] / focal, m[6 + i]])
}

/// A map to a photo, to the same photo with square pixels.
fn with_square_pixels(to_photo: &Homography, pixel_height: f64) -> Homography {
    Homography::scale_shift(1.0, pixel_height, 0.0, 0.0).compose(to_photo)
}

/// A map to a photo in long sides around its middle.
fn centered(to_photo: &Homography, size: (f64, f64)) -> Homography {
    let long = size.0.max(size.1);
    Homography::scale_shift(1.0 / long, 1.0 / long, -0.5 * size.0 / long, -0.5 * size.1 / long)
        .compose(to_photo)
}

/// Height over width of a photo's pixels.
fn most_probable_pixel_height(to_photo: &Homography, size: (f64, f64)) -> f64 {
    #[allow(clippy::float_cmp, reason = "these are whole numbers of pixels")]
    if size.0 != size.1 {
        return 1.0;
    }
    let cost = |height: f64, price: f64| {
        let seen = centered(&with_square_pixels(to_photo, height), (size.0, height * size.1));
        (height, price + most_probable_focal(&seen).1)
    };
    let choices =
        std::iter::once(cost(1.0, 0.0)).chain(SQUEEZED.map(|height| cost(height, SQUEEZE)));
    choices.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(1.0, |(height, _)| height)
}

/// The focal length in long sides of the photo, by 5 % steps, and what it costs: -2 times the
/// logarithm of its probability, but for a constant.
fn most_probable_focal(centered: &Homography) -> (f64, f64) {
    let cost = |focal: f64| {
        let [x, y] = axes(centered, focal);
        let size = dot(x, x) + dot(y, y);
        let (angle, sides) = (2.0 * dot(x, y) / size, (dot(x, x) - dot(y, y)) / size);
        let unusual = (focal / USUAL_FOCAL).ln() / FOCAL_SPREAD;
        (angle * angle + sides * sides) / (SQUARE_ERROR * SQUARE_ERROR) + unusual * unusual
    };
    let steps = (-24..=24).map(|i| USUAL_FOCAL * 1.05f64.powi(i)).map(|focal| (focal, cost(focal)));
    steps.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((USUAL_FOCAL, f64::INFINITY))
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZE: (f64, f64) = (1600.0, 1200.0);

    /// A camera that looks at the middle of a board of 8 cells from a distance, turned around it
    /// and tilted: what it shows of a point `(x, y)` of the board (y downwards, as in photos) at a
    /// height.
    fn shown(focal: f64, distance: f64, turn: f64, tilt: f64, p: Point, height: f64) -> Point {
        let (x, y) = (p.x - 4.0, p.y - 4.0);
        let (x, y) = (x * turn.cos() - y * turn.sin(), x * turn.sin() + y * turn.cos());
        let across = y * tilt.cos() - height * tilt.sin();
        let depth = distance - y * tilt.sin() - height * tilt.cos();
        let scale = focal * SIZE.0 / depth;
        Point::new(SIZE.0 / 2.0 + scale * x, SIZE.1 / 2.0 + scale * across)
    }

    fn board_seen(focal: f64, distance: f64, turn: f64, tilt: f64) -> Homography {
        let corners =
            [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(|(x, y)| Point::new(x, y));
        let seen = corners.map(|p| shown(focal, distance, turn, tilt, p, 0.0));
        let quad = |points| crate::geometry::Quad::new(points).expect("convex");
        Homography::from_quads(&quad(corners), &quad(seen))
    }

    proptest! {
        #[test]
        fn what_stands_on_the_board_is_where_the_camera_shows_it(
            focal in 0.65..1.0f64, distance in 11.0..25.0f64, turn in -3.1..3.1f64,
            tilt in 0.35..1.1f64,
            x in 0.0..8.0f64, y in 0.0..8.0f64, height in 0.0..2.0f64,
        ) {
            let camera = BoardCamera::new(&board_seen(focal, distance, turn, tilt), SIZE,
            Point::new(4.0, 4.0));
            let at = Point::new(x, y);
            let (truth, base) = (shown(focal, distance, turn, tilt, at, height), shown(focal,
            distance, turn, tilt, at, 0.0));
            let pitch = focal * SIZE.0 / distance;
            prop_assert!(camera.project(at, 0.0).distance(base) < 1e-6);
            prop_assert!(camera.project(at, height).distance(truth) < 0.15 * pitch, "{:?} \
            {truth:?}", camera.project(at, height));
            prop_assert!((camera.tilt() - tilt).abs() < 0.1);
        }
    }

    proptest! {
        /// Seen nearly from above a board hardly tells the focal length, and what is usual decides.
        /// Far from the middle that costs most: 0.22 pitches at the edge, where a focal length of 1
        /// is taken for the usual one (a grid over this domain).
        #[test]
        fn little_tilt_costs_little(
            focal in 0.65..1.0f64, distance in 11.0..25.0f64, turn in -3.1..3.1f64,
            tilt in 0.0..0.35f64,
            x in 0.0..8.0f64, y in 0.0..8.0f64,
        ) {
            let camera = BoardCamera::new(&board_seen(focal, distance, turn, tilt), SIZE,
            Point::new(4.0, 4.0));
            let at = Point::new(x, y);
            let pitch = focal * SIZE.0 / distance;
            let error = camera.project(at, 1.0).distance(shown(focal, distance, turn, tilt, at,
            1.0)) / pitch;
            let inner = (x - 4.0).abs().max((y - 4.0).abs()) <= 2.0;
            prop_assert!(error < if inner { 0.12 } else { 0.23 }, "{error}");
        }
    }

    /// Of boards seen from many sides in photos of 4:3, which `to_square` makes 1200 pixels wide
    /// and high: the share in which what stands on the middle seems to lean more than 20 degrees
    /// from where it does.
    fn share_leaning_wrongly(to_square: &Homography) -> f64 {
        let (mut wrong, mut views) = (0, 0);
        for (focal, distance) in [(0.7, 12.0), (0.7, 18.0), (0.95, 12.0), (0.95, 18.0)] {
            for (turn, tilt) in (0..24).flat_map(|turn| {
                [0.35, 0.5, 0.65, 0.8, 0.95].map(|tilt| (0.13 + 0.26 * f64::from(turn), tilt))
            }) {
                let seen = to_square.compose(&board_seen(focal, distance, turn, tilt));
                let middle = Point::new(4.0, 4.0);
                let camera = BoardCamera::new(&seen, (SIZE.1, SIZE.1), middle);
                let lean = |at: &dyn Fn(f64) -> Point| {
                    (at(1.0).y - at(0.0).y).atan2(at(1.0).x - at(0.0).x)
                };
                let truth = lean(&|height| {
                    to_square.project(shown(focal, distance, turn, tilt, middle, height))
                });
                let square_pixels =
                    Homography::scale_shift(1.0, 1.0 / camera.pixel_height(), 0.0, 0.0);
                let found = lean(&|height| square_pixels.project(camera.project(middle, height)));
                wrong += usize::from((found - truth).cos() < 20f64.to_radians().cos());
                views += 1;
            }
        }
        f64::from(u32::try_from(wrong).expect("few")) / f64::from(views)
    }

    #[test]
    fn in_photos_squeezed_into_squares_what_stands_up_leans_where_it_does() {
        assert!(share_leaning_wrongly(&Homography::scale_shift(0.75, 1.0, 0.0, 0.0)) < 0.05);
    }

    #[test]
    fn in_square_parts_of_photos_what_stands_up_leans_where_it_does() {
        let part = Homography::scale_shift(1.0, 1.0, (SIZE.1 - SIZE.0) / 2.0, 0.0);
        assert!(share_leaning_wrongly(&part) < 0.05);
    }

    #[test]
    fn a_board_seen_from_above_has_no_tilt() {
        let camera = BoardCamera::new(&board_seen(0.8, 12.0, 0.3, 0.0), SIZE, Point::new(4.0, 4.0));
        assert!(camera.tilt() < 1e-3);
        // Straight below the camera what stands up is seen from above.
        assert!(
            camera
                .project(Point::new(4.0, 4.0), 1.0)
                .distance(camera.project(Point::new(4.0, 4.0), 0.0))
                < 1e-6
        );
    }
}
