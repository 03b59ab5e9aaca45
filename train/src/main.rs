//! `kibitzer-train`: trains the corner detector, the model that tells boards from what is none, the
//! cell classifiers and the model that reads a board's squares together, and exports them to ONNX.

mod adapt;
mod augment;
mod blend;
mod burn_model;
mod cells;
mod compare;
mod config;
mod context;
mod coordinates;
mod corners;
mod curves;
mod data;
mod device;
mod experiment;
mod export;
mod layers;
mod loss;
mod pack;
mod presence;
mod report;
mod run_folder;
mod sheet;
mod start;
mod tensorboard;

use anyhow::{Result, bail};
use burn::module::Module;
use cells::CellExperiment;
use clap::{Args, Parser, Subcommand};
use config::Config;
use context::ContextExperiment;
use coordinates::CoordinateExperiment;
use corners::CornerExperiment;
use experiment::{CHECKPOINT_EVERY, Experiment, Limits};
use export::Export;
use kibitzer::{dataset::Corrections, games::GameId};
use presence::PresenceExperiment;
use run_folder::{Origin, RunFolder};
use start::Start;
use std::{path::PathBuf, process::ExitCode, time::Duration};

/// Trains Kibitzer's networks and exports them to ONNX.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train the corner detector
    Corners(TrainArgs),
    /// Train a game's cell classifier
    Cells(TrainArgs),
    /// Train a game's position model
    Positions(TrainArgs),
    /// Train the model that reads the coordinates at a board's edge
    Coordinates(TrainArgs),
    /// Train the model that tells boards from what is none
    Presence(TrainArgs),
    Adapt(adapt::AdaptArgs),
    Compare(compare::CompareArgs),
    /// Write a run's weights as models/TASK/model.onnx with its card
    Export(ExportArgs),
    /// Copy a dataset at the size that training needs
    Pack(PackArgs),
}

#[derive(Args)]
struct TrainArgs {
    /// Configuration, a file of train/configs
    #[arg(long)]
    config: PathBuf,
    /// Run folder; runs/MODEL by default
    #[arg(long)]
    out: Option<PathBuf>,
    /// Go on from the run folder's checkpoint, as long as the run was to take unless --minutes or
    /// --steps say otherwise
    #[arg(long)]
    resume: bool,
    /// Start from these weights: a run folder, a model's folder such as models/go-cells, or a .bpk
    /// or .onnx file
    #[arg(long, value_name = "PATH", conflicts_with = "resume")]
    from: Option<PathBuf>,
    /// Stop, with a checkpoint, after this many minutes, those before an interruption included
    #[arg(long)]
    minutes: Option<f64>,
    /// flex (CPU), vulkan, cuda, tch (LibTorch on a CPU) or tch-cuda (on a GPU); what was built in
    #[arg(long, default_value = device::DEFAULT)]
    device: String,
    /// Manifests of photos instead of the configuration's
    #[arg(long)]
    photos: Vec<String>,
    /// Manifests of renders instead of the configuration's; with --photos alone there are none, and
    /// the other way round
    #[arg(long)]
    renders: Vec<String>,
    /// Labels files of single chessmen instead of the configuration's; with --photos or --renders
    /// alone there are none
    #[arg(long)]
    pieces: Vec<String>,
    /// Number of batches instead of the configuration's
    #[arg(long)]
    steps: Option<usize>,
}

#[derive(Args)]
struct ExportArgs {
    /// Run folder
    #[arg(long)]
    run: PathBuf,
    /// Folder of models
    #[arg(long, default_value = "models")]
    models: PathBuf,
    /// Manifests of photos instead of the configuration's, for the comparison
    #[arg(long)]
    photos: Vec<String>,
    /// Manifests of renders instead of the configuration's, for the comparison
    #[arg(long)]
    renders: Vec<String>,
}

#[derive(Args)]
struct PackArgs {
    /// Manifests; * stands for any folder
    #[arg(long, required = true)]
    data: Vec<String>,
    /// Pack labels as this file corrects them (JSON Lines, datasets/README.md)
    #[arg(long, value_name = "FILE.jsonl")]
    corrections: Option<PathBuf>,
    /// Only this game
    #[arg(long)]
    game: Option<GameId>,
    /// For cell classifiers: pixels a cell
    #[arg(long)]
    cell_px: Option<f64>,
    /// Longest side in pixels
    #[arg(long, default_value_t = 448)]
    long_side: u32,
    /// JPEG quality
    #[arg(long, default_value_t = 82)]
    quality: u8,
    /// Most photos of one group
    #[arg(long, default_value_t = 100_000)]
    per_group: usize,
    /// Folder to write
    #[arg(long)]
    out: PathBuf,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {}", said(&error));
            ExitCode::from(2)
        }
    }
}

/// An error and its causes, but for those that it names itself.
fn said(error: &anyhow::Error) -> String {
    let causes = error.chain().map(ToString::to_string);
    let join = |said: String, cause: String| {
        if said.contains(&cause) { said } else { format!("{said}: {cause}") }
    };
    causes.reduce(join).unwrap_or_default()
}

fn run(cli: Cli) -> Result<ExitCode> {
    let done = match cli.command {
        Command::Adapt(args) => return adapt::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Corners(args) => {
            let config = configured(&args)?;
            let experiment = CornerExperiment::load(&config)?;
            train(&experiment, &config, &args, &experiment.set().to_string())
        }
        Command::Cells(args) => {
            let config = configured(&args)?;
            let experiment = CellExperiment::load(&config)?;
            train(&experiment, &config, &args, &experiment.set().to_string())
        }
        Command::Positions(args) => {
            if !args.photos.is_empty() {
                bail!(
                    "a position model sees no photo: name a file of positions as 'games' of the \
                    configuration, and renders"
                );
            }
            let config = configured(&args)?;
            let experiment = ContextExperiment::load(&config)?;
            let set = format!("{} positions", experiment.positions());
            train(&experiment, &config, &args, &set)
        }
        Command::Coordinates(args) => {
            let config = configured(&args)?;
            let experiment = CoordinateExperiment::load(&config)?;
            let set = format!("{} fonts", experiment.sources().len());
            train(&experiment, &config, &args, &set)
        }
        Command::Presence(args) => {
            let config = configured(&args)?;
            let experiment = PresenceExperiment::load(&config)?;
            train(&experiment, &config, &args, &experiment.to_string())
        }
        Command::Export(args) => {
            adapt::refuse_to_export(&args.run)?;
            let mut config = Config::read(&args.run.join("config.toml"))?;
            override_data(&mut config, &args.photos, &args.renders, &[]);
            Export { config: &config, run: &args.run, models: &args.models }.network()
        }
        Command::Pack(args) => {
            let options = pack::PackOptions {
                corrections: args.corrections.as_deref().map(Corrections::read).transpose()?,
                game: args.game,
                cell_px: args.cell_px,
                long_side: args.long_side,
                quality: args.quality,
                per_group: args.per_group,
            };
            let count = pack::pack(&args.data, &options, &args.out)?;
            eprintln!("{count} photos in {}", args.out.display());
            Ok(())
        }
    };
    done.map(|()| ExitCode::SUCCESS)
}

fn configured(args: &TrainArgs) -> Result<Config> {
    let mut config = Config::read(&args.config)?;
    override_data(&mut config, &args.photos, &args.renders, &args.pieces);
    Ok(config)
}

fn override_data(config: &mut Config, photos: &[String], renders: &[String], pieces: &[String]) {
    if !(photos.is_empty() && renders.is_empty() && pieces.is_empty()) {
        config.data.photos = photos.to_vec();
        config.data.renders = renders.to_vec();
        config.data.pieces = pieces.to_vec();
    }
}

fn train<E: Experiment>(
    experiment: &E,
    config: &Config,
    args: &TrainArgs,
    set: &str,
) -> Result<()> {
    let dir = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(config.model_name()));
    if let Some(minutes) = args.minutes.filter(|m| !(m.is_finite() && *m > 0.0)) {
        bail!("--minutes {minutes} is no time to train: give more than 0");
    }
    let device = device::by_name(&args.device)?;
    let origin = Origin {
        config: Some(args.config.display().to_string()),
        start: args.from.as_deref().map(Start::of).transpose()?,
        minutes: args.minutes,
        steps: args.steps,
        ..Origin::new(experiment.sources())
    };
    let mut folder = RunFolder::open(&dir, config, origin, args.resume)?;
    eprintln!("{set} to train on, run folder {}", dir.display());
    let Origin { minutes, steps, .. } = *folder.origin();
    if args.resume && (minutes, steps) != (args.minutes, args.steps) {
        let minutes = minutes.map(|minutes| format!("{minutes} minutes in all"));
        let steps = steps.map(|steps| format!("{steps} batches"));
        let ends: Vec<String> = minutes.into_iter().chain(steps).collect();
        eprintln!("It ends after {}", ends.join(" or "));
    }
    let limits = Limits {
        time: minutes.map(|m| Duration::from_secs_f64(m * 60.0)),
        resume: args.resume,
        checkpoint_every: CHECKPOINT_EVERY,
    };
    let config = &folder.config().clone();
    let net =
        experiment::train(experiment, config, &mut folder, &limits, args.from.as_deref(), &device)?;
    let errors = experiment.errors(&net, &device)?;
    net.into_record().save(folder.file("final.bpk"))?;
    report::write(&folder, &config.model_name(), set, &errors)?;
    eprintln!(
        "weights in {}, report in {}",
        folder.file("final.bpk").display(),
        folder.file("report.html").display()
    );
    Ok(())
}

#[cfg(all(test, feature = "flex"))]
#[path = "../../tests/book/commands.rs"]
mod commands;

#[cfg(all(test, feature = "flex"))]
mod tests {
    use super::*;
    use clap::CommandFactory;

    const HEAD: &str = "\
# Training commands

To train a network of your own, or one of Kibitzer's again, use `kibitzer-train`;
[Retraining](retraining.md) and [Your own set](own-set.md) say when to do so. To build it, type
`cargo build --release -p kibitzer-train`. To see what a command takes, type
`kibitzer-train COMMAND --help`. This page says the same. It is made from the program (`make golden`).
";

    #[test]
    fn the_book_describes_the_commands() {
        commands::is_described("training-commands.md", HEAD, Cli::command());
    }
}
