//! Moves as text: standard algebraic notation, and the coordinates that UCI uses.

use super::{moves::Move, position::Position, spelling::bare};
use crate::messages::Message;
use cozy_chess::{File, Piece, Rank, Square};

/// The text names no legal move, or more than one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' names {}", self.why())]
pub struct IllegalMove {
    text: String,
    /// A message's key.
    why: &'static str,
}

impl IllegalMove {
    /// What the text names instead.
    pub const fn why(&self) -> Message {
        Message::new(self.why)
    }
}

/// Keys of messages.
const NO_MOVE: &str = "chess-no-legal-move";
const SEVERAL_MOVES: &str = "chess-several-moves";
const NULL_MOVE: &str = "chess-null-move";
const NO_PROMOTION: &str = "chess-no-promotion-piece";

/// How programs write a null move, which passes the turn.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "null", "pass", "0000", "@@@@"];

/// A legal move in standard algebraic notation: `Nbxd2+`, `exd8=Q#`, `O-O`.
pub fn write_san(position: &Position, mv: Move) -> String {
    let next = position.after(mv);
    let suffix = match next.in_check() {
        true if next.legal_moves().is_empty() => "#",
        true => "+",
        false => "",
    };
    bare_san(position, mv) + suffix
}

/// The move without the sign of check or mate.
fn bare_san(position: &Position, mv: Move) -> String {
    let board = &position.board;
    if is_castling(position, mv) {
        return if mv.0.to.file() > mv.0.from.file() {
            "O-O".to_owned()
        } else {
            "O-O-O".to_owned()
        };
    }
    let piece = board.piece_on(mv.0.from).unwrap_or(Piece::Pawn);
    let captures = board.occupied().has(mv.0.to)
        || (piece == Piece::Pawn && mv.0.from.file() != mv.0.to.file());
    let takes = if captures { "x" } else { "" };
    if piece == Piece::Pawn {
        let from = if captures { mv.0.from.file().to_string() } else { String::new() };
        let promotion =
            mv.0.promotion.map_or_else(String::new, |piece| format!("={}", letter(piece)));
        return format!("{from}{takes}{}{promotion}", mv.0.to);
    }
    format!("{}{}{takes}{}", letter(piece), disambiguation(position, mv, piece), mv.0.to)
}

/// Castling is written as the king taking its own rook.
fn is_castling(position: &Position, mv: Move) -> bool {
    position.board.color_on(mv.0.to) == Some(position.board.side_to_move())
}

fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

/// Column, row or both of the square a piece comes from, as far as another piece of its kind could
/// go there too.
fn disambiguation(position: &Position, mv: Move, piece: Piece) -> String {
    let same = |other: &Move| other.0.to == mv.0.to && other.0.from != mv.0.from;
    let others: Vec<Move> = moves_of(position, piece).into_iter().filter(same).collect();
    let shared = |f: fn(&Move) -> usize| others.iter().any(|other| f(other) == f(&mv));
    let (file, rank) = (mv.0.from.file().to_string(), mv.0.from.rank().to_string());
    match (
        others.is_empty(),
        shared(|m| m.0.from.file() as usize),
        shared(|m| m.0.from.rank() as usize),
    ) {
        (true, ..) => String::new(),
        (_, false, _) => file,
        (_, true, false) => rank,
        _ => file + &rank,
    }
}

/// The legal moves of one kind of men.
fn moves_of(position: &Position, piece: Piece) -> Vec<Move> {
    let men = position.board.colored_pieces(position.board.side_to_move(), piece);
    let mut moves = Vec::new();
    position.board.generate_moves_for(men, |piece_moves| {
        moves.extend(piece_moves.into_iter().map(Move));
        false
    });
    moves
}

/// The legal move that a text names. Read are also: castling with the digit 0, small or no letters
/// (`0-0`, `o-o`, `OO`), signs of check, mate and judgement (`++`, `ch`, `mate`, `!?`, `+-`),
/// `e.p.`, promotions as `e8Q`, `e8(Q)`, `e8/Q` and `e8=q`, superfluous origins (`Ng1-f3`), `:` and
/// `×` for captures, the letter P of a pawn, figurines, and squares alone (`g1f3`, `e1g1`).
///
/// # Errors
/// When no legal move, or more than one, fits.
pub fn read_san(position: &Position, text: &str) -> Result<Move, IllegalMove> {
    let (bare, _) = bare(text);
    let written = Written::read(&bare);
    let fitting: Vec<Move> = match (castling_side(&bare), &written) {
        (Some(short), _) => castling(position, short),
        (None, Some(written)) => written.fitting(position),
        (None, None) => Vec::new(),
    };
    let illegal = |why| Err(IllegalMove { text: text.to_owned(), why });
    match fitting[..] {
        [mv] => Ok(mv),
        [] => match read_coordinates(position, &bare.replace(['-', 'x', ':'], "")) {
            Ok(mv) => Ok(mv),
            Err(_) if NULL_MOVES.contains(&bare.as_str()) => illegal(NULL_MOVE),
            Err(_) if written.is_some_and(|w| w.lacks_promotion(position)) => illegal(NO_PROMOTION),
            Err(_) => illegal(NO_MOVE),
        },
        _ => illegal(SEVERAL_MOVES),
    }
}

/// Whether a text is castling, and whether to the king's side.
pub(super) fn castling_side(bare: &str) -> Option<bool> {
    match bare.replace(['0', 'o'], "O").as_str() {
        "O-O" | "OO" => Some(true),
        "O-O-O" | "OOO" => Some(false),
        _ => None,
    }
}

fn castling(position: &Position, short: bool) -> Vec<Move> {
    let castles =
        |mv: &Move| is_castling(position, *mv) && (mv.0.to.file() > mv.0.from.file()) == short;
    moves_of(position, Piece::King).into_iter().filter(castles).collect()
}

/// The own men that a text may mean, by their kind and by the file or rank that it names; where
/// they are to go, and what a pawn is to become.
pub(super) fn meant(
    position: &Position,
    text: &str,
) -> Option<(Vec<Square>, Square, Option<Piece>)> {
    let written = Written::read(text)?;
    let own = position.board.colored_pieces(position.board.side_to_move(), written.piece);
    let named = |from: &Square| {
        written.file.is_none_or(|file| file == from.file())
            && written.rank.is_none_or(|rank| rank == from.rank())
    };
    Some((own.into_iter().filter(named).collect(), written.to, written.promotion))
}

/// What a text says about a move other than castling.
struct Written {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

impl Written {
    fn read(text: &str) -> Option<Self> {
        let named = text.chars().next().and_then(piece_of);
        let rest = if named.is_some() || text.starts_with('P') { &text[1..] } else { text };
        let promotion = rest.chars().next_back().and_then(piece_of);
        let rest = if promotion.is_some() { &rest[..rest.len() - 1] } else { rest };
        let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let origin = origin.strip_suffix(['x', '-', ':']).unwrap_or(origin);
        let (file, rank) = match origin.len() {
            0 => (None, None),
            1 => (origin.parse().ok(), origin.parse().ok()),
            _ => (Some(origin.get(..1)?.parse().ok()?), Some(origin.get(1..)?.parse().ok()?)),
        };
        let known = origin.is_empty() || file.is_some() || rank.is_some();
        let to = to.parse().ok().filter(|_| known)?;
        Some(Self { piece: named.unwrap_or(Piece::Pawn), file, rank, to, promotion })
    }

    /// Whether a pawn's move only lacks the piece that it becomes.
    fn lacks_promotion(self, position: &Position) -> bool {
        let queen = Self { promotion: Some(Piece::Queen), ..self };
        self.promotion.is_none() && !queen.fitting(position).is_empty()
    }

    fn fitting(&self, position: &Position) -> Vec<Move> {
        let mut moves = moves_of(position, self.piece);
        moves.retain(|&mv| self.fits(mv) && !is_castling(position, mv));
        moves
    }

    fn fits(&self, mv: Move) -> bool {
        let pawn_captures = self.piece == Piece::Pawn && mv.0.from.file() != mv.0.to.file();
        mv.0.to == self.to
            && mv.0.promotion == self.promotion
            && self.file.map_or(!pawn_captures, |file| file == mv.0.from.file())
            && self.rank.is_none_or(|rank| rank == mv.0.from.rank())
    }
}

/// The piece of a capital letter; pawns have none.
fn piece_of(letter: char) -> Option<Piece> {
    let piece = Piece::try_from(letter.to_ascii_lowercase()).ok()?;
    (letter.is_ascii_uppercase() && piece != Piece::Pawn).then_some(piece)
}

/// A legal move as UCI writes it: the squares it leaves and goes to (castling: the king's), and the
/// piece a pawn becomes. `e2e4`, `e1g1`, `e7e8q`.
pub fn write_coordinates(position: &Position, mv: Move) -> String {
    if is_castling(position, mv) {
        let file = if mv.0.to.file() > mv.0.from.file() { File::G } else { File::C };
        return format!("{}{}", mv.0.from, Square::new(file, mv.0.from.rank()));
    }
    let promotion = mv.0.promotion.map_or_else(String::new, |piece| piece.to_string());
    format!("{}{}{promotion}", mv.0.from, mv.0.to)
}

/// The legal move that a text names by its squares, as [`write_coordinates`] writes it.
///
/// # Errors
/// When no legal move fits.
pub fn read_coordinates(position: &Position, text: &str) -> Result<Move, IllegalMove> {
    let wanted = text.to_ascii_lowercase();
    let piece = wanted.get(..2).and_then(|from| position.board.piece_on(from.parse().ok()?));
    let moves = piece.map(|piece| moves_of(position, piece)).unwrap_or_default();
    let found = moves.into_iter().find(|&mv| write_coordinates(position, mv) == wanted);
    found.ok_or_else(|| IllegalMove { text: text.to_owned(), why: NO_MOVE })
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
            read_san(&position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1"), "Rd1")
                .is_err_and(|e| e.to_string().contains("more than one"))
        );
    }

    #[test]
    fn nonsense_is_no_move() {
        let initial = Position::default();
        for text in [
            "", "e", "e5", "4e", "e4=Q", "e4Q", "Nxxf3", "N1-f3x", "zf3", "Ne2f3", "ż3", "Nżf3",
            "O-O", "0-O", "--", "P", "K",
        ] {
            assert!(read_san(&initial, text).is_err(), "{text}");
        }
        for text in [
            "", "e2", "e2e5", "e2e4q", "e2e4k", "e2e4e4", "e2e4 ", "żżżż", "e1h1", "e1g1", "0000",
            "(none)",
        ] {
            assert!(read_coordinates(&initial, text).is_err(), "{text}");
        }
    }

    #[test]
    fn coordinates() {
        let castle = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        for (san, squares) in
            [("O-O", "e8g8"), ("O-O-O", "e8c8"), ("Kf8", "e8f8"), ("Rxh1+", "h8h1")]
        {
            let mv = read_san(&castle, san).expect("a legal move");
            assert_eq!(
                (write_coordinates(&castle, mv).as_str(), read_coordinates(&castle, squares)),
                (squares, Ok(mv))
            );
        }
        assert!(
            read_coordinates(&castle, "e8h8").is_err(),
            "the rook's square is not where the king goes"
        );
        let pawn = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(read_coordinates(&pawn, "a7a8n"), read_san(&pawn, "a8=N"));
        assert!(
            read_coordinates(&pawn, "a7a8").is_err() && read_coordinates(&pawn, "a7a8k").is_err()
        );
        assert_eq!(read_coordinates(&pawn, "A7A8Q").map(|mv| mv.to_string()), Ok("a7a8q".into()));
        assert!(read_coordinates(&pawn, "a7a8qx").is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn written_moves_read_back(picks in proptest::collection::vec(any::<prop::sample::Index>(),
        1..60)) {
            let mut position = Position::default();
            for pick in picks {
                let moves = position.legal_moves();
                if moves.is_empty() { break }
                for &mv in &moves {
                    prop_assert_eq!(read_san(&position, &write_san(&position, mv)), Ok(mv));
                    prop_assert_eq!(read_coordinates(&position, &write_coordinates(&position, mv)),
                    Ok(mv));
                }
                position = position.after(*pick.get(&moves));
            }
        }

        #[test]
        fn no_text_panics(text in "[KQRBNa-h1-8xO0=+#-]{0,10}", any in any::<String>()) {
            let _ = read_san(&Position::default(), &text);
            let _ = read_san(&Position::default(), &any);
            let _ = read_coordinates(&Position::default(), &text);
            let _ = read_coordinates(&Position::default(), &any);
        }
    }
}
