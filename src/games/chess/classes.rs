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
