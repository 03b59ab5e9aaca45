//! What was said of a game, for those who listen: the last events, and a stream of those that come.

use crate::report::event::Event;
use axum::response::sse;
use futures_util::{Stream, stream::unfold};
use std::{
    collections::VecDeque,
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};
use tokio::sync::watch;

/// As many events can be asked for later.
const MOST: usize = 1024;

/// The last events, each with its number.
type Last = Arc<Mutex<VecDeque<(u64, String)>>>;

/// What was said of a game. Streams end when it is dropped.
pub struct Told {
    last: Last,
    number: watch::Sender<u64>,
}

impl Told {
    /// Nothing yet. Numbers only grow, those of a game that is gone on with after a restart, too:
    /// they start at the milliseconds since 1970.
    pub fn new() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let start = u64::try_from(now.as_millis()).unwrap_or(0);
        Self { last: Last::default(), number: watch::Sender::new(start) }
    }

    /// Says an event.
    pub fn tell(&self, event: &Event) {
        let text = serde_json::to_string(event).unwrap_or_default();
        let mut last = lock(&self.last);
        let number = *self.number.borrow() + 1;
        if last.len() == MOST {
            last.pop_front();
        }
        last.push_back((number, text));
        drop(last);
        self.number.send_replace(number);
    }

    /// The number of the last event.
    pub fn number(&self) -> u64 {
        *self.number.borrow()
    }

    /// The events after a number, as server-sent events: those that were said, then those that come,
    /// until the game is closed.
    pub fn listen(&self, after: u64) -> impl Stream<Item = Result<sse::Event, Infallible>> + use<> {
        let ear = Ear {
            last: Arc::clone(&self.last),
            number: self.number.subscribe(),
            after,
            waiting: VecDeque::new(),
        };
        unfold(ear, async |mut ear| {
            let (number, text) = ear.next().await?;
            let event = sse::Event::default().id(number.to_string()).data(text);
            Some((Ok(event), ear))
        })
    }
}

fn lock(last: &Last) -> std::sync::MutexGuard<'_, VecDeque<(u64, String)>> {
    last.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody who listens.
struct Ear {
    last: Last,
    number: watch::Receiver<u64>,
    after: u64,
    waiting: VecDeque<(u64, String)>,
}

impl Ear {
    /// The events that were said meanwhile.
    fn missed(&self) -> VecDeque<(u64, String)> {
        lock(&self.last).iter().filter(|(number, _)| *number > self.after).cloned().collect()
    }

    /// The next event; `None` when the game is closed.
    async fn next(&mut self) -> Option<(u64, String)> {
        loop {
            if let Some((number, text)) = self.waiting.pop_front() {
                self.after = number;
                return Some((number, text));
            }
            self.number.borrow_and_update();
            self.waiting = self.missed();
            if self.waiting.is_empty() {
                self.number.changed().await.ok()?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{games::GameId, report::event::What};
    use futures_util::StreamExt;

    fn event(frame: usize) -> Event {
        let game = GameId::Chess;
        Event { schema: 1, game, frame, photo: None, time_s: None, what: What::Unclear }
    }

    #[tokio::test]
    async fn whoever_listens_hears_what_was_missed_and_what_comes_until_the_end() {
        let told = Told::new();
        let before = told.number();
        told.tell(&event(1));
        told.tell(&event(2));
        let late = told.listen(before + 1);
        let all = told.listen(before);
        let ears = tokio::spawn(async move { (late.count().await, all.count().await) });
        tokio::task::yield_now().await;
        told.tell(&event(3));
        drop(told);
        assert_eq!(ears.await.expect("both end"), (2, 3));
    }

    #[test]
    fn old_events_go() {
        let told = Told::new();
        let before = told.number();
        (0..MOST + 3).for_each(|frame| told.tell(&event(frame)));
        let last = lock(&told.last);
        assert_eq!((last.len(), last[0].0), (MOST, before + 4));
    }
}
