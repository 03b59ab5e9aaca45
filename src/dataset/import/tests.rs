use super::*;
use crate::dataset::testing::{Folder, scene};
use serde_json::json;

/// The board of every test: slanting, in a photo of 640x480.
pub(in crate::dataset) const CORNERS: [[f64; 2]; 4] =
    [[120.0, 60.0], [520.0, 80.0], [600.0, 440.0], [40.0, 420.0]];

pub(in crate::dataset) fn options(game: GameId) -> ImportOptions {
    ImportOptions {
        game,
        group: "desk".to_owned(),
        size: None,
        photos: None,
        corners: None,
        names: Vec::new(),
        limits: PhotoLimits::default(),
    }
}

/// A corners file for the photo `a.png`.
fn corners_file(folder: &Folder) -> Option<Manifest> {
    let path = folder.manifest(
        "corners/labels.jsonl",
        &[json!({"image": "elsewhere/a.png", "corners": CORNERS})],
    );
    Some(Manifest::read(&path).expect("a manifest"))
}

/// The middle of a cell of the board, in photo pixels.
pub(super) fn center(game: GameId, row: usize, col: usize) -> [f64; 2] {
    let grid = game.game().grids()[0];
    let quad = crate::geometry::Quad::new(CORNERS.map(Point::from)).expect("convex");
    let p = grid.to_photo(&quad).project(grid.center(row, col));
    [p.x, p.y]
}

/// A box around a point, as COCO writes it.
pub(super) fn coco_box([x, y]: [f64; 2], width: f64, height: f64) -> serde_json::Value {
    json!([x - width / 2.0, y - height / 2.0, width, height])
}

pub(super) fn cells(import: &Import) -> Vec<String> {
    let cells = import.labels[0].label.cells.clone().expect("cells");
    cells
        .into_iter()
        .enumerate()
        .filter(|(_, row)| !row.trim_matches(['.', ' ']).is_empty())
        .map(|(i, row)| format!("{i}:{row}"))
        .collect()
}

#[test]
fn coco_boxes_with_a_corners_file() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    // A tall white king whose foot stands on row 6, column 3, and a board box.
    let [x, y] = center(GameId::Chess, 6, 3);
    let coco = json!({
        "images": [{"id": 7, "file_name": "images/a.png", "width": 640, "height": 480}],
        "categories": [{"id": 0, "name": "white-king"}, {"id": 1, "name": "board"}],
        "annotations": [
            {"image_id": 7, "category_id": 0, "bbox": coco_box([x, y - 40.0], 40.0, 100.0)},
            {"image_id": 7, "category_id": 1, "bbox": [0, 0, 640, 480]},
        ],
    });
    let path = folder.file("coco.json", coco.to_string().as_bytes());
    let without =
        import(Format::Coco, &path, &options(GameId::Chess)).expect_err("no corners").to_string();
    assert!(without.contains("nothing says where the board's corners are"), "{without}");
    let options = ImportOptions { corners: corners_file(&folder), ..options(GameId::Chess) };
    let import = import(Format::Coco, &path, &options).expect("imports");
    assert_eq!((cells(&import), &import.warnings), (vec!["6:...K....".to_owned()], &vec![]));
    let label = &import.labels[0].label;
    assert_eq!(
        (label.corners, label.width, label.group.as_str()),
        (Some(CORNERS.map(Point::from)), Some(640), "desk")
    );
}

#[test]
fn coco_keypoints_are_corners_and_sizes_are_scaled() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    let half = |p: [f64; 2]| p.map(|v| v / 2.0);
    let keypoints: Vec<f64> =
        CORNERS.iter().rev().flat_map(|&p| [half(p)[0], half(p)[1], 2.0]).collect();
    let coco = json!({
        "images": [{"id": 1, "file_name": "a.png", "width": 320, "height": 240}],
        "categories": [{"id": 1, "name": "black"}, {"id": 2, "name": "board"}],
        "annotations": [
            {"image_id": 1, "category_id": 2, "keypoints": keypoints, "num_keypoints": 4},
            {"image_id": 1, "category_id": 1, "bbox": coco_box(half(center(GameId::Go, 18, 0)),
            10.0, 10.0)},
            {"image_id": 1, "category_id": 1, "bbox": coco_box([5.0, 5.0], 10.0, 10.0)},
        ],
    });
    let path = folder.file("coco.json", coco.to_string().as_bytes());
    let import = import(Format::Coco, &path, &options(GameId::Go)).expect("imports");
    assert_eq!(cells(&import), ["18:b.................."]);
    assert_eq!(import.labels[0].label.corners, Some(CORNERS.map(Point::from)));
    assert!(
        import.warnings[0].contains("a.png: left out black at 10,10: it stands beside the board"),
        "{:?}",
        import.warnings
    );
}

#[test]
fn a_photo_listed_twice_and_a_size_that_nobody_plays_are_faults() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    let image = |id: u32| json!({"id": id, "file_name": "a.png"});
    let coco = json!({"images": [image(1), image(2)], "categories": [], "annotations": []});
    let path = folder.file("coco.json", coco.to_string().as_bytes());
    let fault = |options: &ImportOptions| {
        import(Format::Coco, &path, options).expect_err("a fault").to_string()
    };
    assert!(fault(&options(GameId::Go)).contains("lists a.png twice"));
    let sized = ImportOptions { size: Some(19), ..options(GameId::Chess) };
    assert!(fault(&sized).contains("chess is not played on 19x19"));
}

#[test]
fn yolo_with_a_box_a_cell() {
    let folder = Folder::new();
    folder.photo("images/a.png", &scene(1.0));
    folder.photo("images/unlabeled.png", &scene(2.0));
    folder.file("data.yaml", b"nc: 3\nnames:\n  0: empty\n  1: WM\n  2: BK\n");
    let line = |i: usize| {
        let ([x, y], class) = (
            center(GameId::Checkers, i / 8, i % 8),
            match i {
                1 => 2,
                62 => 1,
                _ => 0,
            },
        );
        format!("{class} {} {} 0.05 0.05\n", x / 640.0, y / 480.0)
    };
    folder.file("labels/a.txt", (0..64).map(line).collect::<String>().as_bytes());
    let import = import(Format::Yolo, folder.path(), &options(GameId::Checkers)).expect("imports");
    assert_eq!(cells(&import), ["0:.B......", "7:......w."]);
    for (found, expected) in import.labels[0].label.corners.expect("corners").iter().zip(CORNERS) {
        assert!(found.distance(Point::from(expected)) < 1e-3, "{found:?}");
    }
}

#[test]
fn a_broken_yolo_line_has_a_place() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    folder.file("classes.txt", b"black\nwhite\n");
    for (text, expected) in [
        ("0 0.5 0.5 0.1 0.1\n1 0.5 x 0.1 0.1", "a.txt:2: expected numbers"),
        ("7 0.5 0.5 0.1 0.1", "a.txt:1: class 7 has no name"),
    ] {
        folder.file("a.txt", text.as_bytes());
        let message = import(Format::Yolo, folder.path(), &options(GameId::Go))
            .expect_err("is refused")
            .to_string();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn label_studio_rectangles_and_a_polygon() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    let percent = |[x, y]: [f64; 2]| [x / 6.4, y / 4.8];
    let [x, y] = percent(center(GameId::Checkers, 2, 5));
    let task = json!([{
        "data": {"image": "/data/upload/3/0a1b2c3d-a.png"},
        "annotations": [{"was_cancelled": false, "result": [
            {"type": "polygonlabels", "value": {"points": CORNERS.map(percent),
            "polygonlabels": ["board"]}},
            {"type": "rectanglelabels", "value": {"x": x - 2.0, "y": y - 2.0, "width": 4.0,
            "height": 4.0, "rectanglelabels": ["black king"]}},
            {"type": "choices", "value": {"choices": ["sharp"]}},
        ]}],
    }]);
    let path = folder.file("export.json", task.to_string().as_bytes());
    let import = import(Format::LabelStudio, &path, &options(GameId::Checkers)).expect("imports");
    assert_eq!(cells(&import), ["2:.....B.."]);
}

#[test]
fn unknown_classes_are_listed_with_the_remedy() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    folder.file("classes.txt", b"horse\nwhite-king\n");
    let [x, y] = center(GameId::Chess, 4, 4);
    folder.file("a.txt", format!("0 {} {} 0.02 0.02\n", x / 640.0, y / 480.0).as_bytes());
    let options = ImportOptions { corners: corners_file(&folder), ..options(GameId::Chess) };
    let message =
        import(Format::Yolo, folder.path(), &options).expect_err("is refused").to_string();
    assert!(
        message.contains("no class named horse") && message.contains("a code of the game"),
        "{message}"
    );
    let named =
        ImportOptions { names: vec![("horse".to_owned(), "n".to_owned())], ..options.clone() };
    let imported = import(Format::Yolo, folder.path(), &named).expect("imports");
    assert_eq!(cells(&imported), ["4:....n..."]);
    assert!(imported.warnings.is_empty(), "{:?}", imported.warnings);
    let misspelt = ImportOptions {
        names: [named.names, vec![("hores".to_owned(), "n".to_owned())]].concat(),
        ..options.clone()
    };
    let warnings = import(Format::Yolo, folder.path(), &misspelt).expect("imports").warnings;
    assert_eq!(warnings, ["hores=n changes nothing: the source names nothing hores"]);
    let wrong =
        ImportOptions { names: vec![("horse".to_owned(), "Z".to_owned())], ..options.clone() };
    let message = import(Format::Yolo, folder.path(), &wrong).expect_err("is refused").to_string();
    assert!(
        message.contains("no code Z, which horse is to stand for") && message.contains(" n "),
        "{message}"
    );
    let ignored = ImportOptions { names: vec![("horse".to_owned(), "-".to_owned())], ..options };
    assert_eq!(cells(&import(Format::Yolo, folder.path(), &ignored).expect("imports")), [""; 0]);
}

#[test]
fn positions_beside_photos() {
    let folder = Folder::new();
    for name in ["a.png", "b.png"] {
        folder.photo(name, &scene(1.0));
    }
    folder.file("a.fen", b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n");
    let options = ImportOptions { corners: corners_file(&folder), ..options(GameId::Chess) };
    let import_it = |options: &ImportOptions| import(Format::Notation, folder.path(), options);
    let found = import_it(&options).expect("imports");
    assert_eq!((found.labels.len(), &cells(&found)[2]), (1, &"4:....P...".to_owned()));
    assert_eq!(found.labels[0].label.orientation, Orientation::Known);
    assert_eq!(found.labels[0].label.corners, Some(CORNERS.map(Point::from)));
    folder.file("b.fen", b"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    let message = import_it(&options).expect_err("is refused").to_string();
    assert!(message.contains("b.fen: ") && message.contains("line 1"), "{message}");
}

#[test]
fn sgf_positions_need_no_corners() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    folder.file("a.sgf", b"(;GM[1]SZ[9];B[aa];W[ii])");
    let found = import(Format::Notation, folder.path(), &options(GameId::Go)).expect("imports");
    assert_eq!(cells(&found), ["0:b........", "8:........w"]);
    assert!(
        found.labels[0].label.corners.is_none() && found.warnings[0].contains("a.png: no corners")
    );
    let of_size = |rows| ImportOptions { size: Some(rows), ..options(GameId::Go) };
    assert_eq!(
        cells(&import(Format::Notation, folder.path(), &of_size(9)).expect("imports")),
        cells(&found)
    );
    let message =
        import(Format::Notation, folder.path(), &of_size(19)).expect_err("is refused").to_string();
    assert!(
        message.contains("a.sgf: the position is of a board of 9x9, not of 19x19"),
        "{message}"
    );
}

/// Names of players are in any encoding; the stones are the same in all of them.
#[test]
fn notations_are_read_in_any_encoding() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    for named in [&b""[..], b"CA[gb2312]", b"CA[Shift_JIS]"] {
        let text = [&b"(;GM[1]SZ[9]"[..], named, b"PB[\xD6\xD0];B[aa];W[ii])"].concat();
        folder.file("a.sgf", &text);
        let found = import(Format::Notation, folder.path(), &options(GameId::Go));
        assert_eq!(cells(&found.expect("imports")), ["0:b........", "8:........w"]);
    }
    folder.file("b.json", b"{\"images\": \"\xD6\xD0\"}");
    let fault = import(Format::Coco, &folder.path().join("b.json"), &options(GameId::Go));
    let fault = fault.expect_err("is refused").to_string();
    assert!(fault.contains("b.json: not text in UTF-8: save it in that encoding"), "{fault}");
}

#[test]
fn qwirkle_moves_add_up_from_a_known_start() {
    let folder = Folder::new();
    for name in ["1_00.png", "1_01.png", "2_01.png", "cover.png"] {
        folder.photo(name, &scene(1.0));
    }
    folder.file("1_00.txt", b"2G 3B\n3F 2W\n");
    folder.file("1_01.txt", b"2H 4B\n2I 6B\n2J 2B\n6");
    folder.file("2_01.txt", b"10P 1R\n1");
    let found = import(Format::Qwirkle, folder.path(), &options(GameId::Qwirkle)).expect("imports");
    assert_eq!(found.labels.len(), 3);
    let row =
        |i: usize, row: usize| found.labels[i].label.cells.as_ref().map(|cells| cells[row].clone());
    assert_eq!(row(0, 1).as_deref(), Some(".. .. .. .. .. .. 3B .. .. .. .. .. .. .. .. .."));
    assert_eq!(row(1, 1).as_deref(), Some(".. .. .. .. .. .. 3B 4B 6B 2B .. .. .. .. .. .."));
    assert_eq!(row(2, 9), None);
    assert_eq!(found.labels[1].label.extra["x_score_gt"], json!(6));
    assert_eq!(found.labels[2].label.extra["x_new"], json!(["10P 1R"]));
    assert!(
        found.warnings.iter().any(|w| w.contains("cover.png: left out")),
        "{:?}",
        found.warnings
    );
    assert!(
        found.warnings.iter().any(|w| w.contains("for want of 2_00.txt")),
        "{:?}",
        found.warnings
    );
    folder.file("1_01.txt", b"2H 4B\n17A 6B\n6");
    let message = import(Format::Qwirkle, folder.path(), &options(GameId::Qwirkle))
        .expect_err("is refused")
        .to_string();
    assert!(message.contains("1_01.txt:2: '17A 6B' is no tile"), "{message}");
}

#[test]
fn what_is_no_source_is_said_so() {
    let folder = Folder::new();
    let text = folder.file("a.json", b"{\"images\": 3}");
    let message = |format, path: &Path| {
        import(format, path, &options(GameId::Go)).expect_err("is refused").to_string()
    };
    assert!(message(Format::Coco, &text).contains("a.json: not a COCO file"));
    assert!(message(Format::LabelStudio, &text).contains("a.json: not a Label Studio export"));
    assert!(message(Format::Coco, &folder.path().join("missing.json")).contains("cannot read"));
    assert!(
        message(Format::Yolo, folder.path()).contains("no data.yaml, classes.txt or obj.names")
    );
    let missing = message(Format::Yolo, &folder.path().join("missing"));
    assert!(missing.contains("cannot read ") && missing.ends_with("; check the path"), "{missing}");
    let nowhere =
        ImportOptions { photos: Some(folder.path().join("nowhere")), ..options(GameId::Go) };
    let missing = import(Format::Coco, &text, &nowhere).expect_err("is refused").to_string();
    assert!(missing.contains("nowhere: ") && missing.ends_with("; check the path"), "{missing}");
    assert!(message(Format::Notation, folder.path()).contains("no labeled photo found"));
    assert!(message(Format::Qwirkle, folder.path()).contains("not of go"));
}
