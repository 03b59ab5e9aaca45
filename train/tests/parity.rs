//! Every kind of network, trained for a moment and exported: ONNX Runtime says what burn says, and
//! the card says so.

use kibitzer::{
    dataset::render::{RenderJob, render_dataset},
    games::GameId,
    inference::{CoordinateTask, Model, ModelCard, ModelStore, OnnxModel, Task},
};
use std::{fs, path::Path, process::Command};

/// Runs `kibitzer-train` and gives its standard error.
fn train(args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_kibitzer-train"))
        .args(args)
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success(), "{args:?}: {text}");
    text
}

fn config(folder: &Path, name: &str, network: &str, data: &str) -> String {
    let path = folder.join(format!("{name}.toml"));
    let schedule =
        "seed = 3\nbatch = 8\nsteps = 4\nepoch = 2\nlearning_rate = 1e-3\nweight_decay = 0.0";
    let text = format!("[network]\n{network}\n[data]\n{data}\n[schedule]\n{schedule}\n");
    fs::write(&path, text).expect("written");
    path.display().to_string()
}

fn check(models: &Path, name: &str) {
    let store = ModelStore::at(models);
    let card: ModelCard = store.card(name).expect("a card");
    assert!(card.parity.is_finite() && card.parity <= 1e-4, "{}", card.parity);
    assert!(card.training_data.iter().any(|d| d.photos > 0 && d.sha256.len() == 64));
    let model =
        OnnxModel::from_bytes(&store.verified_bytes(name, &card).expect("the file of the card"), 0)
            .expect("a model");
    let [batch, channels, height, width] = model.input_shape();
    let deep = match &card.task {
        Task::Positions(task) => task.classes.len(),
        Task::Coordinates(_) => 1,
        Task::Corners(_) | Task::Cells(_) | Task::Presence(_) => 3,
    };
    assert_eq!((batch, channels), (None, Some(deep)), "the batch axis is symbolic");
    for n in [1, 5] {
        let input =
            ndarray::Array4::zeros((n, deep, height.expect("fixed"), width.expect("fixed")));
        let out = model.run(input.view()).expect("runs");
        assert_eq!(out.shape()[0], n);
        match &card.task {
            Task::Cells(task) => assert_eq!(out.shape(), [n, task.classes.len()]),
            Task::Positions(task) => assert_eq!(out.shape(), [n, task.classes.len(), 8, 8]),
            Task::Presence(_) => assert_eq!(out.shape(), [n, 3]),
            Task::Coordinates(_) => assert_eq!(out.shape(), [n, CoordinateTask::CLASSES]),
            Task::Corners(_) => {}
        }
    }
}

/// Writes a temperature into a classifier's card.
fn calibrate(path: &Path, temperature: f32) {
    let mut card = ModelCard::read(path).expect("a card");
    if let Task::Cells(task) = &mut card.task {
        task.calibration.temperature = temperature;
    }
    fs::write(path, card.to_front_matter()).expect("written");
}

fn draw_renders(count: usize, out: &Path) {
    let (games, out) = (vec![Some(GameId::Go), None], out.to_owned());
    let job = RenderJob {
        games,
        count,
        seed: 5,
        long_side: 240,
        rows: None,
        mixed_sets: false,
        set: None,
        modeled: None,
        hard: 0,
        position: None,
        out,
    };
    render_dataset(&job, |_, _| ()).expect("rendered");
}

#[test]
fn exported_networks_compute_what_burn_computes() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let dir = folder.path();
    draw_renders(6, &dir.join("renders"));
    let renders = format!("renders = [{:?}]", dir.join("renders/labels.jsonl"));
    let corners = config(
        dir,
        "c",
        "task = \"corners\"\nsize = 64\nwidth = 4\nmargin = 0.15\nthreshold = 0.3",
        &renders,
    );
    let detector = concat!(env!("CARGO_MANIFEST_DIR"), "/../models");
    let network = format!(
        "task = \"presence\"\nsize = 32\nwidth = 2\nmargin = 0.25\nthreshold = 0.5\ndetector = \
        {detector:?}"
    );
    let presence = config(dir, "n", &network, &renders);
    let network = "task = \"cells\"\ngame = \"go\"\nstem = 4\nstages = \
    [{ channels = 8, stride = 2, blocks = 2 }]\npool = [2, 2]\ncell_px = 20\n\
                   extent = { left = 0.8, top = 0.8, right = 0.8, bottom = 0.8 }\nnormalization = \
                   \"board\"\ncorner_error = 0.05\ncrops_per_board = 8";
    let cells = config(dir, "g", network, &renders);
    let games = dir.join("games.txt");
    let placements = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
    ];
    fs::write(
        &games,
        (0..4).flat_map(|game| placements.map(|men| format!("{game} {men}\n"))).collect::<String>(),
    )
    .expect("written");
    let network = "task = \"positions\"\ngame = \"chess\"\nwidth = 4\nblocks = \
    1\nleast_probability = 1e-4\nset_up_share = 0.5";
    let positions = config(dir, "p", network, &format!("games = [{games:?}]"));
    let path = |name: &str| dir.join(name).display().to_string();
    train(&["positions", "--config", &positions, "--out", &path("runs/p")]);
    assert!(
        fs::read_to_string(dir.join("runs/p/boards.txt"))
            .is_ok_and(|boards| boards.contains("read as"))
    );
    train(&["corners", "--config", &corners, "--out", &path("runs/c")]);
    train(&["cells", "--config", &cells, "--out", &path("runs/g")]);
    train(&["presence", "--config", &presence, "--out", &path("runs/n")]);
    for run in ["runs/c", "runs/g", "runs/n"] {
        train(&["export", "--run", &path(run), "--models", &path("models")]);
        for file in [
            "config.toml",
            "run.json",
            "metrics.csv",
            "curves.svg",
            "batch.png",
            "final.bpk",
            "progress.json",
        ] {
            assert!(dir.join(run).join(file).is_file(), "{run}/{file}");
        }
    }
    check(&dir.join("models"), "corners");
    check(&dir.join("models"), "go-cells");
    check(&dir.join("models"), "presence");
    calibrate(&dir.join("models/go-cells/README.md"), 1.5);
    train(&["export", "--run", &path("runs/p"), "--models", &path("models")]);
    check(&dir.join("models"), "chess-positions");
    for (verb, config, model, run) in [
        ("corners", &corners, "corners", "runs/c"),
        ("cells", &cells, "go-cells", "runs/g"),
        ("presence", &presence, "presence", "runs/n"),
        ("positions", &positions, "chess-positions", "runs/p"),
    ] {
        for from in [format!("models/{model}"), run.to_owned()] {
            let (again, models) = (path(&format!("again/{from}")), path(&format!("copy/{from}")));
            train(&[
                verb,
                "--config",
                config,
                "--from",
                &path(&from),
                "--steps",
                "0",
                "--out",
                &again,
            ]);
            train(&["export", "--run", &again, "--models", &models]);
            let onnx = |models: &str| {
                fs::read(Path::new(models).join(model).join("model.onnx")).expect("a model")
            };
            assert!(
                onnx(&models) == onnx(&path("models")),
                "{from}: the weights are those it started from"
            );
            let card = |models: &str| {
                ModelCard::read(&Path::new(models).join(model).join("README.md")).expect("a card")
            };
            let (was, is) = (card(&path("models")), card(&models));
            assert_eq!(is.training_data, was.training_data, "{from}: they have seen the same");
            if from.starts_with("models") {
                assert_eq!(is.task, was.task, "{from}: calibrated as before");
            }
        }
    }
    let other =
        fs::read_to_string(&cells).expect("a configuration").replace("stem = 4", "stem = 6");
    fs::write(dir.join("other.toml"), other).expect("written");
    for from in ["models/go-cells", "runs/g", "renders"] {
        let args = [
            "cells",
            "--config",
            &path("other.toml"),
            "--from",
            &path(from),
            "--out",
            &path("other"),
        ];
        let out = Command::new(env!("CARGO_BIN_EXE_kibitzer-train"))
            .args(args)
            .output()
            .expect("the program starts");
        assert_eq!(out.status.code(), Some(2), "{from}");
    }
}

#[test]
fn a_run_is_resumed_and_never_overwritten() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let dir = folder.path();
    draw_renders(4, &dir.join("renders"));
    let network = "task = \"corners\"\nsize = 64\nwidth = 4\nmargin = 0.15\nthreshold = 0.3";
    let data = format!("renders = [{:?}]\ndev_share = 0.5", dir.join("renders/labels.jsonl"));
    let corners = config(dir, "c", network, &data);
    let out = dir.join("run").display().to_string();
    let said = train(&["corners", "--config", &corners, "--out", &out, "--steps", "2"]);
    assert!(said.contains("dev_share = 0.5 holds out no photos"), "{said}");
    let again = Command::new(env!("CARGO_BIN_EXE_kibitzer-train"))
        .args(["corners", "--config", &corners, "--out", &out])
        .output();
    let again = again.expect("the program starts");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--resume"));
    // As long as it was to take, unless told otherwise.
    let steps = || {
        let config = fs::read_to_string(dir.join("run/config.toml")).expect("a configuration");
        config.lines().find(|line| line.starts_with("steps")).map(str::to_owned)
    };
    let exported = |name: &str| {
        let models = dir.join(name).display().to_string();
        train(&["export", "--run", &out, "--models", &models]);
        fs::read(dir.join(name).join("corners/model.onnx")).expect("a model")
    };
    let before = exported("before");
    train(&["corners", "--config", &corners, "--out", &out, "--resume"]);
    assert_eq!(steps().as_deref(), Some("steps = 2"));
    assert!(exported("after") == before, "without another batch the weights are the same");
    train(&["corners", "--config", &corners, "--out", &out, "--resume", "--steps", "4"]);
    assert_eq!(steps().as_deref(), Some("steps = 4"));
    let table = fs::read_to_string(dir.join("run/metrics.csv")).expect("a table");
    let column = |i: usize| -> Vec<&str> {
        table.lines().skip(1).filter_map(|line| line.split(',').nth(i)).collect()
    };
    assert_eq!(column(0), ["2", "4"], "{table}");
    let losses = column(3).into_iter().map(|loss| loss.parse::<f64>().expect("a number"));
    assert!(losses.into_iter().all(|loss| loss > 0.0), "{table}");
}

#[test]
fn a_share_that_leaves_nothing_to_train_on_is_said() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let dir = folder.path();
    draw_renders(6, &dir.join("renders"));
    let detector = concat!(env!("CARGO_MANIFEST_DIR"), "/../models");
    let network = format!(
        "task = \"presence\"\nsize = 32\nwidth = 2\nmargin = 0.25\nthreshold = 0.5\ndetector = \
        {detector:?}"
    );
    let data = format!("renders = [{:?}]\ndev_share = 1.0", dir.join("renders/labels.jsonl"));
    let config = config(dir, "n", &network, &data);
    let out = Command::new(env!("CARGO_BIN_EXE_kibitzer-train"))
        .args(["presence", "--config", &config, "--out", &dir.join("run").display().to_string()])
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("dev_share = 1 holds out all photos without a board"), "{said}");
}

/// Coordinates are learned from fonts, which a machine may lack.
#[test]
fn a_model_of_coordinates_computes_what_burn_computes() {
    let fonts = "/usr/share/fonts/truetype/dejavu";
    if !Path::new(fonts).is_dir() {
        return eprintln!("there is no {fonts}: the model of coordinates is left out");
    }
    let folder = tempfile::tempdir().expect("temporary folder");
    let network = "task = \"coordinates\"\ngame = \"chess\"\nsize = 16\nwidth = 2\ninside = \
                   0.05\noutside = 0.75";
    let config = config(folder.path(), "o", network, &format!("fonts = [{fonts:?}]"));
    let [run, models] =
        ["run", "models"].map(|name| folder.path().join(name).display().to_string());
    train(&["coordinates", "--config", &config, "--out", &run]);
    train(&["export", "--run", &run, "--models", &models]);
    check(Path::new(&models), "chess-coordinates");
}

#[test]
fn without_fonts_it_is_said_what_to_do() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let network = "task = \"coordinates\"\ngame = \"chess\"\nsize = 16\nwidth = 2\ninside = \
                   0.05\noutside = 0.75";
    let empty = folder.path().display().to_string();
    let config = config(folder.path(), "o", network, &format!("fonts = [{empty:?}]"));
    let out = Command::new(env!("CARGO_BIN_EXE_kibitzer-train"))
        .args(["coordinates", "--config", &config])
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("name folders of fonts"), "{said}");
}
