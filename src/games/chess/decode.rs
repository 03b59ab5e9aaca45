//! The most probable set of men that can stand on a board, and which way round the board lies.

use super::{
    classes::{BLACK, KING, PAWN, kind_of},
    squares::Squares,
};
use crate::games::{
    CellGrid, CellProbs, Decoded, Evidence,
    assign::{EXCESS, Supply, assign_within, or_free},
    turn::decode_turned,
};

const KING_OF_BLACK: u8 = KING + BLACK;

/// What a side owns: its pieces, one bishop on each color, and eight pawns that may have become any
/// piece but a king. These are upper limits: a photo may show a lesson's board with a handful of
/// men. Last, at a price, what is beyond them.
const SUPPLIES: [Supply; 16] = [
    Supply::new(&[0], usize::MAX),
    Supply::new(&[KING], 1),
    Supply::new(&[5], 1),
    Supply::new(&[4], 2),
    Supply { accepts: is_light, ..Supply::new(&[3], 1) },
    Supply { accepts: is_dark, ..Supply::new(&[3], 1) },
    Supply::new(&[2], 2),
    Supply { price: promotion, ..Supply::new(&[PAWN, 2, 3, 4, 5], 8) },
    Supply::new(&[KING_OF_BLACK], 1),
    Supply::new(&[5 + BLACK], 1),
    Supply::new(&[4 + BLACK], 2),
    Supply { accepts: is_light, ..Supply::new(&[3 + BLACK], 1) },
    Supply { accepts: is_dark, ..Supply::new(&[3 + BLACK], 1) },
    Supply::new(&[2 + BLACK], 2),
    Supply {
        price: promotion,
        ..Supply::new(&[PAWN + BLACK, 2 + BLACK, 3 + BLACK, 4 + BLACK, 5 + BLACK], 8)
    },
    Supply {
        price: |_| EXCESS,
        ..Supply::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], usize::MAX)
    },
];

/// What a piece costs, in nats, that has to be a promoted pawn: few boards show a second queen,
/// hardly any a third knight. The odds are rough ones, 1 to 12 and 1 to 150.
const fn promotion(class: u8) -> f64 {
    match kind_of(class) {
        PAWN => 0.0,
        5 => 2.5,
        _ => 5.0,
    }
}

/// What a side without its king costs, in nats, on a board with so many men: hardly any game goes
/// on without one, while a few men may be anything. Rough odds, after the different boards of the
/// training photos: of those with three to six men 19 of 60 sides have no king, of those with more
/// 2 of 1,128.
const fn missing_king(men: usize) -> f64 {
    match men {
        0..=2 => 0.0,
        3..=6 => 1.0,
        _ => 5.0,
    }
}

/// [`SUPPLIES`] where to take a king is worth [`missing_king`]. That is the same as a price on
/// having none: there is one of each.
fn supplies(men: usize) -> [Supply; 16] {
    SUPPLIES.map(|supply| match supply.classes {
        [KING | KING_OF_BLACK] => Supply { worth: missing_king(men), ..supply },
        _ => supply,
    })
}

/// Men do not stand where they do independently of each other: each counts for half.
const SQUARE_WEIGHT: f64 = 0.5;

/// The most probable board, exactly, when each man beyond the limits of [`SUPPLIES`] and each pawn
/// on the first or last rank costs [`EXCESS`]; for the turn whose board is the most probable one.
pub fn decode(evidence: &Evidence) -> Decoded {
    if evidence.usual_squares_counted {
        return decode_turned(evidence, |probs| {
            within_limits(probs, men_seen(probs), |_, _, _| 0.0)
        });
    }
    decode_turned(evidence, most_probable)
}

/// The best board of a game, where men stand on some squares more often than on others, or the best
/// one that somebody has set up, where all squares are alike: whichever explains the photo better.
/// Its score, by which a turn is chosen, may be that of a board set up whose men stand on the rows
/// of games.
fn most_probable(probs: &CellProbs) -> (CellGrid, f64) {
    let (squares, men) = (Squares::of(probs), men_seen(probs));
    let played = within_limits(probs, men, |row, col, class| {
        SQUARE_WEIGHT * squares.of_square(row, col, class)
    });
    let set_up = within_limits(probs, men, |_, _, _| 0.0);
    let score = played.1.max(set_up.1 + SQUARE_WEIGHT * of_rows(squares, &set_up.0));
    let best = if played.1 > set_up.1 { played } else { set_up };
    (best.0, score)
}

/// How many squares hardly look empty: what a reflection leaves in doubt is no man.
fn men_seen(probs: &CellProbs) -> usize {
    let (rows, cols, _) = probs.dim();
    (0..rows * cols).filter(|cell| probs.log(cell / cols, cell % cols, 0) < 0.1f64.ln()).count()
}

fn of_rows(squares: &Squares, board: &CellGrid) -> f64 {
    let men = board.cells().iter().enumerate().filter(|(_, class)| **class != 0);
    men.map(|(cell, &class)| squares.of_row(cell / board.cols(), class)).sum()
}

/// The most probable board when each man on its square has `bonus(row, col, class)` for it, and
/// some `men` are seen.
fn within_limits(
    probs: &CellProbs,
    men: usize,
    bonus: impl Fn(usize, usize, u8) -> f64,
) -> (CellGrid, f64) {
    let last = probs.dim().0.saturating_sub(1);
    let on_edge = |row: usize, class: u8| kind_of(class) == PAWN && (row == 0 || row == last);
    let price = |row, class| if on_edge(row, class) { EXCESS } else { 0.0 };
    let (board, score) = assign_within(probs, &supplies(men), |row, col, class| {
        price(row, class) - bonus(row, col, class)
    });
    or_free(probs, (board, score - 2.0 * missing_king(men)))
}

const fn is_light(cell: usize) -> bool {
    (cell / 8 + cell % 8).is_multiple_of(2)
}

const fn is_dark(cell: usize) -> bool {
    !is_light(cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Side, chess::Chess};
    use ndarray::Array3;
    use proptest::prelude::*;

    const GAME: &str = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 1";

    fn sure(board: &CellGrid) -> CellProbs {
        CellProbs::new(Array3::from_shape_fn((8, 8, 13), |(r, c, k)| {
            if usize::from(board.get(r, c)) == k { 0.94 } else { 0.005 }
        }))
    }

    #[test]
    fn every_turn_of_a_game_position_is_found() {
        let board = Chess.from_notation(GAME).expect("a FEN");
        for turns in 0..4 {
            let decoded = decode(&Evidence::from_probs(sure(&board.rotated(turns))));
            assert_eq!(decoded.board, board);
            assert_eq!((turns + decoded.turns) % 4, 0);
            assert!((decoded.log_likelihood - 64.0 * 0.94f64.ln()).abs() < 1e-4);
        }
    }

    #[test]
    fn what_the_user_says_about_white_is_taken() {
        let board = Chess.from_notation(GAME).expect("a FEN");
        for (side, turns) in [(Side::Bottom, 0), (Side::Left, 1), (Side::Top, 2), (Side::Right, 3)]
        {
            let evidence = Evidence { white: Some(side), ..Evidence::from_probs(sure(&board)) };
            assert_eq!(decode(&evidence).turns, turns);
        }
    }

    #[test]
    fn the_pattern_decides_between_quarter_turns_of_a_sparse_board() {
        let board = Chess.from_notation("6k1/5ppp/8/8/8/8/5PPP/6K1").expect("a FEN");
        for (turns, lighter) in [(0, 0.5), (1, -0.5), (2, 0.5), (3, -0.5)] {
            let seen = board.rotated(turns);
            let evidence =
                Evidence { even_cells_lighter: Some(lighter), ..Evidence::from_probs(sure(&seen)) };
            assert_eq!(decode(&evidence).board, board, "{turns} turns");
        }
    }

    #[test]
    fn the_less_probable_of_two_kings_becomes_its_next_class() {
        let board = Chess.from_notation("4k3/8/8/8/8/8/3K4/4K3").expect("a FEN");
        let mut probs = sure(&board).array().clone();
        (probs[[6, 3, 6]], probs[[6, 3, 5]]) = (0.6, 0.345);
        let decoded = decode(&Evidence {
            white: Some(Side::Bottom),
            ..Evidence::from_probs(CellProbs::new(probs))
        });
        assert_eq!(Chess.to_notation(&decoded.board), "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1");
    }

    #[test]
    fn a_side_with_many_men_has_a_king() {
        let white = Some(Side::Bottom);
        let read = |fen: &str| {
            let board = Chess.from_notation(fen).expect("a FEN");
            let mut probs = sure(&board).array().clone();
            // It rather looks like a queen.
            (probs[[7, 4, 6]], probs[[7, 4, 5]]) = (0.345, 0.6);
            decode(&Evidence { white, ..Evidence::from_probs(CellProbs::new(probs)) }).board
        };
        assert_eq!(read("4k3/pppp4/8/8/8/8/PPPP4/4K3").get(7, 4), KING);
        assert_eq!(read("4k3/8/8/8/8/8/8/4K3").get(7, 4), 5);
        let mut probs = sure(&Chess.from_notation("4k3/pppp4/8/8/8/8/PPPP4/4Q3").expect("a FEN"))
            .array()
            .clone();
        probs[[7, 4, 6]] = 1e-6;
        let lesson =
            decode(&Evidence { white, ..Evidence::from_probs(CellProbs::new(probs)) }).board;
        assert_eq!(lesson.get(7, 4), 5, "what is seen clearly is read");
    }

    #[test]
    fn what_may_be_a_pawn_is_hardly_a_third_bishop() {
        let board = Chess.from_notation("4k3/8/8/8/8/8/PPPPPPPP/2B1KB2").expect("a FEN");
        let mut probs = sure(&board).array().clone();
        for col in 0..8 {
            (probs[[6, col, 1]], probs[[6, col, 3]]) = (0.2, 0.745);
        }
        let white = Some(Side::Bottom);
        let read = |probs| {
            decode(&Evidence { white, ..Evidence::from_probs(CellProbs::new(probs)) }).board
        };
        assert_eq!(read(probs.clone()), board);
        // A second queen is less unusual, and what is seen clearly is read.
        (probs[[6, 0, 1]], probs[[6, 0, 3]], probs[[6, 0, 5]]) = (0.02, 0.005, 0.925);
        probs[[7, 3, 0]] = 0.01;
        probs[[7, 3, 5]] = 0.935;
        assert_eq!((read(probs.clone()).get(6, 0), read(probs).get(7, 3)), (5, 5));
    }

    /// Both sides as they stand at first, every man as likely to be any other of its side: only
    /// where they stand tells.
    fn initial_men_of_any_kind() -> CellProbs {
        let board =
            Chess.from_notation("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR").expect("a FEN");
        CellProbs::new(Array3::from_shape_fn((8, 8, 13), |(row, col, class)| {
            match (board.get(row, col), class) {
                (0, 0) => 1.0,
                (7.., 7..) | (1..=6, 1..=6) => 1.0 / 6.0,
                _ => 0.0,
            }
        }))
    }

    #[test]
    fn men_that_look_like_any_are_what_stands_there_in_games() {
        let decoded = decode(&Evidence {
            white: Some(Side::Bottom),
            ..Evidence::from_probs(initial_men_of_any_kind())
        });
        assert_eq!(
            Chess.to_notation(&decoded.board),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
        );
    }

    #[test]
    fn usual_squares_do_not_count_twice() {
        let mut probs = sure(
            &Chess.from_notation("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR").expect("a FEN"),
        )
        .array()
        .clone();
        // White's king and queen look rather like each other.
        for (col, looks, less) in [(3, 6, 5), (4, 5, 6)] {
            (probs[[7, col, looks]], probs[[7, col, less]]) = (0.55, 0.395);
        }
        let alone =
            Evidence { white: Some(Side::Bottom), ..Evidence::from_probs(CellProbs::new(probs)) };
        assert_eq!(decode(&alone).board.get(7, 4), KING);
        let together = Evidence { usual_squares_counted: true, ..alone };
        assert_eq!(decode(&together).board.get(7, 3), KING);
    }

    #[test]
    fn what_is_seen_clearly_stands_where_no_game_has_it() {
        let board = Chess.from_notation("k6K/8/2NN4/q7/8/7R/1rrb4/8").expect("a FEN");
        let evidence = Evidence { white: Some(Side::Bottom), ..Evidence::from_probs(sure(&board)) };
        assert_eq!(decode(&evidence).board, board);
    }

    #[test]
    fn an_empty_board_stays_empty() {
        let decoded = decode(&Evidence::from_probs(sure(&CellGrid::empty(8, 8))));
        assert_eq!((decoded.board, decoded.turns), (CellGrid::empty(8, 8), 0));
    }

    #[test]
    fn a_surely_seen_second_king_is_kept_and_reported() {
        let board = Chess.from_notation("4k3/8/8/8/8/8/3K4/4K3").expect("a FEN");
        let probs = Array3::from_shape_fn((8, 8, 13), |(r, c, k)| {
            if usize::from(board.get(r, c)) == k { 1.0 - 12e-6 } else { 1e-6 }
        });
        let evidence =
            Evidence { white: Some(Side::Bottom), ..Evidence::from_probs(CellProbs::new(probs)) };
        assert_eq!(decode(&evidence).board, board);
    }

    #[test]
    fn a_board_full_of_men_is_read_as_it_is() {
        let board =
            CellGrid::from_cells(8, 8, (0..64).map(|i| i % 12 + 1).collect()).expect("64 cells");
        let evidence = Evidence { white: Some(Side::Bottom), ..Evidence::from_probs(sure(&board)) };
        assert_eq!(decode(&evidence).board, board);
    }

    proptest! {
        /// Doubtful men on three ranks: together they weigh less than a free arrangement costs.
        #[test]
        fn doubtful_men_break_no_limit(seed in proptest::collection::vec(0.3f32..1.0, 3 * 8 * 13),
        start in 0usize..6) {
            let mut probs = sure(&CellGrid::empty(8, 8)).array().clone();
            for (i, p) in seed.into_iter().enumerate() {
                probs[[start + i / 104, i / 13 % 8, i % 13]] = p;
            }
            for mut cell in probs.rows_mut() {
                let sum = cell.sum();
                cell.mapv_inplace(|p| p / sum);
            }
            let decoded = decode(&Evidence::from_probs(CellProbs::new(probs)));
            let limits = ["two-kings", "too-many-men", "too-many-pawns", "too-many-promoted",
            "pawn-on-edge"];
            let broken: Vec<_> = Chess.violations(&decoded.board).into_iter().filter(|v|
            limits.contains(&v.rule)).collect();
            prop_assert_eq!(broken, vec![]);
        }
    }
}
