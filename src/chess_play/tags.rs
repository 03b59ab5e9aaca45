//! What a game's PGN says beyond its moves: who plays, on what clock, and what the clock showed
//! after each move.

use super::{Player, Refusal, Setup};
use crate::games::chess::rules::{Level, Note, PgnGame, TimeControl};
use std::time::Duration;

const LEVELS: [(Level, &str); 3] =
    [(Level::Easy, "easy"), (Level::Medium, "medium"), (Level::Hard, "hard")];

/// The level's name.
pub(super) fn level_name(level: Level) -> &'static str {
    LEVELS.iter().find(|(known, _)| *known == level).map_or("easy", |(_, name)| name)
}

/// A game without moves, with the tags of its setup.
pub(super) fn new_game(setup: &Setup) -> PgnGame {
    let mut game = PgnGame { start: setup.start.clone(), ..PgnGame::default() };
    for (side, player) in [("White", setup.white), ("Black", setup.black)] {
        let (name, kind) = match player {
            Player::Person => ("Person", "human"),
            Player::Engine => ("Engine", "program"),
        };
        game.set_tag(side, name);
        game.set_tag(&format!("{side}Type"), kind);
    }
    game.set_tag("Event", "Kibitzer game");
    game.set_tag("TimeControl", setup.time.map_or_else(|| "-".to_owned(), |time| time.to_string()));
    game.set_tag("EngineLevel", level_name(setup.level));
    game.set_tag("Termination", "unterminated");
    game
}

/// The setup that a game's tags tell; what they do not is as usual.
///
/// # Errors
/// When the time control sets no clock of ours.
pub(super) fn setup_of(game: &PgnGame) -> Result<Setup, Refusal> {
    let player =
        |tag| if game.tag(tag) == Some("program") { Player::Engine } else { Player::Person };
    let level = LEVELS.iter().find(|(_, name)| game.tag("EngineLevel") == Some(name));
    Ok(Setup {
        start: game.start.clone(),
        white: player("WhiteType"),
        black: player("BlackType"),
        level: level.map(|(level, _)| *level).unwrap_or_default(),
        time: game.tag("TimeControl").map_or(Ok(None), read_time_control)?,
    })
}

/// PGN writes `?` where the time control is not known, and `-` where there is none.
fn read_time_control(text: &str) -> Result<Option<TimeControl>, Refusal> {
    match text.trim() {
        "" | "-" | "?" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Refusal::TimeControl(text.to_owned())),
    }
}

/// What a clock shows, as a comment: `[%clk 0:04:58.25]`.
pub(super) fn clock_note(left: Duration) -> Note {
    let (seconds, millis) = (left.as_secs(), left.subsec_millis());
    let fraction = format!("{millis:03}");
    let fraction = fraction.trim_end_matches('0');
    let dot = if fraction.is_empty() { "" } else { "." };
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    Note::Comment(format!("[%clk {hours}:{minutes:02}:{seconds:02}{dot}{fraction}]"))
}

/// What the clock showed according to a move's notes.
///
/// # Errors
/// When it is no time.
pub(super) fn clock_in(notes: &[Note]) -> Result<Option<Duration>, Refusal> {
    let found = notes.iter().find_map(|note| match note {
        Note::Comment(text) => text.split_once("[%clk "),
        _ => None,
    });
    let Some((_, rest)) = found else { return Ok(None) };
    let text = rest.split(']').next().unwrap_or_default().trim();
    read_clock(text).map(Some).ok_or_else(|| Refusal::Clock(text.chars().take(20).collect()))
}

fn read_clock(text: &str) -> Option<Duration> {
    let [hours, minutes, seconds] = text.split(':').collect::<Vec<_>>().try_into().ok()?;
    let hours = hours.parse::<u64>().ok().filter(|h| *h < 10_000)?;
    let minutes = minutes.parse::<u64>().ok().filter(|m| *m < 60)?;
    let seconds = seconds.parse::<f64>().ok().filter(|s| (0.0..60.0).contains(s))?;
    Some(
        Duration::from_secs(3600 * hours + 60 * minutes)
            + Duration::from_millis((seconds * 1000.0).round() as u64),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn setups_are_told_by_tags() {
        let setup = Setup {
            black: Player::Engine,
            level: Level::Hard,
            time: TimeControl::new(3.0, 2.0).ok(),
            ..Setup::default()
        };
        assert_eq!(setup_of(&new_game(&setup)), Ok(setup));
        assert_eq!(setup_of(&PgnGame::default()), Ok(Setup::default()));
        let with = |time| {
            let mut game = PgnGame::default();
            game.set_tag("TimeControl", time);
            setup_of(&game).map(|setup| setup.time)
        };
        assert_eq!((with("-"), with("?")), (Ok(None), Ok(None)));
        assert_eq!(with("abc"), Err(Refusal::TimeControl("abc".into())));
    }

    #[test]
    fn clocks_that_show_no_time_are_refused() {
        let read = |comment: &str| clock_in(&[Note::Comment(comment.into())]);
        assert_eq!(read("quick! [%clk 0:00:05.5] [%emt 1]"), Ok(Some(Duration::from_millis(5500))));
        assert_eq!(read("no clock"), Ok(None));
        assert_eq!(read("[%clk 9:99:zz]"), Err(Refusal::Clock("9:99:zz".into())));
        assert_eq!(read("[%clk 0:60:00]"), Err(Refusal::Clock("0:60:00".into())));
    }

    proptest! {
        #[test]
        fn clocks_are_read_as_written(millis in 0u64..400_000_000) {
            let left = Duration::from_millis(millis);
            prop_assert_eq!(clock_in(&[Note::Glyph(1), clock_note(left)]), Ok(Some(left)));
        }

        #[test]
        fn no_comment_panics(text in "\\[%clk [0-9:.x-]{0,14}\\]?", any in any::<String>()) {
            let _ = clock_in(&[Note::Comment(text), Note::Comment(any)]);
        }
    }
}
