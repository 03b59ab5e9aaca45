//! `kibitzer model calibrate`.

use super::{card, folder};
use crate::output::{self, Status};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
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
    fs, mem,
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
    /// Fit only this, and leave what else the card says; may be given several times [default: all]
    #[arg(long, value_name = "WHAT")]
    only: Vec<Part>,
    /// Only show what would be written
    #[arg(long)]
    dry_run: bool,
}

/// A part of a calibration.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// What the logarithms of probabilities are divided by
    Temperature,
    /// How far the cells of a board err together
    BoardPower,
    /// How much speaks for each way round
    OrientationPower,
    /// The probability below which a board is one to look at: 95 of 100 that were read wrong lie
    /// below it
    CheckBelow,
}

/// What evaluations say of a classifier, as if it had not been calibrated.
#[derive(Default)]
struct Evaluated {
    boards: Vec<BoardPrediction>,
    ways: Vec<WayPrediction>,
}

/// Sets temperature, powers and limit in a classifier's card.
pub fn run(args: &CalibrateArgs, store: &ModelStore) -> anyhow::Result<Status> {
    let CalibrateArgs { name, evals, only, dry_run } = args;
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
    task.calibration = evaluated.fitted(task.calibration, only);
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

impl Evaluated {
    /// The calibration with which the loss is least, of what is wanted; says so.
    fn fitted(&self, before: Calibration, only: &[Part]) -> Calibration {
        let is_wanted = |part| only.is_empty() || only.contains(&part);
        let mut fitted = before;
        if is_wanted(Part::Temperature) {
            self.fit_temperature(&mut fitted);
        }
        if is_wanted(Part::BoardPower) {
            self.fit_board_power(&mut fitted);
        }
        if is_wanted(Part::OrientationPower) {
            self.fit_orientation_power(&mut fitted);
        }
        if is_wanted(Part::CheckBelow) {
            self.fit_limit(&mut fitted);
        }
        fitted
    }

    fn fit_temperature(&self, fitted: &mut Calibration) {
        let boards = &self.boards;
        let wrong = calibration::wrong_cells(boards);
        if wrong < calibration::FEWEST_WRONG {
            output::print(&format!(
                "The temperature stays {}: of {} boards {wrong} cells were read wrong, and it takes \
                {}.\n",
                fitted.temperature,
                boards.len(),
                calibration::FEWEST_WRONG
            ));
            return;
        }
        let before =
            mem::replace(&mut fitted.temperature, rounded(calibration::temperature_factor(boards)));
        let right = boards.iter().filter(|board| board.exact).count();
        let loss = |temperature| calibration::mean_loss(boards, f64::from(temperature));
        output::print(&format!(
            "{} boards, {right} right. A cell's mean loss: {:.5} nats at temperature {before}, \
            {:.5} at {}.\n",
            boards.len(),
            loss(before),
            loss(fitted.temperature),
            fitted.temperature
        ));
    }

    fn fit_board_power(&self, fitted: &mut Calibration) {
        let (boards, factor) = (&self.boards, f64::from(fitted.temperature));
        let Some(power) = calibration::board_power(boards, factor) else {
            output::print(&format!(
                "The board power stays {}: it takes boards that were read right and boards that \
                were not.\n",
                fitted.board_power
            ));
            return;
        };
        fitted.board_power = rounded(power);
        let loss = |power| calibration::mean_board_loss(boards, factor, power);
        output::print(&format!(
            "A board's: {:.5} nats as the product of its cells' probabilities, {:.5} as its power \
            {}.\n",
            loss(1.0),
            loss(power),
            fitted.board_power
        ));
    }

    fn fit_orientation_power(&self, fitted: &mut Calibration) {
        let ways = &self.ways;
        if let Some(power) = calibration::orientation_power(ways) {
            fitted.orientation_power = rounded(power);
            output::print(&format!(
                "Which way round {} boards lie: {:.5} nats a board to the power 1, {:.5} to the \
                power {}.\n",
                ways.len(),
                calibration::mean_way_loss(ways, 1.0),
                calibration::mean_way_loss(ways, power),
                fitted.orientation_power
            ));
        } else if !ways.is_empty() {
            output::print(&format!(
                "The orientation power stays {}: it takes boards that were read the right way \
                round and boards that were not.\n",
                fitted.orientation_power
            ));
        }
    }

    fn fit_limit(&self, fitted: &mut Calibration) {
        let (factor, power) = (f64::from(fitted.temperature), f64::from(fitted.board_power));
        let Some(limit) = calibration::check_limit(&self.boards, factor, power) else {
            output::print(&format!(
                "Boards are looked at below {}, as before: it takes more boards that were read \
                wrong.\n",
                fitted.check_below
            ));
            return;
        };
        fitted.check_below = rounded(limit);
        let flagged = |exact| {
            let boards = self.boards.iter().filter(move |board| board.exact == exact);
            let below = boards.clone().filter(|b| b.probability(factor, power) < limit).count();
            format!("{below} of {}", boards.count())
        };
        output::print(&format!(
            "Boards are looked at below {}: {} that were read wrong, {} that were read right.\n",
            fitted.check_below,
            flagged(false),
            flagged(true)
        ));
    }
}

/// As it is written on a card.
fn rounded(value: f64) -> f32 {
    ((value * 1000.0).round() / 1000.0) as f32
}
