//! The most probable set of pieces, and which way round the board lies.

use super::classes::{BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN, is_dark, is_white, men_of};
use crate::games::{
    CellGrid, CellProbs, Decoded, Evidence,
    assign::{EXCESS, Supply, assign_board},
    turn::decode_turned,
};

/// So many pieces a side, men or kings; and, at a price, what is beyond them.
const fn supplies(men: usize) -> [Supply; 4] {
    [
        Supply::new(&[0], usize::MAX),
        Supply::new(&[WHITE_MAN, WHITE_KING], men),
        Supply::new(&[BLACK_MAN, BLACK_KING], men),
        Supply {
            price: |_| EXCESS,
            ..Supply::new(&[WHITE_MAN, BLACK_MAN, WHITE_KING, BLACK_KING], usize::MAX)
        },
    ]
}

/// What a piece on a light square costs, in nats. Such a piece breaks the rules but lies on real
/// tables, and is to be reported: it is read when the photo speaks for it more than e^6 to 1.
const OFF_SQUARE: f64 = 6.0;

/// What an uncrowned man on the last row costs, in nats, late in a game: less, for a king's mark is
/// easily overlooked.
const UNCROWNED: f64 = 3.0;

/// What the log-odds of king and man lose where most men are still on the board, and hardly one has
/// come through: nothing with the first share of all pieces, all of it with the second. The odds
/// are rough ones, 1 to 50; a crown that is seen clearly is read.
const EARLY_KING: f32 = 4.0;
const EARLY: [f32; 2] = [1.0 / 3.0, 5.0 / 6.0];

/// How often a man stands on each row of eight, counted from its own side: a rough table, to tell a
/// board from the same board turned around.
const MAN_ROWS: [f64; 8] = [0.22, 0.21, 0.19, 0.15, 0.11, 0.07, 0.04, 0.01];

/// Men do not stand where they do independently of each other: each counts for half.
const ROW_WEIGHT: f64 = 0.5;

/// The most probable board, exactly, when pieces beyond those of the initial position, pieces on
/// light squares and uncrowned men on the last row are held against it; for the turn that fits
/// best.
pub fn decode(evidence: &Evidence) -> Decoded {
    decode_turned(evidence, |probs| {
        let (board, score) = most_probable(probs);
        let usual = usual(&board);
        (board, score + usual)
    })
}

fn most_probable(probs: &CellProbs) -> (CellGrid, f64) {
    let (rows, early) = (probs.dim().0, early(probs));
    assign_board(&fewer_kings(probs, early), &supplies(men_of(rows)), |row, col, class| {
        penalty(rows, row, col, class, early)
    })
}

/// How early in a game it is by the number of pieces, 0 to 1.
fn early(probs: &CellProbs) -> f32 {
    let share = probs.pieces() / (2 * men_of(probs.dim().0)) as f32;
    ((share - EARLY[0]) / (EARLY[1] - EARLY[0])).clamp(0.0, 1.0)
}

/// The probabilities with part of each king's given to the man of its side, as the number of pieces
/// wants it: whether something stands there, and whose it is, stays as probable.
fn fewer_kings(probs: &CellProbs, early: f32) -> CellProbs {
    let odds = (-EARLY_KING * early).exp();
    let mut probs = probs.array().clone();
    for mut cell in probs.rows_mut() {
        for (man, king) in [(WHITE_MAN, WHITE_KING), (BLACK_MAN, BLACK_KING)] {
            let (man, king) = (usize::from(man), usize::from(king));
            let side = cell[man] + cell[king];
            let crowned =
                side * odds * cell[king] / (cell[man] + odds * cell[king]).max(f32::MIN_POSITIVE);
            (cell[man], cell[king]) = (side - crowned, crowned);
        }
    }
    CellProbs::new(probs)
}

/// A man on the last row is a king late in a game; early it tells that the board lies otherwise, or
/// was set up so.
fn penalty(rows: usize, row: usize, col: usize, class: u8, early: f32) -> f64 {
    let off_square = if class != 0 && !is_dark(row, col) { OFF_SQUARE } else { 0.0 };
    let uncrowned = (class == WHITE_MAN && row == 0) || (class == BLACK_MAN && row + 1 == rows);
    off_square + if uncrowned { UNCROWNED * f64::from(1.0 - early) } else { 0.0 }
}

/// Logarithm of how usual the places are on which the pieces stand.
fn usual(board: &CellGrid) -> f64 {
    let weigh = |(cell, &class): (usize, &u8)| {
        let row = cell / board.cols();
        let from_own_side =
            if is_white(class) == Some(true) { board.rows() - 1 - row } else { row };
        let man = class == WHITE_MAN || class == BLACK_MAN;
        if man { ROW_WEIGHT * MAN_ROWS[from_own_side * 8 / board.rows()].ln() } else { 0.0 }
    };
    board.cells().iter().enumerate().map(weigh).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{
        Game, Side,
        checkers::{Checkers, board_from_pdn},
    };
    use ndarray::Array3;

    const GAME: &str = "W:W21,22,25,26,27,29,31,K3:B1,2,5,6,8,10,12,K32";

    fn sure(board: &CellGrid) -> CellProbs {
        let shape = (board.rows(), board.cols(), 5);
        CellProbs::new(Array3::from_shape_fn(shape, |(r, c, k)| {
            if usize::from(board.get(r, c)) == k { 0.996 } else { 0.001 }
        }))
    }

    #[test]
    fn twenty_men_a_side_on_ten_rows_in_every_turn() {
        let board = board_from_pdn("W:W31-50:B1-19,28", 10).expect("a PDN FEN");
        for turns in 0..4 {
            let decoded = decode(&Evidence::from_probs(sure(&board.rotated(turns))));
            assert_eq!(decoded.board, board, "{turns} turns");
        }
        assert_eq!(Checkers.violations(&board), []);
    }

    #[test]
    fn every_turn_of_a_game_position_is_found() {
        let board = Checkers.from_notation(GAME).expect("a PDN FEN");
        for turns in 0..4 {
            let decoded = decode(&Evidence::from_probs(sure(&board.rotated(turns))));
            assert_eq!(decoded.board, board, "{turns} turns");
            assert_eq!((turns + decoded.turns) % 4, 0);
        }
    }

    #[test]
    fn the_user_overrules_the_pieces() {
        let board = Checkers.from_notation(GAME).expect("a PDN FEN");
        let evidence = Evidence { white: Some(Side::Top), ..Evidence::from_probs(sure(&board)) };
        assert_eq!(decode(&evidence).turns, 2);
    }

    #[test]
    fn a_surely_seen_piece_on_a_light_square_is_kept_and_reported() {
        let mut board = Checkers.from_notation(GAME).expect("a PDN FEN");
        board.set(4, 4, WHITE_MAN);
        let decoded = decode(&Evidence::from_probs(sure(&board)));
        assert_eq!(decoded.board, board);
        assert_eq!(
            Checkers.violations(&board).iter().map(|v| v.rule).collect::<Vec<_>>(),
            ["light-square"]
        );
    }

    #[test]
    fn a_doubtful_piece_on_a_light_square_is_dropped() {
        let board = Checkers.from_notation(GAME).expect("a PDN FEN");
        let mut probs = sure(&board).array().clone();
        (probs[[4, 4, 0]], probs[[4, 4, 1]]) = (0.1, 0.897);
        assert_eq!(decode(&Evidence::from_probs(CellProbs::new(probs))).board, board);
    }

    #[test]
    fn a_doubtful_king_is_a_man_while_most_men_are_there() {
        let full = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
        for (game, kings_read) in [(full, false), ("W:W21,32:B1,12", true)] {
            let board = Checkers.from_notation(game).expect("a PDN FEN");
            let mut probs = sure(&board).array().clone();
            for (man, king, sure) in [(WHITE_MAN, WHITE_KING, 0.8), (BLACK_MAN, BLACK_KING, 0.99)] {
                let at = board
                    .cells()
                    .iter()
                    .position(|&class| class == man)
                    .map(|i| [i / 8, i % 8])
                    .expect("a man");
                probs[[at[0], at[1], usize::from(man)]] = 0.998 - sure;
                probs[[at[0], at[1], usize::from(king)]] = sure;
            }
            let evidence = Evidence {
                white: Some(Side::Bottom),
                ..Evidence::from_probs(CellProbs::new(probs))
            };
            let read = decode(&evidence).board;
            assert_eq!(read.cells().contains(&WHITE_KING), kings_read, "{game}");
            assert!(read.cells().contains(&BLACK_KING), "what is seen clearly is read: {game}");
        }
    }

    #[test]
    fn men_on_the_last_row_keep_their_side_while_most_men_are_there() {
        let board = Checkers
            .from_notation("W:W1,5,6,9,13,14,17,21,22,25,29,30:B3,4,8,11,12,16,19,20,24,27,28,32")
            .expect("a PDN FEN");
        let mut probs = sure(&board).array().clone();
        let seen = [
            (WHITE_MAN, 0.62),
            (WHITE_KING, 0.13),
            (BLACK_MAN, 0.2),
            (BLACK_KING, 0.04),
            (0, 0.01),
        ];
        seen.iter().for_each(|&(class, p)| probs[[0, 1, usize::from(class)]] = p);
        let evidence =
            Evidence { white: Some(Side::Bottom), ..Evidence::from_probs(CellProbs::new(probs)) };
        assert_eq!(decode(&evidence).board, board);
    }

    #[test]
    fn the_least_certain_of_thirteen_men_goes() {
        let mut board = Checkers.from_notation("W:W20-32:B1").expect("a PDN FEN");
        let mut probs = sure(&board).array().clone();
        (probs[[6, 3, 0]], probs[[6, 3, 1]]) = (0.05, 0.947);
        board.set(6, 3, 0);
        let evidence =
            Evidence { white: Some(Side::Bottom), ..Evidence::from_probs(CellProbs::new(probs)) };
        assert_eq!(decode(&evidence).board, board);
    }
}
