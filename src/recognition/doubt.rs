//! Which cells of a board that was read a person should look at, and in which order.

use super::Recognition;

/// Where white sits is known from this probability on; chosen on photos that were left out of
/// training.
const ORIENTED: f32 = 0.9;

/// Which game it is is known from this probability on; chosen on training photos.
const KNOWN_GAME: f32 = 0.9;

/// A cell is certain from this probability on.
pub const CERTAIN: f32 = 0.95;

/// Why a person should look at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concern {
    /// It may be no whole board.
    Presence,
    /// It may show another game.
    Game,
    /// It may lie another way round.
    Orientation,
    /// It is impossible.
    Impossible,
    /// Something hides a part of it.
    Covered,
    /// It is less probable to be right than the classifier's card wants it to be.
    Uncertain,
}

/// Why a cell is worth a look; where more than one holds, the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is part of something impossible.
    Impossible,
    /// Something hides it.
    Covered,
    /// Its most probable class cannot be, or hardly ever is, on a board like this.
    Overruled,
    /// It may be something else.
    Uncertain,
}

/// A cell to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubt {
    /// Its row.
    pub row: usize,
    /// Its column.
    pub col: usize,
    /// Why.
    pub why: Why,
    /// Probability that the whole board is right once this cell and all before it in the list have
    /// been looked at.
    pub then: f32,
}

impl Recognition {
    /// Whether a person should look at the board.
    pub fn is_doubtful(&self) -> bool {
        !self.concerns().is_empty()
    }

    /// Why a person should look at the board; nothing where none needs to.
    pub fn concerns(&self) -> Vec<Concern> {
        let concerns = [
            (self.presence.is_some_and(|presence| !presence.is_likely()), Concern::Presence),
            (self.may_be_another_game(), Concern::Game),
            (self.may_lie_another_way(), Concern::Orientation),
            (!self.violations.is_empty(), Concern::Impossible),
            (!self.covered.is_empty(), Concern::Covered),
            (self.confidence < self.check_below, Concern::Uncertain),
        ];
        concerns.into_iter().filter_map(|(is, concern)| is.then_some(concern)).collect()
    }

    /// Whether it is not known which game the board shows: of an empty one there is nothing to tell.
    fn may_be_another_game(&self) -> bool {
        let open = self.game_choice.is_some_and(|choice| choice.probability < KNOWN_GAME);
        open && self.board.cells().iter().any(|class| *class != 0)
    }

    /// Whether it is not known which way round the board lies, and that makes a difference.
    fn may_lie_another_way(&self) -> bool {
        self.orientation.is_some_and(|orientation| {
            orientation.probability() < ORIENTED
                && self.board.rotated(orientation.turns_between()) != self.board
        })
    }

    /// The cells of a doubtful board that are worth a look, the one that settles most first: as
    /// many as make the board probable, and all that are hidden or part of something impossible.
    /// None of a board that is not doubtful.
    pub fn doubts(&self) -> Vec<Doubt> {
        if !self.is_doubtful() {
            return Vec::new();
        }
        let mut cells: Vec<(usize, usize)> = self.cells().collect();
        cells.sort_by(|&a, &b| self.probability(a).total_cmp(&self.probability(b)));
        let power = f64::from(self.confidence).ln() / self.log_likelihood.min(-f64::MIN_POSITIVE);
        let mut left = self.log_likelihood;
        let mut doubts = Vec::new();
        for cell in cells {
            let settled = (power * left).exp() as f32 >= self.check_below;
            let Some(why) = self.why(cell).filter(|why| !settled || why.is_of_the_board()) else {
                continue;
            };
            left -= f64::from(self.probability(cell)).max(f64::MIN_POSITIVE).ln();
            let then = (power * left.min(0.0)).exp().min(1.0) as f32;
            doubts.push(Doubt { row: cell.0, col: cell.1, why, then });
        }
        doubts
    }

    /// Whether a cell is less probable than to be certain, hidden, or part of something impossible.
    pub fn is_uncertain(&self, cell: (usize, usize)) -> bool {
        self.why(cell).is_some()
    }

    /// The probability of what was read in a cell.
    pub fn probability(&self, (row, col): (usize, usize)) -> f32 {
        self.probs.array()[[row, col, usize::from(self.board.get(row, col))]]
    }

    /// The class that is the most probable one of a cell by itself.
    pub fn seen(&self, (row, col): (usize, usize)) -> u8 {
        let p = |class: &usize| self.probs.array()[[row, col, *class]];
        let classes = self.probs.dim().2;
        (0..classes).max_by(|a, b| p(a).total_cmp(&p(b))).unwrap_or(0) as u8
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    fn why(&self, cell: (usize, usize)) -> Option<Why> {
        let found = [
            (self.violations.iter().any(|v| v.cells.contains(&cell)), Why::Impossible),
            (self.covered.contains(&cell), Why::Covered),
            (self.seen(cell) != self.board.get(cell.0, cell.1), Why::Overruled),
            (self.probability(cell) < CERTAIN, Why::Uncertain),
        ];
        found.into_iter().find_map(|(is, why)| is.then_some(why))
    }
}

impl Why {
    /// Whether it makes the board doubtful however probable its cells are.
    const fn is_of_the_board(self) -> bool {
        matches!(self, Self::Impossible | Self::Covered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{GameId, Orientation},
        recognition::{GameChoice, presence::Presence, testing::recognition},
    };

    #[test]
    fn a_board_that_may_show_another_game_is_to_be_looked_at_but_not_an_empty_one() {
        let choice = |probability| GameChoice {
            probability,
            runner_up: GameId::Chess,
            runner_up_probability: 1.0 - probability,
        };
        let mut found = recognition(&[]);
        found.game_choice = Some(choice(0.6));
        assert_eq!(found.concerns(), [], "what an empty board shows is the same in both games");
        found.board.set(4, 4, 1);
        assert_eq!(found.concerns(), [Concern::Game]);
        found.game_choice = Some(choice(0.99));
        assert_eq!(found.concerns(), []);
    }

    #[test]
    fn the_cell_that_settles_most_comes_first_and_the_rest_is_left_out() {
        // 0.5 * 0.7 * 0.9 = 0.315; after the first look 0.63, after the second 0.9.
        let found = recognition(&[((0, 1), 0.7), ((4, 4), 0.5), ((8, 8), 0.9)]);
        assert!(found.is_doubtful());
        let doubts = found.doubts();
        let cells: Vec<_> = doubts.iter().map(|d| (d.row, d.col)).collect();
        assert_eq!(cells, [(4, 4), (0, 1)]);
        assert!((doubts[0].then - 0.63).abs() < 1e-3 && (doubts[1].then - 0.9).abs() < 1e-3);
    }

    #[test]
    fn a_probable_board_has_no_doubts_unless_something_is_hidden() {
        let mut found = recognition(&[((3, 3), 0.9)]);
        assert!(!found.is_doubtful() && found.doubts().is_empty());
        found.covered = vec![(6, 6)];
        let doubts = found.doubts();
        assert_eq!((doubts.len(), doubts[0].why), (1, Why::Covered));
        assert_eq!((doubts[0].row, doubts[0].col), (6, 6));
    }

    #[test]
    fn how_probable_a_board_has_to_be_is_on_the_card() {
        let mut found = recognition(&[((3, 3), 0.7)]);
        assert_eq!(found.concerns(), [Concern::Uncertain]);
        found.check_below = 0.65;
        assert_eq!(found.concerns(), []);
    }

    #[test]
    fn a_board_that_may_lie_another_way_round_is_doubtful_unless_that_is_the_same() {
        let mut found = recognition(&[]);
        let scores = [0.0, -30.0, -1.0, -30.0];
        found.orientation = Some(Orientation::from_turn_scores(&scores, 1.0));
        assert_eq!(found.concerns(), [], "an empty board is the same from everywhere");
        found.board.set(0, 4, 1);
        assert_eq!(found.concerns(), [Concern::Orientation]);
        found.board.set(8, 4, 1);
        assert_eq!(found.concerns(), [], "the same from the other side");
        found.board.set(8, 4, 2);
        found.orientation = Some(Orientation::from_turn_scores(&scores, 4.0));
        assert_eq!(found.concerns(), [], "it is known");
    }

    #[test]
    fn a_board_that_may_be_none_is_doubtful_whatever_is_read_on_it() {
        let mut found = recognition(&[]);
        let presence = |board| Some(Presence { board, part: 0.0, none: 1.0 - board });
        found.presence = presence(0.9);
        assert!(!found.is_doubtful());
        found.presence = presence(0.4);
        assert!(found.is_doubtful() && found.doubts().is_empty());
    }

    #[test]
    fn what_was_overruled_is_said_to_be() {
        let found = recognition(&[((2, 2), 0.3)]);
        assert_eq!(found.seen((2, 2)), 1);
        assert_eq!(found.doubts()[0].why, Why::Overruled);
    }
}
