//! Following a game as it is played: frames -> what a frame shows -> scenes -> what happened.
//!
//! - [`sight`](Follower): the board is found once and kept in sight; a hand over it is "busy".
//! - scenes: frames that show the same.
//! - evidence: how well a board explains a scene, given how this set has been seen so far.
//! - candidates: every legal move, moves that were missed between two frames, moves taken back.
//! - the tracker decides what is certain; what no move explains is wrong, or not understood.
//! - a [`Session`] keeps the record of what is certain, and says it as events.

mod asked;
mod candidates;
mod evidence;
mod follower;
pub mod frames;
mod narrator;
mod opening;
pub mod record;
mod scene;
mod session;
mod sight;
mod tracker;
pub mod vote;

pub use asked::FollowGame;
pub use follower::{FollowOptions, Follower, Occurrence};
pub use narrator::Narrator;
pub use scene::Moment;
pub use session::{Session, SessionError};
pub use tracker::{Happening, Made, Part};
