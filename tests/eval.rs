//! A whole evaluation, from labels to files, with predictions that come from elsewhere and with a
//! reader that is no model.

use assert_cmd::Command;
use image::RgbImage;
use kibitzer::{
    dataset::sets::Sets,
    error::Error,
    eval::{EvalData, Filter, Journal, JournalError, Outcome, Pass, Reader, Reading, Summary, run},
    games::{CellGrid, GameId},
    geometry::{Point, Quad},
    inference::{ModelCard, Task},
};
use polars::prelude::{ParquetReader, SerReader};
use serde_json::{Value, json};
use std::{
    fs::{self, File},
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
    assert_eq!(summary["refused"], json!({"rate": null, "n": 0, "by_kind_of": {}}));
    assert_eq!(summary["lost"]["by_kind_of"]["go"]["n"], 3);
    assert_eq!(summary["games"]["go"], *all);
}

/// Photos of no board: a puzzle that is refused, a page that is read as a board of Go and flagged,
/// and a room that is read and not flagged.
#[test]
fn photos_without_a_board_are_to_be_refused() {
    let (dir, manifest) = data_set();
    let mut labels = labels();
    for (image, kind) in [("4.png", "puzzle"), ("5.png", "page"), ("6.png", "room")] {
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
    fs::write(&predictions, lines(&[none, read("5.png", true), read("6.png", false)]))
        .expect("written");
    let out = dir.path().join("out");
    let score = |predictions: &Path, out: &Path| {
        eval(&["--data", text(&manifest), "--predictions", text(predictions), "--out", text(out)])
            .success();
        read_json(&out.join("summary.json"))
    };
    let summary = score(&predictions, &out);
    let (no, yes) = (json!({"rate": 0.0, "n": 1}), json!({"rate": 1.0, "n": 1}));
    assert_eq!(
        summary["refused"],
        json!({"rate": 1.0 / 3.0, "n": 3, "by_kind_of": {"page": no, "puzzle": yes, "room": no}})
    );
    assert_eq!(summary["accepted_unflagged"]["rate"], json!(1.0 / 3.0));
    assert_eq!(summary["accepted_unflagged"]["by_kind_of"]["room"], yes);
    assert_eq!(summary["overall"]["photos"], 3, "they are of no game");
    assert_eq!(summary["manifests"][0]["photos"], 6);
    assert_eq!(
        summary["lost"],
        json!({"rate": 1.0, "n": 3, "by_kind_of": {"go": {"rate": 1.0, "n": 3}}})
    );
    let photos =
        ParquetReader::new(File::open(out.join("photos.parquet")).expect("there")).finish();
    let photos = photos.expect("a table");
    assert_eq!((photos.height(), photos.column("game").expect("a column").null_count()), (6, 3));
    // What was read is scored the same from the file that was written.
    let again = score(&out.join("predictions.jsonl"), &dir.path().join("again"));
    for key in ["refused", "accepted_unflagged", "lost", "overall"] {
        assert_eq!(again[key], summary[key], "{key}");
    }
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
    assert_eq!(summary["refused"]["by_kind_of"]["wall"], json!({"rate": 1.0, "n": 1}));
    assert_eq!(summary["models"].as_array().map(Vec::len), Some(6), "all games' models");
    let predicted = fs::read_to_string(out.join("predictions.jsonl")).expect("there");
    assert_eq!(predicted.lines().count(), 1);
    eval(&["--data", text(dir.path()), "--game", "go", "--out", text(&out)]).success();
    assert_eq!(
        read_json(&out.join("summary.json"))["models"].as_array().map(Vec::len),
        Some(2),
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
}

/// Reads every photo as an empty board whose corners it is told, or a fixed guess.
struct Fake {
    given: Vec<Option<Quad>>,
}

impl Reader for Fake {
    fn read(
        &mut self,
        _: Option<GameId>,
        _: &RgbImage,
        corners: Option<Quad>,
    ) -> Result<(Reading, f32), Error> {
        self.given.push(corners);
        let guess = [[0.0, 0.0], [99.0, 0.0], [99.0, 99.0], [0.0, 99.0]].map(Point::from);
        let corners = Some(corners.map_or(guess, |quad| *quad.corners()));
        Ok((Reading { corners, board: Some(CellGrid::empty(9, 9)), ..Reading::default() }, 0.5))
    }
}

fn run_fake(manifest: &Path, true_corners: bool) -> (Vec<Outcome>, Vec<Option<Quad>>, Summary) {
    let data = EvalData::read(&[manifest.to_owned()], &Filter::default(), &Sets::default())
        .expect("good labels");
    let mut fake = Fake { given: Vec::new() };
    let pass =
        Pass { data: &data, true_corners, journal: &mut Journal::none(), name: "plain".into() };
    let outcomes = run::<Box<dyn std::error::Error>>(pass, &mut fake, |_, _| Ok(())).expect("read");
    let summary = Summary::new(&data, &outcomes, &[], Vec::new(), "test".into(), None);
    (outcomes, fake.given, summary)
}

#[test]
fn no_label_helps_the_reader() {
    let (_dir, manifest) = data_set();
    let (outcomes, given, summary) = run_fake(&manifest, false);
    assert_eq!(given, [None, None]);
    assert_eq!(summary.overall.rates.boards_found.rate, Some(0.0));
    assert!(outcomes[0].seconds.is_some());
    let missing = outcomes[2].problem.as_deref().expect("the photo is not there");
    assert!(missing.contains("3.png"), "{missing}");
}

#[test]
fn true_corners_are_given_on_demand() {
    let (_dir, manifest) = data_set();
    let (_, given, summary) = run_fake(&manifest, true);
    assert_eq!(given, [Quad::new(CORNERS.map(Point::from)).ok(); 2]);
    assert_eq!(summary.overall.rates.cell_accuracy_given_corners.rate, Some(79.0 / 81.0));
    assert_eq!(
        summary.overall.rates.boards_found.rate,
        Some(2.0 / 3.0),
        "the missing photo stays not found"
    );
}

#[test]
fn rectified_photos_are_read_with_their_corners() {
    let (dir, manifest) = data_set();
    let mut label = labels().remove(0);
    label["rectified"] = json!(true);
    let mut bare = label.clone();
    bare["corners"] = Value::Null;
    bare["image"] = json!("images/2.png");
    fs::write(&manifest, lines(&[label, bare])).expect("written");
    let (outcomes, given, summary) = run_fake(&manifest, false);
    assert_eq!(
        given,
        [Quad::new(CORNERS.map(Point::from)).ok(), Some(Quad::rectangle(100.0, 100.0))]
    );
    assert!(outcomes.iter().all(|o| o.score.corners.is_none()));
    assert_eq!(
        (summary.overall.rates.boards_found.rate, summary.overall.rates.cell_accuracy.rate),
        (None, Some(79.0 / 81.0))
    );
    drop(dir);
}

#[test]
fn a_photo_is_read_under_every_stress() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let out = dir.path().join("out");
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/samples/labels.jsonl");
    let args =
        ["--data", samples, "--game", "checkers", "--limit", "1", "--stress", "--out", text(&out)];
    let told = eval(&args).success().get_output().stdout.clone();
    let told = String::from_utf8(told).expect("UTF-8");
    let report = read_json(&out.join("stress.json"));
    let stresses = report["stresses"].as_array().expect("stresses");
    assert_eq!((report["schema"].as_i64(), stresses.len()), (Some(2), 11));
    let plain = read_json(&out.join("summary.json"))["games"]["checkers"]["cell_accuracy"]["rate"]
        .as_f64()
        .expect("a rate");
    for stress in stresses {
        let (name, now) = (
            &stress["stress"],
            stress["games"]["checkers"]["cell_accuracy"]["rate"].as_f64().expect("a rate"),
        );
        let lost = stress["cell_accuracy_lost"]["checkers"].as_f64().expect("a difference");
        assert!((plain - now - lost).abs() < 1e-9, "{name}");
        assert!(told.contains(name.as_str().expect("a name")), "{told}");
    }
    eval(&["--data", samples, "--stress", "--predictions", "x", "--out", text(&out)]).code(2);
}

/// Reads the photos, noting what is read in a journal, until `stop_after` are done; the fake notes
/// which it was given.
fn run_with_journal(
    data: &EvalData,
    path: &Path,
    stop_after: usize,
) -> (Option<Vec<Outcome>>, usize) {
    let mut journal = Journal::open(path, &json!({"models": 1})).expect("a journal");
    let mut fake = Fake { given: Vec::new() };
    let mut done = 0;
    let pass = Pass { data, true_corners: true, journal: &mut journal, name: "plain".into() };
    let outcomes = run::<Box<dyn std::error::Error>>(pass, &mut fake, |_, _| {
        done += 1;
        if done > stop_after { Err("interrupted".into()) } else { Ok(()) }
    });
    (outcomes.ok(), fake.given.len())
}

#[test]
fn an_interrupted_evaluation_goes_on_where_it_stopped() {
    let (dir, manifest) = data_set();
    let data =
        EvalData::read(&[manifest], &Filter::default(), &Sets::default()).expect("good labels");
    let journal = dir.path().join("journal.jsonl");
    assert!(run_with_journal(&data, &journal, 0).0.is_none());
    // As a power cut would leave it.
    let torn = fs::read_to_string(&journal).expect("there") + "{\"pass\": \"pla";
    fs::write(&journal, torn).expect("written");
    let (outcomes, read) = run_with_journal(&data, &journal, 9);
    assert_eq!(read, 1, "the first photo was read before, the third is not there");
    let summary = |outcomes: &[Outcome]| {
        Summary::new(&data, outcomes, &[], Vec::new(), "test".into(), None).games
    };
    let without_times = |outcomes: Vec<Outcome>| {
        summary(&outcomes.into_iter().map(|o| Outcome { seconds: None, ..o }).collect::<Vec<_>>())
    };
    let (again, read) = run_with_journal(&data, &journal, 9);
    assert_eq!(read, 0);
    let fresh = run_with_journal(&data, &dir.path().join("other.jsonl"), 9).0.expect("read");
    let [gone_on, again] = [outcomes, again].map(|outcomes| without_times(outcomes.expect("read")));
    assert_eq!(format!("{gone_on:?}"), format!("{:?}", without_times(fresh)));
    assert_eq!(format!("{gone_on:?}"), format!("{again:?}"));
    assert!(matches!(Journal::open(&journal, &json!({"models": 2})), Err(JournalError::Other(_))));
    // A class that the game does not have is no reading.
    let text = fs::read_to_string(&journal).expect("there");
    let (before, cells) = text.split_once("\"cells\":[").expect("a board was read");
    let (_, others) = cells.split_once(',').expect("more than one cell");
    fs::write(&journal, format!("{before}\"cells\":[200,{others}")).expect("written");
    assert_eq!(run_with_journal(&data, &journal, 9).1, 1);
}

/// The models that read checkers, of which the classifier's card has another temperature.
fn models_with_another_temperature() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("temporary folder");
    for name in ["corners", "checkers-cells"] {
        let (from, to) = (
            Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name),
            dir.path().join(name),
        );
        fs::create_dir(&to).expect("made");
        fs::copy(from.join("model.onnx"), to.join("model.onnx")).expect("copied");
        let card = fs::read_to_string(from.join("README.md")).expect("a card");
        fs::write(to.join("README.md"), card.replace("\ntemperature: ", "\ntemperature: 1"))
            .expect("written");
    }
    dir
}

/// Copies the first sample of checkers, with its label, into a folder; where its photo is.
fn sample_of_checkers(folder: &Path) -> PathBuf {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/samples");
    let labels = fs::read_to_string(samples.join("labels.jsonl")).expect("samples");
    let label = labels
        .lines()
        .find(|label| label.contains("\"game\":\"checkers\""))
        .expect("a sample of checkers");
    let image = serde_json::from_str::<Value>(label).expect("JSON")["image"]
        .as_str()
        .expect("a name")
        .to_owned();
    fs::write(folder.join("labels.jsonl"), format!("{label}\n")).expect("written");
    fs::create_dir_all(folder.join("images")).expect("made");
    fs::copy(samples.join(&image), folder.join(&image)).expect("copied");
    folder.join(image)
}

#[test]
fn a_killed_evaluation_is_resumed_by_the_command() {
    let (dir, data) = (
        tempfile::tempdir().expect("temporary folder"),
        tempfile::tempdir().expect("temporary folder"),
    );
    let photo = sample_of_checkers(data.path());
    let out = dir.path().join("out");
    let args = [
        "eval",
        "--data",
        text(data.path()),
        "--game",
        "checkers",
        "--limit",
        "1",
        "--stress",
        "--out",
        text(&out),
    ];
    let mut running = std::process::Command::new(assert_cmd::cargo::cargo_bin("kibitzer"))
        .args(args)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("started");
    let journal = dir.path().join("out.partial/journal.jsonl");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while lines() < 4 && running.try_wait().expect("a process").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    running.kill().expect("killed");
    running.wait().expect("over");
    assert!((4..13).contains(&lines()), "killed in the middle: {}", lines());
    eval(&[&args[1..], &["--split", "val", "--resume"]].concat()).code(2);
    let other_models = models_with_another_temperature();
    eval(&[&args[1..], &["--models", text(other_models.path()), "--resume"]].concat()).code(2);
    let photo = fs::File::options().write(true).open(photo).expect("there");
    let taken = photo.metadata().and_then(|file| file.modified()).expect("a time");
    photo.set_modified(taken + std::time::Duration::from_secs(60)).expect("changed");
    eval(&[&args[1..], &["--resume"]].concat())
        .code(2)
        .stderr(predicates::str::contains("other models, photos or options"));
    photo.set_modified(taken).expect("changed back");
    eval(&[&args[1..], &["--resume"]].concat())
        .success()
        .stderr(predicates::str::contains("readings are taken over"));
    assert_eq!(read_json(&out.join("stress.json"))["stresses"].as_array().map(Vec::len), Some(11));
    assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1);
    assert!(!out.join("journal.jsonl").exists());
}

#[test]
fn a_temperature_is_fitted_to_an_evaluation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().expect("temporary folder");
    let (out, models) = (dir.path().join("out"), dir.path().join("models"));
    fs::create_dir_all(models.join("go-cells")).expect("made");
    for file in ["README.md", "model.onnx"] {
        fs::copy(root.join("models/go-cells").join(file), models.join("go-cells").join(file))
            .expect("copied");
    }
    let temperature = || match ModelCard::read(&models.join("go-cells/README.md"))
        .expect("a card")
        .task
    {
        Task::Cells(task) => task.temperature,
        Task::Corners(_) | Task::Positions(_) => unreachable!("the card is a cell classifier's"),
    };
    let before = temperature();
    eval(&[
        "--data",
        text(&root.join("datasets/samples/labels.jsonl")),
        "--game",
        "go",
        "--corners",
        "truth",
        "--out",
        text(&out),
    ])
    .success();
    let calibrate = |more: &[&str]| {
        let model = ["model", "calibrate", "--models", text(&models), "--eval"];
        Command::cargo_bin("kibitzer").expect("the binary").args(model).args(more).assert()
    };
    calibrate(&[text(&out), "go-cells", "--dry-run"]).success();
    assert_eq!(temperature(), before);
    let said = calibrate(&[text(&out), "go-cells", "--at", &before.to_string()]).success();
    let said = String::from_utf8(said.get_output().stdout.clone()).expect("UTF-8");
    assert_ne!(temperature(), before);
    assert!(said.contains(&format!("at {}.\n", temperature())), "{said}");
    assert!(
        said.contains("The board power stays"),
        "all samples are read right, which says nothing of mistakes: {said}"
    );
    calibrate(&[text(dir.path()), "go-cells"])
        .code(2)
        .stderr(predicates::str::contains("photos.parquet"));
    calibrate(&[text(&out), "go-cells", "--at", "0"])
        .code(2)
        .stderr(predicates::str::contains("above 0"));
    calibrate(&[text(&out), "chess-cells"])
        .code(2)
        .stderr(predicates::str::contains("kibitzer model list"));
}

#[test]
fn what_the_reader_thinks_of_its_boards_goes_from_file_to_file() {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/samples/labels.jsonl");
    let dir = tempfile::tempdir().expect("temporary folder");
    let (read, scored) = (dir.path().join("read"), dir.path().join("scored"));
    let args = ["--data", samples, "--game", "checkers"];
    eval(&[&args[..], &["--out", text(&read)]].concat()).success();
    let predictions = read.join("predictions.jsonl");
    eval(&[&args[..], &["--predictions", text(&predictions), "--out", text(&scored)]].concat())
        .success();
    let flagged = |folder: &Path| {
        let summary = fs::read_to_string(folder.join("summary.json")).expect("there");
        let summary: Value = serde_json::from_str(&summary).expect("JSON");
        ["wrong_boards_flagged", "right_boards_flagged"]
            .map(|rate| summary["overall"][rate]["rate"].as_f64())
    };
    assert_eq!(flagged(&read), flagged(&scored));
    assert!(flagged(&read).iter().any(Option::is_some));
    let table = |folder: &Path| {
        ParquetReader::new(File::open(folder.join("photos.parquet")).expect("there"))
            .finish()
            .expect("a table")
    };
    for name in ["board_confidence", "check"] {
        let (one, other) = (table(&read), table(&scored));
        assert!(one.column(name).expect(name).equals(other.column(name).expect(name)), "{name}");
    }
    // Lines of other systems, and older ones, do not say.
    let bare: String =
        fs::read_to_string(&predictions).expect("there").lines().map(without_opinion).collect();
    fs::write(&predictions, bare).expect("written");
    eval(
        &[
            &args[..],
            &["--predictions", text(&predictions), "--out", text(&dir.path().join("bare"))],
        ]
        .concat(),
    )
    .success();
    assert_eq!(flagged(&dir.path().join("bare")), [None, None]);
}

/// A line of predictions without what the reader thinks of its board.
fn without_opinion(line: &str) -> String {
    let mut line: Value = serde_json::from_str(line).expect("JSON");
    assert!(line.as_object_mut().expect("an object").remove("self_assessment").is_some());
    format!("{line}\n")
}
