//! The command line, described from its own definition: completions and manual pages, and
//! `docs/commands.md`, which a test compares.

use crate::{
    cli::Cli,
    output::{self, Status},
};
use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::{fs, path::PathBuf};

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

#[derive(Args)]
#[command(after_help = "Then `man -l DIR/kibitzer-read.1`, or copy them to where `man` looks.")]
pub struct ManArgs {
    /// The folder to write kibitzer.1, kibitzer-read.1 and so on to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub fn completions(args: &CompletionsArgs) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "kibitzer", &mut script);
    output::print(&String::from_utf8_lossy(&script));
    Status::Done
}

pub fn man(args: &ManArgs) -> anyhow::Result<Status> {
    let out = args.out.display();
    fs::create_dir_all(&args.out).with_context(|| format!("cannot make {out}"))?;
    clap_mangen::generate_to(Cli::command(), &args.out)
        .with_context(|| format!("cannot write to {out}"))?;
    Ok(Status::Done)
}

#[cfg(all(test, feature = "server", feature = "remote", feature = "tables"))]
#[path = "../../../../tests/book/commands.rs"]
mod commands;

#[cfg(all(test, feature = "server", feature = "remote", feature = "tables"))]
mod tests {
    use super::*;

    const HEAD: &str = "\
# Commands

To see what a command takes, type `kibitzer COMMAND --help`. This page says the same. It is made from
the program (`make golden`). Options of every command stand first, with the program's own.

`kibitzer man --out DIR` writes manual pages. `kibitzer completions bash` (or `elvish`, `fish`,
`powershell`, `zsh`) prints what your shell needs to complete commands and options.
";

    #[test]
    fn the_book_describes_the_commands() {
        commands::is_described("commands.md", HEAD, Cli::command());
    }

    #[test]
    fn every_shell_and_every_command_has_its_file() {
        for shell in [Shell::Bash, Shell::Elvish, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "kibitzer", &mut script);
            let script = String::from_utf8(script).expect("UTF-8");
            assert!(script.contains("render-game"), "{shell}");
        }
        let dir = tempfile::tempdir().expect("a folder");
        let args = ManArgs { out: dir.path().join("man") };
        man(&args).expect("written");
        for page in ["kibitzer.1", "kibitzer-read.1", "kibitzer-dataset-render.1"] {
            let text = fs::read_to_string(args.out.join(page)).expect(page);
            assert!(text.contains(".SH OPTIONS"), "{page}");
        }
    }
}
