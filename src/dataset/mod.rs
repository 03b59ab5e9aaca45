//! Labeled photos: the manifest format and the tools around it.

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
pub mod split;
#[cfg(feature = "tables")]
pub mod stats;
pub mod suspects;
#[cfg(test)]
mod testing;

pub use corrections::{Corrections, CorrectionsError};
pub use manifest::{Label, Manifest, ManifestError, Orientation};
