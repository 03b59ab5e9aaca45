//! What a cell can hold, in the order of the classifier's logits.

use crate::games::CellClass;

/// The classes; the first is the empty cell.
pub const CLASSES: [CellClass; 3] = [
    CellClass { code: ".", name: "empty" },
    CellClass { code: "b", name: "black stone" },
    CellClass { code: "w", name: "white stone" },
];
