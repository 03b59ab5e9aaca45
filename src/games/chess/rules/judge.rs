//! Was that a legal move? The user's decision flow: who moved what, is the king safe, can the piece
//! go there.

use super::{
    attacks::{king_is_attacked, reaches},
    castling::why_not,
    moves::Move,
    position::{Position, cell, class},
    progress::{ChessProgress, Outcome},
    san::write_san,
};
use crate::{
    games::{
        CellGrid,
        chess::classes::{BLACK, KING, PAWN, kind_of, side_of},
    },
    messages::Message,
};
use cozy_chess::{File, Piece, Rank, Square};

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
        /// How the game stands; what needs the moves before, such as repetition, is not seen.
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
#[non_exhaustive]
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
    /// A man went where another of its own side stood.
    TookOwn,
    /// The captured man did not stand where the capturing one went.
    WrongCapture,
    /// The pawn passed did not make its double step just now.
    EnPassant,
    /// The king was in check and still is.
    StillInCheck,
    /// The move puts the own king in check.
    ExposesKing,
    /// The man cannot reach that square.
    OutOfReach,
    /// No man stands on the square that a move is to begin on.
    NoPiece,
    /// King or rook has moved before.
    CastlingLost,
    /// A man stands between king and rook.
    CastlingBlocked,
    /// The king is in check, passes an attacked square or ends on one.
    CastlingThroughCheck,
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
            Self::TookOwn => "chess-reason-took-own",
            Self::WrongCapture => "chess-reason-wrong-capture",
            Self::EnPassant => "chess-reason-en-passant",
            Self::StillInCheck => "chess-reason-still-in-check",
            Self::ExposesKing => "chess-reason-exposes-king",
            Self::OutOfReach => "chess-reason-out-of-reach",
            Self::NoPiece => "chess-reason-no-piece",
            Self::CastlingLost => "chess-reason-castling-lost",
            Self::CastlingBlocked => "chess-reason-castling-blocked",
            Self::CastlingThroughCheck => "chess-reason-castling-through-check",
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
            Self::Legal { san, next, .. } => Message::new("chess-legal")
                .side("side", !next.white_to_move())
                .text("move", san.as_str()),
            Self::Illegal { reason, .. } => {
                Message::new("illegal").message("reason", reason.message())
            }
        }
    }
}

/// Judges the change from one board to another by the side that is to move. What the boards do not
/// show is taken in favor of the player: castling with king and rook on their home squares, and en
/// passant.
pub fn judge_boards(before: &CellGrid, after: &CellGrid, white_to_move: bool) -> Verdict {
    judge_positions(before, after, &Position::all_of_board(before, white_to_move, None))
}

/// Judges the change from a board that is one of several positions. Where it is a legal move from
/// none of them, the first says what is wrong.
pub(super) fn judge_positions(
    before: &CellGrid,
    after: &CellGrid,
    positions: &[Position],
) -> Verdict {
    let Some(first) = positions.first().filter(|_| before != after) else {
        let no_position = Verdict::Illegal { reason: Reason::NoPosition, cells: Vec::new() };
        return if before == after { Verdict::Unchanged } else { no_position };
    };
    let legal = |verdict: &Verdict| matches!(verdict, Verdict::Legal { .. });
    let explained = positions.iter().map(|position| judge(position, after)).find(legal);
    explained.unwrap_or_else(|| judge(first, after))
}

/// Judges the change from a position to a board.
pub fn judge(position: &Position, after: &CellGrid) -> Verdict {
    let before = position.to_board();
    if *after == before {
        return Verdict::Unchanged;
    }
    let played =
        position.legal_moves().into_iter().find(|&mv| position.after(mv).to_board() == *after);
    let Some(played) = played else { return illegal(position, &before, after) };
    let next = position.after(played);
    let end = ChessProgress::new(next.clone()).outcome();
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
        let mut change = Self {
            own_left: vec![],
            own_arrived: vec![],
            other_left: vec![],
            other_arrived: vec![],
        };
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
        let mut cells =
            [&self.own_left[..], &self.own_arrived, &self.other_left, &self.other_arrived].concat();
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
    let others_moved = !change.other_arrived.is_empty();
    let reason = match (change.own_left.len(), change.own_arrived.len()) {
        _ if change.other_arrived.len() > change.other_left.len() => Reason::Appeared,
        (left, arrived) if arrived > left => Reason::Appeared,
        (_, 0) if others_moved => Reason::WrongSide,
        (_, 0) => Reason::Vanished,
        _ if others_moved => Reason::SeveralMoved,
        (1, 1) => one_moved(position, before, after, &change),
        (2, 1) if change.own_left.contains(&change.own_arrived[0]) => Reason::TookOwn,
        (2, 2) => castling(position, after, &change).unwrap_or(Reason::SeveralMoved),
        _ => Reason::SeveralMoved,
    };
    Verdict::Illegal { reason, cells: change.cells() }
}

/// The document's questions about a single man that moved, in its order: is the king out of check,
/// does the man reach the square, was the man taken off captured there. A man that became another
/// is asked about first.
fn one_moved(position: &Position, before: &CellGrid, after: &CellGrid, change: &Change) -> Reason {
    let (from, to) = (change.own_left[0], change.own_arrived[0]);
    let (old, new) = (before.get(from.0, from.1), after.get(to.0, to.1));
    let on_last_rank = kind_of(old) == PAWN && matches!(to.0, 0 | 7);
    let attacked = king_is_attacked(after, position.board.side_to_move());
    let en_passant = passed(before, change, from, to);
    if from == to || (old != new && !on_last_rank) {
        Reason::Exchanged
    } else if attacked && position.in_check() {
        Reason::StillInCheck
    } else if en_passant && position.board.en_passant() != Some(File::index(to.1)) {
        Reason::EnPassant
    } else if !en_passant && !reaches(before, square(from), square(to)) {
        Reason::OutOfReach
    } else if !en_passant && change.other_left.iter().any(|&cell| cell != to) {
        Reason::WrongCapture
    } else if on_last_rank && matches!(kind_of(new), PAWN | KING) {
        Reason::NotPromoted
    } else {
        Reason::ExposesKing
    }
}

/// Whether a pawn went diagonally past a pawn that is gone, as if taking it en passant; the king's
/// safety aside.
fn passed(before: &CellGrid, change: &Change, from: Cell, to: Cell) -> bool {
    let beside = (from.0, to.1);
    let pawn = |(row, col): Cell| kind_of(before.get(row, col)) == PAWN;
    let diagonal = from.0.abs_diff(to.0) == 1 && from.1.abs_diff(to.1) == 1;
    diagonal && change.other_left == [beside] && pawn(from) && pawn(beside)
}

/// Why king and rook may not castle as they did; `None` when what they did is no castling.
fn castling(position: &Position, after: &CellGrid, change: &Change) -> Option<Reason> {
    let own = position.board.side_to_move();
    let home = Rank::First.relative_to(own);
    let at = |file| cell(Square::new(file, home));
    let (short, rook, king_to, rook_to) =
        [(true, File::H, File::G, File::F), (false, File::A, File::C, File::D)].into_iter().find(
            |&(_, rook, ..)| {
                change.own_left.contains(&at(rook)) && change.own_left.contains(&at(File::E))
            },
        )?;
    let stands = |file, piece| {
        let (row, col) = at(file);
        after.get(row, col) == class(piece, own)
    };
    let was = |file, piece| position.board.colored_pieces(own, piece).has(Square::new(file, home));
    let castled = was(File::E, Piece::King)
        && was(rook, Piece::Rook)
        && stands(king_to, Piece::King)
        && stands(rook_to, Piece::Rook);
    if !castled || !change.other_left.is_empty() {
        return None;
    }
    Some(why_not(position, short))
}

fn square((row, col): Cell) -> Square {
    Square::index((7 - row) * 8 + col)
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
        assert_eq!(reason(QUIET, "4k3/4p3/8/8/8/8/4P3/2KR4"), Some(Reason::CastlingLost));
        assert_eq!(reason(QUIET, "4k3/4p3/8/8/8/8/4R3/4K3"), Some(Reason::TookOwn));
        assert_eq!(reason(QUIET, "4k3/4p3/8/8/4Q3/8/8/R3K3"), Some(Reason::Exchanged));
        assert_eq!(reason(QUIET, "4k3/4p3/8/8/4P3/8/8/4K3"), Some(Reason::SeveralMoved));
        assert_eq!(
            reason("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "P3k3/8/8/8/8/8/8/4K3"),
            Some(Reason::NotPromoted)
        );
        assert_eq!(
            reason("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "4r1k1/8/8/8/8/2N5/8/4K3"),
            Some(Reason::ExposesKing)
        );
        assert_eq!(
            reason("4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1", "4r1k1/8/8/8/1N6/8/8/4K3"),
            Some(Reason::StillInCheck)
        );
    }

    #[test]
    fn castling_names_its_condition() {
        let board = |fen: &str| {
            fen.split(' ').next().map(|board| board.replace("R3K3", "2KR4")).expect("a board")
        };
        let long = |before: &str| reason(before, &board(before));
        assert_eq!(long("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), Some(Reason::CastlingLost));
        assert_eq!(long("4k3/8/8/8/8/8/3r4/R3K3 w Q - 0 1"), Some(Reason::CastlingThroughCheck));
        assert_eq!(long("4k3/8/8/8/8/8/2r5/R3K3 w Q - 0 1"), Some(Reason::CastlingThroughCheck));
        assert_eq!(
            long("4k3/8/8/8/8/8/1r6/R3K3 w Q - 0 1"),
            None,
            "the rook may pass an attacked square"
        );
        let out_of_check = reason("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "4r1k1/8/8/8/8/8/8/2KR4");
        assert_eq!(out_of_check, Some(Reason::CastlingThroughCheck));
        let blocked = reason("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "4k3/8/8/8/8/8/8/1NKR4");
        assert_eq!(blocked, Some(Reason::CastlingBlocked));
        assert_eq!(
            reason("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/2K1R3"),
            Some(Reason::SeveralMoved)
        );
        assert_eq!(
            reason("r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "2kr4/8/8/8/8/8/8/4K3"),
            Some(Reason::CastlingLost)
        );
    }

    #[test]
    fn en_passant_names_its_condition() {
        let gone = "4k3/8/3P4/8/8/8/8/4K3";
        assert_eq!(reason("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", gone), Some(Reason::EnPassant));
        assert_eq!(reason("4k3/8/8/3nP3/8/8/8/4K3 w - - 0 1", gone), Some(Reason::OutOfReach));
        let pinned = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1";
        assert_eq!(reason(pinned, "8/8/3P4/K6r/8/8/8/4k3"), Some(Reason::ExposesKing));
    }

    #[test]
    fn check_is_asked_about_before_reach() {
        let in_check = "4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1";
        assert_eq!(reason(in_check, "4r1k1/8/8/7N/8/8/8/4K3"), Some(Reason::StillInCheck));
        assert_eq!(
            reason(in_check, "4r1k1/8/8/8/4N3/8/8/4K3"),
            Some(Reason::OutOfReach),
            "it would end the check"
        );
    }

    #[test]
    fn promotions() {
        let before = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        for piece in ["Q", "R", "B", "N"] {
            assert!(
                san(before, &format!("{piece}r2k3/8/8/8/8/8/8/4K3"))
                    .starts_with(&format!("a8={piece}"))
            );
            assert!(
                san(before, &format!("1{piece}2k3/8/8/8/8/8/8/4K3"))
                    .starts_with(&format!("axb8={piece}"))
            );
        }
        assert_eq!(reason(before, "Kr2k3/8/8/8/8/8/8/4K3"), Some(Reason::NotPromoted));
        assert_eq!(reason(before, "Qr2k3/P7/8/8/8/8/8/4K3"), Some(Reason::Appeared));
        assert_eq!(reason(before, "1r2k3/8/Q7/8/8/8/8/4K3"), Some(Reason::Exchanged));
    }

    #[test]
    fn boards_alone_allow_castling_and_en_passant() {
        let board = |fen| Chess.from_notation(fen).expect("a board");
        let judged = |before, after| judge_boards(&board(before), &board(after), true);
        assert!(matches!(
            judged("4k3/8/8/3pP3/8/8/8/4K3", "4k3/8/3P4/8/8/8/8/4K3"),
            Verdict::Legal { .. }
        ));
        assert!(matches!(
            judged("4k3/8/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/2KR4"),
            Verdict::Legal { .. }
        ));
        let none = judged("8/8/8/8/8/8/8/R3K3", "8/8/8/8/8/8/8/2KR4");
        assert!(matches!(none, Verdict::Illegal { reason: Reason::NoPosition, .. }));
    }
}
