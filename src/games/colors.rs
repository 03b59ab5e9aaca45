//! Whose a piece is, from the colors of all pieces of a board: a gray stone on a bright board is
//! white where there are darker ones.

use super::{
    CellProbs,
    mixture::{Point, TwoKinds, probability},
};
use ndarray::{Array3, ArrayView1, s};

/// What hues and brightness of pieces of one color differ by, where channels are in [0, 1].
const HUE: f64 = 0.05;
const BRIGHTNESS: f64 = 0.25;

/// The share that the log-odds of the sides, as a cell alone tells them, keep beside the colors,
/// and how far from even they are then at most: a network that does not know a set is sure and
/// wrong, of many of its pieces at once.
const TOLD: f64 = 0.5;
const MOST_TOLD: f64 = 4.0;

/// How probable it has to be that a cell is not empty for its color to count: what is hardly seen,
/// or not there, has the color of the board. And to get a side, once the kinds are known: nothing
/// is lost if it is empty after all.
const SEEN: f32 = 0.8;
const GUESSED: f32 = 0.1;

/// The probabilities with the sides of pieces as their colors tell them, too; `colors` are those of
/// the cells' middles, `[rows, cols, 3]` in [0, 1], `sides` are pairs of classes that differ by
/// their side only. Nothing changes unless the pieces are clearly of two colors, which may be of
/// two hues in light and shadow. How probable it is that there is a piece, and of which sort, stays
/// as it was.
pub fn settle(probs: CellProbs, colors: &Array3<f32>, sides: &[(u8, u8)]) -> CellProbs {
    let (rows, cols, _) = probs.dim();
    let mut probs = probs.into_array();
    let filled = |(row, col): (usize, usize)| 1.0 - probs[[row, col, 0]];
    let piece = |(row, col): (usize, usize)| {
        point(probs.slice(s![row, col, ..]), colors.slice(s![row, col, ..]), sides)
    };
    let guessed =
        (0..rows * cols).map(|i| (i / cols, i % cols)).filter(|&at| filled(at) >= GUESSED);
    let guessed: Vec<((usize, usize), Point)> = guessed.map(|at| (at, piece(at))).collect();
    let seen: Vec<Point> =
        guessed.iter().filter(|(at, _)| filled(*at) >= SEEN).map(|(_, piece)| *piece).collect();
    let Some(kinds) = TwoKinds::of(&seen) else { return CellProbs::new(probs) };
    for ((row, col), piece) in guessed {
        let first = probability(piece.odds + kinds.log_odds(&piece.at)) as f32;
        for side in sides {
            let [one, other] = [side.0, side.1].map(usize::from);
            let both = probs[[row, col, one]] + probs[[row, col, other]];
            (probs[[row, col, one]], probs[[row, col, other]]) =
                (both * first, both * (1.0 - first));
        }
    }
    CellProbs::new(probs)
}

/// A piece's hue and brightness, and what its own cell tells of its side.
fn point(probs: ArrayView1<f32>, color: ArrayView1<f32>, sides: &[(u8, u8)]) -> Point {
    let first: f32 = sides.iter().map(|side| probs[usize::from(side.0)]).sum();
    let second: f32 = sides.iter().map(|side| probs[usize::from(side.1)]).sum();
    let odds = f64::from(first.max(f32::MIN_POSITIVE)).ln()
        - f64::from(second.max(f32::MIN_POSITIVE)).ln();
    let [red, green, blue] = [0, 1, 2].map(|channel| f64::from(color[channel]));
    let largest = red.max(green).max(blue);
    // How far the channels are from their mean, as a share of the largest, along two axes that lie
    // across gray.
    let share = 1.5 / (largest + 0.1);
    let hue =
        [(red - green) / 2f64.sqrt(), (red + green - 2.0 * blue) / 6f64.sqrt()].map(|v| share * v);
    let at = [hue[0] / HUE, hue[1] / HUE, largest / BRIGHTNESS];
    Point { at, odds: (TOLD * odds).clamp(-MOST_TOLD, MOST_TOLD) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: u8 = 0;
    const BLACK: u8 = 1;
    const WHITE: u8 = 2;

    /// A stone's brightness, the class it is read as, and how probable that is.
    type Stone = (f32, u8, f32);

    fn read(stones: &[Stone]) -> Vec<u8> {
        let stone = |row: usize, col: usize| {
            stones.get(row * 9 + col).copied().unwrap_or((0.6, EMPTY, 0.95))
        };
        let probability = |(_, class, p): Stone, k: usize| {
            if usize::from(class) == k { p } else { (1.0 - p) / 2.0 }
        };
        let probs = CellProbs::new(Array3::from_shape_fn((9, 9, 3), |(r, c, k)| {
            probability(stone(r, c), k)
        }));
        let colors = Array3::from_shape_fn((9, 9, 3), |(r, c, _)| stone(r, c).0);
        settle(probs, &colors, &[(BLACK, WHITE)]).argmax().cells()[..stones.len()].to_vec()
    }

    /// Twenty black stones and twenty gray ones, of which some are taken for black ones.
    fn kinds(gray: f32, misread: usize, probability: f32) -> Vec<Stone> {
        let blacks = (0..20).map(|i| (0.1 + 0.005 * i as f32, BLACK, 0.95));
        let wrong = (0..misread).map(|i| (gray + 0.005 * i as f32, BLACK, probability));
        let right = (misread..20).map(|i| (gray + 0.005 * i as f32, WHITE, 0.95));
        blacks.chain(wrong).chain(right).collect()
    }

    #[test]
    fn gray_stones_beside_black_ones_are_white() {
        let right: Vec<u8> = [[BLACK; 20], [WHITE; 20]].concat();
        for (misread, probability) in
            [(1, 0.99), (2, 0.97), (3, 0.6), (6, 0.99), (10, 0.6), (15, 0.6)]
        {
            assert_eq!(read(&kinds(0.5, misread, probability)), right, "{misread}");
        }
    }

    #[test]
    fn what_was_read_stays_where_colors_do_not_tell() {
        // Where all are surely black it is not known what is white; a ramp falls apart nowhere.
        let all = kinds(0.5, 20, 0.999);
        let ramp: Vec<Stone> = (0..40)
            .map(|i| (0.1 + 0.02 * i as f32, if i % 3 == 0 { WHITE } else { BLACK }, 0.95))
            .collect();
        for stones in [all, ramp, vec![(0.2, BLACK, 0.9)], Vec::new()] {
            assert_eq!(read(&stones), stones.iter().map(|s| s.1).collect::<Vec<_>>());
        }
    }

    #[test]
    fn hues_tell_sides_in_light_and_shadow() {
        // Purple and teal, each half in the shadow; three of either are read as the other side's,
        // and not surely.
        let light = |i: usize| if i.is_multiple_of(2) { 1.0 } else { 0.3 };
        let hue = |i: usize| if i < 12 { [0.5, 0.2, 0.6] } else { [0.1, 0.45, 0.4] };
        let colors = Array3::from_shape_fn((8, 8, 3), |(r, c, k)| {
            if r < 3 { light(r * 8 + c) * hue(r * 8 + c)[k] } else { 0.5 }
        });
        let side = |i: usize| if i % 12 < 3 { 2 - i / 12 } else { 1 + i / 12 };
        let probs = CellProbs::new(Array3::from_shape_fn((8, 8, 3), |(r, c, k)| {
            let class = if r < 3 { side(r * 8 + c) } else { 0 };
            let p = if (r * 8 + c) % 12 < 3 { 0.6 } else { 0.9 };
            if class == k { p } else { (1.0 - p) / 2.0 }
        }));
        let read = settle(probs, &colors, &[(1, 2)]).argmax();
        assert_eq!(read.cells()[..24], [[1; 12], [2; 12]].concat());
    }

    #[test]
    fn what_is_hardly_seen_gets_the_side_of_its_color() {
        let probs = |r: usize, c: usize, k: usize| match (r, c) {
            (0, 0) => [0.6, 0.3, 0.1][k],
            (0 | 1, _) => [0.05, 0.9, 0.05][if r == 0 { (3 - k) % 3 } else { k }],
            _ => [0.98, 0.01, 0.01][k],
        };
        let colors = Array3::from_shape_fn((3, 8, 3), |(r, ..)| [0.1, 0.8, 0.5][r]);
        let settled = settle(
            CellProbs::new(Array3::from_shape_fn((3, 8, 3), |(r, c, k)| probs(r, c, k))),
            &colors,
            &[(1, 2)],
        );
        for (cell, empty) in [(0, 0.6), (1, 0.05)] {
            let [none, black, white] = [0, 1, 2].map(|k| settled.array()[[0, cell, k]]);
            assert_eq!(none, empty);
            assert!(
                (black + white - (1.0 - empty)).abs() < 1e-6 && white > 100.0 * black,
                "{black} {white}"
            );
        }
    }

    #[test]
    fn kings_change_sides_as_kings() {
        // Men 1 and 2, kings 3 and 4: twelve of one color, three of which are read as the other
        // side's, and not surely.
        let classes = [1, 1, 1, 1, 3, 1, 1, 1, 1, 2, 2, 4, 2, 2, 2, 2];
        let class = |r: usize, c: usize| classes.get(r * 8 + c).copied().unwrap_or(0);
        let probs = Array3::from_shape_fn((8, 8, 5), |(r, c, k)| {
            let p = if (9..12).contains(&(r * 8 + c)) { 0.6 } else { 0.9 };
            if class(r, c) == k { p } else { (1.0 - p) / 4.0 }
        });
        let colors =
            Array3::from_shape_fn((8, 8, 3), |(r, c, _)| if r * 8 + c < 12 { 0.7 } else { 0.1 });
        let read = settle(CellProbs::new(probs), &colors, &[(1, 2), (3, 4)]).argmax();
        assert_eq!(read.cells()[..16], [1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 3, 2, 2, 2, 2]);
    }
}
