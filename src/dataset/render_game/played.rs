//! The game that is shown: of a record, or of random moves.

use super::{GameJob, GameJobError, RANDOM_PLIES};
use crate::{
    games::{
        CellGrid, GameId,
        checkers::rules::{CheckersRules, Variant, read_first_pdn},
        chess::rules::ChessRules,
        go::rules::GoRules,
        qwirkle::rules::QwirkleRules,
        rules::{Cell, GameState, Known, Rules, Step, Successor},
    },
    synth::{
        random::{Rng, mix},
        start_squares,
    },
};

/// A game from its start on.
pub struct Played {
    pub game: GameId,
    pub rules: Box<dyn Rules>,
    pub start: Box<dyn GameState>,
    pub steps: Vec<Step>,
}

/// Tiles that a player of Qwirkle has.
const HAND: usize = 6;

impl Played {
    /// The game of a job.
    pub fn of(job: &GameJob) -> Result<Self, GameJobError> {
        match &job.record {
            Some(record) => Self::of_record(job, record),
            None => Self::random(job),
        }
    }

    fn of_record(job: &GameJob, record: &str) -> Result<Self, GameJobError> {
        let game = job.game;
        let wrong = |source| GameJobError::Record { game, source };
        let rules: Box<dyn Rules> = match game {
            GameId::Checkers => {
                let first = read_first_pdn(record).map_err(wrong)?;
                let variant = first.map_or(Variant::ENGLISH, |game| game.variant);
                Box::new(CheckersRules::of(variant))
            }
            GameId::Chess => Box::new(ChessRules),
            GameId::Go => Box::new(GoRules),
            GameId::Qwirkle => return Err(GameJobError::NoRecord(game)),
        };
        let (start, moves) = rules.read_record(record).map_err(wrong)?;
        let plies = job.plies.unwrap_or(usize::MAX);
        let steps: Vec<Step> = moves.into_iter().take(plies).map(|made| made.step).collect();
        if steps.is_empty() {
            return Err(GameJobError::NoMoves);
        }
        let played = Self { game, rules, start, steps };
        played.check()?;
        Ok(played)
    }

    /// Whether every move is legal.
    fn check(&self) -> Result<(), GameJobError> {
        let mut state = None;
        for (i, step) in self.steps.iter().enumerate() {
            let next = state.as_ref().unwrap_or(&self.start).apply(step);
            state = Some(next.map_err(|source| GameJobError::Illegal { ply: i + 1, source })?);
        }
        Ok(())
    }

    fn random(job: &GameJob) -> Result<Self, GameJobError> {
        let mut rng = Rng::new(mix(job.seed ^ 0x6A3E));
        let (rules, start) = beginning(job, &mut rng).ok_or(GameJobError::NoMoves)?;
        let mut played = Self { game: job.game, rules, start, steps: Vec::new() };
        let (mut now, mut near): (Option<Box<dyn GameState>>, _) = (None, None);
        while played.steps.len() < job.plies.unwrap_or(RANDOM_PLIES) {
            let state = now.as_ref().unwrap_or(&played.start);
            if state.standing().over {
                break;
            }
            let Some(next) = played.any_move(state.as_ref(), near, &mut rng) else { break };
            let Ok(after) = state.apply(&next.step) else { break };
            near = changed(state.board(), &next.board).last().copied();
            now = Some(after);
            played.steps.push(next.step);
        }
        if played.steps.is_empty() { Err(GameJobError::NoMoves) } else { Ok(played) }
    }

    /// A legal move: of three random ones that which changes the most cells, so that there are
    /// captures. Stones of Go are mostly played close to the last move, `near`.
    pub fn any_move(
        &self,
        state: &dyn GameState,
        near: Option<Cell>,
        rng: &mut Rng,
    ) -> Option<Successor> {
        let board = state.board();
        let mut all = match self.game {
            GameId::Checkers | GameId::Chess => state.successors(),
            GameId::Go => close_or_any(state, near.filter(|_| rng.chance(0.75))),
            GameId::Qwirkle => with_some_tiles(self.rules.as_ref(), board, rng),
        };
        if all.is_empty() {
            return None;
        }
        let tried = (0..3).map(|_| rng.below(all.len())).collect::<Vec<_>>();
        let best = tried.into_iter().rev().max_by_key(|&i| changed(board, &all[i].board).len())?;
        Some(all.swap_remove(best))
    }
}

/// The rules and the start of a random game; `None` where the rules have no such board.
fn beginning(job: &GameJob, rng: &mut Rng) -> Option<(Box<dyn Rules>, Box<dyn GameState>)> {
    let (rules, board, known): (Box<dyn Rules>, _, _) = match job.game {
        GameId::Checkers => {
            let large = job.rows == Some(Variant::INTERNATIONAL.size);
            let variant = if large { Variant::INTERNATIONAL } else { Variant::ENGLISH };
            let rules = Box::new(CheckersRules::of(variant));
            let start = rules.initial()?;
            return Some((rules, start));
        }
        GameId::Chess => return Some((Box::new(ChessRules), ChessRules.initial()?)),
        GameId::Go => {
            let n = job.rows.unwrap_or(19);
            let known = Known { white_to_move: Some(false), ..Known::default() };
            (Box::new(GoRules), CellGrid::empty(n, n), known)
        }
        GameId::Qwirkle => {
            let start = start_tiles(job.seed, rng);
            let known = Known { start: Some(start.clone()), ..Known::default() };
            (Box::new(QwirkleRules::CONNECT), start, known)
        }
    };
    let start = rules.position(&board, &known).ok()?;
    Some((rules, start))
}

/// A board of Qwirkle with a random tile on each start square.
fn start_tiles(seed: u64, rng: &mut Rng) -> CellGrid {
    let mut board = CellGrid::empty(16, 16);
    let mut bag = bag(&board);
    rng.shuffle(&mut bag);
    for ((row, col), tile) in start_squares(seed).into_iter().zip(bag) {
        board.set(row, col, tile);
    }
    board
}

/// The tiles of Qwirkle, three of each, that are not on the board.
fn bag(board: &CellGrid) -> Vec<u8> {
    let left = |tile: u8| 3usize.saturating_sub(count(board, tile));
    (1..=36).flat_map(|tile| vec![tile; left(tile)]).collect()
}

fn count(board: &CellGrid, class: u8) -> usize {
    board.cells().iter().filter(|&&other| other == class).count()
}

/// What can be played with six random tiles; of more tiles there would be millions of moves.
fn with_some_tiles(rules: &dyn Rules, board: &CellGrid, rng: &mut Rng) -> Vec<Successor> {
    for _ in 0..5 {
        let mut tiles = bag(board);
        rng.shuffle(&mut tiles);
        tiles.truncate(HAND);
        let known = Known { tiles: Some(tiles), ..Known::default() };
        let found = rules.position(board, &known).map(|state| state.successors());
        if let Some(found) = found.ok().filter(|found| !found.is_empty()) {
            return found;
        }
    }
    Vec::new()
}

/// The moves close to a cell, or all where there is none.
fn close_or_any(state: &dyn GameState, near: Option<Cell>) -> Vec<Successor> {
    let close = near.map_or_else(Vec::new, |near| {
        state.successors_where(&|cell, class| class == 0 || distance(cell, near) <= 3)
    });
    if close.is_empty() { state.successors() } else { close }
}

/// Columns or rows between two cells, whichever are more.
pub fn distance(a: Cell, b: Cell) -> usize {
    a.0.abs_diff(b.0).max(a.1.abs_diff(b.1))
}

/// The cells in which two boards of one size differ, row by row.
pub fn changed(before: &CellGrid, after: &CellGrid) -> Vec<Cell> {
    let cells = before.cells().iter().zip(after.cells()).enumerate();
    cells
        .filter(|(_, (old, new))| old != new)
        .map(|(i, _)| (i / before.cols(), i % before.cols()))
        .collect()
}
