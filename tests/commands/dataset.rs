//! `kibitzer dataset` as a person types it.

use assert_cmd::Command;
use image::{Rgb, RgbImage};
use predicates::{prelude::*, str::contains};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

fn kibitzer(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("kibitzer").expect("the program");
    command.arg("dataset").args(arguments);
    command
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// A checkered 320x320 board with a white man on row 5, column 0; the shade keeps photos from being
/// duplicates.
fn photo(path: &Path, seed: u32) {
    let shade = |x: u32, y: u32| ((x * (3 + seed % 5) + y * (1 + seed)) / 9 % 60) as u8;
    let board = RgbImage::from_fn(320, 320, |x, y| {
        let base: u8 = if (x / 40 + y / 40) % 2 == 0 { 150 } else { 40 };
        if (x as f64 - 20.0).hypot(y as f64 - 220.0) < 15.0 {
            Rgb([240; 3])
        } else {
            Rgb([base + shade(x, y); 3])
        }
    });
    fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
    board.save(path).expect("writable");
}

fn label(i: usize, group: &str) -> Value {
    json!({
        "image": format!("images/{i}.png"), "game": "checkers", "group": group, "split": "train",
        "width": 320, "height": 320,
        "corners": [[0, 0], [320, 0], [320, 320], [0, 320]],
        "cells": ["........", "........", "........", "........", "........", "w.......",
        "........", "........"],
    })
}

/// A folder with twelve labeled photos of six groups.
struct Source {
    folder: TempDir,
    labels: PathBuf,
}

impl Source {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let labels = folder.path().join("source/labels.jsonl");
        let source = Self { folder, labels };
        for i in 0..12 {
            photo(&source.path(&format!("source/images/{i}.png")), i);
        }
        source.write(&(0..12).map(|i| label(i, &format!("g{}", i / 2))).collect::<Vec<_>>());
        source
    }

    fn write(&self, labels: &[Value]) {
        let lines: String = labels.iter().map(|l| format!("{l}\n")).collect();
        fs::write(&self.labels, lines).expect("writable");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn labels(&self) -> &str {
        text(&self.labels)
    }
}

fn read_lines(path: &Path) -> Vec<Value> {
    let content = fs::read_to_string(path).expect("a file");
    content.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Every file in a folder, none where there is no folder.
fn files_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn check_finds_nothing_wrong_with_good_labels() {
    let source = Source::new();
    kibitzer(&["check", source.labels(), "--no-notes"])
        .assert()
        .success()
        .stdout(contains("12 labels: 0 errors, 0 warnings"));
    // A folder stands for the labels file in it.
    kibitzer(&["check", text(&source.path("source")), "--no-photos"]).assert().success();
}

#[test]
fn check_names_file_and_line_of_every_defect() {
    let source = Source::new();
    let mut labels: Vec<Value> = (0..4).map(|i| label(i, "one")).collect();
    labels[1]["image"] = json!("images/missing.png");
    labels[2]["corners"] = json!([[0, 0], [0, 320], [320, 320], [320, 0]]);
    labels[3]["split"] = json!("val");
    source.write(&labels);
    let place =
        |line: usize, rest: &str| contains(format!("{}:{line}: error: {rest}", source.labels()));
    let output = kibitzer(&["check", source.labels()]).assert().code(2);
    output
        .stdout(place(2, "cannot read"))
        .stdout(place(3, "bad \"corners\": the corners run counter-clockwise"))
        .stdout(place(4, "group \"one\" is in val here and in train"))
        .stdout(contains("4 labels: 3 errors"));
    let json = kibitzer(&["check", source.labels(), "--json"]).assert().code(2);
    let report: Value = serde_json::from_slice(&json.get_output().stdout).expect("JSON");
    assert_eq!(
        (&report["labels"], &report["defects"][0]["line"], &report["defects"][0]["rule"]),
        (&json!(4), &json!(2), &json!("missing-image"))
    );
}

#[test]
fn check_keeps_groups_of_one_set_on_one_side() {
    let source = Source::new();
    let mut labels: Vec<Value> = (0..4).map(|i| label(i, &format!("g{}", i / 2))).collect();
    labels[2]["split"] = json!("val");
    labels[3]["split"] = json!("val");
    source.write(&labels);
    kibitzer(&["check", source.labels()]).assert().success();
    let sets = source.path("sets.json");
    fs::write(&sets, r#"{"checkers": [["g0", "g1"]]}"#).expect("writable");
    kibitzer(&["check", source.labels(), "--together", text(&sets)]).assert().code(2).stdout(
        contains("labels.jsonl:3: error: set \"g0\" is in val here and in train")
            .and(contains("1 error")),
    );
}

#[test]
fn check_reports_a_broken_line_and_goes_on() {
    let source = Source::new();
    fs::write(&source.labels, format!("{}\nnot json\n{}\n", label(0, "one"), label(1, "")))
        .expect("writable");
    kibitzer(&["check", source.labels()]).assert().code(2).stdout(
        contains("labels.jsonl:2: error: not a label")
            .and(contains("labels.jsonl:3: warning: no \"group\"")),
    );
}

#[test]
fn a_broken_line_stops_the_other_commands_before_they_write() {
    let source = Source::new();
    fs::write(&source.labels, format!("{}\n{{\"image\": 3}}\n", label(0, "one")))
        .expect("writable");
    let out = source.path("out");
    let place = || contains("labels.jsonl:2: not a label").and(contains("datasets/schema.json"));
    kibitzer(&["stats", source.labels()]).assert().code(2).stdout("").stderr(place());
    kibitzer(&["split", source.labels(), "--folds", "2", "--out", text(&out)])
        .assert()
        .code(2)
        .stderr(place());
    kibitzer(&["preview", source.labels(), "--out", text(&out)]).assert().code(2).stderr(place());
    assert!(!out.exists());
}

#[test]
fn a_missing_labels_file_is_named() {
    for command in ["check", "stats"] {
        kibitzer(&[command, "no/such/labels.jsonl"])
            .assert()
            .code(2)
            .stderr(contains("no/such/labels.jsonl"));
    }
    let empty = tempfile::tempdir().expect("a folder");
    kibitzer(&["stats", text(empty.path())])
        .assert()
        .code(2)
        .stderr(contains("has no labels.jsonl or manifest.jsonl"));
    kibitzer(&["check"]).assert().code(2).stderr(contains("LABELS.jsonl"));
}

#[test]
fn stats_counts_photos_groups_and_classes() {
    let source = Source::new();
    kibitzer(&["stats", source.labels()])
        .assert()
        .success()
        .stdout(contains("Games\n").and(contains("white man")));
    let long = source.path("long.jsonl");
    let group = format!("{}-group", "long-".repeat(50));
    fs::write(&long, format!("{}\n", label(0, &group))).expect("writable");
    let output = kibitzer(&["stats", source.labels(), text(&long)]).assert().success();
    let printed = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(printed.lines().all(|line| line.chars().count() <= 100), "{printed}");
    let output = kibitzer(&["stats", source.labels(), "--json"]).assert().success();
    let tables: Value = serde_json::from_slice(&output.get_output().stdout).expect("JSON");
    let game = &tables["games"][0];
    assert_eq!(
        (&game["photos"], &game["groups"], &game["cells"], &game["occupied"]),
        (&json!(12), &json!(6), &json!(768), &json!(12))
    );
}

#[test]
fn split_by_fractions_keeps_groups_together_and_finds_the_photos() {
    let source = Source::new();
    let out = source.path("splits/new.jsonl");
    let arguments = [
        "split",
        source.labels(),
        "--fractions",
        "train=0.5,val=0.5",
        "--seed",
        "3",
        "--out",
        text(&out),
    ];
    kibitzer(&arguments).assert().success().stdout(contains("train").and(contains("val")));
    let labels = read_lines(&out);
    assert_eq!(labels.len(), 12);
    for pair in labels.chunks(2) {
        assert_eq!(pair[0]["split"], pair[1]["split"]);
        assert!(
            out.parent()
                .expect("a folder")
                .join(pair[0]["image"].as_str().expect("a path"))
                .is_file()
        );
    }
    let before = fs::read(&out).expect("there");
    kibitzer(&arguments)
        .assert()
        .code(2)
        .stderr(contains("exists already").and(contains("--force")));
    kibitzer(&[&arguments[..], &["--force"]].concat()).assert().success();
    assert_eq!(fs::read(&out).expect("there"), before, "the same seed gave another split");
}

/// What `--out` names ends in `.jsonl`, or is a folder.
#[test]
fn split_makes_what_its_name_says() {
    let source = Source::new();
    let split = |plan: &[&str], out: &Path| {
        kibitzer(&[&["split", source.labels(), "--out", text(out)][..], plan].concat()).assert()
    };
    let fractions = ["--fractions", "train=0.5,val=0.5"];
    split(&fractions, &source.path("parts")).success();
    assert_eq!(files_in(&source.path("parts")), ["labels.jsonl"]);
    kibitzer(&["check", text(&source.path("parts"))]).assert().success();
    split(&fractions, &source.path("parts.jsonl")).success();
    assert!(source.path("parts.jsonl").is_file());
    split(&["--folds", "2"], &source.path("folds.jsonl"))
        .code(2)
        .stderr(contains("is one labels file, and this makes several"));
    assert!(!source.path("folds.jsonl").exists());
    fs::write(source.path("notes"), "mine").expect("writable");
    split(&[&fractions[..], &["--force"]].concat(), &source.path("notes"))
        .code(2)
        .stderr(contains("notes is a file that is there already"));
    assert_eq!(fs::read_to_string(source.path("notes")).expect("kept"), "mine");
}

#[test]
fn no_command_replaces_what_it_reads() {
    let source = Source::new();
    let before = fs::read(&source.labels).expect("there");
    for command in [&["suspects"][..], &["export", "--format", "coco"]] {
        let out = [source.labels(), "--out", source.labels(), "--force"];
        let refused = kibitzer(&[command, &out].concat()).assert().code(2);
        refused.stderr(contains("is one of the files to read"));
        assert_eq!(fs::read(&source.labels).expect("there"), before);
    }
    let photo = tempfile::Builder::new().suffix(".jpg").tempfile().expect("a file");
    let name = photo.path().to_str().expect("a name");
    for command in [&["queue"][..], &["label", "--game", "go", "--group", "mine"]] {
        let refused = kibitzer(&[command, &[name, "--out", name, "--force"]].concat()).assert();
        refused.code(2).stderr(contains("is one of the files to read"));
        assert!(photo.path().exists());
    }
}

#[test]
fn split_never_replaces_its_input() {
    let source = Source::new();
    let before = fs::read(&source.labels).expect("there");
    kibitzer(&[
        "split",
        source.labels(),
        "--fractions",
        "train=0.5,val=0.5",
        "--out",
        source.labels(),
        "--force",
    ])
    .assert()
    .code(2)
    .stderr(contains("is one of the files to read"));
    assert_eq!(fs::read(&source.labels).expect("there"), before);
}

#[test]
fn folds_validate_every_group_once() {
    let source = Source::new();
    for (plan, count) in [(vec!["--folds", "3"], 3), (vec!["--leave-one-group-out"], 6)] {
        let out = source.path(&format!("folds-{count}"));
        kibitzer(&[&["split", source.labels(), "--out", text(&out)][..], &plan].concat())
            .assert()
            .success();
        let names = files_in(&out);
        assert_eq!(names.len(), count, "{names:?}");
        let labels: Vec<Value> =
            names.iter().flat_map(|name| read_lines(&out.join(name))).collect();
        assert_eq!(labels.iter().filter(|l| l["split"] == "val").count(), 12);
    }
}

#[test]
fn a_split_that_cannot_be_made_says_why() {
    let source = Source::new();
    let out = source.path("out");
    let run = |plan: &[&str]| {
        kibitzer(&[&["split", source.labels(), "--out", text(&out)][..], plan].concat())
            .assert()
            .code(2)
    };
    run(&["--folds", "7"]).stderr(contains("6 sets, too few for 7 parts"));
    run(&["--folds", "1000000000000000000"])
        .stderr(contains("too few for 1000000000000000000 parts"));
    run(&["--fractions", "train=0.5,val=0.6"]).stderr(contains("sum to 1"));
    run(&["--fractions", "train=half"]).stderr(contains("PART=FRACTION"));
    run(&[]).stderr(contains("--fractions"));
    source.write(&(0..4).map(|i| label(i, "one")).collect::<Vec<_>>());
    for plan in [&["--folds", "2"][..], &["--leave-one-group-out"]] {
        run(plan).stderr(
            contains("checkers has one set, which cannot be on both sides")
                .and(contains("kibitzer reference add"))
                .and(contains("--leave-one-group-out").not()),
        );
    }
    assert!(!out.exists());
}

#[test]
fn preview_draws_photos_and_classes() {
    let source = Source::new();
    let out = source.path("sheets");
    let models = text(&source.path("no-models")).to_owned();
    kibitzer(&["preview", source.labels(), "--out", text(&out), "--models", &models])
        .assert()
        .success()
        .stderr(contains("cells are cut from the board"));
    assert_eq!(files_in(&out), ["checkers-empty.png", "checkers-white-man.png", "photos-000.png"]);
    let sheet = image::open(out.join("checkers-white-man.png")).expect("a picture").into_rgb8();
    // Twelve crops whose middle is the white man.
    let white = sheet.pixels().filter(|p| p.0[0] >= 236 && p.0[2] >= 236).count();
    assert!(white > 12 * 300, "{white}");
    fs::remove_file(out.join("photos-000.png")).expect("removed");
    kibitzer(&["preview", source.labels(), "--out", text(&out)])
        .assert()
        .code(2)
        .stderr(contains("--force"));
    assert!(
        !out.join("photos-000.png").exists(),
        "nothing is written where something is in the way"
    );
}

/// The card says that a crop of checkers has 48x52 pixels, which are shown twice as large, ten in a
/// row.
#[test]
fn preview_shows_what_the_classifier_is_given() {
    let source = Source::new();
    let out = source.path("sheets");
    kibitzer(&["preview", source.labels(), "--out", text(&out), "--no-photos"])
        .assert()
        .success()
        .stderr("");
    let sheet = image::open(out.join("checkers-white-man.png")).expect("a picture").into_rgb8();
    assert_eq!(sheet.width(), 6 + 10 * (96 + 6));
    assert!((2 * 110..3 * 110).contains(&sheet.height()), "{}", sheet.height());
}

/// A folder of YOLO files for two photos; the corners come from a corners file.
fn yolo(source: &Source) -> Vec<String> {
    for (i, class) in [(0, 0), (1, 1)] {
        photo(&source.path(&format!("yolo/images/p{i}.png")), i);
        fs::create_dir_all(source.path("yolo/labels")).expect("writable");
        fs::write(
            source.path(&format!("yolo/labels/p{i}.txt")),
            format!("{class} 0.0625 0.6875 0.1 0.1\n"),
        )
        .expect("writable");
    }
    fs::write(source.path("yolo/classes.txt"), "white man\ncrown\n").expect("writable");
    let corners = |i: u32| {
        json!({"image": format!("p{i}.png"), "corners": [[0, 0], [320, 0], [320,
    320], [0, 320]]})
    };
    fs::write(source.path("corners.jsonl"), format!("{}\n{}\n", corners(0), corners(1)))
        .expect("writable");
    let path = |name: &str| text(&source.path(name)).to_owned();
    let fixed = ["--format", "yolo", "--game", "checkers", "--group", "desk", "--split", "val"]
        .map(str::to_owned);
    let paths = [
        "--corners".to_owned(),
        path("corners.jsonl"),
        "--out".to_owned(),
        path("new/labels.jsonl"),
    ];
    [vec!["import".to_owned(), path("yolo")], fixed.to_vec(), paths.to_vec()].concat()
}

#[test]
fn imported_labels_pass_the_check() {
    let source = Source::new();
    let mut arguments = yolo(&source);
    let run = |arguments: &[String]| {
        kibitzer(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).assert()
    };
    run(&arguments)
        .code(2)
        .stderr(contains("no class named crown").and(contains("--map crown=CODE")));
    assert!(!source.path("new").exists());
    arguments.extend(["--map", "crown=W"].map(str::to_owned));
    run(&arguments)
        .success()
        .stdout(contains("2 labels in").and(contains("2 with corners, 2 with cells")));
    let labels = read_lines(&source.path("new/labels.jsonl"));
    assert_eq!(
        (&labels[0]["cells"][5], &labels[1]["cells"][5]),
        (&json!("w......."), &json!("W......."))
    );
    assert_eq!(
        (&labels[0]["image"], &labels[0]["split"]),
        (&json!("../yolo/images/p0.png"), &json!("val"))
    );
    kibitzer(&["check", text(&source.path("new"))]).assert().success();
    run(&arguments).code(2).stderr(contains("labels.jsonl exists already"));
    let over = |file: &str| {
        let out = arguments.len() - 3;
        let over: Vec<String> = arguments
            .iter()
            .enumerate()
            .map(|(i, a)| if i == out { text(&source.path(file)).to_owned() } else { a.clone() })
            .collect();
        run(&[over, vec!["--force".to_owned()]].concat()).code(2).stderr(contains("would replace"));
    };
    over("corners.jsonl");
    over("yolo/labels/p0.txt");
    run(&[&arguments[..], &["--map", "crown=w"].map(str::to_owned)].concat())
        .code(2)
        .stderr(contains("'crown' twice"));
}

#[test]
fn import_never_replaces_the_corners_that_a_folder_stands_for() {
    let source = Source::new();
    let mut arguments = yolo(&source);
    let file = source.path("corners/labels.jsonl");
    fs::create_dir_all(source.path("corners")).expect("writable");
    fs::rename(source.path("corners.jsonl"), &file).expect("moved");
    let mut set = |option: &str, path: &Path| {
        let at = arguments.iter().position(|a| a == option).expect("an option") + 1;
        text(path).clone_into(&mut arguments[at]);
    };
    set("--corners", &source.path("corners"));
    set("--out", &file);
    let before = fs::read(&file).expect("there");
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = kibitzer(&[&arguments[..], &["--map", "crown=W", "--force"]].concat()).assert();
    run.code(2).stderr(contains("would replace"));
    assert_eq!(fs::read(&file).expect("there"), before);
}

#[test]
fn import_names_what_is_wrong_with_its_source() {
    let source = Source::new();
    let out = source.path("out.jsonl");
    let run = |format: &str, from: &str, rest: &[&str]| {
        let fixed = [
            "import",
            from,
            "--format",
            format,
            "--game",
            "chess",
            "--group",
            "x",
            "--out",
            text(&out),
        ];
        kibitzer(&[&fixed[..], rest].concat()).assert().code(2)
    };
    run("coco", source.labels(), &[]).stderr(contains("not a COCO file"));
    run("coco", "missing.json", &[]).stderr(contains("missing.json"));
    let coco = source.path("coco.json");
    let images =
        r#"{"images": [{"id": 1, "file_name": "a.jpg"}], "annotations": [], "categories": []}"#;
    fs::write(&coco, images).expect("writable");
    run("coco", text(&coco), &[])
        .stderr(contains("the photo a.jpg is not in").and(contains("; --photos names it")));
    run("yolo", text(&source.path("source")), &[])
        .stderr(contains("no data.yaml, classes.txt or obj.names"));
    run("fen", text(&source.path("source/images")), &[]).stderr(contains("no labeled photo found"));
    run("tarot", source.labels(), &[]).stderr(contains("label-studio"));
    run("fen", source.labels(), &["--map", "horse"]).stderr(contains("NAME=CODE"));
    fs::write(source.path("corners.jsonl"), "{}\n").expect("writable");
    run("fen", source.labels(), &["--corners", text(&source.path("corners.jsonl"))])
        .stderr(contains("corners.jsonl:1: not a label"));
    assert!(!out.exists());
}

#[test]
fn label_needs_models_and_keeps_files() {
    let source = Source::new();
    let images = source.path("source/images");
    let run = |out: &str| {
        let mut command = kibitzer(&[
            "label",
            text(&images),
            "--game",
            "checkers",
            "--group",
            "desk",
            "--out",
            out,
        ]);
        command.args(["--models", text(&source.path("no-models"))]).assert().code(2)
    };
    run(source.labels()).stderr(contains("exists already"));
    run(text(&source.path("new.jsonl"))).stderr(contains("no-models"));
    assert!(!source.path("new.jsonl").exists());
}

#[test]
fn labeling_goes_on_where_it_stopped_and_keeps_what_was_corrected() {
    let source = Source::new();
    let (images, out) = (source.path("source/images"), source.path("proposed.jsonl"));
    let run = |more: &[&str]| {
        let fixed =
            ["label", text(&images), "--game", "checkers", "--group", "desk", "--out", text(&out)];
        kibitzer(&[&fixed[..], more].concat()).assert()
    };
    run(&["--resume"]).success().stdout(contains("labels in"));
    let whole = fs::read_to_string(&out).expect("written");
    let lines: Vec<&str> = whole.lines().collect();
    assert!(lines.len() > 1, "{whole}");
    // All but one line lost, and that one corrected by hand, in a hand's spacing.
    let corrected = lines[0].replacen('{', "{ \"seen\": true, ", 1);
    fs::write(&out, format!("{corrected}\n")).expect("writable");
    run(&[]).code(2).stderr(contains("exists already"));
    run(&["--resume", "--force"]).code(2);
    for other in [["--game", "chess"], ["--group", "hall"]] {
        let mut args =
            vec!["label", text(&images), "--out", text(&out), "--resume", other[0], other[1]];
        args.extend(if other[0] == "--game" {
            ["--group", "desk"]
        } else {
            ["--game", "checkers"]
        });
        kibitzer(&args).assert().code(2).stderr(contains("go on with that one"));
    }
    run(&["--resume"]).success();
    let again = fs::read_to_string(&out).expect("written");
    let mut expected: Vec<&str> = lines[1..].iter().copied().chain([corrected.as_str()]).collect();
    let mut found: Vec<&str> = again.lines().collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    fs::write(&out, "broken\n").expect("writable");
    run(&["--resume"]).code(2).stderr(contains("proposed.jsonl:1"));
    assert_eq!(fs::read_to_string(&out).expect("kept"), "broken\n");
}

/// A label would name another file.
#[cfg(unix)]
#[test]
fn a_photo_whose_name_is_no_text_gets_no_label() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let folder = tempfile::tempdir().expect("a folder");
    photo(&folder.path().join("photos").join(OsStr::from_bytes(b"\xE4.png")), 1);
    let (photos, out) = (folder.path().join("photos"), folder.path().join("labels.jsonl"));
    let label = ["label", text(&photos), "--game", "checkers", "--group", "a", "--out", text(&out)];
    kibitzer(&label).assert().code(2).stderr(contains("rename it"));
    assert_eq!(fs::read_to_string(&out).unwrap_or_default(), "");
}

/// The labels files committed under `datasets/`.
#[test]
fn a_queue_puts_what_teaches_most_first_and_near_duplicates_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/samples/images");
    let photos = folder.path().join("photos");
    fs::create_dir_all(&photos).expect("writable");
    for name in ["chess-00000329.jpg", "qwirkle-00000311.jpg", "go-00000334.jpg"] {
        fs::copy(samples.join(name), photos.join(name)).expect("copied");
    }
    let again = image::open(samples.join("qwirkle-00000311.jpg")).expect("a photo");
    let again = again.resize(420, 420, image::imageops::FilterType::Triangle);
    again.save(photos.join("again.png")).expect("saved");
    let out = folder.path().join("queue.jsonl");
    let queue = |more: &[&str]| {
        kibitzer(&[&["queue", text(&photos), "--out", text(&out)], more].concat()).assert()
    };
    queue(&[]).code(0).stdout(contains("4 photos").and(contains("1 of which")));
    let lines = read_lines(&out);
    let teaches: Vec<f64> = lines.iter().filter_map(|line| line["teaches"].as_f64()).collect();
    assert!(teaches[0] >= teaches[1] && teaches[1] >= teaches[2], "{teaches:?}");
    assert_eq!(lines[0]["game"], "chess", "a set that it hardly knows");
    assert!(lines[3]["like"].is_string() && lines[..3].iter().all(|line| line["like"].is_null()));
    queue(&[]).code(2).stderr(contains("--force"));
    assert_eq!(read_lines(&out), lines);
    fs::write(photos.join("broken.jpg"), "nothing").expect("written");
    queue(&["--resume", "--game", "go"]).code(2).stderr(contains("has photos of chess"));
    queue(&["--resume"]).code(2).stderr(contains("broken.jpg"));
    assert_eq!(read_lines(&out), lines, "what was read is not read again");
}

#[test]
fn photos_in_which_no_board_was_found_come_first_where_the_game_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (photos, out) = (folder.path().join("photos"), folder.path().join("queue.jsonl"));
    fs::create_dir_all(&photos).expect("writable");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/samples/images");
    fs::copy(samples.join("go-00000334.jpg"), photos.join("go.jpg")).expect("copied");
    RgbImage::from_pixel(320, 240, Rgb([90; 3])).save(photos.join("dark.png")).expect("saved");
    let first = |more: &[&str], words: &str| {
        let queue = ["queue", text(&photos), "--force", "--out", text(&out)];
        let said = contains("no board found").and(contains(words));
        kibitzer(&[&queue, more].concat()).assert().code(0).stdout(said);
        read_lines(&out)[0]["photo"].as_str().expect("a name").to_owned()
    };
    let named = first(&["--game", "go"], "no board of go was found in 1, which come first");
    assert!(named.ends_with("dark.png"), "{named}");
    let any = first(&[], "no board was found in 1, which come last");
    assert!(any.ends_with("go.jpg"), "{any}");
}

#[test]
fn a_set_has_to_be_there_and_of_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.jsonl");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/samples/images");
    let start = samples.join("checkers-00000300.jpg");
    let mut add = Command::cargo_bin("kibitzer").expect("the program");
    add.args(["reference", "add", "mine", "--game", "checkers", text(&start)]);
    add.env("KIBITZER_SETS", folder.path()).assert().code(0);
    let go = samples.join("go-00000334.jpg");
    let refused = |args: &[&str], words: &str| {
        let mut command = kibitzer(args);
        command.env("KIBITZER_SETS", folder.path()).assert().code(2).stderr(contains(words));
    };
    let photo = [text(&go), "--game", "go", "--out", text(&out), "--set"];
    let label = [&["label", "--group", "a"], &photo[..]].concat();
    let queue = [&["queue"], &photo[..]].concat();
    for command in [label, queue] {
        refused(&[&command[..], &["mine"]].concat(), "checkers");
        refused(&[&command[..], &["nope"]].concat(), "nope");
    }
    // A command that reads no photo says so, too.
    refused(&["check", "datasets/samples", "--set", "nope"], "nope");
}

#[test]
fn references_are_split_off_by_set_and_position() {
    let source = Source::new();
    let out = source.path("references");
    kibitzer(&["split", source.labels(), "--references", "2", "--out", text(&out)])
        .assert()
        .code(2)
        .stderr(contains("eight different positions"));
    let position = |i: usize| {
        let mut rows = vec!["........".to_owned(); 8];
        rows[1].replace_range(i..=i, "w");
        // No position is another one turned.
        rows[3].replace_range(2..=2, "w");
        let mut label = label(i, "a");
        label["cells"] = json!(rows);
        // It is trained on.
        label.as_object_mut().expect("a label").remove("split");
        label
    };
    source.write(&(0..8).map(position).collect::<Vec<_>>());
    let split = |part: &str| {
        let split = ["split", source.labels(), "--split", part, "--references", "2"];
        kibitzer(&[&split[..], &["--out", text(&out)]].concat()).assert()
    };
    split("val").code(2).stderr(contains("no label is in the split val"));
    split("train").code(0);
    let lines = read_lines(&out.join("checkers-a.jsonl"));
    let of = |part: &str| lines.iter().filter(|line| line["split"] == part).count();
    assert_eq!((of("reference"), of("test"), of("same")), (2, 6, 0));
}

fn committed() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let folders =
        fs::read_dir(root).expect("a folder").flatten().map(|e| e.path()).filter(|p| p.is_dir());
    let files =
        folders.flat_map(|folder| ["labels.jsonl", "manifest.jsonl"].map(|name| folder.join(name)));
    files.filter(|path| path.is_file()).collect()
}

#[test]
fn committed_labels_have_no_defect() {
    for path in committed() {
        kibitzer(&["check", text(&path)])
            .assert()
            .success()
            .stdout(contains("0 errors, 0 warnings"));
    }
}

/// The schema and the reader know the same keys, games and kinds.
#[test]
fn the_schema_describes_what_is_read() {
    use kibitzer::{
        dataset::{Label, manifest::Kind},
        games::GameId,
    };
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/schema.json");
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(schema).expect("there")).expect("JSON");
    let keys =
        |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let full = Label {
        game: Some(GameId::Go),
        split: Some("train".into()),
        rectified: true,
        colors: Some("arbitrary".into()),
        covered: vec![(0, 0)],
        hand_in_view: true,
        kings: Some(false),
        set: Some("oak".into()),
        unknown_cells: vec![(0, 0)],
        initial: true,
        random: true,
        kind_of: Some("puzzle".into()),
        extra: [("board".to_owned(), json!(false)), ("board_size".to_owned(), json!(9))]
            .into_iter()
            .collect(),
        width: Some(1),
        height: Some(1),
        ..Label::default()
    };
    assert_eq!(keys(&schema["properties"]), keys(&serde_json::to_value(full).expect("JSON")));
    let names = |values: Vec<Value>| json!(values);
    // Photos without a board are of no game.
    let games = GameId::ALL.iter().map(|game| json!(game.name())).chain([Value::Null]).collect();
    assert_eq!(schema["properties"]["game"]["enum"], names(games));
    let kinds = [Kind::Photo, Kind::Screenshot, Kind::Render].map(|kind| json!(kind)).to_vec();
    assert_eq!(schema["properties"]["kind"]["enum"], names(kinds));
}

#[test]
fn a_wrong_label_is_the_first_suspect() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/samples");
    let labels = fs::read_to_string(samples.join("labels.jsonl")).expect("labels");
    let mut labels: Vec<serde_json::Value> = labels
        .lines()
        .map(|line| serde_json::from_str(line).expect("a label"))
        .filter(|label: &serde_json::Value| label["game"] == "go")
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    for label in &mut labels {
        let image = label["image"].as_str().expect("a name");
        label["image"] = text(&samples.join(image)).into();
    }
    // A black stone is called a white one.
    let rows = labels[0]["cells"].as_array().expect("rows").clone();
    let row = rows.iter().position(|row| row.as_str().is_some_and(|row| row.contains('b')));
    let row = row.expect("a black stone");
    let col = rows[row].as_str().and_then(|row| row.find('b')).expect("a black stone");
    labels[0]["cells"][row] = rows[row].as_str().expect("a row").replacen('b', "w", 1).into();
    let (file, out) = (folder.path().join("labels.jsonl"), folder.path().join("suspects.jsonl"));
    let lines: String = labels.iter().map(|label| format!("{label}\n")).collect();
    fs::write(&file, lines).expect("written");
    let run = |more: &[&str]| {
        let arguments = [&["suspects", text(&file), "--out", text(&out)], more].concat();
        kibitzer(&arguments).assert()
    };
    run(&[]).success().stdout(contains(format!("of {} photos", labels.len())));
    let read = read_lines(&out);
    let first = &read[0]["cells"][0];
    assert_eq!(first["at"], serde_json::json!([row, col]), "{}", read[0]);
    assert!(first["label"] == "w" && first["read"] == "b" && read[0]["doubt"].as_f64() > Some(2.0));
    assert!(read.windows(2).all(|two| two[0]["doubt"].as_f64() >= two[1]["doubt"].as_f64()));
    run(&[]).code(2).stderr(contains("--force"));
    run(&["--resume"]).success();
    assert_eq!(read_lines(&out), read, "what was read is not read again");
}

#[test]
fn labels_that_cannot_be_compared_are_counted_and_a_photo_has_one() {
    let source = Source::new();
    let mut labels: Vec<Value> = read_lines(&source.labels).into_iter().take(3).collect();
    labels[0].as_object_mut().expect("a label").remove("corners");
    labels[1].as_object_mut().expect("a label").remove("cells");
    source.write(&labels);
    let out = source.path("suspects.jsonl");
    let run = |more: &[&str]| {
        kibitzer(&[&["suspects", source.labels(), "--out", text(&out)], more].concat()).assert()
    };
    let left = contains("2 of 3 photos were not compared");
    run(&[]).code(0).stdout(contains("of 1 photos")).stderr(left.clone());
    run(&["--resume"]).code(0).stdout(contains("of 1 photos")).stderr(left);
    labels.push(labels[2].clone());
    source.write(&labels);
    let twice = contains("labels.jsonl:4").and(contains("labeled twice, first on line 3"));
    run(&["--force"]).code(2).stderr(twice);
}

#[test]
fn labels_are_exported_for_other_tools_and_come_back() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/samples/labels.jsonl");
    let folder = tempfile::tempdir().expect("a folder");
    let (out, back) = (folder.path().join("tasks.json"), folder.path().join("back.jsonl"));
    let export = |more: &[&str]| {
        let arguments = ["export", text(&samples), "--format", "label-studio", "--out", text(&out)];
        kibitzer(&[&arguments[..], more].concat()).assert()
    };
    export(&[]).code(2).stderr(contains("name one game"));
    export(&["--game", "go"]).code(2).stderr(contains("name one size"));
    let go = ["--game", "go", "--size", "19"];
    export(&go).success().stdout(contains("import them with --size 19"));
    assert!(
        fs::read_to_string(folder.path().join("tasks.xml"))
            .is_ok_and(|xml| xml.contains("black stone"))
    );
    export(&go).code(2).stderr(contains("exists already"));
    let xml = folder.path().join("tasks.xml");
    let written = fs::read(&xml).expect("an interface");
    let same = ["export", text(&samples), "--format", "label-studio", "--out", text(&xml)];
    kibitzer(&[&same[..], &go, &["--force"]].concat())
        .assert()
        .code(2)
        .stderr(contains("is where the labeling interface goes"));
    assert_eq!(fs::read(&xml).expect("an interface"), written);
    let images = samples.with_file_name("images");
    let import = ["import", text(&out), "--format", "label-studio", "--game", "go", "--group", "g"];
    let more = ["--size", "19", "--photos", text(&images), "--out", text(&back)];
    kibitzer(&[&import[..], &more[..]].concat()).assert().success();
    let labels = fs::read_to_string(&samples).expect("labels");
    let board = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["cells"].clone();
    let large = |line: &&str| board(line).as_array().is_some_and(|rows| rows.len() == 19);
    let go: Vec<&str> =
        labels.lines().filter(|line| line.contains("\"go\"")).filter(large).collect();
    assert_eq!(read_lines(&back).len(), go.len());
}

#[test]
fn boards_that_are_hard_to_see_say_so_in_their_labels() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("renders");
    let render = |game: &str, percent: &str| {
        let job = ["render", "--game", game, "--count", "2", "--size", "64", "--hard", percent];
        let mut command = kibitzer(&job);
        command.args(["--out", text(&out)]);
        command
    };
    render("go", "101").assert().code(2).stderr(contains("101"));
    render("none", "50").assert().code(2).stderr(contains("only boards can be hard to see"));
    assert!(!out.exists());
    render("go", "100").assert().success();
    let labels = fs::read_to_string(out.join("labels.jsonl")).expect("labels");
    assert_eq!(labels.matches("\"x_hard\":{\"percent\":100,\"what\":[\"").count(), 2, "{labels}");
    render("go", "50").assert().code(2).stderr(contains("another share of hard ones"));
}

#[test]
fn modeled_sets_that_cannot_be_drawn_are_named_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let (sets, out) = (folder.path().join("sets"), folder.path().join("renders"));
    fs::create_dir_all(sets.join("mine")).expect("writable");
    let render = |game: &str| {
        let job = ["render", "--game", game, "--count", "1", "--size", "64", "--out", text(&out)];
        let mut command = kibitzer(&job);
        command.args(["--sets3d", text(&sets)]);
        command
    };
    render("chess").assert().code(2).stderr(contains("no set in").and(contains("sets")));
    fs::write(sets.join("mine/set.glb"), "no model").expect("writable");
    render("chess").assert().code(2).stderr(contains("set.glb").and(contains("glTF")));
    kibitzer(&["render", "--game", "chess", "--out", text(&out), "--sets3d-share", "50"])
        .assert()
        .code(2)
        .stderr(contains("--sets3d"));
    assert!(!out.exists());
}
