//! Labels read as a file of corrections says.

use super::{data_set, lines, read_json, scored, text};
use assert_cmd::Command;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{fs, path::PathBuf};
use tempfile::TempDir;

/// A file that says of the second photo that its second point is empty, and its hex SHA-256.
fn corrections(dir: &TempDir) -> (PathBuf, String) {
    let hex = |bytes: &[u8]| -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let photo = fs::read(dir.path().join("images/2.png")).expect("the photo");
    let source = dir.path().file_name().expect("a name").to_string_lossy();
    let line = json!({"source": source, "image": "images/2.png", "sha256": hex(&photo),
        "cell": {"row": 0, "column": 1, "was": "w", "is": "."}, "why": "nothing lies there"});
    let path = dir.path().join("corrections.jsonl");
    fs::write(&path, lines(std::slice::from_ref(&line))).expect("written");
    (path, hex(lines(&[line]).as_bytes()))
}

#[test]
fn labels_are_corrected_where_that_is_asked_for_and_the_summary_says_so() {
    let (dir, manifest) = data_set();
    let (file, sha256) = corrections(&dir);
    let summary = |more: &[&str]| read_json(&scored(&dir, &manifest, more).join("summary.json"));
    let exact =
        |summary: &Value| summary["overall"]["boards_exact"]["rate"].as_f64().expect("a rate");
    let as_labeled = summary(&[]);
    assert_eq!(as_labeled["manifests"][0].get("corrections"), None);
    assert!((exact(&as_labeled) - 1.0 / 3.0).abs() < 1e-12);
    let corrected = summary(&["--corrections", text(&file)]);
    let used = json!({"sha256": sha256, "applied": 1});
    assert_eq!(corrected["manifests"][0]["corrections"], used);
    assert!((exact(&corrected) - 2.0 / 3.0).abs() < 1e-12);
    let fold = dir.path().join("folds");
    Command::cargo_bin("kibitzer")
        .expect("the binary")
        .args(["dataset", "split", text(&manifest), "--folds", "2", "--out", text(&fold)])
        .args(["--corrections", text(&file)])
        .assert()
        .success();
    let split = fs::read_to_string(fold.join("fold-0.jsonl")).expect("a fold");
    assert!(split.contains("b........") && split.contains("bw......."), "{split}");
    Command::cargo_bin("kibitzer")
        .expect("the binary")
        .args(["dataset", "check", text(&manifest), "--corrections", text(&file)])
        .assert()
        .stdout(predicates::str::contains("taken as '.', not 'w': nothing lies there"));
}
