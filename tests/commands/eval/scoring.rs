//! Predictions that come from elsewhere, scored.

use super::{CORNERS, data_set, eval, labels, lines, read_json, rows, scored, text};
use assert_cmd::Command;
use image::RgbImage;
use polars::prelude::{ParquetReader, SerReader};
use predicates::prelude::PredicateBooleanExt;
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    path::Path,
};

#[test]
fn predictions_of_another_system_are_scored() {
    let (dir, manifest) = data_set();
    let out = scored(&dir, &manifest, &[]);
    let summary = read_json(&out.join("summary.json"));
    let all = &summary["overall"];
    assert_eq!((&summary["schema"], &summary["models"]), (&json!(2), &json!([])));
    assert_eq!(summary["manifests"][0]["photos"], 3);
    assert_eq!(summary["manifests"][0]["sha256"].as_str().map(str::len), Some(64));
    assert_eq!((&all["photos"], &all["cells"]), (&json!(3), &json!(243)));
    let rate = |name: &str, expected: f64, n: usize| {
        let found = all[name]["rate"].as_f64().expect(name);
        assert!((found - expected).abs() < 1e-12, "{name}: {found}");
        assert_eq!(all[name]["n"], n, "{name}");
    };
    rate("boards_found", 2.0 / 3.0, 3);
    rate("corners_ok", 1.0 / 3.0, 3);
    rate("within_10px_at_1200", 1.0 / 3.0, 3);
    rate("lost", 1.0 / 3.0, 3);
    rate("cell_accuracy", (81.0 + 80.0) / 243.0, 243);
    rate("occupied_accuracy", 3.0 / 6.0, 6);
    rate("cell_accuracy_given_corners", 1.0, 81);
    rate("boards_exact", 1.0 / 3.0, 3);
    rate("boards_at_most_1_wrong", 2.0 / 3.0, 3);
    rate("boards_exact_given_corners", 1.0, 1);
    assert_eq!(all["orientation_correct"], json!({"rate": null, "n": 0}));
    assert!(all["expected_calibration_error"].is_null());
    assert!(all["seconds_per_photo"]["p50"].is_null());
    assert_eq!(all["ci_unit"], "set");
    // Sets count alike: one photo of `a` and two of `b`, of which one was not found.
    assert_eq!(all["by_set"]["sets"], 2);
    assert_eq!(all["by_set"]["boards_exact"], json!({"rate": 0.5, "n": 2}));
    assert_eq!(all["by_set"]["boards_found"], json!({"rate": 0.75, "n": 2}));
    assert!(summary["groups"]["go/a"]["by_set"].is_null());
    assert_eq!(summary["groups"]["go/a"]["boards_exact"], json!({"rate": 1.0, "n": 1}));
    assert!(summary["groups"]["go/b"]["ci95"]["boards_exact"].is_null(), "one set has no interval");
    assert_eq!(summary["groups"]["go/b"]["photos"], 2);
    assert_eq!(
        (&summary["kinds"]["go/photo"]["photos"], &summary["kinds"]["go/screenshot"]["photos"]),
        (&json!(2), &json!(1))
    );
    let nothing = json!({"rate": null, "n": 0, "ci95": null, "by_kind_of": {}});
    assert_eq!((&summary["refused"], &summary["half"]), (&nothing, &nothing));
    assert_eq!(summary["lost"]["by_kind_of"]["go"]["n"], 3);
    assert_eq!(summary["games"]["go"], *all);
}

/// Photos of no board: a puzzle that is refused, a page that is read as a board of Go and flagged,
/// a room that is read and not flagged, and a hand that is taken for one over a board.
#[test]
fn photos_without_a_board_are_to_be_refused() {
    let (dir, manifest) = data_set();
    let mut labels = labels();
    for (image, kind) in
        [("4.png", "puzzle"), ("5.png", "page"), ("6.png", "room"), ("7.png", "hand")]
    {
        labels.push(json!({"image": image, "board": false, "kind_of": kind, "group": "none",
            "game": null, "corners": null, "cells": null, "split": "val"}));
    }
    fs::write(&manifest, lines(&labels)).expect("written");
    let predictions = dir.path().join("predictions.jsonl");
    let read = |image: &str, check: bool| {
        json!({"image": image, "game": "go", "corners": CORNERS, "cells": rows("bw......."),
            "self_assessment": {"confidence": 0.5, "check": check}})
    };
    let none = json!({"image": "4.png", "corners": null, "cells": null});
    let hidden = |image: &str| json!({"image": image, "hidden": true});
    let read = [none, read("5.png", true), read("6.png", false)];
    fs::write(&predictions, lines(&[&read[..], &["7.png", "images/1.png"].map(hidden)].concat()))
        .expect("written");
    let out = dir.path().join("out");
    let score = |predictions: &Path, out: &Path| {
        eval(&["--data", text(&manifest), "--predictions", text(predictions), "--out", text(out)])
            .success();
        read_json(&out.join("summary.json"))
    };
    let summary = score(&predictions, &out);
    let (no, yes) =
        (json!({"rate": 0.0, "n": 1, "ci95": null}), json!({"rate": 1.0, "n": 1, "ci95": null}));
    assert_eq!(
        summary["refused"],
        json!({"rate": 0.25, "n": 4, "ci95": null,
            "by_kind_of": {"hand": no, "page": no, "puzzle": yes, "room": no}})
    );
    assert_eq!(summary["accepted_unflagged"]["rate"], json!(0.25));
    assert_eq!(summary["accepted_unflagged"]["by_kind_of"]["room"], yes);
    assert_eq!(summary["overall"]["photos"], 3, "they are of no game");
    assert_eq!(summary["manifests"][0]["photos"], 7);
    let lost = json!({"rate": 2.0 / 3.0, "n": 3});
    assert_eq!(summary["overall"]["lost"], lost, "not the one that is hidden");
    let of_go = &summary["lost"]["by_kind_of"]["go"];
    assert_eq!((&of_go["rate"], &of_go["n"]), (&lost["rate"], &lost["n"]));
    assert_eq!(summary["overall"]["boards_found"]["rate"], 0.0);
    let photos =
        ParquetReader::new(File::open(out.join("photos.parquet")).expect("there")).finish();
    let photos = photos.expect("a table");
    assert_eq!((photos.height(), photos.column("game").expect("a column").null_count()), (7, 4));
    // What was read is scored the same from the file that was written.
    let again = score(&out.join("predictions.jsonl"), &dir.path().join("again"));
    for key in ["refused", "accepted_unflagged", "half", "lost", "overall"] {
        assert_eq!(again[key], summary[key], "{key}");
    }
}

/// Parts of boards from two places, of which one is said to be a part and one to be no board, and a
/// page that is read: who looks at the report sees it, and the boards that were lost.
#[test]
fn half_a_board_is_to_be_refused_as_half_a_board() {
    let (dir, manifest) = data_set();
    let mut labels = labels();
    let none = |image: &str, kind: &str, group: &str| {
        RgbImage::new(100, 100).save(dir.path().join(image)).expect("saved");
        json!({"image": image, "board": false, "kind_of": kind, "group": group})
    };
    labels.extend([
        none("4.png", "part", "kitchen"),
        none("5.png", "part", "club"),
        none("6.png", "page", "book"),
    ]);
    fs::write(&manifest, lines(&labels)).expect("written");
    let predictions = dir.path().join("predictions.jsonl");
    let refused = |image: &str, why: &str| json!({"image": image, "refusal": why});
    let read = json!({"image": "6.png", "game": "go", "corners": CORNERS,
        "cells": rows("bw......."), "self_assessment": {"confidence": 0.75, "check": false}});
    let said = [
        refused("4.png", "part_of_board"),
        refused("5.png", "not_a_board"),
        read,
        refused("images/1.png", "nothing_found"),
        refused("images/2.png", "hidden"),
    ];
    fs::write(&predictions, lines(&said)).expect("written");
    let out = dir.path().join("out");
    eval(&["--data", text(&manifest), "--predictions", text(&predictions), "--out", text(&out)])
        .success()
        .stdout(predicates::str::contains(
            "Of a part of one: 50.0 % of 2 (95 %: 0.0–100.0 %) said to be one.",
        ));
    let summary = read_json(&out.join("summary.json"));
    let half = json!({"rate": 0.5, "n": 2, "ci95": [0.0, 1.0]});
    assert_eq!(summary["half"]["by_kind_of"], json!({"part": half}));
    assert_eq!(summary["half"]["ci95"], half["ci95"]);
    assert_eq!(summary["refused"]["by_kind_of"]["part"]["rate"], 1.0);
    let page = json!({"rate": 0.0, "n": 1, "ci95": null});
    assert_eq!(summary["refused"]["by_kind_of"]["page"], page, "one place has no interval");
    let predicted = fs::read_to_string(out.join("predictions.jsonl")).expect("there");
    assert!(predicted.contains(r#""refusal":"part_of_board""#), "{predicted}");
    let report = fs::read_to_string(out.join("report.html")).expect("there");
    for said in [
        "<h3>Taken for a board</h3>",
        "6.png (page): read as go, right with probability 0.75, not flagged",
        "<h3>Lost boards</h3>",
        "images/1.png (go/a): nothing found",
        "Of a part of a board: 50.0 % of 2 (95 %: 0.0–100.0 %) said to be a part.",
    ] {
        assert!(report.contains(said), "{said}");
    }
    assert!(!report.contains("images/2.png (go/b): hidden"), "who sees a hand has not lost it");
}

/// `kibitzer eval` looks for any game's board in such a photo, and goes on after an interruption.
#[test]
fn a_photo_without_a_board_is_read_as_a_stranger_would() {
    let dir = tempfile::tempdir().expect("temporary folder");
    RgbImage::from_pixel(64, 64, image::Rgb([120; 3]))
        .save(dir.path().join("0.png"))
        .expect("saved");
    let label = json!({"image": "0.png", "board": false, "kind_of": "wall", "group": "none"});
    fs::write(dir.path().join("labels.jsonl"), lines(&[label])).expect("written");
    let out = dir.path().join("out");
    eval(&["--data", text(dir.path()), "--out", text(&out)]).success();
    let summary = read_json(&out.join("summary.json"));
    let wall = &summary["refused"]["by_kind_of"]["wall"];
    assert_eq!(wall, &json!({"rate": 1.0, "n": 1, "ci95": null}));
    assert_eq!(summary["models"].as_array().map(Vec::len), Some(8), "all games' models");
    let predicted = fs::read_to_string(out.join("predictions.jsonl")).expect("there");
    assert_eq!(predicted.lines().count(), 1);
    eval(&["--data", text(dir.path()), "--game", "go", "--out", text(&out)]).success();
    assert_eq!(
        read_json(&out.join("summary.json"))["models"].as_array().map(Vec::len),
        Some(3),
        "as a board of Go only"
    );
}

#[test]
fn groups_of_one_set_count_as_one() {
    let (dir, manifest) = data_set();
    let sets = dir.path().join("sets.json");
    fs::write(&sets, r#"{"go": [["a", "b"]]}"#).expect("written");
    let summary =
        read_json(&scored(&dir, &manifest, &["--together", text(&sets)]).join("summary.json"));
    assert_eq!(summary["overall"]["by_set"]["sets"], 1);
    assert!(summary["overall"]["ci95"]["cell_accuracy"].is_null());
    assert_eq!(summary["groups"].as_object().map(serde_json::Map::len), Some(2));
    fs::write(&sets, r#"{"go": [["a", "b"], ["b"]]}"#).expect("written");
    let args = ["--data", text(&manifest), "--together", text(&sets), "--out", "x"];
    eval(&args).code(2).stderr(predicates::str::contains("named twice"));
}

#[test]
fn photos_without_a_prediction_are_counted_and_files_of_ones_own_stay() {
    let (dir, manifest) = data_set();
    let out = dir.path().join("out");
    let score = |predictions: &[Value]| {
        let file = dir.path().join("theirs.jsonl");
        fs::write(&file, lines(predictions)).expect("written");
        eval(&["--data", text(&manifest), "--predictions", text(&file), "--out", text(&out)])
    };
    let line =
        |image: &str| json!({"image": image, "corners": CORNERS, "cells": rows("bw.......")});
    score(&[line("1.png")])
        .success()
        .stderr(predicates::str::contains("no line for 3 of 3 photos"));
    score(&[line("images/1.png")])
        .success()
        .stderr(predicates::str::contains("no line for 2 of 3 photos"));
    // A folder stands for the labels file in it, and a file that is named twice counts once.
    let (file, both) = (dir.path().join("theirs.jsonl"), dir.path().join("both"));
    let args = [
        "--data",
        text(dir.path()),
        "--data",
        text(&manifest),
        "--predictions",
        text(&file),
        "--out",
        text(&both),
    ];
    eval(&args).success();
    assert_eq!(read_json(&both.join("summary.json"))["overall"]["photos"], 3);
    let cells_only = json!({"image": "images/1.png", "cells": rows("bw.......")});
    score(&[cells_only])
        .success()
        .stderr(predicates::str::contains("1 predictions have cells but no corners"));
    let mut reversed = line("images/1.png");
    reversed["corners"].as_array_mut().expect("corners").reverse();
    score(&[reversed])
        .success()
        .stderr(predicates::str::contains("the corners of 1 predictions run counter-clockwise"));
    // A file of the user's own in an earlier evaluation stays.
    fs::write(out.join("notes.md"), "mine").expect("written");
    score(&[line("images/1.png")]).code(2).stderr(predicates::str::contains("notes.md"));
    assert!(out.join("notes.md").is_file());
}

#[test]
fn every_file_of_the_contract_is_written() {
    let (dir, manifest) = data_set();
    let out = scored(&dir, &manifest, &[]);
    let mut names: Vec<String> = fs::read_dir(&out)
        .expect("there")
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let expected = [
        "cells.parquet",
        "photos.csv",
        "photos.parquet",
        "predictions.jsonl",
        "report.html",
        "summary.json",
    ];
    assert_eq!(names, expected);
    let table = |name: &str| {
        ParquetReader::new(File::open(out.join(name)).expect("there")).finish().expect("a table")
    };
    let photos = table("photos.parquet");
    assert_eq!(
        (
            photos.height(),
            fs::read_to_string(out.join("photos.csv")).expect("there").lines().count()
        ),
        (3, 4)
    );
    assert!(
        ["image", "found", "corners_ok", "exact", "wrong"].iter().all(|c| photos.column(c).is_ok())
    );
    let cells = table("cells.parquet");
    assert_eq!(cells.height(), 243);
    assert_eq!(
        cells.column("read").expect("a column").null_count(),
        81,
        "the photo that was not found"
    );
    let report = fs::read_to_string(out.join("report.html")).expect("there");
    assert!(
        report.contains("data:image/jpeg;base64,") && !report.contains("http"),
        "self-contained"
    );
    let predicted = fs::read_to_string(out.join("predictions.jsonl")).expect("there");
    let last: Value =
        serde_json::from_str(predicted.lines().last().expect("three lines")).expect("JSON");
    assert_eq!(last, json!({"image": "images/3.png", "corners": null, "cells": null}));
}

#[test]
fn its_own_predictions_score_the_same() {
    let (dir, manifest) = data_set();
    let out = scored(&dir, &manifest, &[]);
    let again = dir.path().join("again");
    let predictions = out.join("predictions.jsonl");
    eval(&["--data", text(&manifest), "--predictions", text(&predictions), "--out", text(&again)])
        .success();
    let overall = |out: &Path| read_json(&out.join("summary.json"))["overall"].clone();
    assert_eq!(overall(&out), overall(&again));
}

#[test]
fn filters_choose_photos() {
    let (dir, manifest) = data_set();
    let photos = |more: &[&str]| {
        read_json(&scored(&dir, &manifest, more).join("summary.json"))["overall"]["photos"].clone()
    };
    assert_eq!(photos(&["--split", "val"]), 2);
    assert_eq!(photos(&["--split", "train", "--game", "go"]), 1);
    assert_eq!(photos(&["--limit", "1"]), 1);
    // A photo without a split is trained on.
    let mut labels = labels();
    labels[0].as_object_mut().expect("a label").remove("split");
    fs::write(&manifest, lines(&labels)).expect("written");
    assert_eq!(photos(&["--split", "train"]), 2);
    assert_eq!(photos(&["--split", "val"]), 1);
    eval(&["--data", text(&manifest), "--game", "chess", "--out", text(&dir.path().join("none"))])
        .code(2);
}

#[test]
fn the_same_photo_name_in_two_manifests_needs_the_manifest() {
    let (one, first) = data_set();
    let (_two, second) = data_set();
    let predictions = one.path().join("p.jsonl");
    let line = |manifest: Option<&Path>| {
        let mut line =
            json!({"image": "images/1.png", "corners": CORNERS, "cells": rows("bw.......")});
        if let Some(manifest) = manifest {
            line["manifest"] = json!(text(manifest));
        }
        fs::write(&predictions, lines(&[line])).expect("written");
    };
    let out = one.path().join("out");
    let args = [
        "--data",
        text(&first),
        "--data",
        text(&second),
        "--predictions",
        text(&predictions),
        "--out",
        text(&out),
    ];
    line(None);
    eval(&args).code(2).stderr(predicates::str::contains("in two manifests"));
    line(Some(&second));
    eval(&args).success();
    assert_eq!(
        read_json(&out.join("summary.json"))["overall"]["boards_found"],
        json!({"rate": 1.0 / 6.0, "n": 6})
    );
    // Another path of the same file, and one that nobody knows.
    line(Some(&second.with_file_name("images/../labels.jsonl")));
    eval(&args).success();
    assert_eq!(read_json(&out.join("summary.json"))["overall"]["boards_found"]["rate"], 1.0 / 6.0);
    line(Some(Path::new("elsewhere/labels.jsonl")));
    let missing = |n: usize, cause: &str| {
        predicates::str::contains(format!(
            "no line for {n} of 6 photos, which count as not found; \
            \"{cause}\" has to be"
        ))
    };
    eval(&args).success().stderr(missing(4, "image").and(missing(2, "manifest")));
    assert_eq!(read_json(&out.join("summary.json"))["overall"]["boards_found"]["rate"], 0.0);
    // Where one photo has that name, it is the one, whatever its labels were called.
    eval(&args[2..]).success();
    assert_eq!(
        read_json(&out.join("summary.json"))["overall"]["boards_found"],
        json!({"rate": 1.0 / 3.0, "n": 3})
    );
    // Two paths of one file are no two photos.
    let twice = [second.clone(), second.with_file_name("images/../labels.jsonl")];
    let twice = twice.map(|path| json!({"image": "images/1.png", "manifest": text(&path)}));
    fs::write(&predictions, lines(&twice)).expect("written");
    eval(&args).code(2).stderr(predicates::str::contains("p.jsonl:2: a second prediction"));
}

/// One that is labeled twice would count twice.
#[test]
fn a_photo_is_labeled_once() {
    let (dir, manifest) = data_set();
    let mut labels = labels();
    labels[2]["image"] = json!("./images/1.png");
    fs::write(&manifest, lines(&labels)).expect("written");
    let out = dir.path().join("out");
    let args = ["--data", text(&manifest), "--predictions", text(&manifest), "--out", text(&out)];
    let twice = "labels.jsonl:3: ./images/1.png is labeled twice, first on line 1: keep one";
    eval(&args).code(2).stderr(predicates::str::contains(twice));
    // Only labels that are wanted count.
    eval(&[&args[..], &["--split", "val"]].concat()).success();
    labels[2]["board"] = json!(false);
    fs::write(&manifest, lines(&labels)).expect("written");
    eval(&args).code(2).stderr(predicates::str::contains(twice));
}

/// A photo of two files counts once, too; one of the same name elsewhere is another.
#[test]
fn a_photo_is_labeled_in_one_file() {
    let (dir, manifest) = data_set();
    let (again, out) = (manifest.with_file_name("again.jsonl"), dir.path().join("out"));
    let image = |path: &str| lines(&[json!({"image": path, "board": false, "kind_of": "room"})]);
    let args = [
        "--data",
        text(&manifest),
        "--data",
        text(&again),
        "--predictions",
        text(&manifest),
        "--out",
        text(&out),
    ];
    fs::write(&again, image("images/../images/1.png")).expect("written");
    let twice = "again.jsonl:1: images/../images/1.png is labeled twice, first in ";
    eval(&args).code(2).stderr(predicates::str::contains(twice));
    fs::write(&again, image("others/1.png")).expect("written");
    eval(&args).success();
}

/// Against their own proposals, the models are measured by themselves.
#[test]
fn labels_that_nobody_has_looked_at_are_said() {
    let (dir, manifest) = data_set();
    let mut labels = labels();
    let (out, all) = (dir.path().join("out"), labels.len());
    labels[0]["cells_by"] = json!("model");
    labels[1]["cells_by"] = json!("model, eye");
    fs::write(&manifest, lines(&labels)).expect("written");
    let args = ["--data", text(&manifest), "--predictions", text(&manifest), "--out", text(&out)];
    let said = format!("1 of {all} labels are the models' own proposals");
    eval(&args).success().stderr(predicates::str::contains(said.clone()));
    let report = fs::read_to_string(out.join("report.html")).expect("written");
    assert!(report.contains("1 of ") && report.contains("own proposals"), "{said}");
}

/// Not every path is text.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_may_have_any_name() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let dir = tempfile::tempdir().expect("temporary folder");
    let folder = dir.path().join(OsStr::from_bytes(b"photos\xff"));
    fs::create_dir(&folder).expect("made");
    let label = json!({"image": "0.png", "board": false, "kind_of": "wall", "group": "none"});
    fs::write(folder.join("labels.jsonl"), lines(&[label])).expect("written");
    let out = dir.path().join("out");
    Command::cargo_bin("kibitzer")
        .expect("the binary")
        .args(["eval", "--game", "go", "--out", text(&out), "--data"])
        .arg(&folder)
        .assert()
        .success();
    assert_eq!(read_json(&out.join("summary.json"))["refused"]["n"], 1);
}

#[test]
fn bad_predictions_are_named_by_line() {
    let (dir, manifest) = data_set();
    let predictions = dir.path().join("p.jsonl");
    let out = dir.path().join("out");
    let fails = |contents: &str, why: &str| {
        fs::write(&predictions, contents).expect("written");
        let args =
            ["--data", text(&manifest), "--predictions", text(&predictions), "--out", text(&out)];
        eval(&args).code(2).stderr(predicates::str::contains(why));
        assert!(!out.exists() && !dir.path().join("out.partial").exists());
    };
    let good = json!({"image": "images/1.png", "corners": null, "cells": null}).to_string();
    fails(&format!("{good}\nnonsense\n"), "p.jsonl:2: not a prediction");
    fails(&format!("{good}\n{good}\n"), "already on line 1");
    fails(&good.replace(r#""cells":null"#, r#""cells":["x"]"#), "p.jsonl:1");
    fails(r#"{"corners": null}"#, "p.jsonl:1");
    let with = |probabilities: Value, cells: Value| json!({"image": "images/1.png", "cells": cells, "class_probabilities": probabilities});
    fails(&with(json!([]), Value::Null).to_string(), "there are no \"cells\"");
    let nine = |cell: Value| json!(vec![vec![cell; 9]; 9]);
    for wrong in [json!([]), nine(json!([0.5, 0.5])), nine(json!([1.5, 0.0, 0.0]))] {
        let line = with(wrong, json!(rows("bw.......")));
        fails(&line.to_string(), "9 rows of 9 cells of 3 numbers from 0 to 1");
    }
    for (wrong, sum) in [(json!([0.5, 0.5, 0.5]), "1.50"), (json!([0.0, 0.9, 0.0]), "0.90")] {
        let mut probabilities = nine(json!([0.34, 0.34, 0.31]));
        probabilities[1][2] = wrong;
        let line = with(probabilities, json!(rows("bw.......")));
        let why = format!(
            "p.jsonl:2: not a prediction: \"class_probabilities\" of the cell in row 1 and column 2, from 0, sum to {sum}"
        );
        fails(&format!("\n{line}"), &why);
    }
    let sure = |confidence: f64| json!({"image": "images/1.png", "self_assessment": {"confidence": confidence, "check": false}});
    for wrong in [-0.1, 1.5] {
        let why = format!(
            "p.jsonl:1: not a prediction: the \"confidence\" of \"self_assessment\" is {wrong}"
        );
        fails(&sure(wrong).to_string(), &why);
    }
    fails(
        r#"{"image": "images/1.png", "refusal": "foo"}"#,
        "p.jsonl:1: not a prediction: bad \"refusal\": unknown variant `foo`, expected one of \
        `nothing_found`, `not_a_board`, `part_of_board`, `hidden`, `other_board`, `other_game`",
    );
}

/// Classes in another order, as that of the alphabet, would be a calibration of nothing.
#[test]
fn probabilities_of_classes_in_another_order_are_told() {
    let (dir, manifest) = data_set();
    let (predictions, out) = (dir.path().join("p.jsonl"), dir.path().join("out"));
    let args =
        ["--data", text(&manifest), "--predictions", text(&predictions), "--out", text(&out)];
    let told = predicates::str::contains("are the classes in the order of `classes`");
    let score = |first: &str, [black, white]: [usize; 2]| {
        let row = |row: &String| {
            let class = |code| match code {
                'b' => black,
                'w' => white,
                _ => 0,
            };
            row.chars().map(|c| (0..3).map(|k| u8::from(k == class(c))).collect()).collect()
        };
        let cells = rows(first);
        let probabilities: Vec<Vec<Vec<u8>>> = cells.iter().map(row).collect();
        let line = json!({"image": "images/1.png", "corners": CORNERS, "cells": cells,
            "class_probabilities": probabilities});
        fs::write(&predictions, lines(&[line])).expect("written");
        eval(&args).success()
    };
    score("bwbwbwb..", [2, 1]).stderr(told.clone());
    score("bwbwbwb..", [1, 2]).stderr(told.clone().not());
    // A reader may know better of some cells.
    score("bw.......", [2, 1]).stderr(told.not());
}

/// Nothing is said of boards where there are none.
#[test]
fn photos_without_a_board_alone_have_no_tables() {
    let (dir, manifest) = data_set();
    let (predictions, out) = (dir.path().join("p.jsonl"), dir.path().join("out"));
    let label = json!({"image": "4.png", "board": false, "kind_of": "room", "group": "none"});
    fs::write(&manifest, lines(&[label])).expect("written");
    fs::write(&predictions, lines(&[json!({"image": "4.png"})])).expect("written");
    eval(&["--data", text(&manifest), "--predictions", text(&predictions), "--out", text(&out)])
        .success()
        .stdout(predicates::str::starts_with(
            "Photos without a board: 100.0 % of 1 refused, 0.0 % of 1 read and not flagged.\n\n\
            A picture of it: ",
        ));
}
