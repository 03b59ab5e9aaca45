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

/// What each piece of a start that the user gives adds to what a board is doubted by that does not
/// show it: of many pieces some may be read wrong.
const OF_GIVEN: f64 = 1.5;

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
    /// Whether the board plainly shows something else than the start that the user gives.
    pub other: bool,
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
    // A start that is given tells which way round the board lies.
    let all_ways = game.has_seats() || given.is_some();
    let turns =
        if all_ways { (1..=4).map(|t| (seen_turns + t) % 4).collect() } else { vec![seen_turns] };
    let starts = starts(game, rules, (rows, cols), given);
    let mut best = turns.iter().map(|&turns| look.from(&starts, turns, 2)).max_by(order);
    if let Some(best) = &mut best {
        best.plain = score(best) >= -ENOUGH;
    }
    let middle = rules.position(&reading.board, &Known::default()).ok();
    let cost = cost_of_middle(game, &reading.board, middle.as_deref());
    if let Some(given) = given {
        let pieces = given.board().cells().iter().filter(|&&class| class != 0).count();
        let least = -cost - OF_GIVEN * pieces as f64;
        return best.map(|best| Opening { other: score(&best) < least, ..best });
    }
    let best = best.map(|near| look.further(near, &starts));
    let middle = middle.map(|start| {
        let mut opening = look.from(&[Line::from(Arc::from(start))], seen_turns, 0);
        opening.lines.iter_mut().for_each(|line| line.score -= cost);
        opening
    });
    [best, middle].into_iter().flatten().max_by(order)
}

/// How much less likely a board is than one of a game's first; with its position, where it is one.
fn cost_of_middle(game: GameId, board: &CellGrid, position: Option<&dyn GameState>) -> f64 {
    let over = if position.is_some_and(|start| start.standing().over) { OVER } else { 0.0 };
    let impossible = game.game().violations(board).len();
    IN_THE_MIDDLE + IMPOSSIBLE * impossible as f64 + over
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
        Opening { turns, lines, plain: false, other: false }
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

    /// How a game of checkers begins whose board is read as this, where the user gives a start.
    fn opened(read: &CellGrid, given: Option<&Arc<dyn GameState>>) -> Opening {
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
        open(game, game.rules(), &reading, &scene, given).expect("an opening")
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
        assert_eq!(opened(&read, None).lines[0].state.board(), initial.board());
        // A few men of both sides are a board that a game may go on from.
        let mut few = CellGrid::empty(8, 8);
        for &(row, col) in &men[10..14] {
            few.set(row, col, initial.board().get(row, col));
        }
        assert_eq!(opened(&few, None).lines[0].state.board(), &few);
    }

    #[test]
    fn a_start_that_is_given_is_begun_from_unless_the_board_plainly_shows_another_one() {
        let game = GameId::Checkers;
        let state = |pdn: &str| -> Arc<dyn GameState> {
            let board = game.game().from_notation(pdn).expect("a board");
            Arc::from(game.rules().position(&board, &Known::default()).expect("a position"))
        };
        let initial: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
        let ending = state("W:W29,31,32:B1,3");
        let shows = |read: &CellGrid, given: &Arc<dyn GameState>| !opened(read, Some(given)).other;
        assert!(shows(initial.board(), &initial) && shows(ending.board(), &ending));
        assert!(!shows(initial.board(), &ending) && !shows(ending.board(), &initial));
        assert!(!shows(state("W:W13,14,15:B22,23").board(), &ending), "as few pieces elsewhere");
        let mut later = Arc::clone(&initial);
        for _ in 0..3 {
            let step = later.successors().remove(0).step;
            later = Arc::from(later.apply(&step).expect("legal"));
            assert!(shows(later.board(), &initial), "moves were made before the first photo");
        }
        // Badly seen: men that all look white, and some that are not seen.
        let white = game.game().class_of("w").expect("white men");
        let (mut pale, mut few) = (initial.board().clone(), initial.board().clone());
        let cells = (0..8).flat_map(|row| (0..8).map(move |col| (row, col)));
        let men: Vec<Cell> =
            cells.filter(|&(row, col)| initial.board().get(row, col) != 0).collect();
        men.iter().for_each(|&(row, col)| pale.set(row, col, white));
        men[..5].iter().for_each(|&(row, col)| few.set(row, col, 0));
        assert!(shows(&pale, &initial) && shows(&few, &initial));
    }
}
