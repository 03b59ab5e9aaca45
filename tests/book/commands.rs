//! A page of the book that describes a program's command line, made from its own definition.

use clap::{Arg, Command};
use std::{env, fs, path::Path};

/// Compares a page of `docs/` with what the program says; writes it instead where `KIBITZER_BLESS`
/// is 1.
pub fn is_described(page: &str, head: &str, mut program: Command) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = docs.ancestors().map(|folder| folder.join("docs")).find(|docs| docs.is_dir());
    let path = docs.expect("the book").join(page);
    program.build();
    let mut text = head.to_owned();
    let name = program.get_name().to_owned();
    section(&mut text, &program, &name);
    if env::var_os("KIBITZER_BLESS").is_some_and(|v| v == "1") {
        fs::write(&path, &text).expect("written");
    }
    let there = fs::read_to_string(&path).expect("a page");
    assert!(there == text, "docs/{page} is out of date: type `make golden`");
}

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
    let rows: String = args.map(|arg| format!("| {} | {} |\n", name(arg), meaning(arg))).collect();
    if rows.is_empty() { rows } else { format!("\n| {kind} | Meaning |\n|---|---|\n{rows}") }
}

/// Options of every command are described with the program's own.
fn own<'a>(command: &'a Command, path: &str) -> impl Iterator<Item = &'a Arg> {
    let of_program = !path.contains(' ');
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
