//! What is kept survives, what is deleted is gone, and nothing is half there.

use super::*;
use crate::dataset::Manifest;
use tempfile::TempDir;

fn photo(gray: u8) -> RgbImage {
    RgbImage::from_pixel(90, 90, image::Rgb([gray; 3]))
}

fn correction(id: &str, confidence: f32) -> Correction {
    Correction {
        id: id.to_owned(),
        game: GameId::Chess,
        corners: [[5.0, 5.0], [85.0, 5.0], [85.0, 85.0], [5.0, 85.0]],
        cells: vec!["........".to_owned(); 8],
        read: Some(vec!["K.......".to_owned(); 8]),
        confidence: Some(confidence),
        consent: true,
    }
}

fn folder() -> (TempDir, Kept) {
    let dir = tempfile::tempdir().expect("a folder");
    let kept = Kept::open(dir.path()).expect("opened");
    (dir, kept)
}

fn labels(dir: &TempDir, file: &str) -> Vec<Label> {
    let manifest = Manifest::read(&dir.path().join(file)).expect("a manifest");
    manifest.labels.into_iter().map(|(_, label)| label).collect()
}

#[test]
fn a_correction_becomes_a_label_with_its_photo() {
    let (dir, kept) = folder();
    assert_eq!(kept.add(&correction("aaaaaaaa-1", 0.7), &photo(90)), Ok(Added::Now));
    assert_eq!(kept.add(&correction("aaaaaaaa-1", 0.7), &photo(90)), Ok(Added::Before));
    let other = kept.add(&correction("aaaaaaaa-1", 0.7), &photo(91)).map_err(|e| e.kind);
    assert_eq!(other, Err(Kind::Conflict));
    let labels = labels(&dir, "waiting.jsonl");
    assert_eq!(labels.len(), 1);
    assert!(labels[0].board().is_ok_and(|board| board.is_some()));
    let bytes = fs::read(dir.path().join(&labels[0].image)).expect("the photo");
    assert_eq!(image::load_from_memory(&bytes).expect("a JPEG").width(), 90);
}

#[test]
fn the_most_doubtful_comes_first_and_an_approved_one_is_trained_with() {
    let (dir, kept) = folder();
    for (id, confidence) in [("aaaaaaaa-1", 0.7), ("aaaaaaaa-2", 0.2)] {
        kept.add(&correction(id, confidence), &photo(90)).expect("kept");
    }
    let ids = |kept: &Kept| kept.entries().into_iter().map(|e| e.id).collect::<Vec<_>>();
    assert_eq!(ids(&kept), ["aaaaaaaa-2", "aaaaaaaa-1"]);
    let cells = Some(vec!["Q.......".to_owned(); 8]);
    let review = Review { state: State::Approved, cells: cells.clone(), corners: None };
    let entry = kept.review("aaaaaaaa-2", &review).expect("reviewed");
    assert_eq!((entry.state, Some(entry.cells)), (State::Approved, cells));
    assert_eq!(labels(&dir, "labels.jsonl").len(), 1);
    assert_eq!(labels(&dir, "waiting.jsonl").len(), 1);
    let bad = Review { cells: Some(vec!["x".to_owned()]), ..review };
    assert_eq!(kept.review("aaaaaaaa-1", &bad).map_err(|e| e.kind), Err(Kind::InvalidOption));
    let again = Kept::open(dir.path()).expect("opened");
    assert_eq!(ids(&again), ["aaaaaaaa-1", "aaaaaaaa-2"]);
}

#[test]
fn what_was_sent_comes_before_a_queue_and_what_was_turned_down_stays_away() {
    let (dir, kept) = folder();
    let proposed = |id: &str, place| {
        let sent = label(&correction("aaaaaaaa-1", 0.7), &photo(90)).expect("a label");
        let mut label = Label { extra: serde_json::Map::new(), ..sent };
        label.extra.insert("cells_by".to_owned(), "model".into());
        Proposed { id: id.to_owned(), place, name: format!("{id}.jpg"), label, confidence: 0.1 }
    };
    for (id, place) in [("queue-222", 2), ("queue-111", 1)] {
        assert_eq!(kept.is_known(id, place), Ok(false));
        kept.propose(proposed(id, place), &photo(90)).expect("kept");
    }
    kept.add(&correction("aaaaaaaa-1", 0.7), &photo(90)).expect("kept");
    let ids = |kept: &Kept| kept.entries().into_iter().map(|e| e.id).collect::<Vec<_>>();
    assert_eq!(ids(&kept), ["aaaaaaaa-1", "queue-111", "queue-222"]);
    assert!(labels(&dir, "waiting.jsonl")[0].is_proposal());
    let before = fs::read(dir.path().join("waiting.jsonl")).expect("labels");
    kept.delete("queue-111").expect("there");
    drop(kept);
    // Killed between turning it down and taking it from those that wait.
    fs::write(dir.path().join("waiting.jsonl"), before).expect("written");
    let kept = Kept::open(dir.path()).expect("mended");
    assert_eq!(ids(&kept), ["aaaaaaaa-1", "queue-222"]);
    assert_eq!(kept.is_known("queue-111", 1), Ok(true));
    kept.delete("aaaaaaaa-1").expect("there");
    assert_eq!(labels(&dir, REJECTED).len(), 1, "of what was sent nothing stays");
    assert_eq!(labels(&dir, REJECTED)[0].extra["x_photo"], "queue-111.jpg");
}

#[test]
fn a_folder_of_other_photos_is_left_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let holidays = dir.path().join("images/holidays.jpg");
    fs::create_dir_all(dir.path().join("images")).expect("made");
    fs::write(&holidays, "a photo").expect("written");
    let said = Kept::open(dir.path()).map(|_| ()).expect_err("refused").to_string();
    assert!(said.contains("an empty folder") && holidays.exists(), "{said}");
    // In a folder of corrections, what cannot be one stays.
    let (dir, kept) = folder();
    let [note, left] = ["images/to do.txt", "images/aaaaaaaa-9.jpg"].map(|n| dir.path().join(n));
    for file in [&note, &left] {
        fs::write(file, "x").expect("written");
    }
    drop(kept);
    Kept::open(dir.path()).expect("opened");
    assert!(note.exists() && !left.exists());
}

#[test]
fn what_is_deleted_is_gone() {
    let (dir, kept) = folder();
    kept.add(&correction("aaaaaaaa-1", 0.7), &photo(90)).expect("kept");
    let key = kept.key("aaaaaaaa-1");
    assert!(kept.is_key("aaaaaaaa-1", &key) && !kept.is_key("aaaaaaaa-2", &key));
    let again = Kept::open(dir.path()).expect("opened");
    assert!(again.is_key("aaaaaaaa-1", &key), "links outlive the program");
    kept.delete("aaaaaaaa-1").expect("there");
    assert_eq!(kept.delete("aaaaaaaa-1").map_err(|e| e.kind), Err(Kind::NotFound));
    assert!(labels(&dir, "waiting.jsonl").is_empty());
    assert_eq!(fs::read_dir(dir.path().join("images")).expect("a folder").count(), 0);
}

#[test]
fn what_is_no_label_is_refused() {
    let (dir, kept) = folder();
    let good = correction("aaaaaaaa-1", 0.7);
    let far = [[5.0, 5.0], [850.0, 5.0], [850.0, 850.0], [5.0, 850.0]];
    let crossed = [[5.0, 5.0], [85.0, 85.0], [85.0, 5.0], [5.0, 85.0]];
    for bad in [
        Correction { consent: false, ..good.clone() },
        Correction { id: "../../aaaaaaaa".to_owned(), ..good.clone() },
        Correction { id: "a".repeat(65), ..good.clone() },
        Correction { cells: vec!["........".to_owned(); 7], ..good.clone() },
        Correction { corners: far, ..good.clone() },
        Correction { corners: crossed, ..good.clone() },
    ] {
        assert_eq!(kept.add(&bad, &photo(90)).map_err(|e| e.kind), Err(Kind::InvalidOption));
    }
    assert!(labels(&dir, "waiting.jsonl").is_empty());
}

#[test]
fn a_killed_program_leaves_nothing_half_there() {
    let (dir, kept) = folder();
    for id in ["aaaaaaaa-1", "aaaaaaaa-2"] {
        kept.add(&correction(id, 0.7), &photo(90)).expect("kept");
    }
    drop(kept);
    // Killed while it wrote a line, after the line's photo.
    let waiting = dir.path().join("waiting.jsonl");
    let text = fs::read_to_string(&waiting).expect("labels");
    fs::write(&waiting, &text[..text.len() - 30]).expect("cut");
    let kept = Kept::open(dir.path()).expect("mended");
    assert_eq!(kept.entries().len(), 1);
    assert_eq!(fs::read_dir(dir.path().join("images")).expect("a folder").count(), 1);
    assert_eq!(labels(&dir, "waiting.jsonl").len(), 1);
    // Killed between approving and taking it from those that wait.
    fs::copy(&waiting, dir.path().join("labels.jsonl")).expect("copied");
    let kept = Kept::open(dir.path()).expect("mended");
    assert_eq!(kept.entries().iter().map(|e| e.state).collect::<Vec<_>>(), [State::Approved]);
    // A line that somebody wrote is not thrown away.
    fs::write(&waiting, "not a label\n").expect("written");
    assert!(Kept::open(dir.path()).is_err());
    assert_eq!(fs::read_to_string(&waiting).expect("there"), "not a label\n");
}
