//! Standard algebraic notation.

use super::position::Position;
use cozy_chess::{Move, Piece};

/// The text names no legal move, or more than one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' names {1}")]
pub struct IllegalSan(String, &'static str);

/// A legal move in standard algebraic notation: `Nbxd2+`, `exd8=Q#`, `O-O`.
pub fn write_san(position: &Position, mv: Move) -> String {
    let next = position.after(mv);
    let suffix = match (next.in_check(), next.legal_moves().is_empty()) {
        (true, true) => "#",
        (true, false) => "+",
        _ => "",
    };
    bare_san(position, mv) + suffix
}

/// The move without the sign of check or mate.
fn bare_san(position: &Position, mv: Move) -> String {
    let board = &position.board;
    if board.color_on(mv.to) == Some(board.side_to_move()) {
        return if mv.to.file() > mv.from.file() { "O-O".to_owned() } else { "O-O-O".to_owned() };
    }
    let piece = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
    let captures = board.occupied().has(mv.to) || (piece == Piece::Pawn && mv.from.file() != mv.to.file());
    let takes = if captures { "x" } else { "" };
    if piece == Piece::Pawn {
        let from = if captures { mv.from.file().to_string() } else { String::new() };
        let promotion = mv.promotion.map_or_else(String::new, |piece| format!("={}", letter(piece)));
        return format!("{from}{takes}{}{promotion}", mv.to);
    }
    format!("{}{}{takes}{}", letter(piece), disambiguation(position, mv, piece), mv.to)
}

fn letter(piece: Piece) -> String {
    piece.to_string().to_ascii_uppercase()
}

/// Column, row or both of the square a piece comes from, as far as another piece of its kind could go there too.
fn disambiguation(position: &Position, mv: Move, piece: Piece) -> String {
    let same = |other: &Move| other.to == mv.to && other.from != mv.from && position.board.piece_on(other.from) == Some(piece);
    let others: Vec<Move> = position.legal_moves().into_iter().filter(same).collect();
    let shared = |f: fn(&Move) -> usize| others.iter().any(|other| f(other) == f(&mv));
    let (file, rank) = (mv.from.file().to_string(), mv.from.rank().to_string());
    match (others.is_empty(), shared(|m| m.from.file() as usize), shared(|m| m.from.rank() as usize)) {
        (true, ..) => String::new(),
        (_, false, _) => file,
        (_, true, false) => rank,
        _ => file + &rank,
    }
}

/// The legal move that a text names. Castling is read with the letter O or the digit 0; signs of check, mate and judgement,
/// a missing `=` and superfluous origins are accepted.
///
/// # Errors
/// When no legal move, or more than one, fits.
pub fn read_san(position: &Position, text: &str) -> Result<Move, IllegalSan> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let fitting: Vec<Move> = match bare.replace('0', "O").as_str() {
        "O-O" => castling(position, true),
        "O-O-O" => castling(position, false),
        _ => position.legal_moves().into_iter().filter(|&mv| fits(position, mv, bare)).collect(),
    };
    match fitting[..] {
        [mv] => Ok(mv),
        [] => Err(IllegalSan(text.to_owned(), "no legal move")),
        _ => Err(IllegalSan(text.to_owned(), "more than one move: add the column or row it comes from")),
    }
}

fn castling(position: &Position, short: bool) -> Vec<Move> {
    let own = Some(position.board.side_to_move());
    let castles = |mv: &Move| position.board.color_on(mv.to) == own && (mv.to.file() > mv.from.file()) == short;
    position.legal_moves().into_iter().filter(castles).collect()
}

/// Whether a move is what the text says: piece, whatever origin it gives, target, promotion.
fn fits(position: &Position, mv: Move, text: &str) -> bool {
    let own = Some(position.board.side_to_move());
    let Some(piece) = position.board.piece_on(mv.from).filter(|_| position.board.color_on(mv.to) != own) else { return false };
    let rest = match piece {
        Piece::Pawn => Some(text),
        _ => text.strip_prefix(letter(piece).as_str()),
    };
    let promotion = mv.promotion.map_or_else(String::new, letter);
    let rest = rest.and_then(|rest| rest.strip_suffix(&promotion)).map(|rest| rest.trim_end_matches('='));
    let Some(origin) = rest.and_then(|rest| rest.strip_suffix(&mv.to.to_string())) else { return false };
    let origin = origin.trim_end_matches(['x', '-', ':']);
    let (file, rank) = (mv.from.file().to_string(), mv.from.rank().to_string());
    let pawn_needs_file = piece == Piece::Pawn && mv.from.file() != mv.to.file();
    match origin {
        "" => !pawn_needs_file,
        _ => origin == file || origin == rank || origin == file + &rank,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a FEN")
    }

    fn both(fen: &str, san: &str) {
        let position = position(fen);
        let mv = read_san(&position, san).expect("a legal move");
        assert_eq!(write_san(&position, mv), san);
    }

    #[test]
    fn origins_are_given_where_needed() {
        both("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rad1");
        both("R3k3/8/8/8/R7/8/8/4K3 b - - 0 1", "Kd7");
        both("7k/8/8/R7/8/8/8/R3K3 w - - 0 1", "R5a3");
        both("7k/8/8/Q1Q5/8/Q7/8/4K3 w - - 0 1", "Qa5b4");
        both("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6");
        both("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O");
    }

    #[test]
    fn other_spellings_are_read() {
        let castle = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(read_san(&castle, "0-0"), read_san(&castle, "O-O!"));
        assert_eq!(read_san(&castle, "O-O").map(|mv| mv.to_string()), Ok("e1h1".into()));
        let pawn = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(read_san(&pawn, "a8Q"), read_san(&pawn, "a8=Q+"));
        assert!(read_san(&pawn, "a8").is_err());
        assert!(read_san(&pawn, "Nf3").is_err());
        assert!(
            read_san(&position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1"), "Rd1").is_err_and(|e| e.to_string().contains("more than one"))
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn written_moves_read_back(picks in proptest::collection::vec(any::<prop::sample::Index>(), 1..60)) {
            let mut position = Position::default();
            for pick in picks {
                let moves = position.legal_moves();
                if moves.is_empty() { break }
                for &mv in &moves {
                    prop_assert_eq!(read_san(&position, &write_san(&position, mv)), Ok(mv));
                }
                position = position.after(*pick.get(&moves));
            }
        }

        #[test]
        fn no_text_panics(text in "[KQRBNa-h1-8xO0=+#-]{0,10}", any in any::<String>()) {
            let _ = read_san(&Position::default(), &text);
            let _ = read_san(&Position::default(), &any);
        }
    }
}
