//! Checkers as [`Rules`]: by a variant with turns, or as the board alone tells.

use super::{
    judge::{Verdict, judge},
    moves::{Move, distinct_moves},
    pdn::{PdnGame, PdnResult, find_move, read_first_pdn, write_pdn},
    position::{Color, OffBoard, Position},
    progress::{Outcome, Progress},
    variant::Variant,
};
use crate::{
    games::{
        CellGrid, NotationError, Violation,
        checkers::{
            classes::{BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN},
            notation::{board_from_pdn, cell_name, to_pdn_of},
            violations::violations,
        },
        rules::{
            Cell, Change, Contradiction, Details, GameState, IllegalStep, Judgement, Known, Noted,
            RecordFile, Rules, Standing, Step, Successor, Wrong, accepted,
        },
        text::{Scanner, algebraic},
    },
    messages::Message,
};

/// How a game of checkers is played and watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckersRules {
    /// The kind of draughts.
    pub variant: Variant,
    /// Who moves first from the initial position.
    pub beginner: Color,
    /// Whether a legal move makes it the other side's turn. If not, either side may move next, as
    /// in the document: only the initial position tells who begins.
    pub turns: bool,
}

/// What a change of checkers leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeDetails {
    /// The document's number of the verdict; see [`Verdict::code`].
    pub code: u8,
    /// The captures that were possible.
    pub missed: Vec<String>,
    /// Who has won, when the other side has no piece or no move left.
    pub winner: Option<Color>,
    /// Men and kings of white and of black after the change.
    pub pieces: [Pieces; 2],
}

/// Men and kings of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Men.
    pub men: usize,
    /// Kings.
    pub kings: usize,
}

/// A game of checkers at some point of it.
#[derive(Debug)]
struct State {
    rules: CheckersRules,
    board: CellGrid,
    /// The side to move, where it is known.
    side: Option<Color>,
    /// The game so far, where the side to move is known and the board is a position.
    progress: Option<Progress>,
}

impl CheckersRules {
    /// English draughts as the document watches it: white begins, and no turns are kept.
    pub const BOARD: Self =
        Self { variant: Variant::ENGLISH, beginner: Color::White, turns: false };

    /// A variant with turns, white beginning.
    pub const fn of(variant: Variant) -> Self {
        Self { variant, beginner: Color::White, turns: true }
    }

    /// The state of a board. The initial position tells by itself whose turn it is.
    fn state(self, board: &CellGrid, known: &Known) -> State {
        let begins = Position::initial(&self.variant, self.beginner).to_board(&self.variant);
        let told = known.white_to_move.map(Color::of_white);
        let side = told.or_else(|| (*board == begins).then_some(self.beginner));
        let position = side.and_then(|side| Position::from_board(&self.variant, board, side).ok());
        let progress = position.map(|position| Progress::new(self.variant, position));
        State { rules: self, board: board.clone(), side, progress }
    }
}

impl Rules for CheckersRules {
    fn initial(&self) -> Option<Box<dyn GameState>> {
        let start = Position::initial(&self.variant, self.beginner).to_board(&self.variant);
        Some(Box::new(self.state(&start, &Known::default())))
    }

    fn position(
        &self,
        board: &CellGrid,
        known: &Known,
    ) -> Result<Box<dyn GameState>, Contradiction> {
        Ok(Box::new(self.state(board, known)))
    }

    /// The side to move that a PDN FEN names is not heeded, for a photo's board is written with a
    /// side, too.
    fn read(&self, notation: &str, known: &Known) -> Result<Box<dyn GameState>, NotationError> {
        Ok(Box::new(self.state(&board_from_pdn(notation, self.variant.size)?, known)))
    }

    fn record(
        &self,
        start: &dyn GameState,
        made: &[Noted],
    ) -> Result<Vec<RecordFile>, IllegalStep> {
        let first = made.first().and_then(|made| made.step.white);
        let white = first.or_else(|| start.white_to_move()).map_or(self.beginner, Color::of_white);
        let board = start.board();
        let position = Position::from_board(&self.variant, board, white);
        let start = position.map_err(|error| impossible(start, &error))?;
        let mut progress = Progress::new(self.variant, start);
        let mut moves = Vec::new();
        for Noted { step, .. } in made {
            let mv = find(&self.variant, &[*progress.position()], step)?.1;
            progress.play(&mv);
            moves.push(mv);
        }
        let result = result(progress.outcome());
        let comments = made.iter().map(|made| made.comment.clone().unwrap_or_default()).collect();
        let (tags, variant) = (Vec::new(), self.variant);
        let game = PdnGame { tags, variant, start, moves, comments, result };
        Ok(vec![RecordFile { name: "game.pdn".to_owned(), text: write_pdn(&game) }])
    }

    fn read_record(&self, text: &str) -> Result<(Box<dyn GameState>, Vec<Noted>), NotationError> {
        let game = read_first_pdn(text)?;
        let game = game.ok_or_else(|| Scanner::new(text).error("this PDN has no game"))?;
        let mut position = game.start;
        let mut steps = Vec::new();
        for (i, mv) in game.moves.iter().enumerate() {
            let comment = game.comments.get(i).filter(|text| !text.is_empty()).cloned();
            steps.push(Noted { step: step(&game.variant, position.turn, mv), comment });
            position = position.after(mv);
        }
        let rules = Self { variant: game.variant, ..*self };
        let white_to_move = Some(game.start.turn == Color::White);
        let known = Known { white_to_move, ..Known::default() };
        Ok((Box::new(rules.state(&game.start.to_board(&game.variant), &known)), steps))
    }

    fn keep(&self, earlier: &str, text: String) -> String {
        let read = |text: &str| read_first_pdn(text).ok().flatten();
        let Some((mut game, old)) = read(&text).zip(read(earlier)) else { return text };
        // How it ended counts while no move has followed.
        if game.result == PdnResult::Open && game.moves == old.moves {
            game.result = old.result;
        }
        game.tags = old.tags;
        write_pdn(&game)
    }
}

fn step(variant: &Variant, side: Color, mv: &Move) -> Step {
    Step { white: Some(side == Color::White), notation: mv.to_long_pdn(variant) }
}

/// Why a state that is no position cannot be one.
fn impossible(state: &dyn GameState, error: &OffBoard) -> IllegalStep {
    let off_board = |violation: &Violation| violation.rule == "light-square";
    let light = || violations(state.board()).into_iter().find(off_board);
    let why = match error {
        OffBoard::Size { .. } => Message::new("checkers-reason-size"),
        OffBoard::LightSquares(_) => {
            light().map_or_else(|| Message::new("no-position"), |found| found.message)
        }
    };
    IllegalStep { notation: state.notation(), why }
}

/// The position and its legal move that a step names.
fn find(
    variant: &Variant,
    positions: &[Position],
    step: &Step,
) -> Result<(Position, Move), IllegalStep> {
    let of_side = |position: &&Position| {
        step.white.is_none_or(|white| position.turn == Color::of_white(white))
    };
    positions
        .iter()
        .filter(of_side)
        .find_map(|position| Some((*position, find_move(variant, position, &step.notation).ok()?)))
        .ok_or_else(|| IllegalStep::unknown(step))
}

const fn result(outcome: Outcome) -> PdnResult {
    match outcome {
        Outcome::Open => PdnResult::Open,
        Outcome::Won(Color::White) => PdnResult::White,
        Outcome::Won(Color::Black) => PdnResult::Black,
        Outcome::Repetition | Outcome::NoProgress | Outcome::EndingTooLong => PdnResult::Draw,
    }
}

impl State {
    /// The positions that this can be: one for each side that may move.
    fn positions(&self) -> Vec<Position> {
        let sides = self.side.map_or_else(|| vec![Color::White, Color::Black], |side| vec![side]);
        let position = |side| Position::from_board(&self.rules.variant, &self.board, side).ok();
        sides.into_iter().filter_map(position).collect()
    }

    fn details(&self, verdict: &Verdict, after: &CellGrid) -> ChangeDetails {
        let missed: &[Move] = match verdict {
            Verdict::Unfinished { missed, .. } | Verdict::MissedCapture { missed, .. } => missed,
            _ => &[],
        };
        let winner = if let Verdict::Legal { winner, .. } = verdict { *winner } else { None };
        ChangeDetails {
            code: verdict.code(),
            missed: missed.iter().map(|mv| mv.to_long_pdn(&self.rules.variant)).collect(),
            winner,
            pieces: [(WHITE_MAN, WHITE_KING), (BLACK_MAN, BLACK_KING)]
                .map(|(man, king)| Pieces { men: count(after, man), kings: count(after, king) }),
        }
    }
}

/// How many pieces of a class a board has.
fn count(board: &CellGrid, class: u8) -> usize {
    board.cells().iter().filter(|&&other| other == class).count()
}

impl GameState for State {
    fn board(&self) -> &CellGrid {
        &self.board
    }

    fn white_to_move(&self) -> Option<bool> {
        self.side.map(|side| side == Color::White)
    }

    fn notation(&self) -> String {
        to_pdn_of(&self.board, self.side != Some(Color::Black))
    }

    fn cell_name(&self, (row, col): Cell) -> String {
        match self.rules.variant.algebraic {
            true => algebraic(self.board.rows(), row, col),
            false => cell_name(&self.board, row, col),
        }
    }

    fn successors_where(&self, seen: &dyn Fn(Cell, u8) -> bool) -> Vec<Successor> {
        let variant = &self.rules.variant;
        let mut found = Vec::new();
        for position in self.positions() {
            for mv in distinct_moves(variant, &position) {
                let board = position.after(&mv).to_board(variant);
                if accepted(&self.board, &board, seen) {
                    found.push(Successor { step: step(variant, position.turn, &mv), board });
                }
            }
        }
        found
    }

    fn judge(&self, after: &CellGrid) -> Judgement {
        let variant = &self.rules.variant;
        let verdict = judge(variant, &self.board, after, self.side);
        let details = self.details(&verdict, after);
        let (change, moved) = match &verdict {
            Verdict::Unchanged => (Change::Unchanged, None),
            Verdict::Legal { mover, played, .. } => (Change::Legal, Some((mover, played))),
            Verdict::Unfinished { mover, played, .. } => {
                (Change::Unfinished, Some((mover, played)))
            }
            Verdict::MissedCapture { mover, played, .. } => {
                (Change::MissedCapture, Some((mover, played)))
            }
            Verdict::Illegal { .. } => (Change::Illegal, None),
        };
        Judgement {
            change,
            step: moved.map(|(mover, played)| step(variant, *mover, played)),
            sentences: sentences(variant, &verdict, &details),
            wrong: wrong(&verdict),
            cells: verdict.cells(variant),
            before_possible: true,
            details: Details::Checkers(details),
        }
    }

    fn apply(&self, step: &Step) -> Result<Box<dyn GameState>, IllegalStep> {
        let variant = &self.rules.variant;
        let (position, mv) = find(variant, &self.positions(), step)?;
        let next = position.after(&mv);
        let board = next.to_board(variant);
        if !self.rules.turns {
            return Ok(Box::new(State { rules: self.rules, board, side: None, progress: None }));
        }
        let mut progress =
            self.progress.clone().unwrap_or_else(|| Progress::new(*variant, position));
        progress.play(&mv);
        let side = Some(next.turn);
        Ok(Box::new(State { rules: self.rules, board, side, progress: Some(progress) }))
    }

    /// Without turns a game is over when a side has no piece left.
    fn standing(&self) -> Standing {
        let outcome = self.progress.as_ref().map_or_else(
            || match self.positions().first().map(Position::counts) {
                Some((1.., 0)) => Outcome::Won(Color::White),
                Some((0, 1..)) => Outcome::Won(Color::Black),
                _ => Outcome::Open,
            },
            Progress::outcome,
        );
        let winner =
            if let Outcome::Won(side) = outcome { Some(side == Color::White) } else { None };
        Standing { over: outcome != Outcome::Open, winner, message: outcome.message() }
    }
}

fn wrong(verdict: &Verdict) -> Vec<Wrong> {
    match verdict {
        Verdict::Illegal { reason, cells } => {
            vec![Wrong { reason: reason.message(), cells: cells.clone() }]
        }
        _ => Vec::new(),
    }
}

/// The verdict, and after a legal move the pieces that are left and who has won.
fn sentences(variant: &Variant, verdict: &Verdict, details: &ChangeDetails) -> Vec<Message> {
    match verdict {
        Verdict::Illegal { .. } => Vec::new(),
        Verdict::Legal { winner, .. } => {
            let won = winner.and_then(|side| Outcome::Won(side).message());
            let [white, black] = details.pieces.map(|pieces| pieces.men + pieces.kings);
            let pieces =
                Message::new("checkers-pieces").count("white", white).count("black", black);
            [verdict.message(variant), pieces].into_iter().chain(won).collect()
        }
        _ => vec![verdict.message(variant)],
    }
}
