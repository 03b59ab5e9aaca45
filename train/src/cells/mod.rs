//! The cell classifiers.

mod batch;
mod marks;
pub mod model;
mod training;

pub use training::CellExperiment;
