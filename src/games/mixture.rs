//! Points of one kind or of two: mixtures of multivariate t distributions with one scale matrix,
//! fitted by expectation maximization (McLachlan and Peel, *Finite Mixture Models*, 2000, chapter
//! 7).

/// Dimensions of a point.
const DIMENSIONS: usize = 3;

type Vector = [f64; DIMENSIONS];
type Matrix = [Vector; DIMENSIONS];

/// Degrees of freedom: few, so that a piece in glare or shadow moves no mean.
const FREEDOM: f64 = 3.0;

/// The scale matrix is fitted as if so many points more had been seen, each a unit away from its
/// mean.
const UNIT_POINTS: f64 = 4.0;

/// A kind of fewer points is none.
const LEAST_POINTS: f64 = 1.0;

/// There are two kinds where they explain the points better than one does by so many nats, and by
/// so many for each point: any points fall into two halves that explain them a little better.
const LEAST_GAIN: f64 = 4.0;
const LEAST_GAIN_A_POINT: f64 = 0.6;

/// A fit has settled where no share and no weight changes by so much in a round. Most do within ten
/// rounds.
const SETTLED: f64 = 1e-3;
const ROUNDS: usize = 40;

/// How probably a start takes the points of a kind to be of it.
const START: f64 = 0.95;

/// A point, of which something else tells the log-odds that it is of the first kind.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Where it is: a unit is what points of one kind differ by.
    pub at: Vector,
    /// Log-odds of the first kind.
    pub odds: f64,
}

/// Two kinds of points.
#[derive(Debug)]
pub struct TwoKinds(Fit<2>);

impl TwoKinds {
    /// The two kinds that explain the points best, of those found from what is told of the points
    /// and from halves of their range in each dimension. `None` where one kind explains them nearly
    /// as well.
    pub fn of(points: &[Point]) -> Option<Self> {
        let told = points.iter().map(|point| probability(point.odds)).collect();
        let starts = (0..DIMENSIONS).flat_map(|d| halves(points, d)).chain([told]);
        let priors = |point: &Point| [ln_probability(point.odds), ln_probability(-point.odds)];
        let fit = |first: Vec<f64>| {
            Fit::of(points, priors, first.into_iter().map(|p| [p, 1.0 - p]).collect())
        };
        let best = starts.filter_map(fit).max_by(|a, b| a.evidence.total_cmp(&b.evidence))?;
        let least = LEAST_GAIN + LEAST_GAIN_A_POINT * points.len() as f64;
        (best.evidence - one_kind(points)? > least).then_some(Self(best))
    }

    /// Log-odds that what is there is of the first kind, if both kinds are equally frequent.
    pub fn log_odds(&self, at: &Vector) -> f64 {
        self.0.ln_density(at, 0) - self.0.ln_density(at, 1)
    }
}

/// How well the points are explained where all are of the same kind, the one that is told of more
/// of them.
fn one_kind(points: &[Point]) -> Option<f64> {
    let fit = Fit::of(points, |_| [0.0], vec![[1.0]; points.len()])?;
    let all_of =
        |sign: f64| points.iter().map(|point| ln_probability(sign * point.odds)).sum::<f64>();
    Some(fit.evidence + all_of(1.0).max(all_of(-1.0)))
}

/// Two starts: the points above the middle of their range are of the first kind, or the others are.
fn halves(points: &[Point], dimension: usize) -> [Vec<f64>; 2] {
    let places = || points.iter().map(|point| point.at[dimension]);
    let middle =
        0.5 * (places().fold(f64::INFINITY, f64::min) + places().fold(f64::NEG_INFINITY, f64::max));
    let half = |above| {
        places().map(|place| if (place > middle) == above { START } else { 1.0 - START }).collect()
    };
    [half(true), half(false)]
}

/// A mixture of one t distribution a kind.
#[derive(Debug)]
struct Fit<const KINDS: usize> {
    means: [Vector; KINDS],
    precision: Matrix,
    ln_determinant: f64,
    /// Log-likelihood of the points, and of the scale matrix.
    evidence: f64,
}

impl<const KINDS: usize> Fit<KINDS> {
    /// The fit that is reached from these shares of each point in each kind; `priors` are the
    /// logarithms of the kinds' probabilities before a point is seen. `None` where a kind loses its
    /// points.
    fn of(
        points: &[Point],
        priors: impl Fn(&Point) -> [f64; KINDS],
        mut shares: Vec<[f64; KINDS]>,
    ) -> Option<Self> {
        let mut weights = vec![[1.0; KINDS]; points.len()];
        let mut fit = None;
        for _ in 0..ROUNDS {
            let mut next = Self::maximize(points, &shares, &weights)?;
            let mut change: f64 = 0.0;
            for ((point, share), weight) in points.iter().zip(&mut shares).zip(&mut weights) {
                let mut joint = priors(point);
                (0..KINDS).for_each(|kind| joint[kind] += next.ln_density(&point.at, kind));
                let total = ln_sum(&joint);
                next.evidence += total;
                let (expected, counted) =
                    (joint.map(|ln| (ln - total).exp()), next.weights(&point.at));
                change = change
                    .max(largest_difference(share, &expected))
                    .max(largest_difference(weight, &counted));
                (*share, *weight) = (expected, counted);
            }
            fit = Some(next);
            if change < SETTLED {
                break;
            }
        }
        fit
    }

    /// The means and the scale matrix of points that belong to the kinds in these shares, a point
    /// counting as its weight says; so far the evidence is that of the scale matrix alone.
    fn maximize(
        points: &[Point],
        shares: &[[f64; KINDS]],
        weights: &[[f64; KINDS]],
    ) -> Option<Self> {
        if (0..KINDS).any(|kind| shares.iter().map(|share| share[kind]).sum::<f64>() < LEAST_POINTS)
        {
            return None;
        }
        let counted = |kind: usize| {
            points
                .iter()
                .zip(shares.iter().zip(weights))
                .map(move |(point, (share, weight))| (point, share[kind] * weight[kind]))
        };
        let means = std::array::from_fn(|kind| {
            let total: f64 = counted(kind).map(|(_, weight)| weight).sum();
            std::array::from_fn(|d| {
                counted(kind).map(|(point, weight)| weight * point.at[d]).sum::<f64>() / total
            })
        });
        let mut scale = Matrix::default();
        for (kind, mean) in means.iter().enumerate() {
            for (point, weight) in counted(kind) {
                let way = difference(&point.at, mean);
                scale.iter_mut().zip(way).for_each(|(row, a)| {
                    row.iter_mut().zip(way).for_each(|(v, b)| *v += weight * a * b)
                });
            }
        }
        (0..DIMENSIONS).for_each(|d| scale[d][d] += UNIT_POINTS);
        let (precision, determinant) =
            inverse(&scale.map(|row| row.map(|v| v / (points.len() as f64 + UNIT_POINTS))));
        let trace: f64 = (0..DIMENSIONS).map(|d| precision[d][d]).sum();
        let ln_determinant = determinant.ln();
        Some(Self {
            means,
            precision,
            ln_determinant,
            evidence: -0.5 * UNIT_POINTS * (trace + ln_determinant),
        })
    }

    /// Logarithm of a kind's density there, but for a constant.
    fn ln_density(&self, at: &Vector, kind: usize) -> f64 {
        -0.5 * (FREEDOM + DIMENSIONS as f64) * (self.distance(at, kind) / FREEDOM).ln_1p()
            - 0.5 * self.ln_determinant
    }

    /// How much a point counts for each kind: the less, the farther it is from its mean.
    fn weights(&self, at: &Vector) -> [f64; KINDS] {
        std::array::from_fn(|kind| {
            (FREEDOM + DIMENSIONS as f64) / (FREEDOM + self.distance(at, kind))
        })
    }

    /// Squared Mahalanobis distance from a kind's mean.
    fn distance(&self, at: &Vector, kind: usize) -> f64 {
        let way = difference(at, &self.means[kind]);
        (0..DIMENSIONS).map(|i| way[i] * dot(&self.precision[i], &way)).sum()
    }
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn difference(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|d| a[d] - b[d])
}

/// The inverse of a symmetric matrix, and the matrix's determinant.
fn inverse([a, b, c]: &Matrix) -> (Matrix, f64) {
    let determinant = dot(a, &cross(b, c));
    // The columns of the inverse, which are its rows, too.
    let columns = [cross(b, c), cross(c, a), cross(a, b)];
    (columns.map(|column| column.map(|v| v / determinant)), determinant)
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The probability of log-odds.
pub fn probability(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

fn ln_probability(odds: f64) -> f64 {
    odds.min(0.0) - (-odds.abs()).exp().ln_1p()
}

fn ln_sum(logs: &[f64]) -> f64 {
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest + logs.iter().map(|log| (log - largest).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// Points around the middle, about normally distributed, that spread five times as far along
    /// one diagonal.
    fn cloud(middle: Vector, count: usize, rng: &mut StdRng) -> Vec<Vector> {
        let mut normal =
            |deviation: f64| deviation * (0..12).map(|_| rng.random_range(-0.5..0.5)).sum::<f64>();
        let mut one = || {
            let along = normal(1.5);
            middle.map(|m| m + along + normal(0.3))
        };
        (0..count).map(|_| one()).collect()
    }

    fn told(cloud: Vec<Vector>, odds: impl Fn(usize) -> f64) -> Vec<Point> {
        cloud.into_iter().enumerate().map(|(i, at)| Point { at, odds: odds(i) }).collect()
    }

    #[test]
    fn the_inverse_times_the_matrix_is_one() {
        let matrix = [[2.0, 0.5, -0.3], [0.5, 1.5, 0.2], [-0.3, 0.2, 0.7]];
        let (inverse, determinant) = inverse(&matrix);
        for (i, row) in inverse.iter().enumerate() {
            // The matrix is symmetric: its rows are its columns.
            for (j, column) in matrix.iter().enumerate() {
                assert!((dot(row, column) - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
        // Expanded along the first row.
        assert!(
            (determinant - (2.0 * (1.05 - 0.04) - 0.5 * (0.35 + 0.06) - 0.3 * (0.1 + 0.45))).abs()
                < 1e-12
        );
    }

    #[test]
    fn two_clouds_are_two_kinds_though_a_third_is_told_wrongly() {
        let mut rng = StdRng::seed_from_u64(1);
        // Apart across the diagonal they spread along, where neither dimension alone tells them
        // apart.
        let first =
            told(cloud([3.0, -1.0, -2.0], 12, &mut rng), |i| if i % 3 == 0 { -2.0 } else { 2.0 });
        let second =
            told(cloud([-3.0, 1.0, 2.0], 9, &mut rng), |i| if i % 3 == 0 { 2.0 } else { -2.0 });
        let points = [first, second].concat();
        let kinds = TwoKinds::of(&points).expect("two kinds");
        for (i, point) in points.iter().enumerate() {
            assert_eq!(
                kinds.log_odds(&point.at) > 0.0,
                i < 12,
                "{i}: {}",
                kinds.log_odds(&point.at)
            );
        }
    }

    #[test]
    fn one_cloud_is_one_kind() {
        for seed in 0..40 {
            let mut rng = StdRng::seed_from_u64(seed);
            let odds: Vec<f64> = (0..24).map(|_| rng.random_range(-1.0..4.0)).collect();
            assert!(
                TwoKinds::of(&told(cloud([1.0, 2.0, 3.0], 24, &mut rng), |i| odds[i])).is_none(),
                "{seed}"
            );
        }
    }

    #[test]
    fn a_point_far_from_both_moves_neither() {
        let mut rng = StdRng::seed_from_u64(3);
        let mut points = told(cloud([8.0, 0.0, 0.0], 10, &mut rng), |_| 1.0);
        points.extend(told(cloud([-8.0, 0.0, 0.0], 10, &mut rng), |_| -1.0));
        points.push(Point { at: [8.0, 40.0, -40.0], odds: 1.0 });
        let kinds = TwoKinds::of(&points).expect("two kinds");
        assert!(kinds.log_odds(&[8.0, 0.0, 0.0]) > 4.0 && kinds.log_odds(&[-8.0, 0.0, 0.0]) < -4.0);
    }

    #[test]
    fn a_point_far_from_one_kind_does_not_move_it() {
        let mut points = told(cloud([0.0; 3], 20, &mut StdRng::seed_from_u64(4)), |_| 0.0);
        points.push(Point { at: [60.0; 3], odds: 0.0 });
        let fit = Fit::of(&points, |_| [0.0], vec![[1.0]; points.len()]).expect("a fit");
        let middle = Fit::of(&points[..20], |_| [0.0], vec![[1.0]; 20]).expect("a fit").means[0];
        let moved = difference(&fit.means[0], &middle);
        assert!(dot(&moved, &moved).sqrt() < 0.3, "{moved:?}");
    }

    #[test]
    fn few_points_or_none_are_one_kind() {
        for n in 0..4 {
            let points: Vec<Point> =
                (0..n).map(|i| Point { at: [f64::from(i); 3], odds: 0.0 }).collect();
            assert!(TwoKinds::of(&points).is_none(), "{n}");
        }
    }

    #[test]
    fn sums_of_logarithms_do_not_overflow() {
        assert!((ln_sum(&[-2000.0, -2000.0]) - (2f64.ln() - 2000.0)).abs() < 1e-9);
        assert_eq!(
            [ln_probability(800.0), ln_probability(-800.0), probability(-800.0)],
            [0.0, -800.0, 0.0]
        );
    }
}
