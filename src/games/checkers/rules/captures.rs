//! Finding captures.

use super::{
    geometry::{DIRECTIONS, Geometry, bit, squares},
    moves::{Move, forward},
    position::{Color, Position},
    variant::{Promotion, Variant},
};

/// Every capture that the rules allow: carried to its end, and of most pieces where the variant
/// asks for that.
pub fn captures(variant: &Variant, position: &Position) -> Vec<Move> {
    let mut found = all_captures(variant, position, false);
    if variant.majority {
        let most = found.iter().map(|mv| mv.captured.count_ones()).max().unwrap_or(0);
        found.retain(|mv| mv.captured.count_ones() == most);
    }
    found
}

/// Every capture of at least one piece. With `stopping`, also those that stop where they could go
/// on.
pub fn all_captures(variant: &Variant, position: &Position, stopping: bool) -> Vec<Move> {
    let mut found = Vec::new();
    for from in squares(position.pieces(position.turn)) {
        let king = position.kings & bit(from) != 0;
        let mut search = Search {
            variant,
            geometry: Geometry::of(variant),
            turn: position.turn,
            from,
            // The square it leaves is free: a capture may cross it or end on it.
            occupied: (position.white | position.black) & !bit(from),
            theirs: position.pieces(position.turn.other()),
            stopping,
            was_king: king,
            path: Vec::new(),
            found: &mut found,
        };
        search.extend(from, king, 0);
    }
    found
}

struct Search<'a> {
    variant: &'a Variant,
    geometry: &'static Geometry,
    turn: Color,
    from: u8,
    occupied: u64,
    theirs: u64,
    stopping: bool,
    was_king: bool,
    path: Vec<u8>,
    found: &'a mut Vec<Move>,
}

impl Search<'_> {
    /// Extends the capture that stands at `at`; records it where it ends.
    fn extend(&mut self, at: u8, king: bool, captured: u64) {
        let promotes_here = !king && self.promotion_row() & bit(at) != 0;
        let ended =
            promotes_here && !self.path.is_empty() && self.variant.promotion == Promotion::EndsMove;
        let king = king || (promotes_here && self.variant.promotion == Promotion::GoesOn);
        let mut goes_on = false;
        if !ended {
            for direction in self.directions(king) {
                goes_on |= self.jump(at, king, captured, direction);
            }
        }
        if !self.path.is_empty() && (self.stopping || !goes_on) {
            let promotes = !self.was_king && (king || promotes_here);
            self.found.push(Move { from: self.from, path: self.path.clone(), captured, promotes });
        }
    }

    /// Jumps in a direction, if possible, and goes on from each square behind the captured piece:
    /// from those that allow another capture, if there are any.
    fn jump(&mut self, at: u8, king: bool, captured: u64, direction: usize) -> bool {
        let Some(victim) = self.victim(at, king, captured, direction) else { return false };
        let captured = captured | bit(victim);
        let landings = self.landings(victim, king, direction);
        let goes_on = |search: &Self, square: u8| search.can_jump(square, king, captured);
        let must_go_on = !self.stopping && landings.clone().any(|square| goes_on(self, square));
        for square in landings {
            if !must_go_on || goes_on(self, square) {
                self.path.push(square);
                self.extend(square, king, captured);
                self.path.pop();
            }
        }
        true
    }

    /// The piece that can be captured in a direction.
    fn victim(&self, at: u8, king: bool, captured: u64, direction: usize) -> Option<u8> {
        let first = if king && self.variant.flying_kings {
            self.geometry.ray(at, direction).find(|&square| self.occupied & bit(square) != 0)?
        } else {
            self.geometry.step(at, direction)?
        };
        // Captured pieces stay on the board until the move ends: they bar the way and cannot be
        // captured again.
        let behind = self.geometry.step(first, direction)?;
        (self.theirs & !captured & bit(first) != 0 && self.occupied & bit(behind) == 0)
            .then_some(first)
    }

    /// The squares behind a captured piece on which the capturing one may come down.
    fn landings(
        &self,
        victim: u8,
        king: bool,
        direction: usize,
    ) -> impl Iterator<Item = u8> + Clone + use<> {
        let reach = if king && self.variant.flying_kings { usize::MAX } else { 1 };
        let (geometry, occupied) = (self.geometry, self.occupied);
        let behind = std::iter::successors(geometry.step(victim, direction), move |&s| {
            geometry.step(s, direction)
        });
        behind.take(reach).take_while(move |&square| occupied & bit(square) == 0)
    }

    fn can_jump(&self, at: u8, king: bool, captured: u64) -> bool {
        let promotes_here = !king && self.promotion_row() & bit(at) != 0;
        let king = king || (promotes_here && self.variant.promotion == Promotion::GoesOn);
        self.directions(king).any(|direction| self.victim(at, king, captured, direction).is_some())
    }

    fn directions(&self, king: bool) -> impl Iterator<Item = usize> + use<> {
        let all = king || self.variant.men_capture_backward;
        let forward = forward(self.turn);
        DIRECTIONS.into_iter().filter(move |direction| all || forward.contains(direction))
    }

    fn promotion_row(&self) -> u64 {
        self.geometry.promotion_row(self.turn == Color::White)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The captures by numbers, sorted, `=` behind those that promote.
    fn found(variant: &Variant, fen: &str) -> Vec<String> {
        let position = Position::from_fen(variant, fen).expect("a PDN FEN");
        let text =
            |mv: Move| mv.to_long_pdn(&Variant::ENGLISH) + if mv.promotes { "=" } else { "" };
        let mut all: Vec<String> = captures(variant, &position).into_iter().map(text).collect();
        all.sort();
        all
    }

    #[test]
    fn promotion_in_passing() {
        // On 2 the man sees 9 as a king only, 6 also as a man.
        assert_eq!(found(&Variant::RUSSIAN, "W:W11:B7,9"), ["11x2x13="]);
        assert_eq!(found(&Variant::RUSSIAN, "W:W11:B7,6"), ["11x2x13=", "11x2x9="]);
        assert_eq!(found(&Variant::BRAZILIAN, "W:W11:B7,9"), ["11x2="]);
        assert_eq!(found(&Variant::BRAZILIAN, "W:W11:B7,6"), ["11x2x9"]);
        assert_eq!(found(&Variant::ENGLISH, "W:W11:B7,6"), ["11x2="]);
        assert_eq!(found(&Variant::INTERNATIONAL, "W:W13:B8,7"), ["13x2x11"]);
    }

    #[test]
    fn captured_pieces_bar_the_way_until_the_move_ends() {
        // Without the man on 25, the new king on 29 would take the one on 8.
        assert_eq!(found(&Variant::RUSSIAN, "B:W8,25:B22"), ["22x29="]);
        assert_eq!(found(&Variant::RUSSIAN, "B:W8:BK29"), ["29x4"]);
    }

    #[test]
    fn a_king_lands_where_it_can_go_on() {
        assert_eq!(found(&Variant::RUSSIAN, "W:WK8:B11,K6"), ["8x15x1"]);
        assert_eq!(found(&Variant::RUSSIAN, "W:WK8:B11"), ["8x15", "8x18", "8x22", "8x25", "8x29"]);
        assert_eq!(found(&Variant::ENGLISH, "W:WK8:B11"), ["8x15"]);
    }

    #[test]
    fn the_most_pieces_where_that_is_the_rule() {
        assert_eq!(found(&Variant::BRAZILIAN, "W:W22,31:B18,11,27"), ["22x15x8"]);
        assert_eq!(found(&Variant::RUSSIAN, "W:W22,31:B18,11,27"), ["22x15x8", "31x24"]);
        // A king counts no more than a man.
        assert_eq!(found(&Variant::INTERNATIONAL, "W:W28,35:B23,K30"), ["28x19", "35x24"]);
    }

    #[test]
    fn men_capture_backward_except_in_english_draughts() {
        assert_eq!(found(&Variant::ENGLISH, "W:W14:B18"), [""; 0]);
        assert_eq!(found(&Variant::RUSSIAN, "W:W14:B18"), ["14x23"]);
    }
}
