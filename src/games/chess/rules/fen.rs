//! FEN with all its fields: board, side to move, castling rights, en passant square, quiet moves,
//! number of the move.

use super::{
    castling::{Castling, InvalidCastling},
    position::{Position, builder},
};
use crate::games::{
    CellGrid, NotationError,
    chess::notation::{board_field, read_board},
    text::Scanner,
};
use cozy_chess::{Color, Rank, Square};

/// The position of a FEN; the last two fields may be missing.
pub(super) fn read(text: &str) -> Result<Position, NotationError> {
    let mut scanner = Scanner::new(text);
    let board = read_board(&mut scanner)?;
    let mut fields = Fields(scanner);
    let illegal =
        |fields: &Fields<'_>, at, error: &dyn ToString| fields.0.error_at(at, error.to_string());
    let (at, side) = fields.next("the side to move, w or b")?;
    let mut setup = builder(&board).map_err(|error| illegal(&fields, 0, &error))?;
    setup.side_to_move =
        read_side(side).ok_or_else(|| fields.wrong(at, side, "the side to move, w or b"))?;
    Position::build(&setup, 0).map_err(|error| illegal(&fields, 0, &error))?;
    let (at, rights) = fields.next("castling rights such as KQkq, or -")?;
    let castling: Castling = rights.parse().map_err(|error| illegal(&fields, at, &error))?;
    castling.check(&board).map_err(|error| illegal(&fields, at, &error))?;
    castling.grant(&mut setup);
    let (at, square) = fields.next("the en passant square, or -")?;
    setup.en_passant = read_en_passant(square, setup.side_to_move)
        .ok_or_else(|| fields.wrong(at, square, EN_PASSANT))?;
    Position::build(&setup, 0).map_err(|error| illegal(&fields, at, &error))?;
    let quiet = fields.number(0, "the number of quiet moves, 0 to 65535")?;
    // Some programs count from 0.
    setup.fullmove_number = fields.number(0, "the number of the move, 1 to 65535")?.max(1);
    fields.end()?;
    Position::build(&setup, quiet).map_err(|error| illegal(&fields, 0, &error))
}

const EN_PASSANT: &str = "a square of the third rank from the other side, or -";

/// The fields behind the board.
struct Fields<'a>(Scanner<'a>);

impl<'a> Fields<'a> {
    /// Where the next field begins, and the field.
    fn next(&mut self, what: &str) -> Result<(usize, &'a str), NotationError> {
        self.0.skip_space();
        let at = self.0.position();
        match self.0.take_while(|c| !c.is_whitespace()) {
            "" => Err(self.0.error(format!("expected {what}, found the end of the text"))),
            field => Ok((at, field)),
        }
    }

    fn wrong(&self, at: usize, field: &str, what: &str) -> NotationError {
        self.0.error_at(at, format!("expected {what}, found '{field}'"))
    }

    /// A number from `least` on; `least` where the text ends.
    fn number(&mut self, least: u16, what: &str) -> Result<u16, NotationError> {
        self.0.skip_space();
        if self.0.peek().is_none() {
            return Ok(least);
        }
        let (at, field) = self.next(what)?;
        let number = field
            .parse()
            .ok()
            .filter(|number| *number >= least && field.bytes().all(|b| b.is_ascii_digit()));
        number.ok_or_else(|| self.wrong(at, field, what))
    }

    fn end(&mut self) -> Result<(), NotationError> {
        self.0.skip_space();
        match self.0.peek() {
            None => Ok(()),
            Some(_) => {
                Err(self.0.error(format!("expected the end of the FEN, found {}", self.0.found())))
            }
        }
    }
}

fn read_side(field: &str) -> Option<Color> {
    match field {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        _ => None,
    }
}

/// `None` when the field is wrong.
fn read_en_passant(field: &str, to_move: Color) -> Option<Option<Square>> {
    match field {
        "-" => Some(None),
        _ => field
            .parse()
            .ok()
            .filter(|square: &Square| square.rank() == Rank::Third.relative_to(!to_move))
            .map(Some),
    }
}

/// The FEN of a board that was read from a photo, with the side to move and the castling rights
/// that are known from elsewhere. No pawn can be taken en passant. The board may be an impossible
/// one.
///
/// ```
/// use kibitzer::games::{Game, chess::{Chess, rules::fen_with}};
///
/// let board = Chess.from_notation("4k3/8/8/8/8/8/8/4K2R").expect("a board");
/// let fen = fen_with(&board, false, "K".parse().expect("castling rights"));
/// assert_eq!(fen.as_deref(), Ok("4k3/8/8/8/8/8/8/4K2R b K - 0 1"));
/// assert!(fen_with(&board, false, "Q".parse().expect("castling rights")).is_err());
/// ```
///
/// # Errors
/// [`InvalidCastling::NotAtHome`] when king and rook do not stand where the rights need them.
pub fn fen_with(
    board: &CellGrid,
    white_to_move: bool,
    castling: Castling,
) -> Result<String, InvalidCastling> {
    castling.check(board)?;
    let side = if white_to_move { 'w' } else { 'b' };
    Ok(format!("{} {side} {castling} - 0 1", board_field(board)))
}

/// The FEN of a position. `cozy-chess` writes all of it but the quiet moves, which it counts to 100
/// only.
pub(super) fn write(position: &Position) -> String {
    let fen = position.board.to_string();
    let board = fen.rsplitn(3, ' ').last().unwrap_or_default();
    format!("{board} {} {}", position.quiet_moves(), position.move_number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn faults_have_a_place() {
        let place = |fen: &str| read(fen).map_err(|e| (e.line, e.column)).err();
        let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(place(&format!("{initial} w KQkq - 0 1")), None);
        assert_eq!(place(&format!(" {initial}  w\tKQkq -\n")), None);
        assert_eq!(place(initial), Some((1, 44)));
        assert_eq!(place(&format!("{initial} x KQkq - 0 1")), Some((1, 45)));
        assert_eq!(place(&format!("{initial} w KX - 0 1")), Some((1, 47)));
        assert_eq!(place(&format!("{initial} w KQ e4 0 1")), Some((1, 50)));
        assert_eq!(place(&format!("{initial} w KQ e6 0 1")), Some((1, 50)));
        assert_eq!(place(&format!("{initial} w KQ - -1 1")), Some((1, 52)));
        assert_eq!(place(&format!("{initial} w HAha - 0 0")), None);
        assert_eq!(place(&format!("{initial} w KQ - 0 -1")), Some((1, 54)));
        assert_eq!(place(&format!("{initial} w KQ - 0 1 x")), Some((1, 56)));
        assert_eq!(place(&format!("{initial} w KQ -\n99999 1")), Some((2, 1)));
        assert_eq!(place("8/8/8/8/8/8/8/8 w - - 0 1"), Some((1, 1)));
        assert_eq!(
            place("4k3/8/8/8/8/8/8/3K3R w K - 0 1"),
            Some((1, 24)),
            "the king is not at home"
        );
        assert_eq!(place("4k3/8/8/8/8/8/8/4K2R w KK - 0 1"), Some((1, 24)));
    }

    #[test]
    fn quiet_moves_are_counted_beyond_a_hundred() {
        let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 148 80";
        let position = read(fen).expect("a FEN");
        assert_eq!(write(&position), fen);
        let quiet =
            position.legal_moves().into_iter().find(|mv| mv.to_string() == "a1a2").expect("a move");
        assert_eq!(position.after(quiet).quiet_moves(), 149);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_written_position_reads_back(picks in proptest::collection::vec(any::<prop::sample::Index>(), 1..120)) {
            let mut position = Position::default();
            for pick in picks {
                prop_assert_eq!(read(&write(&position)), Ok(position.clone()));
                let moves = position.legal_moves();
                if moves.is_empty() { break }
                position = position.after(*pick.get(&moves));
            }
        }

        #[test]
        fn no_text_panics(text in "([ -~\n1-8/pnbrqkPNBRQK]{0,80}|[1-8/pkPNK]{15,40} [wb] \
        [KQkq-]{1,4} [a-h1-8-]{1,2} [0-9]{0,6} [0-9]{0,6})", any in any::<String>()) {
            let _ = read(&text);
            let _ = read(&any);
        }
    }
}
