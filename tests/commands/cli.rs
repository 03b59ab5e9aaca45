//! The command line as a user meets it: bad input gets one clear sentence, exit code 2, and nothing
//! half-written.

use assert_cmd::Command;
use image::{ImageFormat, Rgb, RgbImage};
use std::{
    fs,
    io::Cursor,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

fn kibitzer() -> Command {
    let mut command = Command::cargo_bin("kibitzer").expect("the binary");
    command.env_remove("KIBITZER_MODELS").env("NO_COLOR", "1");
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("temporary folder")
}

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let photo =
        RgbImage::from_fn(width, height, |x, y| Rgb([(x * 7) as u8, (y * 5) as u8, (x + y) as u8]));
    photo.write_to(&mut bytes, format).expect("encoded");
    bytes.into_inner()
}

/// The start of a PNG file that claims to be `side` x `side` pixels.
fn png_header(side: u32) -> Vec<u8> {
    let mut chunk = b"IHDR".to_vec();
    chunk.extend([side.to_be_bytes(), side.to_be_bytes()].concat());
    chunk.extend([8, 2, 0, 0, 0]);
    let crc = crc32(&chunk);
    [
        b"\x89PNG\r\n\x1a\n".as_slice(),
        &13u32.to_be_bytes(),
        &chunk,
        &crc.to_be_bytes(),
        &[0, 1, 0, 0],
        b"IDAT",
    ]
    .concat()
}

/// CRC-32 as PNG uses it (ISO 3309).
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(
            crc ^ u32::from(byte),
            |c, _| if c & 1 == 1 { c >> 1 ^ 0xEDB8_8320 } else { c >> 1 },
        )
    })
}

/// Runs the program and checks that it fails as it should: exit code 2, nothing on stdout, and on
/// stderr a single line that holds all of `words`.
fn fails(args: &[&str], words: &[&str]) {
    let output = kibitzer().args(args).output().expect("runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert_eq!(stderr.trim_end().lines().count(), 1, "one sentence: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "'{word}' is not in: {stderr}");
    }
}

/// A bad photo: the sentence names it, and no overlay is written.
fn bad_photo(name: &str, contents: &[u8], words: &[&str]) {
    let dir = folder();
    let photo = dir.path().join(name);
    fs::write(&photo, contents).expect("written");
    let overlay = dir.path().join("overlay.png");
    let args = ["read", &path(&photo), "--game", "chess", "--overlay", &path(&overlay)];
    fails(&args, &[&[name], words].concat());
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1, "something was left behind");
}

fn path(path: &Path) -> String {
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_text_file_named_jpg() {
    bad_photo("notes.jpg", b"Dear diary", &["not a photo", "JPEG"]);
}

#[test]
fn an_unknown_kind_of_file() {
    bad_photo("board.gif", b"GIF89a\x01\x00\x01\x00\x00\x00\x00;", &["a GIF picture", "JPEG"]);
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
    bad_photo("IMG_1.HEIC", heic, &["a HEIC photo", "as JPEG", "Most Compatible"]);
}

#[test]
fn an_empty_file() {
    bad_photo("empty.png", b"", &["empty"]);
}

#[test]
fn truncated_photos() {
    let jpeg = picture(300, 300, ImageFormat::Jpeg);
    bad_photo("half.jpg", &jpeg[..jpeg.len() / 2], &["again"]);
    let png = picture(300, 300, ImageFormat::Png);
    bad_photo("half.png", &png[..png.len() / 2], &["again"]);
}

#[test]
fn a_single_pixel() {
    bad_photo("dot.png", &picture(1, 1, ImageFormat::Png), &["1x1"]);
}

#[test]
fn thirty_thousand_pixels_a_side() {
    bad_photo("huge.png", &png_header(30_000), &["30000x30000", "shrink"]);
}

#[test]
fn a_missing_file() {
    fails(&["read", "no/such/photo.jpg", "--game", "go"], &["no/such/photo.jpg", "check the path"]);
}

#[test]
fn a_folder_without_photos() {
    let dir = folder();
    fails(
        &["read", &path(dir.path()), "--game", "go"],
        &[&path(dir.path()), "folder without photos"],
    );
}

#[test]
fn photos_of_a_folder_that_are_left_out_are_named() {
    let dir = folder();
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
    fs::write(dir.path().join("IMG_1.HEIC"), heic).expect("written");
    let words = ["IMG_1.HEIC is a HEIC photo", "as JPEG", "Most Compatible"];
    for command in ["read", "follow"] {
        fails(&[command, &path(dir.path()), "--game", "go"], &words);
    }
    fs::write(dir.path().join("a.jfif"), "text").expect("written");
    let output =
        kibitzer().args(["read", &path(dir.path()), "--game", "go"]).output().expect("runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let [warning, error] = &stderr.lines().collect::<Vec<_>>()[..] else { panic!("{stderr}") };
    assert!(warning.contains("warning") && words.iter().all(|word| warning.contains(word)));
    assert!(error.contains("a.jfif: not a photo"), "{error}");
}

#[test]
fn a_pattern_that_matches_nothing() {
    let pattern = format!("{}/*.jpg", path(folder().path()));
    fails(&["read", &pattern, "--game", "go"], &["no file matches", &pattern]);
}

#[test]
fn every_bad_photo_of_a_folder_is_named() {
    let dir = folder();
    fs::write(dir.path().join("a.jpg"), "text").expect("written");
    fs::write(dir.path().join("b.jpg"), "").expect("written");
    let output =
        kibitzer().args(["read", &path(dir.path()), "--game", "go"]).output().expect("runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), stderr.lines().count()), (Some(2), 2), "{stderr}");
    assert!(stderr.contains("a.jpg") && stderr.contains("b.jpg"));
}

#[cfg(unix)]
#[test]
fn photos_are_read_on_where_nobody_reads_what_is_said_of_them() {
    let dir = folder();
    for name in ["a.jpg", "b.jpg"] {
        fs::write(dir.path().join(name), "text").expect("written");
    }
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("kibitzer"));
    command.args(["read", &path(dir.path()), "--game", "go", "--json"]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = command.stderr(writer).output().expect("runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
}

#[test]
fn json_says_what_is_wrong_on_stdout_too() {
    let dir = folder();
    let photo = dir.path().join("a.jpg");
    fs::write(&photo, "text").expect("written");
    let output =
        kibitzer().args(["read", &path(&photo), "--game", "go", "--json"]).output().expect("runs");
    assert_eq!(output.status.code(), Some(2));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one line of JSON");
    assert_eq!(
        (&json["status"], &json["game"], &json["schema"]),
        (&"error".into(), &"go".into(), &1.into())
    );
    assert!(json["message"].as_str().expect("a message").contains("a.jpg"));
}

/// Errors that the command line itself finds are clap's: the sentence, then a hint at `--help`.
fn refused(args: &[&str], words: &[&str]) {
    let output = kibitzer().args(args).output().expect("runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty() && !stderr.contains("panicked"), "{stderr}");
    for word in words {
        assert!(stderr.contains(word), "'{word}' is not in: {stderr}");
    }
}

#[test]
fn bad_corners() {
    let corners = |text: &'static str, why: &str| {
        refused(&["read", "a.jpg", "--game", "go", "--corners", text], &["--corners", why])
    };
    corners("NaN,0 9,0 9,9 0,9", "finite");
    corners("inf,0 9,0 9,9 0,9", "finite");
    corners("0,0 9,9 9,0 0,9", "convex");
    corners("0,0 0,9 9,9 9,0", "clockwise");
    corners("0,0 9,0 9,9", "8");
    corners("a,b c,d e,f g,h", "not a number");
}

#[test]
fn corners_of_another_photo() {
    let dir = folder();
    let photo = dir.path().join("a.png");
    fs::write(&photo, picture(64, 64, ImageFormat::Png)).expect("written");
    let corners = "0,0 4000,0 4000,3000 0,3000";
    fails(
        &["read", &path(&photo), "--game", "go", "--corners", corners],
        &["a.png", "4000,0", "64 x 64"],
    );
}

#[test]
fn an_unknown_game() {
    refused(&["read", "a.jpg", "--game", "ludo"], &["ludo", "checkers, chess, go or qwirkle"]);
}

#[test]
fn a_size_that_the_game_does_not_have() {
    fails(&["read", "a.jpg", "--game", "go", "--size", "10"], &["10x10", "9, 13 or 19"]);
    fails(&["read", "a.jpg", "--game", "chess", "--size", "9"], &["9x9", "8"]);
}

#[test]
fn white_in_a_game_without_white() {
    fails(&["read", "a.jpg", "--game", "qwirkle", "--white", "top"], &["--white", "qwirkle"]);
}

#[test]
fn overlays_that_cannot_be() {
    let dir = folder();
    let photo = dir.path().join("a.png");
    fs::write(&photo, picture(64, 64, ImageFormat::Png)).expect("written");
    let read = |overlay: &str, words: &[&str]| {
        fails(&["read", &path(&photo), "--game", "go", "--overlay", overlay], words)
    };
    read(&path(&photo), &["would replace a photo"]);
    read("overlay.txt", &["overlay.txt", ".png or .jpg"]);
    let holiday = dir.path().join("holiday.jpg");
    fs::write(&holiday, "theirs").expect("written");
    read(&path(&holiday), &["holiday.jpg exists already", "--force"]);
    assert_eq!(fs::read_to_string(&holiday).expect("there"), "theirs");
    fs::remove_file(&holiday).expect("removed");
    fs::write(dir.path().join("b.png"), picture(64, 64, ImageFormat::Png)).expect("written");
    fails(
        &["read", &path(dir.path()), "--game", "go", "--overlay", "all.png"],
        &["all.png", "2 photos", "folder"],
    );
}

#[test]
fn no_models_at_all() {
    let dir = folder();
    let photo = dir.path().join("a.png");
    fs::write(&photo, picture(64, 64, ImageFormat::Png)).expect("written");
    let models = path(&dir.path().join("models"));
    fails(&["read", &path(&photo), "--game", "go", "--models", &models], &["models", "corners"]);
    fails(&["model", "list", "--models", &models], &[&models, "--models"]);
    let labels = dir.path().join("labels.jsonl");
    fs::write(&labels, r#"{"image": "a.png", "game": "go", "corners": null, "cells": null}"#)
        .expect("written");
    let eval = [
        "eval",
        "--data",
        &path(&labels),
        "--out",
        &path(&dir.path().join("out")),
        "--models",
        &models,
    ];
    fails(&eval, &["models", "corners"]);
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 2, "something was left behind");
}

/// A folder with one model that is not what its card says.
fn wrong_model(name: &str, front_matter: &str) -> (TempDir, PathBuf) {
    let dir = folder();
    let model = dir.path().join(name);
    fs::create_dir_all(&model).expect("made");
    fs::write(model.join("model.onnx"), "not a model").expect("written");
    let card = format!(
        "---\nname: {name}\nversion: 0.1.0\nlicense: MIT\nparameters: 1\nparity: 0.0\nsha256: \
        '{}'\n{front_matter}---\n",
        "0".repeat(64)
    );
    fs::write(model.join("README.md"), card).expect("written");
    let models = dir.path().to_owned();
    (dir, models)
}

const CORNERS: &str = "task: corners\nsize: 64\nstride: 4\nnormalization: fixed\nmargin: \
 0.1\nkinds: [lines-19]\ntemperature: 1.0\nthreshold: 0.5\n";

#[test]
fn a_model_that_is_not_the_one_its_card_describes() {
    let (dir, models) = wrong_model("corners", CORNERS);
    let photo = dir.path().join("a.png");
    fs::write(&photo, picture(64, 64, ImageFormat::Png)).expect("written");
    let words = ["corners/model.onnx", "sha256", "get the models again"];
    fails(&["read", &path(&photo), "--game", "go", "--models", &path(&models)], &words);
    fails(&["model", "verify", "--models", &path(&models)], &words);
}

#[test]
fn a_model_of_other_classes() {
    let card = "task: cells\ngame: go\nclasses: ['.', w, b]\ncell_px: 8\nextent: \
    {left: 0.5, top: 0.5, right: 0.5, bottom: 0.5}\n\
                normalization: fixed\ntemperature: 1.0\n";
    let (_dir, models) = wrong_model("go-cells", card);
    fails(
        &["model", "verify", "--models", &path(&models)],
        &["go-cells/README.md", "classes", ". b w", "train"],
    );
}

#[test]
fn a_position_model_of_other_classes_or_another_task() {
    let card = "task: positions\ngame: chess\nclasses: ['.', p, P]\nleast_probability: \
    0.0001\nmost_men: 32\n";
    let (_dir, models) = wrong_model("chess-positions", card);
    fails(
        &["model", "verify", "--models", &path(&models)],
        &["chess-positions/README.md", "classes", "P N B", "train"],
    );
    let (_dir, models) = wrong_model("chess-positions", &card.replace("0.0001", "-1"));
    fails(
        &["model", "verify", "--models", &path(&models)],
        &["chess-positions/README.md", "least_probability", "above 0"],
    );
    // Chess is not read without it where its folder is there.
    let (dir, models) = wrong_model("chess-positions", CORNERS);
    for name in ["corners", "chess-cells"] {
        copy_model(name, &models);
    }
    let photo = dir.path().join("a.png");
    fs::write(&photo, picture(64, 64, ImageFormat::Png)).expect("written");
    fails(
        &["read", &path(&photo), "--game", "chess", "--models", &path(&models)],
        &["chess-positions/README.md", "not of a position model"],
    );
}

/// Copies a committed model with its card.
fn copy_model(name: &str, models: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name);
    fs::create_dir_all(models.join(name)).expect("made");
    for file in ["README.md", "model.onnx"] {
        fs::copy(from.join(file), models.join(name).join(file)).expect("copied");
    }
}

#[test]
fn a_card_that_is_none() {
    let (_dir, models) = wrong_model("corners", "task: juggling\n");
    fails(&["model", "verify", "--models", &path(&models)], &["corners/README.md", "front matter"]);
}

#[test]
fn a_model_that_is_not_there() {
    let (_dir, models) = wrong_model("corners", CORNERS);
    fails(
        &["model", "show", "ludo-cells", "--models", &path(&models)],
        &["ludo-cells", "model list"],
    );
}

#[test]
fn models_are_listed_and_shown() {
    let (_dir, models) = wrong_model("corners", CORNERS);
    let output = kibitzer()
        .args(["model", "list", "--json", "--models", &path(&models)])
        .output()
        .expect("runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&json[0]["name"], &json[0]["bytes"]), (&"corners".into(), &11.into()));
    kibitzer().args(["model", "show", "corners", "--models", &path(&models)]).assert().success();
}

#[test]
fn labels_with_a_broken_line() {
    let dir = folder();
    let labels = dir.path().join("labels.jsonl");
    let out = path(&dir.path().join("out"));
    let eval = |text: &str, words: &[&str]| {
        fs::write(&labels, text).expect("written");
        fails(&["eval", "--data", &path(&labels), "--out", &out], words);
        assert_eq!(
            fs::read_dir(dir.path()).expect("a folder").count(),
            1,
            "something was left behind"
        );
    };
    let good = r#"{"image": "a.jpg", "game": "go", "corners": null, "cells": null}"#;
    eval(&format!("{good}\n{{\"image\": \n"), &["labels.jsonl:2", "not a label"]);
    eval(&format!("{good}\n\n[1, 2]\n"), &["labels.jsonl:3", "not a label"]);
    eval(&format!("{good}\n{good}\n"), &["labels.jsonl:2", "labeled twice"]);
    let other = good.replace("a.jpg", "b.jpg");
    let crossed = other.replace(r#""corners": null"#, r#""corners": [[0,0],[9,9],[9,0],[0,9]]"#);
    eval(&format!("{good}\n{crossed}\n"), &["labels.jsonl:2", "convex"]);
    eval(
        &good.replace(r#""cells": null"#, r#""cells": ["...", "..."]"#),
        &["labels.jsonl:1", "no go board"],
    );
    eval(&good.replace("go", "ludo"), &["labels.jsonl:1", "ludo"]);
    eval("", &["no photo is left"]);
    fs::remove_file(&labels).expect("removed");
    fails(&["eval", "--data", &path(&labels), "--out", &out], &["labels.jsonl", "cannot read"]);
}

#[test]
fn an_output_folder_that_is_somebody_elses() {
    let dir = folder();
    let labels = dir.path().join("labels.jsonl");
    fs::write(&labels, r#"{"image": "a.jpg", "game": "go", "corners": null, "cells": null}"#)
        .expect("written");
    fails(
        &["eval", "--data", &path(&labels), "--out", &path(dir.path())],
        &["not the output of `kibitzer eval`", "--out"],
    );
}

#[test]
fn bench_measures_every_stage_and_the_models_of_another_folder_in_turn() {
    let root = env!("CARGO_MANIFEST_DIR");
    let photo = format!("{root}/datasets/samples/images/checkers-00000300.jpg");
    let bench = |more: &[&str]| {
        let mut command = Command::cargo_bin("kibitzer").expect("the binary");
        command
            .current_dir(root)
            .args(["bench", &photo, "--game", "checkers", "--repeat", "2"])
            .args(more);
        command.assert().success().get_output().stdout.clone()
    };
    let json: serde_json::Value =
        serde_json::from_slice(&bench(&["--against", "models", "--json"])).expect("JSON");
    for measured in [&json, &json["against"]] {
        let stages: Vec<&str> = measured["stages"]
            .as_array()
            .expect("stages")
            .iter()
            .filter_map(|s| s["stage"].as_str())
            .collect();
        assert!(
            ["decode file", "corners", "lattice", "rectify", "cells", "classify", "decode", "all"]
                .iter()
                .all(|s| stages.contains(s))
        );
        assert_eq!(measured["models"].as_array().map(Vec::len), Some(3));
    }
    assert_eq!(json["readings"], 2);
    assert!(json["against"]["ratio_p50"].as_f64().is_some_and(|ratio| ratio > 0.0));
    let text = String::from_utf8(bench(&["--against", "models"])).expect("UTF-8");
    assert_eq!(text.matches("checkers-cells").count(), 2, "{text}");
    assert!(!String::from_utf8(bench(&[])).expect("UTF-8").contains("The others"));
    let two: serde_json::Value =
        serde_json::from_slice(&bench(&["--at-once", "2", "--json"])).expect("JSON");
    assert_eq!(two["at_once"]["readings"], 2);
    assert!(two["at_once"]["ratio_p50"].as_f64().is_some_and(|ratio| ratio > 0.0));
}
