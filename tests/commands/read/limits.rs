//! Photos that are hard to say something of: several boards, much hidden, no time, odd sizes.

use super::{read, rendered, sample, text};
use image::{Rgb, RgbImage, imageops};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn saved(folder: &Path, name: &str, picture: &RgbImage) -> PathBuf {
    let path = folder.join(name);
    picture.save(&path).expect("saved");
    path
}

fn opened(start: &str) -> RgbImage {
    image::open(sample(start)).expect("a sample").to_rgb8()
}

/// A picture with another one at half its size on the right.
fn beside(left: &RgbImage, right: &RgbImage) -> RgbImage {
    let (width, height) = (right.width() / 2, right.height() / 2);
    let small = imageops::resize(right, width, height, imageops::FilterType::Triangle);
    let mut both = RgbImage::from_pixel(left.width() + width, left.height(), Rgb([90, 80, 70]));
    imageops::replace(&mut both, left, 0, 0);
    imageops::replace(&mut both, &small, i64::from(left.width()), 100);
    both
}

#[test]
fn of_two_boards_one_is_read_and_the_other_is_told_of() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let two = beside(&opened("chess-00000329"), &opened("checkers-00000300"));
    let photo = saved(dir.path(), "two.png", &two);
    let (code, out, err) = read(&[text(&photo), "--json"]);
    assert_eq!(code, Some(0), "{err}");
    let first = &lines(&out)[0];
    let boards = first["boards"].as_array().expect("all boards");
    assert_eq!((boards.len(), &boards[0]), (2, &first["corners"]));
    let (code, out, err) = read(&[text(&photo), "--json", "--all"]);
    assert_eq!(code, Some(0), "{err}");
    let all = lines(&out);
    let mut games: Vec<&str> = all.iter().filter_map(|board| board["game"].as_str()).collect();
    games.sort_unstable();
    assert_eq!(games, ["checkers", "chess"]);
    assert_eq!(all[1]["boards"][0], all[1]["corners"], "itself first");
    let (_, out, _) = read(&[text(&photo)]);
    assert!(out.contains("shows 2 boards") && out.contains("--all"), "{out}");
    let (_, out, _) = read(&[text(&sample("go")), "--json"]);
    assert!(lines(&out)[0].get("boards").is_none(), "one board");
}

/// Something of the color of skin over the middle of a board.
fn with_an_arm(board: &RgbImage) -> RgbImage {
    let (width, height) = board.dimensions();
    let arm = RgbImage::from_pixel(width / 4, height, Rgb([205, 150, 120]));
    let mut hidden = board.clone();
    imageops::replace(&mut hidden, &arm, i64::from(width * 2 / 5), i64::from(height * 3 / 10));
    hidden
}

#[test]
fn a_board_of_which_much_is_hidden_is_busy() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let photo = saved(dir.path(), "arm.png", &with_an_arm(&opened("checkers-00000300")));
    let (code, out, err) = read(&[text(&photo), "--json"]);
    let answer = &lines(&out)[0];
    assert_eq!(code, Some(1), "{err}");
    assert_eq!((&answer["status"], &answer["refusal"]), (&"busy".into(), &"hidden".into()));
    assert!(err.contains("of 64 cells are hidden") && err.contains("--anyway"), "{err}");
}

/// What a camera is calibrated with has squares as a board of draughts has, but 11 a side.
#[test]
fn a_pattern_that_is_no_board_is_named() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let photo = rendered(dir.path(), "none", "510", &["--size", "480"]);
    let (code, said, err) = read(&[text(&photo), "--json"]);
    let answer = &lines(&said)[0];
    assert_eq!((code, &answer["refusal"]), (Some(1), &"not_a_board".into()), "{err}");
    assert!(err.contains("a checkered pattern of 11x11 squares"), "{err}");
}

/// Two kings, of which one might be a draughtsman.
#[test]
fn a_board_of_two_games_is_asked_for_its_game() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let kings = ["--position", "8/8/1k6/8/8/4K3/8/8 w - - 0 1", "--size", "560"];
    let photo = rendered(dir.path(), "chess", "94", &kings);
    let (code, said, err) = read(&[text(&photo), "--json"]);
    assert_eq!(code, Some(0), "{err}");
    let board = &lines(&said)[0];
    assert_eq!((&board["check"], &board["concerns"][0]["about"]), (&true.into(), &"game".into()));
    let which = &board["which_game"];
    let sum = [&which["probability"], &which["runner_up"]["probability"]].map(Value::as_f64);
    assert!((sum[0].unwrap_or(0.0) + sum[1].unwrap_or(0.0) - 1.0).abs() < 1e-3, "{board}");
    let (_, said, _) = read(&[text(&photo)]);
    assert!(said.contains("Which game is it?") && said.contains("say it with --game"), "{said}");
    let (_, said, _) = read(&[text(&photo), "--json", "--game", "chess"]);
    let board = &lines(&said)[0];
    assert!(board["which_game"].is_null() && board["concerns"][0]["about"] != "game", "{board}");
}

/// A sample's board with a little around it, its longer side so many pixels.
fn cut(start: &str, side: u32) -> RgbImage {
    let labels = lines(include_str!("../../../datasets/samples/labels.jsonl"));
    let is_it = |label: &&Value| label["image"].as_str().is_some_and(|name| name.contains(start));
    let label = labels.iter().find(is_it).expect("a label");
    let photo = opened(start);
    let span = |axis: usize, end: u32| {
        let corners = label["corners"].as_array().expect("corners").iter();
        let along: Vec<f64> = corners.filter_map(|corner| corner[axis].as_f64()).collect();
        let least = along.iter().copied().fold(f64::INFINITY, f64::min);
        let most = along.iter().copied().fold(0.0, f64::max);
        let pad = 0.06 * (most - least);
        let first = (least - pad).max(0.0) as u32;
        (first, ((most + pad) as u32).min(end) - first)
    };
    let ((left, width), (top, height)) = (span(0, photo.width()), span(1, photo.height()));
    let board = imageops::crop_imm(&photo, left, top, width, height).to_image();
    let scaled = |length: u32| length * side / width.max(height);
    imageops::resize(&board, scaled(width), scaled(height), imageops::FilterType::Triangle)
}

#[test]
fn boards_that_stand_close_are_not_taken_for_one() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let mut table = RgbImage::from_pixel(1400, 1000, Rgb([120, 100, 80]));
    let board = cut("go-00000326", 650);
    imageops::replace(&mut table, &board, 20, 180);
    imageops::replace(&mut table, &board, 700, 180);
    let photo = saved(dir.path(), "close.png", &table);
    let (code, out, err) = read(&[text(&photo), "--json"]);
    assert_eq!(code, Some(0), "{err}");
    let first = &lines(&out)[0];
    assert_eq!(first["boards"].as_array().map(Vec::len), Some(2), "{first}");
    let left = |corner: &Value| corner[0].as_f64().expect("a number") < 690.0;
    let on_the_left = first["corners"].as_array().expect("corners").iter().filter(|c| left(c));
    assert!([0, 4].contains(&on_the_left.count()), "one board and not both: {first}");
}

#[test]
fn of_two_boards_the_one_of_the_game_asked_for_is_read() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let chess = opened("chess-00000329");
    let photo = saved(dir.path(), "two.png", &beside(&chess, &opened("checkers-00000300")));
    let (code, out, err) = read(&[text(&photo), "--json", "--game", "chess"]);
    assert_eq!(code, Some(0), "{err}");
    let read = &lines(&out)[0];
    assert_eq!((&read["status"], &read["game"]), (&"read".into(), &"chess".into()));
    assert_eq!(read["boards"].as_array().map(Vec::len), Some(2));
    let left = read["corners"][0][0].as_f64().expect("a number");
    assert!(left < f64::from(chess.width()), "not the one of checkers: {read}");
}

/// A page with a checkered pattern on a table; its left edge leans by so many pixels.
fn calibration_page(rows: u32, cols: u32, leans: f64) -> RgbImage {
    RgbImage::from_fn(1200, 900, |x, y| {
        // The page narrows towards the top of the picture.
        let (x, y) = (f64::from(x) - 600.0, f64::from(y) - 450.0);
        let narrower = 1.0 + leans * (0.5 - y / 800.0) / 1000.0;
        let side = 700.0 / f64::from(rows.max(cols));
        let (col, row) = (
            x * narrower / side + f64::from(cols) / 2.0,
            y * narrower / side + f64::from(rows) / 2.0,
        );
        let within = |v: f64, n: u32, pad: f64| (-pad..f64::from(n) + pad).contains(&v);
        let is_dark = (col.floor() + row.floor()).rem_euclid(2.0) > 0.5;
        match (within(col, cols, 0.0) && within(row, rows, 0.0), is_dark) {
            (true, true) => Rgb([20; 3]),
            _ if within(col, cols, 0.5) && within(row, rows, 0.5) => Rgb([245; 3]),
            _ => Rgb([140, 110, 80]),
        }
    })
}

#[test]
fn a_calibration_pattern_is_no_empty_board() {
    let dir = tempfile::tempdir().expect("temporary folder");
    for (rows, cols, leans) in [(7, 9, 0.0), (7, 9, 300.0), (7, 10, 0.0), (8, 8, 0.0)] {
        let photo = saved(dir.path(), "page.png", &calibration_page(rows, cols, leans));
        let (code, out, err) = read(&[text(&photo), "--json"]);
        let status = &lines(&out)[0]["status"];
        let expected =
            if (rows, cols) == (8, 8) { (Some(0), "read") } else { (Some(1), "no_board") };
        assert_eq!((code, status), (expected.0, &expected.1.into()), "{rows}x{cols} {leans} {err}");
    }
}

#[test]
fn without_time_the_board_is_read_and_what_was_left_out_is_said() {
    let photo = sample("chess-00000341");
    let (code, out, err) = read(&[text(&photo), "--json", "--deadline", "0"]);
    assert_eq!(code, Some(0), "{err}");
    let hurried = &lines(&out)[0];
    assert_eq!(hurried["left_out"], serde_json::json!(["augmentation"]));
    let (_, out, _) = read(&[text(&photo), "--json", "--deadline", "3600000"]);
    let patient = &lines(&out)[0];
    assert!(patient.get("left_out").is_none() && patient["status"] == "read");
    let (_, out, _) = read(&[text(&photo), "--deadline", "0"]);
    assert!(out.contains("There was no time for: augmentation."), "{out}");
}

#[test]
fn odd_pictures_have_a_clear_answer() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let mut seed = 1u32;
    let mut noise = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    let noisy = RgbImage::from_fn(800, 600, |_, _| Rgb([noise(), noise(), noise()]));
    let panorama = RgbImage::from_pixel(12_000, 800, Rgb([150, 140, 130]));
    let one_color = RgbImage::from_pixel(900, 700, Rgb([200, 30, 30]));
    for (name, picture) in
        [("noise.png", noisy), ("panorama.png", panorama), ("red.png", one_color)]
    {
        let photo = saved(dir.path(), name, &picture);
        let (code, out, err) = read(&[text(&photo), "--json"]);
        let answer = &lines(&out)[0];
        assert_eq!((code, &answer["status"]), (Some(1), &"no_board".into()), "{name}: {err}");
        assert_eq!(err.lines().count(), 1, "{name}: {err}");
    }
    let tiny = saved(dir.path(), "tiny.png", &RgbImage::from_pixel(20, 20, Rgb([90; 3])));
    let (code, _, err) = read(&[text(&tiny)]);
    assert!(matches!(code, Some(1 | 2)) && err.lines().count() == 1, "{err}");
}

#[test]
fn a_board_in_a_panorama_is_read() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let mut panorama = RgbImage::from_pixel(6000, 900, Rgb([150, 140, 130]));
    imageops::replace(&mut panorama, &opened("checkers-00000300"), 2500, 0);
    let photo = saved(dir.path(), "panorama.png", &panorama);
    let (code, out, err) = read(&[text(&photo), "--json"]);
    assert_eq!((code, &lines(&out)[0]["game"]), (Some(0), &"checkers".into()), "{err}");
}
