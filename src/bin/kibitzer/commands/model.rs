//! `kibitzer model`.

use super::figures;
use crate::{
    args::{Common, ModelAction, ModelArgs},
    output::{self, Status},
};
use anyhow::{Context, bail};
use kibitzer::{
    eval::calibration,
    files::write_atomically,
    inference::{ModelCard, ModelStore, Task},
};
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
};

pub fn run(args: &ModelArgs, common: &Common) -> anyhow::Result<Status> {
    let store = common.store()?;
    match &args.action {
        None => list(&store, false),
        Some(ModelAction::List { json }) => list(&store, *json),
        Some(ModelAction::Verify { names }) => verify(&store, names),
        Some(ModelAction::Show { name }) => show(&store, name),
        Some(ModelAction::Calibrate { name, evals, at, dry_run }) => {
            calibrate(&store, name, evals, *at, *dry_run)
        }
        Some(ModelAction::Table { name, write }) => {
            table(&store, name.as_deref(), write.as_deref())
        }
    }
}

#[derive(Serialize)]
struct Listed {
    name: String,
    version: String,
    parameters: usize,
    bytes: u64,
    sha256: String,
}

fn list(store: &ModelStore, json: bool) -> anyhow::Result<Status> {
    let models: Vec<Listed> = all_names(store)?
        .into_iter()
        .map(|name| listed(store, name))
        .collect::<anyhow::Result<_>>()?;
    if json {
        output::print(&(serde_json::to_string_pretty(&models)? + "\n"));
        return Ok(Status::Done);
    }
    let mut rows =
        vec![["model", "version", "parameters", "kB", "sha256"].map(str::to_owned).to_vec()];
    rows.extend(models.into_iter().map(|m| {
        let short = m.sha256.chars().take(12).collect();
        vec![m.name, m.version, m.parameters.to_string(), (m.bytes / 1000).to_string(), short]
    }));
    output::print(&format!("{}:\n{}", store.dir().display(), output::table(&rows)));
    Ok(Status::Done)
}

fn listed(store: &ModelStore, name: String) -> anyhow::Result<Listed> {
    let card = store.card(&name)?;
    let bytes = fs::metadata(store.dir().join(&name).join("model.onnx"))?.len();
    Ok(Listed {
        name,
        version: card.version,
        parameters: card.parameters,
        bytes,
        sha256: card.sha256,
    })
}

/// Checks hashes and classes by opening each model as the recognizer does.
fn verify(store: &ModelStore, names: &[String]) -> anyhow::Result<Status> {
    let names = if names.is_empty() { all_names(store)? } else { names.to_vec() };
    let mut status = Status::Done;
    for name in &names {
        match verify_one(store, name) {
            Ok(card) => output::print(&format!(
                "{name}: good ({} parameters, sha256 {})\n",
                card.parameters, card.sha256
            )),
            Err(error) => {
                output::error(&error);
                status = Status::Failed;
            }
        }
    }
    Ok(status)
}

fn verify_one(store: &ModelStore, name: &str) -> anyhow::Result<ModelCard> {
    let card = card(store, name)?;
    match &card.task {
        Task::Corners(_) => drop(store.open_corners()?),
        Task::Cells(task) => drop(store.open_cells(task.game.game())?),
        Task::Positions(task) => drop(store.open_positions(task.game.game())?),
    }
    Ok(card)
}

fn show(store: &ModelStore, name: &str) -> anyhow::Result<Status> {
    card(store, name)?;
    let path = store.dir().join(name).join("README.md");
    output::print(
        &fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?,
    );
    Ok(Status::Done)
}

/// Sets temperature and board power in a classifier's card.
fn calibrate(
    store: &ModelStore,
    name: &str,
    evals: &[PathBuf],
    at: f64,
    dry_run: bool,
) -> anyhow::Result<Status> {
    let mut card = card(store, name)?;
    let Task::Cells(task) = &mut card.task else {
        bail!("'{name}' is no cell classifier: name one, such as chess-cells");
    };
    if !(at.is_finite() && at > 0.0) {
        bail!("--at {at} is no temperature: give one above 0");
    }
    let mut boards = Vec::new();
    for folder in evals {
        boards.extend(calibration::boards(folder, task.game.name(), &task.classes)?);
    }
    if !boards.iter().flat_map(|board| &board.cells).any(|cell| cell.truth.is_some()) {
        bail!(
            "there is no cell of {} in what was evaluated: name folders that `kibitzer eval` wrote",
            task.game
        );
    }
    let round = |value: f64| ((value * 1000.0).round() / 1000.0) as f32;
    let factor = calibration::temperature_factor(&boards);
    let (before, after) =
        (calibration::mean_loss(&boards, 1.0), calibration::mean_loss(&boards, factor));
    task.temperature = round(at * factor);
    if !task.temperature.is_normal() {
        bail!(
            "--at {at} is no temperature that cells were read at: give that of the card they were \
            read with, such as 1"
        );
    }
    let right = boards.iter().filter(|board| board.exact).count();
    output::print(&format!(
        "{} boards, {right} right. A cell's mean loss: {before:.5} nats at temperature {at}, \
        {after:.5} at {}.\n",
        boards.len(),
        task.temperature
    ));
    if let Some(power) = calibration::board_power(&boards, factor) {
        task.board_power = round(power);
        let loss = |power| calibration::mean_board_loss(&boards, factor, power);
        output::print(&format!(
            "A board's: {:.5} nats as the product of its cells' probabilities, {:.5} as its power \
            {}.\n",
            loss(1.0),
            loss(power),
            task.board_power
        ));
    } else {
        let kept = task.board_power;
        output::print(&format!(
            "The board power stays {kept}: it takes boards that were read right and boards that \
            were not.\n"
        ));
    }
    if !dry_run {
        let path = store.dir().join(name).join("README.md");
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        write_atomically(&path, card.replace_front_matter(&text).as_bytes())?;
    }
    Ok(Status::Done)
}

fn table(store: &ModelStore, name: Option<&str>, write: Option<&Path>) -> anyhow::Result<Status> {
    let tables = match name {
        Some(name) => {
            card(store, name)?;
            figures::of_model(store.dir(), name)?
        }
        None => figures::of_all(store.dir(), &all_names(store)?)?,
    };
    let Some(path) = write else {
        let shown = tables.iter().filter(|(_, table)| !table.is_empty());
        output::print(&shown.map(|(_, table)| table.as_str()).collect::<Vec<_>>().join("\n"));
        return Ok(Status::Done);
    };
    let text = fs::read_to_string(path)
        .map_err(|e| anyhow::anyhow!("cannot read {}: {e}", path.display()))?;
    let Some(new) = figures::replace(&text, &tables) else {
        let [begin, end] = figures::markers(figures::FIGURES);
        bail!(
            "{} has no lines '{begin}' and '{end}': add them where the table goes",
            path.display()
        );
    };
    let new = match name {
        Some(name) => with_evaluation(store, name, &new)?,
        None => new,
    };
    write_atomically(path, new.as_bytes())?;
    Ok(Status::Done)
}

/// A model's card with its figures in the front matter; a text that has none stays as it is.
fn with_evaluation(store: &ModelStore, name: &str, text: &str) -> anyhow::Result<String> {
    let card =
        ModelCard { evaluation: figures::evaluation(store.dir(), name)?, ..card(store, name)? };
    Ok(card.replace_front_matter(text))
}

fn card(store: &ModelStore, name: &str) -> anyhow::Result<ModelCard> {
    if !all_names(store)?.iter().any(|n| n == name) {
        bail!(
            "there is no model '{name}' in {}: `kibitzer model list` shows those there are",
            store.dir().display()
        );
    }
    Ok(store.card(name)?)
}

fn all_names(store: &ModelStore) -> anyhow::Result<Vec<String>> {
    let names = store.names();
    if names.is_empty() {
        bail!(
            "{} holds no model: name another folder with --models or KIBITZER_MODELS",
            store.dir().display()
        );
    }
    Ok(names)
}
