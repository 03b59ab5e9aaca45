//! Was that a legal move? Two boards are compared, as a camera sees them before and after a move.

use super::{
    captures::all_captures,
    geometry::{Geometry, bit, squares},
    moves::{Move, legal_moves, plain_moves},
    position::{Color, OffBoard, Position},
    variant::Variant,
};
use crate::{games::CellGrid, messages::Message};

/// What happened between two boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing.
    Unchanged,
    /// A legal move.
    Legal {
        /// Who moved.
        mover: Color,
        /// The move.
        played: Move,
        /// The mover, when the other side has no piece or no move left.
        winner: Option<Color>,
    },
    /// A capture that had to go on and did not, or one of fewer pieces than the variant asks for.
    Unfinished {
        /// Who moved.
        mover: Color,
        /// The capture as far as it went.
        played: Move,
        /// The captures that go on from there; where there are none, all legal ones.
        missed: Vec<Move>,
    },
    /// A move without a capture where one was possible.
    MissedCapture {
        /// Who moved.
        mover: Color,
        /// The move.
        played: Move,
        /// The captures that were possible.
        missed: Vec<Move>,
    },
    /// Anything else.
    Illegal {
        /// What is wrong.
        reason: Reason,
        /// The squares concerned, `(row, column)`.
        cells: Vec<(usize, usize)>,
    },
}

/// Why a change is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// One of the boards has another size.
    Size,
    /// A move of the side whose turn it is not.
    WrongSide,
    /// A piece stands on a light square.
    LightSquare,
    /// A man reached the last row and was not crowned.
    NotCrowned,
    /// A side has more pieces than before.
    Appeared,
    /// A captured piece is still there.
    NotTaken,
    /// Pieces are gone that nobody captured.
    Vanished,
    /// More than one piece moved.
    SeveralMoved,
    /// A piece was exchanged for another on its square.
    Exchanged,
    /// A man moved backward.
    Backward,
    /// The piece cannot reach that square.
    OutOfReach,
}

impl Reason {
    /// What is wrong, as a clause.
    pub const fn message(self) -> Message {
        Message::new(match self {
            Self::Size => "checkers-reason-size",
            Self::WrongSide => "checkers-reason-wrong-side",
            Self::LightSquare => "checkers-reason-light-square",
            Self::NotCrowned => "checkers-reason-not-crowned",
            Self::Appeared => "checkers-reason-appeared",
            Self::NotTaken => "checkers-reason-not-taken",
            Self::Vanished => "checkers-reason-vanished",
            Self::SeveralMoved => "checkers-reason-several-moved",
            Self::Exchanged => "checkers-reason-exchanged",
            Self::Backward => "checkers-reason-backward",
            Self::OutOfReach => "checkers-reason-out-of-reach",
        })
    }
}

impl Verdict {
    /// The document's number of the verdict: 1 legal, 2 unfinished capture, 3 missed capture, 4
    /// illegal; 0 for no change.
    pub const fn code(&self) -> u8 {
        match self {
            Self::Unchanged => 0,
            Self::Legal { .. } => 1,
            Self::Unfinished { .. } => 2,
            Self::MissedCapture { .. } => 3,
            Self::Illegal { .. } => 4,
        }
    }

    /// The squares concerned, `(row, column)` in rising order: those of the move and of the
    /// captures that were missed, or those where something is wrong.
    pub fn cells(&self, variant: &Variant) -> Vec<(usize, usize)> {
        let (played, missed): (&Move, &[Move]) = match self {
            Self::Unchanged => return Vec::new(),
            Self::Illegal { cells, .. } => return cells.clone(),
            Self::Legal { played, .. } => (played, &[]),
            Self::Unfinished { played, missed, .. }
            | Self::MissedCapture { played, missed, .. } => (played, missed),
        };
        places(variant, missed.iter().fold(played.squares(), |set, mv| set | mv.squares()))
    }

    /// The verdict as a sentence.
    pub fn message(&self, variant: &Variant) -> Message {
        let correct = |side: &Color, mv: &Move| {
            Message::new("checkers-legal")
                .text("side", side.name())
                .text("move", mv.to_long_pdn(variant))
        };
        let missed = |key, moves: &[Move]| {
            Message::new(key).any("moves", moves.iter().map(|mv| mv.to_long_pdn(variant)))
        };
        match self {
            Self::Unchanged => Message::new("unchanged"),
            Self::Legal { mover, played, .. } => correct(mover, played),
            Self::Unfinished { played, missed: moves, .. }
                if !moves.iter().any(|mv| mv.goes_on_from(played)) =>
            {
                missed("checkers-smaller-capture", moves)
            }
            Self::Unfinished { missed: moves, .. } => missed("checkers-unfinished", moves),
            Self::MissedCapture { missed: moves, .. } => missed("checkers-missed-capture", moves),
            Self::Illegal { reason, .. } => {
                Message::new("illegal").message("reason", reason.message())
            }
        }
    }
}

/// Judges the change from one board to another. Without a `mover`, it is the side one of whose
/// legal moves (or else unfinished captures, or else moves despite a possible capture) leads to the
/// second board.
pub fn judge(
    variant: &Variant,
    before: &CellGrid,
    after: &CellGrid,
    mover: Option<Color>,
) -> Verdict {
    let boards = Position::from_board(variant, before, Color::White)
        .and_then(|old| Position::from_board(variant, after, Color::White).map(|new| (old, new)));
    let (old, new) = match boards {
        Ok(boards) => boards,
        Err(OffBoard::LightSquares(cells)) => {
            return Verdict::Illegal { reason: Reason::LightSquare, cells };
        }
        Err(OffBoard::Size { .. }) => {
            return Verdict::Illegal { reason: Reason::Size, cells: Vec::new() };
        }
    };
    if old == new {
        return Verdict::Unchanged;
    }
    let movers = mover.map_or_else(|| vec![Color::White, Color::Black], |side| vec![side]);
    moved(variant, &old, &new, &movers)
        .or_else(|| wrong_side(variant, &old, &new, mover?))
        .or_else(|| first_of(variant, &old, &new, &movers, &[wrongly_crowned, not_taken]))
        .unwrap_or_else(|| illegal(variant, &old, &new))
}

/// A judgement that one side's move would explain.
type Judgement = fn(&Variant, &Position, &Position) -> Option<Verdict>;

/// The first judgement that holds for one of the movers.
fn first_of(
    variant: &Variant,
    old: &Position,
    new: &Position,
    movers: &[Color],
    judgements: &[Judgement],
) -> Option<Verdict> {
    let all =
        judgements.iter().flat_map(|judgement| movers.iter().map(move |&turn| (judgement, turn)));
    all.into_iter()
        .find_map(|(judgement, turn)| judgement(variant, &Position { turn, ..*old }, new))
}

/// The verdict when a piece was moved as pieces move, whether or not it was allowed.
fn moved(variant: &Variant, old: &Position, new: &Position, movers: &[Color]) -> Option<Verdict> {
    first_of(variant, old, new, movers, &[legal, unfinished, missed_capture])
}

fn wrong_side(variant: &Variant, old: &Position, new: &Position, mover: Color) -> Option<Verdict> {
    let cells = moved(variant, old, new, &[mover.other()])?.cells(variant);
    Some(Verdict::Illegal { reason: Reason::WrongSide, cells })
}

fn legal(variant: &Variant, old: &Position, new: &Position) -> Option<Verdict> {
    let leads = |mv: &Move| old.after(mv) == Position { turn: old.turn.other(), ..*new };
    let played = legal_moves(variant, old).into_iter().find(leads)?;
    let lost = legal_moves(variant, &old.after(&played)).is_empty();
    Some(Verdict::Legal { mover: old.turn, played, winner: lost.then_some(old.turn) })
}

/// The move among `moves` that leads to the pieces of `new`, whether or not the one that moved is
/// crowned there.
fn leading(moves: Vec<Move>, old: &Position, new: &Position) -> Option<Move> {
    moves.into_iter().find(|mv| {
        let after = old.after(mv);
        (after.white, after.black) == (new.white, new.black)
            && (after.kings ^ new.kings) & !bit(mv.to()) == 0
    })
}

fn unfinished(variant: &Variant, old: &Position, new: &Position) -> Option<Verdict> {
    let legal = legal_moves(variant, old);
    let stopped =
        all_captures(variant, old, true).into_iter().filter(|mv| !legal.contains(mv)).collect();
    let played = leading(stopped, old, new)?;
    let (longer, others): (Vec<Move>, Vec<Move>) =
        legal.into_iter().partition(|mv| mv.goes_on_from(&played));
    Some(Verdict::Unfinished {
        mover: old.turn,
        played,
        missed: if longer.is_empty() { others } else { longer },
    })
}

fn missed_capture(variant: &Variant, old: &Position, new: &Position) -> Option<Verdict> {
    let missed = legal_moves(variant, old);
    let mandatory = missed.iter().any(Move::is_capture);
    let played = leading(plain_moves(variant, old), old, new).filter(|_| mandatory)?;
    Some(Verdict::MissedCapture { mover: old.turn, played, missed })
}

/// A legal move after which the piece is not crowned though it has to be, or the other way round.
fn wrongly_crowned(variant: &Variant, old: &Position, new: &Position) -> Option<Verdict> {
    let played = leading(legal_moves(variant, old), old, new)?;
    let reason = if played.promotes { Reason::NotCrowned } else { Reason::Exchanged };
    Some(Verdict::Illegal { reason, cells: places(variant, bit(played.to())) })
}

/// A capture after which captured pieces are still there.
fn not_taken(variant: &Variant, old: &Position, new: &Position) -> Option<Verdict> {
    let captures = all_captures(variant, old, true).into_iter();
    let left = captures.filter_map(|mv| {
        let left = mv.captured & new.pieces(old.turn.other());
        let put_back = Move { captured: mv.captured & !left, ..mv };
        (left != 0 && leading(vec![put_back], old, new).is_some()).then_some(left)
    });
    // The capture that explains the change with the fewest pieces left.
    let left = left.min_by_key(|left| left.count_ones())?;
    Some(Verdict::Illegal { reason: Reason::NotTaken, cells: places(variant, left) })
}

/// The places of a set of squares.
fn places(variant: &Variant, set: u64) -> Vec<(usize, usize)> {
    squares(set).map(|square| Geometry::of(variant).place(square)).collect()
}

/// Says what is wrong with a change that no move explains.
fn illegal(variant: &Variant, old: &Position, new: &Position) -> Verdict {
    let gained = [new.white & !old.white, new.black & !old.black];
    let lost = [old.white & !new.white, old.black & !new.black];
    let more = new.white.count_ones() > old.white.count_ones()
        || new.black.count_ones() > old.black.count_ones();
    let (all_gained, all_lost) = (gained[0] | gained[1], lost[0] | lost[1]);
    let reason = match all_gained.count_ones() {
        _ if more && all_gained & all_lost != 0 => Reason::Exchanged,
        _ if more => Reason::Appeared,
        0 if all_lost != 0 => Reason::Vanished,
        0 => Reason::Exchanged,
        1 => one_moved(old, gained, lost),
        _ => Reason::SeveralMoved,
    };
    let changed =
        if all_gained | all_lost == 0 { old.kings ^ new.kings } else { all_gained | all_lost };
    Verdict::Illegal { reason, cells: places(variant, changed) }
}

fn one_moved(old: &Position, gained: [u64; 2], lost: [u64; 2]) -> Reason {
    let side = usize::from(gained[0] == 0);
    let (from, to) = (lost[side], gained[side]);
    let man = from & old.kings == 0;
    let backward = if side == 0 { to > from } else { to < from };
    // A piece set down on another's square, as chess pieces capture, cannot go there.
    let vanished = lost[1 - side] & !to != 0 || from.count_ones() != 1;
    match (vanished, man && backward) {
        (true, _) => Reason::Vanished,
        (false, true) => Reason::Backward,
        (false, false) => Reason::OutOfReach,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, checkers::Checkers};

    const ENGLISH: Variant = Variant::ENGLISH;

    fn verdict(before: &str, after: &str) -> Verdict {
        let board = |pdn| Checkers.from_notation(pdn).expect("a PDN FEN");
        judge(&ENGLISH, &board(before), &board(after), None)
    }

    fn said(verdict: &Verdict) -> String {
        verdict.message(&ENGLISH).to_string()
    }

    fn reason(before: &str, after: &str) -> Option<Reason> {
        match verdict(before, after) {
            Verdict::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }

    #[test]
    fn a_legal_move_and_its_mover() {
        let found = verdict("W:W21-32:B1-12", "W:W21,17,23-32:B1-12");
        assert_eq!((found.code(), said(&found)), (1, "Correct move by white: 22-17.".into()));
        assert!(matches!(found, Verdict::Legal { mover: Color::White, winner: None, .. }));
        let found = verdict("W:W21-32:B1-12", "W:W21-32:B1-10,12,15");
        assert!(matches!(found, Verdict::Legal { mover: Color::Black, .. }));
        assert_eq!(verdict("W:W21-32:B1-12", "W:W21-32:B1-12").code(), 0);
    }

    #[test]
    fn the_last_capture_wins() {
        let found = verdict("W:W22:B18", "W:W15:B");
        assert_eq!(said(&found), "Correct move by white: 22x15.");
        assert!(matches!(found, Verdict::Legal { winner: Some(Color::White), .. }));
        // Black's only man on 5 is barred by the man on 9, which the one on 14 protects.
        assert!(matches!(
            verdict("W:W13,9,14:B5", "W:W13,9,10:B5"),
            Verdict::Legal { winner: None, .. }
        ));
        assert!(matches!(
            verdict("W:W13,14,18:B5", "W:W9,14,18:B5"),
            Verdict::Legal { winner: Some(Color::White), .. }
        ));
    }

    #[test]
    fn a_capture_that_stops_early() {
        let found = verdict("W:W22:B18,11", "W:W15:B11");
        assert_eq!(
            (found.code(), said(&found)),
            (2, "Wrong move: the capture has to go on: 22x15x8.".into())
        );
        // The free choice among captures, also of the shorter one.
        assert_eq!(verdict("W:W22:B18,11,17", "W:W13:B18,11").code(), 1);
    }

    #[test]
    fn only_captures_that_go_on_from_there_are_missed() {
        let Verdict::Unfinished { missed, .. } = verdict("W:W22,31:B18,11,27", "W:W15,31:B11,27")
        else {
            panic!("unfinished")
        };
        assert_eq!(missed.iter().map(|mv| mv.to_pdn(&ENGLISH)).collect::<Vec<_>>(), ["22x8"]);
    }

    #[test]
    fn a_capture_of_fewer_pieces_is_unfinished_where_most_are_mandatory() {
        let board = |pdn| Checkers.from_notation(pdn).expect("a PDN FEN");
        let (before, after) = (board("W:W22,31:B18,11,27"), board("W:W22,24:B18,11"));
        let found = judge(&Variant::BRAZILIAN, &before, &after, None);
        let said = found.message(&Variant::BRAZILIAN).to_string();
        assert_eq!(
            (found.code(), said),
            (2, "Wrong move: a capture of more pieces is mandatory: c3xe5xg7.".into())
        );
        assert_eq!(judge(&Variant::RUSSIAN, &before, &after, None).code(), 1);
    }

    #[test]
    fn squares_concerned() {
        let cells = |before, after| verdict(before, after).cells(&ENGLISH);
        assert_eq!(cells("W:W22:B1", "W:W18:B1"), [(4, 3), (5, 2)]);
        // 22x15x8 was possible, 22x15 played: 8, 11, 15, 18, 22.
        assert_eq!(cells("W:W22:B18,11", "W:W15:B11"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2)]);
        assert_eq!(cells("W:W22:B1", "W:W22:B1"), []);
        assert_eq!(cells("W:W22:B18", "W:W15:B18"), [(4, 3)]);
    }

    #[test]
    fn a_given_mover_may_have_to_wait() {
        let board = |pdn| Checkers.from_notation(pdn).expect("a PDN FEN");
        let (before, after) = (board("W:W22:B1"), board("W:W22:B5"));
        let found = judge(&ENGLISH, &before, &after, Some(Color::White));
        assert_eq!(
            found,
            Verdict::Illegal { reason: Reason::WrongSide, cells: vec![(0, 1), (1, 0)] }
        );
        assert_eq!(judge(&ENGLISH, &before, &after, Some(Color::Black)).code(), 1);
    }

    #[test]
    fn a_capture_that_was_overlooked() {
        let found = verdict("W:W22,32:B18", "W:W22,28:B18");
        assert_eq!(
            (found.code(), said(&found)),
            (3, "Wrong move: a capture is mandatory: 22x15.".into())
        );
        // Also when the man that moved to the last row was not crowned.
        assert_eq!(verdict("W:W22,6:B18", "W:W22,2:B18").code(), 3);
    }

    #[test]
    fn changes_that_are_no_moves() {
        assert_eq!(reason("W:W22:B1", "W:Wb1:B1"), Some(Reason::LightSquare));
        assert_eq!(reason("W:W6:B9", "W:W2:B9"), Some(Reason::NotCrowned));
        assert_eq!(reason("W:W22:B1", "W:W22,23:B1"), Some(Reason::Appeared));
        assert_eq!(reason("W:W22,23:B1", "W:W22:B1"), Some(Reason::Vanished));
        assert_eq!(reason("W:W22:B1,2", "W:W18:B1"), Some(Reason::Vanished));
        assert_eq!(reason("W:W22,23:B1", "W:W18,19:B1"), Some(Reason::SeveralMoved));
        assert_eq!(reason("W:W22:B1", "W:WK22:B1"), Some(Reason::Exchanged));
        assert_eq!(reason("W:W22:B1", "W:WK18:B1"), Some(Reason::Exchanged));
        assert_eq!(reason("W:W22,23:B1", "W:W23:B1,22"), Some(Reason::Exchanged));
        assert_eq!(reason("W:W22:B18", "W:W18:B"), Some(Reason::OutOfReach));
        assert_eq!(reason("W:W22:B18,11", "W:W8:B18"), Some(Reason::NotTaken));
        assert_eq!(reason("W:W22:B1", "W:W25:B1"), Some(Reason::Backward));
        assert_eq!(reason("W:W22:B1", "W:W15:B1"), Some(Reason::OutOfReach));
    }

    #[test]
    fn promotion_ends_a_capture() {
        // Landing on the last row ends the move, though a king could take the man on 6.
        assert_eq!(verdict("W:W11:B7,6", "W:WK2:B6").code(), 1);
        assert_eq!(said(&verdict("W:W11:B7,6", "W:WK2:B6")), "Correct move by white: 11x2.");
    }
}
