//! What a caller of the [`Recognizer`](crate::recognition::Recognizer) can meet.

use crate::inference::{ModelError, StoreError};

/// A photo that was not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no board in the photo, or none that can be told with confidence.
    #[error(
        "no board found (confidence {confidence:.2}): have the whole board in the picture, or give \
        its corners with --corners"
    )]
    NoBoard {
        /// Confidence of the best guess, in [0, 1].
        confidence: f32,
    },
    /// The game is not played on a board of this size.
    #[error("{game} is not played on {size}x{size}: use one of {sizes}")]
    Size {
        /// The game.
        game: crate::games::GameId,
        /// What was asked for.
        size: usize,
        /// What there is.
        sizes: String,
    },
    /// A model is missing or wrong.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A model cannot be run.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A model's output is not of the shape its card says.
    #[error(
        "the {model} model gave an output of shape {found:?}, which its card does not describe: \
        export it again"
    )]
    Output {
        /// Which model.
        model: &'static str,
        /// The shape.
        found: Vec<usize>,
    },
    /// A model takes or gives other numbers than its card says.
    #[error(
        "{model}: the model takes {found}, where its card says {card}: they do not belong together"
    )]
    Contradicts {
        /// Which model.
        model: String,
        /// What it takes and gives.
        found: String,
        /// What the card says.
        card: String,
    },
    /// A model gives what is no number.
    #[error("{model}: the model gives what is no number, for a picture as any: export it again")]
    NoNumbers {
        /// Which model.
        model: String,
    },
    /// A card names a kind of board that no game is played on.
    #[error("the card of the corner detector names a kind of board that there is not: {kind}")]
    UnknownKind {
        /// The kind.
        kind: String,
    },
}
