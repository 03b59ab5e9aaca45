//! The corner detector.

mod batch;
pub mod model;
mod training;

pub use training::CornerExperiment;
