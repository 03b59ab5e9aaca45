//! Moves: captures, suicide and what must not come again.

use super::{Point, Ruleset};
use crate::{
    games::{
        CellGrid,
        go::{
            classes::{BLACK, EMPTY, WHITE, opponent},
            groups::{group_at, neighbors},
        },
    },
    messages::Message,
};
use std::collections::HashMap;

/// Why a stone cannot be laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum IllegalMove {
    /// The point is not on the board.
    Outside,
    /// A stone lies there.
    Occupied,
    /// The stone would have no liberty and captures nothing, where that is forbidden.
    Suicide,
    /// The board would be as it was before: a ko, or superko.
    Superko,
}

impl IllegalMove {
    /// What is wrong, as a clause.
    pub const fn message(self) -> Message {
        Message::new(match self {
            Self::Outside => "go-reason-outside",
            Self::Occupied => "go-reason-occupied",
            Self::Suicide => "go-reason-suicide",
            Self::Superko => "go-reason-superko",
        })
    }
}

/// What must not come again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    /// Any board (positional superko).
    #[default]
    Board,
    /// A board with the same side to move (situational superko).
    Situation,
    /// The board before the other side's last move: a ko is not taken back at once.
    Ko,
}

/// What the rule sets differ in while stones are laid. By default no board may come again, and
/// suicide is forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveRules {
    /// What must not come again.
    pub repetition: Repetition,
    /// Whether several stones may be without a liberty after their own side's move: they are taken
    /// off. A single one never may, for its board would only come again.
    pub suicide: bool,
}

impl MoveRules {
    /// Those of a rule set.
    pub const fn of(rules: Ruleset) -> Self {
        let repetition = match rules {
            Ruleset::Japanese => Repetition::Ko,
            Ruleset::Aga | Ruleset::NewZealand => Repetition::Situation,
            Ruleset::Chinese | Ruleset::Ing => Repetition::Board,
        };
        Self { repetition, suicide: matches!(rules, Ruleset::NewZealand) }
    }
}

/// A game: the board, every board before it, and the prisoners.
#[derive(Clone, Debug)]
pub struct GoGame {
    rules: MoveRules,
    board: CellGrid,
    /// The board before the last move or pass.
    before: Option<CellGrid>,
    /// The boards before this one, each with whether white and whether black was to move there.
    seen: HashMap<CellGrid, [bool; 2]>,
    black_to_move: bool,
    prisoners: [u32; 2],
}

impl GoGame {
    /// A game that starts at a board, by the default [`MoveRules`].
    pub fn new(board: CellGrid, black_to_move: bool) -> Self {
        Self::under(MoveRules::default(), board, black_to_move)
    }

    /// A game by other rules.
    pub fn under(rules: MoveRules, board: CellGrid, black_to_move: bool) -> Self {
        let (before, seen) = (None, HashMap::new());
        Self { rules, board, before, seen, black_to_move, prisoners: [0; 2] }
    }

    /// The board now.
    pub const fn board(&self) -> &CellGrid {
        &self.board
    }

    /// Whether black moves next.
    pub const fn black_to_move(&self) -> bool {
        self.black_to_move
    }

    /// Stones that black and that white have captured.
    pub const fn prisoners(&self) -> (u32, u32) {
        (self.prisoners[0], self.prisoners[1])
    }

    /// Says who moves next.
    pub const fn set_to_move(&mut self, black: bool) {
        self.black_to_move = black;
    }

    /// Lays out another board; what lay there before may come again.
    pub fn set_up(&mut self, board: CellGrid) {
        (self.before, self.seen) = (None, HashMap::new());
        self.board = board;
    }

    /// Says that a board was there before, nobody knows with which side to move.
    pub(super) fn remember(&mut self, board: CellGrid) {
        self.seen.entry(board).or_default();
    }

    /// Passes.
    pub fn pass(&mut self) {
        self.go_on(self.board.clone());
    }

    /// Lays a stone of the side to move whatever the rules say, as programs do that show a game
    /// record: what lies there is replaced, captured groups are taken off, and then the stone's own
    /// group when it has no liberty.
    ///
    /// # Panics
    /// When the point is not on the board.
    pub fn force(&mut self, point: Point) {
        self.make(self.laid(point));
    }

    /// Lays a stone of the side to move; groups of the other side that it leaves without a liberty
    /// are taken off, and then the stone's own group where the rules allow that.
    ///
    /// # Errors
    /// When the rules forbid it; the game is unchanged then.
    pub fn play(&mut self, point: Point) -> Result<(), IllegalMove> {
        let laid = self.after(point)?;
        self.make(laid);
        Ok(())
    }

    /// Whether the side to move may lay a stone there.
    ///
    /// # Errors
    /// When the rules forbid it.
    pub fn check(&self, point: Point) -> Result<(), IllegalMove> {
        self.after(point).map(drop)
    }

    /// The board after a stone of the side to move.
    ///
    /// # Errors
    /// When the rules forbid it.
    pub fn board_after(&self, point: Point) -> Result<CellGrid, IllegalMove> {
        self.after(point).map(|laid| laid.board)
    }

    /// What comes of a stone of the side to move.
    ///
    /// # Errors
    /// When the rules forbid it.
    fn after(&self, (row, col): Point) -> Result<Laid, IllegalMove> {
        if row >= self.board.rows() || col >= self.board.cols() {
            return Err(IllegalMove::Outside);
        }
        if self.board.get(row, col) != EMPTY {
            return Err(IllegalMove::Occupied);
        }
        let laid = self.laid((row, col));
        if laid.lost == 1 || (laid.lost > 1 && !self.rules.suicide) {
            Err(IllegalMove::Suicide)
        } else if self.repeats(&laid.board) {
            Err(IllegalMove::Superko)
        } else {
            Ok(laid)
        }
    }

    /// What comes of a stone of the side to move, whatever the rules say.
    fn laid(&self, point: Point) -> Laid {
        let color = if self.black_to_move { BLACK } else { WHITE };
        let mut board = self.board.clone();
        board.set(point.0, point.1, color);
        let mut taken = 0;
        for next in neighbors(&board, point) {
            if board.get(next.0, next.1) == opponent(color) {
                taken += take_off(&mut board, next);
            }
        }
        let lost = take_off(&mut board, point);
        Laid { board, taken, lost }
    }

    /// Whether a board must not come of this move.
    fn repeats(&self, board: &CellGrid) -> bool {
        let before = self.seen.get(board);
        match self.rules.repetition {
            Repetition::Board => before.is_some(),
            Repetition::Situation => {
                before.is_some_and(|turns| turns[usize::from(!self.black_to_move)])
            }
            Repetition::Ko => self.before.as_ref() == Some(board),
        }
    }

    /// Goes on to what came of a stone.
    fn make(&mut self, laid: Laid) {
        let mover = usize::from(!self.black_to_move);
        self.prisoners[mover] += laid.taken;
        self.prisoners[1 - mover] += laid.lost;
        self.go_on(laid.board);
    }

    /// Goes on to the next board, with the other side to move.
    fn go_on(&mut self, board: CellGrid) {
        let before = std::mem::replace(&mut self.board, board);
        self.seen.entry(before.clone()).or_default()[usize::from(self.black_to_move)] = true;
        self.before = Some(before);
        self.black_to_move = !self.black_to_move;
    }
}

/// What comes of a stone.
struct Laid {
    board: CellGrid,
    /// Stones of the other side that were taken off.
    taken: u32,
    /// Stones of the same side that were.
    lost: u32,
}

/// Takes off the group at a point if it has no liberty; says how many stones that were.
fn take_off(board: &mut CellGrid, point: Point) -> u32 {
    let group = group_at(board, point);
    if !group.is_captured(board) {
        return 0;
    }
    group.points.iter().for_each(|&(row, col)| board.set(row, col, EMPTY));
    group.points.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, go::Go};

    fn game(sgf: &str) -> GoGame {
        GoGame::new(Go.from_notation(sgf).expect("an SGF"), true)
    }

    #[test]
    fn a_ko_cannot_be_taken_back_at_once() {
        // Black takes the ko at c2 (row 1, column 2); white's stone in the mouth is at b2.
        let mut ko = game("(;SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc])");
        assert_eq!(ko.play((1, 2)), Ok(()));
        assert_eq!(ko.prisoners(), (1, 0));
        assert_eq!(ko.play((1, 1)), Err(IllegalMove::Superko));
        assert_eq!(ko.play((8, 8)), Ok(()));
        assert_eq!(ko.play((7, 7)), Ok(()));
        assert_eq!(ko.play((1, 1)), Ok(()));
        assert_eq!(ko.prisoners(), (1, 1));
    }

    #[test]
    fn suicide_and_occupied_points() {
        let mut eye = game("(;SZ[9]AW[ba][ab])");
        assert_eq!(eye.play((0, 0)), Err(IllegalMove::Suicide));
        assert_eq!(eye.play((0, 1)), Err(IllegalMove::Occupied));
        assert_eq!(eye.play((9, 0)), Err(IllegalMove::Outside));
        assert!(eye.black_to_move());
    }

    /// New Zealand rules: a play removes the opponent's stones without liberties, then "any of that
    /// player's own stones that then have no liberties".
    #[test]
    fn several_stones_may_be_laid_without_a_liberty() {
        let corner = Go.from_notation("(;SZ[9]AB[ba]AW[ca][bb][ab])").expect("an SGF");
        let under = |rules| GoGame::under(MoveRules::of(rules), corner.clone(), true);
        let mut allowed = under(Ruleset::NewZealand);
        assert_eq!(allowed.play((0, 0)), Ok(()));
        assert_eq!((allowed.board().get(0, 1), allowed.prisoners()), (EMPTY, (0, 2)));
        for rules in [Ruleset::Japanese, Ruleset::Chinese, Ruleset::Aga] {
            assert_eq!(under(rules).check((0, 0)), Err(IllegalMove::Suicide), "{rules:?}");
        }
        // A single stone would be gone again at once.
        let eye = Go.from_notation("(;SZ[9]AW[ba][ab])").expect("an SGF");
        let single = GoGame::under(MoveRules::of(Ruleset::NewZealand), eye, true);
        assert_eq!(single.check((0, 0)), Err(IllegalMove::Suicide));
    }
}
