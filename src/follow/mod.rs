//! Following a game as it is played: frames -> what a frame shows -> scenes -> what happened.
//!
//! - [`sight`](Follower): the board is found once and kept in sight; a hand over it is "busy",
//!   what stays over it for seconds (an obstacle) is none.
//! - scenes: frames that show the same.
//! - evidence: how well a board explains a scene, given how this set has been seen so far; what a
//!   piece hides from a low camera (cover) tells little.
//! - candidates: every legal move, moves that were missed between two frames, moves taken back.
//! - the tracker decides what is certain; what no move explains is wrong, or not understood. (Or a
//!   vote over eight readings decides, as in the course's program.)
//! - clock: what the times of the moves leave to each side.
//! - a [`Session`] keeps the record of what is certain, and says it as events.
//!
//! ```
//! use kibitzer::{
//!     follow::{FollowOptions, Follower}, games::GameId, inference::ModelStore,
//!     recognition::Readers, vision::{PhotoLimits, open_photo},
//! };
//! use std::{path::Path, sync::Arc};
//!
//! let readers = Arc::new(Readers::new(ModelStore::find()?));
//! let mut follower = Follower::new(readers, FollowOptions::new(GameId::Chess));
//! for name in ["0001.jpg", "0002.jpg", "0003.jpg"] {
//!     let frame = Path::new("datasets/game/frames").join(name);
//!     let photo = open_photo(&frame, &PhotoLimits::default())?;
//!     for occurrence in follower.see(&photo, None)? {
//!         println!("{name}: {occurrence:?}");
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asked;
mod candidates;
mod clock;
mod cover;
mod decider;
mod evidence;
mod follower;
pub mod frames;
mod narrator;
mod obstacle;
mod opening;
pub mod record;
mod scene;
mod session;
mod sight;
mod tracker;
pub(crate) mod vote;

pub use asked::FollowGame;
pub use follower::{FollowOptions, Follower, Occurrence};
pub use narrator::Narrator;
pub use scene::Moment;
pub use session::{Session, SessionError};
pub use tracker::{Happening, Made, Part};
