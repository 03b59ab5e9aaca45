//! A correction of a classifier for one set of pieces, linear in its last features.

use ndarray::{Array2, ArrayView2, s};

/// What is added to a classifier's logits, as a linear function of its last features.
///
/// ```
/// use kibitzer::recognition::Correction;
/// use ndarray::arr2;
///
/// // Two features, two classes; the last row is what is added whatever the features are.
/// let correction = Correction::new(arr2(&[[1.0, -1.0], [0.0, 0.0], [0.5, -0.5]]));
/// assert_eq!(correction.of(arr2(&[[2.0, 7.0]]).view()), arr2(&[[2.5, -2.5]]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Correction {
    /// `[features + 1, classes]`, the constant last.
    weights: Array2<f32>,
}

impl Correction {
    /// One from its weights `[features + 1, classes]`, the constant last.
    pub const fn new(weights: Array2<f32>) -> Self {
        Self { weights }
    }

    /// Number of features and of classes.
    pub fn dim(&self) -> (usize, usize) {
        (self.weights.nrows().saturating_sub(1), self.weights.ncols())
    }

    /// The weights `[features + 1, classes]`.
    pub const fn weights(&self) -> &Array2<f32> {
        &self.weights
    }

    /// What is added to the logits `[crops, classes]` of crops with these features `[crops,
    /// features]`.
    pub fn of(&self, features: ArrayView2<f32>) -> Array2<f32> {
        let n = self.dim().0;
        features.dot(&self.weights.slice(s![..n, ..])) + self.weights.row(n)
    }
}
