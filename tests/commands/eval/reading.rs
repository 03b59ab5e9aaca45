//! Photos read and scored, by a reader that is no model and by the models.

use super::{CORNERS, data_set, eval, labels, lines, read_json, text};
use assert_cmd::Command;
use image::RgbImage;
use kibitzer::{
    dataset::sets::Sets,
    error::{Error, Refusal},
    eval::{
        EvalData, Filter, Journal, JournalError, Outcome, Pass, PredictionLine, Predictions,
        Reader, Reading, Summary, Told, run, run_boardless,
    },
    games::{CellGrid, GameId},
    geometry::{Point, Quad},
    inference::{ModelCard, Task},
};
use polars::prelude::{ParquetReader, SerReader};
use predicates::prelude::PredicateBooleanExt;
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

/// The reader is told the game and no more.
const GAME: Told = Told { game: true, corners: false };

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

fn run_fake(manifest: &Path, told: Told) -> (Vec<Outcome>, Vec<Option<Quad>>, Summary) {
    let data = EvalData::read(&[manifest.to_owned()], None, &Filter::default(), &Sets::default())
        .expect("good labels");
    let mut fake = Fake { given: Vec::new() };
    let pass = Pass { data: &data, told, journal: &mut Journal::none(), name: "plain".into() };
    let outcomes = run::<Box<dyn std::error::Error>>(pass, &mut fake, |_, _| Ok(())).expect("read");
    let summary = Summary::new(&data, &outcomes, &[], Vec::new(), "test".into(), None);
    (outcomes, fake.given, summary)
}

#[test]
fn no_label_helps_the_reader() {
    let (_dir, manifest) = data_set();
    let (outcomes, given, summary) = run_fake(&manifest, GAME);
    assert_eq!(given, [None, None]);
    assert_eq!(summary.overall.rates.boards_found.rate, Some(0.0));
    assert!(outcomes[0].seconds.is_some());
    let missing = outcomes[2].problem.as_deref().expect("the photo is not there");
    assert!(missing.contains("3.png"), "{missing}");
}

#[test]
fn true_corners_are_given_on_demand() {
    let (_dir, manifest) = data_set();
    let (_, given, summary) = run_fake(&manifest, Told { corners: true, ..GAME });
    assert_eq!(given, [Quad::new(CORNERS.map(Point::from)).ok(); 2]);
    assert_eq!(summary.overall.rates.cell_accuracy_given_corners.rate, Some(79.0 / 81.0));
    assert_eq!(
        summary.overall.rates.boards_found.rate,
        Some(2.0 / 3.0),
        "the missing photo stays not found"
    );
}

/// Reads every photo as this board of this game, where it is not told which.
struct Guesser(GameId, CellGrid);

impl Reader for Guesser {
    fn read(
        &mut self,
        game: Option<GameId>,
        _: &RgbImage,
        corners: Option<Quad>,
    ) -> Result<(Reading, f32), Error> {
        let corners = corners.map(|quad| *quad.corners());
        let game = Some(game.unwrap_or(self.0));
        Ok((Reading { game, corners, board: Some(self.1.clone()), ..Reading::default() }, 0.5))
    }
}

/// A board of another game has no right cell; predictions keep which game it is.
#[test]
fn a_reader_that_finds_out_the_game_may_take_another() {
    let (dir, manifest) = data_set();
    let data = EvalData::read(&[manifest], None, &Filter::default(), &Sets::default())
        .expect("good labels");
    let figures = |told: Told, game: GameId, board: CellGrid| {
        let mut reader = Guesser(game, board);
        let pass = Pass { data: &data, told, journal: &mut Journal::none(), name: "plain".into() };
        let outcomes =
            run::<Box<dyn std::error::Error>>(pass, &mut reader, |_, _| Ok(())).expect("read");
        let lines: String = data
            .samples
            .iter()
            .zip(&outcomes)
            .map(|(sample, outcome)| {
                let line = PredictionLine::new(sample, None, &outcome.reading);
                serde_json::to_string(&line).expect("plain data") + "\n"
            })
            .collect();
        let file = dir.path().join("predictions.jsonl");
        fs::write(&file, lines).expect("written");
        let again = Predictions::read(&file).and_then(|file| file.readings(&data)).expect("read");
        let of = |outcomes: &[Outcome]| {
            let summary = Summary::new(&data, outcomes, &[], Vec::new(), "test".into(), None);
            let rates = summary.overall.rates;
            (rates.game_correct.rate, rates.game_correct.n, rates.cell_accuracy.rate)
        };
        let again = data.samples.iter().zip(again);
        let again: Vec<_> = again.map(|(sample, read)| Outcome::of_reading(sample, read)).collect();
        assert_eq!(of(&again), of(&outcomes));
        of(&outcomes)
    };
    let both = Told { corners: true, ..GAME };
    let auto = Told { game: false, ..both };
    let (go, chess) = (CellGrid::empty(9, 9), CellGrid::empty(8, 8));
    let (correct, n, cells) = figures(both, GameId::Chess, go.clone());
    assert_eq!((correct, n), (None, Some(0)), "it was told");
    assert_eq!(figures(auto, GameId::Go, go), (Some(1.0), Some(2), cells));
    assert_eq!(figures(auto, GameId::Chess, chess), (Some(0.0), Some(2), Some(0.0)));
}

/// A label whose corner lies far outside its photo costs that photo, and no other.
#[test]
fn a_label_that_does_not_fit_its_photo_is_named_and_the_others_are_read() {
    let (dir, manifest) = data_set();
    let mut labels = labels();
    labels.truncate(2);
    labels[0]["corners"][1][0] = json!(900.0);
    fs::write(&manifest, lines(&labels)).expect("written");
    let out = dir.path().join("out");
    let args = ["--data", text(&manifest), "--corners", "truth", "--out", text(&out)];
    eval(&args).success().stderr(
        predicates::str::contains("images/1.png: the corner 900,10 lies outside the photo")
            .and(predicates::str::contains("(counts as not found)")),
    );
    let summary = read_json(&out.join("summary.json"));
    assert_eq!(summary["overall"]["boards_found"], json!({"rate": 0.5, "n": 2}));
    assert_eq!(summary["lost"]["rate"], 0.0, "the reader was not asked");
}

/// Sees a board in every photo, and a hand over it.
struct Handy;

impl Reader for Handy {
    fn read(
        &mut self,
        _: Option<GameId>,
        _: &RgbImage,
        _: Option<Quad>,
    ) -> Result<(Reading, f32), Error> {
        Ok((Reading { refusal: Some(Refusal::Hidden), ..Reading::default() }, 0.0))
    }
}

/// Whoever says that something hides the board does not say that there is none, also after an
/// interruption.
#[test]
fn a_hidden_board_is_neither_refused_nor_lost_nor_found() {
    let (dir, manifest) = data_set();
    let mut labels = labels();
    labels[1] =
        json!({"image": "images/2.png", "board": false, "kind_of": "hand", "group": "none"});
    fs::write(&manifest, lines(&labels[..2])).expect("written");
    let data = EvalData::read(&[manifest], None, &Filter::default(), &Sets::default())
        .expect("good labels");
    let path = dir.path().join("journal.jsonl");
    // The second time both readings come from the journal.
    for known in [0, 2] {
        let mut journal = Journal::open(&path, &json!({"models": 1})).expect("a journal");
        assert_eq!(journal.len(), known);
        let mut pass =
            Pass { data: &data, told: GAME, journal: &mut journal, name: "plain".into() };
        let outcomes = run::<Box<dyn std::error::Error>>(pass.again(), &mut Handy, |_, _| Ok(()))
            .expect("read");
        let glances = run_boardless::<Box<dyn std::error::Error>>(pass, &mut Handy, |_, _| Ok(()))
            .expect("read");
        let summary = Summary::new(&data, &outcomes, &glances, Vec::new(), "test".into(), None);
        let rates = [&summary.refused, &summary.accepted_unflagged, &summary.lost];
        let rates = rates.map(|rate| (rate.all.rate.rate, rate.all.rate.n));
        assert_eq!(rates, [(Some(0.0), Some(1)); 3]);
        assert_eq!(summary.overall.rates.boards_found.rate, Some(0.0));
        assert_eq!(summary.overall.rates.lost.rate, Some(0.0));
    }
}

/// Refuses every photo.
struct Blind;

impl Reader for Blind {
    fn read(
        &mut self,
        _: Option<GameId>,
        _: &RgbImage,
        _: Option<Quad>,
    ) -> Result<(Reading, f32), Error> {
        Ok((Reading::default(), 0.0))
    }
}

#[test]
fn a_label_of_loose_pieces_has_no_board_to_lose() {
    let (_dir, manifest) = data_set();
    let mut labels = labels();
    labels.truncate(2);
    labels[1]["corners"] = Value::Null;
    labels[1]["cells"] = Value::Null;
    fs::write(&manifest, lines(&labels)).expect("written");
    let data = EvalData::read(&[manifest], None, &Filter::default(), &Sets::default())
        .expect("good labels");
    let mut journal = Journal::none();
    let pass = Pass { data: &data, told: GAME, journal: &mut journal, name: "plain".into() };
    let outcomes =
        run::<Box<dyn std::error::Error>>(pass, &mut Blind, |_, _| Ok(())).expect("read");
    let summary = Summary::new(&data, &outcomes, &[], Vec::new(), "test".into(), None);
    let lost = summary.lost.all.rate;
    assert_eq!((lost.rate, lost.n), (Some(1.0), Some(1)));
    assert_eq!(summary.overall.rates.lost, lost);
}

/// The reader finds out the game, but for one that is named.
#[test]
fn a_game_that_is_named_is_told() {
    let (dir, data) = (
        tempfile::tempdir().expect("temporary folder"),
        tempfile::tempdir().expect("temporary folder"),
    );
    sample_of_checkers(data.path());
    let games_found_out = |more: &[&str]| {
        let out = dir.path().join(more.concat());
        eval(&[&["--data", text(data.path()), "--out", text(&out)], more].concat()).success();
        read_json(&out.join("summary.json"))["overall"]["game_correct"].clone()
    };
    assert_eq!(games_found_out(&["--limit", "1"]), json!({"rate": 1.0, "n": 1}));
    assert_eq!(games_found_out(&["--game", "checkers"]), json!({"rate": null, "n": 0}));
    let models = models_with_another_temperature();
    let (models, out) = (text(models.path()), dir.path().join("none"));
    eval(&["--data", text(data.path()), "--out", text(&out), "--models", models])
        .code(2)
        .stderr(predicates::str::contains("without --game the models of every game are needed"));
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
    let (outcomes, given, summary) = run_fake(&manifest, GAME);
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
    assert!(told.contains("pieces right") && told.contains(" % of 32"), "{told}");
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
    let pass = Pass {
        data,
        told: Told { corners: true, ..GAME },
        journal: &mut journal,
        name: "plain".into(),
    };
    let outcomes = run::<Box<dyn std::error::Error>>(pass, &mut fake, |_, _| {
        done += 1;
        if done > stop_after { Err("interrupted".into()) } else { Ok(()) }
    });
    (outcomes.ok(), fake.given.len())
}

#[test]
fn an_interrupted_evaluation_goes_on_where_it_stopped() {
    let (dir, manifest) = data_set();
    let data = EvalData::read(&[manifest], None, &Filter::default(), &Sets::default())
        .expect("good labels");
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
    let temperature =
        || match ModelCard::read(&models.join("go-cells/README.md")).expect("a card").task {
            Task::Cells(task) => task.calibration.temperature,
            other => unreachable!("the card is a cell classifier's, not {other:?}"),
        };
    let before = temperature();
    let samples = root.join("datasets/samples");
    let labels = fs::read_to_string(samples.join("labels.jsonl")).expect("labels");
    // The samples are read right, which says nothing of how sure to be: one says that it is empty.
    let right = dir.path().join("right");
    let of_go = ["--game", "go", "--corners", "truth", "--out"];
    eval(&[&["--data", text(&samples)], &of_go[..], &[text(&right)]].concat()).success();
    let mut emptied = Vec::new();
    for line in labels.lines() {
        let mut label: Value = serde_json::from_str(line).expect("a label");
        label["image"] = json!(samples.join(label["image"].as_str().expect("a name")));
        if label["image"].as_str().is_some_and(|image| image.ends_with("go-00000326.jpg")) {
            label["cells"] = json!(vec![".".repeat(19); 19]);
        }
        emptied.push(label);
    }
    let wrong = dir.path().join("labels.jsonl");
    fs::write(&wrong, lines(&emptied)).expect("written");
    eval(&["--data", text(&wrong), "--game", "go", "--corners", "truth", "--out", text(&out)])
        .success();
    let calibrate = |more: &[&str]| {
        let model = ["model", "calibrate", "--models", text(&models), "--eval"];
        Command::cargo_bin("kibitzer").expect("the binary").args(model).args(more).assert()
    };
    calibrate(&[text(&out), "go-cells", "--dry-run"]).success();
    assert_eq!(temperature(), before);
    let said = calibrate(&[text(&out), "go-cells"]).success();
    let said = String::from_utf8(said.get_output().stdout.clone()).expect("UTF-8");
    let fitted = temperature();
    assert_ne!(fitted, before);
    assert!(said.contains(&format!("at temperature {before}, ")), "{said}");
    assert!(said.contains(&format!("at {fitted}.\n")), "{said}");
    let said = calibrate(&[text(&right), "go-cells"]).success();
    let said = String::from_utf8(said.get_output().stdout.clone()).expect("UTF-8");
    assert!(
        said.contains(&format!("The temperature stays {fitted}: of 3 boards 0 cells")),
        "{said}"
    );
    assert!(said.contains("The board power stays"), "{said}");
    assert_eq!(temperature(), fitted);
    assert!(said.contains("Boards are looked at below 0.8, as before"), "{said}");
    let limit = calibrate(&[text(&out), "go-cells", "--only", "check-below"]).success();
    let limit = String::from_utf8(limit.get_output().stdout.clone()).expect("UTF-8");
    assert_eq!(limit.lines().count(), 1, "{limit}");
    calibrate(&[text(&out), "go-cells"]).success();
    assert_eq!(temperature(), fitted, "the evaluation says with which temperature it was read");
    calibrate(&[text(dir.path()), "go-cells"])
        .code(2)
        .stderr(predicates::str::contains("photos.parquet"));
    let again = dir.path().join("again");
    eval(&[
        "--data",
        text(&root.join("datasets/samples/labels.jsonl")),
        "--game",
        "go",
        "--predictions",
        text(&out.join("predictions.jsonl")),
        "--out",
        text(&again),
    ])
    .success();
    calibrate(&[text(&again), "go-cells"])
        .code(2)
        .stderr(predicates::str::contains("not from predictions"));
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
    let overall = |folder: &Path| {
        let summary = fs::read_to_string(folder.join("summary.json")).expect("there");
        let summary: Value = serde_json::from_str(&summary).expect("JSON");
        summary["overall"].clone()
    };
    let flagged = |folder: &Path| {
        let overall = overall(folder);
        ["wrong_boards_flagged", "right_boards_flagged"].map(|rate| overall[rate]["rate"].as_f64())
    };
    assert_eq!(flagged(&read), flagged(&scored));
    let calibration = |folder: &Path| overall(folder)["expected_calibration_error"].as_f64();
    let difference = calibration(&read).zip(calibration(&scored)).map(|(a, b)| (a - b).abs());
    assert!(difference.is_some_and(|difference| difference < 1e-3), "{difference:?}");
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
    assert_eq!(calibration(&dir.path().join("bare")), None);
}

/// A line of predictions without what the reader thinks of its board and of its cells.
fn without_opinion(line: &str) -> String {
    let mut line: Value = serde_json::from_str(line).expect("JSON");
    for opinion in ["self_assessment", "class_probabilities"] {
        assert!(line.as_object_mut().expect("an object").remove(opinion).is_some(), "{opinion}");
    }
    format!("{line}\n")
}
