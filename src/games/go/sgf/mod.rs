//! Smart Game Format: whole games with their variations, read and written with the crate
//! `sgf-parse`.
//!
//! Source of the format: FF\[4\], <https://www.red-bean.com/sgf/>.
//!
//! ```
//! use kibitzer::games::go::sgf::Record;
//!
//! let record = Record::read("(;SZ[9]KM[6.5];B[ba];W[aa];B[ab])")?;
//! assert_eq!((record.size(), record.komi()), (9, Some(6.5)));
//! let replay = record.replay();
//! assert_eq!((replay.moves, replay.wrong), (3, None));
//! assert_eq!(replay.game.prisoners(), (1, 0));
//! # Ok::<(), kibitzer::games::NotationError>(())
//! ```

mod encoding;
mod names;
mod numbers;
mod outline;
mod record;
mod replay;
mod write;

pub use encoding::decode;
pub use names::ruleset_named;
pub use numbers::komi_named;
pub use record::{Color, Record};
pub use replay::{Line, LineMove, Replay, WrongMove};
