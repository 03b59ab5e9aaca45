//! `kibitzer model calibrate`.

use super::{card, folder};
use crate::output::{self, Status};
use anyhow::{Context, bail};
use clap::Args;
use kibitzer::{
    eval::{
        Summary,
        calibration::{self, BoardPrediction, WayPrediction},
        evaluated_boards, evaluated_ways,
    },
    files::write_atomically,
    inference::{Calibration, CardError, CellTask, ModelStore, Task},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

#[derive(Args)]
pub struct CalibrateArgs {
    /// Its name: chess-cells, ...
    name: String,
    /// Folders that `kibitzer eval` wrote, of photos that the models that read them were not
    /// trained on: of held-out photos, or those of train/runs/logo.sh
    #[arg(long = "eval", value_name = "DIR", required = true)]
    evals: Vec<PathBuf>,
    /// Only show what would be written
    #[arg(long)]
    dry_run: bool,
}

/// What evaluations say of a classifier, as if it had not been calibrated.
#[derive(Default)]
struct Evaluated {
    boards: Vec<BoardPrediction>,
    ways: Vec<WayPrediction>,
}

/// Sets temperature and powers in a classifier's card.
pub fn run(args: &CalibrateArgs, store: &ModelStore) -> anyhow::Result<Status> {
    let CalibrateArgs { name, evals, dry_run } = args;
    let mut card = card(store, name)?;
    let Task::Cells(task) = &mut card.task else {
        bail!("'{name}' is no cell classifier: name one, such as chess-cells");
    };
    let mut evaluated = Evaluated::default();
    for folder in evals {
        evaluated.add(folder, name, task)?;
    }
    if !evaluated.boards.iter().flat_map(|board| &board.cells).any(|cell| cell.truth.is_some()) {
        bail!(
            "there is no cell of {} in what was evaluated: name folders that `kibitzer eval` wrote",
            task.game
        );
    }
    task.calibration = fitted(&evaluated, task.calibration);
    if !dry_run {
        let path = folder(store)?.join(name).join("README.md");
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = || CardError::NoFrontMatter(path.display().to_string());
        let text = card.replace_front_matter(&text).ok_or_else(name)?;
        write_atomically(&path, text.as_bytes())?;
    }
    Ok(Status::Done)
}

impl Evaluated {
    fn add(&mut self, folder: &Path, name: &str, task: &CellTask) -> anyhow::Result<()> {
        let game = task.game.name();
        let boards = evaluated_boards(folder, game, &task.classes)?;
        let ways = evaluated_ways(folder, game)?;
        let read_with = read_with(&folder.join("summary.json"), name)?;
        let temperature = f64::from(read_with.temperature);
        self.boards.extend(boards.into_iter().map(|board| board.undivided_by(temperature)));
        let power = f64::from(read_with.orientation_power);
        self.ways.extend(ways.into_iter().map(|way| way.to_the_power(1.0 / power)));
        Ok(())
    }
}

/// The calibration that a model had when it was evaluated.
fn read_with(summary: &Path, name: &str) -> anyhow::Result<Calibration> {
    let text = fs::read_to_string(summary)
        .with_context(|| format!("cannot read {}", summary.display()))?;
    let summary: Summary = serde_json::from_str(&text).with_context(|| {
        format!("{} is no summary that `kibitzer eval` wrote", summary.display())
    })?;
    let used = summary.models.into_iter().find(|model| model.task == name);
    used.and_then(|model| model.calibration).with_context(|| {
        format!(
            "it is not known how '{name}' was calibrated when the photos were read: evaluate them \
            with it again, not from predictions"
        )
    })
}

/// The calibration with which the loss is least; says so.
fn fitted(evaluated: &Evaluated, before: Calibration) -> Calibration {
    let Evaluated { boards, ways } = evaluated;
    let round = |value: f64| ((value * 1000.0).round() / 1000.0) as f32;
    let factor = calibration::temperature_factor(boards);
    let mut fitted = Calibration { temperature: round(factor), ..before };
    let right = boards.iter().filter(|board| board.exact).count();
    let loss = |temperature| calibration::mean_loss(boards, f64::from(temperature));
    output::print(&format!(
        "{} boards, {right} right. A cell's mean loss: {:.5} nats at temperature {}, {:.5} at {}.\n",
        boards.len(),
        loss(before.temperature),
        before.temperature,
        loss(fitted.temperature),
        fitted.temperature
    ));
    if let Some(power) = calibration::board_power(boards, factor) {
        fitted.board_power = round(power);
        let loss = |power| calibration::mean_board_loss(boards, factor, power);
        output::print(&format!(
            "A board's: {:.5} nats as the product of its cells' probabilities, {:.5} as its power \
            {}.\n",
            loss(1.0),
            loss(power),
            fitted.board_power
        ));
    } else {
        output::print(&format!(
            "The board power stays {}: it takes boards that were read right and boards that were \
            not.\n",
            before.board_power
        ));
    }
    if let Some(power) = calibration::orientation_power(ways) {
        fitted.orientation_power = round(power);
        output::print(&format!(
            "Which way round {} boards lie: {:.5} nats a board to the power 1, {:.5} to the power \
            {}.\n",
            ways.len(),
            calibration::mean_way_loss(ways, 1.0),
            calibration::mean_way_loss(ways, power),
            fitted.orientation_power
        ));
    } else if !ways.is_empty() {
        output::print(&format!(
            "The orientation power stays {}: it takes boards that were read the right way round and \
            boards that were not.\n",
            before.orientation_power
        ));
    }
    fitted
}
