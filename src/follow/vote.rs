//! The vote of the document's checkers program: of the last eight readings the board that was seen
//! most often, and at least five times, is believed. It can be chosen, and following is compared
//! with it.

use super::{Happening, Made, Moment, Part};
use crate::games::{
    CellGrid, CellProbs, Evidence, GameId, Side,
    rules::{Change, Rules},
};
use std::{collections::VecDeque, sync::Arc};

/// Readings that vote, and those that have to agree.
const READINGS: usize = 8;
const ALIKE: usize = 5;

/// A game followed by voting.
pub struct Vote {
    game: GameId,
    rules: &'static dyn Rules,
    /// How often a reading counts: a photo of its own as often as a camera would have taken it.
    readings: usize,
    last: VecDeque<CellGrid>,
    /// The parts of the game before the one that goes on.
    earlier: Vec<Part>,
    part: Part,
    /// When the last reading was seen first.
    last_s: Option<f64>,
    /// The board that was said to be wrong.
    wrong: Option<CellGrid>,
}

impl Vote {
    /// A game of which a part is known, and which is seen from a moment on; photos of their own are
    /// `steady` in one frame.
    pub fn new(
        game: GameId,
        rules: &'static dyn Rules,
        part: Part,
        begun: Moment,
        steady: usize,
    ) -> Self {
        Self {
            game,
            rules,
            readings: if steady == 1 { READINGS } else { 1 },
            last: VecDeque::new(),
            earlier: Vec::new(),
            part: Part { begun_s: begun.time_s, ..part },
            last_s: begun.time_s,
            wrong: None,
        }
    }

    /// The part of the game that goes on now.
    pub const fn part(&self) -> &Part {
        &self.part
    }

    /// All parts of the game, that one last.
    pub fn parts(&self) -> Vec<&Part> {
        self.earlier.iter().chain([&self.part]).collect()
    }

    /// The board that a reading by itself tells: the most probable one, in its own orientation.
    fn reading(&self, probs: &CellProbs) -> CellGrid {
        let evidence =
            Evidence { white: Some(Side::Bottom), ..Evidence::from_probs(probs.clone()) };
        self.game.game().decode(&evidence).board
    }

    /// What one more reading tells, of what is seen since a moment.
    pub fn see(&mut self, probs: &CellProbs, since: Moment) -> Vec<Happening> {
        let board = self.reading(probs);
        self.last_s = since.time_s;
        (0..self.readings).filter_map(|_| self.count(board.clone(), since)).collect()
    }

    fn count(&mut self, board: CellGrid, since: Moment) -> Option<Happening> {
        self.last.push_back(board);
        if self.last.len() > READINGS {
            self.last.pop_front();
        }
        let board = self.elected()?;
        let state = Arc::clone(self.part.state());
        if board == *state.board() {
            return self.wrong.take().map(|_| Happening::AllRight { state });
        }
        if self.wrong.as_ref() == Some(&board) {
            return None;
        }
        let judged = state.judge(&board);
        if let Some(step) = judged.step.clone().filter(|_| judged.change == Change::Legal) {
            self.earlier.extend(self.part.ended_by(&step, self.rules));
            let made = self.part.play(step, since)?;
            self.wrong = None;
            return Some(Happening::Move(made));
        }
        let again = self.wrong.replace(board.clone()).is_some();
        Some(match judged.change.is_wrong() {
            true => Happening::Wrong { state, judgement: Box::new(judged), board, again },
            false => Happening::Unclear,
        })
    }

    /// The board that enough of the last readings are alike in.
    fn elected(&self) -> Option<CellGrid> {
        let votes = |board: &&CellGrid| self.last.iter().filter(|other| other == board).count();
        self.last.iter().find(|board| votes(board) >= ALIKE).cloned()
    }

    /// Takes the board as it is for the game's: somebody who may has accepted it. An impossible one
    /// stays wrong.
    pub fn accept(&mut self) -> Option<Happening> {
        let board = self.wrong.clone()?;
        let next = match self.part.go_on(&board, self.last_s, self.rules) {
            Ok(next) => next,
            Err(why) => return Some(self.part.refuse(board, why)),
        };
        self.wrong = None;
        let state = Arc::clone(&next.start);
        self.earlier.push(std::mem::replace(&mut self.part, next));
        Some(Happening::Resumed { state })
    }

    /// The side to move has passed, which no board shows. Nothing where nobody passes, and once the
    /// game is over.
    pub fn pass(&mut self, now: Moment) -> Option<Happening> {
        let made = self.part.pass(now)?;
        self.wrong = None;
        Some(Happening::Move(made))
    }

    /// Takes back the last move. The board that told it tells nothing more.
    pub fn undo(&mut self) -> Option<Happening> {
        let undone: Made = self.part.moves.pop()?;
        self.wrong = Some(undone.state.board().clone());
        Some(Happening::TakenBack { moves: 1, state: Arc::clone(self.part.state()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Moment = Moment { frame: 1, time_s: Some(3.0) };

    fn board(fen: &str) -> CellGrid {
        GameId::Chess.game().from_notation(fen).expect("a board")
    }

    /// A vote on a game of chess, its start, and the board after 1. e4.
    fn game() -> (Vote, CellGrid, CellGrid) {
        let rules = GameId::Chess.rules();
        let part = Part::new(Arc::from(rules.initial().expect("a start")));
        let start = part.start.board().clone();
        let begun = Moment { frame: 1, time_s: Some(1.0) };
        let vote = Vote::new(GameId::Chess, rules, part, begun, 2);
        (vote, start, board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"))
    }

    #[test]
    fn five_of_eight_readings_make_a_move_and_four_do_not() {
        let (mut vote, start, moved) = game();
        for i in 0..8 {
            let seen = if i % 2 == 0 { &moved } else { &start };
            assert!(vote.count(seen.clone(), NOW).is_none());
        }
        let happened = vote.count(moved.clone(), NOW).or_else(|| vote.count(moved.clone(), NOW));
        let Some(Happening::Move(made)) = happened else { panic!("no move") };
        assert_eq!((made.step.notation.as_str(), made.took_s), ("e4", Some(2.0)));
        let wrong = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQK1NR");
        let mut said = (0..8).filter_map(|_| vote.count(wrong.clone(), NOW));
        assert!(matches!(said.next(), Some(Happening::Wrong { again: false, .. })));
        assert!(said.next().is_none(), "it is said once");
        assert_eq!(vote.part().state().board(), &moved);
        let mut said = (0..8).filter_map(|_| vote.count(moved.clone(), NOW));
        assert!(matches!(said.next(), Some(Happening::AllRight { .. })));
    }

    #[test]
    fn an_impossible_board_stays_wrong() {
        let (mut vote, start, _) = game();
        let laid_down = board("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
        let said = (0..8).find_map(|_| vote.count(laid_down.clone(), NOW));
        assert!(matches!(said, Some(Happening::Wrong { .. })));
        let refused = vote.accept();
        let Some(Happening::Wrong { judgement, .. }) = refused else { panic!("{refused:?}") };
        let why = judgement.sentences.last().expect("a sentence").to_string();
        assert_eq!(why, "The board is impossible: black has no king.");
        assert_eq!((vote.parts().len(), vote.part().state().board()), (1, &start));
        assert!(vote.accept().is_some(), "it still stands");
    }

    #[test]
    fn a_move_that_was_taken_back_is_not_made_again_by_the_same_board() {
        let (mut vote, _, moved) = game();
        (0..8).for_each(|_| drop(vote.count(moved.clone(), NOW)));
        assert!(matches!(vote.undo(), Some(Happening::TakenBack { moves: 1, .. })));
        assert!((0..8).all(|_| vote.count(moved.clone(), NOW).is_none()));
        assert!(vote.undo().is_none() && vote.part().moves.is_empty());
        assert!(matches!(vote.accept(), Some(Happening::Resumed { .. })), "or it is the game's");
        assert_eq!((vote.parts().len(), vote.part().state().board()), (2, &moved));
    }

    #[test]
    fn a_move_that_was_taken_back_leaves_a_wrong_board_wrong() {
        let (mut vote, _, moved) = game();
        let wrong = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQK1NR");
        for seen in [&moved, &wrong] {
            assert!((0..8).any(|_| vote.count(seen.clone(), NOW).is_some()));
        }
        assert!(vote.undo().is_some());
        assert!(matches!(vote.count(wrong, NOW), Some(Happening::Wrong { .. })));
    }
}
