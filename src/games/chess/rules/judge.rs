//! Was that a legal move? The user's decision flow: who moved what, is the king safe, can the piece go there.

use super::{position::Position, progress::Outcome, san::write_san};
use crate::{
    games::{
        CellGrid,
        chess::classes::{BLACK, KING, PAWN, kind_of, side_of},
    },
    messages::Message,
};
use cozy_chess::{GameStatus, Move, Square};

/// What happened between two boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing.
    Unchanged,
    /// A legal move.
    Legal {
        /// The move; castling is the king taking its own rook.
        played: Move,
        /// The move in standard algebraic notation.
        san: String,
        /// The position after it.
        next: Box<Position>,
        /// Mate or stalemate, if the game ends here.
        end: Outcome,
    },
    /// No legal move.
    Illegal {
        /// The condition that fails.
        reason: Reason,
        /// The squares concerned, `(row, column)`.
        cells: Vec<(usize, usize)>,
    },
}

/// The condition of the decision flow that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The board before is no legal position.
    NoPosition,
    /// A man appeared that was not there.
    Appeared,
    /// A man is gone and none moved.
    Vanished,
    /// More than one man moved, and it is no castling.
    SeveralMoved,
    /// It is the other side's turn.
    WrongSide,
    /// The captured man did not stand where the capturing one went.
    WrongCapture,
    /// The king was in check and still is.
    StillInCheck,
    /// The move puts the own king in check.
    ExposesKing,
    /// The man cannot reach that square.
    OutOfReach,
    /// Castling is not allowed: moved before, not free, or through check.
    Castling,
    /// A pawn on the last rank has to become another piece.
    NotPromoted,
    /// A man was exchanged for another.
    Exchanged,
}

impl Reason {
    /// What is wrong, as a clause.
    pub const fn message(self) -> Message {
        Message::new(match self {
            Self::NoPosition => "chess-reason-no-position",
            Self::Appeared => "chess-reason-appeared",
            Self::Vanished => "chess-reason-vanished",
            Self::SeveralMoved => "chess-reason-several-moved",
            Self::WrongSide => "chess-reason-wrong-side",
            Self::WrongCapture => "chess-reason-wrong-capture",
            Self::StillInCheck => "chess-reason-still-in-check",
            Self::ExposesKing => "chess-reason-exposes-king",
            Self::OutOfReach => "chess-reason-out-of-reach",
            Self::Castling => "chess-reason-castling",
            Self::NotPromoted => "chess-reason-not-promoted",
            Self::Exchanged => "chess-reason-exchanged",
        })
    }
}

impl Verdict {
    /// The verdict as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Unchanged => Message::new("unchanged"),
            Self::Legal { san, next, .. } => {
                Message::new("chess-legal").side("side", !next.white_to_move()).text("move", san.as_str())
            }
            Self::Illegal { reason, .. } => Message::new("illegal").message("reason", reason.message()),
        }
    }
}

/// Judges the change from one board to another by the side that is to move. What the boards do not show is taken in favor of
/// the player: castling with king and rook on their home squares, and en passant.
pub fn judge_boards(before: &CellGrid, after: &CellGrid, white_to_move: bool) -> Verdict {
    let Ok(position) = Position::from_board(before, white_to_move, None) else {
        return Verdict::Illegal { reason: Reason::NoPosition, cells: Vec::new() };
    };
    let files = (0..8).filter_map(|file| Position::from_board(before, white_to_move, Some(file)).ok());
    let en_passant = files.map(|position| judge(&position, after)).find(|verdict| matches!(verdict, Verdict::Legal { .. }));
    en_passant.unwrap_or_else(|| judge(&position, after))
}

/// Judges the change from a position to a board.
pub fn judge(position: &Position, after: &CellGrid) -> Verdict {
    let before = position.to_board();
    if *after == before {
        return Verdict::Unchanged;
    }
    let played = position.legal_moves().into_iter().find(|&mv| position.after(mv).to_board() == *after);
    let Some(played) = played else { return illegal(position, &before, after) };
    let next = position.after(played);
    let end = match next.0.status() {
        GameStatus::Won => Outcome::Won { white: position.white_to_move() },
        GameStatus::Drawn if next.legal_moves().is_empty() => Outcome::Stalemate,
        _ => Outcome::Open,
    };
    Verdict::Legal { played, san: write_san(position, played), next: Box::new(next), end }
}

type Cell = (usize, usize);

/// The squares that changed, by what left and what arrived.
struct Change {
    own_left: Vec<Cell>,
    own_arrived: Vec<Cell>,
    other_left: Vec<Cell>,
    other_arrived: Vec<Cell>,
}

impl Change {
    fn new(before: &CellGrid, after: &CellGrid, own: u8) -> Self {
        let mut change = Self { own_left: vec![], own_arrived: vec![], other_left: vec![], other_arrived: vec![] };
        for (row, col) in (0..8).flat_map(|row| (0..8).map(move |col| (row, col))) {
            let (old, new) = (before.get(row, col), after.get(row, col));
            if old == new {
                continue;
            }
            match side_of(old) {
                Some(side) if side == own => change.own_left.push((row, col)),
                Some(_) => change.other_left.push((row, col)),
                None => {}
            }
            match side_of(new) {
                Some(side) if side == own => change.own_arrived.push((row, col)),
                Some(_) => change.other_arrived.push((row, col)),
                None => {}
            }
        }
        change
    }

    fn cells(&self) -> Vec<Cell> {
        let mut cells = [&self.own_left[..], &self.own_arrived, &self.other_left, &self.other_arrived].concat();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

fn illegal(position: &Position, before: &CellGrid, after: &CellGrid) -> Verdict {
    if (after.rows(), after.cols()) != (8, 8) {
        return Verdict::Illegal { reason: Reason::NoPosition, cells: Vec::new() };
    }
    let own = if position.white_to_move() { 0 } else { BLACK };
    let change = Change::new(before, after, own);
    let reason = match (change.own_left.len(), change.own_arrived.len()) {
        _ if change.other_arrived.len() > change.other_left.len() => Reason::Appeared,
        (left, arrived) if arrived > left => Reason::Appeared,
        (0, 0) if change.other_arrived.is_empty() => Reason::Vanished,
        (0, 0) => Reason::WrongSide,
        (_, 0) if !change.other_arrived.is_empty() => Reason::WrongSide,
        (_, 0) => Reason::Vanished,
        (1, 1) if change.other_arrived.is_empty() => one_moved(position, before, after, &change),
        (2, 2) if castled(before, after, &change, own) => Reason::Castling,
        _ => Reason::SeveralMoved,
    };
    Verdict::Illegal { reason, cells: change.cells() }
}

/// Whether the king went two squares along its rank and the other man that moved is a rook.
fn castled(before: &CellGrid, after: &CellGrid, change: &Change, own: u8) -> bool {
    let king = |cells: &[Cell], board: &CellGrid| cells.iter().copied().find(|&(r, c)| board.get(r, c) == KING + own);
    match (king(&change.own_left, before), king(&change.own_arrived, after)) {
        (Some(from), Some(to)) => from.0 == to.0 && from.1.abs_diff(to.1) == 2,
        _ => false,
    }
}

fn one_moved(position: &Position, before: &CellGrid, after: &CellGrid, change: &Change) -> Reason {
    let (from, to) = (change.own_left[0], change.own_arrived[0]);
    let (old, new) = (before.get(from.0, from.1), after.get(to.0, to.1));
    let elsewhere = change.other_left.iter().any(|&cell| cell != to);
    if from == to || (old != new && kind_of(old) != PAWN) {
        Reason::Exchanged
    } else if elsewhere {
        Reason::WrongCapture
    } else if !reaches(position, from, to) {
        Reason::OutOfReach
    } else if kind_of(old) == PAWN && (to.0 == 0 || to.0 == 7) && matches!(kind_of(new), PAWN | KING) {
        Reason::NotPromoted
    } else if position.in_check() {
        Reason::StillInCheck
    } else {
        Reason::ExposesKing
    }
}

/// Whether a man could go there if its king's safety did not matter.
fn reaches(position: &Position, from: Cell, to: Cell) -> bool {
    let square = |(row, col): Cell| Square::index((7 - row) * 8 + col);
    let (board, from, to) = (&position.0, square(from), square(to));
    let occupied = board.occupied();
    let (Some(piece), Some(color)) = (board.piece_on(from), board.color_on(from)) else { return false };
    use cozy_chess::Piece::{Bishop, King, Knight, Pawn, Queen, Rook};
    let reached = match piece {
        Pawn if board.color_on(to).is_some() => cozy_chess::get_pawn_attacks(from, color),
        Pawn => cozy_chess::get_pawn_quiets(from, color, occupied),
        Knight => cozy_chess::get_knight_moves(from),
        Bishop => cozy_chess::get_bishop_moves(from, occupied),
        Rook => cozy_chess::get_rook_moves(from, occupied),
        Queen => cozy_chess::get_bishop_moves(from, occupied) | cozy_chess::get_rook_moves(from, occupied),
        King => cozy_chess::get_king_moves(from),
    };
    reached.has(to) && board.color_on(to) != Some(color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, chess::Chess};

    fn verdict(before: &str, after: &str) -> Verdict {
        let position = Position::from_fen(before).expect("a position");
        judge(&position, &Chess.from_notation(after).expect("a board"))
    }

    fn san(before: &str, after: &str) -> String {
        match verdict(before, after) {
            Verdict::Legal { san, .. } => san,
            other => format!("{other:?}"),
        }
    }

    fn reason(before: &str, after: &str) -> Option<Reason> {
        match verdict(before, after) {
            Verdict::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }

    #[test]
    fn legal_moves_of_every_kind() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(san(start, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"), "e4");
        assert_eq!(san("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/5RK1"), "O-O");
        assert_eq!(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3P4/8/8/8/8/4K3"), "exd6");
        assert_eq!(san("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "N3k3/8/8/8/8/8/8/4K3"), "a8=N");
        assert_eq!(san("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "Q3k3/8/8/8/8/8/8/4K3"), "bxa8=Q+");
        assert_eq!(verdict(start, start), Verdict::Unchanged);
    }

    #[test]
    fn mate_and_stalemate_end_the_game() {
        let end = |before, after| match verdict(before, after) {
            Verdict::Legal { end, san, .. } => Some((end, san)),
            _ => None,
        };
        let mate = end("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3");
        assert_eq!(mate, Some((Outcome::Won { white: true }, "Ra8#".into())));
        let stalemate = end("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", "k7/8/1QK5/8/8/8/8/8");
        assert_eq!(stalemate, Some((Outcome::Stalemate, "Qb6".into())));
    }

    #[test]
    fn every_failing_condition_is_named() {
        const QUIET: &str = "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1";
        assert_eq!(reason(QUIET, "4k3/4p3/8/8/8/8/4P3/RR2K3"), Some(Reason::Appeared));
        assert_eq!(reason(QUIET, "4k3/4p3/8/8/8/8/8/R3K3"), Some(Reason::Vanished));
        assert_eq!(reason(QUIET, "4k3/8/8/8/8/8/4P3/R3K3"), Some(Reason::Vanished));
        assert_eq!(reason(QUIET, "4k3/4p3/8/8/8/4P3/8/1R2K3"), Some(Reason::SeveralMoved));
        assert_eq!(reason(QUIET, "4k3/8/4p3/8/8/8/4P3/R3K3"), Some(Reason::WrongSide));
        assert_eq!(reason(QUIET, "4k3/8/8/8/8/4P3/8/R3K3"), Some(Reason::WrongCapture));
        assert_eq!(reason(QUIET, "4k3/4p3/8/8/8/8/1R2P3/4K3"), Some(Reason::OutOfReach));
        assert_eq!(reason(QUIET, "4k3/4p3/8/8/8/8/4P3/Q3K3"), Some(Reason::Exchanged));
        assert_eq!(reason(QUIET, "4k3/4p3/8/8/8/8/4P3/2KR4"), Some(Reason::Castling));
        assert_eq!(reason("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "P3k3/8/8/8/8/8/8/4K3"), Some(Reason::NotPromoted));
        assert_eq!(reason("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "4r1k1/8/8/8/8/2N5/8/4K3"), Some(Reason::ExposesKing));
        assert_eq!(reason("4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1", "4r1k1/8/8/8/1N6/8/8/4K3"), Some(Reason::StillInCheck));
    }

    #[test]
    fn boards_alone_allow_castling_and_en_passant() {
        let board = |fen| Chess.from_notation(fen).expect("a board");
        let judged = |before, after| judge_boards(&board(before), &board(after), true);
        assert!(matches!(judged("4k3/8/8/3pP3/8/8/8/4K3", "4k3/8/3P4/8/8/8/8/4K3"), Verdict::Legal { .. }));
        assert!(matches!(judged("4k3/8/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/2KR4"), Verdict::Legal { .. }));
        let none = judged("8/8/8/8/8/8/8/R3K3", "8/8/8/8/8/8/8/2KR4");
        assert!(matches!(none, Verdict::Illegal { reason: Reason::NoPosition, .. }));
    }
}
