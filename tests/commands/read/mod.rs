//! Reading with the committed models: what comes out, and how the program ends.

mod limits;

use assert_cmd::Command;
use image::{Rgb, RgbImage};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sample(start: &str) -> PathBuf {
    let images = fs::read_dir(root().join("datasets/samples/images"))
        .expect("samples")
        .flatten()
        .map(|e| e.path());
    images
        .filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(start)))
        .min()
        .expect("a sample")
}

fn read(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("kibitzer")
        .expect("the binary")
        .arg("read")
        .args(args)
        .output()
        .expect("runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn gray(folder: &Path) -> PathBuf {
    let path = folder.join("gray.png");
    RgbImage::from_pixel(640, 480, Rgb([128; 3])).save(&path).expect("saved");
    path
}

#[test]
fn a_photo_without_a_board_ends_with_one() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let photo = gray(dir.path());
    let (code, out, err) = read(&[text(&photo), "--game", "go"]);
    assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
    assert!(
        err.contains("gray.png: no board found (confidence 0.") && err.lines().count() == 1,
        "{err}"
    );
    let (code, out, _) = read(&[text(&photo), "--game", "go", "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["status"]), (Some(1), &"no_board".into()));
    assert!(
        json["corner_confidence"].as_f64().expect("a number") < 0.5 && json["corners"].is_null()
    );
    let (code, _, err) = read(&[text(&photo), "--game", "go", "--lang", "fi"]);
    assert_eq!(code, Some(1));
    assert!(
        err.ends_with("gray.png: Lautaa ei löytynyt: koko laudan on oltava kuvassa.\n"),
        "{err}"
    );
}

#[test]
fn what_only_looks_like_a_board_is_refused_unless_the_user_insists() {
    let folder = root().join("datasets/noboard/images");
    let photos: Vec<PathBuf> =
        fs::read_dir(folder).expect("renders").flatten().map(|entry| entry.path()).collect();
    assert!(photos.len() >= 4);
    let mut args: Vec<&str> = photos.iter().map(|path| text(path)).collect();
    args.push("--json");
    let (code, out, err) = read(&args);
    assert_eq!((code, out.lines().count()), (Some(1), photos.len()), "{err}");
    for line in out.lines() {
        let json: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(json["status"], "no_board", "{line}");
        assert_eq!(json["refusal"], "not_a_board", "{line}");
    }
    assert!(err.contains("--anyway"), "{err}");
    let (code, out, err) = read(&[args[0], "--anyway", "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["status"]), (Some(0), &"read".into()), "{err}");
}

#[test]
fn half_a_board_is_not_stretched_to_a_whole_one() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let half = dir.path().join("half.png");
    let photo = root().join("datasets/samples/images/chess-00000341.jpg");
    let whole = image::open(photo).expect("a photo");
    whole.crop_imm(0, 0, whole.width() / 2, whole.height()).save(&half).expect("saved");
    let (code, out, err) = read(&[text(&half), "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["refusal"]), (Some(1), &"part_of_board".into()), "{err}");
    assert!(err.contains("cut by the right edge"), "{err}");
}

#[test]
fn a_board_of_another_game_is_said_to_be_one() {
    let (code, out, err) = read(&[text(&sample("go-")), "--game", "chess", "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["status"]), (Some(1), &"no_board".into()), "{err}");
    assert!(err.contains("board of go") && err.contains("--game"), "{err}");
}

#[test]
fn the_game_is_found_out_where_none_is_named() {
    for game in ["checkers", "go", "qwirkle"] {
        let (code, out, err) = read(&[text(&sample(game)), "--json"]);
        let json: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((code, &json["game"]), (Some(0), &game.into()), "{err}");
    }
}

#[test]
fn a_photo_may_come_on_standard_input() {
    let photo = sample("go-");
    let output = Command::cargo_bin("kibitzer")
        .expect("the binary")
        .args(["read", "-", "--game", "go", "--json"])
        .write_stdin(fs::read(&photo).expect("a sample"))
        .output()
        .expect("runs");
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&json["photo"], &json["status"]), (&"-".into(), &"read".into()));
    let (_, out, _) = read(&[text(&photo), "--game", "go", "--json"]);
    let by_path: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["cells"], by_path["cells"]);
}

#[test]
fn a_list_on_standard_input_cannot_name_it_as_a_photo() {
    let listed = assert_cmd::Command::cargo_bin("kibitzer")
        .expect("built")
        .args(["read", "--files-from", "-"])
        .write_stdin("-\n")
        .timeout(std::time::Duration::from_secs(60))
        .assert();
    listed.code(2).stderr(predicates::str::contains("name its file"));
}

/// A program that asks for one photo at a time gets each answer before it asks for the next.
#[test]
fn a_line_of_the_list_is_answered_when_it_comes() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("kibitzer"))
        .args(["read", "--files-from", "-", "--json"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("runs");
    let mut stdin = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let photos = [sample("go-"), PathBuf::from("no/such.jpg"), sample("qwirkle-")];
    for (photo, status) in photos.iter().zip(["read", "error", "read"]) {
        writeln!(stdin, "{}", photo.display()).expect("written");
        let line = lines.next().expect("an answer").expect("UTF-8");
        let json: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!((&json["photo"], &json["status"]), (&text(photo).into(), &status.into()));
    }
    drop(stdin);
    assert_eq!(child.wait().expect("ends").code(), Some(2), "one photo could not be read");
}

/// Tasks of a cluster read a share each, of a folder or of a list.
#[test]
fn shares_put_together_are_what_is_read_at_once() {
    let (folder, more) = (sample("go-"), sample("qwirkle-"));
    let folder = folder.parent().expect("a folder");
    let work = tempfile::tempdir().expect("a temporary folder");
    let list = work.path().join("list.txt");
    let photos = [sample("go-"), more, PathBuf::from("no/such.jpg")];
    let lines: Vec<&str> = photos.iter().map(|photo| text(photo)).collect();
    fs::write(&list, lines.join("\n\n")).expect("written");
    for (input, of) in [(vec!["--files-from", text(&list)], 4), (vec![text(folder)], 2)] {
        let said = |more: &[&str]| {
            let (_, out, _) = read(&[&input, &["--json"][..], more].concat());
            let line = |line: &str| {
                let mut json: Value = serde_json::from_str(line).expect("JSON");
                // Times differ from run to run.
                json.as_object_mut().expect("an object").remove("milliseconds");
                json
            };
            out.lines().map(line).collect::<Vec<_>>()
        };
        let shares = (0..of).map(|share| said(&["--shard", &format!("{share}/{of}")]));
        let together: Vec<Value> = shares.flatten().collect();
        assert!(together.len() >= 3);
        assert_eq!(together, said(&[]));
    }
    for share in ["0/3", "1/3", "2/3"] {
        let (code, _, err) = read(&["/nowhere", "--shard", share]);
        assert!(code == Some(2) && err.contains("/nowhere"), "{share}: {err}");
    }
    let (code, _, err) = read(&["--files-from", "-", "--shard", "0/2"]);
    assert!(code == Some(2) && err.contains("name them in a file"), "{err}");
    let (code, _, err) = read(&[text(folder), "--shard", "2/2"]);
    assert!(code == Some(2) && err.contains("is no share"), "{err}");
    fs::write(&list, "\n").expect("written");
    for more in [&[][..], &["--shard", "0/2"]] {
        let (code, _, err) = read(&[&["--files-from", text(&list)], more].concat());
        assert!(code == Some(2) && err.contains("list.txt names no photo"), "{err}");
    }
}

#[test]
fn what_a_photo_of_chess_does_not_show_can_be_said() {
    let photo = sample("chess-");
    let fen = |more: &[&str]| {
        let (code, out, err) = read(&[&[text(&photo), "--game", "chess", "--json"], more].concat());
        let json: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
        (code, json["notation"].as_str().map(str::to_owned), err)
    };
    let (_, plain, _) = fen(&[]);
    let (_, said, _) = fen(&["--side", "black", "--castling", "-"]);
    let board = plain.as_deref().and_then(|fen| fen.strip_suffix(" w - - 0 1")).expect("a FEN");
    assert_eq!(said, Some(format!("{board} b - - 0 1")));
    let (code, _, err) = fen(&["--castling", "KQkq"]);
    assert!(code == Some(2) && err.contains("home squares") && err.contains("--castling"), "{err}");
    let (code, _, err) = read(&[text(&photo), "--game", "go", "--side", "black"]);
    assert!(code == Some(2) && err.contains("for the FEN of chess"), "{err}");
}

#[test]
fn all_probabilities_can_be_had() {
    let args = [text(&sample("go-")), "--json", "--probabilities", "all"].map(str::to_owned);
    let (_, out, err) = read(&args.each_ref().map(String::as_str));
    let json: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
    assert_eq!(json["classes"], serde_json::json!([".", "b", "w"]));
    let cell = json["class_probabilities"][0][0].as_array().expect("a cell");
    let sum: f64 = cell.iter().filter_map(Value::as_f64).sum();
    assert!(cell.len() == 3 && (sum - 1.0).abs() < 1e-3, "{sum}");
}

#[test]
fn the_other_photos_of_a_folder_are_still_read() {
    let dir = tempfile::tempdir().expect("temporary folder");
    gray(dir.path());
    fs::write(dir.path().join("a.jpg"), "text").expect("written");
    fs::copy(sample("go-"), dir.path().join("z.jpg")).expect("copied");
    let (code, out, err) = read(&[text(dir.path()), "--game", "go", "--json"]);
    let status = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["status"].clone();
    assert_eq!(out.lines().map(status).collect::<Vec<_>>(), ["error", "no_board", "read"]);
    assert_eq!((code, err.lines().count()), (Some(2), 2), "{err}");
}

#[test]
fn the_json_keeps_its_contract() {
    let (code, out, err) = read(&[text(&sample("go-")), "--game", "go", "--json"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let json: Value = serde_json::from_str(&out).expect("one line");
    for key in [
        "schema",
        "photo",
        "game",
        "status",
        "corner_confidence",
        "corners",
        "rows",
        "columns",
        "cells",
        "notation",
    ] {
        assert!(!json[key].is_null(), "{key}");
    }
    let rows = json["rows"].as_u64().expect("a number") as usize;
    let shape = |key: &str| json[key].as_array().map(Vec::len);
    assert_eq!(
        (shape("cells"), shape("probabilities"), shape("corners")),
        (Some(rows), Some(rows), Some(4))
    );
    for stage in ["corners", "rectify", "cells", "classify", "decode"] {
        assert!(json["milliseconds"][stage].is_number(), "{stage}");
    }
    assert!(shape("uncertain").is_some_and(|n| n <= 5) && shape("violations").is_some());
    let number = |key: &str| json[key].as_f64().expect("a number");
    let card = kibitzer::inference::ModelCard::read(&root().join("models/go-cells/README.md"));
    let kibitzer::inference::Task::Cells(task) = card.expect("a card").task else {
        panic!("a cell classifier")
    };
    let confidence = (number("log_likelihood") * f64::from(task.calibration.board_power)).exp();
    assert!(
        (number("confidence") - confidence).abs() < 1e-5 && task.calibration.board_power < 1.0,
        "{confidence}"
    );
    assert!(number("confidence") >= 0.8 || json["check"] == true);
    assert_eq!(json["check"] == true, shape("look_at").is_some_and(|n| n > 0));
    assert!(json["notation"].as_str().is_some_and(|n| n.starts_with("(;")));
}

#[test]
fn lines_go_to_a_new_file_when_all_photos_are_done() {
    let dir = tempfile::tempdir().expect("a folder");
    let (damaged, out) = (dir.path().join("damaged.jpg"), dir.path().join("out/lines.jsonl"));
    fs::write(&damaged, "no photo").expect("written");
    let photos = [sample("go-"), damaged];
    let args = [text(&photos[0]), text(&photos[1]), "--game", "go", "--json"];
    let to_file = [&args[..], &["--out", text(&out)]].concat();
    let (code, said, _) = read(&to_file);
    assert_eq!((code, said.as_str()), (Some(2), ""));
    let lines = fs::read_to_string(&out).expect("a file");
    let status = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["status"].clone();
    assert_eq!(lines.lines().map(status).collect::<Vec<_>>(), ["read", "error"]);
    let (code, _, err) = read(&to_file);
    assert!(code == Some(2) && err.contains("exists already: name another"), "{err}");
    assert!(!err.contains("--force"), "{err}");
    assert_eq!(fs::read_to_string(&out).expect("a file"), lines);
    // What ends the whole run leaves no file.
    let other = dir.path().join("other.jsonl");
    let gone = [&args[..], &["--out", text(&other), "--models", "nowhere"]].concat();
    assert_eq!(read(&gone).0, Some(2));
    assert!(!other.exists() && !dir.path().join("other.jsonl.partial").exists());
}

#[test]
fn an_interrupted_run_is_gone_on_with() {
    let dir = tempfile::tempdir().expect("a folder");
    let list: Vec<String> =
        ["go-", "chess-", "checkers-"].map(|name| text(&sample(name)).to_owned()).to_vec();
    let photos: Vec<&str> = list.iter().map(String::as_str).collect();
    let out = |name: &str| dir.path().join(name);
    let to = |out: &Path, more: &[&str]| {
        read(&[&photos[..], &["--json", "--out", text(out)], more].concat())
    };
    assert_eq!(to(&out("whole"), &["--resume"]).0, Some(0), "there is nothing to go on with");
    let whole = fs::read_to_string(out("whole")).expect("lines");
    let lines: Vec<&str> = whole.lines().collect();
    // Killed in the third line, after marking the first.
    let first = lines[0].replacen("{", "{\"marked\":true,", 1);
    let partial = out("cut.partial");
    fs::write(&partial, format!("{first}\n{}\n{}", lines[1], &lines[2][..40])).expect("written");
    let (code, _, err) = to(&out("cut"), &[]);
    assert!(code == Some(2) && err.contains("--resume"), "{err}");
    let (code, _, err) = read(&[photos[1], "--json", "--out", text(&out("cut")), "--resume"]);
    assert!(code == Some(2) && err.contains("other photos"), "{err}");
    assert_eq!(to(&out("cut"), &["--resume"]).0, Some(0));
    let gone_on = fs::read_to_string(out("cut")).expect("lines");
    let notation = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        [line["photo"].clone(), line["notation"].clone()]
    };
    assert!(gone_on.starts_with(&first), "it is not read again");
    let notations = |text: &str| text.lines().map(notation).collect::<Vec<_>>();
    assert_eq!(notations(&gone_on), notations(&whole));
    assert!(!partial.exists());
}

#[test]
fn given_corners_are_kept() {
    let labels = fs::read_to_string(root().join("datasets/samples/labels.jsonl")).expect("labels");
    let label = labels
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).expect("JSON"))
        .find(|l| l["game"] == "qwirkle")
        .expect("one");
    let corners: Vec<[f64; 2]> =
        serde_json::from_value(label["corners"].clone()).expect("four corners");
    let option = corners.iter().map(|[x, y]| format!("{x},{y}")).collect::<Vec<_>>().join(" ");
    let photo = root().join("datasets/samples").join(label["image"].as_str().expect("a path"));
    let (code, out, err) =
        read(&[text(&photo), "--game", "qwirkle", "--corners", &option, "--json"]);
    assert_eq!(code, Some(0), "{err}");
    let json: Value = serde_json::from_str(&out).expect("JSON");
    let read: Vec<[f64; 2]> =
        serde_json::from_value(json["corners"].clone()).expect("four corners");
    for corner in &corners {
        assert!(
            read.iter().any(|r| (r[0] - corner[0]).abs() < 1e-6 && (r[1] - corner[1]).abs() < 1e-6),
            "{read:?}"
        );
    }
}

#[test]
fn overlays_of_several_photos_go_into_a_folder() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let photo = sample("go-");
    for name in ["1.jpg", "2.jpg"] {
        fs::copy(&photo, dir.path().join(name)).expect("copied");
    }
    let out = dir.path().join("overlays");
    let (code, _, err) = read(&[text(dir.path()), "--game", "go", "--overlay", text(&out)]);
    assert_eq!(code, Some(0), "{err}");
    let size = image::image_dimensions(&photo).expect("a photo");
    for name in ["1.png", "2.png"] {
        assert_eq!(image::image_dimensions(out.join(name)).expect("an overlay"), size);
    }
    // A folder may have one photo just now.
    fs::remove_file(dir.path().join("2.jpg")).expect("removed");
    let later = dir.path().join("later");
    let (code, _, err) = read(&[text(dir.path()), "--game", "go", "--overlay", text(&later)]);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(image::image_dimensions(later.join("1.png")).expect("an overlay"), size);
}

#[test]
fn the_game_of_a_photo_is_found_out() {
    let dir = tempfile::tempdir().expect("temporary folder");
    for game in ["checkers", "go", "qwirkle"] {
        fs::copy(sample(&format!("{game}-")), dir.path().join(format!("{game}.jpg")))
            .expect("copied");
    }
    gray(dir.path());
    let (code, out, err) = read(&[text(dir.path()), "--game", "auto", "--json"]);
    let game = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["game"].clone();
    let games: Vec<Value> = out.lines().map(game).collect();
    assert_eq!(games, ["checkers".into(), "go".into(), Value::Null, "qwirkle".into()], "{err}");
    assert_eq!(code, Some(1));
    let (_, shown, _) = read(&[text(&sample("go-")), "--game", "auto"]);
    assert!(shown.lines().next().is_some_and(|line| line.contains(": go 1")), "{shown}");
}

#[test]
fn options_rule_games_out() {
    let photo = sample("chess-");
    let (code, _, err) = read(&[text(&photo), "--size", "9"]);
    assert!(code == Some(1) && err.contains("no board found"), "{err}");
    let (code, _, err) = read(&[text(&photo), "--size", "7"]);
    assert!(code == Some(2) && err.contains("no game is played on 7x7"), "{err}");
    let (code, out, err) = read(&[text(&sample("checkers-")), "--white", "left", "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert!(code == Some(0) && json["game"] == "checkers", "{err}");
    let (code, _, err) = read(&[text(&sample("go-")), "--white", "bottom"]);
    assert!(code == Some(1) && err.contains("no board found"), "{err}");
    let (code, _, err) = read(&[text(&photo), "--white", "bottom", "--size", "19"]);
    assert!(code == Some(2) && err.contains("in go nobody sits opposite white"), "{err}");
    let (code, _, err) = read(&[text(&photo), "--game", "shogi"]);
    assert!(
        code == Some(2) && err.contains("use checkers, chess, go or qwirkle, or auto"),
        "{err}"
    );
}

/// A photo that is drawn now, of this seed.
fn rendered(folder: &Path, game: &str, seed: &str, options: &[&str]) -> PathBuf {
    let out = folder.join("renders");
    let mut render = Command::cargo_bin("kibitzer").expect("the binary");
    render
        .args(["dataset", "render", "--game", game, "--count", "1", "--seed", seed])
        .args(["--out", text(&out)])
        .args(options)
        .assert()
        .success();
    out.join(format!("images/{game}-{seed:0>8}.jpg"))
}

/// A king and a rook a side, seen from black's side: nothing but the coordinates at the edge tells.
#[test]
fn coordinates_tell_which_way_round_a_board_lies() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let rooks = ["--position", "8/5k2/8/3r4/8/2K5/5R2/8 w - - 0 1", "--size", "900"];
    let photo = rendered(dir.path(), "chess", "5125", &rooks);
    let (code, said, err) = read(&[text(&photo), "--game", "chess", "--json"]);
    assert_eq!(code, Some(0), "{err}");
    let board: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(board["orientation"]["white"], "top", "{board}");
    assert!(board["orientation"]["probability"].as_f64() > Some(0.8), "{board}");
}
