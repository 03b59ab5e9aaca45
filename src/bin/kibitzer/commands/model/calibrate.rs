//! `kibitzer model calibrate`.

use super::{card, folder};
use crate::output::{self, Status};
use anyhow::{Context, bail};
use clap::Args;
use kibitzer::{
    eval::{calibration, evaluated_boards},
    files::write_atomically,
    inference::{ModelStore, Task},
};
use std::{fs, path::PathBuf};

#[derive(Args)]
pub struct CalibrateArgs {
    /// Its name: chess-cells, ...
    name: String,
    /// Folders that `kibitzer eval` wrote with models trained on other groups, as
    /// train/runs/logo.sh does
    #[arg(long = "eval", value_name = "DIR", required = true)]
    evals: Vec<PathBuf>,
    /// The temperature in the cards of the models that were evaluated; an exported one has 1
    #[arg(long, default_value_t = 1.0)]
    at: f64,
    /// Only show what would be written
    #[arg(long)]
    dry_run: bool,
}

/// Sets temperature and board power in a classifier's card.
pub fn run(args: &CalibrateArgs, store: &ModelStore) -> anyhow::Result<Status> {
    let CalibrateArgs { name, evals, at, dry_run } = args;
    let (at, dry_run) = (*at, *dry_run);
    let mut card = card(store, name)?;
    let Task::Cells(task) = &mut card.task else {
        bail!("'{name}' is no cell classifier: name one, such as chess-cells");
    };
    if !(at.is_finite() && at > 0.0) {
        bail!("--at {at} is no temperature: give one above 0");
    }
    let mut boards = Vec::new();
    for folder in evals {
        boards.extend(evaluated_boards(folder, task.game.name(), &task.classes)?);
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
        let path = folder(store)?.join(name).join("README.md");
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        write_atomically(&path, card.replace_front_matter(&text).as_bytes())?;
    }
    Ok(Status::Done)
}
