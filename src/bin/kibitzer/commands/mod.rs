//! The commands.

pub mod bench;
pub mod dataset;
pub mod eval;
mod figures;
mod inputs;
pub mod model;
pub mod read;
mod reading;
