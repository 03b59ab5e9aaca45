//! What classifiers are trained to lessen.

use burn::{prelude::*, tensor::activation::log_softmax};

/// Share of the truth that is spread over all classes, so that the network is not driven to be
/// surer than labels are right.
const SMOOTHING: f32 = 0.01;

/// What a class that cannot be true is lowered by, in logits: its probability is 0 in `f32`.
const RULED_OUT: f32 = 1e4;

/// The classes that may be true, a bit a class: one, or several where the label leaves open which.
pub type Truth = u128;

/// The truth that is this class.
pub fn only(class: u8) -> Truth {
    1 << class
}

/// 1 for the classes that may be true and 0 for the others: `[batch, classes]` row by row.
pub fn possible(truths: &[Truth], classes: usize) -> Vec<f32> {
    let row = |truth: &Truth| {
        let truth = *truth;
        (0..classes).map(move |class| ((truth >> class) & 1) as f32)
    };
    truths.iter().flat_map(row).collect()
}

/// Mean cross entropy of logits `[batch, classes]`: the negative log-probability that one of the
/// `possible` classes is it, which for one class is the usual one.
pub fn cross_entropy(logits: Tensor<2>, possible: Vec<f32>) -> Tensor<1> {
    let [batch, classes] = logits.dims();
    let possible =
        Tensor::<2>::from_data(TensorData::new(possible, [batch, classes]), &logits.device());
    let all = log_softmax(logits, 1);
    let left = all.clone() + possible.sub_scalar(1.0).mul_scalar(RULED_OUT);
    let most = left.clone().max_dim(1);
    let one_of = (left - most.clone()).exp().sum_dim(1).log() + most;
    let spread = all.sum() * (SMOOTHING / classes as f32);
    (one_of.sum() * (1.0 - SMOOTHING) + spread) / -(batch as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{DEFAULT, by_name};

    fn loss(logits: [f32; 3], truth: Truth) -> f32 {
        let device = by_name(DEFAULT).expect("a device");
        let logits = Tensor::<2>::from_data([logits], &device);
        cross_entropy(logits, possible(&[truth], 3)).into_scalar::<f32>()
    }

    #[test]
    fn what_a_label_leaves_open_is_not_asked() {
        let either = only(0) | only(1);
        // Softmax of 2, 1, 0.
        let p = [2f32, 1.0, 0.0].map(|v| v.exp() / (2f32.exp() + 1f32.exp() + 1.0));
        let spread = SMOOTHING / 3.0 * p.iter().map(|p| p.ln()).sum::<f32>();
        let expected = -(1.0 - SMOOTHING) * (p[0] + p[1]).ln() - spread;
        assert!((loss([2.0, 1.0, 0.0], either) - expected).abs() < 1e-5);
        let expected = -(1.0 - SMOOTHING) * p[2].ln() - spread;
        assert!((loss([2.0, 1.0, 0.0], only(2)) - expected).abs() < 1e-5);
        // Which of both it is costs nothing; that it is neither does.
        assert!((loss([5.0, 0.0, 0.0], either) - loss([0.0, 5.0, 0.0], either)).abs() < 1e-5);
        assert!(loss([0.0, 0.0, 5.0], either) > loss([5.0, 0.0, 0.0], either) + 3.0);
    }

    #[test]
    fn as_many_classes_as_any_network_has_are_told_apart() {
        for class in [0, 31, 32, 63, 64] {
            let row = possible(&[only(class)], 65);
            let set: Vec<usize> = (0..65).filter(|&i| row[i] > 0.0).collect();
            assert_eq!(set, [usize::from(class)]);
        }
    }

    #[test]
    fn a_class_that_is_ruled_out_by_far_still_has_a_loss() {
        assert!(loss([200.0, 0.0, 0.0], only(1)).is_finite());
    }
}
