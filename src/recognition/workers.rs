//! The threads that a reading runs on, besides those of its networks.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Threads for one reading at a time, made as readings need them: readings at the same time do not
/// wait for one another's.
pub(super) struct Workers {
    threads: usize,
    free: Mutex<Vec<ThreadPool>>,
}

impl Workers {
    /// So many threads a reading; 0 stands for those of the process, which all readings share.
    pub const fn new(threads: usize) -> Self {
        Self { threads, free: Mutex::new(Vec::new()) }
    }

    /// Runs on threads that nobody else uses meanwhile; where none can be made, on those of the
    /// process.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        if self.threads == 0 {
            return work();
        }
        let waiting = self.free().pop();
        let made = || ThreadPoolBuilder::new().num_threads(self.threads).build().ok();
        let Some(pool) = waiting.or_else(made) else { return work() };
        let out = pool.install(work);
        self.free().push(pool);
        out
    }

    fn free(&self) -> MutexGuard<'_, Vec<ThreadPool>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn each_reading_has_threads_of_its_own_and_they_are_used_again() {
        let (workers, both) = (Workers::new(1), Barrier::new(2));
        let meet = || {
            workers.run(|| {
                assert_eq!(rayon::current_num_threads(), 1);
                // On one thread for both, the first would wait for the second for ever.
                both.wait();
            });
        };
        std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(meet))));
        assert_eq!(workers.free().len(), 2);
        workers.run(|| ());
        assert_eq!(workers.free().len(), 2);
    }

    #[test]
    fn none_named_are_those_of_the_process() {
        let here = std::thread::current().id();
        assert_eq!(Workers::new(0).run(|| std::thread::current().id()), here);
    }
}
