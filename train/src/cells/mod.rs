//! The cell classifiers.

mod batch;
pub mod errors;
mod marks;
pub mod model;
mod pieces;
mod predictions;
pub mod sliding;
mod training;

#[cfg(test)]
pub use batch::testing;
pub use predictions::Predicted;
pub use training::CellExperiment;
