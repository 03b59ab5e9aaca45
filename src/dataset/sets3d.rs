//! A folder of modeled chess designs: `NAME/set.glb` each, with meshes named king, queen, rook,
//! bishop, knight and pawn, and perhaps `sets.jsonl`, which tells of each its style and what is
//! missing.
//!
//! ```no_run
//! use kibitzer::{
//!     dataset::sets3d::read_designs,
//!     games::GameId,
//!     synth::{Modeled, RenderSpec, render},
//! };
//! use std::{path::Path, sync::Arc};
//!
//! let designs = Arc::new(read_designs(Path::new("my-models"))?);
//! let spec = RenderSpec {
//!     game: GameId::Chess, seed: 1, long_side: 640, rows: None, mixed_sets: false, set: None,
//!     modeled: Some(Modeled { designs, percent: 50 }), hard: 0, position: None,
//! };
//! println!("{:?}", render(&spec)?.designs);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::synth::{Design, DesignError, Designs, Style};
use serde::Deserialize;
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// The file of each design, and that which tells of all.
const DESIGN: &str = "set.glb";
const INDEX: &str = "sets.jsonl";

/// Larger files are no sets of chessmen.
const LARGEST: u64 = 256 << 20;

/// A folder that designs cannot be read from.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Sets3dError {
    /// A file or the folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no design.
    #[error("no set in {}: it has no folder with a file {DESIGN} in it", .0.display())]
    NoSets(PathBuf),
    /// A file is too large.
    #[error("{} is larger than 256 MB: leave out its textures, and thin out its triangles", .0.display())]
    TooLarge(PathBuf),
    /// A design cannot be used.
    #[error("{} is no set of chessmen that can be drawn: {source}", path.display())]
    Design {
        /// Its file.
        path: PathBuf,
        /// Why not.
        source: DesignError,
    },
    /// A line of the index is not what it should be.
    #[error("{}, line {line}: {source}", path.display())]
    Index {
        /// The index.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A kind is missing everywhere.
    #[error("the sets in {} lack a kind of men between them: add a set that has all six", .0.display())]
    Kinds(PathBuf),
}

/// What the index tells of a design.
#[derive(Default, Deserialize)]
struct Entry {
    name: String,
    #[serde(default)]
    style: Option<String>,
    #[serde(default)]
    missing: Vec<String>,
}

impl Entry {
    fn style(&self) -> Style {
        match self.style.as_deref() {
            Some("staunton") | None => Style::Staunton,
            Some("abstract") => Style::Abstract,
            Some("figurative" | "themed") => Style::Figurative,
            Some(_) => Style::Modern,
        }
    }
}

/// The designs of a folder, in the order of their names.
///
/// # Errors
/// When there are none, or one cannot be used.
pub fn read_designs(folder: &Path) -> Result<Designs, Sets3dError> {
    let index = read_index(&folder.join(INDEX))?;
    let entries = fs::read_dir(folder).map_err(io(folder))?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(io(folder))?;
        if entry.path().join(DESIGN).is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    if names.is_empty() {
        return Err(Sets3dError::NoSets(folder.to_owned()));
    }
    let designs = names.into_iter().map(|name| read_design(folder, name, &index));
    let designs = designs.collect::<Result<Vec<_>, _>>()?;
    Designs::new(designs).ok_or_else(|| Sets3dError::Kinds(folder.to_owned()))
}

fn read_design(
    folder: &Path,
    name: String,
    index: &HashMap<String, Entry>,
) -> Result<Design, Sets3dError> {
    let path = folder.join(&name).join(DESIGN);
    if fs::metadata(&path).map_err(io(&path))?.len() > LARGEST {
        return Err(Sets3dError::TooLarge(path));
    }
    let bytes = fs::read(&path).map_err(io(&path))?;
    let unknown = Entry::default();
    let entry = index.get(&name).unwrap_or(&unknown);
    Design::from_glb(name, entry.style(), &entry.missing, &bytes)
        .map_err(|source| Sets3dError::Design { path, source })
}

/// What the index tells, by name; nothing where there is none.
fn read_index(path: &Path) -> Result<HashMap<String, Entry>, Sets3dError> {
    if !path.is_file() {
        return Ok(HashMap::new());
    }
    let text = fs::read_to_string(path).map_err(io(path))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| match serde_json::from_str::<Entry>(line) {
            Ok(entry) => Ok((entry.name.clone(), entry)),
            Err(source) => {
                Err(Sets3dError::Index { path: path.to_owned(), line: number + 1, source })
            }
        })
        .collect()
}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Sets3dError + '_ {
    move |source| Sets3dError::Io { path: path.to_owned(), source }
}

#[cfg(test)]
#[path = "sets3d_tests.rs"]
mod tests;
