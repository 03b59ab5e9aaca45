//! What goes wrong while a game is followed: what was confirmed stays. Too slow for every run:
//! `make test-slow`.

use rand::{Rng, SeedableRng, rngs::StdRng};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// The rendered game of eight moves.
const RECORD: &str = "1. Na3 Na6 2. Rb1 g5 3. b4 c5 4. Nb5 e5";
const KILLS: usize = 50;

fn frames() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/game/frames");
    let mut frames: Vec<PathBuf> =
        fs::read_dir(folder).expect("frames").flatten().map(|entry| entry.path()).collect();
    frames.sort();
    frames
}

fn follow(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("kibitzer"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["follow", "--game", "chess", "--json"]);
    command.args(arguments);
    command
}

/// The moves of a PGN, without numbers, comments, tags and result.
fn moves(pgn: &str) -> Vec<String> {
    let text: String =
        pgn.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ");
    let mut inside = false;
    let outside: String = text
        .chars()
        .filter(|c| {
            inside |= *c == '{';
            let keep = !inside;
            inside &= *c != '}';
            keep
        })
        .collect();
    let is_move = |word: &&str| !word.ends_with('.') && *word != "*";
    outside.split_whitespace().filter(is_move).map(str::to_owned).collect()
}

/// The frames from the one on that first shows the board after so many moves, in a folder.
fn frames_after(moves: usize) -> tempfile::TempDir {
    let seen = [1, 3, 5, 7, 9, 11, 13, 15, 22];
    let folder = tempfile::tempdir().expect("temporary folder");
    for frame in &frames()[seen[moves] - 1..] {
        fs::copy(frame, folder.path().join(frame.file_name().expect("a name"))).expect("copied");
    }
    folder
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a name")
}

fn recorded(folder: &Path) -> Vec<String> {
    moves(&fs::read_to_string(folder.join("game.pgn")).unwrap_or_default())
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_record_as_it_was_and_is_said() {
    let out = tempfile::tempdir().expect("temporary folder");
    let start = frames_after(0);
    for frame in &frames()[8..] {
        fs::remove_file(start.path().join(frame.file_name().expect("a name"))).expect("removed");
    }
    let first = follow(&[name(start.path()), "--out", name(out.path())]).output().expect("runs");
    let before = recorded(out.path());
    assert!(first.status.success() && !before.is_empty(), "{before:?}");
    let rest = frames_after(before.len());
    let mut full = Command::new("sh");
    full.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""])
        .arg(assert_cmd::cargo::cargo_bin("kibitzer"))
        .args(["follow", "--game", "chess", "--json", name(rest.path())])
        .args(["--out", name(out.path()), "--resume"]);
    let full = full.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("runs");
    let said = String::from_utf8_lossy(&full.stderr);
    assert!(
        full.status.code() == Some(2) && said.contains("check that the disk has room"),
        "{said}"
    );
    let events = String::from_utf8_lossy(&full.stdout);
    assert_eq!(events.lines().filter_map(number).count(), 0, "no move is said: {events}");
    assert_eq!(recorded(out.path()), before);
    let left = fs::read_dir(out.path()).expect("a folder").flatten();
    let mut left: Vec<_> = left.map(|entry| entry.file_name()).collect();
    left.sort();
    assert_eq!(left, ["followed.txt", "game.pgn"], "no temporary file is left");

    let end = follow(&[name(rest.path()), "--out", name(out.path()), "--resume"]).output();
    assert!(end.expect("runs").status.success());
    assert_eq!(recorded(out.path()), moves(RECORD));
}

#[cfg(unix)]
#[test]
fn ffmpeg_that_is_killed_is_said_and_the_game_goes_on_later() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().expect("temporary folder");
    let (video, out) = (dir.path().join("game.mp4"), dir.path().join("out"));
    fs::write(&video, "").expect("written");
    let program = dir.path().join("ffmpeg");
    // Each frame twice, as a camera that shows a board for a while.
    let twice = |frame: &PathBuf| format!("{0} {0}", name(frame));
    let shown: Vec<String> = frames()[..9].iter().map(twice).collect();
    let text = format!("#!/bin/sh\ncat {}\nkill -9 $$\n", shown.join(" "));
    fs::write(&program, text).expect("written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("allowed");
    let killed = follow(&[name(&video), "--ffmpeg", name(&program), "--out", name(&out)]).output();
    let killed = killed.expect("runs");
    let said = String::from_utf8_lossy(&killed.stderr);
    assert!(killed.status.code() == Some(2) && said.contains("game.mp4"), "{said}");
    let before = recorded(&out);
    assert!(before.len() >= 3, "{before:?}");
    let rest = frames_after(before.len());
    let end = follow(&[name(rest.path()), "--out", name(&out), "--resume"]).output();
    assert!(end.expect("runs").status.success());
    assert_eq!(recorded(&out), moves(RECORD));
}

#[test]
#[ignore = "starts the program fifty times"]
fn a_game_killed_fifty_times_loses_no_confirmed_move() {
    let out = tempfile::tempdir().expect("temporary folder");
    let record = out.path().join("game.pgn");
    let all = moves(RECORD);
    let mut rng = StdRng::seed_from_u64(40);
    let (mut heard, mut games) = (0, 0);
    for kill in 0..KILLS {
        let before = recorded(out.path());
        let seen = frames_after(before.len());
        let arguments = [name(seen.path()), "--out", name(out.path()), "--resume"];
        let mut child = follow(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        let said = killed_after(&mut child, rng.random_range(1..8), rng.random_range(0..400));
        heard += usize::from(said > 0);
        let written = recorded(out.path());
        let confirmed = said.max(before.len());
        assert!(written.len() >= confirmed, "kill {kill}: {written:?} after {confirmed} were said");
        assert_eq!(written, all[..written.len()], "kill {kill}");
        if written.len() == all.len() {
            fs::remove_file(&record).expect("a record");
            games += 1;
        }
    }
    assert!(heard > 0 && games > 0, "{heard} programs said a move, {games} games were finished");
}

/// Kills a program some time after so many lines; the number of the last move that it said.
fn killed_after(child: &mut Child, lines: usize, then_ms: u64) -> usize {
    let mut last = 0;
    let mut out = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for line in out.by_ref().take(lines).map_while(Result::ok) {
        last = number(&line).unwrap_or(last);
    }
    std::thread::sleep(Duration::from_millis(then_ms));
    child.kill().expect("killed");
    child.wait().expect("gone");
    // What was said before the end and not read yet was said, too.
    out.map_while(Result::ok).filter_map(|line| number(&line)).last().unwrap_or(last)
}

/// The number of the move that an event says.
fn number(line: &str) -> Option<usize> {
    let event: serde_json::Value = serde_json::from_str(line).ok()?;
    if event["event"] != "move" {
        return None;
    }
    event["number"].as_u64().map(|number| number as usize)
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "follows 100,000 frames"]
fn memory_stays_flat_over_100_000_frames() {
    let mut child = follow(&["-", "--fps", "10"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let pictures: Vec<Vec<u8>> = frames().iter().map(|frame| small(frame)).collect();
    let mut memory = Vec::new();
    for i in 0..100_000 {
        // A new position every thousand frames, and noise between.
        let picture = &pictures[(i / 1000) % pictures.len()];
        stdin.write_all(picture).expect("written");
        if i % 10_000 == 9_999 {
            memory.push(resident_kb(child.id()));
        }
    }
    drop(stdin);
    assert!(child.wait().expect("ends").success());
    let (early, late) = (memory[1], memory[memory.len() - 1]);
    assert!(late < early + 20_000, "kilobytes by ten thousand frames: {memory:?}");
}

/// A frame as PPM, small enough to be read quickly.
#[cfg(target_os = "linux")]
fn small(frame: &Path) -> Vec<u8> {
    let picture = image::open(frame).expect("a frame").thumbnail(320, 320).to_rgb8();
    let mut ppm = format!("P6\n{} {}\n255\n", picture.width(), picture.height()).into_bytes();
    ppm.extend_from_slice(picture.as_raw());
    ppm
}

#[cfg(target_os = "linux")]
fn resident_kb(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("a size");
    line.split_whitespace().nth(1).and_then(|kb| kb.parse().ok()).expect("kilobytes")
}
