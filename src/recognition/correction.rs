//! A correction of a classifier for one set of pieces, linear in its last features.

use ndarray::{Array1, Array2, ArrayView2, Zip, s};

/// What is added to a classifier's logits, as a linear function of its last features, bounded where
/// little is known.
///
/// ```
/// use kibitzer::recognition::Correction;
/// use ndarray::arr2;
///
/// // Two features, two classes; the last row is what is added whatever the features are.
/// let correction = Correction::new(arr2(&[[1.0, -1.0], [0.0, 0.0], [0.5, -0.5]]));
/// assert_eq!(correction.of(arr2(&[[2.0, 7.0]]).view()), arr2(&[[2.5, -2.5]]));
///
/// // The first class's logit changes by less than 1 now, and by hardly less than before where that
/// // was little.
/// let bounded = correction.bounded(&[1.0, f32::INFINITY]);
/// let added = bounded.of(arr2(&[[2.0, 7.0], [-0.4, 0.0]]).view());
/// assert!(added[[0, 0]] > 0.98 && added[[0, 0]] < 1.0 && added[[0, 1]] == -2.5);
/// assert!((added[[1, 0]] - 0.1).abs() < 0.001);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Correction {
    /// `[features + 1, classes]`, the constant last.
    weights: Array2<f32>,
    /// By how much the logit of each class changes at most.
    bounds: Array1<f32>,
}

impl Correction {
    /// One from its weights `[features + 1, classes]`, the constant last, without bounds.
    pub fn new(weights: Array2<f32>) -> Self {
        let bounds = Array1::from_elem(weights.ncols(), f32::INFINITY);
        Self { weights, bounds }
    }

    /// The same, which changes the logit of each class by no more than this, in nats: what is added
    /// comes smoothly to a bound (`bound * tanh(added / bound)`).
    ///
    /// # Panics
    /// When there is not one bound a class, or one is negative.
    #[must_use]
    pub fn bounded(self, bounds: &[f32]) -> Self {
        assert_eq!(bounds.len(), self.weights.ncols(), "one a class");
        assert!(bounds.iter().all(|bound| *bound >= 0.0), "none is negative");
        Self { bounds: bounds.to_vec().into(), ..self }
    }

    /// Number of features and of classes.
    pub fn dim(&self) -> (usize, usize) {
        (self.weights.nrows().saturating_sub(1), self.weights.ncols())
    }

    /// The weights `[features + 1, classes]`.
    pub const fn weights(&self) -> &Array2<f32> {
        &self.weights
    }

    /// The same without bounds.
    #[must_use]
    pub fn unbounded(self) -> Self {
        Self::new(self.weights)
    }

    /// By how much the logit of each class changes at most, in nats; infinite where nothing bounds it.
    pub const fn bounds(&self) -> &Array1<f32> {
        &self.bounds
    }

    /// What is added to the logits `[crops, classes]` of crops with these features `[crops,
    /// features]`.
    pub fn of(&self, features: ArrayView2<f32>) -> Array2<f32> {
        let n = self.dim().0;
        let mut added = features.dot(&self.weights.slice(s![..n, ..])) + self.weights.row(n);
        for row in added.rows_mut() {
            Zip::from(row).and(&self.bounds).for_each(|v, &bound| *v = within(*v, bound));
        }
        added
    }
}

/// What is added, brought smoothly within a bound.
fn within(added: f32, bound: f32) -> f32 {
    match bound {
        0.0 => 0.0,
        bound if bound.is_infinite() => added,
        bound => bound * (added / bound).tanh(),
    }
}
