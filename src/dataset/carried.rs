//! What a label says beside the board and its pieces, on its way through another tool: an export
//! writes it beside each photo, where an import finds it again if the tool has kept it.

use super::{Label, manifest::format_cells};
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
    /// What the models proposed, where nobody has looked at it yet: whoever changes it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proposed: Option<Proposed>,
    /// Whether the tool says that somebody has looked at it.
    #[serde(skip)]
    seen: bool,
    /// The label without the keys that are not carried.
    #[serde(flatten)]
    said: Map<String, Value>,
}

/// The board of a proposal, as tools show it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Proposed {
    /// In fractions of the photo's width and height.
    corners: [[f64; 2]; 4],
    cells: Vec<String>,
}

/// Corners that nobody has moved are not further apart, in pixels: tools round.
const UNMOVED: f64 = 1.0;

impl Proposed {
    /// What is proposed by a label; cells that nobody can tell are shown as empty ones.
    fn of(label: &Label, corners: &Quad, (width, height): (u32, u32)) -> Option<Self> {
        let mut board = label.board().ok()??;
        label.unknown_cells.iter().for_each(|&(row, col)| board.set(row, col, 0));
        let fraction = |p: &Point| [p.x / f64::from(width), p.y / f64::from(height)];
        let cells = format_cells(label.game().ok()?, &board);
        Some(Self { corners: corners.corners().each_ref().map(fraction), cells })
    }

    /// Whether a label of the photo is this still.
    fn is(&self, label: &Label) -> bool {
        let Label { corners: Some(corners), cells: Some(cells), width, height, .. } = label else {
            return false;
        };
        let (width, height) = (width.unwrap_or(1), height.unwrap_or(1));
        let pixels = |[x, y]: [f64; 2]| Point::new(x * f64::from(width), y * f64::from(height));
        let mut pairs = self.corners.iter().zip(corners);
        *cells == self.cells && pairs.all(|(was, is)| pixels(*was).distance(*is) <= UNMOVED)
    }
}

impl Carried {
    /// What a label says of a photo of a width and height in pixels.
    pub(super) fn of(label: &Label, corners: &Quad, (width, height): (u32, u32)) -> Self {
        // A label holds nothing that JSON cannot say.
        let said = serde_json::to_value(label).unwrap_or_default();
        let mut said = said.as_object().cloned().unwrap_or_default();
        said.retain(|key, _| !NOT_CARRIED.contains(&key.as_str()));
        let first = corners.corners()[0];
        Self {
            first_corner: [first.x / f64::from(width), first.y / f64::from(height)],
            proposed: Proposed::of(label, corners, (width, height)).filter(|_| label.is_proposal()),
            seen: false,
            said,
        }
    }

    /// Whether it is of a label that the models proposed and nobody had looked at.
    pub(super) const fn is_proposal(&self) -> bool {
        self.proposed.is_some()
    }

    /// Somebody has looked at the label.
    #[must_use]
    pub(super) fn seen_to(self) -> Self {
        Self { seen: true, ..self }
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
    /// still nothing is marked, and a proposal is one where nobody has looked at it or changed it.
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
        if self.seen || self.proposed.is_some_and(|proposed| !proposed.is(&label)) {
            label.seen_to();
        }
        if let Ok(Some(board)) = label.board() {
            let is_told = |&(row, col): &(usize, usize)| {
                row < board.rows() && col < board.cols() && board.get(row, col) != 0
            };
            label.unknown_cells.retain(|cell| !is_told(cell));
        }
        Ok(label)
    }
}
