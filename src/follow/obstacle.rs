//! What hides cells of a board for so long that it is no hand: men seen from the side, a lamp, glare.

use crate::games::rules::Cell;
use std::collections::BTreeMap;

/// Looks at a cell, one after the other, that all find it hidden, and the time that they take: hands
/// come and go.
const LOOKS: usize = 3;
const SECONDS: f64 = 5.0;

/// Looks where nobody knows how long they take.
const LOOKS_UNTIMED: usize = 10;

/// Since when a cell is hidden.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    looks: usize,
    since_s: Option<f64>,
}

/// The cells that something has hidden in each of the last looks.
#[derive(Clone, Debug, Default)]
pub struct Obstacles {
    cells: BTreeMap<Cell, Hidden>,
}

impl Obstacles {
    /// The hidden cells of one more look, with when it was taken, in seconds, where that is known.
    pub fn seen(&mut self, hidden: &[Cell], time_s: Option<f64>) {
        self.cells.retain(|cell, _| hidden.contains(cell));
        for &cell in hidden {
            let since = self.cells.entry(cell).or_insert(Hidden { looks: 0, since_s: time_s });
            since.looks += 1;
        }
    }

    /// How many of the hidden cells something hides that may be a hand.
    pub fn passing(&self, time_s: Option<f64>) -> usize {
        self.cells.values().filter(|hidden| !hidden.stays(time_s)).count()
    }
}

impl Hidden {
    fn stays(&self, time_s: Option<f64>) -> bool {
        match (self.since_s, time_s) {
            (Some(since), Some(now)) => self.looks >= LOOKS && now - since >= SECONDS,
            _ => self.looks >= LOOKS_UNTIMED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_cells_for_seconds_stays_there_and_a_hand_does_not() {
        let mut obstacles = Obstacles::default();
        let lamp = [(0, 0), (0, 1)];
        for second in 0..=SECONDS as usize {
            let now = Some(second as f64);
            let hand = (second, 5);
            obstacles.seen(&[&lamp[..], &[hand]].concat(), now);
            let passing = if second < SECONDS as usize { 3 } else { 1 };
            assert_eq!(obstacles.passing(now), passing, "{second}");
        }
        obstacles.seen(&[(0, 1), (0, 2)], Some(6.0));
        assert_eq!(obstacles.passing(Some(6.0)), 1, "(0, 1) is still hidden");
        obstacles.seen(&[], Some(7.0));
        obstacles.seen(&lamp, Some(8.0));
        assert_eq!(obstacles.passing(Some(60.0)), 2, "one look is not enough");
    }

    #[test]
    fn without_times_more_looks_are_needed() {
        let mut obstacles = Obstacles::default();
        for look in 1..=LOOKS_UNTIMED {
            obstacles.seen(&[(3, 3)], None);
            assert_eq!(obstacles.passing(None), usize::from(look < LOOKS_UNTIMED), "{look}");
        }
    }
}
