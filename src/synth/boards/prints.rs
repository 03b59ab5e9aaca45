//! What is printed, stuck or seen on single squares of a board: numbers and markers on boards of
//! checkers, signs of makers and spots on boards of chess.

use super::font;
use crate::synth::{
    random::{Rng, lattice},
    scene::marks::Mark,
    vec3::{V3, gray, v3},
};

/// Half the width of a number's stroke, as a share of its height.
const PEN: f32 = 0.07;

/// Modules along a side of a marker, its black border among them.
const MODULES: f32 = 6.0;

/// Prints on a board's squares.
#[derive(Debug)]
pub enum Prints {
    /// The number of each square that men stand on, as PDN counts them: its height, and how far it
    /// lies from the middle of its square.
    Numbers { height: f32, shift: f32 },
    /// Black and white markers on some squares: half their width, with a white rim.
    Markers { squares: Vec<(i32, i32)>, half: f32, seed: u32 },
    /// The sign of a club or maker on some squares: half its width, its colors on light and dark
    /// squares, and in how many fields it is divided along a side, every other one bare; 1 for none
    /// bare.
    Signs { squares: Vec<(i32, i32)>, mark: Mark, half: f32, inks: [V3; 2], fields: f32 },
    /// Knots in the wood, stains and scratches.
    Spots(Vec<Spot>),
}

/// A spot on a board, an ellipse with a soft edge.
#[derive(Debug)]
pub struct Spot {
    /// Its middle, squares from the left and from the top.
    center: (f32, f32),
    /// Half its length and half its width, in squares, and where it points, a vector of unit
    /// length.
    half: (f32, f32),
    along: (f32, f32),
    /// How much of the light that falls on the board its middle sends back, over that of the board
    /// around it.
    tone: f32,
}

impl Spot {
    fn sample(rng: &mut Rng, rows: usize) -> Self {
        let center = (rng.range(0.0, rows as f32), rng.range(0.0, rows as f32));
        let wide = rng.range(0.03, 0.2);
        let long = if rng.chance(0.15) { rng.range(0.2, 0.6) } else { wide };
        let wide = if long > wide { wide * 0.2 } else { wide * rng.range(0.5, 1.0) };
        let tone = if rng.chance(0.7) { rng.range(0.2, 0.8) } else { rng.range(1.3, 2.5) };
        let (sin, cos) = rng.range(0.0, std::f32::consts::PI).sin_cos();
        Self { center, half: (long, wide), along: (cos, sin), tone }
    }

    /// What the board's color is multiplied with at a place.
    fn tint(&self, (u, v): (f32, f32)) -> f32 {
        let (cos, sin) = self.along;
        let (x, y) = (u - self.center.0, v - self.center.1);
        let along = (x * cos + y * sin) / self.half.0;
        let across = (y * cos - x * sin) / self.half.1;
        let inside = (1.5 - 1.5 * along.hypot(across)).clamp(0.0, 1.0);
        1.0 + (self.tone - 1.0) * inside
    }
}

impl Prints {
    /// Random prints for a board of chess; most boards have none.
    pub fn on_chess(rng: &mut Rng) -> Option<Self> {
        match rng.f() {
            f if f < 0.15 => {
                let corners = [(0, 0), (0, 7), (7, 0), (7, 7)];
                let mut squares = vec![rng.pick(&corners)];
                if rng.chance(0.3) {
                    squares.push((rng.below(8) as i32, rng.below(8) as i32));
                }
                let marks = [
                    Mark::Diamond,
                    Mark::Square,
                    Mark::Circle,
                    Mark::Crown,
                    Mark::Star8,
                    Mark::Ring,
                    Mark::LetterK,
                ];
                let inks = if rng.chance(0.7) {
                    [gray(0.03), gray(0.75)]
                } else {
                    [v3(0.5, 0.05, 0.05), v3(0.6, 0.45, 0.1)]
                };
                let fields = if rng.chance(0.5) { 1.0 } else { rng.range(2.0, 7.0).floor() };
                Some(Self::Signs {
                    squares,
                    mark: rng.pick(&marks),
                    half: rng.range(0.15, 0.42),
                    inks,
                    fields,
                })
            }
            f if f < 0.35 => {
                let count = 1 + rng.below(12);
                Some(Self::Spots((0..count).map(|_| Spot::sample(rng, 8)).collect()))
            }
            _ => None,
        }
    }

    /// Random prints for a board of checkers of `rows` rows; most boards have none.
    pub fn on_checkers(rng: &mut Rng, rows: usize) -> Option<Self> {
        match rng.f() {
            f if f < 0.12 => {
                let in_the_middle = rng.chance(0.4);
                let height =
                    if in_the_middle { rng.range(0.3, 0.55) } else { rng.range(0.15, 0.25) };
                Some(Self::Numbers { height, shift: if in_the_middle { 0.0 } else { 0.33 } })
            }
            f if f < 0.22 => {
                let last = rows as i32 - 1;
                let often = rng.range(0.0, 0.06);
                let is_corner =
                    |row: i32, col: i32| [0, last].contains(&row) && [0, last].contains(&col);
                let all = (0..=last).flat_map(|row| (0..=last).map(move |col| (row, col)));
                let squares = all
                    .filter(|&(row, col)| rng.chance(if is_corner(row, col) { 0.7 } else { often }))
                    .collect();
                Some(Self::Markers {
                    squares,
                    half: rng.range(0.25, 0.48),
                    seed: rng.next() as u32,
                })
            }
            _ => None,
        }
    }

    /// The color at a place `u` squares from the left and `v` from the top of a board of `rows`
    /// rows, where the board is of the color `ground`; a spot is `foot` squares wide.
    pub fn over(&self, (u, v): (f32, f32), rows: i32, foot: f32, ground: V3) -> V3 {
        let (col, row) =
            ((u.floor() as i32).clamp(0, rows - 1), (v.floor() as i32).clamp(0, rows - 1));
        let (x, y) = (u - col as f32 - 0.5, v - row as f32 - 0.5);
        match self {
            Self::Numbers { height, shift } if (row + col) % 2 == 1 => {
                let number = ((row * rows + col) / 2 + 1).to_string();
                let ink = gray(if ground.luma() > 0.2 { 0.03 } else { 0.7 });
                let hit = font::text_cover(
                    &number,
                    (x + shift) / height,
                    (y + shift) / height,
                    PEN,
                    foot / height,
                );
                ground.lerp(ink, hit)
            }
            Self::Markers { squares, half, seed }
                if squares.contains(&(row, col)) && x.abs().max(y.abs()) < *half =>
            {
                // The rim is one module wide.
                let module =
                    |at: f32| ((at / half + 1.0) * (MODULES / 2.0 + 1.0)).floor() as i32 - 1;
                let (i, j) = (module(x), module(y));
                let last = MODULES as i32 - 1;
                let border = [0, last].contains(&i) || [0, last].contains(&j);
                let rim = i.min(j) < 0 || i.max(j) > last;
                let white = rim || (!border && lattice(i + 8 * col, j + 8 * row, *seed) < 0.5);
                gray(if white { 0.8 } else { 0.03 })
            }
            Self::Signs { squares, mark, half, inks, fields }
                if squares.contains(&(row, col)) && mark.covers(x / half, -y / half) =>
            {
                let field = |at: f32| ((at / half + 1.0) / 2.0 * fields).floor() as i32;
                let bare = *fields > 1.0 && (field(x) + field(y)) % 2 == 0;
                if bare { ground } else { inks[usize::from(ground.luma() < 0.2)] }
            }
            // Nothing sends back more light than falls on it.
            Self::Spots(spots) => (ground
                * spots.iter().map(|spot| spot.tint((u, v))).product::<f32>())
            .map(|c| c.min(1.0)),
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
        let places = (0..400).map(|i| {
            (
                col as f32 + ((i % 20) as f32 + 0.5) / 20.0,
                row as f32 + ((i / 20) as f32 + 0.5) / 20.0,
            )
        });
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
    fn signs_stand_on_their_squares_in_an_ink_that_is_seen() {
        let inks = [gray(0.03), gray(0.75)];
        let whole = Prints::Signs {
            squares: vec![(7, 0)],
            mark: Mark::Diamond,
            half: 0.4,
            inks,
            fields: 1.0,
        };
        let divided = Prints::Signs {
            squares: vec![(7, 0)],
            mark: Mark::Diamond,
            half: 0.4,
            inks,
            fields: 4.0,
        };
        assert_eq!(covered(&whole, 0, 7), 0.0);
        assert!((0.25..0.4).contains(&covered(&whole, 7, 0)), "half a square of 0.8");
        assert!((0.1..0.2).contains(&covered(&divided, 7, 0)), "every other field is bare");
        assert!(whole.over((0.5, 7.5), 8, 0.01, gray(0.8)).luma() < 0.1);
    }

    #[test]
    fn spots_change_the_board_where_they_are() {
        let spot = Spot { center: (2.5, 3.5), half: (0.3, 0.1), along: (1.0, 0.0), tone: 0.5 };
        let prints = Prints::Spots(vec![spot]);
        let luma = |u: f32, v: f32| prints.over((u, v), 8, 0.01, gray(0.4)).luma();
        assert!((luma(2.5, 3.5) - 0.2).abs() < 1e-6 && luma(2.65, 3.5) < 0.4);
        assert_eq!(
            (luma(2.5, 3.65), luma(2.85, 3.5), luma(6.5, 3.5)),
            (luma(0.5, 0.5), luma(0.5, 0.5), luma(0.5, 0.5))
        );
        let bright = Prints::Spots(vec![Spot {
            center: (2.5, 3.5),
            half: (0.3, 0.1),
            along: (0.0, 1.0),
            tone: 2.5,
        }]);
        assert!((bright.over((2.5, 3.5), 8, 0.01, gray(0.8)).luma() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn most_boards_have_none() {
        let drawn =
            (0..400).filter(|&seed| Prints::on_checkers(&mut Rng::new(seed), 8).is_some()).count();
        assert!((40..140).contains(&drawn), "{drawn} of 400");
        let drawn =
            (0..400).filter(|&seed| Prints::on_chess(&mut Rng::new(seed)).is_some()).count();
        assert!((80..200).contains(&drawn), "{drawn} of 400");
    }
}
