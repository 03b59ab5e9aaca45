//! What the commands print: results on stdout, errors and progress on stderr.

use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{self, ErrorKind, IsTerminal, Write},
    process::{self, ExitCode},
};

/// How a command ended; the worst of several photos counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Done: exit code 0.
    Done,
    /// No board found: exit code 1.
    NoBoard,
    /// Error: exit code 2.
    Failed,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}

/// Prints text to stdout. A reader that has gone away (`| head`) ends the program quietly.
pub fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    if let Err(e) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        if e.kind() != ErrorKind::BrokenPipe {
            error(&format_args!("cannot write to stdout: {e}"));
            process::exit(2);
        }
        process::exit(0);
    }
}

/// Prints text to stdout, if anybody still reads it.
#[cfg(feature = "server")]
pub fn print_or_not(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// Prints one sentence to stderr, if anybody still reads it: the work goes on.
pub fn error(message: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "kibitzer: {message}");
}

/// Prints to stderr what the command does that the user may not expect.
pub fn note(message: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "kibitzer: {message}");
}

/// Prints to stderr what the user should know though the command goes on.
pub fn warning(message: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "kibitzer: warning: {message}");
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    match word.contains([' ', '\'', '"', '*', '$']) {
        true => format!("'{}'", word.replace('\'', "'\\''")),
        false => word.to_owned(),
    }
}

/// Whether stdout shows colors.
pub fn color() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// A progress bar over `total` items on stderr; hidden for a single item, and where stderr is no
/// terminal.
pub fn progress(total: usize) -> ProgressBar {
    if total < 2 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {per_sec} {eta} left  {msg}");
    ProgressBar::new(total as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Rows of text as aligned columns: the first to the left, the others to the right.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| {
        rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let pad = |(c, cell): (usize, &String)| {
        let fill = " ".repeat(widths[c] - cell.chars().count());
        if c == 0 { format!("{cell}{fill}") } else { format!("  {fill}{cell}") }
    };
    rows.iter()
        .map(|row| row.iter().enumerate().map(pad).collect::<String>().trim_end().to_owned() + "\n")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_status_counts() {
        assert_eq!(
            [Status::NoBoard, Status::Failed, Status::Done].into_iter().max(),
            Some(Status::Failed)
        );
    }

    #[test]
    fn words_with_spaces_are_quoted() {
        assert_eq!(["a.pgn", "my game.pgn"].map(quoted), ["a.pgn", "'my game.pgn'"]);
        assert_eq!(quoted("it's.pgn"), "'it'\\''s.pgn'");
    }

    #[test]
    fn tables_are_aligned() {
        let rows = [vec!["a".to_owned(), "1".to_owned()], vec!["bcd".to_owned(), "22".to_owned()]];
        assert_eq!(table(&rows), "a     1\nbcd  22\n");
    }
}
