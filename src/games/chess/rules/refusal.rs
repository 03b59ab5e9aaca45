//! Why a move that was named by its squares, or a castling, is not legal: it is made on the board, and the board judged.

use super::{
    judge::{Reason, Verdict, judge},
    position::{Position, cell, class},
};
use cozy_chess::{File, Piece, Rank, Square};

/// The condition that fails for a move named by its squares (`e2e5`, `e7e8q`) or a castling (`O-O`, `0-0-0`). `None` when the
/// text is neither, or the move is legal.
pub fn why_illegal(position: &Position, text: &str) -> Option<Reason> {
    let own = position.board.side_to_move();
    let home = Rank::First.relative_to(own);
    let (from, to, promotion) = match text.trim_end_matches(['+', '#', '!', '?']) {
        "O-O" | "0-0" => (Square::new(File::E, home), Square::new(File::G, home), None),
        "O-O-O" | "0-0-0" => (Square::new(File::E, home), Square::new(File::C, home), None),
        _ => squares(text)?,
    };
    let (Some(piece), Some(color)) = (position.board.piece_on(from), position.board.color_on(from)) else {
        return Some(Reason::OutOfReach);
    };
    let mut after = position.to_board();
    let mut set = |square, class| after.set(cell(square).0, cell(square).1, class);
    set(from, 0);
    set(to, class(promotion.unwrap_or(piece), color));
    let castles = piece == Piece::King && from == Square::new(File::E, home) && color == own && to.rank() == home;
    if let (true, Some((corner, beside))) = (castles, rook_squares(to)) {
        if position.board.piece_on(corner) == Some(Piece::Rook) && position.board.color_on(corner) == Some(own) {
            set(corner, 0);
            set(beside, class(Piece::Rook, own));
        }
    }
    match judge(position, &after) {
        Verdict::Illegal { reason, .. } => Some(reason),
        _ => None,
    }
}

fn squares(text: &str) -> Option<(Square, Square, Option<Piece>)> {
    let promotion = text.get(4..).filter(|rest| !rest.is_empty());
    let piece = promotion.map(|letter| letter.to_ascii_lowercase().parse::<Piece>().ok());
    match piece {
        Some(None) => None,
        piece => Some((text.get(..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?, piece.flatten())),
    }
}

/// Where the rook stands before and after the king castles to a square.
fn rook_squares(king: Square) -> Option<(Square, Square)> {
    match king.file() {
        File::G => Some((Square::new(File::H, king.rank()), Square::new(File::F, king.rank()))),
        File::C => Some((Square::new(File::A, king.rank()), Square::new(File::D, king.rank()))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_names_its_condition() {
        let why = |fen: &str, text: &str| why_illegal(&Position::from_fen(fen).expect("a FEN"), text);
        let start = Position::default().to_fen();
        assert_eq!(why(&start, "e2e5"), Some(Reason::OutOfReach));
        assert_eq!(why(&start, "e7e5"), Some(Reason::WrongSide));
        assert_eq!(why(&start, "e4e5"), Some(Reason::OutOfReach));
        assert_eq!(why(&start, "d1d2"), Some(Reason::TookOwn));
        assert_eq!([why(&start, "O-O"), why(&start, "e1g1")], [Some(Reason::TookOwn), Some(Reason::TookOwn)]);
        assert_eq!(why(&start, "e2e4"), None);
        assert_eq!(why(&start, "Nf5"), None);
        assert_eq!(why(&start, "e2e4x"), None);
        assert_eq!(why("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "0-0-0"), Some(Reason::CastlingLost));
        assert_eq!(why("4k3/8/8/8/8/8/3r4/R3K3 w Q - 0 1", "e1c1"), Some(Reason::CastlingThroughCheck));
        assert_eq!(why("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O"), Some(Reason::CastlingBlocked));
        assert_eq!(why("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"), Some(Reason::NotPromoted));
        assert_eq!(why("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3"), Some(Reason::ExposesKing));
        assert_eq!(why("4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1", "a2b4"), Some(Reason::StillInCheck));
        assert_eq!(why("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6"), Some(Reason::OutOfReach));
    }
}
