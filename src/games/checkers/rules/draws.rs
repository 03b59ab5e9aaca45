//! How long a game may go on without progress before it is drawn.
//!
//! A limit of n moves is n moves of each side.
//!
//! - English: rules of the World Checkers and Draughts Federation, "definition of a draw": 40
//!   moves.
//! - International: rules of the World Draughts Federation (FMJD), annex 1, articles 6.2 to 6.4.
//! - Russian, Brazilian: rules of the federation's section 64, articles 7.2.4 to 7.2.8. Article
//!   7.2.4 (three kings against one, 15 moves) says nothing that 7.2.5 (15 moves of kings only)
//!   does not say of the same positions.

use super::{
    geometry::{place, squares},
    moves::Move,
    position::Position,
};
use std::ops::RangeInclusive;

/// Whose rules on draws a variant follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRules {
    /// The World Checkers and Draughts Federation's.
    English,
    /// The World Draughts Federation's, for the board of 100 squares.
    International,
    /// The same federation's, for the board of 64 squares.
    Section64,
}

/// A kind of ending that may last a number of moves.
struct Ending {
    kind: Kind,
    pieces: RangeInclusive<u32>,
    moves: u32,
}

/// What the pieces of an ending are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A king alone against `pieces`, a king among them. Once begun it is counted to its end,
    /// whatever happens.
    LoneKing,
    /// The same while the lone king stays on the main road, the long diagonal.
    MainRoad,
    /// `pieces` of both sides together, both with kings. Captures and promotions begin the count
    /// again.
    BothKings,
}

const fn ending(kind: Kind, pieces: RangeInclusive<u32>, moves: u32) -> Ending {
    Ending { kind, pieces, moves }
}

static INTERNATIONAL: [Ending; 2] =
    [ending(Kind::LoneKing, 3..=3, 16), ending(Kind::LoneKing, 1..=2, 5)];
static SECTION_64: [Ending; 4] = [
    ending(Kind::BothKings, 4..=5, 30),
    ending(Kind::BothKings, 6..=7, 60),
    ending(Kind::MainRoad, 3..=3, 5),
    ending(Kind::LoneKing, 1..=2, 5),
];

impl DrawRules {
    /// Moves of kings only, without a capture, after which a game is drawn.
    pub const fn quiet_moves(self) -> u32 {
        match self {
            Self::English => 40,
            Self::International => 25,
            Self::Section64 => 15,
        }
    }

    fn endings(self) -> &'static [Ending] {
        match self {
            Self::English => &[],
            Self::International => &INTERNATIONAL,
            Self::Section64 => &SECTION_64,
        }
    }
}

impl Ending {
    fn holds(&self, position: &Position) -> bool {
        let (white, black) = position.counts();
        let kings = [position.white & position.kings, position.black & position.kings];
        let both = kings[0] != 0 && kings[1] != 0;
        let (lone, others) = if white == 1 { (kings[0], black) } else { (kings[1], white) };
        let alone = both && white.min(black) == 1 && self.pieces.contains(&others);
        match self.kind {
            Kind::LoneKing => alone,
            Kind::MainRoad => alone && squares(lone).all(on_main_road),
            Kind::BothKings => both && self.pieces.contains(&(white + black)),
        }
    }

    /// The plies played in this ending, if it has begun, from those before the move that led to
    /// `position`.
    fn count(&self, before: Option<u32>, mv: &Move, position: &Position) -> Option<u32> {
        let changed = mv.is_capture() || mv.promotes;
        match (self.kind, self.holds(position)) {
            (Kind::LoneKing, holds) => before.map(|plies| plies + 1).or(holds.then_some(0)),
            (_, false) => None,
            (Kind::BothKings, true) if changed => Some(0),
            (_, true) => before.map(|plies| plies + 1).or(Some(0)),
        }
    }
}

/// Whether a square of the board of 64 squares lies on its long diagonal.
fn on_main_road(square: u8) -> bool {
    let (row, col) = place(8, usize::from(square));
    row + col == 7
}

/// How long a game has been without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Plies since the last capture or man's move.
    pub quiet: u32,
    endings: [Option<u32>; 4],
}

impl Clocks {
    /// At the start of a game.
    pub fn new(rules: DrawRules, position: &Position) -> Self {
        let mut clocks = Self { quiet: 0, endings: [None; 4] };
        for (clock, ending) in clocks.endings.iter_mut().zip(rules.endings()) {
            *clock = ending.holds(position).then_some(0);
        }
        clocks
    }

    /// After a move from one position to another.
    pub fn after(mut self, rules: DrawRules, mv: &Move, from: &Position, to: &Position) -> Self {
        let man = from.kings & (1 << mv.from) == 0;
        self.quiet = if man || mv.is_capture() { 0 } else { self.quiet + 1 };
        for (clock, ending) in self.endings.iter_mut().zip(rules.endings()) {
            *clock = ending.count(*clock, mv, to);
        }
        self
    }

    /// Whether only kings have moved for too long.
    pub const fn quiet_too_long(&self, rules: DrawRules) -> bool {
        self.quiet >= 2 * rules.quiet_moves()
    }

    /// Whether an ending has lasted too long.
    pub fn ending_too_long(&self, rules: DrawRules) -> bool {
        let clocks = self.endings.iter().zip(rules.endings());
        clocks
            .into_iter()
            .any(|(clock, ending)| clock.is_some_and(|plies| plies >= 2 * ending.moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::checkers::rules::Variant;

    /// After how many plies an ending has lasted too long, when these moves are played again and
    /// again; 200 at most.
    fn lasts(variant: &Variant, fen: &str, moves: &[&str]) -> u32 {
        let mut position = Position::from_fen(variant, fen).expect("a PDN FEN");
        let mut clocks = Clocks::new(variant.draws, &position);
        for ply in 0..200 {
            if clocks.ending_too_long(variant.draws) {
                return ply;
            }
            let mv = named(moves[ply as usize % moves.len()]);
            let before = position;
            position = position.after(&mv);
            clocks = clocks.after(variant.draws, &mv, &before, &position);
        }
        200
    }

    /// `1-5`, `1-5=` for a promotion, `1x10x6` for a capture on 6.
    fn named(text: &str) -> Move {
        let number = |text: &str| text.trim_end_matches('=').parse::<u8>().expect("a number") - 1;
        let parts: Vec<u8> = text.split(['-', 'x']).map(number).collect();
        let captured = parts.get(2).map_or(0, |square| 1 << square);
        Move { from: parts[0], path: vec![parts[1]], captured, promotes: text.ends_with('=') }
    }

    #[test]
    fn a_king_against_few_on_100_squares() {
        let moves = ["47-42", "5-10", "42-47", "10-5"];
        assert_eq!(lasts(&Variant::INTERNATIONAL, "W:WK47,K48,K49:BK5", &moves), 32);
        assert_eq!(lasts(&Variant::INTERNATIONAL, "W:WK47,36:BK5", &moves), 10);
        assert_eq!(lasts(&Variant::INTERNATIONAL, "W:WK47,K48,K49,K50:BK5", &moves), 200);
        // No king against the lone one.
        assert_eq!(lasts(&Variant::INTERNATIONAL, "W:W47,48:BK5", &moves), 200);
    }

    #[test]
    fn a_count_goes_on_after_a_capture() {
        // The lone king takes one of three on move 14, and both counts run: 16 moves since the
        // start end first.
        let king = ["47-42", "5-10", "42-47", "10-5"];
        let moves =
            [king.repeat(6).as_slice(), &["47-42", "5-10", "42-47", "10-5x48"], &king.repeat(9)]
                .concat();
        assert_eq!(lasts(&Variant::INTERNATIONAL, "W:WK47,K48,K49:BK5", &moves), 32);
    }

    #[test]
    fn endings_on_64_squares() {
        let moves = ["31-27", "1-5", "27-31", "5-1"];
        for variant in [Variant::RUSSIAN, Variant::BRAZILIAN] {
            assert_eq!(lasts(&variant, "W:WK31,30:BK1", &moves), 10);
            assert_eq!(lasts(&variant, "W:WK31,K30,K32:BK1", &moves), 60);
            assert_eq!(lasts(&variant, "W:WK31,K30,K32:BK1,2", &moves), 60);
            assert_eq!(lasts(&variant, "W:WK31,K30,K32:BK1,2,3", &moves), 120);
            assert_eq!(lasts(&variant, "W:WK31,K30,K32:BK1,2,3,6,7", &moves), 200);
            assert_eq!(lasts(&variant, "W:W31,K30,K32:B1", &moves), 200);
            // On the main road, and leaving it for a move.
            let road = ["31-27", "4-8", "27-31", "8-4"];
            assert_eq!(lasts(&variant, "W:WK31,K30,28:BK4", &road), 10);
            assert_eq!(
                lasts(
                    &variant,
                    "W:WK31,K30,28:BK4",
                    &[&road[..], &["31-27", "4-12", "27-31", "12-4"]].concat()
                ),
                60
            );
        }
        assert_eq!(lasts(&Variant::ENGLISH, "W:WK31,30:BK1", &moves), 200);
    }

    #[test]
    fn a_promotion_begins_the_count_of_all_pieces_again() {
        let king = ["31-27", "1-5", "27-31", "5-1"];
        let moves =
            [king.repeat(5).as_slice(), &["6-2=", "1-5", "2-6", "5-1"], &king.repeat(20)].concat();
        assert_eq!(lasts(&Variant::RUSSIAN, "W:WK31,K30,6:BK1,12", &moves), 81);
    }

    #[test]
    fn quiet_moves() {
        let position = Position::from_fen(&Variant::ENGLISH, "W:WK31,22:BK1").expect("a PDN FEN");
        let mut clocks = Clocks::new(DrawRules::English, &position);
        for ply in 1..=80 {
            clocks = clocks.after(DrawRules::English, &named("31-27"), &position, &position);
            assert_eq!((clocks.quiet, clocks.quiet_too_long(DrawRules::English)), (ply, ply == 80));
        }
        assert_eq!(
            clocks.after(DrawRules::English, &named("22-18"), &position, &position).quiet,
            0
        );
        assert_eq!(
            clocks.after(DrawRules::English, &named("31-24x27"), &position, &position).quiet,
            0
        );
    }
}
