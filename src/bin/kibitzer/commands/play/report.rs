//! What `kibitzer play` shows: text, or a line of JSON an event.

use crate::output::{self, print};
use kibitzer::{
    engine::Thought,
    games::{
        Game,
        chess::{
            Chess,
            rules::{Clock, Move, Outcome, Position, Settings, write_coordinates, write_pgn, write_san},
            uci::Score,
        },
    },
    play::{DrawAnswer, Ending, Player, Session},
};
use serde_json::{Value, json};
use std::{fmt::Display, path::Path, time::Duration};

pub struct Report {
    json: bool,
    color: bool,
}

impl Report {
    pub fn new(json: bool) -> Self {
        Self { json, color: output::color() }
    }

    /// Prints an event as JSON, or as text.
    fn event(&self, json: impl FnOnce() -> Value, text: impl FnOnce() -> String) {
        print(&if self.json { json().to_string() + "\n" } else { text() });
    }

    pub fn start(&self, session: &Session, engine: Option<&str>, file: Option<&Path>) {
        let setup = session.setup();
        let settings = setup.settings().ok().and_then(|settings| Settings::to_byte(settings).ok());
        self.event(
            || {
                json!({
                    "event": "start", "schema": 1, "fen": session.position().to_fen(), "moves": sans(&setup.start, &session.moves()),
                    "white": setup.white.name(), "black": setup.black.name(), "engine": engine, "settings": settings,
                    "clock": clock_json(session.clock()), "game_file": file.map(Path::to_string_lossy),
                })
            },
            || {
                let byte = settings.map_or_else(String::new, |byte| format!("; settings {byte} ({byte:#010b})"));
                let engine = engine.map_or_else(String::new, |name| format!(" ({name})"));
                let file = file.map_or_else(String::new, |path| format!("The game is kept in {}.\n", path.display()));
                format!("White: {}, black: {}{engine}{byte}\n{file}", setup.white.name(), setup.black.name())
            },
        );
    }

    /// A move that counts, and is stored.
    pub fn played(&self, session: &Session, before: &Position, mv: Move, by: Player) {
        let san = write_san(before, mv);
        let claim = matches!(session.outcome(), Outcome::Threefold | Outcome::FiftyMoves);
        self.event(
            || {
                json!({
                    "event": "move", "ply": session.moves().len(), "side": side(before.white_to_move()), "by": by.name(), "san": san,
                    "uci": write_coordinates(before, mv), "fen": session.position().to_fen(), "check": session.position().in_check(),
                    "draw_can_be_claimed": claim, "clock": clock_json(session.clock()),
                })
            },
            || {
                let dots = if before.white_to_move() { "." } else { "..." };
                let claim = if claim { "  (a draw can be claimed)" } else { "" };
                format!("{}{dots} {san}{}{claim}\n", before.move_number(), clocks(session.clock()))
            },
        );
    }

    /// Shows the board to the person to move; nothing in JSON, where moves hold the position.
    pub fn turn(&self, session: &Session) {
        if !self.json {
            print(&picture(session, self.color));
        }
    }

    pub fn prompt(&self, session: &Session) {
        if !self.json {
            print(&format!("{} to move> ", side(session.position().white_to_move())));
        }
    }

    pub fn board(&self, session: &Session) {
        let fen = session.position().to_fen();
        self.event(
            || json!({"event": "board", "fen": fen, "board": picture(session, false)}),
            || format!("{}{fen}\n", picture(session, self.color)),
        );
    }

    pub fn pgn(&self, session: &Session) {
        let pgn = write_pgn(session.game());
        self.event(|| json!({"event": "pgn", "pgn": pgn}), || pgn.clone());
    }

    pub fn help(&self) {
        const HELP: &str = "a move (e4, Nbxd2, O-O, e7e8q), hint, undo, resign, draw, board, pgn, quit, help";
        self.event(|| json!({"event": "help", "message": HELP}), || format!("{HELP}\n"));
    }

    /// Something that cannot be done; the turn goes on.
    pub fn refused(&self, why: &dyn Display) {
        self.event(|| json!({"event": "refused", "message": why.to_string()}), || format!("{why}\n"));
    }

    pub fn hint(&self, session: &Session, thought: &Thought) {
        let position = session.position();
        let line = sans(position, &thought.line);
        let (score, words) = match thought.score {
            Some(Score::Centipawns(n)) => (json!({"cp": n}), format!(" ({:+.2})", f64::from(n) / 100.0)),
            Some(Score::Mate(n)) => (json!({"mate": n}), format!(" (mate in {n})")),
            None => (Value::Null, String::new()),
        };
        let (san, squares) = (write_san(position, thought.best), write_coordinates(position, thought.best));
        self.event(
            || json!({"event": "hint", "san": san, "uci": squares, "score": score, "line": line}),
            || format!("Hint: {san}{words}: {}\n", line.join(" ")),
        );
    }

    pub fn undone(&self, session: &Session, plies: usize) {
        let fen = session.position().to_fen();
        self.event(
            || json!({"event": "undo", "plies": plies, "fen": fen, "clock": clock_json(session.clock())}),
            || format!("Taken back: {plies}\n"),
        );
    }

    pub fn draw(&self, answer: DrawAnswer) {
        let (name, text) = match answer {
            DrawAnswer::Drawn => return,
            DrawAnswer::Offered => ("offered", "A draw is offered: make your move, the other side may answer with draw."),
            DrawAnswer::Declined => ("declined", "The engine plays on."),
        };
        self.event(|| json!({"event": "draw", "answer": name}), || format!("{text}\n"));
    }

    /// The last event: how the game ended, or that it was left.
    pub fn end(&self, session: &Session, file: Option<&Path>) {
        let Some(ending) = session.ending() else { return self.interrupted(session, file) };
        let result = ending.result().text();
        self.event(
            || json!({"event": "end", "result": result, "reason": ending.name(), "plies": session.moves().len()}),
            || format!("{result} ({})\n", reason(ending)),
        );
    }

    fn interrupted(&self, session: &Session, file: Option<&Path>) {
        self.event(
            || json!({"event": "interrupted", "plies": session.moves().len(), "game_file": file.map(Path::to_string_lossy)}),
            || file.map_or_else(|| "\n".to_owned(), |path| format!("\nGo on with: kibitzer play --resume {}\n", path.display())),
        );
    }
}

const fn side(white: bool) -> &'static str {
    if white { "white" } else { "black" }
}

fn sans(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut next = |mv: &Move| {
        let san = write_san(&position, *mv);
        position = position.after(*mv);
        san
    };
    moves.iter().map(&mut next).collect()
}

fn picture(session: &Session, color: bool) -> String {
    Chess.draw(&session.position().to_board(), color)
}

fn clock_json(clock: Option<Clock>) -> Value {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    clock.map_or(Value::Null, |clock| json!({"white_ms": millis(clock.white), "black_ms": millis(clock.black)}))
}

/// What both clocks show, in minutes and seconds.
fn clocks(clock: Option<Clock>) -> String {
    let show = |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
    clock.map_or_else(String::new, |clock| format!("  [white {}, black {}]", show(clock.white), show(clock.black)))
}

fn reason(ending: Ending) -> String {
    match ending {
        Ending::TimeOver { white, won: true } => format!("{}'s time is over", side(white)),
        Ending::TimeOver { white, won: false } => {
            format!("{}'s time is over, but the other side has no men to mate", side(white))
        }
        Ending::Resigned { white } => format!("{} resigned", side(white)),
        other => other.name().replace('-', " "),
    }
}
