//! The cell classifiers.

mod batch;
pub mod model;
mod training;

pub use training::CellExperiment;
