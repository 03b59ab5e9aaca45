//! Smart Game Format: whole games with their variations, read and written with the crate
//! `sgf-parse`.
//!
//! Source of the format: FF\[4\], <https://www.red-bean.com/sgf/>.

mod encoding;
mod names;
mod numbers;
mod outline;
mod record;
mod replay;
mod write;

pub use encoding::decode;
pub use names::ruleset_named;
pub use record::{Color, Record};
pub use replay::{Line, LineMove, Replay, WrongMove};
