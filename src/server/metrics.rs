//! What the server counts, for Prometheus.

use super::queue::Queue;
use crate::{error::Error, games::GameId, recognition::Recognition, report::reading::Status};
use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use std::time::Duration;

/// The media type of what [`Metrics::text`] writes.
pub const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Labels<const N: usize> = [(&'static str, String); N];
type Times<const N: usize> = Family<Labels<N>, Histogram, fn() -> Histogram>;

/// Counts and times since the start.
pub struct Metrics {
    registry: Registry,
    requests: Family<Labels<3>, Counter>,
    request_seconds: Times<2>,
    stage_seconds: Times<1>,
    readings: Family<Labels<2>, Counter>,
    confidence: Times<1>,
    running: Gauge,
    waiting: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        let seconds: fn() -> Histogram = || {
            Histogram::new([
                0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75,
                1.0, 2.5, 5.0, 10.0,
            ])
        };
        let shares: fn() -> Histogram =
            || Histogram::new([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99]);
        let mut metrics = Self {
            registry: Registry::with_prefix("kibitzer"),
            requests: Family::default(),
            request_seconds: Family::new_with_constructor(seconds),
            stage_seconds: Family::new_with_constructor(seconds),
            readings: Family::default(),
            confidence: Family::new_with_constructor(shares),
            running: Gauge::default(),
            waiting: Gauge::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let all = &mut self.registry;
        all.register("requests", "Requests answered", self.requests.clone());
        all.register("request_seconds", "Time of requests", self.request_seconds.clone());
        all.register("stage_seconds", "Time of each stage of reading", self.stage_seconds.clone());
        all.register("readings", "Photos read, by what came out", self.readings.clone());
        all.register(
            "confidence",
            "How probably each board that was read is right",
            self.confidence.clone(),
        );
        all.register("queue_running", "Photos being read", self.running.clone());
        all.register("queue_waiting", "Photos that wait to be read", self.waiting.clone());
    }

    /// Counts a request; `path` is the path of the API, not what a client made of it.
    pub fn request(&self, method: &str, path: &str, status: u16, time: Duration) {
        let labels =
            [("method", method.into()), ("path", path.into()), ("status", status.to_string())];
        self.requests.get_or_create(&labels).inc();
        let answered = [("path", path.to_owned()), ("status", status.to_string())];
        self.request_seconds.get_or_create(&answered).observe(time.as_secs_f64());
    }

    /// Counts the time of a stage.
    pub fn stage(&self, stage: &str, time: Duration) {
        let stage = [("stage", stage.to_owned())];
        self.stage_seconds.get_or_create(&stage).observe(time.as_secs_f64());
    }

    /// Counts a photo that was read as a game, or in which the game was to be found out.
    pub fn read(&self, game: Option<GameId>, read: &Result<Recognition, Error>) {
        let game = read.as_ref().ok().map(|found| found.game).or(game);
        let game = game.map_or("auto", GameId::name).to_owned();
        let came_out = match read {
            Ok(_) => Status::Read,
            Err(error) => Status::of(error),
        };
        self.reading(&game, came_out);
        if let Ok(found) = read {
            let confidence = f64::from(found.confidence);
            self.confidence.get_or_create(&[("game", game)]).observe(confidence);
            found.timings.0.iter().for_each(|(stage, time)| self.stage(stage, *time));
        }
    }

    /// Counts a frame of a game that is followed.
    pub fn frame(&self, game: GameId, came_out: Status, time: Duration) {
        self.reading(game.name(), came_out);
        self.stage("follow", time);
    }

    fn reading(&self, game: &str, came_out: Status) {
        let labels = [("game", game.to_owned()), ("status", came_out.name().to_owned())];
        self.readings.get_or_create(&labels).inc();
    }

    /// Everything, as OpenMetrics text.
    pub fn text(&self, queue: &Queue) -> String {
        let (running, waiting) = queue.load();
        self.running.set(running as i64);
        self.waiting.set(waiting as i64);
        let mut text = String::new();
        // Writing to a text does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happened_is_written() {
        let metrics = Metrics::default();
        metrics.request("POST", "/v1/read", 200, Duration::from_millis(30));
        metrics.read(Some(GameId::Go), &Err(Error::NoBoard { confidence: 0.1 }));
        metrics.read(Some(GameId::Go), &Err(Error::Hidden { hidden: 40, cells: 81 }));
        metrics.frame(GameId::Chess, Status::Read, Duration::from_millis(30));
        metrics.frame(GameId::Chess, Status::NoBoard, Duration::from_millis(30));
        let text = metrics.text(&Queue::new(1, 1, 1 << 10));
        for line in [
            r#"kibitzer_requests_total{method="POST",path="/v1/read",status="200"} 1"#,
            r#"kibitzer_request_seconds_bucket{le="0.05",path="/v1/read",status="200"} 1"#,
            r#"kibitzer_readings_total{game="go",status="no_board"} 1"#,
            r#"kibitzer_readings_total{game="go",status="busy"} 1"#,
            r#"kibitzer_readings_total{game="chess",status="read"} 1"#,
            r#"kibitzer_readings_total{game="chess",status="no_board"} 1"#,
            r#"kibitzer_stage_seconds_count{stage="follow"} 2"#,
            "kibitzer_queue_running 0",
        ] {
            assert!(text.contains(line), "{line} is not in {text}");
        }
    }
}
