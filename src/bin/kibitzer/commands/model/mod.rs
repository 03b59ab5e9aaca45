//! `kibitzer model`.

#[cfg(feature = "tables")]
mod calibrate;

use super::figures;
use crate::{
    args::Common,
    output::{self, Status},
};
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use kibitzer::{
    files::{write, write_atomically},
    inference::{ModelCard, ModelStore, triton_config},
    recognition,
};
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
};

#[derive(Args)]
pub struct ModelArgs {
    #[command(subcommand)]
    pub action: Option<ModelAction>,
}

#[derive(Subcommand)]
pub enum ModelAction {
    /// List the models found (the default)
    List {
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Check every model, or those named, against its card: SHA-256, classes, and that it runs
    Verify {
        /// Names as `list` shows them
        names: Vec<String>,
    },
    /// Write the models as a repository that Triton serves: NAME/config.pbtxt and
    /// NAME/1/model.onnx
    Export {
        /// The folder of the repository; files that are there already are kept
        #[arg(long, value_name = "DIR")]
        triton: PathBuf,
        /// Replace what is there
        #[arg(long)]
        force: bool,
    },
    /// Show the card of a model
    Show {
        /// Its name: corners, chess-cells, ...
        name: String,
    },
    /// Fit a cell classifier's temperature and board power to evaluations of photos that its kind
    /// never saw, and put them into its card
    #[cfg(feature = "tables")]
    Calibrate(calibrate::CalibrateArgs),
    /// Print the tables of figures in the README and the book, from the models' eval.json,
    /// logo.json and stress.json files
    Table {
        /// Only this model's rows
        name: Option<String>,
        /// Replace the tables between the markers of this file
        #[arg(long, value_name = "PAGE.md")]
        write: Option<PathBuf>,
    },
}

pub fn run(args: &ModelArgs, common: &Common) -> anyhow::Result<Status> {
    let store = common.store()?;
    match &args.action {
        None => list(&store, false),
        Some(ModelAction::List { json }) => list(&store, *json),
        Some(ModelAction::Verify { names }) => verify(&store, names),
        Some(ModelAction::Export { triton, force }) => export(&store, triton, *force),
        Some(ModelAction::Show { name }) => show(&store, name),
        #[cfg(feature = "tables")]
        Some(ModelAction::Calibrate(args)) => calibrate::run(args, &store),
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
    output::print(&format!("From {store}:\n{}", output::table(&rows)));
    Ok(Status::Done)
}

fn listed(store: &ModelStore, name: String) -> anyhow::Result<Listed> {
    let card = store.card(&name)?;
    Ok(Listed {
        bytes: store.size(&name)?,
        name,
        version: card.version,
        parameters: card.parameters,
        sha256: card.sha256,
    })
}

/// Checks hashes, classes and shapes by running each model as photos are read.
fn verify(store: &ModelStore, names: &[String]) -> anyhow::Result<Status> {
    let all = store.folders();
    let names = if names.is_empty() && !all.is_empty() { all } else { names.to_vec() };
    let names = if names.is_empty() { all_names(store)? } else { names };
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
    if !store.folders().iter().any(|n| n == name) {
        card(store, name)?;
    }
    Ok(recognition::verify(store, name)?)
}

/// Writes every model as Triton wants it.
fn export(store: &ModelStore, folder: &Path, force: bool) -> anyhow::Result<Status> {
    for name in store.names() {
        let card = store.card(&name)?;
        let config = triton_config(&name, store.open_network(&name)?.signature());
        let dir = folder.join(&name);
        // The network last: Triton takes a folder that has one for a model.
        write(&dir.join("config.pbtxt"), config.as_bytes(), force)?;
        write(&dir.join("1/model.onnx"), &store.verified_bytes(&name, &card)?, force)?;
        output::print(&format!("{}\n", dir.display()));
    }
    Ok(Status::Done)
}

fn show(store: &ModelStore, name: &str) -> anyhow::Result<Status> {
    card(store, name)?;
    output::print(&store.card_text(name)?);
    Ok(Status::Done)
}

fn table(store: &ModelStore, name: Option<&str>, write: Option<&Path>) -> anyhow::Result<Status> {
    let tables = match name {
        Some(name) => {
            card(store, name)?;
            figures::of_model(folder(store)?, name)?
        }
        None => figures::of_all(folder(store)?, &all_names(store)?)?,
    };
    let Some(path) = write else {
        let shown = tables.iter().filter(|(_, table)| !table.is_empty());
        output::print(&shown.map(|(_, table)| table.as_str()).collect::<Vec<_>>().join("\n"));
        return Ok(Status::Done);
    };
    let text = fs::read_to_string(path)
        .map_err(|e| anyhow::anyhow!("cannot read {}: {e}", path.display()))?;
    let Some(new) = figures::replace(&text, &tables) else {
        let [begin, end] = figures::markers(tables[0].0);
        bail!(
            "{} has no lines such as '{begin}' and '{end}': add them where a table goes",
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
        ModelCard { evaluation: figures::evaluation(folder(store)?, name)?, ..card(store, name)? };
    Ok(card.replace_front_matter(text).unwrap_or_else(|| text.to_owned()))
}

/// The folder that the models are in: their evaluations are no part of the program.
fn folder(store: &ModelStore) -> anyhow::Result<&Path> {
    let hint = "the models in the program have no evaluations and cannot be changed: name a folder \
        of models with --models";
    store.dir().context(hint)
}

fn card(store: &ModelStore, name: &str) -> anyhow::Result<ModelCard> {
    if !all_names(store)?.iter().any(|n| n == name) {
        bail!("there is no model '{name}' in {store}: `kibitzer model list` shows those there are");
    }
    Ok(store.card(name)?)
}

fn all_names(store: &ModelStore) -> anyhow::Result<Vec<String>> {
    let names = store.names();
    if names.is_empty() {
        bail!("{store} holds no model: name another folder with --models or KIBITZER_MODELS");
    }
    Ok(names)
}
