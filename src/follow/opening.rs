//! Where a game that is watched begins: at its initial position, a few moves later, or from the
//! board that is seen.

use super::{
    candidates::{Line, Reach, explain},
    evidence::Observations,
    scene::Scene,
};
use crate::{
    games::{
        CellGrid, GameId,
        rules::{GameState, Known, Rules},
    },
    recognition::Recognition,
};
use std::sync::Arc;

/// A board that is none of the first moves' is this much less likely, as a natural logarithm: most
/// games are watched from their start.
const IN_THE_MIDDLE: f64 = 18.0;

/// Moves that may have been made before anybody looked, so that the start is still recognized.
const EARLIER: usize = 12;

/// What the first boards are explained by well enough to look no further.
const ENOUGH: f64 = 10.0;

/// Where a game begins.
pub struct Opening {
    /// Quarter turns from the photo's orientation to the board's own.
    pub turns: usize,
    /// The state that the moves start from.
    pub start: Arc<dyn GameState>,
    /// The ways that the game may have gone since, the likeliest first.
    pub lines: Vec<Line>,
}

/// How a game began, from the first reading of its board and what the first scene shows, rows and
/// columns as seen in the photo. `given` is where the user says that it began.
pub fn open(
    game: GameId,
    rules: &dyn Rules,
    reading: &Recognition,
    scene: &Scene,
    given: Option<&Arc<dyn GameState>>,
) -> Option<Opening> {
    let probs = scene.probs();
    let (rows, cols, _) = probs.dim();
    let observed = Observations::new(game.game(), rows, cols);
    let seen_turns = turns_of(reading);
    let starts: Vec<Arc<dyn GameState>> = match given {
        Some(state) => vec![Arc::clone(state)],
        None => initial(game, rules, rows, cols).into_iter().collect(),
    };
    let unseen = game.has_seats();
    let from = |start: &Arc<dyn GameState>, turns: usize, most: usize| {
        let hidden = turned(&scene.hidden, rows, cols, turns);
        let evidence = observed.evidence(&probs.rotated(turns), &hidden);
        let reach = Reach { usual: 2, most, enough: ENOUGH, unseen };
        let lines = explain(&[Line::from(Arc::clone(start))], &evidence, scene.number, reach);
        Opening { turns, start: Arc::clone(start), lines }
    };
    let turns: Vec<usize> = if unseen { vec![0, 1, 2, 3] } else { vec![seen_turns] };
    let pairs = starts.iter().flat_map(|start| turns.iter().map(move |&turns| (start, turns)));
    let fits = |start: &Arc<dyn GameState>| {
        (start.board().rows(), start.board().cols()) == (rows, cols)
    };
    let pairs = pairs.filter(|(start, _)| fits(start));
    let best = pairs.map(|(start, turns)| from(start, turns, 2)).max_by(|a, b| order(a, b));
    let best = best.map(|near| match score(&near) < -ENOUGH && given.is_none() {
        true => from(&near.start, near.turns, if unseen { EARLIER } else { 2 }),
        false => near,
    });
    if given.is_some() {
        return best;
    }
    let middle = middle(rules, reading).map(|start| {
        let mut opening = from(&start, seen_turns, 0);
        opening.lines.iter_mut().for_each(|line| line.score -= IN_THE_MIDDLE);
        opening
    });
    [best, middle].into_iter().flatten().max_by(|a, b| order(a, b))
}

fn order(a: &Opening, b: &Opening) -> std::cmp::Ordering {
    score(a).total_cmp(&score(b))
}

fn score(opening: &Opening) -> f64 {
    opening.lines.first().map_or(f64::NEG_INFINITY, |line| line.score)
}

/// The state at the start of a game on a board of this size; `None` where that differs from game to
/// game.
fn initial(
    game: GameId,
    rules: &dyn Rules,
    rows: usize,
    cols: usize,
) -> Option<Arc<dyn GameState>> {
    match game {
        // Boards of several sizes, and either side may begin: where there are handicap stones, white.
        GameId::Go => {
            let board = CellGrid::empty(rows, cols);
            rules.position(&board, &Known::default()).ok().map(Arc::from)
        }
        _ => rules.initial().map(Arc::from),
    }
}

/// The state of the board that was read.
fn middle(rules: &dyn Rules, reading: &Recognition) -> Option<Arc<dyn GameState>> {
    rules.position(&reading.board, &Known::default()).ok().map(Arc::from)
}

/// Quarter turns from the photo's orientation to that of the board that was read.
pub fn turns_of(reading: &Recognition) -> usize {
    let (quad, upright) = (&reading.corners.quad, reading.corners.quad.upright());
    let first = |turns: &usize| {
        let (a, b) = (upright.rotated(*turns).corners()[0], quad.corners()[0]);
        (a.x - b.x).hypot(a.y - b.y)
    };
    (0..4).min_by(|a, b| first(a).total_cmp(&first(b))).unwrap_or(0)
}

/// Cells of a board after quarter turns.
pub fn turned(
    cells: &[(usize, usize)],
    rows: usize,
    cols: usize,
    turns: usize,
) -> Vec<(usize, usize)> {
    let (rows, cols) = if turns.is_multiple_of(2) { (rows, cols) } else { (cols, rows) };
    let back = (4 - turns % 4) % 4;
    cells.iter().map(|&cell| crate::games::rotate_index(cell, (rows, cols), back)).collect()
}
