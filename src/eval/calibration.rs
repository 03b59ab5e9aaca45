//! The temperature and the powers that make a classifier's probabilities honest, from an evaluation
//! of photos it was not trained on.
//!
//! ```
//! use kibitzer::eval::calibration::{
//!     BoardPrediction, CellPrediction, mean_loss, temperature_factor,
//! };
//!
//! // Nine cells of ten are right, and all were said to be with 99 %.
//! let cell = |right: bool| CellPrediction {
//!     log_probs: vec![0.99f64.ln(), 0.01f64.ln()],
//!     read: 0,
//!     truth: Some(if right { 0 } else { 1 }),
//! };
//! let cells = (0..10).map(|i| cell(i > 0)).collect();
//! let boards = [BoardPrediction { cells, exact: false }];
//! let factor = temperature_factor(&boards);
//! assert!(factor > 2.0, "the classifier was too sure");
//! assert!(mean_loss(&boards, factor) < mean_loss(&boards, 1.0));
//! ```

/// Bounds of the temperature, and how exactly it and the power are found.
const RANGE: (f64, f64) = (0.2, 5.0);
const PRECISION: f64 = 1e-3;

/// Bounds of the powers.
const POWERS: (f64, f64) = (0.01, 2.0);

/// So many cells that were read wrong tell a temperature, and so many boards a limit.
pub const FEWEST_WRONG: usize = 20;

/// How many of the boards that were read wrong are to be looked at, and the bounds of the limit.
const FLAGGED: f64 = 0.95;
const LIMITS: (f64, f64) = (0.5, 0.99);

/// A probability below this one counts as this one: where another class is certain in single
/// precision.
const FLOOR: f64 = 1e-7;

/// What a classifier said of one cell: the natural logarithms of its probabilities, what was read,
/// and which class was true.
#[derive(Clone, Debug, PartialEq)]
pub struct CellPrediction {
    /// A value a class.
    pub log_probs: Vec<f64>,
    /// The index of the class read.
    pub read: usize,
    /// The index of the true class; `None` where the cell does not count.
    pub truth: Option<usize>,
}

/// The cells of a board that was compared with a label, and whether all of it was read right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardPrediction {
    /// Its cells.
    pub cells: Vec<CellPrediction>,
    /// Whether every cell that counts is right.
    pub exact: bool,
}

impl BoardPrediction {
    /// The same as with temperature 1, of a board that was read with this one.
    pub fn undivided_by(mut self, temperature: f64) -> Self {
        for log in self.cells.iter_mut().flat_map(|cell| &mut cell.log_probs) {
            *log *= temperature;
        }
        self
    }

    /// How probably it is right: its cells' probabilities multiplied, to a power; with the logits
    /// divided by a further `factor`.
    pub fn probability(&self, factor: f64, power: f64) -> f64 {
        self.log_right(factor, power).exp()
    }

    fn log_right(&self, factor: f64, power: f64) -> f64 {
        power * self.cells.iter().map(|cell| cell.log_prob(cell.read, factor)).sum::<f64>()
    }
}

impl CellPrediction {
    /// A cell of these probabilities, one a class.
    pub fn new(probs: impl IntoIterator<Item = f32>, read: usize, truth: Option<usize>) -> Self {
        Self {
            log_probs: probs.into_iter().map(|p| f64::from(p).max(FLOOR).ln()).collect(),
            read,
            truth,
        }
    }

    /// The logarithm of the probability of a class with the logits divided by a further `factor`.
    fn log_prob(&self, class: usize, factor: f64) -> f64 {
        let scaled = || self.log_probs.iter().map(|l| l / factor);
        let top = scaled().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = scaled().map(|l| (l - top).exp()).sum();
        self.log_probs[class] / factor - top - sum.ln()
    }
}

/// The mean loss, in nats a cell that counts, with the logits divided by a further `factor`.
pub fn mean_loss(boards: &[BoardPrediction], factor: f64) -> f64 {
    let cells = || {
        boards.iter().flat_map(|board| &board.cells).filter_map(|cell| Some((cell, cell.truth?)))
    };
    -cells().map(|(cell, truth)| cell.log_prob(truth, factor)).sum::<f64>()
        / cells().count().max(1) as f64
}

/// By what a model's temperature is to be multiplied so that the mean loss is least (temperature
/// scaling: Guo et al. 2017, *On Calibration of Modern Neural Networks*), between 0.2 and 5; the
/// loss is convex in the inverse. Where hardly a cell is wrong ([`wrong_cells`]), it says ever more
/// that all is certain.
pub fn temperature_factor(boards: &[BoardPrediction]) -> f64 {
    1.0 / least(|inverse| mean_loss(boards, 1.0 / inverse), (1.0 / RANGE.1, 1.0 / RANGE.0))
}

/// How many cells that count were read wrong.
pub fn wrong_cells(boards: &[BoardPrediction]) -> usize {
    let cells = boards.iter().flat_map(|board| &board.cells);
    cells.filter(|cell| cell.truth.is_some_and(|truth| truth != cell.read)).count()
}

/// The mean loss, in nats a board, of the statement that a board is right with its cells'
/// probabilities multiplied, to a power; with the logits divided by a further `factor`.
pub fn mean_board_loss(boards: &[BoardPrediction], factor: f64, power: f64) -> f64 {
    let loss = |board: &BoardPrediction| {
        let log_right = board.log_right(factor, power).min(-FLOOR);
        if board.exact { -log_right } else { -(-log_right.exp_m1()).ln() }
    };
    boards.iter().map(loss).sum::<f64>() / boards.len().max(1) as f64
}

/// The power with which that loss is least, between 0.01 and 2; it is convex. `None` unless some
/// boards are right and some wrong: of one kind alone the more extreme power would always be the
/// better one.
pub fn board_power(boards: &[BoardPrediction], factor: f64) -> Option<f64> {
    let right = boards.iter().filter(|board| board.exact).count();
    (0 < right && right < boards.len())
        .then(|| least(|power| mean_board_loss(boards, factor, power), POWERS))
}

/// The limit below which the probabilities of 95 of 100 boards that were read wrong lie: boards that
/// are less probable are ones to look at. Between 0.5 and 0.99, a thousandth at a time; `None` where
/// fewer than 20 were read wrong.
pub fn check_limit(boards: &[BoardPrediction], factor: f64, power: f64) -> Option<f64> {
    let wrong = boards.iter().filter(|board| !board.exact);
    let mut wrong: Vec<f64> = wrong.map(|board| board.probability(factor, power)).collect();
    wrong.sort_by(f64::total_cmp);
    let surest = (FLAGGED * wrong.len() as f64).ceil() as usize;
    let surest = wrong.get(surest.checked_sub(1)?).filter(|_| wrong.len() >= FEWEST_WRONG)?;
    Some((((surest * 1000.0).floor() + 1.0) / 1000.0).clamp(LIMITS.0, LIMITS.1))
}

/// Which way round a board was read: how probable that was said to be, and whether it was right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayPrediction {
    /// Between 0 and 1.
    pub probability: f64,
    /// Whether the board lies so.
    pub right: bool,
}

impl WayPrediction {
    /// The same with its odds to a power.
    pub fn to_the_power(self, power: f64) -> Self {
        Self { probability: 1.0 / (1.0 + (-power * self.log_odds()).exp()), ..self }
    }

    /// The log-odds of the way read. A board that can lie in two ways has all that is known in
    /// them; of four, the other two hardly ever count.
    fn log_odds(self) -> f64 {
        let p = self.probability.clamp(FLOOR, 1.0 - FLOOR);
        (p / (1.0 - p)).ln()
    }
}

/// The mean loss, in nats a board, of the ways' log-odds multiplied by a `power`.
pub fn mean_way_loss(ways: &[WayPrediction], power: f64) -> f64 {
    let loss = |way: &WayPrediction| {
        let odds = power * way.log_odds();
        (if way.right { -odds } else { odds }).exp().ln_1p()
    };
    ways.iter().map(loss).sum::<f64>() / ways.len().max(1) as f64
}

/// The power with which that loss is least, between 0.01 and 2; it is convex. `None` unless some
/// boards were read the right way round and some another one.
pub fn orientation_power(ways: &[WayPrediction]) -> Option<f64> {
    let right = ways.iter().filter(|way| way.right).count();
    (0 < right && right < ways.len()).then(|| least(|power| mean_way_loss(ways, power), POWERS))
}

/// Where a convex function is least, by golden-section search.
fn least(f: impl Fn(f64) -> f64, (mut low, mut high): (f64, f64)) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    while high - low > PRECISION {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if f(a) < f(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of `n` cells of two classes, read as the first with probability `said`, of which
    /// `share` are.
    fn cells(said: f32, share: f64, n: usize) -> [BoardPrediction; 1] {
        let right = (share * n as f64).round() as usize;
        let cells = (0..n)
            .map(|i| CellPrediction::new([said, 1.0 - said], 0, Some(usize::from(i >= right))))
            .collect();
        [BoardPrediction { cells, exact: right == n }]
    }

    /// The temperature of a thousand cells.
    fn fitted(said: f32, share: f64) -> f64 {
        temperature_factor(&cells(said, share, 1000))
    }

    #[test]
    fn one_that_is_too_sure_is_softened_to_its_share() {
        // Logit ln 99 said, ln 9 true: the temperature is their ratio.
        let factor = fitted(0.99, 0.9);
        assert!((factor - 99f64.ln() / 9f64.ln()).abs() < 0.01, "{factor}");
        assert!(
            mean_loss(&cells(0.99, 0.9, 1000), factor) < mean_loss(&cells(0.99, 0.9, 1000), 1.0)
        );
    }

    #[test]
    fn an_honest_one_stays_and_a_timid_one_is_sharpened() {
        assert!((fitted(0.9, 0.9) - 1.0).abs() < 0.01);
        assert!((fitted(0.7, 0.9) - (7f64 / 3.0).ln() / 9f64.ln()).abs() < 0.01);
    }

    #[test]
    fn what_never_errs_is_sharpened_to_the_bound_only() {
        assert!((fitted(0.9, 1.0) - RANGE.0).abs() < 0.01);
        assert_eq!(wrong_cells(&cells(0.9, 1.0, 1000)), 0);
        assert_eq!(wrong_cells(&cells(0.9, 0.981, 1000)), 19);
    }

    #[test]
    fn cells_that_do_not_count_have_no_loss() {
        let mut boards = cells(0.9, 0.9, 10);
        let before = mean_loss(&boards, 1.0);
        boards[0].cells.push(CellPrediction::new([0.5, 0.5], 0, None));
        assert!((mean_loss(&boards, 1.0) - before).abs() < 1e-12);
    }

    #[test]
    fn the_power_says_how_often_boards_are_right() {
        // Ten cells of 0.9 each: were mistakes independent, 35 % of the boards would be right; 80 %
        // are.
        let board = |exact| BoardPrediction { exact, ..cells(0.9, 1.0, 10)[0].clone() };
        let boards: Vec<BoardPrediction> = (0..100).map(|i| board(i < 80)).collect();
        let power = board_power(&boards, 1.0).expect("some right, some wrong");
        assert!((power - 0.8f64.ln() / (10.0 * 0.9f64.ln())).abs() < 0.002, "{power}");
        assert!(mean_board_loss(&boards, 1.0, power) < mean_board_loss(&boards, 1.0, 1.0));
    }

    #[test]
    fn below_the_limit_are_95_of_100_wrong_boards() {
        // Probabilities of 0.01 to 1.00 by hundredths, a wrong and a right board of each.
        let boards: Vec<BoardPrediction> = (1..=100)
            .flat_map(|said| {
                let [board] = cells(said as f32 / 100.0, 1.0, 1);
                [BoardPrediction { exact: false, ..board.clone() }, board]
            })
            .collect();
        let limit = check_limit(&boards, 1.0, 1.0).expect("enough are wrong");
        assert!((limit - 0.95).abs() < 1e-9, "{limit}");
        let below = |b: &&BoardPrediction| !b.exact && b.probability(1.0, 1.0) < limit;
        assert_eq!(boards.iter().filter(below).count(), 95);
        assert_eq!(check_limit(&boards[..38], 1.0, 1.0), None);
        assert_eq!(check_limit(&boards[..40], 1.0, 1.0), Some(0.5), "these are all unlikely");
    }

    #[test]
    fn what_was_read_with_a_temperature_is_as_without() {
        let board = |p: f32| BoardPrediction {
            cells: vec![CellPrediction::new([p, 1.0 - p], 0, Some(0))],
            exact: true,
        };
        let (softened, sharp) = ([board(0.75).undivided_by(2.0)], [board(0.9)]);
        assert!((mean_loss(&softened, 1.0) - mean_loss(&sharp, 1.0)).abs() < 1e-6);
        let way = WayPrediction { probability: 0.9, right: true };
        assert!((way.to_the_power(0.5).probability - 0.75).abs() < 1e-6);
    }

    #[test]
    fn the_power_says_how_often_boards_lie_as_they_were_read() {
        // 99 to 1 said, nine to one true.
        let way = |i| WayPrediction { probability: 0.99, right: i < 90 };
        let ways: Vec<WayPrediction> = (0..100).map(way).collect();
        let power = orientation_power(&ways).expect("some right, some wrong");
        assert!((power - 9f64.ln() / 99f64.ln()).abs() < 0.002, "{power}");
        assert!(mean_way_loss(&ways, power) < mean_way_loss(&ways, 1.0));
        assert_eq!(orientation_power(&ways[..90]), None);
    }

    #[test]
    fn boards_that_are_all_right_or_all_wrong_say_nothing_of_the_power() {
        let board = |exact| BoardPrediction { exact, ..cells(0.9, 1.0, 10)[0].clone() };
        assert_eq!(board_power(&[board(true), board(true)], 1.0), None);
        assert_eq!(board_power(&[board(false)], 1.0), None);
    }
}
