//! What classifiers are trained to lessen.

use burn::{prelude::*, tensor::activation::log_softmax};

/// Share of the true class that is spread over all classes, so that the network is not driven to be
/// surer than labels are right.
const SMOOTHING: f32 = 0.01;

/// Target probabilities, `[batch, classes]` row by row, of true classes.
pub fn smoothed(truth: &[u8], classes: usize) -> Vec<f32> {
    let mut target = vec![SMOOTHING / classes as f32; truth.len() * classes];
    for (i, class) in truth.iter().enumerate() {
        target[i * classes + usize::from(*class)] += 1.0 - SMOOTHING;
    }
    target
}

/// Mean cross entropy of logits `[batch, classes]`.
pub fn cross_entropy(logits: Tensor<2>, target: Vec<f32>) -> Tensor<1> {
    let [batch, classes] = logits.dims();
    let target =
        Tensor::<2>::from_data(TensorData::new(target, [batch, classes]), &logits.device());
    (log_softmax(logits, 1) * target).sum() / -(batch as f32)
}
