//! Qwirkle as [`Rules`](crate::games::rules::Rules).

use super::{
    bonus::BonusSquares,
    hints::plays,
    legality::{Fault, Play, Rules as Placement, check},
    output::course_lines,
    say::{places, score_sentences, tile_name},
    score::{Score, score},
    table::{Cell as TableCell, Table},
};
use crate::{
    games::{
        CellGrid, NotationError,
        qwirkle::{
            classes::CLASSES,
            notation::{cell_name, cell_named, from_rows, to_rows},
            violations::COPIES,
        },
        rules::{
            Cell, Change, Contradiction, Details, GameState, IllegalStep, Judgement, Known, Noted,
            RecordFile, Rules, Standing, Step, Successor, Wrong,
        },
        text::Scanner,
    },
    messages::Message,
};

/// Tiles on the board at the start of a game of Qwirkle Connect.
const START_TILES: usize = 24;

/// Qwirkle with or without a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QwirkleRules(Placement);

/// What a change of Qwirkle leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeDetails {
    /// The new tiles, legal or not.
    pub play: Play,
    /// What they score; nothing where they are illegal.
    pub score: Option<Score>,
    /// Whether the bonus squares were known.
    pub bonus_known: bool,
}

/// A game of Qwirkle at some point of it.
#[derive(Clone, Debug)]
struct State {
    rules: Placement,
    board: CellGrid,
    /// Where they are known.
    bonus: Option<BonusSquares>,
    /// The tiles of the player to move, where they are known.
    tiles: Option<Vec<u8>>,
}

impl QwirkleRules {
    /// Qwirkle Connect, with its board and its bonus squares.
    pub const CONNECT: Self = Self(Placement::CONNECT);
    /// Qwirkle on a bare table.
    pub const CLASSIC: Self = Self(Placement::CLASSIC);

    /// The bonus squares that the start shows; `None` where nobody knows them.
    fn bonus(self, board: &CellGrid, known: &Known) -> Result<Option<BonusSquares>, Contradiction> {
        if self == Self::CLASSIC {
            return Ok(Some(BonusSquares::NONE));
        }
        if let Some(start) = &known.start {
            let squares = BonusSquares::from_start(start);
            return squares.map(Some).map_err(|error| Contradiction(error.to_string()));
        }
        let tiles = board.cells().iter().filter(|&&class| class != 0).count();
        Ok(if tiles == START_TILES { BonusSquares::from_start(board).ok() } else { None })
    }

    fn state(self, board: &CellGrid, known: &Known) -> Result<State, Contradiction> {
        let bonus = self.bonus(board, known)?;
        Ok(State { rules: self.0, board: board.clone(), bonus, tiles: known.tiles.clone() })
    }
}

impl Rules for QwirkleRules {
    fn initial(&self) -> Option<Box<dyn GameState>> {
        None
    }

    fn position(
        &self,
        board: &CellGrid,
        known: &Known,
    ) -> Result<Box<dyn GameState>, Contradiction> {
        Ok(Box::new(self.state(board, known)?))
    }

    fn read(&self, notation: &str, known: &Known) -> Result<Box<dyn GameState>, NotationError> {
        let state = self.state(&from_rows(notation)?, known);
        Ok(Box::new(state.map_err(|error| Scanner::new(notation).error(error.to_string()))?))
    }

    /// The course's file of each move, `1_01.txt` and so on. Whoever exchanges tiles has none.
    fn record(
        &self,
        start: &dyn GameState,
        moves: &[Noted],
    ) -> Result<Vec<RecordFile>, IllegalStep> {
        let known = Known { start: Some(start.board().clone()), ..Known::default() };
        let state = self.state(start.board(), &known);
        let mut state =
            state.or_else(|_| self.state(start.board(), &Known::default())).map_err(|error| {
                IllegalStep { notation: error.to_string(), why: Message::new("no-legal-move") }
            })?;
        let mut files = Vec::new();
        for (i, made) in moves.iter().enumerate() {
            let (next, play) = state.played(&made.step)?;
            let text = course_lines(&play, state.score(&next, &play).total);
            files.push(RecordFile { name: format!("1_{:02}.txt", i + 1), text });
            state = next;
        }
        Ok(files)
    }

    fn read_record(&self, text: &str) -> Result<(Box<dyn GameState>, Vec<Noted>), NotationError> {
        let why = "files of Qwirkle moves do not tell the board at the start of the game";
        Err(Scanner::new(text).error(why))
    }
}

/// The tiles that a step names: `8G 3R, 8H 3B`.
fn tiles(step: &Step) -> Option<Vec<(TableCell, u8)>> {
    let tile = |text: &str| {
        let (cell, code) = text.trim().split_once(' ')?;
        let class = CLASSES.iter().position(|class| class.code == code).filter(|&i| i > 0)?;
        let (row, col) = cell_named(cell)?;
        Some(((row as i32, col as i32), class as u8))
    };
    step.notation.split(',').map(tile).collect()
}

fn step(play: &Play) -> Step {
    let tiles: Vec<String> = play.tiles.iter().map(tile_name).collect();
    Step { white: None, notation: tiles.join(", ") }
}

/// A board with more tiles on it.
fn with_tiles(board: &CellGrid, play: &Play) -> CellGrid {
    let mut board = board.clone();
    for &(cell, tile) in &play.tiles {
        places(&[cell]).into_iter().for_each(|(row, col)| board.set(row, col, tile));
    }
    board
}

fn wrong(fault: &Fault) -> Wrong {
    Wrong { reason: fault.message(), cells: places(fault.cells()) }
}

impl State {
    /// The state after a step, and its tiles. The next player's tiles are not known.
    fn played(&self, step: &Step) -> Result<(Self, Play), IllegalStep> {
        let before = Table::from_board(&self.board);
        let mut after = before.clone();
        let tiles = tiles(step).ok_or_else(|| IllegalStep::unknown(step))?;
        let free = tiles.iter().all(|&(cell, _)| before.get(cell).is_none());
        tiles.into_iter().filter(|_| free).for_each(|(cell, tile)| after.put(cell, tile));
        let play = check(&before, &after, &self.rules).map_err(|faults| {
            let why = faults.first().map_or_else(|| Message::new("no-legal-move"), Fault::message);
            IllegalStep::new(step, why)
        })?;
        let board = with_tiles(&self.board, &play);
        Ok((Self { board, tiles: None, ..self.clone() }, play))
    }

    /// What a legal play scores on the board after it.
    fn score(&self, next: &Self, play: &Play) -> Score {
        let bonus = self.bonus.as_ref().unwrap_or(&BonusSquares::NONE);
        score(&Table::from_board(&next.board), &play.cells(), bonus)
    }

    /// The tiles that the player may have: the known ones, or all that are not on the board.
    fn hand(&self) -> Vec<u8> {
        let on_board = |tile| self.board.cells().iter().filter(|&&other| other == tile).count();
        let left = |tile: u8| vec![tile; COPIES.saturating_sub(on_board(tile))];
        let all = || (1..CLASSES.len() as u8).flat_map(left).collect();
        self.tiles.clone().unwrap_or_else(all)
    }
}

impl GameState for State {
    fn board(&self) -> &CellGrid {
        &self.board
    }

    fn white_to_move(&self) -> Option<bool> {
        None
    }

    fn notation(&self) -> String {
        to_rows(&self.board)
    }

    fn cell_name(&self, (row, col): Cell) -> String {
        cell_name(row, col)
    }

    fn successors_where(&self, seen: &dyn Fn(Cell, u8) -> bool) -> Vec<Successor> {
        let seen = |cell: TableCell, tile| places(&[cell]).iter().any(|&cell| seen(cell, tile));
        let found = plays(&Table::from_board(&self.board), &self.hand(), &self.rules, &seen);
        let successor =
            |play: Play| Successor { step: step(&play), board: with_tiles(&self.board, &play) };
        found.into_iter().map(successor).collect()
    }

    fn judge(&self, after: &CellGrid) -> Judgement {
        let [old, new] = [&self.board, after].map(Table::from_board);
        let mut details = ChangeDetails {
            play: Play::between(&old, &new),
            score: None,
            bonus_known: self.bonus.is_some(),
        };
        let mut judged = Judgement {
            change: Change::Unchanged,
            step: None,
            sentences: Vec::new(),
            wrong: Vec::new(),
            cells: Vec::new(),
            before_possible: true,
            details: Details::None,
        };
        match check(&old, &new, &self.rules) {
            Ok(play) => {
                let bonus = self.bonus.as_ref().unwrap_or(&BonusSquares::NONE);
                let score = score(&new, &play.cells(), bonus);
                judged.change = Change::Legal;
                judged.step = Some(step(&play));
                judged.cells = places(&play.cells());
                judged.sentences = score_sentences(&play, &score, details.bonus_known);
                details.score = Some(score);
            }
            Err(_) if self.board == *after => {
                judged.sentences = vec![Message::new("unchanged")];
            }
            Err(faults) => {
                judged.change = Change::Illegal;
                judged.wrong = faults.iter().map(wrong).collect();
                judged.cells = faults.iter().flat_map(|fault| places(fault.cells())).collect();
            }
        }
        judged.details = Details::Qwirkle(details);
        judged
    }

    fn apply(&self, step: &Step) -> Result<Box<dyn GameState>, IllegalStep> {
        Ok(Box::new(self.played(step)?.0))
    }

    /// Who is to move and who has tiles left, a board does not tell.
    fn standing(&self) -> Standing {
        Standing::default()
    }
}
