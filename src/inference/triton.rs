//! How Triton is told of a network.

use super::Signature;

/// The `config.pbtxt` of a network in a model repository of NVIDIA's Triton Inference Server
/// (<https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md>).
/// The batch is an axis like others, so that a network that takes one size only is described, too.
///
/// ```
/// use kibitzer::inference::{Signature, triton_config};
///
/// let signature = Signature {
///     input: ("input".to_owned(), vec![None, Some(3), Some(32), Some(32)]),
///     output: ("logits".to_owned(), vec![None, Some(13)]),
/// };
/// let config = triton_config("chess-cells", &signature);
/// assert!(config.contains("dims: [ -1, 3, 32, 32 ]"));
/// ```
pub fn triton_config(name: &str, signature: &Signature) -> String {
    let tensor = |kind: &str, (name, axes): &(String, Vec<Option<usize>>)| {
        let size = |axis: &Option<usize>| axis.map_or_else(|| "-1".to_owned(), |n| n.to_string());
        let dims = axes.iter().map(size).collect::<Vec<_>>().join(", ");
        format!(
            "{kind} [\n  {{\n    name: \"{name}\"\n    data_type: TYPE_FP32\n    \
            dims: [ {dims} ]\n  }}\n]\n"
        )
    };
    format!(
        "name: \"{name}\"\nbackend: \"onnxruntime\"\nmax_batch_size: 0\n{}{}",
        tensor("input", &signature.input),
        tensor("output", &signature.output)
    )
}
