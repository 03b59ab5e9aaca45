//! One reading as text for people.

use crate::output;
use kibitzer::{
    games::{Game, Side},
    recognition::Recognition,
    report::{
        Reading,
        reading::{About, Board, CellReading, Reason},
    },
};
use std::fmt::Write;

/// At most this many cells to look at are shown.
const SHOWN: usize = 5;

/// The reading as a person wants to see it; `found` is what it was made from.
pub fn text(reading: &Reading, found: &Recognition) -> String {
    let Some(board) = &reading.board else { return String::new() };
    let game = found.game.game();
    let size = format!("{}x{}", board.rows, board.columns);
    let corners = found.corners.confidence;
    let mut out = format!("{}: {} {size}, corners {corners:.2}\n\n", reading.photo, game.id());
    out += &game.draw(&found.board, output::color());
    let _ = write!(out, "\n{}\n", board.notation.trim_end());
    out += &if board.check { to_check(game, board) } else { least_certain(game, board) };
    if let Some(boards) = &board.boards {
        let _ = writeln!(
            out,
            "\nThe photo shows {} boards, of which this is one; --all reads each of them.",
            boards.len()
        );
    }
    if !board.left_out.is_empty() {
        let _ = writeln!(out, "\nThere was no time for: {}.", board.left_out.join(", "));
    }
    out += &section("Impossible", board.violations.iter().map(|v| v.message.clone()));
    let ms = |time: std::time::Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    let stage = |(stage, time): &(&str, std::time::Duration)| format!("{stage} {}", ms(*time));
    let stages: Vec<String> = found.timings.0.iter().map(stage).collect();
    let _ = writeln!(out, "\nTime: {} ({})", ms(found.timings.total()), stages.join(", "));
    out
}

/// How probable a doubtful board is, and the cells whose look settles most.
fn to_check(game: &dyn Game, board: &Board) -> String {
    let right = |p: f32| format!("right with probability {p:.2}");
    let mut out = format!("\nCheck this board: it is {}.", right(board.confidence));
    let concerns: Vec<About> = board.concerns.iter().map(|concern| concern.about).collect();
    if let Some(which) = board.which_game.as_ref().filter(|_| concerns.contains(&About::Game)) {
        let _ = write!(
            out,
            "\nWhich game is it? With probability {:.2} {}, with {:.2} {}; say it with --game.",
            which.probability,
            game.id(),
            which.runner_up.probability,
            which.runner_up.game
        );
    }
    if let Some(way) = board.orientation.as_ref().filter(|_| concerns.contains(&About::Orientation))
    {
        let _ = write!(
            out,
            "\nWhich side is white's? At the {} with probability {:.2}, at the {} with {:.2}; say \
             it with --white.",
            side(way.white),
            way.probability,
            side(way.runner_up.white),
            way.runner_up.probability
        );
    }
    if let Some(whole) = board.presence.filter(|_| concerns.contains(&About::Presence)) {
        let _ = write!(out, "\nIt may be no whole board: that it is has probability {whole:.2}.");
    }
    if !board.covered.is_empty() {
        let _ = write!(
            out,
            "\nSomething hides the board at {}: take the photo again.",
            board.covered.join(", ")
        );
    }
    let open: Vec<_> = board.look_at.iter().filter(|look| look.why != Reason::Covered).collect();
    let Some(last) = open.last() else { return out + "\n" };
    out += " Look first at\n";
    for look in open.iter().take(SHOWN) {
        let _ = writeln!(out, "  {}", cell(game, &look.cell));
    }
    // Once these are looked at it is so probable only if nothing before them is hidden.
    let mut up_to_last = board.look_at.iter().rev().skip_while(|look| look.why == Reason::Covered);
    let then = (!up_to_last.any(|look| look.why == Reason::Covered)).then(|| right(last.then));
    out += &match (open.len().saturating_sub(SHOWN), then) {
        (0, Some(then)) => format!("Then it is {then}.\n"),
        (0, None) => String::new(),
        (more, Some(then)) => format!("and at {more} more; then it is {then}.\n"),
        (more, None) => format!("and at {more} more.\n"),
    };
    out
}

const fn side(side: Side) -> &'static str {
    match side {
        Side::Bottom => "bottom",
        Side::Left => "left",
        Side::Top => "top",
        Side::Right => "right",
    }
}

fn least_certain(game: &dyn Game, board: &Board) -> String {
    section("Least certain", board.uncertain.iter().map(|reading| cell(game, reading)))
}

/// What was read in a cell, and what it may be instead.
fn cell(game: &dyn Game, reading: &CellReading) -> String {
    let read = game.class_of(&reading.read).map(|class| game.classes()[usize::from(class)].name);
    let read = format!("{}: {} {:.2}", reading.cell, read.unwrap_or_default(), reading.probability);
    let others = reading.alternatives.iter().map(|a| format!("{} {:.2}", a.name, a.probability));
    let others = others.collect::<Vec<_>>().join(", ");
    let read = if others.is_empty() { read } else { format!("{read}, else {others}") };
    reading.overruled.as_ref().map_or(read.clone(), |why| format!("{read} ({why})"))
}

fn section(title: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: String = lines.map(|line| format!("  {line}\n")).collect();
    if lines.is_empty() { lines } else { format!("\n{title}:\n{lines}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::games::GameId;
    use serde_json::json;

    /// What is said of a Go board with cells to look at, for these reasons, each of which makes it
    /// more probable.
    fn said(reasons: &[&str]) -> String {
        let look = |(i, why): (usize, &&str)| {
            json!({
                "cell": format!("A{}", i + 1), "row": 8 - i, "column": 0, "read": "b",
                "probability": 0.5, "alternatives": [], "why": why, "then": 0.5 + 0.1 * i as f64,
            })
        };
        let board = json!({
            "corners": [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]],
            "rows": 9, "columns": 9, "cells": [], "notation": "", "confidence": 0.4, "check": true,
            "look_at": reasons.iter().enumerate().map(look).collect::<Vec<_>>(),
            "log_likelihood": -1.0, "probabilities": [], "uncertain": [], "violations": [],
            "covered": [], "milliseconds": {},
        });
        let board: Board = serde_json::from_value(board).expect("a board");
        to_check(GameId::Go.game(), &board)
    }

    #[test]
    fn what_a_look_settles_is_said_where_nothing_hidden_has_to_be_seen_first() {
        let all = said(&["uncertain", "overruled"]);
        assert!(all.contains("Then it is right with probability 0.60."), "{all}");
        assert!(
            said(&["uncertain", "covered"]).contains("Then it is right with probability 0.50.")
        );
        let hidden = said(&["uncertain", "covered", "uncertain"]);
        assert!(hidden.contains("A3: ") && !hidden.contains("Then it is"), "{hidden}");
        let many = said(&[
            "covered",
            "impossible",
            "impossible",
            "impossible",
            "impossible",
            "impossible",
            "impossible",
        ]);
        assert!(many.ends_with("and at 1 more.\n"), "{many}");
    }
}
