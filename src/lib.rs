//! Kibitzer reads the state of a board game from an ordinary photo.
//!
//! ```text
//! photo -> corners -> rectify -> cells -> classify -> decode -> rules
//! ```

pub mod dataset;
pub mod error;
pub mod eval;
pub mod files;
pub mod games;
pub mod geometry;
pub mod inference;
pub mod recognition;
pub mod vision;
