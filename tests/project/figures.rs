//! The figures shown are those that `eval` wrote.

use assert_cmd::Command;
use std::{fs, path::Path};

fn model_table() -> Command {
    let mut command = Command::cargo_bin("kibitzer").expect("the binary");
    command
        .args(["model", "table", "--models"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("models"));
    command
}

/// A text with another first digit after each of these lines: what writes the figures has to put
/// them right.
fn spoiled(text: &str, lines: &[String]) -> String {
    let mut text = text.to_owned();
    for line in lines {
        let (_, rest) = text.split_once(line).unwrap_or_else(|| panic!("no line {line}"));
        let from = text.len() - rest.len();
        let at = from + rest.find(|c: char| c.is_ascii_digit()).expect("a digit");
        text.replace_range(at..=at, if text[at..].starts_with('9') { "8" } else { "9" });
    }
    text
}

/// The line that a table begins after.
fn begin(table: &str) -> String {
    format!("<!-- {table}: begin -->\n")
}

#[test]
fn the_cards_hold_the_committed_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let evaluations = glob::glob(&format!("{}/models/*/eval.json", root.display()));
    let evaluations: Vec<_> =
        evaluations.expect("a pattern").map(|path| path.expect("a file")).collect();
    assert!(evaluations.len() > 5, "{evaluations:?}");
    for path in evaluations {
        let model = path.parent().expect("a folder");
        let name = model.file_name().expect("a name").to_str().expect("UTF-8");
        let card = fs::read_to_string(model.join("README.md")).expect("the card");
        let eval = fs::read_to_string(&path).expect("text");
        let eval: serde_json::Value = serde_json::from_str(&eval).expect("JSON");
        let mut figures = vec![begin("figures")];
        // Of photos without a board there is no figure of a game.
        if eval["games"].as_object().is_some_and(|games| !games.is_empty()) {
            figures.push("\nevaluation:\n".to_owned());
        }
        let dir = tempfile::tempdir().expect("a folder");
        let copy = dir.path().join("README.md");
        fs::write(&copy, spoiled(&card, &figures)).expect("written");
        model_table().arg(name).arg("--write").arg(&copy).assert().success();
        let written = fs::read_to_string(&copy).expect("text");
        assert_eq!(written, card, "{name}: type tools/evaluate.sh");
    }
}

/// What a figure was made from can be found again in any clone: no path of somebody's machine is in
/// it.
#[test]
fn committed_figures_name_files_of_the_project() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for path in glob::glob(&format!("{}/models/*/*.json", root.display()))
        .expect("a pattern")
        .map(|path| path.expect("a file"))
    {
        let text = fs::read_to_string(&path).expect("text");
        let summary: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let manifests = summary["manifests"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|manifest| manifest["path"].as_str());
        for word in manifests.chain(summary["command"].as_str().unwrap_or_default().split(' ')) {
            assert!(
                !Path::new(word.trim_matches('\'')).is_absolute(),
                "{} names {word}",
                path.display()
            );
            seen += 1;
        }
    }
    assert!(seen > 0, "no figures are committed");
}

#[test]
fn the_pages_show_the_committed_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (page, tables) in [
        ("README.md", &["games"][..]),
        ("docs/figures.md", &["figures", "doubt", "robustness"]),
        ("docs/groups.md", &["groups"]),
    ] {
        let text = fs::read_to_string(root.join(page)).expect(page);
        for table in tables {
            let (_, rest) = text.split_once(&begin(table)).expect("a marker");
            assert!(rest.starts_with("| ") || rest.starts_with("## "), "{page}: {table}");
        }
        let dir = tempfile::tempdir().expect("a folder");
        let copy = dir.path().join("page.md");
        let begins: Vec<String> = tables.iter().map(|table| begin(table)).collect();
        fs::write(&copy, spoiled(&text, &begins)).expect("written");
        model_table().arg("--write").arg(&copy).assert().success();
        assert_eq!(fs::read_to_string(&copy).expect("text"), text, "{page}: type `make figures`");
    }
}

/// The README has a row a game, and the rates in it are those of the evaluation.
#[test]
fn the_readme_has_a_row_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("README.md");
    let eval = fs::read_to_string(root.join("models/corners/eval.json")).expect("eval.json");
    let eval: serde_json::Value = serde_json::from_str(&eval).expect("JSON");
    for game in ["checkers", "chess", "go", "qwirkle"] {
        let row = readme.lines().find(|line| line.starts_with(&format!("| {game} | ")));
        let cells: Vec<&str> = row.expect("a row").split(" | ").collect();
        for (cell, rate) in [(cells[2], "cell_accuracy"), (cells[3], "occupied_accuracy")] {
            let right = &eval["games"][game][rate];
            let (percent, n) = cell.split_once(" % of ").expect("a rate and a number");
            let shown: f64 = percent.parse().expect("a rate");
            let is = 100.0 * right["rate"].as_f64().expect("a rate");
            assert!((shown - is).abs() < 0.051, "{cells:?}");
            assert_eq!(n.replace(',', "").parse().ok(), right["n"].as_u64(), "{cells:?}");
        }
        assert!(cells[1..8].iter().all(|cell| cell.contains(" % of ")), "of how many? {cells:?}");
    }
}

/// Summaries of networks that were not kept stay as they were: what they do not say is a dash.
#[test]
fn summaries_of_both_schemas_are_shown() {
    let dir = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/qwirkle-cells");
    let copy = dir.path().join("qwirkle-cells");
    fs::create_dir(&copy).expect("made");
    for file in ["README.md", "model.onnx", "logo.json"] {
        fs::copy(root.join(file), copy.join(file)).expect("copied");
    }
    let table = || {
        let mut command = Command::cargo_bin("kibitzer").expect("the binary");
        let output = command.args(["model", "table", "--models"]).arg(dir.path()).output();
        String::from_utf8(output.expect("runs").stdout).expect("UTF-8")
    };
    let first = |table: String| table.lines().nth(2).expect("a row").to_owned();
    let rate = |row: &str, i: usize| row.split(" | ").nth(i).expect("a cell").to_owned();
    let old = first(table());
    assert_eq!((rate(&old, 2), rate(&old, 4)), ("–".into(), "100.00 %".into()), "{old}");
    let new = r#"{"schema": 2, "commit": null, "models": [], "manifests": [], "command": "x",
        "overall": {B}, "games": {"qwirkle": {B}}, "groups": {}}"#;
    let block = r#""photos": 3, "boards_found": {"rate": 0.5, "n": 2}, "cells": 9,
        "cell_accuracy": {"rate": 0.75, "n": 1443}, "corner_error_pitch": {}, "ci95": {},
        "off_square_errors": null, "expected_calibration_error": null, "seconds_per_photo": {},
        "ci_unit": "set", "by_set": {"sets": 2, "occupied_accuracy": {"rate": 0.25, "n": 2}}"#;
    fs::write(copy.join("logo.json"), new.replace('B', block)).expect("written");
    let new = first(table());
    let cells = [2, 3, 4, 10].map(|i| rate(&new, i));
    assert_eq!(cells, ["2", "50.0 % of 2", "75.00 % of 1,443", "25.0 % of 2"], "{new}");
}
