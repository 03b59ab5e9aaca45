//! What a cell can hold, in the order of the classifier's logits.

use crate::games::CellClass;

/// The classes; the first is the empty cell.
pub const CLASSES: [CellClass; 5] = [
    CellClass { code: ".", name: "empty" },
    CellClass { code: "w", name: "white man" },
    CellClass { code: "b", name: "black man" },
    CellClass { code: "W", name: "white king" },
    CellClass { code: "B", name: "black king" },
];

/// Class index of the white man.
pub const WHITE_MAN: u8 = 1;
/// Class index of the black man.
pub const BLACK_MAN: u8 = 2;
/// Class index of the white king.
pub const WHITE_KING: u8 = 3;
/// Class index of the black king.
pub const BLACK_KING: u8 = 4;

/// Whether a piece is white; `None` for the empty cell.
pub const fn is_white(class: u8) -> Option<bool> {
    match class {
        0 => None,
        WHITE_MAN | WHITE_KING => Some(true),
        _ => Some(false),
    }
}

/// The king of a man and the man of a king, which differ by a crown or a second man on top.
pub const fn alike(class: u8) -> Option<u8> {
    match class {
        WHITE_MAN => Some(WHITE_KING),
        WHITE_KING => Some(WHITE_MAN),
        BLACK_MAN => Some(BLACK_KING),
        BLACK_KING => Some(BLACK_MAN),
        _ => None,
    }
}

/// Whether a square is one of the dark ones that the game is played on: the lower left square is.
pub const fn is_dark(row: usize, col: usize) -> bool {
    (row + col) % 2 == 1
}

/// Men a side begins with on a board of `rows` rows, and the most pieces it can have: all rows but
/// two are filled, half of them each.
pub const fn men_of(rows: usize) -> usize {
    rows / 2 * (rows / 2).saturating_sub(1)
}
