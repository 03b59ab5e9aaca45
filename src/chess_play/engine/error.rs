//! What can go wrong with an engine.

use crate::games::NotationError;
use std::{io, path::PathBuf};

/// An engine that does not play.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is none where one usually is.
    #[error(
        "no chess engine found: install Stockfish (on Debian the package stockfish), or name a UCI \
        engine"
    )]
    NotFound,
    /// The program does not start.
    #[error("cannot start the engine {}: {source}; name a UCI engine",
    program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The program has ended.
    #[error("the engine {} has ended by itself: check that it is a UCI engine", .0.display())]
    Ended(PathBuf),
    /// An answer has not come in time.
    #[error("the engine {} is silent: it should have said {expected} by now; check that it is a \
    UCI engine", program.display())]
    Silent {
        /// The program.
        program: PathBuf,
        /// What was waited for.
        expected: &'static str,
    },
    /// What it says is no UCI.
    #[error("the engine {} does not speak UCI: {fault}", program.display())]
    Nonsense {
        /// The program.
        program: PathBuf,
        /// What is wrong in its output.
        fault: NotationError,
    },
    /// Its move is none, or not legal.
    #[error("the engine {engine} played {text}, which is not legal in {fen}: use another engine")]
    Illegal {
        /// What it calls itself.
        engine: String,
        /// What it played.
        text: String,
        /// Where.
        fen: String,
    },
}
