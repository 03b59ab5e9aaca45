//! The JSON of `kibitzer follow`: an event a line.

use super::verdict::Verdict;
use crate::{
    follow::{Happening, Made, Occurrence},
    games::{
        GameId,
        rules::{Cell, GameState, Standing},
    },
    messages::{Language, Message},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened in a game that is followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// Version of this format.
    pub schema: u32,
    /// The game.
    pub game: GameId,
    /// The frame that told it, from 1.
    pub frame: usize,
    /// The photo, as it is named; frames of a camera have no names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub photo: Option<String>,
    /// When the frame was taken, in seconds, where that is known: from the first one, or since 1970
    /// where the source says the time of day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_s: Option<f64>,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum What {
    /// The game begins, or goes on, from a board that does not follow from the last one.
    Position {
        /// The board, as a notation.
        board: String,
        /// The side to move, where it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_move: Option<Color>,
        /// The board's corners in pixels, the first its own top-left; only at the beginning.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        corners: Option<[[f64; 2]; 4]>,
        /// Whether the game goes on after something that is not understood, or was accepted.
        resumed: bool,
    },
    /// A move was made, and is certain.
    Move {
        /// Its number in the game, from 1.
        number: usize,
        /// The side that made it, where the game has sides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Color>,
        /// The move, in the game's notation.
        #[serde(rename = "move")]
        notation: String,
        /// The board after it, as a notation.
        board: String,
        /// The frame that first showed it.
        seen: usize,
        /// What is to be said of it: check, captures, points, how many pieces are left.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        said: Vec<String>,
    },
    /// Moves were taken back.
    TakenBack {
        /// Their number.
        moves: usize,
        /// The board that was returned to.
        board: String,
        /// What is said.
        message: String,
    },
    /// The board was changed in a way that is no legal move. The last correct board stays.
    Verdict {
        /// The verdict, as `kibitzer judge` gives it.
        verdict: Box<Verdict>,
        /// Whether another wrong change stood before.
        again: bool,
        /// What is said: what is wrong, and to put it back.
        message: String,
    },
    /// What was wrong was put right.
    AllRight {
        /// The board.
        board: String,
        /// What is said.
        message: String,
    },
    /// What is seen cannot be explained, or not yet: nothing is concluded.
    Unclear,
    /// Something is over the board: nothing is concluded.
    Busy {
        /// Row and column of the cells that it hides.
        cells: Vec<Cell>,
    },
    /// No board is seen.
    BoardLost {
        /// Why not.
        message: String,
    },
    /// A frame is damaged or no picture; it is passed over.
    Unreadable {
        /// What is wrong with it.
        message: String,
    },
    /// The game is over.
    GameOver {
        /// The winner, where there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Color>,
        /// How it ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// White.
    White,
    /// Black.
    Black,
}

impl Color {
    /// White, when true.
    pub const fn of_white(white: bool) -> Self {
        if white { Self::White } else { Self::Black }
    }
}

/// Turns what a follower says into events: it counts the moves.
#[derive(Clone, Debug)]
pub struct Narrator {
    game: GameId,
    language: Language,
    moves: usize,
    before: Option<std::sync::Arc<dyn GameState>>,
}

impl Narrator {
    /// A narrator of a game that has not begun.
    pub const fn new(game: GameId, language: Language) -> Self {
        Self { game, language, moves: 0, before: None }
    }

    /// A narrator of a game of which so many moves were made before.
    #[must_use]
    pub fn after(self, moves: usize) -> Self {
        Self { moves, ..self }
    }

    /// What there is to say of an occurrence.
    pub fn tell(&mut self, occurrence: Occurrence) -> Vec<What> {
        match occurrence {
            Occurrence::Started { state, corners } => {
                let corners = corners.corners().map(|p| [p.x, p.y]);
                let begun = position(&*state, Some(corners), false);
                self.before = Some(state);
                vec![begun]
            }
            Occurrence::Busy { hidden } => vec![What::Busy { cells: hidden }],
            Occurrence::Lost { why } => vec![What::BoardLost { message: why }],
            Occurrence::Game(happening) => self.happened(happening),
        }
    }

    fn happened(&mut self, happening: Happening) -> Vec<What> {
        match happening {
            Happening::Move(Made { step, state, frame }) => {
                self.moves += 1;
                let before = self.before.replace(std::sync::Arc::clone(&state));
                let judged = before.map(|before| before.judge(state.board()));
                let said = judged.map_or_else(Vec::new, |judged| judged.sentences);
                let made = What::Move {
                    number: self.moves,
                    side: step.white.map(Color::of_white),
                    notation: step.notation,
                    board: state.notation(),
                    seen: frame,
                    said: said.iter().map(|message| message.in_language(self.language)).collect(),
                };
                let standing = state.standing();
                let over = standing.over.then(|| self.over(&standing));
                [made].into_iter().chain(over).collect()
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

    fn over(&self, standing: &Standing) -> What {
        let message = standing.message.as_ref().map(|message| self.say(message));
        What::GameOver { winner: standing.winner.map(Color::of_white), message }
    }

    fn say(&self, message: &Message) -> String {
        message.in_language(self.language)
    }
}

fn position(state: &dyn GameState, corners: Option<[[f64; 2]; 4]>, resumed: bool) -> What {
    let to_move = state.white_to_move().map(Color::of_white);
    What::Position { board: state.notation(), to_move, corners, resumed }
}
