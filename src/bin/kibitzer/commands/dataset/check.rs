//! `kibitzer dataset check`.

use super::{Data, Together};
use crate::output::{self, Status};
use clap::Args;
use kibitzer::dataset::check::{CheckOptions, CheckReport, Severity, check};

#[derive(Args)]
#[command(after_help = "Exit codes: 0 = no error (warnings and notes may be), 2 = errors found.")]
pub struct CheckArgs {
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    together: Together,
    /// Do not open the photos: labels only
    #[arg(long)]
    no_photos: bool,
    /// Photos whose hashes differ in at most N of 256 bits are near-duplicates
    #[arg(long, value_name = "N", default_value_t = CheckOptions::default().near_bits)]
    near: u32,
    /// Leave the notes out
    #[arg(long)]
    no_notes: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &CheckArgs) -> anyhow::Result<Status> {
    let paths = args.data.paths()?;
    let options = CheckOptions {
        corrections: args.data.corrections()?,
        sets: args.together.sets()?,
        photos: !args.no_photos,
        near_bits: args.near,
        ..CheckOptions::default()
    };
    let bar = output::progress(paths.len() * 1000);
    bar.set_length(count_lines(&paths));
    let mut report = check(&paths, &options, &|| bar.inc(1))?;
    bar.finish_and_clear();
    if args.no_notes {
        report.defects.retain(|defect| defect.severity != Severity::Note);
    }
    if args.json {
        output::print(&(serde_json::to_string_pretty(&report)? + "\n"));
    } else {
        output::print(&text(&report));
    }
    Ok(if report.count(Severity::Error) > 0 { Status::Failed } else { Status::Done })
}

/// Lines of the files, for the progress bar only.
fn count_lines(paths: &[std::path::PathBuf]) -> u64 {
    paths
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .map(|text| text.lines().count() as u64)
        .sum()
}

fn text(report: &CheckReport) -> String {
    let defects: String = report.defects.iter().map(|defect| format!("{defect}\n")).collect();
    let count = |severity, name: &str| match report.count(severity) {
        1 => format!("1 {name}"),
        n => format!("{n} {name}s"),
    };
    let counts = [
        count(Severity::Error, "error"),
        count(Severity::Warning, "warning"),
        count(Severity::Note, "note"),
    ];
    format!("{defects}{} labels: {}\n", report.labels, counts.join(", "))
}
