//! The corner detector.

mod arm;
mod batch;
pub mod model;
mod training;

pub use arm::lay_over;
pub use training::CornerExperiment;
