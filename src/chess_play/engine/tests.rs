//! Engines made of shell scripts: every way to be no good is an error in good time.

use super::*;
use crate::games::chess::rules::read_san;
use std::{fs, io, os::unix::fs::PermissionsExt};

/// Long enough for a shell to start on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// For engines that are waited for in vain.
const IMPATIENCE: Duration = Duration::from_millis(1500);

struct Script {
    folder: tempfile::TempDir,
}

impl Script {
    /// A script whose lines answer `uci` and `isready`, and the words of `answers`: "go) echo
    /// bestmove e2e4;;".
    fn answering(answers: &str) -> Self {
        Self::new(&format!(
            "while read -r word rest; do case $word in {answers} uci) echo uciok;; isready) echo \
            readyok;; quit) exit;; esac; done"
        ))
    }

    fn new(body: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("engine");
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
        Self { folder }
    }

    /// Starts the script; again when another test's child, just being started, still holds the file
    /// open.
    fn start(&self, patience: Duration) -> Result<Engine, EngineError> {
        loop {
            match Engine::start(&self.folder.path().join("engine"), patience) {
                Err(EngineError::Start { source, .. })
                    if source.kind() == io::ErrorKind::ExecutableFileBusy => {}
                started => return started,
            }
        }
    }

    fn think(&self, patience: Duration) -> Result<Thought, EngineError> {
        self.start(patience)?.think(&Position::default(), &[], Level::Easy, None)
    }
}

#[test]
fn an_engine_plays() {
    let script = Script::answering(
        "uci) echo id name Script 1; echo option name Skill Level type spin default 1 min 0 max 9; \
        echo uciok;;
         go) echo info depth 1 score cp 30 pv e2e4 e7e5 e1e5; echo bestmove e2e4 ponder e7e5;;",
    );
    let mut engine = script.start(PATIENCE).expect("an engine");
    assert_eq!(engine.name(), "Script 1");
    let thought = engine.think(&Position::default(), &[], Level::Medium, None).expect("a move");
    let spelled: Vec<String> = thought.line.iter().map(ToString::to_string).collect();
    assert_eq!(
        (thought.best.to_string().as_str(), thought.score),
        ("e2e4", Some(Score::Centipawns(30)))
    );
    assert_eq!(spelled, ["e2e4", "e7e5"], "up to the first that is not legal");
}

#[test]
fn a_program_that_is_not_there() {
    let error = Engine::start(Path::new("/no/such/engine"), PATIENCE).expect_err("none");
    assert!(
        matches!(error, EngineError::Start { .. }) && error.to_string().contains("/no/such/engine"),
        "{error}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    assert!(matches!(Engine::start(folder.path(), PATIENCE), Err(EngineError::Start { .. })));
}

#[test]
fn an_engine_that_dies() {
    for body in [
        "exit 3",
        "kill -9 $$",
        "read -r word; exit 0",
        "read -r word; echo uciok; exec 1>&-; sleep 9",
    ] {
        let error = Script::new(body).think(PATIENCE).expect_err(body);
        assert!(matches!(error, EngineError::Ended(_)), "{body}: {error}");
    }
    let error = Script::answering("go) exit;;").think(PATIENCE).expect_err("dead");
    assert!(matches!(error, EngineError::Ended(_)), "{error}");
}

#[test]
fn an_engine_that_is_silent() {
    let error = Script::new("exec sleep 30").start(IMPATIENCE).expect_err("silent");
    assert!(matches!(error, EngineError::Silent { expected: "uciok", .. }), "{error}");
    let error = Script::answering("isready) sleep 30;;").start(IMPATIENCE).expect_err("silent");
    assert!(matches!(error, EngineError::Silent { expected: "readyok", .. }), "{error}");
    let error = Script::answering("go) ;;").think(IMPATIENCE).expect_err("silent");
    assert!(matches!(error, EngineError::Silent { expected: "a move", .. }), "{error}");
}

#[test]
fn an_engine_that_stops_only_when_told_to() {
    let thought =
        Script::answering("go) ;; stop) echo bestmove g1f3;;").think(IMPATIENCE).expect("a move");
    assert_eq!(thought.best.to_string(), "g1f3");
}

#[test]
fn an_engine_that_talks_without_end() {
    let error = Script::new("exec yes info depth 1").start(IMPATIENCE).expect_err("no uciok");
    assert!(matches!(error, EngineError::Silent { .. }), "{error}");
    let error = Script::new("read -r word; exec tr '\\0' x </dev/zero")
        .start(PATIENCE)
        .expect_err("no line");
    assert!(matches!(error, EngineError::Nonsense { .. }), "{error}");
    let error =
        Script::answering("go) exec yes info string;;").think(IMPATIENCE).expect_err("no move");
    assert!(matches!(error, EngineError::Silent { .. }), "{error}");
}

#[test]
fn an_engine_that_talks_nonsense() {
    let place = |error: EngineError| match error {
        EngineError::Nonsense { fault, .. } => (fault.line, fault.column),
        other => panic!("{other}"),
    };
    assert_eq!(
        place(
            Script::new("read -r word; echo hello; echo option value; sleep 9")
                .start(PATIENCE)
                .expect_err("no option")
        ),
        (2, 7)
    );
    assert_eq!(
        place(Script::answering("go) echo bestmove;;").think(PATIENCE).expect_err("no move")),
        (4, 9)
    );
    assert_eq!(
        place(Script::answering("go) echo info depth x;;").think(PATIENCE).expect_err("no number")),
        (4, 12)
    );
    let error = Script::answering("go) printf 'bestmove \\377\\376\\n';;")
        .think(PATIENCE)
        .expect_err("no text");
    assert!(matches!(error, EngineError::Illegal { .. }), "{error}");
}

#[test]
fn a_move_that_is_not_legal() {
    for played in ["e2e5", "e7e5", "e2e4q", "xyz", "(none)", "0000"] {
        let error = Script::answering(&format!("go) echo 'bestmove {played}';;"))
            .think(PATIENCE)
            .expect_err(played);
        assert!(matches!(error, EngineError::Illegal { .. }), "{played}: {error}");
    }
}

#[test]
fn the_process_ends_with_the_engine() {
    // This one ignores "quit", the end of its input, and the polite signals.
    let script = Script::new(
        "trap '' TERM INT HUP; read -r w; echo uciok; read -r w; read -r w; echo readyok; while :; \
        do sleep 0.1; done",
    );
    let engine = script.start(PATIENCE).expect("an engine");
    let process = PathBuf::from(format!("/proc/{}", engine.process.id()));
    assert!(!Path::new("/proc/self").exists() || process.exists());
    drop(engine);
    assert!(!process.exists());
}

#[test]
fn an_engine_is_told_what_repetition_needs_and_no_more() {
    let mut position = Position::default();
    let mut moves = Vec::new();
    for san in ["e4", "e5", "Nf3", "Nf6"] {
        let mv = read_san(&position, san).expect("a move");
        moves.push(mv);
        position = position.after(mv);
    }
    let (command, now) = position_command(&Position::default(), &moves);
    assert_eq!(
        command,
        "position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 moves g1f3 g8f6"
    );
    assert_eq!(now, position);
    assert_eq!(position_command(&position, &[]).0, format!("position fen {}", position.to_fen()));
}
