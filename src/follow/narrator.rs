//! What a follower tells, as events for other programs.

use super::{Happening, Made, Occurrence};
use crate::{
    games::{
        GameId,
        rules::{GameState, PASS, Standing},
    },
    messages::{Language, Message},
    report::{
        event::{Color, What},
        verdict::Verdict,
    },
};
use std::sync::Arc;

/// Turns what a follower says into events: it counts the moves.
#[derive(Clone, Debug)]
pub struct Narrator {
    game: GameId,
    language: Language,
    moves: usize,
    /// Whether the game was begun before.
    goes_on: bool,
    before: Option<Arc<dyn GameState>>,
}

impl Narrator {
    /// A narrator of a game that has not begun.
    pub const fn new(game: GameId, language: Language) -> Self {
        Self { game, language, moves: 0, goes_on: false, before: None }
    }

    /// A narrator of a game that is gone on with, of which so many moves were made before.
    #[must_use]
    pub fn after(self, moves: usize) -> Self {
        Self { moves, goes_on: true, ..self }
    }

    /// What there is to say of an occurrence.
    pub fn tell(&mut self, occurrence: Occurrence) -> Vec<What> {
        match occurrence {
            Occurrence::Started { state, corners } => {
                let corners = corners.corners().map(|p| [p.x, p.y]);
                let begun = position(&*state, Some(corners), self.goes_on);
                let over = self.game_over(&*state);
                self.before = Some(state);
                [begun].into_iter().chain(over).collect()
            }
            Occurrence::Busy { hidden } => vec![What::Busy { cells: hidden }],
            Occurrence::Lost { why } => vec![What::BoardLost { message: self.say(&why) }],
            Occurrence::NoStart { why } => vec![What::Unreadable { message: self.say(&why) }],
            Occurrence::Game(happening) => self.happened(happening),
        }
    }

    fn happened(&mut self, happening: Happening) -> Vec<What> {
        match happening {
            Happening::Move(Made { step, state, seen, .. }) => {
                self.moves += 1;
                let before = self.before.replace(Arc::clone(&state));
                let judged = before.map(|before| before.judge(state.board()));
                let said = match step.notation == PASS {
                    true => vec![passed(step.white)],
                    false => judged.map_or_else(Vec::new, |judged| judged.sentences),
                };
                let made = What::Move {
                    number: self.moves,
                    side: step.white.map(Color::of_white),
                    notation: step.notation,
                    board: state.notation(),
                    seen: seen.frame,
                    seen_s: seen.time_s,
                    said: said.iter().map(|message| message.in_language(self.language)).collect(),
                };
                [made].into_iter().chain(self.game_over(&*state)).collect()
            }
            Happening::TakenBack { moves, state } => {
                self.moves = self.moves.saturating_sub(moves);
                let message = Message::new("follow-taken-back").count("count", moves);
                let board = state.notation();
                self.before = Some(state);
                vec![What::TakenBack { moves, board, message: self.say(&message) }]
            }
            Happening::Wrong { state, judgement, board, again } => {
                let verdict = Verdict::new(
                    self.game.game(),
                    &*state,
                    &board,
                    &judgement,
                    Vec::new(),
                    self.language,
                );
                let go_back = self.say(&Message::new("go-back"));
                let message = self.language.paragraph(&[verdict.message.clone(), go_back]);
                vec![What::Verdict { verdict: Box::new(verdict), again, message }]
            }
            Happening::AllRight { state } => {
                let message = self.say(&Message::new("follow-all-right"));
                vec![What::AllRight { board: state.notation(), message }]
            }
            Happening::Unclear => vec![What::Unclear],
            Happening::Resumed { state } => {
                let resumed = position(&*state, None, true);
                (self.moves, self.before) = (0, Some(state));
                vec![resumed]
            }
        }
    }

    /// What there is to say of the end of a game, where it is over.
    pub fn game_over(&self, state: &dyn GameState) -> Option<What> {
        let Standing { over, winner, message } = state.standing();
        let message = message.map(|message| self.say(&message));
        over.then(|| What::GameOver { winner: winner.map(Color::of_white), message })
    }

    fn say(&self, message: &Message) -> String {
        message.in_language(self.language)
    }
}

fn passed(white: Option<bool>) -> Message {
    match white {
        Some(white) => Message::new("follow-pass").side("side", white),
        None => Message::new("follow-pass-somebody"),
    }
}

fn position(state: &dyn GameState, corners: Option<[[f64; 2]; 4]>, resumed: bool) -> What {
    let to_move = state.white_to_move().map(Color::of_white);
    What::Position { board: state.notation(), to_move, corners, resumed }
}
