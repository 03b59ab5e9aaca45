//! What stands on a king's crown, and kings with that of another one.

use super::Surface;
use crate::synth::vec3::{V3, v3};

/// The parts of a king, in shares of its height, between which its neck is looked for, and how many
/// heights are.
const NECK: (f32, f32) = (0.72, 0.96);
const HEIGHTS: usize = 48;

/// A neck is so much narrower than what stands on it and than what it stands on, at least.
const NARROW: f32 = 0.75;

impl Surface {
    /// The same king with the finial of another one; `None` where either has none that a neck sets
    /// apart.
    pub fn with_finial_of(&self, other: &Self) -> Option<Self> {
        let ((own_neck, own_radius), (neck, radius)) = (self.neck()?, other.neck()?);
        let (mut crowned, finial) = (self.part(|z| z <= own_neck), other.part(|z| z > neck));
        let first = crowned.corners.len() as u32;
        let wide = own_radius / radius;
        let placed = |c: &V3| v3(c.x * wide, c.y * wide, own_neck + (c.z - neck) * wide);
        crowned.corners.extend(finial.corners.iter().map(placed));
        crowned.faces.extend(finial.faces.iter().map(|face| face.map(|corner| first + corner)));
        Some(crowned)
    }

    /// The faces whose middles are at such heights.
    fn part(&self, holds: impl Fn(f32) -> bool) -> Self {
        let at = |face: &[u32; 3]| face.map(|corner| self.corners[corner as usize]);
        let middle = |face: &[u32; 3]| at(face).iter().map(|corner| corner.z).sum::<f32>() / 3.0;
        let faces: Vec<&[u32; 3]> = self.faces.iter().filter(|face| holds(middle(face))).collect();
        Self {
            corners: faces.iter().flat_map(|face| at(face)).collect(),
            faces: (0..faces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
        }
    }

    /// The height where a finial begins, and how wide it is there.
    fn neck(&self) -> Option<(f32, f32)> {
        let height = self.height();
        let (from, to) = NECK;
        let heights: Vec<f32> = (0..HEIGHTS)
            .map(|i| height * (from + (to - from) * i as f32 / HEIGHTS as f32))
            .collect();
        let radii: Vec<f32> = heights.iter().map(|&z| self.radius_at(z)).collect();
        let widest = |radii: &[f32]| radii.iter().copied().fold(0.0, f32::max);
        // How wide it is there beside what is below and above.
        let narrow = |i: usize| radii[i] / widest(&radii[..i]).min(widest(&radii[i + 1..]));
        let necks = (0..HEIGHTS).filter(|&i| radii[i] > 0.0 && narrow(i) < NARROW);
        let neck = necks.min_by(|&a, &b| narrow(a).total_cmp(&narrow(b)))?;
        Some((heights[neck], radii[neck]))
    }

    /// How far it reaches from its middle at a height; 0 where there is nothing.
    fn radius_at(&self, z: f32) -> f32 {
        let edges = self.faces.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
        let crossing = edges.filter_map(|(a, b)| {
            let (a, b) = (self.corners[a as usize], self.corners[b as usize]);
            let along = (z - a.z) / (b.z - a.z);
            (0.0..=1.0).contains(&along).then(|| a.lerp(b, along))
        });
        crossing.map(|p| p.x.hypot(p.y)).fold(0.0, f32::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A king of rings: radius and height of each.
    fn turned(rings: &[(f32, f32)]) -> Surface {
        const AROUND: u32 = 12;
        let ring = |&(r, z): &(f32, f32)| {
            (0..AROUND).map(move |i| {
                let (s, c) = (std::f32::consts::TAU * i as f32 / AROUND as f32).sin_cos();
                v3(r * c, r * s, z)
            })
        };
        let at = |ring: u32, i: u32| ring * AROUND + i % AROUND;
        let faces = (0..rings.len() as u32 - 1).flat_map(|ring| {
            (0..AROUND).flat_map(move |i| {
                let (a, b, c) = (at(ring, i), at(ring, i + 1), at(ring + 1, i));
                [[a, b, c], [b, at(ring + 1, i + 1), c]]
            })
        });
        Surface { corners: rings.iter().flat_map(ring).collect(), faces: faces.collect() }
    }

    #[test]
    fn a_king_gets_the_finial_of_another_on_his_own_neck() {
        let body = [(0.2, 0.0), (0.1, 0.5), (0.15, 0.8), (0.03, 0.85)];
        let king = turned(&[&body[..], &[(0.08, 0.9), (0.08, 0.95), (0.0, 1.0)]].concat());
        let tall = turned(&[(0.3, 0.0), (0.2, 0.7), (0.06, 0.75), (0.16, 0.85), (0.0, 1.0)]);
        let (neck, radius) = king.neck().expect("a neck");
        assert!((neck - 0.85).abs() < 0.01 && (radius - 0.03).abs() < 0.01, "{neck} {radius}");
        let crowned = king.with_finial_of(&tall).expect("both have finials");
        // Below the neck it is the king, above it what was twice as large on a neck twice as wide.
        assert!((crowned.radius_at(0.5) - king.radius_at(0.5)).abs() < 1e-6);
        assert!((crowned.height() - (0.85 + 0.25 / 2.0)).abs() < 0.02, "{}", crowned.height());
        assert!((crowned.radius_at(0.9) - 0.08).abs() < 0.015, "{}", crowned.radius_at(0.9));
        assert_eq!(crowned.faces.len(), 3 * 24 + 2 * 24);
    }

    #[test]
    fn a_king_without_a_neck_has_no_finial() {
        let block = turned(&[(0.2, 0.0), (0.2, 1.0), (0.0, 1.0)]);
        let king = turned(&[(0.2, 0.0), (0.15, 0.8), (0.03, 0.85), (0.08, 0.9), (0.0, 1.0)]);
        assert!(block.with_finial_of(&king).is_none() && king.with_finial_of(&block).is_none());
    }
}
