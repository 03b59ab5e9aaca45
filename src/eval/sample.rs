//! Which photos are evaluated.

use super::{boardless::Boardless, metrics::Truth, summary::CorrectionsUsed};
use crate::{
    dataset::{
        Corrections, Label, Manifest, ManifestError,
        manifest::{LabelError, LabeledOnce, LabeledTwice, unchecked},
        sets::{SetNames, Sets},
    },
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
    /// `game/set`: the physical set, unique over games.
    pub set: String,
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
    /// Only this game; photos without a board are then read as if they might show one of it.
    pub game: Option<GameId>,
    /// Only labels of this side of the split; see [`Label::side`].
    pub split: Option<String>,
    /// At most this many photos.
    pub limit: Option<usize>,
}

impl Filter {
    fn wants(&self, label: &Label) -> bool {
        self.game.is_none_or(|game| label.game == Some(game) || !label.has_board())
            && self.split.as_ref().is_none_or(|split| label.side() == split)
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
    /// Photos that show no board, likewise.
    pub boardless: Vec<Boardless>,
    /// The game that photos without a board are read as; `None`: whichever the reader sees.
    pub game: Option<GameId>,
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
    /// The same photo is labeled twice, which would count twice.
    #[error(transparent)]
    LabeledTwice(#[from] LabeledTwice),
    /// The filter leaves nothing.
    #[error("no photo is left to evaluate: {labels} labels were read, of these splits: {splits}")]
    Empty {
        /// How many labels were read.
        labels: usize,
        /// The splits that they are of.
        splits: String,
    },
}

impl EvalData {
    /// Reads manifests, changes their labels as `corrections` say, and keeps those that `filter`
    /// wants; `sets` says which groups show one physical set, where labels do not. Every label
    /// wanted is checked before any photo is read.
    ///
    /// # Errors
    /// When a manifest cannot be read, a wanted label is malformed, two are of one photo, or nothing
    /// is left.
    pub fn read(
        paths: &[PathBuf],
        corrections: Option<&Corrections>,
        filter: &Filter,
        sets: &Sets,
    ) -> Result<Self, SampleError> {
        let mut data = Self {
            manifests: Vec::new(),
            corrections: Vec::new(),
            samples: Vec::new(),
            boardless: Vec::new(),
            game: filter.game,
        };
        let mut manifests = Vec::new();
        for (i, path) in paths.iter().enumerate() {
            if paths[..i].iter().any(|earlier| same_file(earlier, path)) {
                continue;
            }
            let mut manifest = Manifest::read(path)?;
            data.corrections.push(corrections.and_then(|c| CorrectionsUsed::of(&mut manifest, c)));
            manifests.push(manifest);
        }
        let sets = sets.among(manifests.iter().flat_map(Manifest::each_label));
        let (mut labels, mut splits, mut seen) = (0, BTreeSet::new(), LabeledOnce::default());
        for (index, manifest) in manifests.iter().enumerate() {
            labels += manifest.labels.len();
            splits.extend(manifest.each_label().map(|label| label.side().to_owned()));
            for (line, label) in wanted(manifest, filter) {
                seen.add(manifest, *line, label)?;
            }
            data.samples.extend(samples_of(manifest, index, filter, &sets)?);
            data.boardless.extend(boardless_of(manifest, index, filter));
            data.manifests.push((manifest.path.clone(), sha256(&manifest.path)?, 0));
        }
        let limit = filter.limit.unwrap_or(usize::MAX);
        data.samples.truncate(limit);
        data.boardless.truncate(limit - data.samples.len());
        data.count();
        let splits = splits.into_iter().collect::<Vec<_>>().join(", ");
        if data.photos() == 0 { Err(SampleError::Empty { labels, splits }) } else { Ok(data) }
    }

    /// A sentence on labels that the models proposed and nobody has looked at; `None` where there
    /// are none.
    pub fn unchecked(&self) -> Option<String> {
        let proposed = self.samples.iter().filter(|sample| sample.label.is_proposal()).count();
        unchecked(proposed, self.samples.len())
    }

    /// Number of photos, with and without a board.
    pub fn photos(&self) -> usize {
        self.samples.len() + self.boardless.len()
    }

    /// Sets the manifests' photo counts.
    fn count(&mut self) {
        let places = self.samples.iter().map(|s| s.manifest);
        for place in places.chain(self.boardless.iter().map(|b| b.manifest)) {
            self.manifests[place].2 += 1;
        }
    }
}

/// The labels of a manifest that are wanted, with the line of each.
fn wanted<'a>(manifest: &'a Manifest, filter: &Filter) -> impl Iterator<Item = &'a (usize, Label)> {
    manifest.labels.iter().filter(move |(_, label)| filter.wants(label))
}

fn samples_of(
    manifest: &Manifest,
    index: usize,
    filter: &Filter,
    sets: &SetNames,
) -> Result<Vec<Sample>, SampleError> {
    let boards = wanted(manifest, filter).filter(|(_, label)| label.has_board());
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
            set: format!("{}/{}", truth.game.id(), sets.of(label)),
            truth,
        })
    };
    boards.map(sample).collect()
}

/// The photos of a manifest that show no board.
fn boardless_of(manifest: &Manifest, index: usize, filter: &Filter) -> Vec<Boardless> {
    let others = wanted(manifest, filter).filter(|(_, label)| !label.has_board());
    let photo = |(_, label): &(usize, Label)| Boardless {
        manifest: index,
        path: manifest.image_path(label),
        label: label.clone(),
    };
    others.map(photo).collect()
}

/// Whether two paths lead to one file, whose photos then count once.
pub(super) fn same_file(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

fn sha256(path: &Path) -> Result<String, SampleError> {
    let bytes = fs::read(path)
        .map_err(|source| SampleError::Io { path: path.display().to_string(), source })?;
    Ok(hex(&Sha256::digest(bytes)))
}
