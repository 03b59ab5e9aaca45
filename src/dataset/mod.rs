//! Labeled photos: the manifest format and the tools around it.

pub mod check;
pub mod corrections;
pub mod hash;
pub mod import;
pub mod manifest;
pub mod paths;
pub mod preview;
pub mod propose;
pub mod sets;
pub mod split;
#[cfg(feature = "cli")]
pub mod stats;
pub mod synth;
#[cfg(test)]
mod testing;

pub use manifest::{Label, Manifest, ManifestError, Orientation};
