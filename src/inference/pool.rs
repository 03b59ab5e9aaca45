//! Things that one thread uses at a time, made as threads need them.

use super::ModelError;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A pool of sessions. One is there from the start; others are made when all are in use, up to a
/// limit; past that, callers wait.
pub(super) struct Pool<T> {
    state: Mutex<State<T>>,
    returned: Condvar,
    limit: usize,
    make: Box<dyn Fn() -> Result<T, ModelError> + Send + Sync>,
}

struct State<T> {
    free: Vec<T>,
    made: usize,
}

impl<T> Pool<T> {
    /// A pool with one thing in it; it makes up to `limit` in all.
    pub fn new(
        first: T,
        limit: usize,
        make: impl Fn() -> Result<T, ModelError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            state: Mutex::new(State { free: vec![first], made: 1 }),
            returned: Condvar::new(),
            limit,
            make: Box::new(make),
        }
    }

    /// Uses one of the things. One whose use panics is not used again.
    ///
    /// # Errors
    /// When another one is needed and cannot be made.
    pub fn with<R>(&self, use_it: impl FnOnce(&mut T) -> R) -> Result<R, ModelError> {
        let mut lent = Lent { pool: self, thing: Some(self.take()?) };
        let result = use_it(lent.thing.as_mut().expect("lent until it is dropped"));
        Ok(result)
    }

    fn take(&self) -> Result<T, ModelError> {
        let mut state = self.lock();
        loop {
            if let Some(thing) = state.free.pop() {
                return Ok(thing);
            }
            if state.made < self.limit {
                state.made += 1;
                drop(state);
                return (self.make)().inspect_err(|_| self.forget());
            }
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// One that was counted is no more.
    fn forget(&self) {
        self.lock().made -= 1;
        self.returned.notify_one();
    }

    fn give_back(&self, thing: T) {
        self.lock().free.push(thing);
        self.returned.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // No code of callers runs under the lock, so a poisoned state is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thing in use; it goes back when it is dropped.
struct Lent<'a, T> {
    pool: &'a Pool<T>,
    thing: Option<T>,
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        match self.thing.take() {
            Some(thing) if !std::thread::panicking() => self.pool.give_back(thing),
            _ => self.pool.forget(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{
        Arc, Barrier,
        atomic::{AtomicUsize, Ordering},
    };

    #[test]
    fn as_many_are_made_as_are_used_at_a_time() {
        let made = Arc::new(AtomicUsize::new(1));
        let count = Arc::clone(&made);
        let pool = Pool::new(0, 2, move || Ok(count.fetch_add(1, Ordering::SeqCst)));
        for _ in 0..3 {
            assert_eq!(pool.with(|thing| *thing).expect("there"), 0);
        }
        assert_eq!(made.load(Ordering::SeqCst), 1, "one after another need one");
        // Both are inside at the same time, or the barrier would never open.
        let barrier = Barrier::new(2);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| pool.with(|_| barrier.wait()).expect("there"));
            }
        });
        assert_eq!(made.load(Ordering::SeqCst), 2);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| pool.with(|_| std::thread::yield_now()).expect("there"));
            }
        });
        assert_eq!(made.load(Ordering::SeqCst), 2, "never more than the limit");
    }

    #[test]
    fn what_cannot_be_made_or_panics_takes_no_place() {
        let pool = Pool::new(0, 1, || Err(ModelError::Runtime("none".into())));
        let used = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            pool.with(|_| panic!("while in use"))
        }));
        assert!(used.is_err());
        for _ in 0..2 {
            assert!(matches!(pool.with(|_| ()), Err(ModelError::Runtime(_))));
        }
    }
}
