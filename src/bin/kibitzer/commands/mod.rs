//! The commands.

pub mod bench;
mod boards;
pub mod dataset;
pub mod eval;
mod figures;
mod inputs;
pub mod judge;
pub mod model;
mod outcome;
mod photo_options;
pub mod play;
pub mod read;
mod reading;
pub mod score;
