//! ONNX models in ONNX Runtime: the only file that names `ort`.

use super::{Model, ModelError, WithFeatures, pool::Pool, runtime};
use ndarray::{ArrayD, ArrayView4};
use ort::{
    environment::Environment,
    session::{Session, builder::GraphOptimizationLevel},
    value::{Outlet, TensorRef},
};
use std::sync::{Mutex, OnceLock, PoisonError};

/// An ONNX model, loaded and ready. Callers on several threads do not wait for one another: each
/// gets a session of its own, up to as many as there are cores.
pub struct OnnxModel {
    /// What errors call it.
    name: String,
    sessions: Pool<Session>,
    input_shape: [Option<usize>; 4],
    features: Option<usize>,
    signature: Signature,
}

/// What a network takes and gives: names, and sizes of axes, of which `None` may be any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its input.
    pub input: (String, Vec<Option<usize>>),
    /// Its output.
    pub output: (String, Vec<Option<usize>>),
}

impl OnnxModel {
    /// Loads a model from the bytes of its file. A run uses `threads` threads; 0 stands for one a
    /// core.
    ///
    /// # Errors
    /// When there is no usable ONNX Runtime, or it refuses the model.
    pub fn from_bytes(bytes: &[u8], threads: usize) -> Result<Self, ModelError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores } else { threads };
        let first = session(bytes, threads)?;
        let input_shape =
            first.inputs().first().and_then(four_axes).ok_or_else(|| {
                ModelError::Runtime("its input is not a batch of pictures".into())
            })?;
        let features = first.outputs().get(1).and_then(described);
        let features = features.and_then(|(_, axes)| axes.last().copied().flatten());
        let no_output = || ModelError::Runtime("it has no output".into());
        let signature = Signature {
            input: first.inputs().first().and_then(described).ok_or_else(no_output)?,
            output: first.outputs().first().and_then(described).ok_or_else(no_output)?,
        };
        let bytes = bytes.to_vec();
        let another = move || session(&bytes, threads);
        let (name, sessions) = ("the model".to_owned(), Pool::new(first, cores, another));
        Ok(Self { name, sessions, input_shape, features, signature })
    }

    /// The same model, called so in errors: by its file.
    #[must_use]
    pub fn named(self, name: String) -> Self {
        Self { name, ..self }
    }
}

impl OnnxModel {
    /// What it takes and gives.
    pub const fn signature(&self) -> &Signature {
        &self.signature
    }
}

impl Model for OnnxModel {
    fn input_shape(&self) -> [Option<usize>; 4] {
        self.input_shape
    }

    fn features(&self) -> Option<usize> {
        self.features
    }

    fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
        self.run_with_features(input).map(|(output, _)| output)
    }

    fn run_with_features(&self, input: ArrayView4<f32>) -> Result<WithFeatures, ModelError> {
        let found: [usize; 4] = std::array::from_fn(|i| input.shape()[i]);
        if self.input_shape.iter().zip(found).any(|(want, have)| want.is_some_and(|w| w != have)) {
            return Err(ModelError::Shape {
                model: self.name.clone(),
                expected: self.input_shape.to_vec(),
                found: found.to_vec(),
            });
        }
        let input = input.as_standard_layout();
        let tensor = TensorRef::from_array_view(input.view()).map_err(refused)?;
        self.sessions.with(|session| {
            let outputs = session.run(ort::inputs![tensor]).map_err(refused)?;
            let array = |i: usize| {
                let array = outputs[i].try_extract_array::<f32>().map_err(refused)?;
                Ok::<_, ModelError>(array.to_owned())
            };
            let features = (outputs.len() > 1).then(|| array(1)).transpose()?;
            Ok((array(0)?, features))
        })?
    }
}

fn session(bytes: &[u8], threads: usize) -> Result<Session, ModelError> {
    Session::builder(environment()?)
        .map_err(refused)?
        .with_optimization_level(GraphOptimizationLevel::All)
        .map_err(refused)?
        .with_intra_threads(threads)
        .map_err(refused)?
        .with_intra_op_spinning(false)
        .map_err(refused)?
        .commit_from_memory(bytes)
        .map_err(refused)
}

fn refused<E: std::fmt::Display>(error: E) -> ModelError {
    ModelError::Runtime(error.to_string())
}

/// The four axes of a picture batch, `None` for symbolic ones; `None` altogether for anything else.
fn four_axes(input: &Outlet) -> Option<[Option<usize>; 4]> {
    described(input)?.1.try_into().ok()
}

/// The name and the axes of a tensor.
fn described(tensor: &Outlet) -> Option<(String, Vec<Option<usize>>)> {
    let shape = tensor.dtype().tensor_shape()?;
    let axes = shape.iter().map(|&n| usize::try_from(n).ok()).collect();
    Some((tensor.name().to_owned(), axes))
}

/// The process's one ONNX Runtime environment.
fn environment() -> Result<&'static Environment, ModelError> {
    static ENVIRONMENT: OnceLock<Environment> = OnceLock::new();
    // Only one may be made, whichever threads ask for it first.
    static MAKING: Mutex<()> = Mutex::new(());
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = ENVIRONMENT.get() {
        return Ok(environment);
    }
    let search = runtime::find_library();
    let path =
        search.found.ok_or(ModelError::NoRuntime { looked_at: search.looked_at.join(", ") })?;
    let bad =
        |message: String| ModelError::BadRuntime { path: path.display().to_string(), message };
    let builder = ort::init_from(&path).map_err(|e| bad(e.to_string()))?;
    let environment = builder.build().map_err(|e| bad(e.to_string()))?;
    Ok(ENVIRONMENT.get_or_init(|| environment))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn threads_that_ask_at_once_share_one_environment() {
        let ask = || environment().map(std::ptr::from_ref).map(|at| at as usize);
        let answers: Vec<_> = thread::scope(|scope| {
            let asked: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
            asked.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        let first = answers[0].as_ref().expect("a runtime");
        assert!(answers.iter().all(|at| at.as_ref().ok() == Some(first)));
    }
}
