//! Which photos are evaluated.

use super::{metrics::Truth, summary::CorrectionsUsed};
use crate::{
    dataset::{Corrections, Label, Manifest, ManifestError, manifest::LabelError},
    games::GameId,
    inference::hex,
};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

/// One labeled photo.
#[derive(Clone)]
pub struct Sample {
    /// Index of its manifest in [`EvalData::manifests`].
    pub manifest: usize,
    /// Where the photo is.
    pub path: PathBuf,
    /// Its label.
    pub label: Label,
    /// What the label says.
    pub truth: Truth,
}

impl Sample {
    /// The game.
    pub fn game(&self) -> GameId {
        self.truth.game.id()
    }

    /// `game/group`, unique over games.
    pub fn group(&self) -> String {
        format!("{}/{}", self.game(), self.label.group)
    }

    /// `game/kind`: `go/photo`, `go/screenshot` or `go/render`.
    pub fn kind(&self) -> String {
        format!("{}/{}", self.game(), self.label.kind)
    }
}

/// Which labels of a manifest are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only this game.
    pub game: Option<GameId>,
    /// Only labels of this split.
    pub split: Option<String>,
    /// At most this many photos.
    pub limit: Option<usize>,
}

impl Filter {
    fn wants(&self, label: &Label) -> bool {
        self.game.is_none_or(|game| label.game == Some(game))
            && self.split.as_ref().is_none_or(|split| label.split.as_ref() == Some(split))
    }
}

/// Labeled photos of one or more manifests.
#[derive(Clone)]
pub struct EvalData {
    /// The manifests: path as given, hex SHA-256, number of photos wanted.
    pub manifests: Vec<(PathBuf, String, usize)>,
    /// What changed the labels of each manifest.
    pub corrections: Vec<Option<CorrectionsUsed>>,
    /// The photos, in the order of the manifests.
    pub samples: Vec<Sample>,
}

/// A manifest that cannot be evaluated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The manifest cannot be read.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The manifest cannot be read a second time.
    #[error("cannot read {path}: {source}")]
    Io {
        /// The manifest.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// A label is malformed.
    #[error("{path}:{line}: {source}; `kibitzer dataset check` lists every defect")]
    Label {
        /// The manifest.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        source: LabelError,
    },
    /// The filter leaves nothing.
    #[error(
        "no photo is left to evaluate: check --game, --split and --limit ({labels} labels were \
        read, of these splits: {splits})"
    )]
    Empty {
        /// How many labels were read.
        labels: usize,
        /// The splits that they are of.
        splits: String,
    },
}

impl EvalData {
    /// Reads manifests, changes their labels as `corrections` say, and keeps those that `filter`
    /// wants. Every label wanted is checked before any photo is read.
    ///
    /// # Errors
    /// When a manifest cannot be read, a wanted label is malformed, or nothing is left.
    pub fn read(
        paths: &[PathBuf],
        corrections: Option<&Corrections>,
        filter: &Filter,
    ) -> Result<Self, SampleError> {
        let mut data = Self { manifests: Vec::new(), corrections: Vec::new(), samples: Vec::new() };
        let (mut labels, mut splits) = (0, BTreeSet::new());
        for (i, path) in paths.iter().enumerate() {
            if paths[..i].iter().any(|earlier| same_file(earlier, path)) {
                continue;
            }
            let mut manifest = Manifest::read(path)?;
            data.corrections.push(corrections.and_then(|c| CorrectionsUsed::of(&mut manifest, c)));
            labels += manifest.labels.len();
            splits.extend(
                manifest
                    .labels
                    .iter()
                    .map(|(_, label)| label.split.clone().unwrap_or_else(|| "none".into())),
            );
            let samples = samples_of(&manifest, data.manifests.len(), filter)?;
            data.manifests.push((path.clone(), sha256(path)?, samples.len()));
            data.samples.extend(samples);
        }
        data.samples.truncate(filter.limit.unwrap_or(usize::MAX));
        data.recount();
        let splits = splits.into_iter().collect::<Vec<_>>().join(", ");
        if data.samples.is_empty() { Err(SampleError::Empty { labels, splits }) } else { Ok(data) }
    }

    /// Sets the manifests' photo counts to those of the samples.
    fn recount(&mut self) {
        for (i, manifest) in self.manifests.iter_mut().enumerate() {
            manifest.2 = self.samples.iter().filter(|s| s.manifest == i).count();
        }
    }
}

fn samples_of(
    manifest: &Manifest,
    index: usize,
    filter: &Filter,
) -> Result<Vec<Sample>, SampleError> {
    let wanted = manifest.labels.iter().filter(|(_, label)| filter.wants(label));
    let sample = |(line, label): &(usize, Label)| {
        let bad = |source| SampleError::Label {
            path: manifest.path.display().to_string(),
            line: *line,
            source,
        };
        let truth = Truth::of(label).map_err(bad)?;
        Ok(Sample {
            manifest: index,
            path: manifest.image_path(label),
            label: label.clone(),
            truth,
        })
    };
    wanted.map(sample).collect()
}

/// Whether two paths lead to one file, whose photos then count once.
fn same_file(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

fn sha256(path: &Path) -> Result<String, SampleError> {
    let bytes = fs::read(path)
        .map_err(|source| SampleError::Io { path: path.display().to_string(), source })?;
    Ok(hex(&Sha256::digest(bytes)))
}
