//! `kibitzer play` as a program that drives it meets it: events as lines of JSON, engines of every
//! kind, and kill -9.
#![cfg(all(unix, feature = "cli"))]

use assert_cmd::cargo::cargo_bin;
use kibitzer::games::chess::rules::{PgnGame, PgnReader, Position, write_san};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};
use tempfile::TempDir;

const PEOPLE: [&str; 4] = ["--white", "person", "--black", "person"];

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(cargo_bin("kibitzer"));
    // Even a good engine is slow to start on a busy machine.
    command.args(["play", "--engine-timeout", "120"]).args(args).env("NO_COLOR", "1");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Plays with all of `input` typed at once.
fn run(args: &[&str], input: &str) -> Output {
    let mut child = start(args);
    // The game may be over before everything is read.
    let _ = child.stdin.take().expect("stdin").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn events(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// The events of a run that ends well.
fn play(args: &[&str], input: &str) -> Vec<Value> {
    let output = run(&[args, &["--json"]].concat(), input);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    events(&String::from_utf8_lossy(&output.stdout))
}

/// The one sentence of a run that fails.
fn fails(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), sentence.lines().count()), (Some(2), 1), "{sentence}");
    sentence
}

fn names(events: &[Value]) -> Vec<&str> {
    events.iter().filter_map(|event| event["event"].as_str()).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn stored(path: &Path) -> PgnGame {
    let file = fs::read(path).expect("the game's file");
    PgnReader::new(file.as_slice()).next().expect("a game").expect("a game")
}

fn stored_sans(path: &Path) -> Vec<String> {
    let game = stored(path);
    let mut position = game.start.clone();
    let mut san = |mv| {
        let text = write_san(&position, mv);
        position = position.after(mv);
        text
    };
    game.moves.iter().map(|(mv, _)| san(*mv)).collect()
}

/// An engine that plays the given moves, one after the other, and writes what it is told to a log.
struct Script(TempDir);

impl Script {
    fn new(moves: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (log, list) = (folder.path().join("log"), folder.path().join("moves"));
        fs::write(&list, moves.join("\n") + "\n").expect("written");
        let body = format!(
            "#!/bin/sh\ni=0\nwhile read -r word rest; do echo \"$word $rest\" >>'{}'; case $word in
            uci) echo id name Script; echo uciok;; isready) echo readyok;; quit) exit;;
            go) i=$((i + 1)); move=$(sed -n ${{i}}p '{}'); [ \"$move\" ] || exit 1; echo bestmove \
            $move;; esac; done\n",
            log.display(),
            list.display()
        );
        fs::write(folder.path().join("engine"), body).expect("written");
        fs::set_permissions(folder.path().join("engine"), fs::Permissions::from_mode(0o755))
            .expect("executable");
        Self(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("engine")
    }

    fn searches(&self) -> usize {
        let log = fs::read_to_string(self.0.path().join("log")).unwrap_or_default();
        log.lines().filter(|line| line.starts_with("go")).count()
    }
}

#[test]
fn two_people_play_to_the_mate() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let args = [&PEOPLE[..], &["--game-file", text(&file)]].concat();
    let events = play(&args, "f3\ne7e5\ng4\nQh5\nboard\npgn\nhelp\nQh4\ne4\n");
    assert_eq!(
        names(&events),
        ["start", "move", "move", "move", "refused", "board", "pgn", "help", "move", "end"]
    );
    assert_eq!(
        (&events[0]["settings"], &events[2]["san"], &events[2]["uci"]),
        (&1.into(), &"e5".into(), &"e7e5".into())
    );
    assert_eq!(
        (&events[8]["san"], &events[8]["side"], &events[8]["check"]),
        (&"Qh4#".into(), &"black".into(), &true.into())
    );
    assert_eq!((&events[9]["result"], &events[9]["reason"]), (&"0-1".into(), &"checkmate".into()));
    assert_eq!(stored_sans(&file), ["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(
        (stored(&file).result.text(), stored(&file).tag("WhiteType")),
        ("0-1", Some("human"))
    );
    assert!(fails(&["--resume", text(&file)], "").contains("over (0-1)"));
    assert!(fails(&args, "").contains("exists already"));
}

#[test]
fn text_is_shown_to_people() {
    let output = run(&PEOPLE, "e2e5\ne4\nquit\n");
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    for part in [
        "4  . . . . P . . .",
        "white to move> ",
        "'e2e5' cannot be played: ",
        "1. e4",
        "settings 1 (0b00000001)",
    ] {
        assert!(shown.contains(part), "'{part}' is not in:\n{shown}");
    }
    let output = run(&[&PEOPLE[..], &["--lang", "pl"]].concat(), "f3\ne5\ng4\nKe2\nQh4\n");
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    for part in [
        "bajt ustawień 1 (0b00000001)",
        "ruch białych> ",
        "Nie można zagrać „Ke2”: ",
        "0-1  Mat: wygrywają czarne.",
    ] {
        assert!(shown.contains(part), "'{part}' is not in:\n{shown}");
    }
}

#[test]
fn wishes_are_granted_or_refused() {
    let events = play(&PEOPLE, "undo\ne4\nundo\nd4\ndraw\nd5\nc4\ndraw\ndraw\ne5\ndraw\n");
    let expected = [
        "start", "refused", "move", "undo", "move", "draw", "move", "move", "draw", "draw", "move",
        "end",
    ];
    assert_eq!(names(&events), expected);
    assert_eq!(
        (&events[11]["result"], &events[11]["reason"]),
        (&"1/2-1/2".into(), &"agreed".into())
    );
    let resigned = play(&PEOPLE, "e4\nresign\n");
    assert_eq!(
        (&resigned[2]["result"], &resigned[2]["reason"]),
        (&"1-0".into(), &"resigned".into())
    );
}

#[test]
fn an_engine_thinks_only_about_moves_that_were_checked() {
    let script = Script::new(&["e7e5", "b8c6"]);
    let engine = script.path();
    let args = ["--engine", text(&engine), "--level", "hard"];
    let events = play(&args, "e5\nKe2\n\n");
    assert_eq!(
        (names(&events), script.searches()),
        (vec!["start", "refused", "refused", "interrupted"], 0)
    );
    let events = play(&args, "e4\nNf6\nNf3\n");
    assert_eq!(names(&events), ["start", "move", "move", "refused", "move", "move", "interrupted"]);
    assert_eq!(
        (&events[2]["by"], &events[5]["san"], script.searches()),
        (&"engine".into(), &"Nc6".into(), 2)
    );
    assert_eq!(events[0]["settings"], 0b0001_0101);
    let log = fs::read_to_string(script.0.path().join("log")).expect("a log");
    let position = "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert!(log.contains(&format!("{position}\ngo movetime 1000\n")), "{log}");
}

#[test]
fn an_engine_that_fails_costs_no_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let dying = Script::new(&["e7e5"]);
    let engine = dying.path();
    let args =
        ["--engine", text(&engine), "--clock", "5", "--increment", "2", "--game-file", text(&file)];
    let sentence = fails(&args, "e4\nNf3\n");
    assert!(sentence.contains("ended by itself"), "{sentence}");
    assert_eq!(stored_sans(&file), ["e4", "e5", "Nf3"]);
    let cheating = Script::new(&["b8d8"]);
    let engine = cheating.path();
    assert!(
        fails(&["--resume", text(&file), "--engine", text(&engine)], "")
            .contains("b8d8, which is not legal")
    );
    let playing = Script::new(&["b8c6"]);
    let engine = playing.path();
    let events = play(&["--resume", text(&file), "--engine", text(&engine)], "");
    assert_eq!(names(&events)[..2], ["start", "move"]);
    assert!(
        events[0]["clock"]["white_ms"].as_u64().is_some_and(|ms| (240_000..=304_000).contains(&ms)),
        "{}",
        events[0]
    );
    assert_eq!(stored_sans(&file), ["e4", "e5", "Nf3", "Nc6"]);
}

#[test]
fn hints() {
    let script = Script::new(&["e2e4"]);
    let engine = script.path();
    let events = play(&[&PEOPLE[..], &["--engine", text(&engine)]].concat(), "hint\n");
    assert_eq!(
        (names(&events)[1], &events[1]["san"], &events[1]["line"]),
        ("hint", &"e4".into(), &serde_json::json!(["e4"]))
    );
    let events = play(&[&PEOPLE[..], &["--engine", "/no/such/engine"]].concat(), "hint\ne4\n");
    assert_eq!(
        names(&events),
        ["start", "refused", "move", "interrupted"],
        "a game of people goes on without"
    );
}

#[test]
fn a_clock_at_zero_ends_the_game() {
    // Nothing is typed, and stdin stays open.
    let child = start(&[&PEOPLE[..], &["--clock", "0.01", "--json"]].concat());
    let output = {
        let mut child = child;
        let stdin = child.stdin.take();
        let output = child.wait_with_output().expect("the program ends");
        drop(stdin);
        output
    };
    let events = events(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(names(&events), ["start", "end"]);
    assert_eq!((&events[1]["result"], &events[1]["reason"]), (&"0-1".into(), &"time".into()));
}

#[test]
fn the_chessboards_byte_sets_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let script = Script::new(&["e2e4"]);
    let engine = script.path();
    // A clock of five minutes (011), medium (01), the engine plays white (01), a new game (1).
    let events = play(
        &["--settings", "0b01101011", "--engine", text(&engine), "--game-file", text(&file)],
        "quit\n",
    );
    assert_eq!(
        (&events[0]["settings"], &events[0]["white"], &events[0]["black"]),
        (&107.into(), &"engine".into(), &"person".into())
    );
    assert_eq!(events[0]["clock"]["black_ms"], 300_000);
    // The interrupted game (bit 0 is 0), which the file knows.
    let other = Script::new(&["g1f3"]);
    let events = play(
        &["--settings", "106", "--engine", text(&other.path()), "--game-file", text(&file)],
        "e5\n",
    );
    assert_eq!(
        (&events[0]["moves"], &events[2]["san"]),
        (&serde_json::json!(["e4"]), &"Nf3".into())
    );
    assert!(fails(&["--settings", "0"], "").contains("--game-file"));
    assert!(fails(&["--settings", "255"], "").contains("unused code"));
}

#[test]
fn bad_options_are_refused() {
    let refused = |args: &[&str], word: &str| {
        let output = run(args, "");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(
            stderr.contains(word) && output.stdout.is_empty() && !stderr.contains("panicked"),
            "{word}: {stderr}"
        );
    };
    refused(&["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "line 1, column 1");
    refused(&["--settings", "256"], "0 to 255");
    refused(&["--clock", "0", "--black", "person"], "no clock can be set");
    refused(&["--clock", "nan", "--black", "person"], "no clock can be set");
    refused(&["--increment", "2"], "--clock");
    refused(&["--engine", "/no/such/engine"], "/no/such/engine");
    refused(&["--resume", "/no/such/game.pgn"], "/no/such/game.pgn");
    refused(&["--level", "grandmaster"], "easy");
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("no/such/game.pgn");
    refused(&[&PEOPLE[..], &["--game-file", text(&missing)]].concat(), "there is no folder");
    assert!(!folder.path().join("no").exists());
    // Games whose clock cannot be told.
    let game = folder.path().join("game.pgn");
    for (pgn, word) in
        [("[TimeControl \"abc\"]\n\n1. e4 *\n", "'abc'"), ("1. e4 {[%clk 9:99:zz]} *\n", "9:99:zz")]
    {
        fs::write(&game, pgn).expect("written");
        refused(&["--resume", text(&game)], word);
        assert_eq!(fs::read_to_string(&game).expect("a file"), pgn);
    }
}

#[test]
fn whatever_is_typed_is_answered() {
    let odd = "\u{0}\u{7}\n".to_owned() + &"x".repeat(5000) + "\nżółw\n(((((\n-\ne2e4e5\n";
    let events = play(&PEOPLE, &odd);
    assert_eq!(
        names(&events).iter().filter(|name| **name == "refused").count(),
        events.len() - 2,
        "{events:?}"
    );
}

/// Sixty random legal moves that end no game.
fn random_game(chance: &mut StdRng) -> Vec<String> {
    let (mut position, mut sans) = (Position::default(), Vec::new());
    while sans.len() < 60 {
        let moves = position.legal_moves();
        let open: Vec<_> =
            moves.into_iter().filter(|mv| !position.after(*mv).legal_moves().is_empty()).collect();
        let mv = open[chance.random_range(0..open.len())];
        sans.push(write_san(&position, mv));
        position = position.after(mv);
    }
    sans
}

/// Types moves, kills the program a moment after it has confirmed `after` of them, and returns
/// those that it has confirmed by then; `None` when it did not even begin.
fn play_until_killed(
    args: &[&str],
    moves: &[String],
    after: usize,
    moment: Duration,
) -> Option<Vec<String>> {
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("stdin");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout"));
    let input = moves.join("\n") + "\n";
    let typing = thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
        stdin
    });
    let mut said = String::new();
    // What it begins with is one line more.
    for _ in 0..=after {
        stdout.read_line(&mut said).expect("lines");
    }
    thread::sleep(moment);
    child.kill().expect("killed");
    stdout.read_to_string(&mut said).expect("lines");
    child.wait().expect("ended");
    drop(typing.join());
    // A line that was being written when the end came was not yet said.
    let (whole, _) = said.rsplit_once('\n')?;
    let moves = events(whole).into_iter().filter(|event| event["event"] == "move");
    Some(moves.map(|event| event["san"].as_str().expect("a move").to_owned()).collect())
}

/// Plays games that are killed again and again at random moves, each to its sixtieth; how many
/// moves were confirmed, and how often a game was killed.
fn killed_games(games: u64) -> (usize, usize) {
    let (mut heard, mut kills) = (0, 0);
    for seed in 0..games {
        let mut chance = StdRng::seed_from_u64(seed);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("game.pgn");
        let moves = random_game(&mut chance);
        let mut known = 0;
        while known < moves.len() {
            let new = [&PEOPLE[..], &["--json", "--game-file", text(&file)]].concat();
            let args = if file.exists() { vec!["--json", "--resume", text(&file)] } else { new };
            let after = chance.random_range(0..20).min(moves.len() - known);
            let moment = Duration::from_micros(chance.random_range(0..3_000));
            let confirmed = play_until_killed(&args, &moves[known..], after, moment);
            kills += 1;
            let Some(confirmed) = confirmed else { continue };
            let kept = stored_sans(&file);
            assert!(confirmed.len() >= after, "seed {seed}: it ended by itself");
            assert!(
                kept.len() >= known + confirmed.len(),
                "seed {seed}: {} of {} kept",
                kept.len(),
                known + confirmed.len()
            );
            assert!(
                kept.len() <= known + confirmed.len() + 1,
                "seed {seed}: moves nobody confirmed"
            );
            assert_eq!(kept, moves[..kept.len()], "seed {seed}");
            heard += confirmed.len();
            known = kept.len();
        }
        play(&["--resume", text(&file)], "quit\n");
        let left: Vec<_> = fs::read_dir(folder.path())
            .expect("a folder")
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        assert_eq!(left, ["game.pgn"], "seed {seed}: something was left behind");
    }
    (heard, kills)
}

/// All moves are confirmed but, at each kill, the one that was being stored.
fn assert_confirmed(games: u64) {
    let (heard, kills) = killed_games(games);
    println!("{games} games, killed {kills} times, {heard} moves confirmed");
    assert!(heard + kills >= games as usize * 60, "{heard} confirmed, {kills} kills");
    assert!(heard <= games as usize * 60, "{heard} confirmed: some twice");
}

#[test]
fn kill_9_loses_no_confirmed_move() {
    assert_confirmed(4);
}

#[test]
#[ignore = "slow: make test-slow"]
fn kill_9_during_fifty_games_loses_no_confirmed_move() {
    assert_confirmed(50);
}

/// Games of Stockfish against itself; every move is checked by the program, and again when its file
/// is read.
fn stockfish_games(games: usize, levels: &[&str]) {
    let found = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .any(|f| f.join("stockfish").is_file());
    if !found && !Path::new("/usr/games/stockfish").is_file() {
        // Not `println!`, which is shown for tests that fail only.
        let _ = writeln!(
            std::io::stderr(),
            "stockfish is not installed: the games against it are left out"
        );
        return;
    }
    for i in 0..games {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(format!("{i}.pgn"));
        let both = [
            "--white",
            "engine",
            "--black",
            "engine",
            "--level",
            levels[i % levels.len()],
            "--clock",
            "0.5",
        ];
        let events =
            play(&[&both[..], &["--increment", "0.1", "--game-file", text(&file)]].concat(), "");
        let moves = events.iter().filter(|event| event["event"] == "move").count();
        let end = events.last().expect("events");
        println!("{moves} plies, {} ({})", end["result"], end["reason"]);
        assert_eq!(end["event"], "end", "game {i}");
        assert_eq!(stored_sans(&file).len(), moves, "game {i}");
        assert!(stored(&file).tag("White").is_some_and(|name| name.contains("Stockfish")));
        if let Some(kept) = std::env::var_os("KIBITZER_KEEP_GAMES") {
            fs::copy(&file, Path::new(&kept).join(format!("{i}.pgn"))).expect("kept");
        }
    }
}

#[test]
fn stockfish_plays_a_game() {
    stockfish_games(1, &["easy"]);
}

#[test]
#[ignore = "slow: make test-slow"]
fn stockfish_plays_twenty_games() {
    stockfish_games(20, &["easy", "easy", "medium", "hard"]);
}
