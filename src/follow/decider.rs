//! Who decides what happened in a game: the rules with what was seen, or the vote.

use super::{
    scene::{Moment, Scene},
    tracker::{Happening, Part, Tracker},
    vote::Vote,
};
use crate::games::CellGrid;

/// Who decides.
pub enum Decider {
    /// Moves are weighed by how well they explain what was seen.
    Tracker(Box<Tracker>),
    /// What most readings are alike in is believed.
    Vote(Box<Vote>),
}

impl Decider {
    /// What a scene tells, in the board's own orientation, at each of its frames.
    pub fn see(&mut self, scene: &Scene) -> Vec<Happening> {
        match self {
            Self::Tracker(tracker) if scene.is_steady() && !scene.is_complete() => {
                tracker.see(scene)
            }
            Self::Tracker(_) => Vec::new(),
            Self::Vote(vote) => vote.see(&scene.probs(), scene.begun),
        }
    }

    /// The part of the game that goes on now.
    pub const fn part(&self) -> &Part {
        match self {
            Self::Tracker(tracker) => tracker.part(),
            Self::Vote(vote) => vote.part(),
        }
    }

    /// All parts of the game, that one last.
    pub fn parts(&self) -> Vec<&Part> {
        match self {
            Self::Tracker(tracker) => tracker.parts(),
            Self::Vote(vote) => vote.parts(),
        }
    }

    /// Nothing more is to be seen.
    pub fn finish(&mut self) -> Vec<Happening> {
        match self {
            Self::Tracker(tracker) => tracker.finish(),
            Self::Vote(_) => Vec::new(),
        }
    }

    /// Takes the board as it is for the game's.
    pub fn accept(&mut self) -> Option<Happening> {
        match self {
            Self::Tracker(tracker) => tracker.accept(),
            Self::Vote(vote) => vote.accept(),
        }
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Vec<Happening> {
        match self {
            Self::Tracker(tracker) => tracker.undo(),
            Self::Vote(vote) => vote.undo().into_iter().collect(),
        }
    }

    /// The side to move has passed.
    pub fn pass(&mut self, now: Moment) -> Vec<Happening> {
        match self {
            Self::Tracker(tracker) => tracker.pass(now),
            Self::Vote(vote) => vote.pass(now).into_iter().collect(),
        }
    }

    /// Whether what was said to be unclear still is: a vote says so itself when it is not.
    pub const fn is_still_unclear(&self) -> bool {
        match self {
            Self::Tracker(tracker) => tracker.is_unclear(),
            Self::Vote(_) => true,
        }
    }

    /// The board, where it is certain that a scene shows it: what a vote believes may be read wrong.
    pub fn certain_board(&self, scene: &Scene) -> Option<CellGrid> {
        match self {
            Self::Tracker(tracker) => tracker.certain_board(scene),
            Self::Vote(_) => None,
        }
    }

    /// Pieces look otherwise from now on.
    pub fn seen_anew(&mut self, scene: &Scene, board: &CellGrid) {
        if let Self::Tracker(tracker) = self {
            tracker.seen_anew(scene, board);
        }
    }
}
