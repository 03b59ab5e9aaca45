//! Every defect of one or more manifests, with file and line.
//!
//! ```
//! use kibitzer::dataset::check::{CheckOptions, Severity, check};
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("labels.jsonl");
//!
//! std::fs::write(
//!     &path,
//!     r#"{"image": "a.jpg", "game": "go", "corners": [[0, 0], [0, 90], [90, 90], [90, 0]]}"#,
//! )?;
//! let options = CheckOptions { photos: false, ..CheckOptions::default() };
//! let report = check(&[path], &options, &|| ())?;
//! assert_eq!(report.count(Severity::Error), 1);
//! let wrong = report.defects.iter().find(|defect| defect.severity == Severity::Error);
//! assert_eq!(wrong.map(|defect| defect.rule), Some("corners-counter-clockwise"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod across;
mod label;
mod photo;

use super::{
    Corrections, Label, Manifest, ManifestError, corrections::Correction, manifest::fault_in_line,
    sets::Sets,
};
use crate::vision::PhotoLimits;
use photo::PhotoFacts;
use rayon::prelude::*;
use serde::Serialize;
use std::{
    fmt,
    path::{Path, PathBuf},
};

/// How bad a defect is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Wrong: training or scoring on it would mislead.
    Error,
    /// Probably wrong, or right on purpose: look at it.
    Warning,
    /// Good to know.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

/// Something wrong with a label, before it is known where.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    severity: Severity,
    rule: &'static str,
    message: String,
}

impl Finding {
    fn new(severity: Severity, rule: &'static str, message: impl Into<String>) -> Self {
        Self { severity, rule, message: message.into() }
    }
}

/// Something wrong with a line of a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Defect {
    /// The manifest.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// How bad it is.
    pub severity: Severity,
    /// A machine-readable name in kebab-case: `corner-outside`.
    pub rule: &'static str,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {}: {} [{}]",
            self.file.display(),
            self.line,
            self.severity,
            self.message,
            self.rule
        )
    }
}

/// What to check.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Labels are checked as these change them, with a note of each.
    pub corrections: Option<Corrections>,
    /// Groups of one physical set, where labels do not name theirs.
    pub sets: Sets,
    /// Open every photo: sizes, damage, duplicates.
    pub photos: bool,
    /// Photos whose hashes differ in at most so many of 256 bits are near-duplicates.
    pub near_bits: u32,
    /// Sizes of photos that are read.
    pub limits: PhotoLimits,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self {
            corrections: None,
            sets: Sets::default(),
            photos: true,
            near_bits: 6,
            limits: PhotoLimits::default(),
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// Lines that are labels.
    pub labels: usize,
    /// What is wrong, by manifest and line.
    pub defects: Vec<Defect>,
}

impl CheckReport {
    /// Number of defects of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.defects.iter().filter(|d| d.severity == severity).count()
    }
}

/// A label and where it stands.
#[derive(Clone, Copy)]
struct Entry<'a> {
    manifest: &'a Manifest,
    line: usize,
    label: &'a Label,
}

impl Entry<'_> {
    fn defect(&self, finding: Finding) -> Defect {
        let Finding { severity, rule, message } = finding;
        Defect { file: self.manifest.path.clone(), line: self.line, severity, rule, message }
    }

    /// Where the label stands, for messages about another one.
    fn place(&self) -> String {
        format!("{}:{}", self.manifest.path.display(), self.line)
    }
}

/// Checks manifests, each line by itself and all against each other; `progress` is called after
/// each photo.
///
/// # Errors
/// When a manifest cannot be read as text; broken lines are defects.
pub fn check(
    paths: &[PathBuf],
    options: &CheckOptions,
    progress: &(dyn Fn() + Sync),
) -> Result<CheckReport, ManifestError> {
    let mut defects = Vec::new();
    let mut manifests = Vec::new();
    for path in paths {
        let (mut manifest, broken) = Manifest::read_leniently(path)?;
        if let Some(corrections) = &options.corrections {
            corrections.apply(&mut manifest);
        }
        defects.extend(broken.into_iter().map(|error| broken_line(path, error)));
        defects.extend(
            manifest.corrected.iter().map(|(line, correction)| corrected(path, *line, correction)),
        );
        manifests.push(manifest);
    }
    let entries: Vec<Entry> = manifests.iter().flat_map(entries_of).collect();
    let facts = check_each(&entries, options, progress, &mut defects);
    defects.extend(across::check(&entries, &facts, options));
    let order = |d: &Defect| (paths.iter().position(|p| *p == d.file), d.line, d.severity);
    defects.sort_by_key(order);
    Ok(CheckReport { labels: entries.len(), defects })
}

fn entries_of(manifest: &Manifest) -> impl Iterator<Item = Entry<'_>> {
    manifest.labels.iter().map(move |(line, label)| Entry { manifest, line: *line, label })
}

/// The findings about single labels and their photos go to `defects`; returned are the facts on the
/// photos that can be read.
fn check_each(
    entries: &[Entry],
    options: &CheckOptions,
    progress: &(dyn Fn() + Sync),
    defects: &mut Vec<Defect>,
) -> Vec<Option<PhotoFacts>> {
    let check_one = |entry: &Entry| {
        let mut findings = label::check(entry.label);
        let facts = options.photos.then(|| photo::inspect(entry, options, &mut findings)).flatten();
        progress();
        (findings, facts)
    };
    let results: Vec<_> = entries.par_iter().map(check_one).collect();
    let mut facts = Vec::new();
    for (entry, (findings, fact)) in entries.iter().zip(results) {
        defects.extend(findings.into_iter().map(|f| entry.defect(f)));
        facts.push(fact);
    }
    facts
}

fn corrected(path: &Path, line: usize, correction: &Correction) -> Defect {
    let message = format!("{}: {}", correction.change, correction.why);
    Defect { file: path.to_owned(), line, severity: Severity::Note, rule: "corrected", message }
}

fn broken_line(path: &Path, error: ManifestError) -> Defect {
    let (line, message) = match error {
        ManifestError::Line { line, source, .. } => {
            (line, format!("not a label: {}; see datasets/schema.json", fault_in_line(&source)))
        }
        other => (0, other.to_string()),
    };
    Defect { file: path.to_owned(), line, severity: Severity::Error, rule: "broken-line", message }
}

#[cfg(test)]
mod tests;
