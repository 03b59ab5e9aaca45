//! `kibitzer follow`, as a person types it, on a rendered game (`datasets/game`).

use assert_cmd::Command;
use image::RgbImage;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

/// The game: eight moves, and a wrong one that is put right before the last.
const GAME: &str = "datasets/game";
const MOVES: [&str; 8] = ["Na3", "Na6", "Rb1", "g5", "b4", "c5", "Nb5", "e5"];

fn kibitzer() -> Command {
    let mut command = Command::cargo_bin("kibitzer").expect("the program");
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn frames() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(GAME).join("frames");
    let mut frames: Vec<PathBuf> =
        fs::read_dir(folder).expect("frames").flatten().map(|entry| entry.path()).collect();
    frames.sort();
    frames
}

fn events(stdout: &[u8]) -> Vec<serde_json::Value> {
    let text = String::from_utf8_lossy(stdout);
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn moves(events: &[serde_json::Value]) -> Vec<&str> {
    let made = events.iter().filter(|event| event["event"] == "move");
    made.map(|event| event["move"].as_str().expect("a move")).collect()
}

/// A PGN on one line, without the times that moves took: those depend on when files were written.
fn without_times(pgn: &str) -> String {
    let words = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = words.split('{').map(|part| part.split_once("} ").map_or(part, |(_, rest)| rest));
    let moves = parts.collect::<String>();
    // After a comment the number of black's move is said again.
    moves.split(' ').filter(|word| !word.ends_with("...")).collect::<Vec<_>>().join(" ")
}

fn follow(arguments: &[&str]) -> (i32, Vec<serde_json::Value>, String) {
    let output = kibitzer()
        .args(["follow", "--game", "chess", "--json"])
        .args(arguments)
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap_or(-1), events(&output.stdout), said)
}

#[test]
fn a_game_is_followed_and_recorded_and_what_is_wrong_is_said() {
    let out = tempfile::tempdir().expect("temporary folder");
    let folder = out.path().to_str().expect("a name");
    let (code, events, _) = follow(&[GAME, "--out", folder]);
    assert_eq!((code, moves(&events)), (0, MOVES.to_vec()));
    let at = |kind: &str| events.iter().position(|event| event["event"] == kind);
    let (wrong, right) = (at("verdict").expect("a verdict"), at("all-right").expect("put right"));
    assert!(wrong < right && events[wrong]["verdict"]["legal"] == false);
    assert_eq!(events[wrong]["verdict"]["names"], serde_json::json!(["g8", "g6"]));
    assert_eq!(events.iter().filter(|event| event["event"] == "verdict").count(), 1);
    let pgn = fs::read_to_string(out.path().join("game.pgn")).expect("a record");
    let moves = without_times(&pgn);
    assert!(moves.contains("1. Na3 Na6 2. Rb1 g5 3. b4 c5 4. Nb5 e5 *"), "{pgn}");
    for event in &events {
        let _: kibitzer::report::event::Event =
            serde_json::from_value(event.clone()).expect("an event as the schema has it");
    }

    let (code, _, said) = follow(&[GAME, "--out", folder]);
    assert!(code == 2 && said.contains("game.pgn is there already"), "{said}");
    assert_eq!(fs::read_to_string(out.path().join("game.pgn")).expect("a record"), pgn);

    // What is kept beside the record is of its game.
    let place = || fs::read_to_string(out.path().join("followed.txt")).expect("kept");
    let before = place();
    for more in [&[][..], &["--resume"]] {
        let other = [&["follow", "--game", "go", GAME, "--out", folder], more].concat();
        let other = kibitzer().args(other).output().expect("runs");
        let said = String::from_utf8_lossy(&other.stderr);
        assert!(said.contains("game.pgn is the record of a game of chess"), "{said}");
        assert_eq!((other.status.code(), place()), (Some(2), before.clone()));
    }

    // The photos of the game that is gone on with are not followed once more.
    let (code, events, said) = follow(&[GAME, "--out", folder, "--resume"]);
    assert!(code == 0 && said.contains("the 21 photos before it were followed"), "{said}");
    assert!(events.iter().all(|event| event["event"] != "move"), "{events:?}");
    let again = fs::read_to_string(out.path().join("game.pgn")).expect("a record");
    assert_eq!(without_times(&again), without_times(&pgn));
}

#[test]
fn damaged_black_and_doubled_frames_lose_no_move_and_a_killed_game_goes_on() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let (seen, out) = (dir.path().join("seen"), dir.path().join("out"));
    fs::create_dir(&seen).expect("made");
    let copy = |frame: &PathBuf| {
        fs::copy(frame, seen.join(frame.file_name().expect("a name"))).expect("copied");
    };
    frames()[..9].iter().for_each(copy);
    fs::write(seen.join("0003a.jpg"), "no picture").expect("written");
    fs::copy(&frames()[4], seen.join("0005a.jpg")).expect("copied");
    RgbImage::new(480, 320).save(seen.join("0005b.png")).expect("written");
    let smaller = image::open(&frames()[4]).expect("a frame").thumbnail(420, 420);
    smaller.save(seen.join("0005c.png")).expect("written");

    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("kibitzer"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["follow", "--game", "chess", "--json", "--wait", "60"])
        .args([&seen, Path::new("--out"), &out])
        .stdout(Stdio::null())
        .spawn()
        .expect("starts");
    let record = out.join("game.pgn");
    let since = Instant::now();
    let is_recorded =
        || fs::read_to_string(&record).is_ok_and(|pgn| without_times(&pgn).contains("2. Rb1"));
    while !is_recorded() && since.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().expect("killed");
    child.wait().expect("gone");
    assert!(is_recorded(), "moves are on the disk while the game goes on");

    fs::remove_dir_all(&seen).expect("removed");
    fs::create_dir(&seen).expect("made");
    frames()[6..].iter().for_each(copy);
    let [seen, out] = [&seen, &out].map(|path| path.to_str().expect("a name"));
    let (code, events, said) = follow(&[seen, "--out", out, "--resume"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(moves(&events).last(), Some(&"e5"));
    let goes_on = events.iter().find(|event| event["event"] == "position").expect("a position");
    assert_eq!(goes_on["resumed"], true, "it was begun before");
    let pgn = fs::read_to_string(record).expect("a record");
    let moves = without_times(&pgn);
    assert!(moves.contains("1. Na3 Na6 2. Rb1 g5 3. b4 c5 4. Nb5 e5 *"), "{pgn}");
}

#[test]
fn a_game_does_not_go_on_from_another_board() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let [seen, other, out] = ["seen", "other", "out"].map(|name| dir.path().join(name));
    for folder in [&seen, &other] {
        fs::create_dir(folder).expect("made");
    }
    for frame in &frames()[..9] {
        fs::copy(frame, seen.join(frame.file_name().expect("a name"))).expect("copied");
    }
    let [seen, photos, folder] = [&seen, &other, &out].map(|path| path.to_str().expect("a name"));
    assert_eq!(follow(&[seen, "--out", folder]).0, 0);
    let record = || fs::read_to_string(out.join("game.pgn")).expect("a record");
    let before = record();
    assert!(without_times(&before).contains("2. Rb1"), "{before}");
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/demo/images/chess-before.jpg");
    fs::copy(demo, other.join("0100.jpg")).expect("copied");
    let (_, events, said) = follow(&[photos, "--out", folder, "--resume"]);
    assert!(moves(&events).is_empty(), "{events:?}");
    let refused = |event: &serde_json::Value| {
        event["message"].as_str().is_some_and(|message| message.contains("goes on from"))
    };
    assert!(events.iter().any(refused), "{events:?} {said}");
    assert_eq!(record(), before);
}

/// What is said of the first frames of the game as pictures on standard input.
fn follow_pictures(frames_of_it: usize, arguments: &[&str]) -> Vec<serde_json::Value> {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("kibitzer"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["follow", "-g", "chess", "-", "--json"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    for frame in &frames()[..frames_of_it] {
        stdin.write_all(&fs::read(frame).expect("a frame")).expect("written");
    }
    drop(stdin);
    events(&child.wait_with_output().expect("ends").stdout)
}

#[test]
fn pictures_on_standard_input_are_followed_too() {
    let events = follow_pictures(5, &["--steady", "1", "--fps", "2"]);
    assert_eq!(moves(&events), MOVES[..2]);
    let first = events.iter().find(|event| event["event"] == "move").expect("a move");
    assert_eq!((&first["frame"], &first["time_s"]), (&3.into(), &1.0.into()));
}

#[test]
fn a_record_has_what_the_clocks_showed() {
    let out = tempfile::tempdir().expect("temporary folder");
    let folder = out.path().to_str().expect("a name");
    let options = ["--steady", "1", "--fps", "0.5", "--clock", "5", "--increment", "3"];
    let events = follow_pictures(5, &[&options[..], &["--out", folder]].concat());
    assert_eq!(moves(&events), MOVES[..2]);
    let pgn = fs::read_to_string(out.path().join("game.pgn")).expect("a record");
    // The first move is first seen in the second frame, two seconds after the start.
    assert!(pgn.contains("1. Na3 {[%clk 0:05:01] [%emt 0:00:02]}"), "{pgn}");
}

#[test]
fn a_vote_over_eight_readings_can_be_asked_for() {
    let (code, events, said) = follow(&[GAME, "--vote"]);
    assert_eq!(code, 0, "{said}");
    // What is read wrong in every frame hides all moves from a vote.
    assert!(moves(&events).is_empty(), "{events:?}");
    let verdict = events.iter().find(|event| event["event"] == "verdict").expect("a verdict");
    assert_eq!(verdict["frame"], 2, "what is read wrong in every frame is believed: {verdict}");
}

#[test]
fn text_is_in_the_language_asked_for() {
    let output =
        kibitzer().args(["follow", "-g", "chess", "--lang", "fi", GAME]).output().expect("runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("Peli alkaa.") && text.contains("Na3"), "{text}");
    assert!(text.contains("Kunnossa, jatkakaa."), "{text}");
}

#[test]
fn what_cannot_be_followed_is_said_in_a_sentence() {
    let empty = tempfile::tempdir().expect("temporary folder");
    let folder = empty.path().to_str().expect("a name");
    for (arguments, sentence) in [
        (vec!["missing.mp4"], "there is no missing.mp4"),
        (vec![folder], "is a folder without photos"),
        (vec!["README.md", "--ffmpeg", "no-such-ffmpeg"], "install ffmpeg"),
        (vec![GAME, "--fps", "0"], "--fps 0"),
        (vec!["README.md", "--wait", "3"], "--wait is for folders"),
        (vec![GAME, GAME], "one source"),
        (vec![GAME, "--clock", "0"], "no clock can be set to 0 minutes"),
        (vec![GAME, "--start", "nonsense"], "neither a file nor a chess board"),
    ] {
        let (code, _, said) = follow(&arguments);
        assert!(code == 2 && said.contains(sentence), "{arguments:?}: {said}");
    }
    let tiles = ["follow", "-g", "qwirkle", GAME, "--clock", "5"];
    let refused = kibitzer().args(tiles).output().expect("runs");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("--clock is of games with two sides"), "{said}");
    let black = empty.path().join("1.png");
    RgbImage::new(640, 480).save(black).expect("written");
    let (code, events, _) = follow(&[folder]);
    assert_eq!((code, &events[0]["event"]), (1, &"board-lost".into()), "no board in it");
    let start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let shown = empty.path().join("shown");
    fs::create_dir(&shown).expect("made");
    fs::copy(&frames()[0], shown.join("1.jpg")).expect("copied");
    fs::copy(&frames()[1], shown.join("2.jpg")).expect("copied");
    let (code, events, _) = follow(&[shown.to_str().expect("a name"), "--start", start]);
    assert!(code == 1 && events.iter().all(|event| event["event"] == "unreadable"), "{events:?}");
    assert!(events[0]["message"].as_str().is_some_and(|why| why.contains("the game is to begin")));
    let one = frames()[0].display().to_string();
    let (code, _, said) = follow(&[&one]);
    assert!(code == 2 && said.contains("is one photo, and no game"), "{said}");
}

#[test]
fn an_evaluation_is_written_with_the_vote_beside_it() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let file = dir.path().join("follow.json");
    let output = kibitzer()
        .args(["follow", "--eval", file.to_str().expect("a name"), GAME])
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(file).expect("written");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let chess = &report["games"]["chess"];
    assert_eq!(chess["followed"]["moves_found"], serde_json::json!({"rate": 1.0, "n": 8}));
    assert_eq!(chess["followed"]["wrong_caught"]["rate"], 1.0);
    assert_eq!(chess["followed"]["false_alarms"]["rate"], 0.0);
    assert_eq!(chess["vote"]["moves_found"]["n"], 8);
    // Nothing else is replaced, and that is said before hours of work.
    let frames = format!("{GAME}/frames.jsonl");
    for (file, word) in [(GAME, "is a folder"), (&frames, "no file of figures")] {
        let refused = kibitzer().args(["follow", "--eval", file, GAME]).output().expect("runs");
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && said.contains(word), "{said}");
    }
}
