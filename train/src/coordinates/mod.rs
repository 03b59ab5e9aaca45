//! The model that reads coordinates printed at a board's edge.

mod glyphs;
pub mod model;
mod training;
mod views;

pub use training::CoordinateExperiment;
