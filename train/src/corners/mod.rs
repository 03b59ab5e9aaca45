//! The corner detector.

mod arm;
mod batch;
pub mod model;
mod training;

pub use training::CornerExperiment;
