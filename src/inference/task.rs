//! What a model does, and how its input is made: the part of its card that inference heeds.

use crate::{games::GameId, vision::Normalization};
use serde::{Deserialize, Serialize};

/// What a model does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "lowercase")]
pub enum Task {
    /// Finds the four corners of a board.
    Corners(CornerTask),
    /// Says what is on a cell.
    Cells(CellTask),
    /// Says what is on each cell, given what all cells of the board look like.
    Positions(ContextTask),
    /// Says whether corners are those of a board.
    Presence(PresenceTask),
    /// Reads the coordinates printed at a board's edge.
    Coordinates(CoordinateTask),
}

impl Task {
    /// What has to be a number above 0, by name.
    pub(super) fn positive_values(&self) -> Vec<(&'static str, f32)> {
        match self {
            Self::Corners(task) => vec![
                ("size", task.size as f32),
                ("stride", task.stride as f32),
                ("temperature", task.temperature),
                ("threshold", task.threshold),
            ],
            Self::Cells(task) => vec![
                ("cell_px", task.cell_px as f32),
                ("the crop's width", task.extent.size(task.cell_px).0 as f32),
                ("the crop's height", task.extent.size(task.cell_px).1 as f32),
                ("temperature", task.calibration.temperature),
                ("board_power", task.calibration.board_power),
                ("orientation_power", task.calibration.orientation_power),
                ("check_below", task.calibration.check_below),
                ("the stride", task.sliding.as_ref().map_or(1.0, |sliding| sliding.stride as f32)),
            ],
            Self::Positions(task) => vec![("least_probability", task.least_probability)],
            Self::Presence(task) => vec![
                ("size", task.size as f32),
                ("temperature", task.temperature),
                ("threshold", task.threshold),
                ("confidence_weight", task.confidence_weight),
                ("even_confidence", task.even_confidence),
            ],
            Self::Coordinates(task) => vec![
                ("size", task.size as f32),
                ("the picture's width", (task.inside + task.outside) as f32),
                ("temperature", task.temperature),
            ],
        }
    }
}

/// Input and output of a corner detector: `[batch, 3, size, size]` in, logits `[batch, channels,
/// size / stride, size / stride]` out; channel 0 is the corners' heatmap, the next ones are the
/// playing fields of the kinds of board, and the last one, where there is one more, is what hides
/// the field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CornerTask {
    /// Side of the square input in pixels.
    pub size: usize,
    /// Input pixels per heatmap pixel.
    pub stride: usize,
    /// How pixels become input.
    pub normalization: Normalization,
    /// Margin around the board in the second, closer look, as a fraction of the board's side.
    pub margin: f64,
    /// The kinds of board, in the order of the mask channels: `squares-8`, `lines-19`.
    pub kinds: Vec<String>,
    /// Whether the last channel tells what hides the field.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub covered: bool,
    /// Temperature the corner logits are divided by.
    pub temperature: f32,
    /// Confidence below which there is no board.
    pub threshold: f32,
}

impl CornerTask {
    /// Number of channels of the output.
    pub fn channels(&self) -> usize {
        1 + self.kinds.len() + usize::from(self.covered)
    }
}

/// Input and output of a cell classifier: `[batch, 3, height, width]` in, logits `[batch, classes]`
/// out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellTask {
    /// The game.
    pub game: GameId,
    /// Codes of the classes in the order of the logits.
    pub classes: Vec<String>,
    /// Pixels per cell pitch in the rectified board.
    pub cell_px: usize,
    /// How far the crop reaches from the cell's center.
    pub extent: Extent,
    /// From where the crop shows the cell.
    #[serde(default)]
    pub view: CropView,
    /// How pixels become input.
    pub normalization: Normalization,
    /// Whether a crop that leaves doubt is read a second time in the mirror, and the mean of the
    /// logits counts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mirrored: bool,
    /// Whether crops that leave doubt are also read as if the photo had been exposed for the dark
    /// squares, on which the pieces stand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub brightened: bool,
    /// What makes its probabilities honest.
    #[serde(flatten)]
    pub calibration: Calibration,
    /// The same network as it slides over a larger picture, where there is one beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sliding: Option<Sliding>,
}

/// What makes a classifier's probabilities honest, from photos it was not trained on
/// (`kibitzer model calibrate`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// What the logarithms of probabilities are divided by in the end, after further looks and the
    /// colors of all pieces.
    pub temperature: f32,
    /// The power to which the product of its cells' probabilities is the probability that a whole
    /// board is right: mistakes come together on difficult boards, so that it is below 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub board_power: f32,
    /// The power to which what speaks for each way round counts: men do not stand where they do
    /// independently of each other, so that it is below 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub orientation_power: f32,
    /// A board that is less probable than this to be right is one to look at: by default in four
    /// cases of five.
    #[serde(default = "usual_limit", skip_serializing_if = "is_usual_limit")]
    pub check_below: f32,
}

impl Calibration {
    /// Probabilities as the network gives them.
    pub const NONE: Self = Self {
        temperature: 1.0,
        board_power: 1.0,
        orientation_power: 1.0,
        check_below: Self::CHECK_BELOW,
    };

    /// The limit of a card that names none.
    pub const CHECK_BELOW: f32 = 0.8;
}

/// A classifier as a fully convolutional network (Long et al. 2015): a picture `[1, 3, height,
/// width]` in; `[1, classes, down, across]` out, the logits of the crops that begin every `stride`
/// pixels. They are not quite those of the same crops alone, beyond whose edges there is nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sliding {
    /// Pixels from one crop to the next.
    pub stride: usize,
    /// Hex SHA-256 of `sliding.onnx`.
    pub sha256: String,
}

/// Input and output of a position model: logarithms of a classifier's probabilities, `[batch,
/// classes, rows, cols]`, in the board's own orientation in; logits of the same shape out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContextTask {
    /// The game.
    pub game: GameId,
    /// Codes of the classes in the order of the logits.
    pub classes: Vec<String>,
    /// Smaller probabilities count as this one.
    pub least_probability: f32,
    /// As many men as a game has; boards with more are of no game, and are read cell by cell.
    pub most_men: usize,
}

/// Input and output of a presence model: what corners enclose, seen from above, `[batch, 3, size,
/// size]` in; logits `[batch, 3]` of [`Self::CLASSES`] out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PresenceTask {
    /// Side of the square input in pixels.
    pub size: usize,
    /// Margin around the outline, as a fraction of its side.
    pub margin: f64,
    /// How pixels become input.
    pub normalization: Normalization,
    /// What the logits are divided by.
    pub temperature: f32,
    /// Probability of a whole board below which there is none.
    pub threshold: f32,
    /// How much the log-odds of the corner detector's confidence count beside the network's.
    pub confidence_weight: f32,
    /// The confidence of the corner detector that says nothing for or against a board.
    pub even_confidence: f32,
}

impl PresenceTask {
    /// What the logits are of: a whole board, a part of one that the picture's edge cuts, neither.
    pub const CLASSES: [&str; 3] = ["board", "part", "none"];
}

/// Input and output of a model of coordinates: the place beside each square at the edge, in gray,
/// the board above, `[batch, 1, size, size]` in; logits `[batch, 65]` out: of `a` to `h`, then `1` to
/// `8`, each upright and turned to the left by one, two and three quarters; the last is of nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoordinateTask {
    /// The game.
    pub game: GameId,
    /// Side of a square picture in pixels.
    pub size: usize,
    /// How far a picture reaches into the board, in cell pitches.
    pub inside: f64,
    /// How far it reaches off the board, in cell pitches.
    pub outside: f64,
    /// What the logits are divided by.
    pub temperature: f32,
}

impl CoordinateTask {
    /// The signs, in the order of the logits.
    pub const SIGNS: &str = "abcdefgh12345678";
    /// How many ways each may be turned.
    pub const TURNS: usize = 4;
    /// How many logits a picture has.
    pub const CLASSES: usize = Self::SIGNS.len() * Self::TURNS + 1;
}

impl CellTask {
    /// Cells as they are cut for no model: seen from above, with fixed normalization and one look.
    pub(crate) fn plain(cell_px: usize, extent: Extent) -> Self {
        Self {
            game: GameId::Chess,
            classes: Vec::new(),
            cell_px,
            extent,
            view: CropView::Above,
            normalization: Normalization::Fixed,
            mirrored: false,
            brightened: false,
            calibration: Calibration::NONE,
            sliding: None,
        }
    }
}

const fn one() -> f32 {
    1.0
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::float_cmp,
    reason = "as serde wants it; a default is exactly itself"
)]
const fn is_one(value: &f32) -> bool {
    *value == 1.0
}

/// From where a crop shows its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CropView {
    /// Straight from above: a window of the rectified board, in which what is tall leans away from
    /// the camera.
    #[default]
    Above,
    /// As in the photo, turned so that what is tall stands upright, with cells of one width.
    Standing,
}

/// How far a crop reaches from its cell's center, in cell pitches, as seen in the photo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extent {
    /// To the left.
    pub left: f64,
    /// Upwards.
    pub top: f64,
    /// To the right.
    pub right: f64,
    /// Downwards.
    pub bottom: f64,
}

impl Extent {
    /// Width and height of the crop in pixels.
    pub fn size(&self, cell_px: usize) -> (usize, usize) {
        let px = |cells: f64| (cells * cell_px as f64).round() as usize;
        (px(self.left + self.right), px(self.top + self.bottom))
    }
}

const fn usual_limit() -> f32 {
    Calibration::CHECK_BELOW
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::float_cmp,
    reason = "as serde wants it; a default is exactly itself"
)]
const fn is_usual_limit(value: &f32) -> bool {
    *value == Calibration::CHECK_BELOW
}
