//! The vote of the document's checkers program: of the last eight readings the board that was seen
//! most often, and at least five times, is believed. What following is compared with.

use super::{Made, Moment};
use crate::games::{
    CellGrid, CellProbs, Evidence, Game, Side,
    rules::{Change, GameState, Judgement},
};
use std::{collections::VecDeque, sync::Arc};

/// Readings that vote, and those that have to agree.
const READINGS: usize = 8;
const ALIKE: usize = 5;

/// A game followed by voting.
pub struct Vote {
    game: &'static dyn Game,
    last: VecDeque<CellGrid>,
    state: Arc<dyn GameState>,
    /// The moves that were made.
    pub moves: Vec<Made>,
    wrong: Option<CellGrid>,
}

impl Vote {
    /// A game that begins at a state.
    pub fn new(game: &'static dyn Game, start: Arc<dyn GameState>) -> Self {
        Self { game, last: VecDeque::new(), state: start, moves: Vec::new(), wrong: None }
    }

    /// The board that is believed.
    pub fn board(&self) -> &CellGrid {
        self.state.board()
    }

    /// The board that a reading by itself tells: the most probable one, in its own orientation.
    pub fn reading(&self, probs: &CellProbs) -> CellGrid {
        let evidence =
            Evidence { white: Some(Side::Bottom), ..Evidence::from_probs(probs.clone()) };
        self.game.decode(&evidence).board
    }

    /// One more reading, of a `frame`: what is concluded, where something is.
    pub fn see(&mut self, board: CellGrid, frame: usize) -> Option<Judgement> {
        self.last.push_back(board);
        if self.last.len() > READINGS {
            self.last.pop_front();
        }
        let board = self.elected()?;
        if board == *self.state.board() {
            self.wrong = None;
            return None;
        }
        if self.wrong.as_ref() == Some(&board) {
            return None;
        }
        let judged = self.state.judge(&board);
        match judged.step.clone().filter(|_| judged.change == Change::Legal) {
            Some(step) => {
                self.state = Arc::from(self.state.apply(&step).ok()?);
                let seen = Moment { frame, time_s: None };
                self.moves.push(Made { step, state: Arc::clone(&self.state), seen, took_s: None });
                self.wrong = None;
            }
            None => self.wrong = Some(board),
        }
        Some(judged)
    }

    /// The board that enough of the last readings are alike in.
    fn elected(&self) -> Option<CellGrid> {
        let votes = |board: &&CellGrid| self.last.iter().filter(|other| other == board).count();
        self.last.iter().find(|board| votes(board) >= ALIKE).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameId;

    #[test]
    fn five_of_eight_readings_make_a_move_and_four_do_not() {
        let game = GameId::Chess.game();
        let start = Arc::from(GameId::Chess.rules().initial().expect("a start"));
        let mut vote = Vote::new(game, start);
        let board = |fen: &str| game.from_notation(fen).expect("a board");
        let moved = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
        let start = vote.board().clone();
        for i in 0..8 {
            assert!(vote.see(if i % 2 == 0 { moved.clone() } else { start.clone() }, 1).is_none());
        }
        let judged = vote.see(moved.clone(), 2).or_else(|| vote.see(moved.clone(), 2));
        assert!(judged.is_some_and(|judged| judged.change == Change::Legal));
        assert_eq!(vote.moves[0].step.notation, "e4");
        let wrong = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQK1NR");
        let mut said = (0..8).filter_map(|_| vote.see(wrong.clone(), 3));
        assert!(said.next().is_some_and(|judged| judged.change.is_wrong()));
        assert!(said.next().is_none(), "it is said once");
        assert_eq!(vote.board(), &moved);
    }
}
