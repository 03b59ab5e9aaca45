//! Was that a legal move? Two boards are compared, as a camera sees them before and after a move.

use super::{
    Point,
    play::{GoGame, IllegalMove},
};
use crate::{
    games::{
        CellGrid,
        go::{
            classes::{EMPTY, WHITE},
            notation::cell_name,
        },
    },
    messages::Message,
};

/// What happened between two boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing, or a pass.
    Unchanged,
    /// A legal move.
    Legal {
        /// Whether black moved.
        black: bool,
        /// Where the stone lies.
        point: Point,
        /// The stones that it captured.
        captured: Vec<Point>,
    },
    /// No legal move.
    Illegal {
        /// What is wrong.
        reason: Reason,
        /// The points concerned.
        cells: Vec<Point>,
    },
}

/// Why a change is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The boards are not of the same size.
    Size,
    /// More than one stone was laid.
    SeveralStones,
    /// It is the other side's turn.
    WrongSide {
        /// Whether it is black's turn.
        black_to_move: bool,
    },
    /// A stone is of the other color now.
    Recolored,
    /// Stones are gone that were not captured.
    Vanished,
    /// Captured stones are still on the board.
    NotCaptured,
    /// The rules forbid a stone there.
    Forbidden(IllegalMove),
}

impl Reason {
    /// What is wrong, as a clause.
    pub fn message(self) -> Message {
        Message::new(match self {
            Self::Size => "go-reason-size",
            Self::SeveralStones => "go-reason-several-stones",
            Self::WrongSide { black_to_move } => {
                return Message::new("go-reason-wrong-side").side("side", !black_to_move);
            }
            Self::Recolored => "go-reason-recolored",
            Self::Vanished => "go-reason-vanished",
            Self::NotCaptured => "go-reason-not-captured",
            Self::Forbidden(why) => return why.message(),
        })
    }
}

impl Verdict {
    /// The verdict as a sentence; `board` is one of the two that were compared.
    pub fn message(&self, board: &CellGrid) -> Message {
        match self {
            Self::Unchanged => Message::new("unchanged"),
            Self::Legal { black, point, .. } => Message::new("go-legal")
                .side("side", !black)
                .text("point", cell_name(board, point.0, point.1)),
            Self::Illegal { reason, .. } => {
                Message::new("illegal").message("reason", reason.message())
            }
        }
    }
}

/// Judges the change from one board to another. Without `black_to_move` either color may have
/// moved. Boards of `history`, the earlier ones of the game, must not come again (positional
/// superko).
pub fn judge(
    before: &CellGrid,
    after: &CellGrid,
    black_to_move: Option<bool>,
    history: &[CellGrid],
) -> Verdict {
    if (before.rows(), before.cols()) != (after.rows(), after.cols()) {
        return illegal(Reason::Size, Vec::new());
    }
    let laid = differences(before, after, |old, new| old == EMPTY && new != EMPTY);
    let recolored = differences(before, after, |old, new| old != EMPTY && new != EMPTY);
    let gone = differences(before, after, |old, new| old != EMPTY && new == EMPTY);
    match (&laid[..], &recolored[..], &gone[..]) {
        ([], [], []) => Verdict::Unchanged,
        (_, [_, ..], _) => illegal(Reason::Recolored, recolored),
        ([], [], _) => illegal(Reason::Vanished, gone),
        (&[point], ..) => one_laid(before, after, point, black_to_move, history),
        _ => illegal(Reason::SeveralStones, laid),
    }
}

const fn illegal(reason: Reason, cells: Vec<Point>) -> Verdict {
    Verdict::Illegal { reason, cells }
}

/// The points where what lay there before and what lies there now are as wanted.
fn differences(before: &CellGrid, after: &CellGrid, wanted: impl Fn(u8, u8) -> bool) -> Vec<Point> {
    let points = (0..before.rows()).flat_map(|row| (0..before.cols()).map(move |col| (row, col)));
    let class = |board: &CellGrid, (row, col): Point| board.get(row, col);
    points
        .filter(|&p| {
            class(before, p) != class(after, p) && wanted(class(before, p), class(after, p))
        })
        .collect()
}

/// Judges a change with one new stone.
fn one_laid(
    before: &CellGrid,
    after: &CellGrid,
    point: Point,
    turn: Option<bool>,
    history: &[CellGrid],
) -> Verdict {
    let black = after.get(point.0, point.1) != WHITE;
    if turn.is_some_and(|turn| turn != black) {
        return illegal(Reason::WrongSide { black_to_move: !black }, vec![point]);
    }
    let mut game = GoGame::new(before.clone(), black);
    if let Err(why) = game.play(point) {
        return illegal(Reason::Forbidden(why), vec![point]);
    }
    let left = differences(game.board(), after, |due, _| due == EMPTY);
    let gone = differences(game.board(), after, |due, _| due != EMPTY);
    if !left.is_empty() {
        illegal(Reason::NotCaptured, left)
    } else if !gone.is_empty() {
        illegal(Reason::Vanished, gone)
    } else if history.contains(after) {
        illegal(Reason::Forbidden(IllegalMove::Superko), vec![point])
    } else {
        let captured = differences(before, after, |_, new| new == EMPTY);
        Verdict::Legal { black, point, captured }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, go::Go};

    fn board(stones: &str) -> CellGrid {
        Go.from_notation(&format!("(;SZ[9]{stones})")).expect("an SGF")
    }

    fn reason(before: &str, after: &str) -> Option<(Reason, Vec<Point>)> {
        match judge(&board(before), &board(after), None, &[]) {
            Verdict::Illegal { reason, cells } => Some((reason, cells)),
            _ => None,
        }
    }

    #[test]
    fn legal_moves_and_what_they_capture() {
        let quiet = judge(&board("AB[ee]"), &board("AB[ee]AW[cc]"), None, &[]);
        assert_eq!(quiet, Verdict::Legal { black: false, point: (2, 2), captured: vec![] });
        assert_eq!(quiet.message(&board("")).to_string(), "Correct move by white: C7.");
        let taking =
            judge(&board("AW[aa][ba]AB[ab][bb]"), &board("AB[ab][bb][ca]"), Some(true), &[]);
        assert_eq!(
            taking,
            Verdict::Legal { black: true, point: (0, 2), captured: vec![(0, 0), (0, 1)] }
        );
        assert_eq!(judge(&board("AB[ee]"), &board("AB[ee]"), None, &[]), Verdict::Unchanged);
    }

    #[test]
    fn each_reason_is_found() {
        let taking = "AW[aa][ba]AB[ab][bb]";
        assert_eq!(
            reason(taking, "AB[ab][bb][ca]AW[aa]"),
            Some((Reason::NotCaptured, vec![(0, 0)]))
        );
        assert_eq!(reason(taking, "AB[ab][ca]"), Some((Reason::Vanished, vec![(1, 1)])));
        assert_eq!(reason(taking, "AW[aa]AB[ab][bb]"), Some((Reason::Vanished, vec![(0, 1)])));
        assert_eq!(reason("", "AB[aa][bb]"), Some((Reason::SeveralStones, vec![(0, 0), (1, 1)])));
        assert_eq!(reason("AB[aa]", "AW[aa]AB[bb]"), Some((Reason::Recolored, vec![(0, 0)])));
        let suicide = Some((Reason::Forbidden(IllegalMove::Suicide), vec![(0, 0)]));
        assert_eq!(reason("AW[ab][ba]", "AW[ab][ba]AB[aa]"), suicide);
        let turn = judge(&board(""), &board("AW[ee]"), Some(true), &[]);
        assert_eq!(turn.message(&board("")).to_string(), "Wrong move: it is black's turn.");
        let other = Go.from_notation("(;SZ[13])").expect("an SGF");
        assert_eq!(judge(&board(""), &other, None, &[]), illegal(Reason::Size, vec![]));
    }

    #[test]
    fn a_ko_is_seen_by_the_history() {
        let (first, second) =
            ("AB[ba][ab][bc]AW[ca][bb][db][cc]", "AB[ba][ab][bc][cb]AW[ca][db][cc]");
        assert!(reason(first, second).is_none() && reason(second, first).is_none());
        let back = judge(&board(second), &board(first), None, &[board(first)]);
        assert_eq!(back, illegal(Reason::Forbidden(IllegalMove::Superko), vec![(1, 1)]));
    }
}
