//! The players' clocks: what the times at which moves were seen leave to each side.

use super::tracker::{Made, Part};
use crate::{
    games::chess::rules::{ChessClock, Clock, TimeControl},
    report::live::{Earlier, Spent},
};
use std::time::Duration;

/// What a side has left after each move of a part of a game; `None` where it is not known who made
/// the move, or how long it took.
pub fn left(part: &Part, control: TimeControl) -> Vec<Option<Duration>> {
    let mut clock = begun(part, control);
    part.moves.iter().map(|made| press(&mut clock, made)).collect()
}

/// The clocks as a part begins.
fn begun(part: &Part, control: TimeControl) -> ChessClock {
    let mut clock = control.clock(true);
    part.earlier.iter().for_each(|made| _ = press(&mut clock, made));
    clock
}

/// What both sides used in the parts before one; `None` where there are none.
pub fn earlier(part: &Part) -> Option<Earlier> {
    let of = |white: bool| {
        let own = part.earlier.iter().filter(|made| made.step.white == Some(white));
        let times: Vec<f64> = own.filter_map(|made| made.took_s).collect();
        Spent { moves: times.len(), used_s: times.iter().sum() }
    };
    (!part.earlier.is_empty()).then(|| Earlier { white: of(true), black: of(false) })
}

/// What the clocks show `thinking` seconds after the last move, while a side's clock runs: what is
/// left or, without a time control, what was used. A move whose time is not known takes none.
/// `None` where a move has no side.
pub fn shown(
    part: &Part,
    running: Option<bool>,
    thinking: f64,
    control: Option<TimeControl>,
) -> Option<Clock> {
    let thinking = seconds(thinking)?;
    let Some(control) = control else { return used(part, running, thinking) };
    let mut clock = begun(part, control);
    for made in &part.moves {
        made.step.white?;
        press(&mut clock, made);
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
    for made in part.earlier.iter().chain(&part.moves) {
        add(made.step.white?, made.took_s.and_then(seconds).unwrap_or_default());
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
            part.moves.push(Made { step, state, seen, took_s: *took_s, comment: None });
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
    fn the_clocks_of_a_further_part_go_on() {
        let first = game(&[Some(5.0), Some(20.0)]);
        let mut part = game(&[Some(10.0)]);
        assert_eq!(earlier(&part), None);
        part.earlier.clone_from(&first.moves);
        assert_eq!(left(&part, blitz()), [Some(Duration::from_secs(49))]);
        let seconds = |clock: Option<Clock>| clock.map(|c| (c.white.as_secs(), c.black.as_secs()));
        assert_eq!(seconds(shown(&part, Some(false), 4.0, Some(blitz()))), Some((49, 38)));
        assert_eq!(seconds(shown(&part, Some(false), 4.0, None)), Some((15, 24)));
        let white = Spent { moves: 1, used_s: 5.0 };
        let black = Spent { moves: 1, used_s: 20.0 };
        assert_eq!(earlier(&part), Some(Earlier { white, black }));
        let next = part.go_on(part.state().board(), None, GameId::Chess.rules());
        assert_eq!(next.expect("a part").earlier.len(), 3);
    }

    #[test]
    fn clocks_show_what_is_left_or_what_was_used() {
        let part = game(&[Some(5.0), Some(20.0), Some(10.0)]);
        let seconds = |clock: Option<Clock>| clock.map(|c| (c.white.as_secs(), c.black.as_secs()));
        let limited = |running| seconds(shown(&part, running, 4.0, Some(blitz())));
        assert_eq!(limited(Some(false)), Some((49, 38)), "black thinks");
        assert_eq!(limited(None), Some((49, 42)));
        assert_eq!(seconds(shown(&part, Some(false), 4.0, None)), Some((15, 24)));
        let unknown = game(&[None, Some(3.0)]);
        assert_eq!(seconds(shown(&unknown, None, 0.0, None)), Some((0, 3)));
        assert_eq!(seconds(shown(&unknown, None, 0.0, Some(blitz()))), Some((60, 59)));
        assert_eq!(seconds(shown(&part, None, -1.0, None)), None, "no time runs backward");
    }
}
