//! By when a reading has to be there.

use std::{
    sync::{Mutex, PoisonError},
    time::Instant,
};

/// The step of looking at doubtful cells once more.
pub(super) const AUGMENTATION: &str = "augmentation";

/// By when a reading has to be there, and which steps were left out for it. Only what makes a
/// reading better is left out: looking for the board, one look at each cell and decoding are not.
#[derive(Debug, Default)]
pub struct Deadline {
    at: Option<Instant>,
    left_out: Mutex<Vec<&'static str>>,
}

impl Deadline {
    /// The deadline at an instant; `None` for none.
    pub const fn new(at: Option<Instant>) -> Self {
        Self { at, left_out: Mutex::new(Vec::new()) }
    }

    /// Whether there is time for a step; where there is not, it is noted as left out.
    pub fn allows(&self, step: &'static str) -> bool {
        let in_time = self.at.is_none_or(|at| Instant::now() < at);
        if !in_time {
            let mut left_out = self.left_out.lock().unwrap_or_else(PoisonError::into_inner);
            if !left_out.contains(&step) {
                left_out.push(step);
            }
        }
        in_time
    }

    /// The steps that were left out, in order.
    pub fn left_out(self) -> Vec<&'static str> {
        self.left_out.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_comes_too_late_is_left_out_and_said_once() {
        assert!(Deadline::default().allows("augmentation"));
        let later = Deadline::new(Some(Instant::now() + Duration::from_secs(3600)));
        assert!(later.allows("augmentation") && later.left_out().is_empty());
        let now = Deadline::new(Some(Instant::now()));
        assert!(
            !now.allows("refinement") && !now.allows("augmentation") && !now.allows("refinement")
        );
        assert_eq!(now.left_out(), ["refinement", "augmentation"]);
    }
}
