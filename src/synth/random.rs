//! Random numbers and noise that depend on a seed alone, on every machine and number of threads.

/// A SplitMix64 generator (Steele, Lea and Flood 2014, *Fast splittable pseudorandom number
/// generators*).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A generator whose numbers do not depend on how many this one draws later.
    pub fn fork(&mut self) -> Self {
        Self(self.next())
    }

    /// A generator for what was added later: this one's numbers stay as they are, and so do the
    /// photos of older seeds that it does not change.
    pub const fn aside(&self) -> Self {
        Self(mix(!self.0))
    }

    /// Uniform in `[0, 1)`.
    pub fn f(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Uniform in `[a, b)`.
    pub fn range(&mut self, a: f32, b: f32) -> f32 {
        a + (b - a) * self.f()
    }

    /// Uniform in `0..n`; 0 for an empty range.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    pub fn chance(&mut self, p: f32) -> bool {
        self.f() < p
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Standard normal (Box and Muller).
    pub fn gauss(&mut self) -> f32 {
        let r = (-2.0 * self.f().max(1e-7).ln()).sqrt();
        r * (std::f32::consts::TAU * self.f()).cos()
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The finalizer of SplitMix64.
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number in `[0, 1)` that belongs to a lattice point.
pub fn lattice(x: i32, y: i32, seed: u32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x8da6_b343)
        ^ (y as u32).wrapping_mul(0xd816_3841)
        ^ seed.wrapping_mul(0xcb1a_b31f);
    h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    h = (h ^ (h >> 12)).wrapping_mul(0x297a_2d39);
    ((h ^ (h >> 15)) >> 8) as f32 / (1u32 << 24) as f32
}

/// Smooth noise in `[0, 1)` with features of size 1.
pub fn noise(x: f32, y: f32, seed: u32) -> f32 {
    let (fx, fy) = (x.floor(), y.floor());
    let (ix, iy) = (fx as i32, fy as i32);
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (smooth(x - fx), smooth(y - fy));
    let at = |dx: i32, dy: i32| lattice(ix.wrapping_add(dx), iy.wrapping_add(dy), seed);
    let top = at(0, 0) + (at(1, 0) - at(0, 0)) * u;
    let bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * u;
    top + (bottom - top) * v
}

/// Sum of `octaves` noises, each half as large and twice as fine as the one before, in `[0, 1)`.
pub fn fbm(x: f32, y: f32, seed: u32, octaves: u32) -> f32 {
    let (mut sum, mut size, mut scale, mut total) = (0.0, 0.5, 1.0, 0.0);
    for i in 0..octaves {
        sum += size * noise(x * scale, y * scale, seed.wrapping_add(i));
        total += size;
        size *= 0.5;
        scale *= 2.03;
    }
    sum / total
}
