//! Who may castle, and why a side may not.

use super::{
    judge::Reason,
    position::{Position, builder, may_castle},
};
use crate::games::CellGrid;
use cozy_chess::{BoardBuilder, Color, File, Rank, Square, get_between_rays};
use std::{fmt, str::FromStr};

/// The letters of castling rights: sides and the columns of their rooks.
const LETTERS: [(char, Color, File); 4] = [
    ('K', Color::White, File::H),
    ('Q', Color::White, File::A),
    ('k', Color::Black, File::H),
    ('q', Color::Black, File::A),
];

/// Castling rights as a FEN writes them: `KQkq`, `-`; the default is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Castling([bool; 4]);

/// A text that is no castling rights, or rights that a board does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidCastling {
    /// Other letters.
    #[error("expected castling rights such as KQkq, or -, found '{0}'")]
    Letters(String),
    /// Columns where no rook begins.
    #[error("'{0}' are the castling rights of Chess960, which is not played: write KQkq, or -")]
    Chess960(String),
    /// A letter twice.
    #[error("the right to castle '{0}' is given twice")]
    Twice(char),
    /// King or rook has moved.
    #[error("the right to castle '{0}' needs king and rook on their home squares")]
    NotAtHome(char),
}

impl Castling {
    /// All rights.
    pub const ALL: Self = Self([true; 4]);

    /// Whether kings and rooks stand where the rights need them.
    ///
    /// # Errors
    /// [`InvalidCastling::NotAtHome`].
    pub fn check(self, board: &CellGrid) -> Result<(), InvalidCastling> {
        let builder = builder(board).unwrap_or_else(|_| BoardBuilder::empty());
        let missing = self.rights().find(|&(_, side, rook)| !may_castle(&builder, side, rook));
        missing.map_or(Ok(()), |(letter, ..)| Err(InvalidCastling::NotAtHome(letter)))
    }

    /// Gives the rights that kings and rooks at home allow.
    pub(super) fn grant(self, builder: &mut BoardBuilder) {
        for (_, side, rook) in self.rights() {
            let right = may_castle(builder, side, rook).then_some(rook);
            let rights = builder.castle_rights_mut(side);
            *(if rook == File::H { &mut rights.short } else { &mut rights.long }) = right;
        }
    }

    fn rights(self) -> impl Iterator<Item = (char, Color, File)> {
        LETTERS.into_iter().zip(self.0).filter(|(_, has)| *has).map(|(right, _)| right)
    }
}

impl FromStr for Castling {
    type Err = InvalidCastling;

    fn from_str(text: &str) -> Result<Self, InvalidCastling> {
        let mut rights = Self::default();
        for letter in text.chars().filter(|_| text != "-") {
            let at =
                LETTERS.iter().position(|right| right.0 == letter || by_column(*right) == letter);
            let at = at.ok_or_else(|| unknown(text))?;
            if std::mem::replace(&mut rights.0[at], true) {
                return Err(InvalidCastling::Twice(letter));
            }
        }
        let given = if text.is_empty() { None } else { Some(rights) };
        given.ok_or_else(|| InvalidCastling::Letters(text.to_owned()))
    }
}

/// What is wrong with a text that has another letter than those of the rights.
fn unknown(text: &str) -> InvalidCastling {
    let is_right = |c: char| matches!(c.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q');
    match text.chars().all(is_right) {
        true => InvalidCastling::Chess960(text.to_owned()),
        false => InvalidCastling::Letters(text.to_owned()),
    }
}

/// A right by the column of its rook, as Shredder-FEN writes it: `HAha`.
const fn by_column((_, side, rook): (char, Color, File)) -> char {
    let letter = if matches!(rook, File::H) { 'h' } else { 'a' };
    if matches!(side, Color::White) { letter.to_ascii_uppercase() } else { letter }
}

/// As a FEN writes it.
impl fmt::Display for Castling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.rights().map(|right| right.0).collect();
        f.write_str(if letters.is_empty() { "-" } else { &letters })
    }
}

/// The condition that fails for a castling that is not legal, to the king's side when `short`.
pub(super) fn why_not(position: &Position, short: bool) -> Reason {
    let board = &position.board;
    let own = board.side_to_move();
    let square = |file| Square::new(file, Rank::First.relative_to(own));
    let rights = board.castle_rights(own);
    let (right, rook) = if short { (rights.short, File::H) } else { (rights.long, File::A) };
    if right.is_none() {
        Reason::CastlingLost
    } else if !(get_between_rays(square(File::E), square(rook)) & board.occupied()).is_empty() {
        Reason::CastlingBlocked
    } else {
        Reason::CastlingThroughCheck
    }
}
