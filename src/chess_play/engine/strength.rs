//! How strong an engine plays at each level, by whichever means it offers.

use super::TimeLeft;
use crate::games::chess::{rules::Level, uci::Setting};
use std::time::Duration;

/// The least time for a move.
const LEAST: Duration = Duration::from_millis(10);

/// What a level means for an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strength {
    /// Where in the range of its settings it plays: 0 weakest, 1 full strength.
    fraction: f64,
    /// How many plies it looks ahead; as many as it likes where there is none.
    depth: Option<u32>,
    /// How long it thinks.
    pub(super) time: Duration,
}

impl Strength {
    /// The strength of a level, its time cut to what a clock allows: a twentieth of what is left,
    /// and half the increment.
    pub(super) fn of(level: Level, clock: Option<TimeLeft>) -> Self {
        let (fraction, depth, time) = match level {
            Level::Easy => (0.0, Some(2), 200),
            Level::Medium => (0.4, Some(8), 500),
            Level::Hard => (1.0, None, 1000),
        };
        let time = Duration::from_millis(time);
        let allowed = clock.map_or(time, |clock| clock.left / 20 + clock.increment / 2);
        Self { fraction, depth, time: time.min(allowed).max(LEAST) }
    }

    /// The commands for an engine's settings: `Skill Level` (Stockfish and others) where there is
    /// one, else the protocol's own `UCI_Elo`; none where it has neither, and depth and time alone
    /// make the level.
    pub(super) fn settings(&self, known: &[Setting]) -> Vec<String> {
        let range = |name: &str| {
            known.iter().find(|setting| setting.name == name).and_then(|setting| setting.range)
        };
        let at = |(least, greatest): (i64, i64)| {
            (least as f64 + self.fraction * (greatest as f64 - least as f64)).round()
        };
        let set = |name: &str, value: String| format!("setoption name {name} value {value}");
        let limited = known.iter().any(|setting| setting.name == "UCI_LimitStrength");
        match (range("Skill Level"), range("UCI_Elo").filter(|_| limited)) {
            (Some(skill), _) => vec![set("Skill Level", at(skill).to_string())],
            (None, Some(elo)) => {
                vec![
                    set("UCI_LimitStrength", (self.fraction < 1.0).to_string()),
                    set("UCI_Elo", at(elo).to_string()),
                ]
            }
            (None, None) => Vec::new(),
        }
    }

    /// The command that lets it think.
    pub(super) fn go(&self) -> String {
        let depth = self.depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
        format!("go{depth} movetime {}", self.time.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spin(name: &str, least: i64, greatest: i64) -> Setting {
        Setting { name: name.into(), range: Some((least, greatest)) }
    }

    #[test]
    fn an_engine_is_held_back_by_what_it_offers() {
        let limit = Setting { name: "UCI_LimitStrength".into(), range: None };
        let easy = Strength::of(Level::Easy, None);
        let both = [spin("Skill Level", 0, 20), limit.clone(), spin("UCI_Elo", 1320, 3190)];
        assert_eq!(easy.settings(&both), ["setoption name Skill Level value 0"]);
        assert_eq!(
            Strength::of(Level::Medium, None).settings(&both),
            ["setoption name Skill Level value 8"]
        );
        assert_eq!(
            Strength::of(Level::Hard, None).settings(&both),
            ["setoption name Skill Level value 20"]
        );
        let elo =
            ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1320"];
        assert_eq!(easy.settings(&both[1..]), elo);
        assert_eq!(
            Strength::of(Level::Hard, None).settings(&both[1..])[0],
            "setoption name UCI_LimitStrength value false"
        );
        assert!(easy.settings(&[]).is_empty() && easy.settings(&both[2..]).is_empty());
    }

    #[test]
    fn time_is_cut_to_the_clock() {
        let clock = |left, increment| TimeLeft {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
        };
        assert_eq!(Strength::of(Level::Easy, None).go(), "go depth 2 movetime 200");
        assert_eq!(Strength::of(Level::Hard, None).go(), "go movetime 1000");
        assert_eq!(Strength::of(Level::Hard, Some(clock(4000, 100))).go(), "go movetime 250");
        assert_eq!(Strength::of(Level::Hard, Some(clock(40, 0))).go(), "go movetime 10");
    }
}
