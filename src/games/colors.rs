//! Whose a piece is, from the colors of all pieces of a board: a gray stone on a bright board is white where there are darker ones.

use super::CellProbs;
use ndarray::{Array3, s};

/// Two kinds of piece lie apart where the gap between them is at least this share of the way from the one's mean color to the
/// other's, that way is at least this long where each channel is in [0, 1], and there are so many pieces of each.
const LEAST_GAP: f32 = 0.3;
const LEAST_WAY: f32 = 0.1;
const FEWEST: usize = 3;

/// The pieces of a kind are one side's unless those that were read as the other side's were read surely, with more than 95 %, or
/// with more than this share of what the two kinds differ by: mean log-odds of the sides, of these pieces and between the kinds,
/// are compared. What is surely read is not what its middle's color says (a tall piece that leans).
const SURE: f32 = 3.0;
const MOST_SURE: f32 = 0.4;

/// Log-odds are at most this far from even.
const CERTAIN: f32 = 16.0;

/// How probable it has to be that a cell is not empty for its color to count: what is hardly seen, or not there, has the color
/// of the board. And to get a side, once the kinds are known: nothing is lost if it is empty after all.
const SEEN: f32 = 0.8;
const GUESSED: f32 = 0.1;

/// A piece: where it lies, what color it has, the log-odds that it is the first side's, and whether it counts.
#[derive(Clone, Copy)]
struct Piece {
    at: (usize, usize),
    color: [f32; 3],
    first: f32,
    seen: bool,
}

/// The probabilities of the two sides exchanged at pieces whose color is that of the other side's; `colors` are those of the
/// cells' middles, `[rows, cols, 3]` in [0, 1], `sides` are pairs of classes that differ by their side only. Nothing changes
/// unless the pieces are clearly of two colors, or of two hues in light and shadow.
pub fn settle(probs: CellProbs, colors: &Array3<f32>, sides: &[(u8, u8)]) -> CellProbs {
    let pieces = pieces(&probs, colors, sides);
    let hues: Vec<Piece> = pieces.iter().map(|piece| Piece { color: hue(&piece.color), ..*piece }).collect();
    let kinds = [pieces, hues].into_iter().filter_map(|pieces| Some((Kinds::of(&pieces)?, pieces)));
    let clearest = kinds.max_by(|a, b| a.0.gap.total_cmp(&b.0.gap));
    let wrong = clearest.map_or_else(Vec::new, |(kinds, pieces)| kinds.misread(&pieces));
    let mut probs = probs.into_array();
    for (row, col) in wrong {
        for &(first, second) in sides {
            probs.swap([row, col, usize::from(first)], [row, col, usize::from(second)]);
        }
    }
    CellProbs::new(probs)
}

fn pieces(probs: &CellProbs, colors: &Array3<f32>, sides: &[(u8, u8)]) -> Vec<Piece> {
    let (rows, cols, _) = probs.dim();
    let piece = |at: (usize, usize)| {
        let probability = |class: u8| probs.array()[[at.0, at.1, usize::from(class)]];
        let first: f32 = sides.iter().map(|side| probability(side.0)).sum();
        let second: f32 = sides.iter().map(|side| probability(side.1)).sum();
        let color = colors.slice(s![at.0, at.1, ..]);
        let color = [color[0], color[1], color[2]];
        let first = (first / second).ln().clamp(-CERTAIN, CERTAIN);
        Piece { at, color, first, seen: probability(0) <= 1.0 - SEEN }
    };
    let there = |&(row, col): &(usize, usize)| probs.array()[[row, col, 0]] < 1.0 - GUESSED;
    (0..rows * cols).map(|i| (i / cols, i % cols)).filter(there).map(piece).collect()
}

/// A color without its brightness: how far each channel is from their mean, as a share of the largest.
fn hue(color: &[f32; 3]) -> [f32; 3] {
    let mean = color.iter().sum::<f32>() / 3.0;
    let largest = color.iter().copied().fold(0.0, f32::max);
    color.map(|channel| 1.5 * (channel - mean) / (largest + 0.1))
}

/// Two kinds of piece.
struct Kinds {
    /// The mean colors.
    means: [[f32; 3]; 2],
    /// Between the pieces of one kind and those of the other along the way between the means, as a share of it.
    gap: f32,
}

impl Kinds {
    /// Two means (Lloyd, 1982) of the pieces seen, from the two that differ most in red and in brightness on; `None` unless they lie well
    /// apart.
    fn of(pieces: &[Piece]) -> Option<Self> {
        let seen: Vec<&Piece> = pieces.iter().filter(|piece| piece.seen).collect();
        let place = |piece: &Piece| piece.color[0] + piece.color.iter().sum::<f32>();
        let by_place = |a: &&&Piece, b: &&&Piece| place(a).total_cmp(&place(b));
        let mut means = [seen.iter().min_by(by_place)?.color, seen.iter().max_by(by_place)?.color];
        for _ in 0..20 {
            let next = [0, 1].map(|kind| mean(seen.iter().filter(|piece| nearest(&means, piece) == kind)));
            let next = [next[0]?, next[1]?];
            if next == means {
                break;
            }
            means = next;
        }
        let counts = [0, 1].map(|kind| seen.iter().filter(|piece| nearest(&means, piece) == kind).count());
        let gap = gap(&means, &seen);
        let apart = gap >= LEAST_GAP && distance(&means[0], &means[1]) >= LEAST_WAY && counts.iter().all(|&n| n >= FEWEST);
        apart.then_some(Self { means, gap })
    }

    /// The pieces that were read as of the side that the other kind is of.
    fn misread(&self, pieces: &[Piece]) -> Vec<(usize, usize)> {
        let kind = |piece: &Piece| nearest(&self.means, piece);
        let seen = || pieces.iter().filter(|piece| piece.seen);
        let odds = |of| seen().filter(move |piece| kind(piece) == of).map(|piece| piece.first);
        let means = [0, 1].map(|kind| odds(kind).sum::<f32>() / odds(kind).count().max(1) as f32);
        let first_kind = usize::from(means[1] > means[0]);
        let wrong = |piece: &&Piece| (piece.first > 0.0) != (kind(piece) == first_kind);
        let sure = seen().filter(wrong).map(|piece| piece.first.abs()).sum::<f32>() / seen().filter(wrong).count().max(1) as f32;
        if sure > SURE.max(MOST_SURE * (means[0] - means[1]).abs()) {
            return Vec::new();
        }
        pieces.iter().filter(wrong).map(|piece| piece.at).collect()
    }
}

fn nearest(means: &[[f32; 3]; 2], piece: &Piece) -> usize {
    usize::from(distance(&piece.color, &means[1]) < distance(&piece.color, &means[0]))
}

fn gap([from, to]: &[[f32; 3]; 2], pieces: &[&Piece]) -> f32 {
    let squared = distance(from, to).powi(2);
    let along = |piece: &&Piece| (0..3).map(|c| (piece.color[c] - from[c]) * (to[c] - from[c])).sum::<f32>() / squared;
    let places = |kind| pieces.iter().filter(move |piece| nearest(&[*from, *to], piece) == kind).map(along);
    places(1).fold(f32::INFINITY, f32::min) - places(0).fold(f32::NEG_INFINITY, f32::max)
}

fn distance(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f32>().sqrt()
}

/// `None` of nothing.
fn mean<'a>(pieces: impl Iterator<Item = &'a &'a Piece>) -> Option<[f32; 3]> {
    let (mut sum, mut count) = ([0.0; 3], 0.0f32);
    for piece in pieces {
        (0..3).for_each(|c| sum[c] += piece.color[c]);
        count += 1.0;
    }
    (count > 0.0).then(|| sum.map(|v| v / count))
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
        let stone = |row: usize, col: usize| stones.get(row * 9 + col).copied().unwrap_or((0.6, EMPTY, 0.95));
        let probability = |(_, class, p): Stone, k: usize| if usize::from(class) == k { p } else { (1.0 - p) / 2.0 };
        let probs = CellProbs::new(Array3::from_shape_fn((9, 9, 3), |(r, c, k)| probability(stone(r, c), k)));
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
        for misread in [1, 2, 3, 6, 10, 15] {
            assert_eq!(read(&kinds(0.5, misread, 0.6)), right);
        }
    }

    #[test]
    fn what_was_read_stays_where_colors_do_not_tell() {
        let as_read = |stones: &[Stone]| stones.iter().map(|s| s.1).collect::<Vec<_>>();
        // Surely read stones may lie in glare; where all are surely black it is not known what is white; a ramp has no gap.
        let (few, all, sure) = (kinds(0.5, 2, 0.97), kinds(0.5, 20, 0.97), kinds(0.5, 6, 0.99));
        let ramp: Vec<Stone> = (0..40).map(|i| (0.1 + 0.02 * i as f32, if i % 3 == 0 { WHITE } else { BLACK }, 0.8)).collect();
        let alike = kinds(0.21, 6, 0.6);
        for stones in [few, all, sure, ramp, alike, vec![(0.2, BLACK, 0.9)], Vec::new()] {
            assert_eq!(read(&stones), as_read(&stones));
        }
    }

    #[test]
    fn hues_tell_sides_in_light_and_shadow() {
        // Purple and teal, each half in the shadow; three of either are read as the other side's, and not surely.
        let light = |i: usize| if i.is_multiple_of(2) { 1.0 } else { 0.3 };
        let hue = |i: usize| if i < 12 { [0.5, 0.2, 0.6] } else { [0.1, 0.45, 0.4] };
        let colors = Array3::from_shape_fn((8, 8, 3), |(r, c, k)| if r < 3 { light(r * 8 + c) * hue(r * 8 + c)[k] } else { 0.5 });
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
        let settled = settle(CellProbs::new(Array3::from_shape_fn((3, 8, 3), |(r, c, k)| probs(r, c, k))), &colors, &[(1, 2)]);
        let cell = |c: usize| (0..3).map(|k| settled.array()[[0, c, k]]).collect::<Vec<_>>();
        assert_eq!((cell(0), cell(1)), (vec![0.6, 0.1, 0.3], vec![0.05, 0.05, 0.9]));
    }

    #[test]
    fn kings_change_sides_as_kings() {
        // Men 1 and 2, kings 3 and 4: twelve of one color, three of which are read as the other side's, and not surely.
        let classes = [1, 1, 1, 1, 3, 1, 1, 1, 1, 2, 2, 4, 2, 2, 2, 2];
        let class = |r: usize, c: usize| classes.get(r * 8 + c).copied().unwrap_or(0);
        let probs = Array3::from_shape_fn((8, 8, 5), |(r, c, k)| {
            let p = if (9..12).contains(&(r * 8 + c)) { 0.6 } else { 0.9 };
            if class(r, c) == k { p } else { (1.0 - p) / 4.0 }
        });
        let colors = Array3::from_shape_fn((8, 8, 3), |(r, c, _)| if r * 8 + c < 12 { 0.7 } else { 0.1 });
        let read = settle(CellProbs::new(probs), &colors, &[(1, 2), (3, 4)]).argmax();
        assert_eq!(read.cells()[..16], [1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 3, 2, 2, 2, 2]);
    }
}
