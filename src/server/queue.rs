//! A bounded queue in front of the readers: so many photos are read at a time, so many wait, and
//! more are sent away at once.

use super::problem::{Kind, Problem};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Workers, and places to wait for one.
pub struct Queue {
    workers: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// Bytes of uploads, in KiB.
    uploads: Arc<Semaphore>,
    at_once: usize,
    waiting: usize,
}

/// Room that an upload takes while it is held.
pub struct Room(#[expect(dead_code, reason = "held until it is dropped")] OwnedSemaphorePermit);

/// Does something that waits for the disk, beside the queue; `what` is said where it panics.
///
/// # Errors
/// The job's, and [`Kind::Internal`] when it panics.
pub async fn blocking<T: Send + 'static>(
    what: &'static str,
    job: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(job).await;
    done.unwrap_or_else(|_| Err(Kind::Internal.problem(what)))
}

impl Queue {
    /// A queue that runs `at_once` jobs at a time, lets `waiting` more wait, and holds uploads of
    /// `upload_bytes` in all.
    pub fn new(at_once: usize, waiting: usize, upload_bytes: usize) -> Self {
        let at_once = at_once.max(1);
        Self {
            workers: Arc::new(Semaphore::new(at_once)),
            places: Arc::new(Semaphore::new(at_once + waiting)),
            uploads: Arc::new(Semaphore::new(upload_bytes >> 10)),
            at_once,
            waiting,
        }
    }

    /// Runs a job on a thread of its own when its turn comes. A job whose caller has gone before
    /// is not run.
    ///
    /// # Errors
    /// [`Kind::Busy`] when no place is free, [`Kind::Internal`] when the job panics.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| self.busy())?;
        let turn = Arc::clone(&self.workers).acquire_owned().await.map_err(|_| self.busy())?;
        let held = move || {
            let result = job();
            drop((turn, place));
            result
        };
        tokio::task::spawn_blocking(held)
            .await
            .map_err(|_| Kind::Internal.problem("reading failed: try another photo, and report it"))
    }

    /// Room for an upload of so many bytes.
    ///
    /// # Errors
    /// [`Kind::Busy`] when other uploads have taken it.
    pub fn room(&self, bytes: usize) -> Result<Room, Problem> {
        let kib = u32::try_from((bytes >> 10) + 1).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.uploads).try_acquire_many_owned(kib);
        room.map(Room).map_err(|_| self.busy())
    }

    fn busy(&self) -> Problem {
        Kind::Busy.problem("too many photos are waiting to be read: try again in a second")
    }

    /// Jobs that run, and jobs that wait.
    pub fn load(&self) -> (usize, usize) {
        let taken = self.at_once + self.waiting - self.places.available_permits();
        let running = self.at_once - self.workers.available_permits();
        (running, taken.saturating_sub(running))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn what_does_not_fit_is_sent_away() {
        let queue = Arc::new(Queue::new(1, 1, 1 << 20));
        let (go, wait) = mpsc::channel::<()>();
        let first = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.run(move || wait.recv().is_ok()).await }
        });
        while queue.load().0 == 0 {
            tokio::task::yield_now().await;
        }
        let second = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.run(|| 2).await }
        });
        while queue.load().1 == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(queue.run(|| 3).await.map_err(|problem| problem.kind), Err(Kind::Busy));
        go.send(()).expect("it waits");
        assert_eq!(first.await.expect("it runs"), Ok(true));
        assert_eq!(second.await.expect("it runs"), Ok(2));
        assert_eq!(queue.load(), (0, 0));
    }

    #[tokio::test]
    async fn a_job_that_panics_takes_no_place() {
        let queue = Queue::new(1, 0, 1 << 20);
        for _ in 0..2 {
            let failed = queue.run(|| panic!("a bug")).await.map(|(): ()| ());
            assert_eq!(failed.map_err(|problem| problem.kind), Err(Kind::Internal));
        }
        assert_eq!(queue.run(|| 1).await, Ok(1));
    }

    #[test]
    fn uploads_share_their_room() {
        let queue = Queue::new(1, 0, 3 << 10);
        let room = queue.room(2 << 10).expect("empty");
        assert!(queue.room(1 << 10).is_err());
        drop(room);
        assert!(queue.room(1 << 10).is_ok());
    }
}
