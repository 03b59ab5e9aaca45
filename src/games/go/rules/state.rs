//! Go as [`Rules`].

use super::{
    Point,
    judge::{Reason, Verdict, judge},
    play::GoGame,
};
use crate::{
    games::{
        CellGrid, NotationError,
        go::{
            classes::{BLACK, EMPTY, WHITE},
            notation::{cell_name, point_named},
            sgf::{Color, LineMove, Record},
        },
        rules::{
            Cell, Change, Contradiction, Details, GameState, IllegalStep, Judgement, Known, Noted,
            PASS, RecordFile, Rules, Standing, Step, Successor, Wrong, accepted,
        },
        text::Scanner,
    },
    messages::Message,
};

/// The rules of Go: no suicide, and no board twice (positional superko).
#[derive(Clone, Copy, Debug)]
pub struct GoRules;

/// What a change of Go leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangeDetails {
    /// The stones captured.
    pub captured: Vec<Point>,
}

/// A game of Go at some point of it.
#[derive(Debug)]
struct State {
    /// The board and every board before it.
    game: GoGame,
    /// Whether black is to move, where it is known.
    black: Option<bool>,
    /// Passes since the last stone.
    passes: u8,
}

impl Rules for GoRules {
    /// An empty board of 19x19.
    fn initial(&self) -> Option<Box<dyn GameState>> {
        let game = GoGame::new(CellGrid::empty(19, 19), true);
        Some(Box::new(State { game, black: Some(true), passes: 0 }))
    }

    fn position(
        &self,
        board: &CellGrid,
        known: &Known,
    ) -> Result<Box<dyn GameState>, Contradiction> {
        Ok(Box::new(State::new(GoGame::new(board.clone(), true), None, known)))
    }

    fn read(&self, notation: &str, known: &Known) -> Result<Box<dyn GameState>, NotationError> {
        let record = Record::read(notation)?;
        let told = record.side_to_move().map(|side| side == Color::Black);
        Ok(Box::new(State::new(record.replay().game, told, known)))
    }

    fn record(
        &self,
        start: &dyn GameState,
        moves: &[Noted],
    ) -> Result<Vec<RecordFile>, IllegalStep> {
        let board = start.board();
        let mut record = Record::new(board.rows());
        record.set_up(board);
        if let Some(white) = start.white_to_move().filter(|_| !is_empty(board)) {
            record.set_to_move(Color::of_white(white));
        }
        let mut game = GoGame::new(board.clone(), true);
        for Noted { step, comment } in moves {
            let white = step.white.unwrap_or(!game.black_to_move());
            game.set_to_move(!white);
            let point = play(&mut game, step)?;
            record.play(Color::of_white(white), point, comment.as_deref());
        }
        Ok(vec![RecordFile { name: "game.sgf".to_owned(), text: record.to_sgf() }])
    }

    fn read_record(&self, text: &str) -> Result<(Box<dyn GameState>, Vec<Noted>), NotationError> {
        let record = Record::read_first(text)?;
        let Some((board, black, moves)) = record.line() else {
            let why = "stones are laid out after the first move, where no game goes on";
            return Err(Scanner::new(text).error(why));
        };
        let notation = |point| match point {
            Some((row, col)) => cell_name(&board, row, col),
            None => PASS.to_owned(),
        };
        let step = |made: LineMove| {
            let white = Some(made.color == Color::White);
            let step = Step { white, notation: notation(made.point) };
            Noted { step, comment: made.comment }
        };
        let steps = moves.into_iter().map(step).collect();
        let known = Known { white_to_move: black.map(|black| !black), ..Known::default() };
        Ok((Box::new(State::new(GoGame::new(board.clone(), true), None, &known)), steps))
    }

    fn keep(&self, earlier: &str, text: String) -> String {
        let read = |text: &str| Record::read_first(text).ok();
        let Some((mut record, old)) = read(&text).zip(read(earlier)) else { return text };
        record.keep_told(&old);
        record.to_sgf()
    }
}

fn is_empty(board: &CellGrid) -> bool {
    board.cells().iter().all(|&class| class == EMPTY)
}

/// Plays a step of the side to move; the point, or nothing for a pass.
fn play(game: &mut GoGame, step: &Step) -> Result<Option<Point>, IllegalStep> {
    if step.notation == PASS {
        game.pass();
        return Ok(None);
    }
    let point = point_named(&step.notation, game.board().rows())
        .ok_or_else(|| IllegalStep::new(step, Message::new("go-reason-outside")))?;
    game.play(point).map_err(|why| IllegalStep::new(step, why.message()))?;
    Ok(Some(point))
}

impl State {
    fn new(mut game: GoGame, told: Option<bool>, known: &Known) -> Self {
        known.history.iter().for_each(|board| game.remember(board.clone()));
        let black = known.white_to_move.map(|white| !white).or(told);
        game.set_to_move(black.unwrap_or(true));
        Self { game, black, passes: 0 }
    }

    /// Who may move: black, when true.
    fn sides(&self) -> Vec<bool> {
        self.black.map_or_else(|| vec![true, false], |black| vec![black])
    }

    /// The game with a side to move.
    fn with_turn(&self, black: bool) -> GoGame {
        let mut game = self.game.clone();
        game.set_to_move(black);
        game
    }

    /// The verdict, unless the game that led to the board forbids the move.
    fn verdict(&self, after: &CellGrid) -> Verdict {
        let verdict = judge(self.board(), after, self.black, &[]);
        let Verdict::Legal { black, point, .. } = verdict else { return verdict };
        match self.with_turn(black).check(point) {
            Err(why) => Verdict::Illegal { reason: Reason::Forbidden(why), cells: vec![point] },
            Ok(()) => verdict,
        }
    }

    fn names(&self, points: &[Point]) -> impl Iterator<Item = String> {
        points.iter().map(|&point| self.cell_name(point)).collect::<Vec<_>>().into_iter()
    }

    /// The legal moves of a side whose changes `seen` accepts.
    fn moves_of(&self, black: bool, seen: &dyn Fn(Cell, u8) -> bool) -> Vec<Successor> {
        let (game, board) = (self.with_turn(black), self.board());
        let class = if black { BLACK } else { WHITE };
        let points = (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row, col)));
        let laid = points.filter(|&point| seen(point, class)).filter_map(|point| {
            let after = game.board_after(point).ok().filter(|b| accepted(board, b, seen))?;
            let step = Step { white: Some(!black), notation: self.cell_name(point) };
            Some(Successor { step, board: after })
        });
        laid.collect()
    }
}

impl GameState for State {
    fn board(&self) -> &CellGrid {
        self.game.board()
    }

    fn white_to_move(&self) -> Option<bool> {
        self.black.map(|black| !black)
    }

    fn notation(&self) -> String {
        let mut record = Record::new(self.board().rows());
        record.set_up(self.board());
        if let Some(black) = self.black {
            record.set_to_move(Color::of_white(!black));
        }
        record.to_sgf()
    }

    fn cell_name(&self, (row, col): Cell) -> String {
        cell_name(self.board(), row, col)
    }

    fn successors_where(&self, seen: &dyn Fn(Cell, u8) -> bool) -> Vec<Successor> {
        self.sides().into_iter().flat_map(|black| self.moves_of(black, seen)).collect()
    }

    fn judge(&self, after: &CellGrid) -> Judgement {
        let verdict = self.verdict(after);
        let mut judged = Judgement {
            change: Change::Unchanged,
            step: None,
            sentences: vec![verdict.message(self.board())],
            wrong: Vec::new(),
            cells: Vec::new(),
            before_possible: true,
            details: Details::Go(ChangeDetails::default()),
        };
        match verdict {
            Verdict::Unchanged => {}
            Verdict::Legal { black, point, captured } => {
                judged.change = Change::Legal;
                judged.step = Some(Step { white: Some(!black), notation: self.cell_name(point) });
                judged.cells = [&[point], &captured[..]].concat();
                if !captured.is_empty() {
                    let message = Message::new("go-captures").count("count", captured.len());
                    judged.sentences.push(message.all("points", self.names(&captured)));
                }
                judged.details = Details::Go(ChangeDetails { captured });
            }
            Verdict::Illegal { reason, cells } => {
                judged.change = Change::Illegal;
                judged.sentences.clear();
                judged.wrong = vec![Wrong { reason: reason.message(), cells: cells.clone() }];
                judged.cells = cells;
            }
        }
        judged
    }

    fn apply(&self, step: &Step) -> Result<Box<dyn GameState>, IllegalStep> {
        let black = step.white.map(|white| !white).or(self.black).unwrap_or(true);
        if self.black.is_some_and(|turn| turn != black) {
            let why = Reason::WrongSide { black_to_move: !black }.message();
            return Err(IllegalStep::new(step, why));
        }
        let mut game = self.with_turn(black);
        let known = step.white.is_some() || self.black.is_some();
        let (passes, turn) = match play(&mut game, step)? {
            Some(_) => (0, Some(!black)),
            // Who passes where nobody knows whose turn it is, is not known either.
            None => (self.passes.saturating_add(1), known.then_some(!black)),
        };
        Ok(Box::new(Self { game, black: turn, passes }))
    }

    /// A game is over after two passes; who has won is counted then.
    fn standing(&self) -> Standing {
        let over = self.passes >= 2;
        let message = over.then(|| Message::new("go-both-passed"));
        Standing { over, message, ..Standing::default() }
    }
}
