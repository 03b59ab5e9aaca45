//! `kibitzer score` as a user meets it: results on notations and photos, and errors.

use assert_cmd::Command;
use kibitzer::games::{CellGrid, Game, go::Go, qwirkle::Qwirkle};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Runs `kibitzer score`: exit code, stdout and stderr.
fn score(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("kibitzer").expect("the binary");
    let output = command.env("NO_COLOR", "1").arg("score").args(args).output().expect("runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The lines of JSON of a score that succeeds.
fn scores(args: &[&str]) -> Vec<Value> {
    let (code, out, err) = score(&[args, &["--json"]].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Checks an error: exit code 2, nothing on stdout, one sentence with all of `words`.
fn refused(args: &[&str], words: &[&str]) {
    let (code, out, err) = score(args);
    assert_eq!(
        (code, out.as_str(), err.trim_end().lines().count()),
        (Some(2), "", 1),
        "{args:?}: {err}"
    );
    assert!(words.iter().all(|word| err.contains(word)), "{words:?} are not in: {err}");
}

/// The first rendered photo of a game.
fn photo(game: &str) -> String {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/samples/images");
    let mut names: Vec<PathBuf> =
        fs::read_dir(images).expect("samples").flatten().map(|entry| entry.path()).collect();
    names.sort();
    let of_game = |path: &&PathBuf| path.to_string_lossy().contains(&format!("/{game}-"));
    names.iter().find(of_game).expect("a sample").display().to_string()
}

/// Two walls and a white stone in black's area.
const WALLS: &str = "(;SZ[9]KM[6.5]AB[ea:ei]AW[fa:fi][bb])";

#[test]
fn a_game_of_go_by_three_rules() {
    let of = |options: &[&str]| scores(&[&["--game", "go", WALLS], options].concat()).remove(0);
    let japanese = of(&["--prisoners", "2,5"]);
    assert_eq!(
        (&japanese["rules"], &japanese["result"], &japanese["dead"]),
        (&json!("japanese"), &json!("B+0.5"), &json!(["B8"]))
    );
    assert_eq!(
        (&japanese["black"]["territory"], &japanese["black"]["prisoners"]),
        (&json!(36.0), &json!(3.0))
    );
    assert_eq!(
        (&japanese["values"][0][0], &japanese["values"][0][4], &japanese["values"][0][8]),
        (&json!(3), &json!(1), &json!(4))
    );
    assert_eq!(
        japanese["message"].as_str().map(|said| said.ends_with("Black wins by 0.5.")),
        Some(true),
        "{japanese}"
    );
    for key in ["ownership", "confidence"] {
        assert_eq!(japanese[key].as_array().map(Vec::len), Some(9), "{key}");
    }
    let chinese = of(&["--rules", "chinese"]);
    assert_eq!(
        (&chinese["komi"], &chinese["black"]["total"], &chinese["result"]),
        (&json!(3.25), &json!(41.75), &json!("B+2.5"))
    );
    assert_eq!(of(&["--rules", "aga", "--komi", "0", "--handicap", "3"])["result"], "B+7");
}

#[test]
fn the_user_corrects_dead_stones() {
    let alive = &scores(&["--game", "go", WALLS, "--alive", "b8"])[0];
    assert_eq!((&alive["dead"], &alive["neutral"]), (&json!([]), &json!(35)));
    let dead = &scores(&["--game", "go", WALLS, "--dead", "F1,b8"])[0];
    assert_eq!(
        (dead["dead"].as_array().map(Vec::len), &dead["white"]["total"]),
        (Some(10), &json!(6.5))
    );
    refused(&["--game", "go", WALLS, "--dead", "f1", "--alive", "f9"], &["F1", "--dead", "alive"]);
    refused(&["--game", "go", WALLS, "--dead", "a1"], &["no stone at a1"]);
    refused(&["--game", "go", WALLS, "--size", "9"], &["--size", "none of these boards"]);
    refused(&["--game", "go", WALLS, "--alive", "k10"], &["'k10'", "9x9"]);
}

#[test]
fn a_komi_of_many_stones_is_said_in_points() {
    let of = |komi: &str| {
        let board = "(;SZ[9]AB[ee])";
        let args = ["score", "--game", "go", board, "--rules", "chinese", "--komi", komi];
        let output =
            assert_cmd::Command::cargo_bin("kibitzer").expect("the program").args(args).output();
        String::from_utf8_lossy(&output.expect("runs").stderr).into_owned()
    };
    assert!(of("7.5").contains("7.5 stones is 15 points; for 7.5 points give --komi 3.75"));
    assert_eq!(of("3.75"), "");
}

#[test]
fn a_game_record_knows_its_prisoners_komi_and_rules() {
    // Black takes the corner; white takes back where that repeats the board.
    let ko = "(;SZ[9]KM[7.5]RU[Chinese]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])";
    let counted = &scores(&["--game", "go", ko])[0];
    assert_eq!(
        (&counted["rules"], &counted["komi"], &counted["moves"]),
        (&json!("chinese"), &json!(3.75), &json!(2))
    );
    assert_eq!(counted["prisoners"], json!({ "black": 1, "white": 1 }));
    assert_eq!(
        (&counted["wrong_move"]["number"], &counted["wrong_move"]["point"]),
        (&json!(2), &json!("B8"))
    );
    let (_, text, _) = score(&["--game", "go", ko, "--lang", "zh"]);
    assert!(text.contains("第2手") && text.contains('○'), "{text}");
}

#[test]
fn the_rules_that_counted_are_named() {
    let (_, text, advice) = score(&["--game", "go", "(;SZ[9]RU[club]AB[ee])"]);
    assert!(advice.contains("--rules") && advice.lines().count() == 1, "{advice}");
    assert!(
        text.contains("The rules “club” are not known.\nCounted by Japanese rules.\n"),
        "{text}"
    );
    let unknown = &scores(&["--game", "go", "(;SZ[9]RU[club]AB[ee])"])[0];
    assert_eq!(
        (&unknown["rules"], &unknown["unknown_rules"]),
        (&json!("japanese"), &json!("club"))
    );
    let chosen =
        &scores(&["--game", "go", "(;SZ[9]RU[club]AB[ee])", "--rules", "aga", "--lang", "zh"])[0];
    assert_eq!((&chosen["rules"], &chosen["unknown_rules"]), (&json!("aga"), &Value::Null));
    let said = chosen["message"].as_str().expect("a text");
    assert!(said.starts_with("按AGA规则计算。") && !said.contains("。 "), "{said}");
}

#[test]
fn words_instead_of_numbers_count_as_not_given() {
    let (_, text, _) = score(&["--game", "go", "(;SZ[9]KM[none]AB[ee])"]);
    assert!(text.contains("“KM[none]” is no number") && text.contains("komi 6.5"), "{text}");
    let (_, text, _) = score(&["--game", "go", "(;SZ[9]KM[none]AB[ee])", "--komi", "5.5"]);
    assert!(!text.contains("KM[none]") && text.contains("komi 5.5"), "{text}");
    assert_eq!(scores(&["--game", "go", "(;SZ[9]AB[ee])", "--komi", "5,5"])[0]["komi"], 5.5);
}

#[test]
fn numbers_that_no_game_has_are_refused() {
    for bad in ["(;SZ[9]KM[150.5])", "(;SZ[9]HA[26])"] {
        refused(&["--game", "go", bad], &["(line 1, column 11)", "at most"]);
    }
    refused(&["--game", "go", WALLS, "--handicap", "26"], &["--handicap", "25 at most"]);
    refused(&["--game", "go", WALLS, "--komi", "375"], &["--komi", "100 at most"]);
    for chinese in [&["--rules", "chinese"][..], &["--rules", "aga"]] {
        refused(
            &[&["--game", "go", WALLS, "--prisoners", "2,5"], chinese].concat(),
            &["--prisoners", "Japanese"],
        );
    }
    refused(
        &["--game", "go", "(;SZ[9]RU[Chinese]AB[ee])", "--prisoners", "2,5"],
        &["--prisoners", "Japanese"],
    );
    let hundredths = &scores(&["--game", "go", "(;SZ[9]RU[Chinese]KM[375]AB[ee])"])[0];
    assert_eq!(hundredths["komi"], 3.75);
    let (_, json, _) =
        score(&["--game", "go", "(;SZ[9]AB[ee])", "--rules", "chinese", "--komi", "0", "--json"]);
    assert!(!json.contains("-0.0,") && json.contains("\"handicap\":0.0"), "{json}");
}

#[test]
fn photos_are_counted_too() {
    let name = photo("go");
    let counted = &scores(&["--game", "go", &name])[0];
    assert_eq!((&counted["status"], &counted["board"]), (&json!("scored"), &json!(name)));
    let board = Go.from_notation(counted["notation"].as_str().expect("an SGF")).expect("an SGF");
    assert_eq!(counted["values"].as_array().map(Vec::len), Some(board.rows()));
    let (code, text, err) = score(&["--game", "go", &name]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(text.contains("Black: ") && text.contains(" komi 6.5"), "{text}");
}

/// The document's start tiles on a board, all modules alike, then two moves.
fn qwirkle_boards() -> [String; 3] {
    let mut board = CellGrid::empty(16, 16);
    let tiles =
        ["1R", "2O", "3Y", "4G", "5B", "6W"].map(|code| Qwirkle.class_of(code).expect("a tile"));
    for (i, &tile) in tiles.iter().enumerate() {
        // Four copies would be too many: the modules begin with different tiles.
        for (module, (top, left)) in [(0, 0), (0, 8), (8, 0), (8, 8)].into_iter().enumerate() {
            let other = if module == 3 { (tile + 5) % 36 + 1 } else { tile };
            board.set(top + 1 + i, left + 6 - i, other);
        }
    }
    let mut with = |cells: &[(usize, usize, &str)]| {
        cells.iter().for_each(|&(row, col, code)| {
            board.set(row, col, Qwirkle.class_of(code).expect("a tile"))
        });
        Qwirkle.to_notation(&board)
    };
    [with(&[]), with(&[(1, 7, "2R"), (1, 8, "3R")]), with(&[(0, 0, "1B")])]
}

#[test]
fn a_game_of_qwirkle_move_by_move() {
    let [start, first, second] = qwirkle_boards();
    let moves = scores(&["--game", "qwirkle", "--finished", &start, &first, &second]);
    assert_eq!((&moves[0]["score"], &moves[0]["legal"]), (&json!(3), &json!(true)));
    assert_eq!(
        moves[0]["tiles"],
        json!([{ "cell": "2H", "tile": "2R" }, { "cell": "2I", "tile": "3R" }])
    );
    assert_eq!(moves[0]["lines"], json!([{ "cells": ["2G", "2H", "2I"], "points": 3 }]));
    assert_eq!(
        (&moves[1]["loose"], &moves[1]["end_bonus"], &moves[1]["sum"]),
        (&json!(1), &json!(6), &json!(10))
    );
    // The end's bonus is an item, for programs and for people.
    let end = "end of the game: 6 points";
    assert_eq!(moves[0]["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(moves[1]["items"].as_array().and_then(|items| items.last()), Some(&json!(end)));
    let (_, text, _) = score(&["--game", "qwirkle", "--finished", &start, &first, &second]);
    assert_eq!(text.matches(end).count(), 1, "{text}");
    let illegal = &scores(&[
        "--game",
        "qwirkle",
        &start,
        &second.replacen("1B", "..", 1).replacen("3R", "3O", 1),
    ])[0];
    assert_eq!(
        (&illegal["legal"], &illegal["reasons"][0]["reason"]),
        (&json!(false), &json!("qwirkle-fault-mixed"))
    );
    assert_eq!(illegal["reasons"][0]["names"], json!(["2G", "2H", "2I"]));
    let wrong = first.replacen("3R", "3O", 1);
    let args = ["--game", "qwirkle", "--finished", &start, &wrong];
    let zero = &scores(&args)[0];
    let nothing = ["score", "sum", "end_bonus", "loose"].map(|key| &zero[key]);
    assert!(
        nothing.iter().all(|points| **points == 0)
            && zero["lines"] == json!([])
            && zero["items"] == json!([]),
        "{zero}"
    );
    let (_, text, _) = score(&args);
    assert!(
        text.contains("an illegal move gets no points.\n")
            && text.ends_with("Altogether: 0 points.\n"),
        "{text}"
    );
    let (_, text, _) = score(&["--game", "qwirkle", &start, &first, "--lang", "ro"]);
    assert!(text.contains("Mutarea 1:") && text.contains("Scor: 3 puncte."), "{text}");
}

#[test]
fn the_courses_files_are_written_and_never_replaced() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let name = |name: &str| dir.path().join(name).display().to_string();
    for (file, board) in ["2_00.txt", "2_01.txt", "2_02.txt"].iter().zip(qwirkle_boards()) {
        fs::write(name(file), board).expect("written");
    }
    let [start, first, second, out] = ["2_00.txt", "2_01.txt", "2_02.txt", "out"].map(name);
    let args = ["--game", "qwirkle", &start, &first, &second, "--out", &out];
    assert_eq!(score(&args).0, Some(0));
    let written =
        |file: &str| fs::read_to_string(dir.path().join("out").join(file)).expect("a file");
    assert_eq!([written("2_01.txt"), written("2_02.txt")], ["2H 2R\n2I 3R\n3", "1A 1B\n1"]);
    refused(&args, &["2_01.txt is there already", "--out"]);
}

#[test]
fn boards_of_qwirkle_in_photos_and_one_that_is_no_start() {
    let name = photo("qwirkle");
    let twice = &scores(&["--game", "qwirkle", &name, &name])[0];
    assert_eq!(
        (&twice["board"], &twice["reasons"][0]["reason"]),
        (&json!(name), &json!("qwirkle-fault-nothing"))
    );
    let empty = Qwirkle.to_notation(&CellGrid::empty(16, 16));
    refused(&["--game", "qwirkle", &empty, &name], &["no start of a game", "--rules classic"]);
}

/// Not every path is text.
#[cfg(target_os = "linux")]
#[test]
fn files_of_any_name_are_scored() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let dir = tempfile::tempdir().expect("temporary folder");
    let file = dir.path().join(OsStr::from_bytes(b"\xe4.sgf"));
    fs::write(&file, WALLS).expect("written");
    let mut command = Command::cargo_bin("kibitzer").expect("the binary");
    command.args(["score", "--game", "go", "--json"]).arg(&file).assert().success();
    let folder = dir.path().join(OsStr::from_bytes(b"game\xff"));
    fs::create_dir(&folder).expect("made");
    for name in [&b"1_00\xe4.jpg"[..], b"1_01\xe4.jpg"] {
        fs::copy(photo("qwirkle"), folder.join(OsStr::from_bytes(name))).expect("copied");
    }
    let mut command = Command::cargo_bin("kibitzer").expect("the binary");
    let scored = command.args(["score", "--game", "qwirkle"]).arg(&folder).output().expect("runs");
    assert!(scored.status.success(), "{}", String::from_utf8_lossy(&scored.stderr));
}

#[test]
fn bad_input_is_explained() {
    refused(&["--game", "chess", "x"], &["chess has no score"]);
    refused(
        &["--game", "go", "(;SZ[9]AB[zz])"],
        &["neither a file nor a go board", "(line 1, column 11)"],
    );
    refused(&["--game", "go", "missing.jpg"], &["missing.jpg"]);
    refused(&["--game", "go", "/missing.sgf"], &["there is no file /missing.sgf: check the path"]);
    refused(&["--game", "go", WALLS, "--rules", "classic"], &["--rules"]);
    refused(&["--game", "go", WALLS, "--out", "x"], &["--out"]);
    let (code, _, err) = score(&["--game", "go", WALLS, "--komi", "nan"]);
    assert!(code == Some(2) && err.contains("'nan' is no komi: give a number"), "{err}");
    refused(&["--game", "qwirkle", "x", "--komi", "1"], &["--komi"]);
    refused(&["--game", "qwirkle", "x"], &["two boards"]);
    let (code, out, err) = score(&["--game", "go", "--json", "(;"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["status"], err.lines().count()), (Some(2), &json!("error"), 1));
}
