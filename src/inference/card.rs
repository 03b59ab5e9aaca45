//! The model card: `README.md` beside a model, whose YAML front matter is all that inference knows
//! about the model.

use super::task::Task;
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

/// A manifest that a model was trained on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrainingData {
    /// Name of the source.
    pub source: String,
    /// Hex SHA-256 of its manifest.
    pub sha256: String,
    /// Number of its photos, or of its positions of games, that were trained on.
    pub photos: usize,
    /// Hex SHA-256 of the file of corrections that changed some of its labels, where one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrections: Option<String>,
}

/// A card that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CardError {
    /// The file cannot be read.
    #[error(
        "cannot read {path}: {source}; get the models again, or train one (see \
        docs/retraining.md)"
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
        let name = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text, &name),
            Err(source) => Err(CardError::Io { path: name, source }),
        }
    }

    /// Reads the text of a card; `name` says in errors which one it is.
    ///
    /// # Errors
    /// When its front matter is not a card's.
    pub fn parse(text: &str, name: &str) -> Result<Self, CardError> {
        let name = || name.to_owned();
        let (front, _) = split(text).ok_or_else(|| CardError::NoFrontMatter(name()))?;
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

    /// The text of a card with this front matter in the place of its own; `None` where it has none.
    pub fn replace_front_matter(&self, text: &str) -> Option<String> {
        split(text).map(|(_, body)| self.to_front_matter() + body)
    }

    /// The front matter as text, with its two `---` lines.
    pub fn to_front_matter(&self) -> String {
        let yaml = serde_yaml_ng::to_string(self).expect("a card is plain data");
        format!("---\n{yaml}---\n")
    }
}

/// The YAML between the first line `---` and the next one, and what comes after that.
fn split(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let (yaml, rest) = rest.split_once("\n---")?;
    let (end_of_line, body) = rest.split_once('\n').unwrap_or((rest, ""));
    end_of_line.trim_end().is_empty().then_some((yaml, body))
}

#[cfg(test)]
mod tests {
    use super::{
        super::task::{Calibration, CellTask, CropView, Extent},
        *,
    };
    use crate::{games::GameId, vision::Normalization};

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
                calibration: Calibration {
                    board_power: 0.5,
                    check_below: 0.7,
                    ..Calibration::NONE
                },
                sliding: None,
            }),
            training_data: vec![TrainingData {
                source: "x".into(),
                sha256: "1".into(),
                photos: 3,
                corrections: Some("2".into()),
            }],
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
                task.calibration.temperature = odd;
            }
            let path = dir.path().join("odd.md");
            fs::write(&path, card.to_front_matter()).expect("written");
            assert!(
                matches!(ModelCard::read(&path), Err(CardError::Value { name: "temperature", .. })),
                "{odd}"
            );
        }
        let newer = ModelCard { version: "0.2.0".into(), ..card };
        let text = fs::read_to_string(&path).expect("text");
        fs::write(&path, newer.replace_front_matter(&text).expect("a card")).expect("written");
        assert_eq!(ModelCard::read(&path).expect("a card"), newer);
        assert!(fs::read_to_string(&path).expect("text").ends_with("---\n\n# Go cells\n\n---\n"));
        assert_eq!(newer.replace_front_matter("# Title\n"), None);
        let from_windows = newer.replace_front_matter(&text.replace('\n', "\r\n"));
        let from_windows = from_windows.expect("a card");
        assert_eq!(ModelCard::parse(&from_windows, "a card").expect("a card"), newer);
        assert!(from_windows.ends_with("---\n\r\n# Go cells\r\n\r\n---\r\n"));
    }

    #[test]
    fn a_readme_without_front_matter_is_refused() {
        assert_eq!(split("# Title\n"), None);
        assert_eq!(split("---\nname: x\n"), None);
        assert_eq!(split("---\nname: x\n---"), Some(("name: x", "")));
    }
}
