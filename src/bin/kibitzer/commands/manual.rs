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
mod tests {
    use super::*;
    use clap::{Arg, Command};
    use std::{env, path::Path};

    const HEAD: &str = "\
# Commands

To see what a command takes, type `kibitzer COMMAND --help`. This page says the same. It is made from
the program (`make golden`). Options of every command stand first, with the program's own.

`kibitzer man --out DIR` writes manual pages. `kibitzer completions bash` (or `elvish`, `fish`,
`powershell`, `zsh`) prints what your shell needs to complete commands and options.
";

    /// Text as a cell of a table holds it.
    fn cell(text: &str) -> String {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        line.replace('|', "\\|").replace('<', "&lt;")
    }

    fn name(arg: &Arg) -> String {
        let values = arg.get_value_names().unwrap_or_default().join(" ");
        let takes_value = arg.get_action().takes_values();
        let name = match (arg.get_long(), arg.get_short()) {
            (Some(long), Some(short)) => format!("-{short}, --{long}"),
            (Some(long), None) => format!("--{long}"),
            (None, _) => return format!("`{values}`"),
        };
        if takes_value { format!("`{name} {values}`") } else { format!("`{name}`") }
    }

    fn meaning(arg: &Arg) -> String {
        let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
        let mut text = cell(&help.unwrap_or_default());
        let values: Vec<String> = arg
            .get_possible_values()
            .iter()
            .filter(|value| arg.get_action().takes_values() && !value.is_hide_set())
            .map(|value| match value.get_help() {
                Some(help) => format!("`{}` ({})", value.get_name(), cell(&help.to_string())),
                None => format!("`{}`", value.get_name()),
            })
            .collect();
        if !values.is_empty() {
            text += &format!("; one of {}", values.join(", "));
        }
        let defaults: Vec<_> =
            arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        if arg.get_action().takes_values() && !defaults.is_empty() {
            text += &format!(" [default: {}]", defaults.join(" "));
        }
        text
    }

    fn table<'a>(kind: &str, args: impl Iterator<Item = &'a Arg>) -> String {
        let rows: String =
            args.map(|arg| format!("| {} | {} |\n", name(arg), meaning(arg))).collect();
        if rows.is_empty() { rows } else { format!("\n| {kind} | Meaning |\n|---|---|\n{rows}") }
    }

    /// Options of every command are described with the program's own.
    fn own<'a>(command: &'a Command, path: &str) -> impl Iterator<Item = &'a Arg> {
        let of_program = path == "kibitzer";
        command.get_arguments().filter(move |arg| {
            (of_program || !arg.is_global_set())
                && !["help", "version"].contains(&arg.get_id().as_str())
        })
    }

    fn section(out: &mut String, command: &Command, path: &str) {
        let usage = command.clone().render_usage().to_string();
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        *out += &format!("\n## {path}\n\n{}.\n", about.trim_end_matches('.'));
        *out += &format!("\n```text\n{}\n```\n", usage.trim_start_matches("Usage: "));
        *out += &table("Argument", own(command, path).filter(|arg| arg.is_positional()));
        *out += &table("Option", own(command, path).filter(|arg| !arg.is_positional()));
        if let Some(after) = command.get_after_help() {
            *out += &format!("\n{}\n", after.to_string().replace('<', "&lt;"));
        }
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            section(out, below, &format!("{path} {}", below.get_name()));
        }
    }

    #[test]
    fn the_book_describes_the_commands() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md");
        let mut page = HEAD.to_owned();
        let mut program = Cli::command();
        program.build();
        section(&mut page, &program, "kibitzer");
        if env::var_os("KIBITZER_BLESS").is_some_and(|v| v == "1") {
            fs::write(&path, &page).expect("written");
        }
        let there = fs::read_to_string(&path).expect("docs/commands.md");
        assert!(there == page, "docs/commands.md is out of date: type `make golden`");
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
