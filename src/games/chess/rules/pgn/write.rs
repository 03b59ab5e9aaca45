//! A game as PGN.

use super::{Note, PgnGame, SEVEN_TAGS};
use crate::games::chess::rules::{position::Position, san::write_san};
use std::fmt::Write;

/// The widest line, where words allow.
const WIDTH: usize = 79;

/// The game as PGN with the seven tags first, at most 80 columns wide where words allow.
pub fn write_pgn(game: &PgnGame) -> String {
    let mut out = String::new();
    for (name, unknown) in SEVEN_TAGS {
        tag(
            &mut out,
            name,
            if name == "Result" { game.result.text() } else { game.tag(name).unwrap_or(unknown) },
        );
    }
    if game.start != Position::default() {
        tag(&mut out, "SetUp", "1");
        tag(&mut out, "FEN", &game.start.to_fen());
    }
    for (name, value) in
        game.tags.iter().filter(|(name, _)| SEVEN_TAGS.iter().all(|(seven, _)| seven != name))
    {
        tag(&mut out, name, value);
    }
    out.push('\n');
    wrap(&words(game), &mut out);
    out
}

fn tag(out: &mut String, name: &str, value: &str) {
    let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

fn words(game: &PgnGame) -> Vec<String> {
    let mut words = Vec::new();
    add_notes(&game.opening_notes, &mut words);
    let mut position = game.start.clone();
    let mut number_needed = true;
    for (mv, notes) in &game.moves {
        let number = position.move_number();
        if position.white_to_move() {
            words.push(format!("{number}."));
        } else if number_needed {
            words.push(format!("{number}..."));
        }
        words.push(write_san(&position, *mv));
        add_notes(notes, &mut words);
        number_needed = !notes.is_empty();
        position = position.after(*mv);
    }
    words.push(game.result.text().to_owned());
    words
}

fn add_notes(notes: &[Note], words: &mut Vec<String>) {
    for note in notes {
        let text = match note {
            Note::Comment(text) => format!("{{{}}}", text.replace('}', ")")),
            Note::Glyph(number) => format!("${number}"),
            Note::Variation(text) => format!("({text})"),
        };
        words.extend(text.split_whitespace().map(str::to_owned));
    }
}

/// Lines of words. No line begins with `[` or `%`, which would make it a tag or an escaped line.
fn wrap(words: &[String], out: &mut String) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH && !word.starts_with(['[', '%']) {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out.push('\n');
}
