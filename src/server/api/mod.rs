//! Version 1 of the API, an operation a function.

mod boards;
mod corrections;
mod games;
mod info;
mod judge;
mod notation;
mod overlay;
mod read;
mod references;
mod score;

use super::openapi::Operation;
pub use games::{FollowedGame, GameFile, GameRecord, Progress};
pub use info::{Info, ModelInfo};
pub use notation::Notation;
pub use read::ReadAnswer;
pub use references::ShownSet;

/// All operations.
pub fn operations() -> Vec<Operation> {
    let mut all = vec![
        read::operation(),
        references::operation(),
        overlay::operation(),
        notation::operation(),
        judge::operation(),
        score::operation(),
    ];
    all.extend(games::operations());
    all.extend(corrections::operations());
    all.extend(info::operations());
    all
}
