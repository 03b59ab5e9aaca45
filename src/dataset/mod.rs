//! Labeled photos: the manifest format and the tools around it.
//!
//! ```
//! use kibitzer::dataset::Manifest;
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("labels.jsonl");
//! # std::fs::write(&path, r#"{"image": "images/a.jpg", "game": "go"}"#)?;
//!
//! let manifest = Manifest::read(&path)?;
//! for (line, label) in &manifest.labels {
//!     println!("line {line}: {}", manifest.image_path(label).display());
//! }
//! assert_eq!(manifest.image_path(&manifest.labels[0].1), folder.path().join("images/a.jpg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod carried;
pub mod check;
pub mod corrections;
pub mod export;
pub mod hash;
pub mod import;
pub mod manifest;
pub mod paths;
pub mod preview;
pub mod propose;
pub mod queue;
pub mod references;
pub mod render;
pub mod render_game;
pub mod sets;
#[cfg(feature = "meshes")]
pub mod sets3d;
pub mod split;
#[cfg(feature = "tables")]
pub mod stats;
pub mod suspects;
#[cfg(test)]
mod testing;

pub use corrections::{Corrections, CorrectionsError};
pub use manifest::{Label, Manifest, ManifestError, Orientation};
