//! What a cell can hold, in the order of the classifier's logits.

use crate::games::CellClass;

/// The classes; the first is the empty cell.
pub const CLASSES: [CellClass; 3] = [
    CellClass { code: ".", name: "empty" },
    CellClass { code: "b", name: "black stone" },
    CellClass { code: "w", name: "white stone" },
];

/// Class index of the empty point.
pub const EMPTY: u8 = 0;
/// Class index of the black stone.
pub const BLACK: u8 = 1;
/// Class index of the white stone.
pub const WHITE: u8 = 2;

/// The other color; the empty point is its own.
pub const fn opponent(class: u8) -> u8 {
    match class {
        BLACK => WHITE,
        WHITE => BLACK,
        _ => class,
    }
}
