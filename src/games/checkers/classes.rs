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
