//! What is read from the rendered samples and demonstrations, and the overlays drawn, are what `tests/golden/` holds.
//!
//! `make golden` (`KIBITZER_BLESS=1`) rewrites the files; look at the difference before committing
//! it. Probabilities and times are left out, and pixels may differ a little, since both depend on
//! the machine.

use assert_cmd::Command;
use image::Rgb;
use kibitzer::{
    dataset::{Label, Manifest, manifest::parse_cells},
    games::GameId,
    vision::{PhotoLimits, open_photo},
};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// A pixel differs when one of its channels does by more than this.
const CHANNEL: u8 = 48;
/// The part of all pixels that may differ.
const PIXELS: f64 = 0.005;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn blessing() -> bool {
    env::var_os("KIBITZER_BLESS").is_some_and(|v| v == "1")
}

struct Sample {
    game: String,
    photo: PathBuf,
    stem: String,
}

/// The demonstrations and the samples, from their manifests.
fn samples() -> Vec<Sample> {
    let manifests = ["datasets/demo/labels.jsonl", "datasets/samples/labels.jsonl"];
    manifests.into_iter().flat_map(samples_of).collect()
}

fn samples_of(labels: &str) -> Vec<Sample> {
    let manifest = Manifest::read(&root().join(labels)).expect("the samples' labels");
    let sample = |(_, label): &(usize, Label)| {
        let photo = manifest.image_path(label);
        let stem = photo.file_stem().expect("a name").to_string_lossy().into_owned();
        Sample { game: label.game().expect("a game").id().to_string(), photo, stem }
    };
    manifest.labels.iter().map(sample).collect()
}

/// The output of `kibitzer read` without the numbers that depend on the machine.
fn reading(sample: &Sample, overlay: &Path) -> String {
    let output = Command::cargo_bin("kibitzer")
        .expect("the binary")
        .args(["read", "--game", &sample.game, "--overlay"])
        .arg(overlay)
        .arg(&sample.photo)
        .output()
        .expect("runs");
    match output.status.code() {
        Some(0) => board_only(&String::from_utf8(output.stdout).expect("UTF-8")),
        Some(1) => "no board found\n".to_owned(),
        _ => panic!("{}", String::from_utf8_lossy(&output.stderr)),
    }
}

/// Board, notation, whether to check it and what is impossible, without the title, the cells in
/// doubt and the times.
fn board_only(text: &str) -> String {
    const TO_CHECK: &str = "Check this board";
    let lines = text.lines().skip(2).take_while(|line| !line.starts_with("Time: "));
    let mut doubts = false;
    let kept = lines.filter_map(|line| {
        let goes_on = ["  ", "and at ", "Then it is "].iter().any(|start| line.starts_with(start));
        doubts = line == "Least certain:" || line.starts_with(TO_CHECK) || (doubts && goes_on);
        if line.starts_with(TO_CHECK) { Some(TO_CHECK) } else { (!doubts).then_some(line) }
    });
    kept.collect::<Vec<_>>().join("\n").trim_end().to_owned() + "\n"
}

/// What is wrong between a golden file and what came out now, or `None`.
fn compare_text(golden: &Path, now: &str) -> Option<String> {
    if blessing() {
        fs::create_dir_all(golden.parent().expect("a folder")).expect("made");
        fs::write(golden, now).expect("written");
    }
    let expected = fs::read_to_string(golden).unwrap_or_default();
    (expected != now)
        .then(|| format!("{}:\n--- expected\n{expected}--- now\n{now}", golden.display()))
}

fn compare_pictures(golden: &Path, now: &Path) -> Option<String> {
    if blessing() {
        fs::copy(now, golden).expect("copied");
    }
    let open = |path: &Path| open_photo(path, &PhotoLimits::default()).map_err(|e| e.to_string());
    let (expected, now) = match (open(golden), open(now)) {
        (Ok(expected), Ok(now)) => (expected, now),
        (Err(e), _) | (_, Err(e)) => return Some(e),
    };
    if expected.dimensions() != now.dimensions() {
        return Some(format!("{}: another size", golden.display()));
    }
    let differs = |(a, b): &(&Rgb<u8>, &Rgb<u8>)| (0..3).any(|c| a[c].abs_diff(b[c]) > CHANNEL);
    let share = expected.pixels().zip(now.pixels()).filter(differs).count() as f64
        / expected.pixels().len() as f64;
    (share > PIXELS)
        .then(|| format!("{}: {:.2} % of the pixels differ", golden.display(), 100.0 * share))
}

#[test]
fn samples_are_read_as_before() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let folder = root().join("tests/golden");
    let (mut wrong, mut drawn) = (Vec::new(), Vec::new());
    for sample in samples() {
        let overlay = dir.path().join(&sample.stem).with_extension("jpg");
        let text = reading(&sample, &overlay);
        wrong.extend(compare_text(&folder.join(&sample.stem).with_extension("txt"), &text));
        // One overlay a game is enough to see that drawing works.
        if overlay.is_file() && !drawn.contains(&sample.game) {
            wrong.extend(compare_pictures(
                &folder.join(&sample.stem).with_extension("jpg"),
                &overlay,
            ));
            drawn.push(sample.game);
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nIf this is meant, type `make golden` and look at the difference.",
        wrong.join("\n")
    );
    assert!(!drawn.is_empty(), "no sample was read");
}

/// What the book and the demonstration show is right.
#[test]
fn demonstrations_are_read_right() {
    let manifest =
        Manifest::read(&root().join("datasets/demo/labels.jsonl")).expect("their labels");
    for (_, label) in &manifest.labels {
        let game = label.game().expect("a game");
        let photo = manifest.image_path(label);
        let output = Command::cargo_bin("kibitzer")
            .expect("the binary")
            .args(["read", "--json", "--game", game.id().name()])
            .arg(&photo)
            .output()
            .expect("runs");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let cells: Vec<String> = serde_json::from_value(json["cells"].clone()).expect("cells");
        let read = parse_cells(game, &cells).expect("a board");
        let right = label.board().expect("a board").expect("a board");
        // A board of Go has no orientation of its own.
        let turns = if game.id() == GameId::Go { 0..4 } else { 0..1 };
        assert!(turns.into_iter().any(|n| read.rotated(n) == right), "{}", photo.display());
        assert_eq!(json["check"], false, "{}", photo.display());
    }
}

#[test]
fn every_golden_file_belongs_to_a_sample() {
    let stems: Vec<String> = samples().into_iter().map(|s| s.stem).collect();
    for entry in fs::read_dir(root().join("tests/golden")).expect("golden files").flatten() {
        let stem = entry.path().file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(
            stems.contains(&stem),
            "{} belongs to no sample: delete it",
            entry.path().display()
        );
    }
}
