//! Sources as other tools write them, and what is right by the documentation of each.

use super::{
    tests::{CORNERS, cells, center, coco_box, options},
    *,
};
use crate::dataset::testing::{Folder, scene};
use serde_json::{Value, json};

/// The photo's size, for fractions.
const SIZE: [f64; 2] = [640.0, 480.0];

fn fractions(points: &[[f64; 2]]) -> String {
    points.iter().map(|[x, y]| format!(" {:.6} {:.6}", x / SIZE[0], y / SIZE[1])).collect()
}

fn percent([x, y]: [f64; 2]) -> [f64; 2] {
    [x / 6.4, y / 4.8]
}

/// An outline of so many points around what stands on a cell.
fn outline([x, y]: [f64; 2], n: usize) -> Vec<[f64; 2]> {
    let angle = |i: usize| std::f64::consts::TAU * (i as f64 + 0.5) / n as f64;
    (0..n).map(|i| [x + 8.0 * angle(i).cos(), y + 8.0 * angle(i).sin()]).collect()
}

/// A line of YOLO: class and outline, or what comes before it.
fn line(class: &str, points: &[[f64; 2]]) -> String {
    format!("{class}{}\n", fractions(points))
}

fn found(format: Format, path: &Path, game: GameId) -> Import {
    import(format, path, &options(game)).expect("imports")
}

fn refused(format: Format, path: &Path, game: GameId) -> String {
    import(format, path, &options(game)).expect_err("is refused").to_string()
}

fn has_corners(import: &Import) -> bool {
    let corners = import.labels[0].label.corners.expect("corners");
    corners.iter().zip(CORNERS).all(|(a, b)| a.distance(Point::from(b)) < 0.01)
}

/// A YOLO folder of one photo of a Go board: classes black, white and board.
fn yolo(lines: &str) -> Folder {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    folder.file("data.yaml", b"names: [black, white, board]\n");
    folder.file("a.txt", lines.as_bytes());
    folder
}

/// Ultralytics: segmentation is `class x1 y1 ... xn yn`, oriented boxes are four points, pose is a
/// box with keypoints.
#[test]
fn outlines_are_no_boxes_with_corners() {
    let go = |row, col| center(GameId::Go, row, col);
    let board = line("2 0.5 0.5 0.9 0.9", &CORNERS);
    for n in [3, 4, 5, 6, 8, 10, 20] {
        let men = line("0", &outline(go(3, 4), n)) + &line("1", &outline(go(15, 10), n));
        for lines in [board.clone() + &men, men.clone() + &board, line("2", &CORNERS) + &men] {
            let found = found(Format::Yolo, yolo(&lines).path(), GameId::Go);
            assert_eq!(cells(&found), ["3:....b..............", "15:..........w........"], "{n}");
            assert!(has_corners(&found) && found.warnings.is_empty(), "{:?}", found.warnings);
        }
    }
    let man = line("0", &outline(go(3, 4), 6));
    let rounded: Vec<[f64; 2]> = CORNERS.iter().copied().chain([[30.0, 240.0]]).collect();
    for (board, expected) in [
        (line("2", &rounded), "nothing says where the board's corners are"),
        (line("2", &[[40.0, 60.0], [600.0, 60.0], [600.0, 440.0], [40.0, 440.0]]), "a box around"),
        (line("2", &[[300.0, 20.0], [560.0, 215.0], [380.0, 455.0], [120.0, 260.0]]), "a box"),
        (line("2", &CORNERS) + &line("2", &CORNERS), "2 boards"),
    ] {
        let message = refused(Format::Yolo, yolo(&(board + &man)).path(), GameId::Go);
        assert!(message.contains(expected), "{message}");
    }
}

/// A turned box around a tall piece stands on its lower end, as an upright one does.
#[test]
fn oriented_boxes_of_chessmen_stand_where_the_men_do() {
    let [x, y] = center(GameId::Chess, 2, 5);
    let tall =
        [[x - 10.0, y - 60.0], [x + 10.0, y - 60.0], [x + 10.0, y + 5.0], [x - 10.0, y + 5.0]];
    let folder = yolo(&(line("2", &CORNERS) + &line("0", &tall)));
    folder.file("data.yaml", b"names: {0: black-pawn, 1: white-pawn, 2: chessboard}\n");
    let found = found(Format::Yolo, folder.path(), GameId::Chess);
    assert_eq!(cells(&found), ["2:.....p.."]);
}

/// The folders of CVAT's "YOLO" and "Ultralytics YOLO", Roboflow's exports, Label Studio's and
/// labelImg's, by their documentation.
#[test]
fn folders_are_read_as_tools_write_them() {
    let names = "names:\n  0: black\n  1: white\n  2: board\n";
    let label = line("2", &CORNERS) + &line("0", &outline(center(GameId::Go, 3, 4), 5));
    let list = "black\nwhite\nboard\n";
    let layouts: [(&str, &[(&str, &str)]); 9] = [
        (
            "images/train/a.png labels/train/a.txt",
            &[("data.yaml", "path: .\ntrain: images/train\nval: images/val\nNAMES")],
        ),
        (
            "train/images/a.png train/labels/a.txt",
            &[("data.yaml", "train: ../train/images\nval: ../valid/images\nnc: 3\nNAMES")],
        ),
        (
            "images/train/a.png labels/train/a.txt",
            &[
                ("data.yaml", "path: ./\ntrain: train.txt\nNAMES"),
                ("train.txt", "images/train/a.png\n"),
            ],
        ),
        (
            "obj_train_data/a.png obj_train_data/a.txt",
            &[
                ("obj.names", list),
                ("obj.data", "classes = 3\nnames = data/obj.names\ntrain = data/train.txt\n"),
                ("train.txt", "data/obj_train_data/a.png\n"),
            ],
        ),
        ("images/a.png labels/a.txt", &[("classes.txt", list), ("notes.json", "{}")]),
        ("images/a.png labels/a.txt", &[("labels/classes.txt", list)]),
        ("a.png a.txt", &[("chess.yaml", "train: /elsewhere/images\nNAMES")]),
        ("train/a.png train/a.txt", &[("_darknet.labels", list)]),
        ("photos/a.png annotations/a.txt", &[("classes.txt", list)]),
    ];
    for (pair, others) in layouts {
        let folder = Folder::new();
        let (photo, text) = pair.split_once(' ').expect("two names");
        folder.photo(photo, &scene(1.0));
        folder.file(text, label.as_bytes());
        for (name, content) in others {
            folder.file(name, content.replace("NAMES", names).as_bytes());
        }
        let found = found(Format::Yolo, folder.path(), GameId::Go);
        assert_eq!(cells(&found), ["3:....b.............."], "{pair} {others:?}");
        let split = found.labels[0].label.split.as_deref();
        assert_eq!(split, pair.contains("train").then_some("train"), "{pair}");
    }
}

#[test]
fn one_side_of_a_split_and_the_yaml_itself_are_sources_too() {
    let folder = Folder::new();
    folder.file(
        "data.yaml",
        b"train: ../train/images\nval: ../valid/images\nnames: [black, board]\n",
    );
    for (i, side) in ["train", "valid"].into_iter().enumerate() {
        let lines = line("1", &CORNERS) + &line("0", &outline(center(GameId::Go, i, 0), 5));
        folder.photo(&format!("{side}/images/a.png"), &scene(1.0));
        folder.file(&format!("{side}/labels/a.txt"), lines.as_bytes());
    }
    let whole = found(Format::Yolo, folder.path(), GameId::Go);
    let splits: Vec<_> = whole.labels.iter().map(|l| l.label.split.as_deref()).collect();
    assert_eq!(splits, [Some("train"), Some("val")]);
    let row = |i: usize| whole.labels[i].label.cells.as_ref().map(|cells| cells[i].clone());
    assert_eq!(
        (row(0), row(1)),
        (Some("b..................".into()), Some("b..................".into()))
    );
    let yaml = found(Format::Yolo, &folder.path().join("data.yaml"), GameId::Go);
    assert_eq!(yaml, whole);
    let valid = found(Format::Yolo, &folder.path().join("valid"), GameId::Go);
    assert_eq!((valid.labels.len(), cells(&valid)), (1, vec!["1:b..................".to_owned()]));
}

#[test]
fn photos_and_labels_without_each_other_are_told() {
    let folder = yolo(&line("2", &CORNERS));
    folder.photo("b.png", &scene(2.0));
    folder.file("c.txt", b"0 0.5 0.5 0.1 0.1\n");
    folder.file("README.txt", b"exported by somebody\n");
    folder.file("d.HEIC", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic");
    folder.file("d.txt", b"");
    let warnings = found(Format::Yolo, folder.path(), GameId::Go).warnings.join("\n");
    for expected in ["b.png: left out, with no labels", "c.txt: labels without", "a HEIC photo"] {
        assert!(warnings.contains(expected), "{warnings}");
    }
    assert!(!warnings.contains("README"), "{warnings}");
    folder.photo("a.jpg", &scene(3.0));
    let message = refused(Format::Yolo, folder.path(), GameId::Go);
    assert!(message.contains("a.txt") && message.contains("a.jpg and"), "{message}");
}

/// A COCO file of images (id, name, width, height), each with a board and a stone on (3, 4).
fn coco(images: &[(Value, &str, u32, u32)]) -> String {
    let keypoints: Vec<f64> = CORNERS.iter().flat_map(|&[x, y]| [x, y, 2.0]).collect();
    let list: Vec<Value> = images
        .iter()
        .map(|(id, name, w, h)| json!({"id": id, "file_name": name, "width": w, "height": h}))
        .collect();
    let annotations: Vec<Value> = images
        .iter()
        .flat_map(|(id, ..)| {
            let stone = coco_box(center(GameId::Go, 3, 4), 9.0, 9.0);
            [
                json!({"image_id": id, "category_id": 2, "keypoints": keypoints, "bbox": [0, 0, 9, 9]}),
                json!({"image_id": id, "category_id": "b", "bbox": stone}),
            ]
        })
        .collect();
    let categories = json!([{"id": 2, "name": "Go board"}, {"id": "b", "name": "black"}]);
    json!({"images": list, "annotations": annotations, "categories": categories}).to_string()
}

/// COCO: `file_name` is a path.
#[test]
fn photos_of_one_name_in_two_folders_stay_two() {
    let text = coco(&[(json!(1), "cam1/a.png", 640, 480), (json!("x"), "cam2/a.png", 640, 480)]);
    let folder = Folder::new();
    let path = folder.file("coco.json", text.as_bytes());
    folder.photo("a.png", &scene(1.0));
    let message = refused(Format::Coco, &path, GameId::Go);
    let (said, another) = (
        "coco.json: the photo cam1/a.png is not in ",
        "(one called a.png elsewhere may be another",
    );
    assert!(message.contains(said) && message.contains(another), "{message}");
    folder.photo("cam1/a.png", &scene(1.0));
    let one = found(Format::Coco, &path, GameId::Go);
    assert_eq!((one.labels.len(), one.warnings.len()), (1, 1));
    let warning = &one.warnings[0];
    assert!(warning.starts_with("cam2/a.png: left out, not in ") && warning.contains(another));
    folder.photo("images/cam2/a.png", &scene(2.0));
    let found = found(Format::Coco, &path, GameId::Go);
    let photos: Vec<&Path> = found.labels.iter().map(|label| label.photo.as_path()).collect();
    assert!(photos[0].ends_with("cam1/a.png") && photos[1].ends_with("images/cam2/a.png"));
    assert_eq!(cells(&found), ["3:....b.............."]);
}

/// A file that is one, whose entries contradict each other or the photos that are there.
#[test]
fn what_a_file_says_wrong_does_not_make_it_another_format() {
    let folder = Folder::new();
    let file = folder.file("c.json", coco(&[(json!(1), "a.png", 640, 480)]).as_bytes());
    let missing = refused(Format::Coco, &file, GameId::Go);
    assert!(missing.contains("c.json: the photo a.png is not in "), "{missing}");
    assert!(missing.ends_with(": give the folder that it is in"), "{missing}");
    folder.photo("a.png", &scene(1.0));
    let fault =
        |text: String| refused(Format::Coco, &folder.file("c.json", text.as_bytes()), GameId::Go);
    let twice = [(json!(1), "a.png", 640, 480), (json!(2), "a.png", 640, 480)];
    assert!(fault(coco(&twice)).ends_with("c.json: it lists a.png twice: leave one"));
    let stray = coco(&twice[..1]).replace("\"category_id\":2", "\"category_id\":9");
    assert!(fault(stray).ends_with("c.json: no category has the id 9"));

    let task = |name: &str| {
        let board = json!({"points": CORNERS.map(percent), "polygonlabels": ["board"]});
        json!({"data": {"image": name}, "annotations": [{"result": [{"value": board}]}]})
    };
    let export = |tasks: &[&str]| {
        let tasks: Vec<Value> = tasks.iter().copied().map(task).collect();
        folder.file("l.json", json!(tasks).to_string().as_bytes())
    };
    let missing = refused(Format::LabelStudio, &export(&["b.png"]), GameId::Go);
    assert!(missing.contains("l.json: the photo b.png is not in "), "{missing}");
    let one = found(Format::LabelStudio, &export(&["b.png", "a.png"]), GameId::Go);
    assert_eq!((one.labels.len(), one.warnings.len()), (1, 1));
    assert!(one.warnings[0].starts_with("b.png: left out, not in "), "{:?}", one.warnings);
}

/// Tools may repeat an outline's first point at its end.
#[test]
fn a_closed_outline_of_four_points_has_the_boards_corners() {
    let closed: Vec<[f64; 2]> = CORNERS.iter().copied().chain([CORNERS[0]]).collect();
    assert!(has_corners(&found(Format::Yolo, yolo(&line("2", &closed)).path(), GameId::Go)));
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    let text = json!({
        "images": [{"id": 1, "file_name": "a.png"}],
        "categories": [{"id": 1, "name": "board"}],
        "annotations": [{"image_id": 1, "category_id": 1, "bbox": [40, 60, 560, 380],
            "segmentation": [closed.concat()]}],
    });
    let file = folder.file("coco.json", text.to_string().as_bytes());
    assert!(has_corners(&found(Format::Coco, &file, GameId::Go)));
    let points: Vec<[f64; 2]> = closed.iter().copied().map(percent).collect();
    let board = json!({"points": points, "polygonlabels": ["board"]});
    let text =
        json!([{"data": {"image": "a.png"}, "annotations": [{"result": [{"value": board}]}]}]);
    let file = folder.file("l.json", text.to_string().as_bytes());
    assert!(has_corners(&found(Format::LabelStudio, &file, GameId::Go)));
}

/// COCO: visibility 0 is a point that is not labeled; Ultralytics: so is one at 0, 0.
#[test]
fn keypoints_that_are_not_labeled_are_told() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    let keypoints: Vec<f64> = CORNERS
        .iter()
        .enumerate()
        .flat_map(|(i, &[x, y])| if i == 3 { [0.0; 3] } else { [x, y, 2.0] })
        .collect();
    let wanted = "(only 3 of the board's 4 keypoints are labeled)";
    for bbox in [json!([40, 60, 560, 380]), json!([])] {
        let text = json!({
            "images": [{"id": 1, "file_name": "a.png"}],
            "categories": [{"id": 1, "name": "board"}],
            "annotations": [
                {"image_id": 1, "category_id": 1, "bbox": bbox, "keypoints": keypoints},
            ],
        });
        let file = folder.file("coco.json", text.to_string().as_bytes());
        let message = refused(Format::Coco, &file, GameId::Go);
        assert!(message.contains(wanted), "{message}");
    }
    let board =
        line("2 0.5 0.520833 0.875 0.791667", &[CORNERS[0], CORNERS[1], CORNERS[2], [0.0; 2]]);
    let message = refused(Format::Yolo, yolo(&board).path(), GameId::Go);
    assert!(message.contains(wanted), "{message}");
    let man = line(
        "0",
        &[center(GameId::Go, 3, 4), [16.0, 16.0], [0.0; 2], [0.0; 2], [0.0; 2], [0.0; 2]],
    );
    let import = found(Format::Yolo, yolo(&(line("2", &CORNERS) + &man)).path(), GameId::Go);
    assert_eq!(
        (cells(&import), import.warnings),
        (vec!["3:....b..............".to_owned()], vec![])
    );
}

/// COCO: `width` and `height` are the picture's.
#[test]
fn a_size_that_is_not_the_photos_is_no_scale() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    let with_size = |w, h| folder.file("coco.json", coco(&[(json!(1), "a.png", w, h)]).as_bytes());
    for (w, h, expected) in [
        (480, 640, "480x640 pixels, and the photo has 640x480: one of them is turned"),
        (640, 640, "640x640 pixels, and the photo has 640x480; take the photo"),
    ] {
        let message = refused(Format::Coco, &with_size(w, h), GameId::Go);
        assert!(message.contains(expected), "{message}");
    }
    for (w, h) in [(0, 0), (640, 480)] {
        let found = found(Format::Coco, &with_size(w, h), GameId::Go);
        assert!(has_corners(&found) && found.warnings.is_empty(), "{:?}", found.warnings);
    }
    // A copy of half the size has nothing beyond its edges.
    let message = refused(Format::Coco, &with_size(320, 240), GameId::Go);
    assert!(message.contains("320x240 pixels, and marks something beyond"), "{message}");
    let smaller = found(Format::Coco, &with_size(1280, 960), GameId::Go);
    assert!(smaller.warnings[0].contains("what is marked is scaled"), "{:?}", smaller.warnings);
}

#[test]
fn corners_far_outside_and_boxes_of_no_size_are_told() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    let text = coco(&[(json!(1), "a.png", 640, 480)]);
    let mut value: Value = serde_json::from_str(&text).expect("JSON");
    value["annotations"][1]["bbox"] = json!([300, 200, -9, 9]);
    let path = folder.file("coco.json", value.to_string().as_bytes());
    let import = found(Format::Coco, &path, GameId::Go);
    assert!(import.warnings[0].contains("its box has no size"), "{:?}", import.warnings);
    assert!(cells(&import).is_empty());
    value["annotations"][0]["keypoints"][0] = json!(-5000);
    let path = folder.file("coco.json", value.to_string().as_bytes());
    let message = refused(Format::Coco, &path, GameId::Go);
    assert!(message.contains("corner -5000,60 lies outside the photo of 640x480"), "{message}");
}

#[test]
fn ids_that_do_not_tell_things_apart_are_faults() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    folder.photo("b.png", &scene(2.0));
    let text = coco(&[(json!(1), "a.png", 640, 480), (json!(1), "b.png", 640, 480)]);
    let path = folder.file("coco.json", text.as_bytes());
    assert!(
        refused(Format::Coco, &path, GameId::Go).contains("a.png and b.png have the same id 1")
    );
    let text = coco(&[(json!(1), "a.png", 640, 480)]);
    let path = folder.file("coco.json", text.replace("\"id\":2", "\"id\":\"b\"").as_bytes());
    assert!(refused(Format::Coco, &path, GameId::Go).contains("have the same id b"));
    let mut value: Value = serde_json::from_str(&text).expect("JSON");
    value["annotations"][1]["image_id"] = json!(9);
    let path = folder.file("coco.json", value.to_string().as_bytes());
    let found = found(Format::Coco, &path, GameId::Go);
    assert!(found.warnings[0].contains("1 annotations are of images"), "{:?}", found.warnings);
}

/// A task of Label Studio with these items, of a photo of 640x480.
fn task(image: &str, items: &[Value]) -> String {
    let sized = |item: &Value| {
        let mut item = item.clone();
        item["original_width"] = json!(640);
        item["original_height"] = json!(480);
        item
    };
    let items: Vec<Value> = items.iter().map(sized).collect();
    json!([{"data": {"image": image}, "annotations": [{"result": items}]}]).to_string()
}

fn marked(kind: &str, label: &str, mut value: Value) -> Value {
    value[kind] = json!([label]);
    json!({"type": kind, "value": value})
}

fn keypoint(label: &str, at: [f64; 2]) -> Value {
    let [x, y] = percent(at);
    marked("keypointlabels", label, json!({"x": x, "y": y, "width": 0.3}))
}

fn corner_points() -> Vec<Value> {
    CORNERS.iter().map(|&corner| keypoint("corner", corner)).collect()
}

fn label_studio(items: Vec<Value>, game: GameId) -> Result<Import, ImportError> {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    let path = folder.file("ls.json", task("a.png", &items).as_bytes());
    import(Format::LabelStudio, &path, &options(game))
}

/// Label Studio's JSON export: a relation has no value; a region is told by its fields.
#[test]
fn every_kind_of_region_is_what_it_is() {
    let at = |row, col| percent(center(GameId::Go, row, col));
    let [[x, y], [u, v], [a, b]] = [at(0, 0), at(1, 1), at(2, 2)];
    let diamond = [[a - 1.0, b], [a, b - 1.2], [a + 1.0, b], [a, b + 1.0]];
    let items = vec![
        json!({"type": "relation", "from_id": "p", "to_id": "q", "direction": "right"}),
        marked("ellipselabels", "black", json!({"x": x, "y": y, "radiusX": 1.0, "radiusY": 1.0})),
        marked("labels", "white", json!({"x": u - 1.0, "y": v - 1.0, "width": 2.0, "height": 2.0})),
        marked("polygonlabels", "black", json!({"points": diamond})),
        marked("brushlabels", "white", json!({"format": "rle", "rle": [1, 2]})),
        marked("rectanglelabels", "white", json!({"x": "5", "y": 5, "width": 2, "height": 2})),
        json!({"type": "rectangle", "value": {"x": 1, "y": 1, "width": 2, "height": 2}}),
        json!({"type": "choices", "value": {"choices": ["sharp"]}}),
    ];
    let found = label_studio([items, corner_points()].concat(), GameId::Go).expect("imports");
    assert_eq!(
        cells(&found),
        ["0:b..................", "1:.w.................", "2:..b................"]
    );
    assert!(has_corners(&found));
    let [painted, nowhere] = &found.warnings[..] else { panic!("{:?}", found.warnings) };
    assert!(painted.contains("white, which is painted") && nowhere.contains("not in numbers"));
}

#[test]
fn four_stones_marked_by_points_are_no_corners() {
    let stones: Vec<Value> =
        (0..4).map(|i| keypoint("black", center(GameId::Go, 2 * i, 3 + i))).collect();
    let message = label_studio(stones.clone(), GameId::Go).expect_err("no corners").to_string();
    assert!(message.contains("nothing says where the board's corners are"), "{message}");
    let found = label_studio([stones, corner_points()].concat(), GameId::Go).expect("imports");
    assert_eq!(cells(&found).len(), 4);
    let three = label_studio(corner_points()[..3].to_vec(), GameId::Go).expect_err("three");
    assert!(three.to_string().contains("3 corners are marked in it, not four"), "{three}");
}

/// Label Studio: x and y are the top left corner before the turn, in percent; the turn is in
/// degrees, clockwise, and of the photo's pixels.
#[test]
fn turned_rectangles_are_where_they_were_drawn() {
    let [x, y] = center(GameId::Go, 9, 12);
    for degrees in [0.0f64, 30.0, 90.0, 180.0, 271.0] {
        // A box of 60x8 pixels whose middle is the stone.
        let (sin, cos) = degrees.to_radians().sin_cos();
        let [left, top] = percent([x - 30.0 * cos + 4.0 * sin, y - 30.0 * sin - 4.0 * cos]);
        let value = json!({"x": left, "y": top, "width": 60.0 / 6.4, "height": 8.0 / 4.8,
            "rotation": degrees});
        let stone = marked("rectanglelabels", "black", value);
        let found =
            label_studio([vec![stone], corner_points()].concat(), GameId::Go).expect("imports");
        assert_eq!(cells(&found), ["9:............b......"], "{degrees}");
    }
    let mut turned = keypoint("black", [x, y]);
    turned["image_rotation"] = json!(90);
    let message = label_studio(vec![turned], GameId::Go).expect_err("is refused").to_string();
    assert!(message.contains("it was turned in Label Studio"), "{message}");
}

#[test]
fn an_export_of_another_kind_says_which_is_wanted() {
    let folder = Folder::new();
    folder.photo("mein foto.png", &scene(1.0));
    let path = folder.file("ls.json", b"[{\"image\": \"a.png\", \"label\": []}]");
    assert!(refused(Format::LabelStudio, &path, GameId::Go).contains("not as JSON-MIN"));
    let text = task("/data/local-files/?d=photos/mein%20foto.png", &corner_points());
    let path = folder.file("ls.json", text.as_bytes());
    let import = found(Format::LabelStudio, &path, GameId::Go);
    assert!(import.labels[0].photo.ends_with("mein foto.png"));
    let tasks: Value = serde_json::from_str(&text).expect("JSON");
    let twice = json!([tasks[0], tasks[0]]).to_string();
    let path = folder.file("ls.json", twice.as_bytes());
    let message = refused(Format::LabelStudio, &path, GameId::Go);
    assert!(message.contains("two entries"), "{message}");
}

#[test]
fn corners_of_another_photo_of_the_name_or_of_another_size_are_not_taken() {
    let folder = Folder::new();
    let text = coco(&[(json!(1), "cam1/a.png", 640, 480), (json!(2), "cam2/a.png", 640, 480)]);
    let path = folder.file("coco.json", text.replace("keypoints", "points").as_bytes());
    folder.photo("cam1/a.png", &scene(1.0));
    folder.photo("cam2/a.png", &scene(2.0));
    let corners = |image: &str, by: f64, size: Value| {
        let corners = CORNERS.map(|[x, y]| [x * by, y * by]);
        json!({"image": image, "corners": corners, "width": size[0], "height": size[1]})
    };
    let run = |labels: &[Value]| {
        let manifest = folder.manifest("corners.jsonl", labels);
        let corners = Some(Manifest::read(&manifest).expect("a manifest"));
        import(Format::Coco, &path, &ImportOptions { corners, ..options(GameId::Go) })
    };
    let message = run(&[corners("a.png", 1.0, json!([null, null]))]).expect_err("whose?");
    assert!(message.to_string().contains("one of the 2 photos of this name"), "{message}");
    let both = run(&[
        corners("x/cam2/a.png", 1.0, json!([640, 480])),
        corners("x/cam1/a.png", 0.5, json!([320, 240])),
    ]);
    let both = both.expect("imports");
    assert_eq!(both.labels.len(), 2, "{:?}", both.warnings);
    assert!(has_corners(&both));
    let message = run(&[corners("cam1/a.png", 1.0, json!([480, 640]))]).expect_err("turned");
    assert!(message.to_string().contains("corners for 480x640 pixels"), "{message}");
}

#[test]
fn a_text_is_of_one_photo_whatever_the_case_of_its_ending() {
    let folder = Folder::new();
    folder.photo("a.png", &scene(1.0));
    folder.file("a.FEN", b"8/8/8/8/4P3/8/8/8 w - - 0 1\n");
    let import = found(Format::Notation, folder.path(), GameId::Chess);
    assert_eq!(cells(&import), ["4:....P..."]);
    folder.photo("a.jpg", &scene(1.0));
    let message = refused(Format::Notation, folder.path(), GameId::Chess);
    assert!(message.contains("the same text would be of this and of"), "{message}");
}
