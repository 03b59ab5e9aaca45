//! The most probable choice of a class for every cell when the pieces are limited in number.

use super::{CellGrid, CellProbs, turn::log_likelihood};

/// A supply of pieces: at most `capacity` cells that `accepts` allows take one of `classes` from
/// it.
///
/// Limits that depend on each other are written as supplies that share classes. A chess side owns
/// two knights and eight pawns that may have become knights: a supply of two knights, and a supply
/// of eight of any class but king.
#[derive(Clone, Copy, Debug)]
pub(super) struct Supply {
    /// The classes it offers.
    pub classes: &'static [u8],
    /// How many cells may draw from it.
    pub capacity: usize,
    /// Which cells (index, row by row) may draw from it.
    pub accepts: fn(usize) -> bool,
    /// What a cell that draws a class from it costs, in the unit of the scores.
    pub price: fn(u8) -> f64,
    /// What drawing from it is worth, in the unit of the scores.
    pub worth: f64,
}

impl Supply {
    /// A supply for every cell, at no cost.
    pub(super) const fn new(classes: &'static [u8], capacity: usize) -> Self {
        Self { classes, capacity, accepts: |_| true, price: |_| 0.0, worth: 0.0 }
    }
}

/// The class of every cell, and the sum, that maximize the sum of `score(cell, class)` less the
/// prices of the supplies drawn from and with their worth, while every cell draws from one supply.
///
/// The answer is optimal: this is the transportation problem, solved by successive best augmenting
/// paths (one cell added at a time, earlier ones moved between supplies along the path that gains
/// most). At least one supply has to accept every cell without limit, with a finite score;
/// `f64::NEG_INFINITY` forbids a class.
pub(super) fn assign(
    cells: usize,
    supplies: &[Supply],
    score: impl Fn(usize, u8) -> f64,
) -> (Vec<u8>, f64) {
    let offers: Vec<Vec<(f64, u8)>> = (0..cells)
        .map(|cell| supplies.iter().map(|s| best_offer(s, cell, &score)).collect())
        .collect();
    let mut drawn = vec![Vec::new(); supplies.len()];
    for cell in 0..cells {
        add(cell, &offers, supplies, &mut drawn);
    }
    let (mut classes, mut sum) = (vec![0; cells], 0.0);
    for (supply, members) in drawn.iter().enumerate() {
        for &cell in members {
            let (gain, class) = offers[cell][supply];
            classes[cell] = class;
            sum += gain;
        }
    }
    (classes, sum)
}

/// What a man beyond its game's limits costs, in nats: it is read when the photo speaks for it more
/// than 1000 to 1, and then reported.
pub(super) const EXCESS: f64 = 7.0;

/// What it costs, in nats, to take a board for a free arrangement, to which no limit applies:
/// people photograph all their pieces on one board.
pub(super) const FREE_ARRANGEMENT: f64 = 30.0;

/// [`assign`] to the cells of a board, with scores that are log-probabilities less `penalty(row,
/// col, class)`; or the most probable class of each cell where that scores better by more than
/// [`FREE_ARRANGEMENT`]. The score comes with the board.
pub(super) fn assign_board(
    probs: &CellProbs,
    supplies: &[Supply],
    penalty: impl Fn(usize, usize, u8) -> f64,
) -> (CellGrid, f64) {
    or_free(probs, assign_within(probs, supplies, penalty))
}

/// [`assign_board`] without the free arrangement.
pub(super) fn assign_within(
    probs: &CellProbs,
    supplies: &[Supply],
    penalty: impl Fn(usize, usize, u8) -> f64,
) -> (CellGrid, f64) {
    let (rows, cols, _) = probs.dim();
    let (classes, score) = assign(rows * cols, supplies, |cell, class| {
        let (row, col) = (cell / cols, cell % cols);
        probs.log(row, col, usize::from(class)) - penalty(row, col, class)
    });
    (CellGrid::from_cells(rows, cols, classes).expect("a class for every cell"), score)
}

/// A board with its score, or the free arrangement where that scores better.
pub(super) fn or_free(probs: &CellProbs, limited: (CellGrid, f64)) -> (CellGrid, f64) {
    let free = probs.argmax();
    let free_score = log_likelihood(probs, &free) - FREE_ARRANGEMENT;
    if limited.1 >= free_score { limited } else { (free, free_score) }
}

fn best_offer(supply: &Supply, cell: usize, score: &impl Fn(usize, u8) -> f64) -> (f64, u8) {
    let none = (f64::NEG_INFINITY, 0);
    if !(supply.accepts)(cell) {
        return none;
    }
    let offers = supply
        .classes
        .iter()
        .map(|&class| (score(cell, class) - (supply.price)(class) + supply.worth, class));
    offers.fold(none, |best, offer| if offer.0 > best.0 { offer } else { best })
}

/// Adds a cell, moving earlier cells between supplies where that raises the sum.
fn add(cell: usize, offers: &[Vec<(f64, u8)>], supplies: &[Supply], drawn: &mut [Vec<usize>]) {
    let moves = best_moves(offers, drawn);
    let mut gain: Vec<f64> = offers[cell].iter().map(|o| o.0).collect();
    let mut previous = vec![None; supplies.len()];
    // Bellman-Ford: a longest path visits no supply twice.
    for _ in 0..supplies.len() {
        let mut changed = false;
        for (from, row) in moves.iter().enumerate() {
            for (to, &(by, who)) in row.iter().enumerate() {
                if gain[from] + by > gain[to] + 1e-12 {
                    gain[to] = gain[from] + by;
                    previous[to] = Some((from, who));
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let open = (0..supplies.len()).filter(|&s| drawn[s].len() < supplies[s].capacity);
    let Some(mut end) = open.max_by(|&a, &b| gain[a].total_cmp(&gain[b])) else { return };
    while let Some((from, who)) = previous[end] {
        drawn[from].retain(|&c| c != who);
        drawn[end].push(who);
        end = from;
    }
    drawn[end].push(cell);
}

/// For each pair of supplies, the cell that gains most (or loses least) by moving from the one to
/// the other, and its gain.
fn best_moves(offers: &[Vec<(f64, u8)>], drawn: &[Vec<usize>]) -> Vec<Vec<(f64, usize)>> {
    let best = |from: usize, to: usize| {
        let gains =
            drawn[from].iter().map(|&cell| (offers[cell][to].0 - offers[cell][from].0, cell));
        gains.fold((f64::NEG_INFINITY, 0), |best, gain| if gain.0 > best.0 { gain } else { best })
    };
    let all = 0..drawn.len();
    all.clone()
        .map(|from| {
            all.clone()
                .map(|to| if from == to { (f64::NEG_INFINITY, 0) } else { best(from, to) })
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CELLS: usize = 5;
    const SUPPLIES: [Supply; 4] = [
        Supply::new(&[0], usize::MAX),
        Supply::new(&[1], 1),
        Supply { accepts: |cell| cell.is_multiple_of(2), ..Supply::new(&[2], 1) },
        Supply { price: |_| 0.5, ..Supply::new(&[1, 2, 3], 2) },
    ];

    /// The best sum over every way of drawing, by trying all.
    fn brute_force(scores: &[f64]) -> f64 {
        let score = |cell: usize, class: u8| scores[cell * 4 + usize::from(class)];
        let mut best = f64::NEG_INFINITY;
        for code in 0..4usize.pow(CELLS as u32) {
            let choice: Vec<usize> =
                (0..CELLS).map(|cell| code / 4usize.pow(cell as u32) % 4).collect();
            let fits =
                (0..4).all(|s| choice.iter().filter(|&&c| c == s).count() <= SUPPLIES[s].capacity);
            if fits {
                let sum = choice
                    .iter()
                    .enumerate()
                    .map(|(cell, &s)| best_offer(&SUPPLIES[s], cell, &score).0)
                    .sum::<f64>();
                best = best.max(sum);
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_choice_scores_more(scores in proptest::collection::vec(-9.0f64..0.0, CELLS * 4)) {
            let (classes, sum) = assign(CELLS, &SUPPLIES, |cell, class|
            scores[cell * 4 + usize::from(class)]);
            prop_assert!((sum - brute_force(&scores)).abs() < 1e-9);
            prop_assert!(classes.iter().filter(|&&c| c == 1).count() <= 3);
            prop_assert!(classes.iter().filter(|&&c| c != 0).count() <= 4);
        }
    }

    #[test]
    fn unlimited_supplies_give_the_best_class_of_each_cell() {
        let (classes, _) = assign(3, &[Supply::new(&[0, 1, 2], usize::MAX)], |cell, class| {
            if cell == usize::from(class) { 0.0 } else { -1.0 }
        });
        assert_eq!(classes, [0, 1, 2]);
    }
}
