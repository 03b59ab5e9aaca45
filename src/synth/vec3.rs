//! Three-component vectors: points, directions and linear RGB colors.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A vector in world units (one unit is one cell pitch) or a linear RGB color.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct V3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

/// The vector with these components.
pub const fn v3(x: f32, y: f32, z: f32) -> V3 {
    V3 { x, y, z }
}

/// A gray color.
pub const fn gray(v: f32) -> V3 {
    v3(v, v, v)
}

/// A linear color from sRGB values of 0 to 255 (the sRGB curve approximated by a power of 2.2).
pub fn srgb(r: u8, g: u8, b: u8) -> V3 {
    let lin = |c: u8| (f32::from(c) / 255.0).powf(2.2);
    v3(lin(r), lin(g), lin(b))
}

impl V3 {
    pub fn dot(self, o: V3) -> f32 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    pub fn cross(self, o: V3) -> V3 {
        v3(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }

    pub fn len(self) -> f32 {
        self.dot(self).sqrt()
    }

    pub fn unit(self) -> V3 {
        self * (1.0 / self.len().max(1e-12))
    }

    pub fn lerp(self, o: V3, t: f32) -> V3 {
        self + (o - self) * t
    }

    pub fn luma(self) -> f32 {
        0.2126 * self.x + 0.7152 * self.y + 0.0722 * self.z
    }

    pub fn map(self, f: impl Fn(f32) -> f32) -> V3 {
        v3(f(self.x), f(self.y), f(self.z))
    }

    /// Two unit vectors that complete `self`, of unit length, to an orthonormal frame.
    pub fn frame(self) -> (V3, V3) {
        let helper = if self.z.abs() < 0.9 { v3(0.0, 0.0, 1.0) } else { v3(1.0, 0.0, 0.0) };
        let a = self.cross(helper).unit();
        (a, self.cross(a))
    }
}

impl Add for V3 {
    type Output = V3;
    fn add(self, o: V3) -> V3 {
        v3(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl AddAssign for V3 {
    fn add_assign(&mut self, o: V3) {
        *self = *self + o;
    }
}

impl Sub for V3 {
    type Output = V3;
    fn sub(self, o: V3) -> V3 {
        v3(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl Neg for V3 {
    type Output = V3;
    fn neg(self) -> V3 {
        v3(-self.x, -self.y, -self.z)
    }
}

impl Mul<f32> for V3 {
    type Output = V3;
    fn mul(self, s: f32) -> V3 {
        v3(self.x * s, self.y * s, self.z * s)
    }
}

impl Mul for V3 {
    type Output = V3;
    fn mul(self, o: V3) -> V3 {
        v3(self.x * o.x, self.y * o.y, self.z * o.z)
    }
}

/// A ray; the direction need not have unit length.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    pub o: V3,
    pub d: V3,
}

impl Ray {
    pub fn at(&self, t: f32) -> V3 {
        self.o + self.d * t
    }
}
