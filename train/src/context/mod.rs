//! The position models: what stands on a square, given what all squares look like.

mod boards;
pub mod model;
mod noise;
mod readings;
mod training;

pub use training::ContextExperiment;
