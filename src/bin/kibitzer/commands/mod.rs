//! The commands.

pub mod bench;
mod boards;
pub mod dataset;
#[cfg(feature = "tables")]
pub mod eval;
mod figures;
pub mod follow;
mod inputs;
pub mod judge;
pub mod manual;
pub mod model;
mod models_used;
mod outcome;
pub mod play;
pub mod read;
pub mod reference;
pub mod score;
#[cfg(feature = "server")]
pub mod serve;
