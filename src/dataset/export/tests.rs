use super::*;
use crate::dataset::{
    Label,
    import::{
        self, import,
        tests::{CORNERS, options},
    },
    testing::{Folder, scene},
};
use serde_json::json;

/// A board of each game that fills a photo, with a piece in each corner of it at least.
fn rows(game: GameId) -> Vec<String> {
    match game {
        GameId::Chess => [
            "rnbqkbnr", "pppppppp", "........", "..P.....", "...q....", "........", "PPPPPPPP",
            "RNBQKBNR",
        ]
        .map(String::from)
        .to_vec(),
        GameId::Checkers => [
            ".b.b.b.b", "B.b.....", ".b......", "........", "..W.....", ".....b..", ".w......",
            "w.w.w.w.",
        ]
        .map(String::from)
        .to_vec(),
        GameId::Go => {
            let mut rows = vec![".".repeat(19); 19];
            rows[0] = format!("bw{}w", ".".repeat(16));
            rows[18] = format!("w{}b", ".".repeat(17));
            rows
        }
        GameId::Qwirkle => {
            let empty = vec![".."; 16].join(" ");
            let mut rows = vec![empty; 16];
            rows[0] = format!("1R {}", vec![".."; 15].join(" "));
            rows[9] = format!("{} 3B 4B", vec![".."; 14].join(" "));
            rows
        }
    }
}

fn exported(folder: &Folder, game: GameId, format: Format) -> Export {
    folder.photo("photos/a.png", &scene(1.0));
    let path = folder.manifest(
        "labels.jsonl",
        &[
            json!({"image": "photos/a.png", "game": game.name(), "corners": CORNERS, "cells": rows(game)}),
            json!({"image": "photos/b.png", "game": game.name()}),
        ],
    );
    let manifest = Manifest::read(&path).expect("a manifest");
    let name = |_: &Manifest, label: &Label| label.image.clone();
    export(&[manifest], None, None, format, name).expect("exported")
}

#[test]
fn what_is_exported_comes_back_as_it_was() {
    let formats =
        [(Format::Coco, import::Format::Coco), (Format::LabelStudio, import::Format::LabelStudio)];
    for game in GameId::ALL {
        for (format, back) in formats {
            let folder = Folder::new();
            let written = exported(&folder, game, format);
            assert_eq!((written.photos, written.left_out), (1, 1));
            assert_eq!(written.interface.is_some(), format == Format::LabelStudio);
            let file = folder.file("export.json", written.text.as_bytes());
            let read = import(back, &file, &options(game)).expect("imported");
            assert_eq!(read.warnings, Vec::<String>::new(), "{game} {format:?}");
            let [imported] = &read.labels[..] else { panic!("one photo") };
            assert_eq!(imported.label.cells, Some(rows(game)), "{game} {format:?}");
            let corners = imported.label.corners.expect("corners").map(|p| [p.x, p.y]);
            let off = corners.iter().flatten().zip(CORNERS.iter().flatten());
            assert!(off.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) < 0.01, "{corners:?}");
        }
    }
}

#[test]
fn what_tools_have_no_place_for_comes_back_too() {
    let mut cells = rows(GameId::Checkers);
    cells[3].replace_range(2..4, "w.");
    let label = json!({
        "image": "photos/a.png", "game": "checkers", "group": "club", "set": "oak",
        "orientation": "known", "kind": "screenshot", "rectified": true, "colors": "arbitrary",
        "kings": false, "hand_in_view": true, "covered": [[1, 2]], "unknown_cells": [[3, 2], [3, 3]],
        "x_random": true, "x_initial": true, "x_note": {"of": "a source"}, "split": "val",
        // The board lies on its side.
        "corners": [CORNERS[1], CORNERS[2], CORNERS[3], CORNERS[0]], "cells": cells,
    });
    // Nobody can tell what is there, so that no tool shows it.
    cells[3].replace_range(2..4, "..");
    for (format, back) in
        [(Format::Coco, import::Format::Coco), (Format::LabelStudio, import::Format::LabelStudio)]
    {
        let folder = Folder::new();
        folder.photo("photos/a.png", &scene(1.0));
        let path = folder.manifest("labels.jsonl", std::slice::from_ref(&label));
        let manifest = Manifest::read(&path).expect("a manifest");
        let name = |_: &Manifest, label: &Label| label.image.clone();
        let read = |text: &str| {
            let file = folder.file("export.json", text.as_bytes());
            import(back, &file, &options(GameId::Checkers))
        };
        let export = export(std::slice::from_ref(&manifest), None, None, format, name);
        let written = export.expect("exported").text;
        let found = read(&written).expect("imported").labels.remove(0).label;
        let corners = found.corners.expect("corners").map(|p| [p.x, p.y]);
        let off = corners.iter().flatten().zip(CORNERS.iter().cycle().skip(1).flatten());
        assert!(off.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) < 0.01, "{corners:?}");
        let expected = Label {
            image: String::new(),
            group: "desk".to_owned(),
            split: None,
            cells: Some(cells.clone()),
            corners: found.corners,
            width: Some(640),
            height: Some(480),
            ..manifest.labels[0].1.clone()
        };
        assert_eq!(found, expected, "{format:?}");
        // Somebody could tell what is there after all.
        let mut told: serde_json::Value = serde_json::from_str(&written).expect("JSON");
        let of_photo = match format {
            Format::Coco => &mut told["images"][0],
            Format::LabelStudio => &mut told[0]["data"],
        };
        of_photo["kibitzer"]["unknown_cells"] = json!([[0, 1], [3, 3]]);
        let found = read(&told.to_string()).expect("imported").labels.remove(0).label;
        assert_eq!(found.unknown_cells, [(3, 3)], "{format:?}");
    }
}

/// A proposal as it comes back from a tool that has changed the file so.
fn proposal_after(
    format: Format,
    back: import::Format,
    change: impl Fn(&mut serde_json::Value),
) -> Label {
    let folder = Folder::new();
    folder.photo("photos/a.png", &scene(1.0));
    let label = json!({
        "image": "photos/a.png", "game": "checkers", "corners": CORNERS,
        "cells": rows(GameId::Checkers), "cells_by": "model", "confidence": 0.5,
        "corner_confidence": 0.5, "uncertain_cells": [[0, 1, "b", 0.5, ".", 0.4]], "x_note": 1,
    });
    let manifest = Manifest::read(&folder.manifest("labels.jsonl", &[label])).expect("a manifest");
    let name = |_: &Manifest, label: &Label| label.image.clone();
    let written = export(&[manifest], None, None, format, name).expect("exported").text;
    let mut file = serde_json::from_str(&written).expect("JSON");
    change(&mut file);
    let file = folder.file("export.json", file.to_string().as_bytes());
    let mut read = import(back, &file, &options(GameId::Checkers)).expect("imported");
    read.labels.remove(0).label
}

#[test]
fn a_proposal_that_somebody_has_changed_is_none_any_more() {
    let coco = |change: &dyn Fn(&mut serde_json::Value)| {
        proposal_after(Format::Coco, import::Format::Coco, change)
    };
    let untouched = coco(&|_| ());
    assert!(untouched.is_proposal() && untouched.extra.contains_key("uncertain_cells"));
    // Tools round.
    assert!(
        coco(&|file| file["annotations"][0]["keypoints"][0] = json!(CORNERS[0][0] + 0.4))
            .is_proposal()
    );
    let other_piece = coco(&|file| file["annotations"][1]["category_id"] = json!(2));
    let other_corner =
        coco(&|file| file["annotations"][0]["keypoints"][0] = json!(CORNERS[0][0] + 12.0));
    for changed in [other_piece, other_corner] {
        let keys: Vec<&str> = changed.extra.keys().map(String::as_str).collect();
        assert_eq!(keys, ["x_note"]);
    }
}

#[test]
fn a_proposal_that_label_studio_has_an_annotation_of_is_none_any_more() {
    let studio = |change: &dyn Fn(&mut serde_json::Value)| {
        proposal_after(Format::LabelStudio, import::Format::LabelStudio, change)
    };
    assert!(studio(&|_| ()).is_proposal(), "nobody has looked");
    let annotated = studio(&|file| {
        // Some exports have only the numbers of predictions.
        let proposed = std::mem::replace(&mut file[0]["predictions"], json!([7]));
        file[0]["annotations"] = proposed;
    });
    assert!(!annotated.is_proposal() && !annotated.extra.contains_key("uncertain_cells"));
    assert_eq!(annotated.cells, Some(rows(GameId::Checkers)));
}

#[test]
fn boxes_stay_inside_the_photo_and_the_interface_names_every_class() {
    let folder = Folder::new();
    let written = exported(&folder, GameId::Chess, Format::LabelStudio);
    let tasks: serde_json::Value = serde_json::from_str(&written.text).expect("JSON");
    let interface = written.interface.expect("an interface");
    for item in tasks[0]["annotations"][0]["result"].as_array().expect("a list").iter().skip(1) {
        let number = |key: &str| item["value"][key].as_f64().expect("a number");
        assert!(number("x") >= 0.0 && number("x") + number("width") <= 100.0, "{item}");
        assert!(number("y") >= 0.0 && number("y") + number("height") <= 100.0, "{item}");
        let label = item["value"]["rectanglelabels"][0].as_str().expect("a label");
        assert!(interface.contains(&format!("\"{label}\"")), "{label}");
    }
}

#[test]
fn labels_of_two_games_have_to_be_told_apart() {
    let folder = Folder::new();
    let label = |image: &str, game: GameId| json!({"image": image, "game": game.name(), "corners": CORNERS, "cells": rows(game), "width": 640, "height": 480});
    let both = [label("a.jpg", GameId::Chess), label("b.jpg", GameId::Go)];
    let manifest = Manifest::read(&folder.manifest("labels.jsonl", &both)).expect("a manifest");
    let name = |_: &Manifest, label: &Label| label.image.clone();
    let of = |game| export(std::slice::from_ref(&manifest), game, None, Format::Coco, name);
    let error = of(None).expect_err("two games").to_string();
    assert_eq!(error, "the labels are of chess and go: name one game");
    assert_eq!(of(Some(GameId::Go)).expect("one game").photos, 1);
    let error = of(Some(GameId::Qwirkle)).expect_err("none").to_string();
    assert_eq!(error, "the labels are of no game: name one game");
}

#[test]
fn boards_of_two_sizes_have_to_be_told_apart() {
    let folder = Folder::new();
    let label = |image: &str, rows: usize| {
        json!({"image": image, "game": "go", "corners": CORNERS, "cells": vec![".".repeat(rows); rows],
            "unknown_cells": [[0, 0]], "width": 640, "height": 480})
    };
    let both = [label("a.jpg", 9), label("b.jpg", 19)];
    let manifest = Manifest::read(&folder.manifest("labels.jsonl", &both)).expect("a manifest");
    let name = |_: &Manifest, label: &Label| label.image.clone();
    let of = |rows| export(std::slice::from_ref(&manifest), None, rows, Format::Coco, name);
    let error = of(None).expect_err("two sizes").to_string();
    assert_eq!(error, "the boards have 9 and 19 rows: name one size");
    let nine = of(Some(9)).expect("one size");
    assert_eq!((nine.photos, nine.unknown, nine.rows), (1, 1, Some(9)));
}
