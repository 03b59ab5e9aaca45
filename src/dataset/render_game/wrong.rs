//! Moves that are none.

use super::played::Played;
use crate::{
    games::{
        CellGrid, GameId,
        rules::{Cell, GameState, Known},
    },
    synth::random::Rng,
};
use serde::Serialize;

/// What is wrong with a change of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A move of the side whose turn it is not.
    WrongSide,
    /// A piece went where it cannot go; in Qwirkle, a tile lies where it must not.
    NoMove,
    /// Two moves at once.
    TwoMoves,
    /// A piece is gone.
    Removed,
}

/// How often a kind is tried before the next one.
const TRIES: usize = 12;

/// A board that neither a legal move nor two lead to, by the rules of the game that is played and by its usual
/// ones, nor one of the `earlier` boards of the game, to which moves may be taken back; and why. `None` where
/// none is found.
pub fn wrong_move(
    played: &Played,
    state: &dyn GameState,
    earlier: &[CellGrid],
    rng: &mut Rng,
) -> Option<(Kind, CellGrid)> {
    // Games of checkers are followed without a record of turns.
    let usual = played.game.rules().position(state.board(), &Known::default()).ok()?;
    let mut kinds = [Kind::WrongSide, Kind::NoMove, Kind::TwoMoves, Kind::Removed];
    rng.shuffle(&mut kinds);
    for kind in kinds {
        for _ in 0..TRIES {
            let board = match kind {
                Kind::WrongSide => of_wrong_side(played, state, rng),
                Kind::NoMove => no_move(played.game, state.board(), rng),
                Kind::TwoMoves => two_moves(played, state, rng),
                Kind::Removed => removed(state.board(), rng),
            };
            let wrong = |board: &CellGrid| {
                let by = |state: &dyn GameState| {
                    state.judge(board).change.is_wrong() && !follows(played.game, state, board)
                };
                by(state) && by(&*usual) && !earlier.contains(board)
            };
            if let Some(board) = board.filter(wrong) {
                return Some((kind, board));
            }
        }
    }
    None
}

/// Whether two legal moves, of whichever sides, lead to a board: a camera that missed the first one would see it.
fn follows(game: GameId, state: &dyn GameState, board: &CellGrid) -> bool {
    let as_there = |cell: Cell, to: u8| class(board, cell) == to;
    // The second move may be one of the same piece; stones and tiles stay where they are put.
    let firsts =
        if game.has_seats() { state.successors() } else { state.successors_where(&as_there) };
    firsts.into_iter().any(|first| {
        let after = state.apply(&first.step).ok();
        let usual = game.rules().position(&first.board, &Known::default()).ok();
        let then =
            after.into_iter().chain(usual).flat_map(|after| after.successors_where(&as_there));
        then.into_iter().any(|second| second.board == *board)
    })
}

fn of_wrong_side(played: &Played, state: &dyn GameState, rng: &mut Rng) -> Option<CellGrid> {
    let known = Known { white_to_move: Some(!state.white_to_move()?), ..Known::default() };
    let turned = played.rules.position(state.board(), &known).ok()?;
    Some(played.any_move(turned.as_ref(), None, rng)?.board)
}

fn two_moves(played: &Played, state: &dyn GameState, rng: &mut Rng) -> Option<CellGrid> {
    let first = played.any_move(state, None, rng)?;
    let known = Known { white_to_move: state.white_to_move(), ..Known::default() };
    let between = played.rules.position(&first.board, &known).ok()?;
    Some(played.any_move(between.as_ref(), None, rng)?.board)
}

fn no_move(game: GameId, board: &CellGrid, rng: &mut Rng) -> Option<CellGrid> {
    let free = |cell: Cell| class(board, cell) == 0;
    let mut after = board.clone();
    if game == GameId::Qwirkle {
        let (row, col) = any_cell(board, rng, free)?;
        after.set(row, col, 1 + rng.below(36) as u8);
        return Some(after);
    }
    let from = any_cell(board, rng, |cell| !free(cell))?;
    // In checkers pieces stay on squares of one color, even where they must not go.
    let odd = |cell: Cell| (cell.0 + cell.1 + from.0 + from.1) % 2 == 1;
    let (row, col) =
        any_cell(board, rng, |cell| free(cell) && (game != GameId::Checkers || !odd(cell)))?;
    after.set(from.0, from.1, 0);
    after.set(row, col, class(board, from));
    Some(after)
}

fn removed(board: &CellGrid, rng: &mut Rng) -> Option<CellGrid> {
    let (row, col) = any_cell(board, rng, |cell| class(board, cell) != 0)?;
    let mut after = board.clone();
    after.set(row, col, 0);
    Some(after)
}

fn class(board: &CellGrid, (row, col): Cell) -> u8 {
    board.get(row, col)
}

/// A random one of the cells that fit.
fn any_cell(board: &CellGrid, rng: &mut Rng, fits: impl Fn(Cell) -> bool) -> Option<Cell> {
    let cells = (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row, col)));
    let all: Vec<Cell> = cells.filter(|&cell| fits(cell)).collect();
    all.get(rng.below(all.len())).copied()
}
