//! `kibitzer dataset render-game` as a person types it.

use assert_cmd::Command;
use kibitzer::dataset::Manifest;
use predicates::{prelude::*, str::contains};
use std::{fs, path::Path};

fn render_game(arguments: &[&str], out: &Path) -> Command {
    let mut command = Command::cargo_bin("kibitzer").expect("the program");
    command.args(["dataset", "render-game", "--size", "64", "--still", "1", "--hands", "1"]);
    command.args(arguments).arg("--out").arg(out);
    command
}

#[test]
fn a_record_becomes_frames_with_the_truth() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, out) = (folder.path().join("a.pgn"), folder.path().join("out"));
    fs::write(&record, "1. e4 e5 2. Nf3 *").expect("writes");
    let calm = ["--missing", "0", "--illegal", "0", "--game", "chess"];
    let record = ["--record", record.to_str().expect("a path in UTF-8")];
    let arguments = [&calm[..], &record[..]].concat();
    render_game(&arguments, &out).assert().success().stdout(contains("7 frames"));
    let labels = Manifest::read(&out.join("frames.jsonl")).expect("labels").labels;
    assert_eq!(labels.len(), 7);
    let times: Vec<f64> = labels.iter().filter_map(|(_, l)| l.extra["time_s"].as_f64()).collect();
    assert_eq!(times, [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
    let moves = fs::read_to_string(out.join("moves.jsonl")).expect("moves");
    assert_eq!(
        moves.lines().next(),
        Some("{\"ply\":1,\"notation\":\"e4\",\"time_s\":0.2,\"frame\":3}")
    );
    assert!(fs::read_to_string(out.join("game.pgn")).expect("a record").contains("2. Nf3"));

    // The same again has nothing to do; with other options it is refused.
    render_game(&arguments, &out).assert().success();
    let other = [&arguments[..], &["--seed", "2"]].concat();
    render_game(&other, &out)
        .assert()
        .code(2)
        .stderr(contains("another sequence").and(contains("another folder")));
    assert_eq!(Manifest::read(&out.join("frames.jsonl")).expect("labels").labels, labels);
}

#[test]
fn mistakes_are_said_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let record = folder.path().join("a.sgf");
    fs::write(&record, "(;SZ[9];B[aa];W[aa])").expect("writes");
    let name = record.to_str().expect("a path in UTF-8");
    for (arguments, said) in [
        (vec!["--game", "go", "--record", name], "ply 2 of the record is not legal"),
        (vec!["--game", "chess", "--record", name], "no record of chess"),
        (vec!["--game", "go", "--record", name, "--rows", "9"], "leave out the rows"),
        (vec!["--game", "qwirkle", "--record", name], "no record tells"),
        (vec!["--game", "go", "--record", "there/is/none.sgf"], "none.sgf"),
        (vec!["--game", "go", "--bumps", "2"], "from 0 to 1"),
        (vec!["--game", "go", "--set-seed", "2"], "sets are of chess and checkers"),
        (vec!["--game", "go", "--rows", "10"], "10 rows"),
    ] {
        render_game(&arguments, &out).assert().code(2).stderr(contains(said));
    }
    assert!(!out.exists());
}
