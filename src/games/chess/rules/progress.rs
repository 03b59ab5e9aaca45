//! How a game ends: mate, stalemate, repetition, lack of progress, dead positions.

use super::{material::is_dead, moves::Move, position::Position};
use crate::messages::Message;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It goes on.
    Open,
    /// Mate.
    Won {
        /// Whether white has won.
        white: bool,
    },
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Neither side has the men to mate: bare kings, a single minor piece, or bishops all on one
    /// color. Other dead positions, such as those walled up by pawns, are not recognized.
    DeadPosition,
    /// The same position for the third time: a player may claim a draw.
    Threefold,
    /// The same position for the fifth time.
    Fivefold,
    /// Fifty moves by each side without a capture or a pawn's move: a player may claim a draw.
    FiftyMoves,
    /// Seventy-five such moves.
    SeventyFiveMoves,
}

impl Outcome {
    /// Whether the game is over without a claim.
    pub const fn is_end(self) -> bool {
        !matches!(self, Self::Open | Self::Threefold | Self::FiftyMoves)
    }

    /// How the game stands, as a sentence; `None` while it goes on.
    pub fn message(self) -> Option<Message> {
        let key = match self {
            Self::Open => return None,
            Self::Won { white } => return Some(Message::new("chess-won").side("side", white)),
            Self::Stalemate => "chess-stalemate",
            Self::DeadPosition => "chess-dead-position",
            Self::Threefold => "chess-threefold",
            Self::Fivefold => "chess-fivefold",
            Self::FiftyMoves => "chess-fifty-moves",
            Self::SeventyFiveMoves => "chess-seventy-five-moves",
        };
        Some(Message::new(key))
    }
}

/// A game as far as its end depends on what happened before.
#[derive(Clone, Debug)]
pub struct ChessProgress {
    position: Position,
    seen: Vec<Position>,
}

impl ChessProgress {
    /// A game that starts at a position.
    pub fn new(position: Position) -> Self {
        Self { seen: vec![position.clone()], position }
    }

    /// The position now.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.position = self.position.after(mv);
        if self.position.quiet_moves() == 0 {
            // Nothing from before a capture or a pawn's move can come again.
            self.seen.clear();
        }
        self.seen.push(self.position.clone());
    }

    /// How the game stands.
    pub fn outcome(&self) -> Outcome {
        let times =
            self.seen.iter().filter(|old| old.board.same_position(&self.position.board)).count();
        let quiet = self.position.quiet_moves();
        match (self.position.legal_moves().is_empty(), self.position.in_check()) {
            (true, true) => Outcome::Won { white: !self.position.white_to_move() },
            (true, false) => Outcome::Stalemate,
            _ if is_dead(&self.position) => Outcome::DeadPosition,
            _ if times >= 5 => Outcome::Fivefold,
            _ if quiet >= 150 => Outcome::SeventyFiveMoves,
            _ if times >= 3 => Outcome::Threefold,
            _ if quiet >= 100 => Outcome::FiftyMoves,
            _ => Outcome::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::rules::read_san;

    fn game(fen: &str, moves: &str) -> ChessProgress {
        let mut game = ChessProgress::new(Position::from_fen(fen).expect("a FEN"));
        for san in moves.split_whitespace() {
            let mv = read_san(game.position(), san).expect("a legal move");
            game.play(mv);
        }
        game
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn mate() {
        assert_eq!(game(START, "f3 e5 g4 Qh4").outcome(), Outcome::Won { white: false });
    }

    #[test]
    fn repetitions() {
        let around = "Nf3 Nf6 Ng1 Ng8 ";
        assert_eq!(game(START, around).outcome(), Outcome::Open);
        assert_eq!(game(START, &around.repeat(2)).outcome(), Outcome::Threefold);
        assert_eq!(game(START, &around.repeat(4)).outcome(), Outcome::Fivefold);
    }

    #[test]
    fn dead_positions() {
        let outcome = |fen| game(fen, "").outcome();
        assert_eq!(outcome("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Outcome::DeadPosition);
        assert_eq!(outcome("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"), Outcome::DeadPosition);
        assert_eq!(outcome("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"), Outcome::DeadPosition);
        assert_eq!(outcome("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), Outcome::Open);
        assert_eq!(outcome("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1"), Outcome::Open);
        assert_eq!(outcome("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), Outcome::Open);
    }

    #[test]
    fn quiet_moves() {
        assert_eq!(game("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra2").outcome(), Outcome::FiftyMoves);
        assert_eq!(game("4k3/8/8/8/8/8/8/R3K3 w - - 148 80", "Ra2").outcome(), Outcome::FiftyMoves);
        assert_eq!(
            game("4k3/8/8/8/8/8/8/R3K3 w - - 149 80", "Ra2").outcome(),
            Outcome::SeventyFiveMoves
        );
        assert_eq!(
            game("k7/8/1K6/8/8/8/8/7R w - - 149 80", "Rh8").outcome(),
            Outcome::Won { white: true }
        );
        assert!(!Outcome::FiftyMoves.is_end() && Outcome::SeventyFiveMoves.is_end());
    }

    #[test]
    fn seventy_five_moves_by_each_side_end_a_game() {
        let mut game = game("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", "");
        // Rooks walk over the squares in different rhythms, so that no position comes five times.
        for ply in 0..150 {
            assert!(!game.outcome().is_end(), "after {ply} plies: {:?}", game.outcome());
            let moves = game.position().legal_moves();
            let quiet = |mv: &&Move| game.position().board.piece_on(mv.0.to).is_none();
            let next = moves.iter().filter(quiet).min_by_key(|mv| {
                let next = game.position().after(**mv);
                (
                    game.seen.iter().filter(|old| old.board.same_position(&next.board)).count(),
                    next.legal_moves().is_empty(),
                )
            });
            let mv = *next.expect("a quiet move");
            game.play(mv);
        }
        assert_eq!(game.outcome(), Outcome::SeventyFiveMoves);
    }

    #[test]
    fn stalemate() {
        assert_eq!(game("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", "Qb6").outcome(), Outcome::Stalemate);
    }
}
