//! Sets of pieces that clients have shown: corrections in memory, until the server ends or others
//! come.

use super::id;
use crate::{games::GameId, recognition::Correction};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

/// As many sets are held; the one that was not used for longest goes.
const MOST: usize = 64;

/// A correction of a game's classifier.
pub type Shown = (GameId, Arc<Correction>);

/// The sets, the one used last at the end.
#[derive(Default)]
pub struct ShownSets(Mutex<VecDeque<(String, Shown)>>);

impl ShownSets {
    /// Holds a set: the id that it is asked for by, which nobody else can guess; `None` where the
    /// system gives no random numbers.
    pub fn hold(&self, game: GameId, correction: Correction) -> Option<String> {
        let id = id::fresh()?;
        let mut sets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while sets.len() >= MOST {
            sets.pop_front();
        }
        sets.push_back((id.clone(), (game, Arc::new(correction))));
        Some(id)
    }

    /// The set of an id.
    pub fn get(&self, id: &str) -> Option<Shown> {
        let mut sets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = sets.iter().position(|(known, _)| known == id)?;
        let set = sets.remove(at)?;
        let shown = set.1.clone();
        sets.push_back(set);
        Some(shown)
    }

    /// Forgets all: they belong to models that are no more.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;

    #[test]
    fn the_set_that_was_not_used_for_longest_goes() {
        let sets = ShownSets::default();
        let hold = || sets.hold(GameId::Go, Correction::new(Array2::zeros((1, 3)))).expect("an id");
        let (first, second) = (hold(), hold());
        assert!(first.len() == 32 && first != second);
        for _ in 0..MOST - 1 {
            assert!(sets.get(&first).is_some(), "used again and again");
            hold();
        }
        assert!(sets.get(&second).is_none() && sets.get(&first).is_some());
        sets.clear();
        assert!(sets.get(&first).is_none());
    }
}
