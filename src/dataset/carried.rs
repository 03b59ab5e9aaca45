//! What a label says beside the board and its pieces, on its way through another tool: an export
//! writes it beside each photo, where an import finds it again if the tool has kept it.

use super::Label;
use crate::geometry::{Point, Quad};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The key that it stands under.
pub(super) const CARRIED: &str = "kibitzer";

/// Keys of a label that are not carried: other tools say them in their own way, or an import is told.
const NOT_CARRIED: [&str; 8] =
    ["image", "game", "corners", "cells", "group", "split", "width", "height"];

/// What other tools have no place for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Carried {
    /// The board's own first corner, in fractions of the photo's width and height.
    first_corner: [f64; 2],
    /// The label without the keys that are not carried.
    #[serde(flatten)]
    said: Map<String, Value>,
}

impl Carried {
    /// What a label says of a photo of a width and height in pixels.
    pub(super) fn of(label: &Label, corners: &Quad, (width, height): (u32, u32)) -> Self {
        // A label holds nothing that JSON cannot say.
        let said = serde_json::to_value(label).unwrap_or_default();
        let mut said = said.as_object().cloned().unwrap_or_default();
        said.retain(|key, _| !NOT_CARRIED.contains(&key.as_str()));
        let first = corners.corners()[0];
        Self { first_corner: [first.x / f64::from(width), first.y / f64::from(height)], said }
    }

    /// The corners from the board's own first one.
    pub(super) fn in_order(&self, corners: &Quad, (width, height): (u32, u32)) -> Quad {
        let [x, y] = self.first_corner;
        let first = Point::new(x * f64::from(width), y * f64::from(height));
        let away = |corners: &Quad| corners.corners()[0].distance(first);
        let turned = (0..4).map(|turns| corners.rotated(turns));
        turned.min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(*corners)
    }

    /// The label of a photo with what was carried; cells that nobody could tell are those on which
    /// still nothing is marked.
    ///
    /// # Errors
    /// A sentence, where somebody has made something else of it.
    pub(super) fn onto(mut self, label: Label) -> Result<Label, String> {
        let seen = serde_json::to_value(&label).unwrap_or_default();
        for key in NOT_CARRIED {
            self.said.insert(key.to_owned(), seen[key].clone());
        }
        let mut label: Label = serde_json::from_value(Value::Object(self.said))
            .map_err(|error| format!("what it says under \"{CARRIED}\" is no label: {error}"))?;
        if let Ok(Some(board)) = label.board() {
            let is_told = |&(row, col): &(usize, usize)| {
                row < board.rows() && col < board.cols() && board.get(row, col) != 0
            };
            label.unknown_cells.retain(|cell| !is_told(cell));
        }
        Ok(label)
    }
}
