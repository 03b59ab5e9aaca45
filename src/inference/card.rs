//! The model card: `README.md` beside a model, whose YAML front matter is all that inference knows
//! about the model.

use crate::{games::GameId, vision::Normalization};
use serde::{Deserialize, Serialize};
use std::{fs, path::Path};

/// The front matter of a model's `README.md`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelCard {
    /// Name of the model and of its folder: `corners`, `chess-cells`.
    pub name: String,
    /// Version of Kibitzer that exported it.
    pub version: String,
    /// Licence of the weights.
    pub license: String,
    /// Hex SHA-256 of `model.onnx`.
    pub sha256: String,
    /// Number of weights.
    pub parameters: usize,
    /// Largest difference between the network in burn and the exported model, over real inputs.
    pub parity: f32,
    /// What it does and how its input is made.
    #[serde(flatten)]
    pub task: Task,
    /// What it was trained on.
    #[serde(default)]
    pub training_data: Vec<TrainingData>,
    /// The configuration it was trained with, a file in `train/configs`.
    #[serde(default)]
    pub config: String,
    /// What `kibitzer eval` found, a game an entry; `eval.json` beside the model holds the whole.
    /// Written by `kibitzer model table`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evaluation: Vec<Evaluated>,
}

/// The main figures of an evaluation on the photos of one game; shares in [0, 1], `None` without a
/// denominator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluated {
    /// The game.
    pub game: String,
    /// Number of photos.
    pub photos: usize,
    /// Boards found.
    pub boards_found: Option<f64>,
    /// Boards with every corner within a quarter of a cell.
    pub corners_ok: Option<f64>,
    /// Cells right.
    pub cell_accuracy: Option<f64>,
    /// 95 % interval of `cell_accuracy`.
    pub ci95: Option<[f64; 2]>,
    /// Cells right where the corners were right or given.
    pub cell_accuracy_given_corners: Option<f64>,
    /// Boards without a mistake.
    pub boards_exact: Option<f64>,
}

/// What a model does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "lowercase")]
pub enum Task {
    /// Finds the four corners of a board.
    Corners(CornerTask),
    /// Says what is on a cell.
    Cells(CellTask),
    /// Says what is on each cell, given what all cells of the board look like.
    Positions(PositionTask),
}

impl Task {
    /// What has to be a number above 0, by name.
    fn positive_values(&self) -> Vec<(&'static str, f32)> {
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
                ("temperature", task.temperature),
                ("board_power", task.board_power),
            ],
            Self::Positions(task) => vec![("least_probability", task.least_probability)],
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
    /// What the logarithms of probabilities are divided by in the end, after further looks and the
    /// colors of all pieces.
    pub temperature: f32,
    /// The power to which the product of its cells' probabilities is the probability that a whole
    /// board is right: mistakes come together on difficult boards, so that it is below 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub board_power: f32,
}

/// Input and output of a position model: logarithms of a classifier's probabilities, `[batch,
/// classes, rows, cols]`, in the board's own orientation in; logits of the same shape out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionTask {
    /// The game.
    pub game: GameId,
    /// Codes of the classes in the order of the logits.
    pub classes: Vec<String>,
    /// Smaller probabilities count as this one.
    pub least_probability: f32,
    /// As many men as a game has; boards with more are of no game, and are read cell by cell.
    pub most_men: usize,
}

#[cfg(test)]
impl CellTask {
    /// A task for tests: chess without a class, seen from above, fixed normalization, one look.
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
            temperature: 1.0,
            board_power: 1.0,
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

/// A manifest that a model was trained on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrainingData {
    /// Name of the source.
    pub source: String,
    /// Hex SHA-256 of its manifest.
    pub sha256: String,
    /// Number of its photos, or of its positions of games, that were trained on.
    pub photos: usize,
}

/// A card that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CardError {
    /// The file cannot be read.
    #[error(
        "cannot read {path}: {source}; get the models again, or train one (see README.md, \
        'Retrain')"
    )]
    Io {
        /// The card.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no front matter.
    #[error(
        "{0} has no YAML front matter between two lines '---': get the models again, or export it \
        again"
    )]
    NoFrontMatter(String),
    /// A number that divides or bounds probabilities is no such number.
    #[error(
        "{path}: {name} is {value}, which has to be above 0: get the models again, or calibrate it \
        again"
    )]
    Value {
        /// The card.
        path: String,
        /// Its field.
        name: &'static str,
        /// What it holds.
        value: f32,
    },
    /// The front matter is not a card's.
    #[error("{path}: bad front matter: {message}; get the models again, or export it again")]
    Yaml {
        /// The card.
        path: String,
        /// What is wrong.
        message: String,
    },
}

impl ModelCard {
    /// Reads the card of a model.
    ///
    /// # Errors
    /// When the file cannot be read or its front matter is not a card's.
    pub fn read(path: &Path) -> Result<Self, CardError> {
        let name = || path.display().to_string();
        let text =
            fs::read_to_string(path).map_err(|source| CardError::Io { path: name(), source })?;
        let front = front_matter(&text).ok_or_else(|| CardError::NoFrontMatter(name()))?;
        let card: Self = serde_yaml_ng::from_str(front)
            .map_err(|e| CardError::Yaml { path: name(), message: e.to_string() })?;
        match card
            .task
            .positive_values()
            .into_iter()
            .find(|(_, value)| !value.is_normal() || *value < 0.0)
        {
            Some((field, value)) => Err(CardError::Value { path: name(), name: field, value }),
            None => Ok(card),
        }
    }

    /// The text of a card with this front matter in the place of its own; `text` as it is where it
    /// has none.
    pub fn replace_front_matter(&self, text: &str) -> String {
        let body = front_matter(text)
            .and_then(|yaml| text.split_once(yaml))
            .and_then(|(_, rest)| rest.strip_prefix("\n---\n"));
        body.map_or_else(|| text.to_owned(), |body| self.to_front_matter() + body)
    }

    /// The front matter as text, with its two `---` lines.
    pub fn to_front_matter(&self) -> String {
        let yaml = serde_yaml_ng::to_string(self).expect("a card is plain data");
        format!("---\n{yaml}---\n")
    }
}

/// The YAML between the first line `---` and the next one.
fn front_matter(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    rest.split("\n---").next().filter(|yaml| yaml.len() < rest.len())
}

impl Extent {
    /// Width and height of the crop in pixels.
    pub fn size(&self, cell_px: usize) -> (usize, usize) {
        let px = |cells: f64| (cells * cell_px as f64).round() as usize;
        (px(self.left + self.right), px(self.top + self.bottom))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_survives_writing_and_reading() {
        let card = ModelCard {
            name: "go-cells".into(),
            version: "0.1.0".into(),
            license: "MIT OR Apache-2.0".into(),
            sha256: "00".into(),
            parameters: 7,
            parity: 1e-6,
            task: Task::Cells(CellTask {
                game: GameId::Go,
                classes: vec![".".into(), "b".into(), "w".into()],
                cell_px: 20,
                extent: Extent { left: 0.8, top: 0.8, right: 0.8, bottom: 0.8 },
                view: CropView::Standing,
                normalization: Normalization::Board,
                mirrored: false,
                brightened: false,
                temperature: 1.0,
                board_power: 0.5,
            }),
            training_data: vec![TrainingData { source: "x".into(), sha256: "1".into(), photos: 3 }],
            config: "go-cells.toml".into(),
            evaluation: vec![Evaluated {
                game: "go".into(),
                photos: 3,
                boards_found: Some(1.0),
                corners_ok: None,
                cell_accuracy: Some(0.75),
                ci95: Some([0.5, 1.0]),
                cell_accuracy_given_corners: None,
                boards_exact: Some(0.0),
            }],
        };
        let dir = tempfile::tempdir().expect("temporary folder");
        let path = dir.path().join("README.md");
        fs::write(&path, card.to_front_matter() + "\n# Go cells\n\n---\n").expect("written");
        assert_eq!(ModelCard::read(&path).expect("a card"), card);
        for odd in [f32::NAN, f32::INFINITY, 0.0, -1.0, 1e-40] {
            let mut card = card.clone();
            if let Task::Cells(task) = &mut card.task {
                task.temperature = odd;
            }
            let path = dir.path().join("odd.md");
            fs::write(&path, card.to_front_matter()).expect("written");
            assert!(
                matches!(ModelCard::read(&path), Err(CardError::Value { name: "temperature", .. })),
                "{odd}"
            );
        }
        let newer = ModelCard { version: "0.2.0".into(), ..card };
        fs::write(&path, newer.replace_front_matter(&fs::read_to_string(&path).expect("text")))
            .expect("written");
        assert_eq!(ModelCard::read(&path).expect("a card"), newer);
        assert!(fs::read_to_string(&path).expect("text").ends_with("---\n\n# Go cells\n\n---\n"));
        assert_eq!(newer.replace_front_matter("# Title\n"), "# Title\n");
    }

    #[test]
    fn a_readme_without_front_matter_is_refused() {
        assert_eq!(front_matter("# Title\n"), None);
        assert_eq!(front_matter("---\nname: x\n"), None);
    }
}
