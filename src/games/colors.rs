//! Whose a piece is, from the colors of all pieces of a board: a gray stone on a bright board is white where there are darker ones.

use super::CellProbs;
use ndarray::{Array3, s};

/// Two kinds of piece lie apart where the gap between them is at least this share of the way from the one's mean color to the
/// other's, and that way is at least this long where each channel is in [0, 1].
const LEAST_GAP: f32 = 0.4;
const LEAST_WAY: f32 = 0.1;

/// The pieces of a kind are one side's where at least so many of them were read as the other side's, and less surely than the two
/// kinds differ by this share: the mean log-odds of the sides, of these pieces and between the kinds, are compared. A few pieces
/// that look otherwise may be glare or a shadow; and what is surely read is not what its middle's color says (a tall piece that leans).
const FEWEST: usize = 3;
const MOST_SURE: f32 = 0.4;

/// Log-odds are at most this far from even.
const CERTAIN: f32 = 16.0;

/// How probable it has to be that a cell is not empty: what is hardly seen, or not there, has the color of the board.
const SEEN: f32 = 0.8;

/// A piece: where it lies, what color it has, and the log-odds that it is the first side's.
#[derive(Clone, Copy)]
struct Piece {
    at: (usize, usize),
    color: [f32; 3],
    first: f32,
}

/// The probabilities of the two sides exchanged at pieces whose color is that of the other side's; `colors` are those of the
/// cells' middles, `[rows, cols, 3]` in [0, 1], `sides` are pairs of classes that differ by their side only. Nothing changes
/// unless the pieces are clearly of two colors.
pub fn settle(probs: CellProbs, colors: &Array3<f32>, sides: &[(u8, u8)]) -> CellProbs {
    let pieces = pieces(&probs, colors, sides);
    let wrong = Kinds::of(&pieces).map_or_else(Vec::new, |kinds| kinds.misread(&pieces));
    let mut probs = probs.into_array();
    for (row, col) in wrong {
        for &(first, second) in sides {
            probs.swap([row, col, usize::from(first)], [row, col, usize::from(second)]);
        }
    }
    CellProbs::new(probs)
}

fn pieces(probs: &CellProbs, colors: &Array3<f32>, sides: &[(u8, u8)]) -> Vec<Piece> {
    let board = probs.argmax();
    let piece = |(i, &class): (usize, &u8)| {
        let at = (i / board.cols(), i % board.cols());
        let probability = |class: u8| probs.array()[[at.0, at.1, usize::from(class)]];
        let first: f32 = sides.iter().map(|side| probability(side.0)).sum();
        let second: f32 = sides.iter().map(|side| probability(side.1)).sum();
        let color = colors.slice(s![at.0, at.1, ..]);
        let first = (first / second).ln().clamp(-CERTAIN, CERTAIN);
        (class != 0 && probability(0) <= 1.0 - SEEN).then(|| Piece { at, color: [color[0], color[1], color[2]], first })
    };
    board.cells().iter().enumerate().filter_map(piece).collect()
}

/// Two kinds of piece.
struct Kinds {
    /// The mean colors, the darker one first.
    means: [[f32; 3]; 2],
}

impl Kinds {
    /// Two means (Lloyd, 1982), from the darkest and the brightest piece on; `None` unless they lie well apart.
    fn of(pieces: &[Piece]) -> Option<Self> {
        let brightness = |piece: &Piece| piece.color.iter().sum::<f32>();
        let by_brightness = |a: &&Piece, b: &&Piece| brightness(a).total_cmp(&brightness(b));
        let mut kinds = Self { means: [pieces.iter().min_by(by_brightness)?.color, pieces.iter().max_by(by_brightness)?.color] };
        for _ in 0..20 {
            let means = [0, 1].map(|kind| mean(pieces.iter().filter(|piece| kinds.kind(piece) == kind)));
            let next = Self { means: [means[0]?, means[1]?] };
            if next.means == kinds.means {
                break;
            }
            kinds = next;
        }
        (kinds.gap(pieces) >= LEAST_GAP && distance(&kinds.means[0], &kinds.means[1]) >= LEAST_WAY).then_some(kinds)
    }

    fn kind(&self, piece: &Piece) -> usize {
        usize::from(distance(&piece.color, &self.means[1]) < distance(&piece.color, &self.means[0]))
    }

    /// Between the pieces of one kind and those of the other along the way between the means, as a share of it.
    fn gap(&self, pieces: &[Piece]) -> f32 {
        let [from, to] = self.means;
        let squared = distance(&from, &to).powi(2);
        let along = |piece: &Piece| (0..3).map(|c| (piece.color[c] - from[c]) * (to[c] - from[c])).sum::<f32>() / squared;
        let places = |kind| pieces.iter().filter(move |piece| self.kind(piece) == kind).map(along);
        places(1).fold(f32::INFINITY, f32::min) - places(0).fold(f32::NEG_INFINITY, f32::max)
    }

    /// The pieces that were read as of the side that the other kind is of.
    fn misread(&self, pieces: &[Piece]) -> Vec<(usize, usize)> {
        let odds = |kind| pieces.iter().filter(move |piece| self.kind(piece) == kind).map(|piece| piece.first);
        let means = [0, 1].map(|kind| odds(kind).sum::<f32>() / odds(kind).count().max(1) as f32);
        let first_kind = usize::from(means[1] > means[0]);
        let wrong = || pieces.iter().filter(|piece| (piece.first > 0.0) != (self.kind(piece) == first_kind));
        let sure = wrong().map(|piece| piece.first.abs()).sum::<f32>() / wrong().count().max(1) as f32;
        let settled = wrong().count() >= FEWEST && sure <= MOST_SURE * (means[0] - means[1]).abs();
        if settled { wrong().map(|piece| piece.at).collect() } else { Vec::new() }
    }
}

fn distance(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f32>().sqrt()
}

/// `None` of nothing.
fn mean<'a>(pieces: impl Iterator<Item = &'a Piece>) -> Option<[f32; 3]> {
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
        for misread in [3, 6, 10, 15] {
            assert_eq!(read(&kinds(0.5, misread, 0.6)), right);
        }
    }

    #[test]
    fn what_was_read_stays_where_colors_do_not_tell() {
        let as_read = |stones: &[Stone]| stones.iter().map(|s| s.1).collect::<Vec<_>>();
        // Two stones alone may be glare; where none was read as white it is not known what is; a ramp has no gap.
        let (few, all, sure) = (kinds(0.5, 2, 0.6), kinds(0.5, 20, 0.6), kinds(0.5, 6, 0.99));
        let ramp: Vec<Stone> = (0..40).map(|i| (0.1 + 0.02 * i as f32, if i % 3 == 0 { WHITE } else { BLACK }, 0.8)).collect();
        let alike = kinds(0.21, 6, 0.6);
        for stones in [few, all, sure, ramp, alike, vec![(0.2, BLACK, 0.9)], Vec::new()] {
            assert_eq!(read(&stones), as_read(&stones));
        }
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
