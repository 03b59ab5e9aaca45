//! Which way round a checkered board lies in the photo.

use super::{CellGrid, CellProbs, Decoded, Evidence, GameId, Side};

/// Log-odds for the turn that brightness speaks for, per unit of [`Evidence::even_cells_lighter`],
/// and their bound: a board may be set up the wrong way round, so that many pieces in their usual
/// places outweigh the pattern.
const PATTERN_WEIGHT: f64 = 40.0;
const PATTERN_BOUND: f64 = 15.0;

/// Log-odds of where white sits, by quarter turns (bottom, left, top, right): photos are mostly
/// taken from white's side. Five to one, as in the groups of photos that models are trained on; it
/// counts where few men are left to tell.
const SEAT: [f64; 4] = [0.0, -0.8, -1.6, -0.8];

/// A board may lie a way that has at least this probability.
const MAY_BE: f32 = 0.01;

/// How probably white sits at each side of a photo.
///
/// ```
/// use kibitzer::games::{Orientation, Side};
///
/// // White at the bottom explains the photo e^2 times as well as white at the top.
/// let orientation = Orientation::from_turn_scores(&[0.0, -9.0, -2.0, -9.0], 1.0);
/// assert_eq!(orientation.white(), Side::Bottom);
/// assert_eq!(orientation.runner_up().0, Side::Top);
/// assert!((orientation.probability() - 0.88).abs() < 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orientation {
    /// By quarter turns, as [`Decoded::turns`] counts them; they sum to 1.
    by_turns: [f32; 4],
}

impl Orientation {
    /// From how well each number of quarter turns explains a photo. What speaks for a turn on one
    /// square speaks for it on others too: the scores count to a `power`, which makes the
    /// probabilities honest.
    pub fn from_turn_scores(scores: &[f64; 4], power: f64) -> Self {
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = scores.map(|score| (power * (score - most)).exp());
        let sum: f64 = weights.iter().sum();
        Self { by_turns: weights.map(|weight| (weight / sum) as f32) }
    }

    /// Where white sits most probably, as seen in the photo.
    pub fn white(&self) -> Side {
        side_of(self.ranked()[0])
    }

    /// How probable that is.
    pub fn probability(&self) -> f32 {
        self.by_turns[self.ranked()[0]]
    }

    /// Where white sits otherwise, and how probable that is.
    pub fn runner_up(&self) -> (Side, f32) {
        let second = self.ranked()[1];
        (side_of(second), self.by_turns[second])
    }

    /// How many quarter turns lie between the two.
    pub fn turns_between(&self) -> usize {
        let ranked = self.ranked();
        (4 + ranked[1] - ranked[0]) % 4
    }

    /// Whether a board that was read as it most probably lies may lie so many quarter turns further.
    fn may_be(&self, turns: usize) -> bool {
        self.by_turns[(self.ranked()[0] + turns) % 4] >= MAY_BE
    }

    /// The numbers of quarter turns, the most probable first.
    fn ranked(&self) -> [usize; 4] {
        let mut turns = [0, 1, 2, 3];
        turns.sort_by(|&a, &b| self.by_turns[b].total_cmp(&self.by_turns[a]));
        turns
    }
}

/// How many quarter turns bring a board that was read from a photo to where it differs least from
/// another one of the game, for a photo may not tell the orientation: any number in Go; in checkers
/// and chess none or two, or one that the photo leaves possible too, for light and dark squares mostly
/// tell the rest.
pub fn turns_to(
    game: GameId,
    other: &CellGrid,
    board: &CellGrid,
    orientation: Option<Orientation>,
) -> usize {
    let turns: &[usize] = match game {
        GameId::Go => &[0, 1, 2, 3],
        GameId::Checkers | GameId::Chess => &[0, 2, 1, 3],
        GameId::Qwirkle => &[0],
    };
    let is_open = |turns: &usize| {
        game == GameId::Go
            || turns.is_multiple_of(2)
            || orientation.is_some_and(|orientation| orientation.may_be(*turns))
    };
    let changed = |turns: &usize| {
        let turned = board.rotated(*turns);
        turned.cells().iter().zip(other.cells()).filter(|(a, b)| a != b).count()
    };
    turns.iter().copied().filter(is_open).min_by_key(changed).unwrap_or(0)
}

/// How many quarter turns bring the board's own orientation about when white sits at `side` of the
/// photo.
pub(super) const fn turns_of(side: Side) -> usize {
    match side {
        Side::Bottom => 0,
        Side::Left => 1,
        Side::Top => 2,
        Side::Right => 3,
    }
}

/// Where white sits when so many quarter turns bring the board's own orientation about.
pub(super) fn side_of(turns: usize) -> Side {
    [Side::Bottom, Side::Left, Side::Top, Side::Right][turns % 4]
}

/// The best of the four turns, or the one that the user asked for.
///
/// `read` gives the best board of one turn's probabilities and its score: a log-likelihood less
/// penalties, and the logarithm of how usual the board looks. The upper left square of a board in
/// its own orientation is light, in chess and in checkers.
pub(super) fn decode_turned(
    evidence: &Evidence,
    read: impl Fn(&CellProbs) -> (CellGrid, f64),
) -> Decoded {
    let read_turned = |turns: usize| {
        let probs = evidence.probs.rotated(turns);
        let (board, score) = read(&probs);
        let log_likelihood = log_likelihood(&probs, &board);
        let score = score + pattern(evidence, turns) + evidence.coordinates[turns] + SEAT[turns];
        (score, Decoded { board, turns, log_likelihood, turn_scores: None })
    };
    if let Some(side) = evidence.white {
        return read_turned(turns_of(side)).1;
    }
    let all = [0, 1, 2, 3].map(read_turned);
    let turn_scores = Some([0, 1, 2, 3].map(|turns: usize| all[turns].0));
    let best =
        all.into_iter().reduce(|best, next| if next.0 > best.0 + 1e-9 { next } else { best });
    let (_, best) = best.expect("four turns");
    Decoded { turn_scores, ..best }
}

/// Log-odds of a turn from the pattern of light and dark squares.
fn pattern(evidence: &Evidence, turns: usize) -> f64 {
    let lighter = f64::from(evidence.even_cells_lighter.unwrap_or(0.0));
    // On a board of an even number of columns a quarter turn swaps the even and the odd cells.
    let sign = if turns.is_multiple_of(2) { 0.5 } else { -0.5 };
    sign * (PATTERN_WEIGHT * lighter).clamp(-PATTERN_BOUND, PATTERN_BOUND)
}

/// Sum of the natural logarithms of the board's classes' probabilities.
pub(super) fn log_likelihood(probs: &CellProbs, board: &CellGrid) -> f64 {
    let cols = board.cols();
    board
        .cells()
        .iter()
        .enumerate()
        .map(|(i, &class)| probs.log(i / cols, i % cols, usize::from(class)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_tells_white_sits_at_the_bottom() {
        let board =
            CellGrid::from_cells(3, 3, vec![0, 0, 0, 0, 1, 0, 0, 0, 0]).expect("nine cells");
        let probs =
            CellProbs::new(ndarray::Array3::from_shape_fn((3, 3, 2), |(row, col, class)| {
                if usize::from(board.get(row, col)) == class { 0.9 } else { 0.1 }
            }));
        let read = |probs: &CellProbs| (probs.argmax(), 0.0);
        assert_eq!(decode_turned(&Evidence::from_probs(probs.clone()), read).turns, 0);
        let evidence =
            Evidence { even_cells_lighter: Some(-1.0), ..Evidence::from_probs(probs.clone()) };
        assert_eq!(
            decode_turned(&evidence, read).turns % 2,
            1,
            "the pattern of the squares outweighs the seat"
        );
    }

    #[test]
    fn every_turn_is_weighed_unless_the_side_is_known() {
        let probs = CellProbs::new(ndarray::Array3::from_elem((2, 2, 2), 0.5));
        let read = |probs: &CellProbs| (probs.argmax(), 0.0);
        let decoded = decode_turned(&Evidence::from_probs(probs.clone()), read);
        assert_eq!(decoded.turn_scores, Some(SEAT), "nothing but the seat tells");
        let orientation = Orientation::from_turn_scores(&SEAT, 1.0);
        assert_eq!((orientation.white(), orientation.runner_up().0), (Side::Bottom, Side::Left));
        assert_eq!(orientation.turns_between(), 1);
        let sum: f32 = orientation.by_turns.iter().sum();
        assert!((sum - 1.0).abs() < 1e-6);
        let known = Evidence { white: Some(Side::Top), ..Evidence::from_probs(probs) };
        assert_eq!(decode_turned(&known, read).turn_scores, None);
        assert_eq!(Orientation::from_turn_scores(&SEAT, 0.0).probability(), 0.25);
    }

    #[test]
    fn white_at_a_side_comes_to_the_bottom() {
        // One mark in the middle of each side of a 3x3 board: top 1, right 2, bottom 3, left 4.
        let seen = CellGrid::from_cells(3, 3, vec![0, 1, 0, 4, 0, 2, 0, 3, 0]).expect("nine cells");
        for (side, mark) in [(Side::Bottom, 3), (Side::Left, 4), (Side::Top, 1), (Side::Right, 2)] {
            assert_eq!(seen.rotated(turns_of(side)).get(2, 1), mark, "{side:?}");
            assert_eq!(side_of(turns_of(side)), side);
        }
    }

    #[test]
    fn a_turned_board_can_be_turned_back() {
        let mut before = CellGrid::empty(9, 9);
        for (row, col, class) in [(2, 2, 1), (2, 6, 2), (6, 3, 1)] {
            before.set(row, col, class);
        }
        let mut after = before.clone();
        after.set(4, 4, 2);
        for turns in 0..4 {
            let turned = after.rotated(turns);
            assert_eq!(turned.rotated(turns_to(GameId::Go, &before, &turned, None)), after);
        }
        assert_eq!(turns_to(GameId::Qwirkle, &before, &after.rotated(1), None), 0);
    }

    #[test]
    fn a_board_is_turned_a_quarter_where_the_photo_leaves_that_open() {
        let mut before = CellGrid::empty(8, 8);
        for (row, col, class) in [(0, 4, 1), (1, 2, 3), (7, 4, 2), (6, 6, 3)] {
            before.set(row, col, class);
        }
        let mut after = before.clone();
        after.set(6, 6, 0);
        after.set(5, 6, 3);
        let sure = Orientation::from_turn_scores(&[0.0, -20.0, -1.0, -20.0], 1.0);
        // Read with white at the left, a quarter turn too far.
        let unsure = Orientation::from_turn_scores(&[-0.5, 0.0, -9.0, -9.0], 1.0);
        let turns =
            |by, orientation| turns_to(GameId::Chess, &before, &after.rotated(by), orientation);
        assert_eq!(turns(1, Some(unsure)), 3);
        assert_eq!(turns(3, Some(unsure)) % 2, 0, "that way it cannot lie");
        for orientation in [None, Some(sure)] {
            assert_eq!(turns(2, orientation), 2);
            assert_eq!(turns(1, orientation) % 2, 0, "{orientation:?}");
        }
    }
}
