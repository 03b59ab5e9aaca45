//! `kibitzer-train adapt` as a person would type it.

use kibitzer::{
    dataset::render::{RenderJob, render_dataset},
    games::GameId,
    inference::ModelStore,
};
use serde_json::Value;
use std::{fs, path::Path, process::Command};

/// The released models.
const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../models");

/// Runs the command: its exit code, and what it says.
fn adapt(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    train(folder, &[&["adapt", "--models", MODELS], args].concat())
}

/// Runs the program: its exit code, and what it says.
fn train(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_kibitzer-train"))
        .current_dir(folder)
        .args(args)
        .output()
        .expect("the program starts");
    let text = [out.stdout, out.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (out.status.code(), text.concat())
}

fn report(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("chess/report.json")).expect("a report");
    serde_json::from_str(&text).expect("JSON")
}

/// Photos of a set of which the released models read some cells wrong.
fn draw_strange_set(out: &Path) {
    let job = RenderJob {
        games: vec![Some(GameId::Chess)],
        count: 3,
        seed: 5_500_000,
        long_side: 420,
        rows: None,
        mixed_sets: false,
        set: Some(77),
        modeled: None,
        hard: 0,
        position: None,
        out: out.to_owned(),
    };
    render_dataset(&job, |_, _| ()).expect("rendered");
}

#[test]
fn a_set_is_adapted_to_reported_and_only_kept_where_it_is_better() {
    let dir = tempfile::tempdir().expect("a folder");
    draw_strange_set(&dir.path().join("photos"));
    let args = ["mine", "--game", "chess", "--photos", "photos", "--renders", "4"];
    let (code, said) = adapt(dir.path(), &[&args[..], &["--steps", "8"]].concat());
    let mine = dir.path().join("runs/adapted/mine");
    let first = report(&mine);
    assert_eq!((&first["steps"], first.get("minutes")), (&8.into(), None));
    assert_eq!((code, &first["kept"]), (Some(0), &true.into()), "{said}");
    let count = |block: &Value, of: &str| block[of].as_u64().expect("a count");
    for part in ["own", "replay"] {
        let [before, after] = [0, 1].map(|i| &first[part][i]);
        assert_eq!(count(before, "cells"), count(after, "cells"), "{part}");
        assert!(count(before, "cells") > 20 && count(before, "right") <= count(before, "cells"));
    }
    assert!(count(&first["own"][1], "right") > count(&first["own"][0], "right"), "{said}");
    assert!(fs::read_to_string(mine.join("chess/report.html")).expect("a page").contains("<svg"));
    let store = ModelStore::at(mine.join("models"));
    let card = store.card("chess-cells").expect("a card");
    assert!(card.parity <= 1e-4 && store.verified_bytes("chess-cells", &card).is_ok());
    assert_eq!(card.training_data.last().map(|data| data.source.as_str()), Some("mine"));
    assert_eq!(store.names(), ModelStore::at(MODELS).names());
    // There is nothing to export.
    let (code, said) = train(dir.path(), &["export", "--run", "runs/adapted/mine/chess/training"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("mine/models, with --models of kibitzer"), "{said}");
    // Killed when it was trained, before its models took their place: the same command does the rest.
    let metrics = || fs::read_to_string(mine.join("chess/training/metrics.csv")).expect("figures");
    let trained = metrics();
    fs::remove_file(mine.join("chess/training/finished")).expect("it says so");
    fs::remove_dir_all(mine.join("models")).expect("removed");
    let (code, said) = adapt(dir.path(), &[&args[..], &["--steps", "8"]].concat());
    assert_eq!((code, metrics()), (Some(0), trained), "{said}");
    assert_eq!(report(&mine)["own"], first["own"]);
    assert_eq!(ModelStore::at(mine.join("models")).names(), ModelStore::at(MODELS).names());
    // Labels may have the other name.
    fs::rename(dir.path().join("photos/labels.jsonl"), dir.path().join("photos/manifest.jsonl"))
        .expect("renamed");
    // A rate at which everything is forgotten is no better, and what was there stays.
    let models = || fs::read_to_string(mine.join("models/chess-cells/README.md")).ok();
    let before = models();
    let wild = ["--steps", "2", "--rate", "30"];
    let (code, said) = adapt(dir.path(), &[&args[..], &wild].concat());
    assert_eq!((code, models()), (Some(1), before), "{said}");
    assert!(said.contains("nothing was replaced"), "{said}");
    assert_eq!(report(&mine)["kept"], false);
}

#[test]
fn what_cannot_be_learned_from_is_said() {
    let dir = tempfile::tempdir().expect("a folder");
    let gray = dir.path().join("gray.png");
    image::RgbImage::from_pixel(400, 300, image::Rgb([120; 3])).save(&gray).expect("saved");
    let gray = gray.display().to_string();
    let rows = ["........"; 8];
    let unseen = serde_json::json!({"image": "gray.png", "game": "chess", "cells": rows,
        "cells_by": "model"});
    fs::write(dir.path().join("unseen.jsonl"), unseen.to_string()).expect("written");
    for (args, words) in [
        (&["my set", "-g", "chess", "gray.png"][..], "letters, digits"),
        (&["mine", "-g", "chess", "gray.png", "--minutes", "0"], "--minutes 0"),
        (&["mine", "-g", "chess", "gray.png", "--steps", "0"], "--steps 0"),
        (&["mine", "-g", "chess", "gray.png", "--renders", "1"], "--renders 1"),
        (&["mine", "-g", "chess", "gone.png"], "gone.png"),
        (&["mine", "-g", "chess", "gray.png", &gray], "are the same photo"),
        (&["mine", "-g", "go", &gray], "has to be said"),
        (&["mine", "-g", "chess", &gray], "no board found"),
        (&["mine", "-g", "chess", "--photos", "nowhere"], "nowhere"),
        (&["mine", "-g", "chess", "--photos", "."], "no labels.jsonl or manifest.jsonl"),
        (&["mine", "-g", "chess", "--photos", "unseen.jsonl"], "1 of 1 labels are the models' own"),
        (&["mine", "-g", "chess", "--photos", "unseen.jsonl", "--split", "val"], "split val"),
        (&["mine", "-g", "chess"], "PHOTO"),
    ] {
        let (code, said) = adapt(dir.path(), args);
        assert_eq!(code, Some(2), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
        assert!(said.matches("no board found").count() <= 1, "{args:?}: {said}");
    }
    let (code, said) =
        train(dir.path(), &["adapt", "mine", "-g", "chess", &gray, "--models", "nowhere"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("nowhere is no folder of the released models"), "{said}");
    assert!(said.contains("--models") && said.matches("No such file").count() == 1, "{said}");
    assert!(!dir.path().join("runs").exists(), "nothing was written");
}
