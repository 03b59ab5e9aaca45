//! What may have happened: boards that follow from those before, each weighed by the evidence.

use super::{evidence::Evidence, scene::Moment};
use crate::games::{
    CellGrid,
    rules::{GameState, Step, Successor},
};
use std::{collections::HashSet, sync::Arc};

/// Log-probability that a move was made since the last scene, and that each further one was.
const A_MOVE: f64 = -0.7;
const ANOTHER: f64 = -2.5;

/// The same of a move of the side whose turn it is not, where nobody keeps turns; and of a side's
/// second move in a row where the board does not say whose turn it is.
const OUT_OF_TURN: f64 = -1.0;
const TWICE: f64 = -0.25;

/// Hypotheses that are kept, of those that lag the best one by no more than this.
const KEPT: usize = 24;
const LAG: f64 = 30.0;

/// Ways that are followed from one move to the next.
const WIDTH: usize = 60;

/// What a move changes has to be explained at least so well, where cells are seen plainly.
const PLAINLY: f64 = 5.0;

/// A way that the game may have gone since the last move that is certain.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where it began.
    pub root: Arc<dyn GameState>,
    /// Where it leads.
    pub state: Arc<dyn GameState>,
    /// The moves, each with the beginning of the scene that first showed it.
    pub steps: Vec<(Step, Moment)>,
    /// Whether white made the last move; `None` where nobody has made one, or there is no white.
    pub mover: Option<bool>,
    /// How well it explains what was seen, as a natural logarithm.
    pub score: f64,
    /// How well its board explains the last scene.
    pub fit: f64,
}

/// How far candidates are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Moves that one scene may be ahead of the last one, where few are enough to explain it.
    pub usual: usize,
    /// Moves where they are not.
    pub most: usize,
    /// What is explained as well as this needs no further moves.
    pub enough: f64,
    /// Whether every move is a candidate, or only those whose changes are seen; there may be
    /// millions of others.
    pub unseen: bool,
}

impl Line {
    /// A way without moves yet.
    pub fn from(state: Arc<dyn GameState>) -> Self {
        Self {
            root: Arc::clone(&state),
            state,
            steps: Vec::new(),
            mover: None,
            score: 0.0,
            fit: 0.0,
        }
    }

    /// The same before the last scene was weighed.
    pub fn unseen(&self) -> Self {
        Self { score: self.score - self.fit, fit: 0.0, ..self.clone() }
    }

    fn board(&self) -> &CellGrid {
        self.state.board()
    }

    /// Log-probability that a side moves next.
    fn turn_of(&self, white: Option<bool>) -> f64 {
        match (self.state.white_to_move(), self.mover, white) {
            (Some(expected), _, Some(white)) if expected != white => OUT_OF_TURN,
            (None, Some(last), Some(white)) if last == white => TWICE,
            _ => 0.0,
        }
    }
}

/// The ways that explain a scene best, the best first, from those that explain the scenes before.
pub fn explain(lines: &[Line], evidence: &Evidence, scene: Moment, reach: Reach) -> Vec<Line> {
    let stay = |line: &Line| {
        let fit = evidence.of(line.board());
        Line { score: line.score + fit, fit, ..line.clone() }
    };
    let mut found: Vec<Line> = lines.iter().map(stay).collect();
    let mut frontier = found.clone();
    for depth in 1..=reach.most {
        let explained = best_fit(&found) >= -reach.enough;
        if explained && depth > reach.usual {
            break;
        }
        let cost = cost_of(depth) - cost_of(depth - 1);
        let ways = ways(&frontier, evidence, cost, reach.unseen);
        frontier = ways.into_iter().filter_map(|way| way.go(&frontier, scene)).collect();
        found.extend(frontier.iter().cloned());
    }
    keep_best(found)
}

/// Log-probability that so many moves were made since the last scene.
pub fn cost_of(moves: usize) -> f64 {
    (0..moves).map(|before| if before == 0 { A_MOVE } else { ANOTHER }).sum()
}

fn best_fit(lines: &[Line]) -> f64 {
    lines.iter().map(|line| line.fit).fold(f64::NEG_INFINITY, f64::max)
}

/// A move from one of the ways.
struct Way {
    from: usize,
    next: Successor,
    score: f64,
    fit: f64,
}

impl Way {
    /// The way with this move; `None` where the game refuses it after all.
    fn go(self, frontier: &[Line], scene: Moment) -> Option<Line> {
        let line = &frontier[self.from];
        let state = Arc::from(line.state.apply(&self.next.step).ok()?);
        let (root, mover) = (Arc::clone(&line.root), self.next.step.white);
        let mut steps = line.steps.clone();
        steps.push((self.next.step, scene));
        Some(Line { root, state, steps, mover, score: self.score, fit: self.fit })
    }
}

/// The best moves from the ways found so far.
fn ways(frontier: &[Line], evidence: &Evidence, cost: f64, unseen: bool) -> Vec<Way> {
    let seen = |cell, class| evidence.log(cell, class) > -PLAINLY;
    let mut ways: Vec<Way> = Vec::new();
    for (from, line) in frontier.iter().enumerate() {
        let next = match unseen {
            true => line.state.successors(),
            false => line.state.successors_where(&seen),
        };
        ways.extend(next.into_iter().map(|next| {
            let gain = evidence.gain(&next.board, line.board());
            let unseen = evidence.unseen(&next.board, line.board());
            let turn = line.turn_of(next.step.white);
            let score = line.score + cost + turn + gain + unseen;
            Way { from, next, score, fit: line.fit + gain }
        }));
    }
    ways.sort_by(|a, b| b.score.total_cmp(&a.score));
    ways.truncate(WIDTH);
    ways
}

/// The best lines, each board once.
fn keep_best(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by(|a, b| b.score.total_cmp(&a.score));
    let most = lines.first().map_or(0.0, |line| line.score);
    let mut known = HashSet::new();
    lines.retain(|line| line.score >= most - LAG && known.insert(line.state.notation()));
    lines.truncate(KEPT);
    lines
}
