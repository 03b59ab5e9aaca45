//! Fitting a correction to cells whose content is known.

use crate::recognition::{Correction, classify::softmax};
use ndarray::{Array1, Array2, Axis, concatenate};

/// How strongly a correction may be held back: precisions of a Gaussian prior on each of its
/// weights, for features of unit mean square. Of sets that were left out of training those of the
/// first are read best.
pub const STRENGTHS: [f32; 3] = [0.2, 1.0, 5.0];

/// Steps of the ascent, and the gain below which it ends, in nats a cell.
const STEPS: usize = 200;
const ENOUGH: f32 = 1e-6;

/// The class that looks most like another one, where the two differ in what seldom changes with the
/// set: a king is a man of its color with something on it.
pub type Alike<'a> = &'a dyn Fn(u8) -> Option<u8>;

/// Looks at cells whose content is known: `[looks, features]`, `[looks, classes]`, and the class
/// and the weight of each look.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The network's last features.
    pub features: Array2<f32>,
    /// Its logits.
    pub logits: Array2<f32>,
    /// What is on each cell.
    pub classes: Vec<u8>,
    /// Which cell each look is at, so that several looks at one count as one.
    pub cells: Vec<usize>,
}

impl Samples {
    /// The looks at cells for which `keep` holds.
    pub fn filtered(&self, keep: impl Fn(usize) -> bool) -> Self {
        self.select((0..self.classes.len()).filter(|&i| keep(self.cells[i])).collect())
    }

    fn select(&self, kept: Vec<usize>) -> Self {
        Self {
            features: self.features.select(Axis(0), &kept),
            logits: self.logits.select(Axis(0), &kept),
            classes: kept.iter().map(|&i| self.classes[i]).collect(),
            cells: kept.iter().map(|&i| self.cells[i]).collect(),
        }
    }

    /// The first look at each cell.
    pub fn once(&self) -> Self {
        let is_first = |i: &usize| !self.cells[..*i].contains(&self.cells[*i]);
        self.select((0..self.cells.len()).filter(is_first).collect())
    }

    /// These and others, whose cells are not among these.
    ///
    /// # Panics
    /// When the others are of another network.
    pub fn and(self, others: Self) -> Self {
        if self.classes.is_empty() {
            return others;
        }
        let next = self.cells.iter().max().map_or(0, |last| last + 1);
        let join = |a: &Array2<f32>, b: &Array2<f32>| {
            concatenate(Axis(0), &[a.view(), b.view()]).expect("of one network")
        };
        Self {
            features: join(&self.features, &others.features),
            logits: join(&self.logits, &others.logits),
            classes: [self.classes, others.classes].concat(),
            cells: self.cells.into_iter().chain(others.cells.iter().map(|c| c + next)).collect(),
        }
    }

    /// A weight a look: every cell counts by the inverse square root of how many are of its class,
    /// so that the empty ones do not drown the only king; they sum to the number of cells.
    fn weights(&self, classes: usize) -> Array1<f32> {
        let mut looks = vec![0.0f32; self.cells.iter().max().map_or(0, |last| last + 1)];
        self.cells.iter().for_each(|&cell| looks[cell] += 1.0);
        let of_look = |i: usize| 1.0 / looks[self.cells[i]];
        let mut counts = vec![0.0f32; classes];
        (0..self.classes.len()).for_each(|i| counts[usize::from(self.classes[i])] += of_look(i));
        let weigh = |i: usize| of_look(i) / counts[usize::from(self.classes[i])].sqrt();
        let weights: Array1<f32> = (0..self.classes.len()).map(weigh).collect();
        let cells = looks.iter().filter(|n| **n > 0.0).count() as f32;
        let sum = weights.sum();
        weights * (cells / sum.max(f32::MIN_POSITIVE))
    }

    /// How many cells of each class there are.
    fn counts(&self, classes: usize) -> Vec<usize> {
        let once = self.once();
        let mut counts = vec![0; classes];
        once.classes.iter().for_each(|&class| counts[usize::from(class)] += 1);
        counts
    }

    /// Which classes there are.
    fn shown(&self, classes: usize) -> Vec<usize> {
        (0..classes)
            .filter(|&class| self.classes.iter().any(|&c| usize::from(c) == class))
            .collect()
    }
}

/// The correction with which the cells are most probably what they are, held back by a prior that
/// draws it to nothing: the maximum a posteriori of a multinomial logistic regression on top of the
/// network's logits, by accelerated gradient steps (Nesterov 1983) of the length that the bound of
/// Böhning 1992 (*Multinomial logistic regression algorithm*) allows. It is a convex problem; the
/// same samples give the same correction.
///
/// Only the classes that the samples show are told from one another: the logits of all others stay
/// as they are, and those of the shown ones change by nothing on the whole, but for the bounds
/// below, so that what was not shown is read as before. But a class that was not shown, and one
/// `alike` that was, go together: what is learned of a man's color holds for the king of it.
///
/// `n` cells of a class bear out odds of `1 + n` to one that a cell is of it, by Laplace's rule of
/// succession. Its logit changes by no more than twice the logarithm of that, so that a set that a
/// few cells belie is not read worse for it.
pub fn fit(samples: &Samples, strength: f32, alike: Alike) -> Correction {
    let (features, classes) = (samples.features.ncols(), samples.logits.ncols());
    let mut weights = Array2::zeros((features + 1, classes));
    let shown = samples.shown(classes);
    if shown.len() < 2 {
        return Correction::new(weights);
    }
    let scale =
        1.0 / samples.features.mapv(|v| v * v).sum_axis(Axis(1)).mean().unwrap_or(1.0).sqrt();
    let ones = Array2::ones((samples.classes.len(), 1));
    let inputs = concatenate(Axis(1), &[(&samples.features * scale).view(), ones.view()])
        .expect("a row a look");
    let problem = Problem {
        logits: samples.logits.select(Axis(1), &shown),
        truth: one_hot(&samples.classes, &shown),
        weights: samples.weights(classes).insert_axis(Axis(1)),
        inputs,
        strength,
    };
    let solved = problem.solve();
    for (column, &class) in shown.iter().enumerate() {
        let mut of_class = solved.column(column).to_owned();
        of_class.iter_mut().take(features).for_each(|v| *v *= scale);
        weights.column_mut(class).assign(&of_class);
    }
    let mut counts = samples.counts(classes);
    for class in (0..classes).filter(|class| !shown.contains(class)) {
        let Some(other) = alike(class as u8).map(usize::from).filter(|c| shown.contains(c)) else {
            continue;
        };
        let of_other = weights.column(other).to_owned();
        weights.column_mut(class).assign(&of_other);
        counts[class] = counts[other];
    }
    Correction::new(weights).bounded(&counts.into_iter().map(bound).collect::<Vec<_>>())
}

/// By how much the logit of a class changes at most of which there are so many cells.
fn bound(cells: usize) -> f32 {
    2.0 * (cells as f32).ln_1p()
}

fn one_hot(classes: &[u8], shown: &[usize]) -> Array2<f32> {
    Array2::from_shape_fn((classes.len(), shown.len()), |(i, column)| {
        f32::from(u8::from(usize::from(classes[i]) == shown[column]))
    })
}

/// The regression, over the classes that are shown.
struct Problem {
    /// `[looks, features + 1]`.
    inputs: Array2<f32>,
    /// `[looks, shown]`.
    logits: Array2<f32>,
    /// `[looks, shown]`, 1 for the class that is there.
    truth: Array2<f32>,
    /// `[looks, 1]`.
    weights: Array2<f32>,
    strength: f32,
}

impl Problem {
    /// The weights `[features + 1, shown]`.
    fn solve(&self) -> Array2<f32> {
        let looks_are_fewer = self.inputs.nrows() < self.inputs.ncols();
        if looks_are_fewer { self.solve_by_looks() } else { self.solve_by_weights() }
    }

    fn solve_by_weights(&self) -> Array2<f32> {
        let gradient = |ahead: &Array2<f32>| {
            self.inputs.t().dot(&self.residuals(self.inputs.dot(ahead))) + ahead * self.strength
        };
        let length = |moved: &Array2<f32>| moved.mapv(|v| v * v).sum();
        self.descend((self.inputs.ncols(), self.logits.ncols()), gradient, length)
    }

    /// The weights are a sum of the looks, each so many times: the same steps, taken in these
    /// numbers.
    fn solve_by_looks(&self) -> Array2<f32> {
        let gram = self.inputs.dot(&self.inputs.t());
        let gradient =
            |ahead: &Array2<f32>| self.residuals(gram.dot(ahead)) + ahead * self.strength;
        let length = |moved: &Array2<f32>| (moved * &gram.dot(moved)).sum();
        self.inputs.t().dot(&self.descend(self.logits.dim(), gradient, length))
    }

    /// What is wrong with the probabilities of each look, weighed, where this is added to its
    /// logits.
    fn residuals(&self, added: Array2<f32>) -> Array2<f32> {
        (softmax(&self.logits + &added) - &self.truth) * &self.weights
    }

    /// Where the negative log-posterior is least; `length` is the squared length of a move of the
    /// weights.
    fn descend(
        &self,
        shape: (usize, usize),
        gradient: impl Fn(&Array2<f32>) -> Array2<f32>,
        length: impl Fn(&Array2<f32>) -> f32,
    ) -> Array2<f32> {
        // The largest eigenvalue of the inputs' weighed Gram matrix is at most its trace.
        let trace = (&self.inputs.mapv(|v| v * v) * &self.weights).sum();
        let curvature = 0.5 * trace + self.strength;
        let momentum =
            (curvature.sqrt() - self.strength.sqrt()) / (curvature.sqrt() + self.strength.sqrt());
        let mut at = Array2::<f32>::zeros(shape);
        let mut ahead = at.clone();
        for _ in 0..STEPS {
            let next = &ahead - &(gradient(&ahead) / curvature);
            let moved = &next - &at;
            ahead = &next + &(&moved * momentum);
            at = next;
            if length(&moved) * curvature < ENOUGH * self.weights.sum() {
                break;
            }
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{arr2, array};
    use proptest::prelude::*;

    const NOTHING: fn(u8) -> Option<u8> = |_| None;

    /// Two features that tell two classes apart, of which the network knows nothing.
    fn samples() -> Samples {
        Samples {
            features: arr2(&[[1.0, 0.0], [1.1, 0.1], [0.0, 1.0], [0.1, 0.9]]),
            logits: Array2::zeros((4, 3)),
            classes: vec![0, 0, 2, 2],
            cells: vec![0, 1, 2, 3],
        }
    }

    #[test]
    fn what_was_shown_is_told_apart_and_nothing_else_changes() {
        let correction = fit(&samples(), 0.1, &NOTHING);
        let logits = correction.of(arr2(&[[1.0, 0.0], [0.0, 1.0]]).view());
        assert!(logits[[0, 0]] > logits[[0, 2]] && logits[[1, 2]] > logits[[1, 0]], "{logits}");
        assert_eq!(logits.column(1), array![0.0, 0.0], "it was not shown");
        assert!(logits.sum_axis(Axis(1)).iter().all(|sum| sum.abs() < 1e-4), "{logits}");
    }

    #[test]
    fn what_was_not_shown_goes_with_what_is_like_it() {
        let alike = |class: u8| (class == 1).then_some(2);
        let correction = fit(&samples(), 0.1, &alike);
        let logits = correction.of(arr2(&[[1.0, 0.0], [0.0, 1.0]]).view());
        assert_eq!(logits.column(1), logits.column(2));
        assert!(logits[[1, 1]] > logits[[1, 0]], "{logits}");
    }

    #[test]
    fn what_a_few_cells_show_changes_little() {
        // Both cells of the first class are far from what the network makes of it.
        let belied = Samples { logits: arr2(&[[-9.0, 0.0, 9.0]; 4]), ..samples() };
        let bounds = [2.0 * 3.0f32.ln(), 0.0, 2.0 * 3.0f32.ln()];
        let correction = fit(&belied, 1e-3, &NOTHING);
        assert_eq!(correction.bounds().to_vec(), bounds);
        let added = correction.of(arr2(&[[100.0, 0.0], [0.0, 100.0]]).view());
        assert!(
            added
                .rows()
                .into_iter()
                .all(|row| { row.iter().zip(bounds).all(|(added, bound)| added.abs() <= bound) })
        );
        assert!(added[[0, 0]] > 2.0 && added[[0, 2]] < -2.0, "{added}");
    }

    #[test]
    fn a_strong_prior_leaves_the_network_as_it_is() {
        let size = |strength| fit(&samples(), strength, &NOTHING).weights().mapv(f32::abs).sum();
        assert!(size(1e6) < 1e-4 && size(10.0) < size(1.0) && size(1.0) < size(0.01));
    }

    #[test]
    fn several_looks_at_a_cell_count_as_one() {
        let once = samples();
        let twice = Samples {
            features: concatenate(Axis(0), &[once.features.view(), once.features.view()])
                .expect("alike"),
            logits: Array2::zeros((8, 3)),
            classes: [once.classes.clone(), once.classes.clone()].concat(),
            cells: [once.cells.clone(), once.cells.clone()].concat(),
        };
        let (a, b) = (fit(&once, 1.0, &NOTHING), fit(&twice, 1.0, &NOTHING));
        let difference = (a.weights() - b.weights()).mapv(f32::abs).sum();
        assert!(difference < 1e-4, "{difference}");
        let joined = once.clone().and(samples());
        assert_eq!(joined.cells, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(joined.filtered(|cell| cell >= 4).classes, once.classes);
    }

    #[test]
    fn looks_and_weights_give_the_same() {
        let samples = samples();
        let problem = Problem {
            inputs: samples.features.clone(),
            logits: samples.logits.clone(),
            truth: one_hot(&samples.classes, &[0, 1, 2]),
            weights: samples.weights(3).insert_axis(Axis(1)),
            strength: 0.5,
        };
        let difference = problem.solve_by_looks() - problem.solve_by_weights();
        assert!(difference.iter().all(|v| v.abs() < 1e-3), "{difference}");
    }

    #[test]
    fn one_class_alone_teaches_nothing() {
        let only = Samples { classes: vec![1; 4], ..samples() };
        assert!(fit(&only, 1.0, &NOTHING).weights().iter().all(|v| *v == 0.0));
    }

    proptest! {
        #[test]
        fn a_fit_never_makes_what_was_shown_less_probable(
            values in proptest::collection::vec(-2.0f32..2.0, 30),
            classes in proptest::collection::vec(0u8..3, 6),
        ) {
            let samples = Samples {
                features: Array2::from_shape_fn((6, 2), |(i, j)| values[2 * i + j]),
                logits: Array2::from_shape_fn((6, 3), |(i, j)| values[12 + 3 * i + j]),
                classes,
                cells: (0..6).collect(),
            };
            let shown = samples.shown(3);
            let weights = samples.weights(3);
            let loss = |logits: Array2<f32>| -> f32 {
                let probs = softmax(logits.select(Axis(1), &shown));
                let column = |i: usize| {
                    shown.iter().position(|&c| c == usize::from(samples.classes[i])).expect("shown")
                };
                (0..6).map(|i| -weights[i] * probs[[i, column(i)]].ln()).sum()
            };
            // Only without bounds: what is added to each logit is cut by another share then.
            let fitted = fit(&samples, 1.0, &NOTHING).unbounded();
            let corrected = &samples.logits + &fitted.of(samples.features.view());
            prop_assert!(loss(corrected) <= loss(samples.logits.clone()) + 1e-3);
        }
    }
}
