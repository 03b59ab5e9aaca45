//! Labeled photos: the manifest format and the tools around it.

pub mod manifest;
pub mod synth;

pub use manifest::{Label, Manifest, ManifestError, Orientation};
