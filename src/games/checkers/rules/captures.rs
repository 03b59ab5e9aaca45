//! Finding captures.

use super::{
    geometry::{DIRECTIONS, Geometry, bit, squares},
    moves::{Move, forward},
    position::{Color, Position},
    variant::{Promotion, Variant},
};

/// Every capture that the rules allow: carried to its end, and of most pieces where the variant asks for that.
pub fn captures(variant: &Variant, position: &Position) -> Vec<Move> {
    let mut found = all_captures(variant, position, false);
    if variant.majority {
        let most = found.iter().map(|mv| mv.captured.count_ones()).max().unwrap_or(0);
        found.retain(|mv| mv.captured.count_ones() == most);
    }
    found
}

/// Every capture of at least one piece. With `stopping`, also those that stop where they could go on.
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
        let ended = promotes_here && !self.path.is_empty() && self.variant.promotion == Promotion::EndsMove;
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

    /// Jumps in a direction, if possible, and goes on from each square behind the captured piece: from those that allow
    /// another capture, if there are any.
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
        // Captured pieces stay on the board until the move ends: they bar the way and cannot be captured again.
        let behind = self.geometry.step(first, direction)?;
        (self.theirs & !captured & bit(first) != 0 && self.occupied & bit(behind) == 0).then_some(first)
    }

    /// The squares behind a captured piece on which the capturing one may come down.
    fn landings(&self, victim: u8, king: bool, direction: usize) -> impl Iterator<Item = u8> + Clone + use<> {
        let reach = if king && self.variant.flying_kings { usize::MAX } else { 1 };
        let (geometry, occupied) = (self.geometry, self.occupied);
        let behind = std::iter::successors(geometry.step(victim, direction), move |&s| geometry.step(s, direction));
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
