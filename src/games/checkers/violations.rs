//! What no game of checkers can lead to.

use super::{
    classes::{BLACK_MAN, WHITE_MAN, is_dark, is_white, men_of},
    notation::cell_name,
};
use crate::{
    games::{CellGrid, Violation},
    messages::Message,
};

/// Everything impossible about a board.
pub fn violations(board: &CellGrid) -> Vec<Violation> {
    let mut found = Vec::new();
    for (white, man, last_row) in [(true, WHITE_MAN, 0), (false, BLACK_MAN, board.rows() - 1)] {
        let pieces = cells(board, |_, _, class| is_white(class) == Some(white));
        let most = men_of(board.rows());
        if pieces.len() > most {
            let message = Message::new("checkers-too-many-pieces")
                .side("side", white)
                .count("count", pieces.len())
                .count("most", most);
            let excess = pieces.len() - most;
            found.push(Violation { rule: "too-many-pieces", message, cells: pieces, excess });
        }
        let uncrowned = cells(board, |row, _, class| class == man && row == last_row);
        if !uncrowned.is_empty() {
            let message = Message::new("checkers-uncrowned-man")
                .side("side", white)
                .all("squares", names(board, &uncrowned));
            found.push(Violation { rule: "uncrowned-man", message, cells: uncrowned, excess: 1 });
        }
    }
    let off = cells(board, |row, col, class| class != 0 && !is_dark(row, col));
    if !off.is_empty() {
        let message = Message::new("checkers-light-square").all("squares", names(board, &off));
        found.push(Violation { rule: "light-square", message, cells: off, excess: 1 });
    }
    found
}

fn names(board: &CellGrid, cells: &[(usize, usize)]) -> Vec<String> {
    cells.iter().map(|&(row, col)| cell_name(board, row, col)).collect()
}

/// The cells that `wanted(row, col, class)` accepts, row by row.
fn cells(board: &CellGrid, wanted: impl Fn(usize, usize, u8) -> bool) -> Vec<(usize, usize)> {
    let all = board
        .cells()
        .iter()
        .enumerate()
        .map(|(i, &class)| (i / board.cols(), i % board.cols(), class));
    all.filter(|&(row, col, class)| wanted(row, col, class))
        .map(|(row, col, _)| (row, col))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::games::{Game, checkers::Checkers};

    fn found(pdn: &str) -> Vec<(&'static str, String)> {
        let board = Checkers.from_notation(pdn).expect("a PDN FEN");
        Checkers.violations(&board).into_iter().map(|v| (v.rule, v.message.to_string())).collect()
    }

    #[test]
    fn the_initial_position_is_possible() {
        assert_eq!(found("W:W21-32:B1-12"), []);
        assert_eq!(found("W:WK1:BK32"), []);
    }

    #[test]
    fn each_rule_is_reported() {
        assert_eq!(
            found("W:W20-32:B1-12")[0],
            ("too-many-pieces", "white has 13 pieces, 12 at most are possible".into())
        );
        assert_eq!(
            found("W:W4:B29,1")[0],
            ("uncrowned-man", "a white man on the last row is a king: 4".into())
        );
        assert_eq!(
            found("W:W4:B29,1")[1],
            ("uncrowned-man", "a black man on the last row is a king: 29".into())
        );
        assert_eq!(
            found("W:Wb1:B1")[0],
            ("light-square", "pieces stand on dark squares only, not on b1".into())
        );
    }
}
