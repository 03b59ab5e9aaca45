//! The commands.

pub mod bench;
pub mod dataset;
pub mod eval;
mod figures;
mod inputs;
pub mod model;
pub mod play;
pub mod read;
mod reading;
