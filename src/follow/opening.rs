//! Where a game that is watched begins: at its initial position, a few moves later, or from the
//! board that is seen.

use super::{
    candidates::{Line, Reach, explain},
    evidence::{Evidence, Observations},
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

/// What each violation of a board takes it further from being one that a game goes on from: more
/// likely it is read wrong.
const IMPOSSIBLE: f64 = 10.0;

/// A board on which the game is over is this much less likely than one that it goes on from: black
/// men in a bad light may all be taken for white ones.
const OVER: f64 = 60.0;

/// Log-probability that a further move was made before anybody looked; and where any cell may be
/// one's: glare on an empty board of Go is no stone.
const MISSED: f64 = -0.7;
const MISSED_ANYWHERE: f64 = -3.0;

/// Moves that may have been made before anybody looked, so that the start is still recognized.
const EARLIER: usize = 12;

/// What the first boards are explained by well enough to look no further.
pub const ENOUGH: f64 = 10.0;

/// What takes a board that is none of a game's first ones further from being one, for each cell
/// that is empty where a piece stands at the start: in games at odds.
const AT_ODDS: f64 = 3.0;

/// In checkers the side begins that the rules say, and in other countries the other one.
const OTHER_BEGINS: f64 = 0.5;

/// In Go white begins where there are handicap stones, and seldom else.
const WHITE_BEGINS: f64 = 4.0;

/// A cell is plainly empty where every piece explains it so much worse.
const PLAINLY_EMPTY: f64 = 4.0;

/// Where a game begins.
pub struct Opening {
    /// Quarter turns from the photo's orientation to the board's own.
    pub turns: usize,
    /// The ways that the game may have gone, the likeliest first.
    pub lines: Vec<Line>,
    /// Whether it is one of the game's first boards, and explained well.
    pub plain: bool,
}

/// The first look at a game.
struct FirstLook<'a> {
    game: GameId,
    rules: &'a dyn Rules,
    scene: &'a Scene,
    observed: Observations,
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
    let (rows, cols, _) = scene.probs().dim();
    let look =
        FirstLook { game, rules, scene, observed: Observations::new(game.game(), rows, cols) };
    let seen_turns = turns_of(reading);
    let turns = if game.has_seats() { vec![0, 1, 2, 3] } else { vec![seen_turns] };
    let starts = starts(game, rules, (rows, cols), given);
    let mut best = turns.iter().map(|&turns| look.from(&starts, turns, 2)).max_by(order);
    if let Some(best) = &mut best {
        best.plain = score(best) >= -ENOUGH;
    }
    if given.is_some() {
        return best;
    }
    let best = best.map(|near| look.further(near, &starts));
    let middle = rules.position(&reading.board, &Known::default()).ok().map(|start| {
        let over = if start.standing().over { OVER } else { 0.0 };
        let mut opening = look.from(&[Line::from(Arc::from(start))], seen_turns, 0);
        let impossible = game.game().violations(&reading.board).len();
        let cost = IN_THE_MIDDLE + IMPOSSIBLE * impossible as f64 + over;
        opening.lines.iter_mut().for_each(|line| line.score -= cost);
        opening
    });
    [best, middle].into_iter().flatten().max_by(order)
}

/// How well a game's first boards explain what the first scene shows, whichever way round, as a
/// natural logarithm; `None` where a game has none of its own.
pub fn start_fit(
    game: GameId,
    rules: &dyn Rules,
    scene: &Scene,
    given: Option<&Arc<dyn GameState>>,
) -> Option<f64> {
    let (rows, cols, _) = scene.probs().dim();
    let starts = starts(game, rules, (rows, cols), given);
    let look =
        FirstLook { game, rules, scene, observed: Observations::new(game.game(), rows, cols) };
    let fits = (0..4).map(|turns| score(&look.from(&starts, turns, 2)));
    (game.has_seats() && !starts.is_empty()).then(|| fits.fold(f64::NEG_INFINITY, f64::max))
}

impl FirstLook<'_> {
    fn evidence(&self, turns: usize) -> Evidence {
        let scene = self.scene.turned(turns);
        self.observed.evidence(&scene.probs(), &scene.hidden).covered(scene.cover)
    }

    /// The ways that the game may have gone from one of its starts, in at most so many moves.
    fn from(&self, starts: &[Line], turns: usize, most: usize) -> Opening {
        let reach = Reach { usual: 2, most, enough: ENOUGH, unseen: self.game.has_seats() };
        let mut lines = explain(starts, &self.evidence(turns), self.scene.begun, reach);
        let missed = if self.game.has_seats() { MISSED } else { MISSED_ANYWHERE };
        lines.iter_mut().for_each(|line| line.score += missed * line.steps.len() as f64);
        lines.sort_by(|a, b| b.score.total_cmp(&a.score));
        Opening { turns, lines, plain: false }
    }

    /// The same opening or, where it explains too little, one with more moves or fewer pieces.
    fn further(&self, near: Opening, starts: &[Line]) -> Opening {
        if !self.game.has_seats() || score(&near) >= -ENOUGH {
            return near;
        }
        let turns = near.turns;
        let far = self.from(starts, turns, EARLIER);
        let evidence = self.evidence(turns);
        let at_odds = starts.iter().filter_map(|start| self.at_odds(&*start.state, &evidence)).map(
            |(start, missing)| {
                let mut opening = self.from(&[Line::from(start)], turns, 2);
                let cost = AT_ODDS * missing as f64;
                opening.lines.iter_mut().for_each(|line| line.score -= cost);
                opening
            },
        );
        [far]
            .into_iter()
            .chain(at_odds)
            .fold(near, |best, next| if score(&next) > score(&best) { next } else { best })
    }

    /// A start without the pieces whose cells are plainly empty, and the number of these.
    fn at_odds(
        &self,
        start: &dyn GameState,
        evidence: &Evidence,
    ) -> Option<(Arc<dyn GameState>, usize)> {
        let (mended, changed) = evidence.mended(start.board(), PLAINLY_EMPTY);
        let empty = |&(row, col): &(usize, usize)| mended.get(row, col) == 0;
        let missing: Vec<_> = changed.into_iter().filter(empty).collect();
        let mut board = start.board().clone();
        missing.iter().for_each(|&(row, col)| board.set(row, col, 0));
        let known = Known { white_to_move: start.white_to_move(), ..Known::default() };
        let state = self.rules.position(&board, &known).ok().filter(|_| !missing.is_empty())?;
        Some((Arc::from(state), missing.len()))
    }
}

fn order(a: &Opening, b: &Opening) -> std::cmp::Ordering {
    score(a).total_cmp(&score(b))
}

fn score(opening: &Opening) -> f64 {
    opening.lines.first().map_or(f64::NEG_INFINITY, |line| line.score)
}

/// Where a game may begin on a board of this size: as the user says, or as its games do.
fn starts(
    game: GameId,
    rules: &dyn Rules,
    (rows, cols): (usize, usize),
    given: Option<&Arc<dyn GameState>>,
) -> Vec<Line> {
    let given = given.map(|at| vec![Line::from(Arc::clone(at))]);
    let all = given.unwrap_or_else(|| initial(game, rules, rows, cols));
    let size = |line: &Line| (line.state.board().rows(), line.state.board().cols());
    all.into_iter().filter(|line| size(line) == (rows, cols)).collect()
}

/// The starts of a game on a board of this size; none where they differ from game to game.
fn initial(game: GameId, rules: &dyn Rules, rows: usize, cols: usize) -> Vec<Line> {
    let of = |board: &CellGrid, white_to_move| {
        let known = Known { white_to_move, ..Known::default() };
        rules.position(board, &known).ok().map(|state| Line::from(Arc::from(state)))
    };
    match game {
        // Boards of several sizes.
        GameId::Go => {
            let empty = CellGrid::empty(rows, cols);
            let white = of(&empty, Some(true));
            let white = white.map(|line| Line { score: line.score - WHITE_BEGINS, ..line });
            of(&empty, Some(false)).into_iter().chain(white).collect()
        }
        GameId::Checkers => {
            let begins = rules.initial().map(|state| Line::from(Arc::from(state)));
            let other = begins.as_ref().and_then(|line| {
                of(line.state.board(), line.state.white_to_move().map(|white| !white))
            });
            let other = other.map(|line| Line { score: line.score - OTHER_BEGINS, ..line });
            begins.into_iter().chain(other).collect()
        }
        GameId::Chess | GameId::Qwirkle => {
            rules.initial().map(|state| Line::from(Arc::from(state))).into_iter().collect()
        }
    }
}

/// Quarter turns from the photo's orientation to that of the board that was read.
pub fn turns_of(reading: &Recognition) -> usize {
    let quad = &reading.corners.quad;
    quad.upright().turns_to(quad)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        follow::scene::Moment,
        games::{CellProbs, rules::Cell},
        geometry::GridSpec,
        recognition::testing::recognition,
    };
    use ndarray::Array3;

    /// How a game of checkers begins whose board is read as this.
    fn opened(read: &CellGrid) -> Opening {
        let game = GameId::Checkers;
        let classes = game.game().classes().len();
        let probs = CellProbs::new(Array3::from_shape_fn((8, 8, classes), |(row, col, class)| {
            if usize::from(read.get(row, col)) == class { 0.95 } else { 0.05 / 4.0 }
        }));
        let begun = Moment { frame: 1, time_s: None };
        let scene = Scene::new(begun, &probs, Vec::new(), 2);
        let reading = Recognition {
            game,
            grid: GridSpec::squares(8),
            board: read.clone(),
            probs,
            ..recognition(&[])
        };
        open(game, game.rules(), &reading, &scene, None).expect("an opening")
    }

    #[test]
    fn men_that_all_look_white_are_those_of_both_sides() {
        let game = GameId::Checkers;
        let initial = game.rules().initial().expect("a start");
        let white = game.game().class_of("w").expect("white men");
        let mut read = initial.board().clone();
        let cells = (0..8).flat_map(|row| (0..8).map(move |col| (row, col)));
        let men: Vec<Cell> = cells.filter(|&(row, col)| read.get(row, col) != 0).collect();
        men.iter().for_each(|&(row, col)| read.set(row, col, white));
        assert_eq!(opened(&read).lines[0].state.board(), initial.board());
        // A few men of both sides are a board that a game may go on from.
        let mut few = CellGrid::empty(8, 8);
        for &(row, col) in &men[10..14] {
            few.set(row, col, initial.board().get(row, col));
        }
        assert_eq!(opened(&few).lines[0].state.board(), &few);
    }
}
