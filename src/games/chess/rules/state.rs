//! Chess as [`Rules`]: a position with everything known, or a board whose side to move, rights and
//! en passant square may be unknown.

use super::{
    castling::Castling,
    fen::fen_with,
    judge::{Reason, Verdict, judge, judge_positions},
    moves::Move,
    pgn::{Note, PgnError, PgnGame, PgnReader, PgnResult, write_pgn},
    position::Position,
    progress::{ChessProgress, Outcome},
    san::{read_san, write_san},
};
use crate::{
    games::{
        CellGrid, NotationError, Violation,
        chess::{notation, violations::violations},
        rules::{
            Cell, Change, Contradiction, Details, GameState, IllegalStep, Judgement, Known, Noted,
            RecordFile, Rules, Standing, Step, Successor, Wrong, accepted, changed,
        },
        text::algebraic,
    },
    messages::Message,
};
use std::collections::HashSet;

/// What `kibitzer read` writes behind the board and the side to move, where a photo does not show it.
const UNKNOWN: [&str; 4] = ["-", "-", "0", "1"];

/// The rules of chess.
#[derive(Clone, Copy, Debug)]
pub struct ChessRules;

/// What a change of chess leads to; nothing of a wrong one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangeDetails {
    /// Whether the side to move is in check after the move.
    pub check: Option<bool>,
    /// How the game stands after it.
    pub end: Option<Outcome>,
    /// The position after it, as FEN.
    pub fen: Option<String>,
}

/// A game of chess at some point of it.
#[derive(Debug)]
struct State {
    board: CellGrid,
    at: At,
}

#[derive(Debug)]
enum At {
    /// A game whose position is known.
    Game(ChessProgress),
    /// A board, and what is known besides.
    Board { white: Option<bool>, castling: Option<Castling> },
}

impl Rules for ChessRules {
    fn initial(&self) -> Option<Box<dyn GameState>> {
        Some(Box::new(State::game(ChessProgress::new(Position::default()))))
    }

    fn position(
        &self,
        board: &CellGrid,
        known: &Known,
    ) -> Result<Box<dyn GameState>, Contradiction> {
        if let Some(castling) = known.castling {
            castling.check(board).map_err(|error| Contradiction(error.to_string()))?;
        }
        Ok(Box::new(State::board(board, known)))
    }

    fn read(&self, notation: &str, known: &Known) -> Result<Box<dyn GameState>, NotationError> {
        let board = notation::from_fen(notation)?;
        let fields: Vec<&str> = notation.split_whitespace().collect();
        let told = match fields[..] {
            [_board] => None,
            [_board, side] => Some(side == "w"),
            // White's turn is what is written where nobody knows.
            [_board, "w", ref behind @ ..] if behind == UNKNOWN => None,
            [_board, "b", ref behind @ ..] if behind == UNKNOWN => Some(false),
            _ => {
                let position = Position::from_fen(notation)?;
                let told = position.white_to_move();
                if known.white_to_move.is_none_or(|white| white == told) {
                    return Ok(Box::new(State::game(ChessProgress::new(position))));
                }
                None
            }
        };
        let white_to_move = known.white_to_move.or(told);
        Ok(Box::new(State::board(&board, &Known { white_to_move, ..known.clone() })))
    }

    fn record(
        &self,
        start: &dyn GameState,
        made: &[Noted],
    ) -> Result<Vec<RecordFile>, IllegalStep> {
        let start = starts(start, made.first().map(|made| &made.step))?;
        let mut progress = ChessProgress::new(start.clone());
        let mut moves = Vec::new();
        for Noted { step, comment } in made {
            let (_, mv) = find(std::slice::from_ref(progress.position()), step)?;
            progress.play(mv);
            moves.push((mv, comment.iter().cloned().map(Note::Comment).collect()));
        }
        let result = result(progress.outcome());
        let game = PgnGame { start, moves, result, ..PgnGame::default() };
        Ok(vec![RecordFile { name: "game.pgn".to_owned(), text: write_pgn(&game) }])
    }

    fn read_record(&self, text: &str) -> Result<(Box<dyn GameState>, Vec<Noted>), NotationError> {
        let nothing =
            || NotationError { message: "this PGN has no game".to_owned(), line: 1, column: 1 };
        let game = PgnReader::new(text.as_bytes()).next().ok_or_else(nothing)?;
        let game = game.map_err(|error| match error {
            PgnError::Notation(error) => error,
            PgnError::Io(error) => NotationError { message: error.to_string(), ..nothing() },
        })?;
        let mut position = game.start.clone();
        let mut steps = Vec::new();
        for (mv, notes) in &game.moves {
            let step = step(&position, *mv);
            steps.push(Noted { step, comment: comment(notes) });
            position = position.after(*mv);
        }
        Ok((Box::new(State::game(ChessProgress::new(game.start))), steps))
    }

    fn keep(&self, earlier: &str, text: String) -> String {
        let read = |text: &str| PgnReader::new(text.as_bytes()).next()?.ok();
        let Some((mut game, old)) = read(&text).zip(read(earlier)) else { return text };
        keep(&mut game, old);
        write_pgn(&game)
    }
}

/// Adds to a game what an older text of it has besides moves and comments. How that says it ended
/// counts while no move has followed.
fn keep(game: &mut PgnGame, old: PgnGame) {
    let moves = game.moves.iter().zip(&old.moves);
    let same = moves.take_while(|((new, _), (old, _))| new == old).count();
    let is_longer = game.moves.len().max(old.moves.len()) > same;
    if game.result == PgnResult::Open && !is_longer {
        game.result = old.result;
    }
    (game.tags, game.opening_notes) = (old.tags, old.opening_notes);
    for ((_, notes), (_, old)) in game.moves.iter_mut().zip(old.moves).take(same) {
        let others = old.into_iter().filter(|note| !matches!(note, Note::Comment(_)));
        let (signs, lines): (Vec<_>, Vec<_>) = others.partition(|n| matches!(n, Note::Glyph(_)));
        notes.splice(0..0, signs);
        notes.extend(lines);
    }
}

/// The comments among what is written behind a move.
fn comment(notes: &[Note]) -> Option<String> {
    let words = notes.iter().filter_map(|note| match note {
        Note::Comment(text) => Some(text.split_whitespace()),
        Note::Glyph(_) | Note::Variation(_) => None,
    });
    Some(words.flatten().collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
}

/// The position of a state, as the first move tells it; why not, where it can be none.
fn starts(state: &dyn GameState, first: Option<&Step>) -> Result<Position, IllegalStep> {
    let known = Known { white_to_move: state.white_to_move(), ..Known::default() };
    let positions = match Position::from_fen(&state.notation()) {
        Ok(position) if known.white_to_move.is_some() => vec![position],
        _ => State::board(state.board(), &known).positions(),
    };
    match first {
        Some(step) => find(&positions, step).map(|(position, _)| position),
        None => positions.into_iter().next().ok_or_else(|| impossible(state)),
    }
}

/// Why a state that is no position cannot be one.
fn impossible(state: &dyn GameState) -> IllegalStep {
    let mut found = violations(state.board()).into_iter();
    let found = found.find(|violation| violation.rule != "too-many-promoted");
    let why = found.map_or_else(|| Message::new("no-position"), |violation| violation.message);
    IllegalStep { notation: state.notation(), why }
}

/// The position and its legal move that a step names.
fn find(positions: &[Position], step: &Step) -> Result<(Position, Move), IllegalStep> {
    let of_side =
        |position: &&Position| step.white.is_none_or(|white| white == position.white_to_move());
    let mut why = Message::new("no-legal-move");
    for position in positions.iter().filter(of_side) {
        match read_san(position, &step.notation) {
            Ok(mv) => return Ok((position.clone(), mv)),
            Err(error) => why = error.why(),
        }
    }
    Err(IllegalStep::new(step, why))
}

fn step(position: &Position, mv: Move) -> Step {
    Step { white: Some(position.white_to_move()), notation: write_san(position, mv) }
}

const fn result(outcome: Outcome) -> PgnResult {
    match outcome {
        Outcome::Won { white: true } => PgnResult::White,
        Outcome::Won { white: false } => PgnResult::Black,
        _ if outcome.is_end() => PgnResult::Draw,
        _ => PgnResult::Open,
    }
}

impl State {
    fn game(progress: ChessProgress) -> Self {
        Self { board: progress.position().to_board(), at: At::Game(progress) }
    }

    fn board(board: &CellGrid, known: &Known) -> Self {
        let at = At::Board { white: known.white_to_move, castling: known.castling };
        Self { board: board.clone(), at }
    }

    /// Every position that this can be, those without an en passant square first.
    fn positions(&self) -> Vec<Position> {
        match &self.at {
            At::Game(progress) => vec![progress.position().clone()],
            At::Board { white, castling } => {
                let sides = white.map_or_else(|| vec![true, false], |white| vec![white]);
                let of = |&white: &bool| Position::all_of_board(&self.board, white, *castling);
                sides.iter().flat_map(of).collect()
            }
        }
    }

    fn verdict(&self, after: &CellGrid) -> Verdict {
        let of_side = |white, castling| {
            judge_positions(
                &self.board,
                after,
                &Position::all_of_board(&self.board, white, castling),
            )
        };
        match self.at {
            At::Game(ref progress) => judge(progress.position(), after),
            At::Board { white: Some(white), castling } => of_side(white, castling),
            At::Board { white: None, castling } => {
                let [white, black] = [true, false].map(|white| of_side(white, castling));
                if explains(&black) > explains(&white) { black } else { white }
            }
        }
    }
}

/// What is to be said of a position after a move: check, and the end of the game.
fn after_move(next: &Position, end: Outcome) -> impl Iterator<Item = Message> {
    let check = next.in_check() && !matches!(end, Outcome::Won { .. });
    let check = check.then(|| Message::new("chess-check").side("side", next.white_to_move()));
    check.into_iter().chain(end.message())
}

/// How much a verdict explains: of two, one for each side, the better one counts.
const fn explains(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Illegal { reason: Reason::NoPosition, .. } => 0,
        Verdict::Illegal { reason: Reason::WrongSide, .. } => 1,
        Verdict::Illegal { .. } => 2,
        _ => 3,
    }
}

impl GameState for State {
    fn board(&self) -> &CellGrid {
        &self.board
    }

    fn white_to_move(&self) -> Option<bool> {
        match &self.at {
            At::Game(progress) => Some(progress.position().white_to_move()),
            At::Board { white, .. } => *white,
        }
    }

    fn notation(&self) -> String {
        match self.at {
            At::Game(ref progress) => progress.position().to_fen(),
            At::Board { white: None, .. } => notation::to_fen(&self.board),
            At::Board { white: Some(white), castling } => {
                let fen = fen_with(&self.board, white, castling.unwrap_or_default());
                let told = if castling.is_some() { 6 } else { 2 };
                let fen = fen.unwrap_or_else(|_| notation::to_fen(&self.board));
                fen.split(' ').take(told).collect::<Vec<_>>().join(" ")
            }
        }
    }

    fn cell_name(&self, (row, col): Cell) -> String {
        algebraic(self.board.rows(), row, col)
    }

    fn successors_where(&self, seen: &dyn Fn(Cell, u8) -> bool) -> Vec<Successor> {
        let mut known = HashSet::new();
        let mut found = Vec::new();
        for position in self.positions() {
            for mv in position.legal_moves() {
                let board = position.after(mv).to_board();
                if accepted(&self.board, &board, seen)
                    && known.insert((position.white_to_move(), mv))
                {
                    found.push(Successor { step: step(&position, mv), board });
                }
            }
        }
        found
    }

    fn judge(&self, after: &CellGrid) -> Judgement {
        let verdict = self.verdict(after);
        let mut judged = Judgement {
            change: Change::Unchanged,
            step: None,
            sentences: vec![verdict.message()],
            wrong: Vec::new(),
            cells: Vec::new(),
            before_possible: true,
            details: Details::Chess(ChangeDetails::default()),
        };
        match verdict {
            Verdict::Unchanged => {}
            Verdict::Legal { san, next, end, .. } => {
                judged.change = Change::Legal;
                judged.step = Some(Step { white: Some(!next.white_to_move()), notation: san });
                judged.cells = changed(&self.board, after);
                judged.sentences.extend(after_move(&next, end));
                judged.details = Details::Chess(ChangeDetails {
                    check: Some(next.in_check()),
                    end: Some(end),
                    fen: Some(next.to_fen()),
                });
            }
            Verdict::Illegal { reason, cells } => {
                judged.change = Change::Illegal;
                judged.sentences.clear();
                judged.wrong = vec![Wrong { reason: reason.message(), cells: cells.clone() }];
                judged.cells = cells;
                judged.before_possible = reason != Reason::NoPosition;
                if !judged.before_possible {
                    for Violation { message, cells, .. } in violations(&self.board) {
                        judged.cells.extend(&cells);
                        judged.wrong.push(Wrong { reason: message, cells });
                    }
                }
            }
        }
        judged
    }

    fn apply(&self, step: &Step) -> Result<Box<dyn GameState>, IllegalStep> {
        let (position, mv) = find(&self.positions(), step)?;
        let mut progress = match &self.at {
            At::Game(progress) => progress.clone(),
            At::Board { .. } => ChessProgress::new(position),
        };
        progress.play(mv);
        Ok(Box::new(State::game(progress)))
    }

    fn standing(&self) -> Standing {
        let outcome = match &self.at {
            At::Game(progress) => progress.outcome(),
            At::Board { white: Some(_), .. } => self
                .positions()
                .into_iter()
                .next()
                .map_or(Outcome::Open, |position| ChessProgress::new(position).outcome()),
            At::Board { white: None, .. } => Outcome::Open,
        };
        let winner = if let Outcome::Won { white } = outcome { Some(white) } else { None };
        Standing { over: outcome.is_end(), winner, message: outcome.message() }
    }
}
