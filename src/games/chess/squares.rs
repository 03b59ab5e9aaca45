//! Where men stand in games of chess.

use super::classes::CLASSES;
use crate::games::CellProbs;
use std::sync::LazyLock;

/// How often each class is found on each square, by phase: counted by `tools/chess_squares.py` in
/// games of engines.
const COUNTED: &str = include_str!("squares.csv");

/// The least number of men of each phase.
const PHASES: [f32; 4] = [28.5, 20.5, 11.5, 0.0];

type Shares = [f64; CLASSES.len()];

/// The phases, most men first.
static GAMES: LazyLock<Vec<Squares>> =
    LazyLock::new(|| parse(COUNTED).iter().map(|phase| Squares::new(phase)).collect());

/// The squares of each phase; a row that is none is left out, which a test would see.
fn parse(text: &str) -> Vec<Vec<Shares>> {
    let mut phases = vec![Vec::new(); PHASES.len()];
    // Columns: phase, square, then a share a class. The first line names them.
    for line in text.lines().skip(1) {
        let mut fields = line.split(',');
        let phase =
            fields.next().and_then(|f| f.parse::<usize>().ok()).and_then(|p| phases.get_mut(p));
        let shares: Vec<f64> = fields.skip(1).filter_map(|f| f.parse().ok()).collect();
        if let (Some(phase), Ok(shares)) = (phase, shares.try_into()) {
            phase.push(shares);
        }
    }
    phases
}

/// Pointwise mutual information of class and place, in nats: how much more often the class stands
/// there than on an average place.
fn information(places: &[Shares]) -> Vec<Shares> {
    let mean =
        |class: usize| places.iter().map(|shares| shares[class]).sum::<f64>() / places.len() as f64;
    let means: Vec<f64> = (0..CLASSES.len()).map(mean).collect();
    places
        .iter()
        .map(|shares| std::array::from_fn(|class| (shares[class] / means[class]).ln()))
        .collect()
}

/// What each class on each square, or on each row, has for it or against it in games of so many
/// men.
pub(super) struct Squares {
    squares: Vec<Shares>,
    rows: Vec<Shares>,
}

impl Squares {
    fn new(phase: &[Shares]) -> Self {
        let sum = |row: &[Shares], class: usize| row.iter().map(|shares| shares[class]).sum();
        let rows: Vec<Shares> =
            phase.chunks(8).map(|row| std::array::from_fn(|class| sum(row, class))).collect();
        Self { squares: information(phase), rows: information(&rows) }
    }

    /// Those of games with as many men as a board seems to have.
    pub(super) fn of(probs: &CellProbs) -> &'static Self {
        let men = probs.pieces();
        &GAMES[PHASES.iter().position(|&least| men >= least).unwrap_or(PHASES.len() - 1)]
    }

    /// What a row tells of a class, in nats; row 0 is the eighth rank.
    pub(super) fn of_row(&self, row: usize, class: u8) -> f64 {
        self.rows.get(row).map_or(0.0, |row| row[usize::from(class)])
    }

    /// What a square tells of a class, in nats; a8 is row 0 and column 0.
    pub(super) fn of_square(&self, row: usize, col: usize, class: u8) -> f64 {
        self.squares.get(row * 8 + col).map_or(0.0, |square| square[usize::from(class)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::classes::{BLACK, KING, PAWN};
    use ndarray::Array3;

    #[test]
    fn the_file_has_all_squares_and_shares_that_sum_to_one() {
        let phases = parse(COUNTED);
        assert_eq!(phases.len(), PHASES.len());
        for phase in &phases {
            assert_eq!(phase.len(), 64);
            for shares in phase {
                let sum: f64 = shares.iter().sum();
                assert!(
                    (sum - 10_000.0).abs() < 5.0 && shares.iter().all(|&share| share > 0.0),
                    "{shares:?}"
                );
            }
        }
    }

    #[test]
    fn both_sides_stand_alike() {
        for phase in GAMES.iter() {
            for (square, information) in phase.squares.iter().enumerate() {
                let mirrored = phase.squares[square ^ 56];
                for class in 1..=usize::from(BLACK) {
                    assert!(
                        (information[class] - mirrored[class + usize::from(BLACK)]).abs() < 0.1,
                        "{square} {class}"
                    );
                }
            }
        }
    }

    #[test]
    fn kings_castle_and_pawns_of_full_boards_stand_on_their_second_row() {
        let of = |men: usize| {
            Squares::of(&CellProbs::new(Array3::from_shape_fn((8, 8, 13), |(row, col, class)| {
                if usize::from(row * 8 + col < men) == class { 1.0 } else { 0.0 }
            })))
        };
        let (full, few) = (of(32), of(5));
        assert!(full.of_square(7, 4, KING) > 2.0 && full.of_square(3, 4, KING) < -1.0);
        assert!(full.of_square(6, 0, PAWN) > full.of_square(3, 0, PAWN) + 2.0);
        assert!(of(24).of_square(7, 6, KING) > of(24).of_square(7, 4, KING), "castled");
        assert!(few.of_square(3, 4, KING) > full.of_square(3, 4, KING));
    }
}
