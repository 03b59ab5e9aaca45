//! The players' clocks: what the times at which moves were seen leave to each side.

use super::tracker::{Made, Part};
use crate::games::chess::rules::{ChessClock, Clock, TimeControl};
use std::time::Duration;

/// What a side has left after each move of a part of a game; `None` where it is not known who made
/// the move, or how long it took.
pub fn left(part: &Part, control: TimeControl) -> Vec<Option<Duration>> {
    let mut clock = control.clock(true);
    part.moves.iter().map(|made| press(&mut clock, made)).collect()
}

/// What the clocks show `thinking` seconds after the last move, while a side's clock runs: what is
/// left or, without a time control, what was used. `None` where a move has no side or no time.
pub fn shown(
    part: &Part,
    running: Option<bool>,
    thinking: f64,
    control: Option<TimeControl>,
) -> Option<Clock> {
    let thinking = seconds(thinking)?;
    let Some(control) = control else { return used(part, running, thinking) };
    let mut clock = control.clock(true);
    for made in &part.moves {
        press(&mut clock, made)?;
    }
    if let Some(white) = running {
        clock.moved(!white, None);
        clock.start();
        clock.pass(thinking);
    }
    Some(clock.left())
}

fn used(part: &Part, running: Option<bool>, thinking: Duration) -> Option<Clock> {
    let mut clock = Clock { white: Duration::ZERO, black: Duration::ZERO };
    let mut add = |white: bool, time: Duration| {
        let side = if white { &mut clock.white } else { &mut clock.black };
        *side = side.saturating_add(time);
    };
    for made in &part.moves {
        add(made.step.white?, seconds(made.took_s?)?);
    }
    running.into_iter().for_each(|white| add(white, thinking));
    Some(clock)
}

/// Lets the time of a move pass, and gives what its side has left.
fn press(clock: &mut ChessClock, made: &Made) -> Option<Duration> {
    let (white, took) = (made.step.white?, seconds(made.took_s?)?);
    // Where no turns are kept a side may move twice.
    clock.moved(!white, None);
    clock.start();
    clock.pass(took);
    clock.press();
    let left = clock.left();
    Some(if white { left.white } else { left.black })
}

fn seconds(time: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(time).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        follow::Moment,
        games::{
            GameId,
            rules::{GameState, Step},
        },
    };
    use std::sync::Arc;

    /// A game of chess whose moves took so many seconds.
    fn game(took: &[Option<f64>]) -> Part {
        let start: Box<dyn GameState> = GameId::Chess.rules().initial().expect("a start");
        let mut part = Part::new(Arc::from(start));
        for (i, (took_s, notation)) in took.iter().zip(["e4", "e5", "Nf3", "Nc6"]).enumerate() {
            let step = Step { white: Some(i % 2 == 0), notation: notation.to_owned() };
            let state = Arc::from(part.state().apply(&step).expect("legal"));
            let seen = Moment { frame: i + 1, time_s: None };
            part.moves.push(Made { step, state, seen, took_s: *took_s });
        }
        part
    }

    fn blitz() -> TimeControl {
        TimeControl::new(1.0, 2.0).expect("a time control")
    }

    #[test]
    fn a_clock_loses_what_its_moves_took_and_gains_the_increment() {
        let part = game(&[Some(5.0), Some(20.0), Some(10.0), Some(100.0)]);
        let all: Vec<Option<u64>> =
            left(&part, blitz()).iter().map(|left| left.map(|left| left.as_secs())).collect();
        assert_eq!(all, [Some(57), Some(42), Some(49), Some(0)], "a flag that has fallen stays so");
        let unknown = left(&game(&[None, Some(3.0)]), blitz());
        assert_eq!(unknown, [None, Some(Duration::from_secs(59))]);
    }

    #[test]
    fn clocks_show_what_is_left_or_what_was_used() {
        let part = game(&[Some(5.0), Some(20.0), Some(10.0)]);
        let seconds = |clock: Option<Clock>| clock.map(|c| (c.white.as_secs(), c.black.as_secs()));
        let limited = |running| seconds(shown(&part, running, 4.0, Some(blitz())));
        assert_eq!(limited(Some(false)), Some((49, 38)), "black thinks");
        assert_eq!(limited(None), Some((49, 42)));
        assert_eq!(seconds(shown(&part, Some(false), 4.0, None)), Some((15, 24)));
        assert_eq!(seconds(shown(&game(&[None]), None, 0.0, None)), None);
        assert_eq!(seconds(shown(&part, None, -1.0, None)), None, "no time runs backward");
    }
}
