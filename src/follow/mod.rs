//! Following a game as it is played: frames -> what a frame shows -> scenes -> what happened.
//!
//! - [`sight`](Follower): the board is found once and kept in sight; a hand over it is "busy".
//! - scenes: frames that show the same.
//! - evidence: how well a board explains a scene, given how this set has been seen so far.
//! - candidates: every legal move, moves that were missed between two frames, moves taken back.
//! - the tracker decides what is certain; what no move explains is wrong, or not understood.

mod candidates;
mod evidence;
pub mod frames;
mod follower;
mod opening;
pub mod record;
mod scene;
mod sight;
mod tracker;

pub use follower::{FollowOptions, Follower, Occurrence};
pub use tracker::{Happening, Made, Part};

pub(crate) fn tune(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}
