//! Running a model file.
//!
//! [`Model`] is the seam: the recognizer knows nothing else about the runtime, so tests put a fake
//! in its place.
//!
//! ```
//! use kibitzer::{games::GameId, inference::{ModelStore, Task}};
//!
//! let store = ModelStore::at("models");
//! let card = store.card(&ModelStore::cells_name(GameId::Chess))?;
//! let Task::Cells(task) = &card.task else { panic!("it reads cells") };
//! assert_eq!((task.game, task.classes.len()), (GameId::Chess, 13));
//! # Ok::<(), kibitzer::inference::StoreError>(())
//! ```

mod card;
#[cfg(feature = "embedded-models")]
mod embedded;
mod pool;
pub mod protocol;
#[cfg(feature = "remote")]
mod remote;
mod runtime;
mod session;
mod store;
mod task;
mod triton;

pub use card::{CardError, Evaluated, ModelCard, TrainingData};
#[cfg(feature = "remote")]
pub use remote::{Backend, InvalidBackend, RemoteModel};
pub use runtime::use_runtime;
pub use session::{OnnxModel, Signature};
pub(crate) use store::hex;
pub use store::{MOST_THREADS, ModelStore, StoreError};
pub use task::{
    Calibration, CellTask, ContextTask, CoordinateTask, CornerTask, CropView, Extent, PresenceTask,
    Sliding, Task,
};
pub use triton::triton_config;

use ndarray::{ArrayD, ArrayView4};

/// A network: one picture batch in, one array out.
pub trait Model: Send + Sync {
    /// The shape of the input, `[batch, channels, height, width]`; `None` where any size will do.
    fn input_shape(&self) -> [Option<usize>; 4];

    /// How many last features it gives for a picture; `None` where it gives none, or does not say so
    /// before it has run.
    fn features(&self) -> Option<usize> {
        None
    }

    /// The network's output for a batch of shape `[batch, channels, height, width]`.
    ///
    /// # Errors
    /// When the batch has another shape, or the runtime fails.
    fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError>;

    /// The network's output, and its last features where it gives them: its second output.
    ///
    /// # Errors
    /// As [`Self::run`].
    fn run_with_features(&self, input: ArrayView4<f32>) -> Result<WithFeatures, ModelError> {
        Ok((self.run(input)?, None))
    }
}

/// A network's output and its last features.
pub type WithFeatures = (ArrayD<f32>, Option<ArrayD<f32>>);

/// A model that cannot be loaded or run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// No ONNX Runtime library was found.
    #[error(
        "ONNX Runtime was not found (looked at {looked_at}): `pip install onnxruntime==1.31.1`, \
        set ORT_DYLIB_PATH to libonnxruntime, or type `make runtime` in Kibitzer's folder"
    )]
    NoRuntime {
        /// Where it was looked for.
        looked_at: String,
    },
    /// The library was found and cannot be used.
    #[error(
        "ONNX Runtime at {path} cannot be used: {message}; version 1.23 or newer is needed, 1.31.1 \
        is tested"
    )]
    BadRuntime {
        /// The library.
        path: String,
        /// What the runtime said.
        message: String,
    },
    /// The server that runs the model does not answer, or not as it should.
    #[error("{url}: {message}; check the server, or leave it out to run the models here")]
    Backend {
        /// What was asked.
        url: String,
        /// What went wrong.
        message: String,
    },
    /// The runtime refused the model or failed on it.
    #[error("the model cannot be run: {0}")]
    Runtime(String),
    /// The input has the wrong shape.
    #[error(
        "{model} takes input of shape {}, not {}: it does not belong to its card; get the models \
        again, or export it again; `kibitzer model verify` checks all",
        shape(expected.iter().copied()), shape(found.iter().copied().map(Some))
    )]
    Shape {
        /// The model.
        model: String,
        /// The model's input shape.
        expected: Vec<Option<usize>>,
        /// The shape of the batch.
        found: Vec<usize>,
    },
}

/// `any x 3 x 32 x 32`.
pub(crate) fn shape(axes: impl Iterator<Item = Option<usize>>) -> String {
    let size = |axis: Option<usize>| axis.map_or_else(|| "any".to_owned(), |n| n.to_string());
    axes.map(size).collect::<Vec<_>>().join(" x ")
}
