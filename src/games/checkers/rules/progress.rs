//! A game's end: by having no move, by repetition, or by lack of progress.

use super::{
    draws::Clocks,
    moves::{Move, legal_moves},
    position::{Color, Position},
    variant::Variant,
};
use crate::messages::Message;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It goes on.
    Open,
    /// A side has won: the other has no piece or no move.
    Won(Color),
    /// A draw: the same position, the same side to move, for the third time.
    Repetition,
    /// A draw: too many moves of kings only, without a capture; in English draughts forty by each
    /// side.
    NoProgress,
    /// A draw: an ending with few pieces has lasted too long (not in English draughts).
    EndingTooLong,
}

impl Outcome {
    /// How the game stands, as a sentence; `None` while it goes on.
    pub fn message(self) -> Option<Message> {
        match self {
            Self::Open => None,
            Self::Won(side) => Some(Message::new("checkers-won").text("side", side.name())),
            Self::Repetition => Some(Message::new("checkers-repetition")),
            Self::NoProgress => Some(Message::new("checkers-no-progress")),
            Self::EndingTooLong => Some(Message::new("checkers-ending-too-long")),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct State {
    position: Position,
    clocks: Clocks,
}

/// A game as far as its end depends on what happened before.
#[derive(Clone, Debug)]
pub struct Progress {
    variant: Variant,
    past: Vec<State>,
    now: State,
}

impl Progress {
    /// A game that starts at a position.
    pub fn new(variant: Variant, position: Position) -> Self {
        Self {
            variant,
            past: Vec::new(),
            now: State { position, clocks: Clocks::new(variant.draws, &position) },
        }
    }

    /// The position now.
    pub const fn position(&self) -> &Position {
        &self.now.position
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: &Move) {
        let State { position: from, clocks } = self.now;
        let position = from.after(mv);
        self.past.push(self.now);
        self.now =
            State { position, clocks: clocks.after(self.variant.draws, mv, &from, &position) };
    }

    /// Takes the last move back; false when there is none.
    pub fn take_back(&mut self) -> bool {
        let before = self.past.pop();
        self.now = before.unwrap_or(self.now);
        before.is_some()
    }

    /// How often the position has been there, the same side to move.
    pub fn times_seen(&self) -> usize {
        // What was before a capture or a man's move cannot come again.
        let since = self.past.iter().rev().take(self.now.clocks.quiet as usize);
        1 + since.filter(|state| state.position == self.now.position).count()
    }

    /// How the game stands. A win counts before a draw.
    pub fn outcome(&self) -> Outcome {
        let clocks = &self.now.clocks;
        if legal_moves(&self.variant, self.position()).is_empty() {
            Outcome::Won(self.position().turn.other())
        } else if self.times_seen() >= 3 {
            Outcome::Repetition
        } else if clocks.quiet_too_long(self.variant.draws) {
            Outcome::NoProgress
        } else if clocks.ending_too_long(self.variant.draws) {
            Outcome::EndingTooLong
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
        let position =
            Position::from_board(&Variant::ENGLISH, &board, Color::White).expect("a position");
        Progress::new(Variant::ENGLISH, position)
    }

    fn play(game: &mut Progress, from: u8, to: u8) {
        let moves = legal_moves(&Variant::ENGLISH, game.position());
        let mv =
            moves.iter().find(|mv| (mv.from + 1, mv.to() + 1) == (from, to)).expect("a legal move");
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
                let seen = game.past.iter().filter(|state| state.position == next).count();
                (captures, seen, mv.from, mv.to())
            });
            game.play(&fresh.expect("a quiet move").clone());
            plies += 1;
            assert!(plies <= 80, "a draw was overlooked");
        }
        assert_eq!((game.outcome(), plies), (Outcome::NoProgress, 80));
    }

    #[test]
    fn taking_moves_back_leads_to_the_start() {
        let mut game = start("W:WK32:BK1");
        let first = *game.position();
        for (from, to) in [(32, 28), (1, 5), (28, 32), (5, 1)].repeat(2) {
            play(&mut game, from, to);
        }
        assert_eq!((game.times_seen(), game.outcome()), (3, Outcome::Repetition));
        assert!(game.take_back());
        assert_eq!(game.outcome(), Outcome::Open);
        while game.take_back() {}
        assert_eq!((*game.position(), game.times_seen()), (first, 1));
    }
}
