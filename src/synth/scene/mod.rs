//! What stands where, and what a ray meets first.

pub mod blend;
pub mod clutter;
pub mod hand;
pub mod lathe;
pub mod light;
pub mod marks;
pub mod mesh;
pub mod pushed;
pub mod shapes;
pub mod texture;

use crate::synth::vec3::{Ray, V3, v3};
use light::Lighting;
use marks::Mark;
use pushed::Push;
use shapes::{Hit, Shape};
use texture::Texture;

/// How a surface looks.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    pub texture: Texture,
    /// 0.05 is a mirror-like gloss, 1 matt.
    pub rough: f32,
    /// Reflectance seen straight on, 0.04 for lacquer and plastic.
    pub shine: f32,
    /// A mark on upward faces: its shape, size in local units and color.
    pub mark: Option<(Mark, f32, V3)>,
}

impl Material {
    pub const fn new(texture: Texture, rough: f32, shine: f32) -> Self {
        Self { texture, rough, shine, mark: None }
    }
}

/// A solid object in its own coordinates; every part names one of the instance's two materials.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub parts: Vec<(Shape, u8)>,
}

impl Model {
    pub fn new(shape: Shape) -> Self {
        Self { parts: vec![(shape, 0)] }
    }

    /// The same object with one more part.
    pub fn with(mut self, shape: Shape, slot: u8) -> Self {
        self.parts.push((shape, slot));
        self
    }

    /// Radius around the z axis, lowest and highest z.
    pub fn extent(&self) -> (f32, f32, f32) {
        self.parts
            .iter()
            .map(|(s, _)| s.extent())
            .fold((0.0, f32::MAX, f32::MIN), |a, b| (a.0.max(b.0), a.1.min(b.1), a.2.max(b.2)))
    }
}

/// A model at a place of the world.
#[derive(Clone, Debug)]
pub struct Instance {
    pub model: usize,
    pos: V3,
    /// The model's axes in the world.
    axes: [V3; 3],
    scale: f32,
    pub materials: [usize; 2],
    center: V3,
    bound: f32,
    top: f32,
    /// Where its texture begins.
    grain: f32,
    /// 0 for clutter, 1 + cell index for a piece on the board, [`HAND`] for a hand.
    pub id: u16,
}

/// The id of a hand and its sleeve.
pub const HAND: u16 = u16::MAX - 1;

/// What lies under the pieces.
pub trait Surface: Send + Sync {
    /// Half the board's width and height, frame included, in cells.
    fn half(&self) -> (f32, f32);
    /// Color, roughness and shine of a spot `foot` wide, x to the right, y from row 0 downward, (0,
    /// 0) the center.
    fn at(&self, x: f32, y: f32, foot: f32) -> (V3, f32, f32);
    /// The material of the board's edge.
    fn edge(&self) -> Material;
}

/// What a ray met.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    pub t: f32,
    pub p: V3,
    pub n: V3,
    pub albedo: V3,
    pub rough: f32,
    pub shine: f32,
    /// As [`Instance::id`]; `u16::MAX` for the board's top.
    pub id: u16,
}

/// A whole scene.
pub struct Scene {
    pub models: Vec<Model>,
    pub materials: Vec<Material>,
    pub instances: Vec<Instance>,
    pub board: Box<dyn Surface>,
    /// The board's thickness.
    pub thick: f32,
    pub table: Material,
    /// Half the table's size.
    pub table_half: (f32, f32),
    pub floor: Material,
    pub lighting: Lighting,
    /// Width of a pixel's view at distance 1.
    pub pixel: f32,
    /// Whether every shadow is drawn. Photos of single boards lack some, where several things share
    /// a cell of the grid; they stay as their seeds have always given them.
    pub every_shadow: bool,
    pushed: Push,
    grid: Grid,
}

/// A uniform grid over the table with the instances of every cell.
#[derive(Default)]
struct Grid {
    half: f32,
    n: usize,
    cells: Vec<Vec<u32>>,
    tops: Vec<f32>,
    top: f32,
}

impl Scene {
    pub fn new(
        board: Box<dyn Surface>,
        thick: f32,
        table: Material,
        floor: Material,
        lighting: Lighting,
    ) -> Self {
        Self {
            models: Vec::new(),
            materials: Vec::new(),
            instances: Vec::new(),
            board,
            thick,
            table,
            table_half: (60.0, 60.0),
            floor,
            lighting,
            pixel: 0.0,
            every_shadow: false,
            pushed: Push::default(),
            grid: Grid::default(),
        }
    }

    pub fn model(&mut self, model: Model) -> usize {
        self.models.push(model);
        self.models.len() - 1
    }

    pub fn material(&mut self, material: Material) -> usize {
        self.materials.push(material);
        self.materials.len() - 1
    }

    /// Puts an upright model at `pos`, turned around z.
    pub fn put(
        &mut self,
        model: usize,
        materials: [usize; 2],
        pos: V3,
        turn: f32,
        scale: f32,
        id: u16,
    ) {
        let (s, c) = turn.sin_cos();
        self.put_tilted(
            model,
            materials,
            pos,
            [v3(c, s, 0.0), v3(-s, c, 0.0), v3(0.0, 0.0, 1.0)],
            scale,
            id,
        );
    }

    /// Puts a model with these axes at `pos`.
    pub fn put_tilted(
        &mut self,
        model: usize,
        materials: [usize; 2],
        pos: V3,
        axes: [V3; 3],
        scale: f32,
        id: u16,
    ) {
        let (r, lo, hi) = self.models[model].extent();
        let center = pos + axes[2] * ((lo + hi) * 0.5 * scale);
        let bound = (r * r + (hi - lo) * (hi - lo) * 0.25).sqrt() * scale * 1.001;
        let top = if axes[2].z > 0.999 { pos.z + hi * scale } else { center.z + bound };
        self.instances.push(Instance {
            model,
            pos,
            axes,
            scale,
            materials,
            center,
            bound,
            top,
            grain: pos.x * 7.3 + pos.y * 3.1,
            id,
        });
    }

    /// Sorts the instances into the grid; call once all are there.
    pub fn finish(&mut self) {
        let (hx, hy) = self.board.half();
        let half = self.instances.iter().fold(hx.max(hy), |m, i| {
            m.max(i.center.x.abs() + i.bound).max(i.center.y.abs() + i.bound)
        });
        let n = (half * 2.0).ceil().max(1.0) as usize;
        let mut grid = Grid {
            half: n as f32 / 2.0,
            n,
            cells: vec![Vec::new(); n * n],
            tops: vec![f32::MIN; n * n],
            top: f32::MIN,
        };
        for (index, i) in self.instances.iter().enumerate() {
            let range = |c: f32| {
                let at = |v: f32| ((v + grid.half).floor().max(0.0) as usize).min(n - 1);
                at(c - i.bound)..=at(c + i.bound)
            };
            for gy in range(i.center.y) {
                for gx in range(i.center.x) {
                    grid.cells[gy * n + gx].push(index as u32);
                    grid.tops[gy * n + gx] = grid.tops[gy * n + gx].max(i.top);
                }
            }
            grid.top = grid.top.max(i.top);
        }
        self.grid = grid;
    }

    /// The first instance on the ray with `tmin < t < tmax`: its index, the hit and the part's
    /// material slot.
    pub fn first(&self, ray: &Ray, tmin: f32, tmax: f32) -> Option<(usize, Hit, u8)> {
        let mut best: Option<(usize, Hit, u8)> = None;
        self.walk(ray, tmin, tmax, |index, limit| {
            if let Some((hit, slot)) = self.instances[index].hit(self, ray, tmin, limit) {
                best = Some((index, hit, slot));
                return hit.t;
            }
            limit
        });
        best
    }

    /// Whether any instance lies on the ray with `tmin < t < tmax`.
    pub fn blocked(&self, ray: &Ray, tmin: f32, tmax: f32) -> bool {
        let mut found = false;
        self.walk(ray, tmin, tmax, |index, limit| {
            let hit = self.instances[index].hit(self, ray, tmin, limit).is_some();
            found = hit || (found && self.every_shadow);
            if found { f32::MIN } else { limit }
        });
        found
    }

    /// Visits the instances near the ray cell by cell; `visit` returns the new end of the ray.
    fn walk(&self, ray: &Ray, tmin: f32, tmax: f32, mut visit: impl FnMut(usize, f32) -> f32) {
        let g = &self.grid;
        let Some((mut t, mut end)) = clip(ray, g, self.thick, tmin, tmax) else { return };
        let start = ray.at(t + 1e-5);
        let cell = |v: f32| ((v + g.half).floor() as i32).clamp(0, g.n as i32 - 1);
        let (mut gx, mut gy) = (cell(start.x), cell(start.y));
        let axis = |o: f32, d: f32, i: i32| {
            let step = if d >= 0.0 { 1 } else { -1 };
            let inv = if d.abs() < 1e-9 { f32::MAX } else { 1.0 / d.abs() };
            let edge = (i + i32::from(d >= 0.0)) as f32 - g.half;
            let next = if d.abs() < 1e-9 { f32::MAX } else { (edge - o) / d };
            (step, inv, next)
        };
        let (sx, ix, mut nx) = axis(ray.o.x, ray.d.x, gx);
        let (sy, iy, mut ny) = axis(ray.o.y, ray.d.y, gy);
        while t < end && gx >= 0 && gy >= 0 && gx < g.n as i32 && gy < g.n as i32 {
            let out = nx.min(ny);
            let index = gy as usize * g.n + gx as usize;
            let lowest = (ray.o.z + ray.d.z * t).min(ray.o.z + ray.d.z * out.min(end));
            if lowest <= g.tops[index] {
                for &i in &g.cells[index] {
                    end = visit(i as usize, end);
                }
            }
            t = out;
            if nx < ny {
                gx += sx;
                nx += ix;
            } else {
                gy += sy;
                ny += iy;
            }
        }
    }

    /// The first thing on the ray, `None` for the surroundings.
    pub fn touch(&self, ray: &Ray, tmin: f32) -> Option<Touch> {
        let ground = self.ground(ray, tmin);
        let limit = ground.map_or(1e4, |g| g.t);
        match self.first(ray, tmin, limit) {
            Some((index, hit, slot)) => Some(self.instances[index].touch(self, ray, hit, slot)),
            None => ground,
        }
    }

    /// The board, table or floor under the ray.
    fn ground(&self, ray: &Ray, tmin: f32) -> Option<Touch> {
        let (hx, hy) = self.board.half();
        if let Some(t) = plane(ray, 0.0, tmin).filter(|_| ray.d.z < 0.0) {
            let p = ray.at(t);
            if p.x.abs() <= hx && p.y.abs() <= hy {
                let (albedo, rough, shine) =
                    self.board.at(p.x, -p.y, t * self.pixel / (-ray.d.z).max(0.2).sqrt());
                return Some(Touch {
                    t,
                    p,
                    n: v3(0.0, 0.0, 1.0),
                    albedo,
                    rough,
                    shine,
                    id: u16::MAX,
                });
            }
        }
        self.edge(ray, hx, hy, tmin).or_else(|| self.under(ray, tmin))
    }

    /// Whether the board is in the way of a ray.
    pub fn under_board(&self, ray: &Ray) -> bool {
        let (hx, hy) = self.board.half();
        let center = v3(0.0, 0.0, -self.thick / 2.0);
        let shape = Shape::Box { center, half: v3(hx, hy, self.thick / 2.0), bevel: 0.04 };
        shape.hit(ray, 1e-3, 1.0).is_some()
    }

    fn edge(&self, ray: &Ray, hx: f32, hy: f32, tmin: f32) -> Option<Touch> {
        let center = v3(0.0, 0.0, -self.thick / 2.0);
        let shape = Shape::Box { center, half: v3(hx, hy, self.thick / 2.0), bevel: 0.04 };
        let hit = shape.hit(ray, tmin, 1e4)?;
        let (p, m) = (ray.at(hit.t), self.board.edge());
        let albedo = m.texture.at(p.x + p.y, p.z * 2.0);
        Some(Touch { t: hit.t, p, n: hit.n, albedo, rough: m.rough, shine: m.shine, id: 0 })
    }

    fn under(&self, ray: &Ray, tmin: f32) -> Option<Touch> {
        if ray.d.z >= 0.0 {
            return None;
        }
        let on_table = |p: V3| p.x.abs() <= self.table_half.0 && p.y.abs() <= self.table_half.1;
        let mut at = (plane(ray, -self.thick, tmin)?, &self.table);
        if !on_table(self.pushed.in_room(ray.at(at.0))) {
            at = (plane(ray, -self.thick - 14.0, tmin)?, &self.floor);
        }
        let (t, m) = at;
        let (p, spot) = (ray.at(t), self.pushed.in_room(ray.at(t)));
        let albedo = m.texture.at(spot.x, spot.y);
        Some(Touch { t, p, n: v3(0.0, 0.0, 1.0), albedo, rough: m.rough, shine: m.shine, id: 0 })
    }
}

fn plane(ray: &Ray, z: f32, tmin: f32) -> Option<f32> {
    let t = (z - ray.o.z) / ray.d.z;
    (t > tmin && t < 1e4).then_some(t)
}

/// The part of the ray inside the grid.
fn clip(ray: &Ray, g: &Grid, thick: f32, tmin: f32, tmax: f32) -> Option<(f32, f32)> {
    let (mut lo, mut hi) = (tmin, tmax);
    let slabs = [
        (ray.o.x, ray.d.x, -g.half, g.half),
        (ray.o.y, ray.d.y, -g.half, g.half),
        (ray.o.z, ray.d.z, -thick - 0.01, g.top),
    ];
    for (o, d, a, b) in slabs {
        if d.abs() < 1e-9 {
            if o < a || o > b {
                return None;
            }
            continue;
        }
        let (p, q) = ((a - o) / d, (b - o) / d);
        lo = lo.max(p.min(q));
        hi = hi.min(p.max(q));
    }
    (lo < hi).then_some((lo, hi))
}

impl Instance {
    fn local(&self, ray: &Ray) -> Ray {
        let inv = 1.0 / self.scale;
        let o = ray.o - self.pos;
        let to = |v: V3| v3(v.dot(self.axes[0]), v.dot(self.axes[1]), v.dot(self.axes[2])) * inv;
        Ray { o: to(o), d: to(ray.d) }
    }

    fn hit(&self, scene: &Scene, ray: &Ray, tmin: f32, tmax: f32) -> Option<(Hit, u8)> {
        let oc = ray.o - self.center;
        let (b, dd) = (oc.dot(ray.d), ray.d.dot(ray.d));
        if b * b < dd * (oc.dot(oc) - self.bound * self.bound) {
            return None;
        }
        let local = self.local(ray);
        let mut best: Option<(Hit, u8)> = None;
        for (shape, slot) in &scene.models[self.model].parts {
            let limit = best.map_or(tmax, |(h, _)| h.t);
            if let Some(hit) = shape.hit(&local, tmin, limit) {
                best = Some((hit, *slot));
            }
        }
        best
    }

    fn touch(&self, scene: &Scene, ray: &Ray, hit: Hit, slot: u8) -> Touch {
        let m = &scene.materials[self.materials[usize::from(slot)]];
        let local = self.local(ray).at(hit.t);
        let shift = self.grain;
        let mut albedo =
            m.texture.at(local.z * 1.5 + local.x * 0.4 + shift, local.y + local.x * 0.6) * hit.tint;
        if let Some((mark, size, color)) = m.mark.filter(|_| hit.n.z > 0.8)
            && mark.covers(local.x / size, local.y / size)
        {
            albedo = color;
        }
        let n = (self.axes[0] * hit.n.x + self.axes[1] * hit.n.y + self.axes[2] * hit.n.z).unit();
        Touch { t: hit.t, p: ray.at(hit.t), n, albedo, rough: m.rough, shine: m.shine, id: self.id }
    }
}

impl Scene {
    /// The main color of an instance, for light that it passes on.
    pub fn near_color(&self, index: usize) -> V3 {
        self.materials[self.instances[index].materials[0]].texture.a
    }
}
