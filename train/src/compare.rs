//! `kibitzer-train compare`: what runs were, and how far they came.

use crate::{config::Config, run_folder::Origin};
use anyhow::{Context, Result};
use clap::Args;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// Compare training runs: figures at the best and the last step, and what differs in their
/// configurations, time, data and starting weights
#[derive(Args)]
pub struct CompareArgs {
    /// Run folders
    #[arg(required = true, num_args = 2.., value_name = "RUN")]
    runs: Vec<PathBuf>,
}

/// A run as its folder tells.
struct Run {
    name: String,
    /// The names of the columns of its figures, and a row an epoch.
    columns: Vec<String>,
    rows: Vec<Vec<f64>>,
    best_step: Option<usize>,
    /// Every value of its configuration, by its place in it, and what else it was made from.
    settings: BTreeMap<String, String>,
}

/// Prints the comparison.
///
/// # Errors
/// When a folder is not one of a run.
pub fn run(args: &CompareArgs) -> Result<()> {
    let runs: Vec<Run> = args.runs.iter().map(|folder| read(folder)).collect::<Result<_>>()?;
    print!("{}{}", figures(&runs), differences(&runs));
    Ok(())
}

fn read(folder: &Path) -> Result<Run> {
    let metrics = folder.join("metrics.csv");
    let table = fs::read_to_string(&metrics).with_context(|| {
        format!("{} is no run that has come to figures: cannot read metrics.csv", folder.display())
    })?;
    let mut lines = table.lines();
    let columns = lines.next().unwrap_or_default().split(',').map(str::to_owned).collect();
    let number = |text: &str| text.parse().unwrap_or(f64::NAN);
    let rows = lines.map(|line| line.split(',').map(number).collect()).collect();
    let config = Config::read(&folder.join("config.toml"))?;
    let mut settings = BTreeMap::new();
    flatten("", &serde_json::to_value(&config)?, &mut settings);
    settings.extend(Origin::of_run(folder)?.iter().flat_map(made_from));
    let progress: Option<Value> =
        fs::read(folder.join("progress.json")).ok().and_then(|b| serde_json::from_slice(&b).ok());
    let best = |progress: &Value| {
        progress.get("best")?.as_f64()?;
        progress.get("best_step")?.as_u64().map(|step| step as usize)
    };
    Ok(Run {
        name: folder.display().to_string(),
        columns,
        rows,
        best_step: progress.as_ref().and_then(best),
        settings,
    })
}

/// What a run was made from beside its configuration.
fn made_from(origin: &Origin) -> BTreeMap<String, String> {
    let mut settings = BTreeMap::new();
    if let Some(minutes) = origin.minutes {
        settings.insert("minutes".into(), minutes.to_string());
    }
    if let Some(start) = &origin.start {
        settings.insert("started from".into(), start.path.clone());
        settings.insert("started from weights".into(), short(&start.sha256).into());
    }
    for data in &origin.data {
        let mut entry = format!("{} of {}", data.photos, short(&data.sha256));
        if let Some(corrections) = &data.corrections {
            entry += &format!(" corrected by {}", short(corrections));
        }
        // Photos with a board and without one may be of one source.
        let entries: &mut String =
            settings.entry(format!("trained on {}", data.source)).or_default();
        *entries += if entries.is_empty() { "" } else { ", " };
        *entries += &entry;
    }
    settings
}

/// The beginning of a hash, which tells it from others.
fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// Every value of a table by its place, as `data.render_share`.
fn flatten(place: &str, value: &Value, out: &mut BTreeMap<String, String>) {
    let Value::Object(table) = value else {
        out.insert(place.to_owned(), value.to_string());
        return;
    };
    for (key, value) in table {
        let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
        flatten(&place, value, out);
    }
}

impl Run {
    /// The row of a step; the last one without.
    fn row(&self, step: Option<usize>) -> Option<&Vec<f64>> {
        match step {
            Some(step) => self.rows.iter().rfind(|row| row.first() == Some(&(step as f64))),
            None => self.rows.last(),
        }
    }
}

/// A table for each step of interest, a row a run.
fn figures(runs: &[Run]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for name in runs.iter().flat_map(|run| &run.columns) {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    let mut out = String::new();
    for (when, best) in [("At the best step", true), ("At the last step", false)] {
        let row = |run: &Run| {
            let row = if best { run.row(Some(run.best_step?)) } else { run.row(None) };
            row.cloned()
        };
        if runs.iter().all(|run| row(run).is_none()) {
            continue;
        }
        let mut table =
            vec![std::iter::once("run").chain(columns.iter().copied()).map(String::from).collect()];
        for run in runs {
            let row = row(run);
            let value = |name: &&str| {
                let at = run.columns.iter().position(|column| column == *name);
                at.and_then(|at| Some(shown(name, *row.as_ref()?.get(at)?))).unwrap_or_default()
            };
            table
                .push(std::iter::once(run.name.clone()).chain(columns.iter().map(value)).collect());
        }
        let _ = write!(out, "{when}\n{}\n", aligned(&table));
    }
    out
}

fn shown(column: &str, value: f64) -> String {
    match column {
        "step" | "seconds" => format!("{value:.0}"),
        "learning_rate" => format!("{value:.1e}"),
        _ => format!("{value:.4}"),
    }
}

/// The settings that are not the same in all runs.
fn differences(runs: &[Run]) -> String {
    let mut names: Vec<&String> = runs.iter().flat_map(|run| run.settings.keys()).collect();
    names.sort();
    names.dedup();
    let setting = |run: &Run, name: &String| run.settings.get(name).cloned().unwrap_or_default();
    names.retain(|&name| runs.iter().any(|run| setting(run, name) != setting(&runs[0], name)));
    if names.is_empty() {
        return "Configuration, time, data and starting weights are the same.\n".to_owned();
    }
    let mut table: Vec<Vec<String>> = vec![
        std::iter::once("setting".to_owned()).chain(runs.iter().map(|r| r.name.clone())).collect(),
    ];
    for name in names {
        let values = runs.iter().map(|run| setting(run, name));
        table.push(std::iter::once(name.clone()).chain(values).collect());
    }
    format!("What differs in configuration, time, data and starting weights\n{}", aligned(&table))
}

/// A table with its columns under one another, the first to the left, the others to the right.
fn aligned(table: &[Vec<String>]) -> String {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|i| {
            table.iter().filter_map(|row| Some(row.get(i)?.chars().count())).max().unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for row in table {
        let mut line = String::new();
        for (i, (text, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = if i == 0 {
                write!(line, "{text:<width$}")
            } else {
                write!(line, "  {text:>width$}")
            };
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::Start;
    use kibitzer::inference::TrainingData;

    fn a_run(folder: &Path, rate: &str, rows: &str, best: &str) -> Run {
        fs::create_dir_all(folder).expect("made");
        let config =
            fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/configs/smoke-cells.toml"))
                .expect("a configuration");
        fs::write(folder.join("config.toml"), config.replace("4e-3", rate)).expect("written");
        let table = format!("step,seconds,learning_rate,loss,dev_cells\n{rows}");
        fs::write(folder.join("metrics.csv"), table).expect("written");
        let progress = format!("{{\"step\":20,{best}\"epochs_since_best\":0}}");
        fs::write(folder.join("progress.json"), progress).expect("written");
        read(folder).expect("a run")
    }

    #[test]
    fn runs_stand_side_by_side_and_only_what_differs_is_told() {
        let dir = tempfile::tempdir().expect("a folder");
        let rows = "10,5,1e-3,0.5,0.75\n20,9,0,0.25,0.5\n";
        let first = a_run(&dir.path().join("a"), "4e-3", rows, "\"best\":0.75,\"best_step\":10,");
        let second = a_run(&dir.path().join("b"), "1e-3", rows, "\"best\":null,\"best_step\":0,");
        let text = figures(&[first, second]);
        let line = |when: &str, run: &str| {
            let part = text.split_once(when).expect("a table").1;
            let row = part.lines().find(|line| line.contains(&format!("/{run} "))).expect("a row");
            row.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(line("best step", "a"), ["10", "5", "1.0e-3", "0.5000", "0.7500"]);
        assert_eq!(line("last step", "b"), ["20", "9", "0.0e0", "0.2500", "0.5000"]);
        let both = ["a", "b"].map(|name| read(&dir.path().join(name)).expect("a run"));
        let text = differences(&both);
        assert!(text.contains("schedule.learning_rate") && !text.contains("schedule.seed"));
        assert_eq!(text.lines().count(), 3, "{text}");
        let [one, _] = both;
        let again = read(&dir.path().join("a")).expect("a run");
        let same = "Configuration, time, data and starting weights are the same.\n";
        assert_eq!(differences(&[one, again]), same);
    }

    #[test]
    fn runs_of_one_configuration_differ_in_time_data_and_starting_weights() {
        let dir = tempfile::tempdir().expect("a folder");
        let data = |sha256: &str| TrainingData {
            source: "photos".into(),
            sha256: sha256.into(),
            photos: 7,
            corrections: None,
        };
        let start = |sha256: &str| Start {
            path: "models/go-cells".into(),
            sha256: sha256.into(),
            model: None,
            calibration: None,
            data: Vec::new(),
        };
        let origin = Origin {
            minutes: Some(10.0),
            start: Some(start("11")),
            data: vec![data("aa")],
            ..Origin::default()
        };
        let of = |origin: &Origin| {
            a_run(dir.path(), "4e-3", "", "");
            let origin = serde_json::to_vec(origin).expect("JSON");
            fs::write(dir.path().join("run.json"), origin).expect("written");
            read(dir.path()).expect("a run")
        };
        for (other, told) in [
            (Origin { minutes: Some(20.0), ..origin.clone() }, ["minutes", "10", "20"]),
            (
                Origin { start: Some(start("22")), ..origin.clone() },
                ["started from weights", "11", "22"],
            ),
            (
                Origin { data: vec![data("bb")], ..origin.clone() },
                ["trained on photos", "7 of aa", "7 of bb"],
            ),
        ] {
            let text = differences(&[of(&origin), of(&other)]);
            let row = text.lines().nth(2).unwrap_or_default();
            let cells: Vec<&str> =
                row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
            assert_eq!(cells, told, "{text}");
        }
    }

    #[test]
    fn what_is_no_run_is_said() {
        let dir = tempfile::tempdir().expect("a folder");
        assert!(read(dir.path()).is_err_and(|error| error.to_string().contains("is no run")));
    }
}
