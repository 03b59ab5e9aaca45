//! Men and kings of checkers.

use crate::synth::{
    random::Rng,
    scene::{
        Material, Model,
        lathe::Cut,
        marks::Mark,
        shapes::Shape,
        texture::{Pattern, Texture},
    },
    vec3::{V3, gray, srgb, v3},
};

/// How a king of checkers is told from a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingStyle {
    /// Two men on each other.
    Stacked,
    /// A mark printed or stuck on top.
    Marked(Mark),
}

/// Checkers: a man's model, height and radius, both sides' materials, and kings.
pub struct CheckersSet {
    pub man: Model,
    pub height: f32,
    pub sides: [Material; 2],
    pub kings: KingStyle,
    /// The marked materials of both sides.
    pub marked: [Material; 2],
}

impl CheckersSet {
    /// A set for a board whose men stand on squares of the color `ground`.
    pub fn sample(rng: &mut Rng, ground: V3) -> Self {
        let r = rng.range(0.3, 0.44);
        let height = if rng.chance(0.2) { rng.range(0.3, 0.6) } else { rng.range(0.09, 0.26) };
        let mut sides = disc_materials(rng);
        let mut aside = rng.aside();
        recolor(&mut aside, &mut sides, ground);
        // Men that a robot can grasp are towers, higher than their square is wide.
        let tower = aside.chance(0.12);
        let (r, height) =
            if tower { (aside.range(0.18, 0.36), aside.range(0.6, 1.7)) } else { (r, height) };
        let kings = if rng.chance(0.45) && !tower {
            KingStyle::Stacked
        } else {
            KingStyle::Marked(rng.pick(&[
                Mark::Crown,
                Mark::Crown,
                Mark::Star8,
                Mark::LetterK,
                Mark::Ring,
                Mark::Circle,
            ]))
        };
        let mut marked = sides;
        if let KingStyle::Marked(mark) = kings {
            let size = r * rng.range(0.5, 0.8);
            for m in &mut marked {
                let gold = srgb(215, 170, 50);
                let contrast = if m.texture.a.luma() > 0.2 { gray(0.02) } else { gray(0.8) };
                m.mark = Some((mark, size, if rng.chance(0.3) { gold } else { contrast }));
            }
        }
        let man = Model::new(Shape::turned(&disc(rng, r, height), Cut::None));
        Self { man, height, sides, kings, marked }
    }
}

/// Sets that are hard to see.
impl CheckersSet {
    /// The same colors on men higher than they are wide, kings marked.
    pub fn tall(self, rng: &mut Rng) -> Self {
        let (r, height) = (rng.range(0.18, 0.36), rng.range(0.45, 1.5));
        self.shaped(rng, r, height)
    }

    /// The same colors on small disks, flat as paper.
    pub fn chips(self, rng: &mut Rng) -> Self {
        let r = rng.range(0.15, 0.3);
        let mut set = self.shaped(rng, r, 0.03);
        for material in set.sides.iter_mut().chain(&mut set.marked) {
            (material.rough, material.shine) = (0.9, 0.01);
        }
        set
    }

    fn shaped(self, rng: &mut Rng, r: f32, height: f32) -> Self {
        let kings = match self.kings {
            KingStyle::Stacked if height > 0.4 => KingStyle::Marked(Mark::Crown),
            kings => kings,
        };
        let mut set = Self { height, kings, ..self };
        if let KingStyle::Marked(mark) = kings {
            for material in &mut set.marked {
                let usual = if material.texture.a.luma() > 0.2 { gray(0.02) } else { gray(0.8) };
                let color = material.mark.map_or(usual, |(.., color)| color);
                material.mark = Some((mark, r * rng.range(0.5, 0.8), color));
            }
        }
        Self { man: Model::new(Shape::turned(&disc(rng, r, height), Cut::None)), ..set }
    }

    /// Shiny men, the darker side nearly of the color `ground` of the squares that they stand on, or
    /// the lighter one where these are light. The lighter side stays the lighter one.
    pub fn glossy(mut self, rng: &mut Rng, ground: V3) -> Self {
        let lumas = self.sides.map(|side| side.texture.a.luma());
        let lighter = usize::from(lumas[1] > lumas[0]);
        let side = if ground.luma() > 0.2 { lighter } else { 1 - lighter };
        let color = ground * rng.range(0.6, 1.4);
        let other = lumas[1 - side];
        let room = color.luma() / other.max(1e-3);
        let color = if side == lighter {
            color * (1.6 / room).max(1.0)
        } else {
            color * (0.6 / room).min(1.0)
        };
        for materials in [&mut self.sides, &mut self.marked] {
            let texture = &mut materials[side].texture;
            (texture.a, texture.b) = (color, color * 0.9);
        }
        self.shiny(rng)
    }

    /// The same men, polished.
    pub fn shiny(mut self, rng: &mut Rng) -> Self {
        let rough = rng.range(0.04, 0.25);
        for material in self.sides.iter_mut().chain(&mut self.marked) {
            (material.rough, material.shine) = (rough, 0.045);
        }
        self
    }
}

fn disc(rng: &mut Rng, r: f32, h: f32) -> Vec<(f32, f32)> {
    let bevel = (h * rng.range(0.08, 0.35)).min(0.06);
    let mut p = vec![
        (r - bevel, 0.0),
        (r, bevel),
        (r, h - bevel),
        (r - bevel * 0.3, h - bevel * 0.3),
        (r - bevel, h),
    ];
    if rng.chance(0.65) {
        let depth = (h * rng.range(0.05, 0.25)).min(0.05);
        let mut at = r * rng.range(0.72, 0.88);
        for _ in 0..1 + rng.below(3) {
            let step = r * rng.range(0.04, 0.1);
            p.extend([
                (at, h),
                (at - step * 0.4, h - depth),
                (at - step * 1.4, h - depth),
                (at - step * 1.8, h),
            ]);
            at -= step * 1.8 + r * 0.08;
            if at < r * 0.25 {
                break;
            }
        }
    }
    p.push((0.0, h));
    p
}

fn disc_materials(rng: &mut Rng) -> [Material; 2] {
    let pairs = [
        (srgb(235, 230, 215), srgb(25, 25, 25)),
        (srgb(240, 235, 200), srgb(30, 25, 22)),
        (srgb(200, 35, 35), srgb(20, 20, 20)),
        (srgb(245, 245, 245), srgb(190, 30, 30)),
        (srgb(205, 50, 40), srgb(30, 60, 170)),
        (srgb(120, 70, 180), srgb(20, 75, 80)),
        (srgb(235, 225, 130), srgb(40, 80, 190)),
        (srgb(215, 180, 130), srgb(70, 42, 26)),
        (srgb(220, 190, 140), srgb(30, 26, 24)),
    ];
    let (a, b) = rng.pick(&pairs);
    let (rough, shine) = (rng.range(0.12, 0.8), 0.04);
    let is_wood = rng.chance(0.3);
    let seed = rng.next() as u32;
    let make = |c: V3| {
        let pattern = if is_wood { Pattern::Wood } else { Pattern::Plain };
        Material::new(
            Texture::new(pattern, c, c * if is_wood { 0.65 } else { 0.92 }, 1.2, 0.4, seed),
            rough,
            shine,
        )
    };
    [make(a), make(b)]
}

/// Every other set gets two colors of its own, the first the lighter one; some of them one that
/// hardly stands out from the squares.
fn recolor(rng: &mut Rng, sides: &mut [Material; 2], ground: V3) {
    if rng.chance(0.5) {
        return;
    }
    let (mut light, mut dark) = (any_color(rng, 0.25, 0.85), any_color(rng, 0.01, 0.3));
    if rng.chance(0.4) {
        let near = ground * rng.range(0.6, 1.5);
        if near.luma() > 0.2 { light = near } else { dark = near }
    }
    if light.luma() < dark.luma() * 1.6 + 0.04 {
        dark = dark * (0.5 * light.luma() / dark.luma().max(1e-3)).min(1.0);
    }
    let glaze = rng.range(0.05, 0.8);
    for (side, color) in sides.iter_mut().zip([light, dark]) {
        let depth = side.texture.b.luma() / side.texture.a.luma().max(1e-3);
        (side.texture.a, side.texture.b) = (color, color * depth);
        side.rough = glaze;
    }
}

/// A gray, a wood's color or any hue, with a brightness within two bounds.
fn any_color(rng: &mut Rng, least: f32, most: f32) -> V3 {
    let hue = match rng.below(3) {
        0 => gray(1.0),
        1 => v3(1.0, rng.range(0.5, 0.85), rng.range(0.2, 0.6)),
        _ => v3(rng.range(0.03, 1.0), rng.range(0.03, 1.0), rng.range(0.03, 1.0)),
    };
    (hue * (rng.range(least, most) / hue.luma().max(1e-3))).map(|c| c.min(0.95))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lighter_side_stays_so_where_men_hardly_stand_out() {
        let lumas = |set: &CheckersSet| set.sides.map(|side| side.texture.a.luma());
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let ground = any_color(&mut rng, 0.01, 0.8);
            let before = lumas(&CheckersSet::sample(&mut Rng::new(seed), ground));
            let set = CheckersSet::sample(&mut Rng::new(seed), ground).glossy(&mut rng, ground);
            let after = lumas(&set);
            assert_eq!(before[0] > before[1], after[0] > after[1], "{seed}: {before:?} {after:?}");
            let [more, less] = [after[0].max(after[1]), after[0].min(after[1])];
            assert!(more > 1.3 * less, "{seed}: {after:?}");
            assert!(set.sides.iter().all(|side| side.rough <= 0.25), "{seed}");
        }
    }
}
