//! `kibitzer`: reads board games from photos.
//!
//! Exit codes: 0 = done, 1 = no board found, 2 = error.

mod advice;
mod args;
mod cli;
mod commands;
mod output;

use clap::Parser;
use cli::{Cli, Command};
use output::Status;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(status) => status.into(),
        Err(error) => {
            output::error(&advice::said(&error));
            Status::Failed.into()
        }
    }
}

fn run(cli: &Cli) -> anyhow::Result<Status> {
    cli.common.set_up()?;
    match &cli.command {
        Command::Read(args) => commands::read::run(args, &cli.common),
        Command::Reference(args) => commands::reference::run(args, &cli.common),
        Command::Judge(args) => commands::judge::run(args, &cli.common),
        Command::Score(args) => commands::score::run(args, &cli.common),
        Command::Follow(args) => commands::follow::run(args, &cli.common),
        #[cfg(feature = "server")]
        Command::Serve(args) => commands::serve::run(args, &cli.common),
        #[cfg(feature = "tables")]
        Command::Eval(args) => commands::eval::run(args, &cli.common),
        Command::Play(args) => commands::play::run(args, cli.common.lang),
        Command::Dataset(args) => commands::dataset::run(args, &cli.common),
        Command::Bench(args) => commands::bench::run(args, &cli.common),
        Command::Model(args) => commands::model::run(args, &cli.common),
        Command::Completions(args) => Ok(commands::manual::completions(args)),
        Command::Man(args) => commands::manual::man(args),
    }
}
