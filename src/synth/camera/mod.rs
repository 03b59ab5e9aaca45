//! The camera: a pinhole with radial distortion, and where it stands.

pub mod film;
pub mod sensor;
mod trace;

use crate::{
    geometry::Point,
    synth::{
        random::Rng,
        scene::pushed::Push,
        vec3::{Ray, V3, v3},
    },
};

/// A pinhole camera with one coefficient of radial distortion (Brown 1971: `xd = x (1 + k1 r^2)`).
#[derive(Clone, Debug)]
pub struct Camera {
    pos: [f64; 3],
    right: [f64; 3],
    up: [f64; 3],
    forward: [f64; 3],
    /// Focal length in pixels.
    focal: f64,
    k1: f64,
    center: (f64, f64),
    /// Picture width and height in pixels.
    pub size: (u32, u32),
}

/// What a camera may do.
#[derive(Clone, Copy, Debug)]
pub struct Views {
    /// Largest angle from straight above, in degrees.
    pub max_tilt: f32,
    /// Probability of a view from almost straight above.
    pub top_down: f32,
    /// Whether the board is seen from all sides, or mostly with row 0 at the top.
    pub all_sides: bool,
    /// Probability that the board fills the picture.
    pub near: f32,
    /// Whether the board is seen from almost the side.
    pub flat: bool,
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn combine(a: [f64; 3], s: f64, b: [f64; 3], t: f64) -> [f64; 3] {
    std::array::from_fn(|i| a[i] * s + b[i] * t)
}

impl Camera {
    /// A camera that sees all of `must_see` (points of the board), drawn at random.
    pub fn sample(rng: &mut Rng, long_side: u32, views: Views, must_see: &[V3]) -> Self {
        let size = picture_size(rng, long_side);
        let extent = must_see.iter().fold(1.0f32, |m, p| m.max(p.x.hypot(p.y)));
        let near = rng.aside().chance(views.near);
        let least_side = if near { 0.5 } else { 0.3 };
        let mut best = None;
        for attempt in 0..400 {
            let wide = if attempt > 250 { 0.5 } else { 1.0 };
            let mut camera = Self::draw(rng, size, views);
            let low = match rng.chance(0.25) {
                _ if near => 0.85,
                true => 0.45,
                false => 0.65,
            };
            let fill = rng.range(low, 0.97) * wide;
            let away = extent * 0.16 * wide * (1.3 - fill).max(0.2);
            let aim = v3(rng.gauss() * away, rng.gauss() * away, 0.0);
            camera.place(aim, fill, must_see);
            if camera.sees(must_see, 0.012)
                && camera.mean_side(must_see) > least_side * f64::from(long_side)
            {
                return camera;
            }
            camera.place(v3(0.0, 0.0, 0.0), fill * 0.85, must_see);
            if camera.sees(must_see, 0.012)
                && camera.mean_side(must_see) > 0.22 * f64::from(long_side)
            {
                best = Some(camera);
            }
        }
        best.unwrap_or_else(|| {
            let mut camera = Self::draw(rng, size, Views { max_tilt: 10.0, flat: false, ..views });
            camera.place(v3(0.0, 0.0, 0.0), 0.4, must_see);
            camera
        })
    }

    /// Directions, focal length and distortion; the position is set by [`Camera::place`].
    fn draw(rng: &mut Rng, size: (u32, u32), views: Views) -> Self {
        let tilt = if views.flat {
            rng.range(56.0, 74.0)
        } else if rng.chance(views.top_down) {
            rng.range(0.0, 9.0)
        } else {
            let middle = rng.range(12.0, views.max_tilt);
            if rng.chance(0.8) {
                middle.min(rng.range(12.0, views.max_tilt).max(rng.range(12.0, 56.0)))
            } else {
                middle
            }
        };
        let tilt = f64::from(tilt).to_radians();
        let quarter = if views.all_sides { 90.0 * rng.below(4) as f32 } else { -90.0 };
        let turn =
            quarter + if rng.chance(0.65) { rng.gauss() * 10.0 } else { rng.range(-45.0, 45.0) };
        let turn = f64::from(turn).to_radians();
        let roll = f64::from(if rng.chance(0.9) { rng.gauss() * 4.0 } else { rng.gauss() * 25.0 })
            .to_radians();
        let level = [turn.cos(), turn.sin(), 0.0];
        let forward = combine(level, -tilt.sin(), [0.0, 0.0, 1.0], -tilt.cos());
        let up = combine(level, -tilt.cos(), [0.0, 0.0, 1.0], tilt.sin());
        let right = cross(forward, up);
        let fov = f64::from(rng.range(28.0, 72.0)).to_radians();
        let long = f64::from(size.0.max(size.1));
        let k1 = f64::from(rng.gauss()) * if rng.chance(0.1) { 0.03 } else { 0.008 };
        Self {
            pos: [0.0; 3],
            right: combine(right, roll.cos(), up, roll.sin()),
            up: combine(up, roll.cos(), right, -roll.sin()),
            forward,
            focal: long / 2.0 / (fov / 2.0).tan(),
            k1: k1.clamp(-0.06, 0.05),
            center: (f64::from(size.0) / 2.0, f64::from(size.1) / 2.0),
            size,
        }
    }

    /// Moves the camera along its axis through `aim` until the points fill the part `fill` of the
    /// picture.
    fn place(&mut self, aim: V3, fill: f32, points: &[V3]) {
        let aim = [f64::from(aim.x), f64::from(aim.y), f64::from(aim.z)];
        let (mut near, mut far) = (1.0f64, 400.0f64);
        for _ in 0..40 {
            let mid = (near * far).sqrt();
            self.pos = combine(aim, 1.0, self.forward, -mid);
            if self.spread(points) > f64::from(fill) { near = mid } else { far = mid }
        }
        self.pos = combine(aim, 1.0, self.forward, -far);
    }

    /// The larger of the points' width and height over the picture's.
    fn spread(&self, points: &[V3]) -> f64 {
        let (mut lo, mut hi) = ([f64::MAX; 2], [f64::MIN; 2]);
        for p in points {
            let Some(q) = self.project(*p) else { return f64::MAX };
            lo = [lo[0].min(q.x), lo[1].min(q.y)];
            hi = [hi[0].max(q.x), hi[1].max(q.y)];
        }
        ((hi[0] - lo[0]) / f64::from(self.size.0)).max((hi[1] - lo[1]) / f64::from(self.size.1))
    }

    /// Mean distance in pixels between neighbors of a closed line of points.
    fn mean_side(&self, points: &[V3]) -> f64 {
        let seen: Vec<Point> = points.iter().filter_map(|p| self.project(*p)).collect();
        let n = seen.len().max(1);
        (0..seen.len()).map(|i| seen[i].distance(seen[(i + 1) % n])).sum::<f64>() / n as f64
    }

    /// Whether all these points are in the picture, by a margin that is a share of it.
    pub fn sees(&self, points: &[V3], margin: f64) -> bool {
        let (w, h) = (f64::from(self.size.0), f64::from(self.size.1));
        points.iter().all(|p| {
            self.project(*p).is_some_and(|q| {
                q.x > margin * w
                    && q.y > margin * h
                    && q.x < w * (1.0 - margin)
                    && q.y < h * (1.0 - margin)
            })
        })
    }

    /// The same camera turned by small angles, in radians: to the right, upward, and around its own
    /// axis.
    pub fn turned(&self, [right, up, roll]: [f64; 3]) -> Self {
        let turn = |a: [f64; 3], b: [f64; 3], by: f64| {
            (combine(a, by.cos(), b, by.sin()), combine(b, by.cos(), a, -by.sin()))
        };
        let (forward, axis) = turn(self.forward, self.right, right);
        let (forward, above) = turn(forward, self.up, up);
        let (axis, above) = turn(axis, above, roll);
        Self { forward, right: axis, up: above, ..self.clone() }
    }

    /// The same camera, still in its place of the room, after the board was pushed.
    pub fn beside_pushed(&self, push: Push) -> Self {
        if push.is_none() {
            return self.clone();
        }
        let [x, y, z] = self.pos.map(|v| v as f32);
        let p = push.place(v3(x, y, z));
        let turn = |d: [f64; 3]| {
            let d = push.direction(v3(d[0] as f32, d[1] as f32, d[2] as f32));
            [d.x, d.y, d.z].map(f64::from)
        };
        let (right, up, forward) = (turn(self.right), turn(self.up), turn(self.forward));
        Self { pos: [p.x, p.y, p.z].map(f64::from), right, up, forward, ..self.clone() }
    }

    /// Where a point of the world appears, in pixels; `None` behind the camera or beyond the lens
    /// model.
    pub fn project(&self, p: V3) -> Option<Point> {
        let d = [
            f64::from(p.x) - self.pos[0],
            f64::from(p.y) - self.pos[1],
            f64::from(p.z) - self.pos[2],
        ];
        let z = dot(d, self.forward);
        let (x, y) = (dot(d, self.right) / z, -dot(d, self.up) / z);
        let r2 = x * x + y * y;
        if z < 0.1 || 1.0 + 3.0 * self.k1 * r2 < 0.2 {
            return None;
        }
        let bend = 1.0 + self.k1 * r2;
        Some(Point::new(
            self.center.0 + self.focal * x * bend,
            self.center.1 + self.focal * y * bend,
        ))
    }

    /// The ray through a place of the picture in pixels; its direction has unit length.
    pub fn ray(&self, x: f64, y: f64) -> Ray {
        let (dx, dy) = ((x - self.center.0) / self.focal, (y - self.center.1) / self.focal);
        let target = dx.hypot(dy);
        let mut r = target;
        for _ in 0..6 {
            r -= (r * (1.0 + self.k1 * r * r) - target) / (1.0 + 3.0 * self.k1 * r * r).max(0.2);
        }
        let s = if target > 1e-9 { r / target } else { 1.0 };
        let d = combine(combine(self.right, dx * s, self.up, -dy * s), 1.0, self.forward, 1.0);
        Ray { o: self.position(), d: v3(d[0] as f32, d[1] as f32, d[2] as f32).unit() }
    }

    /// Width of a pixel's view at distance 1.
    pub fn pixel(&self) -> f32 {
        (1.0 / self.focal) as f32
    }

    /// Where the camera stands.
    pub const fn position(&self) -> V3 {
        v3(self.pos[0] as f32, self.pos[1] as f32, self.pos[2] as f32)
    }
}

fn picture_size(rng: &mut Rng, long_side: u32) -> (u32, u32) {
    let ratio = rng.pick(&[0.75f32, 0.75, 0.75, 0.5625, 0.667, 1.0]);
    let short = ((long_side as f32 * ratio).round() as u32).max(16);
    if rng.chance(0.55) { (long_side, short) } else { (short, long_side) }
}
