//! What a cell can hold, in the order of the classifier's logits.

use crate::games::CellClass;

/// The classes; the first is the empty cell.
pub const CLASSES: [CellClass; 13] = [
    CellClass { code: ".", name: "empty" },
    CellClass { code: "P", name: "white pawn" },
    CellClass { code: "N", name: "white knight" },
    CellClass { code: "B", name: "white bishop" },
    CellClass { code: "R", name: "white rook" },
    CellClass { code: "Q", name: "white queen" },
    CellClass { code: "K", name: "white king" },
    CellClass { code: "p", name: "black pawn" },
    CellClass { code: "n", name: "black knight" },
    CellClass { code: "b", name: "black bishop" },
    CellClass { code: "r", name: "black rook" },
    CellClass { code: "q", name: "black queen" },
    CellClass { code: "k", name: "black king" },
];

/// Class index of the white pawn; [`side_of`] and [`kind_of`] take classes apart.
pub const PAWN: u8 = 1;
/// Class index of the white bishop.
pub const BISHOP: u8 = 3;
/// Class index of the white king.
pub const KING: u8 = 6;
/// How many classes a black man stands behind its white counterpart.
pub const BLACK: u8 = 6;

/// The offset of a man's side: 0 for white, [`BLACK`] for black; `None` for the empty cell.
pub const fn side_of(class: u8) -> Option<u8> {
    match class {
        0 => None,
        1..=BLACK => Some(0),
        _ => Some(BLACK),
    }
}

/// A man's class as if it were white; 0 for the empty cell.
pub const fn kind_of(class: u8) -> u8 {
    if class > BLACK { class - BLACK } else { class }
}
