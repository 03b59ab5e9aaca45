//! A game's end: by having no move, by repetition, or by lack of progress.

use super::{
    moves::{Move, legal_moves},
    position::{Color, Position},
    variant::Variant,
};
use crate::messages::Message;
use std::collections::HashMap;

/// Moves of one side without a capture and without a man's move after which a game is drawn.
const QUIET_MOVES: u32 = 40;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It goes on.
    Open,
    /// A side has won: the other has no piece or no move.
    Won(Color),
    /// The same position, the same side to move, for the third time.
    Repetition,
    /// Forty moves by each side without a capture or a man's move.
    NoProgress,
}

impl Outcome {
    /// How the game stands, as a sentence; `None` while it goes on.
    pub fn message(self) -> Option<Message> {
        match self {
            Self::Open => None,
            Self::Won(side) => Some(Message::new("checkers-won").text("side", side.name())),
            Self::Repetition => Some(Message::new("checkers-repetition")),
            Self::NoProgress => Some(Message::new("checkers-no-progress")),
        }
    }
}

/// A game as far as its end depends on what happened before.
#[derive(Clone, Debug)]
pub struct Progress {
    variant: Variant,
    position: Position,
    seen: HashMap<Position, u32>,
    quiet: u32,
}

impl Progress {
    /// A game that starts at a position.
    pub fn new(variant: Variant, position: Position) -> Self {
        Self { variant, position, seen: HashMap::from([(position, 1)]), quiet: 0 }
    }

    /// The position now.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: &Move) {
        let man = self.position.kings & (1 << mv.from) == 0;
        self.position = self.position.after(mv);
        if man || mv.is_capture() {
            // Nothing from before can come again.
            self.seen.clear();
            self.quiet = 0;
        } else {
            self.quiet += 1;
        }
        *self.seen.entry(self.position).or_default() += 1;
    }

    /// How the game stands.
    pub fn outcome(&self) -> Outcome {
        if legal_moves(&self.variant, &self.position).is_empty() {
            Outcome::Won(self.position.turn.other())
        } else if self.seen.get(&self.position).is_some_and(|&times| times >= 3) {
            Outcome::Repetition
        } else if self.quiet >= 2 * QUIET_MOVES {
            Outcome::NoProgress
        } else {
            Outcome::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, checkers::Checkers};

    fn start(pdn: &str) -> Progress {
        let board = Checkers.from_notation(pdn).expect("a PDN FEN");
        let position = Position::from_board(&Variant::ENGLISH, &board, Color::White).expect("a position");
        Progress::new(Variant::ENGLISH, position)
    }

    fn play(game: &mut Progress, from: u8, to: u8) {
        let moves = legal_moves(&Variant::ENGLISH, game.position());
        let mv = moves.iter().find(|mv| (mv.from + 1, mv.to() + 1) == (from, to)).expect("a legal move");
        game.play(mv);
    }

    #[test]
    fn the_third_time_is_a_draw() {
        let mut game = start("W:WK32:BK1");
        for round in 0..2 {
            assert_eq!(game.outcome(), Outcome::Open, "round {round}");
            for (from, to) in [(32, 28), (1, 5), (28, 32), (5, 1)] {
                play(&mut game, from, to);
            }
        }
        assert_eq!(game.outcome(), Outcome::Repetition);
    }

    #[test]
    fn a_side_without_a_move_loses() {
        let mut game = start("W:W22:B18");
        play(&mut game, 22, 15);
        assert_eq!(game.outcome(), Outcome::Won(Color::White));
    }

    #[test]
    fn forty_moves_each_without_progress_are_a_draw() {
        // Kings walk about, each time to the position seen least, so that none comes three times.
        let mut game = start("W:WK32,K31:BK1,K2");
        let mut plies = 0;
        while game.outcome() == Outcome::Open {
            let moves = legal_moves(&Variant::ENGLISH, game.position());
            let fresh = moves.iter().filter(|mv| !mv.is_capture()).min_by_key(|mv| {
                let next = game.position().after(mv);
                let captures = legal_moves(&Variant::ENGLISH, &next).iter().any(Move::is_capture);
                (captures, game.seen.get(&next).copied().unwrap_or(0), mv.from, mv.to())
            });
            game.play(&fresh.expect("a quiet move").clone());
            plies += 1;
            assert!(plies <= 80, "a draw was overlooked");
        }
        assert_eq!((game.outcome(), plies), (Outcome::NoProgress, 80));
    }
}
