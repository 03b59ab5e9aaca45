//! Sets of one's own, as a person would keep and use them.

use assert_cmd::Command;
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder of sets, and what the program says of it.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folder"))
    }

    fn sets(&self) -> PathBuf {
        self.0.path().join("sets")
    }

    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let output = Command::cargo_bin("kibitzer")
            .expect("the binary")
            .env("KIBITZER_SETS", self.sets())
            .current_dir(self.0.path())
            .args(args)
            .output()
            .expect("runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    /// What a command says that is refused, in one line, and leaves the sets as they were.
    fn refused(&self, args: &[&str]) -> String {
        let before = self.files();
        let (code, out, err) = self.run(args);
        assert_eq!(code, Some(2), "{args:?}: {out}");
        assert!(out.is_empty() && err.lines().count() == 1, "{args:?}: {out}{err}");
        assert_eq!(self.files(), before, "{args:?}");
        err
    }

    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = fs::read_dir(self.sets()).into_iter().flatten().flatten();
        entries.map(|e| (e.path(), fs::read(e.path()).expect("a file"))).collect()
    }

    /// What the sets correct.
    fn corrections(&self) -> Vec<Value> {
        let set = |bytes: &Vec<u8>| serde_json::from_slice::<Value>(bytes).expect("JSON");
        self.files().iter().map(|(_, bytes)| set(bytes)["correction"].clone()).collect()
    }

    /// The rate of the cells of labeled photos that are read right; `out` is the evaluation's folder.
    fn cells_right(&self, photos: &str, game: &str, more: &[&str], out: &str) -> f64 {
        let eval = ["eval", "--data", photos, "--game", game, "--out", out];
        let (code, _, err) = self.run(&[&eval[..], more].concat());
        assert_eq!(code, Some(0), "{err}");
        let summary = fs::read(self.0.path().join(out).join("summary.json")).expect("a summary");
        let summary: Value = serde_json::from_slice(&summary).expect("JSON");
        summary["overall"]["cell_accuracy"]["rate"].as_f64().expect("a rate")
    }

    /// Photos of one rendered set each, of a position.
    fn photos(&self, position: &str, seed: u32, count: u32) -> Vec<String> {
        let out = format!("renders-{seed}");
        let (seed, count) = (seed.to_string(), count.to_string());
        let options = ["--position", position, "--seed", &seed, "--count", &count, "--size", "420"];
        let args =
            [&["dataset", "render", "--game", "chess", "--out", &out], &options[..]].concat();
        let (code, _, err) = self.run(&args);
        assert_eq!(code, Some(0), "{err}");
        let folder = self.0.path().join(&out).join("images");
        let mut photos: Vec<String> = fs::read_dir(folder)
            .expect("renders")
            .flatten()
            .map(|e| e.path().to_str().expect("UTF-8").to_owned())
            .collect();
        photos.sort();
        photos
    }
}

fn demo(name: &str) -> String {
    root().join("datasets/demo/images").join(name).to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_set_is_learned_kept_used_and_removed() {
    let home = Home::new();
    let (code, _, err) = home.run(&["reference", "list"]);
    assert!(code == Some(0) && err.contains("no set is kept yet"), "{err}");
    let start = &home.photos(START, 4_400_000, 1)[0];
    let (code, out, err) = home.run(&["reference", "add", "mine", "--game", "chess", start]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("mine: chess, ") && out.contains("of 64 cells right"), "{out}");
    assert!(out.contains("other light"), "{out}");
    let files = home.files();
    assert_eq!(files.len(), 1);
    assert!(files[0].1.len() < 200_000, "{} bytes", files[0].1.len());

    let (_, out, _) = home.run(&["reference", "list"]);
    assert!(out.starts_with("mine: chess, "), "{out}");
    let (_, out, _) = home.run(&["reference", "show", "mine"]);
    assert!(out.contains("initial position"), "{out}");

    let read = |more: &[&str]| {
        let (code, out, err) =
            home.run(&[&["read", start, "-g", "chess", "--json"], more].concat());
        assert_eq!(code, Some(0), "{err}");
        serde_json::from_str::<Value>(&out).expect("JSON")
    };
    let (plain, with_set) = (read(&[]), read(&["--set", "mine"]));
    assert_ne!(plain["log_likelihood"], with_set["log_likelihood"], "the set is used");
    let fen = with_set["notation"].as_str().expect("a FEN");
    assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), "{fen}");
    let by_reference = read(&["--reference", start]);
    let difference = by_reference["log_likelihood"].as_f64().expect("a number")
        - with_set["log_likelihood"].as_f64().expect("a number");
    assert!(difference.abs() < 0.01, "the same but for the file's rounding: {difference}");
    // The folder of the renders, which has their labels.
    let folder = Path::new(start).ancestors().nth(2).expect("a folder");
    let by_labels = read(&["--reference", folder.to_str().expect("UTF-8")]);
    assert_ne!(plain["log_likelihood"], by_labels["log_likelihood"], "the labels are used");
    let labels = folder.join("labels.jsonl");
    let unseen = fs::read_to_string(&labels).expect("labels");
    let unseen = unseen.replacen('{', r#"{"cells_by": "model", "#, 1);
    fs::write(&labels, unseen).expect("written");
    let labels = labels.to_str().expect("UTF-8");
    let add = ["reference", "add", "unseen", "--game", "chess", "--split", "train", "--labels"];
    let (code, _, err) = home.run(&[&add[..], &[labels]].concat());
    assert!(code == Some(0) && err.contains("1 of 1 labels are the models' own"), "{err}");
    let (code, _, _) = home.run(&["reference", "remove", "unseen"]);
    assert_eq!(code, Some(0));

    // Boards of other games are read as without it.
    let go = demo("go-end.jpg");
    let read_go = |more: &[&str]| {
        let (code, out, err) = home.run(&[&["read", &go, "--json"], more].concat());
        assert_eq!(code, Some(0), "{err}");
        let read: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(read["game"], "go");
        (read["log_likelihood"].clone(), read["notation"].clone())
    };
    assert_eq!(read_go(&[]), read_go(&["--set", "mine"]));

    let (code, _, err) = home.run(&["reference", "remove", "mine"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(home.files().is_empty());
}

/// From nothing to reading one's own set, as docs/own-set.md has it.
#[test]
fn a_strange_set_is_read_better_after_two_photos() {
    let home = Home::new();
    let render = |out: &str, more: &[&str]| {
        let options = ["--set-seed", "77", "--size", "420", "--out", out];
        let render = ["dataset", "render", "--game", "chess"];
        let (code, _, err) = home.run(&[&render[..], &options, more].concat());
        assert_eq!(code, Some(0), "{err}");
    };
    render("start", &["--position", START, "--count", "2", "--seed", "5500000"]);
    render("games", &["--count", "4", "--seed", "5600000"]);
    let labels = "start/labels.jsonl";
    let add = ["reference", "add", "mine", "--game", "chess", "--labels", labels];
    let (code, _, err) = home.run(&add);
    assert_eq!(code, Some(0), "{err}");
    let right = |more: &[&str], out: &str| home.cells_right("games", "chess", more, out);
    let (before, after) = (right(&[], "before"), right(&["--set", "mine"], "after"));
    assert!(after >= before, "{before} {after}");
}

/// Men that stand off center in light of one color: half a game's are read better after a look at
/// their start.
#[test]
fn light_of_one_color_is_learned_from_a_photo() {
    let home = Home::new();
    for (out, position) in
        [("start", "W:W21-32:B1-12"), ("game", "W:W18,22,24,26,28,29,30,K6:B1,3,5,8,10,12,16,K31")]
    {
        let options = ["--hard", "100", "--seed", "6300058", "--count", "1", "--size", "480"];
        let render = ["dataset", "render", "--game", "checkers", "--position", position];
        let (code, _, err) = home.run(&[&render[..], &options, &["--out", out]].concat());
        assert_eq!(code, Some(0), "{err}");
    }
    let labels = fs::read_to_string(home.0.path().join("game/labels.jsonl")).expect("labels");
    assert!(labels.contains("one_color"), "{labels}");
    let add = ["reference", "add", "mine", "--game", "checkers", "--labels", "start"];
    let (code, out, err) = home.run(&add);
    assert!(code == Some(0) && out.contains("Use it: kibitzer read"), "{out}{err}");
    let right = |more: &[&str], out: &str| home.cells_right("game", "checkers", more, out);
    let (before, after) = (right(&[], "before"), right(&["--set", "mine"], "after"));
    assert!(after > before, "{before} {after}");
}

/// What single cells look like counts for less than the whole board, which is read as it is labeled.
#[test]
fn what_is_read_as_labeled_is_learned_from() {
    let home = Home::new();
    let samples = root().join("datasets/samples");
    let samples = samples.to_str().expect("UTF-8");
    let add = ["reference", "add", "mine", "--game", "checkers", "--labels", samples];
    let (code, _, err) = home.run(&add);
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn the_same_photos_teach_the_same() {
    let home = Home::new();
    let start = &home.photos(START, 4_400_010, 1)[0];
    for name in ["one", "two"] {
        let (code, _, err) = home.run(&["reference", "add", name, "--game", "chess", start]);
        assert_eq!(code, Some(0), "{err}");
    }
    let corrections = home.corrections();
    assert_eq!(corrections[0], corrections[1]);
}

/// What the models surely read says whose the pieces are.
#[test]
fn sides_that_a_label_guesses_wrongly_teach_as_the_true_ones() {
    let home = Home::new();
    let render = ["dataset", "render", "--game", "checkers", "--count", "2", "--size", "420"];
    let (code, _, err) = home.run(&[&render[..], &["--seed", "5500000", "--out", "r"]].concat());
    assert_eq!(code, Some(0), "{err}");
    let folder = home.0.path().join("r");
    let exchanged = |row: &Value| -> Value {
        let side = |code: char| match code {
            'w' => 'b',
            'b' => 'w',
            'W' => 'B',
            'B' => 'W',
            empty => empty,
        };
        row.as_str().expect("a row").chars().map(side).collect::<String>().into()
    };
    let guess = |line: &str| {
        let mut label: Value = serde_json::from_str(line).expect("a label");
        let rows = label["cells"].as_array_mut().expect("rows");
        rows.iter_mut().for_each(|row| *row = exchanged(row));
        label["colors"] = "arbitrary".into();
        format!("{label}\n")
    };
    let labels = fs::read_to_string(folder.join("labels.jsonl")).expect("labels");
    let guessed: String = labels.lines().map(guess).collect();
    fs::write(folder.join("guessed.jsonl"), guessed).expect("written");
    for name in ["labels", "guessed"] {
        let file = format!("r/{name}.jsonl");
        let add = ["reference", "add", name, "--game", "checkers", "--labels", &file];
        let (code, _, err) = home.run(&add);
        assert_eq!(code, Some(0), "{err}");
    }
    let corrections = home.corrections();
    assert_eq!((corrections.len(), &corrections[0]), (2, &corrections[1]));
}

#[test]
fn what_teaches_nothing_is_refused_and_nothing_changes() {
    let home = Home::new();
    let start = &home.photos(START, 4_400_020, 1)[0];
    let (code, _, err) = home.run(&["reference", "add", "mine", "--game", "chess", start]);
    assert_eq!(code, Some(0), "{err}");
    let add = |name: &str, game: &str, photo: &str| {
        home.refused(&["reference", "add", name, "--game", game, photo])
    };

    let err = add("mine", "chess", start);
    assert!(err.contains("there is a set 'mine' already"), "{err}");
    let err = add("other", "chess", &format!("{start}=no-such.fen"));
    assert!(err.contains("cannot read no-such.fen"), "{err}");
    // The name comes first: nothing has to be learned for it to be refused.
    for name in ["../mine", "bad name"] {
        let err = add(name, "chess", "nothing.jpg");
        assert!(err.contains("is no name for a set"), "{err}");
    }
    let err = add("other", "go", start);
    assert!(err.contains("has to be said"), "{err}");
    let err = add("other", "chess", &demo("chess-after.jpg"));
    assert!(err.contains("does not show the position"), "{err}");
    for other in [
        "rnbqkbnr/pppppppp/8/8/8/8/pppppppp/rnbqkbnr",
        "qqqqqqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQQ",
    ] {
        let err = add("other", "chess", &format!("{start}={other}"));
        assert!(err.contains("does not show the position"), "{other}: {err}");
    }
    let copy = home.0.path().join("copy.jpg");
    fs::copy(start, &copy).expect("copied");
    let copy = copy.to_str().expect("UTF-8");
    let err = home.refused(&["reference", "add", "other", "--game", "chess", start, copy]);
    assert!(err.contains("copy.jpg are the same photo"), "{err}");
    let read = ["read", start, "--game", "chess", "--reference", start, "--reference", copy];
    let err = home.refused(&read);
    assert!(err.contains("copy.jpg are the same photo"), "{err}");
    let err = add("other", "chess", &format!("{start}=8/8"));
    assert!(err.contains("the position of the reference"), "{err}");
    let boardless = root().join("datasets/noboard/images/none-00900002.jpg");
    let err = add("other", "chess", boardless.to_str().expect("UTF-8"));
    assert!(err.contains("no board found"), "{err}");
    let err = add("other", "chess", "nothing.jpg");
    assert!(err.contains("nothing.jpg"), "{err}");

    let err = home.refused(&["read", start, "--game", "go", "--set", "mine"]);
    assert!(err.contains("'mine' is a set of chess"), "{err}");
    let err = home.refused(&["read", start, "--game", "chess", "--set", "yours"]);
    assert!(err.contains("there is no set 'yours'") && err.contains("mine"), "{err}");
    let err = home.refused(&["read", start, "--reference", start]);
    assert!(err.contains("--game"), "{err}");
    let err = home.refused(&["judge", "--game", "go", "--set", "mine", "(;SZ[9])", "(;SZ[9])"]);
    assert!(err.contains("'mine' is a set of chess"), "{err}");
    let err = home.refused(&["score", "--game", "go", "--set", "mine", "(;SZ[9])"]);
    assert!(err.contains("'mine' is a set of chess"), "{err}");
    let err = home.refused(&["judge", "--game", "chess", "--set", "yours", START, START]);
    assert!(err.contains("there is no set 'yours'"), "{err}");
    let err = home.refused(&["score", "--game", "go", "--set", "yours", "(;SZ[9])"]);
    assert!(err.contains("there is no set 'yours'"), "{err}");
    if cfg!(feature = "server") {
        let err = home.refused(&["serve", "--listen", "127.0.0.1:0", "--set", "yours"]);
        assert!(err.contains("there is no set 'yours'"), "{err}");
    }

    let file = home.sets().join("mine.json");
    let text = fs::read_to_string(&file).expect("the set");
    let mut narrow: Value = serde_json::from_str(&text).expect("JSON");
    let weights = narrow["correction"]["weights"].as_str().expect("digits")[4 * 13..].to_owned();
    let features = narrow["correction"]["features"].as_u64().expect("a number") - 1;
    narrow["correction"]["weights"] = weights.into();
    narrow["correction"]["features"] = features.into();
    fs::write(&file, narrow.to_string()).expect("written");
    let err = home.refused(&["read", start, "--game", "chess", "--set", "mine"]);
    assert!(err.contains("make the set again from its photos"), "{err}");
    let model = "\"model\":\"";
    let at = text.find(model).expect("a hash") + model.len();
    let foreign = format!("{}{}{}", &text[..at], "0".repeat(64), &text[at + 64..]);
    fs::write(&file, foreign).expect("written");
    let err = home.refused(&["read", start, "--game", "chess", "--set", "mine"]);
    assert!(err.contains("another chess model"), "{err}");
    fs::write(&file, &text[..text.len() / 2]).expect("written");
    let err = home.refused(&["read", start, "--game", "chess", "--set", "mine"]);
    assert!(err.contains("damaged"), "{err}");
}
