//! Bodies of triangles. A bounding volume hierarchy finds what a ray meets; normals are smooth but
//! for creases, and faces may look either way.

use super::shapes::Hit;
use crate::synth::vec3::{Ray, V3, v3};
use std::collections::HashMap;

/// Faces that meet at a greater angle than this, as its cosine (35 degrees), meet in an edge.
const CREASE: f32 = 0.82;

/// Most triangles of a leaf of the hierarchy.
const LEAF: usize = 4;

/// A ray that is further off a triangle than this share of it misses it: none slips through between
/// two.
const SEAM: f32 = 1e-5;

/// A triangle.
#[derive(Clone, Copy, Debug)]
struct Triangle {
    /// A corner, and the way from it to the other two.
    a: V3,
    ab: V3,
    ac: V3,
    /// The normal of the face, and those of its corners.
    flat: V3,
    normals: [V3; 3],
}

/// A box around a part of the triangles.
#[derive(Clone, Copy, Debug)]
struct Node {
    low: V3,
    high: V3,
    /// The first triangle of a leaf; else the second node below this one, which the first follows.
    next: u32,
    /// The triangles of a leaf; 0 where it is none.
    count: u32,
}

/// A body of triangles, standing around the z axis.
#[derive(Clone, Debug)]
pub struct Mesh {
    nodes: Vec<Node>,
    triangles: Vec<Triangle>,
    extent: (f32, f32, f32),
}

impl Mesh {
    /// The body with these corners and faces, which name their three corners; faces without an area
    /// are left out.
    ///
    /// # Panics
    /// When a face names a corner that there is not.
    pub fn new(corners: &[V3], faces: &[[u32; 3]]) -> Self {
        let faces: Vec<[V3; 3]> =
            faces.iter().map(|face| face.map(|corner| corners[corner as usize])).collect();
        let mut triangles = triangles(&faces);
        let mut nodes = Vec::new();
        let all = triangles.len();
        if all > 0 {
            build(&mut triangles, 0, &mut nodes);
        }
        let extent = corners.iter().fold((0.0f32, f32::MAX, f32::MIN), |(r, low, high), p| {
            (r.max(p.x.hypot(p.y)), low.min(p.z), high.max(p.z))
        });
        Self { nodes, triangles, extent }
    }

    /// Largest distance from the z axis, lowest and highest z.
    pub const fn extent(&self) -> (f32, f32, f32) {
        self.extent
    }

    /// The first hit with `tmin < t < tmax`.
    pub fn hit(&self, ray: &Ray, tmin: f32, tmax: f32) -> Option<Hit> {
        let per = ray.d.map(|d| if d.abs() < 1e-12 { 1e12 } else { 1.0 / d });
        let mut best: Option<(f32, V3)> = None;
        let (mut waiting, mut depth) = ([0u32; 64], 0);
        let mut next = (!self.nodes.is_empty()).then_some(0u32);
        while let Some(at) = next {
            let node = &self.nodes[at as usize];
            let limit = best.map_or(tmax, |(t, _)| t);
            next = None;
            if node.is_met(ray, per, tmin, limit) {
                if node.count == 0 {
                    waiting[depth] = node.next;
                    depth += 1;
                    next = Some(at + 1);
                } else {
                    let first = node.next as usize;
                    for triangle in &self.triangles[first..first + node.count as usize] {
                        let limit = best.map_or(tmax, |(t, _)| t);
                        best = triangle.hit(ray, tmin, limit).or(best);
                    }
                }
            }
            if next.is_none() && depth > 0 {
                depth -= 1;
                next = Some(waiting[depth]);
            }
        }
        best.map(|(t, n)| Hit { t, n, tint: 1.0 })
    }
}

impl Node {
    /// Whether a ray meets the box; `per` is one over its direction.
    fn is_met(&self, ray: &Ray, per: V3, tmin: f32, tmax: f32) -> bool {
        let (a, b) = ((self.low - ray.o) * per, (self.high - ray.o) * per);
        let near = a.x.min(b.x).max(a.y.min(b.y)).max(a.z.min(b.z));
        let far = a.x.max(b.x).min(a.y.max(b.y)).min(a.z.max(b.z));
        near.max(tmin) <= far.min(tmax)
    }
}

impl Triangle {
    /// Where a ray meets it, and the normal there on the ray's side (Moller and Trumbore 1997, *Fast,
    /// minimum storage ray/triangle intersection*).
    fn hit(&self, ray: &Ray, tmin: f32, tmax: f32) -> Option<(f32, V3)> {
        let p = ray.d.cross(self.ac);
        let det = self.ab.dot(p);
        if det == 0.0 {
            return None;
        }
        let per = 1.0 / det;
        let from = ray.o - self.a;
        let u = from.dot(p) * per;
        let q = from.cross(self.ab);
        let v = ray.d.dot(q) * per;
        let t = self.ac.dot(q) * per;
        if u < -SEAM || v < -SEAM || u + v > 1.0 + SEAM || t <= tmin || t >= tmax {
            return None;
        }
        let [a, b, c] = self.normals;
        let side = if self.flat.dot(ray.d) > 0.0 { -1.0 } else { 1.0 };
        let smooth = (a * (1.0 - u - v) + b * u + c * v).unit() * side;
        // Where the face is seen at a flat angle, a smooth normal may look away.
        let n = if smooth.dot(ray.d) < 0.0 { smooth } else { self.flat * side };
        Some((t, n))
    }
}

/// The triangles of faces, each corner with the mean normal of the faces around it that make no edge
/// there, by the angles that they have there (Thurmer and Wuthrich 1998, *Computing vertex normals
/// from polygonal facets*).
fn triangles(faces: &[[V3; 3]]) -> Vec<Triangle> {
    let area = |[a, b, c]: &[V3; 3]| (*b - *a).cross(*c - *a);
    let faces: Vec<(&[V3; 3], V3)> = faces
        .iter()
        .filter(|face| area(face).len() > f32::MIN_POSITIVE)
        .map(|face| (face, area(face).unit()))
        .collect();
    let key = |p: V3| [p.x, p.y, p.z].map(|v| (v + 0.0).to_bits());
    let mut around: HashMap<[u32; 3], Vec<(V3, f32)>> = HashMap::new();
    for &(&[a, b, c], flat) in &faces {
        for (corner, next, last) in [(a, b, c), (b, c, a), (c, a, b)] {
            let angle = (next - corner).unit().dot((last - corner).unit()).clamp(-1.0, 1.0).acos();
            around.entry(key(corner)).or_default().push((flat, angle));
        }
    }
    let triangle = |&(&[a, b, c], flat): &(&[V3; 3], V3)| {
        let smooth = |corner: V3| {
            let mates = around[&key(corner)].iter().filter(|(mate, _)| mate.dot(flat) > CREASE);
            mates.fold(v3(0.0, 0.0, 0.0), |sum, &(mate, angle)| sum + mate * angle).unit()
        };
        Triangle { a, ab: b - a, ac: c - a, flat, normals: [a, b, c].map(smooth) }
    };
    faces.iter().map(triangle).collect()
}

/// Sorts triangles, the first of which is number `first`, into nodes: halves of them along the
/// longest side of the box around their middles.
fn build(triangles: &mut [Triangle], first: usize, nodes: &mut Vec<Node>) {
    let corners = |t: &Triangle| [t.a, t.a + t.ab, t.a + t.ac];
    let (low, high) = bounds(triangles.iter().flat_map(corners));
    let own = nodes.len();
    nodes.push(Node { low, high, next: first as u32, count: triangles.len() as u32 });
    if triangles.len() <= LEAF {
        return;
    }
    let middle = |t: &Triangle| t.a + (t.ab + t.ac) * (1.0 / 3.0);
    let (low, high) = bounds(triangles.iter().map(middle));
    let size = high - low;
    let along = |p: V3| match () {
        () if size.x >= size.y && size.x >= size.z => p.x,
        () if size.y >= size.z => p.y,
        () => p.z,
    };
    let half = triangles.len() / 2;
    triangles.select_nth_unstable_by(half, |a, b| along(middle(a)).total_cmp(&along(middle(b))));
    let (before, after) = triangles.split_at_mut(half);
    build(before, first, nodes);
    nodes[own] = Node { next: nodes.len() as u32, count: 0, ..nodes[own] };
    build(after, first + half, nodes);
}

/// The lowest and highest coordinates of points.
fn bounds(points: impl Iterator<Item = V3>) -> (V3, V3) {
    let all = |v: f32| v3(v, v, v);
    points.fold((all(f32::MAX), all(f32::MIN)), |(low, high), p| {
        (
            v3(low.x.min(p.x), low.y.min(p.y), low.z.min(p.z)),
            v3(high.x.max(p.x), high.y.max(p.y), high.z.max(p.z)),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::{
        random::Rng,
        scene::{lathe::Cut, shapes::Shape},
    };

    /// The surface of a body of revolution in `around` facets.
    fn turned(outline: &[(f32, f32)], around: u32) -> Mesh {
        let corners: Vec<V3> = outline
            .iter()
            .flat_map(|&(r, z)| {
                (0..around).map(move |i| {
                    let (s, c) = (std::f32::consts::TAU * i as f32 / around as f32).sin_cos();
                    v3(r * c, r * s, z)
                })
            })
            .collect();
        let at = |ring: u32, i: u32| ring * around + i % around;
        let faces: Vec<[u32; 3]> = (0..outline.len() as u32 - 1)
            .flat_map(|ring| (0..around).map(move |i| (ring, i)))
            .flat_map(|(ring, i)| {
                let (a, b) = (at(ring, i), at(ring, i + 1));
                let (c, d) = (at(ring + 1, i), at(ring + 1, i + 1));
                [[a, b, c], [b, d, c]]
            })
            .collect();
        Mesh::new(&corners, &faces)
    }

    #[test]
    fn a_body_of_triangles_is_met_where_the_same_turned_body_is() {
        let outline = [(0.4, 0.0), (0.4, 0.2), (0.15, 0.4), (0.2, 0.9), (0.0, 1.0)];
        let (mesh, lathe) = (turned(&outline, 256), Shape::turned(&outline, Cut::None));
        let mut rng = Rng::new(5);
        let (mut both, mut apart) = (0, 0);
        for _ in 0..4000 {
            let mut spot = |far: f32| {
                v3(rng.range(-far, far), rng.range(-far, far), rng.range(0.1, 0.9 + far))
            };
            let (from, to) = (spot(3.0), spot(0.3));
            let ray = Ray { o: from, d: (to - from).unit() };
            match (mesh.hit(&ray, 1e-3, 1e3), lathe.hit(&ray, 1e-3, 1e3)) {
                (Some(a), Some(b)) if (a.t - b.t).abs() < 0.02 => both += 1,
                (None, None) => {}
                // At its outline, a body of facets is a little smaller.
                _ => apart += 1,
            }
        }
        assert!(both > 1000 && apart < 60, "{both} {apart}");
    }

    #[test]
    fn every_triangle_is_found_through_the_hierarchy() {
        let mut rng = Rng::new(9);
        let mut spot = || v3(rng.range(-1.0, 1.0), rng.range(-1.0, 1.0), rng.range(-1.0, 1.0));
        let corners: Vec<V3> = (0..300).map(|_| spot()).collect();
        let faces: Vec<[u32; 3]> = (0..100).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = Mesh::new(&corners, &faces);
        for _ in 0..500 {
            let from = spot() * 3.0;
            let ray = Ray { o: from, d: spot() - from };
            let all = mesh.triangles.iter().filter_map(|t| t.hit(&ray, 0.0, 1e9));
            let nearest = all.map(|(t, _)| t).min_by(f32::total_cmp);
            assert_eq!(mesh.hit(&ray, 0.0, 1e9).map(|hit| hit.t), nearest);
        }
    }

    #[test]
    fn normals_are_smooth_around_a_body_and_sharp_at_its_edges_and_look_at_the_viewer() {
        let mesh = turned(&[(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)], 24);
        let seen = |o: V3, d: V3| mesh.hit(&Ray { o, d }, 0.0, 1e9).expect("a hit").n;
        for i in 0..50 {
            let (s, c) = (0.13 * i as f32).sin_cos();
            let n = seen(v3(3.0 * c, 3.0 * s, 0.95), v3(-c, -s, 0.0));
            assert!((n - v3(c, s, 0.0)).len() < 0.02, "{i}: {n:?}");
        }
        // An edge of 90 degrees stays one, and the inside is seen, too.
        assert!((seen(v3(0.45, 0.02, 3.0), v3(0.0, 0.0, -1.0)) - v3(0.0, 0.0, 1.0)).len() < 1e-4);
        assert!((seen(v3(0.1, 0.02, 0.5), v3(0.0, 0.0, 1.0)) - v3(0.0, 0.0, -1.0)).len() < 1e-4);
    }

    #[test]
    fn a_body_without_an_area_is_never_met() {
        let line = [v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), v3(0.0, 0.0, 2.0)];
        let ray = Ray { o: v3(3.0, 0.0, 0.5), d: v3(-1.0, 0.0, 0.0) };
        for mesh in [Mesh::new(&line, &[[0, 1, 2]]), Mesh::new(&[], &[])] {
            assert!(mesh.hit(&ray, 0.0, 1e9).is_none());
        }
    }
}
