//! What no game of chess can lead to.

use super::classes::{BISHOP, BLACK, KING, PAWN, kind_of, side_of};
use crate::{
    games::{CellGrid, Violation, text::algebraic},
    messages::Message,
};

type Cell = (usize, usize);

/// Everything impossible about a board. A board without any king is taken for a lesson's: no king
/// is missed there.
pub fn violations(board: &CellGrid) -> Vec<Violation> {
    let mut found = Vec::new();
    for side in [0, BLACK] {
        kings(board, side, &mut found);
        men(board, side, &mut found);
        pawns_on_the_edge(board, side, &mut found);
    }
    adjacent_kings(board, &mut found);
    found
}

fn names(board: &CellGrid, cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|&(row, col)| algebraic(board.rows(), row, col)).collect()
}

/// A message about a side.
fn about(key: &'static str, side: u8) -> Message {
    Message::new(key).side("side", side != BLACK)
}

/// The cells whose class `wanted` accepts, row by row.
fn cells(board: &CellGrid, wanted: impl Fn(u8) -> bool) -> Vec<Cell> {
    let all = board.cells().iter().enumerate();
    all.filter(|&(_, &class)| wanted(class))
        .map(|(i, _)| (i / board.cols(), i % board.cols()))
        .collect()
}

fn kings(board: &CellGrid, side: u8, found: &mut Vec<Violation>) {
    let kings = cells(board, |class| class == KING + side);
    if kings.len() > 1 {
        let message = about("chess-two-kings", side)
            .count("count", kings.len())
            .all("squares", names(board, &kings));
        let excess = kings.len() - 1;
        found.push(Violation { rule: "two-kings", message, cells: kings, excess });
    } else if kings.is_empty() && !cells(board, |class| kind_of(class) == KING).is_empty() {
        found.push(Violation {
            rule: "missing-king",
            message: about("chess-missing-king", side),
            cells: Vec::new(),
            excess: 1,
        });
    }
}

fn men(board: &CellGrid, side: u8, found: &mut Vec<Violation>) {
    let men = cells(board, |class| side_of(class) == Some(side));
    let pawns = cells(board, |class| class == PAWN + side);
    // A piece too many is counted once.
    let surplus = men.len().saturating_sub(16);
    let beyond = |excess: usize| excess.saturating_sub(surplus).max(1);
    if surplus > 0 {
        let message = about("chess-too-many-men", side)
            .count("count", men.len())
            .all("squares", names(board, &men));
        found.push(Violation { rule: "too-many-men", message, cells: men, excess: surplus });
    }
    if pawns.len() > 8 {
        let message = about("chess-too-many-pawns", side)
            .count("count", pawns.len())
            .all("squares", names(board, &pawns));
        let excess = beyond(pawns.len() - 8);
        found.push(Violation { rule: "too-many-pawns", message, cells: pawns, excess });
        return;
    }
    let extra = promoted(board, side);
    if extra.0 > 8 - pawns.len() {
        let message = about("chess-too-many-promoted", side)
            .count("count", extra.0)
            .count("missing", 8 - pawns.len())
            .all("squares", names(board, &extra.1));
        let excess = beyond(extra.0 + pawns.len() - 8);
        found.push(Violation { rule: "too-many-promoted", message, cells: extra.1, excess });
    }
}

/// How many of a side's pieces must be promoted pawns, and the pieces of the kinds concerned.
fn promoted(board: &CellGrid, side: u8) -> (usize, Vec<Cell>) {
    let of = |kind: u8| cells(board, |class| class == kind + side);
    let (light, dark) = of(BISHOP).into_iter().partition(|(row, col)| (row + col) % 2 == 0);
    let kinds = [(of(2), 2), (light, 1), (dark, 1), (of(4), 2), (of(5), 1)];
    let over = kinds.into_iter().filter(|(cells, own)| cells.len() > *own);
    over.fold((0, Vec::new()), |(count, mut all), (cells, own)| {
        let count = count + cells.len() - own;
        all.extend(cells);
        (count, all)
    })
}

fn pawns_on_the_edge(board: &CellGrid, side: u8, found: &mut Vec<Violation>) {
    let mut pawns = cells(board, |class| class == PAWN + side);
    pawns.retain(|&(row, _)| row == 0 || row + 1 == board.rows());
    if !pawns.is_empty() {
        let message = about("chess-pawn-on-edge", side).all("squares", names(board, &pawns));
        found.push(Violation { rule: "pawn-on-edge", message, cells: pawns, excess: 1 });
    }
}

fn adjacent_kings(board: &CellGrid, found: &mut Vec<Violation>) {
    for white in cells(board, |class| class == KING) {
        for black in cells(board, |class| class == KING + BLACK) {
            if white.0.abs_diff(black.0).max(white.1.abs_diff(black.1)) == 1 {
                let message = Message::new("chess-kings-adjacent")
                    .all("squares", names(board, &[white, black]));
                found.push(Violation {
                    rule: "kings-adjacent",
                    message,
                    cells: vec![white, black],
                    excess: 1,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{Game, chess::Chess};

    fn rules(fen: &str) -> Vec<&'static str> {
        let board = Chess.from_notation(fen).expect("a FEN");
        Chess.violations(&board).iter().map(|v| v.rule).collect()
    }

    #[test]
    fn possible_boards_are_possible() {
        assert!(rules("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR").is_empty());
        assert!(rules("8/8/8/8/8/8/8/8").is_empty());
        assert!(rules("8/8/3p4/8/2N5/8/8/8").is_empty());
        assert!(rules("QQQQk3/QQQQ4/8/8/8/8/8/QRRBBNNK").is_empty());
    }

    #[test]
    fn a_piece_too_many_is_counted_once() {
        let excess = |fen: &str| {
            let board = Chess.from_notation(fen).expect("a FEN");
            Chess.violations(&board).iter().map(|v| (v.rule, v.excess)).collect::<Vec<_>>()
        };
        assert_eq!(excess("4k3/pppppppp/ppp5/8/8/8/8/7K"), [("too-many-pawns", 3)]);
        assert_eq!(excess("4k3/8/8/8/8/8/QQ6/PPPPPPPK"), [("pawn-on-edge", 1)]);
        assert_eq!(excess("4k3/8/8/8/8/QQQQ4/PPPPPP2/7K"), [("too-many-promoted", 1)]);
        let men = excess("4k3/8/8/8/8/PPPP4/PPPPPPPP/RNBQKBNR");
        assert_eq!(men, [("too-many-men", 4), ("too-many-pawns", 1)]);
    }

    #[test]
    fn each_rule_is_reported() {
        assert_eq!(rules("4k3/8/8/8/8/8/8/K6K"), ["two-kings"]);
        assert_eq!(rules("4k3/8/8/8/8/8/8/7R"), ["missing-king"]);
        assert_eq!(rules("4k3/pppppppp/p7/8/8/8/8/7K"), ["too-many-pawns"]);
        assert_eq!(rules("4k3/8/8/8/8/Q7/PPPPPPPP/Q6K"), ["too-many-promoted"]);
        assert_eq!(rules("4k3/8/8/8/8/1B6/PPPPPPPP/B2B3K"), ["too-many-promoted"]);
        assert_eq!(rules("4k3/8/8/8/8/P7/PPPPPPPP/RNBQKBNR"), ["too-many-men", "too-many-pawns"]);
        assert_eq!(rules("P3k3/8/8/8/8/8/8/p6K"), ["pawn-on-edge", "pawn-on-edge"]);
        assert_eq!(rules("8/8/4k3/3K4/8/8/8/8"), ["kings-adjacent"]);
    }

    #[test]
    fn messages_name_the_squares() {
        let board = Chess.from_notation("4k3/8/8/8/8/8/8/K6K").expect("a FEN");
        let [violation] = &Chess.violations(&board)[..] else { panic!("one violation") };
        assert_eq!(violation.message.to_string(), "white has 2 kings: a1 and h1");
        assert_eq!(violation.cells, [(7, 0), (7, 7)]);
    }
}
