use super::*;
use crate::dataset::testing::{Folder, scene};
use serde_json::{Value, json};

/// A good label of a 640x480 photo.
fn good(image: &str) -> Value {
    json!({
        "image": image, "game": "checkers", "group": "kitchen", "split": "train", "width": 640,
        "height": 480,
        "corners": [[100, 50], [500, 60], [520, 450], [90, 440]],
        "cells": [".b.b.b.b", "b.b.b.b.", ".b.b.b.b", "........", "........", "w.w.w.w.",
        ".w.w.w.w", "w.w.w.w."],
    })
}

fn with(image: &str, changes: Value) -> Value {
    let mut label = good(image);
    for (key, value) in changes.as_object().expect("an object") {
        label[key] = value.clone();
    }
    label
}

/// The rules broken on each line of a manifest whose photos are all there: `line:severity:rule`.
fn rules(labels: &[Value]) -> Vec<String> {
    rules_with(labels, &CheckOptions::default())
}

fn rules_with(labels: &[Value], options: &CheckOptions) -> Vec<String> {
    let folder = Folder::new();
    for i in 0..labels.len() {
        folder.photo(&format!("{i}.png"), &scene(i as f64 * 3.0));
    }
    let path = folder.manifest("labels.jsonl", labels);
    let report = check(&[path], options, &|| ()).expect("readable");
    report.defects.iter().map(|d| format!("{}:{}:{}", d.line, d.severity, d.rule)).collect()
}

#[test]
fn good_labels_have_no_defect() {
    assert_eq!(rules(&[good("0.png"), good("1.png")]), [""; 0]);
}

#[test]
fn every_defect_of_a_label_is_named() {
    let cases = [
        (json!({"image": "missing.png"}), "error:missing-image"),
        (json!({"game": null}), "error:no-game"),
        (json!({"group": ""}), "warning:no-group"),
        (json!({"split": "training"}), "warning:unknown-split"),
        (json!({"width": 480, "height": 640, "corners": null}), "error:photo-size"),
        (
            json!({"corners": [[100, 50], [90, 440], [520, 450], [500, 60]]}),
            "error:corners-counter-clockwise",
        ),
        (
            json!({"corners": [[100, 50], [520, 450], [500, 60], [90, 440]]}),
            "error:corners-not-convex",
        ),
        (
            json!({"corners": [[0.1, 0.05], [0.9, 0.06], [0.8, 0.9], [0.1, 0.9]]}),
            "error:corners-too-near",
        ),
        (
            json!({"corners": [[100, 50], [650, 60], [520, 450], [90, 440]]}),
            "warning:corner-outside",
        ),
        (json!({"corners": [[100, 50], [900, 60], [520, 450], [90, 440]]}), "error:corner-outside"),
        (json!({"covered": [[7, 7], [0, 8]]}), "error:covered-cell"),
        (json!({"unknown_cells": [[7, 7], [8, 0]]}), "error:unknown-cell"),
        (json!({"board": false, "kind_of": "puzzle"}), "error:labeled-without-board"),
        (
            json!({"board": false, "game": null, "corners": null, "cells": null}),
            "warning:no-kind-of",
        ),
        (json!({"cells": ["........", "........"]}), "error:board-size"),
        (json!({"cells": null, "corners": null}), "note:nothing-labeled"),
        (json!({"cells_by": "model"}), "note:proposed"),
        (
            json!({"cells": [".b.b.b.b", "b.b.b.b.", ".b.b.b.", "", "", "", "", ""]}),
            "error:row-length",
        ),
        (
            json!({"cells": [".b.b.b.b", "b.b.b.b.", ".b.b.b.q", "", "", "", "", ""]}),
            "error:cell-code",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(rules(&[with("0.png", change.clone())]), [format!("1:{expected}")], "{change}");
    }
}

#[test]
fn a_broken_line_does_not_hide_the_others() {
    let folder = Folder::new();
    folder.photo("0.png", &scene(0.0));
    folder.photo("1.png", &scene(9.0));
    let text =
        format!("{}\n{{\"image\": \n\n{}\n", good("0.png"), with("1.png", json!({"group": ""})));
    let path = folder.file("labels.jsonl", text.as_bytes());
    let report =
        check(std::slice::from_ref(&path), &CheckOptions::default(), &|| ()).expect("readable");
    let found: Vec<_> = report.defects.iter().map(|d| (d.line, d.rule)).collect();
    assert_eq!(found, [(2, "broken-line"), (4, "no-group")]);
    assert!(
        report.defects[0]
            .to_string()
            .starts_with(&format!("{}:2: error: not a label", path.display()))
    );
}

#[test]
fn an_unreadable_photo_is_named() {
    let folder = Folder::new();
    folder.file("0.jpg", b"text");
    let path = folder.manifest("labels.jsonl", &[good("0.jpg")]);
    let report = check(&[path], &CheckOptions::default(), &|| ()).expect("readable");
    assert!(
        report.defects[0].rule == "unreadable-image"
            && report.defects[0].message.contains("0.jpg: not a photo")
    );
}

#[test]
fn a_group_stays_on_one_side() {
    let labels = [
        good("0.png"),
        with("1.png", json!({"split": "val"})),
        with("2.png", json!({"split": "val"})),
        with("3.png", json!({"split": "val", "group": "garden"})),
    ];
    assert_eq!(rules(&labels), ["2:error:group-across-splits"]);
}

#[test]
fn a_set_stays_on_one_side() {
    let labels = [
        with("0.png", json!({"set": "oak"})),
        with("1.png", json!({"set": "oak", "group": "garden"})),
        with("2.png", json!({"set": "oak", "group": "hall", "split": "val"})),
        with("3.png", json!({"set": "elm", "group": "attic", "split": "val"})),
    ];
    assert_eq!(rules(&labels), ["3:error:set-across-splits"]);
    let labels_only = CheckOptions { photos: false, ..CheckOptions::default() };
    let of_no_group = ["train", "val"].map(|side| {
        with(&format!("{side}.png"), json!({"set": "oak", "group": "", "split": side}))
    });
    let found = rules_with(&of_no_group, &labels_only);
    assert!(found.contains(&"2:error:set-across-splits".to_owned()), "{found:?}");
}

/// Training takes photos without a side.
#[test]
fn what_has_no_side_is_trained_on() {
    let open = |image: &str, group: &str| with(image, json!({"split": null, "group": group}));
    let val = |image: &str| with(image, json!({"split": "val"}));
    assert_eq!(
        rules(&[val("0.png"), open("1.png", "kitchen"), open("2.png", "garden")]),
        ["2:error:group-across-splits"]
    );
    assert_eq!(rules(&[good("0.png"), open("1.png", "kitchen")]), [""; 0]);
    assert_eq!(rules(&[open("0.png", "kitchen"), open("1.png", "garden")]), [""; 0]);
    let folder = Folder::new();
    let path = folder.manifest("labels.jsonl", &[val("0.png"), open("1.png", "kitchen")]);
    let options = CheckOptions { photos: false, ..CheckOptions::default() };
    let report = check(&[path], &options, &|| ()).expect("readable");
    let message = &report.defects[0].message;
    assert!(message.contains("is in train (no \"split\") here and in val at"), "{message}");
}

#[test]
fn groups_of_one_set_stay_on_one_side() {
    let labels = [
        good("0.png"),
        with("1.png", json!({"group": "hall", "split": "val"})),
        with("2.png", json!({"group": "attic", "split": "val"})),
        with("3.png", json!({"group": "garden", "set": "kitchen", "split": "test"})),
        with("4.png", json!({"group": "hall", "set": "elm", "split": "val"})),
    ];
    let labels_only = CheckOptions { photos: false, ..CheckOptions::default() };
    assert_eq!(rules_with(&labels, &labels_only), ["4:error:set-across-splits"]);
    let sets = serde_json::from_str(r#"{"checkers": [["kitchen", "hall"]]}"#).expect("sets");
    assert_eq!(
        rules_with(&labels, &CheckOptions { sets, ..labels_only }),
        ["2:error:set-across-splits", "4:error:set-across-splits"]
    );
}

#[test]
fn what_is_no_board_or_impossible_on_purpose_is_no_defect() {
    let puzzle = json!({"board": false, "kind_of": "puzzle", "game": null, "corners": null,
        "cells": null});
    // What a source says of its board otherwise is its own affair.
    let noted = json!({"board": "8x8"});
    let twice = json!({"cells": [".b.b.b.b", "b.b.b.b.", ".b.b.b.b", "bb......", "........",
        "w.w.w.w.", ".w.w.w.w", "w.w.w.w."], "x_random": true});
    assert_eq!(
        rules(&[with("0.png", puzzle), with("1.png", noted), with("2.png", twice)]),
        [""; 0]
    );
}

#[test]
fn the_same_group_name_in_another_game_is_another_group() {
    let go = json!({"split": "val", "game": "go", "cells": null});
    assert_eq!(rules(&[good("0.png"), with("1.png", go)]), [""; 0]);
}

/// The rules broken by two labels whose photos are copies, byte by byte or scaled.
fn rules_of_copies(exact: bool, second: Value) -> Vec<String> {
    rules_of_two_copies(exact, json!({}), second)
}

fn rules_of_two_copies(exact: bool, first: Value, second: Value) -> Vec<String> {
    let folder = Folder::new();
    let photo = scene(1.0);
    folder.photo("0.png", &photo);
    let copy = if exact {
        photo
    } else {
        image::imageops::resize(&photo, 320, 240, image::imageops::FilterType::Triangle)
    };
    folder.photo("1.png", &copy);
    let mut second = with("1.png", second);
    if !exact {
        second["width"] = Value::Null;
    }
    let path = folder.manifest("labels.jsonl", &[with("0.png", first), second]);
    let report = check(&[path], &CheckOptions::default(), &|| ()).expect("readable");
    report.defects.iter().map(|d| format!("{}:{}:{}", d.line, d.severity, d.rule)).collect()
}

#[test]
fn duplicates_are_found_and_weighed() {
    let other_cells = json!([
        "........", "........", "........", "........", "........", "........", "........",
        "w......."
    ]);
    let same = json!({});
    let elsewhere = json!({"group": "garden"});
    let across = json!({"group": "garden", "split": "val"});
    assert_eq!(rules_of_copies(true, same.clone()), ["2:warning:duplicate"]);
    assert_eq!(
        rules_of_copies(true, json!({"cells": other_cells.clone()})),
        ["2:error:duplicate-disagrees"]
    );
    assert_eq!(rules_of_copies(true, across.clone()), ["2:error:duplicate-across-splits"]);
    let without_side = json!({"group": "garden", "split": null});
    assert_eq!(rules_of_copies(true, without_side.clone()), ["2:warning:duplicate"]);
    assert_eq!(
        rules_of_two_copies(true, json!({"split": "val"}), without_side),
        ["2:error:duplicate-across-splits"]
    );
    assert_eq!(rules_of_copies(false, same), ["2:note:near-duplicate"]);
    assert_eq!(rules_of_copies(false, elsewhere), ["2:warning:near-duplicate"]);
    assert_eq!(rules_of_copies(false, across), ["2:error:duplicate-across-splits"]);
    assert_eq!(rules_of_copies(false, json!({"cells": other_cells})), [""; 0]);
}

#[test]
fn a_photo_labeled_twice_is_one_defect() {
    assert_eq!(rules(&[good("0.png"), good("0.png")]), ["2:error:image-twice"]);
}
