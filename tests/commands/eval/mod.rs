//! A whole evaluation, from labels to files, with predictions that come from elsewhere and with a
//! reader that is no model.

mod corrections;
mod reading;
mod scoring;

use assert_cmd::Command;
use image::RgbImage;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const CORNERS: [[f64; 2]; 4] = [[10.0, 10.0], [90.0, 10.0], [90.0, 90.0], [10.0, 90.0]];

fn rows(first: &str) -> Vec<String> {
    let mut rows = vec![".".repeat(9); 9];
    rows[0] = first.to_owned();
    rows
}

fn lines(values: &[Value]) -> String {
    values.iter().map(|v| format!("{v}\n")).collect()
}

/// Three Go pictures of two groups and a split each way; the third one is a diagram, and not there.
fn labels() -> Vec<Value> {
    let label = |image: &str, group: &str, split: &str| {
        json!({"image": image, "game": "go", "corners": CORNERS, "cells": rows("bw......."),
        "group": group, "split": split,
               "width": 100, "height": 100})
    };
    let mut diagram = label("images/3.png", "b", "train");
    diagram["kind"] = json!("screenshot");
    vec![label("images/1.png", "a", "val"), label("images/2.png", "b", "val"), diagram]
}

fn data_set() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("temporary folder");
    fs::create_dir(dir.path().join("images")).expect("made");
    for name in ["1.png", "2.png"] {
        RgbImage::new(100, 100).save(dir.path().join("images").join(name)).expect("saved");
    }
    let manifest = dir.path().join("labels.jsonl");
    fs::write(&manifest, lines(&labels())).expect("written");
    (dir, manifest)
}

fn eval(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("kibitzer").expect("the binary").arg("eval").args(args).assert()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Scores predictions of all but the last photo and returns the output folder.
fn scored(dir: &TempDir, manifest: &Path, more: &[&str]) -> PathBuf {
    let predictions = dir.path().join("predictions.jsonl");
    let right = json!({"image": "images/1.png", "corners": CORNERS, "cells": rows("bw.......")});
    // One stone missed, one corner 3 px = 0.3 pitches away: found, but not right.
    let mut near = CORNERS;
    near[2][0] += 3.0;
    let wrong = json!({"image": "images/2.png", "corners": near, "cells": rows("b........")});
    let other = json!({"image": "images/9.png", "corners": null, "cells": null});
    fs::write(&predictions, lines(&[wrong, right, other])).expect("written");
    let out = dir.path().join("out");
    eval(
        &[
            &["--data", text(manifest), "--predictions", text(&predictions), "--out", text(&out)],
            more,
        ]
        .concat(),
    )
    .success();
    out
}

fn read_json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("there")).expect("JSON")
}
