//! The model that tells whether corners are those of a board.

pub mod model;
mod places;
mod training;
mod views;

pub use training::PresenceExperiment;
