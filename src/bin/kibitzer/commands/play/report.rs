//! What `kibitzer play` shows: text, or a line of JSON an event.

use crate::output::{self, print};
use kibitzer::{
    chess_play::{DrawAnswer, Player, Session, engine::Thought},
    games::{
        Game,
        chess::{
            Chess,
            rules::{
                Clock, Move, Outcome, Position, Settings, write_coordinates, write_pgn, write_san,
            },
            uci::Score,
        },
    },
    messages::{Language, Message},
};
use serde_json::{Value, json};
use std::{fmt::Display, path::Path, time::Duration};

pub struct Report {
    json: bool,
    color: bool,
    language: Language,
}

impl Report {
    pub fn new(json: bool, language: Language) -> Self {
        Self { json, color: output::color(), language }
    }

    fn say(&self, message: &Message) -> String {
        message.in_language(self.language)
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
                    "event": "start", "schema": 1, "fen": session.position().to_fen(),
                    "moves": sans(&setup.start, &session.moves()),
                    "white": setup.white.name(), "black": setup.black.name(), "engine": engine,
                    "settings": settings,
                    "clock": clock_json(session.clock()),
                    "game_file": file.map(Path::to_string_lossy),
                })
            },
            || {
                let settings = settings.map(|byte| {
                    Message::new("play-settings").text("byte", format!("{byte} ({byte:#010b})"))
                });
                let byte = settings
                    .map_or_else(String::new, |settings| format!("; {}", self.say(&settings)));
                let engine = engine.map_or_else(String::new, |name| format!(" ({name})"));
                let kept = |path: &Path| {
                    Message::new("play-file").text("path", path.display().to_string())
                };
                let file = file.map_or_else(String::new, |path| self.say(&kept(path)) + "\n");
                let player =
                    |player: Player| Message::new("play-player").text("who", player.name());
                let players = Message::new("play-players")
                    .message("white", player(setup.white))
                    .message("black", player(setup.black));
                format!("{}{engine}{byte}\n{file}", self.say(&players))
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
                    "event": "move", "ply": session.moves().len(),
                    "side": side(before.white_to_move()), "by": by.name(), "san": san,
                    "uci": write_coordinates(before, mv), "fen": session.position().to_fen(),
                    "check": session.position().in_check(),
                    "draw_can_be_claimed": claim, "clock": clock_json(session.clock()),
                })
            },
            || {
                let dots = if before.white_to_move() { "." } else { "..." };
                let claim = if claim {
                    format!("  ({})", self.say(&Message::new("play-can-claim")))
                } else {
                    String::new()
                };
                format!(
                    "{}{dots} {san}{}{claim}\n",
                    before.move_number(),
                    self.clocks(session.clock())
                )
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
            let turn =
                Message::new("play-to-move").side("side", session.position().white_to_move());
            print(&format!("{}> ", self.say(&turn)));
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
        let help = self.say(&Message::new("play-help"));
        self.event(|| json!({"event": "help", "message": help}), || format!("{help}\n"));
    }

    /// Something that cannot be done; the turn goes on. `why` is what is said where there is no
    /// message.
    pub fn refused(&self, why: &dyn Display, message: Option<Message>) {
        let why = message.map_or_else(|| why.to_string(), |message| self.say(&message));
        self.event(|| json!({"event": "refused", "message": why}), || format!("{why}\n"));
    }

    pub fn hint(&self, session: &Session, thought: &Thought) {
        let position = session.position();
        let line = sans(position, &thought.line);
        let (score, words) = match thought.score {
            Some(Score::Centipawns(n)) => {
                (json!({"cp": n}), format!(" ({:+.2})", f64::from(n) / 100.0))
            }
            Some(Score::Mate(n)) => (
                json!({"mate": n}),
                format!(" ({})", self.say(&Message::new("play-mate-in").number("count", n))),
            ),
            None => (Value::Null, String::new()),
        };
        let (san, squares) =
            (write_san(position, thought.best), write_coordinates(position, thought.best));
        self.event(
            || json!({"event": "hint", "san": san, "uci": squares, "score": score, "line": line}),
            || {
                format!(
                    "{}{words}: {}\n",
                    self.say(&Message::new("play-hint").text("move", san.as_str())),
                    line.join(" ")
                )
            },
        );
    }

    pub fn undone(&self, session: &Session, plies: usize) {
        let fen = session.position().to_fen();
        self.event(
            || {
                json!({"event": "undo", "plies": plies, "fen": fen,
            "clock": clock_json(session.clock())})
            },
            || self.say(&Message::new("play-taken-back").count("count", plies)) + "\n",
        );
    }

    pub fn draw(&self, answer: DrawAnswer) {
        let (name, key) = match answer {
            DrawAnswer::Drawn => return,
            DrawAnswer::Offered => ("offered", "play-draw-offered"),
            DrawAnswer::Declined => ("declined", "play-draw-declined"),
        };
        self.event(
            || json!({"event": "draw", "answer": name}),
            || self.say(&Message::new(key)) + "\n",
        );
    }

    /// The last event: how the game ended, or that it was left.
    pub fn end(&self, session: &Session, file: Option<&Path>) {
        let Some(ending) = session.ending() else { return self.interrupted(session, file) };
        let result = ending.result().text();
        self.event(
            || {
                json!({"event": "end", "result": result, "reason": ending.name(),
            "plies": session.moves().len()})
            },
            || format!("{result}  {}\n", self.say(&ending.message())),
        );
    }

    fn go_on(&self, path: &Path) -> String {
        self.say(&Message::new("play-go-on").text(
            "command",
            format!("kibitzer play --resume {}", output::quoted(&path.to_string_lossy())),
        ))
    }

    /// What both clocks show, in minutes and seconds.
    fn clocks(&self, clock: Option<Clock>) -> String {
        let show = |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        let both = |clock: Clock| {
            Message::new("play-clocks")
                .text("white", show(clock.white))
                .text("black", show(clock.black))
        };
        clock.map_or_else(String::new, |clock| format!("  [{}]", self.say(&both(clock))))
    }

    fn interrupted(&self, session: &Session, file: Option<&Path>) {
        self.event(
            || {
                json!({"event": "interrupted", "plies": session.moves().len(),
            "game_file": file.map(Path::to_string_lossy)})
            },
            || file.map_or_else(|| "\n".to_owned(), |path| format!("\n{}\n", self.go_on(path))),
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
    clock.map_or(
        Value::Null,
        |clock| json!({"white_ms": millis(clock.white), "black_ms": millis(clock.black)}),
    )
}
