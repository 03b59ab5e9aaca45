//! The command line as a whole.

use crate::{
    args::Common,
    commands::{
        bench::BenchArgs,
        dataset::DatasetArgs,
        follow::FollowArgs,
        judge::JudgeArgs,
        manual::{CompletionsArgs, ManArgs},
        model::ModelArgs,
        play::PlayArgs,
        read::ReadArgs,
        reference::ReferenceArgs,
        score::ScoreArgs,
    },
};
use clap::{Parser, Subcommand};

#[cfg(feature = "tables")]
use crate::commands::eval::EvalArgs;
#[cfg(feature = "server")]
use crate::commands::serve::ServeArgs;

/// Reads board games (checkers, chess, Go, Qwirkle) from photos.
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 = done, 1 = no board found, 2 = error.")]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Read the board in one or more photos
    Read(ReadArgs),
    /// Keep sets of your own: learned from a photo or two, they are read better
    Reference(ReferenceArgs),
    /// Say whether the change from one board to another is a legal move
    Judge(JudgeArgs),
    /// Count a finished game of Go, or score the moves of a game of Qwirkle
    Score(ScoreArgs),
    /// Follow a game as it is played, and write its record
    Follow(FollowArgs),
    /// Serve an API for other front-ends, and a page
    #[cfg(feature = "server")]
    Serve(ServeArgs),
    /// Read labeled photos and score what was read
    #[cfg(feature = "tables")]
    Eval(EvalArgs),
    /// Play chess against a person or an engine
    Play(PlayArgs),
    /// Check, count, split, show, import and make labeled photos
    Dataset(DatasetArgs),
    /// Measure how fast photos are read
    Bench(BenchArgs),
    /// List, verify and show models
    Model(ModelArgs),
    /// Print a shell's completions of this program
    Completions(CompletionsArgs),
    /// Write the manual pages of this program
    Man(ManArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
