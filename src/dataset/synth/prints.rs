//! What is printed or stuck on single squares of a board of checkers: the numbers of its squares, and markers that robots look for.

use super::{
    font,
    random::{Rng, lattice},
    vec3::{V3, gray},
};

/// Half the width of a number's stroke, as a share of its height.
const PEN: f32 = 0.07;

/// Modules along a side of a marker, its black border among them.
const MODULES: f32 = 6.0;

/// Prints on a board's squares.
#[derive(Debug)]
pub enum Prints {
    /// The number of each square that men stand on, as PDN counts them: its height, and how far it lies from the middle of its square.
    Numbers { height: f32, shift: f32 },
    /// Black and white markers on some squares: half their width, with a white rim.
    Markers { squares: Vec<(i32, i32)>, half: f32, seed: u32 },
}

impl Prints {
    /// Random prints for a board of `rows` rows; most boards have none.
    pub fn sample(rng: &mut Rng, rows: usize) -> Option<Self> {
        match rng.f() {
            f if f < 0.12 => {
                let in_the_middle = rng.chance(0.4);
                let height = if in_the_middle { rng.range(0.3, 0.55) } else { rng.range(0.15, 0.25) };
                Some(Self::Numbers { height, shift: if in_the_middle { 0.0 } else { 0.33 } })
            }
            f if f < 0.22 => {
                let last = rows as i32 - 1;
                let often = rng.range(0.0, 0.06);
                let is_corner = |row: i32, col: i32| [0, last].contains(&row) && [0, last].contains(&col);
                let all = (0..=last).flat_map(|row| (0..=last).map(move |col| (row, col)));
                let squares = all.filter(|&(row, col)| rng.chance(if is_corner(row, col) { 0.7 } else { often })).collect();
                Some(Self::Markers { squares, half: rng.range(0.25, 0.48), seed: rng.next() as u32 })
            }
            _ => None,
        }
    }

    /// The color at a place `u` squares from the left and `v` from the top of a board of `rows` rows, where the board is of the color
    /// `ground`; a spot is `foot` squares wide.
    pub fn over(&self, (u, v): (f32, f32), rows: i32, foot: f32, ground: V3) -> V3 {
        let (col, row) = ((u.floor() as i32).clamp(0, rows - 1), (v.floor() as i32).clamp(0, rows - 1));
        let (x, y) = (u - col as f32 - 0.5, v - row as f32 - 0.5);
        match self {
            Self::Numbers { height, shift } if (row + col) % 2 == 1 => {
                let number = ((row * rows + col) / 2 + 1).to_string();
                let ink = gray(if ground.luma() > 0.2 { 0.03 } else { 0.7 });
                let hit = font::text_cover(&number, (x + shift) / height, (y + shift) / height, PEN, foot / height);
                ground.lerp(ink, hit)
            }
            Self::Markers { squares, half, seed } if squares.contains(&(row, col)) && x.abs().max(y.abs()) < *half => {
                // The rim is one module wide.
                let module = |at: f32| ((at / half + 1.0) * (MODULES / 2.0 + 1.0)).floor() as i32 - 1;
                let (i, j) = (module(x), module(y));
                let last = MODULES as i32 - 1;
                let border = [0, last].contains(&i) || [0, last].contains(&j);
                let rim = i.min(j) < 0 || i.max(j) > last;
                let white = rim || (!border && lattice(i + 8 * col, j + 8 * row, *seed) < 0.5);
                gray(if white { 0.8 } else { 0.03 })
            }
            _ => ground,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of a square's places that a print covers.
    fn covered(prints: &Prints, row: i32, col: i32) -> f32 {
        let ground = V3::default();
        let places = (0..400).map(|i| (col as f32 + ((i % 20) as f32 + 0.5) / 20.0, row as f32 + ((i / 20) as f32 + 0.5) / 20.0));
        places.filter(|&at| prints.over(at, 8, 0.01, ground).luma() > 0.2).count() as f32 / 400.0
    }

    #[test]
    fn numbers_stand_on_the_squares_of_men() {
        let prints = Prints::Numbers { height: 0.4, shift: 0.0 };
        for (row, col) in [(0, 1), (3, 4), (7, 6)] {
            assert!(covered(&prints, row, col) > 0.01);
        }
        for (row, col) in [(0, 0), (3, 5), (7, 7)] {
            assert_eq!(covered(&prints, row, col), 0.0);
        }
    }

    #[test]
    fn markers_lie_on_their_squares_with_a_white_rim_around_black() {
        let prints = Prints::Markers { squares: vec![(0, 7)], half: 0.4, seed: 3 };
        assert!((0.1..0.6).contains(&covered(&prints, 0, 7)));
        assert_eq!(covered(&prints, 7, 0), 0.0);
        let luma = |x: f32| prints.over((7.5 + x, 0.5), 8, 0.01, gray(0.3)).luma();
        assert_eq!((luma(-0.45), luma(0.45)), (0.3, 0.3));
        assert!(luma(-0.38) > 0.7 && luma(0.38) > 0.7 && luma(-0.28) < 0.1 && luma(0.28) < 0.1);
    }

    #[test]
    fn most_boards_have_none() {
        let drawn = (0..400).filter(|&seed| Prints::sample(&mut Rng::new(seed), 8).is_some()).count();
        assert!((40..140).contains(&drawn), "{drawn} of 400");
    }
}
