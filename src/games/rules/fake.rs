//! A toy game on 3x3 cells: two sides lay stones in turn, and a row, column or diagonal of three
//! wins.

use super::{
    Cell, Change, Contradiction, Details, GameState, IllegalStep, Judgement, Known, Noted,
    RecordFile, Rules, Standing, Step, Successor, Wrong, accepted, changed,
};
use crate::{
    games::{CellGrid, NotationError, text::algebraic},
    messages::Message,
};

/// Cells of a line, by index.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The toy's rules; white, whose stones are class 1, begins.
pub struct Toy;

#[derive(Debug)]
struct State {
    board: CellGrid,
    white: bool,
}

const fn class(white: bool) -> u8 {
    if white { 1 } else { 2 }
}

fn fault(message: &str) -> NotationError {
    NotationError { message: message.to_owned(), line: 1, column: 1 }
}

impl Rules for Toy {
    fn initial(&self) -> Option<Box<dyn GameState>> {
        Some(Box::new(State { board: CellGrid::empty(3, 3), white: true }))
    }

    fn position(
        &self,
        board: &CellGrid,
        known: &Known,
    ) -> Result<Box<dyn GameState>, Contradiction> {
        let stones = board.cells().iter().filter(|&&class| class != 0).count();
        let white = stones.is_multiple_of(2);
        if known.white_to_move.is_some_and(|told| told != white) {
            return Err(Contradiction("it is the other side's turn".to_owned()));
        }
        Ok(Box::new(State { board: board.clone(), white }))
    }

    /// Nine digits: the classes.
    fn read(&self, notation: &str, known: &Known) -> Result<Box<dyn GameState>, NotationError> {
        let cells: Vec<u8> = notation.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
        let board = CellGrid::from_cells(3, 3, cells).ok_or_else(|| fault("nine digits"))?;
        self.position(&board, known).map_err(|error| fault(&error.to_string()))
    }

    /// The start and the cells, a word each.
    fn record(
        &self,
        start: &dyn GameState,
        moves: &[Noted],
    ) -> Result<Vec<RecordFile>, IllegalStep> {
        let moves = moves.iter().map(|made| format!(" {}", made.step.notation)).collect::<String>();
        let text = start.notation() + &moves;
        Ok(vec![RecordFile { name: "game.txt".to_owned(), text }])
    }

    fn read_record(&self, text: &str) -> Result<(Box<dyn GameState>, Vec<Noted>), NotationError> {
        let mut words = text.split(' ');
        let start = self.read(words.next().unwrap_or_default(), &Known::default())?;
        let mut white = start.white_to_move();
        let step = |word: &str| {
            let step = Step { white, notation: word.to_owned() };
            white = white.map(|white| !white);
            Noted::from(step)
        };
        Ok((start, words.map(step).collect()))
    }
}

impl State {
    fn winner(&self) -> Option<bool> {
        let full = |white: bool| {
            let own = |&i: &usize| self.board.cells()[i] == class(white);
            LINES.iter().any(|line| line.iter().all(own))
        };
        [true, false].into_iter().find(|&white| full(white))
    }
}

impl GameState for State {
    fn board(&self) -> &CellGrid {
        &self.board
    }

    fn white_to_move(&self) -> Option<bool> {
        Some(self.white)
    }

    fn notation(&self) -> String {
        self.board.cells().iter().map(|&class| char::from(b'0' + class)).collect()
    }

    fn cell_name(&self, (row, col): Cell) -> String {
        algebraic(3, row, col)
    }

    fn successors_where(&self, seen: &dyn Fn(Cell, u8) -> bool) -> Vec<Successor> {
        let empty = (0..9).filter(|&i| self.board.cells()[i] == 0 && self.winner().is_none());
        let laid = empty.map(|i| {
            let (cell, mut board) = ((i / 3, i % 3), self.board.clone());
            board.set(cell.0, cell.1, class(self.white));
            let step = Step { white: Some(self.white), notation: self.cell_name(cell) };
            Successor { step, board }
        });
        laid.filter(|next| accepted(&self.board, &next.board, seen)).collect()
    }

    fn judge(&self, after: &CellGrid) -> Judgement {
        let found = self.successors().into_iter().find(|next| next.board == *after);
        let cells = changed(&self.board, after);
        let change = match found {
            _ if self.board == *after => Change::Unchanged,
            Some(_) => Change::Legal,
            None => Change::Illegal,
        };
        let why = Wrong { reason: Message::new("no-legal-move"), cells: cells.clone() };
        Judgement {
            change,
            step: found.map(|next| next.step),
            sentences: Vec::new(),
            wrong: if change.is_wrong() { vec![why] } else { Vec::new() },
            cells,
            before_possible: true,
            details: Details::None,
        }
    }

    fn apply(&self, step: &Step) -> Result<Box<dyn GameState>, IllegalStep> {
        let next = self.successors().into_iter().find(|next| next.step == *step);
        let board = next.ok_or_else(|| IllegalStep::unknown(step))?.board;
        Ok(Box::new(Self { board, white: !self.white }))
    }

    fn standing(&self) -> Standing {
        let winner = self.winner();
        let full = self.board.cells().iter().all(|&class| class != 0);
        Standing { over: full || winner.is_some(), winner, message: None }
    }
}
