//! Why a move is not legal: it is made on the board, and the board judged.

use super::{
    castling::why_not,
    judge::{Reason, Verdict, judge},
    position::{Position, cell, class},
    san::{castling_side, meant, read_san},
    spelling::bare,
};
use cozy_chess::{File, Piece, Rank, Square};

/// The condition that fails for a move named by its squares (`e2e5`, `e7e8q`), in algebraic notation
/// (`Nf5`) or a castling (`O-O`, `0-0-0`). `None` when the text is none of these, the side has no such
/// man, or the move is legal.
pub fn why_illegal(position: &Position, text: &str) -> Option<Reason> {
    let Some(short) = castling_side(&bare(text).0).or_else(|| castling_of_king(position, text))
    else {
        return match squares(text) {
            Some((from, to, promotion)) => why_not_there(position, from, to, promotion),
            None => why_none(position, text),
        };
    };
    let legal = read_san(position, if short { "O-O" } else { "O-O-O" }).is_ok();
    (!legal).then(|| why_not(position, short))
}

/// Whether the king's squares are those of castling, and to which side.
fn castling_of_king(position: &Position, text: &str) -> Option<bool> {
    let own = position.board.side_to_move();
    let home = Rank::First.relative_to(own);
    let (from, to, promotion) = squares(text)?;
    let king = position.board.king(own) == from
        && from == Square::new(File::E, home)
        && promotion.is_none();
    match to.file() {
        File::G if king && to.rank() == home => Some(true),
        File::C if king && to.rank() == home => Some(false),
        _ => None,
    }
}

/// Why none of the men that a text may mean can go where it says.
fn why_none(position: &Position, text: &str) -> Option<Reason> {
    if read_san(position, text).is_ok() {
        return None;
    }
    let (men, to, promotion) = meant(position, &bare(text).0)?;
    let mut reasons: Vec<Reason> =
        men.iter().filter_map(|&from| why_not_there(position, from, to, promotion)).collect();
    // A man that could go there but for something tells more than one that could not.
    reasons.sort_by_key(|reason| *reason == Reason::OutOfReach);
    reasons.first().copied()
}

fn why_not_there(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Piece>,
) -> Option<Reason> {
    let Some((piece, color)) = position.board.piece_on(from).zip(position.board.color_on(from))
    else {
        return Some(Reason::NoPiece);
    };
    let mut after = position.to_board();
    after.set(cell(from).0, cell(from).1, 0);
    after.set(cell(to).0, cell(to).1, class(promotion.unwrap_or(piece), color));
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
        piece => {
            Some((text.get(..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?, piece.flatten()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_names_its_condition() {
        let why =
            |fen: &str, text: &str| why_illegal(&Position::from_fen(fen).expect("a FEN"), text);
        let start = Position::default().to_fen();
        assert_eq!(why(&start, "e2e5"), Some(Reason::OutOfReach));
        assert_eq!(why(&start, "e7e5"), Some(Reason::WrongSide));
        assert_eq!(why(&start, "e4e5"), Some(Reason::NoPiece));
        assert_eq!(why(&start, "d1d2"), Some(Reason::TookOwn));
        assert_eq!([why(&start, "O-O"), why(&start, "e1g1")], [Some(Reason::CastlingBlocked); 2]);
        assert_eq!(why(&start, "e2e4"), None);
        assert_eq!([why(&start, "Nf5"), why(&start, "Bc4")], [Some(Reason::OutOfReach); 2]);
        assert_eq!([why(&start, "Ke2"), why(&start, "Nd2")], [Some(Reason::TookOwn); 2]);
        assert_eq!([why(&start, "Nf3"), why(&start, "hello")], [None; 2]);
        assert_eq!(why("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3"), Some(Reason::ExposesKing));
        assert_eq!(why("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "Qh4"), None, "there is no queen");
        assert_eq!(why(&start, "e2e4x"), None);
        assert_eq!(why("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "0-0-0"), Some(Reason::CastlingLost));
        assert_eq!(
            why("4k3/8/8/8/8/8/3r4/R3K3 w Q - 0 1", "e1c1"),
            Some(Reason::CastlingThroughCheck)
        );
        assert_eq!(why("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O"), Some(Reason::CastlingBlocked));
        assert_eq!(why("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"), Some(Reason::NotPromoted));
        assert_eq!(why("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3"), Some(Reason::ExposesKing));
        assert_eq!(why("4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1", "a2b4"), Some(Reason::StillInCheck));
        assert_eq!(why("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6"), Some(Reason::OutOfReach));
    }
}
